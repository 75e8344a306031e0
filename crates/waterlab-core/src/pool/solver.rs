//! `Solver`, what the model of a pool computes, and `Pool`, which makes a [`Water`] of it.
//!
//! A solver has the arithmetic alone: steps, disturbances, its state. The pool has what is the same for all models: settings, walls, maps,
//! whether the water is calm, and the revision of its surface. `docs/architecture.md` explains how to add a model.

use super::{Disturbance, Earthwork, Obstruction, Patch, Size, State};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{ParameterError, Settings};
use crate::surface::{GroundCover, Surface};
use crate::water::{Flow, MapKind, Model, Status, Water, WaterColumn, height_field, pool_surface};
use std::borrow::Cow;

/// Position of the ground among the maps of a model with [`Model::ground`].
const GROUND: usize = 0;

/// What happened to the surface in a call of a [`Solver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// The surface is the same as before.
    Unchanged,
    /// The surface may have changed.
    Moving,
    /// The surface may have changed. It is at rest now and stays so until it is disturbed.
    AtRest,
}

impl Motion {
    /// [`Motion::AtRest`] or [`Motion::Moving`].
    pub fn at_rest(is_at_rest: bool) -> Self {
        match is_at_rest {
            true => Self::AtRest,
            false => Self::Moving,
        }
    }
}

/// What a pool is set to. A solver that needs a part of it in another form derives that in [`Solver::follow`],
/// [`Solver::set_walls`] and [`Solver::set_maps`].
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// Number of cells.
    pub size: Size,
    /// The values of the model's parameters.
    pub settings: &'a Settings,
    /// The walls, of this size, if there are any.
    pub walls: Option<&'a Obstruction>,
    /// For each of [`Model::maps`], the map if there is one: columns × rows, or a series of two columns.
    pub maps: &'a [Option<Grid<f32>>],
    /// Whether the water is at rest.
    pub is_calm: bool,
}

impl Setup<'_> {
    /// Length along the longer side, metres.
    pub fn length(&self) -> f64 {
        self.settings.real("length")
    }

    /// Half of the longer side, metres. A weight is a fraction of it.
    pub fn half_length(&self) -> f32 {
        (0.5 * self.length()) as f32
    }

    /// Whether this cell is solid.
    pub fn is_solid(&self, column: usize, row: usize) -> bool {
        self.walls.is_some_and(|walls| walls.is_solid(column, row))
    }
}

