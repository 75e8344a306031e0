//! Where the surface is at a place, on the CPU: for an eye about to go under.

use super::CascadeTextures;
use glam::{DVec2, DVec3, Vec2};

/// How often a place is corrected for its displacement.
const CORRECTIONS: usize = 6;

/// Metres to either side between which the slope is measured.
const BESIDE: f64 = 0.05;

impl CascadeTextures {
    /// The height of the surface over a place, x and z of the water in metres, and its slopes along them there.
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

    /// λD and h of the point that rests there.
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
