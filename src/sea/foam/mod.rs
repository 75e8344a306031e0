//! Foam, or whitecaps: left where the surface folds, and gone after a while (docs/models.md §9c).
//!
//! ```text
//! dF/dt = growth·max(0, threshold − J−) − F/decay ,  coverage 1 − e^(−F)
//! ```
//!
//! at fixed points of the undisplaced surface. F is defined on a [`lattice`] of time, in which every stretch of time begins
//! with a bounded warm-up instead of all that was before: so foam can be had at any time, and is the same bits however it was
//! come by. [`history`] keeps what was warmed up from one moment to the next.
//!
//! The strain is looked at at the instants of the lattice. Between them J− is the cubic through the nearest four, of which
//! [`source`] takes the right-hand side; of that F is the solution without any further error, so that it never jumps and is
//! never gone faster than by its decay, but for what is forgotten. Against the law integrated over all times it is good to
//! 3 % (root mean square over the sea) where the strain swings at 12 rad/s or slower, as it does at any wind on cells of a
//! decimetre or more. Of finer waves, which swing faster than the lattice may look, this is the law.

mod history;
mod source;
mod state;
mod time_grid;

pub(super) use history::FoamModel;
pub(crate) use state::FoamState;

use history::History;
use time_grid::{Place, TimeGrid};

/// Seconds for which foam lasts that never goes.
const LONGEST_DECAY: f64 = 1e6;

/// 1/s of foam that is there at once.
const MAX_GROWTH: f64 = 1e9;

/// The law of foam (whitecaps): coverage 1 − exp(−F), where F grows while J− is below the threshold and decays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoamLaw {
    /// J−, the lower eigenvalue of the Jacobian, below which foam is made; dimensionless.
    pub threshold: f64,
    /// How much is made a second for each 1 that J− lies below it, 0 or more.
    pub growth: f64,
    /// Seconds after which 1/e of it is left; 0 leaves none at any time.
    pub decay: f64,
}

impl FoamLaw {
    /// No foam.
    pub const NONE: Self = Self {
        threshold: 0.0,
        growth: 0.0,
        decay: 0.0,
    };

    /// Whether there can be foam at all.
    pub(super) fn makes_some(&self) -> bool {
        self.growth > 0.0 && self.decay > 0.0
    }

    /// The same, with numbers that can be reckoned with where it says that foam covers all at once or stays for ever.
    fn within_sense(self) -> Self {
        Self {
            threshold: self.threshold,
            growth: self.growth.min(MAX_GROWTH),
            decay: self.decay.min(LONGEST_DECAY),
        }
    }

    /// What is left of 1 after `seconds`.
    fn left(&self, seconds: f64) -> f64 {
        (-seconds / self.decay).exp()
    }

    /// What is gone of it.
    fn gone(&self, seconds: f64) -> f64 {
        -(-seconds / self.decay).exp_m1()
    }
}
