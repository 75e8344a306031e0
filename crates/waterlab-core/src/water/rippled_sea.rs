//! `RippledSea`: a sea as an interactive [`Water`]. It advances in time steps; disturbances create a pool's ripples on top of it.
//!
//! After n steps it shows the time n / steps per second, computed from the count and not accumulated. The waves at that time are
//! computed lazily, so that steps whose surface is not read cost next to nothing.

use super::folds::Folds;
use super::readings::{Shares, readings};
use super::ripples::{RippleParameters, Rippled, Ripples};
use super::{Model, Sampler, Status, Water, height_field};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::lazy::Lazy;
use crate::parameter::{ParameterError, Reading, Settings};
use crate::pool::{Disturbance, Obstruction, Patch, Size, State};
use crate::sea::{FoamState, GerstnerWave, OceanState, Period, Relation, Sea, SeaKind};
use crate::surface::{
    Cascade, CascadeList, Cascades, FoamDrift, FoamSource, Open, Surface, Window,
};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

/// Foam history samples per frame while foam is stale: some milliseconds on 256² cells.
const LOOKS: usize = 6;

/// Half width of the time interval over which the velocity of the surface is measured, seconds.
const INSTANT: f64 = 0.005;

/// A sea that advances in steps and takes disturbances.
pub struct RippledSea {
    status: Status,
    kind: &'static SeaKind,
    /// Listed waves in place of the fan of a Gerstner sea; may be empty.
    waves: Vec<GerstnerWave>,
    sea: Sea,
    steps_per_second: f64,
    /// The time shown at step 0, seconds.
    start: f64,
    steps: u64,
    ripples: Option<Box<Ripples>>,
    /// The window of the ripples; `None` on the patch.
    window: Option<Window>,
    /// Depth of the floor as a fraction, 0 to 1; `None` for a level floor.
    depth_map: Option<Grid<f32>>,
    /// The sea at the current time without foam, computed on read.
    now: Lazy<Box<OceanState>>,
    /// The foam, computed on read: it depends on the preceding time span.
    foam: Lazy<Box<FoamState>>,
    /// Shares of folding and foam.
    shares: Lazy<Shares>,
    /// The surface with ripples, if there are any.
    rippled: Lazy<Box<Rippled>>,
    /// Where the surface folds.
    folds: OnceCell<Folds>,
    /// Whether foam may be stale after a change of the waves, so that sliders stay responsive.
    is_hasty: bool,
    /// Whether the foam is being brought up to the current time a few samples per frame.
    is_behind: Cell<bool>,
    /// Whether stale foam has been read.
    foam_is_stale: Cell<bool>,
    /// Scratch memory for the sea at other times.
    scratch: Cell<Option<Box<OceanState>>>,
}

impl RippledSea {
    /// The sea with settings that are valid together, at time 0; a Gerstner sea uses these waves in place of its fan if there are any.
    pub(crate) fn of(
        model: &'static Model,
        kind: &'static SeaKind,
        settings: &Settings,
        size: Size,
        waves: &[GerstnerWave],
    ) -> Self {
        let mut status = Status::at_rest(model, size);
        status.changed(false);
        let adopted = status.apply_settings(settings);
        debug_assert!(adopted.is_ok(), "{adopted:?}: checked before");
        Self {
            status,
            kind,
            waves: waves.to_vec(),
            sea: (kind.make)(settings, waves, size.columns(), size.rows()),
            steps_per_second: 60.0,
            start: 0.0,
            steps: 0,
            ripples: None,
            window: None,
            depth_map: None,
            now: Lazy::new(),
            foam: Lazy::new(),
            shares: Lazy::new(),
            rippled: Lazy::new(),
            folds: OnceCell::new(),
            is_hasty: false,
            is_behind: Cell::new(false),
            foam_is_stale: Cell::new(false),
            scratch: Cell::new(None),
        }
    }

    /// The current time, seconds.
    fn seconds(&self) -> f64 {
        self.start + self.steps as f64 / self.steps_per_second
    }

