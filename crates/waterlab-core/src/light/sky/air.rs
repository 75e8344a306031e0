//! The composition of the atmosphere, its scattering, and straight rays through its layers (docs/models.md §13).
//!
//! Three kinds of matter whose density depends on the altitude h alone (Hillaire 2020, "A Scalable and Production Ready Sky and
//! Atmosphere Rendering Technique", table 1, after Bruneton and Neyret 2008):
//!
//! ```text
//! molecules  σs = (5.802, 13.558, 33.1)·10⁻³/km · e^(−h/8 km)                    Rayleigh scattering
//! haze       σs = 3.996·10⁻³/km, σa = 0.444·10⁻³/km, both · haze · e^(−h/1.2 km)  Mie scattering
//! ozone      σa = (0.650, 1.881, 0.085)·10⁻³/km · max(0, 1 − |h − 25 km|/15 km)  absorbs only
//! ```
//!
//! for red, green and blue. Haze absorbs a tenth of what it takes: an extinction of 4.44·10⁻³/km less what it scatters. Lengths here
//! are kilometres, so that f32 holds both a planet and a scale height.

use glam::Vec3;

/// Radius of the ground, km.
pub(super) const GROUND: f32 = 6360.0;
/// Radius of the top of the air, km.
pub(super) const TOP: f32 = 6460.0;
/// Diffuse albedo of the ground.
pub(super) const GROUND_ALBEDO: f32 = 0.3;

const RAYLEIGH_SCATTERING: Vec3 = Vec3::new(5.802e-3, 13.558e-3, 33.1e-3);
const RAYLEIGH_HEIGHT: f32 = 8.0;
const MIE_SCATTERING: f32 = 3.996e-3;
const MIE_ABSORPTION: f32 = 0.444e-3;
const MIE_HEIGHT: f32 = 1.2;
/// Asymmetry of scattering by haze: mean cosine of the angle.
const MIE_FORWARD: f32 = 0.8;
const OZONE_ABSORPTION: Vec3 = Vec3::new(0.650e-3, 1.881e-3, 0.085e-3);
const OZONE_ALTITUDE: f32 = 25.0;
const OZONE_HALF_WIDTH: f32 = 15.0;

/// Optical properties of air at one altitude, per km.
#[derive(Clone, Copy)]
pub(super) struct Air {
    /// Scattering by molecules.
    pub rayleigh: Vec3,
    /// Scattering by haze, equal in all colours.
    pub mie: f32,
    /// Extinction: scattering and absorption by all three.
    pub extinction: Vec3,
}

impl Air {
    /// The air at an altitude in km, with `haze` times the haze of a clear day.
    pub fn at(altitude: f32, haze: f32) -> Self {
        let rayleigh = RAYLEIGH_SCATTERING * (-altitude / RAYLEIGH_HEIGHT).exp();
        let haze = haze * (-altitude / MIE_HEIGHT).exp();
        let ozone = (1.0 - (altitude - OZONE_ALTITUDE).abs() / OZONE_HALF_WIDTH).max(0.0);
        Self {
            rayleigh,
            mie: MIE_SCATTERING * haze,
            extinction: rayleigh
                + (MIE_SCATTERING + MIE_ABSORPTION) * haze
                + OZONE_ABSORPTION * ozone,
        }
    }
}

/// Rayleigh's phase function, per steradian: the part of light scattered by molecules that goes on at an angle of this cosine.
pub(super) fn rayleigh_phase(cosine: f32) -> f32 {
    3.0 / (16.0 * std::f32::consts::PI) * (1.0 + cosine * cosine)
}

/// The same of haze, per steradian, after Cornette and Shanks (1992).
pub(super) fn mie_phase(cosine: f32) -> f32 {
    let g = MIE_FORWARD;
    let shape = (1.0 - g * g) * (1.0 + cosine * cosine) / (2.0 + g * g);
    3.0 / (8.0 * std::f32::consts::PI) * shape / (1.0 + g * g - 2.0 * g * cosine).powf(1.5)
}

