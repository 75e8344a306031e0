//! Hidden water around a pool with absorbing edges: the pool is a window on unbounded water (docs/models.md §5a).
//!
//! Next to the pool lies plain water, wide enough for any stone that falls near the edge; beyond it the absorbing
//! [`super::layer`]. A wave leaves the window as it would in open water, and a stone that falls half outside is simulated whole.

use super::layer::THICKNESS;
use crate::grid::Grid;
use crate::pool::Size;

/// Minimum width of plain water, cells.
const NARROWEST: usize = 16;

/// Maximum width of plain water, cells: disturbances are clipped beyond it.
const WIDEST: usize = 512;

/// Width of the hidden water on every side of a pool, cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Margin {
    plain: usize,
}

impl Margin {
    /// The margin for disturbances that extend `reach` cells beyond the edges of a pool.
    pub(super) fn for_reach(reach: f64, size: Size) -> Self {
        let longer = size.columns().max(size.rows());
        let widest = longer.clamp(NARROWEST, WIDEST);
        let plain = (reach.ceil() as usize).clamp(NARROWEST, widest);
        Self {
            plain: plain.next_multiple_of(NARROWEST).min(widest),
        }
    }

    /// The margin of this many cells in all; `None` if that is not a valid width.
    pub(super) fn of_cells(cells: usize, size: Size) -> Option<Self> {
        let plain = cells.checked_sub(THICKNESS)?;
        let margin = Self::for_reach(plain as f64, size);
        (margin.plain == plain).then_some(margin)
    }

    /// Its width, plain water and layer.
    pub(super) fn cells(self) -> usize {
        self.plain + THICKNESS
    }

    /// A pool with hidden water around it, whose height falls to 0 before the layer begins, so that the layer has nothing to
    /// absorb.
    pub(super) fn surround(self, pool: &Grid<f32>) -> Grid<f32> {
        let margin = self.cells() as i64;
        let beyond = |at: i64, count: usize| (-at).max(at + 1 - count as i64).max(0);
        let (columns, rows) = (pool.columns(), pool.rows());
        let both = 2 * self.cells();
        Grid::from_fn(columns + both, rows + both, |column, row| {
            let (column, row) = (column as i64 - margin, row as i64 - margin);
            let away = beyond(column, columns).max(beyond(row, rows)) as f32;
            let way = (away / self.plain as f32).min(1.0);
            pool.clamped(column, row) * (0.5 + 0.5 * (std::f32::consts::PI * way).cos())
        })
    }
}

/// Copies the middle of `from` to `to`, or `from` to the middle of `to`, whichever is smaller.
pub(super) fn copy_middle(from: &Grid<f32>, to: &mut Grid<f32>) {
    let (columns, rows) = (from.columns().min(to.columns()), from.rows().min(to.rows()));
    let place = |grid: &Grid<f32>| ((grid.columns() - columns) / 2, (grid.rows() - rows) / 2);
    let (source, target) = (place(from), place(to));
    for row in 0..rows {
        let cells = &from.row(source.1 + row)[source.0..][..columns];
        to.row_mut(target.1 + row)[target.0..][..columns].copy_from_slice(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_wide_as_what_reaches_beyond_the_edge_within_bounds() {
        let size = Size::new(100, 40).unwrap();
        for (reach, plain) in [(-5.0, 16), (0.0, 16), (16.1, 32), (99.0, 100), (1e9, 100)] {
            assert_eq!(Margin::for_reach(reach, size).plain, plain, "{reach}");
        }
        let large = Size::new(4096, 8192).unwrap();
        assert_eq!(Margin::for_reach(f64::INFINITY, large).plain, 512);
    }

    #[test]
    fn hidden_water_goes_on_from_the_edge_and_lies_at_rest_where_the_layer_begins() {
        let pool = Grid::from_fn(5, 4, |column, row| 1.0 + (10 * row + column) as f32);
        let margin = Margin::for_reach(0.0, Size::new(5, 4).unwrap());
        let around = margin.surround(&pool);
        let edge = margin.cells();
        assert_eq!(
            (around.columns(), around.rows()),
            (5 + 2 * edge, 4 + 2 * edge)
        );
        assert_eq!(around[(edge + 2, edge + 3)], pool[(2, 3)]);
        let beside = around[(edge - 1, edge)] / pool[(0, 0)];
        assert!((0.98..1.0).contains(&beside), "{beside}");
        assert!(around[(THICKNESS - 1, edge)].abs() < 1e-6);
        let mut back = Grid::new(5, 4, 0.0);
        copy_middle(&around, &mut back);
        assert_eq!(back, pool);
    }
}
