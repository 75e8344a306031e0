//! Foam: left where the surface folds, and gone after a while.

/// The law of foam: coverage 1 − exp(−F), where F grows while J− is below the threshold and decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoamLaw {
    /// J− below which foam is made.
    pub threshold: f64,
    /// How much is made a second for each 1 that J− lies below it.
    pub growth: f64,
    /// Seconds after which 1/e of it is left.
    pub decay: f64,
}

impl FoamLaw {
    /// No foam.
    pub const NONE: Self = Self {
        threshold: 0.0,
        growth: 0.0,
        decay: 0.0,
    };
}
