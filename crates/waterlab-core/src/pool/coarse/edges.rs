//! The nodes of the coarse ripple that have fewer than four neighbours: the pool's border and those along walls (docs/models.md
//! §1a).
//!
//! Edges and walls are free: such a node moves with the mean of its n open neighbours, next = ⌊2·sum/n⌋ − previous, which
//! for n = 4 is the recurrence itself. A solid node holds 0, and so does one without open neighbours.

use super::super::recurrence::{Extent, Surface, Waves, damped};
use crate::grid::Grid;

/// A node with fewer than four open neighbours.
#[derive(Clone, Copy)]
struct Edge {
    column: usize,
    row: usize,
    /// Number of open neighbours, 0 to 3; 0 for a node that holds 0.
    neighbours: u8,
    /// Indices of these neighbours among the cells.
    around: [u32; 3],
    /// Its count after the next step.
    next: i16,
}

/// The open neighbours of a node, as indices of cells: at most two in a corner, three on a side, four elsewhere.
fn open_around(
    solid: &Grid<bool>,
    column: usize,
    row: usize,
) -> impl Iterator<Item = usize> + Clone {
    let west = column.checked_sub(1).map(|west| (west, row));
    let north = row.checked_sub(1).map(|north| (column, north));
    let east = (column + 1 < solid.columns()).then_some((column + 1, row));
    let south = (row + 1 < solid.rows()).then_some((column, row + 1));
    [west, east, north, south]
        .into_iter()
        .flatten()
        .filter(|&cell| !solid[cell])
        .map(|(column, row)| row * solid.columns() + column)
}

/// All nodes with fewer than four open neighbours.
#[derive(Clone)]
pub(super) struct Edges {
    edges: Vec<Edge>,
    /// 1 where water can move, 0 where not.
    open: Grid<f32>,
    /// Number of open nodes.
    open_nodes: i64,
    /// Like `open`, but with a fixed border counted as water.
    shown: Grid<f32>,
    has_walls: bool,
}

