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
mod disturbance;
mod rain;
mod ripple;

pub use disturbance::{Disturbance, Fraction, OutsidePool, bresenham};
pub use rain::{RAIN, Rain};
pub use ripple::{Ripple, RowKernel};

pub use crate::heights::METRES_PER_WEIGHT;

use crate::heights::Heights;
use crate::parameter::{Parameter, ParameterError, Preset, Settings, Value};

/// A water model: what it is called, what can be adjusted, and how to make one.
pub struct Model {
    /// The name in scene files and on the command line.
    pub name: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it computes.
    pub about: &'static str,
    /// What can be adjusted.
    pub parameters: &'static [Parameter],
    /// Sets of values worth a try.
    pub presets: &'static [Preset],
    /// Makes the model at rest; called through [`Model::create`].
    make: fn(Size) -> Box<dyn Water>,
}

impl Model {
    /// A pool of this water, at rest, with every parameter at its default.
    pub fn create(&self, size: Size) -> Box<dyn Water> {
        (self.make)(size)
    }

    /// The model called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        MODELS.iter().copied().find(|model| model.name == name)
    }
}

/// Every model of this version, in the order of the number keys.
pub static MODELS: [&Model; 1] = [&ripple::MODEL];

/// Water in a pool: disturb it, step it, look at its heights.
pub trait Water {
    /// What this water is: its entry in [`MODELS`].
    fn model(&self) -> &'static Model;

    /// Number of cells.
    fn size(&self) -> Size;

    /// Advances by one time step. Costs nothing while [`Water::is_calm`].
    fn step(&mut self);

    /// Applies a disturbance at once; parts of it outside the pool are clipped.
    fn disturb(&mut self, disturbance: &Disturbance);

    /// The surface now.
    fn heights(&self) -> Heights<'_>;

    /// Whether the surface is at rest and will stay so until it is disturbed.
    fn is_calm(&self) -> bool;

    /// Brings the water to rest at once.
    fn calm(&mut self);

    /// A number that changes whenever the heights may have: who keeps a copy compares it.
    fn revision(&self) -> u64;

    /// The values of the model's parameters.
    fn settings(&self) -> &Settings;

    /// Gives a parameter a value, from the next step on, or says why not and changes nothing.
    fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError>;
}

/// The number of cells of a pool: 3 to 8192 along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: usize,
    rows: usize,
}

/// A pool was asked for with too few or too many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a pool of {columns} × {rows} cells is not possible: each side must be from {} to {}",
    Size::MIN,
    Size::MAX
)]
pub struct SizeError {
    /// Cells along x, as asked for.
    pub columns: i64,
    /// Cells along z, as asked for.
    pub rows: i64,
}

impl Size {
    /// Fewest cells along a side: one inside and a wall on either hand.
    pub const MIN: i64 = 3;
    /// Most cells along a side.
    pub const MAX: i64 = 8192;

    /// A checked size, `columns` along x and `rows` along z.
    pub fn new(columns: i64, rows: i64) -> Result<Self, SizeError> {
        let allowed = Self::MIN..=Self::MAX;
        if allowed.contains(&columns) && allowed.contains(&rows) {
            Ok(Self {
                columns: columns as usize,
                rows: rows as usize,
            })
        } else {
            Err(SizeError { columns, rows })
        }
    }

    /// Cells along x.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Cells along z.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The cell (column, row) that holds a fraction of the pool: (⌊u·columns⌋, ⌊v·rows⌋), clamped inside (§0).
    pub fn cell(self, at: Fraction) -> (usize, usize) {
        let index =
            |fraction: f64, count: usize| ((fraction * count as f64) as usize).min(count - 1);
        (index(at.u(), self.columns), index(at.v(), self.rows))
    }
}

/// 256 × 256 cells.
impl Default for Size {
    fn default() -> Self {
        Self {
            columns: 256,
            rows: 256,
        }
    }
}
