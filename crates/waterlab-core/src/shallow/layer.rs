//! The state of the water at an instant, with two rows and columns of cells around the pool that stand for what is beyond its edges.
//!
//! A cell has four numbers: the surface level and its residual, whose sum is the level, and the velocity along x and z. A level lies at or
//! above the bed; where both are equal the cell is dry. Numbers that are rounded to the level would lose thin sheets of water high
//! above the rest level, and a lake would not notice the drops that run into it.

use super::kernel::TILE;

/// Numbers of a cell.
pub(super) const FIELDS: usize = 4;

/// Cells beyond each edge.
pub(super) const MARGIN: usize = 2;

/// Row after row, each with its levels, residuals, and velocities along x and z.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    stride: usize,
    cells: Vec<f32>,
}

impl Layer {
    /// A layer of zeros for a pool of this many columns and rows.
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let stride = stride(columns);
        Self {
            stride,
            cells: vec![0.0; FIELDS * stride * (rows + 2 * MARGIN)],
        }
    }

    /// Length of the row of a field.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The fields of a row; the margin's rows count.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> [&[f32]; FIELDS] {
        let cells = &self.cells[row * FIELDS * self.stride..][..FIELDS * self.stride];
        [0, 1, 2, 3].map(|field| &cells[field * self.stride..][..self.stride])
    }

    /// A number of a cell, by row and column with the margin.
    pub(super) fn at(&self, field: usize, row: usize, column: usize) -> f32 {
        self.cells[self.index(field, row, column)]
    }

    /// See [`Layer::at`].
    pub(super) fn at_mut(&mut self, field: usize, row: usize, column: usize) -> &mut f32 {
        let index = self.index(field, row, column);
        &mut self.cells[index]
    }

    fn index(&self, field: usize, row: usize, column: usize) -> usize {
        (row * FIELDS + field) * self.stride + column
    }

    /// Sets all velocities to 0.
    pub(super) fn stop(&mut self) {
        for row in self.cells.chunks_exact_mut(FIELDS * self.stride) {
            row[2 * self.stride..].fill(0.0);
        }
    }

    /// All rows of the pool itself, without the margin's.
    pub(super) fn pool_mut(&mut self) -> &mut [f32] {
        let margin = MARGIN * FIELDS * self.stride;
        let end = self.cells.len() - margin;
        &mut self.cells[margin..end]
    }
}

/// Length of a row for tiles that cover this many columns.
pub(super) fn stride(columns: usize) -> usize {
    columns.div_ceil(TILE) * TILE + 2 * MARGIN
}
