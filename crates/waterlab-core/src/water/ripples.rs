//! `Ripples`: a pool's waves on top of a sea, created by disturbances.
//!
//! They are simulated by exact iWave (docs/models.md §6a) on as many cells as the sea has: deep-water waves under the sea's gravity, with
//! damping so that they settle. The cells cover a [`Window`] around the viewpoint, or else the sea's largest cascade. Heights are those
//! of a pool 2 m long until they are shown, so that a stone's dent, relative to the window's size, is as deep as in any pool.
//!
//! The simulated pool has walls at the edge of the window: what is shown fades to 0 over its outer [`RIM`], so that no seam is visible.

use crate::grid::Grid;
use crate::parameter::{Settings, Value};
use crate::pool::{Disturbance, IWaveExact, Patch, Size, State};
use crate::surface::Window;
use crate::water::Water;

/// The fraction of each side, at either end, over which the ripples fade.
const RIM: f64 = 0.125;

/// The relative loss of height of a ripple while a wave one cell long advances by a radian.
const DAMPING: f64 = 0.03;

/// Minimum damping, 1/s.
const MIN_DAMPING: f64 = 0.2;

/// Gravity in the pool of the ripples; only its product with the square of the time step matters.
const GRAVITY: f64 = 9.8;

/// The simulated ripples and their fade weights.
pub(super) struct Ripples {
    pool: IWaveExact,
    /// Fade weight of each column and of each row.
    window: [Vec<f32>; 2],
    parameters: RippleParameters,
}

/// The parameters of ripples on a sea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RippleParameters {
    /// Gravity, m/s².
    pub gravity: f64,
    /// Distance between neighbouring cells, metres.
    pub spacing: f64,
    /// Half of the longer side of the window, or of the patch, metres.
    pub metre: f64,
    /// Seconds per step.
    pub step: f64,
    /// Whether the cells cover a window once, and do not repeat.
    pub once: bool,
}

/// The contribution of ripples to the sea, columns × rows.
pub(super) struct Rippled {
    /// Height of the patch including the ripples, metres, if they are on it.
    pub surface: Grid<f32>,
    /// Height of the ripples alone, metres.
    pub height: Grid<f32>,
    /// Slope ∂h/∂x and ∂h/∂z of `height`: central differences, periodic.
    pub slope: [Grid<f32>; 2],
    /// Zeros: ripples have no horizontal displacement.
    pub flat: Grid<f32>,
}

impl Ripples {
    /// Calm water.
    pub(super) fn new(size: Size, parameters: RippleParameters) -> Self {
        let mut ripples = Self {
            pool: IWaveExact::new(size),
            window: [size.columns(), size.rows()].map(|count| window(count, parameters.once)),
            parameters,
        };
        ripples.follow(parameters);
        ripples
    }

    /// Continues with other parameters.
    pub(super) fn follow(&mut self, parameters: RippleParameters) {
        if self.parameters.once != parameters.once {
            let size = self.pool.size();
            self.window = [size.columns(), size.rows()].map(|count| window(count, parameters.once));
        }
        self.parameters = parameters;
        // In the pool a cell is a metre; its time step is chosen so that the product is right.
        let in_cells = parameters.gravity / parameters.spacing;
        let product = in_cells * parameters.step * parameters.step;
        let step = (product / GRAVITY).sqrt().clamp(0.001, 10.0);
        let gravity = (product / (step * step)).clamp(0.1, 100.0);
        let damping = (DAMPING * in_cells.sqrt()).max(MIN_DAMPING);
        let damping = (damping * parameters.step / step).clamp(0.0, 20.0);
        let mut settings: Settings = self.pool.settings().clone();
        for (key, value) in [
            ("time_step", step),
            ("gravity", gravity),
            ("damping", damping),
        ] {
            let set = settings.set(key, Value::Real(value));
            debug_assert!(set.is_ok(), "{set:?}: within its range");
        }
        let adopted = self.pool.apply_settings(&settings);
        debug_assert!(adopted.is_ok(), "{adopted:?}: stable with any numbers");
    }

    /// Continues in another window: ripples within both keep their place and height, except where the new window fades.
    pub(super) fn carry(&mut self, from: &Window, to: &Window, parameters: RippleParameters) {
        let ratio = (self.parameters.metre / parameters.metre) as f32;
        let heights = self.pool.heights().to_metres();
        let (columns, rows) = (heights.columns(), heights.rows());
        let velocity = self.pool.velocity().into_owned();
        let before = self.window.clone();
        self.follow(parameters);
        let shown = Grid::from_fn(columns, rows, |column, row| {
            before[0][column] * before[1][row]
        });
        let now = &self.window;
        let carried = |grid: &Grid<f32>| {
            Grid::from_fn(columns, rows, |column, row| {
                let cell = (column as f64 + 0.5, row as f64 + 0.5);
                let place = to.place((cell.0 / columns as f64, cell.1 / rows as f64));
                let place = from.fraction(place);
                // The visible height is preserved where the fade weight allows it.
                let share = blended(&shown, place) / (now[0][column] * now[1][row]).max(1e-6);
                ratio * share.min(1.0) * blended(grid, place)
            })
        };
        let state = State {
            heights: carried(&heights),
            velocity: carried(&velocity),
            length: self.pool.length(),
        };
        self.pool.set_state(&state);
    }

