//! The bed: depth from cell to cell, and walls (docs/models.md §5).
//!
//! Water flows through the faces between cells. The depth of a face is the harmonic mean of the depths on its two sides, so that
//! it is 0 toward dry land, and what leaves one cell arrives in the other. Walls close faces, or hold their own cells at 0.
//!
//! An absorbing wall (§5b) is a boundary of matched impedance, h_t + c·∂h/∂n = 0. It passes through the middle of the cells
//! next to it, which are therefore half as large: they have half the volume, and their faces across the wall half the length.
//!
//! Hidden water around the pool has the depth of the nearest edge cell; there, absorbing walls are mirrors.

use super::kernel::{self, Faces};
use super::parameters::{End, Form};
use super::scheme::Scheme;
use crate::grid::Grid;
use crate::pool::{Setup, Size};
use crate::surface::new_depth_revision;

/// Depth and walls of a pool, and which of its rows have neither.
#[derive(Clone, Debug)]
pub(super) struct Bed {
    size: Size,
    /// Cells of hidden water on every side of the pool.
    margin: usize,
    /// The depth map, 0 to 1; as many cells as the pool.
    map: Option<Grid<f32>>,
    /// Identifies the map; 0 without one.
    revision: u64,
    /// 1 open, 0 solid, if there is any wall; as many cells as the pool.
    walls: Option<Grid<f32>>,
    /// Like `walls`, with the margin.
    open: Option<Grid<f32>>,
    /// With the margin: depth as a fraction of the maximum, 0 in walls; if there is a map or a wall.
    depth: Option<Grid<f32>>,
    /// With the margin; if there is a map or a wall.
    faces: Option<BedFaces>,
    /// With the margin; if not 1 everywhere.
    weights: Option<BedWeights>,
    kinds: Vec<Kind>,
}

/// Depth times length of the faces between cells, as a fraction of the maximum depth and of a whole side.
#[derive(Clone, Debug)]
struct BedFaces {
    /// Between each cell and the one east of it; 1 at the edge.
    east: Grid<f32>,
    /// Between each cell and the one south of it; 1 at the edge.
    south: Grid<f32>,
}

/// Factors of the cells.
#[derive(Clone, Debug)]
struct BedWeights {
    /// Factor of the inflow.
    weight: Grid<f32>,
    /// Factor of the velocity in a sub-step, due to absorbing walls.
    keep: Grid<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Even,
    Faces,
    Weighted,
}

impl Bed {
    /// Uniform depth without walls.
    pub(super) fn new(size: Size) -> Self {
        Self {
            size,
            margin: 0,
            map: None,
            revision: 0,
            walls: None,
            open: None,
            depth: None,
            faces: None,
            weights: None,
            kinds: vec![Kind::Even; size.rows()],
        }
    }

    /// Adapts to other walls.
    pub(super) fn set_walls(&mut self, setup: &Setup, scheme: &Scheme) {
        let open = |column, row| {
            if setup.is_solid(column, row) {
                0.0
            } else {
                1.0
            }
        };
        let open = Grid::from_fn(self.size.columns(), self.size.rows(), open);
        self.walls = open.cells().contains(&0.0).then_some(open);
        self.arrange(scheme);
    }

    /// Replaces the map, which has as many cells as the pool.
    pub(super) fn set_map(&mut self, map: Option<&Grid<f32>>, scheme: &Scheme) {
        self.map = map.map(|map| {
            let mut map = map.clone();
            for depth in map.cells_mut() {
                // NaN counts as dry land.
                *depth = if *depth > 0.0 { depth.min(1.0) } else { 0.0 };
            }
            map
        });
        self.revision = map.map_or(0, |_| new_depth_revision());
        self.arrange(scheme);
    }

    /// Identifies the depth map; see [`crate::surface::FieldSource::depth_revision`].
    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Sets the width of the margin in cells.
    pub(super) fn surround(&mut self, margin: usize, scheme: &Scheme) {
        self.margin = margin;
        self.arrange(scheme);
    }

