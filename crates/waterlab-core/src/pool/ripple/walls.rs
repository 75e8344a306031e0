//! Walls in the integer recurrence: solid cells hold 0, as the border does, and a crest returns as a trough.

use crate::grid::Grid;
use crate::pool::Obstruction;
use crate::pool::recurrence::Surface;

/// The solid cells, in a form that is fast to apply to a surface.
#[derive(Clone)]
pub(super) struct Walls {
    /// All bits set in water, 0 in solid cells.
    mask: Grid<i16>,
    /// The rows that contain a wall.
    rows: Vec<usize>,
}

impl Walls {
    /// The solid cells of `obstruction`, if there are any.
    pub(super) fn new(obstruction: &Obstruction) -> Option<Self> {
        let size = obstruction.size();
        let mask = Grid::from_fn(size.columns(), size.rows(), |column, row| {
            if obstruction.is_solid(column, row) {
                0
            } else {
                -1
            }
        });
        let rows: Vec<_> = (0..size.rows())
            .filter(|&row| mask.row(row).contains(&0))
            .collect();
        (!rows.is_empty()).then_some(Self { mask, rows })
    }

    /// Sets the solid cells of `surface` to 0.
    pub(super) fn flatten(&self, surface: &mut Surface) {
        for &row in &self.rows {
            if surface.extents[row].is_calm() {
                continue;
            }
            surface.change(row, |counts| {
                for (count, mask) in counts.iter_mut().zip(self.mask.row(row)) {
                    *count &= mask;
                }
            });
        }
    }
}
