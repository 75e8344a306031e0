//! Restores the coarse ripple's level: an outlet and a drain.
//!
//! With fixed edges the ripple returns to the level of the edges. Free edges leave it to the damping shift alone, which is weak
//! and stops early: the recurrence keeps any flat level from 0 to 2^damping − 1. Two rules are added to the
//! recurrence (docs/models.md §1a):
//!
//! - **Outlet.** After every step, each of the two grids loses half of its mean over all nodes, solid ones counting as 0,
//!   where that is at least a count: rounded away from 0, and the same from every open node. It scales the levels of both grids
//!   by ½, so that both the level and its rise vanish.
//! - **Drain.** Where every count of both grids lies in 0..2^damping, no shift takes anything away any more, and a level would
//!   stay for ever. Then every count that is not 0 loses 1: in the previous grid too, so that it only sinks, but not where it rises, so
//!   that the rise loses 1 as well.
//!
//! Between walls a few nodes can still pass the same few counts to and fro for ever. A third rule ends that:
//!
//! - **Wear.** Where the highest wave, no higher than 2^(damping + 1), has not sunk from one interval of 1024 steps to the next,
//!   without any disturbance meanwhile, every count loses 1 a step toward 0 until it does.

use super::super::recurrence::{Surface, Waves};
use super::chequerboard::Chequerboard;
use super::edges::Edges;
use crate::threads::for_each_target;

/// Detects waves that neither sink nor rise.
#[derive(Clone, Debug, Default)]
pub(super) struct Standstill {
    /// Steps in the current interval so far.
    steps: u32,
    /// The highest wave of this interval and of the one before, counts.
    highest: i32,
    before: Option<i32>,
    wears: bool,
}

impl Standstill {
    /// Steps per interval.
    const SPAN: u32 = 1024;

    /// Its state, as numbers.
    pub(super) fn numbers(&self) -> [i32; 4] {
        [
            self.steps as i32,
            self.highest,
            self.before.unwrap_or(-1),
            i32::from(self.wears),
        ]
    }

    /// Restores what [`Self::numbers`] returned; `None` if the numbers are not a valid state.
    pub(super) fn from_numbers([steps, highest, before, wears]: [i32; 4]) -> Option<Self> {
        let heights = -1..=1 << 15;
        let fits = (0..Self::SPAN as i32).contains(&steps)
            && heights.contains(&highest)
            && heights.contains(&before);
        fits.then_some(Self {
            steps: steps as u32,
            highest,
            before: (before >= 0).then_some(before),
            wears: wears != 0,
        })
    }

    /// Resets the detection after a disturbance.
    pub(super) fn disturbed(&mut self) {
        *self = Self::default();
    }

    /// Observes the waves after a step, and wears them down if they stand still. Returns whether it did.
    pub(super) fn watch(&mut self, waves: &mut Waves, damping: u32) -> bool {
        let extents = waves.current.extents.iter();
        let highest = extents.map(|extent| i32::from(extent.high).max(-i32::from(extent.low)));
        self.highest = self.highest.max(highest.max().unwrap_or(0));
        let wears = self.wears;
        if wears {
            wear(waves);
        }
        self.steps += 1;
        if self.steps == Self::SPAN {
            let stands = self.before.is_some_and(|before| self.highest >= before);
            self.wears = stands && self.highest <= 2 << damping;
            self.before = Some(std::mem::take(&mut self.highest));
            self.steps = 0;
        }
        wears
    }
}

/// Moves every count that is not 0 by 1 toward 0.
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

/// The sums of the counts on the two colours of a chequerboard: first that of the first node, then the other.
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
            let [even, odd] = of_columns(counts.row(row)).map(i64::from);
            let (even, odd) = if row % 2 == 0 {
                (even, odd)
            } else {
                (odd, even)
            };
            sums.even += even;
            sums.odd += odd;
        }
        sums
    }

    /// The sum of all counts.
    pub(super) fn total(self) -> i64 {
        self.even + self.odd
    }
}

/// Number of counts that are added at a time.
const LANES: usize = 32;

for_each_target! {
    /// The sums of the counts in the even columns of a row and in the odd ones.
    fn of_columns(row: &[i16]) -> [i32; 2] {
        let mut lanes = [0_i32; LANES];
        let (chunks, rest) = row.as_chunks::<LANES>();
        for chunk in chunks {
            for i in 0..LANES {
                lanes[i] += i32::from(chunk[i]);
            }
        }
        for i in 0..rest.len() {
            lanes[i] += i32::from(rest[i]);
        }
        let mut sums = [0; 2];
        for i in 0..LANES {
            sums[i % 2] += lanes[i];
        }
        sums
    }
}

for_each_target! {
    /// The sum of the counts of a row.
    pub(super) fn sum(row: &[i16]) -> i32 {
        let mut sum = 0;
        for &count in row {
            sum += i32::from(count);
        }
        sum
    }
}

