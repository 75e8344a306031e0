//! The splash of a body that falls into the water (docs/models.md §16a).
//!
//! While a body sinks in, a share of the water that it displaces is thrown up as drops from its waterline, outward and up, at a part of the
//! speed of the fall. How large the share is depends on the Froude number U²/(g·R) of the entry, with U the speed downward and R the radius
//! of a ball as large: below [`FROUDE`].0 the water closes around the body without a drop, above [`FROUDE`].1 the share is [`SHARE`].

use crate::body::Body;
use crate::force::{GRAVITY, WATER_DENSITY};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use waterlab_core::spray::{Drop, Spray};

/// Squared Froude numbers at which drops begin to be thrown, and at which the share no longer grows. A ball dropped from a height h above
/// the water has 2h/R.
const FROUDE: (f64, f64) = (1.2, 6.0);

/// Mass of the drops over that of the displaced water.
const SHARE: f64 = 0.012;

/// Median radius of drops over R, and its limits in metres. Most of the drops lie within a factor of two of it, all within one of
/// [`RANGE`].
const DROP: f64 = 0.014;
const DROPS: (f64, f64) = (1e-3, 0.02);
const RANGE: f64 = 3.0;

/// Speed of the slowest and of the fastest drop over that of the fall.
const SPEED: (f64, f64) = (0.12, 0.75);

/// Number of jets of the crown, and factors of the speed between two of them and in the highest.
const JETS: f64 = 9.0;
const JET: (f64, f64) = (0.5, 1.5);

/// Angles above the horizon at which they are thrown, radians: those of a crown.
const ANGLE: (f64, f64) = (1.0, 1.4);

/// Part of the speed along the level that the drops keep.
const FORWARD: f64 = 0.35;

/// Seconds without drops after which a splash is over.
const OVER: f64 = 0.4;

/// Maximum number of drops that a body throws in a step.
const MAX_IN_A_STEP: usize = 400;

/// The splash of a body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splash {
    /// Water to be thrown, kg: less than a drop.
    rest: f64,
    /// Its foam.
    foam: Option<u64>,
    /// Seconds since drops were thrown.
    quiet: f64,
}

/// A part of the waterline: its ends, and the outward normal along the level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waterline {
    ends: [DVec3; 2],
    outward: DVec2,
}

/// A body in a step.
pub(crate) struct Entry<'a> {
    pub(crate) body: &'a Body,
    /// Places of the vertices of its hull, metres.
    pub(crate) places: &'a [DVec3],
    /// Height of the water over each.
    pub(crate) levels: &'a [f64],
    /// Velocity relative to the water, m/s.
    pub(crate) velocity: DVec3,
    /// Growth of the displaced volume, m³.
    pub(crate) growth: f64,
    pub(crate) seconds: f64,
}

impl Splash {
    /// Throws up what a step does; `line` is scratch memory.
    pub(crate) fn step(&mut self, entry: &Entry, line: &mut Vec<Waterline>, spray: &mut Spray) {
        let radius = libm::cbrt(0.75 * entry.body.volume() / PI);
        let speed = (-entry.velocity.y).max(0.0);
        let strength = strength(speed * speed / (GRAVITY * radius));
        self.quiet += entry.seconds;
        if self.quiet > OVER {
            (self.foam, self.rest) = (None, 0.0);
        }
        if strength <= 0.0 || entry.growth <= 0.0 {
            return;
        }
        waterline(entry, line);
        let length: f64 = line.iter().map(Waterline::length).sum();
        if length <= 0.0 {
            return;
        }
        self.quiet = 0.0;
        let displaced = entry.growth / entry.body.volume();
        self.lay_foam(entry, line, strength * displaced, spray);
        let middle = (DROP * radius).clamp(DROPS.0, DROPS.1);
        // Each splash has other jets.
        let turn = self.foam.map_or(0.0, |number| 2.4 * number as f64);
        self.rest += SHARE * strength * WATER_DENSITY * entry.growth;
        for _ in 0..MAX_IN_A_STEP {
            let [a, b] = [spray.uniform(), spray.uniform()];
            let radius = middle * libm::pow(RANGE, a + b - 1.0);
            let mass = WATER_DENSITY * 4.0 / 3.0 * PI * radius.powi(3);
            if mass > self.rest {
                break;
            }
            self.rest -= mass;
            let mut along = spray.uniform() * length;
            let part = line.iter().find(|part| {
                along -= part.length();
                along <= 0.0
            });
            if let Some(part) = part.or(line.last()) {
                let numbers = std::array::from_fn(|_| spray.uniform());
                spray.throw(drop_from(part, entry, speed, radius, turn, numbers));
            }
        }
        // A splash too large for its drops.
        self.rest = self.rest.min(SHARE * WATER_DENSITY * entry.body.volume());
    }

