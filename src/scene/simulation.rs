//! `Simulation`: a running scene with its waters, walls, scheduled events and step counter.

mod bodies;
mod rain;
mod start;
mod walls;

use super::{Event, Fill, Scene, Source, WaterConfig};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{ParameterError, Settings, SurfaceKind, Value};
use crate::pool::{Disturbance, Earthwork, Obstruction, Rain, State};
use crate::shallow::BED_MAP;
use crate::surface::Window;
use crate::water::{Model, RippledSea, Water};
pub use bodies::Site;
use bodies::Terraces;
use std::sync::atomic::{AtomicU64, Ordering};
use walls::Walls;
use waterlab_bodies::Bodies;

/// A running scene, advanced step by step; with two waters if it compares.
///
/// Just before step N is computed, the scene's stones and then its strokes planned for N happen, then its sources, then the
/// rain; both waters get the same. The first step is 0. The same scene always gives the same water.
pub struct Simulation {
    water: Box<dyn Water>,
    /// The compared water.
    other: Option<Box<dyn Water>>,
    /// The bodies in the water, and in the compared one.
    bodies: [Bodies; 2],
    /// The surroundings of a pool.
    site: Site,
    terraces: Terraces,
    walls: Walls,
    events: Vec<Event>,
    /// Index of the next event.
    next: usize,
    sources: Vec<Source>,
    /// The rain; `None` while it does not rain, and for rain without drops.
    rain: Option<Rain>,
    raining: bool,
    /// Steps of uninterrupted rain.
    rained: u64,
    rain_settings: Settings,
    step: u64,
    steps_per_second: f64,
    /// Whether the foam of its waters may be stale.
    allows_stale_foam: bool,
    /// What has fallen in, for the ear; see [`Simulation::swap_impacts`].
    impacts: Vec<Disturbance>,
    /// See [`Simulation::history`].
    history: u64,
}

/// A number for [`Simulation::history`] that has not been used before.
fn new_history() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    1 + LAST.fetch_add(1, Ordering::Relaxed)
}

/// Keeps what has fallen in, unless there is more than [`Simulation::MAX_IMPACTS`].
fn keep(impacts: &mut Vec<Disturbance>, impact: Disturbance) {
    if impacts.len() < Simulation::MAX_IMPACTS {
        impacts.push(impact);
    }
}

impl Simulation {
    /// Maximum number of impacts that are kept for [`Simulation::swap_impacts`].
    pub const MAX_IMPACTS: usize = 64;

    /// The scene at its start: water at rest before step 0, or the state of [`Scene::start`].
    pub fn new(scene: &Scene) -> Self {
        let mut obstruction = Obstruction::open(scene.size);
        for obstacle in &scene.obstacles {
            obstruction.add(obstacle);
        }
        let water = scene.water.build(scene.size, scene.steps_per_second);
        let other = scene.compare.as_ref();
        let other = other.map(|config| config.build(scene.size, scene.steps_per_second));
        let panorama = scene.sky.panorama.is_some();
        let site = Site::of(scene.view.settings.iter(), panorama);
        let mut simulation = Self {
            bodies: [&water, other.as_ref().unwrap_or(&water)]
                .map(|water| Bodies::new(bodies::surroundings(&**water, site.setting))),
            site,
            terraces: Terraces::default(),
            water,
            other,
            walls: Walls::new(obstruction),
            events: scene.events.clone(),
            next: 0,
            sources: scene.sources.clone(),
            rain: None,
            raining: false,
            rained: 0,
            rain_settings: scene
                .rain
                .clone()
                .unwrap_or_else(|| rain::rain_for(&scene.view)),
            step: 0,
            steps_per_second: scene.steps_per_second,
            allows_stale_foam: false,
            impacts: Vec::with_capacity(Self::MAX_IMPACTS),
            history: new_history(),
        };
        if !simulation.walls.obstruction.is_open() {
            simulation.build();
        }
        simulation.fill(&scene.fills);
        simulation.find_land();
        simulation.set_raining(scene.rain.is_some());
        simulation.begin_at(&scene.start);
        for body in &scene.bodies {
            // A scene has no more than there can be.
            let _ = simulation.add_body(body.clone());
        }
        simulation.enter_bodies(scene.start.surfaces.each_ref().map(Option::is_some));
        simulation
    }

