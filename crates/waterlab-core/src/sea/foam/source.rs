//! The growth of F between two instants (docs/models.md §9c).
//!
//! ```text
//! J−(u) = Σ c_p(u)·J−(p) ,  p = −1, 0, 1, 2          the cubic through four instants; the two in the middle are u = 0 and 1
//! s(u) = max(0, threshold − J−(u)) at u = 0, ¼, ½, ¾, 1, and linear between these
//! ∫ growth·s(u)·e^(−(t − t(u))/decay) dt = Σ w(u)·s(u)
//! ```
//!
//! The weights w depend on the time alone and are exact. None is negative: existing foam never decays faster than its decay time.

use super::FoamParameters;

/// Number of instants that a cubic interpolates.
pub(super) const INSTANTS: usize = 4;

/// Number of pieces of an interval in each of which the source is linear.
const STRETCHES: usize = 4;

/// w at the ends of the pieces.
pub(super) type Weights = [f32; STRETCHES + 1];

/// c_p at u = ¼, ½ and ¾.
const CUBICS: [[f32; INSTANTS]; STRETCHES - 1] = [
    [-7.0 / 128.0, 105.0 / 128.0, 35.0 / 128.0, -5.0 / 128.0],
    [-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0],
    [-5.0 / 128.0, 35.0 / 128.0, 105.0 / 128.0, -7.0 / 128.0],
];

impl FoamParameters {
    /// w of the foam created `seconds` after the instant at u = 0, with `step` seconds between instants.
    pub(super) fn weights(&self, step: f64, seconds: f64) -> Weights {
        let whole = step / STRETCHES as f64;
        let mut weights = [0.0; STRETCHES + 1];
        for stretch in 0..STRETCHES {
            let begin = stretch as f64 * whole;
            let length = (seconds - begin).min(whole);
            if length <= 0.0 {
                break;
            }
            // For a constant source of 1, and for one that rises linearly to 1.
            let steady = self.decay * self.gone(length);
            let rising = self.decay - steady / (length / self.decay);
            let late = rising.clamp(0.0, steady) * (length / whole);
            let left = self.growth * self.left((seconds - begin - length).max(0.0));
            weights[stretch] += left * (steady - late);
            weights[stretch + 1] += left * late;
        }
        weights.map(|weight| weight as f32)
    }
}

/// The number, or 0 if it is negative. (`f32::max` is a call in WebAssembly loops, where a select is a vector instruction.)
#[inline(always)]
fn above_0(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

/// The source values, from threshold − J− at the four instants.
#[inline(always)]
pub(super) fn made(below: [f32; INSTANTS], weights: &Weights) -> f32 {
    let [_, begin, end, _] = below;
    let mut sum = weights[0] * above_0(begin) + weights[STRETCHES] * above_0(end);
    // By index: closures and iterators are not compiled for the caller's instruction set, and would be calls in its loops.
    let mut at = 0;
    while at < CUBICS.len() {
        let cubic = &CUBICS[at];
        let outer = cubic[0] * below[0] + cubic[3] * below[3];
        let inner = cubic[1] * below[1] + cubic[2] * below[2];
        at += 1;
        sum += weights[at] * above_0(outer + inner);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The foam model in small steps, for a source as a function of u.
    fn stepped(
        parameters: &FoamParameters,
        step: f64,
        seconds: f64,
        source: impl Fn(f64) -> f64,
    ) -> f64 {
        let count = 20_000;
        let small = seconds / f64::from(count);
        (0..count).fold(0.0, |foam, number| {
            let at = (f64::from(number) + 0.5) * small;
            foam * (-small / parameters.decay).exp() + parameters.growth * source(at / step) * small
        })
    }

    #[test]
    fn weights_integrate_a_linear_source() {
        let points = [0.3, 1.1, 0.0, 2.0, 0.7];
        let source = |u: f64| {
            let at = (u * 4.0).min(3.999_999);
            let (first, share) = (at as usize, at.fract());
            points[first] * (1.0 - share) + points[first + 1] * share
        };
        for decay in [0.02, 0.4, 4.0, 1e6] {
            let parameters = FoamParameters {
                threshold: 0.5,
                growth: 3.0,
                decay,
            };
            for share in [0.01, 0.25, 0.4, 0.8, 1.0] {
                let weights = parameters.weights(0.1, 0.1 * share);
                assert!(weights.iter().all(|&weight| weight >= 0.0), "{weights:?}");
                let pairs = weights.iter().zip(points);
                let found: f64 = pairs
                    .map(|(&weight, point)| f64::from(weight) * point)
                    .sum();
                let expected = stepped(&parameters, 0.1, 0.1 * share, source);
                assert!(
                    (found / expected - 1.0).abs() < 2e-4,
                    "{decay} {share}: {found} for {expected}"
                );
            }
        }
    }

    #[test]
    fn a_cubic_below_the_threshold_is_integrated() {
        // J− = 0.5 − f with f = 2 + u − u² + ½u³, positive from −1 to 2, integrated by the trapezoid rule.
        let f = |u: f64| 2.0 + u - u * u + 0.5 * u * u * u;
        let parameters = FoamParameters {
            threshold: 0.5,
            growth: 1.0,
            decay: 1e6,
        };
        let below = [-1.0, 0.0, 1.0, 2.0].map(|u| f(u) as f32);
        let chain = 0.25 * (0.5 * f(0.0) + f(0.25) + f(0.5) + f(0.75) + 0.5 * f(1.0));
        let found = f64::from(made(below, &parameters.weights(2.0, 2.0)));
        assert!(
            (found / (2.0 * chain) - 1.0).abs() < 1e-5,
            "{found} for {chain}"
        );
        assert_eq!(made([-1.0; 4], &parameters.weights(2.0, 2.0)), 0.0);
    }
}
