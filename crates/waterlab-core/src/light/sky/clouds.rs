//! The mean of clouds over the clear sky, and the even grey of an overcast (docs/models.md §13). It lights the views; they draw the clouds
//! themselves, from the noise of [`super::cloud_noise`].
//!
//! A layer from 1.4 km up, bent down toward the horizon, with the optical depth of single clouds but without their places:
//!
//! ```text
//! L = L_clear·(1 − a) + L_cloud·a        a = (share of the sky that clouds cover)·e^(−distance/haze)
//! ```
//!
//! From a cover of 0.7 on, the sky turns into the overcast of the CIE (Moon and Spencer 1942)
//!
//! ```text
//! L = L_zenith·(1 + 2·sin e)/3        irradiance on the ground 7π/9·L_zenith = a fifth of the clear sky's and sun's
//! ```

use super::sun::smoothstep;
use crate::light::LUMINANCE;
use glam::{Vec3, Vec4};
use std::f32::consts::PI;

/// Altitude of the bases, km.
pub const ALTITUDE: f32 = 1.4;
/// Height of the layer, km.
pub const THICKNESS: f32 = 1.7;
/// Height in the layer, as a fraction of it, at which clouds are widest and cast their shadows.
pub const SHADOW_HEIGHT: f32 = 0.15;
/// Radius that the layer is bent with, km: less than the planet's, so that the horizon holds no endless row of clouds.
pub const BEND: f32 = 900.0;
/// Kilometres after which clouds have faded to 1/e in the haze of a clear day.
pub const CLEAR_SIGHT: f32 = 30.0;
/// Transmittance of an overcast for the light of sun and sky on the ground.
pub const OVERCAST: f32 = 0.2;
/// Tint of an overcast.
const TINT: Vec3 = Vec3::new(0.96, 1.0, 1.06);

/// The clouds of a sky.
pub(super) struct Clouds {
    /// Cloud cover, 0 to 1.
    pub cover: f32,
    /// Haze, relative to a clear day.
    pub haze: f32,
    /// Unit vector toward the sun.
    pub sun: Vec3,
    /// Irradiance of the sun on a surface facing it, up at the clouds.
    pub sunlight: Vec3,
    /// Irradiance of the clear sky on level ground.
    pub skylight: Vec3,
    /// Irradiance of sun and clear sky on level ground.
    pub daylight: Vec3,
}

/// How far a sky of this cover has turned into an overcast, 0 up to a cover of 0.7, 1 at 1.
pub(super) fn overcast(cover: f32) -> f32 {
    smoothstep(0.7, 1.0, cover)
}

impl Clouds {
    /// Radiance of the sky with clouds, from that without, in a unit direction over the horizon; last, the part that clouds leave of
    /// light from beyond them.
    pub fn over(&self, clear: Vec3, towards: Vec3) -> Vec4 {
        let overcast = overcast(self.cover);
        let broken = match self.cover > 0.0 && overcast < 1.0 {
            true => self.broken(clear, towards),
            false => clear.extend(1.0),
        };
        broken.lerp(self.even_grey(towards).extend(0.0), overcast)
    }

    /// Mean radiance of separate clouds and the clear sky between them.
    fn broken(&self, clear: Vec3, towards: Vec3) -> Vec4 {
        let sine = towards.y.max(0.0);
        let down = BEND * sine;
        let square = ALTITUDE * (2.0 * BEND + ALTITUDE);
        let distance = square / (down + (down * down + square).sqrt());
        let toward_sun = self.sun.dot(towards);
        // Clouds hide each other where sight slants: they are about as tall as the gaps between them are wide.
        let slant = (ALTITUDE / distance).max(0.2);
        let covered = 1.0 - (1.0 - self.cover.min(0.98)).powf(0.6 + 0.4 / slant);
        let faded = (-distance * (0.5 + 0.5 * self.haze) / CLEAR_SIGHT).exp();
        let open = 0.12 + 0.88 * (1.0 - smoothstep(0.92, 1.0, toward_sun));
        let veil = open * covered * faded;
        // The more there are, the more of them lie in shadow; and the lower the sun, the more cloud its light crosses. On average they are
        // as bright as the drawn ones (tests/gl/lit_sea.rs).
        let shaded = 1.23 - self.cover * (1.78 - 1.17 * self.cover);
        let low = 0.65 + 0.42 * self.sun.y.max(0.0);
        let sun = low * shaded * (0.4 / PI + 0.25 * henyey_greenstein(0.7, toward_sun));
        let lit = self.sunlight * sun + self.skylight / PI * 0.6;
        clear.lerp(lit, veil).extend(1.0 - veil)
    }

    /// Radiance of the overcast.
    fn even_grey(&self, towards: Vec3) -> Vec3 {
        let zenith = OVERCAST * 9.0 / (7.0 * PI) * overcast_light(self.daylight);
        zenith * (1.0 + 2.0 * towards.y) / 3.0
    }
}

/// The light of sun and clear sky on level ground in the colour of an overcast.
pub(super) fn overcast_light(daylight: Vec3) -> Vec3 {
    let grey = Vec3::splat(daylight.dot(LUMINANCE));
    daylight.lerp(grey * TINT, 0.7)
}

/// Phase function of a cloud's droplets at an angle of this cosine, per steradian (Henyey and Greenstein 1941).
fn henyey_greenstein(g: f32, cosine: f32) -> f32 {
    (1.0 - g * g) / (4.0 * PI * (1.0 + g * g - 2.0 * g * cosine).powf(1.5))
}

#[cfg(test)]
mod tests {
    use super::super::mapping::direction;
    use super::*;

    fn clouds(cover: f32) -> Clouds {
        Clouds {
            cover,
            haze: 1.0,
            sun: direction(1.0, 0.8),
            sunlight: Vec3::splat(0.9),
            skylight: Vec3::splat(0.15),
            daylight: Vec3::splat(0.8),
        }
    }

    const CLEAR: Vec3 = Vec3::new(0.01, 0.02, 0.04);

    #[test]
    fn without_clouds_the_sky_is_unchanged() {
        for i in 0..200 {
            let towards = direction(i as f32, 0.007 * i as f32);
            let sky = clouds(0.0).over(CLEAR, towards);
            assert_eq!(sky, CLEAR.extend(1.0));
            assert_eq!(clouds(1.0).over(CLEAR, towards).w, 0.0);
        }
    }

    #[test]
    fn an_overcast_sky_is_three_times_as_bright_at_the_zenith_and_transmits_a_fifth() {
        let overcast = clouds(1.0);
        let mean = |elevation: f32| {
            let ways = 400;
            let of = |way| overcast.over(CLEAR, direction(way as f32 * 0.0157, elevation));
            (0..ways).map(|way| of(way).y).sum::<f32>() / ways as f32
        };
        let ratio = mean(1.5) / mean(0.0);
        assert!((2.7..3.3).contains(&ratio), "{ratio}");
        let steps = 90;
        let width = PI / 2.0 / steps as f32;
        let below: f32 = (0..steps)
            .map(|step| (step as f32 + 0.5) * width)
            .map(|e| mean(e) * e.sin() * e.cos() * 2.0 * PI * width)
            .sum();
        assert!((0.15..0.25).contains(&(below / 0.8)), "{below}");
    }
}
