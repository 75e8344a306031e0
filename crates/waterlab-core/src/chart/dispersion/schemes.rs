//! The dispersion of plane waves in each pool's own arithmetic, as in docs/models.md: radians per step by radians per cell, along x.
//!
//! ```text
//! ripple, coarse   cos ω = √d·(cos k + 1)/2 ,  d = 1 − 2^(−damping)                                    §1, §1a
//! spring           cos ω = (2S − m)/(2√(S·(1 + κ − m))) ,  S = (1 − 4·spread·sin²(k/2))⁴               §4
//! wave             sin²(ω/2n) = C·sin²(k/2) ,  C = g·p·(Δt/n)²/Δr² ,  n sub-steps                      §5
//! iwave            cos ω = (2 − αΔt − gΔt²·λ(k))/(2√(1 + αΔt)) ,  λ the kernel's transform             §6
//! iwave-exact      ω = Δt·√(g·k·tanh(kD))                                                              §6a
//! shallow          ω = Δt·√(g·p)/Δr·sin k·(3 − cos k)/2 ,  for small waves that the limiter spares     §17
//! ```

use super::super::kernel;
use crate::chart::{Colour, Sign};
use crate::pool::{self, IWave, Wave, depth_in_cells};
use crate::sea::{Dispersion, Relation};
use crate::shallow;
use crate::water::{Model, Water};

/// ω in radians a step by k in radians a cell.
type Omega = Box<dyn Fn(f64) -> f64>;

/// A pool with its theory and its style on the chart.
pub(super) struct Scheme {
    pub(super) model: &'static Model,
    /// Whether it models deep water, in which long waves are faster than short ones.
    pub(super) is_deep: bool,
    /// Whether its curve differs from that of all others.
    pub(super) has_line: bool,
    pub(super) colour: Colour,
    pub(super) sign: Sign,
    omega: fn(&dyn Water) -> Omega,
}

/// Every pool.
pub(super) static SCHEMES: [Scheme; 7] = [
    Scheme {
        model: &pool::RIPPLE,
        is_deep: false,
        has_line: true,
        colour: Colour::Blue,
        sign: Sign::Ring,
        omega: ripple,
    },
    Scheme {
        model: &pool::COARSE,
        is_deep: false,
        // Its curve is the ripple's.
        has_line: false,
        colour: Colour::Ink,
        sign: Sign::Cross,
        omega: ripple,
    },
    Scheme {
        model: &pool::SPRING,
        is_deep: false,
        has_line: true,
        colour: Colour::Green,
        sign: Sign::Triangle,
        omega: spring,
    },
    Scheme {
        model: &pool::WAVE,
        is_deep: false,
        has_line: true,
        colour: Colour::Red,
        sign: Sign::Disc,
        omega: wave,
    },
    Scheme {
        model: &pool::IWAVE,
        is_deep: true,
        has_line: true,
        colour: Colour::Blue,
        sign: Sign::Ring,
        omega: iwave,
    },
    Scheme {
        model: &pool::IWAVE_EXACT,
        is_deep: true,
        // Its curve is that of water.
        has_line: false,
        colour: Colour::Red,
        sign: Sign::Cross,
        omega: iwave_exact,
    },
    Scheme {
        model: &shallow::MODEL,
        is_deep: false,
        has_line: true,
        colour: Colour::Orange,
        sign: Sign::Cross,
        omega: shallow,
    },
];

impl Scheme {
    /// ω(k) of this pool with its settings.
    pub(super) fn omega(&self, water: &dyn Water) -> Omega {
        (self.omega)(water)
    }

    /// The dispersion relation that a pool of deep water models, in metres and seconds.
    pub(super) fn water(&self, water: &dyn Water) -> Dispersion {
        law(water)
    }
}

/// The dispersion relation that both kinds of iWave model.
fn law(water: &dyn Water) -> Dispersion {
    let depth = depth(water);
    Dispersion {
        relation: match depth.is_finite() {
            true => Relation::Depth,
            false => Relation::Deep,
        },
        gravity: water.settings().real("gravity"),
        depth,
        tension_length: 0.0,
    }
}

