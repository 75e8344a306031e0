//! The light in a pool and over it, worked out once for a frame: the numbers that the shaders of the lit view take.
//!
//! ```text
//! on level ground      sun: E_s = E_⊥·sin(elevation)        sky: E_0
//! just under water     sun: T(θ)·E_s                        sky: 0.934·E_0, as a level surface mirrors 6.6 % of even light
//! on the floor         E = T·E_s·e^(−Kd·D/cos θ') + 0.934·E_0·e^(−1.2·Kd·D)
//! to and fro           1/(1 − A·r·e^(−2.4·Kd·D))            r = 1 − 0.934/n², what the surface keeps of even light from below
//! ```
//!
//! D is the depth, A the albedo of the floor, θ' the sun's angle under water; the way of the sky's light is 1.2 times the depth, as
//! most of it comes down at less than 48.6° from the vertical. 0.066 and its kin follow from Fresnel's law (Judd 1942).

use super::fresnel::transmittance;
use super::sky::Sky;
use super::water_type::WaterOptics;
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

/// What a level surface of water lets through of a sky that is as bright everywhere.
const EVEN_THROUGH: f32 = 0.934;

/// How much longer than the depth the way of the sky's light is.
pub(super) const SLANT: f32 = 1.2;

/// Mean cosine of what particles scatter (Petzold 1972), by the phase function of Henyey and Greenstein (1941).
const FORWARD: f32 = 0.924;
/// What that is short of for turns so small that light goes on with the picture.
const STRAIGHT: f32 = 0.02;
/// Of what particles scatter, what a view ray loses; as much of the sky's light comes in, 82 % of it from ahead.
const LOST: f32 = 0.1;

/// The sun and the sky over a pool, by numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Daylight {
    /// Unit vector toward the sun.
    pub toward: Vec3,
    /// Irradiance of the sun on a surface that faces it.
    pub facing: Vec3,
    /// Irradiance of the sky without the sun on level ground.
    pub sky: Vec3,
}

impl Daylight {
    /// That of a sky.
    pub fn of(sky: &Sky) -> Self {
        Self {
            toward: sky.sun(),
            facing: sky.sun_irradiance(),
            sky: sky.irradiance(Vec3::Y),
        }
    }

    /// What a light meter sees of it: irradiance on level ground, or, of a low sun, the mean of that and of what falls on a wall that
    /// faces it.
    pub fn metered(&self) -> Vec3 {
        let level = self.sun_level() + self.sky;
        let wall = self.facing * Vec2::new(self.toward.x, self.toward.z).length() + 0.5 * self.sky;
        level.max(0.5 * (level + wall))
    }

    /// Irradiance of the sun on level ground.
    pub fn sun_level(&self) -> Vec3 {
        self.facing * self.toward.y.max(0.0)
    }
}

/// The light in a pool, per world metre where it is about length: see the top of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BasinLight {
    /// Unit vector toward the sun as it is seen through a level surface.
    pub sun_under: Vec3,
    /// Irradiance of the sky just under the surface.
    pub sky_under: Vec3,
    /// Irradiance of the floor on a wall.
    pub bounce: Vec3,
    /// What light gains that floor and surface send to and fro.
    pub gain: Vec3,
    /// The part of even light from below that the surface sends back down, 0 to 1.
    pub kept: f32,
    /// Irradiance that the water sends up, on a wall above it.
    pub sent_up: Vec3,
    /// The part of the sun that level water mirrors, 0 to 1.
    pub sun_mirrored: f32,
    /// What light loses on its way down, per world metre.
    pub down: Vec3,
    /// What a view ray loses, per world metre.
    pub beam: Vec3,
    /// The part of the sun that enters level water, 0 to 1.
    pub entering: f32,
    /// Light that water itself scatters, per world metre.
    pub scatter_water: Vec3,
    /// Light that what floats in it scatters, per world metre.
    pub scatter_particles: Vec3,
    /// Radiance that a world metre of water sends back of irradiance 1, per steradian.
    pub back: Vec3,
}

