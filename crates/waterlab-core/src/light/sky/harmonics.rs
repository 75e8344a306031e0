//! The irradiance from an environment on a surface, from nine numbers per colour (docs/models.md §13).
//!
//! Ramamoorthi and Hanrahan 2001, "An Efficient Representation for Irradiance Environment Maps": spherical harmonics Y of radiance
//! L up to the second degree give
//!
//! ```text
//! E(n) = Σ A_l·L_lm·Y_lm(n)        L_lm = ∫ L·Y_lm dω        A = π, 2π/3, π/4
//! ```
//!
//! which is exact for what varies as slowly as that, and within some percent for skies.

use glam::Vec3;
use std::f32::consts::PI;

/// Nine coefficients of a radiance, summed up direction by direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Harmonics([Vec3; 9]);

impl Harmonics {
    /// Adds radiance that comes from a unit direction out of a solid angle in sr.
    pub fn add(&mut self, direction: Vec3, radiance: Vec3, solid_angle: f32) {
        let light = radiance * solid_angle;
        for (sum, harmonic) in self.0.iter_mut().zip(harmonics(direction)) {
            *sum += light * harmonic;
        }
    }

    /// Irradiance on a surface of this unit normal; never below 0, where the series overshoots.
    pub fn irradiance(&self, normal: Vec3) -> Vec3 {
        const COSINE: [f32; 9] = {
            let (one, two) = (2.0 * PI / 3.0, PI / 4.0);
            [PI, one, one, one, two, two, two, two, two]
        };
        let terms = self.0.iter().zip(harmonics(normal)).zip(COSINE);
        let sum: Vec3 = terms
            .map(|((light, harmonic), cosine)| *light * harmonic * cosine)
            .sum();
        sum.max(Vec3::ZERO)
    }
}

/// The real spherical harmonics of degree 0, 1 and 2 in a unit direction.
fn harmonics(Vec3 { x, y, z }: Vec3) -> [f32; 9] {
    [
        0.282_094_8,
        0.488_602_5 * y,
        0.488_602_5 * z,
        0.488_602_5 * x,
        1.092_548_4 * x * y,
        1.092_548_4 * y * z,
        0.315_391_57 * (3.0 * z * z - 1.0),
        1.092_548_4 * x * z,
        0.546_274_2 * (x * x - y * y),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::mapping::direction;
    use super::*;

    /// The harmonics of a function of direction, integrated on a fine latitude-longitude grid.
    fn of(radiance: impl Fn(Vec3) -> Vec3) -> Harmonics {
        let mut sum = Harmonics::default();
        let (columns, rows) = (128, 64);
        let step = PI / rows as f32;
        for row in 0..rows {
            let elevation = (row as f32 + 0.5) * step - PI / 2.0;
            for column in 0..columns {
                let towards = direction((column as f32 + 0.5) * step, elevation);
                let solid_angle =
                    step * ((elevation + step / 2.0).sin() - (elevation - step / 2.0).sin());
                sum.add(towards, radiance(towards), solid_angle);
            }
        }
        sum
    }

    const NORMALS: [Vec3; 5] = [
        Vec3::Y,
        Vec3::NEG_Y,
        Vec3::X,
        Vec3::NEG_Z,
        Vec3::new(0.48, 0.6, -0.64),
    ];

    #[test]
    fn a_uniform_sky_gives_pi_times_its_radiance_on_any_normal() {
        let radiance = Vec3::new(0.5, 1.0, 2.0);
        let even = of(|_| radiance);
        for normal in NORMALS {
            assert!(even.irradiance(normal).abs_diff_eq(PI * radiance, 5e-3));
        }
    }

    #[test]
    fn half_a_uniform_sky_gives_the_geometric_irradiance() {
        // A uniform upper hemisphere gives π·(1 + cos θ)/2 on a surface tilted by θ.
        let half = of(|towards| Vec3::splat(if towards.y > 0.0 { 1.0 } else { 0.0 }));
        for normal in NORMALS {
            let seen = PI * (1.0 + normal.y) / 2.0;
            assert!((half.irradiance(normal).x - seen).abs() < 0.01, "{normal}");
        }
    }

    #[test]
    fn light_from_one_side_falls_on_that_side() {
        let east = of(|towards| Vec3::splat(towards.x.max(0.0)));
        assert!(east.irradiance(Vec3::X).x > 10.0 * east.irradiance(Vec3::NEG_X).x);
    }
}
