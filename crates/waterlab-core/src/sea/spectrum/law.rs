//! Omnidirectional wave spectra: the distribution of the variance over the wave numbers (docs/models.md §9).
//!
//! ```text
//! Ψ(k) = R(k)·D(k, θ)
//! Phillips   R = ½α·exp(−1/(kL)²)/k⁴ , L = V²/g , α = 0.0081
//! JONSWAP    R = S(ω)(dω/dk)/k , S = α g² ω⁻⁵ exp(−5/4 (ωp/ω)⁴) γ^r , r = exp(−(ω/ωp − 1)²/2σ²) , γ = 3.3 while it grows
//! TMA        S times tanh²(qD)/(1 + 2qD/sinh 2qD) with ω² = gq·tanh(qD): reduced by a depth D (Kitaigorodskii)
//! swell      R = S(ω)(dω/dk)/k , S a Gaussian about 2π/T
//! ```
//!
//! **Full development.** JONSWAP's growth laws were measured on young seas, and are unbounded. Here a sea of wind U stops at the
//! significant height 0.22 U²/g that Pierson and Moskowitz found (1964): from gF/U² = 10 700 on its waves become longer, not higher,
//! while γ falls to 1 as in their spectrum, and from 15 600 on, where ωp is 0.88 g/U as in theirs, the fetch has no effect.
//!
//! Each spectrum is multiplied by exp(−k²ℓ²), ℓ the small-wave cut-off. All are logarithms: spectra fall by hundreds of powers of ten.
//!
//! Phillips' form leaves its constant open. Here it is that of his equilibrium range, in which breaking alone limits the waves:
//! S = αg²ω⁻⁵ with α = 0.0081 as Pierson and Moskowitz measured it, which in deep water is R = ½α/k⁴. The significant height is then
//! 2√α·V²/g = 0.18·V²/g, where Pierson and Moskowitz have 0.21.

use crate::sea::Dispersion;
use crate::sea::dispersion::shallowness;

/// α of the equilibrium range.
const PHILLIPS: f64 = 0.0081;

/// γ of JONSWAP for a growing sea: the peak relative to that of Pierson and Moskowitz.
const PEAK_ENHANCEMENT: f64 = 3.3;

/// gF/U² at which JONSWAP's sea is as high as a fully developed one, 0.22 U²/g (significant height): 4·√(0.3043·0.076)/22² of
/// (gF/U²)^(⅔ − 0.11), with 0.3043 α g²/ωp⁴ for its variance.
const AS_HIGH: f64 = 10_700.0;

/// The variance of a spectrum of ωp and α over that of γ = 3.3 is (1 − 0.287 ln 3.3)/(1 − 0.287 ln γ) (Goda).
const GODA: f64 = 0.287;

/// The standard deviation of a swell's ω, as a fraction of its mean.
const SWELL_WIDTH: f64 = 0.08;

/// Standard deviations from its mean beyond which a swell is 0.
const SWELL_REACH: f64 = 8.0;

/// An omnidirectional spectrum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Law {
    Phillips {
        /// L in metres.
        length: f64,
    },
    Jonswap {
        /// ln αg².
        level: f64,
        /// ωp in rad/s.
        peak: f64,
        /// ln γ.
        enhancement: f64,
        /// Whether the depth reduces it.
        depth: bool,
    },
    Swell {
        /// 2π/T in rad/s.
        peak: f64,
    },
}

/// The power of gF/U² with which the variance of JONSWAP's sea grows.
const GROWTH: f64 = 4.0 / 3.0 - 0.22;

/// The fetch in metres beyond which a `wind` in m/s raises no more waves: γ has fallen to 1.
pub(super) fn full_fetch(wind: f64, gravity: f64) -> f64 {
    let young = 1.0 - GODA * libm::log(PEAK_ENHANCEMENT);
    AS_HIGH * young.powf(-1.0 / GROWTH) * wind * wind / gravity
}

impl Law {
    /// Phillips' spectrum for a `wind` in m/s.
    pub(super) fn phillips(wind: f64, gravity: f64) -> Self {
        Self::Phillips {
            length: wind * wind / gravity,
        }
    }

