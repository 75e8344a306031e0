//! A pool of the wave equation as the target of a brush, hidden water included (docs/models.md §5).

use super::bed::Bed;
use super::parameters::End;
use super::scheme::Scheme;
use crate::grid::Grid;
use crate::pool::bulk_viscosity::Touched;

/// The water under a brush, with the margin.
pub(super) struct Basin<'a> {
    pub(super) heights: &'a mut Grid<f32>,
    pub(super) velocity: &'a mut Grid<f32>,
    /// The heights of the pool itself and the width of its margin in cells, if it has one.
    pub(super) pool: Option<(&'a mut Grid<f32>, usize)>,
    pub(super) bed: &'a Bed,
    pub(super) scheme: &'a Scheme,
}

impl Touched for Basin<'_> {
    fn is_water(&self, column: usize, row: usize) -> bool {
        let ends = |at: usize, count: usize| at == 0 || at == count - 1;
        let border = ends(column, self.heights.columns()) || ends(row, self.heights.rows());
        let is_held = border && self.scheme.edges == End::Fixed;
        let depth = self.bed.depth().map_or(1.0, |depth| depth[(column, row)]);
        !is_held && depth > 0.0
    }

    fn face(&self, here: (usize, usize), neighbour: (usize, usize)) -> f32 {
        let flows = self.is_water(here.0, here.1) && self.is_water(neighbour.0, neighbour.1);
        f32::from(flows) * self.bed.face(here, neighbour)
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
