//! What brings the coarse ripple back to its level: an outlet and a drain.
//!
//! With fixed edges the ripple's level has something to return to. Free edges leave it to the damping shift alone, which is weak
//! and ends early: any flat level from 0 to 2^damping − 1 is one that the recurrence keeps. Two rules are added to the
//! recurrence (docs/models.md §1a):
//!
//! - **Outlet.** After every step, each of the two grids loses half of its mean over all nodes, solid ones counting as 0,
//!   where that is at least a count: rounded away from 0, and the same from every open node. It is a scaling of both grids'
//!   levels by ½, so that level and rise both go.
//! - **Drain.** Where every count of both grids lies in 0..2^damping, no shift takes anything away any more, and a level would
//!   stay for ever. Then every count that is not 0 loses 1: a step ago too, so that it only sinks, but not where it rises, so
//!   that the rise loses 1 as well.
//!
//! Between walls a few nodes can still pass the same few counts to and fro for ever. A third rule ends that:
//!
//! - **Wear.** Where the highest wave, no higher than 2^(damping + 1), has not sunk from one span of 1024 steps to the next,
//!   with nothing happening to the water meanwhile, every count loses 1 a step toward 0 until it does.

use super::super::recurrence::{Surface, Waves};
use super::chequerboard::Chequerboard;
use crate::grid::Grid;

/// Watches for waves that neither sink nor rise.
#[derive(Clone, Debug, Default)]
pub(super) struct Standstill {
    /// Steps of this span so far.
    steps: u32,
    /// The highest wave of this span, and of the one before, in counts.
    highest: i32,
    before: Option<i32>,
    wears: bool,
}

impl Standstill {
    /// Steps in a span.
    const SPAN: u32 = 1024;

    /// Forgets what it has seen: something happened to the water.
    pub(super) fn disturbed(&mut self) {
        *self = Self::default();
    }

    /// Looks at the waves after a step, and wears them down where they stand still.
    pub(super) fn watch(&mut self, waves: &mut Waves, damping: u32) {
        let extents = waves.current.extents.iter();
        let highest = extents.map(|extent| i32::from(extent.high).max(-i32::from(extent.low)));
        self.highest = self.highest.max(highest.max().unwrap_or(0));
        if self.wears {
            wear(waves);
        }
        self.steps += 1;
        if self.steps == Self::SPAN {
            let stands = self.before.is_some_and(|before| self.highest >= before);
            self.wears = stands && self.highest <= 2 << damping;
            self.before = Some(std::mem::take(&mut self.highest));
            self.steps = 0;
        }
    }
}

/// Takes 1 from every count that is not 0, toward 0.
fn wear(waves: &mut Waves) {
    for surface in waves.both() {
        for row in 0..surface.counts.rows() {
            if !surface.extents[row].is_calm() {
                surface.change(row, |counts| {
                    for count in counts {
                        *count -= count.signum();
                    }
                });
            }
        }
    }
}

/// The sums of the counts on either colour of a chequerboard, that of the first node and the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) even: i64,
    pub(super) odd: i64,
}

impl Sums {
    pub(super) fn of(surface: &Surface) -> Self {
        let counts = &surface.counts;
        let mut sums = Self::default();
        for row in (0..counts.rows()).filter(|&row| !surface.extents[row].is_calm()) {
            // Lane by lane, for vectors.
            let mut lanes = [0_i32; 8];
            let chunks = counts.row(row).chunks_exact(8);
            let rest = chunks.remainder();
            for chunk in chunks {
                for (lane, &count) in lanes.iter_mut().zip(chunk) {
                    *lane += i32::from(count);
                }
            }
            for (lane, &count) in lanes.iter_mut().zip(rest) {
                *lane += i32::from(count);
            }
            let of = |first: usize| {
                lanes
                    .iter()
                    .skip(first)
                    .step_by(2)
                    .map(|&sum| i64::from(sum))
                    .sum::<i64>()
            };
            sums.even += of(row % 2);
            sums.odd += of(1 - row % 2);
        }
        sums
    }
}

