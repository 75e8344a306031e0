//! `Period`: frequencies rounded so that everything repeats after a time (docs/models.md §8, looping).
//!
//! ω̄ = ⌊ω/ω₀⌋·ω₀ with ω₀ = 2π/T, and never less than ω₀: rounded down, slower waves would freeze.

use std::f64::consts::TAU;

/// A time after which the sea is exactly what it was: seconds, positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period(f64);

impl Period {
    /// A period of `seconds`; `None` unless these are positive and finite.
    pub fn new(seconds: f64) -> Option<Self> {
        (seconds > 0.0 && seconds.is_finite()).then_some(Self(seconds))
    }

    /// Seconds.
    pub fn seconds(self) -> f64 {
        self.0
    }

    /// How many times a wave of `omega` rad/s, positive, swings in the period: ⌊ω/ω₀⌋, and 1 or more.
    pub fn cycles(self, omega: f64) -> f64 {
        let swings = omega * self.0 / TAU;
        // A frequency that is a multiple already must not fall to the next lower one by the rounding of this product.
        (swings * (1.0 + 4.0 * f64::EPSILON)).floor().max(1.0)
    }

    /// ω̄ in rad/s: the frequency that a wave of `omega` rad/s, positive, has instead.
    pub fn rounded(self, omega: f64) -> f64 {
        self.cycles(omega) * TAU / self.0
    }
}
