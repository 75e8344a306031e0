//! Where it happens on a desktop: a window with its panel, pictures without a window, and this machine's files.

pub mod disk;
mod offscreen;
pub mod window;

pub use disk::Disk;
pub use offscreen::Offscreen;
