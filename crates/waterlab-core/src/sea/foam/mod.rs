//! Foam, or whitecaps: created where the surface folds, and decaying after that (docs/models.md §9c).
//!
//! ```text
//! dF/dt = growth·max(0, threshold − J−) − F/decay ,  coverage 1 − e^(−F)
//! ```
//!
//! at fixed points of the undisplaced surface. F is defined on a [`lattice`] of time, in which every time begins
//! with a bounded warm-up instead of the whole past: so foam can be computed at any time, with the same bits on every path to
//! it. [`history`] keeps the warmed-up state from one time to the next.
//!
//! The strain is evaluated at the instants of the lattice. Between them J− is the cubic through the nearest four, from which
//! [`source`] computes the right-hand side; for that, F is the exact solution, so that it never jumps and never
//! decays faster than its decay time, except for what is forgotten. Compared with the equation integrated over all times it is accurate to
//! 3 % (root mean square over the sea) where the strain oscillates at 12 rad/s or slower, as it does at any wind on cells of a
//! decimetre or more. For finer waves, which oscillate faster than the lattice can sample, it is the definition of the foam.

mod history;
mod source;
mod state;
mod time_grid;

pub(super) use history::FoamModel;
pub(crate) use state::FoamState;

use history::History;
use time_grid::{Place, TimeGrid};

/// Decay time of foam that never disappears, seconds.
const LONGEST_DECAY: f64 = 1e6;

/// Growth rate of foam that appears at once, 1/s.
const MAX_GROWTH: f64 = 1e9;

/// The parameters of foam (whitecaps): coverage 1 − exp(−F), where F grows while J− is below the threshold and decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoamParameters {
    /// The threshold of J−, the lower eigenvalue of the Jacobian, below which foam is created; dimensionless.
    pub threshold: f64,
    /// Growth rate of F per unit that J− lies below the threshold, 1/s, 0 or more.
    pub growth: f64,
    /// Decay time to 1/e, seconds; 0 means no foam at any time.
    pub decay: f64,
}

impl FoamParameters {
    /// No foam.
    pub const NONE: Self = Self {
        threshold: 0.0,
        growth: 0.0,
        decay: 0.0,
    };

    /// Whether there can be any foam.
    pub(super) fn makes_some(&self) -> bool {
        self.growth > 0.0 && self.decay > 0.0
    }

    /// The same parameters with finite numbers where it specifies immediate growth or unlimited decay time.
    fn within_sense(self) -> Self {
        Self {
            threshold: self.threshold,
            growth: self.growth.min(MAX_GROWTH),
            decay: self.decay.min(LONGEST_DECAY),
        }
    }

    /// The fraction of foam that remains after `seconds`.
    fn left(&self, seconds: f64) -> f64 {
        (-seconds / self.decay).exp()
    }

    /// The fraction of foam that has decayed after `seconds`.
    fn gone(&self, seconds: f64) -> f64 {
        -(-seconds / self.decay).exp_m1()
    }
}
