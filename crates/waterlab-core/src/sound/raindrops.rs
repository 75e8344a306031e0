//! Rain as many drops (docs/models.md §18).
//!
//! Drops of 0.8 to 1.1 mm trap a bubble each time, which rings near 14 kHz; drops above 2.2 mm often trap larger ones, at 1 to 10 kHz; those
//! between trap none (Medwin, Nystuen, Jacobus, Ostwald and Snyder 1992). What the drops near the listener leave out is noise: all the others, and
//! the impacts themselves.

use super::bubble::{Bubble, Bubbles};
use super::{Listener, sample_seconds};
use crate::rainfall::{Rainfall, terminal_speed};
use glam::DVec3;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{PI, TAU};

/// Diameters of drops that are heard, mm.
const SMALLEST: f64 = 0.8;
const SMALL: f64 = 1.1;
const LARGE: f64 = 2.2;

/// Radius of the bubble of a small drop, metres, and the radii of those of large drops.
const SMALL_BUBBLE: f64 = 0.23e-3;
const LARGE_BUBBLES: (f64, f64) = (0.35e-3, 2.2e-3);

/// Distance on the water within which drops are heard one by one, metres, and how many in a second at most.
const NEAR: f64 = 4.0;
const MAX_PER_SECOND: f64 = 700.0;

/// Distance on the water up to which rain is heard, metres.
const FAR: f64 = 40.0;

/// Energy of sound over that of a drop: of its bubble, and of its impact.
const BUBBLE_EFFICIENCY: f64 = 4e-6;
const IMPACT_EFFICIENCY: f64 = 1.2e-6;

/// The least height above the water at which rain is heard, metres.
const LOWEST: f64 = 0.4;

/// The drops near the listener.
#[derive(Clone, Debug)]
pub(super) struct Raindrops {
    random: Pcg64Mcg,
    /// Seconds until the next drop.
    wait: f64,
}

impl Raindrops {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
            wait: 0.0,
        }
    }

    /// Lets the drops of so many samples fall.
    pub(super) fn fall(
        &mut self,
        rain: Rainfall,
        listener: &Listener,
        frames: usize,
        bubbles: &mut Bubbles,
        full_scale: f64,
    ) {
        let arrivals = rain.arrivals(SMALLEST) * PI * NEAR * NEAR;
        if arrivals <= 0.0 {
            self.wait = 0.0;
            return;
        }
        let rate = arrivals.min(MAX_PER_SECOND);
        // Fewer drops, each of them louder.
        let each = (arrivals / rate).min(6.0);
        let seconds = frames as f64 * sample_seconds();
        while self.wait < seconds {
            let [share, away, around, size, pitch] = std::array::from_fn(|_| self.random.random());
            let diameter = rain.diameter(SMALLEST, 1.0 - share);
            if let Some(radius) = bubble_of(diameter, size, pitch) {
                let (sin, cos) = (TAU * around).sin_cos();
                let away = NEAR * away.sqrt();
                let level = listener.place();
                let place = DVec3::new(level.x + away * cos, 0.0, level.z + away * sin);
                bubbles.add(
                    &Bubble {
                        radius,
                        energy: each * BUBBLE_EFFICIENCY * energy(diameter),
                        rise: 0.0,
                        delay: self.wait,
                        gains: listener.gains(place),
                    },
                    full_scale,
                );
            }
            let uniform: f64 = self.random.random();
            self.wait -= (1.0 - uniform).ln() / rate;
        }
        self.wait -= seconds;
    }
}

/// Radius of the bubble that a drop traps, metres, by two random numbers.
fn bubble_of(diameter: f64, size: f64, pitch: f64) -> Option<f64> {
    match diameter {
        ..SMALL => Some(SMALL_BUBBLE * (0.85 + 0.4 * pitch)),
        ..LARGE => None,
        // Larger ones are rarer.
        _ => Some(LARGE_BUBBLES.0 + (LARGE_BUBBLES.1 - LARGE_BUBBLES.0) * size * size * pitch),
    }
}

/// Energy of a drop of this diameter in mm, J.
fn energy(diameter: f64) -> f64 {
    let mass = 1000.0 * PI / 6.0 * (1e-3 * diameter).powi(3);
    0.5 * mass * terminal_speed(diameter).powi(2)
}

/// Mean square of the pressure of rain at each ear, Pa²: an area of sources of equal power up to [`FAR`].
pub(super) fn mean_square(rain: Rainfall, listener: &Listener) -> f64 {
    // Of drops of the median of the volume, 3.67 over the slope of their distribution.
    let speed = terminal_speed(3.67 / rain.slope());
    let power = rain.rate() / 3600.0 * 0.5 * speed * speed;
    let height = listener.place().y.abs().max(LOWEST);
    let area = 0.5 * (FAR * FAR / (height * height)).ln_1p();
    0.5 * IMPACT_EFFICIENCY * power * super::AIR_IMPEDANCE * area
}
