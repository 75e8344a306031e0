//! waterlab: real-time water simulation and rendering, as a program and as a library.
//!
//! ```
//! use waterlab::pool::{Disturbance, Fraction, Ripple, Size};
//! use waterlab::water::Water;
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
//! | module | contents | feature |
//! | --- | --- | --- |
//! | `command` | the commands of the program | `app` |
//! | `desktop` | the desktop front end: window, panel, offscreen rendering, files | `desktop` |
//! | `web` | the browser front end: canvas, panel and page | `web` |
//! | `session` | interactive sessions: user input, camera, gestures, clock; no window, no files | `session` |
//! | `scene` | scene descriptions: water, disturbances, view | `session` |
//! | [`view`] | views: draw a surface as seen by a camera, independently of the model | `gl` |
//! | `gl` | a thin safe layer over glow, with all `unsafe` code | `gl` |
//! | [`chart`] | charts as numbers: theory and measurements of the models | |
//! | [`light`] | optics on the CPU, with caustics: the reference for the shaders | |
//! | [`water`] | the `Water` trait of all models: pools, and seas with a pool's ripples on top | |
//! | [`pool`] | interactive height fields: ripple, springs, wave equation, iWave | |
//! | [`sea`] | waves as functions of time: dispersion, Gerstner waves, ocean spectra by FFT, cascades, whitecaps | |
//! | [`parameter`], [`surface`], [`heights`], [`grid`] | parameters, the surface of a water, the 2-D array | |
//!
//! Data flows upward: input → disturbance → water → surface → textures → view → screen or file. Up to the feature `session`
//! the library opens no file, reads no clock, starts no thread, and builds for wasm32.
//!
//! `docs/models.md` in the repository has the equations, the stability conditions and the sources of every model. Comments cite its
//! sections. `docs/architecture.md` describes the structure of the code and how to add a model, a view, a field or a key.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
#![deny(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

#[cfg(feature = "gl")]
pub mod builtin_bodies;
#[cfg(feature = "app")]
pub mod command;
#[cfg(feature = "desktop")]
pub mod desktop;
#[cfg(feature = "gl")]
pub mod gl;
#[cfg(feature = "gl")]
mod glb;
#[cfg(feature = "session")]
pub mod scene;
#[cfg(feature = "session")]
pub mod session;
pub mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;

#[allow(unused_imports)] // without features only the public modules are used
pub(crate) use waterlab_core::threads;
pub use waterlab_core::{
    chart, glam, grid, heights, light, parameter, pool, rainfall, sea, shallow, sound, spray,
    surface, tiling, water,
};

/// Rigid bodies in the water.
#[cfg(feature = "session")]
pub use waterlab_bodies as bodies;

/// OpenGL bindings of the GL layer, which takes contexts of this version.
#[cfg(feature = "gl")]
pub use glow;

/// The examples in the README and the documents, compiled as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryDocument;

#[cfg(doctest)]
#[doc = include_str!("../docs/lit-view.md")]
pub struct LitViewDocument;
