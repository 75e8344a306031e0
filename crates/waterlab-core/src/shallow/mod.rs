//! The nonlinear equations of shallow water over any ground, wet or dry (docs/models.md §17).
//!
//! ```text
//! h_t + (hu)_x + (hv)_z = 0
//! (hu)_t + (hu² + ½g·h²)_x + (huv)_z = −g·h·b_x − friction
//! (hv)_t + (huv)_x + (hv² + ½g·h²)_z = −g·h·b_z − friction
//! ```
//!
//! h is the depth, b the height of the bed, u and v the velocity along x and z. A finite-volume scheme: `layer` has the state, `flux` the
//! flux through a face, `kernel` a stage of a tile of cells, `sweep` the sub-steps, `edges` what is beyond the pool, `ground` bed and walls.

mod brush;
mod cover;
mod earthwork;
mod edges;
mod flux;
mod ground;
mod kernel;
mod layer;
mod levels;
mod parameters;
mod scheme;
mod series;
mod shapes;
mod shown;
mod sweep;

pub use parameters::BED_MAP;
pub(crate) use parameters::MODEL;

use crate::grid::Grid;
use crate::heights::Heights;
use crate::lazy::Lazy;
use crate::parameter::Settings;
use crate::pool::settling::{STILL, Settling, all_below};
use crate::pool::soft_brush::Dent;
use crate::pool::{Disturbance, Earthwork, Motion, Patch, Pool, Setup, Solver, State};
use crate::surface::GroundCover;
use crate::water::{Flow, Model, WaterColumn};
use brush::{Brushed, Scratch};
use cover::Cover;
use ground::Ground;
use layer::MARGIN;
use scheme::Scheme;
use shown::ShownSurface;
use std::borrow::Cow;
use sweep::Sweep;

/// Changes of a velocity that are none, m/s: a body at rest does not keep water from resting.
const NO_MOTION: f32 = 1e-6;

/// A pool of shallow water that flows.
///
/// ```
/// use waterlab_core::pool::Size;
/// use waterlab_core::shallow::Shallow;
/// use waterlab_core::water::Water;
///
/// let water = Shallow::new(Size::new(100, 50)?);
/// assert!((water.volume() - 2.0 * 1.0 * 0.1).abs() < 1e-6, "2 m by 1 m, 10 cm deep");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Shallow = Pool<ShallowSolver>;

/// The arithmetic of [`Shallow`].
pub struct ShallowSolver {
    scheme: Scheme,
    /// Seconds in a step.
    time_step: f64,
    /// Seconds since the water began, for its edges.
    time: f64,
    ground: Ground,
    /// The bed of the pool's cells, metres above the rest level.
    bed: Grid<f32>,
    bed_revision: u64,
    sweep: Sweep,
    /// Sub-steps of the last step.
    sub_steps: u32,
    /// Levels of the pool's cells, metres, and their change in the last step.
    levels: Grid<f32>,
    rise: Grid<f32>,
    /// The levels as views show them, computed on read.
    shown: Lazy<ShownSurface>,
    cover: Cover,
    /// As [`Brushed::owed`].
    owed: f64,
    scratch: Scratch,
    settling: Settling,
}

impl Clone for ShallowSolver {
    fn clone(&self) -> Self {
        Self {
            scheme: self.scheme,
            time_step: self.time_step,
            time: self.time,
            ground: self.ground.clone(),
            bed: self.bed.clone(),
            bed_revision: self.bed_revision,
            sweep: self.sweep.clone(),
            sub_steps: self.sub_steps,
            levels: self.levels.clone(),
            rise: self.rise.clone(),
            shown: Lazy::new(),
            cover: self.cover.clone(),
            owed: self.owed,
            scratch: Scratch::default(),
            settling: self.settling,
        }
    }
}

impl Shallow {
    /// The water in the pool, m³.
    pub fn volume(&self) -> f64 {
        let spacing = self.solver.scheme.model.spacing;
        let (columns, rows) = self.solver.size();
        let depth = |column, row| f64::from(self.solver.depth_at(column, row));
        let of_row = |row| (0..columns).map(|column| depth(column, row)).sum::<f64>();
        (0..rows).map(of_row).sum::<f64>() * spacing * spacing
    }

