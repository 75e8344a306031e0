//! `Facets`: pressure and drag of the water on wet facets, four of them at once.

use super::{Corner, FORM_DRAG, Immersion, SKIN_FRICTION, WATER_DENSITY};
use crate::body::BodyState;
use glam::DVec3;
use std::ops::{Add, Mul, Sub};
use wide::f64x4;

/// Area below which a facet has no direction, m².
const SLIVER: f64 = 1e-100;

/// Facets that are computed at once.
const LANES: usize = 4;

/// Four vectors, one per lane.
#[derive(Clone, Copy, Default)]
struct Vectors {
    x: f64x4,
    y: f64x4,
    z: f64x4,
}

impl Vectors {
    fn splat(of: DVec3) -> Self {
        let [x, y, z] = of.to_array().map(f64x4::splat);
        Self { x, y, z }
    }

    fn each(self, of: impl Fn(f64x4) -> f64x4) -> Self {
        let Self { x, y, z } = self;
        Self {
            x: of(x),
            y: of(y),
            z: of(z),
        }
    }

    fn with(self, other: Self, of: impl Fn(f64x4, f64x4) -> f64x4) -> Self {
        Self {
            x: of(self.x, other.x),
            y: of(self.y, other.y),
            z: of(self.z, other.z),
        }
    }

    fn dot(self, other: Self) -> f64x4 {
        let Self { x, y, z } = self.with(other, |a, b| a * b);
        x + y + z
    }

    fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The sum of the vectors.
    fn sum(self) -> DVec3 {
        DVec3::new(sum(self.x), sum(self.y), sum(self.z))
    }
}

impl Add for Vectors {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl Sub for Vectors {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl Mul<f64x4> for Vectors {
    type Output = Self;

    fn mul(self, factor: f64x4) -> Self {
        self.each(|a| a * factor)
    }
}

/// The sum of the lanes, in the same order with every instruction set.
fn sum(lanes: f64x4) -> f64 {
    let [a, b, c, d] = lanes.to_array();
    (a + b) + (c + d)
}

/// The sums of an [`Immersion`], one partial sum per lane.
#[derive(Default)]
struct Sums {
    volume: f64x4,
    area: f64x4,
    pressure: Vectors,
    pressure_torque: Vectors,
    drag: Vectors,
    drag_torque: Vectors,
}

/// Wet facets, of which [`LANES`] are computed at once.
pub(super) struct Facets {
    waiting: [[Corner; 3]; LANES],
    count: usize,
    sums: Sums,
    /// Weight of the water, N/m³.
    weight: f64x4,
    /// Velocity of the centroid relative to the water, m/s, and spin, rad/s.
    velocity: Vectors,
    spin: Vectors,
}

impl Facets {
    pub(super) fn new(state: &BodyState, water: DVec3, gravity: f64) -> Self {
        Self {
            waiting: Default::default(),
            count: 0,
            sums: Sums::default(),
            weight: f64x4::splat(WATER_DENSITY * gravity),
            velocity: Vectors::splat(state.velocity - water),
            spin: Vectors::splat(state.spin),
        }
    }

    pub(super) fn add(&mut self, facet: [Corner; 3]) {
        self.waiting[self.count] = facet;
        self.count += 1;
        if self.count == LANES {
            self.compute();
        }
    }

    /// Computes the waiting facets and adds them to the sums.
    fn compute(&mut self) {
        // Facets without an area add nothing.
        self.waiting[self.count..].fill(Default::default());
        self.count = 0;
        let all = &self.waiting;
        let corner = |index: usize| {
            let of = |value: fn(&Corner) -> f64| {
                f64x4::from([0, 1, 2, 3].map(|lane: usize| value(&all[lane][index])))
            };
            let place = Vectors {
                x: of(|(place, _)| place.x),
                y: of(|(place, _)| place.y),
                z: of(|(place, _)| place.z),
            };
            (place, of(|&(_, depth)| depth))
        };
        let [(a, da), (b, db), (c, dc)] = [corner(0), corner(1), corner(2)];
        let sums = &mut self.sums;
        // Outward, as long as the area.
        let normal = (b - a).cross(c - a) * f64x4::splat(0.5);
        let (corners, depths) = (a + b + c, da + db + dc);
        let depth = depths * f64x4::splat(1.0 / 3.0);
        // The integral of depth × place over a unit of area.
        let moment = (corners * depths + a * da + b * db + c * dc) * f64x4::splat(1.0 / 12.0);
        sums.volume -= normal.y * depth;
        sums.pressure = sums.pressure - normal * (self.weight * depth);
        sums.pressure_torque = sums.pressure_torque - moment.cross(normal) * self.weight;
        let area = normal.dot(normal).sqrt();
        sums.area += area;
        let middle = corners * f64x4::splat(1.0 / 3.0);
        let velocity = self.velocity + self.spin.cross(middle);
        let unit = normal * (f64x4::ONE / area.max(f64x4::splat(SLIVER)));
        let across = velocity.dot(unit);
        let along = velocity - unit * across;
        let form = unit * (f64x4::splat(FORM_DRAG) * across * across.abs());
        let skin = along * (f64x4::splat(SKIN_FRICTION) * along.dot(along).sqrt());
        let drag = (form + skin) * (f64x4::splat(-0.5 * WATER_DENSITY) * area);
        sums.drag = sums.drag + drag;
        sums.drag_torque = sums.drag_torque + middle.cross(drag);
    }

