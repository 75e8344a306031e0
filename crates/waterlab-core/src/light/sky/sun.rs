//! The sun's disc: its size and its limb darkening (docs/models.md §13).
//!
//! A disc of angular radius R whose radiance falls toward the rim (limb darkening, linear, coefficient ½ to 0.6 in visible light):
//!
//! ```text
//! L(r) = L(0)·(1 − 0.6·(1 − √(1 − sin²r/sin²R)))        ∫ L cos r dω = E  ⇒  L(0) = E/(π·sin²R·(1 − 0.6/3))
//! ```

use std::f32::consts::PI;

/// Angular radius of the sun's disc, radians: 0.2665°.
pub const SUN_DISC_RADIUS: f32 = 0.2665 * PI / 180.0;

/// Relative darkening of the rim.
const LIMB_DARKENING: f32 = 0.6;

/// Radiance over the irradiance that the whole disc gives a surface facing it, per steradian, at an angle of this cosine from
/// its middle. 0 outside the disc.
pub(super) fn disc_profile(cosine: f32) -> f32 {
    let rim = SUN_DISC_RADIUS.sin().powi(2);
    let square = (1.0 - cosine) * (1.0 + cosine) / rim;
    if cosine <= 0.0 || square.is_nan() || square > 1.0 {
        return 0.0;
    }
    let shape = 1.0 - LIMB_DARKENING * (1.0 - (1.0 - square.max(0.0)).sqrt());
    shape / (PI * rim * (1.0 - LIMB_DARKENING / 3.0))
}

/// 0 up to `low`, 1 from `high` on, and a cubic between that is level at both.
pub(in crate::light) fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solar_disc_integrates_to_its_irradiance() {
        let steps = 4000;
        let radius = f64::from(SUN_DISC_RADIUS) * 1.2;
        let sum: f64 = (0..steps)
            .map(|step| {
                let angle = (f64::from(step) + 0.5) / f64::from(steps) * radius;
                let ring = std::f64::consts::TAU * angle.sin() * radius / f64::from(steps);
                f64::from(disc_profile(angle.cos() as f32)) * angle.cos() * ring
            })
            .sum();
        assert!((sum - 1.0).abs() < 0.01, "{sum}");
    }

    #[test]
    fn the_limb_of_the_sun_is_darker_and_outside_is_dark() {
        let at = |radii: f32| disc_profile((radii * SUN_DISC_RADIUS).cos());
        assert!(at(0.0) > at(0.5) && at(0.5) > at(0.9) && at(0.9) > 0.4 * at(0.0));
        assert_eq!(at(1.1), 0.0);
        assert_eq!(disc_profile(-1.0), 0.0);
        assert_eq!(disc_profile(f32::NAN), 0.0);
    }
}
