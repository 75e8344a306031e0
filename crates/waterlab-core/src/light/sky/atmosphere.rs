//! Transmittance of the atmosphere and multiple scattering, for any position of the sun (docs/models.md §13).
//!
//! After Hillaire 2020, "A Scalable and Production Ready Sky and Atmosphere Rendering Technique". The transmittance from a place
//! to the top of the air is
//!
//! ```text
//! T = exp(−∫ σe(h) ds)
//! ```
//!
//! kept in a table of 256 × 64. Light scattered more than once is taken for even: of a place lit by
//! sun of irradiance 1, with means over all directions,
//!
//! ```text
//! second order  L₂ = mean of ∫ T·σs·T_sun/(4π) ds + T·albedo/π·T_sun·cos       once scattered, or off the ground
//! passed on     f  = mean of ∫ T·σs ds                                         part of even light that comes again
//! all orders    Ψ  = L₂·(1 + f + f² + …) = L₂/(1 − f)
//! ```
//!
//! in a table of 32 × 32 over the sun's cosine and the altitude, both with more nodes toward the horizon and the ground, where
//! they matter.

use super::air::{Air, GROUND, GROUND_ALBEDO, Ray, TOP, horizon_cosine};
use super::sun::{SUN_DISC_RADIUS, smoothstep};
use super::table::Table;
use super::transmittance::{optical_depth, place_of, ray_at};
use glam::Vec3;
use std::f32::consts::{PI, TAU};

/// The tables of an atmosphere. They depend on its haze but not on the sun: one atmosphere is sufficient for a whole day.
///
/// Altitudes are kilometres above the ground, 0 to 100; cosines are of the angle to straight up.
///
/// ```
/// use waterlab_core::light::Atmosphere;
///
/// let air = Atmosphere::new(1.0);
/// let [noon, evening] = [1.0, 0.05].map(|cosine| air.transmittance(0.0, cosine));
/// assert!(noon.x / noon.z < 1.4 && evening.x / evening.z > 5.0, "low light is red");
/// ```
#[derive(Clone, Debug)]
pub struct Atmosphere {
    haze: f32,
    transmittance: Table,
    multiple: Table,
}

/// A segment of a ray through the atmosphere.
#[derive(Clone, Copy)]
pub(super) struct Stretch {
    /// Of its middle, km: distance from the ray's start, altitude, distance from the planet's centre.
    pub distance: f32,
    pub altitude: f32,
    pub radius: f32,
    /// The part of light that molecules and haze on it scatter and that then reaches the ray's start.
    pub rayleigh: Vec3,
    pub mie: Vec3,
}

impl Stretch {
    /// Cosine of the sun at the stretch, from that at the ray's start and that of the angle between ray and sun.
    pub fn sun_cosine(&self, start_radius: f32, sun_cosine: f32, between: f32) -> f32 {
        (start_radius * sun_cosine + self.distance * between) / self.radius
    }
}

impl Atmosphere {
    /// Air with `haze` times the haze of a clear day, 0 to 20.
    pub fn new(haze: f32) -> Self {
        let haze = super::within(haze, 0.0, 20.0);
        let transmittance = Table::from_fn(256, 64, |u, v| {
            let ray = ray_at(u, v);
            (-optical_depth(ray, haze)).exp()
        });
        let mut air = Self {
            haze,
            transmittance,
            multiple: Table::from_fn(2, 2, |_, _| Vec3::ZERO),
        };
        air.multiple = air.scattered_more_than_once(32, 32);
        air
    }

    /// The amount of haze, relative to a clear day.
    pub fn haze(&self) -> f32 {
        self.haze
    }

    /// The transmittance from the top of the atmosphere to an altitude in km along a ray of this cosine, 0 to 1, from the
    /// table. Below the horizon it is that of the horizon.
    pub fn transmittance(&self, altitude: f32, cosine: f32) -> Vec3 {
        let altitude = altitude.clamp(0.0, TOP - GROUND);
        let cosine = cosine.clamp(-1.0, 1.0);
        let (u, v) = place_of(Ray { altitude, cosine });
        self.transmittance.at(u, v)
    }

    /// The integral that [`Atmosphere::transmittance`] tabulates.
    pub fn transmittance_integral(&self, altitude: f32, cosine: f32) -> Vec3 {
        (-optical_depth(Ray { altitude, cosine }, self.haze)).exp()
    }

    /// Irradiance of the sun at an altitude in km, on a surface facing it, where that outside of the air is 1. It fades while the
    /// disc sets, and is half of what the air lets through when its middle is on the horizon.
    pub fn sunlight(&self, altitude: f32, sun_cosine: f32) -> Vec3 {
        let horizon = horizon_cosine(altitude);
        // Sine of the angle over the horizon, to first order: it matters within a sun's width only.
        let above = (sun_cosine - horizon) / (1.0 - horizon * horizon).sqrt();
        let shown = smoothstep(-SUN_DISC_RADIUS, SUN_DISC_RADIUS, above);
        match shown > 0.0 {
            true => shown * self.transmittance(altitude, sun_cosine),
            false => Vec3::ZERO,
        }
    }

    /// Even radiance of light scattered more than once (Ψ above), for a sun of irradiance 1.
    pub(super) fn multiple(&self, altitude: f32, sun_cosine: f32) -> Vec3 {
        let u = 0.5 + 0.5 * sun_cosine.signum() * sun_cosine.abs().sqrt();
        self.multiple.at(u, (altitude / (TOP - GROUND)).sqrt())
    }

