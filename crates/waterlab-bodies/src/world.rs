//! `Bodies`: all bodies of a water, moved step by step.
//!
//! A step computes the forces of the water on each body at its place, changes its velocity by them, moves it with its contacts, and raises
//! the water by what the body displaces at its new place: semi-implicit Euler, whose energy neither grows nor shrinks by itself. With the
//! added mass m_a = ½·ρ·V of the displaced volume V the velocity changes by F·dt / (m + m_a). When V grows, the water that the body sets
//! in motion takes its momentum from it (slamming, after von Kármán); when it shrinks, the water keeps it.

use crate::body::{Body, BodyState, Shape};
use crate::contacts::Contacts;
use crate::displacement::{Cells, Displacement};
use crate::force::{
    ADDED_MASS, FORM_DRAG, GRAVITY, Immersion, WATER_DENSITY, immersion, place_vertices,
    volume_below,
};
use crate::level::{Levels, Overhead};
use crate::rope::{self, RopeSpan};
use crate::splash::{Entry, Splash, Waterline};
use crate::surroundings::Surroundings;
use glam::{DMat3, DVec3};
use rapier3d::prelude::RigidBodyHandle;
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::pool::Patch;
use waterlab_core::spray::Spray;
use waterlab_core::water::Water;

/// Maximum number of bodies at once.
pub const MAX_BODIES: usize = 64;

/// Damping of a body relative to the water around it, 1/s, for a wholly submerged one: small waves and eddies that the facets do not see.
const DAMPING: f64 = 0.15;

/// More of it for a body half in the water, 1/s: waves that are shorter than the cells.
const WAVE_MAKING: f64 = 0.6;

/// Damping of the rotation, 1/s, in air and on the ground as well: what makes a ball stop rolling.
const ROLLING: f64 = 0.4;

/// Density of air, kg/m³.
const AIR_DENSITY: f64 = 1.2;

/// Side force of a rudder with its skeg, over ½·ρ·L²·v² of a hull of length L and the sine of the angle at which the flow meets it.
const RUDDER: f64 = 0.1;

/// Seconds within which the velocity from the slope of the sea decays, so that its beginning is forgotten.
const MEMORY: f64 = 6.0;

/// Natural frequency of the spring that holds a body, rad/s. It is critically damped.
const GRIP: f64 = 9.0;

/// Largest acceleration by such a spring, m/s².
const MAX_GRIP: f64 = 80.0;

/// Largest speed of a body, m/s, and spin, rad/s.
const MAX_SPEED: f64 = 100.0;

/// Speed below which a body counts as resting, m/s, and rad/s.
const AT_REST: f64 = 2e-3;

/// Number of steps that everything must rest before the bodies sleep.
const STEPS_AT_REST: u32 = 120;

/// Names a body as long as it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(u64);

impl BodyId {
    /// How many bodies were added before it.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The name of the body that is added after so many others.
    pub fn after(number: u64) -> Self {
        Self(number)
    }
}

/// The error for a body too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are {MAX_BODIES} bodies in the water, which is the maximum")]
pub struct TooManyBodies;

/// A body in the water.
pub struct Floating {
    pub(crate) id: BodyId,
    pub(crate) body: Body,
    handle: RigidBodyHandle,
    immersion: Immersion,
    /// Mass with the added mass, kg, and the inverse of the inertia in the axes of the world, 1/(kg·m²), in the last step.
    inertia: (f64, DMat3),
    /// Added mass in the last step, kg; `None` before the first.
    added_mass: Option<f64>,
    /// Velocity of the water around it, m/s.
    water: DVec3,
    /// Height of the sea over it in the last step, metres; `None` before the first.
    level: Option<f64>,
    splash: Splash,
    begin: Begin,
}

/// How a body begins in a water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begin {
    /// It has begun.
    Done,
    /// In water that is level around it, as if it had been there before.
    Level,
    /// In water whose surface includes what it displaces.
    Included,
}

impl Floating {
    /// Its name.
    pub fn id(&self) -> BodyId {
        self.id
    }

