//! The sound of water as numbers, without samples: bubbles that ring, and noise whose power follows the energy that waves lose
//! (docs/models.md §18).
//!
//! A [`Soundscape`] takes [`Impact`]s, of drops and bodies that fall in, and [`Levels`], of what sounds without pause: surf, breaking crests,
//! rain and wind. Both are relative to a [`Listener`]. It renders stereo samples. Sound pressures are in pascals, and energies in joules.
//! Calm water without wind is silent: its samples are zeros.
//!
//! ```
//! use waterlab_core::glam::DVec3;
//! use waterlab_core::sound::{Impact, Listener, Soundscape};
//!
//! let listener = Listener::new(DVec3::new(0.0, 1.0, 2.0), DVec3::X, false);
//! let mut sound = Soundscape::new(1);
//! sound.impact(&Impact { place: DVec3::ZERO, energy: 0.2, radius: 0.02 }, &listener);
//! let mut samples = [0.0; 2 * 4800];
//! sound.render(&mut samples);
//! assert!(samples.iter().any(|&sample| sample != 0.0), "a plop within a tenth of a second");
//! ```

mod bubble;
mod fade;
mod listener;
mod noise;
mod raindrops;
mod soundscape;
mod splash;

pub use bubble::{MAX_BUBBLES, damping, natural_frequency};
pub use listener::Listener;
pub use soundscape::{Levels, Soundscape};
pub use splash::Impact;

/// Stereo samples per second.
pub const SAMPLE_RATE: u32 = 48_000;

/// Sound pressure of a sample of 1, Pa.
pub const FULL_SCALE: f64 = 0.3;

/// Density times speed of sound of air, kg/(m²·s).
const AIR_IMPEDANCE: f64 = 413.0;

/// Speed of sound in air, m/s.
const SPEED_OF_SOUND: f64 = 343.0;

/// Number of sampled seconds in a sample.
fn sample_seconds() -> f64 {
    1.0 / f64::from(SAMPLE_RATE)
}