    /// A ray from its start to the ground or the top of the air in `N` stretches, which grow with the distance, and the part of
    /// light that gets through all of them. Within a stretch the air is that of its middle and the loss is exact.
    pub(super) fn march<const N: usize>(&self, ray: Ray) -> ([Stretch; N], Vec3) {
        let length = ray.to_ground().unwrap_or_else(|| ray.to_top());
        let mut through = Vec3::ONE;
        let stretches = std::array::from_fn(|index| {
            let [near, far] = [index, index + 1].map(|end| {
                let part = end as f32 / N as f32;
                length * part * part
            });
            let distance = 0.5 * (near + far);
            let altitude = ray.altitude_after(distance);
            let air = Air::at(altitude, self.haze);
            let depth = air.extinction * (far - near);
            let seen = through * (far - near) * depth.map(mean_transmittance);
            through *= (-depth).exp();
            Stretch {
                distance,
                altitude,
                radius: GROUND + altitude,
                rayleigh: seen * air.rayleigh,
                mie: seen * air.mie,
            }
        });
        (stretches, through)
    }

    fn scattered_more_than_once(&self, columns: usize, rows: usize) -> Table {
        // 8 × 8 directions, evenly over the sphere. Of eight ways round, four mirror the others.
        const CIRCLES: usize = 8;
        const WAYS: usize = 4;
        let circle_cosine = |circle: usize| 1.0 - (2 * circle + 1) as f32 / CIRCLES as f32;
        let way_cosine = |way: usize| ((way as f32 + 0.5) * TAU / (2 * WAYS) as f32).cos();
        let mut altitude = f32::NAN;
        let mut rays = Vec::new();
        let mut passed_on = Vec3::ZERO;
        Table::from_fn(columns, rows, |u, v| {
            if altitude != (TOP - GROUND) * v * v {
                altitude = (TOP - GROUND) * v * v;
                let cosines = (0..CIRCLES).map(circle_cosine);
                let ray = |cosine| Ray { altitude, cosine };
                rays = cosines
                    .map(|c| (ray(c), self.march::<20>(ray(c))))
                    .collect();
                let scattered = rays.iter().flat_map(|(_, (stretches, _))| stretches);
                passed_on = scattered.map(|s| s.rayleigh + s.mie).sum::<Vec3>() / CIRCLES as f32;
            }
            let side = 2.0 * u - 1.0;
            let sun = side * side.abs();
            let sun_sine = (1.0 - sun * sun).sqrt();
            let mut light = Vec3::ZERO;
            for (ray, (stretches, through)) in &rays {
                let sine = (1.0 - ray.cosine * ray.cosine).sqrt();
                for way in 0..WAYS {
                    let between = ray.cosine * sun + sine * sun_sine * way_cosine(way);
                    for stretch in stretches {
                        let sun = stretch.sun_cosine(ray.radius(), sun, between);
                        let lit = self.sunlight(stretch.altitude, sun);
                        light += (stretch.rayleigh + stretch.mie) * lit / (4.0 * PI);
                    }
                    if let Some(distance) = ray.to_ground() {
                        let sun = (ray.radius() * sun + distance * between) / GROUND;
                        let lit = self.sunlight(0.0, sun) * sun.max(0.0);
                        light += *through * lit * GROUND_ALBEDO / PI;
                    }
                }
            }
            light / (CIRCLES * WAYS) as f32 / (1.0 - passed_on)
        })
    }
}

/// (1 − e^(−depth))/depth, the mean over a stretch of the light that gets through its front part.
fn mean_transmittance(depth: f32) -> f32 {
    // Thin air would drown in rounding.
    match depth < 1e-3 {
        true => 1.0 - 0.5 * depth,
        false => (1.0 - (-depth).exp()) / depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sun_dims_and_reddens_with_air_mass() {
        let air = Atmosphere::new(1.0);
        let colours = [90.0, 60.0, 30.0, 10.0, 3.0, 1.0, 0.0_f32]
            .map(|elevation| air.sunlight(0.0, elevation.to_radians().sin()));
        for pair in colours.windows(2) {
            assert!(pair[1].cmplt(pair[0]).all(), "dimmer: {pair:?}");
            assert!(
                pair[1].x / pair[1].z > pair[0].x / pair[0].z,
                "redder: {pair:?}"
            );
        }
    }

    #[test]
    fn half_the_sun_remains_at_the_horizon_and_nothing_a_radius_below() {
        let air = Atmosphere::new(1.0);
        for altitude in [0.0, 2.0, 30.0] {
            let horizon = horizon_cosine(altitude);
            let half = air.sunlight(altitude, horizon) / air.transmittance(altitude, horizon);
            assert!(
                half.abs_diff_eq(Vec3::splat(0.5), 1e-3),
                "{altitude}: {half}"
            );
            assert_eq!(
                air.sunlight(altitude, horizon - 1.1 * SUN_DISC_RADIUS),
                Vec3::ZERO
            );
        }
    }

    #[test]
    fn high_air_is_transparent_and_the_top_row_is_finite() {
        let air = Atmosphere::new(20.0);
        assert!(air.transmittance(100.0, 1.0).abs_diff_eq(Vec3::ONE, 1e-4));
        for cosine in [-1.0, -0.2, 0.0, 1.0] {
            for altitude in [0.0, 50.0, 100.0] {
                assert!(air.transmittance(altitude, cosine).is_finite());
                assert!(air.multiple(altitude, cosine).is_finite());
            }
        }
    }
}