    /// The body, where it is now.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// What the water did to it in the last step.
    pub fn immersion(&self) -> &Immersion {
        &self.immersion
    }

    /// Velocity of the point at an arm from the centroid, m/s.
    pub(crate) fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.body.state.velocity + self.body.state.spin.cross(arm)
    }

    /// How much an impulse at an arm from the centroid changes the velocity there, both along the unit vector `along`, 1/kg.
    pub(crate) fn lightness(&self, arm: DVec3, along: DVec3) -> f64 {
        let (mass, turned) = self.inertia;
        let turn = arm.cross(along);
        1.0 / mass + turn.dot(turned * turn)
    }

    /// Gives the body an impulse at an arm from the centroid, N·s.
    pub(crate) fn push(&mut self, arm: DVec3, impulse: DVec3) {
        let (mass, turned) = self.inertia;
        self.body.state.velocity += impulse / mass;
        self.body.state.spin += turned * arm.cross(impulse);
    }

    /// Keeps velocity and spin within what can be computed.
    fn limit(&mut self) {
        let state = &mut self.body.state;
        for vector in [&mut state.velocity, &mut state.spin] {
            *vector = match vector.is_finite() {
                true => vector.clamp_length_max(MAX_SPEED),
                false => DVec3::ZERO,
            };
        }
    }
}

/// A body that is held at a point by a spring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// The body.
    pub body: BodyId,
    /// The point of the body, relative to its centroid, in the axes of its hull, metres.
    pub point: DVec3,
    /// Where the point is drawn to, metres.
    pub target: DVec3,
}

/// The bodies of a water.
pub struct Bodies {
    bodies: Vec<Floating>,
    next: u64,
    surroundings: Surroundings,
    displacement: Option<Displacement>,
    grips: Vec<Grip>,
    resting: u32,
    contacts: Contacts,
    spray: Spray,
    scratch: Scratch,
}

#[derive(Default)]
struct Scratch {
    places: Vec<DVec3>,
    overhead: Overhead,
    waterline: Vec<Waterline>,
}

impl Bodies {
    /// No bodies, in these surroundings.
    pub fn new(surroundings: Surroundings) -> Self {
        let mut contacts = Contacts::default();
        contacts.build(&surroundings);
        Self {
            bodies: Vec::new(),
            next: 0,
            surroundings,
            displacement: None,
            grips: Vec::new(),
            resting: 0,
            contacts,
            spray: Spray::default(),
            scratch: Scratch::default(),
        }
    }

    /// What stands around the bodies.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Replaces what stands around the bodies.
    pub fn set_surroundings(&mut self, surroundings: Surroundings) {
        if surroundings != self.surroundings {
            self.contacts.build(&surroundings);
            self.surroundings = surroundings;
            self.wake();
        }
    }

    /// Adds a body.
    pub fn add(&mut self, body: Body) -> Result<BodyId, TooManyBodies> {
        if self.bodies.len() == MAX_BODIES {
            return Err(TooManyBodies);
        }
        let id = BodyId(self.next);
        self.next += 1;
        let handle = self.contacts.insert(&body);
        self.bodies.push(Floating {
            id,
            body,
            handle,
            immersion: Immersion::default(),
            inertia: (1.0, DMat3::ZERO),
            added_mass: None,
            water: DVec3::ZERO,
            level: None,
            splash: Splash::default(),
            begin: Begin::Level,
        });
        self.wake();
        Ok(id)
    }

    /// Puts back a body that was taken out, under its name.
    pub fn put_back(&mut self, id: BodyId, body: Body) -> Result<(), TooManyBodies> {
        if self.get(id).is_some() {
            return Ok(());
        }
        let next = std::mem::replace(&mut self.next, id.0);
        let added = self.add(body);
        self.next = next.max(id.0 + 1);
        self.bodies.sort_by_key(Floating::id);
        added.map(|_| ())
    }

