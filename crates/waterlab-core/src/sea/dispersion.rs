//! The dispersion relation between wave number and frequency (docs/models.md §8), its inverse, and the group velocity.
//!
//! ```text
//! deep ω² = gk    depth D ω² = gk·tanh(kD)    small waves ω² = gk(1 + k²ℓ²)    both ω² = gk(1 + k²ℓ²)tanh(kD)
//! d ln ω/d ln k = ½[(1 + 3k²ℓ²)/(1 + k²ℓ²) + 2kD/sinh 2kD]    the fraction is 1 without ℓ, the second term 0 without D
//! ```

use crate::parameter::choices;

/// The dispersion relations of docs/models.md §8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relation {
    /// ω² = gk: gravity waves in deep water.
    Deep,
    /// ω² = gk·tanh(kD): gravity waves over a depth D.
    Depth,
    /// ω² = gk(1 + k²ℓ²): gravity-capillary waves, with surface tension, in deep water.
    Small,
    /// ω² = gk(1 + k²ℓ²)tanh(kD): with surface tension, over a depth D.
    #[default]
    Both,
}

choices!(
    Relation: Deep = "deep",
    Depth = "depth",
    Small = "small",
    Both = "both",
);

/// The dispersion relation of a water, with its constants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispersion {
    /// Which terms are included.
    pub relation: Relation,
    /// g in m/s², positive.
    pub gravity: f64,
    /// D in metres, positive.
    pub depth: f64,
    /// The capillary length ℓ in metres, 0 or more: 0.0027 for clean water.
    pub tension_length: f64,
}

/// Maximum number of iterations from ω to k: enough for bisection alone. Newton's method takes about five.
const STEPS: usize = 60;

impl Dispersion {
    /// The angular frequency ω in rad/s of waves of the wave number `k` in rad/m, 0 or more.
    pub fn omega(&self, k: f64) -> f64 {
        let depth = match self.relation {
            Relation::Depth | Relation::Both => libm::tanh(k * self.depth),
            Relation::Deep | Relation::Small => 1.0,
        };
        let tension = match self.relation {
            Relation::Small | Relation::Both => libm::hypot(1.0, k * self.tension_length),
            Relation::Deep | Relation::Depth => 1.0,
        };
        // The root of each factor: the product of small factors would underflow before its root does.
        (self.gravity * k).sqrt() * depth.sqrt() * tension
    }

    /// The group velocity dω/dk in m/s at the wave number `k` in rad/m, 0 or more. Infinite at k = 0 if depth is not included.
    pub fn group_speed(&self, k: f64) -> f64 {
        if k > 0.0 {
            return self.omega(k) / k * self.exponent(k);
        }
        match self.relation {
            Relation::Depth | Relation::Both => (self.gravity * self.depth).sqrt(),
            Relation::Deep | Relation::Small => f64::INFINITY,
        }
    }

    /// The wave number k in rad/m of waves of `omega` rad/s, 0 or more: the inverse of [`Dispersion::omega`], to a few units in the
    /// last place.
    pub fn wave_number(&self, omega: f64) -> f64 {
        // The search starts from the wave number in deep water.
        let mut k = omega / self.gravity * omega;
        let error = |k: f64| libm::log(self.omega(k) / omega);
        let mut off = error(k);
        // A frequency of 0, or one whose wave number is not finite.
        if self.relation == Relation::Deep || !off.is_finite() {
            return k.max(0.0);
        }
        // d ln ω/d ln k lies between ½ and 2, so that the first error bounds ln k on both sides.
        let ends = [k * libm::exp(-2.0 * off), k * libm::exp(-0.5 * off)];
        let (mut low, mut high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        for _ in 0..STEPS {
            if off > 0.0 {
                high = high.min(k);
            } else {
                low = low.max(k);
            }
            let mut next = k * libm::exp(-off / self.exponent(k));
            if !(low..=high).contains(&next) {
                next = low.sqrt() * high.sqrt();
            }
            let moved = (next / k - 1.0).abs();
            k = next;
            if moved <= f64::EPSILON {
                break;
            }
            off = error(k);
        }
        k
    }

    /// d ln ω/d ln k, from ½ (deep) or 1 (shallow) up to 2, at `k` above 0.
    pub(super) fn exponent(&self, k: f64) -> f64 {
        let depth = match self.relation {
            Relation::Depth | Relation::Both => shallowness(k * self.depth),
            Relation::Deep | Relation::Small => 0.0,
        };
        let tension = match self.relation {
            // (1 + 3q²)/(1 + q²), in a form that does not overflow.
            Relation::Small | Relation::Both => {
                let q = k * self.tension_length;
                3.0 - 2.0 / (1.0 + q * q)
            }
            Relation::Deep | Relation::Depth => 1.0,
        };
        0.5 * (tension + depth)
    }
}

/// 2kD/sinh 2kD of `kd` = kD, 0 or more: 1 in shallow water, 0 in deep.
pub(super) fn shallowness(kd: f64) -> f64 {
    let double = 2.0 * kd;
    // The hyperbolic sine overflows soon after 700; the quotient is 0 to every digit long before.
    if double > 700.0 {
        0.0
    } else if double > 0.0 {
        double / libm::sinh(double)
    } else {
        1.0
    }
}
