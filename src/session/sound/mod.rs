//! `WaterSound`: what is heard of a simulation. It reads waters and bodies, and passes impacts and losses of energy to a [`Soundscape`]
//! (docs/models.md §18).
//!
//! It samples a water sparsely, whatever its size, and allocates nothing once it runs.

mod bodies;
mod breaking;
mod walls;

use super::{FlyCamera, Session};
use crate::pool::Disturbance;
use crate::scene::Simulation;
use crate::sound::{Impact, Levels, Listener, Soundscape};
use crate::surface::Surface;
use crate::view::{VIEWS, ViewKind};
use crate::water::{Sampler, Water};
use bodies::BodySounds;
use breaking::{of_sea, of_shore};
use glam::{DVec2, DVec3};
use walls::WallSounds;

/// Part of the energy that water loses which becomes sound.
const EFFICIENCY: f64 = 3e-7;

/// Seconds of simulation between two looks at a sea, whose waves are computed only when they are read.
const LOOK: f64 = 0.05;

/// Seconds within which levels follow what is sampled, of which single places come and go.
const SMOOTHING: f64 = 0.25;

/// Mean square of an inaudible pressure, Pa²: 20 dB below the threshold of hearing.
const INAUDIBLE: f64 = 4e-12;

/// Height of the eye above which it can't be under a wave, metres.
const HIGHEST_WAVE: f32 = 40.0;

/// Part of the energy of a stroke's dents that is heard: the water is drawn along.
const STROKE: f64 = 0.2;

/// Density of water, kg/m³, and gravity, m/s².
const DENSITY: f64 = 1000.0;
const GRAVITY: f64 = 9.81;

/// What receives the sound of a simulation: a soundscape, or a queue to one in another thread.
pub trait Ear {
    /// Something falls in, for this listener.
    fn impact(&mut self, impact: &Impact, listener: &Listener);

    /// What sounds without pause from now on.
    fn set(&mut self, levels: &Levels, listener: &Listener);
}

impl Ear for Soundscape {
    fn impact(&mut self, impact: &Impact, listener: &Listener) {
        Soundscape::impact(self, impact, listener);
    }

    fn set(&mut self, levels: &Levels, listener: &Listener) {
        Soundscape::set(self, levels, listener);
    }
}

/// The sound of a simulation.
pub struct WaterSound<E = Soundscape> {
    ear: E,
    /// What fell in since the last look.
    impacts: Vec<Disturbance>,
    walls: WallSounds,
    bodies: BodySounds,
    /// Mean squares of breaking crests, and seconds since the sea was looked at.
    crests: [f64; 2],
    since: f64,
    levels: Levels,
    /// That of the simulation in the last look.
    history: Option<u64>,
}

impl<E: Ear> WaterSound<E> {
    /// The sound of a simulation from now on.
    pub fn to(ear: E) -> Self {
        Self {
            ear,
            impacts: Vec::with_capacity(Simulation::MAX_IMPACTS),
            walls: WallSounds::new(),
            bodies: BodySounds::new(),
            crests: [0.0; 2],
            since: LOOK,
            levels: Levels::default(),
            history: None,
        }
    }

    /// Starts over: what has happened since the last call of [`WaterSound::hear`] is not heard.
    pub fn restart(&mut self) {
        self.history = None;
        self.walls = WallSounds::new();
        self.bodies = BodySounds::new();
        self.levels = Levels::default();
    }

    /// What receives it.
    pub fn ear(&mut self) -> &mut E {
        &mut self.ear
    }

    /// Hears what the last `steps` of a session did. Nothing but what falls in sounds while it `rests`, as in a pause.
    pub fn hear_session(&mut self, session: &mut Session, steps: u64, rests: bool) {
        if steps == 0 && !rests {
            return;
        }
        let view = VIEWS[session.views.shown()];
        let ear = listener(&session.simulation, &session.camera, view);
        let seconds = match rests {
            true => 0.0,
            false => steps as f64 / session.simulation.steps_per_second(),
        };
        self.hear(&mut session.simulation, &ear, seconds);
    }