    pub(super) fn sum(mut self) -> Immersion {
        self.compute();
        let sums = self.sums;
        Immersion {
            volume: sum(sums.volume),
            area: sum(sums.area),
            pressure: sums.pressure.sum(),
            pressure_torque: sums.pressure_torque.sum(),
            drag: sums.drag.sum(),
            drag_torque: sums.drag_torque.sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    /// A facet by the formulas of the module's head, one number after the other.
    fn add(sum: &mut Immersion, [(a, da), (b, db), (c, dc)]: [Corner; 3], state: &BodyState) {
        let normal = 0.5 * (b - a).cross(c - a);
        let (depth, middle) = ((da + db + dc) / 3.0, (a + b + c) / 3.0);
        sum.volume -= normal.y * depth;
        sum.area += normal.length();
        sum.pressure -= normal * 9810.0 * depth;
        // Exact for what is linear in the place: the middles of the sides.
        for ([p, q], [dp, dq]) in [([a, b], [da, db]), ([b, c], [db, dc]), ([c, a], [dc, da])] {
            let force = -normal / 3.0 * 9810.0 * 0.5 * (dp + dq);
            sum.pressure_torque += (0.5 * (p + q)).cross(force);
        }
        let velocity = state.velocity + state.spin.cross(middle);
        let unit = normal.normalize();
        let across = unit * velocity.dot(unit);
        let along = velocity - across;
        let drag = -500.0
            * normal.length()
            * (0.5 * across * across.length() + 0.005 * along * along.length());
        sum.drag += drag;
        sum.drag_torque += middle.cross(drag);
    }

    #[test]
    fn any_number_of_facets_adds_up_as_one_by_one() {
        let state = BodyState {
            velocity: DVec3::new(0.7, -1.1, 0.4),
            spin: DVec3::new(-0.3, 0.8, 1.9),
            ..BodyState::default()
        };
        for count in 0..10 {
            let mut facets = Facets::new(&state, DVec3::ZERO, 9.81);
            let mut expected = Immersion::default();
            for index in 0..count {
                let turn = DQuat::from_rotation_y(0.9 * f64::from(index))
                    * DQuat::from_rotation_x(1.7 * f64::from(index));
                let corner = |x, y, z, depth| (turn * DVec3::new(x, y, z), depth);
                let facet = [
                    corner(0.1, 0.3, -0.2, 0.2),
                    corner(-0.2, 0.25, 0.1, 0.5),
                    corner(0.3, 0.2, 0.15, 0.1 * f64::from(index)),
                ];
                facets.add(facet);
                add(&mut expected, facet, &state);
            }
            let found = facets.sum();
            assert!((found.volume - expected.volume).abs() < 1e-12, "{count}");
            assert!((found.area - expected.area).abs() < 1e-12, "{count}");
            for (found, expected) in [
                (found.pressure, expected.pressure),
                (found.pressure_torque, expected.pressure_torque),
                (found.drag, expected.drag),
                (found.drag_torque, expected.drag_torque),
            ] {
                assert!(
                    found.distance(expected) < 1e-9,
                    "{count}: {found}, {expected}"
                );
            }
        }
    }

    #[test]
    fn a_facet_of_nearly_no_area_adds_nothing() {
        let state = BodyState {
            velocity: DVec3::ONE,
            ..BodyState::default()
        };
        for side in [1e-70, 1e-90, 1e-160, 0.0] {
            let mut facets = Facets::new(&state, DVec3::ZERO, 9.81);
            facets.add([
                (DVec3::ZERO, 1.0),
                (DVec3::X * side, 1.0),
                (DVec3::Z * side, 1.0),
            ]);
            let Immersion { drag, pressure, .. } = facets.sum();
            assert!(
                drag.length() < 1e-60 && pressure.length() < 1e-60,
                "{side}: {drag}"
            );
        }
    }
}
