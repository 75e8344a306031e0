//! What a stone or a stroke does to moving water: it pulls the surface toward its bottom and slows the flow under it, without making
//! volume or energy (docs/models.md §12).
//!
//! The surface rises where water flows together: with the flow q, v = −∇·q. A bulk viscosity of weight u acts on the flow in explicit
//! steps, q ← q + κ∇(u∇·q), which seen from the surface are
//!
//! ```text
//! v ← v + ∇·(κp∇(u·v))        κ = 1/4 cell², p the depth of the face between two cells as a part of the deepest
//! ```
//!
//! What a cell loses its neighbour gains, so that the sum of v is kept. The energy of the flow, ½⟨v, D⁻¹v⟩ with D = −∇·(p∇), changes
//! by −κ⟨v, uv⟩ + ½κ²⟨uv, D uv⟩, which is at most −κ⟨v, uv⟩/2 because no eigenvalue of D is over 8 and u is at most 1: it never
//! grows. The weights u are those of a brush twice as wide as the dent, and 2r² steps of a brush of radius r spread over it.
//!
//! Heights are known at whole steps and v halfway between them. What is pulled is the height at the time of v, h − v/2: by
//! itself, a height that is lessened while v is not, or the other way round, is a higher wave where waves are two cells long.

use super::soft_brush::Dent;
use crate::grid::Grid;

/// Cells²: of each explicit step.
const VISCOSITY: f32 = 0.25;

/// The most work on one dent, in steps times cells: wider brushes slow the flow less.
const MAX_WORK: usize = 1 << 22;

/// A surface under a brush.
pub(super) trait Touched {
    /// Whether the cell moves.
    fn is_water(&self, column: usize, row: usize) -> bool;

    /// Depth of the face between two neighbouring cells, as a part of the deepest; 0 where nothing flows.
    fn face(&self, here: (usize, usize), neighbour: (usize, usize)) -> f32 {
        f32::from(self.is_water(here.0, here.1) && self.is_water(neighbour.0, neighbour.1))
    }

    /// What part of the brush's weight a cell feels.
    fn open(&self, _column: usize, _row: usize) -> f32 {
        1.0
    }

    /// Height, and the rise since the time step before: both in one unit.
    fn at(&self, column: usize, row: usize) -> (f32, f32);

    /// Gives a cell these.
    fn put(&mut self, column: usize, row: usize, state: (f32, f32));

    /// How many time steps before that of the height the middle of the rise lies.
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

/// Presses brushes into surfaces, in memory of its own that is kept.
#[derive(Debug, Default)]
pub(super) struct BulkViscosity {
    /// Of the cells around the brush, row by row: weight, velocity, and their product.
    weight: Vec<f32>,
    velocity: Vec<f32>,
    moved: Vec<f32>,
    /// Depth of the faces to the east and to the south of each.
    faces: Vec<[f32; 2]>,
}

/// A copy of a water takes memory of its own when it needs it.
impl Clone for BulkViscosity {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl BulkViscosity {
    /// Presses `dent` into a surface of `columns × rows` cells.
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

    /// Slows the flow under `wide`, and leaves heights at the time of the velocity as they are. Whether anything moved there.
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

    /// Slows the flow under `dent` in open water that rises everywhere at this velocity.
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
