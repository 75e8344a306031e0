//! `FrameLoop`: what a window or a page does next: how much time to simulate, whether to draw, at which quality, or how long to wait.
//!
//! It has no window and no clock: the caller passes the time, in seconds from any origin, and what the session reports. One turn is
//!
//! 1. [`FrameLoop::begin`]: the time to simulate;
//! 2. [`FrameLoop::advanced`]: what that changed, and how many steps the next turn may make;
//! 3. [`FrameLoop::next`]: draw, wait or rest;
//! 4. to draw, [`FrameLoop::picture`], then [`FrameLoop::sharpened`] or [`FrameLoop::drew`].
//!
//! While something moves, frames are drawn at the level of [`AutoQuality`]. A picture that has not changed for [`FrameLoop::REST`] is drawn
//! once at [`Level::HIGH`] (docs/models.md §14).

use super::{AutoQuality, Work};
use crate::view::Level;
use std::time::Duration;

/// Maximum time that a turn simulates, seconds: after a stall the water continues from its current state.
const LONGEST: f64 = 0.25;

/// Seconds of computation that the steps of a turn may take, so that input stays responsive.
const STEPPING: f64 = 0.1;

/// Part of a new measurement in the mean cost of a step.
const NEWEST: f64 = 0.25;

/// Maximum time between two turns while something moves, seconds; and the part of a step after which the next turn begins.
const LONGEST_WAIT: f64 = 0.01;
const WAIT_OF_A_STEP: f64 = 0.5;

/// Decides what happens from one frame to the next.
#[derive(Clone, Debug)]
pub struct FrameLoop {
    auto: AutoQuality,
    /// Time of the last turn.
    last: Option<f64>,
    /// Seconds that this turn simulates.
    elapsed: f64,
    /// Whether nothing has moved since the last turn, so that the elapsed time does not count.
    was_idle: bool,
    /// Mean seconds of a step; 0 while unknown.
    step_cost: f64,
    /// Whether a frame is to be drawn.
    is_due: bool,
    /// Whether the picture differs from the last one, whatever its appearance.
    is_changed: bool,
    /// Whether the water or the camera has moved since the last frame, and the work done in the next one.
    has_moved: bool,
    work: Work,
    /// Time of the last change of the picture, and its [`Session::appearance`](super::Session::appearance).
    changed: f64,
    appearance: u64,
    /// Whether it has been drawn at the highest level since then, or could not be.
    is_sharp: bool,
}

/// What a session and its input report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Whether nothing will move by itself: [`Session::is_idle`](super::Session::is_idle).
    pub is_idle: bool,
    /// Whether a drag continues.
    pub is_dragging: bool,
    /// Whether the quality of the view shown is automatic.
    pub is_auto: bool,
}

/// The time of a turn, seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elapsed {
    /// Since the last turn, or 0 after a rest.
    pub passed: f64,
    /// To be simulated: at most a quarter of a second.
    pub simulated: f32,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// A frame is to be drawn.
    Draw,
    /// Nothing until this time, unless there is input.
    Wait(f64),
    /// Nothing until there is input.
    Rest,
}

/// The picture of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Another one than before, at the level of moving pictures.
    Changed,
    /// That of the last frame, at the highest level: all of it or, if that takes long, a part.
    Sharpened,
    /// That of the last frame.
    Unchanged,
}

/// The time that a frame took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameTime {
    /// That of drawing it, without waiting for the screen.
    Drawing(Duration),
    /// Unknown: only the time between two turns, which waits for the screen, as in a browser.
    Unknown,
}

impl FrameLoop {
    /// Seconds without a change after which a picture is drawn at [`Level::HIGH`], however slow that is.
    pub const REST: f64 = 0.25;

    /// A loop that begins with a frame.
    pub fn new(is_software: bool) -> Self {
        Self {
            auto: AutoQuality::new(is_software),
            last: None,
            elapsed: 0.0,
            was_idle: false,
            step_cost: 0.0,
            is_due: true,
            is_changed: true,
            has_moved: false,
            work: Work::Nothing,
            changed: 0.0,
            appearance: 0,
            is_sharp: false,
        }
    }

