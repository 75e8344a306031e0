//! Directional spreading of waves about the wind direction (docs/models.md §9).
//!
//! ```text
//! cos², cos⁶   D = |cos θ|ⁿ·w/Bₙ(1 + a) , w = 1 with the wind and a against it , Bₙ = ∫|cos θ|ⁿ dθ over half a turn
//! cos^2s       D = N(s)·|cos θ/2|^2s , N = Γ(s + 1)/(2√π·Γ(s + ½))
//! s = 6.97(ω/ωp)^4.06 below ωp, 9.77(ω/ωp)^(−2.33−1.45(Uωp/g−1.17)) above (Hasselmann)
//! ```
//!
//! so that ∫D dθ = 1. With Phillips' spectrum the first form is his own, |k̂·ŵ|ⁿ·w, times 2/π: downwind waves of cos² then contain
//! the whole of his equilibrium range, A = α/π, and other choices add to it or reduce it.

use crate::parameter::choices;
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, PI};

/// The directional spreading of a wind sea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spread {
    /// |k̂·ŵ|².
    Cos2,
    /// |k̂·ŵ|⁶: narrow about the wind direction.
    Cos6,
    /// cos^2s of half the angle, narrow at the peak and wide away from it (Hasselmann, Dunckel and Ewing 1980).
    #[default]
    Hasselmann,
}

choices!(Spread: Cos2 = "cos2", Cos6 = "cos6", Hasselmann = "hasselmann");

/// Uωp/g (0.83 in a fully developed sea, more in a young one) from which on s falls no faster. With the bare formula the seas of
/// a storm over a pond would be isotropic as soon as ω exceeds ωp.
const YOUNGEST: f64 = 4.0;

/// The minimum s, at which the waves are nearly isotropic.
const MIN_EXPONENT: f64 = 0.05;

/// D for all k of a sea.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// |cos θ|ⁿ, times `scale`, and against the wind times `against`.
    TwoSided {
        exponent: i32,
        against: f64,
        scale: f64,
    },
    /// cos^2s, s after Hasselmann.
    Hasselmann {
        /// ωp in rad/s.
        peak: f64,
        /// The exponent with which s falls above ωp, negative.
        fall: f64,
    },
    /// cos^2s with a constant s.
    HalfAngle { s: f64 },
}

impl Shape {
    /// The form of §9 with `exponent` 2 or 6 and the factor `against` for waves against the wind; ∫D dθ = 1 if `normalised`.
    pub(super) fn two_sided(exponent: i32, against: f64, normalised: bool) -> Self {
        let scale = if normalised {
            1.0 / (half_turn(exponent) * (1.0 + against))
        } else {
            FRAC_2_PI
        };
        Self::TwoSided {
            exponent,
            against,
            scale,
        }
    }

    /// Hasselmann's form with a peak at `peak` rad/s and `age` = Uωp/g.
    pub(super) fn hasselmann(peak: f64, age: f64) -> Self {
        Self::Hasselmann {
            peak,
            fall: -2.33 - 1.45 * (age.min(YOUNGEST) - 1.17),
        }
    }

    /// s at `omega` rad/s; 0 for a form without s.
    pub(super) fn s(&self, omega: f64) -> f64 {
        match *self {
            Self::TwoSided { .. } => 0.0,
            Self::Hasselmann { peak, fall } => {
                let ratio = omega / peak;
                let s = if ratio < 1.0 {
                    6.97 * ratio.powf(4.06)
                } else {
                    9.77 * ratio.powf(fall)
                };
                s.max(MIN_EXPONENT)
            }
            Self::HalfAngle { s } => s,
        }
    }

    /// The logarithm of the factor that is independent of the direction, at `s`.
    pub(super) fn ln_factor(&self, s: f64) -> f64 {
        match *self {
            Self::TwoSided { scale, .. } => libm::log(scale),
            _ => libm::lgamma(s + 1.0) - libm::lgamma(s + 0.5) - libm::log(2.0 * PI.sqrt()),
        }
    }

    /// The logarithm of the directional factor, at `cosine` of the angle to the wind and `s`.
    pub(super) fn ln_direction(&self, cosine: f64, s: f64) -> f64 {
        match *self {
            Self::TwoSided {
                exponent, against, ..
            } => {
                let with = if cosine < 0.0 { against } else { 1.0 };
                libm::log(with * cosine.powi(exponent))
            }
            // Positive, for the logarithm; rounding may make the half angle's square slightly negative.
            _ => s.max(MIN_EXPONENT) * libm::log((0.5 + 0.5 * cosine).max(f64::MIN_POSITIVE)),
        }
    }

    /// ∫D dθ: 1 except in Phillips' own form.
    pub(super) fn integral(&self) -> f64 {
        match *self {
            Self::TwoSided {
                exponent,
                against,
                scale,
            } => scale * half_turn(exponent) * (1.0 + against),
            _ => 1.0,
        }
    }
}

/// ∫|cos θ|ⁿ dθ over half a turn, for an even n: π·(1·3·…·(n−1))/(2·4·…·n).
fn half_turn(exponent: i32) -> f64 {
    (2..=exponent / 2).fold(FRAC_PI_2, |product, half| {
        product * f64::from(2 * half - 1) / f64::from(2 * half)
    })
}
