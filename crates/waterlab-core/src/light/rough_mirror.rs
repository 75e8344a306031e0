//! Reflection by a rough water surface seen from far away, when its facets are too small to resolve (docs/models.md
//! §15).
//!
//! The slopes ζ of the facets along the horizontal direction to the eye are normally distributed with a standard deviation σ, those across
//! with another, σ⊥. At the zenith angle θ a facet is visible in proportion to its projected area, and not at all if it faces away:
//!
//! ```text
//! A = ∫ p(ζ)·(cos θ + ζ·sin θ)⁺ dζ                    how much of them all, per level area
//! R = ∫ p(ζ)·(cos θ + ζ·sin θ)⁺·F(i) dζ / A           what they mirror, F by Fresnel
//! cos i = (cos θ + ζ·sin θ)/√(1 + ζ² + σ⊥²)
//! ```
//!
//! and so the mean and the deviation of the slopes that are seen: near the horizon facets that lean toward the eye.

use super::fresnel::reflectance;
use crate::grid::Grid;
use std::f64::consts::TAU;

/// Steps over the slopes, from −[`REACH`] to [`REACH`] standard deviations.
const STEPS: usize = 96;
const REACH: f64 = 4.5;

/// The roughest surface of [`Facets::table`], a standard deviation; as `lib/rough_mirror.glsl` has it.
pub const ROUGHEST: f64 = 0.64;

/// Columns and rows of that.
const SIZE: (usize, usize) = (64, 32);

/// The visible facets of a rough surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facets {
    /// Their reflectance, 0 to 1.
    pub reflectance: f64,
    /// Their projected area per level area; cos θ where none is hidden.
    pub area: f64,
    /// Mean slope, positive toward the eye.
    pub lean: f64,
    /// Standard deviation of the slopes.
    pub spread: f64,
}

impl Facets {
    /// The facets visible at the cosine `facing` of the zenith angle, 0 to 1, for slopes with these standard deviations along the direction
    /// to the eye and across it, 0 or more, of water with this refractive `index`.
    pub fn seen(facing: f64, [sigma, across]: [f64; 2], index: f64) -> Self {
        let facing = facing.clamp(0.0, 1.0);
        let sideways = (1.0 - facing * facing).sqrt();
        let sigma = sigma.max(1e-4);
        let (mut area, mut mirrored, mut first, mut second) = (0.0, 0.0, 0.0, 0.0);
        // Between what faces the eye and what lies in the tail, in even steps.
        let hidden = -facing / sideways.max(1e-9) / sigma;
        let (from, to) = (hidden.max(-REACH), REACH);
        let step = (to - from).max(0.0) / STEPS as f64;
        for index_of_step in 0..STEPS {
            let deviations = from + (index_of_step as f64 + 0.5) * step;
            let slope = sigma * deviations;
            let share = (-0.5 * deviations * deviations).exp() / TAU.sqrt() * step;
            let turned = (facing + slope * sideways).max(0.0);
            let cosine = turned / (1.0 + slope * slope + across * across).sqrt();
            let seen = share * turned;
            area += seen;
            mirrored += seen * reflectance(cosine, index);
            first += seen * slope;
            second += seen * slope * slope;
        }
        let area = area.max(1e-12);
        let lean = first / area;
        Self {
            reflectance: mirrored / area,
            area,
            lean,
            spread: (second / area - lean * lean).max(0.0).sqrt(),
        }
    }

    /// [`Facets::seen`] as a picture for shaders, reflectance, area, lean, spread: columns by √facing from 0 to 1, rows by √(σ/0.64)
    /// from 0 to 1, texel centres on either end; without slopes across.
    pub fn table(index: f64) -> Grid<[f32; 4]> {
        let (columns, rows) = SIZE;
        let mut table = Grid::new(columns, rows, [0.0; 4]);
        crate::threads::in_bands_from(1, table.cells_mut(), columns, |first, band| {
            for (number, cell) in band.iter_mut().enumerate() {
                let across = (number % columns) as f64 / (columns - 1) as f64;
                let down = (first + number / columns) as f64 / (rows - 1) as f64;
                let seen = Self::seen(across * across, [ROUGHEST * down * down, 0.0], index);
                let Self {
                    reflectance,
                    area,
                    lean,
                    spread,
                } = seen;
                *cell = [reflectance, area, lean, spread].map(|number| number as f32);
            }
        });
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WATER: f64 = 4.0 / 3.0;

    #[test]
    fn level_water_is_a_plane_mirror() {
        for degrees in [0.0_f64, 45.0, 80.0] {
            let facing = degrees.to_radians().cos();
            let seen = Facets::seen(facing, [0.0; 2], WATER);
            assert!((seen.reflectance - reflectance(facing, WATER)).abs() < 1e-4);
            assert!((seen.area - facing).abs() < 1e-4);
            assert!(seen.lean.abs() < 1e-4);
        }
    }

    #[test]
    fn facets_seen_at_grazing_angles_lean_toward_the_eye_and_reflect_less() {
        // ∫ζ⁺p = σ/√(2π). Visible slopes have a Rayleigh distribution: mean σ·√(π/2), mean square 2σ².
        let sigma = 0.2_f64;
        let seen = Facets::seen(0.0, [sigma; 2], WATER);
        assert!((seen.area - sigma / TAU.sqrt()).abs() < 1e-4 * sigma);
        let lean = sigma * (TAU / 4.0).sqrt();
        assert!((seen.lean - lean).abs() < 1e-3 * lean, "{}", seen.lean);
        let spread = (2.0 * sigma * sigma - lean * lean).sqrt();
        assert!((seen.spread - spread).abs() < 1e-3, "{}", seen.spread);
        assert!(
            (0.2..0.4).contains(&seen.reflectance),
            "{}",
            seen.reflectance
        );
    }

    #[test]
    fn the_reflectance_is_the_mean_over_random_facets() {
        use rand::{RngExt, SeedableRng};
        use rand_distr::{Distribution, StandardNormal};
        let mut chance = rand_pcg::Pcg64Mcg::seed_from_u64(5);
        for _ in 0..12 {
            let facing: f64 = chance.random_range(0.02..1.0);
            let sigma: f64 = chance.random_range(0.02..0.4);
            let sideways: f64 = chance.random_range(0.02..0.4);
            let eye = [(1.0 - facing * facing).sqrt(), facing, 0.0];
            let (mut area, mut mirrored) = (0.0, 0.0);
            let draws = 200_000;
            for _ in 0..draws {
                let [along, across]: [f64; 2] = [sigma, sideways].map(|sigma| {
                    let drawn: f64 = StandardNormal.sample(&mut chance);
                    sigma * drawn
                });
                let length = (1.0 + along * along + across * across).sqrt();
                let turned = eye[0] * along + eye[1];
                if turned > 0.0 {
                    area += turned;
                    mirrored += turned * reflectance(turned / length, WATER);
                }
            }
            let seen = Facets::seen(facing, [sigma, sideways], WATER);
            let expected = mirrored / area;
            assert!(
                (seen.reflectance - expected).abs() < 0.02 * expected,
                "{facing} {sigma}: {} for {expected}",
                seen.reflectance
            );
            assert!((seen.area - area / draws as f64).abs() < 0.02 * seen.area);
        }
    }
}
