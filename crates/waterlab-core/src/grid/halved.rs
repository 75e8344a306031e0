//! Mip levels on the CPU: each level has half as many columns and rows, each cell the mean of the cells it covers, down to one cell.

use super::Grid;
use crate::threads::in_bands;

/// Maximum number of cells that a cell of the next level covers along an axis.
const COVERED: usize = 3;

/// A cell with its covered area, in units that are uniform over the grid.
pub type Weighted<T> = (T, u64);

impl<T: Copy + Send + Sync> Grid<T> {
    /// The grid of half as many columns and rows, each rounded down but at least 1. A cell is the `mean` of the cells that it covers:
    /// 2 along an axis of even length, 2 and a fraction along one of odd length.
    pub fn halved(&self, mean: impl Fn(&[Weighted<T>]) -> T + Sync) -> Self {
        let (columns, rows) = (self.columns(), self.rows());
        let (half_columns, half_rows) = ((columns / 2).max(1), (rows / 2).max(1));
        let mut half = Self::new(half_columns, half_rows, self.cells()[0]);
        in_bands(half.cells_mut(), half_columns, |first, band| {
            for (index, line) in band.chunks_mut(half_columns).enumerate() {
                let row = first + index;
                match (columns, rows) == (2 * half_columns, 2 * half_rows) {
                    true => halve_line([self.row(2 * row), self.row(2 * row + 1)], line, &mean),
                    false => self.cover_line(row, half_rows, line, &mean),
                }
            }
        });
        half
    }

    /// A row of as many as `half_rows`, of any sizes.
    fn cover_line(
        &self,
        row: usize,
        half_rows: usize,
        line: &mut [T],
        mean: impl Fn(&[Weighted<T>]) -> T,
    ) {
        let half_columns = line.len();
        let down = covered(row, half_rows, self.rows());
        for (column, cell) in line.iter_mut().enumerate() {
            let across = covered(column, half_columns, self.columns());
            let mut cells = [(*cell, 0); COVERED * COVERED];
            let mut count = 0;
            for (row, weight_down) in down.clone() {
                let line = self.row(row);
                for (column, weight_across) in across.clone() {
                    cells[count] = (line[column], weight_down * weight_across);
                    count += 1;
                }
            }
            *cell = mean(&cells[..count]);
        }
    }

    /// All mip levels after this one, from half the size down to 1 × 1.
    pub fn halvings(&self, mean: impl Fn(&[Weighted<T>]) -> T + Sync) -> Vec<Self> {
        let mut levels: Vec<Self> = Vec::new();
        loop {
            let last = levels.last().unwrap_or(self);
            if last.columns() == 1 && last.rows() == 1 {
                return levels;
            }
            levels.push(last.halved(&mean));
        }
    }
}

/// Halves two rows with twice as many cells each.
fn halve_line<T: Copy>(
    [upper, lower]: [&[T]; 2],
    line: &mut [T],
    mean: impl Fn(&[Weighted<T>]) -> T,
) {
    let covered = upper.chunks_exact(2).zip(lower.chunks_exact(2));
    for (cell, (upper, lower)) in line.iter_mut().zip(covered) {
        *cell = mean(&[(upper[0], 1), (upper[1], 1), (lower[0], 1), (lower[1], 1)]);
    }
}

/// The mean of bytes, rounded to the nearest.
pub fn mean_of_bytes(cells: &[Weighted<[u8; 4]>]) -> [u8; 4] {
    let mut sums = [0; 4];
    let mut total = 0;
    for (cell, weight) in cells {
        total += weight;
        for (sum, channel) in sums.iter_mut().zip(cell) {
            *sum += weight * u64::from(*channel);
        }
    }
    match total {
        // The common case, without a division.
        4 => sums.map(|sum| ((sum + 2) / 4) as u8),
        _ => sums.map(|sum| ((sum + total / 2) / total.max(1)) as u8),
    }
}

/// The mean of floats.
pub fn mean_of_floats(cells: &[Weighted<[f32; 4]>]) -> [f32; 4] {
    let total: u64 = cells.iter().map(|(_, weight)| weight).sum();
    let mut mean = [0.0; 4];
    for (cell, weight) in cells {
        let share = *weight as f32 / total.max(1) as f32;
        for (mean, channel) in mean.iter_mut().zip(cell) {
            *mean += share * channel;
        }
    }
    mean
}

/// The cells under cell `index` of `half`, each with the length it shares with it in units of 1/`half`; the lengths sum to `full`.
fn covered(index: usize, half: usize, full: usize) -> impl Iterator<Item = (usize, u64)> + Clone {
    let (start, end) = (index * full, (index + 1) * full);
    (start / half..end.div_ceil(half)).map(move |cell| {
        let length = end.min((cell + 1) * half) - start.max(cell * half);
        (cell, length as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halving_keeps_the_mean_of_any_grid(
            columns in 1_usize..40,
            rows in 1_usize..40,
            seed in any::<u64>(),
        ) {
            let cell = |column: usize, row: usize| {
                let bits = seed.rotate_left((7 * column + 11 * row) as u32 % 64) ^ (column * 31 + row * 17) as u64;
                (bits % 1000) as f64
            };
            let grid = Grid::from_fn(columns, rows, cell);
            let mean = |cells: &[Weighted<f64>]| {
                let total: u64 = cells.iter().map(|(_, weight)| weight).sum();
                cells.iter().map(|(cell, weight)| cell * *weight as f64).sum::<f64>() / total as f64
            };
            let whole = grid.cells().iter().sum::<f64>() / (columns * rows) as f64;
            let levels = grid.halvings(mean);
            prop_assert_eq!(levels.len(), columns.max(rows).ilog2() as usize);
            for level in &levels {
                let found = level.cells().iter().sum::<f64>() / level.cells().len() as f64;
                prop_assert!((found - whole).abs() < 1e-9 * (1.0 + whole), "{} {}", found, whole);
            }
            let last = levels.last().unwrap_or(&grid);
            prop_assert_eq!((last.columns(), last.rows()), (1, 1));
        }
    }

    #[test]
    fn means_of_bytes_are_rounded_to_nearest() {
        let grey = |level: u8| [level; 4];
        let mean = |cells: &[(u8, u64)]| {
            let cells: Vec<_> = cells.iter().map(|&(c, w)| (grey(c), w)).collect();
            mean_of_bytes(&cells)[0]
        };
        assert_eq!(mean(&[(0, 1), (0, 1), (0, 1), (2, 1)]), 1);
        assert_eq!(mean(&[(0, 1), (0, 1), (0, 1), (1, 1)]), 0);
        assert_eq!(mean(&[(10, 2), (20, 2), (100, 1)]), 32);
        assert_eq!(mean(&[(255, 9), (255, 7)]), 255);
    }
}