    /// Hears what has happened since the last call, within so many simulated seconds; 0 while the simulation is paused.
    pub fn hear(&mut self, simulation: &mut Simulation, listener: &Listener, seconds: f64) {
        simulation.swap_impacts(&mut self.impacts);
        let simulation = &*simulation;
        let history = self.history.replace(simulation.history());
        if history.is_none() {
            // These fell in before the sound began.
            self.impacts.clear();
        }
        if history != self.history {
            self.levels.surf = [0.0; 2];
        }
        for number in 0..self.impacts.len() {
            if let Some(impact) = impact(simulation, &self.impacts[number]) {
                self.ear.impact(&impact, listener);
            }
        }
        self.impacts.clear();
        if seconds <= 0.0 {
            self.ear.set(&Levels::default(), listener);
            return;
        }
        let water = simulation.water();
        let mut surf = [0.0; 2];
        let wash = self
            .bodies
            .hear(simulation.bodies(false), listener, seconds, &mut self.ear);
        add(&mut surf, wash);
        self.since += seconds;
        match water.open_water() {
            Some(sea) if self.since >= LOOK => {
                self.since = 0.0;
                self.crests = of_sea(sea, listener);
            }
            Some(_) => {}
            None => self.crests = [0.0; 2],
        }
        if water.open_water().is_none() && !water.is_calm() {
            let of_water = match water.model().ground {
                true => of_shore(water, listener),
                false => self
                    .walls
                    .hear(simulation, listener, seconds, &mut self.ear),
            };
            add(&mut surf, of_water);
        }
        let part = 1.0 - (-seconds / SMOOTHING).exp();
        approach(&mut self.levels.surf, surf, part);
        approach(&mut self.levels.breaking, self.crests, part);
        self.levels.wind = wind(water);
        self.levels.rain = simulation.rainfall();
        self.ear.set(&self.levels, listener);
    }
}

/// Speed of the wind over a water, m/s.
fn wind(water: &dyn Water) -> f64 {
    match water.settings().get("wind") {
        Some(crate::parameter::Value::Real(wind)) => wind,
        _ => 0.0,
    }
}

fn add(sum: &mut [f64; 2], more: [f64; 2]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}

/// Moves a level a part of its way.
fn approach(level: &mut [f64; 2], to: [f64; 2], part: f64) {
    for (level, to) in level.iter_mut().zip(to) {
        *level += part * (to - *level);
        if *level < INAUDIBLE || !level.is_finite() {
            *level = 0.0;
        }
    }
}

/// The impact of a stone, a drop or a stroke: its energy is that of its dent, ½ρg·∫h² dA of a depth h that falls off like a bell.
fn impact(simulation: &Simulation, disturbance: &Disturbance) -> Option<Impact> {
    if disturbance.adds() {
        return None;
    }
    let water = simulation.water();
    let (from, to, radius, weight) = disturbance.as_stroke();
    let size = match water.surface() {
        Surface::Bounded(pool) => pool.field.size,
        Surface::Open(open) => simulation
            .ripple_window()
            .map_or(open.field.size, |window| window.length),
    };
    let radius = radius * size[0] / water.size().columns() as f64;
    let depth = f64::from(weight) / 2048.0 * 0.5 * size[0].max(size[1]);
    let energy = 0.25 * std::f64::consts::PI * DENSITY * GRAVITY * (depth * radius).powi(2);
    let share = if from == to { 1.0 } else { STROKE };
    let [x, z] = match simulation.ripple_window() {
        Some(window) => window.place((to.u(), to.v())),
        None => [(to.u() - 0.5) * size[0], (to.v() - 0.5) * size[1]],
    };
    Some(Impact {
        place: DVec3::new(x, 0.0, z),
        energy: share * energy,
        radius,
    })
}

/// Who listens where a camera is; above the middle of the water in a view without a camera.
pub fn listener(simulation: &Simulation, camera: &FlyCamera, view: &ViewKind) -> Listener {
    let water = simulation.water();
    if !view.has_eye {
        let length = match simulation.ripple_window() {
            Some(window) => window.length[0],
            None => water.length(),
        };
        return Listener::new(DVec3::Y * length.min(50.0), DVec3::X, false);
    }
    let eye = camera.eye(1.0);
    let (place, height) = (eye.place(), eye.position.y);
    let right = eye.view.row(0).truncate().as_dvec3();
    let level = match water.surface() {
        Surface::Bounded(pool) => {
            let at = place / DVec2::from(pool.field.size) + 0.5;
            let inside = at.cmpge(DVec2::ZERO).all() && at.cmple(DVec2::ONE).all();
            let above_floor = f64::from(height) > -pool.depth;
            (inside && above_floor).then(|| pool.field.heights.bilinear(at.x as f32, at.y as f32))
        }
        Surface::Open(_) if height > HIGHEST_WAVE => None,
        Surface::Open(_) => {
            let sampler = Sampler::new(water, simulation.steps_per_second());
            let heights = sampler.heights_at(place.x, place.y);
            heights.map(|[height, _]| height as f32)
        }
    };
    let is_submerged = level.is_some_and(|level| height < level);
    Listener::new(
        DVec3::new(place.x, height.into(), place.y),
        right,
        is_submerged,
    )
}
