//! How fast a wave of a length runs (reference §8).
//!
//! ```text
//! deep ω² = gk    depth D ω² = gk·tanh(kD)    small waves ω² = gk(1 + k²ℓ²)    both ω² = gk(1 + k²ℓ²)tanh(kD)
//! ```

/// Which of the relations of §8 holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// ω² = gk.
    Deep,
    /// ω² = gk·tanh(kD).
    Depth,
    /// ω² = gk(1 + k²ℓ²).
    Small,
    /// ω² = gk(1 + k²ℓ²)tanh(kD).
    #[default]
    Both,
}

/// The relation of a water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispersion {
    /// Which terms count.
    pub relation: Relation,
    /// g in m/s², positive.
    pub gravity: f64,
    /// D in metres, positive.
    pub depth: f64,
    /// ℓ in metres, 0 or more: 0.0027 for clean water.
    pub tension_length: f64,
}

impl Dispersion {
    /// The angular frequency ω in rad/s of waves of `k` rad/m, 0 or more.
    pub fn omega(&self, k: f64) -> f64 {
        let depth = match self.relation {
            Relation::Depth | Relation::Both => libm::tanh(k * self.depth),
            Relation::Deep | Relation::Small => 1.0,
        };
        let tension = match self.relation {
            Relation::Small | Relation::Both => 1.0 + (k * self.tension_length).powi(2),
            Relation::Deep | Relation::Depth => 1.0,
        };
        (self.gravity * k * tension * depth).sqrt()
    }
}