    /// Makes the foam of the splash, or adds to it.
    fn lay_foam(&mut self, entry: &Entry, line: &[Waterline], amount: f64, spray: &mut Spray) {
        let middle = entry.body.state.position;
        let middle = DVec2::new(middle.x, middle.z);
        let away = |part: &Waterline| part.middle().distance(middle);
        let radius = line.iter().map(away).sum::<f64>() / line.len() as f64;
        match self.foam.and_then(|number| spray.foam_mut(number)) {
            Some(foam) => {
                foam.radius = foam.radius.max(radius);
                foam.amount = (foam.amount + 2.0 * amount).min(1.0);
            }
            None => self.foam = Some(spray.lay_foam(middle, radius, (2.0 * amount).min(1.0))),
        }
    }
}

/// The part of the full share that is thrown at this squared Froude number: 0 to 1.
fn strength(froude: f64) -> f64 {
    let part = ((froude - FROUDE.0) / (FROUDE.1 - FROUDE.0)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// A drop from a part of the waterline, by four random numbers.
fn drop_from(
    part: &Waterline,
    entry: &Entry,
    speed: f64,
    radius: f64,
    turn: f64,
    [place, fast, steep, early]: [f64; 4],
) -> Drop {
    let around = libm::atan2(part.outward.y, part.outward.x);
    // Unevenly spaced, and of different heights.
    let phase = around * JETS + 2.0 * libm::sin(3.0 * around + turn) + turn;
    let jet = (0.5 + 0.5 * libm::cos(phase)) * (0.6 + 0.4 * libm::sin(2.0 * around + 5.0 * turn));
    let part_of = |(low, high): (f64, f64), share: f64| low + (high - low) * share;
    let speed = speed * part_of(SPEED, fast) * part_of(JET, jet);
    let (up, level) = libm::sincos(part_of(ANGLE, steep));
    let flat =
        part.outward * (level * speed) + DVec2::new(entry.velocity.x, entry.velocity.z) * FORWARD;
    let velocity = DVec3::new(flat.x, up * speed, flat.y);
    let [from, to] = part.ends;
    let outward = DVec3::new(part.outward.x, 1.0, part.outward.y) * radius;
    Drop {
        // Some are thrown at the beginning of the step, some at its end.
        place: from.lerp(to, place) + outward + velocity * (early * entry.seconds),
        velocity,
        radius,
    }
}

impl Waterline {
    fn length(&self) -> f64 {
        self.ends[0].distance(self.ends[1])
    }

    fn middle(&self) -> DVec2 {
        let middle = 0.5 * (self.ends[0] + self.ends[1]);
        DVec2::new(middle.x, middle.z)
    }
}

/// Where the surface cuts the hull.
fn waterline(entry: &Entry, line: &mut Vec<Waterline>) {
    line.clear();
    for corners in entry.body.hull().triangles() {
        let corners = corners.map(|corner| corner as usize);
        let points = corners.map(|corner| entry.places[corner]);
        let depths = corners.map(|corner| entry.levels[corner] - entry.places[corner].y);
        let mut ends = [DVec3::ZERO; 2];
        let mut count = 0;
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            if (depths[from] > 0.0) != (depths[to] > 0.0) && count < 2 {
                let part = depths[from] / (depths[from] - depths[to]);
                ends[count] = points[from].lerp(points[to], part);
                count += 1;
            }
        }
        if count == 2 {
            let normal = (points[1] - points[0]).cross(points[2] - points[0]);
            let flat = DVec2::new(normal.x, normal.z);
            line.push(Waterline {
                ends,
                outward: flat.normalize_or_zero(),
            });
        }
    }
}
