//! The nodes of the coarse ripple: the block of cells of each node, and the position of a picture pixel among them
//! (docs/models.md §1a).
//!
//! Along an axis of n cells there are max(2, ⌈n/2^m⌉) nodes, which divide the pool evenly: a block is n/nodes cells wide, 2^m
//! where that divides n and less otherwise, and its node is in its centre. So the blocks cover a pool of any size exactly, and a
//! view that stretches the nodes over the pool shows each in its place.

use super::super::Size;
use crate::grid::Grid;

/// The division of a pool's cells among nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blocks {
    size: Size,
    /// Nodes along x.
    pub(super) columns: usize,
    /// Nodes along z.
    pub(super) rows: usize,
}

impl Blocks {
    /// The blocks of a pool of `size` cells, with up to 2^`coarseness` cells a side.
    pub(super) fn new(size: Size, coarseness: u32) -> Self {
        let nodes = |cells: usize| cells.div_ceil(1 << coarseness).max(2);
        Self {
            size,
            columns: nodes(size.columns()),
            rows: nodes(size.rows()),
        }
    }

    /// The node whose block contains the centre of a cell.
    pub(super) fn node(&self, (column, row): (usize, usize)) -> (usize, usize) {
        let node = |cell: usize, nodes, cells| (2 * cell + 1) * nodes / (2 * cells);
        (
            node(column, self.columns, self.size.columns()),
            node(row, self.rows, self.size.rows()),
        )
    }

    /// The four nodes around the centre of pixel (x, y) of a picture with as many pixels as the pool has cells, row by row, and their
    /// bilinear weights. Outside the outermost nodes the nearest ones are used.
    pub(super) fn around(&self, x: usize, y: usize) -> [((usize, usize), f32); 4] {
        let (west, east, s) = between(x, self.columns, self.size.columns());
        let (north, south, t) = between(y, self.rows, self.size.rows());
        [
            ((west, north), (1.0 - s) * (1.0 - t)),
            ((east, north), s * (1.0 - t)),
            ((west, south), (1.0 - s) * t),
            ((east, south), s * t),
        ]
    }

    /// The solid nodes: those with a solid cell in their block.
    pub(super) fn solid(&self, is_solid: impl Fn(usize, usize) -> bool) -> Grid<bool> {
        let mut solid = Grid::new(self.columns, self.rows, false);
        for row in 0..self.size.rows() {
            for column in 0..self.size.columns() {
                if is_solid(column, row) {
                    solid[self.node((column, row))] = true;
                }
            }
        }
        solid
    }
}

/// The nodes before and after the centre of a pixel along one axis, and the fraction of the distance between them, 0 to 1.
fn between(pixel: usize, nodes: usize, cells: usize) -> (usize, usize, f32) {
    let place = (pixel as f64 + 0.5) * nodes as f64 / cells as f64 - 0.5;
    let place = place.clamp(0.0, nodes as f64 - 1.0);
    let before = place as usize;
    let after = (before + 1).min(nodes - 1);
    (before, after, (place - before as f64) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(columns: i64, rows: i64, coarseness: u32) -> Blocks {
        Blocks::new(Size::new(columns, rows).unwrap(), coarseness)
    }

    #[test]
    fn every_pool_has_nodes_and_every_node_a_block_of_about_the_same_size() {
        for (columns, coarseness, nodes) in [
            (256, 1, 128),
            (256, 4, 16),
            (255, 1, 128),
            (100, 3, 13),
            (3, 0, 3),
            (3, 1, 2),
            (3, 4, 2),
            (8192, 4, 512),
        ] {
            let blocks = blocks(columns, 3, coarseness);
            assert_eq!(blocks.columns, nodes, "{columns}, {coarseness}");
            let mut cells = vec![0; nodes];
            for column in 0..columns as usize {
                cells[blocks.node((column, 0)).0] += 1;
            }
            let (min, max) = (cells.iter().min().unwrap(), cells.iter().max().unwrap());
            assert!(*min > 0 && max - min <= 1, "{cells:?}");
            assert!(*max <= 1 << coarseness);
        }
    }

    #[test]
    fn a_block_of_two_to_the_m_cells_is_the_shifted_cell() {
        let blocks = blocks(64, 32, 3);
        for (column, row) in [(0, 0), (7, 8), (8, 7), (63, 31)] {
            assert_eq!(blocks.node((column, row)), (column >> 3, row >> 3));
        }
    }

    #[test]
    fn the_weights_of_a_pixel_follow_from_where_it_lies_between_the_nodes() {
        // Blocks of two cells: the nodes stand on the corners between cells 0 and 1, 2 and 3. Cell 1 is a quarter of the way
        // from the first to the second, cell 2 three quarters.
        let blocks = blocks(8, 6, 1);
        assert_eq!(
            blocks.around(1, 2),
            [
                ((0, 0), 0.75 * 0.25),
                ((1, 0), 0.25 * 0.25),
                ((0, 1), 0.75 * 0.75),
                ((1, 1), 0.25 * 0.75),
            ]
        );
        assert_eq!(blocks.around(0, 0)[0], ((0, 0), 1.0));
        assert_eq!(blocks.around(7, 5)[0], ((3, 2), 1.0));
    }
}
