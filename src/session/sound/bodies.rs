//! Bodies in the water: the splash of one that falls in, the wash of one that moves on, and the drops that fall back.
//!
//! A body that enters at the speed U leaves ½ρU² of energy for each m³ that it displaces, as far as it splashes: see the Froude number of
//! docs/models.md §16a. One that moves loses the power of its drag.

use super::{DENSITY, EFFICIENCY, Ear, GRAVITY};
use crate::sound::{Impact, Listener};
use waterlab_bodies::{Bodies, BodyId, MAX_BODIES};

/// Squared Froude numbers U²/(g·R) between which an entry begins to be heard.
const FROUDE: (f64, f64) = (0.3, 2.0);

/// Least energy of an impact that is heard, J.
const LEAST: f64 = 1e-5;

/// Speed below which a body is silent, m/s.
const SLOW: f64 = 0.05;

/// Drops that fall back into the water in a look, at most.
const MAX_DROPS: usize = 12;

/// The bodies of the last look.
pub(super) struct BodySounds {
    /// Name, displaced volume, m³, and speed downward, m/s.
    before: Vec<(BodyId, f64, f64)>,
}

impl BodySounds {
    pub(super) fn new() -> Self {
        Self {
            before: Vec::with_capacity(MAX_BODIES),
        }
    }

    /// Mean squares at the ears of the wash; splashes are passed to the ear.
    pub(super) fn hear(
        &mut self,
        bodies: &Bodies,
        listener: &Listener,
        seconds: f64,
        ear: &mut impl Ear,
    ) -> [f64; 2] {
        let mut wash = [0.0; 2];
        if bodies.is_calm() && self.before.len() == bodies.len() {
            return wash;
        }
        for floating in bodies.iter() {
            let (body, immersion) = (floating.body(), floating.immersion());
            let (place, velocity) = (body.state.position, body.state.velocity);
            let before = self.before.iter().find(|(id, ..)| *id == floating.id());
            let (volume, fall_before) =
                before.map_or((immersion.volume, 0.0), |&(_, volume, fall)| (volume, fall));
            let radius = (0.75 * body.volume() / std::f64::consts::PI).cbrt();
            // A fast one is thrown back within a step.
            let fall = (-velocity.y).max(fall_before);
            let froude = fall * fall / (GRAVITY * radius);
            let strength = ((froude - FROUDE.0) / (FROUDE.1 - FROUDE.0)).clamp(0.0, 1.0);
            let growth = (immersion.volume - volume).max(0.0);
            let energy = 0.5 * DENSITY * fall * fall * growth * strength;
            if energy > LEAST {
                ear.impact(
                    &Impact {
                        place,
                        energy,
                        radius,
                    },
                    listener,
                );
            }
            if velocity.length() > SLOW {
                let lost = immersion.drag.dot(velocity).abs();
                super::add(&mut wash, listener.mean_squares(place, EFFICIENCY * lost));
            }
        }
        self.before.clear();
        let now = bodies.iter().map(|floating| {
            let fall = -floating.body().state.velocity.y;
            (floating.id(), floating.immersion().volume, fall.max(0.0))
        });
        self.before.extend(now);
        drops(bodies, listener, seconds, ear);
        wash
    }
}

/// Drops that meet the rest level before the next look.
fn drops(bodies: &Bodies, listener: &Listener, seconds: f64, ear: &mut impl Ear) {
    let drops = bodies.spray().drops().iter();
    let landing = drops.filter(|drop| {
        let next = drop.place.y + seconds * drop.velocity.y;
        drop.place.y > 0.0 && next <= 0.0
    });
    for drop in landing.take(MAX_DROPS) {
        let mass = DENSITY * 4.0 / 3.0 * std::f64::consts::PI * drop.radius.powi(3);
        ear.impact(
            &Impact {
                place: drop.place,
                energy: 0.5 * mass * drop.velocity.length_squared(),
                radius: drop.radius,
            },
            listener,
        );
    }
}
