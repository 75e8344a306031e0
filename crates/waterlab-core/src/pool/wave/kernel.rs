//! One row of a sub-step, in three variants that give the same bits where all of them apply (docs/models.md §5).
//!
//! With v = h − h⁻ and d the amplitude factor of damping in a sub-step, h⁺ = d·(2h + C·Σ(neighbour − h)) − d²·h⁻ is
//!
//! ```text
//! v⁺ = v + d·C·Σ(neighbour − h) − (1 − d²)·v − (1 − d)²·h
//! h⁺ = h + v⁺
//! ```
//!
//! Where the floor is uneven or there are walls, each difference is multiplied by its face, and the sum by the cell's weight
//! (`super::bed`).
//!
//! The state is heights and velocities, not two heights, whose difference would be lost to rounding. The damping loss and the
//! motion of the mean level in a sub-step are far below the last digit of a height, but not of a velocity.
//!
//! [`for_each_target`] compiles the loops once per instruction set and selects one at run time; there is no intrinsic here.

use super::scheme::Scheme;
use crate::pool::RowKernel;
use crate::threads::for_each_target;
use std::ops::Range;

/// The factors of a sub-step.
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

    /// The new velocity of a cell, from its inflow, the factor of the inflow, and the factor of absorbing walls.
    #[inline(always)]
    fn next(self, velocity: f32, height: f32, inflow: f32, (weight, keep): (f32, f32)) -> f32 {
        // A wall absorbs h_t + δ·h, so that a level sinks as it does elsewhere.
        let restore = self.restore + 0.5 * (1.0 - keep) * (self.loss - self.restore);
        let velocity = keep * velocity;
        velocity + (self.pull * weight * inflow - self.loss * velocity - restore * height)
    }
}

/// The inputs of a row in the middle of a sub-step; slices of one length.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// The heights of the row.
    pub(super) here: &'a [f32],
    /// The heights of the row to the south; at the edge, its own.
    pub(super) south: &'a [f32],
    /// The new velocities of the row to the north.
    pub(super) north_velocity: &'a [f32],
}

/// The faces of the cells of a row, as fractions of a whole side at maximum depth.
#[derive(Clone, Copy)]
pub(super) struct Faces<'a> {
    /// Between each cell and the next.
    pub(super) east: &'a [f32],
    /// Between each cell and the one north of it.
    pub(super) north: &'a [f32],
    /// Between each cell and the one south of it.
    pub(super) south: &'a [f32],
}

/// The bed of a row.
#[derive(Clone, Copy)]
pub(super) enum Bed<'a> {
    /// Open water of the full depth.
    Even,
    /// With faces.
    Faces(Faces<'a>),
    /// With faces, the factors of the inflow, and the factors of the velocity due to absorbing walls.
    Weighted(Faces<'a>, &'a [f32], &'a [f32]),
}

/// Sets the new velocity of every cell of a row, and the new heights of the cells `north` of it, whose old heights are no longer
/// needed; with `ends`, also the first and the last cell, which are mirrors.
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

/// The bed of a range of cells, in the form that one loop needs.
trait Ground: Copy {
    /// The bed of a part of the range.
    fn part(self, cells: Range<usize>) -> Self;

    /// From the differences of a cell to west, east, north and south: the inflow, its factor, and the factor of the
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
    /// The faces of the cells between the ends of a row.
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

/// The loop over a range of cells between the ends of a row; `ground` covers the range, `around` all cells.
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
    // Repeated for the compiler: all slices have the same length.
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

/// All cells between the ends, in two loops: the second begins where the velocities are aligned to a cache line, so that none of its
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
