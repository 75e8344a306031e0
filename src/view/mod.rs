//! What you see: each view takes the surface of a water and a camera, and draws.

#[cfg(feature = "gl")]
mod eye;
mod kinds;

#[cfg(feature = "gl")]
pub use eye::Eye;
pub use kinds::{VIEWS, ViewKind};