    /// Discharge hu and hv along x and z, m²/s, columns × rows, row-major.
    pub fn discharge(&self) -> [Grid<f32>; 2] {
        self.solver.discharge()
    }
}

impl ShallowSolver {
    fn size(&self) -> (usize, usize) {
        (self.levels.columns(), self.levels.rows())
    }

    /// Depth of a cell, metres.
    fn depth_at(&self, column: usize, row: usize) -> f32 {
        let (column, row) = (column + MARGIN, row + MARGIN);
        if self.ground.is_solid(row, column) {
            return 0.0;
        }
        let water = self.sweep.water();
        let [level, residual] = [0, 1].map(|field| water.at(field, row, column));
        ((level - self.ground.at(row, column)) + residual).max(0.0)
    }

    fn velocities(&self) -> [Grid<f32>; 2] {
        let (columns, rows) = self.size();
        let water = self.sweep.water();
        [2, 3].map(|field| {
            Grid::from_fn(columns, rows, |column, row| {
                water.at(field, row + MARGIN, column + MARGIN)
            })
        })
    }

    fn discharge(&self) -> [Grid<f32>; 2] {
        let (columns, rows) = self.size();
        self.velocities().map(|velocity| {
            Grid::from_fn(columns, rows, |column, row| {
                self.depth_at(column, row) * velocity[(column, row)]
            })
        })
    }
}

