//! The tracer for an eye under water (docs/models.md §14): refraction and reflection at the surface by the index of each colour,
//! and light scattered toward the eye, summed along the ray.

use super::{FRESH_WATER_INDEX, HALVINGS, SEGMENTS, STEPS, TracedPool};
use waterlab::glam::{Vec2, Vec3};
use waterlab::light::{reflectance, reflected, refracted};

/// Maximal number of reflections at the surface.
const MIRRORED: usize = 3;

impl TracedPool<'_> {
    /// Whether an eye is in the water.
    pub(super) fn is_under(&self, eye: Vec3) -> bool {
        let over = Vec2::new(eye.x, eye.z);
        self.is_inside(eye) && eye.y < (self.surface)(over).0
    }

    /// Radiance that reaches an eye in the water.
    pub(super) fn under(&self, eye: Vec3, ray: Vec3) -> Vec3 {
        self.followed(eye, ray, MIRRORED)
    }

    fn followed(&self, from: Vec3, ray: Vec3, mirrored: usize) -> Vec3 {
        let (ground_distance, normal) = self.ground_hit(from, ray);
        let (distance, radiance) = match self.surface_hit(from, ray, ground_distance) {
            Some(distance) => (distance, self.ceiling(from + distance * ray, ray, mirrored)),
            None => (
                ground_distance,
                self.reflected(from + ground_distance * ray, normal),
            ),
        };
        let light = &self.light;
        // The irradiance on a plane perpendicular to the rays is larger than on a level one.
        let sun = self.daylight().sun_level() / light.sun_under.y
            * light.sun_scattered(ray.dot(light.sun_under));
        let sky = light.sky_under * light.sky_scattered(ray.y);
        let segment = distance / SEGMENTS as f32;
        let mut sum = radiance * (-light.beam * distance).exp();
        for index in 0..SEGMENTS {
            let here = (index as f32 + 0.5) * segment;
            let point = from + here * ray;
            let deep = -point.y;
            let scattered = sun * (self.sun_within)(point) * light.sun_transmittance(deep)
                + sky * light.sky_transmittance(deep);
            sum += scattered * (-light.beam * here).exp() * segment;
        }
        sum
    }

    /// Distance to the surface from below, at most `max`.
    fn surface_hit(&self, from: Vec3, ray: Vec3, max: f32) -> Option<f32> {
        let step = max / STEPS as f32;
        let over = |distance: f32| {
            let point = from + distance * ray;
            point.y - (self.surface)(Vec2::new(point.x, point.z)).0
        };
        // A reflected ray starts on the surface.
        let first = (1..=STEPS).find(|&index| over(index as f32 * step) > 1e-6)?;
        let (mut below, mut above) = ((first - 1) as f32 * step, first as f32 * step);
        for _ in 0..HALVINGS {
            let between = 0.5 * (below + above);
            match over(between) > 0.0 {
                true => above = between,
                false => below = between,
            }
        }
        Some(below)
    }

    /// Radiance of the surface from below at a point.
    fn ceiling(&self, point: Vec3, ray: Vec3, mirrored: usize) -> Vec3 {
        let (_, slope) = (self.surface)(Vec2::new(point.x, point.z));
        let normal = Vec3::new(slope.x, -1.0, slope.y).normalize();
        let wide = |vector: Vec3| vector.to_array().map(f64::from);
        let narrow = |vector: [f64; 3]| Vec3::from(vector.map(|part| part as f32));
        let (ray_wide, normal_wide) = (wide(ray), wide(normal));
        let pool = match mirrored {
            0 => Vec3::ZERO,
            remaining => {
                let down = narrow(reflected(ray_wide, normal_wide));
                self.followed(point, down, remaining - 1)
            }
        };
        let facing = f64::from(-ray.dot(normal));
        let channels = [0, 1, 2].map(|channel| {
            let index = FRESH_WATER_INDEX[channel];
            let back = reflectance(facing, 1.0 / index) as f32;
            let over = refracted(ray_wide, normal_wide, 1.0 / index)
                .map_or(0.0, |up| self.above(point, narrow(up))[channel]);
            back * pool[channel] + (1.0 - back) * (index * index) as f32 * over
        });
        Vec3::from(channels)
    }
}
