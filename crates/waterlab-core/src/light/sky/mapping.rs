//! The mapping between directions and the sky's table (docs/models.md §13).
//!
//! Azimuths run clockwise seen from above, 0 toward −z and 90° toward +x; e is the elevation. The picture has straight up at its
//! top, straight down at its bottom, −z in the middle, and more rows the nearer to the horizon:
//!
//! ```text
//! u = ½ + atan2(x, −z)/2π        v = ½ − ½·sign(e)·√(|e|/(π/2))
//! ```
//!
//! u goes round: 0 and 1 are the same direction, +z.

use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

/// Where a direction of any length lies in the sky's table: u from 0 to 1 along its columns, v from 0, straight up, to 1, straight
/// down.
///
/// ```
/// use waterlab_core::light::{from_uv, to_uv};
/// use glam::Vec3;
///
/// assert_eq!(to_uv(Vec3::NEG_Z).to_array(), [0.5, 0.5]);
/// assert_eq!(to_uv(Vec3::X).to_array(), [0.75, 0.5]);
/// assert!(from_uv(to_uv(Vec3::X)).distance(Vec3::X) < 1e-6);
/// ```
pub fn to_uv(direction: Vec3) -> Vec2 {
    let Vec3 { x, y, z } = direction;
    let elevation = y.atan2(x.hypot(z));
    let from_horizon = (elevation.abs() / FRAC_PI_2).sqrt().copysign(elevation);
    Vec2::new(0.5 + x.atan2(-z) / TAU, 0.5 - 0.5 * from_horizon)
}

/// The unit direction at (u, v): the inverse of [`to_uv`].
pub fn from_uv(uv: Vec2) -> Vec3 {
    let from_horizon = 1.0 - 2.0 * uv.y;
    let elevation = FRAC_PI_2 * from_horizon * from_horizon.abs();
    direction((uv.x - 0.5) * TAU, elevation)
}

/// The unit vector of an azimuth and an elevation in radians.
pub(super) fn direction(azimuth: f32, elevation: f32) -> Vec3 {
    let (sine, cosine) = azimuth.sin_cos();
    let (up, level) = elevation.sin_cos();
    Vec3::new(level * sine, up, -level * cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mapping_inverts() {
        for i in 0..400 {
            // Uniform directions by a Fibonacci spiral.
            let y = 1.0 - (i as f32 + 0.5) / 200.0;
            let azimuth = i as f32 * 2.399_963;
            let level = (1.0 - y * y).sqrt();
            let there = Vec3::new(level * azimuth.sin(), y, -level * azimuth.cos());
            let uv = to_uv(3.0 * there);
            assert!(uv.cmpge(Vec2::ZERO).all() && uv.cmple(Vec2::ONE).all());
            assert!(
                from_uv(uv).distance(there) < 2e-6,
                "{there}: {}",
                from_uv(uv)
            );
        }
    }

    #[test]
    fn the_cardinal_directions_have_their_coordinates() {
        let near = |direction, u: f32, v: f32| {
            let uv = to_uv(direction);
            assert!(uv.distance(Vec2::new(u, v)) < 1e-6, "{direction}: {uv}");
        };
        near(Vec3::NEG_Z, 0.5, 0.5);
        near(Vec3::X, 0.75, 0.5);
        near(Vec3::NEG_X, 0.25, 0.5);
        near(Vec3::new(1e-9, 0.0, 1.0), 1.0, 0.5);
        near(Vec3::new(-1e-9, 0.0, 1.0), 0.0, 0.5);
        assert_eq!(to_uv(Vec3::Y).y, 0.0);
        assert_eq!(to_uv(Vec3::NEG_Y).y, 1.0);
        // A quarter of a right angle above the horizon is half of the upper rows.
        near(direction(0.0, FRAC_PI_2 / 4.0), 0.5, 0.25);
    }
}
