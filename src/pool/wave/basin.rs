//! What a brush finds in a pool of the wave equation, hidden water included (docs/models.md §5).

use super::bed::Bed;
use super::parameters::End;
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
        let depth = self.bed.depth().map_or(1.0, |depth| depth[(column, row)]);
        let solid = self
            .bed
            .open()
            .is_some_and(|open| open[(column, row)] == 0.0);
        if depth > 0.0 {
            Ground::Water(depth)
        } else if solid && self.scheme.walls != End::Fixed {
            Ground::Solid
        } else {
            Ground::Held
        }
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