    /// Begins with another scene: the time that it took to open does not count.
    pub fn restart(&mut self) {
        self.was_idle = true;
        self.step_cost = 0.0;
        self.auto.settle();
        self.change();
    }

    /// Begins a turn at the time `now`.
    pub fn begin(&mut self, now: f64) -> Elapsed {
        let counts = !std::mem::take(&mut self.was_idle);
        let before = self.last.replace(now).filter(|_| counts);
        let passed = before.map_or(0.0, |before| (now - before).max(0.0));
        self.elapsed = passed.min(LONGEST);
        Elapsed {
            passed,
            simulated: self.elapsed as f32,
        }
    }

    /// Seconds since the last turn began.
    pub fn since(&self, now: f64) -> f64 {
        self.last.map_or(0.0, |last| (now - last).max(0.0))
    }

    /// Records whether the water or the camera has moved, and the work that continues with the next frame.
    pub fn advanced(&mut self, has_moved: bool, work: Work) {
        self.has_moved |= has_moved;
        self.work = work;
        if has_moved || work != Work::Nothing {
            self.change();
        }
    }

    /// Records that `steps` took `taken`. Returns how many the next turn may make: as many as keep real time at `steps_per_second`, within
    /// the time that leaves input responsive.
    pub fn stepped(&mut self, taken: Duration, steps: u64, steps_per_second: f64) -> Option<usize> {
        if steps == 0 {
            return None;
        }
        let cost = taken.as_secs_f64() / steps as f64;
        self.step_cost = match self.step_cost {
            0.0 => cost,
            before => before + NEWEST * (cost - before),
        };
        let due = LONGEST * steps_per_second;
        let within = STEPPING / self.step_cost.max(1e-6);
        Some(due.min(within) as usize)
    }

    /// Requests a frame, for what lies over the water; the water has changed only if its appearance has.
    pub fn request(&mut self) {
        self.is_due = true;
    }

    /// Requests a frame of a picture that has changed in a way that its appearance does not show.
    pub fn change(&mut self) {
        self.is_due = true;
        self.is_changed = true;
    }

    /// Whether a frame has been requested and not yet drawn.
    pub fn is_due(&self) -> bool {
        self.is_due
    }

    /// What to do at the time `now`.
    pub fn next(&mut self, now: f64, activity: Activity, steps_per_second: f64) -> Next {
        if self.is_due {
            return Next::Draw;
        }
        self.was_idle = activity.is_idle;
        let wait = (WAIT_OF_A_STEP / steps_per_second.max(1.0)).min(LONGEST_WAIT);
        match (activity.is_idle, self.wants_sharp(activity)) {
            (false, _) => Next::Wait(now + wait),
            (true, false) => Next::Rest,
            (true, true) if self.is_sharp_due(now) => {
                self.is_due = true;
                Next::Draw
            }
            (true, true) => Next::Wait(self.changed + Self::REST),
        }
    }

    /// Whether the picture stays as it is, and is not at full quality.
    fn wants_sharp(&self, activity: Activity) -> bool {
        activity.is_idle
            && activity.is_auto
            && !activity.is_dragging
            && !self.is_sharp
            && self.auto.level() != Level::HIGH
    }

    fn is_sharp_due(&self, now: f64) -> bool {
        self.changed + Self::REST <= now
    }

    /// Which picture a frame at the time `now` shows, where `appearance` is the hash of all that the water's picture depends on.
    pub fn picture(&mut self, now: f64, appearance: u64, activity: Activity) -> Picture {
        self.is_due = false;
        if std::mem::take(&mut self.is_changed) || appearance != self.appearance {
            self.appearance = appearance;
            self.changed = now;
            self.is_sharp = false;
            Picture::Changed
        } else if self.wants_sharp(activity) && self.is_sharp_due(now) {
            Picture::Sharpened
        } else {
            Picture::Unchanged
        }
    }

    /// Records that the picture is at the highest level, or can't be.
    pub fn sharpened(&mut self) {
        self.is_sharp = true;
    }

    /// Whether it is.
    pub fn is_sharp(&self) -> bool {
        self.is_sharp
    }

    /// The level of the next picture that changes.
    pub fn level(&self) -> Level {
        self.auto.level()
    }

