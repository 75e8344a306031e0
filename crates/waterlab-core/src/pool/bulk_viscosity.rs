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
use crate::threads::for_each_target;

/// κ of each explicit step, cells².
const VISCOSITY: f32 = 0.25;

/// Maximum work per dent, in steps times cells: wider brushes slow the flow less.
const MAX_WORK: usize = 1 << 22;

/// Maximum work per time step of the water: when more dents arrive, as in a downpour of boulders, the last ones do not slow the flow.
const MAX_WORK_PER_STEP: usize = 4 * MAX_WORK;

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
    /// κ times the depth of the faces to the east and to the south of each cell.
    east: Vec<f32>,
    south: Vec<f32>,
    /// Flow through the faces to the north and to the west of the cells of a row, and to the east of its last one.
    from_north: Vec<f32>,
    from_west: Vec<f32>,
    /// Steps times cells since the last time step of the water.
    work: usize,
}

/// A clone starts without scratch memory and allocates it on first use.
impl Clone for BulkViscosity {
    fn clone(&self) -> Self {
        Self {
            work: self.work,
            ..Self::default()
        }
    }
}

impl BulkViscosity {
    /// Called once in each time step of the water: what follows may do as much work as before.
    pub(super) fn start_step(&mut self) {
        self.work = 0;
    }

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
        if steps == 0 || self.work >= MAX_WORK_PER_STEP {
            return false;
        }
        self.velocity.clear();
        self.east.clear();
        self.south.clear();
        for row in top..bottom {
            for column in left..right {
                self.velocity.push(surface.at(column, row).1);
                let here = (column, row);
                let east = (column + 1 < right).then(|| surface.face(here, (column + 1, row)));
                let south = (row + 1 < bottom).then(|| surface.face(here, (column, row + 1)));
                self.east.push(VISCOSITY * east.unwrap_or(0.0));
                self.south.push(VISCOSITY * south.unwrap_or(0.0));
            }
        }
        if self.velocity.iter().all(|&velocity| velocity == 0.0) {
            return false;
        }
        self.work += steps * count;
        self.weight.clear();
        self.weight.resize(count, 0.0);
        self.moved.resize(count, 0.0);
        self.from_west.resize(width + 1, 0.0);
        let at = |column, row| (row - top) * width + column - left;
        wide.for_each(columns, rows, |column, row, weight| {
            self.weight[at(column, row)] = weight * surface.open(column, row);
        });
        for _ in 0..steps {
            multiply(&self.weight, &self.velocity, &mut self.moved);
            self.from_north.clear();
            self.from_north.resize(width, 0.0);
            for row in 0..height {
                let cells = row * width..(row + 1) * width;
                let next = (row + 1).min(height - 1) * width;
                exchange(
                    &mut self.velocity[cells.clone()],
                    [&self.moved[cells.clone()], &self.moved[next..][..width]],
                    [&self.east[cells.clone()], &self.south[cells]],
                    &mut self.from_north,
                    &mut self.from_west,
                );
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

for_each_target! {
    /// Computes u·v of each cell.
    fn multiply(weight: &[f32], velocity: &[f32], moved: &mut [f32]) {
        for ((moved, weight), velocity) in moved.iter_mut().zip(weight).zip(velocity) {
            *moved = weight * velocity;
        }
    }
}

for_each_target! {
    /// Adds to the velocities of a row what flows in from the north and the west, and subtracts what flows out to the east and the
    /// south. `moved` is u·v of this row and of the next one; of the last row there is no next, and its `south` faces are 0.
    /// `from_north` becomes the flow into the next row.
    fn exchange(
        velocity: &mut [f32],
        [moved, next]: [&[f32]; 2],
        [east, south]: [&[f32]; 2],
        from_north: &mut [f32],
        from_west: &mut [f32],
    ) {
        let count = velocity.len();
        let (moved, next, from_north) = (&moved[..count], &next[..count], &mut from_north[..count]);
        let (east, south, from_west) = (&east[..count], &south[..count], &mut from_west[..=count]);
        for index in 1..count {
            from_west[index] = east[index - 1] * (moved[index - 1] - moved[index]);
        }
        from_west[count] = 0.0;
        for index in 0..count {
            let to_south = south[index] * (moved[index] - next[index]);
            let inflow = velocity[index] + from_north[index] + from_west[index];
            velocity[index] = inflow - from_west[index + 1] - to_south;
            from_north[index] = to_south;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Disturbance, Fraction, Size};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn dent(at: (f64, f64), radius: f64, size: (usize, usize)) -> Dent {
        let at = Fraction::new(at.0, at.1).unwrap();
        let size = Size::new(size.0 as i64, size.1 as i64).unwrap();
        Dent::new(&Disturbance::stone(at, radius, 100.0), size, 1.0)
    }

    fn random_velocity(size: (usize, usize)) -> Grid<f32> {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        Grid::from_fn(size.0, size.1, |_, _| random.random_range(-1.0..1.0))
    }

    #[test]
    fn the_flow_is_that_of_the_formula_between_each_pair_of_neighbours() {
        for (columns, rows, radius) in [(31, 17, 6.0), (3, 20, 3.0), (40, 3, 9.0), (9, 9, 30.0)] {
            let dent = dent((0.3, 0.6), radius, (columns, rows));
            let mut velocity = random_velocity((columns, rows));
            let mut wanted = velocity.clone();
            BulkViscosity::default().still(&dent, &mut velocity);

            let wide = dent.widened();
            for _ in 0..(2.0 * radius * radius) as usize {
                let moved = Grid::from_fn(columns, rows, |column, row| {
                    wide.weight((column as f64, row as f64)) * wanted[(column, row)]
                });
                // The square that is computed ends where the brush does.
                let (west, east) = wide.columns(columns);
                let (north, south) = wide.rows(rows);
                for row in north..south {
                    for column in west..east {
                        for next in [(column + 1, row), (column, row + 1)] {
                            if next.0 < east && next.1 < south {
                                let flow = 0.25 * (moved[(column, row)] - moved[next]);
                                wanted[(column, row)] -= flow;
                                wanted[next] += flow;
                            }
                        }
                    }
                }
            }
            let cells = velocity.cells().iter().zip(wanted.cells());
            let off = cells.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-5, "{columns} × {rows}: {off}");
        }
    }

    #[test]
    fn a_downpour_of_boulders_costs_no_more_than_a_few_and_the_next_step_slows_again() {
        let size = (128, 128);
        let boulder = dent((0.5, 0.5), 60.0, size);
        let mut viscosity = BulkViscosity::default();
        for _ in 0..2 {
            viscosity.start_step();
            let mut slowed = 0;
            for _ in 0..40 {
                let before = random_velocity(size);
                let mut after = before.clone();
                viscosity.still(&boulder, &mut after);
                slowed += usize::from(after != before);
            }
            assert_eq!(slowed, 4);
        }
    }
}
