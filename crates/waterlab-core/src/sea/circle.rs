//! Sine and cosine of many turns (argument reduction): the phase of waves after a long time (docs/models.md §9, e^(iωt)).
//!
//! ```text
//! r = turns − nearest whole number (f64)
//! sin 2πr = ±P(¼ − ||r| − ¼|) ,  cos 2πr = P(¼ − |r|) ,  P(u) = Σ (−1)ⁿ(2πu)²ⁿ⁺¹/(2n+1)!
//! ```
//!
//! Whole turns are removed in double precision, so that a wave is exact to single precision after days; the rest needs single
//! precision and no branch, so that loops over [`sin_cos`] vectorise.

use std::f64::consts::TAU;

/// The coefficients of P, from u on, to single precision for a quarter of a turn.
const SINE: [f32; 7] = {
    let mut terms = [0.0; 7];
    let mut term = TAU;
    let mut n = 0;
    while n < terms.len() {
        terms[n] = term as f32;
        let next = 2.0 * (n as f64 + 1.0);
        term *= -TAU * TAU / (next * (next + 1.0));
        n += 1;
    }
    terms
};

/// Adding and subtracting this rounds a double of less than 2⁵¹ to the nearest whole number.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// `turns` minus the nearest whole number: −½ to ½ for any input.
#[inline(always)]
pub(super) fn beyond_whole(turns: f64) -> f32 {
    let rest = (turns - ((turns + WHOLE) - WHOLE)) as f32;
    // Numbers too large to have a fraction give anything, or NaN, which a clamp would preserve; and `f32::max` is a call in WebAssembly
    // loops, where a select is a vector instruction.
    #[allow(clippy::manual_clamp)]
    let rest = if rest > -0.5 { rest } else { -0.5 };
    if rest < 0.5 { rest } else { 0.5 }
}

/// sin 2πr and cos 2πr for r from −½ to ½, within 2·10⁻⁷.
#[inline(always)]
pub(super) fn sin_cos(r: f32) -> (f32, f32) {
    let far = r.abs();
    let sine = quarter(0.25 - (far - 0.25).abs());
    (sine.copysign(r), quarter(0.25 - far))
}

/// P(u) for u from −¼ to ¼.
#[inline(always)]
fn quarter(u: f32) -> f32 {
    let square = u * u;
    let [first, rest @ ..] = &SINE;
    let mut sum = 0.0;
    for term in rest.iter().rev() {
        sum = (sum + term) * square;
    }
    // The largest term is added last, because its rounding dominates.
    u * first + u * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sine_and_cosine_are_accurate() {
        for step in -5000..=5000 {
            let r = step as f32 / 10_000.0;
            let (sine, cosine) = sin_cos(r);
            let angle = f64::from(r) * TAU;
            assert!((f64::from(sine) - angle.sin()).abs() < 2e-7, "{r}");
            assert!((f64::from(cosine) - angle.cos()).abs() < 2e-7, "{r}");
        }
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }

    #[test]
    fn whole_turns_cancel_at_any_size() {
        for whole in [0.0, 1.0, -3.0, 1e6, -1e9] {
            assert_eq!(beyond_whole(whole), 0.0);
            assert!((beyond_whole(whole + 0.25) - 0.25).abs() < 1e-6);
            assert!((beyond_whole(whole - 0.375) + 0.375).abs() < 1e-6);
        }
        for turns in [1e20, -1e300, f64::INFINITY, f64::NAN] {
            assert!(beyond_whole(turns).abs() <= 0.5, "{turns}");
        }
    }
}