    /// The surface with ripples, if there are any.
    fn rippled(&self) -> Option<&Rippled> {
        let ripples = self.ripples.as_deref()?;
        let rippled = self.rippled.get(
            || Box::new(Rippled::new(self.size())),
            |rippled| {
                ripples.show(rippled);
                if self.window.is_none() {
                    rippled.lie_on(self.ocean_state().height());
                }
            },
        );
        Some(rippled)
    }

    /// The cascades of the sea, with the ripples as one more.
    fn cascades(&self) -> Option<Cascades<'_>> {
        let state = self.ocean_state();
        let patches = self.sea.waves().patches();
        let cascades = patches
            .iter()
            .zip(state.patches())
            .map(|(patch, fields)| Cascade {
                length: [patch.length_x as f32, patch.length_z as f32],
                height: &fields.height,
                slope: fields.slope.each_ref(),
                displacement: fields.displacement.each_ref(),
                strain: fields.strain.each_ref(),
            });
        let first = patches.first()?;
        let ripples = self.rippled().map(|rippled| Cascade {
            length: match self.window {
                Some(window) => window.length.map(|length| length as f32),
                None => [first.length_x as f32, first.length_z as f32],
            },
            height: &rippled.height,
            slope: rippled.slope.each_ref(),
            displacement: [&rippled.flat; 2],
            strain: [&rippled.flat; 3],
        });
        Some(Cascades {
            cascades: CascadeList::of(cascades.chain(ripples))?,
            lambda: -self.sea.choppiness() as f32,
            foam: self,
            unresolved: self.sea.waves().unresolved_slopes().map(|part| part as f32),
            heading: self.sea.waves().heading() as f32,
            foam_drift: FoamDrift {
                speeds: self.sea.waves().foam_speeds(),
                seconds: self.seconds(),
                period: self.sea.period().map(Period::seconds),
            },
            tiling: self.sea.waves().tiling(),
            tiled: patches.len(),
            window: self.window,
            depth: self.bottom(),
            depth_map: self.depth_map.as_ref(),
        })
    }

    /// Where the surface with its ripples folds.
    pub(super) fn folds(&self) -> Option<&Folds> {
        let cascades = self.cascades()?;
        Some(self.folds.get_or_init(|| Folds::of(&cascades)))
    }

    /// The water depth in the dispersion relation, metres.
    fn bottom(&self) -> Option<f32> {
        let settings = self.settings();
        match settings.choice("dispersion") {
            Relation::Depth | Relation::Both => Some(settings.real("depth") as f32),
            Relation::Deep | Relation::Small => None,
        }
    }

    /// The parameters of the ripples.
    fn ripple_parameters(&self) -> RippleParameters {
        let (spacing, metre) = match self.window {
            Some(Window { length, .. }) => (
                length[0] / self.size().columns() as f64,
                0.5 * length[0].max(length[1]),
            ),
            None => (self.spacing(), 0.5 * self.length()),
        };
        RippleParameters {
            gravity: self.settings().real("gravity"),
            spacing,
            metre,
            step: 1.0 / self.steps_per_second,
            once: self.window.is_some(),
        }
    }

    /// Invalidates everything that was computed for the sea.
    fn changed(&mut self) {
        self.now.forget();
        self.foam.forget();
        self.shares.forget();
        self.ripples_changed();
    }

    /// Like [`RippledSea::changed`], for the ripples alone.
    fn ripples_changed(&mut self) {
        self.rippled.forget();
        self.folds.take();
        self.status.changed(false);
    }

    /// Applies `stir` to the ripples. Creates them if there are none, and drops them if they are calm afterwards.
    fn stir(&mut self, stir: impl FnOnce(&mut Ripples)) {
        let (size, parameters) = (self.size(), self.ripple_parameters());
        let begin = || Box::new(Ripples::new(size, parameters));
        let ripples = self.ripples.get_or_insert_with(begin);
        stir(ripples);
        if ripples.is_calm() {
            self.ripples = None;
        }
        self.ripples_changed();
    }

    /// Adds the heights at another time, times `factor`, to `sum`.
    fn add_heights(&self, time: f64, factor: f32, sum: &mut Grid<f32>) {
        self.with_heights(time, |state| {
            add(sum, factor, state.height());
        });
    }

    /// Calls `look` with the sea at another time.
    fn with_heights(&self, time: f64, look: impl FnOnce(&OceanState)) {
        let state = self.scratch.take();
        let mut state = state.unwrap_or_else(|| Box::new(self.sea.new_state()));
        self.sea.compute_height(time, &mut state);
        look(&state);
        self.scratch.set(Some(state));
    }

    /// Two times around now, each with the factor of its heights in the velocity.
    fn instants(&self) -> [(f64, f32); 2] {
        let factor = 0.5 / (INSTANT * self.steps_per_second);
        [(INSTANT, factor), (-INSTANT, -factor)]
            .map(|(instant, factor)| (self.seconds() + instant, factor as f32))
    }
}

