//! A step of the spring pond in one pass over its rows (reference §4).
//!
//! The eight sweeps only need the heights: each adds to W what it adds to L, so that all of them together add to W the
//! difference between L after them and before. A sweep along x needs its own row only, one along z the rows on either side. So
//! the four pairs of sweeps follow each other down the grid, each a row behind the one before, and all the rows between the
//! first and the last are in the cache: a step reads and writes L and W once.
//!
//! ```text
//! row r         moved = L + W, and the first sweep along x
//! row r − 1     the first along z, the second along x
//! …
//! row r − 4     the fourth along z; then L ← swept, W ← W + a + (swept − moved)
//! ```
//!
//! A band of the grid does the same with four more rows on either side, which are copied before the bands begin: what the
//! pairs work out there is worked out twice, to the same bits.

use super::kernel;

/// Pairs of sweeps in a step.
pub(super) const PAIRS: usize = 4;

/// Rows that a pair keeps: the one that comes in and the two before.
const KEPT: usize = 3;

/// What is the same for every row of a step.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) columns: usize,
    /// Of the whole grid.
    pub(super) rows: usize,
    /// f.
    pub(super) spread: f32,
    /// Stiffness and viscosity of the nodes: one row of them for all rows, or as many as the grid has.
    pub(super) springs: [&'a [f32]; 2],
    /// All bits set where water is, none where it is solid; columns × rows.
    pub(super) mask: Option<&'a [u32]>,
}

impl<'a> Step<'a> {
    fn row<T>(&self, cells: &'a [T], row: usize) -> &'a [T] {
        &cells[row * self.columns..][..self.columns]
    }

    fn springs(&self, row: usize) -> [&'a [f32]; 2] {
        self.springs.map(|springs| {
            let row = if springs.len() > self.columns { row } else { 0 };
            self.row(springs, row)
        })
    }

    fn flatten(&self, cells: &mut [f32], row: usize) {
        if let Some(mask) = self.mask {
            kernel::masked(cells, self.row(mask, row));
        }
    }
}

/// The memory of one band, taken once.
#[derive(Clone, Default)]
pub(super) struct Band {
    /// L + W of up to four rows before the band, and of as many behind it.
    before: Vec<f32>,
    behind: Vec<f32>,
    /// The row on its way from pair to pair.
    row: Vec<f32>,
    /// The last rows of every pair after its sweep along x.
    kept: [[Vec<f32>; KEPT]; PAIRS],
    /// The largest height or speed after the step.
    pub(super) largest: f32,
}

impl Band {
    /// Copies what the band needs of its neighbours, of a band of rows `first..end`.
    pub(super) fn prepare(
        &mut self,
        step: &Step,
        (first, end): (usize, usize),
        heights: &[f32],
        velocity: &[f32],
    ) {
        let columns = step.columns;
        let copy = |halo: &mut Vec<f32>, from: usize, to: usize| {
            halo.resize((to - from) * columns, 0.0);
            let cells = from * columns..to * columns;
            kernel::moved(&heights[cells.clone()], &velocity[cells], halo);
        };
        copy(&mut self.before, first.saturating_sub(PAIRS), first);
        copy(&mut self.behind, end, (end + PAIRS).min(step.rows));
        self.row.resize(columns, 0.0);
        for row in self.kept.iter_mut().flatten() {
            row.resize(columns, 0.0);
        }
    }

    /// Makes the step for the rows from `first` on that `heights` and `velocity` hold.
    pub(super) fn run(
        &mut self,
        step: &Step,
        first: usize,
        heights: &mut [f32],
        velocity: &mut [f32],
    ) {
        let columns = step.columns;
        let end = first + heights.len() / columns;
        let start = first.saturating_sub(PAIRS);
        let stop = (end + PAIRS).min(step.rows);
        self.largest = 0.0;
        // Behind the last row of the grid nothing comes in any more, but the pairs still have rows to give out.
        for incoming in start..end + PAIRS {
            let mut row = incoming;
            if incoming < stop {
                let moved = &mut self.row[..];
                if incoming < first {
                    moved.copy_from_slice(&self.before[(incoming - start) * columns..][..columns]);
                } else if incoming < end {
                    let cells = (incoming - first) * columns..(incoming - first + 1) * columns;
                    kernel::moved(&heights[cells.clone()], &velocity[cells], moved);
                } else {
                    moved.copy_from_slice(&self.behind[(incoming - end) * columns..][..columns]);
                }
            }
            for pair in 0..PAIRS {
                // A pair gives out a row when the next one is there, or when there is none.
                if row < stop {
                    let swept = &mut self.kept[pair][row % KEPT];
                    kernel::along_x(&self.row, swept, step.spread);
                    step.flatten(swept, row);
                }
                let Some(done) = row.checked_sub(1).filter(|&done| done >= start) else {
                    row = usize::MAX;
                    break;
                };
                row = done;
                if done >= stop {
                    continue;
                }
                let kept = &self.kept[pair];
                let here = &kept[done % KEPT][..];
                // Only rows of the interior pull.
                let pulls = |row: usize| row > 0 && row + 1 < step.rows;
                let north = match done.checked_sub(1) {
                    Some(north) if pulls(north) => &kept[north % KEPT][..],
                    _ => here,
                };
                let south = if pulls(done + 1) {
                    &kept[(done + 1) % KEPT][..]
                } else {
                    here
                };
                kernel::along_z(north, here, south, &mut self.row, step.spread);
                step.flatten(&mut self.row, done);
            }
            if (first..end).contains(&row) {
                let cells = (row - first) * columns..(row - first + 1) * columns;
                let (heights, velocity) = (&mut heights[cells.clone()], &mut velocity[cells]);
                let [stiffness, viscosity] = step.springs(row);
                let largest = kernel::finish(heights, velocity, &self.row, stiffness, viscosity);
                self.largest = self.largest.max(largest);
                step.flatten(velocity, row);
            }
        }
    }
}
