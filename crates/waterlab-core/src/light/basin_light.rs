//! The light in a pool and over it, computed once per frame: the numbers that the shaders of the lit view take.
//!
//! ```text
//! on level ground      sun: E_s = E_⊥·sin(elevation)        sky: E_0
//! just under water     sun: T(θ)·E_s                        sky: 0.934·E_0, as a level surface mirrors 6.6 % of even light
//! on the floor         E = T·E_s·e^(−Kd·D/cos θ') + 0.934·E_0·e^(−1.2·Kd·D)
//! multiple reflections 1/(1 − A·r·e^(−2.4·Kd·D))            r = 1 − 0.934/n², the reflectance of the surface for even light from below
//! ```
//!
//! D is the depth, A the albedo of the floor, θ' the sun's angle under water; the path of the sky's light is 1.2 times the depth, as
//! most of it comes down at less than 48.6° from the vertical. 0.066 and the related numbers follow from Fresnel's equations (Judd 1942).

use super::fresnel::transmittance;
use super::sky::{Sky, smoothstep};
use super::water_type::WaterOptics;
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

/// Height above the horizon, degrees, below which the sun counts less for the light meter.
const FADE_DEGREES: f32 = 2.0;

/// Transmittance of a level water surface for a uniform sky.
const EVEN_THROUGH: f32 = 0.934;

/// Ratio of the path length of the sky's light to the depth.
pub const SKY_PATH: f32 = 1.2;

/// Mean cosine of scattering by particles (Petzold 1972), in the phase function of Henyey and Greenstein (1941).
pub const FORWARD: f32 = 0.924;
/// What that lacks for deflections so small that the light stays part of the image.
pub const STRAIGHT: f32 = 0.02;
/// The fraction of particle scattering that attenuates a view ray; as much of the sky's light is scattered in, 82 % of it from ahead.
pub const LOST: f32 = 0.1;

/// Scattering by water (Morel 1974): p(ψ) = a·(1 + b·cos²ψ) per steradian, as (a, b).
pub const WATER_PHASE: (f32, f32) = (0.0622, 0.835);

/// Luminance of linear sRGB: the weights of red, green and blue.
pub const LUMINANCE: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);

/// Sun and sky irradiance over a pool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Daylight {
    /// Unit vector toward the sun.
    pub toward: Vec3,
    /// Irradiance of the sun on a surface facing it.
    pub facing: Vec3,
    /// Irradiance of the sky, without the sun, on level ground.
    pub sky: Vec3,
}

impl Daylight {
    /// The daylight of a sky.
    pub fn of(sky: &Sky) -> Self {
        Self {
            toward: sky.sun(),
            facing: sky.sun_irradiance(),
            sky: sky.irradiance(Vec3::Y),
        }
    }

    /// The irradiance that a light meter measures: that on level ground, or, with a low sun, the mean of that and of the irradiance on a wall
    /// facing it. In the last 2° above the horizon the sun on that wall fades, so that the exposure does not jump when the disc sets.
    pub fn metered(&self) -> Vec3 {
        let level = self.sun_level() + self.sky;
        let share = smoothstep(0.0, FADE_DEGREES.to_radians().sin(), self.toward.y);
        let facing = Vec2::new(self.toward.x, self.toward.z).length() * share;
        let wall = self.facing * facing + 0.5 * self.sky;
        level.max(0.5 * (level + wall))
    }

    /// Irradiance of the sun on level ground.
    pub fn sun_level(&self) -> Vec3 {
        self.facing * self.toward.y.max(0.0)
    }
}

/// The light in a pool, lengths in metres: see the top of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasinLight {
    /// Unit vector toward the sun as refracted by a level surface.
    pub sun_under: Vec3,
    /// Irradiance of the sky just under the surface.
    pub sky_under: Vec3,
    /// Irradiance from the floor on a wall.
    pub bounce: Vec3,
    /// Gain by multiple reflections between floor and surface.
    pub gain: Vec3,
    /// Internal reflectance of the surface for even light from below, 0 to 1.
    pub kept: f32,
    /// Upwelling irradiance of the water on a wall above it.
    pub sent_up: Vec3,
    /// Reflectance of level water for the sun, 0 to 1.
    pub sun_mirrored: f32,
    /// Attenuation of downwelling light, per metre.
    pub down: Vec3,
    /// Attenuation of a view ray, per metre.
    pub beam: Vec3,
    /// Transmittance of level water for the sun, 0 to 1.
    pub entering: f32,
    /// Scattering by water itself, per metre.
    pub scatter_water: Vec3,
    /// Scattering by suspended particles, per metre.
    pub scatter_particles: Vec3,
    /// Backscattered radiance per metre of water for an irradiance of 1, per steradian.
    pub back: Vec3,
}