/// What only open water has: it is a function of time, and unbounded.
impl RippledSea {
    /// The sea under the ripples.
    pub fn sea(&self) -> &Sea {
        &self.sea
    }

    /// The sea at the current time, without foam, which is part of the surface: see [`Cascades::foam`].
    pub fn ocean_state(&self) -> &OceanState {
        self.now.get(
            || Box::new(self.sea.new_state()),
            |state| self.sea.compute(self.seconds(), state),
        )
    }

    /// Depth of a floor that reflects visible light, metres, like [`Cascades::floor`]; computes no waves.
    pub fn floor(&self) -> Option<f32> {
        self.bottom().filter(|&depth| depth < Cascades::DEEPEST)
    }

    /// The current time, seconds.
    pub fn time(&self) -> f64 {
        self.seconds()
    }

    /// The window that disturbances and ripples are in; `None` for the patch. See [`RippledSea::set_ripple_window`].
    pub fn ripple_window(&self) -> Option<Window> {
        self.window
    }

    /// Confines disturbances and ripples to a window: fractions and cells refer to it, and ripples appear there once and not on the periodic
    /// patch. Existing ripples keep their place from window to window, as far as the new one reaches; between window and patch they keep
    /// their cells. `None` uses the patch.
    pub fn set_ripple_window(&mut self, window: Option<Window>) {
        let before = std::mem::replace(&mut self.window, window);
        if before == window {
            return;
        }
        let parameters = self.ripple_parameters();
        if let Some(ripples) = &mut self.ripples {
            match (before, window) {
                (Some(from), Some(to)) => ripples.carry(&from, &to, parameters),
                _ => ripples.follow(parameters),
            }
        }
        self.ripples_changed();
    }

    /// Vertical velocity of each cascade of the surface, metres per step: one grid per cascade, of the size of its heights.
    pub fn cascade_velocities(&self) -> Vec<Grid<f32>> {
        let still = || Grid::new(self.size().columns(), self.size().rows(), 0.0);
        let patches = self.sea.waves().patches().len();
        let mut velocities: Vec<Grid<f32>> = (0..patches).map(|_| still()).collect();
        for (time, factor) in self.instants() {
            self.with_heights(time, |state| {
                for (velocity, patch) in velocities.iter_mut().zip(state.patches()) {
                    add(velocity, factor, &patch.height);
                }
            });
        }
        velocities.extend(self.ripples.as_ref().map(|ripples| {
            let mut velocity = still();
            ripples.add_velocity(&mut velocity);
            velocity
        }));
        velocities
    }

