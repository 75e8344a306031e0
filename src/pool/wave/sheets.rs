//! Walls that absorb: what arrives at a side between water and wall goes on as if there were more water (reference §5).
//!
//! Behind each such side lies a strip of hidden water that only this side leads to, however thin the wall: cells straight
//! inward, plain ones first and then an absorbing [`super::layer`]. Strips behind sides that lie in one line are neighbours, so
//! that behind a straight wall there is a sheet of water, and waves go on at any angle. Where the line ends, the sheet mirrors;
//! where it runs out of the pool through an edge that absorbs, the sheet is damped on its way out.
//!
//! Behind a wall that is no line of cells, such as a disc, strips lie alone where the sides jump: a strip alone lets waves go
//! straight on, and of those that arrive at an angle θ it returns (1 − cos θ)/(1 + cos θ). Of a stone 10 to 30 cells before a
//! wall, 2 % of the depth come back where the wall jumps every third cell, and 11 to 20 % where it jumps every cell.

use super::bed::Bed;
use super::kernel::Weights;
use super::layer::{Fade, THICKNESS, fades, push};
use super::scheme::Scheme;
use crate::grid::Grid;
use crate::pool::settling::all_below;
use crate::pool::soft_brush::Dent;
use std::collections::HashMap;

/// Cells of plain water in a strip: as far as most stones reach.
const PLAIN: usize = 16;

/// Damping of a sheet where it ends outside of the pool, in parts of a wave that runs a cell.
const MOST_DAMPING: f64 = 0.4;

/// The most sides that absorb; those beyond it mirror. Their strips are 42 MB.
const MOST_SIDES: usize = 1 << 17;

/// Cells in a strip.
const LENGTH: usize = PLAIN + THICKNESS;

/// The sides of the absorbing walls of a pool, and the water behind them.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheets {
    sides: Vec<Side>,
    /// The fading at each distance from the end of a strip.
    fade: Vec<Fade>,
    /// What a sub-step leaves of each strip.
    kept: Vec<f32>,
    push: f32,
    /// [`LENGTH`] cells for each side, from the wall inward, metres.
    heights: Vec<f32>,
    /// Metres a sub-step.
    velocity: Vec<f32>,
    /// ψ on the far side of each cell of the layers, then ξ in each, for each side.
    memory: Vec<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Side {
    /// The cell with water, counted row-major.
    cell: usize,
    /// Its column and row.
    place: (f64, f64),
    /// Where the wall is from there.
    inward: (f64, f64),
    /// Its depth as a part of the deepest.
    depth: f32,
    /// How far out of the pool it lies along the wall, from 0 at the edge to 1 at the end of the hidden water.
    outside: f64,
    /// The sides to the left and the right of it in one line with it.
    beside: [Option<usize>; 2],
}

impl Sheets {
    /// Behind all walls of the bed, each strip sinking from the height before it to rest.
    pub(super) fn new(bed: &Bed, scheme: &Scheme, heights: &Grid<f32>) -> Self {
        let mut sheets = Self {
            sides: sides(bed),
            ..Self::default()
        };
        let count = sheets.sides.len();
        sheets.heights.resize(count * LENGTH, 0.0);
        sheets.velocity.resize(count * LENGTH, 0.0);
        sheets.memory.resize(count * 2 * THICKNESS, 0.0);
        sheets.adopt(scheme, heights);
        sheets.level(heights);
        sheets
    }