impl BasinLight {
    /// In a pool of this water, `depth` world metres deep, of which each is `metre` metres long; `albedo` is the mean of the
    /// floor's, 0 to 1.
    pub fn new(
        water: &WaterOptics,
        index: f32,
        metre: f32,
        depth: f32,
        albedo: Vec3,
        light: &Daylight,
    ) -> Self {
        let level = Vec2::new(light.toward.x, light.toward.z) / index;
        let [scatter_water, scatter_particles] =
            water.scattered().map(|part| Vec3::from(part) * metre);
        let sun_under = Vec3::new(
            level.x,
            (1.0 - level.length_squared()).max(0.0).sqrt(),
            level.y,
        );
        let down = Vec3::from(water.diffuse_attenuation) * metre;
        let beam = Vec3::from(water.beam()) * metre;
        let sky_under = light.sky * EVEN_THROUGH;
        let entering = transmittance(f64::from(light.toward.y), f64::from(index)) as f32;
        let left = |way: f32| (-down * way).exp();
        let on_floor = light.sun_level() * entering * left(depth / sun_under.y)
            + sky_under * left(SLANT * depth);
        let kept = 1.0 - EVEN_THROUGH / (index * index);
        let gain = (Vec3::ONE - albedo * kept * left(2.0 * SLANT * depth)).recip();
        let from_floor = albedo * on_floor * gain;
        let leaving = from_floor / PI * left(SLANT * depth) * EVEN_THROUGH / (index * index);
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
            back: Vec3::from(water.in_scatter()) * metre / (2.0 * PI),
        }
    }

    /// What is left of the sky's light at a depth in world metres, 0 to 1; 1 above the water.
    pub fn left_of_sky(&self, depth: f32) -> Vec3 {
        (-self.down * (SLANT * depth.max(0.0))).exp()
    }

    /// What is left of the sun's, as [`BasinLight::left_of_sky`].
    pub fn left_of_sun(&self, depth: f32) -> Vec3 {
        (-self.down * (depth.max(0.0) / self.sun_under.y)).exp()
    }

    /// Radiance that a world metre of water sends against a view ray, per irradiance of the sun on a plane across its rays under
    /// water; `turn` is the cosine of the angle between the view ray and the way to the sun.
    pub fn sun_scattered(&self, turn: f32) -> Vec3 {
        let spread = 1.0 + FORWARD * FORWARD - 2.0 * FORWARD * turn + STRAIGHT;
        let particles = (1.0 - FORWARD * FORWARD) / (4.0 * PI * spread.powf(1.5));
        let water = 0.0622 * (1.0 + 0.835 * turn * turn);
        self.scatter_water * water + self.scatter_particles * particles
    }

    /// The same per irradiance of an even sky on a level plane; `up` is how far the view ray leads upward, −1 to 1.
    pub fn sky_scattered(&self, up: f32) -> Vec3 {
        let particles = LOST * (0.5 + 0.32 * up);
        (0.5 * self.scatter_water + particles * self.scatter_particles) / (2.0 * PI)
    }
}

/// What radiance is multiplied by before the filmic curve, as a light meter sets it: `metered` is irradiance, in which a white
/// card shall come out as 0.9, and in dim light as less, as eyes do not adapt in full; `stops` are added.
pub fn exposure(metered: Vec3, stops: f32) -> f32 {
    // Of a clear noon, to which eyes are taken to be adapted.
    const NOON: f32 = 0.75;
    const ADAPTED: f32 = 0.7;
    let light = metered.dot(Vec3::new(0.2126, 0.7152, 0.0722)).max(1e-6);
    0.9 * PI / (light.powf(ADAPTED) * NOON.powf(1.0 - ADAPTED)) * stops.exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_sun_is_metered_on_the_ground_and_a_low_one_also_on_a_wall() {
        let daylight = |toward| Daylight {
            toward,
            facing: Vec3::splat(1.0),
            sky: Vec3::splat(0.2),
        };
        let high = daylight(Vec3::new(0.6, 0.8, 0.0)).metered();
        assert!((high.y - 1.0).abs() < 1e-6, "0.8 and 0.2");
        // On the ground 0.28 and 0.2, on the wall 0.96 and 0.1: their mean.
        let low = daylight(Vec3::new(0.96, 0.28, 0.0)).metered();
        assert!((low.y - 0.77).abs() < 1e-6, "{low}");
    }

    #[test]
    fn white_in_the_light_of_noon_is_shown_as_nine_tenths_and_less_in_a_hundredth_of_it() {
        // White sends back E/π.
        let white = |light: f32, stops| light / PI * exposure(Vec3::splat(light), stops);
        assert!((white(0.75, 0.0) - 0.9).abs() < 1e-5);
        assert!((white(0.75, 1.0) - 1.8).abs() < 1e-5);
        // 0.9·(1/100)^0.3
        assert!((white(0.0075, 0.0) - 0.226_07).abs() < 1e-4);
    }
}
