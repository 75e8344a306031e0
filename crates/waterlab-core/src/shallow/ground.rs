//! The ground under the water: the bed of each cell and the walls on it.

use super::kernel::TILE;
use super::layer::{MARGIN, stride};
use crate::grid::Grid;
use crate::pool::{Setup, Size};

/// The bed and the walls, with the margin of a [`super::layer::Layer`], in which the bed is the mirror image of the pool's.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    columns: usize,
    rows: usize,
    bed: Vec<f32>,
    /// From the rest level down to the lowest bed, metres; 0 if all of it is higher.
    deepest: f32,
    /// 1 where a cell is solid; empty without walls.
    solid: Vec<f32>,
    /// Whether a tile reads solid cells, for each tile of each row of cells.
    walled: Vec<bool>,
}

impl Ground {
    /// Ground of this height everywhere, metres above the rest level.
    pub(super) fn level(size: Size, height: f32) -> Self {
        let (columns, rows) = (size.columns(), size.rows());
        Self {
            columns,
            rows,
            bed: vec![height; stride(columns) * (rows + 2 * MARGIN)],
            deepest: (-height).max(0.0),
            solid: Vec::new(),
            walled: Vec::new(),
        }
    }

    /// Replaces the bed by heights in metres above the rest level, as many as the pool has cells.
    pub(super) fn set_bed(&mut self, bed: &Grid<f32>) {
        let (columns, rows) = (self.columns, self.rows);
        let stride = stride(columns);
        for (index, row) in self.bed.chunks_exact_mut(stride).enumerate() {
            let heights = bed.row(reflected(index, rows));
            row[MARGIN..MARGIN + columns].copy_from_slice(heights);
            for side in 0..MARGIN {
                for index in [side, side + MARGIN + columns] {
                    row[index] = heights[reflected(index, columns)];
                }
            }
        }
        self.deepest = bed
            .cells()
            .iter()
            .fold(0.0, |deepest: f32, &bed| deepest.max(-bed));
    }

    /// Raises the walls of the pool.
    pub(super) fn set_walls(&mut self, setup: &Setup) {
        self.solid.clear();
        self.walled.clear();
        if setup.walls.is_none() {
            return;
        }
        let (columns, rows) = (self.columns, self.rows);
        let stride = stride(columns);
        self.solid.resize(self.bed.len(), 0.0);
        for (index, row) in self.solid.chunks_exact_mut(stride).enumerate() {
            for (column, cell) in row.iter_mut().take(columns + 2 * MARGIN).enumerate() {
                let is_solid = setup.is_solid(reflected(column, columns), reflected(index, rows));
                *cell = f32::from(is_solid);
            }
        }
        let tiles = columns.div_ceil(TILE);
        for row in self.solid.chunks_exact(stride) {
            for tile in 0..tiles {
                let cells = &row[tile * TILE..][..TILE + 2 * MARGIN];
                self.walled.push(cells.iter().any(|&cell| cell != 0.0));
            }
        }
    }

    /// The bed with the margin, row after row.
    pub(super) fn bed(&self) -> &[f32] {
        &self.bed
    }

    /// From the rest level down to the lowest bed, metres.
    pub(super) fn deepest(&self) -> f32 {
        self.deepest
    }

    /// The bed of a cell, by row and column with the margin.
    pub(super) fn at(&self, row: usize, column: usize) -> f32 {
        self.bed[row * stride(self.columns) + column]
    }

    /// 1 for each solid cell that a tile with these first and last rows reads; empty if there are none.
    pub(super) fn solid_near(&self, tile: usize, row: usize, rows: usize) -> &[f32] {
        let tiles = self.columns.div_ceil(TILE);
        let walled = |row: usize| self.walled.get(row * tiles + tile) == Some(&true);
        match (row - MARGIN..row + rows + MARGIN).any(walled) {
            true => &self.solid,
            false => &[],
        }
    }

    /// Whether there are walls.
    pub(super) fn has_walls(&self) -> bool {
        !self.solid.is_empty()
    }

    /// Whether a cell is solid, by row and column with the margin.
    pub(super) fn is_solid(&self, row: usize, column: usize) -> bool {
        self.solid.get(row * stride(self.columns) + column) == Some(&1.0)
    }
}

/// The cell of a pool whose mirror image lies at this index with the margin.
pub(super) fn reflected(index: usize, cells: usize) -> usize {
    let mirrored = match index.checked_sub(MARGIN) {
        None => MARGIN - 1 - index,
        Some(cell) if cell >= cells => (2 * cells - 1).saturating_sub(cell),
        Some(cell) => cell,
    };
    mirrored.min(cells - 1)
}
