//! Fair-weather clouds over the clear sky, and the even grey of an overcast (docs/models.md §13).
//!
//! A layer 2 km up, bent down toward the horizon. Its thickness is fractal noise n over a threshold t that leaves the wanted
//! cover; a ray of sight passes the optical depth τ and sees
//!
//! ```text
//! L = L_clear·(1 − a) + L_cloud·a        a = (1 − e^(−τ))·e^(−distance/haze)
//! L_cloud = sunlight at 2 km · (what gets through toward the sun, more in the sun's direction) + light of the sky
//! ```
//!
//! Noise finer than the rows of the sky's table there is left out, and its variance widens the threshold instead, so that far
//! clouds melt into their mean. From a cover of 0.7 on, the sky turns into the overcast of the CIE (Moon and Spencer 1942)
//!
//! ```text
//! L = L_zenith·(1 + 2·sin e)/3        irradiance on the ground 7π/9·L_zenith = a fifth of the clear sky's and sun's
//! ```

pub use super::noise::DEVIATION;
use super::noise::noise;
use super::sun::smoothstep;
use crate::light::LUMINANCE;
use glam::{Vec2, Vec3, Vec4};
use std::f32::consts::PI;

/// Altitude of the layer, km.
pub const ALTITUDE: f32 = 2.0;
/// Radius that the layer is bent with, km: less than the planet's, so that the horizon holds no endless row of clouds.
pub const BEND: f32 = 900.0;
/// Length of the largest noise cells, km.
pub const CELL: f32 = 2.0;
/// Maximum number of octaves.
pub const OCTAVES: u32 = 6;
/// Ratio of an octave's amplitude to that of the one before.
pub const GAIN: f32 = 0.52;
/// Ratio of an octave's length to that of the one before.
pub const SHRINK: f32 = 0.48;

/// By how much the lattice of each octave's noise lies aside of the one before, cells: or all would have a line straight overhead.
pub const APART: Vec2 = Vec2::new(0.37, 0.71);
/// Standard deviation of all octaves together, 1/√(1 − GAIN²) that of one.
pub const SPREAD: f32 = DEVIATION * 1.17;
/// Optical depth where the noise is one over the threshold.
pub const DEPTH: f32 = 14.0;
/// Kilometres after which clouds have faded to 1/e in the haze of a clear day.
pub const CLEAR_SIGHT: f32 = 30.0;
/// Transmittance of an overcast for the light of sun and sky on the ground.
pub const OVERCAST: f32 = 0.2;
/// Tint of an overcast.
pub const TINT: Vec3 = Vec3::new(0.96, 1.0, 1.06);

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
    /// light from beyond them. `texel` is what a texel of the table covers there, in radians of azimuth and of elevation.
    pub fn over(&self, clear: Vec3, towards: Vec3, texel: Vec2) -> Vec4 {
        let overcast = overcast(self.cover);
        let broken = match self.cover > 0.0 && overcast < 1.0 {
            true => self.broken(clear, towards, texel),
            false => clear.extend(1.0),
        };
        match overcast > 0.0 {
            true => broken.lerp(self.even_grey(towards, texel).extend(0.0), overcast),
            false => broken,
        }
    }

    /// Radiance of separate clouds in front of the clear sky.
    fn broken(&self, clear: Vec3, towards: Vec3, texel: Vec2) -> Vec4 {
        let sight = Sight::new(towards, texel);
        let toward_sun = self.sun.dot(towards);
        // The direct sun is not dimmed by single clouds: only a bright veil stands before it.
        let open = 0.12 + 0.88 * (1.0 - smoothstep(0.92, 1.0, toward_sun));
        let depth = DEPTH * open * self.thickness(sight.place, sight.finest);
        let faded = (-sight.distance * (0.5 + 0.5 * self.haze) / CLEAR_SIGHT).exp();
        let veil = (1.0 - (-depth).exp()) * faded;
        if veil < 1e-4 {
            return clear.extend(1.0);
        }
        let lit = self.lit(&sight, depth, toward_sun);
        clear.lerp(lit, veil).extend(1.0 - veil)
    }

    /// Radiance of a cloud with this optical depth.
    fn lit(&self, sight: &Sight, depth: f32, toward_sun: f32) -> Vec3 {
        // Toward the sun the layer is seen from its lit side where it thins out.
        let level = Vec2::new(self.sun.x, self.sun.z);
        let near = 0.18 * level;
        let [side, beyond] = [near, 2.5 * near]
            .map(|step| self.thickness(sight.place + step, sight.finest.max(0.3)) * DEPTH);
        let shade = 0.35 * depth + 0.4 * side + 0.25 * beyond;
        let through = 0.22 + 0.78 * (-0.55 * shade).exp();
        let forward = 1.6 * henyey_greenstein(0.75, toward_sun) * (-0.7 * depth).exp();
        let sky = 0.75 - 0.35 * (1.0 - (-0.4 * depth).exp());
        self.sunlight * (0.8 * through / PI + forward) + self.skylight / PI * sky
    }

    /// How far the noise stands over the threshold at a place of the layer, in km, on average over what is finer than `finest` km.
    fn thickness(&self, place: Vec2, finest: f32) -> f32 {
        let cover = self.cover.min(0.98);
        let threshold = 0.55 * SPREAD * ((1.0 - cover) / cover).ln();
        let (height, unseen) = fractal(place, finest);
        // The mean of what is over a threshold that noise moves up and down: a corner, rounded.
        let soft = (0.02_f32.powi(2) + 0.3 * unseen).sqrt();
        let over = (height - threshold) / soft;
        soft * if over > 15.0 {
            over
        } else {
            over.exp().ln_1p()
        }
    }

    /// Radiance of the overcast.
    fn even_grey(&self, towards: Vec3, texel: Vec2) -> Vec3 {
        let sight = Sight::new(towards, texel);
        let (ripple, _) = fractal(0.45 * sight.place, sight.finest);
        let ripple = 1.0 + 0.25 * ripple * smoothstep(0.05, 0.4, towards.y);
        let grey = Vec3::splat(self.daylight.dot(LUMINANCE));
        let colour = self.daylight.lerp(grey * TINT, 0.7);
        let zenith = OVERCAST * 9.0 / (7.0 * PI) * colour;
        zenith * ripple * (1.0 + 2.0 * towards.y) / 3.0
    }
}

