//! A sub-step over the whole pool in one pass: row after row is accelerated, and each row rises when the row after it has
//! seen where it was (reference §5).
//!
//! Large pools are swept in bands, side by side. A band works on copies of the rows just beyond it, as they were before.

use super::bed::Bed;
use super::kernel::{Rows, Weights, accelerate, rise};
use crate::grid::Grid;
use crate::pool::{RowKernel, threads};

/// How a pool is swept.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    pub(super) kernel: RowKernel,
    /// Before and after each band: the last row of the band before it and the first of the band after it.
    beyond: Vec<f32>,
}

impl Sweep {
    pub(super) fn new(kernel: RowKernel) -> Self {
        Self {
            kernel,
            beyond: Vec::new(),
        }
    }

    /// Makes a sub-step. With `fixed` edges the border does not move, else it mirrors.
    pub(super) fn sub_step(
        &mut self,
        weights: Weights,
        bed: &Bed,
        fixed: bool,
        heights: &mut Grid<f32>,
        velocity: &mut Grid<f32>,
    ) {
        let (columns, rows) = (heights.columns(), heights.rows());
        let band = threads::band_rows(columns, rows);
        let bands = rows.div_ceil(band);
        self.beyond.resize(2 * columns * bands, 0.0);
        for (index, beyond) in self.beyond.chunks_exact_mut(2 * columns).enumerate() {
            let (north, south) = beyond.split_at_mut(columns);
            let first = index * band;
            north.copy_from_slice(heights.row(first.saturating_sub(1)));
            south.copy_from_slice(heights.row((first + band).min(rows - 1)));
        }
        let (kernel, beyond) = (self.kernel, &self.beyond);
        let work = |first: usize, heights: &mut [f32], velocity: &mut [f32]| {
            let (north, south) =
                beyond[first / band * 2 * columns..][..2 * columns].split_at(columns);
            let count = heights.len() / columns;
            let of = |row: usize| row * columns..(row + 1) * columns;
            for row in 0..count {
                let at = first + row;
                let (above, rest) = heights.split_at_mut(row * columns);
                if !(fixed && (at == 0 || at == rows - 1)) {
                    let rows = Rows {
                        here: &rest[..columns],
                        north: if row > 0 {
                            &above[(row - 1) * columns..]
                        } else {
                            north
                        },
                        south: if row + 1 < count { &rest[of(1)] } else { south },
                    };
                    let velocity = &mut velocity[of(row)];
                    accelerate(kernel, weights, bed.row(at), rows, velocity, !fixed);
                }
                if row > 0 {
                    rise(kernel, &mut above[of(row - 1)], &velocity[of(row - 1)]);
                }
            }
            rise(
                kernel,
                &mut heights[of(count - 1)],
                &velocity[of(count - 1)],
            );
        };
        threads::in_pairs_of_bands(
            (heights.cells_mut(), velocity.cells_mut()),
            band * columns,
            |index, heights, velocity| work(index * band, heights, velocity),
        );
    }
}