    pub(super) fn disturb(&mut self, disturbance: &Disturbance) {
        self.pool.disturb(disturbance);
    }

    /// As [`Water::raise`].
    pub(super) fn raise(&mut self, patches: &[Patch]) {
        let patches: Vec<_> = patches.iter().map(|patch| self.scaled(patch)).collect();
        self.pool.raise(&patches);
    }

    /// As [`Water::press`].
    pub(super) fn press(&mut self, patch: &Patch) {
        self.pool.press(&self.scaled(patch));
    }

    /// A patch in metres of the sea, in those of the pool of the ripples.
    fn scaled(&self, patch: &Patch) -> Patch {
        let mut patch = patch.clone();
        for metres in patch.metres.cells_mut() {
            *metres /= self.parameters.metre as f32;
        }
        patch
    }

    pub(super) fn state(&self) -> State {
        State::of(&self.pool)
    }

    pub(super) fn set_state(&mut self, surface: &State) {
        self.pool.set_state(surface);
    }

    pub(super) fn step(&mut self) {
        self.pool.step();
    }

    /// Whether there are no ripples.
    pub(super) fn is_calm(&self) -> bool {
        self.pool.is_calm()
    }

    /// The visible height of the ripples at a cell, metres of the sea.
    fn shown(&self, column: usize, row: usize) -> f32 {
        self.window[0][column] * self.window[1][row] * self.parameters.metre as f32
    }

    /// Adds the vertical velocity of the ripples, metres per step.
    pub(super) fn add_velocity(&self, velocity: &mut Grid<f32>) {
        let own = self.pool.velocity();
        for row in 0..velocity.rows() {
            for (column, cell) in velocity.row_mut(row).iter_mut().enumerate() {
                *cell += own[(column, row)] * self.shown(column, row);
            }
        }
    }

    /// Writes the ripples' contribution to a sea.
    pub(super) fn show(&self, rippled: &mut Rippled) {
        let heights = self.pool.heights();
        let (columns, rows) = (heights.columns(), heights.rows());
        for row in 0..rows {
            for (column, height) in rippled.height.row_mut(row).iter_mut().enumerate() {
                *height = heights.metres(column as i64, row as i64) * self.shown(column, row);
            }
        }
        let half = (0.5 / self.parameters.spacing) as f32;
        let [along_x, along_z] = &mut rippled.slope;
        for row in 0..rows {
            let here = rippled.height.row(row);
            let before = rippled.height.row((row + rows - 1) % rows);
            let after = rippled.height.row((row + 1) % rows);
            let (along_x, along_z) = (along_x.row_mut(row), along_z.row_mut(row));
            for column in 0..columns {
                let (west, east) = ((column + columns - 1) % columns, (column + 1) % columns);
                along_x[column] = (here[east] - here[west]) * half;
                along_z[column] = (after[column] - before[column]) * half;
            }
        }
    }
}

impl Rippled {
    pub(super) fn new(size: Size) -> Self {
        let grid = || Grid::new(size.columns(), size.rows(), 0.0);
        Self {
            surface: grid(),
            height: grid(),
            slope: [grid(), grid()],
            flat: grid(),
        }
    }

    /// Adds the ripples' heights to those of the patch that they are on.
    pub(super) fn lie_on(&mut self, sea: &Grid<f32>) {
        let both = self.height.cells().iter().zip(sea.cells());
        for (surface, (own, sea)) in self.surface.cells_mut().iter_mut().zip(both) {
            *surface = sea + own;
        }
    }
}

/// Bilinear interpolation of a field at a fraction of its window; 0 outside.
fn blended(grid: &Grid<f32>, (u, v): (f64, f64)) -> f32 {
    let (columns, rows) = (grid.columns() as i64, grid.rows() as i64);
    let (x, y) = (u * columns as f64 - 0.5, v * rows as f64 - 0.5);
    let (column, row) = (x.floor(), y.floor());
    let (across, down) = ((x - column) as f32, (y - row) as f32);
    let at = |i: i64, j: i64| {
        let (column, row) = (column as i64 + i, row as i64 + j);
        if !(0..columns).contains(&column) || !(0..rows).contains(&row) {
            return 0.0;
        }
        grid[(column as usize, row as usize)]
    };
    let near = at(0, 0) + (at(1, 0) - at(0, 0)) * across;
    let far = at(0, 1) + (at(1, 1) - at(0, 1)) * across;
    near + (far - near) * down
}

/// Fade weights: 1 beyond [`RIM`] of `count` cells, falling smoothly to 0 at either end: at the first cell if periodic, else at the edge.
fn window(count: usize, once: bool) -> Vec<f32> {
    let rim = (RIM * count as f64).max(1.0);
    let shown = |index: usize| {
        let near = match once {
            true => index.min(count - 1 - index) as f64 + 0.5,
            false => index.min(count - index) as f64,
        };
        let near = (near / rim).min(1.0);
        (near * near * (3.0 - 2.0 * near)) as f32
    };
    (0..count).map(shown).collect()
}
