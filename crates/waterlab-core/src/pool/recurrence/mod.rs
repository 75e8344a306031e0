//! The integer recurrence that the ripple and the coarse ripple share: two grids of counts and their update
//! (docs/models.md §1).
//!
//! ```text
//! sum  = current[W] + current[E] + current[N] + current[S]
//! next = (sum >> 1) − previous
//! next = next − (next >> damping)
//! ```
//!
//! It is computed for the cells that have four neighbours; the border is left to the model.

mod kernel;
mod surface;

pub use kernel::RowKernel;
pub(super) use kernel::damped;
pub(super) use surface::{Extent, Surface};

use super::METRES_PER_WEIGHT;
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::Parameter;
use std::ops;

/// The damping shift of a step.
pub(super) const DAMPING: Parameter = Parameter::integer("damping", "Damping shift", 1..=15, 5)
    .about("Each step takes 1/2^damping off the height: small is viscous, large rings long.");

/// The resolution of the counts.
pub(super) const FRACTION_BITS: Parameter = Parameter::integer(
    "fraction_bits",
    "Fraction bits",
    0..=7,
    0,
)
.about("Binary places kept below one unit of weight. 0 is the classic; 4 keeps faint waves smooth.")
.unit("bit");

/// The largest count of [`Waves::raise`].
const MAX_RAISE: f32 = 8192.0;

/// The surface now and the surface a step ago, in counts of which 2^`fraction_bits` are one weight.
#[derive(Clone)]
pub(super) struct Waves {
    pub(super) current: Surface,
    pub(super) previous: Surface,
    pub(super) fraction_bits: u32,
    /// Half of the pool's longer side, metres.
    pub(super) half_length: f32,
}

impl Waves {
    /// At rest.
    pub(super) fn new(columns: usize, rows: usize, fraction_bits: u32) -> Self {
        Self {
            current: Surface::new(columns, rows),
            previous: Surface::new(columns, rows),
            fraction_bits,
            half_length: 1.0,
        }
    }

    /// Number of cells along x.
    pub(super) fn columns(&self) -> usize {
        self.current.counts.columns()
    }

    /// Number of cells along z.
    pub(super) fn rows(&self) -> usize {
        self.current.counts.rows()
    }

    /// The current and the previous surface.
    pub(super) fn both(&mut self) -> [&mut Surface; 2] {
        [&mut self.current, &mut self.previous]
    }

    /// Whether every count is 0, in both grids.
    pub(super) fn is_calm(&self) -> bool {
        self.current.is_calm() && self.previous.is_calm()
    }

    /// Sets every count to 0.
    pub(super) fn reset(&mut self) {
        for surface in self.both() {
            surface.reset();
        }
    }

    /// A count of 1, in half lengths of the pool.
    fn unit(&self) -> f32 {
        METRES_PER_WEIGHT / (1 << self.fraction_bits) as f32
    }

    /// The count nearest to a weight, saturated.
    pub(super) fn count(&self, weight: f32) -> i16 {
        saturated((weight * (1 << self.fraction_bits) as f32).round() as i32)
    }

    /// Adds `count` to cells of a row in both grids, saturating, which preserves their velocity.
    pub(super) fn add(&mut self, row: usize, span: ops::Range<usize>, count: i16) {
        for surface in [&mut self.current, &mut self.previous] {
            surface.change(row, |counts| {
                for cell in &mut counts[span.clone()] {
                    *cell = cell.saturating_add(count);
                }
            });
        }
    }

    /// Adds `factor` times a height in metres to a cell in both grids, which preserves its velocity. The height is rounded to counts, up to
    /// a quarter of their range, so that what is added can be subtracted again.
    pub(super) fn raise(&mut self, (column, row): (usize, usize), metres: f32, factor: f32) {
        let count = (metres / (self.unit() * self.half_length)).round();
        let count = factor * count.clamp(-MAX_RAISE, MAX_RAISE);
        self.add(row, column..column + 1, count as i16);
    }

    /// The surface now.
    pub(super) fn heights(&self) -> Heights<'_> {
        Heights::Counts {
            counts: &self.current.counts,
            unit: self.unit() * self.half_length,
        }
    }

    /// Vertical velocity, metres per step.
    pub(super) fn velocity(&self) -> Grid<f32> {
        let unit = self.unit() * self.half_length;
        let [now, before] = [&self.current.counts, &self.previous.counts];
        Grid::from_fn(self.columns(), self.rows(), |column, row| {
            let [now, before] = [now, before].map(|counts| f32::from(counts[(column, row)]));
            (now - before) * unit
        })
    }

    /// Replaces the surface, except for its outermost `margin` cells, rounded to counts.
    pub(super) fn take_over(&mut self, surface: &super::State, margin: usize) {
        let (columns, rows) = (self.columns(), self.rows());
        let surface = surface.resampled(columns, rows);
        let unit = self.unit() * (0.5 * surface.length) as f32;
        let count = |height: f32| (height / unit).round() as i16;
        let inner = margin..columns - margin;
        for row in margin..rows - margin {
            let heights = &surface.heights.row(row)[inner.clone()];
            let velocity = &surface.velocity.row(row)[inner.clone()];
            self.current.change(row, |counts| {
                for (cell, &height) in counts[inner.clone()].iter_mut().zip(heights) {
                    *cell = count(height);
                }
            });
            self.previous.change(row, |counts| {
                let before = heights.iter().zip(velocity).map(|(h, v)| h - v);
                for (cell, height) in counts[inner.clone()].iter_mut().zip(before) {
                    *cell = count(height);
                }
            });
        }
    }

    /// Changes the number of fraction bits. The counts are shifted to the new unit, saturating; what falls
    /// below the new smallest count rounds toward −∞.
    pub(super) fn keep_bits(&mut self, fraction_bits: u32) {
        let before = std::mem::replace(&mut self.fraction_bits, fraction_bits);
        if before == fraction_bits {
            return;
        }
        let shifted = |count: i16| saturated((i32::from(count) << fraction_bits) >> before);
        for surface in self.both() {
            for row in 0..surface.counts.rows() {
                surface.change(row, |counts| {
                    for count in counts {
                        *count = shifted(*count);
                    }
                });
            }
        }
    }

    /// One step of the recurrence for all cells except the border, whose cells keep their values in each grid.
    pub(super) fn step(&mut self, kernel: RowKernel, damping: u32) {
        let bands = &mut Vec::new();
        self.step_and_visit(kernel, damping, bands, |_, ()| {});
    }

    /// Like [`Self::step`]. Passes each row of the next counts that is not calm, including the unchanged border, to `after_row` while it is in
    /// the cache, together with the band's element of `bands`, which is resized to one element per band.
    pub(super) fn step_and_visit<T: Clone + Default + Send>(
        &mut self,
        kernel: RowKernel,
        damping: u32,
        bands: &mut Vec<T>,
        after_row: impl Fn(&[i16], &mut T) + Sync,
    ) {
        let Self {
            current, previous, ..
        } = self;
        kernel::sweep(kernel, damping, current, previous, bands, after_row);
        std::mem::swap(current, previous);
    }
}

/// The nearest 16-bit count, saturating.
pub(super) fn saturated(count: i32) -> i16 {
    count.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
