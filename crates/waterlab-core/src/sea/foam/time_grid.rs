//! `TimeGrid`: the instants at which foam is computed, and the epochs that contain them (docs/models.md §9c).
//!
//! Instants are τ apart: a fortieth of the decay and of the period, but from 0.1 to 0.25 s. Where the strain oscillates fast, τ is
//! 0.5/ω, but no less than 0.04 s, with the root mean square ω of the strain; and it is reduced a little further so that a whole
//! number N of instants makes a period. L instants, five times the decay, make an epoch. At the beginning of an epoch, F is the result
//! of a run from 0 over the epoch before: what lies further back is less than a hundredth, and is forgotten gradually.
//! An epoch has no more than 4096 instants, however long foam lasts: foam whose decay is more than a fifth of that
//! time is truncated at epochs.
//!
//! With a period, the epochs are periodic too. If the period is shorter than two of them, it is a single epoch whose F is periodic:
//! the result of a run from 0, divided by 1 − e^(−T/decay).

use super::FoamParameters;
use crate::sea::Period;

/// Range of the step in seconds; the upper limit is the time in which a crest travels a few of its own widths.
const STEPS: [f64; 2] = [0.1, 0.25];

/// Instants per decay and per period, within that range.
const INSTANTS: f64 = 40.0;

/// ωτ up to which a cubic through four instants represents the strain between them.
const SWING: f64 = 0.5;

/// Minimum step in seconds, however fast the strain oscillates.
const SHORTEST_STEP: f64 = 0.04;

/// Decay times per epoch.
const MEMORY: f64 = 5.0;

/// Maximum number of instants per epoch, so that the warm-up of long-lasting foam stays bounded.
const MAX_INSTANTS: i64 = 4096;

/// Shortest period in seconds; a sea that repeats faster is constant for foam.
const SHORTEST_ROUND: f64 = 1e-3;

/// Tolerance in steps: a time this little before an instant is that instant.
const SAME: f64 = 1e-6;

/// The time grid of foam parameters and a period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimeGrid {
    /// Step τ, seconds.
    pub(super) step: f64,
    /// Instants per epoch, L.
    epoch: i64,
    round: Option<Round>,
}

/// Periodic instants.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Round {
    seconds: f64,
    /// Instants per period, N.
    instants: i64,
    epochs: i64,
}

/// The position of a time on the grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    /// The index of the epoch.
    pub(super) epoch: i64,
    /// Instants since the epoch began.
    pub(super) instant: i64,
    /// Seconds since that instant.
    pub(super) since: f64,
}

impl TimeGrid {
    /// The grid for a sea whose strain oscillates at `omega` rad/s; 0 if unknown.
    pub(super) fn new(parameters: &FoamParameters, period: Option<Period>, omega: f64) -> Self {
        let count = |seconds: f64, step: f64| (seconds / step).ceil().max(1.0) as i64;
        let epoch = |step| count(MEMORY * parameters.decay, step).min(MAX_INSTANTS);
        let step = |seconds: f64| (seconds / INSTANTS).clamp(STEPS[0], STEPS[1]);
        let resolved = (SWING / omega).max(SHORTEST_STEP);
        let longest = step(parameters.decay).min(resolved);
        let Some(period) = period else {
            return Self {
                step: longest,
                epoch: epoch(longest),
                round: None,
            };
        };
        let seconds = period.seconds().max(SHORTEST_ROUND);
        let instants = count(seconds, longest.min(step(seconds)));
        let step = seconds / instants as f64;
        let epoch = epoch(step);
        Self {
            step,
            epoch,
            round: Some(Round {
                seconds,
                instants,
                epochs: if instants >= 2 * epoch {
                    instants / epoch
                } else {
                    1
                },
            }),
        }
    }

    /// The position of `time` in seconds. A time far out of range has some valid position.
    pub(super) fn place(&self, time: f64) -> Place {
        let time = match self.round {
            Some(round) => time.rem_euclid(round.seconds),
            None => time,
        };
        let instant = (time / self.step + SAME).floor();
        let since = (time - instant * self.step).clamp(0.0, self.step);
        // Far from the range limits, so that neighbours do not overflow.
        let instant = (instant as i64).clamp(i64::MIN / 4, i64::MAX / 4);
        let (epoch, instant) = match self.round {
            Some(round) => {
                let instant = instant % round.instants;
                let epoch = round.epoch(instant);
                (epoch, instant - round.beginning(epoch))
            }
            None => (
                instant.div_euclid(self.epoch),
                instant.rem_euclid(self.epoch),
            ),
        };
        let since = if since.is_finite() { since } else { 0.0 };
        Place {
            epoch,
            instant,
            since,
        }
    }

    /// The duration of an epoch, seconds.
    pub(super) fn seconds_of(&self, epoch: i64) -> f64 {
        self.length(epoch) as f64 * self.step
    }

    /// The number of instants of an epoch.
    pub(super) fn length(&self, epoch: i64) -> i64 {
        match self.round {
            Some(round) => round.beginning(epoch + 1) - round.beginning(epoch),
            None => self.epoch,
        }
    }

    /// The epoch before.
    pub(super) fn before(&self, epoch: i64) -> i64 {
        match self.round {
            Some(round) => (epoch - 1).rem_euclid(round.epochs),
            None => epoch - 1,
        }
    }