/// The arithmetic of a pool's model. [`Pool`] wraps it as a [`Water`].
///
/// All grids have as many cells as [`Solver::heights`]; that is the size of the pool but for the coarse ripple.
pub trait Solver: Send + Sized + 'static {
    /// The model's entry in [`MODELS`](crate::water::MODELS).
    fn model() -> &'static Model;

    /// A pool at rest, without walls and maps.
    fn new(setup: &Setup) -> Self;

    /// Advances by one step. Not called while the water is calm.
    fn step(&mut self, setup: &Setup) -> Motion;

    /// Advances by one step in which these pressures act on the surface. To linear waves, a pressure is water on top of the surface.
    fn step_under(&mut self, pressures: &[Patch], setup: &Setup) -> Motion {
        if !pressures.is_empty() {
            self.raise(pressures, 1.0, setup);
        }
        self.step(setup);
        if !pressures.is_empty() {
            self.raise(pressures, -1.0, setup);
        }
        Motion::Moving
    }

    /// Applies a disturbance; what is outside the pool or inside walls is clipped.
    fn apply(&mut self, disturbance: &Disturbance, setup: &Setup) -> Motion;

    /// As [`Water::pour`].
    fn pour(&mut self, along: &Disturbance, cubic_metres: f64, setup: &Setup) -> Motion {
        let _ = (along, cubic_metres, setup);
        Motion::Unchanged
    }

    /// Adds `factor` times the patches to the heights, without velocity. What is outside the pool or inside walls is clipped.
    fn raise(&mut self, patches: &[Patch], factor: f32, setup: &Setup) -> Motion;

    /// As [`Water::entrain`].
    fn entrain(&mut self, shares: &Patch, velocity: [f32; 2], setup: &Setup) -> Motion {
        let _ = (shares, velocity, setup);
        Motion::Unchanged
    }

    /// The heights.
    fn heights(&self) -> Heights<'_>;

    /// The heights that views show: [`Solver::heights`], if the model does not draw them otherwise.
    fn shown_heights(&self, setup: &Setup) -> Heights<'_> {
        let _ = setup;
        self.heights()
    }

    /// From the rest level down to the lowest floor that views show, metres.
    fn shown_depth(&self, setup: &Setup) -> f64 {
        super::shown_depth(setup.settings)
    }

    /// As [`Water::ground_cover`].
    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        None
    }

    /// Vertical velocity, metres per step.
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// Horizontal displacement and velocity, if the model has them.
    fn flow(&self, setup: &Setup) -> Option<Flow> {
        let _ = setup;
        None
    }

    /// Replaces heights and velocity by those of a surface of any number of cells; what is inside walls is dropped.
    fn set_state(&mut self, state: &State, setup: &Setup) -> Motion;

    /// As [`Water::hidden_state`].
    fn hidden_state(&self) -> Option<Grid<f32>> {
        None
    }

    /// As [`Water::set_hidden_state`].
    fn set_hidden_state(&mut self, hidden: &Grid<f32>, setup: &Setup) -> Motion {
        let _ = (hidden, setup);
        Motion::Unchanged
    }

    /// Brings the water to rest.
    fn reset(&mut self) -> Motion;

    /// Adapts to settings that were `before` what they are now in the `setup`.
    fn follow(&mut self, before: &Settings, setup: &Setup) -> Motion;

    /// Adapts to other walls; what is inside them is removed.
    fn set_walls(&mut self, setup: &Setup) -> Motion;

    /// Adapts to other maps. For models that have some.
    fn set_maps(&mut self, setup: &Setup) -> Motion {
        let _ = setup;
        Motion::Unchanged
    }

    /// As [`Water::shape_ground`].
    fn shape_ground(&mut self, work: &Earthwork, setup: &Setup) -> Motion {
        let _ = (work, setup);
        Motion::Unchanged
    }

    /// Height of the ground of each cell, metres above the rest level, for models with [`Model::ground`].
    fn bed(&self) -> Option<&Grid<f32>> {
        None
    }

    /// How open each cell is to the model, from 0 (solid) to 1 (open).
    fn obstruction<'a>(&'a self, setup: &Setup<'a>) -> Cow<'a, Grid<f32>> {
        let open = |column, row| {
            if setup.is_solid(column, row) {
                0.0
            } else {
                1.0
            }
        };
        Cow::Owned(Grid::from_fn(setup.size.columns(), setup.size.rows(), open))
    }

    /// Still-water depth of each cell, metres, for models that have one.
    fn depth(&self, setup: &Setup) -> Option<Cow<'_, Grid<f32>>> {
        let _ = setup;
        None
    }

    /// As [`Water::water_depth`].
    fn water_depth(&self) -> Option<Grid<f32>> {
        None
    }

    /// As [`Water::column`], for a cell of the pool.
    fn column(&self, column: usize, row: usize) -> Option<WaterColumn> {
        let _ = (column, row);
        None
    }

    /// Like [`FieldSource::depth_revision`](crate::surface::FieldSource::depth_revision).
    fn depth_revision(&self) -> u64 {
        0
    }

    /// As [`Water::keep_time`].
    fn keep_time(&mut self, steps_per_second: f64, setup: &Setup) {
        let _ = (steps_per_second, setup);
    }

    /// Simulated seconds per step, for models in SI units.
    fn time_step(&self, setup: &Setup) -> Option<f64> {
        let _ = setup;
        None
    }

    /// As [`Water::sub_steps`].
    fn sub_steps(&self) -> u32 {
        1
    }

    /// As [`Water::spacing`].
    fn spacing(&self, setup: &Setup) -> f64 {
        let heights = self.heights();
        setup.length() / heights.columns().max(heights.rows()) as f64
    }
}

/// Water in a pool: a solver with its settings, walls and maps.
#[derive(Clone)]
pub struct Pool<S> {
    status: Status,
    walls: Option<Obstruction>,
    maps: Vec<Option<Grid<f32>>>,
    /// Pressures on the surface during the next step.
    pressures: Vec<Patch>,
    pub(crate) solver: S,
}

/// The setup of a pool whose solver is borrowed.
macro_rules! setup {
    ($pool:ident) => {
        Setup {
            size: $pool.status.size(),
            settings: $pool.status.settings(),
            walls: $pool.walls.as_ref(),
            maps: &$pool.maps,
            is_calm: $pool.status.is_calm(),
        }
    };
}

impl<S: Solver> Pool<S> {
    /// A pool at rest, with every parameter at its default.
    pub fn new(size: Size) -> Self {
        let status = Status::at_rest(S::model(), size);
        let maps = vec![None; S::model().maps.len()];
        let solver = S::new(&Setup {
            size,
            settings: status.settings(),
            walls: None,
            maps: &maps,
            is_calm: true,
        });
        Self {
            status,
            walls: None,
            maps,
            pressures: Vec::new(),
            solver,
        }
    }

    /// A pool at rest with settings that are valid together; [`Model::make`] of every pool.
    pub(crate) fn boxed(settings: &Settings, size: Size) -> Box<dyn Water> {
        let mut pool = Self::new(size);
        let applied = pool.apply_settings(settings);
        debug_assert!(applied.is_ok(), "{applied:?}: checked before");
        Box::new(pool)
    }

