//! Fine structure of foam: Worley noise (borders between cells about random points), a repeating pattern of bubbles and threads. Sums of
//! coarse and fine cells (Worley 1996), with two distributions:
//!
//! - uniform from 0 to 1: where `coverage` of the water is foam, the pattern is foam above 1 − coverage;
//! - normal: a sum of such patterns is normal again, also where a pixel averages over some of them, so that the share of foam in it is known
//!   ([`resolved`], docs/models.md §15).

use super::cascades::{halve_all, shape};
use crate::grid::Grid;

/// Texels along a side.
const SIDE: usize = 256;

/// Cells along a side of each octave, and its weight.
const SIZES: [(i32, f32); 3] = [(9, 0.5), (21, 0.32), (47, 0.18)];

/// Levels of the second channel per standard deviation, which is 127.5 where the pattern is 0.
pub(super) const DEVIATION: f32 = 43.0;

/// Mip levels of the pattern.
pub(super) const LEVELS: usize = SIDE.ilog2() as usize + 1;

/// The pattern: uniform in the first channel, normal in the second, see [`DEVIATION`].
pub(super) fn worley() -> Grid<[u8; 4]> {
    let rough = Grid::from_fn(SIDE, SIDE, |column, row| {
        let at = [column, row].map(|texel| (texel as f32 + 0.5) / SIDE as f32);
        let sum = |(cells, weight): &(i32, f32)| weight * border(at, *cells);
        SIZES.iter().map(sum).sum::<f32>()
    });
    let mut order: Vec<usize> = (0..SIDE * SIDE).collect();
    order.sort_by(|&a, &b| rough.cells()[a].total_cmp(&rough.cells()[b]));
    let mut lace = Grid::new(SIDE, SIDE, [0; 4]);
    for (rank, index) in order.into_iter().enumerate() {
        let even = (rank * 256 / (SIDE * SIDE)) as u8;
        let normal = quantile((rank as f32 + 0.5) / (SIDE * SIDE) as f32);
        let normal = (127.5 + DEVIATION * normal).round().clamp(0.0, 255.0) as u8;
        lace.cells_mut()[index] = [even, normal, even, 255];
    }
    lace
}

/// The standard normal distribution's value below which this share lies (Abramowitz and Stegun 1964, 26.2.23: to 4.5e-4).
fn quantile(share: f32) -> f32 {
    let tail = (-2.0 * share.min(1.0 - share).ln()).sqrt();
    let over = 2.515_517 + tail * (0.802_853 + tail * 0.010_328);
    let under = 1.0 + tail * (1.432_788 + tail * (0.189_269 + tail * 0.001_308));
    (tail - over / under).copysign(share - 0.5)
}

/// The share of the normal pattern's variance that each of its mip levels has.
pub(super) fn resolved(pattern: &Grid<[u8; 4]>) -> [f32; LEVELS] {
    let mut levels = vec![Grid::new(1, 1, [0.0; 1])];
    shape(&mut levels, SIDE, SIDE);
    for (cell, texel) in levels[0].cells_mut().iter_mut().zip(pattern.cells()) {
        *cell = [f32::from(texel[1]) - 127.5];
    }
    halve_all(&mut levels);
    let square = |grid: &Grid<[f32; 1]>| {
        let squares = grid.cells().iter().map(|[cell]| f64::from(cell * cell));
        squares.sum::<f64>() / grid.cells().len() as f64
    };
    let whole = square(&levels[0]);
    std::array::from_fn(|level| (square(&levels[level]) / whole) as f32)
}

/// Closeness to the border between two of the cells around a place: 1 on it, less toward their centres.
fn border(at: [f32; 2], cells: i32) -> f32 {
    let place = at.map(|fraction| fraction * cells as f32);
    let [column, row] = place.map(|place| place.floor() as i32);
    let (mut first, mut second) = (f32::INFINITY, f32::INFINITY);
    for j in row - 2..=row + 2 {
        for i in column - 2..=column + 2 {
            let [x, z] = chance(i.rem_euclid(cells), j.rem_euclid(cells), cells);
            let distance = (i as f32 + x - place[0]).hypot(j as f32 + z - place[1]);
            second = second.min(distance.max(first));
            first = first.min(distance);
        }
    }
    1.0 - (second - first).min(1.0)
}

/// Hash of a cell: two numbers from 0 to 1.
fn chance(column: i32, row: i32, cells: i32) -> [f32; 2] {
    [0x9e37_79b9_u32, 0x85eb_ca6b].map(|salt| {
        let mut bits = salt ^ (column as u32).wrapping_mul(0x27d4_eb2f);
        bits = (bits ^ (row as u32)).wrapping_mul(0x1656_67b1) ^ (cells as u32);
        for _ in 0..2 {
            bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
            bits ^= bits >> 12;
        }
        (bits >> 8) as f32 / (1 << 24) as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_as_frequent_and_the_pattern_repeats_without_a_seam() {
        let lace = worley();
        let mut counts = [0; 256];
        lace.cells()
            .iter()
            .for_each(|texel| counts[texel[0] as usize] += 1);
        assert!(counts.iter().all(|&count| count == SIDE * SIDE / 256));
        // The change across the edge is as small as elsewhere.
        let step = |a: usize, b: usize| -> f64 {
            let apart = |row| f64::from(lace[(a, row)][0].abs_diff(lace[(b, row)][0]));
            (0..SIDE).map(apart).sum::<f64>() / SIDE as f64
        };
        let inside = (0..SIDE - 1).map(|x| step(x, x + 1)).sum::<f64>() / (SIDE - 1) as f64;
        assert!(step(SIDE - 1, 0) < 1.5 * inside);
    }
}
