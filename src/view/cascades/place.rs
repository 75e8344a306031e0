//! Height of the surface at a place, on the CPU: for an eye near the waterline.

use super::CascadeTextures;
use glam::{DVec2, DVec3, Vec2};

/// Number of fixed-point iterations for the horizontal displacement.
const CORRECTIONS: usize = 6;

/// Distance to either side for the slope's finite difference, metres.
const BESIDE: f64 = 0.05;

impl CascadeTextures {
    /// Height of the surface over a place (x, z) of the water, metres, and its slopes along x and z.
    pub(in crate::view) fn surface_at(&self, place: DVec2) -> (f32, Vec2) {
        let height = |x: f64, z: f64| self.height_over(place + DVec2::new(x, z));
        let slope = |x: f64, z: f64| ((height(x, z) - height(-x, -z)) / (2.0 * BESIDE)) as f32;
        (
            height(0.0, 0.0) as f32,
            Vec2::new(slope(BESIDE, 0.0), slope(0.0, BESIDE)),
        )
    }

    fn height_over(&self, place: DVec2) -> f64 {
        let mut rest = place;
        for _ in 0..CORRECTIONS {
            let moved = self.moved(rest);
            rest = place - DVec2::new(moved.x, moved.z);
        }
        self.moved(rest).y
    }

    /// λD and h of the point with this rest place.
    fn moved(&self, rest: DVec2) -> DVec3 {
        let place = |&[x, h, z, _]: &[f32; 4]| DVec3::new(x.into(), h.into(), z.into());
        let mut sum = DVec3::ZERO;
        for (index, cascade) in self.cascades.iter().enumerate() {
            let Some(points) = cascade.levels[0].first() else {
                continue;
            };
            for reading in self.laid.readings(index, cascade.extent, rest) {
                sum += reading.blended(points, place);
            }
        }
        sum
    }
}
