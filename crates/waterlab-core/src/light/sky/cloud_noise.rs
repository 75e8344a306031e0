//! Noise for the shape of clouds (docs/models.md §13): a repeating cube of Perlin–Worley noise, which is billowy above and broken
//! below (Schneider 2015), and of Worley noise that erodes its edges.

use crate::grid::Grid;
use std::sync::LazyLock;

/// Texels along each side.
pub const SIDE: usize = 64;

/// Cells along each side of the octaves of both noises, and their weights.
const OCTAVES: [(usize, f32); 3] = [(4, 0.57), (8, 0.29), (16, 0.14)];

/// Random numbers of the cells of a repeating lattice: a gradient, each component from −1 to 1, and a point in the cell, from 0 to 1.
struct Lattice {
    cells: usize,
    gradients: Vec<[f32; 3]>,
    points: Vec<[f32; 3]>,
}

/// Slices of the cube: the shape in the first channel, as a share of the values below it, so that a share c of space lies above 1 − c;
/// the erosion in the second, 1 in the centres of cells.
pub fn slices() -> &'static [Grid<[u8; 2]>] {
    static SLICES: LazyLock<Vec<Grid<[u8; 2]>>> = LazyLock::new(computed);
    &SLICES
}

fn computed() -> Vec<Grid<[u8; 2]>> {
    let lattices = OCTAVES.map(|(cells, weight)| (Lattice::new(cells), weight));
    let mut values = vec![[0.0_f32; 2]; SIDE * SIDE * SIDE];
    crate::threads::in_bands_from(1, &mut values, SIDE * SIDE, |first, band| {
        for (slice, texels) in (first..).zip(band.chunks_exact_mut(SIDE * SIDE)) {
            for (row, texels) in texels.chunks_exact_mut(SIDE).enumerate() {
                let [mut perlin, mut worley] = [[0.0; SIDE]; 2];
                let at = [row, slice].map(|texel| (texel as f32 + 0.5) / SIDE as f32);
                for (lattice, weight) in &lattices {
                    lattice.add_gradient_noise(*weight, at, &mut perlin);
                    lattice.add_cellular_noise(*weight, at, &mut worley);
                }
                for (texel, (perlin, worley)) in texels.iter_mut().zip(perlin.iter().zip(&worley)) {
                    // Perlin noise dilated by Worley noise: connected clouds with round heads.
                    *texel = [perlin + 0.55 * worley, *worley];
                }
            }
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

/// The share of values below each one, 0 to 255, by a histogram from −1 to 2, whose first and last bins hold what lies outside.
fn ranks(values: &[[f32; 2]], channel: usize) -> Vec<u8> {
    const BINS: usize = 1 << 15;
    let bin = |value: &[f32; 2]| {
        let place = (value[channel] + 1.0) / 3.0 * BINS as f32;
        (place as usize).min(BINS - 1)
    };
    let mut counts = vec![0_usize; BINS];
    for value in values {
        counts[bin(value)] += 1;
    }
    let mut below = 0;
    let ranks: Vec<u8> = (counts.into_iter())
        .map(|count| {
            let rank = below * 256 / values.len();
            below += count;
            rank as u8
        })
        .collect();
    values.iter().map(|value| ranks[bin(value)]).collect()
}

impl Lattice {
    fn new(cells: usize) -> Self {
        let count = cells * cells * cells;
        let all = |seed: u32| (0..count as u32).map(move |cell| chance(cell, seed ^ cells as u32));
        Self {
            cells,
            gradients: all(0x9e37_79b9)
                .map(|part| part.map(|part| 2.0 * part - 1.0))
                .collect(),
            points: all(0x3c6e_f372).collect(),
        }
    }

    /// The cell of a place from 0 to 1 along one axis, and the offset in it.
    fn cell(&self, at: f32) -> (usize, f32) {
        let place = at * self.cells as f32;
        (place as usize, place.fract())
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        // A power of two.
        let last = self.cells - 1;
        (((z & last) * self.cells) + (y & last)) * self.cells + (x & last)
    }

    /// Adds Perlin's gradient noise to a row of texels along x, at `at` along y and z, from 0 to 1.
    fn add_gradient_noise(&self, weight: f32, at: [f32; 2], row: &mut [f32; SIDE]) {
        let [(y, from_y), (z, from_z)] = at.map(|at| self.cell(at));
        let texels = SIDE / self.cells;
        // At a plane between cells: the height there, and its slope along x.
        let plane = |x: usize| {
            let [mut height, mut slope] = [0.0; 2];
            for (j, k) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let [gx, gy, gz] = self.gradients[self.index([x, y + j, z + k])];
                let [off_y, off_z] = [from_y - j as f32, from_z - k as f32];
                let share = ease(1.0 - off_y.abs()) * ease(1.0 - off_z.abs());
                height += share * (gy * off_y + gz * off_z);
                slope += share * gx;
            }
            (height, slope)
        };
        for (x, row) in row.chunks_exact_mut(texels).enumerate() {
            let [(before, slope_before), (after, slope_after)] = [plane(x), plane(x + 1)];
            for (texel, sum) in row.iter_mut().enumerate() {
                let t = (texel as f32 + 0.5) / texels as f32;
                let blend = ease(t);
                let [first, second] = [before + slope_before * t, after + slope_after * (t - 1.0)];
                *sum += weight * (first + blend * (second - first));
            }
        }
    }

    /// Adds Worley's cellular noise to a row of texels along x, at `at` along y and z, from 0 to 1: one less the distance to the nearest random point, in
    /// cells, at most 1. Each cell has one point.
    fn add_cellular_noise(&self, weight: f32, at: [f32; 2], row: &mut [f32; SIDE]) {
        let [(y, from_y), (z, from_z)] = at.map(|at| self.cell(at));
        let texels = SIDE / self.cells;
        for (x, row) in row.chunks_exact_mut(texels).enumerate() {
            let mut squares = [1.0_f32; SIDE];
            let squares = &mut squares[..texels];
            for neighbour in 0..27 {
                let [i, j, k] = [neighbour % 3, neighbour / 3 % 3, neighbour / 9];
                // The cell before the own one, itself, and the one after it.
                let cell = [x + i, y + j, z + k].map(|cell| cell + self.cells - 1);
                let [px, py, pz] = self.points[self.index(cell)];
                let off_y = j as f32 - 1.0 + py - from_y;
                let off_z = k as f32 - 1.0 + pz - from_z;
                let square_yz = off_y * off_y + off_z * off_z;
                if square_yz >= 1.0 {
                    continue;
                }
                let px = i as f32 - 1.0 + px;
                for (texel, square) in squares.iter_mut().enumerate() {
                    let off = px - (texel as f32 + 0.5) / texels as f32;
                    // `f32::min` is a call in WebAssembly.
                    let other = off * off + square_yz;
                    *square = if other < *square { other } else { *square };
                }
            }
            for (sum, square) in row.iter_mut().zip(&*squares) {
                *sum += weight * (1.0 - square.sqrt());
            }
        }
    }
}

/// Perlin's fade from 0 to 1.
fn ease(t: f32) -> f32 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}

/// Hash of a cell: three numbers from 0 to 1.
fn chance(cell: u32, seed: u32) -> [f32; 3] {
    let mut bits = cell.wrapping_mul(0x8da6_b343).wrapping_add(seed);
    [(); 3].map(|()| {
        for _ in 0..2 {
            bits = (bits ^ (bits >> 15)).wrapping_mul(0x2c1b_3c6d);
            bits ^= bits >> 12;
        }
        bits = bits.wrapping_add(0x9e37_79b9);
        (bits >> 8) as f32 / (1 << 24) as f32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_space_lies_above_one_minus_it() {
        let slices = slices();
        let values: Vec<[u8; 2]> = slices
            .iter()
            .flat_map(|slice| slice.cells().to_vec())
            .collect();
        for channel in [0, 1] {
            for share in [0.1, 0.35, 0.5, 0.9] {
                let above = (values.iter())
                    .filter(|value| f64::from(value[channel]) >= 256.0 * (1.0 - share))
                    .count();
                let found = above as f64 / values.len() as f64;
                assert!((found - share).abs() < 0.005, "{channel}: {share}: {found}");
            }
        }
    }

    /// Both noises at one place, each corner and each neighbour by the definition.
    fn by_definition(lattice: &Lattice, at: [f32; 3]) -> [f32; 2] {
        let cells = lattice.cells as i32;
        let place = at.map(|at| at * cells as f32);
        let index = |cell: [i32; 3]| {
            let [x, y, z] = cell.map(|cell| cell.rem_euclid(cells) as usize);
            (z * lattice.cells + y) * lattice.cells + x
        };
        let own = place.map(|place| place.floor() as i32);
        let [mut height, mut nearest] = [0.0, 1.0_f32];
        for step in 0..27 {
            let step = [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1];
            let cell = [0, 1, 2].map(|axis| own[axis] + step[axis]);
            let off = [0, 1, 2].map(|axis| place[axis] - cell[axis] as f32);
            if off.iter().all(|off| off.abs() < 1.0) {
                let gradient = lattice.gradients[index(cell)];
                let fade = off.map(|off| 1.0 - ease(off.abs()));
                let dot: f32 = (0..3).map(|axis| gradient[axis] * off[axis]).sum();
                height += fade.iter().product::<f32>() * dot;
            }
            let point = lattice.points[index(cell)];
            let square: f32 = (0..3).map(|axis| (off[axis] - point[axis]).powi(2)).sum();
            nearest = nearest.min(square.sqrt());
        }
        [height, 1.0 - nearest]
    }

    #[test]
    fn noise_by_rows_equals_the_definition_at_each_texel() {
        for (cells, _) in OCTAVES {
            let lattice = Lattice::new(cells);
            for (row, slice) in [(0, 0), (17, 40), (63, 5), (30, 63)] {
                let at = [row, slice].map(|texel| (texel as f32 + 0.5) / SIDE as f32);
                let [mut perlin, mut worley] = [[0.0; SIDE]; 2];
                lattice.add_gradient_noise(0.5, at, &mut perlin);
                lattice.add_cellular_noise(0.5, at, &mut worley);
                for column in 0..SIDE {
                    let x = (column as f32 + 0.5) / SIDE as f32;
                    let expected = by_definition(&lattice, [x, at[0], at[1]]);
                    let found = [2.0 * perlin[column], 2.0 * worley[column]];
                    for (found, expected) in found.into_iter().zip(expected) {
                        let off = (found - expected).abs();
                        assert!(off < 1e-5, "{cells}, {column}: {found}, not {expected}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_cube_repeats_without_a_seam() {
        // A step across the border is no larger than the largest inside.
        let slices = slices();
        let value = |column: usize, row: usize, slice: usize| {
            i32::from(slices[slice % SIDE][(column % SIDE, row % SIDE)][0])
        };
        let step = |at: usize| {
            let of = |a: usize, b: usize| {
                [
                    (value(at, a, b) - value(at + 1, a, b)).abs(),
                    (value(a, at, b) - value(a, at + 1, b)).abs(),
                    (value(a, b, at) - value(a, b, at + 1)).abs(),
                ]
            };
            let all = (0..SIDE * SIDE).flat_map(|place| of(place % SIDE, place / SIDE));
            f64::from(all.sum::<i32>())
        };
        let inside = (0..SIDE - 1).map(step).fold(0.0, f64::max);
        assert!(step(SIDE - 1) <= inside, "{} {inside}", step(SIDE - 1));
    }
}
