//! An underwater lamp in the wall of a pool, for dusk and night (docs/models.md §14).
//!
//! ```text
//! I(ω) = I₀·cos²θ    of the direction's angle to the axis        E = I(ω)·cos θ'/r²·e^(−c·r)    on what faces it
//! I₀ = 0.0014·(L/2)²    of the sun's irradiance at noon, in a pool of length L: about 5000 lm in one of 6 m
//! ```

use crate::parameter::choices;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

/// When lamps are on: those of a pool and its garden, and distant ones at sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LampHours {
    /// Never.
    Off,
    /// From sunset on.
    Dusk,
    /// Always.
    On,
}

choices!(LampHours: Off = "off", Dusk = "dusk", On = "on");

/// Intensity along the axis for the square of half the pool's length, in red, green and blue: warm white.
const INTENSITY: Vec3 = Vec3::new(1.6e-3, 1.4e-3, 1.1e-3);

/// Sines of the sun's elevation at which the lamp begins to light up, and is fully lit: 2° above and 4° below the horizon.
const LIT: [f32; 2] = [0.035, -0.07];

/// Radius of the lens, in half lengths of the pool.
const LENS: f32 = 0.025;

/// Depth of the lamp, as a fraction of the pool's depth.
const DEEP: f32 = 0.4;

/// Intensity along the axis of a garden lamp of about 800 lm, in the units of [`Lamp::intensity`]: warmer than that of the pool.
const GARDEN: Vec3 = Vec3::new(2.3e-3, 1.6e-3, 0.9e-3);

impl LampHours {
    /// How far lamps are lit, 0 to 1, while the sine of the sun's elevation is `sun`.
    pub fn share(self, sun: f32) -> f32 {
        match self {
            Self::Off => 0.0,
            Self::On => 1.0,
            Self::Dusk => ((LIT[0] - sun) / (LIT[0] - LIT[1])).clamp(0.0, 1.0),
        }
    }

    /// Intensity of each lamp in the garden, in the units of [`Lamp::intensity`].
    pub fn garden(self, sun: f32) -> Vec3 {
        GARDEN * self.share(sun)
    }
}

/// A lamp in a wall; lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// The centre of its lens.
    pub place: Vec3,
    /// The direction that it faces, a unit vector.
    pub inward: Vec3,
    /// Intensity along that direction: irradiance, in units of about that of the noon sun, times square metres.
    pub intensity: Vec3,
    /// Radius of the lens.
    pub lens: f32,
}

impl Lamp {
    /// The lamp of a pool of these half extents and this depth, in the middle of the wall at −z; `None` if it is off. `sun` is the sine
    /// of the sun's elevation.
    pub fn of_pool(half: Vec2, depth: f32, hours: LampHours, sun: f32) -> Option<Self> {
        let lit = hours.share(sun);
        (lit > 0.0).then(|| Self {
            place: Vec3::new(0.0, -DEEP * depth, -half.y),
            inward: Vec3::Z,
            intensity: INTENSITY * lit * half.max_element().powi(2),
            lens: LENS * half.max_element(),
        })
    }

    /// Irradiance on a point that faces `normal`, without attenuation by the water.
    pub fn irradiance(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let off = point - self.place;
        let square = off.length_squared().max(1e-4);
        let way = off / square.sqrt();
        let axis = way.dot(self.inward).max(0.0);
        self.intensity * (axis * axis * (-way.dot(normal)).max(0.0) / square)
    }

    /// The position of its mirror image in level water.
    pub fn mirrored(&self) -> Vec3 {
        Vec3::new(self.place.x, -self.place.y, self.place.z)
    }

    /// Its total flux divided by an area in square metres.
    pub fn mean_over(&self, area: f32) -> Vec3 {
        // ∫ cos²θ dω over the half-space before it: 2π/3.
        self.intensity * (TAU / 3.0 / area.max(1e-6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lamp() -> Lamp {
        let lamp = Lamp::of_pool(Vec2::ONE, 0.5, LampHours::On, 1.0);
        lamp.expect("always lit")
    }

    #[test]
    fn on_axis_irradiance_is_intensity_over_squared_distance() {
        let point = lamp().place + 2.0 * Vec3::Z;
        let light = lamp().irradiance(point, Vec3::NEG_Z);
        assert!(light.distance(INTENSITY / 4.0) < 1e-9);
        // At 60° a quarter of that, and half of it by the angle of incidence.
        let aside = lamp().place + Vec3::new(3.0_f32.sqrt(), 0.0, 1.0);
        let light = lamp().irradiance(aside, Vec3::NEG_Z);
        assert!(light.distance(INTENSITY / 4.0 / 8.0) < 1e-8);
        assert_eq!(lamp().irradiance(point, Vec3::Z), Vec3::ZERO);
    }

    #[test]
    fn a_sphere_around_the_lamp_receives_all_its_flux() {
        let rings = 400;
        let sum: Vec3 = (0..rings)
            .map(|ring| {
                let axis = (ring as f32 + 0.5) / rings as f32;
                let way = Vec3::new((1.0 - axis * axis).sqrt(), 0.0, axis);
                lamp().irradiance(lamp().place + way, -way) * (TAU / rings as f32)
            })
            .sum();
        assert!((sum - lamp().mean_over(1.0)).length() < 1e-5 * sum.length());
    }

    #[test]
    fn the_lamp_is_lit_from_sunset() {
        let at = |elevation: f32| {
            let sun = elevation.to_radians().sin();
            Lamp::of_pool(Vec2::ONE, 0.5, LampHours::Dusk, sun)
        };
        assert_eq!(at(10.0), None);
        let [sunset, night] = [-1.0, -8.0].map(|elevation| at(elevation).expect("lit").intensity);
        assert!(sunset.y > 0.4 * night.y && sunset.y < 0.7 * night.y);
        assert_eq!(Lamp::of_pool(Vec2::ONE, 0.5, LampHours::Off, -1.0), None);
    }
}
