//! Height fields (heightfields) that react to disturbances, advanced in fixed time steps. Pure numbers: no GL, no clock, no files.
//!
//! Every model is a [`Water`](crate::water::Water): it takes [`Disturbance`]s, makes steps by finite differences, convolution or cosine
//! transforms, and provides its [`Heights`](crate::heights::Heights). [`MODELS`](crate::water::MODELS) lists them with their parameters.
//!
//! Formulas and stability conditions (Courant number): `docs/models.md` §1, §4 to §6a, §12. `docs/architecture.md` explains how to add
//! a model.
//!
//! ```
//! use waterlab_core::pool::{Disturbance, Fraction, Ripple, Size};
//! use waterlab_core::water::Water;
//!
//! let mut water = Ripple::new(Size::new(64, 64)?);
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 3.0, 100.0));
//! for _ in 0..10 {
//!     water.step();
//! }
//! assert!(!water.is_calm());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brush;
mod bulk_viscosity;
mod coarse;
mod disturbance;
mod earthwork;
mod iwave;
mod obstruction;
mod rain;
mod recurrence;
mod ripple;
pub(crate) mod settling;
mod size;
pub(crate) mod soft_brush;
mod solver;
mod spring;
mod state;
mod wave;

pub use coarse::Coarse;
pub use disturbance::{Disturbance, Fraction, OutsidePool, Patch, bresenham};
pub use earthwork::{Earthwork, GroundChange};
pub use iwave::{IWave, IWaveExact};
pub use obstruction::{Obstacle, Obstruction};
pub use rain::{RAIN, Rain, RainKind};
pub use recurrence::RowKernel;
pub use ripple::Ripple;
pub use size::{Size, SizeError};
pub use solver::{Motion, Pool, Setup, Solver};
pub use spring::Spring;
pub use state::State;
pub use wave::Wave;

pub use crate::heights::METRES_PER_WEIGHT;

use crate::parameter::{Parameter, Settings};

/// The length of every pool.
pub(crate) const LENGTH: Parameter = Parameter::real("length", "Length", 0.1..=1000.0, 2.0)
    .about("Metres along the longer side of the pool.")
    .unit("m")
    .kept();

/// The depth of pools whose waves do not depend on it.
pub(crate) const DEPTH: Parameter = Parameter::real("depth", "Depth", 0.001..=1000.0, 1.6)
    .about("From the rest level down to the floor, for the light: these waves do not depend on it.")
    .unit("m")
    .kept();

/// Depth at which views show the floor of a pool too deep for its waves to feel, metres.
const BOTTOMLESS: f64 = 1.6;

/// Depth of a pool as views show it, metres.
pub(crate) fn shown_depth(settings: &Settings) -> f64 {
    match settings.real("depth") {
        0.0 => BOTTOMLESS,
        depth => depth,
    }
}

// The entry of each pool in the list of models.
pub(crate) use coarse::MODEL as COARSE;
pub(crate) use iwave::{EXACT as IWAVE_EXACT, MODEL as IWAVE, depth_in_cells};
pub(crate) use ripple::MODEL as RIPPLE;
pub(crate) use spring::MODEL as SPRING;
pub(crate) use wave::MODEL as WAVE;
