//! The row kernels of the spring pond, in the widest vectors of the machine; every machine gets the same bits (docs/models.md
//! §4).
//!
//! In a sweep, node i gains f·(L\[i−1\] − L\[i\]) and then f·(L\[i+1\] − L\[i\]), each only if the neighbour is an interior node:
//! that is what the interior nodes give to their neighbours, written for the receiving node.
//!
//! [`for_each_target`] compiles the loops once per instruction set and selects one at run time; there is no intrinsic here.

use crate::pool::settling::STILL;
use crate::threads::for_each_target;

/// A node's height plus `spread` times its difference to a neighbour.
#[inline(always)]
fn pulled(here: f32, neighbour: f32, height: f32, spread: f32) -> f32 {
    height + spread * (neighbour - here)
}

for_each_target! {
    /// Computes L + W, the heights of a row after the springs' half of the step.
    pub(super) fn moved(heights: &[f32], velocity: &[f32], moved: &mut [f32]) {
        for ((moved, height), velocity) in moved.iter_mut().zip(heights).zip(velocity) {
            *moved = height + velocity;
        }
    }
}

/// Padding nodes before the first and after the last node of a row; their values are never used.
pub(super) const PAD: usize = LANES;

for_each_target! {
    /// One sweep along x; `before` is padded.
    pub(super) fn along_x(before: &[f32], after: &mut [f32], spread: f32) {
        let columns = after.len();
        let (west, here, east) = beside(before, columns);
        for i in 0..columns {
            after[i] = swept(west[i], here[i], east[i], spread);
        }
        for i in ends(columns) {
            after[i] = swept_end(here, i, spread);
        }
    }
}

/// The cells of a padded row as three slices, shifted so that a node's neighbours have its own index. A closure here would prevent
/// vectorisation.
#[inline(always)]
fn beside(padded: &[f32], columns: usize) -> (&[f32], &[f32], &[f32]) {
    (
        &padded[PAD - 1..][..columns],
        &padded[PAD..][..columns],
        &padded[PAD + 1..][..columns],
    )
}

/// A node after a sweep in which both neighbours pull.
#[inline(always)]
fn swept(before: f32, here: f32, behind: f32, spread: f32) -> f32 {
    let height = pulled(here, before, here, spread);
    pulled(here, behind, height, spread)
}

/// The outermost two nodes at either end of a row, which have a neighbour that does not pull.
#[inline(always)]
fn ends(columns: usize) -> [usize; 4] {
    [0, 1, columns - 2, columns - 1]
}

/// One of [`ends`] after a sweep along x.
#[inline(always)]
fn swept_end(row: &[f32], i: usize, spread: f32) -> f32 {
    let mut height = row[i];
    if i >= 2 {
        height = pulled(row[i], row[i - 1], height, spread);
    }
    if i + 2 < row.len() {
        height = pulled(row[i], row[i + 1], height, spread);
    }
    height
}

for_each_target! {
    /// A sweep along x of the row `before`, together with one along z of the row `here` north of it, all of whose neighbours pull.
    /// `before` and `after` are padded.
    pub(super) fn pair(
        before: &[f32],
        rows: [&[f32]; 2],
        south: &mut [f32],
        after: &mut [f32],
        spread: f32,
    ) {
        let columns = south.len();
        let (west, middle, east) = beside(before, columns);
        let (north, here) = (&rows[0][..columns], &rows[1][..columns]);
        let after = &mut after[PAD..][..columns];
        for i in 0..columns {
            let moved = swept(west[i], middle[i], east[i], spread);
            south[i] = moved;
            after[i] = swept(north[i], here[i], moved, spread);
        }
        for i in ends(columns) {
            south[i] = swept_end(middle, i, spread);
            after[i] = swept(north[i], here[i], south[i], spread);
        }
    }
}

for_each_target! {
    /// One sweep along z of the row `here`; pass `here` itself for a row that does not pull.
    pub(super) fn along_z(rows: [&[f32]; 3], after: &mut [f32], spread: f32) {
        let columns = after.len();
        let (north, here) = (&rows[0][..columns], &rows[1][..columns]);
        let south = &rows[2][..columns];
        for i in 0..columns {
            after[i] = swept(north[i], here[i], south[i], spread);
        }
    }
}

/// Nodes computed at a time: one register of the widest kind.
const LANES: usize = 16;

for_each_target! {
    /// The end of a step for one row: `heights` and `velocity` before it, `swept` the result of the sweeps of L + W. Returns
    /// whether every height and speed is below [`STILL`] in absolute value; NaN is not.
    pub(super) fn finish(
        heights: &mut [f32],
        velocity: &mut [f32],
        swept: &[f32],
        stiffness: &[f32],
        viscosity: &[f32],
    ) -> bool {
        let mut still = [1_u32; LANES];
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
                still[i] &= u32::from(height.abs() < STILL) & u32::from(speed.abs() < STILL);
            }
        }
        let mut all = still.into_iter().fold(1, |all, still| all & still) == 1;
        for i in 0..last_heights.len() {
            let (height, speed) = moved_on(
                (last_heights[i], last_velocity[i]),
                last_swept[i],
                (last_stiffness[i], last_viscosity[i]),
            );
            (last_heights[i], last_velocity[i]) = (height, speed);
            all &= (height.abs() < STILL) & (speed.abs() < STILL);
        }
        all
    }
}

for_each_target! {
    /// Like `finish`, with springs whose rest lengths pull with `rest` metres per step², k·L0. Returns whether every height and speed
    /// has changed by less than [`STILL`]; a change of NaN has not.
    pub(super) fn finish_with_rest(
        heights: &mut [f32],
        velocity: &mut [f32],
        swept: &[f32],
        [stiffness, viscosity]: [&[f32]; 2],
        rest: &[f32],
    ) -> bool {
        let count = heights.len();
        let (velocity, swept, rest) = (&mut velocity[..count], &swept[..count], &rest[..count]);
        let (stiffness, viscosity) = (&stiffness[..count], &viscosity[..count]);
        let mut still = 1_u32;
        for i in 0..count {
            let before = (heights[i], velocity[i]);
            let (height, speed) = moved_on(before, swept[i], (stiffness[i], viscosity[i]));
            let speed = speed + rest[i];
            still &= u32::from((height - before.0).abs() < STILL);
            still &= u32::from((speed - before.1).abs() < STILL);
            (heights[i], velocity[i]) = (height, speed);
        }
        still == 1
    }
}

/// Height and speed after a step, from their old values, the result of the sweeps, stiffness and viscosity.
#[inline(always)]
fn moved_on((height, speed): (f32, f32), swept: f32, (k, m): (f32, f32)) -> (f32, f32) {
    let pull = -k * height - m * speed;
    (swept, speed + pull + (swept - (height + speed)))
}

for_each_target! {
    /// Sets solid nodes to 0: all bits of `mask` are set in water, none in solid nodes.
    pub(super) fn masked(cells: &mut [f32], mask: &[u32]) {
        for (cell, mask) in cells.iter_mut().zip(mask) {
            *cell = f32::from_bits(cell.to_bits() & mask);
        }
    }
}
