//! A table of colours over the unit square, with bilinear interpolation.
//!
//! Node (i, j) of `columns × rows` stands at u = i/(columns − 1), v = j/(rows − 1), so that the first and the last ones lie on
//! the border of the square and what is read there is exact; between nodes it is bilinear.

use crate::grid::Grid;
use glam::Vec3;

/// Red, green and blue as a function of two numbers from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Table(Grid<Vec3>);

impl Table {
    /// Tabulates `f(u, v)`. At least 2 × 2 nodes.
    pub fn from_fn(columns: usize, rows: usize, mut f: impl FnMut(f32, f32) -> Vec3) -> Self {
        let unit = |index: usize, nodes: usize| index as f32 / (nodes - 1) as f32;
        Self(Grid::from_fn(columns, rows, |column, row| {
            f(unit(column, columns), unit(row, rows))
        }))
    }

    /// The value at (u, v), clamped to the square.
    pub fn at(&self, u: f32, v: f32) -> Vec3 {
        let (column, across) = place(u, self.0.columns());
        let (row, down) = place(v, self.0.rows());
        let along = |row: usize| {
            let row = self.0.row(row);
            row[column].lerp(row[column + 1], across)
        };
        along(row).lerp(along(row + 1), down)
    }
}

/// The node at or before a number from 0 to 1, never the last one, and the fraction of the distance to the next, 0 to 1.
fn place(unit: f32, nodes: usize) -> (usize, f32) {
    let place = unit.clamp(0.0, 1.0) * (nodes - 1) as f32;
    // A cast saturates and turns NaN to 0.
    let node = (place as usize).min(nodes - 2);
    (node, place - node as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bilinear_function_is_interpolated_exactly_and_clamped() {
        let f = |u: f32, v: f32| Vec3::new(u, 2.0 - v, u * v);
        let table = Table::from_fn(5, 3, f);
        for (u, v) in [
            (0.0, 0.0),
            (1.0, 1.0),
            (0.3, 0.9),
            (0.99, 0.01),
            (0.25, 0.5),
        ] {
            assert!(table.at(u, v).abs_diff_eq(f(u, v), 1e-6), "{u}, {v}");
        }
        assert_eq!(table.at(-3.0, 7.0), f(0.0, 1.0));
    }
}