    /// Recomputes depths, faces and the kinds of the rows.
    pub(super) fn arrange(&mut self, scheme: &Scheme) {
        let (columns, rows) = self.cells();
        let extended = |grid: &Grid<f32>| extended(grid, self.margin);
        self.open = self.walls.as_ref().map(extended);
        let map = self.map.as_ref().map(extended);
        let (depth, faces, weights) = if map.is_some() || self.open.is_some() {
            let ground = Ground {
                bed: self,
                map: map.as_ref(),
                scheme,
            };
            let grid = |value: &dyn Fn([usize; 2]) -> f32| {
                Grid::from_fn(columns, rows, |column, row| value([column, row]))
            };
            let faces = BedFaces {
                east: grid(&|at| ground.face(at, 0)),
                south: grid(&|at| ground.face(at, 1)),
            };
            let weights = ground.is_weighted().then(|| BedWeights {
                weight: grid(&|at| ground.weight(at)),
                keep: grid(&|at| ground.keep(at)),
            });
            let depth = grid(&|at| ground.depth(at) * f32::from(ground.is_open(at)));
            (Some(depth), Some(faces), weights)
        } else {
            (None, None, None)
        };
        let even = |grid: &Grid<f32>, row: usize| grid.row(row).iter().all(|&cell| cell == 1.0);
        self.kinds.clear();
        self.kinds.extend((0..rows).map(|row| {
            let weighted =
                |weights: &BedWeights| !even(&weights.weight, row) || !even(&weights.keep, row);
            let uneven = |faces: &BedFaces| {
                let mut rows = [row.saturating_sub(1), row].into_iter();
                !even(&faces.east, row) || rows.any(|row| !even(&faces.south, row))
            };
            if weights.as_ref().is_some_and(weighted) {
                Kind::Weighted
            } else if faces.as_ref().is_some_and(uneven) {
                Kind::Faces
            } else {
                Kind::Even
            }
        }));
        (self.depth, self.faces, self.weights) = (depth, faces, weights);
    }

    /// Columns and rows, with the margin.
    pub(super) fn cells(&self) -> (usize, usize) {
        let both_margins = 2 * self.margin;
        (
            self.size.columns() + both_margins,
            self.size.rows() + both_margins,
        )
    }

    /// The bed of a row.
    pub(super) fn row(&self, row: usize) -> kernel::Bed<'_> {
        let faces = self.faces.as_ref().map(|faces| Faces {
            east: faces.east.row(row),
            north: faces.south.row(row.saturating_sub(1)),
            south: faces.south.row(row),
        });
        match (self.kinds[row], faces, &self.weights) {
            (Kind::Weighted, Some(faces), Some(weights)) => {
                kernel::Bed::Weighted(faces, weights.weight.row(row), weights.keep.row(row))
            }
            (Kind::Faces, Some(faces), _) => kernel::Bed::Faces(faces),
            _ => kernel::Bed::Even,
        }
    }

    /// The face between a cell and its neighbour.
    pub(super) fn face(&self, here: (usize, usize), neighbour: (usize, usize)) -> f32 {
        let first = (here.0.min(neighbour.0), here.1.min(neighbour.1));
        self.faces.as_ref().map_or(1.0, |faces| {
            if here.1 == neighbour.1 {
                faces.east[first]
            } else {
                faces.south[first]
            }
        })
    }

    /// Depth of each cell as a fraction of the maximum, 0 in walls; `None` if it is 1 everywhere.
    pub(super) fn depth(&self) -> Option<&Grid<f32>> {
        self.depth.as_ref()
    }

    /// The depth map, as many cells as the pool.
    pub(super) fn map(&self) -> Option<&Grid<f32>> {
        self.map.as_ref()
    }

    /// 1 for each cell with water, 0 for each solid one, with the margin; `None` without walls.
    pub(super) fn open(&self) -> Option<&Grid<f32>> {
        self.open.as_ref()
    }

    /// Sets cells in walls or on dry land to 0.
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

/// A grid with `margin` more cells on every side, each a copy of the nearest cell.
fn extended(grid: &Grid<f32>, margin: usize) -> Grid<f32> {
    let (columns, rows) = (grid.columns() + 2 * margin, grid.rows() + 2 * margin);
    let margin = margin as i64;
    Grid::from_fn(columns, rows, |column, row| {
        grid.clamped(column as i64 - margin, row as i64 - margin)
    })
}

/// The bed at cells and faces, by column and row with the margin; axis 0 is along the columns, 1 along the
/// rows.
struct Ground<'a> {
    bed: &'a Bed,
    map: Option<&'a Grid<f32>>,
    scheme: &'a Scheme,
}

