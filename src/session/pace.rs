//! `Pace`: frame rate, the time that simulation and drawing take, and whether the simulation keeps up with real time.
//!
//! It holds no clock: the caller passes the elapsed time, and it makes a summary every second.

use std::time::Duration;

/// Seconds of a summary.
const SPAN: f32 = 1.0;

/// Below this fraction of real time the simulation counts as slow, after two summaries in a row.
const SLOW: f32 = 0.9;

/// Collects timings.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    now: Sums,
    summary: Option<PaceSummary>,
    slow_spans: u32,
}

/// Sums since the last summary.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    seconds: f32,
    frames: u32,
    water: Duration,
    drawing: Duration,
    due: f64,
    made: f64,
}

/// A second of a [`Pace`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaceSummary {
    /// Frames drawn in a second.
    pub frames: f32,
    /// Fraction of the time that the simulation took, 0 to 1.
    pub water: f32,
    /// Fraction of the time that drawing took.
    pub drawing: f32,
    /// Simulated seconds per second: below 1 if the machine does not keep up.
    pub real_time: f32,
}

impl Pace {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records elapsed time, the part of it that the simulation took, and the steps due and made. Returns whether there is a new summary.
    pub fn advanced(&mut self, elapsed: f32, taken: Duration, due: f64, made: usize) -> bool {
        let now = &mut self.now;
        now.seconds += elapsed;
        now.water += taken;
        now.due += due;
        now.made += made as f64;
        if now.seconds < SPAN {
            return false;
        }
        let part = |time: Duration| (time.as_secs_f32() / now.seconds).min(1.0);
        let real_time = match now.due > 1.0 {
            true => (now.made / now.due).min(1.0) as f32,
            false => 1.0,
        };
        self.summary = Some(PaceSummary {
            frames: now.frames as f32 / now.seconds,
            water: part(now.water),
            drawing: part(now.drawing),
            real_time,
        });
        self.slow_spans = match real_time < SLOW {
            true => self.slow_spans + 1,
            false => 0,
        };
        self.now = Sums::default();
        true
    }

    /// Records the duration of a frame.
    pub fn drew(&mut self, taken: Duration) {
        self.now.frames += 1;
        self.now.drawing += taken;
    }

    /// Resets at a pause: earlier timings do not count any more.
    pub fn rest(&mut self) {
        *self = Self::default();
    }

    /// The summary of the last second, if there is one.
    pub fn summary(&self) -> Option<PaceSummary> {
        self.summary
    }

    /// The simulation speed relative to real time, if it has been slow for a while.
    pub fn slow(&self) -> Option<f32> {
        let summary = self.summary.filter(|_| self.slow_spans >= 2)?;
        Some(summary.real_time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENTH: Duration = Duration::from_millis(100);

    #[test]
    fn a_second_is_summed_up() {
        let mut pace = Pace::new();
        for frame in 0..4 {
            assert_eq!(pace.summary(), None);
            pace.drew(TENTH);
            assert_eq!(pace.advanced(0.25, TENTH / 2, 15.0, 15), frame == 3);
        }
        let expected = PaceSummary {
            frames: 4.0,
            water: 0.2,
            drawing: 0.4,
            real_time: 1.0,
        };
        assert_eq!(pace.summary(), Some(expected));
    }

    #[test]
    fn water_is_slow_after_two_seconds_of_it_and_no_longer_once_it_keeps_up() {
        let mut pace = Pace::new();
        pace.advanced(1.0, TENTH, 60.0, 24);
        assert_eq!(pace.slow(), None, "one stall is none");
        pace.advanced(1.0, TENTH, 60.0, 30);
        assert_eq!(pace.slow(), Some(0.5));
        pace.advanced(1.0, TENTH, 60.0, 60);
        assert_eq!(pace.slow(), None);
        pace.advanced(1.0, TENTH, 60.0, 3);
        pace.rest();
        pace.advanced(1.0, TENTH, 60.0, 3);
        assert_eq!(pace.slow(), None, "what was before a rest is forgotten");
    }

    #[test]
    fn time_without_steps_is_real_time() {
        let mut pace = Pace::new();
        for _ in 0..3 {
            pace.advanced(1.5, TENTH, 0.0, 0);
        }
        assert_eq!(pace.slow(), None);
        assert_eq!(pace.summary().map(|second| second.real_time), Some(1.0));
    }
}
