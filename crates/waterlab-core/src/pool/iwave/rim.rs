//! Walls in iWave: a factor for every cell, softened around solid cells (docs/models.md §6).
//!
//! Each solid cell multiplies its neighbourhood of 3 × 3 cells by
//!
//! ```text
//! 0.75  0.5  0.75
//! 0.5   0    0.5
//! 0.75  0.5  0.75
//! ```
//!
//! and mask values between ½ and 1 are used as they are.

use crate::grid::Grid;
use crate::pool::Obstruction;

/// The factors of the cells, from 0 (solid) to 1 (open).
pub(super) fn rim(obstruction: &Obstruction) -> Grid<f32> {
    let size = obstruction.size();
    let mut rim = obstruction.cells().clone();
    for row in 0..size.rows() {
        for column in 0..size.columns() {
            if obstruction.is_solid(column, row) {
                paint(&mut rim, column, row);
            }
        }
    }
    rim
}

fn paint(rim: &mut Grid<f32>, column: usize, row: usize) {
    for z in row.saturating_sub(1)..(row + 2).min(rim.rows()) {
        for x in column.saturating_sub(1)..(column + 2).min(rim.columns()) {
            rim[(x, z)] *= match (x == column, z == row) {
                (true, true) => 0.0,
                (false, false) => 0.75,
                _ => 0.5,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Fraction, Obstacle, Size};

    fn post(size: Size, u: f64, v: f64) -> Obstruction {
        let mut obstruction = Obstruction::open(size);
        obstruction.add(&Obstacle::Disc {
            at: Fraction::new(u, v).unwrap(),
            radius: 0.9,
        });
        obstruction
    }

    #[test]
    fn a_single_post_is_the_brush_and_neighbours_multiply() {
        let size = Size::new(7, 5).unwrap();
        let mut obstruction = post(size, 0.5, 0.5);
        let single = rim(&obstruction);
        assert_eq!(single.row(1), [1.0, 1.0, 0.75, 0.5, 0.75, 1.0, 1.0]);
        assert_eq!(single.row(2), [1.0, 1.0, 0.5, 0.0, 0.5, 1.0, 1.0]);
        obstruction.add(&Obstacle::Disc {
            at: Fraction::new(0.65, 0.5).unwrap(),
            radius: 0.9,
        });
        let double = rim(&obstruction);
        assert_eq!(double.row(1), [1.0, 1.0, 0.75, 0.375, 0.375, 0.75, 1.0]);
        assert_eq!(double.row(2), [1.0, 1.0, 0.5, 0.0, 0.0, 0.5, 1.0]);
    }

    #[test]
    fn a_corner_is_clipped() {
        let size = Size::new(4, 3).unwrap();
        let corner = rim(&post(size, 0.0, 0.0));
        assert_eq!(corner.row(0), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(corner.row(1), [0.5, 0.75, 1.0, 1.0]);
    }

    #[test]
    fn the_grey_of_a_mask_is_taken_as_it_is_down_to_a_half() {
        let size = Size::new(5, 3).unwrap();
        let greys = Grid::from_fn(5, 3, |column, _| [1.0, 0.9, 0.6, 1.0, 1.0][column]);
        let mut obstruction = Obstruction::open(size);
        obstruction.add(&Obstacle::Mask(std::sync::Arc::new(greys)));
        let factors = rim(&obstruction);
        assert_eq!(factors.row(1), [1.0, 0.9, 0.6, 1.0, 1.0]);
    }
}
