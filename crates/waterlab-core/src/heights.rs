//! `Heights`: the height field that a water model shows of itself.
//!
//! A model stores what suits its arithmetic: 16-bit counts in the ripple, metres in the float models. A view borrows the grid
//! together with its unit and does not depend on the model.

use crate::grid::Grid;

/// Metres per unit of weight in a pool 2 m long, where a stone of weight 100 makes a dent of about 5 cm. It grows with the length of the
/// pool.
pub const METRES_PER_WEIGHT: f32 = 1.0 / 2048.0;

/// A height field: the heights of a surface above the rest level, `columns × rows`, row-major.
#[derive(Clone, Copy, Debug)]
pub enum Heights<'a> {
    /// Integer heights in multiples of `unit` metres.
    Counts {
        /// The stored numbers.
        counts: &'a Grid<i16>,
        /// Metres per stored 1; positive.
        unit: f32,
    },
    /// Heights in metres.
    Metres(&'a Grid<f32>),
}

impl Heights<'_> {
    /// Number of cells along x.
    pub fn columns(&self) -> usize {
        match self {
            Self::Counts { counts, .. } => counts.columns(),
            Self::Metres(grid) => grid.columns(),
        }
    }

    /// Number of cells along z.
    pub fn rows(&self) -> usize {
        match self {
            Self::Counts { counts, .. } => counts.rows(),
            Self::Metres(grid) => grid.rows(),
        }
    }

    /// Height in metres at the cell nearest to (column, row).
    pub fn metres(&self, column: i64, row: i64) -> f32 {
        match self {
            Self::Counts { counts, unit } => f32::from(counts.clamped(column, row)) * unit,
            Self::Metres(grid) => grid.clamped(column, row),
        }
    }

    /// Heights in metres along x, at the cells nearest to (column, row), (column + 1, row) and so on.
    pub fn read_row(&self, column: i64, row: i64, metres: &mut [f32]) {
        let row = row.clamp(0, self.rows() as i64 - 1) as usize;
        let last = self.columns() as i64 - 1;
        let columns = (column..).map(|column| column.clamp(0, last) as usize);
        let cells = columns.zip(metres);
        match self {
            Self::Counts { counts, unit } => {
                let counts = counts.row(row);
                cells.for_each(|(column, metres)| *metres = f32::from(counts[column]) * unit);
            }
            Self::Metres(grid) => {
                let heights = grid.row(row);
                cells.for_each(|(column, metres)| *metres = heights[column]);
            }
        }
    }

    /// All heights in metres.
    pub fn to_metres(&self) -> Grid<f32> {
        Grid::from_fn(self.columns(), self.rows(), |column, row| {
            self.metres(column as i64, row as i64)
        })
    }

    /// Height in metres at the fraction (u, v) of the pool, bilinear between cell centres, constant beyond the outermost.
    pub fn bilinear(&self, u: f32, v: f32) -> f32 {
        let x = u * self.columns() as f32 - 0.5;
        let z = v * self.rows() as f32 - 0.5;
        let (column, row) = (x.floor() as i64, z.floor() as i64);
        let (s, t) = (x - x.floor(), z - z.floor());
        let near = self.metres(column, row) * (1.0 - s) + self.metres(column + 1, row) * s;
        let far = self.metres(column, row + 1) * (1.0 - s) + self.metres(column + 1, row + 1) * s;
        near * (1.0 - t) + far * t
    }

    /// The lowest and the highest height, in metres.
    pub fn range(&self) -> (f32, f32) {
        match self {
            Self::Counts { counts, unit } => {
                let (low, high) = counts
                    .cells()
                    .iter()
                    .fold((i16::MAX, i16::MIN), |(low, high), &count| {
                        (low.min(count), high.max(count))
                    });
                (f32::from(low) * unit, f32::from(high) * unit)
            }
            Self::Metres(grid) => grid.cells().iter().fold(
                (f32::INFINITY, f32::NEG_INFINITY),
                |(low, high), &height| (low.min(height), high.max(height)),
            ),
        }
    }
}

/// Whether a cell counts as a wall where only wall and water are distinguished; `open` is 1 for open, 0 for solid.
pub fn is_solid(open: f32) -> bool {
    open < 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bilinear_meets_the_cells_at_their_centres_and_the_mean_between_them() {
        let counts = Grid::from_cells(2, 1, vec![10, 30]).unwrap();
        let heights = Heights::Counts {
            counts: &counts,
            unit: 0.5,
        };
        assert_eq!(heights.bilinear(0.25, 0.5), 5.0);
        assert_eq!(heights.bilinear(0.75, 0.5), 15.0);
        assert_eq!(heights.bilinear(0.5, 0.5), 10.0);
        assert_eq!(heights.bilinear(0.0, 0.0), 5.0);
        assert_eq!(heights.bilinear(1.0, 1.0), 15.0);
        assert_eq!(heights.range(), (5.0, 15.0));
    }
}
