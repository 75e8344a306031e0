//! Resampling of a grid of numbers to another number of cells.

use super::Grid;

/// The source cells that contribute to one cell of the result along one axis.
struct Tap {
    first: usize,
    /// Filter weights; their sum is 1.
    weights: Vec<f32>,
}

impl Tap {
    /// The index after the last contributing source cell.
    fn end(&self) -> usize {
        self.first + self.weights.len()
    }
}

/// A triangle filter from `from` cells to `to`: linear between cell centres when enlarging, the weighted mean of all covered cells
/// when shrinking. Cells outside the grid do not contribute.
fn taps(from: usize, to: usize) -> Vec<Tap> {
    let ratio = from as f64 / to as f64;
    let reach = ratio.max(1.0);
    (0..to)
        .map(|cell| {
            let centre = (cell as f64 + 0.5) * ratio - 0.5;
            let first = (centre - reach).ceil().max(0.0) as usize;
            let last = ((centre + reach).floor() as usize).min(from - 1);
            let weight = |source: usize| 1.0 - (source as f64 - centre).abs() / reach;
            let weights: Vec<f64> = (first..=last).map(|s| weight(s).max(0.0)).collect();
            let sum: f64 = weights.iter().sum();
            Tap {
                first,
                weights: weights.iter().map(|w| (w / sum) as f32).collect(),
            }
        })
        .collect()
}

impl Grid<f32> {
    /// The same field on `columns × rows` cells: bilinear between cell centres when enlarged, averaged when shrunk. Values stay
    /// between the lowest and the highest of this grid. A side of 0 becomes 1.
    pub fn resampled(&self, columns: usize, rows: usize) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        if (columns, rows) == (self.columns, self.rows) {
            return self.clone();
        }
        let lines = (0..self.rows).map(|row| self.row(row));
        Self::resampled_from((self.columns, self.rows), lines, (columns, rows))
    }

    /// Resamples a field of `size` (columns, rows), given row by row as `lines`, to `columns × rows` like [`Grid::resampled`]. Only one
    /// line needs to be in memory at a time.
    pub fn resampled_from<L: AsRef<[f32]>>(
        size: (usize, usize),
        lines: impl Iterator<Item = L>,
        (columns, rows): (usize, usize),
    ) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let mut resampled = Self::new(columns, rows, 0.0);
        if size == (columns, rows) {
            for (row, line) in lines.enumerate().take(rows) {
                resampled.row_mut(row).copy_from_slice(line.as_ref());
            }
            return resampled;
        }
        let (across, down) = (taps(size.0, columns), taps(size.1, rows));
        let mut narrowed = vec![0.0; columns];
        // First and last cells of the taps never decrease: the rows that still need a line begin here.
        let mut begin = 0;
        for (line, source) in lines.enumerate() {
            let source = source.as_ref();
            for (cell, tap) in narrowed.iter_mut().zip(&across) {
                let under = source[tap.first..].iter().zip(&tap.weights);
                *cell = under.map(|(value, weight)| value * weight).sum();
            }
            while down.get(begin).is_some_and(|tap| tap.end() <= line) {
                begin += 1;
            }
            let taking = down.iter().enumerate().skip(begin);
            for (row, tap) in taking.take_while(|(_, tap)| tap.first <= line) {
                let weight = tap.weights[line - tap.first];
                for (cell, value) in resampled.row_mut(row).iter_mut().zip(&narrowed) {
                    *cell += value * weight;
                }
            }
        }
        resampled
    }

    /// The mean of all cells.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.cells.iter().copied().map(f64::from).sum();
        sum / self.cells.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_stays_a_plane_away_from_the_edge() {
        let plane = |columns: usize, rows: usize| {
            Grid::from_fn(columns, rows, |column, row| {
                let (u, v) = (
                    (column as f32 + 0.5) / columns as f32,
                    (row as f32 + 0.5) / rows as f32,
                );
                3.0 * u - 2.0 * v + 1.0
            })
        };
        // With a fractional ratio the source cells are off-centre by less than a tenth of their spacing.
        let tenth = 0.1 * (3.0 + 2.0) / 40.0;
        for (columns, rows, tolerance) in [
            (64, 50, 1e-5),
            (80, 160, 1e-5),
            (10, 8, 1e-5),
            (31, 97, tenth),
        ] {
            let resampled = plane(40, 40).resampled(columns, rows);
            let expected = plane(columns, rows);
            for row in rows / 4..rows * 3 / 4 {
                for column in columns / 4..columns * 3 / 4 {
                    let (got, expected) = (resampled[(column, row)], expected[(column, row)]);
                    assert!(
                        (got - expected).abs() < tolerance,
                        "{columns} × {rows}: {got} for {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_constant_is_kept_and_minification_averages() {
        let constant = Grid::new(7, 5, 2.5_f32).resampled(3, 11);
        assert!(
            constant
                .cells()
                .iter()
                .all(|value| (value - 2.5).abs() < 1e-6)
        );
        let stripes = Grid::from_fn(64, 2, |column, _| (column % 2) as f32).resampled(8, 2);
        assert!(
            stripes
                .cells()
                .iter()
                .all(|value| (value - 0.5).abs() < 0.02),
            "{stripes:?}"
        );
        assert_eq!(
            Grid::from_fn(2, 2, |column, row| (column + 2 * row) as f32).mean(),
            1.5
        );
    }
}
