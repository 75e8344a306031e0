//! What lies under and in the water: depth from cell to cell, and walls (docs/models.md §5).
//!
//! Hidden water around the pool lies on what its nearest edge lies on.

use super::kernel::{self, Open};
use super::parameters::End;
use crate::grid::Grid;
use crate::pool::{Obstruction, Size};
use crate::surface::new_depth_revision;

/// Depth and walls of a pool, and which of its rows know of neither.
#[derive(Clone, Debug)]
pub(super) struct Bed {
    size: Size,
    /// Cells of hidden water on every side of the pool.
    margin: usize,
    /// From 0 to 1, as it was given; as many cells as the pool.
    map: Option<Grid<f32>>,
    /// Names the map; 0 where there is none.
    revision: u64,
    /// 1 open, 0 solid, if there is any wall; as many cells as the pool.
    walls: Option<Grid<f32>>,
    /// The same with the margin.
    open: Option<Grid<f32>>,
    /// With the margin: depth as a part of the deepest, 0 in walls; if there is a map or a wall.
    depth: Option<Grid<f32>>,
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Even,
    Uneven,
    Walled,
}

impl Bed {
    /// Deep and open everywhere.
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            margin: 0,
            map: None,
            revision: 0,
            walls: None,
            open: None,
            depth: None,
            kinds: vec![Kind::Even; size.rows()],
        }
    }

    /// Takes these walls in the place of those there were.
    pub(super) fn obstruct(&mut self, obstruction: &Obstruction, walls: End) {
        let open = Grid::from_fn(self.size.columns(), self.size.rows(), |column, row| {
            if obstruction.is_solid(column, row) {
                0.0
            } else {
                1.0
            }
        });
        self.walls = open.cells().contains(&0.0).then_some(open);
        self.arrange(walls);
    }

    /// Takes this map, brought to the number of cells of the pool, in the place of the one there was.
    pub(super) fn set_map(&mut self, map: Option<&Grid<f32>>, walls: End) {
        self.map = map.map(|map| {
            let mut map = map.resampled(self.size.columns(), self.size.rows());
            for depth in map.cells_mut() {
                // What is not a number is dry land.
                *depth = if *depth > 0.0 { depth.min(1.0) } else { 0.0 };
            }
            map
        });
        self.revision = map.map_or(0, |_| new_depth_revision());
        self.arrange(walls);
    }

    /// Names the depth map; see [`crate::surface::FieldSource::depth_revision`].
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes a margin of so many cells in the place of the one there was.
    pub(super) fn surround(&mut self, margin: usize, walls: End) {
        self.margin = margin;
        self.arrange(walls);
    }

    /// Works out the depths and the kinds of the rows again.
    pub(super) fn arrange(&mut self, walls: End) {
        let (columns, rows) = self.cells();
        let extended = |grid: &Grid<f32>| extended(grid, self.margin);
        self.open = self.walls.as_ref().map(extended);
        let (map, open) = (self.map.as_ref().map(extended), &self.open);
        let any = map.is_some() || open.is_some();
        self.depth = any.then(|| {
            Grid::from_fn(columns, rows, |column, row| {
                let of = |grid: &Option<Grid<f32>>| grid.as_ref().map_or(1.0, |g| g[(column, row)]);
                of(&map) * of(open)
            })
        });
        let (open, depth) = (&self.open, &self.depth);
        let even = |grid: &Grid<f32>, row: usize| grid.row(row).iter().all(|&cell| cell == 1.0);
        self.kinds.clear();
        self.kinds.extend((0..rows).map(|row| {
            let mut near = row.saturating_sub(1)..=(row + 1).min(rows - 1);
            let mirrors = walls != End::Fixed
                && open
                    .as_ref()
                    .is_some_and(|open| near.any(|row| !even(open, row)));
            if mirrors {
                Kind::Walled
            } else if depth.as_ref().is_none_or(|depth| even(depth, row)) {
                Kind::Even
            } else {
                Kind::Uneven
            }
        }));
    }

    /// Columns and rows, with the margin.
    pub(super) fn cells(&self) -> (usize, usize) {
        let beside = 2 * self.margin;
        (self.size.columns() + beside, self.size.rows() + beside)
    }

    /// How far in the margin one of so many columns or rows lies: 0 in the pool, 1 at the end.
    pub(super) fn outside(&self, at: usize, count: usize) -> f64 {
        let inward = at.min(count - 1 - at);
        self.margin.saturating_sub(inward) as f64 / self.margin.max(1) as f64
    }

    /// What the cells of a row lie on.
    pub(super) fn row(&self, row: usize) -> kernel::Bed<'_> {
        match (self.kinds[row], &self.depth, &self.open) {
            (Kind::Walled, Some(depth), Some(open)) => {
                kernel::Bed::Walled(depth.row(row), around(open, row))
            }
            (Kind::Uneven, Some(depth), _) => kernel::Bed::Uneven(depth.row(row)),
            _ => kernel::Bed::Even,
        }
    }

    /// Depth of each cell as a part of the deepest, 0 in walls; none where it is 1 everywhere.
    pub(super) fn depth(&self) -> Option<&Grid<f32>> {
        self.depth.as_ref()
    }

    /// The depth map, as many cells as the pool.
    pub(super) fn map(&self) -> Option<&Grid<f32>> {
        self.map.as_ref()
    }

    /// 1 for each cell of the pool that has water, 0 for each that is solid; none where all have.
    pub(super) fn walls(&self) -> Option<&Grid<f32>> {
        self.walls.as_ref()
    }

    /// The same with the margin.
    pub(super) fn open(&self) -> Option<&Grid<f32>> {
        self.open.as_ref()
    }

    /// Sets what lies in walls or on dry land to 0.
    pub(super) fn flatten(&self, cells: &mut [f32]) {
        if let Some(depth) = &self.depth {
            for (cell, &depth) in cells.iter_mut().zip(depth.cells()) {
                if depth == 0.0 {
                    *cell = 0.0;
                }
            }
        }
    }
}

/// A grid with `margin` more cells on every side, each like the nearest of its own.
fn extended(grid: &Grid<f32>, margin: usize) -> Grid<f32> {
    let (columns, rows) = (grid.columns() + 2 * margin, grid.rows() + 2 * margin);
    let margin = margin as i64;
    Grid::from_fn(columns, rows, |column, row| {
        grid.clamped(column as i64 - margin, row as i64 - margin)
    })
}

/// A row and those beside it; beyond the edge, the row itself.
fn around(grid: &Grid<f32>, row: usize) -> Open<'_> {
    Open {
        here: grid.row(row),
        north: grid.row(row.saturating_sub(1)),
        south: grid.row((row + 1).min(grid.rows() - 1)),
    }
}
