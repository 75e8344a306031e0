//! The sum of cascades of different size, at the cells of the largest (docs/models.md §9a).
//!
//! A cascade fits r times into the largest and has as many cells: cell (i, j) of the largest is its cell (i·r, j·r), so nothing
//! is interpolated.

use super::{Fields, Patch, Workspace};
use crate::grid::Grid;
use crate::threads::{in_bands, in_bands_with};

/// Minimum number of cells of all cascades together for a thread per cascade.
const WORTH_A_THREAD: usize = 1 << 14;

/// Calls `work` on each cascade, with its index, its fields and scratch memory of its own, in parallel where there are threads.
pub(super) fn each(
    patches: &mut [Fields],
    workspaces: &mut [Workspace],
    work: impl Fn(usize, &mut Fields, &mut Workspace) + Sync,
) {
    let cells: usize = patches
        .iter()
        .map(|fields| fields.height.cells().len())
        .sum();
    if cells < WORTH_A_THREAD {
        let both = patches.iter_mut().zip(workspaces).enumerate();
        both.for_each(|(patch, (fields, workspace))| work(patch, fields, workspace));
        return;
    }
    in_bands_with(0, patches, 1, workspaces, |first, patches, workspace| {
        for (offset, fields) in patches.iter_mut().enumerate() {
            work(first + offset, fields, workspace);
        }
    });
}

/// How many times each cascade fits into the first.
pub(super) fn times(patches: &[Patch]) -> Vec<usize> {
    let first = patches.first().map_or(1.0, |patch| patch.length_x);
    let times = patches.iter().map(|patch| (first / patch.length_x).round());
    times.map(|times| times.max(1.0) as usize).collect()
}

/// Sets `sum` to the sum of `cascades`, each with how many times it fits into the first.
pub(super) fn add<'a>(
    cascades: impl Iterator<Item = (&'a Grid<f32>, &'a usize)> + Clone + Sync,
    sum: &mut Grid<f32>,
) {
    let (columns, rows) = (sum.columns(), sum.rows());
    in_bands(sum.cells_mut(), columns, |first, band| {
        for (offset, sums) in band.chunks_exact_mut(columns).enumerate() {
            sums.fill(0.0);
            for (cascade, times) in cascades.clone() {
                let cells = cascade.row((first + offset) * times % rows);
                let (step, mut column) = (times % columns, 0);
                for sum in &mut *sums {
                    *sum += cells[column];
                    column += step;
                    if column >= columns {
                        column -= columns;
                    }
                }
            }
        }
    });
}
