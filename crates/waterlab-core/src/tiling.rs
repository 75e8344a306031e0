//! `Tiling`: covers an unbounded surface with a periodic patch so that the repetition is not visible and the statistics are preserved
//! (docs/models.md §9d).
//!
//! The surface is covered by a triangular lattice. At each lattice point the patch is shifted by its own offset, and within a triangle
//! the three shifted patches are blended. Waves of random phases, shifted, are other waves of the same sea, so the blend keeps its variance
//! and its spectrum if the squares of the weights, and not the weights, sum to 1 (Heitz and Neyret 2018):
//!
//! ```text
//! h(x) = Σ w_i·h_patch(x + s_i) / √(Σ w_i² + 2·Σ ρ_ij·w_i·w_j)          s_(i,j) = i·Δ₁ + j·Δ₂ of the patch
//! w = max(b − 0.28, 0)², b the barycentric coordinates of x in its triangle
//! ```
//!
//! ρ_ij is the correlation of the patch with itself shifted by s_i − s_j; because all lattice steps are alike, there are three. The
//! multiples of the shifts never coincide, so the surface does not repeat. The slope of a blend omits Σ h·∇w, which is about a hundredth.

use glam::DVec2;

/// A lattice point whose barycentric coordinate is below this has weight 0.
pub const MIN_BARYCENTRIC: f64 = 0.28;

/// Transforms uv to lattice coordinates, whose triangles are one patch long: what v adds to the first coordinate, and the factor of v in
/// the second.
pub const SKEW: (f64, f64) = (-0.577_350_269_189_625_8, 1.154_700_538_379_251_5);

/// The parameters of a tiling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    /// Lattice shifts Δ₁ and Δ₂, as fractions of the patch along x and z, 0 to 1.
    pub steps: [DVec2; 2],
    /// Correlation of the patch with itself shifted by Δ₁, by Δ₂, and by Δ₁ − Δ₂; −1 to 1.
    pub correlation: [f64; 3],
}

/// One of the three terms of a blend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tap {
    /// Shift of the patch: it is sampled at uv + shift.
    pub shift: DVec2,
    /// Factor for heights and slopes; preserves the variance of the surface.
    pub weight: f64,
    /// Factor for coverage; the three shares sum to 1.
    pub share: f64,
}

/// The position of a place in the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Position within the lattice cell, 0 to 1 along both sides.
    pub within: DVec2,
    /// Shift at the cell's first corner, as a fraction of the patch, 0 to 1.
    pub shift: DVec2,
}

impl Tiling {
    /// The lattice cell of a place; `uv` in patches.
    pub fn cell(&self, uv: DVec2) -> Cell {
        let place = DVec2::new(uv.x + SKEW.0 * uv.y, SKEW.1 * uv.y);
        let corner = place.floor();
        let shift = corner.x * self.steps[0] + corner.y * self.steps[1];
        Cell {
            within: place - corner,
            shift: shift.rem_euclid(DVec2::ONE),
        }
    }

    /// The three terms to blend at a place; `uv` in patches.
    pub fn taps(&self, uv: DVec2) -> [Tap; 3] {
        let (coordinates, shifts) = self.corners(uv);
        let weights = coordinates.map(|part| (part - MIN_BARYCENTRIC).max(0.0).powi(2));
        let [a, b, c] = weights;
        let [ab, ac, bc] = self.correlation;
        let square = a * a + b * b + c * c + 2.0 * (ab * a * b + ac * a * c + bc * b * c);
        let (root, sum) = (square.max(1e-12).sqrt(), a + b + c);
        [0, 1, 2].map(|index| Tap {
            shift: shifts[index],
            weight: weights[index] / root,
            share: weights[index] / sum,
        })
    }

    /// The barycentric coordinates of a place in its triangle, and the shifts at the triangle's corners.
    fn corners(&self, uv: DVec2) -> ([f64; 3], [DVec2; 3]) {
        let Cell { within, shift } = self.cell(uv);
        let upper = within.x + within.y > 1.0;
        let [along, across] = self.steps;
        let (coordinates, shifts) = match upper {
            true => (
                [within.x + within.y - 1.0, 1.0 - within.x, 1.0 - within.y],
                [along + across, across, along],
            ),
            false => (
                [1.0 - within.x - within.y, within.x, within.y],
                [DVec2::ZERO, along, across],
            ),
        };
        (coordinates, shifts.map(|step| shift + step))
    }

    /// The shifts of the terms within this radius of a place, in patches, and bounds of the weight of each. `None` if the circle is so large
    /// that there may be others: the term of the next triangle has no weight until one of this triangle is far below 0.
    pub(crate) fn taps_within(&self, uv: DVec2, radius: f64) -> Option<[(DVec2, [f64; 2]); 3]> {
        // A barycentric coordinate falls from 1 to 0 over the height of a triangle.
        let change = SKEW.1 * radius;
        if change >= MIN_BARYCENTRIC {
            return None;
        }
        let (coordinates, shifts) = self.corners(uv);
        let power = |part: f64| (part - MIN_BARYCENTRIC).max(0.0).powi(2);
        let least = coordinates.map(|part| power(part - change));
        let most = coordinates.map(|part| power(part + change));
        let correlation = self
            .correlation
            .iter()
            .fold(0.0_f64, |most, rho| most.max(rho.abs()));
        // 2·Σ ρ_ij·w_i·w_j is at most this part of Σ w_i².
        let alike = (2.0 * correlation).min(0.9);
        Some([0, 1, 2].map(|index| {
            let weight = |own: f64, others: [f64; 3], factor: f64| {
                let square: f64 = (0..3)
                    .map(|other| if other == index { own } else { others[other] })
                    .map(|power| power * power)
                    .sum();
                own / (factor * square).max(1e-12).sqrt()
            };
            let bounds = [
                weight(least[index], most, 1.0 + alike),
                weight(most[index], least, 1.0 - alike),
            ];
            (shifts[index], bounds)
        }))
    }

