//! Automatic quality: raises and lowers the quality level so that frames keep a target frame rate.
//!
//! Frames are judged by the median of a batch. A batch that is too slow lowers the level at once. A finer level is tried only if it would
//! still be in time at a cost proportional to its pixels or texels. Each time such a rise has to be undone, the next one waits twice as
//! long, so that the picture does not oscillate (docs/models.md §14).

use crate::view::Level;
use std::time::Duration;

/// Frames in a batch, at most and at least; seconds after which it is complete.
const BATCH: usize = 12;
const MIN_BATCH: usize = 5;
const LONG_BATCH: f32 = 0.6;

/// Frames ignored after a change of level, in which resources are recreated.
const SETTLING: usize = 3;

/// Batches before a finer level is tried: initial and maximum number.
const PATIENCE: [u32; 2] = [2, 256];

/// Batches within which a new level can prove too fine.
const TRIAL: u32 = 4;

/// Multiple of the budget from which a frame lowers the level by two steps at once.
const FAR_TOO_LONG: f32 = 1.6;

/// Fraction of the budget that a finer level may be expected to take.
const SURE: f32 = 0.95;

/// Plausible refresh intervals of screens, seconds: shortest and longest; and the tolerance within which an interval counts as one refresh.
const SCREENS: [f32; 2] = [1.0 / 250.0, 1.0 / 30.0];
const IN_TIME: f32 = 1.3;

/// Maximum seconds of a frame: with a software rasteriser, and with a graphics card.
const BUDGET: [f32; 2] = [1.0 / 30.0, 1.0 / 45.0];

/// Chooses a quality level from measured frame times.
#[derive(Clone, Debug)]
pub struct AutoQuality {
    step: usize,
    /// Seconds.
    budget: f32,
    frames: [f32; BATCH],
    count: usize,
    settling: usize,
    /// Batches since the last change.
    rested: u32,
    /// Batches to wait before the next rise.
    patience: u32,
    /// Whether the last change was a rise.
    rose: bool,
    /// Shortest time between frames shown, seconds: the refresh interval of the screen.
    between: f32,
}

impl AutoQuality {
    /// Starts at the lowest level on a software rasteriser, otherwise at the highest.
    pub fn new(is_software: bool) -> Self {
        Self {
            step: match is_software {
                true => 0,
                false => Level::LADDER.len() - 1,
            },
            budget: BUDGET[usize::from(!is_software)],
            frames: [0.0; BATCH],
            count: 0,
            settling: SETTLING,
            rested: 0,
            patience: PATIENCE[0],
            rose: false,
            between: SCREENS[1],
        }
    }

    /// The level to draw at.
    pub fn level(&self) -> Level {
        Level::LADDER[self.step]
    }

    /// Ignores the next few frames, in which the resources of a new scene are created.
    pub fn settle(&mut self) {
        self.settling = SETTLING;
        self.count = 0;
    }

    /// Records the time that a frame took to draw, without waiting for the screen. Returns whether the level has changed.
    pub fn note(&mut self, frame: Duration) -> bool {
        if self.settling > 0 {
            self.settling -= 1;
            return false;
        }
        self.frames[self.count] = frame.as_secs_f32();
        self.count += 1;
        let batch = &mut self.frames[..self.count];
        let is_long = self.count >= MIN_BATCH && batch.iter().sum::<f32>() >= LONG_BATCH;
        if self.count < BATCH && !is_long {
            return false;
        }
        batch.sort_unstable_by(f32::total_cmp);
        let median = batch[self.count / 2];
        self.count = 0;
        self.rested = self.rested.saturating_add(1);
        if median > self.budget {
            self.fall(median)
        } else {
            self.rise(median)
        }
    }

    /// As [`AutoQuality::note`], from the time between two frames shown, where only that is known, as in a browser: a frame in time for the
    /// screen is assumed to have taken a quarter of the interval.
    pub fn note_shown(&mut self, between: Duration) -> bool {
        let seconds = between.as_secs_f32();
        self.between = self.between.min(seconds.max(SCREENS[0]));
        let waited = seconds <= IN_TIME * self.between;
        self.note(if waited { between / 4 } else { between })
    }

