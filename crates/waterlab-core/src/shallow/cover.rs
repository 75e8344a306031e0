//! What the water leaves on the ground and carries on its surface: wet ground that dries, and foam (docs/models.md §17).
//!
//! Water breaks where its surface rises faster than waves can follow (Kennedy et al. 2000):
//!
//! ```text
//! Dw/Dt = w_t + u·w_x + v·w_z > 0.3·√(g·h)
//! ```
//!
//! There foam forms. The flow carries it, and it dies away.

use super::ground::Ground;
use super::layer::{Layer, MARGIN};
use crate::grid::Grid;
use crate::threads;

/// Rise of the surface at which foam forms, as a part of the celerity.
const BREAKING: f32 = 0.3;

/// Seconds in which foam covers the water where it breaks at twice that rate.
const GROWTH: f32 = 0.25;

/// The Froude number from which a flow has foam.
const FAST: f32 = 1.5;

/// Foam of a flow whose Froude number is higher by 1 or more, as a part of that where water breaks.
const RAPID: f32 = 0.035;

/// Seconds in which all but 1/e of the foam dies away.
const FOAM_LIFE: f32 = 3.0;

/// Seconds in which wet ground dries.
const DRYING: f32 = 40.0;

/// What covers the cells of a pool.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// Wetness of the ground and foam on the water, 0 to 1; velocity along x and z, m/s.
    cells: Grid<[f32; 4]>,
    before: Grid<[f32; 4]>,
}

/// A step of the water, for its cover.
pub(super) struct Step<'a> {
    pub(super) water: &'a Layer,
    pub(super) ground: &'a Ground,
    /// Change of the levels in the step, metres.
    pub(super) rise: &'a Grid<f32>,
    pub(super) seconds: f32,
    pub(super) spacing: f32,
    pub(super) gravity: f32,
    /// Depth from which ground counts as wet, metres.
    pub(super) film: f32,
}

impl Cover {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let cells = Grid::new(columns, rows, [0.0; 4]);
        Self {
            before: cells.clone(),
            cells,
        }
    }

    /// As [`GroundCover::cells`](crate::surface::GroundCover::cells).
    pub(super) fn cells(&self) -> &Grid<[f32; 4]> {
        &self.cells
    }

    /// Removes the foam, and wets the ground under this water alone.
    pub(super) fn reset(&mut self, is_wet: impl Fn(usize, usize) -> bool) {
        for row in 0..self.cells.rows() {
            for (column, cell) in self.cells.row_mut(row).iter_mut().enumerate() {
                *cell = [f32::from(is_wet(column, row)), 0.0, 0.0, 0.0];
            }
        }
    }

    /// Follows a step of the water.
    pub(super) fn follow(&mut self, step: &Step) {
        std::mem::swap(&mut self.cells, &mut self.before);
        let (columns, before) = (self.cells.columns(), &self.before);
        let [left, dried] = [FOAM_LIFE, DRYING].map(|life| (-step.seconds / life).exp());
        threads::in_bands(self.cells.cells_mut(), columns, |first, band| {
            for (index, cells) in band.chunks_exact_mut(columns).enumerate() {
                step.row(before, first + index, [left, dried], cells);
            }
        });
    }
}