    /// Finds the best lattice shifts for a spectrum; each wave is (n, m, energy) of the wave (n·u + m·v) on the patch. They minimise the
    /// correlation between shifted patches and avoid cancelling waves. `None` if there are no waves.
    pub fn of_waves(waves: &[(f64, f64, f64)]) -> Option<Self> {
        /// Number of candidate shifts, and of the best ones that are tried in pairs.
        const TRIED: usize = 96;
        const PAIRED: usize = 12;
        let energy: f64 = waves.iter().map(|wave| wave.2).sum();
        if energy.is_nan() || energy <= 0.0 {
            return None;
        }
        let correlation = |shift: DVec2| {
            let swung = |&(n, m, energy): &(f64, f64, f64)| {
                energy * libm::cos(std::f64::consts::TAU * (n * shift.x + m * shift.y))
            };
            waves.iter().map(swung).sum::<f64>() / energy
        };
        // A negative correlation cancels waves, which is worse: a positive one is compensated by the normalisation.
        let cost = |rho: f64| rho * rho * if rho < 0.0 { 8.0 } else { 1.0 };
        // Powers of the plastic number: their multiples are evenly distributed (Roberts 2018).
        let shift = |index: usize| {
            DVec2::new(0.754_877_666_246_693, 0.569_840_290_998_053_2) * index as f64
        };
        let mut tried: Vec<(f64, DVec2)> = (1..=TRIED)
            .map(|index| shift(index).fract())
            .map(|shift| (correlation(shift), shift))
            .collect();
        tried.sort_by(|one, other| cost(one.0).total_cmp(&cost(other.0)));
        tried.truncate(PAIRED);
        let mut best: Option<(f64, Self)> = None;
        for (index, &(first, along)) in tried.iter().enumerate() {
            for &(second, across) in &tried[index + 1..] {
                let third = correlation(along - across);
                let all = cost(first) + cost(second) + cost(third);
                if best.is_none_or(|(smallest, _)| all < smallest) {
                    let tiling = Self {
                        steps: [along, across],
                        correlation: [first, second, third],
                    };
                    best = Some((all, tiling));
                }
            }
        }
        best.map(|(_, tiling)| tiling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Tiling = Tiling {
        steps: [DVec2::new(0.37, 0.81), DVec2::new(0.64, 0.23)],
        correlation: [0.0; 3],
    };

    #[test]
    fn squares_of_weights_and_shares_sum_to_1_everywhere() {
        for step in 0..4000 {
            let uv = DVec2::new(f64::from(step) * 0.0137, f64::from(step % 61) * 0.091 - 3.0);
            let taps = PLAIN.taps(uv);
            let squares: f64 = taps.iter().map(|tap| tap.weight * tap.weight).sum();
            let shares: f64 = taps.iter().map(|tap| tap.share).sum();
            assert!((squares - 1.0).abs() < 1e-9 && (shares - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn nothing_jumps_where_triangles_meet() {
        // Along a line that crosses many: a shift whose weight is not 0 on one side has the same on the other.
        let weight_of = |taps: &[Tap; 3], shift: DVec2| {
            let apart = |tap: &&Tap| {
                let off = (tap.shift - shift + 0.5).rem_euclid(DVec2::ONE) - 0.5;
                off.length() < 1e-6
            };
            taps.iter().filter(apart).map(|tap| tap.weight).sum::<f64>()
        };
        let mut before = PLAIN.taps(DVec2::ZERO);
        for step in 1..40_000 {
            let uv = DVec2::new(1.0, 0.618) * f64::from(step) * 2e-4;
            let taps = PLAIN.taps(uv);
            for tap in &before {
                let now = weight_of(&taps, tap.shift);
                assert!(
                    (now - tap.weight).abs() < 0.02,
                    "{uv}: {now} for {}",
                    tap.weight
                );
            }
            before = taps;
        }
    }

    #[test]
    fn patches_are_shifted_to_where_they_are_least_alike() {
        // A broad sea: hardly alike at all. A single wave: whole waves apart rather than half ones.
        let broad: Vec<_> = (2..14)
            .flat_map(|n| (-6..7).map(move |m| (f64::from(n), f64::from(m), 1.0)))
            .collect();
        let tiling = Tiling::of_waves(&broad).expect("a tiling");
        assert!(tiling.correlation.iter().all(|rho| rho.abs() < 0.1));
        let single = Tiling::of_waves(&[(3.0, 1.0, 2.0)]).expect("a tiling");
        assert!(
            single.correlation.iter().all(|&rho| rho > -0.5),
            "{single:?}"
        );
        assert_eq!(Tiling::of_waves(&[]), None);
    }
}
