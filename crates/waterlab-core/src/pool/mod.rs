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
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 3.0, 100));
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
mod iwave;
mod obstruction;
mod rain;
mod recurrence;
mod ripple;
mod settling;
mod size;
mod soft_brush;
mod spring;
mod state;
mod wave;

pub use coarse::Coarse;
pub use disturbance::{Disturbance, Fraction, OutsidePool, bresenham};
pub use iwave::{IWave, IWaveExact};
pub use obstruction::{Obstacle, Obstruction};
pub use rain::{RAIN, Rain};
pub use recurrence::RowKernel;
pub use ripple::Ripple;
pub use size::{Size, SizeError};
pub use spring::Spring;
pub use state::State;
pub use wave::Wave;

pub use crate::heights::METRES_PER_WEIGHT;

// The entry of each pool in the list of models.
pub(crate) use coarse::MODEL as COARSE;
pub(crate) use iwave::{EXACT as IWAVE_EXACT, MODEL as IWAVE};
pub(crate) use ripple::MODEL as RIPPLE;
pub(crate) use spring::MODEL as SPRING;
pub(crate) use wave::MODEL as WAVE;
