//! `Pyramid`: extremes of a cascade over blocks of its cells, of every size: what bounds the surface over any part of it.

use crate::surface::Cascade;
use glam::{DVec2, Vec4};

/// Extremes of 1 − J−, J+ − 1, |λD| and h of a cascade over blocks of its cells.
pub(super) struct Pyramid {
    columns: usize,
    rows: usize,
    /// Of the first level blocks have [`Pyramid::BLOCK`] cells a side, of each further one twice as many; the last is the whole.
    levels: Vec<Level>,
}

struct Level {
    columns: usize,
    blocks: Vec<Vec4>,
}

impl Pyramid {
    const BLOCK: usize = 4;

    /// The extremes of a cascade.
    pub(super) fn of(cascade: &Cascade, lambda: f32) -> Self {
        let (columns, rows) = (cascade.height.columns(), cascade.height.rows());
        let (mut across, mut down) = (columns.div_ceil(Self::BLOCK), rows.div_ceil(Self::BLOCK));
        let mut blocks = vec![Vec4::NEG_INFINITY; across * down];
        let mut cells = vec![Vec4::ZERO; columns];
        for row in 0..rows {
            let fields = [
                cascade.strain[0],
                cascade.strain[1],
                cascade.strain[2],
                cascade.displacement[0],
                cascade.displacement[1],
                cascade.height,
            ];
            extremes(fields.map(|grid| grid.row(row)), lambda, &mut cells);
            let first = row / Self::BLOCK * across;
            let blocks = &mut blocks[first..first + across];
            for (block, cells) in blocks.iter_mut().zip(cells.chunks(Self::BLOCK)) {
                *block = cells.iter().fold(*block, |most, cell| most.max(*cell));
            }
        }
        let mut levels = vec![Level {
            columns: across,
            blocks,
        }];
        while across * down > 1 {
            let below = &levels[levels.len() - 1];
            let (columns, rows) = (across.div_ceil(2), down.div_ceil(2));
            let mut blocks = vec![Vec4::NEG_INFINITY; columns * rows];
            for row in 0..down {
                for column in 0..across {
                    let block = &mut blocks[row / 2 * columns + column / 2];
                    *block = block.max(below.blocks[row * across + column]);
                }
            }
            levels.push(Level { columns, blocks });
            (across, down) = (columns, rows);
        }
        Self {
            columns,
            rows,
            levels,
        }
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> DVec2 {
        DVec2::new(self.columns as f64, self.rows as f64)
    }

    /// Those of all of it.
    pub(super) fn whole(&self) -> Vec4 {
        let last = self.levels.last().and_then(|level| level.blocks.first());
        last.copied().unwrap_or(Vec4::ZERO)
    }

    /// Extremes between two places, in cells; the cells repeat.
    pub(super) fn within(&self, low: DVec2, high: DVec2) -> Vec4 {
        let spans = [
            Span::of(low.x, high.x, self.columns),
            Span::of(low.y, high.y, self.rows),
        ];
        let [Some(across), Some(down)] = spans else {
            return self.whole();
        };
        let longer = across.count.max(down.count);
        let mut side = Self::BLOCK;
        let mut most = Vec4::NEG_INFINITY;
        for level in &self.levels {
            if 2 * side >= longer {
                for row in down.blocks(side) {
                    for column in across.blocks(side) {
                        most = most.max(level.blocks[row * level.columns + column]);
                    }
                }
                return most;
            }
            side *= 2;
        }
        self.whole()
    }
}

/// Some cells of a row or column that repeats.
struct Span {
    first: usize,
    count: usize,
    of: usize,
}

impl Span {
    /// The grid points about a stretch; `None` if that is all of them.
    fn of(low: f64, high: f64, of: usize) -> Option<Self> {
        let (first, last) = (low.floor(), high.ceil());
        let count = last - first + 1.0;
        (count < of as f64).then(|| Self {
            first: first.rem_euclid(of as f64) as usize % of,
            count: count as usize,
            of,
        })
    }

    /// The blocks of this side that have any of the cells.
    fn blocks(&self, side: usize) -> impl Iterator<Item = usize> + use<> {
        let end = self.first + self.count;
        let before = self.first / side..end.min(self.of).div_ceil(side);
        before.chain(0..end.saturating_sub(self.of).div_ceil(side))
    }
}

/// Extremes at the cells of a row, from ∂Dx/∂x, ∂Dz/∂z, ∂Dx/∂z, Dx, Dz and h.
fn extremes([xx, zz, xz, x, z, height]: [&[f32]; 6], lambda: f32, cells: &mut [Vec4]) {
    for (column, cell) in cells.iter_mut().enumerate() {
        let [xx, zz, xz] = [xx, zz, xz].map(|strain| lambda * strain[column]);
        let mean = 0.5 * (xx + zz);
        let half = 0.5 * ((xx - zz) * (xx - zz) + 4.0 * xz * xz).sqrt();
        let reach = lambda.abs() * (x[column] * x[column] + z[column] * z[column]).sqrt();
        *cell = Vec4::new(half - mean, half + mean, reach, height[column]);
    }
}
