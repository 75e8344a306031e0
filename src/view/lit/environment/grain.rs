//! A repeating noise pattern for leaves, grass, stone and fields. Red: brightness of overlapping leaves; green: fine noise; blue: broad
//! noise; alpha: a random number for each leaf. The mean of each channel is one half, to which its mip levels converge.

use crate::grid::Grid;
use crate::threads::in_bands_from;
use std::sync::LazyLock;

/// Texels along a side.
const SIDE: usize = 256;

/// Leaves along a side.
const LEAVES: i32 = 22;

/// Cells along a side for the octaves of broad noise, each half as strong as the one before.
const OCTAVES: [i32; 5] = [3, 6, 12, 24, 48];

/// The pattern.
pub(super) static GRAIN: LazyLock<Grid<[u8; 4]>> = LazyLock::new(grain);

/// A leaf: its place in its cell, its direction as sine and cosine, its height from 0 to 1, and its own random number.
struct Leaf {
    at: [f32; 2],
    turn: (f32, f32),
    high: f32,
    own: f32,
}

fn grain() -> Grid<[u8; 4]> {
    let leaves = Grid::from_fn(LEAVES as usize, LEAVES as usize, |column, row| {
        let cell = [column as i32, row as i32];
        let [x, z, turn, high, own] = [1, 2, 3, 4, 5].map(|salt| chance(cell, salt));
        Leaf {
            at: [x, z],
            turn: (turn * std::f32::consts::TAU).sin_cos(),
            high,
            own,
        }
    });
    let texel = |column: usize, row: usize| {
        let at = [column, row].map(|texel| (texel as f32 + 0.5) / SIDE as f32);
        let [light, own] = topmost(&leaves, at);
        let fine = noise(at, 128) * 0.6 + noise(at, 64) * 0.4;
        let broad: f32 = (OCTAVES.iter().zip([0.5, 0.26, 0.13, 0.07, 0.04]))
            .map(|(&cells, weight)| weight * noise(at, cells))
            .sum();
        [light, fine, broad, own]
    };
    let mut rough = Grid::new(SIDE, SIDE, [0.0; 4]);
    in_bands_from(1, rough.cells_mut(), SIDE, |first, band| {
        for (index, cell) in band.iter_mut().enumerate() {
            *cell = texel(index % SIDE, first + index / SIDE);
        }
    });
    let count = (SIDE * SIDE) as f32;
    let mean: [f32; 4] = std::array::from_fn(|channel| {
        rough.cells().iter().map(|cell| cell[channel]).sum::<f32>() / count
    });
    // Stretches the channels to their range.
    let spread = [0.75, 1.3, 1.9, 0.9];
    Grid::from_fn(SIDE, SIDE, |column, row| {
        std::array::from_fn(|channel| {
            let off = rough[(column, row)][channel] - mean[channel];
            (255.0 * (0.5 + off * spread[channel]).clamp(0.0, 1.0)).round() as u8
        })
    })
}

/// The topmost leaf at a place: its brightness and its random number.
fn topmost(leaves: &Grid<Leaf>, at: [f32; 2]) -> [f32; 2] {
    let place = at.map(|fraction| fraction * LEAVES as f32);
    let [column, row] = place.map(|place| place.floor() as i32);
    let mut top = [0.0, 0.3];
    let mut highest = -1.0;
    for j in row - 2..=row + 2 {
        for i in column - 2..=column + 2 {
            let cell = [i, j].map(|cell| cell.rem_euclid(LEAVES) as usize);
            let leaf = &leaves[(cell[0], cell[1])];
            let off = [
                i as f32 + leaf.at[0] - place[0],
                j as f32 + leaf.at[1] - place[1],
            ];
            let (sin, cos) = leaf.turn;
            let along = off[0] * cos + off[1] * sin;
            let across = off[0] * sin - off[1] * cos;
            let outline = (along / 0.95).powi(2) + (across / 0.52).powi(2);
            if outline < 1.0 && leaf.high > highest {
                highest = leaf.high;
                // Brighter along the rib and toward the top.
                let rib = 1.0 - (across / 0.52).abs();
                top = [
                    0.25 + 0.5 * leaf.high + 0.25 * rib * (1.0 - outline),
                    leaf.own,
                ];
            }
        }
    }
    top
}

/// Repeating value noise, 0 to 1, with this many cells along a side.
fn noise(at: [f32; 2], cells: i32) -> f32 {
    let place = at.map(|fraction| fraction * cells as f32);
    let [column, row] = place.map(|place| place.floor() as i32);
    let ease = |part: f32| part * part * (3.0 - 2.0 * part);
    let [across, down] = place.map(|place| ease(place - place.floor()));
    let value = |i: i32, j: i32| chance([i.rem_euclid(cells), j.rem_euclid(cells)], cells as u32);
    let along = |j: i32| value(column, j) * (1.0 - across) + value(column + 1, j) * across;
    along(row) * (1.0 - down) + along(row + 1) * down
}

/// Hash of a cell, 0 to 1.
fn chance([column, row]: [i32; 2], salt: u32) -> f32 {
    let mut bits = salt.wrapping_mul(0x9e37_79b9) ^ (column as u32).wrapping_mul(0x85eb_ca6b);
    for word in [row as u32, 0xc2b2_ae35] {
        bits = (bits ^ (bits >> 15) ^ word.wrapping_mul(0x27d4_eb2f)).wrapping_mul(0x2c1b_3c6d);
    }
    bits ^= bits >> 16;
    (bits >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_channel_has_a_mean_of_a_half_and_some_variety() {
        let grain = &*GRAIN;
        for channel in 0..4 {
            let values = || grain.cells().iter().map(|cell| f32::from(cell[channel]));
            let count = grain.cells().len() as f32;
            let mean = values().sum::<f32>() / count;
            let spread = (values().map(|v| (v - mean).powi(2)).sum::<f32>() / count).sqrt();
            assert!((mean - 127.5).abs() < 5.0, "{channel}: {mean}");
            assert!(spread > 20.0, "{channel}: {spread}");
        }
    }

    #[test]
    fn it_repeats_without_a_seam() {
        let grain = &*GRAIN;
        let step = |a: [u8; 4], b: [u8; 4]| (f32::from(a[2]) - f32::from(b[2])).abs();
        let last = SIDE - 1;
        let seam: f32 = (0..SIDE)
            .map(|row| step(grain[(0, row)], grain[(last, row)]))
            .sum();
        let inside: f32 = (0..SIDE)
            .map(|row| step(grain[(100, row)], grain[(101, row)]))
            .sum();
        assert!(seam < 2.0 * inside, "{seam} {inside}");
    }
}