for_each_target! {
    /// Subtracts `loss` from every count, saturating.
    fn lower(row: &mut [i16], loss: i16) {
        for count in row {
            *count = count.saturating_sub(loss);
        }
    }
}

/// Removes a surface's chequerboard.
pub(super) fn level_chequerboard(
    surface: &mut Surface,
    chequerboard: &Chequerboard,
    edges: &Edges,
) {
    let sums = Sums::of(surface);
    chequerboard.level_out(surface, sums, edges.open());
}

/// The outlet: removes half of the mean of a surface whose counts have this sum. Returns the sum afterwards.
pub(super) fn let_out(surface: &mut Surface, sum: i64, edges: &Edges) -> i64 {
    let cells = surface.counts.cells().len() as i64;
    let mean = sum / cells;
    // Rounded away from 0. The mean of 16-bit counts fits in 16 bits.
    let loss = ((mean + mean.signum()) / 2) as i16;
    if loss == 0 {
        return sum;
    }
    let extents = surface.extents.iter();
    let saturates = extents.copied().any(|extent| {
        extent.low.checked_sub(loss).is_none() || extent.high.checked_sub(loss).is_none()
    });
    let open = edges.open();
    let all_open = edges.open_nodes() == cells;
    for row in 0..surface.counts.rows() {
        surface.change(row, |counts| {
            if all_open {
                lower(counts, loss);
                return;
            }
            for (count, &open) in counts.iter_mut().zip(open.row(row)) {
                if open > 0.0 {
                    *count = count.saturating_sub(loss);
                }
            }
        });
    }
    if saturates {
        Sums::of(surface).total()
    } else {
        sum - i64::from(loss) * edges.open_nodes()
    }
}

/// The drain: drains the water after a step if the shift takes nothing any more. Returns whether it did.
pub(super) fn drain_what_stays(waves: &mut Waves, damping: u32) -> bool {
    let lost_nothing = |surface: &Surface| {
        let mut extents = surface.extents.iter();
        extents.all(|extent| extent.low == 0 && i32::from(extent.high) < 1 << damping)
    };
    let drains = lost_nothing(&waves.current) && lost_nothing(&waves.previous);
    if drains {
        drain(waves);
    }
    drains
}

/// Subtracts 1 from every count that is not 0, if none is negative.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    fn bring_to_level(waves: &mut Waves, edges: &Edges, damping: u32) {
        let chequerboard = Chequerboard::new(edges.open());
        for surface in waves.both() {
            level_chequerboard(surface, &chequerboard, edges);
            let sum = Sums::of(surface).total();
            let left = let_out(surface, sum, edges);
            assert_eq!(left, Sums::of(surface).total());
        }
        drain_what_stays(waves, damping);
    }

    fn level(now: i16, before: i16) -> (Waves, Edges) {
        let mut waves = Waves::new(5, 4, 0);
        for (surface, count) in waves.both().into_iter().zip([now, before]) {
            for row in 0..4 {
                surface.change(row, |counts| counts.fill(count));
            }
        }
        (waves, Edges::new(&Grid::new(5, 4, false), false))
    }

    #[test]
    fn the_outlet_takes_half_of_the_mean_from_either_grid() {
        for (count, left) in [(100, 50), (7, 3), (-100, -50), (-7, -3), (-1, 0)] {
            let (mut waves, edges) = level(count, -count);
            bring_to_level(&mut waves, &edges, 1);
            assert_eq!(waves.current.counts[(2, 2)], left, "{count}");
            assert_eq!(waves.previous.counts[(2, 2)], -left, "{count}");
        }
    }

    #[test]
    fn what_is_left_is_known_at_the_ends_of_the_counts_too() {
        let (mut waves, edges) = level(30_000, -30_000);
        waves.current.change(2, |counts| counts.fill(-32_768));
        waves.previous.change(2, |counts| counts.fill(32_767));
        bring_to_level(&mut waves, &edges, 1);
        assert_eq!(waves.current.counts[(0, 2)], -32_768);
        assert_eq!(waves.previous.counts[(0, 2)], 32_767);
    }

    #[test]
    fn the_outlet_leaves_what_is_inside_walls() {
        let (mut waves, _) = level(40, 40);
        let solid = Grid::from_fn(5, 4, |column, row| (column, row) == (1, 1));
        let edges = Edges::new(&solid, false);
        for surface in waves.both() {
            surface.change(1, |counts| counts[1] = 0);
        }
        bring_to_level(&mut waves, &edges, 1);
        // The mean of 19 times 40 and one 0 is 38.
        assert_eq!(waves.current.counts[(0, 0)], 21);
        assert_eq!(waves.current.counts[(1, 1)], 0);
    }

    #[test]
    fn the_drain_waits_until_no_shift_takes_anything_and_slows_what_rises() {
        let one = |now: i16, before: i16, damping| {
            let (mut waves, edges) = level(0, 0);
            waves.current.change(1, |counts| counts[1] = now);
            waves.previous.change(1, |counts| counts[1] = before);
            bring_to_level(&mut waves, &edges, damping);
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
