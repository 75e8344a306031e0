//! What a brush finds in a pool of the wave equation, hidden water included (docs/models.md §5).

use super::bed::Bed;
use super::parameters::{End, Form};
use super::scheme::Scheme;
use crate::grid::Grid;
use crate::pool::bulk_viscosity::{Ground, Touched};

/// The water under a brush, with the margin.
pub(super) struct Basin<'a> {
    pub(super) heights: &'a mut Grid<f32>,
    pub(super) velocity: &'a mut Grid<f32>,
    /// The heights of the pool itself, so many cells inside, if it has a margin.
    pub(super) pool: Option<(&'a mut Grid<f32>, usize)>,
    pub(super) bed: &'a Bed,
    pub(super) scheme: &'a Scheme,
}

impl Touched for Basin<'_> {
    fn ground(&self, column: usize, row: usize) -> Ground {
        let ends = |at: usize, count: usize| at == 0 || at == count - 1;
        let border = ends(column, self.heights.columns()) || ends(row, self.heights.rows());
        if border && self.scheme.edges == End::Fixed {
            return Ground::Held;
        }
        let cell = (column, row);
        let of = |grid: Option<&Grid<f32>>| grid.map_or(1.0, |grid| grid[cell]);
        let (is_wet, is_solid) = (of(self.bed.depth()) > 0.0, of(self.bed.open()) == 0.0);
        let mirrors = if is_solid {
            self.scheme.walls != End::Fixed
        } else {
            self.scheme.form == Form::Conservative
        };
        match (is_wet, mirrors) {
            (true, _) => Ground::Water(self.bed.inverse_volume(cell)),
            (false, true) => Ground::Solid,
            (false, false) => Ground::Held,
        }
    }

    fn face(&self, here: (usize, usize), beside: (usize, usize)) -> f32 {
        self.bed.face(here, beside)
    }

    fn at(&self, column: usize, row: usize) -> (f32, f32) {
        (self.heights[(column, row)], self.velocity[(column, row)])
    }

    fn put(&mut self, column: usize, row: usize, (height, rise): (f32, f32)) {
        self.heights[(column, row)] = height;
        self.velocity[(column, row)] = rise;
        if let Some((pool, margin)) = &mut self.pool {
            let (column, row) = (column.wrapping_sub(*margin), row.wrapping_sub(*margin));
            if column < pool.columns() && row < pool.rows() {
                pool[(column, row)] = height;
            }
        }
    }
}
