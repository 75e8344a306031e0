//! The forces of water on a body, facet by facet (docs/models.md §16).
//!
//! Each triangle of the hull is clipped at the surface. The rest of it carries the hydrostatic pressure ρ·g·d at depth d below the
//! surface above it, which is exact for a level that is linear over the triangle, and drag: form drag ½·ρ·C·v_n·|v_n| against the normal
//! velocity and skin friction ½·ρ·F·v_t·|v_t| against the tangential one, both relative to the water. With C on the front and on the back
//! alike, a ball has the drag coefficient C and a cube across the flow 2·C, near the 0.47 and 1.05 that are measured.

mod facets;

use crate::body::BodyState;
use crate::hull::Hull;
use facets::Facets;
use glam::DVec3;

/// Gravity, m/s².
pub(crate) const GRAVITY: f64 = 9.81;

/// Density of water, kg/m³.
pub const WATER_DENSITY: f64 = 1000.0;

/// Coefficient C of form drag on a facet.
pub const FORM_DRAG: f64 = 0.5;

/// Coefficient F of skin friction.
pub const SKIN_FRICTION: f64 = 0.005;

/// Added mass of a submerged body as a part of the mass that it displaces: that of a ball.
pub const ADDED_MASS: f64 = 0.5;

/// What the water does to a body at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Immersion {
    /// Displaced volume, m³: that of the columns between the hull and the surface above it.
    pub volume: f64,
    /// Wetted area, m².
    pub area: f64,
    /// Force of the pressure, N.
    pub pressure: DVec3,
    /// Torque of the pressure about the centroid, N·m.
    pub pressure_torque: DVec3,
    /// Drag, N.
    pub drag: DVec3,
    /// Torque of the drag about the centroid, N·m.
    pub drag_torque: DVec3,
}

/// The place of each vertex of the hull in the world, metres.
pub fn place_vertices(hull: &Hull, state: &BodyState, places: &mut Vec<DVec3>) {
    places.clear();
    let turned = |&vertex: &DVec3| state.position + state.rotation * vertex;
    places.extend(hull.vertices().iter().map(turned));
}

/// The forces on a hull whose vertices lie at `places`, below a surface at `levels` above each vertex, metres. `water` is the velocity of
/// the water around it, m/s, and `gravity` in m/s².
pub fn immersion(
    hull: &Hull,
    state: &BodyState,
    places: &[DVec3],
    levels: &[f64],
    water: DVec3,
    gravity: f64,
) -> Immersion {
    let mut facets = Facets::new(state, water, gravity);
    for corners in hull.triangles() {
        let points = corners.map(|corner| {
            let place = places[corner as usize];
            (place - state.position, levels[corner as usize] - place.y)
        });
        clipped(points, |wet| facets.add(wet));
    }
    facets.sum()
}

/// The volume of the columns between a hull and a surface above it, m³; arguments as for [`immersion`].
pub(crate) fn volume_below(hull: &Hull, places: &[DVec3], levels: &[f64]) -> f64 {
    let mut volume = 0.0;
    for corners in hull.triangles() {
        let points = corners.map(|corner| {
            let place = places[corner as usize];
            (place - places[0], levels[corner as usize] - place.y)
        });
        clipped(points, |[(a, da), (b, db), (c, dc)]| {
            volume -= (b - a).cross(c - a).y * (da + db + dc) / 6.0;
        });
    }
    volume
}

/// A corner of a facet: its place, metres from the centroid, and its depth.
pub(crate) type Corner = (DVec3, f64);

