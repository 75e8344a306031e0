//! What keeps the coarse ripple's chequerboard down: the shortest wave there is, up and down from node to node.
//!
//! At C = ½ the recurrence has a double root for it: with c its amplitude, c⁺ = −2c − c⁻, whose solutions are (−1)ⁿ·(A + B·n).
//! Between fixed edges no wave is quite that short. Free edges bear it, and it grows with every step as far as counts go, unless
//! the damping shift is quicker. One rule is added to §1a: in every eighth step, each of the two grids loses its chequerboard,
//! the mean of all nodes with the sign (−1)^(column + row), where that is at least a count.

use super::super::recurrence::{Surface, Waves};
use crate::grid::Grid;

/// Steps from one look to the next.
const PAUSE: u32 = 8;

/// Counts the steps to the next look.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chequerboard {
    steps: u32,
}

impl Chequerboard {
    /// To be called once a step; `open` is 1 where water can be.
    pub(super) fn after_step(&mut self, waves: &mut Waves, open: &Grid<f32>) {
        self.steps = (self.steps + 1) % PAUSE;
        if self.steps != 0 {
            return;
        }
        for surface in waves.both() {
            let mean = mean(surface);
            if mean != 0 {
                take(surface, open, mean);
            }
        }
    }
}

/// The mean of the counts with the signs of a chequerboard, rounded toward 0; solid nodes count as 0.
fn mean(surface: &Surface) -> i16 {
    let counts = &surface.counts;
    let of_row = |row: usize| -> i64 {
        let mut signed = 0_i32;
        let pairs = counts.row(row).chunks_exact(2);
        let odd = pairs
            .remainder()
            .first()
            .map_or(0, |&count| i32::from(count));
        for pair in pairs {
            signed += i32::from(pair[0]) - i32::from(pair[1]);
        }
        let sum = i64::from(signed + odd);
        if row % 2 == 0 { sum } else { -sum }
    };
    let rows = (0..counts.rows()).filter(|&row| !surface.extents[row].is_calm());
    (rows.map(of_row).sum::<i64>() / counts.cells().len() as i64) as i16
}

/// Takes a chequerboard of this height from every open node.
fn take(surface: &mut Surface, open: &Grid<f32>, mean: i16) {
    for row in 0..surface.counts.rows() {
        let open = open.row(row);
        surface.change(row, |counts| {
            for (column, (count, &open)) in counts.iter_mut().zip(open).enumerate() {
                if open > 0.0 {
                    let here = if (column + row) % 2 == 0 { mean } else { -mean };
                    *count = count.saturating_sub(here);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chequerboard_goes_and_all_else_stays() {
        for (columns, rows) in [(6, 5), (7, 4), (3, 3)] {
            let mut waves = Waves::new(columns, rows, 0);
            let sign = |column: usize, row: usize| if (column + row) % 2 == 0 { 1 } else { -1 };
            // A slope has next to no chequerboard of its own.
            let slope = |column: usize| 3 * column as i16;
            for row in 0..rows {
                waves.current.change(row, |counts| {
                    for (column, count) in counts.iter_mut().enumerate() {
                        *count = slope(column) + 500 * sign(column, row);
                    }
                });
            }
            let open = Grid::new(columns, rows, 1.0);
            let mut chequerboard = Chequerboard::default();
            for _ in 0..PAUSE {
                chequerboard.after_step(&mut waves, &open);
            }
            for row in 0..rows {
                for column in 0..columns {
                    let left = waves.current.counts[(column, row)] - slope(column);
                    assert!(left.abs() <= 60, "{columns} × {rows}: {left} of 500");
                }
            }
            assert!(waves.previous.is_calm());
        }
    }
}
