//! Temporal blocking: several sub-steps over the whole pool in one pass over memory (docs/models.md §5).
//!
//! Row after row gets its velocity, and each row is moved once the row after it has read its old heights. The next sub-step follows
//! two rows behind, while the rows are still in the processor's cache, and so on: a pass costs little more than its reads and
//! writes, however many sub-steps it makes.
//!
//! Large pools are swept in parallel bands. Where two bands meet, a few rows on either side are copied and stepped
//! beforehand, so that each band has its neighbour's outermost row in every sub-step of the pass. A cell
//! is computed from the same numbers in the same order in any case.

use super::bed::Bed;
use super::kernel::{Around, Weights, advance, rise};
use crate::grid::Grid;
use crate::pool::RowKernel;
use crate::threads;

/// Maximum number of sub-steps per pass: more would gain nothing.
const MAX_IN_A_PASS: usize = 8;

/// Maximum of cells per row times sub-steps per pass that fits the cache: half a megabyte.
const CACHED: usize = 1 << 15;

/// Sweeps a pool; holds scratch memory.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    kernel: RowKernel,
    /// For each band and each sub-step of a pass: the row before the band and the row after it. At the end of each band's part, a row of zero
    /// velocity, for the row before.
    beyond: Vec<f32>,
    /// Heights and velocities of the rows around the boundary of two bands.
    seam: [Vec<f32>; 2],
    /// The rows beyond those; their values do not matter.
    nothing: Vec<f32>,
}

/// The parameters of a pass.
#[derive(Clone, Copy)]
struct Pass<'a> {
    kernel: RowKernel,
    weights: Weights,
    bed: &'a Bed,
    fixed: bool,
    columns: usize,
    /// Of the pool.
    rows: usize,
    sub_steps: usize,
}

impl Sweep {
    pub(super) fn new(kernel: RowKernel) -> Self {
        Self {
            kernel,
            beyond: Vec::new(),
            seam: [Vec::new(), Vec::new()],
            nothing: Vec::new(),
        }
    }

    /// Makes `sub_steps` sub-steps. With `fixed` edges the border does not move, otherwise it is a mirror.
    pub(super) fn make(
        &mut self,
        mut sub_steps: usize,
        weights: Weights,
        (bed, fixed): (&Bed, bool),
        heights: &mut Grid<f32>,
        velocity: &mut Grid<f32>,
    ) {
        let columns = heights.columns();
        let most = (CACHED / columns).clamp(1, MAX_IN_A_PASS);
        while sub_steps > 0 {
            let pass = Pass {
                kernel: self.kernel,
                weights,
                bed,
                fixed,
                columns,
                rows: heights.rows(),
                sub_steps: sub_steps.min(most),
            };
            self.pass(pass, heights, velocity);
            sub_steps -= pass.sub_steps;
        }
    }

    fn pass(&mut self, pass: Pass, heights: &mut Grid<f32>, velocity: &mut Grid<f32>) {
        let Pass { columns, rows, .. } = pass;
        let band = threads::band_rows(columns, rows);
        let bands = rows.div_ceil(band);
        let beyond = (2 * pass.sub_steps + 1) * columns;
        self.beyond.clear();
        self.beyond.resize(beyond * bands, 0.0);
        self.nothing.resize(3 * columns, 0.0);
        for meeting in 1..bands {
            self.foresee(pass, meeting, band, (heights, velocity));
        }
        threads::in_bands_of_three(
            (heights.cells_mut(), band * columns),
            (velocity.cells_mut(), band * columns),
            (&mut self.beyond, beyond),
            |index, heights, velocity, beyond| {
                pass.sweep(index * band, heights, velocity, beyond);
            },
        );
    }

    /// Computes, in every sub-step, the last row before the boundary `meeting` of two bands and the first row after it.
    fn foresee(
        &mut self,
        pass: Pass,
        meeting: usize,
        band: usize,
        (heights, velocity): (&Grid<f32>, &Grid<f32>),
    ) {
        let Pass {
            columns, sub_steps, ..
        } = pass;
        let row = meeting * band;
        // Rows farther away do not influence it during the pass.
        let near = row.saturating_sub(sub_steps)..(row + sub_steps).min(pass.rows);
        let cells = near.start * columns..near.end * columns;
        for (seam, grid) in self.seam.iter_mut().zip([heights, velocity]) {
            seam.clear();
            seam.extend_from_slice(&grid.cells()[cells.clone()]);
        }
        let [heights, velocity] = &mut self.seam;
        let beyond = (2 * sub_steps + 1) * columns;
        let (before, after) = self.beyond.split_at_mut(meeting * beyond);
        let before = &mut before[(meeting - 1) * beyond..];
        for sub_step in 0..sub_steps {
            let at = (row - near.start) * columns;
            let north = 2 * sub_step * columns;
            let south = north + columns;
            after[north..south].copy_from_slice(&heights[at - columns..at]);
            before[south..south + columns].copy_from_slice(&heights[at..at + columns]);
            let one = Pass {
                sub_steps: 1,
                ..pass
            };
            one.sweep(near.start, heights, velocity, &mut self.nothing);
        }
    }
}

impl Pass<'_> {
    /// Sweeps the rows from `first` on.
    fn sweep(self, first: usize, heights: &mut [f32], velocity: &mut [f32], beyond: &mut [f32]) {
        let count = heights.len() / self.columns;
        for tick in 0..=count + 2 * (self.sub_steps - 1) {
            for sub_step in 0..self.sub_steps.min(tick / 2 + 1) {
                let row = tick - 2 * sub_step;
                if row <= count {
                    self.advance(first, row, sub_step, (heights, velocity, beyond));
                }
            }
        }
    }

    /// Computes the velocity of the row in a sub-step, and then the height of the row before it.
    fn advance(
        self,
        first: usize,
        row: usize,
        sub_step: usize,
        (heights, velocity, beyond): (&mut [f32], &mut [f32], &mut [f32]),
    ) {
        let columns = self.columns;
        let of = |row: usize| row * columns..(row + 1) * columns;
        let (above, heights) = heights.split_at_mut(row * columns);
        let (above_velocity, velocity) = velocity.split_at_mut(row * columns);
        if heights.is_empty() {
            rise(&mut above[of(row - 1)], &above_velocity[of(row - 1)]);
            return;
        }
        let at = first + row;
        let (is_first, is_last) = (at == 0, at == self.rows - 1);
        let (here, below) = heights.split_at(columns);
        let (beyond, still) = beyond.split_at_mut(2 * self.sub_steps * columns);
        let (north, south) = beyond[2 * sub_step * columns..][..2 * columns].split_at_mut(columns);
        let (north, north_velocity) = if row > 0 {
            (&mut above[of(row - 1)], &above_velocity[of(row - 1)])
        } else {
            if is_first {
                north.copy_from_slice(here);
            }
            (north, &still[..columns])
        };
        if self.fixed && (is_first || is_last) {
            rise(north, north_velocity);
            return;
        }
        let south = if is_last {
            here
        } else {
            below.get(..columns).unwrap_or(south)
        };
        let around = Around {
            here,
            south,
            north_velocity,
        };
        advance(
            self.kernel,
            self.weights,
            self.bed.row(at),
            around,
            (north, &mut velocity[..columns]),
            !self.fixed,
        );
    }
}