    fn fall(&mut self, median: f32) -> bool {
        if self.step == 0 {
            return false;
        }
        self.patience = match self.rose && self.rested <= TRIAL {
            true => self.patience * 2,
            // The level was fast enough for long: the machine has become busier.
            false => self.patience / 2,
        };
        self.patience = self.patience.clamp(PATIENCE[0], PATIENCE[1]);
        self.step -= match median > FAR_TOO_LONG * self.budget {
            true => self.step.min(2),
            false => 1,
        };
        self.change(false)
    }

    fn rise(&mut self, median: f32) -> bool {
        let Some(next) = Level::LADDER.get(self.step + 1) else {
            return false;
        };
        let now = self.level();
        let finer = (next.pixels / now.pixels).max(next.texels / now.texels);
        if self.rested < self.patience || median * finer * finer > SURE * self.budget {
            return false;
        }
        self.step += 1;
        self.change(true)
    }

    fn change(&mut self, rose: bool) -> bool {
        self.rose = rose;
        self.rested = 0;
        self.settle();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates a machine that takes `cost` seconds for a picture at the highest level. Returns how often the level changed.
    fn drawn(auto: &mut AutoQuality, frames: usize, cost: impl Fn(usize) -> f32) -> usize {
        let draw = |frame: &usize| {
            let level = auto.level();
            // Half of the cost is proportional to pixels, a third to texels, the rest is constant.
            let part = 0.5 * level.pixels.powi(2) + 0.33 * level.texels.powi(2) + 0.17;
            auto.note(Duration::from_secs_f32(part * cost(*frame)))
        };
        (0..frames).filter(draw).count()
    }

    #[test]
    fn a_fast_machine_stays_at_the_highest_level() {
        let mut auto = AutoQuality::new(false);
        assert_eq!(drawn(&mut auto, 2000, |_| 0.004), 0);
        assert_eq!(auto.level(), Level::HIGH);
    }

    #[test]
    fn a_fast_software_rasteriser_climbs_from_the_lowest_level_to_the_top_and_stays() {
        let mut auto = AutoQuality::new(true);
        assert_eq!(auto.level(), Level::LADDER[0]);
        drawn(&mut auto, 1000, |_| 0.02);
        assert_eq!(auto.level(), Level::HIGH);
        assert_eq!(drawn(&mut auto, 1000, |_| 0.02), 0);
    }

    #[test]
    fn a_machine_too_slow_for_anything_ends_at_the_lowest_level() {
        let mut auto = AutoQuality::new(false);
        drawn(&mut auto, 500, |_| 2.0);
        assert_eq!(auto.level(), Level::LADDER[0]);
        assert_eq!(drawn(&mut auto, 5000, |_| 2.0), 0);
    }

    #[test]
    fn the_level_found_keeps_the_pace_and_hardly_ever_changes() {
        for cost in [0.03, 0.05, 0.08, 0.12, 0.17] {
            let mut auto = AutoQuality::new(true);
            // Frame times vary by a fifth, as on a busy machine.
            let busy = |frame: usize| cost * (0.9 + 0.2 * ((frame * 7919) % 101) as f32 / 100.0);
            drawn(&mut auto, 3000, busy);
            let level = auto.level();
            let part = 0.5 * level.pixels.powi(2) + 0.33 * level.texels.powi(2) + 0.17;
            assert!(
                part * cost < 1.1 / 30.0 || level == Level::LADDER[0],
                "{cost}: {level:?}"
            );
            let changes = drawn(&mut auto, 6000, busy);
            assert!(changes <= 6, "{cost}: {changes} changes in 6000 frames");
        }
    }

    #[test]
    fn what_a_busy_time_took_comes_back_after_it() {
        let mut auto = AutoQuality::new(false);
        drawn(&mut auto, 300, |_| 0.1);
        assert!(auto.level().pixels < 0.7, "{:?}", auto.level());
        drawn(&mut auto, 3000, |_| 0.005);
        assert_eq!(auto.level(), Level::HIGH);
    }

    /// As `drawn`, on a screen with this refresh rate, from the intervals alone.
    fn shown(auto: &mut AutoQuality, frames: usize, rate: f32, cost: f32) -> usize {
        let draw = |_: &usize| {
            let level = auto.level();
            let part = 0.5 * level.pixels.powi(2) + 0.33 * level.texels.powi(2) + 0.17;
            let screens = (part * cost * rate).ceil().max(1.0);
            auto.note_shown(Duration::from_secs_f32(screens / rate))
        };
        (0..frames).filter(draw).count()
    }

    #[test]
    fn a_screen_s_own_wait_is_not_taken_for_work() {
        for rate in [30.0, 60.0, 144.0] {
            let mut auto = AutoQuality::new(false);
            assert_eq!(shown(&mut auto, 2000, rate, 0.005), 0, "{rate}");
            // The level recovers after a busy time.
            shown(&mut auto, 100, rate, 0.2);
            assert!(auto.level().pixels < 0.9, "{rate}: {:?}", auto.level());
            shown(&mut auto, 6000, rate, 0.005);
            assert_eq!(auto.level(), Level::HIGH, "{rate}");
        }
    }

    #[test]
    fn too_much_work_for_a_screen_is_made_less_and_hardly_ever_tried_again() {
        let mut auto = AutoQuality::new(false);
        shown(&mut auto, 3000, 60.0, 0.06);
        let level = auto.level();
        let part = 0.5 * level.pixels.powi(2) + 0.33 * level.texels.powi(2) + 0.17;
        assert!(part * 0.06 < 1.0 / 30.0, "{level:?}");
        let changes = shown(&mut auto, 6000, 60.0, 0.06);
        assert!(changes <= 8, "{changes} changes in 6000 frames");
    }

    #[test]
    fn a_frame_far_too_long_is_answered_by_two_steps() {
        let mut auto = AutoQuality::new(false);
        let top = Level::LADDER.len() - 1;
        assert_eq!(drawn(&mut auto, SETTLING + BATCH, |_| 0.03), 1);
        assert_eq!(auto.level(), Level::LADDER[top - 1]);
        let mut auto = AutoQuality::new(false);
        assert_eq!(drawn(&mut auto, SETTLING + BATCH, |_| 0.06), 1);
        assert_eq!(auto.level(), Level::LADDER[top - 2]);
    }

    #[test]
    fn frames_far_too_long_are_answered_within_three_seconds() {
        let mut auto = AutoQuality::new(false);
        let cost = 0.3;
        for _ in 0..(3.0 / cost) as usize {
            auto.note(Duration::from_secs_f32(cost));
        }
        assert_eq!(auto.level(), Level::LADDER[Level::LADDER.len() - 3]);
    }

    #[test]
    fn two_long_frames_one_after_the_other_change_nothing() {
        let mut auto = AutoQuality::new(false);
        let hitch = |frame| if frame % 40 < 2 { 0.5 } else { 0.01 };
        assert_eq!(drawn(&mut auto, 2000, hitch), 0);
    }

    #[test]
    fn after_a_new_scene_the_first_frames_are_ignored() {
        let mut auto = AutoQuality::new(false);
        for _ in 0..10 {
            auto.settle();
            let changes = drawn(&mut auto, SETTLING, |_| 1.0) + drawn(&mut auto, BATCH, |_| 0.01);
            assert_eq!(changes, 0);
        }
    }

    #[test]
    fn one_long_frame_changes_nothing() {
        let mut auto = AutoQuality::new(false);
        let hitch = |frame| if frame % 40 == 0 { 0.5 } else { 0.01 };
        assert_eq!(drawn(&mut auto, 2000, hitch), 0);
    }
}