    /// The time of an instant of an epoch in seconds; the instant may lie before its beginning or after its end.
    pub(super) fn seconds(&self, epoch: i64, instant: i64) -> f64 {
        let instant = match self.round {
            Some(round) => {
                // The sum may overflow 64 bits, too.
                let instant = i128::from(round.beginning(epoch)) + i128::from(instant);
                instant.rem_euclid(i128::from(round.instants)) as i64
            }
            None => epoch * self.epoch + instant,
        };
        instant as f64 * self.step
    }

    /// Whether there is a single, periodic epoch.
    pub(super) fn is_one_round(&self) -> bool {
        self.round.is_some_and(|round| round.epochs == 1)
    }
}

impl Round {
    /// The first instant of an epoch.
    fn beginning(self, epoch: i64) -> i64 {
        // For a long period the product overflows 64 bits.
        (i128::from(epoch) * i128::from(self.instants) / i128::from(self.epochs)) as i64
    }

    /// The last epoch whose first instant is `instant` or earlier.
    fn epoch(self, instant: i64) -> i64 {
        let before = (i128::from(instant) + 1) * i128::from(self.epochs) - 1;
        (before / i128::from(self.instants)) as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(decay: f64) -> FoamParameters {
        FoamParameters {
            threshold: 0.5,
            growth: 1.0,
            decay,
        }
    }

    #[test]
    fn without_a_period_epochs_last_five_decay_times() {
        let time_grid = TimeGrid::new(&parameters(4.0), None, 0.0);
        assert_eq!(time_grid.length(0), 200);
        let place = |time| {
            let Place { epoch, instant, .. } = time_grid.place(time);
            (epoch, instant)
        };
        assert_eq!(place(0.0), (0, 0));
        assert_eq!(place(19.95), (0, 199));
        assert_eq!(place(20.0), (1, 0));
        assert_eq!(place(-0.05), (-1, 199));
        assert!((time_grid.place(20.04).since - 0.04).abs() < 1e-9);
        assert!((time_grid.seconds(1, 0) - 20.0).abs() < 1e-9);
        assert_eq!(time_grid.before(0), -1);
    }

    #[test]
    fn fast_waves_shorten_the_sample_interval() {
        let step = |decay, omega| TimeGrid::new(&parameters(decay), None, omega).step;
        assert_eq!([0.0, 0.1, 5.0].map(|omega| step(4.0, omega)), [0.1; 3]);
        assert_eq!(step(20.0, 0.0), 0.25);
        for decay in [1.0, 4.0, 20.0] {
            assert!((step(decay, 8.0) - 0.0625).abs() < 1e-12);
            assert_eq!(step(decay, 1000.0), 0.04);
        }
        // The samples before and after an epoch belong to its neighbours.
        for period in [None, Period::new(60.0)] {
            let time_grid = TimeGrid::new(&parameters(4.0), period, 8.0);
            let length = time_grid.length(0);
            for beyond in [-1, 0, 1, 2] {
                let behind = time_grid.seconds(0, length + beyond);
                assert_eq!(behind, time_grid.seconds(1, beyond));
            }
        }
    }

    #[test]
    fn a_time_within_rounding_of_a_sample_is_that_sample() {
        let time_grid = TimeGrid::new(&parameters(4.0), Period::new(100.0), 0.0);
        for epoch in 0..5 {
            let begins = time_grid.seconds(epoch, 0);
            for time in [begins, begins + 100.0, begins + 300.0, begins - 1e-13] {
                let place = time_grid.place(time);
                assert_eq!((place.epoch, place.instant), (epoch, 0), "{time}");
                assert!(place.since < 1e-9);
            }
        }
    }

    #[test]
    fn with_a_period_epochs_wrap_around() {
        for (seconds, decay, epochs) in [
            (100.0, 4.0, 5),
            (47.03, 4.0, 2),
            (31.0, 4.0, 1),
            (0.05, 1.0, 1),
        ] {
            let time_grid = TimeGrid::new(&parameters(decay), Period::new(seconds), 0.0);
            let round = time_grid.round.expect("a round");
            assert_eq!(round.epochs, epochs, "{seconds}");
            assert!(
                time_grid.step <= STEPS[0]
                    && (time_grid.step * round.instants as f64 - seconds).abs() < 1e-9
            );
            let lengths: Vec<_> = (0..epochs).map(|epoch| time_grid.length(epoch)).collect();
            assert_eq!(lengths.iter().sum::<i64>(), round.instants);
            if epochs > 1 {
                assert!(lengths.iter().all(|&length| length >= time_grid.epoch));
            }
            assert_eq!(time_grid.before(0), epochs - 1);
            assert_eq!(
                time_grid.seconds(epochs - 1, lengths[epochs as usize - 1]),
                0.0
            );
        }
    }

    #[test]
    fn every_time_has_a_sample() {
        for period in [None, Period::new(10.0)] {
            let time_grid = TimeGrid::new(&parameters(4.0), period, 0.0);
            for time in [1e300, -1e300, f64::INFINITY, f64::NAN] {
                let place = time_grid.place(time);
                assert!(
                    place.since >= 0.0 && place.since <= time_grid.step,
                    "{time}"
                );
                assert!((0..time_grid.length(place.epoch)).contains(&place.instant));
            }
        }
    }
}