/// Takes off a surface's chequerboard, where one is given, and lets half of its mean out; `open` is 1 where water can move.
pub(super) fn level(surface: &mut Surface, chequerboard: Option<&Chequerboard>, open: &Grid<f32>) {
    let mut sums = Sums::of(surface);
    if chequerboard.is_some_and(|board| board.level_out(surface, sums, open)) {
        sums = Sums::of(surface);
    }
    let mean = (sums.even + sums.odd) / surface.counts.cells().len() as i64;
    // Rounded away from 0. The mean of 16-bit counts is one.
    let loss = ((mean + mean.signum()) / 2) as i16;
    if loss != 0 {
        change(surface, open, |count| count.saturating_sub(loss));
    }
}

/// Drains the water after a step, where the shift takes nothing any more.
pub(super) fn drain_what_stays(waves: &mut Waves, damping: u32) {
    let lost_nothing = |surface: &Surface| {
        let mut extents = surface.extents.iter();
        extents.all(|extent| extent.low == 0 && i32::from(extent.high) < 1 << damping)
    };
    if lost_nothing(&waves.current) && lost_nothing(&waves.previous) {
        drain(waves);
    }
}

/// Takes 1 from every count that is not 0, where none is negative.
fn drain(waves: &mut Waves) {
    let Waves {
        current, previous, ..
    } = waves;
    for row in 0..current.counts.rows() {
        let now = current.counts.row(row);
        previous.change(row, |counts| {
            for (before, &now) in counts.iter_mut().zip(now) {
                if *before >= now {
                    *before = (*before - 1).max(0);
                }
            }
        });
        current.change(row, |counts| {
            for count in counts {
                *count = (*count - 1).max(0);
            }
        });
    }
}

/// Changes the count of every open node.
fn change(surface: &mut Surface, open: &Grid<f32>, change: impl Fn(i16) -> i16) {
    for row in 0..surface.counts.rows() {
        surface.change(row, |counts| {
            for (count, &open) in counts.iter_mut().zip(open.row(row)) {
                // Both ways computed, for vectors to choose from.
                let changed = change(*count);
                *count = if open > 0.0 { changed } else { *count };
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bring_to_level(waves: &mut Waves, open: &Grid<f32>, damping: u32) {
        let chequerboard = Chequerboard::new(open);
        for surface in waves.both() {
            super::level(surface, Some(&chequerboard), open);
        }
        drain_what_stays(waves, damping);
    }

    fn level(now: i16, before: i16) -> (Waves, Grid<f32>) {
        let mut waves = Waves::new(5, 4, 0);
        for (surface, count) in waves.both().into_iter().zip([now, before]) {
            for row in 0..4 {
                surface.change(row, |counts| counts.fill(count));
            }
        }
        (waves, Grid::new(5, 4, 1.0))
    }

    #[test]
    fn the_outlet_takes_half_of_the_mean_from_either_grid() {
        for (count, left) in [(100, 50), (7, 3), (-100, -50), (-7, -3), (-1, 0)] {
            let (mut waves, open) = level(count, -count);
            bring_to_level(&mut waves, &open, 1);
            assert_eq!(waves.current.counts[(2, 2)], left, "{count}");
            assert_eq!(waves.previous.counts[(2, 2)], -left, "{count}");
        }
    }

    #[test]
    fn the_outlet_leaves_what_is_inside_walls() {
        let (mut waves, mut open) = level(40, 40);
        open[(1, 1)] = 0.0;
        waves.current.change(1, |counts| counts[1] = 0);
        bring_to_level(&mut waves, &open, 1);
        // The mean of 19 times 40 and one 0 is 38.
        assert_eq!(waves.current.counts[(0, 0)], 21);
        assert_eq!(waves.current.counts[(1, 1)], 0);
    }

    #[test]
    fn the_drain_waits_until_no_shift_takes_anything_and_slows_what_rises() {
        let one = |now: i16, before: i16, damping| {
            let (mut waves, open) = level(0, 0);
            waves.current.change(1, |counts| counts[1] = now);
            waves.previous.change(1, |counts| counts[1] = before);
            bring_to_level(&mut waves, &open, damping);
            let [now, before] = waves.both().map(|surface| surface.counts[(1, 1)]);
            (now, before)
        };
        assert_eq!(one(3, 3, 2), (2, 2));
        assert_eq!(one(1, 3, 2), (0, 2));
        assert_eq!(one(3, 1, 2), (2, 1));
        assert_eq!(one(0, 1, 2), (0, 0));
        assert_eq!(one(4, 3, 2), (4, 3), "the shift takes 1");
        assert_eq!(one(3, -1, 2), (3, -1), "it takes −1");
    }
}
