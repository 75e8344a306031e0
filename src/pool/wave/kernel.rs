//! One row of a sub-step, in three ways that give the same bits where they all apply (docs/models.md §5).
//!
//! With v = h − h⁻ and d what damping leaves of a wave in a sub-step, h⁺ = d·(2h + C·Σ(neighbour − h)) − d²·h⁻ is
//!
//! ```text
//! v⁺ = v + d·C·Σ(neighbour − h) − (1 − d²)·v − (1 − d)²·h
//! h⁺ = h + v⁺
//! ```
//!
//! Where the floor is uneven or walls stand, each difference is multiplied by its face, and the sum by the cell's weight
//! (`super::bed`).
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

    /// The new velocity of a cell with this inflow, what that counts for, and what absorbing walls leave of the velocity.
    #[inline(always)]
    fn next(self, velocity: f32, height: f32, inflow: f32, (weight, keep): (f32, f32)) -> f32 {
        // A wall takes h_t + δ·h, so that a level sinks as it does elsewhere.
        let restore = self.restore + 0.5 * (1.0 - keep) * (self.loss - self.restore);
        let velocity = keep * velocity;
        velocity + (self.pull * weight * inflow - self.loss * velocity - restore * height)
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

/// The faces through which the cells of a row have water flow, as parts of a whole side of the deepest water.
#[derive(Clone, Copy)]
pub(super) struct Faces<'a> {
    /// Between each cell and the next.
    pub(super) east: &'a [f32],
    /// Between each cell and the one north of it.
    pub(super) north: &'a [f32],
    /// Between each cell and the one south of it.
    pub(super) south: &'a [f32],
}

/// What differs from cell to cell of a row.
#[derive(Clone, Copy)]
pub(super) enum Bed<'a> {
    /// Nothing: open water of the full depth.
    Even,
    /// The faces.
    Faces(Faces<'a>),
    /// As before; what a unit of inflow counts for; what absorbing walls leave of a velocity.
    Weighted(Faces<'a>, &'a [f32], &'a [f32]),
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
            let (weight, keep) = match bed {
                Bed::Weighted(_, weight, keep) => (weight[column], keep[column]),
                _ => (1.0, 1.0),
            };
            let (along, across) = match bed {
                Bed::Even => (1.0, [1.0, 1.0]),
                Bed::Faces(faces) | Bed::Weighted(faces, ..) => (
                    faces.east[column.min(inward)],
                    [faces.north[column], faces.south[column]],
                ),
            };
            let height = around.here[column];
            let differences = along * (around.here[inward] - height)
                + (across[0] * (north[column] - height)
                    + across[1] * (around.south[column] - height));
            velocity[column] = weights.next(velocity[column], height, differences, (weight, keep));
            north[column] += around.north_velocity[column];
        }
    }
    let inside = 1..velocity.len() - 1;
    match (kernel, bed) {
        (RowKernel::Plain, Bed::Even) => plain_even(weights, around, north, velocity),
        (RowKernel::Vector, Bed::Even) => even(weights, around, north, velocity),
        (_, Bed::Faces(faces)) => {
            let ground = Flow::inside(faces);
            flowing(weights, ground, around, north, velocity);
        }
        (_, Bed::Weighted(faces, weight, keep)) => {
            let ground = Weighted {
                flow: Flow::inside(faces),
                weight: &weight[inside.clone()],
                keep: &keep[inside],
            };
            weighted(weights, ground, around, north, velocity);
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

    /// Of a cell, from the differences to west, east, north and south: the inflow, what it counts for, and what is left of the
    /// velocity.
    fn at(self, cell: usize, differences: [f32; 4]) -> (f32, (f32, f32));
}

#[derive(Clone, Copy)]
struct Deep;

impl Ground for Deep {
    #[inline(always)]
    fn part(self, _: Range<usize>) -> Self {
        self
    }

    #[inline(always)]
    fn at(self, _: usize, differences: [f32; 4]) -> (f32, (f32, f32)) {
        (sum(differences), (1.0, 1.0))
    }
}

/// Each of the slices of the faces on that side of the cells.
#[derive(Clone, Copy)]
struct Flow<'a> {
    west: &'a [f32],
    east: &'a [f32],
    north: &'a [f32],
    south: &'a [f32],
}

impl<'a> Flow<'a> {
    /// Of the cells between the ends of a row.
    fn inside(faces: Faces<'a>) -> Self {
        let last = faces.east.len() - 1;
        Self {
            west: &faces.east[..last - 1],
            east: &faces.east[1..last],
            north: &faces.north[1..last],
            south: &faces.south[1..last],
        }
    }
}

impl Ground for Flow<'_> {
    #[inline(always)]
    fn part(self, cells: Range<usize>) -> Self {
        Self {
            west: &self.west[cells.clone()],
            east: &self.east[cells.clone()],
            north: &self.north[cells.clone()],
            south: &self.south[cells],
        }
    }

    #[inline(always)]
    fn at(self, cell: usize, [west, east, north, south]: [f32; 4]) -> (f32, (f32, f32)) {
        let inflow = [
            self.west[cell] * west,
            self.east[cell] * east,
            self.north[cell] * north,
            self.south[cell] * south,
        ];
        (sum(inflow), (1.0, 1.0))
    }
}

#[derive(Clone, Copy)]
struct Weighted<'a> {
    flow: Flow<'a>,
    weight: &'a [f32],
    keep: &'a [f32],
}

impl Ground for Weighted<'_> {
    #[inline(always)]
    fn part(self, cells: Range<usize>) -> Self {
        Self {
            flow: self.flow.part(cells.clone()),
            weight: &self.weight[cells.clone()],
            keep: &self.keep[cells],
        }
    }

    #[inline(always)]
    fn at(self, cell: usize, differences: [f32; 4]) -> (f32, (f32, f32)) {
        let (inflow, _) = self.flow.at(cell, differences);
        (inflow, (self.weight[cell], self.keep[cell]))
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
        let (inflow, parts) = ground.at(i, differences);
        velocity[i] = weights.next(velocity[i], height, inflow, parts);
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
    fn flowing(
        weights: Weights,
        ground: Flow,
        around: Around,
        north: &mut [f32],
        velocity: &mut [f32],
    ) {
        in_vectors(weights, ground, around, north, velocity);
    }
}

for_each_target! {
    fn weighted(
        weights: Weights,
        ground: Weighted,
        around: Around,
        north: &mut [f32],
        velocity: &mut [f32],
    ) {
        in_vectors(weights, ground, around, north, velocity);
    }
}
