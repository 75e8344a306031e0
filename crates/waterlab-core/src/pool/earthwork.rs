//! Changes of the ground under a brush (docs/models.md §17), for models over ground that can rise out of the water.

use super::soft_brush::squared_distance;
use super::{Fraction, Size};

/// Radius of the narrowest brush, cells: it covers one cell.
const NARROWEST: f64 = 0.75;

/// Part of a dam's half width that is its crest.
const CREST: f64 = 0.4;

/// A change of the ground along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Earthwork {
    /// One end.
    pub from: Fraction,
    /// The other end.
    pub to: Fraction,
    /// Radius of the brush, cells.
    pub radius: f64,
    /// What is done with the ground there.
    pub change: GroundChange,
}

/// What an [`Earthwork`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GroundChange {
    /// Raises the ground by this many metres in the middle of the brush, and less toward its edge; below 0 lowers it.
    Raise(f32),
    /// Raises the ground to a dam whose crest is this high, metres above the rest level. Ground that is higher stays.
    Dam(f32),
}

impl Earthwork {
    /// Calls `touch` with column, row and t of every cell of a pool that the brush covers, each once; t is 0 in its middle and below 1.
    pub(crate) fn for_each(&self, size: Size, mut touch: impl FnMut(usize, usize, f64)) {
        let centre = |(column, row): (usize, usize)| (column as f64, row as f64);
        let (from, to) = (centre(size.cell(self.from)), centre(size.cell(self.to)));
        if self.radius.is_nan() {
            return;
        }
        let radius = self.radius.max(NARROWEST);
        let range = |a: f64, b: f64, count: usize| {
            let first = (a.min(b) - radius).ceil().max(0.0) as usize;
            let end = (a.max(b) + radius + 1.0).floor() as usize;
            first..end.min(count)
        };
        for row in range(from.1, to.1, size.rows()) {
            for column in range(from.0, to.0, size.columns()) {
                let squared = squared_distance((column as f64, row as f64), from, to);
                if squared < radius * radius {
                    touch(column, row, squared.sqrt() / radius);
                }
            }
        }
    }
}

impl GroundChange {
    /// The height of ground that is `bed` high now, at the part `t` of the brush's radius from its middle; `foot` is the height of the
    /// lowest ground of the pool. Metres above the rest level.
    pub(crate) fn of(self, bed: f32, t: f64, foot: f32) -> f32 {
        match self {
            Self::Raise(metres) => {
                let rest = 1.0 - t * t;
                bed + metres * (rest * rest) as f32
            }
            Self::Dam(crest) => {
                let down = ((t - CREST) / (1.0 - CREST)).max(0.0);
                bed.max(crest + (foot - crest) * (down * down * (3.0 - 2.0 * down)) as f32)
            }
        }
    }
}