/// A straight ray through the layers of the atmosphere. Altitudes are computed from differences of squares, which keep metres in f32
/// where radii would lose them.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// Altitude of its start, km.
    pub altitude: f32,
    /// Cosine of its angle to straight up, at the start.
    pub cosine: f32,
}

impl Ray {
    /// Distance of its start from the planet's centre, km.
    pub fn radius(self) -> f32 {
        GROUND + self.altitude
    }

    /// Kilometres to the top of the atmosphere, ignoring the ground.
    pub fn to_top(self) -> f32 {
        let up = self.radius() * self.cosine;
        let below_top = (TOP - GROUND - self.altitude).max(0.0) * (TOP + self.radius());
        let root = (up * up + below_top).sqrt();
        match up > 0.0 {
            true => below_top / (up + root),
            false => root - up,
        }
    }

    /// Kilometres to the ground; `None` for a ray that misses it.
    pub fn to_ground(self) -> Option<f32> {
        let up = self.radius() * self.cosine;
        let above_ground = self.altitude * (GROUND + self.radius());
        let square = up * up - above_ground;
        (up < 0.0 && square >= 0.0).then(|| above_ground / (square.sqrt() - up))
    }

    /// The altitude after this distance in km.
    pub fn altitude_after(self, distance: f32) -> f32 {
        let above_ground = self.altitude * (GROUND + self.radius())
            + distance * (distance + 2.0 * self.radius() * self.cosine);
        (above_ground / ((GROUND * GROUND + above_ground).sqrt() + GROUND)).max(0.0)
    }
}

/// Cosine of the angle between straight up and the horizon seen from an altitude in km: 0 on the ground, less above it.
pub(super) fn horizon_cosine(altitude: f32) -> f32 {
    -(altitude * (2.0 * GROUND + altitude)).sqrt() / (GROUND + altitude)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn phase_functions_are_normalised() {
        for phase in [rayleigh_phase, mie_phase] {
            let steps = 20_000;
            let sum: f64 = (0..steps)
                .map(|step| {
                    let cosine = (f64::from(step) + 0.5) / f64::from(steps) * 2.0 - 1.0;
                    f64::from(phase(cosine as f32)) * 2.0 * PI * 2.0 / f64::from(steps)
                })
                .sum();
            assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        }
    }

    #[test]
    fn rays_agree_with_circles_in_double_precision() {
        let (ground, top) = (f64::from(GROUND), f64::from(TOP));
        for altitude in [0.0, 0.002, 1.0, 40.0, 99.9_f32] {
            for cosine in [-1.0, -0.3, -0.01, 0.0, 0.001, 0.5, 1.0_f32] {
                let ray = Ray { altitude, cosine };
                let (r, c) = (ground + f64::from(altitude), f64::from(cosine));
                let far = -r * c + (r * r * (c * c - 1.0) + top * top).sqrt();
                assert!((f64::from(ray.to_top()) - far).abs() < 0.01 + 1e-5 * far);
                for part in [0.1, 0.7, 1.0] {
                    let t = far * part;
                    let there = (r * r + t * t + 2.0 * r * t * c).sqrt() - ground;
                    let found = f64::from(ray.altitude_after(t as f32));
                    assert!(
                        (found - there.max(0.0)).abs() < 0.01,
                        "{altitude} {cosine} {part}: {found}, {there}"
                    );
                }
            }
        }
        let down = Ray {
            altitude: 2.0,
            cosine: -1.0,
        };
        assert!(
            down.to_ground()
                .is_some_and(|distance| (distance - 2.0).abs() < 1e-3)
        );
        let up = Ray {
            altitude: 2.0,
            cosine: horizon_cosine(2.0) + 1e-4,
        };
        assert_eq!(up.to_ground(), None);
    }
}
