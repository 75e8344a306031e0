//! A grid of counts with a bound on the value range of each row.

use crate::grid::Grid;

/// The value range of a row of counts: `low` ≤ 0 ≤ `high`, both 0 only where every count is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pool) struct Extent {
    /// A lower bound of the counts, at most 0.
    pub(in crate::pool) low: i16,
    /// An upper bound of the counts, at least 0.
    pub(in crate::pool) high: i16,
}

impl Extent {
    /// The extent of a row of zeros.
    pub(in crate::pool) const CALM: Self = Self { low: 0, high: 0 };
    /// The extent of a row of unknown counts.
    pub(in crate::pool) const ANY: Self = Self {
        low: i16::MIN,
        high: i16::MAX,
    };

    /// The tightest bounds of `counts`.
    pub(in crate::pool) fn of(counts: &[i16]) -> Self {
        counts.iter().fold(Self::CALM, |extent, &count| Self {
            low: extent.low.min(count),
            high: extent.high.max(count),
        })
    }

    /// The union of two extents.
    pub(in crate::pool) fn with(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// Whether every count is 0.
    pub(in crate::pool) fn is_calm(self) -> bool {
        self == Self::CALM
    }

    /// Whether the recurrence fits in 16 bits.
    pub(in crate::pool) fn is_narrow(self) -> bool {
        self.low >= -8192 && self.high <= 8191
    }
}

/// One of the two grids.
#[derive(Clone)]
pub(in crate::pool) struct Surface {
    /// The counts.
    pub(in crate::pool) counts: Grid<i16>,
    /// Bounds of every row.
    pub(in crate::pool) extents: Vec<Extent>,
}

impl Surface {
    /// All zero.
    pub(in crate::pool) fn new(columns: usize, rows: usize) -> Self {
        Self {
            counts: Grid::new(columns, rows, 0),
            extents: vec![Extent::CALM; rows],
        }
    }

    /// Whether every count is 0.
    pub(in crate::pool) fn is_calm(&self) -> bool {
        self.extents.iter().all(|extent| extent.is_calm())
    }

    /// Sets every count to 0.
    pub(in crate::pool) fn reset(&mut self) {
        self.counts.fill(0);
        self.extents.fill(Extent::CALM);
    }

    /// Modifies a row and recomputes its bounds.
    pub(in crate::pool) fn change(&mut self, row: usize, change: impl FnOnce(&mut [i16])) {
        let counts = self.counts.row_mut(row);
        change(counts);
        self.extents[row] = Extent::of(counts);
    }
}
