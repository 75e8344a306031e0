//! iWave's recurrence for all cells, once the convolution is known (docs/models.md §6).
//!
//! The update computes the change of a height, which keeps the digits that the difference of two large terms would lose:
//!
//! ```text
//! h⁺ = h + [ (h − h⁻) − 2αΔt·h − gΔt²·(G ⊛ h) ] / (1 + αΔt)
//! ```

use crate::grid::Grid;
use crate::pool::settling::STILL;
use crate::threads::for_each_target;
use crate::threads::in_bands;
use std::sync::atomic::{AtomicBool, Ordering};

/// Heights below this are set to 0, metres: long before denormal floats, whose arithmetic is slow.
const NEGLIGIBLE: f32 = 1e-20;

/// The constants of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors {
    /// 2αΔt.
    hold: f32,
    /// gΔt², metres.
    pull: f32,
    /// 1 / (1 + αΔt).
    damp: f32,
}

impl Factors {
    /// The constants for a step of `time_step` s, a damping in 1/s and a gravity in m/s².
    pub(super) fn new(time_step: f64, damping: f64, gravity: f64) -> Self {
        let a = damping * time_step;
        Self {
            hold: (2.0 * a) as f32,
            pull: (gravity * time_step * time_step) as f32,
            damp: (1.0 / (1.0 + a)) as f32,
        }
    }
}

/// Replaces every cell of `previous` by its next height, from the heights, their convolution `spread`, the source and the
/// obstruction. Returns whether either level still moves.
pub(super) fn update(
    factors: Factors,
    heights: &Grid<f32>,
    spread: &Grid<f32>,
    source: Option<&Grid<f32>>,
    rim: Option<&Grid<f32>>,
    previous: &mut Grid<f32>,
) -> bool {
    let columns = heights.columns();
    let moves = AtomicBool::new(false);
    in_bands(previous.cells_mut(), columns, |first, cells| {
        let part = |grid: &'_ Grid<f32>| {
            first * columns..(first * columns + cells.len()).min(grid.cells().len())
        };
        let band = Band {
            heights: &heights.cells()[part(heights)],
            spread: &spread.cells()[part(spread)],
            source: source.map(|source| &source.cells()[part(source)]),
            rim: rim.map(|rim| &rim.cells()[part(rim)]),
        };
        if update_band(factors, band, cells) {
            moves.store(true, Ordering::Relaxed);
        }
    });
    moves.into_inner()
}

#[derive(Clone, Copy)]
struct Band<'a> {
    heights: &'a [f32],
    spread: &'a [f32],
    source: Option<&'a [f32]>,
    rim: Option<&'a [f32]>,
}

for_each_target! {
    fn update_band(factors: Factors, band: Band, cells: &mut [f32]) -> bool {
        match (band.source, band.rim) {
            (None, None) => each(factors, band, cells, |_, next| next),
            (Some(source), None) => each(factors, band, cells, |i, next| next + source[i]),
            (None, Some(rim)) => each(factors, band, cells, |i, next| next * rim[i]),
            (Some(source), Some(rim)) => {
                each(factors, band, cells, |i, next| (next + source[i]) * rim[i])
            }
        }
    }
}

#[inline(always)]
fn each(
    factors: Factors,
    band: Band,
    cells: &mut [f32],
    finish: impl Fn(usize, f32) -> f32,
) -> bool {
    let Factors { hold, pull, damp } = factors;
    let count = cells.len();
    let (heights, spread) = (&band.heights[..count], &band.spread[..count]);
    let mut still = 1_u32;
    for i in 0..count {
        let height = heights[i];
        let rise = (height - cells[i]) - hold * height - pull * spread[i];
        let next = finish(i, height + rise * damp);
        let next = if next.abs() < NEGLIGIBLE { 0.0 } else { next };
        // NaN does not count as still.
        still &= u32::from(next.abs() < STILL) & u32::from(height.abs() < STILL);
        cells[i] = next;
    }
    still == 0
}
