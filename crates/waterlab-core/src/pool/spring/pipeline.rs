//! Temporal blocking: a step of the spring pond in one pass over its rows (docs/models.md §4).
//!
//! The eight sweeps need only the heights: each adds to W what it adds to L, so that all of them together add to W the
//! difference between L after them and before. A sweep along x needs its own row only, one along z the rows on either side. So
//! the four pairs of sweeps follow each other down the grid, each a row behind the one before, and all the rows between the
//! first and the last stay in the cache: a step reads and writes L and W once.
//!
//! ```text
//! row r         moved = L + W, and the first sweep along x
//! row r − 1     the first along z, the second along x
//! …
//! row r − 4     the fourth along z; then L ← swept, W ← W + a + (swept − moved)
//! ```
//!
//! A band of the grid does the same with four more rows on either side, which are copied before the bands begin: the results of the
//! pairs there are computed twice, with the same bits.

use super::kernel::{self, PAD};
use std::ops::Range;

/// Pairs of sweeps in a step.
pub(super) const PAIRS: usize = 4;

/// Rows that a pair stores: the incoming row and the two before it.
const KEPT: usize = 3;

/// The parameters of a step, the same for every row.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    pub(super) columns: usize,
    /// Rows of the whole grid.
    pub(super) rows: usize,
    /// The spread f.
    pub(super) spread: f32,
    /// Stiffness and viscosity of the nodes: a single row for all rows, or as many as the grid has.
    pub(super) springs: [&'a [f32]; 2],
    /// k·L0 of the nodes, with as many rows; `None` if every rest length is 0.
    pub(super) rest: Option<&'a [f32]>,
    /// All bits set in water, none in solid nodes; columns × rows.
    pub(super) mask: Option<&'a [u32]>,
}

impl<'a> Step<'a> {
    /// Stiffness and viscosity of the nodes of a row.
    fn springs(&self, row: usize) -> [&'a [f32]; 2] {
        self.springs.map(|springs| self.of_row(springs, row))
    }

    /// A row of a grid that has a single row for all, or as many as there are.
    fn of_row(&self, grid: &'a [f32], row: usize) -> &'a [f32] {
        let row = if grid.len() > self.columns { row } else { 0 };
        &grid[self.cells(row)]
    }

    /// Sets the nodes of a row inside walls to 0.
    fn flatten(&self, cells: &mut [f32], row: usize) {
        if let Some(mask) = self.mask {
            kernel::masked(cells, &mask[self.cells(row)]);
        }
    }

    /// The range of a row's cells in a grid.
    fn cells(&self, row: usize) -> Range<usize> {
        row * self.columns..(row + 1) * self.columns
    }
}

/// The scratch memory of one band, allocated once.
#[derive(Clone, Default)]
pub(super) struct Band {
    /// L + W of up to four rows before the band, and of as many after it.
    before: Vec<f32>,
    behind: Vec<f32>,
    /// The input row of a pair, and its output row.
    rows: [Row; 2],
    /// The last rows of every pair after its sweep along x, from north to south; the last of them is the next to be written.
    kept: [[Row; KEPT]; PAIRS],
    /// Whether the whole band is at rest after the step; with rest lengths, whether the step has moved none of it.
    pub(super) still: bool,
}

/// A row with [`PAD`] padding nodes at either end, whose first node is aligned to a cache line.
#[derive(Clone, Default)]
struct Row {
    cells: Vec<f32>,
    start: usize,
}

impl Row {
    /// Resizes the row to `columns` nodes.
    fn fit(&mut self, columns: usize) {
        self.cells.resize(columns + 3 * PAD, 0.0);
        let pointer = self.cells.as_ptr();
        self.start = pointer.align_offset(PAD * size_of::<f32>()).min(PAD);
    }

    /// The nodes including the padding.
    fn padded(&self) -> &[f32] {
        &self.cells[self.start..]
    }

    fn padded_mut(&mut self) -> &mut [f32] {
        &mut self.cells[self.start..]
    }

