//! `Period`: frequencies rounded so that everything repeats after a time (reference §8, looping).
//!
//! ω̄ = ⌊ω/ω₀⌋·ω₀ with ω₀ = 2π/T, and never less than ω₀: rounded down, slower waves would freeze.

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
        (omega * self.0 / std::f64::consts::TAU).floor().max(1.0)
    }
}