    /// Takes a body out.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let index = self.bodies.iter().position(|floating| floating.id == id)?;
        let floating = self.bodies.remove(index);
        self.contacts.remove(floating.handle);
        self.grips.retain(|grip| grip.body != id);
        self.wake();
        Some(floating.body)
    }

    /// The bodies, in the order in which they came.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Floating> {
        self.bodies.iter()
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// A body, if it is still there.
    pub fn get(&self, id: BodyId) -> Option<&Floating> {
        self.bodies.iter().find(|floating| floating.id == id)
    }

    /// The ropes on bodies, in their order.
    pub fn ropes(&self) -> impl Iterator<Item = RopeSpan> {
        rope::spans(&self.bodies)
    }

    /// The first body that a ray meets, and the distance to it in lengths of the direction, below `farthest`.
    pub fn hit(&self, origin: DVec3, direction: DVec3, farthest: f64) -> Option<(BodyId, f64)> {
        let mut nearest = None;
        let mut distance = farthest;
        for floating in &self.bodies {
            let state = &floating.body.state;
            let back = state.rotation.inverse();
            let (from, along) = (back * (origin - state.position), back * direction);
            if let Some(hit) = floating.body.hull().hit(from, along, distance) {
                distance = hit;
                nearest = Some((floating.id, hit));
            }
        }
        nearest
    }

    /// Sets place and motion of a body; states that are not finite are ignored.
    pub fn set_state(&mut self, id: BodyId, state: BodyState) {
        if !state.is_finite() {
            return;
        }
        if let Some(floating) = self.bodies.iter_mut().find(|floating| floating.id == id) {
            floating.body.state = state;
            self.contacts.place(floating.handle, &floating.body);
        }
        self.wake();
    }

    /// Holds bodies by springs from the next step on, in place of those that were held before.
    pub fn hold(&mut self, grips: &[Grip]) {
        if !grips.is_empty() || !self.grips.is_empty() {
            self.wake();
        }
        self.grips.clear();
        self.grips.extend_from_slice(grips);
    }

    /// Whether all bodies rest in calm water, so that steps do nothing.
    pub fn is_calm(&self) -> bool {
        let rest =
            self.bodies.is_empty() && self.displacement.is_none() || self.resting >= STEPS_AT_REST;
        rest && self.spray.is_empty()
    }

    /// Lets resting bodies feel what has changed.
    pub fn wake(&mut self) {
        self.resting = 0;
    }

    /// The drops that they have thrown up, and the foam where they fell in.
    pub fn spray(&self) -> &Spray {
        &self.spray
    }

    /// What the bodies displace, metres at each cell, once they have been stepped.
    pub fn displacement(&self) -> Option<&Grid<f32>> {
        self.displacement.as_ref().map(Displacement::applied)
    }

    /// Continues in other water: another model, size or state. Its surface may include what the bodies displace, as one that was saved
    /// with them does; else it is raised by that, everywhere alike.
    pub fn enter(&mut self, water: &dyn Water, surface_includes_them: bool) {
        self.set_surroundings(Surroundings {
            rim: self.surroundings.rim,
            ground: self.surroundings.ground,
            ..Surroundings::of(water)
        });
        self.displacement = None;
        self.spray.clear();
        for floating in &mut self.bodies {
            floating.begin = match surface_includes_them {
                true => Begin::Included,
                false => Begin::Level,
            };
        }
        self.wake();
    }

    /// Advances the water by a step, which takes `seconds`, and the bodies with it. The water must be the same in all steps, or
    /// [`Bodies::enter`] be called.
    pub fn step(&mut self, water: &mut dyn Water, seconds: f64) {
        self.step_bodies(water, seconds);
        if !self.spray.is_empty() {
            self.surroundings
                .step_spray(&mut self.spray, water, seconds);
        }
    }

    fn step_bodies(&mut self, water: &mut dyn Water, seconds: f64) {
        if self.bodies.is_empty() && self.displacement.is_none() {
            return water.step();
        }
        if self.resting >= STEPS_AT_REST {
            if water.is_calm() {
                return;
            }
            self.wake();
        }
        let mut displacement = match self.displacement.take() {
            Some(before) if before.cells() == Cells::of(water) => before,
            Some(_) => {
                // Ripples keep their place in another window of a sea.
                let bodies = self.bodies.iter_mut();
                bodies.for_each(|floating| floating.begin = Begin::Included);
                Displacement::none(Cells::of(water))
            }
            None => Displacement::none(Cells::of(water)),
        };
        if self
            .bodies
            .iter()
            .any(|floating| floating.begin != Begin::Done)
        {
            self.put_in(water, &mut displacement);
        }
        let levels = Levels::of(&*water, 1.0 / seconds);
        for floating in &mut self.bodies {
            let id = floating.id;
            let grips = self.grips.iter().filter(|grip| grip.body == id);
            let (scratch, spray) = (&mut self.scratch, &mut self.spray);
            accelerate(floating, &levels, grips, seconds, scratch, spray);
        }
        drop(levels);
        rope::pull(&mut self.bodies, seconds);
        for floating in &mut self.bodies {
            floating.limit();
            self.contacts.set(floating.handle, &floating.body, seconds);
        }
        self.contacts.step(seconds);
        let mut moves = false;
        for floating in &mut self.bodies {
            let wet = floating.immersion.volume / floating.body.volume();
            let body = &mut floating.body;
            let before = body.state.position;
            self.contacts.read(floating.handle, body, wet, seconds);
            if self.surroundings.separate(before, body.state.position) {
                body.state.position = before;
                body.state.velocity = DVec3::ZERO;
                self.contacts.place(floating.handle, body);
            }
            let state = &floating.body.state;
            moves |= state.velocity.length() > AT_REST || state.spin.length() > AT_REST;
        }
        let is_open = water.model().is_open();
        if is_open {
            water.step();
        }
        displacement.clear();
        let levels = Levels::of(&*water, 1.0 / seconds);
        for floating in &self.bodies {
            displace(
                &floating.body,
                &levels,
                &mut displacement,
                &mut self.scratch,
            );
        }
        drop(levels);
        let change = displacement.change(water.height_step());
        let rests = !moves && change.is_none() && self.grips.is_empty();
        self.resting = if rests {
            self.resting.saturating_add(1)
        } else {
            0
        };
        // A part of it before the water's step, the rest after it: see `early_part`.
        let early = early_part(&*water);
        if let Some(patch) = change.as_ref().filter(|_| early > 0.0 && !is_open) {
            water.raise(&scaled(patch, early));
        }
        if !is_open {
            water.step();
        }
        if let Some(patch) = &change {
            let late = if is_open { 1.0 } else { 1.0 - early };
            water.raise(&scaled(patch, late));
        }
        self.displacement = Some(displacement).filter(|_| !self.bodies.is_empty());
    }

    /// Takes what bodies displace that begin in the water as part of its surface.
    fn put_in(&mut self, water: &mut dyn Water, displacement: &mut Displacement) {
        for begin in [Begin::Level, Begin::Included] {
            let mut begun = Displacement::none(displacement.cells());
            let levels = Levels::of(&*water, 1.0);
            for floating in &mut self.bodies {
                if floating.begin == begin {
                    displace(&floating.body, &levels, &mut begun, &mut self.scratch);
                    floating.begin = Begin::Done;
                }
            }
            drop(levels);
            let volume = displacement.assume(&begun);
            if begin == Begin::Level && volume > 0.0 && !water.model().is_open() {
                raise_level(water, volume, displacement);
            }
        }
    }
}

