//! The rows of the spring pond, in the widest vectors that the machine has; every machine gets the same bits (reference §4).
//!
//! In a sweep, node i gains f·(L\[i−1\] − L\[i\]) and then f·(L\[i+1\] − L\[i\]), each only if the neighbour is one of the interior:
//! that is what the interior nodes give to their neighbours, seen from who gets it.
//!
//! [`multiversion`] compiles the loops once per instruction set and picks at run time; there is no intrinsic here.

use multiversion::multiversion;

/// What a row of springs pulls with: the same everywhere, or node by node.
#[derive(Clone, Copy)]
pub(super) enum Springs<'a> {
    /// Stiffness and viscosity, 1/step² and 1/step.
    Even(f32, f32),
    /// A stiffness and a viscosity for each node of the row.
    Maps(&'a [f32], &'a [f32]),
}

/// A node's height gains `spread` of what a neighbour stands higher.
#[inline(always)]
fn pulled(here: f32, neighbour: f32, height: f32, spread: f32) -> f32 {
    height + spread * (neighbour - here)
}

/// Where every node of a row would be after the springs' half of the step: L + W.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn moved(heights: &[f32], velocity: &[f32], moved: &mut [f32]) {
    for ((moved, height), velocity) in moved.iter_mut().zip(heights).zip(velocity) {
        *moved = height + velocity;
    }
}

/// One sweep along x.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn along_x(before: &[f32], after: &mut [f32], spread: f32) {
    let columns = before.len();
    let after = &mut after[..columns];
    if columns > 4 {
        let inner = columns - 4;
        let (west, here, east) = (
            &before[1..][..inner],
            &before[2..][..inner],
            &before[3..][..inner],
        );
        let after = &mut after[2..][..inner];
        for i in 0..inner {
            let height = pulled(here[i], west[i], here[i], spread);
            after[i] = pulled(here[i], east[i], height, spread);
        }
    }
    // The outermost two at either end have a neighbour that does not pull.
    for i in [0, 1, columns.max(4) - 2, columns - 1] {
        let mut height = before[i];
        if i >= 2 {
            height = pulled(before[i], before[i - 1], height, spread);
        }
        if i + 2 < columns {
            height = pulled(before[i], before[i + 1], height, spread);
        }
        after[i] = height;
    }
}

/// One sweep along z of the row `here`; a row that does not pull is given as `here` itself.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn along_z(north: &[f32], here: &[f32], south: &[f32], after: &mut [f32], spread: f32) {
    let columns = here.len();
    let (north, south) = (&north[..columns], &south[..columns]);
    let after = &mut after[..columns];
    for i in 0..columns {
        let height = pulled(here[i], north[i], here[i], spread);
        after[i] = pulled(here[i], south[i], height, spread);
    }
}

/// The end of a step for one row: `heights` and `velocity` as they were, `swept` what the sweeps have made of L + W. Returns
/// the largest height and speed, without their signs.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn finish(
    heights: &mut [f32],
    velocity: &mut [f32],
    swept: &[f32],
    springs: Springs,
) -> f32 {
    match springs {
        Springs::Even(stiffness, viscosity) => {
            finish_each(heights, velocity, swept, |_| (stiffness, viscosity))
        }
        Springs::Maps(stiffness, viscosity) => {
            let columns = heights.len();
            let (stiffness, viscosity) = (&stiffness[..columns], &viscosity[..columns]);
            finish_each(heights, velocity, swept, |i| (stiffness[i], viscosity[i]))
        }
    }
}

/// Lanes in which the largest is sought: one register of the widest kind.
const LANES: usize = 16;

#[inline(always)]
fn finish_each(
    heights: &mut [f32],
    velocity: &mut [f32],
    swept: &[f32],
    springs: impl Fn(usize) -> (f32, f32),
) -> f32 {
    let columns = heights.len();
    let (velocity, swept) = (&mut velocity[..columns], &swept[..columns]);
    let mut largest = [0.0_f32; LANES];
    let mut node = |i: usize, lane: usize| {
        let (height, speed) = (heights[i], velocity[i]);
        let (stiffness, viscosity) = springs(i);
        let pull = -stiffness * height - viscosity * speed;
        let moved = height + speed;
        heights[i] = swept[i];
        velocity[i] = speed + pull + (swept[i] - moved);
        let far = heights[i].abs().max(velocity[i].abs());
        if far > largest[lane] {
            largest[lane] = far;
        }
    };
    let whole = columns - columns % LANES;
    for start in (0..whole).step_by(LANES) {
        for lane in 0..LANES {
            node(start + lane, lane);
        }
    }
    for i in whole..columns {
        node(i, 0);
    }
    largest.into_iter().fold(0.0, f32::max)
}

/// Takes away what stands in solid nodes: all bits of `mask` are set where water is, none where it is solid.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn masked(cells: &mut [f32], mask: &[u32]) {
    for (cell, mask) in cells.iter_mut().zip(mask) {
        *cell = f32::from_bits(cell.to_bits() & mask);
    }
}
