//! One row of a sub-step, in three ways that give the same bits where they all apply (docs/models.md §5).
//!
//! With v = h − h⁻ and d what damping leaves of a wave in a sub-step, h⁺ = d·(2h + C·Σ(neighbour − h)) − d²·h⁻ is
//!
//! ```text
//! v⁺ = v + d·C·Σ(neighbour − h) − (1 − d²)·v − (1 − d)²·h
//! h⁺ = h + v⁺
//! ```
//!
//! Heights and velocities are kept, not two heights: their difference would be lost to rounding. What damping takes and what
//! the mean level moves in a sub-step are far below the last digit of a height, but not of a velocity.
//!
//! [`for_each_target`] compiles the loops once per instruction set and picks at run time; there is no intrinsic here.

use super::scheme::Scheme;
use crate::pool::RowKernel;
use crate::threads::for_each_target;
use std::ops::Range;

/// What a sub-step multiplies by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// d·C where the water is deepest.
    pull: f32,
    /// 1 − d².
    loss: f32,
    /// (1 − d)².
    restore: f32,
}

impl Weights {
    pub(super) fn new(scheme: &Scheme) -> Self {
        let decay = scheme.decay;
        Self {
            pull: (decay * scheme.courant) as f32,
            loss: (1.0 - decay * decay) as f32,
            restore: ((1.0 - decay) * (1.0 - decay)) as f32,
        }
    }

    /// The new velocity of a cell with this sum of the differences to its neighbours; `depth` as a part of the deepest.
    #[inline(always)]
    pub(super) fn next(self, velocity: f32, height: f32, differences: f32, depth: f32) -> f32 {
        velocity + (self.pull * depth * differences - self.loss * velocity - self.restore * height)
    }
}

/// What a row looks at in the middle of a sub-step; slices of one length.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// Its heights.
    pub(super) here: &'a [f32],
    /// The heights south of it; where there is no row, its own.
    pub(super) south: &'a [f32],
    /// The new velocities north of it.
    pub(super) north_velocity: &'a [f32],
}

/// Which cells of a row and of those beside it have water: 1, or 0 where it is solid.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    pub(super) here: &'a [f32],
    pub(super) north: &'a [f32],
    pub(super) south: &'a [f32],
}

/// What differs from cell to cell of a row.
#[derive(Clone, Copy)]
pub(super) enum Bed<'a> {
    /// Nothing: open water of the full depth.
    Even,
    /// Depth as a part of the deepest; 0 where nothing moves.
    Uneven(&'a [f32]),
    /// As before, with walls that mirror.
    Walled(&'a [f32], Open<'a>),
}

/// Gives every cell of a row its new velocity, and the cells `north` of it, of which nobody else wants to know any more where
/// they were, their new heights; with `ends`, also the first and the last, which mirror.
pub(super) fn advance(
    kernel: RowKernel,
    weights: Weights,
    bed: Bed,
    around: Around,
    (north, velocity): (&mut [f32], &mut [f32]),
    ends: bool,
) {
    if ends {
        let last = velocity.len() - 1;
        for (column, inward) in [(0, 1), (last, last - 1)] {
            let depth = match bed {
                Bed::Even => 1.0,
                Bed::Uneven(depth) | Bed::Walled(depth, _) => depth[column],
            };
            let (along, across) = match bed {
                Bed::Walled(_, open) => {
                    (open.here[inward], [open.north[column], open.south[column]])
                }
                _ => (1.0, [1.0, 1.0]),
            };
            let height = around.here[column];
            let differences = along * (around.here[inward] - height)
                + (across[0] * (north[column] - height)
                    + across[1] * (around.south[column] - height));
            velocity[column] = weights.next(velocity[column], height, differences, depth);
            north[column] += around.north_velocity[column];
        }
    }
    let inside = 1..velocity.len() - 1;
    match (kernel, bed) {
        (RowKernel::Plain, Bed::Even) => plain_even(weights, around, north, velocity),
        (RowKernel::Vector, Bed::Even) => even(weights, around, north, velocity),
        (_, Bed::Uneven(depth)) => {
            let depth = &depth[inside];
            uneven(weights, Uneven { depth }, around, north, velocity);
        }
        (_, Bed::Walled(depth, open)) => {
            let ground = Walled {
                depth: &depth[inside.clone()],
                west: &open.here[..inside.end - 1],
                east: &open.here[inside.start + 1..],
                north: &open.north[inside.clone()],
                south: &open.south[inside],
            };
            walled(weights, ground, around, north, velocity);
        }
    }
}

/// Moves every cell of a row by its velocity.
pub(super) fn rise(heights: &mut [f32], velocity: &[f32]) {
    for (height, velocity) in heights.iter_mut().zip(velocity) {
        *height += velocity;
    }
}

/// What the cells of a part of a row lie on, as one kind of loop wants it.
trait Ground: Copy {
    /// Of some of the cells.
    fn part(self, cells: Range<usize>) -> Self;

