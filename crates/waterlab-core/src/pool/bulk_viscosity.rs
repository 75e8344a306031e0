//! The effect of a stone or a stroke on moving water: it pulls the surface toward its bottom and slows the flow under it, without adding
//! volume or energy (docs/models.md §12).
//!
//! The surface rises where the flow converges: with the flow q, v = −∇·q. A bulk viscosity of weight u acts on the flow in explicit
//! steps, q ← q + κ∇(u∇·q), which for the surface velocity v are
//!
//! ```text
//! v ← v + ∇·(κp∇(u·v))        κ = 1/4 cell², p the depth of the face between two cells as a part of the deepest
//! ```
//!
//! What one cell loses its neighbour gains, so that the sum of v is conserved. The energy of the flow, ½⟨v, D⁻¹v⟩ with D = −∇·(p∇), changes
//! by −κ⟨v, uv⟩ + ½κ²⟨uv, D uv⟩, which is at most −κ⟨v, uv⟩/2 because no eigenvalue of D exceeds 8 and u is at most 1: it never
//! grows. The weights u are those of a brush twice as wide as the dent; a brush of radius r takes 2r² steps.
//!
//! Heights are known at whole steps and v halfway between them. The pulled height is that at the time of v, h − v/2: reducing the height
//! without v, or v without the height, would raise the waves two cells long.

use super::soft_brush::Dent;
use crate::grid::Grid;

/// κ of each explicit step, cells².
const VISCOSITY: f32 = 0.25;

/// Maximum work per dent, in steps times cells: wider brushes slow the flow less.
const MAX_WORK: usize = 1 << 22;

/// A surface under a brush, as a model provides it.
pub(super) trait Touched {
    /// Whether the cell is water that can move.
    fn is_water(&self, column: usize, row: usize) -> bool;

    /// Depth of the face between two neighbouring cells, as a fraction of the maximum depth; 0 where nothing flows.
    fn face(&self, here: (usize, usize), neighbour: (usize, usize)) -> f32 {
        f32::from(self.is_water(here.0, here.1) && self.is_water(neighbour.0, neighbour.1))
    }

    /// The fraction of the brush's weight that acts on a cell.
    fn open(&self, _column: usize, _row: usize) -> f32 {
        1.0
    }

    /// Height of a cell, and its rise since the previous time step, in the same unit.
    fn at(&self, column: usize, row: usize) -> (f32, f32);

    /// Sets height and rise of a cell.
    fn put(&mut self, column: usize, row: usize, state: (f32, f32));

    /// Time from the middle of the rise to the height, in time steps.
    fn middle(&self) -> f32 {
        0.5
    }
}

/// What a disturbance changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Nothing,
    /// Heights alone.
    Heights,
    /// Velocities, too.
    Both,
}

/// Applies brushes to surfaces, in scratch memory that is reused.
#[derive(Debug, Default)]
pub(super) struct BulkViscosity {
    /// Cells around the brush, row-major: weight, velocity, and their product.
    weight: Vec<f32>,
    velocity: Vec<f32>,
    moved: Vec<f32>,
    /// Depth of the faces to the east and to the south of each cell.
    faces: Vec<[f32; 2]>,
}

/// A clone starts without scratch memory and allocates it on first use.
impl Clone for BulkViscosity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl BulkViscosity {
    /// Applies `dent` to a surface of `columns × rows` cells.
    pub(super) fn press(
        &mut self,
        dent: &Dent,
        (columns, rows): (usize, usize),
        surface: &mut impl Touched,
    ) -> Change {
        let middle = surface.middle();
        let mut change = Change::Nothing;
        dent.for_each(columns, rows, |column, row, weight| {
            if surface.is_water(column, row) {
                let weight = weight * surface.open(column, row);
                let (height, rise) = surface.at(column, row);
                let pulled = if dent.adds() {
                    0.0
                } else {
                    height - middle * rise
                };
                let after = height + weight * (dent.bottom() - pulled);
                if after != height {
                    change = Change::Heights;
                    surface.put(column, row, (after, rise));
                }
            }
        });
        if !dent.adds() && self.slow(&dent.widened(), (columns, rows), surface) {
            change = Change::Both;
        }
        change
    }

    /// Slows the flow under `wide`, preserving the heights at the time of the velocity. Returns whether anything moved there.
    fn slow(
        &mut self,
        wide: &Dent,
        (columns, rows): (usize, usize),
        surface: &mut impl Touched,
    ) -> bool {
        let (left, right) = wide.columns(columns);
        let (top, bottom) = wide.rows(rows);
        let (width, height) = (right - left, bottom - top);
        let count = width * height;
        let steps = (wide.square() / 2.0) as usize;
        let steps = steps.min(MAX_WORK / count.max(1));
        if steps == 0 {
            return false;
        }
        self.weight.clear();
        self.weight.resize(count, 0.0);
        self.velocity.clear();
        self.faces.clear();
        for row in top..bottom {
            for column in left..right {
                self.velocity.push(surface.at(column, row).1);
                let here = (column, row);
                let east = (column + 1 < right).then(|| surface.face(here, (column + 1, row)));
                let south = (row + 1 < bottom).then(|| surface.face(here, (column, row + 1)));
                self.faces
                    .push([east, south].map(|face| VISCOSITY * face.unwrap_or(0.0)));
            }
        }
        if self.velocity.iter().all(|&velocity| velocity == 0.0) {
            return false;
        }
        let at = |column, row| (row - top) * width + column - left;
        wide.for_each(columns, rows, |column, row, weight| {
            self.weight[at(column, row)] = weight * surface.open(column, row);
        });
        for _ in 0..steps {
            self.moved.clear();
            let cells = self.weight.iter().zip(&self.velocity);
            self.moved
                .extend(cells.map(|(weight, velocity)| weight * velocity));
            for index in 0..count {
                for (face, step) in self.faces[index].into_iter().zip([1, width]) {
                    if face > 0.0 {
                        let flow = face * (self.moved[index] - self.moved[index + step]);
                        self.velocity[index] -= flow;
                        self.velocity[index + step] += flow;
                    }
                }
            }
        }
        let middle = surface.middle();
        for row in top..bottom {
            for column in left..right {
                let (height, before) = surface.at(column, row);
                let rise = self.velocity[at(column, row)];
                if rise != before {
                    surface.put(column, row, (height + middle * (rise - before), rise));
                }
            }
        }
        true
    }

    /// Slows the flow under `dent` in open water without walls, given its vertical velocity.
    pub(super) fn still(&mut self, dent: &Dent, velocity: &mut Grid<f32>) {
        struct Rise<'a>(&'a mut Grid<f32>);
        impl Touched for Rise<'_> {
            fn is_water(&self, _: usize, _: usize) -> bool {
                true
            }

            fn at(&self, column: usize, row: usize) -> (f32, f32) {
                (0.0, self.0[(column, row)])
            }

            fn put(&mut self, column: usize, row: usize, (_, rise): (f32, f32)) {
                self.0[(column, row)] = rise;
            }
        }
        let size = (velocity.columns(), velocity.rows());
        self.slow(&dent.widened(), size, &mut Rise(velocity));
    }
}
