//! Height fields (heightfields) that can be poked, stepped in fixed time steps. Pure numbers: no GL, no clock, no files.
//!
//! Every model is a [`Water`](crate::water::Water): it takes [`Disturbance`]s, makes steps, and shows
//! [`Heights`](crate::heights::Heights), by finite differences, convolution or cosine transforms.
//! [`MODELS`](crate::water::MODELS) lists them, each with the one description of its parameters.
//!
//! Formulas, and when each is stable (Courant number): `docs/models.md` §1, §4 to §6a, §12. What it takes to add a model:
//! `docs/architecture.md`.
//!
//! ```
//! use waterlab::pool::{Disturbance, Fraction, Ripple, Size};
//! use waterlab::water::Water;
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

// What every pool is: each has an entry in the list of the waters.
pub(crate) use coarse::MODEL as COARSE;
pub(crate) use iwave::{EXACT as IWAVE_EXACT, MODEL as IWAVE};
pub(crate) use ripple::MODEL as RIPPLE;
pub(crate) use spring::MODEL as SPRING;
pub(crate) use wave::MODEL as WAVE;
