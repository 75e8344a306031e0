//! `State`: a surface in units that all models share, for transfer from one water to another.

use super::Size;
use crate::grid::Grid;
use crate::water::Water;

/// A surface with its vertical velocity. Water of another length takes it enlarged or reduced: it keeps its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Metres above the rest level.
    pub heights: Grid<f32>,
    /// Vertical velocity, metres per step, as many cells as the heights.
    pub velocity: Grid<f32>,
    /// Length along the longer side, metres; positive.
    pub length: f64,
}

impl State {
    /// The current surface of `water`.
    pub fn of(water: &dyn Water) -> Self {
        Self {
            heights: water.heights().to_metres(),
            velocity: water.velocity().into_owned(),
            length: water.length(),
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
            length: self.length,
        }
    }

    /// The surface of a pool of `size` cells and this length in metres.
    pub(crate) fn sized(&self, size: Size, length: f64) -> Self {
        let mut surface = self.resampled(size.columns(), size.rows());
        let ratio = (length / self.length) as f32;
        if ratio != 1.0 {
            let grids = [&mut surface.heights, &mut surface.velocity];
            for cell in grids.into_iter().flat_map(Grid::cells_mut) {
                *cell *= ratio;
            }
        }
        surface.length = length;
        surface
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
        let surface = State {
            heights,
            velocity,
            length: 2.0,
        };
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
