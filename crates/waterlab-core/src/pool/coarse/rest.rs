//! Brings the coarse ripple to rest: an outlet and wear.
//!
//! With fixed edges the ripple returns to the level of the edges. Free edges leave it to the damping shift alone, which is weak
//! and stops early: the recurrence keeps any flat level from 0 to 2^damping − 1, and between walls a few nodes can pass the same few
//! counts to and fro for ever. Two rules are added to the recurrence (docs/models.md §1a):
//!
//! - **Outlet.** After every step, each of the two grids loses half of its mean over all nodes, solid ones counting as 0,
//!   where that is at least a count: rounded away from 0, and the same from every open node. It scales the levels of both grids
//!   by ½, so that both the level and its rise vanish.
//! - **Wear.** In every [`WEAR`]th step, each count of both grids moves by 1 toward 0.

use super::super::recurrence::{Surface, Waves};
use super::edges::Edges;
use crate::threads::for_each_target;

/// Steps between two steps that wear the waves.
pub(super) const WEAR: u32 = 32;

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

/// The sum of all counts.
pub(super) fn total(surface: &Surface) -> i64 {
    let rows = surface.extents.iter().enumerate();
    let moving = rows.filter(|(_, extent)| !extent.is_calm());
    moving
        .map(|(row, _)| i64::from(sum(surface.counts.row(row))))
        .sum()
}

/// Moves every count that is not 0 by 1 toward 0.
pub(super) fn wear(waves: &mut Waves) {
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
        total(surface)
    } else {
        sum - i64::from(loss) * edges.open_nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    fn let_out_of_both(waves: &mut Waves, edges: &Edges) {
        for surface in waves.both() {
            let residual = let_out(surface, total(surface), edges);
            assert_eq!(residual, total(surface));
        }
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
        for (count, residual) in [(100, 50), (7, 3), (-100, -50), (-7, -3), (-1, 0)] {
            let (mut waves, edges) = level(count, -count);
            let_out_of_both(&mut waves, &edges);
            assert_eq!(waves.current.counts[(2, 2)], residual, "{count}");
            assert_eq!(waves.previous.counts[(2, 2)], -residual, "{count}");
        }
    }

    #[test]
    fn what_is_left_is_known_at_the_ends_of_the_counts_too() {
        let (mut waves, edges) = level(30_000, -30_000);
        waves.current.change(2, |counts| counts.fill(-32_768));
        waves.previous.change(2, |counts| counts.fill(32_767));
        let_out_of_both(&mut waves, &edges);
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
        let_out_of_both(&mut waves, &edges);
        // The mean of 19 times 40 and one 0 is 38.
        assert_eq!(waves.current.counts[(0, 0)], 21);
        assert_eq!(waves.current.counts[(1, 1)], 0);
    }

    #[test]
    fn wear_takes_1_from_whatever_is_not_0() {
        let (mut waves, _) = level(1, -2);
        waves.current.change(2, |counts| counts.fill(-32_768));
        wear(&mut waves);
        assert_eq!(waves.current.counts.row(1), [0; 5]);
        assert_eq!(waves.current.counts.row(2), [-32_767; 5]);
        assert_eq!(waves.previous.counts.row(1), [-1; 5]);
        wear(&mut waves);
        assert!(waves.previous.is_calm());
    }
}