/// Depth of both kinds of iWave in cells; infinite without a bottom.
fn depth(water: &dyn Water) -> f64 {
    depth_in_cells(water.settings(), water.size())
}

/// The angle of a cosine; NaN for a wave that does not oscillate.
fn angle(cosine: f64) -> f64 {
    if cosine.abs() <= 1.0 {
        cosine.acos()
    } else {
        f64::NAN
    }
}

fn ripple(water: &dyn Water) -> Omega {
    let left = 1.0 - 0.5_f64.powi(water.settings().integer("damping") as i32);
    Box::new(move |k| angle(left.sqrt() * (k.cos() + 1.0) / 2.0))
}

fn spring(water: &dyn Water) -> Omega {
    let [stiffness, viscosity, spread] =
        ["stiffness", "viscosity", "spread"].map(|key| water.settings().real(key));
    Box::new(move |k| {
        let left = (1.0 - 4.0 * spread * (k / 2.0).sin().powi(2)).powi(4);
        let determinant = left * (1.0 + stiffness - viscosity);
        angle((2.0 * left - viscosity) / (2.0 * determinant.sqrt()))
    })
}

fn wave(water: &dyn Water) -> Omega {
    let [gravity, depth] = ["gravity", "depth"].map(|key| water.settings().real(key));
    // Only the concrete type gives the number of sub-steps.
    let mut new_sharing = Wave::new(water.size());
    let sub_steps = match new_sharing.apply_settings(water.settings()) {
        Ok(()) => f64::from(new_sharing.sub_steps()),
        Err(_) => 1.0,
    };
    let step = water.time_step().unwrap_or(1.0) / sub_steps;
    let courant = gravity * depth * (step / water.spacing()).powi(2);
    Box::new(move |k| 2.0 * sub_steps * (courant.sqrt() * (k / 2.0).sin()).asin())
}

fn iwave(water: &dyn Water) -> Omega {
    let [gravity, damping] = ["gravity", "damping"].map(|key| water.settings().real(key));
    let step = water.time_step().unwrap_or(1.0);
    let lines = kernel::lines(IWave::REACH, depth(water));
    Box::new(move |k| {
        let (a, s) = (
            damping * step,
            gravity * step * step * kernel::transform(&lines, k),
        );
        angle((2.0 - a - s) / (2.0 * (1.0 + a).sqrt()))
    })
}

fn iwave_exact(water: &dyn Water) -> Omega {
    let law = law(water);
    let step = water.time_step().unwrap_or(1.0);
    Box::new(move |k| step * law.omega(k))
}

fn shallow(water: &dyn Water) -> Omega {
    let [gravity, depth] = ["gravity", "depth"].map(|key| water.settings().real(key));
    let speed = water.time_step().unwrap_or(1.0) * (gravity * depth).sqrt() / water.spacing();
    Box::new(move |k| speed * k.sin() * (3.0 - k.cos()) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::measured::frequency;
    use super::*;
    use crate::pool::Size;
    use crate::water::pools;
    use std::f64::consts::PI;

    #[test]
    fn every_pool_has_one_scheme() {
        for model in pools() {
            let found = SCHEMES
                .iter()
                .filter(|scheme| std::ptr::eq(scheme.model, model));
            assert_eq!(found.count(), 1, "{}", model.name);
        }
    }

    #[test]
    fn each_pool_follows_the_dispersion_relation_of_its_scheme() {
        for scheme in &SCHEMES {
            let mut water = scheme.model.create(Size::new(128, 128).unwrap());
            let omega = scheme.omega(&*water);
            // The limiter of the finite-volume scheme damps short waves.
            let is_limited = scheme.model.ground;
            for half_waves in [14, 40, 70, 94]
                .into_iter()
                .take(if is_limited { 1 } else { 4 })
            {
                let k = PI * f64::from(half_waves) / 128.0;
                let found = frequency(&mut *water, k).expect("it swings");
                let expected = omega(k);
                let error = (found / expected - 1.0).abs();
                assert!(
                    error < 5e-3,
                    "{} at {k}: {found} for {expected}",
                    scheme.model.name
                );
            }
        }
    }
}