    /// Whether no wall absorbs.
    pub(super) fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }

    /// Takes the numbers of another scheme for water of as many cells as `heights`.
    pub(super) fn adopt(&mut self, scheme: &Scheme, heights: &Grid<f32>) {
        self.fade = fades(scheme, heights.columns().max(heights.rows())).to_vec();
        self.push = push(scheme);
        let kept =
            |side: &Side| (-MOST_DAMPING * scheme.stride() * side.outside.powi(2)).exp() as f32;
        self.kept = self.sides.iter().map(kept).collect();
    }

    /// Multiplies the velocities: what a sub-step of another length makes of them.
    pub(super) fn pace(&mut self, ratio: f32) {
        self.velocity.iter_mut().for_each(|rise| *rise *= ratio);
    }

    /// Lets every strip sink from the height before it to rest, and forget the rest.
    pub(super) fn level(&mut self, heights: &Grid<f32>) {
        for (side, strip) in self.sides.iter().zip(self.heights.chunks_exact_mut(LENGTH)) {
            let before = heights.cells()[side.cell];
            for (cell, height) in strip.iter_mut().enumerate() {
                let way = ((cell + 1) as f32 / PLAIN as f32).min(1.0);
                *height = before * (0.5 + 0.5 * (std::f32::consts::PI * way).cos());
            }
        }
        self.velocity.fill(0.0);
        self.memory.fill(0.0);
    }

    /// Whether all hidden water lies nearer to rest than these.
    pub(super) fn is_still(&self, height: f32, velocity: f32) -> bool {
        all_below(&self.heights, height) && all_below(&self.velocity, velocity)
    }

    /// Adds to the velocities what the water behind the walls does, before the sweep that takes walls for mirrors, and moves
    /// that water on by a sub-step.
    pub(super) fn step(&mut self, weights: Weights, heights: &Grid<f32>, velocity: &mut Grid<f32>) {
        let strips = self.velocity.chunks_exact_mut(LENGTH);
        let memories = self.memory.chunks_exact_mut(2 * THICKNESS);
        let all = &self.heights;
        for (index, ((side, rises), memory)) in
            self.sides.iter().zip(strips).zip(memories).enumerate()
        {
            let strip = |index: usize| &all[index * LENGTH..][..LENGTH];
            let (here, beside) = (strip(index), side.beside.map(|beside| beside.map(strip)));
            let before = heights.cells()[side.cell];
            velocity.cells_mut()[side.cell] += self.push * side.depth * (here[0] - before);
            let (psi, xi) = memory.split_at_mut(THICKNESS);
            let mut inner = before - here[0];
            let mut inner_memory = 0.0;
            for cell in 0..LENGTH {
                let height = here[cell];
                // Rising toward the water; behind the end the surface is held at 0.
                let outer = height - here.get(cell + 1).copied().unwrap_or(0.0);
                let mut differences = inner - outer;
                if let Some(way) = cell.checked_sub(PLAIN) {
                    let fade = self.fade[THICKNESS - 1 - way];
                    let own = (&mut psi[way], &mut xi[way]);
                    differences += fade.bend(inner, outer, inner_memory, own);
                    inner_memory = psi[way];
                }
                for beside in beside.into_iter().flatten() {
                    differences += beside[cell] - height;
                }
                rises[cell] = weights.next(rises[cell], height, differences, side.depth);
                inner = outer;
            }
        }
        let strips = self.heights.chunks_exact_mut(LENGTH);
        let rises = self.velocity.chunks_exact_mut(LENGTH);
        for ((strip, rises), &kept) in strips.zip(rises).zip(&self.kept) {
            for (height, rise) in strip.iter_mut().zip(rises) {
                *rise *= kept;
                *height = kept * (*height + *rise);
            }
        }
    }

    /// Presses a dent into the water behind the walls, where it reaches the water before them, and no more than there: what
    /// falls on the other side of a thin wall is not felt through it.
    pub(super) fn press(&mut self, dent: &Dent) {
        for (index, side) in self.sides.iter().enumerate() {
            let before = dent.weight(side.place);
            if before == 0.0 {
                continue;
            }
            for cell in 0..LENGTH {
                let way = (cell + 1) as f64;
                let place = (
                    side.place.0 + way * side.inward.0,
                    side.place.1 + way * side.inward.1,
                );
                let weight = dent.weight(place).min(before);
                let height = &mut self.heights[index * LENGTH + cell];
                let rise = &mut self.velocity[index * LENGTH + cell];
                if dent.adds() {
                    *height += weight * dent.bottom();
                } else {
                    // As a brush that stops what moves: here no sum needs to be kept, as all of it is absorbed.
                    let middle = *height - 0.5 * *rise;
                    *rise -= weight * *rise;
                    *height = middle + weight * (dent.bottom() - middle) + 0.5 * *rise;
                }
            }
        }
    }
}

/// Every side between a cell with water and a solid one.
fn sides(bed: &Bed) -> Vec<Side> {
    let (Some(open), Some(depth)) = (bed.open(), bed.depth()) else {
        return Vec::new();
    };
    let (columns, rows) = (open.columns(), open.rows());
    let mut sides = Vec::new();
    let mut places = HashMap::new();
    for row in 0..rows {
        for column in 0..columns {
            let depth = depth[(column, row)];
            if depth == 0.0 {
                continue;
            }
            for (x, z) in [(-1_i64, 0), (1, 0), (0, -1), (0, 1)] {
                let beside = (column as i64 + x, row as i64 + z);
                let (Ok(beside_column), Ok(beside_row)) =
                    (usize::try_from(beside.0), usize::try_from(beside.1))
                else {
                    continue;
                };
                if open.get(beside_column, beside_row) != Some(&0.0) || sides.len() == MOST_SIDES {
                    continue;
                }
                let (left, right) = if x == 0 {
                    ((column.wrapping_sub(1), row), (column + 1, row))
                } else {
                    ((column, row.wrapping_sub(1)), (column, row + 1))
                };
                places.insert(((column, row), (x, z)), sides.len());
                sides.push((
                    Side {
                        cell: row * columns + column,
                        place: (column as f64, row as f64),
                        inward: (x as f64, z as f64),
                        depth,
                        outside: if x == 0 {
                            bed.outside(column, columns)
                        } else {
                            bed.outside(row, rows)
                        },
                        beside: [None; 2],
                    },
                    [left, right].map(|place| (place, (x, z))),
                ));
            }
        }
    }
    let find = |place| places.get(&place).copied();
    let joined = |(side, beside): (Side, [_; 2])| Side {
        beside: beside.map(find),
        ..side
    };
    sides.into_iter().map(joined).collect()
}