    /// Fills parts of both waters, if they are pools of as many cells as the scene.
    fn fill(&mut self, fills: &[Fill]) {
        if fills.is_empty() {
            return;
        }
        for water in self.waters_mut().filter(|water| !water.model().is_open()) {
            let size = water.size();
            let mut state = State::of(&**water).resampled(size.columns(), size.rows());
            for fill in fills {
                fill.apply(size, &mut state.heights);
            }
            water.set_state(&state);
        }
    }

    /// Applies the events of the next step, and makes the step. While [`Simulation::is_idle`] only the counter advances.
    pub fn advance(&mut self) {
        let Self {
            water, other, step, ..
        } = self;
        let mut disturb = |disturbance: &Disturbance| {
            water.disturb(disturbance);
            if let Some(other) = other {
                other.disturb(disturbance);
            }
        };
        while let Some(event) = self.events.get(self.next)
            && event.step <= *step
        {
            disturb(&event.disturbance);
            keep(&mut self.impacts, event.disturbance);
            self.next += 1;
        }
        for source in &self.sources {
            if let Some(push) = source.disturbance(*step) {
                disturb(&push);
            }
        }
        for source in self.sources.iter().filter(|source| source.pours(*step)) {
            let volume = source.pour / self.steps_per_second;
            let line = Disturbance::stroke(source.from, source.to, source.radius, 0.0);
            water.pour(&line, volume);
            if let Some(other) = other {
                other.pour(&line, volume);
            }
        }
        if let Some(rain) = &mut self.rain {
            self.rained += 1;
            for drop in rain.fall() {
                if let Some(drop) = rain::fall(water, &drop) {
                    keep(&mut self.impacts, drop);
                }
                other.iter_mut().for_each(|other| {
                    rain::fall(other, &drop);
                });
            }
        }
        let seconds = 1.0 / self.steps_per_second;
        let [bodies, others] = &mut self.bodies;
        bodies.step(&mut *self.water, seconds);
        if let Some(other) = &mut self.other {
            others.step(&mut **other, seconds);
        }
        self.step += 1;
    }

    /// Advances by `steps` steps; calm water without scheduled events is skipped at once.
    pub fn advance_by(&mut self, steps: u64) {
        let end = self.step.saturating_add(steps);
        while self.step < end {
            if self.rain.is_none() && self.is_calm() {
                let event = self.events.get(self.next).map_or(end, |event| event.step);
                let source = self.next_push().unwrap_or(end);
                self.step = event.min(source).clamp(self.step, end);
                if self.step == end {
                    return;
                }
            }
            self.advance();
        }
    }

    /// Whether nothing moves and nothing is scheduled: calm water, no stones of rain, no events and no sources.
    pub fn is_idle(&self) -> bool {
        self.rain.is_none()
            && self.next == self.events.len()
            && self.next_push().is_none()
            && self.is_calm()
    }

    fn is_calm(&self) -> bool {
        let compared = usize::from(self.other.is_some());
        self.waters().all(|water| water.is_calm())
            && self.bodies[..=compared].iter().all(Bodies::is_calm)
    }

    /// The next step before which a source acts.
    fn next_push(&self) -> Option<u64> {
        self.sources
            .iter()
            .filter(|source| {
                let acts = source.weight != 0 || source.pour != 0.0;
                source.last >= self.step && acts && source.radius > 0.0
            })
            .map(|source| source.first.max(self.step))
            .min()
    }

    /// Number of steps made.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The water.
    pub fn water(&self) -> &dyn Water {
        &*self.water
    }

    /// The compared water, if there is one.
    pub fn other(&self) -> Option<&dyn Water> {
        self.other.as_deref()
    }

    /// The water and the compared one.
    pub fn waters(&self) -> impl Iterator<Item = &dyn Water> {
        std::iter::once(&*self.water).chain(self.other.as_deref())
    }

