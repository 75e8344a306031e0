//! waterlab: water you can play with, and use in a program of your own.
//!
//! ```
//! use waterlab::pool::{Disturbance, Fraction, Ripple, Size};
//! use waterlab::water::Water;
//!
//! let mut water = Ripple::new(Size::new(256, 192)?);
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.25)?, 6.0, 60));
//! for _ in 0..100 {
//!     water.step();
//! }
//! let (low, high) = water.heights().range();
//! assert!(low < 0.0 && high > 0.0, "a trough and a crest, in metres");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The house has one staircase, and arrows point down it: what stands lower in this table knows nothing of what stands higher.
//!
//! | room | what lives there | feature |
//! | --- | --- | --- |
//! | `command` | what the program can be told to do | `app` |
//! | `desktop` | where it happens on a desktop: window, panel, pictures without a window, files | `desktop` |
//! | `web` | where it happens in a browser: a canvas, and the page around it | `web` |
//! | `session` | what hands do to a scene: session, camera, gestures, clock; no window, no files | `session` |
//! | `scene` | scenes: which water, what disturbs it, which view | `session` |
//! | [`view`] | what you see; a view takes a surface and an eye, and never learns which model the water is | `gl` |
//! | `gl` | a thin safe layer over glow, the only `unsafe` | `gl` |
//! | [`chart`] | charts for learners, as numbers: what a law says and what a model does | |
//! | [`light`] | optics on the CPU, caustics among them: what the shaders must agree with | |
//! | [`water`] | every water by one trait: the pools, and the seas with a pool's ripples on top | |
//! | [`pool`] | height fields that can be poked: ripple, springs, wave equation, iWave | |
//! | [`sea`] | waves as functions of time: dispersion, Gerstner waves, ocean spectra by FFT, cascades, whitecaps | |
//! | [`parameter`], [`surface`], [`heights`], [`grid`] | what can be adjusted, the surface a water shows, the one 2-D array | |
//!
//! Data goes the other way: input → disturbance → water → surface → textures → view → screen or file. Up to the feature `session`
//! the library opens no file, asks no clock and starts no thread, and builds for wasm32.
//!
//! `docs/models.md` in the repository has the equations of all of it: what each model computes, when it is stable, and where it
//! comes from. Comments cite its sections. `docs/architecture.md` tells how the rooms hang together, and what it takes to add a
//! model, a view, a field or a key.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
#![deny(unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

pub mod chart;
#[cfg(feature = "app")]
pub mod command;
#[cfg(feature = "desktop")]
pub mod desktop;
#[cfg(feature = "gl")]
pub mod gl;
pub mod grid;
pub mod heights;
mod lazy;
pub mod light;
pub mod parameter;
pub mod pool;
#[cfg(feature = "session")]
pub mod scene;
pub mod sea;
#[cfg(feature = "session")]
pub mod session;
pub mod surface;
mod threads;
pub mod tiling;
pub mod view;
pub mod water;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;

/// What directions, and the views and their eyes, are measured in.
pub use glam;
/// What the GL layer stands on: its contexts are this version's.
#[cfg(feature = "gl")]
pub use glow;

/// The examples of the README and of the documents, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
pub struct LibraryDocument;

#[cfg(doctest)]
#[doc = include_str!("../docs/lit-view.md")]
pub struct LitViewDocument;
