//! The numbers of [waterlab](https://docs.rs/waterlab): water models, optics and charts.
//!
//! This crate has no GL, opens no file, reads no clock, and starts no thread without the feature `rayon`. It builds for wasm32. The
//! crate `waterlab` re-exports its modules and adds views, scenes and the program.
//!
//! ```
//! use waterlab_core::pool::{Disturbance, Fraction, Ripple, Size};
//! use waterlab_core::water::Water;
//!
//! let mut water = Ripple::new(Size::new(256, 192)?);
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.25)?, 6.0, 60.0));
//! for _ in 0..100 {
//!     water.step();
//! }
//! let (low, high) = water.heights().range();
//! assert!(low < 0.0 && high > 0.0, "a trough and a crest, in metres");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules are layers: a module depends only on modules below it in this table.
//!
//! | module | contents |
//! | --- | --- |
//! | [`chart`] | charts as numbers: theory and measurements of the models |
//! | [`light`] | optics on the CPU, with caustics: the reference for the shaders |
//! | [`water`] | the `Water` trait of all models: pools, and seas with a pool's ripples on top |
//! | [`pool`] | interactive height fields: ripple, springs, wave equation, iWave |
//! | [`shallow`] | shallow water that flows over wet and dry ground |
//! | [`sea`] | waves as functions of time: dispersion, Gerstner waves, ocean spectra by FFT, cascades, whitecaps |
//! | [`sound`] | the sound of water: bubbles, surf, breaking crests, rain and wind |
//! | [`spray`] | drops of water in the air, and the foam that they leave |
//! | [`rainfall`] | sizes and speeds of raindrops |
//! | [`parameter`], [`surface`], [`heights`], [`grid`] | parameters, the surface of a water, the 2-D array |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod cascade_layout;
pub mod chart;
pub mod grid;
pub mod heights;
mod lazy;
pub mod light;
pub mod parameter;
pub mod pool;
pub mod rainfall;
pub mod sea;
pub mod shallow;
pub mod sound;
pub mod spray;
pub mod surface;
#[doc(hidden)]
pub mod threads;
pub mod tiling;
pub mod water;

/// Vector types of the public API: directions, views and cameras.
pub use glam;
/// Complex numbers: the amplitudes of seas.
pub use waterlab_transform::num_complex;
