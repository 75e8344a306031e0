//! `Tiling`: how a patch that repeats is laid over a surface without end so that no repetition shows, and its statistics stay
//! (docs/models.md §9d).
//!
//! A lattice of triangles lies over the surface. At each of its points the patch is shifted by so much of itself, and between them
//! the shifted patches are blended. Waves of random phases, shifted, are other waves of the same sea, so their sum keeps its variance
//! and its spectrum if the squares of the weights, and not the weights, sum to 1 (Heitz and Neyret 2018):
//!
//! ```text
//! h(x) = Σ w_i·h_patch(x + s_i) / √(Σ w_i² + 2·Σ ρ_ij·w_i·w_j)          s_(i,j) = i·Δ₁ + j·Δ₂ of the patch
//! w = max(b − 0.28, 0)², b the barycentric coordinates of x in its triangle
//! ```
//!
//! ρ_ij is the correlation of the patch with itself shifted by s_i − s_j; as steps along the lattice are all alike, there are three.
//! Their multiples never meet: the surface does not repeat. The slope of a blend leaves out Σ h·∇w, which is about a hundredth.

use glam::DVec2;

/// Below this barycentric coordinate a point of the lattice counts for nothing, as `lib/cascades.glsl` has it.
const LEAST: f64 = 0.28;

/// From uv to the coordinates of the lattice, whose triangles are a patch long, as `lib/cascades.glsl` has it: what v adds to the first, and
/// what it is multiplied by.
const SKEW: (f64, f64) = (-0.577_350_269_189_625_8, 1.154_700_538_379_251_5);

/// How a patch is laid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    /// Δ₁ and Δ₂, parts of the patch along x and z, 0 to 1.
    pub steps: [DVec2; 2],
    /// Correlation of the patch with itself shifted by Δ₁, by Δ₂, and by Δ₁ − Δ₂; −1 to 1.
    pub correlation: [f64; 3],
}

/// Part of a blend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tap {
    /// By how much the patch is shifted: it is read at uv + shift.
    pub shift: DVec2,
    /// What waves are multiplied by: the surface keeps its variance.
    pub weight: f64,
    /// What coverages are: they sum to 1.
    pub share: f64,
}

/// Where a place lies in the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// 0 to 1 along both sides of the lattice.
    pub within: DVec2,
    /// By how much the patch is shifted at the cell's first corner, parts of it, 0 to 1.
    pub shift: DVec2,
}

impl Tiling {
    /// The cell of a place, measured in patches.
    pub fn cell(&self, uv: DVec2) -> Cell {
        let place = DVec2::new(uv.x + SKEW.0 * uv.y, SKEW.1 * uv.y);
        let corner = place.floor();
        let shift = corner.x * self.steps[0] + corner.y * self.steps[1];
        Cell {
            within: place - corner,
            shift: shift.rem_euclid(DVec2::ONE),
        }
    }

    /// What is blended at a place, measured in patches.
    pub fn taps(&self, uv: DVec2) -> [Tap; 3] {
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
        let weights = coordinates.map(|part| (part - LEAST).max(0.0).powi(2));
        let [a, b, c] = weights;
        let [ab, ac, bc] = self.correlation;
        let square = a * a + b * b + c * c + 2.0 * (ab * a * b + ac * a * c + bc * b * c);
        let (root, sum) = (square.max(1e-12).sqrt(), a + b + c);
        [0, 1, 2].map(|index| Tap {
            shift: shift + shifts[index],
            weight: weights[index] / root,
            share: weights[index] / sum,
        })
    }

    /// The steps that suit waves of these energies best: each is (n, m, energy) of the wave (n·u + m·v) on the patch. Such that the
    /// shifted patches are as little alike as can be, and nowhere take each other's waves away; `None` where there are no waves.
    pub fn of_waves(waves: &[(f64, f64, f64)]) -> Option<Self> {
        /// Shifts that are tried, and those of them that are tried in pairs.
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
        // What takes waves away is worse than what adds to them, which is taken back.
        let cost = |rho: f64| rho * rho * if rho < 0.0 { 8.0 } else { 1.0 };
        // Powers of the plastic number: their multiples lie evenly (Roberts 2018).
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
                if best.is_none_or(|(least, _)| all < least) {
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