/// Raises the level of a pool by a volume, m³.
fn raise_level(water: &mut dyn Water, volume: f64, displacement: &Displacement) {
    let Cells {
        columns,
        rows,
        size,
        ..
    } = displacement.cells();
    let area = (columns * rows) as f64 * size * size;
    let unit = f64::from(water.height_step());
    let metres = (volume / area / unit).round() * unit;
    water.raise(&Patch {
        column: 0,
        row: 0,
        metres: Grid::new(columns, rows, metres as f32),
    });
}

/// Adds what a body displaces where it is.
fn displace(
    body: &Body,
    levels: &Levels,
    displacement: &mut Displacement,
    Scratch {
        places, overhead, ..
    }: &mut Scratch,
) {
    let hull = body.hull();
    place_vertices(hull, &body.state, places);
    let reference = &mut overhead.reference;
    levels.reference_over(body.state.position, places, reference);
    let volume = volume_below(hull, places, reference);
    displacement.add(hull, &body.state, places, reference, volume);
}

/// The part of a change of the displacement that the water gets before its step, the rest after it.
///
/// Bodies and water are accelerated by the same surface, so that neither gains energy from a time step. The bodies take it before the
/// step, a water with n sub-steps at their beginnings, (n − 1) / 2n of a step later on average: by then it must know as much of the
/// bodies' motion. Integer heights do not divide.
fn early_part(water: &dyn Water) -> f32 {
    match (water.heights(), water.sub_steps()) {
        (Heights::Counts { .. }, _) => 0.0,
        (_, u32::MAX) => 0.5,
        (_, sub_steps) => (sub_steps - 1) as f32 / (2 * sub_steps) as f32,
    }
}

