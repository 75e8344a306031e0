//! What you see: each view takes the surface of a water and a camera, and draws.

mod kinds;

pub use kinds::{VIEWS, ViewKind};
