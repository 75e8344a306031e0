//! Cuspy waves: the horizontal displacement of iWave's surface, the displaced surface, and the horizontal velocity
//! (docs/models.md §6b).
//!
//! ```text
//! D = −∇(−∇²)^(−½) h                      ↔  −i(k/|k|)·h̃, as a sea's
//! u = ∇(−∇²)^(−½) h_t / tanh(√(−∇²)·d)    ↔  i(k/|k|)·h̃_t / tanh(|k|d)
//! ```
//!
//! The surface lies at x + λD with λ = −`choppiness`. The powers of −∇² are applied to cosine waves, the gradient is a difference
//! of the fourth order: 1.2 % less than it should be for waves of 8 cells, 0.08 % for 16.
//!
//! A pool is shown as a height field, so the displaced surface is looked up: the height shown at x is that of the point x0 with
//! x0 + λD(x0) = x, found by iteration. Where the choppiness would fold the surface it is limited to a cusp:
//! √((∇·D)² + |∇h|²) is the steepness kA of a plane wave at every phase, and λ times it stays below [`STEEPEST`].

use super::exact::transform::Transform;
use crate::grid::Grid;
use crate::heights::Heights;
use crate::lazy::Lazy;
use crate::parameter::Parameter;
use crate::pool::{Setup, Size};
use crate::threads::in_bands_from;
use std::f64::consts::PI;

/// The choppiness −λ of both kinds of iWave.
pub(super) const CHOPPINESS: Parameter = Parameter::real("choppiness", "Choppiness", 0.0..=4.0, 0.0).about("Horizontal displacement that sharpens the displayed crests: −λ; 0 leaves them round, 1 is physical. The simulation does not change.");

/// Maximum of λ times the steepness kA; the surface folds at 1.
const STEEPEST: f32 = 0.9;

/// Iterations per look-up. The last one leaves an error of 0.9¹² of a displacement where the surface is steepest.
const ITERATIONS: usize = 12;

/// Minimum number of cells for a second thread.
const WORTH_A_THREAD: usize = 1 << 12;

/// The gradient of a function of |k| applied to a field, with its scratch memory.
struct Riesz {
    size: Size,
    transform: Transform,
    modes: Vec<f32>,
    potential: Grid<f32>,
}

impl Riesz {
    fn new(size: Size) -> Self {
        let (columns, rows) = (size.columns(), size.rows());
        Self {
            size,
            transform: Transform::new(size),
            modes: vec![0.0; columns * rows],
            potential: Grid::new(columns, rows, 0.0),
        }
    }

    /// Sets `result` to the gradient, along x and z, of `field` with each wave multiplied by `weight` of its |k| in rad per cell; in
    /// the field's unit per cell.
    fn gradient(
        &mut self,
        field: &Grid<f32>,
        weight: impl Fn(f64) -> f64,
        result: &mut [Grid<f32>; 2],
    ) {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        self.transform.forward(field.cells(), &mut self.modes);
        let scale = f64::from(self.transform.scale());
        for (line, modes) in self.modes.chunks_exact_mut(rows).enumerate() {
            let k_x = PI * line as f64 / columns as f64;
            for (mode, number) in modes.iter_mut().enumerate() {
                let k = k_x.hypot(PI * mode as f64 / rows as f64);
                let factor = if k > 0.0 { scale * weight(k) } else { 0.0 };
                *number = (f64::from(*number) * factor) as f32;
            }
        }
        let potential = &mut self.potential;
        self.transform
            .inverse(&mut self.modes, potential.cells_mut());
        let potential = &*potential;
        let [along_x, along_z] = result;
        slope_into(along_x, potential, (1, 0));
        slope_into(along_z, potential, (0, 1));
    }
}

