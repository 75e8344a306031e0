//! `Ripples`: a pool's waves on top of a sea, where somebody poked it.
//!
//! They are those of exact iWave (docs/models.md §6a) on as many cells as the sea has: deep water under the sea's own gravity, damped
//! so that they settle. These cells are those of a [`Window`] about an eye, or else of the sea's largest cascade. Numbers are those
//! of a pool 2 m long until they are shown, so that a stone dents the water as deep, for the window's size, as it does any pool.
//!
//! A pool has walls where the window ends: what is shown fades to 0 over the outer [`RIM`] of it, so that no seam is seen.

use crate::grid::Grid;
use crate::parameter::{Settings, Value};
use crate::pool::{Disturbance, IWaveExact, Size, State};
use crate::surface::Window;
use crate::water::Water;

/// How much of each side of the cells, at either end, the ripples fade over.
const RIM: f64 = 0.125;

/// How much of its height a ripple loses in the time in which a wave a cell long turns by a radian.
const DAMPING: f64 = 0.03;

/// The least that it loses in a second.
const MIN_DAMPING: f64 = 0.2;

/// Gravity in the pool of the ripples: only its product with the square of the time step counts.
const GRAVITY: f64 = 9.8;

/// What ripples there are, and how large they look on the sea.
pub(super) struct Ripples {
    pool: IWaveExact,
    /// How much of them is shown in each column and in each row.
    window: [Vec<f32>; 2],
    law: Law,
}

/// How ripples run on a sea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Law {
    /// m/s².
    pub gravity: f64,
    /// Metres from cell to cell.
    pub spacing: f64,
    /// How many metres of the sea are one of a pool 2 m long.
    pub metre: f64,
    /// Seconds in a step.
    pub step: f64,
    /// Whether the cells lie there once, and do not repeat.
    pub once: bool,
}

/// What ripples add to the sea they run on, columns × rows.
pub(super) struct Rippled {
    /// The patch's height with theirs, in metres, where they are on it.
    pub surface: Grid<f32>,
    /// Their own height in metres.
    pub height: Grid<f32>,
    /// ∂h/∂x and ∂h/∂z of that: half the differences of the neighbours, all round.
    pub slope: [Grid<f32>; 2],
    /// 0: they displace nothing sideways.
    pub flat: Grid<f32>,
}

impl Ripples {
    /// None yet.
    pub(super) fn new(size: Size, law: Law) -> Self {
        let mut ripples = Self {
            pool: IWaveExact::new(size),
            window: [size.columns(), size.rows()].map(|count| window(count, law.once)),
            law,
        };
        ripples.follow(law);
        ripples
    }

    /// Goes on under another law.
    pub(super) fn follow(&mut self, law: Law) {
        if self.law.once != law.once {
            let size = self.pool.size();
            self.window = [size.columns(), size.rows()].map(|count| window(count, law.once));
        }
        self.law = law;
        // Cells are a metre to the pool, and its seconds are whatever makes the product right.
        let in_cells = law.gravity / law.spacing;
        let product = in_cells * law.step * law.step;
        let step = (product / GRAVITY).sqrt().clamp(0.001, 10.0);
        let gravity = (product / (step * step)).clamp(0.1, 100.0);
        let damping = (DAMPING * in_cells.sqrt()).max(MIN_DAMPING);
        let damping = (damping * law.step / step).clamp(0.0, 20.0);
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

    /// Goes on in another window: what lies in both stays where it is, and as high, but where the new one fades.
    pub(super) fn carry(&mut self, from: &Window, to: &Window, law: Law) {
        let ratio = (self.law.metre / law.metre) as f32;
        let heights = self.pool.heights();
        let (columns, rows) = (heights.columns(), heights.rows());
        let heights = Grid::from_fn(columns, rows, |column, row| {
            heights.metres(column as i64, row as i64)
        });
        let velocity = self.pool.velocity().into_owned();
        let before = self.window.clone();
        self.follow(law);
        let shown = Grid::from_fn(columns, rows, |column, row| {
            before[0][column] * before[1][row]
        });
        let now = &self.window;
        let carried = |grid: &Grid<f32>| {
            Grid::from_fn(columns, rows, |column, row| {
                let cell = (column as f64 + 0.5, row as f64 + 0.5);
                let place = to.place((cell.0 / columns as f64, cell.1 / rows as f64));
                let place = from.fraction(place);
                // As much of it is shown as was, where the window lets it.
                let share = blended(&shown, place) / (now[0][column] * now[1][row]).max(1e-6);
                ratio * share.min(1.0) * blended(grid, place)
            })
        };
        let state = State {
            heights: carried(&heights),
            velocity: carried(&velocity),
        };
        self.pool.set_state(&state);
    }

    pub(super) fn disturb(&mut self, disturbance: &Disturbance) {
        self.pool.disturb(disturbance);
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

    /// Whether there are none.
    pub(super) fn is_calm(&self) -> bool {
        self.pool.is_calm()
    }

    /// How much of them is shown at a cell, in metres of the sea.
    fn shown(&self, column: usize, row: usize) -> f32 {
        self.window[0][column] * self.window[1][row] * self.law.metre as f32
    }

    /// Adds how fast they rise, in metres a step.
    pub(super) fn add_velocity(&self, velocity: &mut Grid<f32>) {
        let own = self.pool.velocity();
        for row in 0..velocity.rows() {
            for (column, cell) in velocity.row_mut(row).iter_mut().enumerate() {
                *cell += own[(column, row)] * self.shown(column, row);
            }
        }
    }

    /// Sets what they add to a sea.
    pub(super) fn show(&self, rippled: &mut Rippled) {
        let heights = self.pool.heights();
        let (columns, rows) = (heights.columns(), heights.rows());
        for row in 0..rows {
            for (column, height) in rippled.height.row_mut(row).iter_mut().enumerate() {
                *height = heights.metres(column as i64, row as i64) * self.shown(column, row);
            }
        }
        let half = (0.5 / self.law.spacing) as f32;
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

    /// Adds their heights to those of the patch that they are on.
    pub(super) fn lie_on(&mut self, sea: &Grid<f32>) {
        let both = self.height.cells().iter().zip(sea.cells());
        for (surface, (own, sea)) in self.surface.cells_mut().iter_mut().zip(both) {
            *surface = sea + own;
        }
    }
}

/// A field at a fraction of its window, blended between cells; 0 beyond.
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

/// 1 from [`RIM`] of `count` cells on; less toward either end, smoothly: 0 where the first cell lies if they repeat, else at their edge.
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
