//! `Floating`: a body in the water, and how the forces on it change its velocity in a step.
//!
//! With the added mass m_a = ½·ρ·V of the displaced volume V the velocity changes by F·dt / (m + m_a). When V grows, the water that the
//! body sets in motion takes its momentum from it (slamming, after von Kármán); when it shrinks, the water keeps it.

use crate::body::{Body, Shape};
use crate::force::{
    ADDED_MASS, FORM_DRAG, GRAVITY, Immersion, WATER_DENSITY, immersion, place_vertices,
};
use crate::level::{Levels, Overhead};
use crate::local_water::LocalWater;
use crate::splash::{Entry, Splash, Waterline};
use glam::{DMat3, DVec3};
use rapier3d::prelude::RigidBodyHandle;
use std::f64::consts::PI;
use waterlab_core::spray::Spray;

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

/// A body in the water.
pub struct Floating {
    pub(crate) id: BodyId,
    pub(crate) body: Body,
    pub(crate) handle: RigidBodyHandle,
    pub(crate) immersion: Immersion,
    /// Mass with the added mass, kg, and the inverse of the inertia in the axes of the world, 1/(kg·m²), in the last step.
    pub(crate) inertia: (f64, DMat3),
    /// Added mass in the last step, kg; `None` before the first.
    pub(crate) added_mass: Option<f64>,
    /// Velocity of the water around it, m/s.
    pub(crate) water: DVec3,
    /// Height of the sea over it in the last step, metres; `None` before the first.
    pub(crate) level: Option<f64>,
    /// Where water flows over ground: the water around it.
    pub(crate) local: Option<LocalWater>,
    pub(crate) splash: Splash,
    pub(crate) begin: Begin,
}

/// How a body begins in a water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
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
    pub(crate) fn limit(&mut self) {
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

#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) places: Vec<DVec3>,
    pub(crate) overhead: Overhead,
    pub(crate) waterline: Vec<Waterline>,
}

/// Velocity of the water around a body: of the sea, from its motion over the body and its slope, u_t = −g·∇h; over ground, the current.
/// That of other pools is left out, because next to a body it is the body's own.
fn velocity_of_water(floating: &Floating, overhead: &Overhead, seconds: f64) -> DVec3 {
    if let Some(LocalWater { current, .. }) = floating.local {
        return DVec3::new(current.x, 0.0, current.y);
    }
    let before = floating.water;
    let Some(level) = floating.level else {
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
    if body.thrust == 0.0 {
        return DVec3::ZERO;
    }
    let (hull, state) = (body.hull(), &body.state);
    let vertices = hull.vertices().iter().enumerate();
    let propeller = vertices.min_by(|(_, a), (_, b)| (a.x + a.y).total_cmp(&(b.x + b.y)));
    let propeller = propeller.filter(|&(index, _)| levels[index] > places[index].y);
    let Some((_, stern)) = propeller else {
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
pub(crate) fn accelerate<'a>(
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
    let (hull, position) = (floating.body.hull(), floating.body.state.position);
    place_vertices(hull, &floating.body.state, places);
    levels.over(position, hull.radius(), places, overhead);
    let water = velocity_of_water(floating, overhead, seconds);
    let body = &mut floating.body;
    let hull = body.hull();
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
