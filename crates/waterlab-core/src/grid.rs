//! `Grid<T>`: the 2-D array that all modules share.
//!
//! Columns run along x, rows along z, storage is row-major with row 0 first (docs/models.md §0). Heights, slopes,
//! obstructions and pictures are all grids; the owner of a grid documents what a cell holds.

mod halved;
mod resampled;

pub use halved::{Weighted, mean_of_bytes, mean_of_floats};

/// A 2-D array of `columns × rows` values, row-major, row 0 first. Both sides are at least 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid<T> {
    columns: usize,
    rows: usize,
    cells: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid of `columns × rows` copies of `value`. A side of 0 becomes 1, so that a grid is never empty.
    pub fn new(columns: usize, rows: usize, value: T) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        Self {
            columns,
            rows,
            cells: vec![value; columns * rows],
        }
    }

    /// Sets every cell to `value`.
    pub fn fill(&mut self, value: T) {
        self.cells.fill(value);
    }
}

impl<T> Grid<T> {
    /// Makes a grid of `cells`, row-major. Returns `None` unless there are exactly `columns × rows ≥ 1` of them.
    pub fn from_cells(columns: usize, rows: usize, cells: Vec<T>) -> Option<Self> {
        let fits =
            columns > 0 && columns.checked_mul(rows) == Some(cells.len()) && !cells.is_empty();
        fits.then_some(Self {
            columns,
            rows,
            cells,
        })
    }

    /// A grid whose cell (column, row) is `f(column, row)`; sides as in [`Grid::new`].
    pub fn from_fn(columns: usize, rows: usize, mut f: impl FnMut(usize, usize) -> T) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| f(column, row)));
        }
        Self {
            columns,
            rows,
            cells,
        }
    }

    /// Number of cells along x.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of cells along z.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// All cells, row-major.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// All cells, row-major.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// One row, `columns` long. Panics when `row >= rows`.
    pub fn row(&self, row: usize) -> &[T] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// One row, `columns` long. Panics when `row >= rows`.
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.cells[row * self.columns..][..self.columns]
    }

    /// The cell at (column, row), or `None` outside the grid.
    pub fn get(&self, column: usize, row: usize) -> Option<&T> {
        (column < self.columns && row < self.rows)
            .then(|| self.cells.get(row * self.columns + column))
            .flatten()
    }

    /// Consumes the grid and returns its cells, row-major.
    pub fn into_cells(self) -> Vec<T> {
        self.cells
    }
}

impl<T: Copy> Grid<T> {
    /// The cell nearest to (column, row): coordinates outside the grid are clamped to its edge.
    pub fn clamped(&self, column: i64, row: i64) -> T {
        let column = column.clamp(0, self.columns as i64 - 1) as usize;
        let row = row.clamp(0, self.rows as i64 - 1) as usize;
        self.cells[row * self.columns + column]
    }
}

impl Grid<f32> {
    /// Whether every cell is a finite number.
    pub fn is_finite(&self) -> bool {
        // Infinities and NaN have all exponent bits set. Unlike an early-exit search, this maximum vectorises.
        let largest = self.cells.iter().map(|cell| cell.to_bits() << 1).max();
        largest.is_none_or(|largest| largest < f32::INFINITY.to_bits() << 1)
    }
}

impl<T> std::ops::Index<(usize, usize)> for Grid<T> {
    type Output = T;

    /// The cell at (column, row). Panics outside the grid.
    fn index(&self, (column, row): (usize, usize)) -> &T {
        &self.row(row)[column]
    }
}

impl<T> std::ops::IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (column, row): (usize, usize)) -> &mut T {
        &mut self.row_mut(row)[column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn storage_is_row_major_with_row_0_first() {
        let grid = Grid::from_fn(3, 2, |column, row| 10 * row + column);
        assert_eq!(grid.cells(), [0, 1, 2, 10, 11, 12]);
        assert_eq!(grid[(2, 1)], 12);
        assert_eq!(grid.row(1), [10, 11, 12]);
    }

    #[test]
    fn a_wrong_number_of_cells_makes_no_grid() {
        assert!(Grid::from_cells(2, 2, vec![0; 3]).is_none());
        assert!(Grid::from_cells(0, 0, Vec::<i32>::new()).is_none());
        assert!(Grid::from_cells(usize::MAX, 2, vec![0; 3]).is_none());
        assert!(Grid::from_cells(2, 2, vec![0; 4]).is_some());
    }

    #[test]
    fn a_grid_is_finite_unless_one_cell_is_not() {
        let with = |cell: f32| Grid::from_cells(3, 1, vec![0.0, cell, -1.0]).unwrap();
        for cell in [f32::MAX, f32::MIN, -0.0, f32::MIN_POSITIVE] {
            assert!(with(cell).is_finite(), "{cell}");
        }
        for cell in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!with(cell).is_finite(), "{cell}");
        }
    }

    #[test]
    fn get_stays_in_its_row_and_clamped_stays_in_the_grid() {
        let grid = Grid::from_fn(3, 2, |column, row| (column, row));
        assert_eq!(grid.get(3, 0), None);
        assert_eq!(grid.get(0, 2), None);
        assert_eq!(grid.get(0, usize::MAX), None);
        assert_eq!(grid.clamped(-5, 9), (0, 1));
        assert_eq!(grid.clamped(7, -1), (2, 0));
    }
}
