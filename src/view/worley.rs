//! Fine structure of foam: Worley noise (borders between cells about random points), a repeating pattern of bubbles and threads. Sums of
//! coarse and fine cells (Worley 1996), with two distributions:
//!
//! - uniform from 0 to 1: where `coverage` of the water is foam, the pattern is foam above 1 − coverage;
//! - normal: a sum of such patterns is normal again, also where a pixel averages over some of them, so that the share of foam in it is known
//!   ([`HALVED`], docs/models.md §15).

use crate::grid::Grid;
use std::sync::LazyLock;

/// Texels along a side.
pub(super) const SIDE: usize = 256;

/// Cells along a side of each octave, and its weight.
const SIZES: [(usize, f32); 3] = [(9, 0.5), (21, 0.32), (47, 0.18)];

/// As [`SIZES`], of the pattern of fine cells.
const FINE_SIZES: [(usize, f32); 2] = [(37, 0.6), (59, 0.4)];

/// Levels of a normal pattern per standard deviation, which is 127.5 where the pattern is 0.
pub(super) const DEVIATION: f32 = 43.0;

/// The patterns: uniform in the first channel, normal in the second; of fine cells, normal, in the fourth; the third is unused. See
/// [`DEVIATION`].
pub(super) static WORLEY: LazyLock<Grid<[u8; 4]>> = LazyLock::new(worley);

fn worley() -> Grid<[u8; 4]> {
    let normal = |rank: usize| {
        let value = quantile((rank as f32 + 0.5) / (SIDE * SIDE) as f32);
        (127.5 + DEVIATION * value).round().clamp(0.0, 255.0) as u8
    };
    let mut lace = Grid::new(SIDE, SIDE, [0; 4]);
    for (rank, index) in ascending(&SIZES).into_iter().enumerate() {
        let even = (rank * 256 / (SIDE * SIDE)) as u8;
        lace.cells_mut()[index] = [even, normal(rank), 0, 0];
    }
    for (rank, index) in ascending(&FINE_SIZES).into_iter().enumerate() {
        lace.cells_mut()[index][3] = normal(rank);
    }
    lace
}

/// The texels of a sum of octaves, in ascending order of their values.
fn ascending(sizes: &[(usize, f32)]) -> Vec<usize> {
    let mut rough = Grid::new(SIDE, SIDE, 0.0);
    for &(cells, weight) in sizes {
        let points = Points::new(cells);
        for row in 0..SIDE {
            for column in 0..SIDE {
                let at = [column, row].map(|texel| (texel as f32 + 0.5) / SIDE as f32);
                rough[(column, row)] += weight * points.border(at);
            }
        }
    }
    let mut order: Vec<usize> = (0..SIDE * SIDE).collect();
    order.sort_unstable_by(|&a, &b| {
        rough.cells()[a]
            .total_cmp(&rough.cells()[b])
            .then(a.cmp(&b))
    });
    order
}

/// The standard normal distribution's value below which this share lies (Abramowitz and Stegun 1964, 26.2.23: to 4.5e-4).
fn quantile(share: f32) -> f32 {
    let tail = (-2.0 * share.min(1.0 - share).ln()).sqrt();
    let over = 2.515_517 + tail * (0.802_853 + tail * 0.010_328);
    let under = 1.0 + tail * (1.432_788 + tail * (0.189_269 + tail * 0.001_308));
    (tail - over / under).copysign(share - 0.5)
}

/// The mip level in which the normal patterns, of broad and of fine cells, have half of their variance, and how fast it fades: the share
/// is 1/(1 + 2^(fading·(level − halved))). Fitted; see the test.
pub(super) const HALVED: [f32; 2] = [3.0, 1.43];

/// See [`HALVED`].
pub(super) const FADING: [f32; 2] = [1.9, 2.5];

/// Random points of a repeating pattern, one in each cell.
struct Points {
    /// Cells along a side.
    cells: usize,
    /// In cells; two cells are repeated beyond each edge.
    places: Grid<[f32; 2]>,
}

impl Points {
    fn new(cells: usize) -> Self {
        let side = cells as i32;
        let places = Grid::from_fn(cells + 4, cells + 4, |column, row| {
            let [i, j] = [column, row].map(|index| index as i32 - 2);
            let [x, z] = chance(i.rem_euclid(side), j.rem_euclid(side), side);
            [i as f32 + x, j as f32 + z]
        });
        Self { cells, places }
    }

    /// Closeness to the border between two of the cells around a place: 1 on it, less toward their centres.
    fn border(&self, at: [f32; 2]) -> f32 {
        let [x, z] = at.map(|fraction| fraction * self.cells as f32);
        let (column, row) = (x as usize, z as usize);
        let (mut first, mut second) = (f32::INFINITY, f32::INFINITY);
        for j in row..row + 5 {
            for point in &self.places.row(j)[column..column + 5] {
                let off = [point[0] - x, point[1] - z];
                let square = off[0] * off[0] + off[1] * off[1];
                second = second.min(square.max(first));
                first = first.min(square);
            }
        }
        1.0 - (second.sqrt() - first.sqrt()).min(1.0)
    }
}

/// Hash of a cell: two numbers from 0 to 1.
pub(super) fn chance(column: i32, row: i32, cells: i32) -> [f32; 2] {
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
    fn mip_levels_have_the_variance_that_the_fit_says() {
        let pattern = &*WORLEY;
        for (index, channel) in [1, 3].into_iter().enumerate() {
            let mut level = Grid::from_fn(SIDE, SIDE, |column, row| {
                f64::from(pattern[(column, row)][channel]) - 127.5
            });
            let variance = |grid: &Grid<f64>| {
                grid.cells().iter().map(|cell| cell * cell).sum::<f64>() / grid.cells().len() as f64
            };
            let whole = variance(&level);
            let deviation = f64::from(DEVIATION);
            assert!((whole.sqrt() / deviation - 1.0).abs() < 0.01, "{whole}");
            for number in 0..8 {
                let fading =
                    f64::from(FADING[index]) * (f64::from(number) - f64::from(HALVED[index]));
                let fit = 1.0 / (1.0 + fading.exp2());
                let share = variance(&level) / whole;
                assert!(
                    (share - fit).abs() < 0.09,
                    "{channel} {number}: {share} {fit}"
                );
                level = Grid::from_fn(level.columns() / 2, level.rows() / 2, |column, row| {
                    let four = [(0, 0), (1, 0), (0, 1), (1, 1)];
                    four.map(|(x, z)| level[(2 * column + x, 2 * row + z)])
                        .iter()
                        .sum::<f64>()
                        / 4.0
                });
            }
        }
    }

    #[test]
    fn every_value_is_as_frequent_and_the_pattern_repeats_without_a_seam() {
        let lace = &*WORLEY;
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