fn scaled(patch: &Patch, factor: f32) -> Patch {
    let mut patch = patch.clone();
    patch
        .metres
        .cells_mut()
        .iter_mut()
        .for_each(|cell| *cell *= factor);
    patch
}

/// Velocity of the water around a body: of the sea, from its motion over the body and its slope, u_t = −g·∇h. That of a pool is left out,
/// because next to a body it is the body's own.
fn velocity_of_water(
    before: DVec3,
    level: Option<f64>,
    overhead: &Overhead,
    seconds: f64,
) -> DVec3 {
    let Some(level) = level else {
        return DVec3::ZERO;
    };
    let kept = 1.0 - seconds / MEMORY;
    let slope = overhead.slope * (GRAVITY * seconds);
    DVec3::new(
        before.x * kept - slope.x,
        (overhead.level - level) / seconds,
        before.z * kept - slope.y,
    )
}

/// Force of a body's motor, N, if it has one and its propeller, the lowest corner of the stern, is in the water. It acts at the height of
/// the centroid, and along the level, so that a boat keeps its trim. Its rudder adds to the drag.
fn motor(
    body: &Body,
    places: &[DVec3],
    levels: &[f64],
    water: DVec3,
    forces: &mut Immersion,
) -> DVec3 {
    let (hull, state) = (body.hull(), &body.state);
    let vertices = hull.vertices().iter().enumerate();
    let propeller = vertices.min_by(|(_, a), (_, b)| (a.x + a.y).total_cmp(&(b.x + b.y)));
    let propeller = propeller.filter(|&(index, _)| levels[index] > places[index].y);
    let Some((_, stern)) = propeller.filter(|_| body.thrust != 0.0) else {
        return DVec3::ZERO;
    };
    let ahead = state.rotation * DVec3::X;
    let ahead = DVec3::new(ahead.x, 0.0, ahead.z).normalize_or_zero();
    // A plate, which resists the flow across it.
    let arm = ahead * stern.x;
    let flow = state.velocity + state.spin.cross(arm) - water;
    let across = ahead.cross(DVec3::Y) * libm::cos(body.rudder) + ahead * libm::sin(body.rudder);
    let strength = 0.5 * WATER_DENSITY * RUDDER * hull.size().x.powi(2);
    let force = across * (-strength * flow.length() * flow.dot(across));
    forces.drag += force;
    forces.drag_torque += arm.cross(force);
    ahead * body.thrust
}