    fn nodes(&self, columns: usize) -> &[f32] {
        &self.padded()[PAD..][..columns]
    }

    fn nodes_mut(&mut self, columns: usize) -> &mut [f32] {
        &mut self.padded_mut()[PAD..][..columns]
    }
}

impl Band {
    /// Allocates memory, and copies the neighbouring rows that the band of rows `first..end` needs.
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
        for row in self.rows.iter_mut().chain(self.kept.iter_mut().flatten()) {
            row.fit(columns);
        }
    }

    /// Makes the step for the rows from `first` on that `heights` and `velocity` contain.
    pub(super) fn run(
        &mut self,
        step: &Step,
        first: usize,
        heights: &mut [f32],
        velocity: &mut [f32],
    ) {
        let end = first + heights.len() / step.columns;
        let start = first.saturating_sub(PAIRS);
        let stop = (end + PAIRS).min(step.rows);
        self.still = true;
        // After the last row of the grid nothing comes in any more, but the pairs still have output rows.
        for incoming in start..end + PAIRS {
            let moved = self.rows[0].nodes_mut(step.columns);
            if incoming < first {
                moved.copy_from_slice(&self.before[step.cells(incoming - start)]);
            } else if incoming < end {
                let cells = step.cells(incoming - first);
                kernel::moved(&heights[cells.clone()], &velocity[cells], moved);
            } else if incoming < stop {
                moved.copy_from_slice(&self.behind[step.cells(incoming - end)]);
            }
            let done = self.sweep(step, incoming, (start, stop));
            let Some(row) = done.filter(|row| (first..end).contains(row)) else {
                continue;
            };
            let cells = step.cells(row - first);
            let (heights, velocity) = (&mut heights[cells.clone()], &mut velocity[cells]);
            let swept = self.rows[0].nodes(step.columns);
            let springs @ [stiffness, viscosity] = step.springs(row);
            let still = match step.rest.map(|rest| step.of_row(rest, row)) {
                None => kernel::finish(heights, velocity, swept, stiffness, viscosity),
                Some(rest) => kernel::finish_with_rest(heights, velocity, swept, springs, rest),
            };
            self.still &= still;
            step.flatten(velocity, row);
        }
    }

    /// Passes a row through the pairs, each of which outputs the row before; returns the index of the row that the last pair outputs
    /// in `rows[0]`, if any. Rows from `start` to `stop` come in.
    fn sweep(
        &mut self,
        step: &Step,
        incoming: usize,
        (start, stop): (usize, usize),
    ) -> Option<usize> {
        let columns = step.columns;
        // Only interior rows pull.
        let pulls = |row: usize| row > 0 && row + 1 < step.rows;
        let mut row = incoming;
        for [north, here, south] in &mut self.kept {
            let [before, after] = &mut self.rows;
            let north_pulls = row >= start + 2 && pulls(row - 2);
            if row < stop && north_pulls && pulls(row) && step.mask.is_none() {
                let rows = [north.nodes(columns), here.nodes(columns)];
                let (south, after) = (south.nodes_mut(columns), after.padded_mut());
                kernel::pair(before.padded(), rows, south, after, step.spread);
            } else {
                if row < stop {
                    kernel::along_x(before.padded(), south.nodes_mut(columns), step.spread);
                    step.flatten(south.nodes_mut(columns), row);
                }
                if row > start && row <= stop {
                    let here = &*here;
                    let north = if north_pulls { &*north } else { here };
                    let south = if pulls(row) { &*south } else { here };
                    let rows = [north, here, south].map(|row| row.nodes(columns));
                    kernel::along_z(rows, after.nodes_mut(columns), step.spread);
                    step.flatten(after.nodes_mut(columns), row - 1);
                }
            }
            if row < stop {
                std::mem::swap(north, here);
                std::mem::swap(here, south);
            }
            if row == start {
                return None;
            }
            row -= 1;
            self.rows.swap(0, 1);
        }
        Some(row)
    }
}