impl Edges {
    /// The edges of a grid with these solid nodes; a fixed border holds 0.
    pub(super) fn new(solid: &Grid<bool>, fixed: bool) -> Self {
        let (columns, rows) = (solid.columns(), solid.rows());
        let mut open = Grid::new(columns, rows, 1.0);
        let mut shown = open.clone();
        let mut edges = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let open_around = open_around(solid, column, row);
                let count = open_around.clone().count();
                let is_border = column == 0 || row == 0 || column + 1 == columns || row + 1 == rows;
                let is_held = fixed && is_border;
                let is_solid = solid[(column, row)] || count == 0;
                let neighbours = if is_solid || is_held { 0 } else { count as u8 };
                if neighbours == 0 {
                    open[(column, row)] = 0.0;
                }
                if is_solid {
                    shown[(column, row)] = 0.0;
                }
                if neighbours < 4 {
                    let mut around = [0; 3];
                    for (place, index) in around.iter_mut().zip(open_around) {
                        // A pool has fewer than 2³² cells.
                        *place = index as u32;
                    }
                    edges.push(Edge {
                        column,
                        row,
                        neighbours,
                        around,
                        next: 0,
                    });
                }
            }
        }
        let has_walls = solid.cells().contains(&true);
        let open_nodes = open.cells().iter().filter(|&&open| open > 0.0).count();
        Self {
            edges,
            open,
            open_nodes: open_nodes as i64,
            shown,
            has_walls,
        }
    }

    /// Whether any node is solid.
    pub(super) fn has_walls(&self) -> bool {
        self.has_walls
    }

    /// 1 where there is water, 0 in walls.
    pub(super) fn shown(&self) -> &Grid<f32> {
        &self.shown
    }

    /// 1 where water can move, 0 in walls and in a fixed border.
    pub(super) fn open(&self) -> &Grid<f32> {
        &self.open
    }

    /// The number of nodes that can move.
    pub(super) fn open_nodes(&self) -> i64 {
        self.open_nodes
    }

    /// Computes the counts of the edge nodes after the next step.
    pub(super) fn look_ahead(&mut self, waves: &Waves, damping: u32) {
        let counts = waves.current.counts.cells();
        for edge in &mut self.edges {
            let at = |place: usize| i32::from(counts[edge.around[place] as usize]);
            // ⌊2·sum/n⌋ of the n neighbours.
            let mean = match edge.neighbours {
                0 => continue,
                1 => 2 * at(0),
                2 => at(0) + at(1),
                _ => (2 * (at(0) + at(1) + at(2))).div_euclid(3),
            };
            let previous = i32::from(waves.previous.counts[(edge.column, edge.row)]);
            edge.next = damped(mean - previous, damping);
        }
    }

    /// Writes the computed counts to the edge nodes and updates the bounds of their rows. Returns the change of the sum of all
    /// counts.
    pub(super) fn settle(&self, surface: &mut Surface) -> i64 {
        self.each_row(surface, |edge, _| edge.next)
    }

    /// Sets the nodes inside walls to 0.
    pub(super) fn flatten(&self, surface: &mut Surface) {
        self.each_row(
            surface,
            |edge, count| {
                if edge.neighbours == 0 { 0 } else { count }
            },
        );
    }

    fn each_row(&self, surface: &mut Surface, count: impl Fn(&Edge, i16) -> i16) -> i64 {
        let rows = surface.counts.rows();
        let mut rise = 0;
        for edges in self.edges.chunk_by(|a, b| a.row == b.row) {
            let row = edges[0].row;
            let counts = surface.counts.row_mut(row);
            for edge in edges {
                let here = &mut counts[edge.column];
                let before = std::mem::replace(here, count(edge, *here));
                rise += i64::from(*here) - i64::from(before);
            }
            // Between rows, the recurrence has found the bounds of all nodes but the two ends.
            let last = counts.len() - 1;
            let ends = [0, last].map(|column| counts[column]);
            let is_end = |edge: &Edge| edge.column == 0 || edge.column == last;
            let extent = &mut surface.extents[row];
            *extent = if row > 0 && row + 1 < rows && edges.iter().all(is_end) {
                extent.with(Extent::of(&ends))
            } else {
                Extent::of(counts)
            };
        }
        rise
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next counts of a grid after rest, of which only the edges are worked out.
    fn next(rows: &[&[i16]], solid: &[(usize, usize)], damping: u32) -> Surface {
        let (columns, count) = (rows[0].len(), rows.len());
        let mut waves = Waves::new(columns, count, 0);
        for (row, counts) in rows.iter().enumerate() {
            waves
                .current
                .change(row, |cells| cells.copy_from_slice(counts));
        }
        let solid = Grid::from_fn(columns, count, |c, r| solid.contains(&(c, r)));
        let mut edges = Edges::new(&solid, false);
        edges.look_ahead(&waves, damping);
        edges.settle(&mut waves.previous);
        waves.previous
    }

    #[test]
    fn a_side_has_three_neighbours_and_a_corner_two() {
        let rows: [&[i16]; 3] = [&[10, 20, 30], &[40, 50, 60], &[70, 80, 90]];
        let surface = next(&rows, &[], 15);
        // 2·(20 + 40)/2, ⌊2·(10 + 30 + 50)/3⌋, and so on round.
        assert_eq!(surface.counts.row(0), [60, 60, 80]);
        assert_eq!(surface.counts.row(1), [86, 0, 113], "⌊2·130/3⌋, ⌊2·170/3⌋");
        assert_eq!(surface.counts.row(2), [120, 140, 140]);
    }

    #[test]
    fn a_solid_neighbour_is_none_and_halves_round_down() {
        let rows: [&[i16]; 3] = [&[0, -1, 0], &[0, 0, -2], &[0, 0, 0]];
        let surface = next(&rows, &[(0, 1)], 15);
        // The middle node has −1, −2 and 0: ⌊−6/3⌋ = −2, less −1; the corner above the wall only has −1: −2, less −1.
        assert_eq!(surface.counts[(1, 1)], -1);
        assert_eq!(surface.counts[(0, 0)], -1);
        assert_eq!(surface.counts[(0, 1)], 0);
        for row in 0..3 {
            assert_eq!(surface.extents[row], Extent::of(surface.counts.row(row)));
        }
    }
}