impl BasinLight {
    /// The light in a pool of this water, `depth` metres deep. `albedo` is the mean albedo of the
    /// floor, 0 to 1.
    pub fn new(
        water: &WaterOptics,
        index: f32,
        depth: f32,
        albedo: Vec3,
        light: &Daylight,
    ) -> Self {
        let level = Vec2::new(light.toward.x, light.toward.z) / index;
        let [scatter_water, scatter_particles] = water.scattered().map(Vec3::from);
        let sun_under = Vec3::new(
            level.x,
            (1.0 - level.length_squared()).max(0.0).sqrt(),
            level.y,
        );
        let down = Vec3::from(water.diffuse_attenuation);
        let beam = Vec3::from(water.beam());
        let sky_under = light.sky * EVEN_THROUGH;
        let entering = transmittance(f64::from(light.toward.y), f64::from(index)) as f32;
        let left = |way: f32| (-down * way).exp();
        let on_floor = light.sun_level() * entering * left(depth / sun_under.y)
            + sky_under * left(SKY_PATH * depth);
        let kept = 1.0 - EVEN_THROUGH / (index * index);
        let gain = (Vec3::ONE - albedo * kept * left(2.0 * SKY_PATH * depth)).recip();
        let from_floor = albedo * on_floor * gain;
        let leaving = from_floor / PI * left(SKY_PATH * depth) * EVEN_THROUGH / (index * index);
        Self {
            sun_under,
            sky_under,
            bounce: 0.5 * from_floor * left(0.5 * depth),
            gain,
            kept,
            sent_up: 0.5 * PI * leaving,
            sun_mirrored: 1.0 - entering,
            entering,
            scatter_water,
            scatter_particles,
            down,
            beam,
            back: Vec3::from(water.in_scatter()) / (2.0 * PI),
        }
    }

    /// Transmittance for the sky's light down to a depth in metres, 0 to 1; 1 above the water.
    pub fn sky_transmittance(&self, depth: f32) -> Vec3 {
        (-self.down * (SKY_PATH * depth.max(0.0))).exp()
    }

    /// Transmittance for the sun's light, like [`BasinLight::sky_transmittance`].
    pub fn sun_transmittance(&self, depth: f32) -> Vec3 {
        (-self.down * (depth.max(0.0) / self.sun_under.y)).exp()
    }

    /// Radiance that a metre of water scatters into a view ray, per irradiance of the sun on a plane perpendicular to its rays under
    /// water; `turn` is the cosine of the angle between the view ray and the direction to the sun.
    pub fn sun_scattered(&self, turn: f32) -> Vec3 {
        let spread = 1.0 + FORWARD * FORWARD - 2.0 * FORWARD * turn + STRAIGHT;
        let particles = (1.0 - FORWARD * FORWARD) / (4.0 * PI * spread.powf(1.5));
        let water = WATER_PHASE.0 * (1.0 + WATER_PHASE.1 * turn * turn);
        self.scatter_water * water + self.scatter_particles * particles
    }

    /// The same per irradiance of a uniform sky on a level plane; `up` is the vertical component of the view ray, −1 to 1.
    pub fn sky_scattered(&self, up: f32) -> Vec3 {
        let particles = LOST * (0.5 + 0.32 * up);
        (0.5 * self.scatter_water + particles * self.scatter_particles) / (2.0 * PI)
    }
}

/// The exposure, a factor for radiance before the tone curve, as a light meter sets it: `metered` is the irradiance, in which a white
/// card is rendered as 0.9, and in dim light as less, because eyes do not adapt fully; `stops` are added.
pub fn exposure(metered: Vec3, stops: f32) -> f32 {
    // The irradiance of a clear noon, to which eyes are assumed to be adapted.
    const NOON: f32 = 0.75;
    const ADAPTED: f32 = 0.7;
    let light = metered.dot(LUMINANCE).max(1e-6);
    0.9 * PI / (light.powf(ADAPTED) * NOON.powf(1.0 - ADAPTED)) * stops.exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_sun_is_metered_on_the_ground_and_a_low_sun_also_on_a_wall() {
        let daylight = |toward| Daylight {
            toward,
            facing: Vec3::splat(1.0),
            sky: Vec3::splat(0.2),
        };
        let high = daylight(Vec3::new(0.6, 0.8, 0.0)).metered();
        assert!((high.y - 1.0).abs() < 1e-6, "0.8 and 0.2");
        // The mean of the ground, 0.28 + 0.2, and the wall, 0.96 + 0.1.
        let low = daylight(Vec3::new(0.96, 0.28, 0.0)).metered();
        assert!((low.y - 0.77).abs() < 1e-6, "{low}");
    }

    #[test]
    fn the_meter_does_not_jump_when_the_disc_sets() {
        // A disc of 0.5° as bright as the sky, set by tenths of a degree; its centre is on the horizon halfway.
        let metered = |tenths: i32| {
            let height = 0.1 * tenths as f32;
            let daylight = Daylight {
                toward: Vec3::new(1.0, height.to_radians().sin(), 0.0).normalize(),
                facing: Vec3::splat(0.5 * (height / 0.5 + 0.5).clamp(0.0, 1.0)),
                sky: Vec3::splat(0.5),
            };
            daylight.metered().y
        };
        for tenths in -10..40 {
            let (before, after) = (metered(tenths), metered(tenths + 1));
            assert!(
                (after / before - 1.0).abs() < 0.04,
                "{tenths}: {before} {after}"
            );
        }
        assert!(metered(30) > 1.2 * metered(-10), "high up it counts");
    }

    #[test]
    fn white_is_exposed_to_0_9_at_noon_and_darker_at_a_hundredth() {
        // White reflects E/π.
        let white = |light: f32, stops| light / PI * exposure(Vec3::splat(light), stops);
        assert!((white(0.75, 0.0) - 0.9).abs() < 1e-5);
        assert!((white(0.75, 1.0) - 1.8).abs() < 1e-5);
        // 0.9·(1/100)^0.3
        assert!((white(0.0075, 0.0) - 0.226_07).abs() < 1e-4);
    }
}
