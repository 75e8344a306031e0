//! The number of cells of a pool: its grid size (docs/models.md §0).

use super::Fraction;

/// The number of cells of a pool: 3 to 8192 along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: usize,
    rows: usize,
}

/// The error for a pool with too few or too many cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a pool of {columns} × {rows} cells is not possible: each side must be from {} to {}",
    Size::MIN,
    Size::MAX
)]
pub struct SizeError {
    /// Requested cells along x.
    pub columns: i64,
    /// Requested cells along z.
    pub rows: i64,
}

impl Size {
    /// Minimum number of cells along a side: one inside, and a wall on either side.
    pub const MIN: i64 = 3;
    /// Maximum number of cells along a side.
    pub const MAX: i64 = 8192;

    /// A size of `columns` along x and `rows` along z; an error if either is not from 3 to 8192.
    pub fn new(columns: i64, rows: i64) -> Result<Self, SizeError> {
        let allowed = Self::MIN..=Self::MAX;
        if allowed.contains(&columns) && allowed.contains(&rows) {
            Ok(Self {
                columns: columns as usize,
                rows: rows as usize,
            })
        } else {
            Err(SizeError { columns, rows })
        }
    }

    /// Cells along x.
    pub fn columns(self) -> usize {
        self.columns
    }

    /// Cells along z.
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The cell (column, row) that contains a fraction of the pool: (⌊u·columns⌋, ⌊v·rows⌋), clamped to the pool (§0).
    pub fn cell(self, at: Fraction) -> (usize, usize) {
        let index =
            |fraction: f64, count: usize| ((fraction * count as f64) as usize).min(count - 1);
        (index(at.u(), self.columns), index(at.v(), self.rows))
    }
}

/// 256 × 256 cells.
impl Default for Size {
    fn default() -> Self {
        Self {
            columns: 256,
            rows: 256,
        }
    }
}