    /// Velocity of the water along x, y and z, metres per step: one set of grids per cascade of the surface. Horizontal velocities are those
    /// of linear theory, whatever the choppiness; ripples have none.
    pub fn cascade_motions(&self) -> Vec<[Grid<f32>; 3]> {
        let still = || Grid::new(self.size().columns(), self.size().rows(), 0.0);
        let patches = self.sea.waves().patches().len();
        let mut motions: Vec<_> = (0..patches).map(|_| [still(), still(), still()]).collect();
        let mut state = Box::new(self.sea.new_state());
        for (time, factor) in self.instants() {
            self.sea.compute(time, &mut state);
            for ([x, y, z], patch) in motions.iter_mut().zip(state.patches()) {
                add(x, -factor, &patch.displacement[0]);
                add(y, factor, &patch.height);
                add(z, -factor, &patch.displacement[1]);
            }
        }
        motions.extend(self.ripples.as_ref().map(|ripples| {
            let mut velocity = still();
            ripples.add_velocity(&mut velocity);
            [still(), velocity, still()]
        }));
        motions
    }

    /// Whether there are ripples.
    pub fn has_ripples(&self) -> bool {
        self.ripples.is_some()
    }

    /// The ripples alone, in the form that [`Water::set_state`] takes.
    pub fn ripples(&self) -> Option<State> {
        self.ripples.as_ref().map(|ripples| ripples.state())
    }

    /// Whether foam may be stale, now and after changes of the settings: the foam then stays as it was, at first none, until that of the
    /// current sea is computed, some frames later. Off by default, for exact results at once.
    pub fn allow_stale_foam(&mut self, allows_stale_foam: bool) {
        self.is_hasty = allows_stale_foam;
        let was_behind = self.is_behind.replace(allows_stale_foam);
        if !allows_stale_foam && was_behind {
            self.foam_is_stale.set(false);
            self.changed();
        }
    }

    /// Whether the foam is stale.
    pub fn foam_is_stale(&self) -> bool {
        self.foam_is_stale.get()
    }

    /// Continues the computation of stale foam without advancing time. Returns whether the foam was stale.
    pub fn catch_up(&mut self) -> bool {
        // The staleness is recorded again on the next read.
        let was_late = self.foam_is_stale.replace(false);
        if was_late {
            self.changed();
        }
        was_late
    }

    /// Sets the current time, seconds.
    pub fn set_time(&mut self, seconds: f64) {
        self.start = seconds;
        self.steps = 0;
        self.changed();
    }

    /// Height over the place (x, z) at a time, as [`Sampler::height_at`]; metres, seconds. The sea stays at that time.
    ///
    /// ```
    /// use waterlab_core::pool::Size;
    /// use waterlab_core::water::Model;
    ///
    /// let mut water = Model::named("sea").ok_or("no such model")?.create(Size::new(64, 64)?);
    /// let sea = water.open_water_mut().ok_or("a pool")?;
    /// let [now, later] = [0.0, 3.0].map(|seconds| sea.height_at(5.0, -2.0, seconds));
    /// assert!(now != later && now.abs() < 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn height_at(&mut self, x: f64, z: f64, seconds: f64) -> f64 {
        if self.time() != seconds {
            self.set_time(seconds);
        }
        let sampler = Sampler::new(self, self.steps_per_second);
        sampler.height_at(x, z).unwrap_or(f64::NAN)
    }

    /// Quantities derived from the settings and the time, for display.
    pub fn readings(&self) -> Vec<Reading> {
        let compute = || Shares::of(self.ocean_state(), self.coverage());
        let shares = self.shares.get(compute, |shares| *shares = compute());
        readings(&self.sea, self.settings(), self.seconds(), shares)
    }
}

impl Water for RippledSea {
    fn keep_time(&mut self, steps_per_second: f64) {
        let seconds = self.seconds();
        self.steps_per_second = steps_per_second;
        self.set_time(seconds);
        let parameters = self.ripple_parameters();
        if let Some(ripples) = &mut self.ripples {
            ripples.follow(parameters);
        }
    }

    fn status(&self) -> &Status {
        &self.status
    }

    fn step(&mut self) {
        self.steps += 1;
        if let Some(ripples) = &mut self.ripples {
            ripples.step();
            if ripples.is_calm() {
                self.ripples = None;
            }
        }
        self.changed();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        self.stir(|ripples| ripples.disturb(disturbance));
    }