/// Calls `visit` with the triangles of the part of a facet that lies at a depth above 0.
pub(crate) fn clipped(corners: [Corner; 3], mut visit: impl FnMut([Corner; 3])) {
    let wet = corners.map(|(_, depth)| depth > 0.0);
    let first = match wet.iter().filter(|&&wet| wet).count() {
        0 => return,
        3 => return visit(corners),
        1 => wet.iter().position(|&wet| wet),
        _ => wet.iter().position(|&wet| !wet),
    };
    let first = first.unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|step| corners[(first + step) % 3]);
    let cut = |from: Corner, to: Corner| {
        let part = from.1 / (from.1 - to.1);
        (from.0 + (to.0 - from.0) * part, 0.0)
    };
    let [ab, ac] = [cut(a, b), cut(a, c)];
    if wet[first] {
        visit([a, ab, ac]);
    } else {
        visit([ab, b, c]);
        visit([ab, c, ac]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn level(hull: &Hull, state: &BodyState, level: impl Fn(DVec3) -> f64) -> Immersion {
        let mut places = Vec::new();
        place_vertices(hull, state, &mut places);
        let levels: Vec<_> = places.iter().map(|&place| level(place)).collect();
        immersion(hull, state, &places, &levels, DVec3::ZERO, 9.81)
    }

    fn at(height: f64) -> BodyState {
        BodyState {
            position: DVec3::new(0.3, height, -0.2),
            rotation: DQuat::from_rotation_z(0.4) * DQuat::from_rotation_x(1.1),
            ..BodyState::default()
        }
    }

    #[test]
    fn a_submerged_body_is_lifted_by_the_weight_of_its_volume_without_torque() {
        let hull = Hull::cuboid(DVec3::new(0.4, 0.3, 0.2));
        let immersion = level(&hull, &at(-2.0), |_| 0.1);
        assert!((immersion.volume - 0.024).abs() < 1e-12);
        let lift = DVec3::Y * (1000.0 * 9.81 * 0.024);
        assert!(immersion.pressure.distance(lift) < 1e-9);
        assert!(immersion.pressure_torque.length() < 1e-9);
        // 2(0.12 + 0.08 + 0.06)
        assert!((immersion.area - 0.52).abs() < 1e-12);
    }

    #[test]
    fn a_ball_displaces_the_cap_below_the_surface() {
        let (radius, depth) = (0.5, 0.3);
        let hull = Hull::ball(radius);
        let immersion = level(&hull, &at(radius - depth), |_| 0.0);
        // π d² (3r − d) / 3
        let cap = std::f64::consts::PI * depth * depth * (3.0 * radius - depth) / 3.0;
        assert!(
            (immersion.volume / cap - 1.0).abs() < 0.015,
            "{}",
            immersion.volume / cap
        );
        assert!(immersion.pressure.x.abs() < 1e-3 * immersion.pressure.y);
    }

    #[test]
    fn a_tilted_box_is_turned_back_by_its_metacentre() {
        // GM = I/V − BG for a box of 0.4 m at a draught of 0.05 of 0.1 m: b²/12d − (h − d)/2.
        let hull = Hull::cuboid(DVec3::new(0.4, 0.1, 0.6));
        let tilt = 0.02;
        let state = BodyState {
            rotation: DQuat::from_rotation_z(tilt),
            ..BodyState::default()
        };
        let immersion = level(&hull, &state, |_| 0.0);
        let height = 0.16 / (12.0 * 0.05) - 0.025;
        let expected = -1000.0 * 9.81 * 0.4 * 0.6 * 0.05 * height * tilt;
        let torque = immersion.pressure_torque;
        assert!(
            (torque.z / expected - 1.0).abs() < 0.01,
            "{torque} {expected}"
        );
        assert!(torque.x.abs() < 1e-9 && torque.y.abs() < 1e-9);
    }

    #[test]
    fn a_slope_pushes_a_body_down_it_by_its_weight() {
        let hull = Hull::ball(0.2);
        let immersion = level(&hull, &at(-0.05), |place| 0.1 * place.x);
        let push = -1000.0 * 9.81 * immersion.volume * 0.1;
        assert!(
            (immersion.pressure.x / push - 1.0).abs() < 0.01,
            "{immersion:?}"
        );
    }

    #[test]
    fn drag_is_that_of_a_ball_and_of_a_plate_and_is_relative_to_the_water() {
        let speed = 3.0;
        let moving = |hull: &Hull, water: DVec3| {
            let state = BodyState {
                velocity: DVec3::X * speed,
                ..BodyState::default()
            };
            let mut places = Vec::new();
            place_vertices(hull, &state, &mut places);
            let levels = vec![9.0; places.len()];
            immersion(hull, &state, &places, &levels, water, 9.81).drag
        };
        let ball = moving(&Hull::ball(0.2), DVec3::ZERO);
        let area = std::f64::consts::PI * 0.04;
        let expected = -0.5 * 1000.0 * 0.5 * area * speed * speed;
        assert!((ball.x / expected - 1.0).abs() < 0.03, "{ball} {expected}");
        let plate = moving(&Hull::cuboid(DVec3::new(0.001, 1.0, 1.0)), DVec3::ZERO);
        assert!(
            (plate.x / (-0.5 * 1000.0 * 9.0) - 1.0).abs() < 0.01,
            "{plate}"
        );
        assert_eq!(moving(&Hull::ball(0.2), DVec3::X * speed), DVec3::ZERO);
    }
}
