//! The rows of the spring pond, in the widest vectors that the machine has; every machine gets the same bits (reference §4).
//!
//! In a sweep, node i gains f·(L\[i−1\] − L\[i\]) and then f·(L\[i+1\] − L\[i\]), each only if the neighbour is one of the interior:
//! that is what the interior nodes give to their neighbours, seen from who gets it.
//!
//! [`multiversion`] compiles the loops once per instruction set and picks at run time; there is no intrinsic here.

use multiversion::multiversion;

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

/// Nodes computed at a time: one register of the widest kind.
const LANES: usize = 16;

type Lanes = [f32; LANES];

/// The end of a step for one row: `heights` and `velocity` as they were, `swept` what the sweeps have made of L + W. Returns
/// the largest height or speed, without its sign.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn finish(
    heights: &mut [f32],
    velocity: &mut [f32],
    swept: &[f32],
    stiffness: &[f32],
    viscosity: &[f32],
) -> f32 {
    let mut largest: Lanes = [0.0; LANES];
    let whole = heights.len() - heights.len() % LANES;
    let (heights, last_heights) = heights.split_at_mut(whole);
    let (velocity, last_velocity) = velocity.split_at_mut(whole);
    let (swept, last_swept) = swept.split_at(whole);
    let (stiffness, last_stiffness) = stiffness.split_at(whole);
    let (viscosity, last_viscosity) = viscosity.split_at(whole);
    let registers = heights
        .as_chunks_mut::<LANES>()
        .0
        .iter_mut()
        .zip(velocity.as_chunks_mut::<LANES>().0)
        .zip(swept.as_chunks::<LANES>().0)
        .zip(stiffness.as_chunks::<LANES>().0)
        .zip(viscosity.as_chunks::<LANES>().0);
    for ((((heights, velocity), swept), stiffness), viscosity) in registers {
        for i in 0..LANES {
            let (height, speed) = moved_on(
                (heights[i], velocity[i]),
                swept[i],
                (stiffness[i], viscosity[i]),
            );
            (heights[i], velocity[i]) = (height, speed);
            largest[i] = larger(largest[i], larger(height.abs(), speed.abs()));
        }
    }
    let mut most = largest.into_iter().fold(0.0, larger);
    for i in 0..last_heights.len() {
        let (height, speed) = moved_on(
            (last_heights[i], last_velocity[i]),
            last_swept[i],
            (last_stiffness[i], last_viscosity[i]),
        );
        (last_heights[i], last_velocity[i]) = (height, speed);
        most = larger(most, larger(height.abs(), speed.abs()));
    }
    most
}

/// Height and speed after a step, of what they were, what the sweeps have made of their sum, stiffness and viscosity.
#[inline(always)]
fn moved_on((height, speed): (f32, f32), swept: f32, (k, m): (f32, f32)) -> (f32, f32) {
    let pull = -k * height - m * speed;
    (swept, speed + pull + (swept - (height + speed)))
}

/// As `max`, in one instruction: neither is expected to be not a number.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Takes away what stands in solid nodes: all bits of `mask` are set where water is, none where it is solid.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(super) fn masked(cells: &mut [f32], mask: &[u32]) {
    for (cell, mask) in cells.iter_mut().zip(mask) {
        *cell = f32::from_bits(cell.to_bits() & mask);
    }
}
