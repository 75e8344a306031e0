//! What falls into water lets bubbles ring: small ones at once, a large one as the cavity closes, others as the crown falls back.
//!
//! The cavity behind a ball of radius R closes after about √(R/g) (Aristoff and Bush 2009). Sizes and shares are chosen by ear.

use super::Listener;
use super::bubble::{Bubble, Bubbles};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Something that falls into the water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Where, metres.
    pub place: DVec3,
    /// Energy that it leaves there, J.
    pub energy: f64,
    /// Its radius, metres.
    pub radius: f64,
}

/// Energy of sound from an impact of 1 J, J; the part is smaller for large ones, by this power of the energy.
const EFFICIENCY: f64 = 3e-6;
const POWER: f64 = 0.7;

/// Radius of the largest bubble over that of what falls in, and its limits, metres.
const BUBBLE: f64 = 0.12;
const RADII: (f64, f64) = (0.3e-3, 0.012);

/// Part of the energy in the largest bubble.
const MAIN_SHARE: f64 = 0.6;

/// Number of the other bubbles, at least and at most, and how many more there are per metre of radius.
const COUNT: (f64, f64) = (3.0, 14.0);
const COUNT_PER_METRE: f64 = 250.0;

/// ξ of a bubble that rises to the surface.
const RISE: f64 = 0.1;

/// Gravity, m/s².
const GRAVITY: f64 = 9.81;

/// Energy of sound of an impact of this energy, J.
fn radiated(energy: f64) -> f64 {
    match energy > 0.0 && energy.is_finite() {
        true => EFFICIENCY * energy.powf(POWER),
        false => 0.0,
    }
}

/// Makes bubbles of impacts.
#[derive(Clone, Debug)]
pub(super) struct Splashes {
    random: Pcg64Mcg,
}

impl Splashes {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
        }
    }

    /// Lets the bubbles of an impact ring.
    pub(super) fn add(
        &mut self,
        impact: &Impact,
        listener: &Listener,
        bubbles: &mut Bubbles,
        full_scale: f64,
    ) {
        let energy = radiated(impact.energy);
        let gains = listener.gains(impact.place);
        if energy <= 0.0 || gains == [0.0; 2] || impact.radius.is_nan() {
            return;
        }
        let size = impact.radius.clamp(1e-4, 2.0);
        let closing = (size / GRAVITY).sqrt();
        let travel = listener.delay(impact.place);
        let main = (BUBBLE * size).clamp(RADII.0, RADII.1) * (0.85 + 0.3 * self.uniform());
        let mut ring = |radius: f64, energy: f64, rise: f64, delay: f64| {
            let bubble = Bubble {
                radius,
                energy,
                rise,
                delay: travel + delay,
                gains,
            };
            bubbles.add(&bubble, full_scale);
        };
        let after = closing * (0.6 + 0.3 * self.uniform());
        ring(
            main,
            MAIN_SHARE * energy,
            RISE * (1.0 + self.uniform()),
            after,
        );
        let count = (COUNT.0 + COUNT_PER_METRE * size).min(COUNT.1) as u32;
        let share = (1.0 - MAIN_SHARE) / f64::from(count);
        for number in 0..count {
            let [size, energetic, late] = std::array::from_fn(|_| self.uniform());
            // Smaller ones are more frequent.
            let radius = (main * (0.12 + 0.6 * size * size)).max(0.5 * RADII.0);
            // As it enters, and as its crown falls back.
            let delay = match number % 2 {
                0 => 0.4 * late,
                _ => 1.0 + 3.0 * late,
            };
            ring(
                radius,
                2.0 * energetic * share * energy,
                RISE * late,
                closing * delay,
            );
        }
    }

    fn uniform(&mut self) -> f64 {
        self.random.random()
    }
}