/// Changes the velocity of a body by the forces on it.
fn accelerate<'a>(
    floating: &mut Floating,
    levels: &Levels,
    grips: impl Iterator<Item = &'a Grip>,
    seconds: f64,
    scratch: &mut Scratch,
    spray: &mut Spray,
) {
    let Scratch {
        places,
        overhead,
        waterline,
    } = scratch;
    let body = &mut floating.body;
    let hull = body.hull();
    place_vertices(hull, &body.state, places);
    levels.over(body.state.position, hull.radius(), places, overhead);
    let water = velocity_of_water(floating.water, floating.level, overhead, seconds);
    let actual = &overhead.actual;
    let mut forces = immersion(hull, &body.state, places, actual, water, GRAVITY);
    let thrust = motor(body, places, actual, water, &mut forces);
    let mass = body.mass();
    let wet = (forces.volume / hull.volume()).clamp(0.0, 1.0);
    let added = ADDED_MASS * WATER_DENSITY * forces.volume.max(0.0);
    let whole = mass + added;
    let rotation = DMat3::from_quat(body.state.rotation);
    let round = matches!(body.shape(), Shape::Ball { .. });
    let added_inertia = if round {
        0.0
    } else {
        0.5 * ADDED_MASS * WATER_DENSITY * wet
    };
    let inertia =
        rotation * (hull.inertia() * (body.density() + added_inertia)) * rotation.transpose();
    let turned = inertia.inverse();

    let mut state = body.state;
    let mut relative = state.velocity - water;
    let entry = Entry {
        body,
        places,
        levels: actual,
        velocity: relative,
        growth: (added - floating.added_mass.unwrap_or(added)) / (ADDED_MASS * WATER_DENSITY),
        seconds,
    };
    floating.splash.step(&entry, waterline, spray);
    // Water that is set in motion from now on.
    relative *= 1.0 - (added - floating.added_mass.unwrap_or(added)).max(0.0) / whole;
    // Water that moves with the body is accelerated as the water around it.
    let accelerated = water - floating.water;
    let following = accelerated * (floating.added_mass.unwrap_or(0.0).min(added) / whole);
    // Drag takes energy and never turns the motion around.
    let power = -(forces.drag.dot(relative) + forces.drag_torque.dot(state.spin));
    let energy = 0.5 * (whole * relative.length_squared() + state.spin.dot(inertia * state.spin));
    let drag = 1.0 / (1.0 + seconds * power.max(0.0) / (2.0 * energy).max(1e-12));
    let rate = DAMPING * wet + WAVE_MAKING * 4.0 * wet * (1.0 - wet);
    let damping = 1.0 / (1.0 + seconds * rate);
    relative *= damping;
    state.spin *= damping / (1.0 + seconds * ROLLING);
    // A ball as large, in air.
    let across = libm::cbrt(0.75 * hull.volume() / PI).powi(2) * PI * (1.0 - wet);
    let air = 0.5 * AIR_DENSITY * FORM_DRAG * across * state.velocity.length();
    relative *= 1.0 / (1.0 + seconds * air / whole);
    let force = forces.pressure + forces.drag * drag - DVec3::Y * (GRAVITY * mass) + thrust;
    let torque = forces.pressure_torque + forces.drag_torque * drag;
    state.velocity = water + relative + following + force * (seconds / whole);
    state.spin += turned * torque * seconds;

    for grip in grips {
        let arm = state.rotation * grip.point;
        let at = state.position + arm;
        let speed = state.velocity + state.spin.cross(arm);
        // The implicit step of a critically damped spring.
        let stiffness = GRIP * GRIP;
        let soft = 1.0 + 2.0 * GRIP * seconds + stiffness * seconds * seconds;
        let change = ((grip.target - at) * stiffness - speed * (2.0 * GRIP + stiffness * seconds))
            * (seconds / soft);
        let change = change.clamp_length_max(MAX_GRIP * seconds);
        // The impulse that changes the velocity of the point by that much, or less.
        let light = 1.0 / whole
            + (turned * arm.cross(change.normalize_or_zero()))
                .cross(arm)
                .length();
        let impulse = change / light;
        state.velocity += impulse / whole;
        state.spin += turned * arm.cross(impulse);
    }
    body.state = state;
    floating.inertia = (whole, turned);
    floating.added_mass = Some(added);
    floating.water = water;
    floating.level = Some(overhead.level);
    floating.immersion = forces;
}