impl Step<'_> {
    fn row(
        &self,
        before: &Grid<[f32; 4]>,
        row: usize,
        [left, dried]: [f32; 2],
        cells: &mut [[f32; 4]],
    ) {
        let last = before.rows() - 1;
        let [level, residual, u, v] = self.water.row(row + MARGIN);
        let north = self.water.row(row.max(1) - 1 + MARGIN)[0];
        let south = self.water.row(row.min(last - 1) + 1 + MARGIN)[0];
        let per_cell = self.seconds / self.spacing;
        for (column, cell) in cells.iter_mut().enumerate() {
            let at = column + MARGIN;
            let depth = (level[at] - self.ground.at(row + MARGIN, at)) + residual[at];
            let [wet, ..] = before[(column, row)];
            let wet = (wet * dried).max((depth / self.film).clamp(0.0, 1.0));
            if depth <= self.film {
                *cell = [wet, 0.0, 0.0, 0.0];
                continue;
            }
            // Levels of dry neighbours are those of the ground: the flow along them does not count.
            let slope = |low: f32, high: f32| (high - low) * 0.5 / self.spacing;
            let vertical = self.rise[(column, row)] / self.seconds
                + u[at] * slope(level[at - 1], level[at + 1])
                + v[at] * slope(north[at], south[at]);
            // Most cells have neither foam nor a reason for any: squares spare them the roots.
            let (square, flow) = (self.gravity * depth, u[at] * u[at] + v[at] * v[at]);
            let mut excess = 0.0;
            if vertical > 0.0 && vertical * vertical > BREAKING * BREAKING * square {
                excess = (vertical / (BREAKING * square.sqrt()) - 1.0).min(1.0);
            }
            // So do sheets that run faster than waves.
            if flow > FAST * FAST * square {
                excess = f32::max(excess, RAPID * ((flow / square).sqrt() - FAST).min(1.0));
            }
            let carried = bilinear(
                before,
                column as f32 - u[at] * per_cell,
                row as f32 - v[at] * per_cell,
            );
            let foam = (carried * left + excess * self.seconds / GROWTH).min(1.0);
            *cell = [1.0, foam, u[at], v[at]];
        }
    }
}

/// Foam at a place in cells, clamped to the pool.
fn bilinear(cells: &Grid<[f32; 4]>, column: f32, row: f32) -> f32 {
    let (columns, rows) = (cells.columns(), cells.rows());
    let column = column.clamp(0.0, (columns - 1) as f32);
    let row = row.clamp(0.0, (rows - 1) as f32);
    let (west, north) = (column as usize, row as usize);
    let (east, south) = ((west + 1).min(columns - 1), (north + 1).min(rows - 1));
    let (x, z) = (column - west as f32, row - north as f32);
    let [upper, lower] = [north, south].map(|row| cells.row(row));
    let mix = |row: &[[f32; 4]]| row[west][1] + x * (row[east][1] - row[west][1]);
    mix(upper) + z * (mix(lower) - mix(upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Size;

    #[test]
    fn the_flow_carries_foam_and_it_dies_away() {
        let (columns, rows) = (60, 40);
        let ground = Ground::level(Size::new(60, 40).unwrap(), -1.0);
        // 0.4 m/s along x and −0.2 m/s along z.
        let mut water = Layer::new(columns, rows);
        for row in 0..rows + 2 * MARGIN {
            for column in 0..columns + 2 * MARGIN {
                *water.at_mut(2, row, column) = 0.4;
                *water.at_mut(3, row, column) = -0.2;
            }
        }
        let rise = Grid::new(columns, rows, 0.0);
        let mut cover = Cover::new(columns, rows);
        for row in 26..32 {
            for column in 10..18 {
                cover.cells[(column, row)] = [1.0, 0.8, 0.0, 0.0];
            }
        }
        let moments = |cover: &Cover| {
            let mut sums = [0.0_f64; 3];
            for row in 0..rows {
                for column in 0..columns {
                    let foam = f64::from(cover.cells()[(column, row)][1]);
                    let of = [foam, foam * column as f64, foam * row as f64];
                    for (sum, of) in sums.iter_mut().zip(of) {
                        *sum += of;
                    }
                }
            }
            [sums[0], sums[1] / sums[0], sums[2] / sums[0]]
        };
        let before = moments(&cover);
        for _ in 0..300 {
            cover.follow(&Step {
                water: &water,
                ground: &ground,
                rise: &rise,
                seconds: 0.01,
                spacing: 0.1,
                gravity: 9.81,
                film: 0.001,
            });
        }
        let after = moments(&cover);
        // 3 s: 12 cells along x, −6 along z, and 1/e of it left.
        assert!(
            (after[1] - before[1] - 12.0).abs() < 0.05,
            "{before:?} {after:?}"
        );
        assert!(
            (after[2] - before[2] + 6.0).abs() < 0.05,
            "{before:?} {after:?}"
        );
        assert!(
            (after[0] / before[0] * 1_f64.exp() - 1.0).abs() < 0.01,
            "{before:?} {after:?}"
        );
        let [wet, _, x, z] = cover.cells()[(30, 20)];
        assert_eq!([wet, x, z], [1.0, 0.4, -0.2]);
    }
}
