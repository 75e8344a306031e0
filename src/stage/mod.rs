//! Where it happens: window, off-screen, input, camera, clock, and the picture files they need.

pub mod image_file;
pub mod textures;
