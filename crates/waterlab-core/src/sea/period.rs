//! `Period`: frequencies rounded so that the sea repeats after a period (docs/models.md §8, looping).
//!
//! ω̄ = ⌊ω/ω₀⌋·ω₀ with ω₀ = 2π/T, and never less than ω₀, because slower waves, rounded down, would freeze.

use std::f64::consts::TAU;

/// The time after which the sea repeats exactly: seconds, positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period(f64);

impl Period {
    /// A period of `seconds`; `None` unless it is positive and finite.
    pub fn new(seconds: f64) -> Option<Self> {
        (seconds > 0.0 && seconds.is_finite()).then_some(Self(seconds))
    }

    /// Seconds.
    pub fn seconds(self) -> f64 {
        self.0
    }

    /// The number of cycles per period of a wave of `omega` rad/s, positive: ⌊ω/ω₀⌋, at least 1.
    pub fn cycles(self, omega: f64) -> f64 {
        let swings = omega * self.0 / TAU;
        // A frequency that is already a multiple must not drop to the next lower one by the rounding of this product.
        (swings * (1.0 + 4.0 * f64::EPSILON)).floor().max(1.0)
    }

    /// ω̄ in rad/s: the rounded frequency of a wave of `omega` rad/s, positive.
    pub fn rounded(self, omega: f64) -> f64 {
        self.cycles(omega) * TAU / self.0
    }
}