    /// The sum of the differences to west, east, north and south of a cell that count, and its depth.
    fn at(self, cell: usize, differences: [f32; 4]) -> (f32, f32);
}

#[derive(Clone, Copy)]
struct Deep;

impl Ground for Deep {
    #[inline(always)]
    fn part(self, _: Range<usize>) -> Self {
        self
    }

    #[inline(always)]
    fn at(self, _: usize, differences: [f32; 4]) -> (f32, f32) {
        (sum(differences), 1.0)
    }
}

#[derive(Clone, Copy)]
struct Uneven<'a> {
    depth: &'a [f32],
}

impl Ground for Uneven<'_> {
    #[inline(always)]
    fn part(self, cells: Range<usize>) -> Self {
        Self {
            depth: &self.depth[cells],
        }
    }

    #[inline(always)]
    fn at(self, cell: usize, differences: [f32; 4]) -> (f32, f32) {
        (sum(differences), self.depth[cell])
    }
}

/// Each of the slices beside the cells, not of the cells.
#[derive(Clone, Copy)]
struct Walled<'a> {
    depth: &'a [f32],
    west: &'a [f32],
    east: &'a [f32],
    north: &'a [f32],
    south: &'a [f32],
}

impl Ground for Walled<'_> {
    #[inline(always)]
    fn part(self, cells: Range<usize>) -> Self {
        Self {
            depth: &self.depth[cells.clone()],
            west: &self.west[cells.clone()],
            east: &self.east[cells.clone()],
            north: &self.north[cells.clone()],
            south: &self.south[cells],
        }
    }

    #[inline(always)]
    fn at(self, cell: usize, [west, east, north, south]: [f32; 4]) -> (f32, f32) {
        let differences = [
            self.west[cell] * west,
            self.east[cell] * east,
            self.north[cell] * north,
            self.south[cell] * south,
        ];
        (sum(differences), self.depth[cell])
    }
}

#[inline(always)]
fn sum([west, east, north, south]: [f32; 4]) -> f32 {
    (west + east) + (north + south)
}

/// The loop over some of the cells between the ends of a row; `ground` is of all of these, `around` of all cells.
#[inline(always)]
fn over(
    cells: Range<usize>,
    weights: Weights,
    ground: impl Ground,
    around: Around,
    north: &mut [f32],
    velocity: &mut [f32],
) {
    let ground = ground.part(cells.start - 1..cells.end - 1);
    let west = &around.here[cells.start - 1..cells.end - 1];
    let east = &around.here[cells.start + 1..cells.end + 1];
    let here = &around.here[cells.clone()];
    let south = &around.south[cells.clone()];
    let north_velocity = &around.north_velocity[cells.clone()];
    let north = &mut north[cells.clone()];
    let velocity = &mut velocity[cells];
    // Said once more, for the compiler: all are of one length.
    let count = velocity.len();
    let (west, east, here) = (&west[..count], &east[..count], &here[..count]);
    let (south, north_velocity) = (&south[..count], &north_velocity[..count]);
    let (north, ground) = (&mut north[..count], ground.part(0..count));
    for i in 0..count {
        let height = here[i];
        let differences = [
            west[i] - height,
            east[i] - height,
            north[i] - height,
            south[i] - height,
        ];
        let (differences, depth) = ground.at(i, differences);
        velocity[i] = weights.next(velocity[i], height, differences, depth);
        north[i] += north_velocity[i];
    }
}

/// Bytes of a cache line, and of the widest vectors.
const LINE: usize = 64;

/// All cells between the ends, in two loops: the second begins where a cache line of velocities does, so that none of its
/// stores spans two.
#[inline(always)]
fn in_vectors(
    weights: Weights,
    ground: impl Ground,
    around: Around,
    north: &mut [f32],
    velocity: &mut [f32],
) {
    let end = velocity.len() - 1;
    let aligned = velocity.as_ptr().align_offset(LINE).clamp(1, end);
    over(1..aligned, weights, ground, around, north, velocity);
    over(aligned..end, weights, ground, around, north, velocity);
}

fn plain_even(weights: Weights, around: Around, north: &mut [f32], velocity: &mut [f32]) {
    let end = velocity.len() - 1;
    over(1..end, weights, Deep, around, north, velocity);
}

for_each_target! {
    fn even(weights: Weights, around: Around, north: &mut [f32], velocity: &mut [f32]) {
        in_vectors(weights, Deep, around, north, velocity);
    }
}

for_each_target! {
    fn uneven(
        weights: Weights,
        ground: Uneven,
        around: Around,
        north: &mut [f32],
        velocity: &mut [f32],
    ) {
        in_vectors(weights, ground, around, north, velocity);
    }
}

for_each_target! {
    fn walled(
        weights: Weights,
        ground: Walled,
        around: Around,
        north: &mut [f32],
        velocity: &mut [f32],
    ) {
        in_vectors(weights, ground, around, north, velocity);
    }
}
