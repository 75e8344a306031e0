//! waterlab: every classic real-time water model in one place.
//!
//! The tour of the house (arrows point one way, downwards):
//!
//! | room | what lives there |
//! | --- | --- |
//! | [`grid`], [`heights`], [`parameter`] | the 2-D array, the surface a model shows, the one description of what is adjustable |
//! | [`pool`] | height fields that can be poked |

#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(feature = "app")]
pub mod command;
#[cfg(feature = "gl")]
pub mod gl;
pub mod grid;
pub mod heights;
pub mod light;
pub mod parameter;
pub mod pool;
#[cfg(feature = "app")]
pub mod scene;
#[cfg(feature = "app")]
pub mod stage;
pub mod view;
