//! `StepClock`: the number of fixed steps that are due, independent of the frame rate (fixed time step with an accumulator).
//!
//! The accumulator grows by elapsed · rate; whole steps are returned and the fraction is kept, so that time does not drift. After a stall
//! the backlog is dropped: the water continues from its current state.

/// Maximum number of steps that one call returns at low rates.
const CATCH_UP_STEPS: f64 = 8.0;

/// Seconds' worth of steps that one call returns at most, where that is more than [`CATCH_UP_STEPS`].
const CATCH_UP_SECONDS: f64 = 0.1;

/// Converts elapsed time to a number of steps to make now. It holds no clock: the caller passes the elapsed time.
///
/// ```
/// use waterlab::session::StepClock;
///
/// let mut clock = StepClock::new();
/// assert_eq!(clock.advance(0.025, 60.0), 1); // one and a half steps are due
/// assert_eq!(clock.advance(0.025, 60.0), 2); // the half was kept
/// clock.pause(true);
/// assert_eq!(clock.advance(0.025, 60.0), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct StepClock {
    /// Steps due and not yet returned; below 1 between calls.
    owed: f64,
    /// Maximum steps that a call returns, if limited.
    most: Option<usize>,
    paused: bool,
    single_steps: usize,
}

impl StepClock {
    /// A running clock with no steps due.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of steps to make now, after `elapsed` seconds at `steps_per_second`.
    ///
    /// At most 8, or a tenth of a second's worth where that is more; the rest is dropped. A negative, zero or non-finite elapsed time or
    /// rate adds nothing.
    pub fn advance(&mut self, elapsed: f64, steps_per_second: f64) -> usize {
        let single_steps = std::mem::take(&mut self.single_steps);
        if self.paused {
            return single_steps;
        }
        let due = elapsed * steps_per_second;
        if elapsed > 0.0 && steps_per_second > 0.0 && due.is_finite() {
            self.owed += due;
        }
        let most = CATCH_UP_STEPS.max((CATCH_UP_SECONDS * steps_per_second).floor());
        let most = self.most.map_or(most, |most| most as f64);
        let steps = self.owed.floor().min(most);
        self.owed = self.owed.fract();
        steps as usize
    }

    /// Limits the steps that a call returns, to at least one; for a caller that measures how long they take.
    pub fn allow(&mut self, most: usize) {
        self.most = Some(most.max(1));
    }

    /// Pauses or resumes. Paused time is never caught up with.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
        self.single_steps = 0;
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Pauses, and makes the next [`StepClock::advance`] return one step; each further call before it adds one.
    pub fn step_once(&mut self) {
        self.paused = true;
        self.single_steps = (self.single_steps + 1).min(CATCH_UP_STEPS as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn an_hour_of_uneven_frames_makes_every_step() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut clock = StepClock::new();
        let (mut time, mut steps) = (0.0, 0);
        while time < 3600.0 {
            let frame = random.random_range(0.0005..0.06_f64).min(3600.0 - time);
            time += frame;
            steps += clock.advance(frame, 60.0);
        }
        assert!((215_999..=216_001).contains(&steps), "{steps}");
    }

    #[test]
    fn a_stall_is_not_replayed() {
        let mut clock = StepClock::new();
        assert_eq!(clock.advance(10.0, 60.0), 8);
        assert_eq!(clock.advance(0.0, 60.0), 0);
        assert_eq!(clock.advance(1.0 / 64.0, 64.0), 1);
    }

    #[test]
    fn who_knows_how_long_steps_take_says_how_many_there_may_be() {
        let mut clock = StepClock::new();
        clock.allow(15);
        assert_eq!(clock.advance(0.25, 60.0), 15);
        assert_eq!(clock.advance(10.0, 60.0), 15);
        clock.allow(0);
        assert_eq!(clock.advance(10.0, 60.0), 1);
    }

    #[test]
    fn a_fast_rate_may_catch_up_a_tenth_of_a_second() {
        let mut clock = StepClock::new();
        assert_eq!(clock.advance(10.0, 1000.0), 100);
        assert_eq!(clock.advance(0.0625, 1024.0), 64);
    }

    #[test]
    fn a_change_of_rate_keeps_the_fraction_of_a_step() {
        let mut clock = StepClock::new();
        assert_eq!(clock.advance(0.75, 1.0), 0);
        assert_eq!(clock.advance(0.125, 2.0), 1);
        assert_eq!(clock.advance(0.25, 4.0), 1);
    }

    #[test]
    fn time_that_is_no_time_adds_no_steps() {
        let mut clock = StepClock::new();
        for (elapsed, rate) in [
            (0.0, 60.0),
            (-1.0, 60.0),
            (f64::NAN, 60.0),
            (f64::INFINITY, 60.0),
            (1.0, 0.0),
            (1.0, -60.0),
            (-1.0, -60.0),
            (1.0, f64::NAN),
            (1.0, f64::INFINITY),
        ] {
            assert_eq!(clock.advance(elapsed, rate), 0, "{elapsed} s at {rate}/s");
        }
        assert_eq!(clock.advance(0.5, 4.0), 2);
    }

    #[test]
    fn a_paused_clock_makes_only_single_steps() {
        let mut clock = StepClock::new();
        clock.pause(true);
        assert_eq!(clock.advance(1.0, 60.0), 0);
        clock.step_once();
        clock.step_once();
        assert_eq!(clock.advance(1.0, 60.0), 2);
        assert_eq!(clock.advance(1.0, 60.0), 0);
        clock.pause(false);
        assert_eq!(clock.advance(0.25, 4.0), 1);
    }

    #[test]
    fn a_single_step_of_a_running_clock_pauses_it() {
        let mut clock = StepClock::new();
        clock.step_once();
        assert!(clock.is_paused());
        assert_eq!(clock.advance(0.1, 60.0), 1);
    }
}
