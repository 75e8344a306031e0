//! Height fields that can be poked, stepped in fixed steps. Pure numbers: no GL, no clock, no files.
//!
//! Every model is a [`Water`]: it takes [`Disturbance`]s, makes steps, and shows [`Heights`]. [`MODELS`] lists them, each
//! with the one description of its parameters.
//!
//! ```
//! use waterlab::pool::{Disturbance, Fraction, MODELS, Size};
//!
//! let mut water = MODELS[0].create(Size::new(64, 64)?);
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
mod model;
mod obstruction;
mod rain;
mod recurrence;
mod ripple;
mod settling;
mod size;
mod soft_brush;
mod spring;
mod surface;
mod wave;

pub use coarse::Coarse;
pub use disturbance::{Disturbance, Fraction, OutsidePool, bresenham};
pub use iwave::{IWave, IWaveExact};
pub use model::{MODELS, Map, Model};
pub use obstruction::{Obstacle, Obstruction};
pub use rain::{RAIN, Rain};
pub use recurrence::RowKernel;
pub use ripple::Ripple;
pub use size::{Size, SizeError};
pub use spring::Spring;
pub use surface::Surface;
pub use wave::Wave;

pub use crate::heights::METRES_PER_WEIGHT;

use crate::grid::Grid;
use crate::heights::{Heights, Tiles};
use crate::parameter::{ParameterError, Reading, Settings, Value};
use std::borrow::Cow;

/// Water in a pool: disturb it, wall it in, step it, look at its heights.
///
/// All grids that a water shows have as many cells as its heights, which is [`Water::size`] for all but the coarse ripple.
pub trait Water {
    /// What this water is: its entry in [`MODELS`].
    fn model(&self) -> &'static Model;

    /// Number of cells that disturbances and walls are measured in.
    fn size(&self) -> Size;

    /// Advances by one time step. Costs nothing while [`Water::is_calm`].
    fn step(&mut self);

    /// Applies a disturbance at once; parts of it outside the pool or inside walls are clipped.
    fn disturb(&mut self, disturbance: &Disturbance);

    /// The surface now.
    fn heights(&self) -> Heights<'_>;

    /// How fast the surface rises, in metres a step.
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// Takes over a surface of any number of cells, heights and velocity; what lies inside walls is left out. The mean level
    /// stays, as far as the model's numbers and its fixed edges can hold it.
    fn set_surface(&mut self, surface: &Surface);

    /// Puts these walls in the place of those there were; what lay inside them is gone. Walls for another [`Size`] are resampled.
    fn obstruct(&mut self, obstruction: &Obstruction);

    /// How open each cell is to this model: 1 open, 0 solid.
    fn obstruction(&self) -> Cow<'_, Grid<f32>>;

    /// Still depth in metres of each cell, for models that know one.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        None
    }

    /// Puts a map of any number of cells, each from 0 to 1, in the place of the one at `key` of [`Model::maps`]; without
    /// one, the quantity is the same everywhere. An unknown key is an error.
    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        let _ = map;
        Err(ParameterError::unknown(key, self.model().map_keys()))
    }

    /// Seconds of the model's own time in a step, for models in real units.
    fn time_step(&self) -> Option<f64> {
        None
    }

    /// Tells water that is a function of time how many steps it makes in a second; other water has a time step of its own, or
    /// none.
    fn keep_time(&mut self, steps_per_second: f64) {
        let _ = steps_per_second;
    }

    /// The time shown, in seconds, of water that is a function of time.
    fn time(&self) -> Option<f64> {
        None
    }

    /// Shows another time, where [`Water::time`] knows one.
    fn set_time(&mut self, seconds: f64) {
        let _ = seconds;
    }

    /// What the surface is laid together from, where it repeats beyond the grid of its heights.
    fn tiles(&self) -> Option<Tiles<'_>> {
        None
    }

    /// Facts that follow from the settings, worth showing beside them.
    fn readings(&self) -> Vec<Reading> {
        Vec::new()
    }

    /// Metres from cell to cell of the heights. A pool is 2 m long on its longer side unless its model says otherwise.
    fn spacing(&self) -> f64 {
        let heights = self.heights();
        2.0 / heights.columns().max(heights.rows()) as f64
    }

    /// How many metres of its heights are one metre of a pool 2 m long, which every pool counts as: another number for water
    /// of a size of its own.
    fn metres_per_pool_metre(&self) -> f64 {
        1.0
    }

    /// Whether the surface is at rest and will stay so until it is disturbed.
    fn is_calm(&self) -> bool;

    /// Brings the water to rest at once.
    fn calm(&mut self);

    /// A number that changes whenever the heights may have: who keeps a copy compares it.
    fn revision(&self) -> u64;

    /// The values of the model's parameters.
    fn settings(&self) -> &Settings;

    /// Gives every parameter the value that `settings` has, from the next step on, or says which of them do not go together,
    /// or that they are for another model, and changes nothing.
    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError>;

    /// Gives a parameter a value, from the next step on, or says why not and changes nothing.
    fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        let mut settings = self.settings().clone();
        settings.set(key, value)?;
        self.adopt(&settings)
    }
}