    /// Records the time of a frame, from which the level of the next ones follows. A frame without motion or with one-time work does not
    /// count. Returns whether the level has changed.
    pub fn drew(&mut self, time: FrameTime) -> bool {
        let counts = std::mem::take(&mut self.has_moved) && self.work != Work::Once;
        match time {
            _ if !counts => false,
            FrameTime::Drawing(taken) => self.auto.note(taken),
            FrameTime::Unknown if self.elapsed > 0.0 => {
                self.auto.note_shown(Duration::from_secs_f64(self.elapsed))
            }
            FrameTime::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVING: Activity = Activity {
        is_idle: false,
        is_dragging: false,
        is_auto: true,
    };
    const IDLE: Activity = Activity {
        is_idle: true,
        ..MOVING
    };

    /// A loop whose first frame, of the appearance 1, was drawn at the time 10.
    fn drawn(activity: Activity) -> FrameLoop {
        let mut frames = FrameLoop::new(true);
        frames.begin(10.0);
        frames.advanced(false, Work::Nothing);
        assert_eq!(frames.next(10.0, activity, 60.0), Next::Draw);
        assert_eq!(frames.picture(10.0, 1, activity), Picture::Changed);
        frames.drew(FrameTime::Unknown);
        frames
    }

    #[test]
    fn time_counts_while_something_moves_and_not_after_a_rest() {
        let mut frames = drawn(MOVING);
        assert!(matches!(frames.next(10.0, MOVING, 60.0), Next::Wait(_)));
        assert_eq!(frames.begin(10.125).passed, 0.125);
        frames.next(10.125, IDLE, 60.0);
        assert_eq!(frames.begin(17.0).passed, 0.0);
        assert_eq!(frames.begin(17.5).passed, 0.5);
        // A clock that goes back adds nothing.
        assert_eq!(frames.begin(17.0).passed, 0.0);
    }

    #[test]
    fn a_stall_is_simulated_for_a_quarter_of_a_second() {
        let mut frames = drawn(MOVING);
        let elapsed = frames.begin(13.0);
        assert_eq!((elapsed.passed, elapsed.simulated), (3.0, 0.25));
    }

    #[test]
    fn the_time_to_open_a_scene_is_not_simulated() {
        let mut frames = drawn(MOVING);
        frames.next(10.0, MOVING, 60.0);
        frames.restart();
        assert_eq!(frames.begin(12.0).passed, 0.0);
        assert_eq!(frames.next(12.0, IDLE, 60.0), Next::Draw);
        // Its appearance may be that of the scene before.
        assert_eq!(frames.picture(12.0, 1, IDLE), Picture::Changed);
    }

    #[test]
    fn slow_steps_are_limited_to_a_tenth_of_a_second_and_fast_ones_to_real_time() {
        let mut frames = FrameLoop::new(true);
        assert_eq!(frames.stepped(Duration::ZERO, 0, 60.0), None);
        let of = Duration::from_millis;
        // 20 ms each: 5 in a tenth of a second.
        assert_eq!(frames.stepped(of(40), 2, 60.0), Some(5));
        // A mean of 15 ms + ¼·(0 − 20 ms).
        assert_eq!(frames.stepped(of(0), 3, 60.0), Some(6));
        let mut frames = FrameLoop::new(true);
        assert_eq!(frames.stepped(of(1), 10, 60.0), Some(15));
        frames.restart();
        assert_eq!(frames.stepped(of(50), 1, 60.0), Some(2));
    }

    #[test]
    fn while_something_moves_turns_follow_within_half_a_step() {
        let mut frames = drawn(MOVING);
        for (rate, wait) in [(60.0, 1.0 / 120.0), (1000.0, 0.0005), (1.0, 0.01)] {
            let Next::Wait(until) = frames.next(11.0, MOVING, rate) else {
                panic!("{rate}");
            };
            assert!((until - 11.0 - wait).abs() < 1e-9, "{rate}: {until}");
        }
    }

    #[test]
    fn motion_and_work_are_drawn_each_turn() {
        let nothing = Work::Nothing;
        for (moves, work) in [
            (true, nothing),
            (false, Work::Once),
            (false, Work::Continual),
        ] {
            let mut frames = drawn(MOVING);
            frames.begin(10.1);
            frames.advanced(moves, work);
            assert_eq!(frames.next(10.1, MOVING, 60.0), Next::Draw);
            assert_eq!(frames.picture(10.1, 1, MOVING), Picture::Changed);
        }
    }

    #[test]
    fn a_picture_at_rest_is_drawn_once_at_full_quality() {
        let mut frames = drawn(IDLE);
        assert_eq!(frames.next(10.125, IDLE, 60.0), Next::Wait(10.25));
        assert_eq!(frames.next(10.25, IDLE, 60.0), Next::Draw);
        // In parts, until all of it is drawn.
        for now in [10.25, 10.5] {
            assert_eq!(frames.picture(now, 1, IDLE), Picture::Sharpened);
            assert_eq!(frames.next(now, IDLE, 60.0), Next::Draw);
        }
        frames.picture(11.0, 1, IDLE);
        frames.sharpened();
        assert_eq!(frames.next(11.0, IDLE, 60.0), Next::Rest);
        // What lies over the water leaves it as it is.
        frames.request();
        assert_eq!(frames.next(12.0, IDLE, 60.0), Next::Draw);
        assert_eq!(frames.picture(12.0, 1, IDLE), Picture::Unchanged);
        assert_eq!(frames.next(12.0, IDLE, 60.0), Next::Rest);
        // Another picture is drawn from the start, first coarse, a quarter of a second later at full quality.
        frames.request();
        assert_eq!(frames.picture(13.0, 2, IDLE), Picture::Changed);
        assert!(!frames.is_sharp());
        assert_eq!(frames.next(13.0, IDLE, 60.0), Next::Wait(13.25));
    }

    #[test]
    fn a_change_during_the_parts_begins_anew() {
        let mut frames = drawn(IDLE);
        assert_eq!(frames.picture(10.25, 1, IDLE), Picture::Sharpened);
        frames.request();
        assert_eq!(frames.picture(10.3, 2, IDLE), Picture::Changed);
        frames.request();
        assert_eq!(frames.picture(10.5, 2, IDLE), Picture::Unchanged);
        assert_eq!(frames.picture(10.55, 2, IDLE), Picture::Sharpened);
    }

    #[test]
    fn a_drag_a_fixed_quality_and_the_highest_level_rest_at_once() {
        let mut best = drawn(IDLE);
        let dragged = Activity {
            is_dragging: true,
            ..IDLE
        };
        let fixed = Activity {
            is_auto: false,
            ..IDLE
        };
        for activity in [dragged, fixed] {
            assert_eq!(best.next(11.0, activity, 60.0), Next::Rest);
            assert_eq!(best.picture(11.0, 1, activity), Picture::Unchanged);
        }
        best.auto = AutoQuality::new(false);
        assert_eq!(best.next(11.0, IDLE, 60.0), Next::Rest);
    }

    #[test]
    fn frames_without_motion_or_with_one_time_work_do_not_count_for_quality() {
        let slow = FrameTime::Drawing(Duration::from_secs(1));
        for (moves, work, counts) in [
            (true, Work::Nothing, true),
            (false, Work::Nothing, false),
            (true, Work::Continual, true),
            (false, Work::Continual, false),
            (true, Work::Once, false),
        ] {
            let mut frames = FrameLoop::new(false);
            let mut changes = 0;
            for turn in 0..40 {
                frames.begin(f64::from(turn));
                frames.advanced(moves, work);
                changes += usize::from(frames.drew(slow));
            }
            assert_eq!(changes > 0, counts, "{moves} {work:?}");
            assert_eq!(frames.level() != Level::HIGH, counts);
        }
    }

    #[test]
    fn where_the_cost_is_unknown_the_time_between_turns_counts() {
        let level = |between: f64| {
            let mut frames = FrameLoop::new(false);
            for turn in 0..40 {
                frames.begin(f64::from(turn) * between);
                frames.advanced(true, Work::Nothing);
                frames.drew(FrameTime::Unknown);
                frames.next(f64::from(turn) * between, MOVING, 60.0);
            }
            frames.level()
        };
        assert_eq!(level(1.0 / 60.0), Level::HIGH);
        assert_ne!(level(0.2), Level::HIGH);
    }
}
