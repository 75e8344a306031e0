//! Walls that absorb: what arrives at a side between water and wall goes on as if there were more water (reference §5).
//!
//! Beyond each such side lies a height g that follows the outgoing wave h_t + c·h_x = 0, in Mur's form: with r = √C at the
//! cell of height h,
//!
//! ```text
//! g⁺ = h + (r − 1)/(r + 1)·(h⁺ − g)
//! ```
//!
//! Measured, at a right angle 0.3 % of the amplitude return of waves 24 cells long, 1 % of 12 cells, 4 % of 6; at an angle θ
//! from it (1 − cos θ)/(1 + cos θ) does, 17 % at 45°. A wall may be as thin as one cell: each of its sides has its own g.

use super::bed::Bed;
use super::scheme::Scheme;
use crate::grid::Grid;

/// The sides of the absorbing walls of a pool.
#[derive(Clone, Debug, Default)]
pub(super) struct Faces {
    faces: Vec<Face>,
}

#[derive(Clone, Copy, Debug)]
struct Face {
    /// The cell with water, counted row-major.
    cell: usize,
    /// Its depth as a part of the deepest.
    depth: f32,
    /// The height beyond, metres.
    beyond: f32,
}

impl Faces {
    /// Of all walls of the bed, with the heights beyond as those before them.
    pub(super) fn new(bed: &Bed, heights: &Grid<f32>) -> Self {
        let (Some(open), Some(depth)) = (bed.open(), bed.depth()) else {
            return Self::default();
        };
        let (columns, rows) = (open.columns(), open.rows());
        let mut faces = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let depth = depth[(column, row)];
                if depth == 0.0 {
                    continue;
                }
                let beside = [
                    column.checked_sub(1).map(|west| (west, row)),
                    Some((column + 1, row)),
                    row.checked_sub(1).map(|north| (column, north)),
                    Some((column, row + 1)),
                ];
                let solid = beside
                    .into_iter()
                    .flatten()
                    .filter(|&(column, row)| open.get(column, row) == Some(&0.0));
                faces.extend(solid.map(|_| Face {
                    cell: row * columns + column,
                    depth,
                    beyond: heights[(column, row)],
                }));
            }
        }
        Self { faces }
    }

    /// Whether no wall absorbs.
    pub(super) fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// Takes the heights beyond as those before the walls.
    pub(super) fn level(&mut self, heights: &Grid<f32>) {
        for face in &mut self.faces {
            face.beyond = heights.cells()[face.cell];
        }
    }

    /// Adds to the velocities what the heights beyond the sides do, before the sweep that takes walls for mirrors.
    pub(super) fn push(&self, scheme: &Scheme, heights: &Grid<f32>, velocity: &mut Grid<f32>) {
        let push = (scheme.courant / scheme.decay) as f32;
        for face in &self.faces {
            let slope = face.beyond - heights.cells()[face.cell];
            velocity.cells_mut()[face.cell] += push * face.depth * slope;
        }
    }

    /// Lets the heights beyond follow, after the sweep.
    pub(super) fn follow(&mut self, scheme: &Scheme, heights: &Grid<f32>, velocity: &Grid<f32>) {
        let (stride, decay) = (scheme.stride() as f32, scheme.decay as f32);
        for face in &mut self.faces {
            let stride = stride * face.depth.sqrt();
            let after = heights.cells()[face.cell];
            let before = after - velocity.cells()[face.cell];
            face.beyond =
                decay * before + (stride - 1.0) / (stride + 1.0) * (after - decay * face.beyond);
        }
    }
}