/// Where a view ray hits the layer.
struct Sight {
    /// Place in the layer, km east and south of the eye.
    place: Vec2,
    /// Distance to it, km.
    distance: f32,
    /// Length of the shortest noise waves that the table can represent there, km.
    finest: f32,
}

impl Sight {
    fn new(towards: Vec3, texel: Vec2) -> Self {
        let sine = towards.y.max(0.0);
        let down = BEND * sine;
        let square = ALTITUDE * (2.0 * BEND + ALTITUDE);
        let root = (down * down + square).sqrt();
        let distance = square / (down + root);
        // As the layer is bent, the angle at which the ray meets it is never 0.
        let along = texel.y / (root / (BEND + ALTITUDE));
        let across = texel.x * (1.0 - sine * sine).sqrt();
        Self {
            place: distance * Vec2::new(towards.x, towards.z),
            distance,
            finest: distance * (2.0 * along).max(3.0 * across),
        }
    }
}

/// Fractal noise at a place in km, and the variance of the octaves that were left out as finer than `finest` km. All but the
/// longest waves are folded at 0: round above, creased below, as clouds are.
fn fractal(place: Vec2, finest: f32) -> (f32, f32) {
    let mut sum = 0.0;
    let mut unseen = 0.0;
    let mut strength = 1.0;
    let mut cell = CELL;
    // Domain warping by slow noise varies the size of the cells.
    let bent = match finest < CELL {
        true => place + 0.8 * Vec2::new(noise(place / 3.0, 101), noise(place / 3.0, 102)),
        false => place,
    };
    for octave in 0..OCTAVES {
        let seen = smoothstep(1.0, 2.0, cell / finest);
        if seen > 0.0 {
            let wave = noise(bent / cell + octave as f32 * APART, octave);
            // Folded and stretched to the same mean and deviation.
            let wave = if octave == 0 {
                wave
            } else {
                1.66 * (wave.abs() - 0.8 * DEVIATION)
            };
            sum += strength * seen * wave;
        }
        unseen += (1.0 - seen * seen) * (strength * DEVIATION).powi(2);
        strength *= GAIN;
        cell *= SHRINK;
    }
    (sum, unseen)
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
    const TEXEL: Vec2 = Vec2::new(0.012, 0.012);

    #[test]
    fn clouds_have_about_the_requested_coverage() {
        for cover in [0.1, 0.3, 0.5, 0.7] {
            let places = 20_000;
            let covered = (0..places)
                .filter(|i| {
                    let place = Vec2::new((i % 100) as f32, (i / 100) as f32) * 0.9;
                    DEPTH * clouds(cover).thickness(place, 0.1) > 0.7
                })
                .count();
            let found = covered as f32 / places as f32;
            assert!((found - cover).abs() < 0.1, "{cover}: {found}");
        }
    }

    #[test]
    fn without_clouds_the_sky_is_unchanged() {
        for i in 0..200 {
            let towards = direction(i as f32, 0.007 * i as f32);
            let sky = clouds(0.0).over(CLEAR, towards, TEXEL);
            assert_eq!(sky, CLEAR.extend(1.0));
            assert_eq!(clouds(1.0).over(CLEAR, towards, TEXEL).w, 0.0);
        }
    }

    #[test]
    fn distant_clouds_are_uniform() {
        // Where texels are larger than clouds, neighbours must not differ.
        for azimuth in 0..300 {
            let at = |turn: f32| {
                let towards = direction(azimuth as f32 * 0.02 + turn, 0.01);
                clouds(0.4).over(CLEAR, towards, TEXEL).truncate()
            };
            assert!(at(0.0).abs_diff_eq(at(0.02), 2e-3));
        }
    }

    #[test]
    fn an_overcast_sky_is_three_times_as_bright_at_the_zenith_and_transmits_a_fifth() {
        let overcast = clouds(1.0);
        let mean = |elevation: f32| {
            let ways = 400;
            let of = |way| overcast.over(CLEAR, direction(way as f32 * 0.0157, elevation), TEXEL);
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