impl Solver for ShallowSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        let time_step = 1.0 / 60.0;
        let grid = Grid::new(columns, rows, 0.0);
        let mut solver = Self {
            scheme: Scheme::of(setup.settings, setup.size, time_step),
            time_step,
            time: 0.0,
            ground: Ground::level(setup.size, 0.0),
            bed: grid.clone(),
            bed_revision: 0,
            sweep: Sweep::new(columns, rows),
            sub_steps: 1,
            levels: grid.clone(),
            rise: grid,
            shown: Lazy::new(),
            cover: Cover::new(columns, rows),
            owed: 0.0,
            scratch: Scratch::default(),
            settling: Settling::default(),
        };
        solver.arrange(setup);
        solver.reset();
        solver
    }

    fn step(&mut self, setup: &Setup) -> Motion {
        self.time += self.time_step;
        self.scheme.set_time(self.time, gauge(setup));
        self.sub_steps = self
            .sweep
            .advance(&self.scheme.model, &self.ground, self.time_step);
        self.show_rise();
        self.follow_cover();
        let is_slow = self.sweep.flow() * (self.time_step as f32) < STILL;
        let rises = self.rise.cells();
        let mut settling = self.settling;
        let is_still = || is_slow && all_below(rises, STILL) && self.is_level();
        let has_settled = settling.after_step(is_still);
        self.settling = settling;
        if self.scheme.is_driven() || (!self.sweep.is_at_rest() && !has_settled) {
            return Motion::Moving;
        }
        self.sweep.stop();
        self.rise.fill(0.0);
        Motion::AtRest
    }

    fn step_under(&mut self, pressures: &[Patch], setup: &Setup) -> Motion {
        self.sweep.press(pressures);
        self.step(setup);
        self.sweep.press(&[]);
        Motion::Moving
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let changed = Brushed {
            water: self.sweep.water_mut(),
            ground: &self.ground,
            size: setup.size,
            owed: &mut self.owed,
            scratch: &mut self.scratch,
        }
        .apply(disturbance, setup.half_length());
        if !changed {
            return Motion::Unchanged;
        }
        self.show();
        Motion::Moving
    }

    fn pour(&mut self, along: &Disturbance, cubic_metres: f64, setup: &Setup) -> Motion {
        let spacing = self.scheme.model.spacing;
        let metres = (cubic_metres / (spacing * spacing)) as f32;
        let dent = Dent::new(along, setup.size, setup.half_length());
        let changed = Brushed {
            water: self.sweep.water_mut(),
            ground: &self.ground,
            size: setup.size,
            owed: &mut self.owed,
            scratch: &mut self.scratch,
        }
        .pour(&dent, metres);
        if !changed {
            return Motion::Unchanged;
        }
        self.show();
        Motion::Moving
    }

    fn shape_ground(&mut self, work: &Earthwork, setup: &Setup) -> Motion {
        self.shape(work, setup)
    }

    fn bed(&self) -> Option<&Grid<f32>> {
        Some(&self.bed)
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion {
        let mut brushed = Brushed {
            water: self.sweep.water_mut(),
            ground: &self.ground,
            size: setup.size,
            owed: &mut self.owed,
            scratch: &mut self.scratch,
        };
        for patch in patches {
            patch.for_each(
                (setup.size.columns(), setup.size.rows()),
                |column, row, metres| {
                    brushed.displace(column, row, factor * metres);
                },
            );
        }
        self.show();
        Motion::Moving
    }

    fn entrain(&mut self, shares: &Patch, velocity: [f32; 2], setup: &Setup) -> Motion {
        let size = (setup.size.columns(), setup.size.rows());
        let ground = &self.ground;
        let water = self.sweep.water_mut();
        let mut changes = false;
        shares.for_each(size, |column, row, share| {
            let (column, row) = (column + MARGIN, row + MARGIN);
            let [level, residual] = [0, 1].map(|field| water.at(field, row, column));
            let is_dry = level - ground.at(row, column) + residual <= 0.0;
            if is_dry || ground.is_solid(row, column) {
                return;
            }
            for (field, velocity) in [(2, velocity[0]), (3, velocity[1])] {
                let here = water.at_mut(field, row, column);
                let change = share * (velocity - *here);
                if change.abs() > NO_MOTION {
                    *here += change;
                    changes = true;
                }
            }
        });
        match changes {
            true => Motion::Moving,
            false => Motion::Unchanged,
        }
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(&self.levels)
    }

    fn shown_heights(&self, _: &Setup) -> Heights<'_> {
        let (columns, rows) = self.size();
        let film = self.film();
        let sunk = film + 0.5 * self.scheme.model.spacing as f32;
        let shown = self.shown.get(
            || ShownSurface::new(columns, rows),
            |shown| {
                let depth = |column: usize, row: usize| {
                    let is_wall = self.ground.is_solid(row + MARGIN, column + MARGIN);
                    (!is_wall).then(|| self.depth_at(column, row))
                };
                shown.update(&self.levels, &self.bed, depth, (film, sunk));
            },
        );
        Heights::Metres(&shown.heights)
    }

    fn shown_depth(&self, setup: &Setup) -> f64 {
        match f64::from(self.ground.deepest()) {
            0.0 => 0.01 * setup.length(),
            deepest => deepest,
        }
    }

    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        Some(GroundCover {
            cells: self.cover.cells(),
            seconds: self.time,
            gravity: self.scheme.model.stage.gravity,
            manning: self.scheme.model.stage.manning,
        })
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Cow::Borrowed(&self.rise)
    }

    fn flow(&self, _: &Setup) -> Option<Flow> {
        Some(Flow {
            displacement: None,
            velocity: self.velocities(),
        })
    }

    fn set_state(&mut self, state: &State, setup: &Setup) -> Motion {
        let state = state.sized(setup.size, setup.length());
        let motion = self.fill(|column, row| [state.heights[(column, row)], 0.0, 0.0]);
        self.reset_cover();
        motion
    }

    /// Residuals of the levels, then the velocities along x and along z, then a row that begins with the time in seconds, as the sum of
    /// its first two numbers.
    fn hidden_state(&self) -> Option<Grid<f32>> {
        let (columns, rows) = self.size();
        let water = self.sweep.water();
        let cells = (1..layer::FIELDS)
            .flat_map(|field| (0..rows).map(move |row| (field, row)))
            .flat_map(|(field, row)| &water.row(row + MARGIN)[field][MARGIN..MARGIN + columns])
            .copied();
        let time = self.time as f32;
        let rest = (self.time - f64::from(time)) as f32;
        let last = [time, rest].into_iter().chain(std::iter::repeat(0.0));
        let cells = cells.chain(last.take(columns)).collect();
        Grid::from_cells(columns, 3 * rows + 1, cells)
    }

    fn set_hidden_state(&mut self, hidden: &Grid<f32>, setup: &Setup) -> Motion {
        let (columns, rows) = self.size();
        let is_valid = (hidden.columns(), hidden.rows()) == (columns, 3 * rows + 1)
            && hidden.cells().iter().all(|cell| cell.is_finite());
        if !is_valid {
            return Motion::Unchanged;
        }
        let [time, rest] = [0, 1].map(|column| f64::from(hidden[(column, 3 * rows)]));
        self.time = time + rest;
        self.scheme.set_time(self.time, gauge(setup));
        let ground = &self.ground;
        let water = self.sweep.water_mut();
        let mut is_at_rest = true;
        for index in 0..3 * rows {
            let (field, row) = (1 + index / rows, index % rows + MARGIN);
            for (column, &value) in (MARGIN..).zip(hidden.row(index)) {
                let is_dry = ground.is_solid(row, column)
                    || water.at(0, row, column) - ground.at(row, column) + water.at(1, row, column)
                        < 0.0;
                let value = if is_dry { 0.0 } else { value };
                is_at_rest &= field == 1 || value == 0.0;
                *water.at_mut(field, row, column) = value;
            }
        }
        match is_at_rest {
            true => Motion::Unchanged,
            false => Motion::Moving,
        }
    }

    fn reset(&mut self) -> Motion {
        self.fill(|_, _| [0.0; 3]);
        self.reset_cover();
        Motion::at_rest(!self.scheme.is_driven())
    }

    fn follow(&mut self, _: &Settings, setup: &Setup) -> Motion {
        self.scheme = Scheme::of(setup.settings, setup.size, self.time_step);
        self.scheme.set_time(self.time, gauge(setup));
        self.follow_bed(setup)
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        let mut depth = self.depths();
        if setup.is_calm {
            // Where a wall stood, the water is at the rest level.
            depth.fill(f32::MAX);
        }
        self.ground.set_walls(setup);
        self.refill(&depth)
    }

    fn set_maps(&mut self, setup: &Setup) -> Motion {
        self.scheme.set_time(self.time, gauge(setup));
        self.follow_bed(setup)
    }

    /// From the rest level down to the bed, metres; negative on land.
    fn depth(&self, _: &Setup) -> Option<Cow<'_, Grid<f32>>> {
        let (columns, rows) = self.size();
        Some(Cow::Owned(Grid::from_fn(columns, rows, |column, row| {
            -self.bed[(column, row)]
        })))
    }

    fn water_depth(&self) -> Option<Grid<f32>> {
        Some(self.depths())
    }

    fn column(&self, column: usize, row: usize) -> Option<WaterColumn> {
        let at = |field| self.sweep.water().at(field, row + MARGIN, column + MARGIN);
        Some(WaterColumn {
            level: at(0),
            depth: self.depth_at(column, row),
            velocity: [at(2), at(3)],
        })
    }

    fn depth_revision(&self) -> u64 {
        self.bed_revision
    }

    fn keep_time(&mut self, steps_per_second: f64, setup: &Setup) {
        self.time_step = 1.0 / steps_per_second;
        self.scheme = Scheme::of(setup.settings, setup.size, self.time_step);
        self.scheme.set_time(self.time, gauge(setup));
    }

    fn time_step(&self, _: &Setup) -> Option<f64> {
        Some(self.time_step)
    }

    fn sub_steps(&self) -> u32 {
        self.sub_steps
    }
}

/// The level over time at edges with a level, if a series gives it.
fn gauge<'a>(setup: &Setup<'a>) -> Option<&'a Grid<f32>> {
    setup.maps.get(1)?.as_ref()
}