    fn raise(&mut self, patches: &[Patch]) {
        self.stir(|ripples| ripples.raise(patches));
    }

    fn press(&mut self, patch: &Patch) {
        self.stir(|ripples| ripples.press(patch));
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(match self.rippled() {
            Some(rippled) if self.window.is_none() => &rippled.surface,
            _ => self.ocean_state().height(),
        })
    }

    fn surface(&self) -> Surface<'_> {
        let field = height_field(self);
        match self.cascades() {
            Some(cascades) => Surface::Open(Open { field, cascades }),
            None => field.into(),
        }
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        let mut velocity = Grid::new(self.size().columns(), self.size().rows(), 0.0);
        for (time, factor) in self.instants() {
            self.add_heights(time, factor, &mut velocity);
        }
        if let Some(ripples) = self.ripples.as_ref().filter(|_| self.window.is_none()) {
            ripples.add_velocity(&mut velocity);
        }
        Cow::Owned(velocity)
    }

    /// The sea is unchanged: the surface becomes ripples on top of it.
    fn set_state(&mut self, surface: &State) {
        self.stir(|ripples| ripples.set_state(surface));
    }

    /// Does nothing: a sea has no walls.
    fn set_obstacles(&mut self, _obstruction: &Obstruction) {}

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(self.size().columns(), self.size().rows(), 1.0))
    }

    /// The waves are unchanged: the map is that of the visible floor.
    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        if self.model().map_keys().all(|known| known != key) {
            return Err(ParameterError::unknown(key, self.model().map_keys()));
        }
        self.depth_map = map.cloned();
        self.status.changed(false);
        Ok(())
    }

    fn time_step(&self) -> Option<f64> {
        Some(1.0 / self.steps_per_second)
    }

    fn length(&self) -> f64 {
        let cells = self.size().columns().max(self.size().rows());
        self.spacing() * cells as f64
    }

    fn spacing(&self) -> f64 {
        let patch = self.sea.waves().patches().first();
        patch.map_or(1.0, |patch| patch.spacing())
    }

    fn open_water(&self) -> Option<&RippledSea> {
        Some(self)
    }

    fn open_water_mut(&mut self) -> Option<&mut RippledSea> {
        Some(self)
    }

    /// Removes the ripples; the sea continues.
    fn reset(&mut self) {
        self.ripples = None;
        self.ripples_changed();
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        let (columns, rows) = (self.size().columns(), self.size().rows());
        let before = self.settings().clone();
        (self.model()).check_of(settings, &self.waves, self.size())?;
        self.status.apply_settings(settings)?;
        if SeaKind::has_same_waves(settings, &before) {
            let (choppiness, foam) = (self.kind.crests)(settings);
            self.sea.set_law(choppiness, foam);
        } else {
            self.sea = (self.kind.make)(settings, &self.waves, columns, rows);
        }
        let parameters = self.ripple_parameters();
        if let Some(ripples) = &mut self.ripples {
            ripples.follow(parameters);
        }
        self.is_behind.set(self.is_hasty);
        self.changed();
        Ok(())
    }
}

impl FoamSource for RippledSea {
    fn coverage(&self) -> &Grid<f32> {
        let state = self.foam.get(
            || Box::new(self.sea.foam_state()),
            |state| {
                let looks = match self.is_behind.get() {
                    true => LOOKS,
                    false => usize::MAX,
                };
                let is_there = self.sea.compute_foam(self.seconds(), state, looks);
                self.is_behind.set(!is_there);
                self.foam_is_stale.set(!is_there);
            },
        );
        state.coverage()
    }
}

/// Adds a grid of the same size, times `factor`.
fn add(sum: &mut Grid<f32>, factor: f32, grid: &Grid<f32>) {
    for (sum, cell) in sum.cells_mut().iter_mut().zip(grid.cells()) {
        *sum += factor * cell;
    }
}