    pub(in crate::pool) fn setup(&self) -> Setup<'_> {
        setup!(self)
    }

    /// Calls `change` with the solver, and records what it did to the surface.
    pub(in crate::pool) fn change(&mut self, change: impl FnOnce(&mut S, &Setup) -> Motion) {
        match change(&mut self.solver, &setup!(self)) {
            Motion::Unchanged => {}
            motion => self.status.changed(motion == Motion::AtRest),
        }
    }
}

impl<S: Solver> Water for Pool<S> {
    fn status(&self) -> &Status {
        &self.status
    }

    fn step(&mut self) {
        if self.is_calm() {
            return;
        }
        if self.pressures.is_empty() {
            self.change(S::step);
            return;
        }
        let pressures = std::mem::take(&mut self.pressures);
        self.change(|solver, setup| solver.step_under(&pressures, setup));
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        self.change(|solver, setup| solver.apply(disturbance, setup));
    }

    fn raise(&mut self, patches: &[Patch]) {
        self.change(|solver, setup| solver.raise(patches, 1.0, setup));
    }

    fn pour(&mut self, along: &Disturbance, cubic_metres: f64) {
        self.change(|solver, setup| solver.pour(along, cubic_metres, setup));
    }

    fn shape_ground(&mut self, work: &Earthwork) {
        let before = self.depth_revision();
        self.change(|solver, setup| solver.shape_ground(work, setup));
        if self.depth_revision() == before {
            return;
        }
        match (self.solver.bed(), &mut self.maps[GROUND]) {
            (Some(bed), Some(map)) => map.cells_mut().copy_from_slice(bed.cells()),
            (bed, map) => *map = bed.cloned(),
        }
    }

    fn ground(&self) -> Option<&Grid<f32>> {
        match S::model().ground {
            true => self.maps[GROUND].as_ref(),
            false => None,
        }
    }

    fn entrain(&mut self, shares: &Patch, velocity: [f32; 2]) {
        self.change(|solver, setup| solver.entrain(shares, velocity, setup));
    }

    fn press(&mut self, patch: &Patch) {
        self.pressures.push(patch.clone());
        self.status.changed(false);
    }

    fn heights(&self) -> Heights<'_> {
        self.solver.heights()
    }

    fn surface(&self) -> Surface<'_> {
        let mut field = height_field(self);
        field.heights = self.solver.shown_heights(&self.setup());
        pool_surface(field, self.solver.shown_depth(&self.setup()))
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        self.solver.velocity()
    }

    fn flow(&self) -> Option<Flow> {
        self.solver.flow(&self.setup())
    }

    fn set_state(&mut self, state: &State) {
        self.change(|solver, setup| solver.set_state(state, setup));
    }

    fn hidden_state(&self) -> Option<Grid<f32>> {
        self.solver.hidden_state()
    }

    fn set_hidden_state(&mut self, hidden: &Grid<f32>) {
        self.change(|solver, setup| solver.set_hidden_state(hidden, setup));
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        self.walls = (!obstruction.is_open()).then(|| obstruction.resampled(self.size()));
        self.change(S::set_walls);
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        self.solver.obstruction(&self.setup())
    }

    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        self.solver.depth(&self.setup())
    }

    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        self.solver.ground_cover()
    }

    fn water_depth(&self) -> Option<Grid<f32>> {
        self.solver.water_depth()
    }

    fn column(&self, column: usize, row: usize) -> Option<WaterColumn> {
        let size = self.size();
        let is_inside = column < size.columns() && row < size.rows();
        is_inside.then(|| self.solver.column(column, row)).flatten()
    }

    fn depth_revision(&self) -> u64 {
        self.solver.depth_revision()
    }

    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        let model = self.model();
        let index = model.map_keys().position(|known| known == key);
        let index = index.ok_or_else(|| ParameterError::unknown(key, model.map_keys()))?;
        let size = self.size();
        self.maps[index] = map.map(|map| match model.maps[index].kind {
            MapKind::Series => map.clone(),
            MapKind::Factor | MapKind::Quantity(_) => map.resampled(size.columns(), size.rows()),
        });
        self.change(S::set_maps);
        Ok(())
    }

    fn keep_time(&mut self, steps_per_second: f64) {
        self.solver.keep_time(steps_per_second, &setup!(self));
    }

    fn time_step(&self) -> Option<f64> {
        self.solver.time_step(&self.setup())
    }

    fn sub_steps(&self) -> u32 {
        self.solver.sub_steps()
    }

    fn spacing(&self) -> f64 {
        self.solver.spacing(&self.setup())
    }

    fn reset(&mut self) {
        self.pressures.clear();
        self.change(|solver, _| solver.reset());
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        let before = self.settings().clone();
        self.status.apply_settings(settings)?;
        self.change(|solver, setup| solver.follow(&before, setup));
        Ok(())
    }
}
