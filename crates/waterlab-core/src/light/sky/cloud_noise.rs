//! Noise for the shape of clouds (docs/models.md §13): a repeating cube of Perlin–Worley noise, which is billowy above and broken
//! below (Schneider 2015), and of Worley noise that erodes its edges.

use crate::grid::Grid;

/// Texels along each side.
pub const SIDE: usize = 64;

/// Cells along each side of the octaves of both noises, and their weights.
const OCTAVES: [(i32, f32); 3] = [(4, 0.57), (8, 0.29), (16, 0.14)];

/// Slices of the cube: the shape in the first channel, as a share of the values below it, so that a share c of space lies above 1 − c;
/// the erosion in the second, 1 in the centres of cells.
pub fn slices() -> Vec<Grid<[u8; 2]>> {
    let mut values = vec![[0.0_f32; 2]; SIDE * SIDE * SIDE];
    crate::threads::in_bands_from(1, &mut values, SIDE * SIDE, |first, band| {
        for (index, value) in band.iter_mut().enumerate() {
            let index = first * SIDE * SIDE + index;
            let texel = [index % SIDE, index / SIDE % SIDE, index / SIDE / SIDE];
            *value = noise(texel.map(|texel| (texel as f32 + 0.5) / SIDE as f32));
        }
    });
    let ranks = [0, 1].map(|channel| ranks(&values, channel));
    (0..SIDE)
        .map(|slice| {
            Grid::from_fn(SIDE, SIDE, |column, row| {
                let index = (slice * SIDE + row) * SIDE + column;
                [ranks[0][index], ranks[1][index]]
            })
        })
        .collect()
}

/// The share of values below each one, 0 to 255.
fn ranks(values: &[[f32; 2]], channel: usize) -> Vec<u8> {
    let mut order: Vec<u32> = (0..values.len() as u32).collect();
    let of = |index: u32| values[index as usize][channel];
    order.sort_unstable_by(|&a, &b| of(a).total_cmp(&of(b)));
    let mut ranks = vec![0; values.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index as usize] = (rank * 256 / values.len()) as u8;
    }
    ranks
}

/// Shape and erosion at a place from 0 to 1.
fn noise(at: [f32; 3]) -> [f32; 2] {
    let mut perlin = 0.0;
    let mut worley = 0.0;
    for (cells, weight) in OCTAVES {
        perlin += weight * gradient_noise(at, cells);
        worley += weight * (1.0 - nearest(at, cells));
    }
    // Perlin noise dilated by Worley noise: connected clouds with round heads.
    [perlin + 0.55 * worley, worley]
}

/// Perlin's gradient noise with this many cells along each side.
fn gradient_noise(at: [f32; 3], cells: i32) -> f32 {
    let place = at.map(|fraction| fraction * cells as f32);
    let cell = place.map(|place| place.floor() as i32);
    let offset = [0, 1, 2].map(|axis| place[axis] - cell[axis] as f32);
    let blend = offset.map(|t| t * t * t * (t * (6.0 * t - 15.0) + 10.0));
    let mut sum = 0.0;
    for corner in 0..8 {
        let side = [corner & 1, corner >> 1 & 1, corner >> 2];
        let [mut weight, mut height] = [1.0, 0.0];
        let lean = chance([0, 1, 2].map(|axis| cell[axis] + side[axis]), cells, 1);
        for axis in 0..3 {
            let far = side[axis] as f32;
            weight *= 1.0 - far + (2.0 * far - 1.0) * blend[axis];
            height += (2.0 * lean[axis] - 1.0) * (offset[axis] - far);
        }
        sum += weight * height;
    }
    sum
}

/// Distance to the nearest random point, one in each cell, in cells; at most 1.
fn nearest(at: [f32; 3], cells: i32) -> f32 {
    let place = at.map(|fraction| fraction * cells as f32);
    let cell = place.map(|place| place.floor() as i32);
    let mut square = 1.0_f32;
    for neighbour in 0..27 {
        let step = [neighbour % 3 - 1, neighbour / 3 % 3 - 1, neighbour / 9 - 1];
        let of = [0, 1, 2].map(|axis| cell[axis] + step[axis]);
        let point = chance(of, cells, 2);
        let distances = [0, 1, 2].map(|axis| of[axis] as f32 + point[axis] - place[axis]);
        square = square.min(distances.iter().map(|distance| distance * distance).sum());
    }
    square.sqrt()
}

/// Hash of a cell of a repeating lattice: three numbers from 0 to 1.
fn chance(cell: [i32; 3], cells: i32, seed: u32) -> [f32; 3] {
    let [x, y, z] = cell.map(|cell| cell.rem_euclid(cells) as u32);
    let mut bits = (x.wrapping_mul(0x8da6_b343) ^ y.wrapping_mul(0xd816_3841))
        .wrapping_add(z.wrapping_mul(0xcb1a_b31f))
        .wrapping_add(seed.wrapping_mul(0x9e37_79b9) ^ cells as u32);
    [(); 3].map(|()| {
        for _ in 0..2 {
            bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
            bits ^= bits >> 12;
        }
        bits = bits.wrapping_add(0x9e37_79b9);
        (bits >> 8) as f32 / (1 << 24) as f32
    })
}
