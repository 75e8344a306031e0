//! The wave equation in metres and seconds, with depth, walls and edges of three kinds (docs/models.md §5).
//!
//! ```text
//! h_tt = ∇·(g·p·∇h) − 2δ·h_t − δ²·h        g gravity, p still depth, δ damping
//! ```
//!
//! Damping in this form multiplies every wave, and the mean level, by e^(−δt), independently of wavelength and time step,
//! and leaves its speed alone. `bed` has the floor and the walls, absorbing ones too, `kernel` the sub-step for a cell, `scheme`
//! the number of sub-steps, `margin` and `layer` the absorbing edges. Of any wave that hits an absorbing edge at up to 60°
//! from normal incidence, and of any stone that falls near, less than 2 % of the amplitude returns; for absorbing walls see §5b.
//!
//! The water stays bounded under any disturbance: a stone or a stroke pulls the surface toward its bottom and never
//! beyond, it stops the flow under it without adding volume or energy, and no sub-step adds to the energy of the waves.
//! Swells add to the surface whatever its height: only damping, or absorbing edges and walls, bound the result.

mod basin;
mod bed;
mod kernel;
mod layer;
mod margin;
mod parameters;
mod scheme;
mod sweep;

pub(crate) use parameters::MODEL;

use super::bulk_viscosity::{BulkViscosity, Change};
use super::settling::{STILL, Settling, all_below};
use super::soft_brush::Dent;
use super::{Disturbance, Motion, Patch, Pool, RowKernel, Setup, Size, Solver, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::Settings;
use crate::water::Model;
use basin::Basin;
use bed::Bed;
use kernel::Weights;
use layer::Layer;
use margin::{Margin, copy_middle};
use parameters::End;
use scheme::Scheme;
use std::borrow::Cow;
use sweep::Sweep;

/// A pool of shallow water.
///
/// ```
/// use waterlab_core::parameter::Value;
/// use waterlab_core::pool::{Size, Wave};
/// use waterlab_core::water::Water;
///
/// let mut water = Wave::new(Size::new(100, 50)?);
/// water.set("length", Value::Real(10.0))?;
/// assert_eq!(water.spacing(), 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Wave = Pool<WaveSolver>;

/// The arithmetic of [`Wave`].
#[derive(Clone)]
pub struct WaveSolver {
    scheme: Scheme,
    sweep: Sweep,
    bed: Bed,
    /// Heights, metres; with the margin.
    heights: Grid<f32>,
    /// Vertical velocity, metres per sub-step; with the margin.
    velocity: Grid<f32>,
    /// The hidden water, if the edges absorb.
    shore: Option<Shore>,
    viscosity: BulkViscosity,
    settling: Settling,
}

/// The hidden water around a pool with absorbing edges.
#[derive(Clone)]
struct Shore {
    margin: Margin,
    layer: Layer,
    /// The heights of the pool itself.
    pool: Grid<f32>,
}

impl Wave {
    /// A pool at rest that uses this kernel for rows of uniform depth; the heights are the same with any kernel. Rows of varying
    /// depth, or with walls in them, have only one variant.
    pub fn with_kernel(size: Size, kernel: RowKernel) -> Self {
        let mut wave = Self::new(size);
        wave.solver.sweep = Sweep::new(kernel);
        wave
    }

    /// The number of sub-steps per step, 1 to 64.
    pub fn sub_steps(&self) -> u32 {
        self.solver.scheme.sub_steps
    }
}

impl WaveSolver {
    fn sub_steps_of_a_step(&mut self) {
        let weights = Weights::new(&self.scheme);
        let on = (&self.bed, self.scheme.edges == End::Fixed);
        let sub_steps = self.scheme.sub_steps as usize;
        let (heights, velocity) = (&mut self.heights, &mut self.velocity);
        if self.shore.is_none() {
            self.sweep.make(sub_steps, weights, on, heights, velocity);
            return;
        }
        for _ in 0..sub_steps {
            if let Some(shore) = &mut self.shore {
                shore.layer.push(&self.bed, heights, velocity);
            }
            self.sweep.make(1, weights, on, heights, velocity);
        }
        self.show();
    }

    /// Updates the heights of the pool itself.
    fn show(&mut self) {
        if let Some(shore) = &mut self.shore {
            copy_middle(&self.heights, &mut shore.pool);
        }
    }

    /// Width of the hidden water on every side, cells.
    fn margin(&self) -> usize {
        self.shore.as_ref().map_or(0, |shore| shore.margin.cells())
    }

    /// Adds hidden water around the pool, widens it, or removes it. The surface of the pool is preserved; the memory of the layer
    /// is cleared.
    fn surround(&mut self, margin: Option<Margin>, size: Size) -> Motion {
        let (columns, rows) = (size.columns(), size.rows());
        let has_shore = self.shore.is_some();
        let middle_of = |grid: &Grid<f32>, beside: usize| {
            let mut other = Grid::new(columns + 2 * beside, rows + 2 * beside, 0.0);
            copy_middle(grid, &mut other);
            other
        };
        for grid in [&mut self.heights, &mut self.velocity] {
            *grid = match margin {
                Some(margin) if has_shore => middle_of(grid, margin.cells()),
                Some(margin) => margin.surround(grid),
                None => middle_of(grid, 0),
            };
        }
        let cells = margin.map_or(0, Margin::cells);
        self.bed.surround(cells, &self.scheme);
        self.shore = margin.map(|margin| Shore {
            margin,
            layer: Layer::new(&self.scheme, self.bed.cells()),
            pool: Grid::new(columns, rows, 0.0),
        });
        self.flatten()
    }

    /// Applies walls, dry land and fixed edges after a change from outside the steps. Water at rest keeps no memory of waves.
    fn flatten(&mut self) -> Motion {
        for grid in [&mut self.heights, &mut self.velocity] {
            self.bed.flatten(grid.cells_mut());
            if self.scheme.edges == End::Fixed {
                flatten_border(grid);
            }
        }
        self.show();
        let at_rest = |grid: &Grid<f32>| grid.cells().iter().all(|&cell| cell == 0.0);
        match at_rest(&self.heights) && at_rest(&self.velocity) {
            true => self.reset(),
            false => Motion::Moving,
        }
    }
}

fn flatten_border(grid: &mut Grid<f32>) {
    let (last_column, last_row) = (grid.columns() - 1, grid.rows() - 1);
    for row in [0, last_row] {
        grid.row_mut(row).fill(0.0);
    }
    for row in 0..=last_row {
        grid[(0, row)] = 0.0;
        grid[(last_column, row)] = 0.0;
    }
}

impl Solver for WaveSolver {
    fn model() -> &'static Model {
        &MODEL
    }

    fn new(setup: &Setup) -> Self {
        let grid = Grid::new(setup.size.columns(), setup.size.rows(), 0.0);
        Self {
            scheme: Scheme::of(setup.settings, setup.size),
            sweep: Sweep::new(RowKernel::Vector),
            bed: Bed::new(setup.size),
            heights: grid.clone(),
            velocity: grid,
            shore: None,
            viscosity: BulkViscosity::default(),
            settling: Settling::default(),
        }
    }

    fn step(&mut self, _: &Setup) -> Motion {
        self.viscosity.start_step();
        self.sub_steps_of_a_step();
        let limit = STILL / self.scheme.sub_steps as f32;
        let (heights, velocity) = (self.heights.cells(), self.velocity.cells());
        let is_still = || all_below(heights, STILL) && all_below(velocity, limit);
        match self.settling.after_step(is_still) {
            true => self.reset(),
            false => Motion::Moving,
        }
    }

    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion {
        let dent = Dent::new(disturbance, setup.size, setup.half_length());
        if let Some(shore) = &self.shore {
            let margin = Margin::for_reach(dent.overhang(setup.size), setup.size);
            if margin > shore.margin {
                self.surround(Some(margin), setup.size);
            }
        }
        let margin = self.margin();
        let dent = dent.shifted(margin);
        let mut basin = Basin {
            heights: &mut self.heights,
            velocity: &mut self.velocity,
            pool: self.shore.as_mut().map(|shore| (&mut shore.pool, margin)),
            bed: &self.bed,
            scheme: &self.scheme,
        };
        match self.viscosity.press(&dent, self.bed.cells(), &mut basin) {
            Change::Nothing => Motion::Unchanged,
            Change::Heights | Change::Both => Motion::Moving,
        }
    }

    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion {
        let margin = self.margin();
        for patch in patches {
            patch.for_each(
                (setup.size.columns(), setup.size.rows()),
                |column, row, metres| {
                    self.heights[(column + margin, row + margin)] += factor * metres;
                },
            );
        }
        self.flatten()
    }

    fn heights(&self) -> Heights<'_> {
        let shore = self.shore.as_ref();
        Heights::Metres(shore.map_or(&self.heights, |shore| &shore.pool))
    }

    fn sub_steps(&self) -> u32 {
        self.scheme.sub_steps
    }

    /// The velocity of the last sub-step.
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        if self.scheme.sub_steps == 1 && self.shore.is_none() {
            return Cow::Borrowed(&self.velocity);
        }
        let (columns, rows) = (self.heights().columns(), self.heights().rows());
        let mut velocity = Grid::new(columns, rows, 0.0);
        copy_middle(&self.velocity, &mut velocity);
        for cell in velocity.cells_mut() {
            *cell *= self.scheme.sub_steps as f32;
        }
        Cow::Owned(velocity)
    }

    fn set_state(&mut self, state: &State, setup: &Setup) -> Motion {
        let mut state = state.sized(setup.size, setup.length());
        for cell in state.velocity.cells_mut() {
            *cell /= self.scheme.sub_steps as f32;
        }
        if let Some(shore) = &mut self.shore {
            state.heights = shore.margin.surround(&state.heights);
            state.velocity = shore.margin.surround(&state.velocity);
            shore.layer.reset();
        }
        self.heights = state.heights;
        self.velocity = state.velocity;
        self.flatten()
    }

    /// With absorbing edges: heights and velocities with the margin, then the memory of the layer, in rows as long as the
    /// water with its margin is wide.
    fn hidden_state(&self) -> Option<Grid<f32>> {
        let shore = self.shore.as_ref()?;
        let columns = self.heights.columns();
        let mut cells = [self.heights.cells(), self.velocity.cells()].concat();
        for memory in shore.layer.memories() {
            cells.extend_from_slice(memory);
        }
        cells.resize(cells.len().next_multiple_of(columns), 0.0);
        Grid::from_cells(columns, cells.len() / columns, cells)
    }

    fn set_hidden_state(&mut self, hidden: &Grid<f32>, setup: &Setup) -> Motion {
        let size = setup.size;
        let beside = hidden.columns().saturating_sub(size.columns());
        let margin = Margin::of_cells(beside / 2, size).filter(|_| beside.is_multiple_of(2));
        let (Some(margin), Some(shore)) = (margin, &self.shore) else {
            return Motion::Unchanged;
        };
        let cells = (hidden.columns(), size.rows() + beside);
        let len = 2 * cells.0 * cells.1 + Layer::memory_len(cells);
        if hidden.cells().len() != len.next_multiple_of(cells.0) {
            return Motion::Unchanged;
        }
        if margin != shore.margin {
            self.surround(Some(margin), size);
        }
        let mut remaining = hidden.cells();
        let mut take = |cells: &mut [f32]| {
            let (taken, rest) = remaining.split_at(cells.len());
            cells.copy_from_slice(taken);
            remaining = rest;
        };
        take(self.heights.cells_mut());
        take(self.velocity.cells_mut());
        if let Some(shore) = &mut self.shore {
            shore.layer.memories_mut().for_each(take);
        }
        self.flatten()
    }

    fn set_walls(&mut self, setup: &Setup) -> Motion {
        self.bed.set_walls(setup, &self.scheme);
        self.flatten()
    }

    fn set_maps(&mut self, setup: &Setup) -> Motion {
        self.bed.set_map(setup.maps[0].as_ref(), &self.scheme);
        self.flatten()
    }

    /// Depth in metres; in walls, that of the surrounding bed.
    fn depth(&self, setup: &Setup) -> Option<Cow<'_, Grid<f32>>> {
        let deepest = self.scheme.depth as f32;
        let depth = |column, row| self.bed.map().map_or(1.0, |map| map[(column, row)]) * deepest;
        let (columns, rows) = (setup.size.columns(), setup.size.rows());
        Some(Cow::Owned(Grid::from_fn(columns, rows, depth)))
    }

    fn depth_revision(&self) -> u64 {
        self.bed.revision()
    }

    fn time_step(&self, _: &Setup) -> Option<f64> {
        Some(self.scheme.time_step)
    }

    fn reset(&mut self) -> Motion {
        self.heights.fill(0.0);
        self.velocity.fill(0.0);
        if let Some(shore) = &mut self.shore {
            shore.layer.reset();
        }
        self.show();
        Motion::AtRest
    }

    fn follow(&mut self, _: &Settings, setup: &Setup) -> Motion {
        let before = self.scheme;
        self.scheme = Scheme::of(setup.settings, setup.size);
        // The surface keeps its velocity in metres per second when the length of a sub-step changes.
        let ratio = self.scheme.sub_step() / before.sub_step();
        if ratio != 1.0 {
            for cell in self.velocity.cells_mut() {
                *cell *= ratio as f32;
            }
        }
        let mut motion = Motion::Unchanged;
        let absorbs = self.scheme.edges == End::Absorbing;
        if absorbs != self.shore.is_some() {
            let margin = absorbs.then(|| Margin::for_reach(0.0, setup.size));
            motion = self.surround(margin, setup.size);
        } else if let Some(shore) = &mut self.shore {
            shore.layer.apply_settings(&self.scheme, self.bed.cells());
        }
        let absorbs_otherwise =
            self.scheme.walls == End::Absorbing && self.scheme.courant != before.courant;
        if (self.scheme.walls, self.scheme.form) != (before.walls, before.form) || absorbs_otherwise
        {
            self.bed.arrange(&self.scheme);
            motion = self.flatten();
        } else if self.scheme.edges != before.edges && motion == Motion::Unchanged {
            motion = self.flatten();
        }
        motion
    }
}
