//! The sum of cascades of different size, at the points of the largest (docs/models.md §9a).
//!
//! A cascade goes r times into the largest and has as many cells: point (i, j) of the largest is its point (i·r, j·r), so nothing
//! is interpolated.

use super::Patch;
use crate::grid::Grid;
use crate::threads::in_bands;

/// How often each cascade goes into the first.
pub(super) fn times(patches: &[Patch]) -> Vec<usize> {
    let first = patches.first().map_or(1.0, |patch| patch.length_x);
    let times = patches.iter().map(|patch| (first / patch.length_x).round());
    times.map(|times| times.max(1.0) as usize).collect()
}

/// Sets `sum` to that of `cascades`, each with how often it goes into the first.
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
