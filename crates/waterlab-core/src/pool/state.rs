//! `State`: a surface in units that all models share, for transfer from one water to another.

use crate::grid::Grid;
use crate::water::Water;

/// A surface with its vertical velocity, in metres of a pool 2 m long; see [`Water::metres_per_pool_metre`].
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Metres above the rest level.
    pub heights: Grid<f32>,
    /// Vertical velocity, metres per step, as many cells as the heights.
    pub velocity: Grid<f32>,
}

impl State {
    /// The current surface of `water`.
    pub fn of(water: &dyn Water) -> Self {
        let heights = water.heights();
        let metre = water.metres_per_pool_metre() as f32;
        let mut velocity = water.velocity().into_owned();
        for cell in velocity.cells_mut() {
            *cell /= metre;
        }
        Self {
            heights: Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
                heights.metres(column as i64, row as i64) / metre
            }),
            velocity,
        }
    }

    /// The same surface on `columns × rows` cells. The means of heights and velocities are preserved.
    pub fn resampled(&self, columns: usize, rows: usize) -> Self {
        let resampled = |grid: &Grid<f32>| {
            let mut resampled = grid.resampled(columns, rows);
            if (grid.columns(), grid.rows()) == (columns, rows) {
                return resampled;
            }
            let lift = (grid.mean() - resampled.mean()) as f32;
            for cell in resampled.cells_mut() {
                *cell += lift;
            }
            resampled
        };
        Self {
            heights: resampled(&self.heights),
            velocity: resampled(&self.velocity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_number_of_cells_keeps_the_mean() {
        let heights = Grid::from_fn(33, 20, |column, row| ((column * row) % 13) as f32 * 0.01);
        let velocity = Grid::from_fn(33, 20, |column, row| {
            ((column + 3 * row) % 7) as f32 * 0.001
        });
        let surface = State { heights, velocity };
        for (columns, rows) in [(33, 20), (8, 40), (100, 61), (3, 3)] {
            let resampled = surface.resampled(columns, rows);
            assert_eq!(
                (resampled.heights.columns(), resampled.velocity.rows()),
                (columns, rows)
            );
            assert!((resampled.heights.mean() - surface.heights.mean()).abs() < 1e-7);
            assert!((resampled.velocity.mean() - surface.velocity.mean()).abs() < 1e-8);
        }
    }
}