impl Ground<'_> {
    fn is_open(&self, [column, row]: [usize; 2]) -> bool {
        let open = self.bed.open.as_ref();
        open.is_none_or(|open| open[(column, row)] == 1.0)
    }

    /// The depth from the map, in walls too.
    fn depth(&self, [column, row]: [usize; 2]) -> f32 {
        self.map.map_or(1.0, |map| map[(column, row)])
    }

    /// The neighbour of a cell along an axis, toward higher columns or rows if `forward`, else toward lower ones.
    fn neighbour(&self, mut at: [usize; 2], axis: usize, forward: bool) -> Option<[usize; 2]> {
        let (columns, rows) = self.bed.cells();
        let last = [columns, rows][axis] - 1;
        at[axis] = if forward {
            (at[axis] < last).then(|| at[axis] + 1)?
        } else {
            at[axis].checked_sub(1)?
        };
        Some(at)
    }

    /// The number of sides of a cell, across the axis, that are absorbing walls.
    fn absorbing_sides(&self, at: [usize; 2], axis: usize) -> u8 {
        let (columns, rows) = self.bed.cells();
        let in_pool =
            |at: usize, count: usize| (self.bed.margin..count - self.bed.margin).contains(&at);
        let absorbs = self.scheme.walls == End::Absorbing
            && self.bed.open.is_some()
            && in_pool(at[0], columns)
            && in_pool(at[1], rows)
            && self.is_open(at)
            && self.depth(at) > 0.0;
        if !absorbs {
            return 0;
        }
        let is_wall = |forward| {
            self.neighbour(at, axis, forward)
                .is_some_and(|at| !self.is_open(at))
        };
        u8::from(is_wall(false)) + u8::from(is_wall(true))
    }

    /// The extent of a cell along the axis.
    fn extent(&self, at: [usize; 2], axis: usize) -> f32 {
        if self.absorbing_sides(at, axis) > 0 {
            0.5
        } else {
            1.0
        }
    }

    /// The face of a cell toward higher columns or rows.
    fn face(&self, here: [usize; 2], axis: usize) -> f32 {
        let Some(neighbour) = self.neighbour(here, axis, true) else {
            return 1.0;
        };
        let closed =
            self.scheme.walls != End::Fixed && !(self.is_open(here) && self.is_open(neighbour));
        if closed {
            return 0.0;
        }
        let depth = match self.scheme.form {
            Form::Printed => 1.0,
            Form::Conservative if !self.is_open(here) => self.depth(neighbour),
            Form::Conservative if !self.is_open(neighbour) => self.depth(here),
            Form::Conservative => harmonic_mean(self.depth(here), self.depth(neighbour)),
        };
        depth
            * self
                .extent(here, 1 - axis)
                .min(self.extent(neighbour, 1 - axis))
    }

    fn is_weighted(&self) -> bool {
        self.scheme.form == Form::Printed
            || (self.bed.open.is_some() && self.scheme.walls != End::Free)
    }

    /// The loss of velocity at an absorbing wall in half a sub-step.
    fn loss(&self, at: [usize; 2]) -> f32 {
        let stride = self.scheme.stride() as f32 * self.depth(at).sqrt();
        // The wall's length over the cell's volume, side by side.
        let sides =
            (0..2).map(|axis| f32::from(self.absorbing_sides(at, axis)) / self.extent(at, axis));
        0.5 * stride * sides.sum::<f32>()
    }

    fn weight(&self, at: [usize; 2]) -> f32 {
        if !self.is_open(at) {
            return 0.0;
        }
        let depth = match self.scheme.form {
            Form::Printed => self.depth(at),
            Form::Conservative => 1.0,
        };
        depth / (self.extent(at, 0) * self.extent(at, 1) * (1.0 + self.loss(at)))
    }

    fn keep(&self, at: [usize; 2]) -> f32 {
        let loss = self.loss(at);
        (1.0 - loss) / (1.0 + loss)
    }
}

/// The harmonic mean; 0 if either is 0.
fn harmonic_mean(a: f32, b: f32) -> f32 {
    if a > 0.0 && b > 0.0 {
        2.0 / (1.0 / a + 1.0 / b)
    } else {
        0.0
    }
}