    fn waters_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Water>> {
        std::iter::once(&mut self.water).chain(self.other.as_mut())
    }

    /// The current surface of the water.
    pub fn heights(&self) -> Heights<'_> {
        self.water.heights()
    }

    /// Sets a parameter of the water's model. On an error nothing changes.
    pub fn set_water(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        self.water.set(key, value)
    }

    /// Applies settings to the water, or to the `compared` one. On an error nothing changes.
    pub fn apply_settings(
        &mut self,
        compared: bool,
        settings: &Settings,
    ) -> Result<(), ParameterError> {
        let water = match (&mut self.other, compared) {
            (Some(other), true) => other,
            (None, true) => return Ok(()),
            (_, false) => &mut self.water,
        };
        let before = water.depth_revision();
        water.apply_settings(settings)?;
        if water.depth_revision() != before {
            self.find_land();
        } else {
            self.surround_bodies();
        }
        Ok(())
    }

    /// Sets whether foam may be stale, also for waters added later; see [`RippledSea::allow_stale_foam`]. Returns the previous value.
    pub fn allow_stale_foam(&mut self, allows_stale_foam: bool) -> bool {
        for water in std::iter::once(&mut self.water).chain(&mut self.other) {
            if let Some(open) = water.open_water_mut() {
                open.allow_stale_foam(allows_stale_foam);
            }
        }
        std::mem::replace(&mut self.allows_stale_foam, allows_stale_foam)
    }

    /// Whether foam is stale.
    pub fn foam_is_stale(&self) -> bool {
        self.waters()
            .any(|water| water.open_water().is_some_and(RippledSea::foam_is_stale))
    }

    /// Updates stale foam. Returns whether there was any.
    pub fn catch_up(&mut self) -> bool {
        let mut foam_is_stale = false;
        for water in std::iter::once(&mut self.water).chain(&mut self.other) {
            foam_is_stale |= water.open_water_mut().is_some_and(|open| open.catch_up());
        }
        foam_is_stale
    }

    /// The part of open water where pokes act and ripples run, if it is not the patch.
    pub fn ripple_window(&self) -> Option<Window> {
        self.water.open_water().and_then(RippledSea::ripple_window)
    }

    /// As [`RippledSea::set_ripple_window`], for every open water.
    pub fn set_ripple_window(&mut self, window: Option<Window>) {
        for water in std::iter::once(&mut self.water).chain(&mut self.other) {
            if let Some(open) = water.open_water_mut() {
                open.set_ripple_window(window);
            }
        }
    }

    /// Whether there are ripples on open water.
    pub fn has_ripples(&self) -> bool {
        self.waters()
            .any(|water| water.open_water().is_some_and(RippledSea::has_ripples))
    }

    /// Sets the time of waters that are functions of time; others do not change.
    pub fn set_time(&mut self, seconds: f64) {
        for water in self.waters_mut() {
            if let Some(open) = water.open_water_mut() {
                open.set_time(seconds);
            }
        }
    }

    /// Replaces the water by another model: same number of cells, walls and surface.
    pub fn set_model(&mut self, config: &WaterConfig) {
        self.water = self.built(config, &*self.water);
        self.find_land();
        self.enter_bodies([true; 2]);
    }

    /// Adds, replaces or removes the compared water: walls and surface are those of the previous one, or else of the water itself.
    pub fn compare_with(&mut self, config: Option<&WaterConfig>) {
        let before = self.other.as_deref().unwrap_or(&*self.water);
        self.other = config.map(|config| self.built(config, before));
        self.find_land();
        let [own, others] = &mut self.bodies;
        for floating in own.iter() {
            // Where those of the water are now.
            let _ = others.put_back(floating.id(), floating.body().clone());
            others.set_state(floating.id(), floating.body().state);
        }
        self.enter_bodies([true; 2]);
    }

    /// Sets the surface of every water.
    pub fn take_state(&mut self, surface: &State) {
        for water in self.waters_mut() {
            water.set_state(surface);
        }
        self.enter_bodies([true; 2]);
    }

    /// A water with the walls of the pool and the surface of another one. A sea takes over the time, and nothing from another sea: it has
    /// its own waves.
    fn built(&self, config: &WaterConfig, before: &dyn Water) -> Box<dyn Water> {
        let mut water = config.build(before.size(), self.steps_per_second);
        if let Some(open) = water.open_water_mut() {
            let mut shown = self.waters().filter_map(|water| water.open_water());
            let begun = self.step as f64 / self.steps_per_second;
            open.set_time(shown.next().map_or(begun, |open| open.time()));
            open.allow_stale_foam(self.allows_stale_foam);
        }
        if !self.walls.obstruction.is_open() {
            water.set_obstacles(&self.walls.obstruction);
        }
        let both_are_open = before.model().is_open() && water.model().is_open();
        if !before.is_calm() && !both_are_open {
            let mut state = State::of(before);
            if let (Some(depth), false) = (before.water_depth(), water.model().ground) {
                // The height of dry ground is none of water.
                for (height, &depth) in state.heights.cells_mut().iter_mut().zip(depth.cells()) {
                    *height = if depth > 0.0 { *height } else { 0.0 };
                }
            }
            water.set_state(&state);
        }
        water
    }

    /// Applies a disturbance at once.
    pub fn poke(&mut self, disturbance: &Disturbance) {
        keep(&mut self.impacts, *disturbance);
        for water in self.waters_mut() {
            water.disturb(disturbance);
        }
    }

    /// Changes whenever a water is replaced or reset, and differs in every simulation: the heights before and after are not those of one
    /// motion.
    pub fn history(&self) -> u64 {
        self.history
    }

    /// Exchanges the stones, strokes and drops that have fallen into the water since the last call for an empty list, which has room for
    /// [`Simulation::MAX_IMPACTS`]: the first so many are kept.
    pub fn swap_impacts(&mut self, impacts: &mut Vec<Disturbance>) {
        std::mem::swap(&mut self.impacts, impacts);
        self.impacts.clear();
    }

    /// Raises or lowers the ground of the waters that have some, at once.
    pub fn shape_ground(&mut self, work: &Earthwork) {
        for water in self.waters_mut() {
            water.shape_ground(work);
        }
    }

    /// Replaces the ground of the water, or of the `compared` one, by a map or by the shape of its settings. Other models are left as they
    /// are.
    pub fn set_ground(&mut self, compared: bool, ground: Option<&Grid<f32>>) {
        if let Some(water) = self.waters_mut().nth(usize::from(compared)) {
            // A model without this map has no ground.
            let _ = water.set_map(BED_MAP, ground);
        }
        self.surround_bodies();
    }

    /// Pours this many m³ along a stroke onto ground at once, or takes as much below 0.
    pub fn pour(&mut self, along: &Disturbance, cubic_metres: f64) {
        for water in self.waters_mut() {
            water.pour(along, cubic_metres);
        }
    }

    /// Brings the water to rest. Rain and scheduled events continue.
    pub fn reset(&mut self) {
        for water in self.waters_mut() {
            water.reset();
        }
        self.enter_bodies([false; 2]);
    }

    /// Resets waters with non-finite values, so that they can be used again. Returns the first such model, if there is one. Seas are
    /// functions of time and can't become unstable.
    pub fn calm_what_ran_away(&mut self) -> Option<&'static Model> {
        let mut lost = None;
        for water in self.waters_mut().filter(|water| !water.model().is_open()) {
            let ran_away = match water.heights() {
                Heights::Metres(heights) => !heights.is_finite(),
                Heights::Counts { .. } => false,
            };
            if ran_away {
                water.reset();
                lost = lost.or(Some(water.model()));
            }
        }
        if lost.is_some() {
            self.enter_bodies([false; 2]);
        }
        lost
    }

    /// The kinds of the surfaces of its waters.
    pub fn surface_kinds(&self) -> Vec<SurfaceKind> {
        self.waters().map(|water| water.model().kind()).collect()
    }

    /// Simulation steps per second of the water's own time: 1 to 1000.
    pub fn steps_per_second(&self) -> f64 {
        self.steps_per_second
    }
}
