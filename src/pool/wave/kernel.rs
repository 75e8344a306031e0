//! One row of a sub-step, in three ways that give the same bits where they all apply (reference §5).
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
//! [`multiversion`] compiles the loops once per instruction set and picks at run time; there is no intrinsic here.

use super::scheme::Scheme;
use crate::pool::RowKernel;
use multiversion::multiversion;

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
    fn next(self, velocity: f32, height: f32, differences: f32, depth: f32) -> f32 {
        velocity + (self.pull * depth * differences - self.loss * velocity - self.restore * height)
    }
}

/// The heights of a row and of those beside it; where there is none, of the row itself. Three slices of one length.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
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
    /// As before, with walls that mirror: 1 for each cell that has water, 0 for each that is solid.
    Walled(&'a [f32], Rows<'a>),
}

/// Gives every cell of a row its new velocity; with `ends`, also the first and the last, which mirror.
pub(super) fn accelerate(
    kernel: RowKernel,
    weights: Weights,
    bed: Bed,
    rows: Rows,
    velocity: &mut [f32],
    ends: bool,
) {
    let last = velocity.len() - 1;
    match (kernel, bed) {
        (RowKernel::Plain, Bed::Even) => plain_even(weights, rows, velocity),
        (RowKernel::Vector, Bed::Even) => even(weights, rows, velocity),
        (_, Bed::Uneven(depth)) => uneven(weights, depth, rows, velocity),
        (_, Bed::Walled(depth, open)) => walled(weights, depth, open, rows, velocity),
    }
    if ends {
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
            let height = rows.here[column];
            let differences = along * (rows.here[inward] - height)
                + (across[0] * (rows.north[column] - height)
                    + across[1] * (rows.south[column] - height));
            velocity[column] = weights.next(velocity[column], height, differences, depth);
        }
    }
}

/// Moves every cell of a row by its velocity.
pub(super) fn rise(kernel: RowKernel, heights: &mut [f32], velocity: &[f32]) {
    match kernel {
        RowKernel::Plain => plain_add(heights, velocity),
        RowKernel::Vector => add(heights, velocity),
    }
}

/// The loop over the cells between the ends of a row. `bed` takes the number of a cell and the differences to its west,
/// east, north and south, and gives their sum and the depth.
#[inline(always)]
fn between_ends(
    weights: Weights,
    rows: Rows,
    velocity: &mut [f32],
    bed: impl Fn(usize, [f32; 4]) -> (f32, f32),
) {
    let count = velocity.len();
    let (here, north, south) = (
        &rows.here[..count],
        &rows.north[..count],
        &rows.south[..count],
    );
    for i in 1..count - 1 {
        let height = here[i];
        let differences = [
            here[i - 1] - height,
            here[i + 1] - height,
            north[i] - height,
            south[i] - height,
        ];
        let (differences, depth) = bed(i, differences);
        velocity[i] = weights.next(velocity[i], height, differences, depth);
    }
}

/// Of open water.
#[inline(always)]
fn sum([west, east, north, south]: [f32; 4]) -> f32 {
    (west + east) + (north + south)
}

fn plain_even(weights: Weights, rows: Rows, velocity: &mut [f32]) {
    between_ends(weights, rows, velocity, |_, differences| {
        (sum(differences), 1.0)
    });
}

fn plain_add(heights: &mut [f32], velocity: &[f32]) {
    for (height, velocity) in heights.iter_mut().zip(velocity) {
        *height += velocity;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn even(weights: Weights, rows: Rows, velocity: &mut [f32]) {
    between_ends(weights, rows, velocity, |_, differences| {
        (sum(differences), 1.0)
    });
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn uneven(weights: Weights, depth: &[f32], rows: Rows, velocity: &mut [f32]) {
    let depth = &depth[..velocity.len()];
    between_ends(weights, rows, velocity, |i, differences| {
        (sum(differences), depth[i])
    });
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn walled(weights: Weights, depth: &[f32], open: Rows, rows: Rows, velocity: &mut [f32]) {
    let count = velocity.len();
    let (depth, here) = (&depth[..count], &open.here[..count]);
    let (north, south) = (&open.north[..count], &open.south[..count]);
    between_ends(weights, rows, velocity, |i, [w, e, n, s]| {
        let open = [here[i - 1] * w, here[i + 1] * e, north[i] * n, south[i] * s];
        (sum(open), depth[i])
    });
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn add(heights: &mut [f32], velocity: &[f32]) {
    for (height, velocity) in heights.iter_mut().zip(velocity) {
        *height += velocity;
    }
}