/// Sets `result` to the fourth-order difference quotient of `field` along an axis, with cells of length 1; the field is mirrored at its
/// edges.
fn slope_into(result: &mut Grid<f32>, field: &Grid<f32>, (x, z): (usize, usize)) {
    let (columns, rows) = (field.columns(), field.rows());
    in_bands_from(
        WORTH_A_THREAD,
        result.cells_mut(),
        columns,
        |first, band| {
            for (offset, cells) in band.chunks_exact_mut(columns).enumerate() {
                let row = first + offset;
                // Index of a neighbour, mirrored at the edges.
                let place = |at: usize, count: usize, away: isize| -> usize {
                    let at = at as isize + away;
                    let at = if at < 0 { -1 - at } else { at };
                    let last = count as isize - 1;
                    (if at > last { 2 * last + 1 - at } else { at }).clamp(0, last) as usize
                };
                for (column, cell) in cells.iter_mut().enumerate() {
                    let at = |away: isize| {
                        field[(
                            place(column, columns, x as isize * away),
                            place(row, rows, z as isize * away),
                        )]
                    };
                    *cell = (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / 12.0;
                }
            }
        },
    );
}

/// The displayed surface, computed on read.
pub(super) struct Cusps(Lazy<Shown>);

/// The last displayed surface, with scratch memory.
struct Shown {
    riesz: Riesz,
    /// Displacement −λD, cells.
    aside: [Grid<f32>; 2],
    /// Differences of heights and of displacements, per cell.
    slopes: [Grid<f32>; 4],
    heights: Grid<f32>,
}

impl Clone for Cusps {
    fn clone(&self) -> Self {
        Self::new()
    }
}

impl Cusps {
    /// A surface that is not computed yet.
    pub(super) fn new() -> Self {
        Self(Lazy::new())
    }

    /// Invalidates the surface after a change of the heights or the choppiness.
    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// The heights that views show, in metres: sharpened if there is a choppiness.
    pub(super) fn shown<'a>(&'a self, setup: &Setup, heights: &'a Grid<f32>) -> Heights<'a> {
        let choppiness = setup.settings.real("choppiness");
        if choppiness == 0.0 || setup.is_calm {
            return Heights::Metres(heights);
        }
        let (size, length) = (setup.size, setup.length());
        let (columns, rows) = (size.columns(), size.rows());
        let make = || {
            let flat = Grid::new(columns, rows, 0.0);
            Shown {
                riesz: Riesz::new(size),
                aside: [flat.clone(), flat.clone()],
                slopes: [flat.clone(), flat.clone(), flat.clone(), flat.clone()],
                heights: flat,
            }
        };
        let fill = |shown: &mut Shown| shown.fill(heights, length, choppiness as f32);
        Heights::Metres(&self.0.get(make, fill).heights)
    }
}

impl Shown {
    fn fill(&mut self, heights: &Grid<f32>, length: f64, choppiness: f32) {
        let (columns, rows) = (heights.columns(), heights.rows());
        self.riesz.gradient(heights, |k| -1.0 / k, &mut self.aside);
        // Cells per metre.
        let cells = (columns.max(rows) as f64 / length) as f32;
        let [height_x, height_z, aside_x, aside_z] = &mut self.slopes;
        slope_into(height_x, heights, (1, 0));
        slope_into(height_z, heights, (0, 1));
        slope_into(aside_x, &self.aside[0], (1, 0));
        slope_into(aside_z, &self.aside[1], (0, 1));
        for (index, (x, z)) in pairs(&mut self.aside).enumerate() {
            let [dx, dz, xx, zz] = self.slopes.each_ref().map(|grid| grid.cells()[index]);
            let divergence = xx + zz;
            let steepness = cells * (divergence * divergence + dx * dx + dz * dz).sqrt();
            // Limited to STEEPEST, whatever the choppiness.
            let drawn = cells * choppiness / (choppiness * steepness / STEEPEST).max(1.0);
            *x *= drawn;
            *z *= drawn;
        }
        let aside = self.aside.each_ref();
        in_bands_from(
            WORTH_A_THREAD,
            self.heights.cells_mut(),
            columns,
            |first, band| {
                for (offset, cells) in band.chunks_exact_mut(columns).enumerate() {
                    for (column, cell) in cells.iter_mut().enumerate() {
                        let here = [column as f32, (first + offset) as f32];
                        let mut from = here;
                        for _ in 0..ITERATIONS {
                            let [x, z] = aside.map(|grid| between(grid, from));
                            from = [here[0] + x, here[1] + z];
                        }
                        *cell = between(heights, from);
                    }
                }
            },
        );
    }
}

/// The corresponding cells of both grids.
fn pairs([x, z]: &mut [Grid<f32>; 2]) -> impl Iterator<Item = (&mut f32, &mut f32)> {
    x.cells_mut().iter_mut().zip(z.cells_mut())
}

/// Bilinear interpolation of a field, clamped to its edges; `x` and `z` in cells.
fn between(grid: &Grid<f32>, [x, z]: [f32; 2]) -> f32 {
    // NaN counts as 0.
    let place = |at: f32, count: usize| {
        let at = at.max(0.0).min(count as f32 - 1.0);
        let whole = (at as usize).min(count.saturating_sub(2));
        (whole, at - whole as f32)
    };
    let (columns, rows) = (grid.columns(), grid.rows());
    let ((column, part_x), (row, part_z)) = (place(x, columns), place(z, rows));
    let (next, below) = ((column + 1).min(columns - 1), (row + 1).min(rows - 1));
    let mix = |a: f32, b: f32, part: f32| a + (b - a) * part;
    let upper = mix(grid[(column, row)], grid[(next, row)], part_x);
    let lower = mix(grid[(column, below)], grid[(next, below)], part_x);
    mix(upper, lower, part_z)
}

/// Horizontal displacement D along x and z, metres.
pub(super) fn displacement(size: Size, heights: &Grid<f32>) -> [Grid<f32>; 2] {
    of(size, heights, |k| -1.0 / k)
}

/// Horizontal velocity u along x and z, in the unit of the `rise` h_t, over water `depth` cells deep; infinite without a bottom.
pub(super) fn horizontal_velocity(size: Size, rise: &Grid<f32>, depth: f64) -> [Grid<f32>; 2] {
    of(size, rise, |k| 1.0 / (k * (k * depth).tanh()))
}

fn of(size: Size, field: &Grid<f32>, weight: impl Fn(f64) -> f64) -> [Grid<f32>; 2] {
    let flat = Grid::new(size.columns(), size.rows(), 0.0);
    let mut result = [flat.clone(), flat];
    Riesz::new(size).gradient(field, weight, &mut result);
    result
}