    /// JONSWAP's spectrum for a `wind` in m/s over a `fetch` in metres; with `depth`, the TMA spectrum.
    pub(super) fn jonswap(wind: f64, fetch: f64, gravity: f64, depth: bool) -> Self {
        let fetch = fetch.min(full_fetch(wind, gravity));
        let alpha = 0.076 * (wind * wind / (fetch * gravity)).powf(0.22);
        // At constant height Goda's factor compensates for the increase by α and ωp.
        let young = 1.0 - GODA * libm::log(PEAK_ENHANCEMENT);
        let beyond = (gravity * fetch / (wind * wind) / AS_HIGH).max(1.0);
        let enhancement = (1.0 - young * beyond.powf(GROWTH)) / GODA;
        Self::Jonswap {
            level: libm::log(alpha * gravity * gravity),
            peak: 22.0 * libm::cbrt(gravity * gravity / (wind * fetch)),
            enhancement,
            depth,
        }
    }

    /// The frequency of the maximum of the spectrum over ω, rad/s.
    pub(super) fn peak(&self, dispersion: &Dispersion) -> f64 {
        match *self {
            // Over ω in deep water it is proportional to ω⁻⁵·exp(−(g/Vω)⁴), with its maximum at (kL)² = 4/5.
            Self::Phillips { length } => dispersion.omega(0.8_f64.sqrt() / length),
            Self::Jonswap { peak, .. } | Self::Swell { peak } => peak,
        }
    }

    /// The inverse wave age Uωp/g of a `wind` in m/s, above 0.83 for a growing sea: the ratio of the wind speed to that of the longest waves.
    pub(super) fn age(&self, wind: f64, gravity: f64) -> f64 {
        match *self {
            Self::Phillips { .. } => 0.8_f64.sqrt().sqrt(),
            Self::Jonswap { peak, .. } | Self::Swell { peak } => wind * peak / gravity,
        }
    }

    /// The frequency range of a swell, rad/s; `None` for a wind sea, which has a tail.
    pub(super) fn band(&self) -> Option<[f64; 2]> {
        let Self::Swell { peak } = *self else {
            return None;
        };
        let reach = SWELL_REACH * SWELL_WIDTH;
        Some([peak * (1.0 - reach), peak * (1.0 + reach)])
    }

    /// ln R at `k` rad/m, above 0, without the cut-off; −∞ if R is 0. For a swell of variance 1 m².
    pub(super) fn ln_radial(&self, k: f64, dispersion: &Dispersion) -> f64 {
        if let Self::Phillips { length } = *self {
            let kl = k * length;
            return libm::log(0.5 * PHILLIPS) - 4.0 * libm::log(k) - 1.0 / (kl * kl);
        }
        let omega = dispersion.omega(k);
        let ln_spectrum = match *self {
            Self::Jonswap {
                level,
                peak,
                enhancement,
                depth,
            } => {
                let over = peak / omega;
                let width = if omega <= peak { 0.07 } else { 0.09 };
                let away = (omega / peak - 1.0) / width;
                let rise = enhancement * libm::exp(-0.5 * away * away);
                let left = if depth {
                    ln_left(omega, dispersion)
                } else {
                    0.0
                };
                level - 5.0 * libm::log(omega) - 1.25 * over.powi(4) + rise + left
            }
            Self::Swell { peak } => {
                let width = SWELL_WIDTH * peak;
                let away = (omega - peak) / width;
                let density = -0.5 * away * away;
                density - libm::log(width * std::f64::consts::TAU.sqrt())
            }
            Self::Phillips { .. } => return f64::NEG_INFINITY,
        };
        let speed = omega / k * dispersion.exponent(k);
        let ln_radial = ln_spectrum + libm::log(speed / k);
        // Beyond the range of floating point.
        if ln_radial.is_nan() {
            return f64::NEG_INFINITY;
        }
        ln_radial
    }
}

/// The logarithm of the depth factor for waves of `omega` rad/s: 0 in deep water.
fn ln_left(omega: f64, dispersion: &Dispersion) -> f64 {
    // For waves without surface tension, for which the factor was derived.
    let gravity_waves = Dispersion {
        relation: crate::sea::Relation::Depth,
        ..*dispersion
    };
    let deep = omega * omega / dispersion.gravity * dispersion.depth;
    // tanh is 1 to the last digit, and so is the factor.
    if deep > 25.0 {
        return 0.0;
    }
    let kd = gravity_waves.wave_number(omega) * dispersion.depth;
    2.0 * libm::log(libm::tanh(kd)) - libm::log1p(shallowness(kd))
}
