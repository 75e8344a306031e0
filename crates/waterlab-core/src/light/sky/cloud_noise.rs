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
    // A quarter of a second's work.
    static SLICES: LazyLock<Vec<Grid<[u8; 2]>>> = LazyLock::new(computed);
    &SLICES
}

fn computed() -> Vec<Grid<[u8; 2]>> {
    let lattices = OCTAVES.map(|(cells, weight)| (Lattice::new(cells), weight));
    let mut values = vec![[0.0_f32; 2]; SIDE * SIDE * SIDE];
    crate::threads::in_bands_from(1, &mut values, SIDE * SIDE, |first, band| {
        for (index, value) in band.iter_mut().enumerate() {
            let index = first * SIDE * SIDE + index;
            let texel = [index % SIDE, index / SIDE % SIDE, index / SIDE / SIDE];
            let at = texel.map(|texel| (texel as f32 + 0.5) / SIDE as f32);
            let [mut perlin, mut worley] = [0.0; 2];
            for (lattice, weight) in &lattices {
                perlin += weight * lattice.gradient_noise(at);
                worley += weight * (1.0 - lattice.nearest(at));
            }
            // Perlin noise dilated by Worley noise: connected clouds with round heads.
            *value = [perlin + 0.55 * worley, worley];
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
    let mut order: Vec<(f32, u32)> = (values.iter().zip(0..))
        .map(|(value, index)| (value[channel], index))
        .collect();
    order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut ranks = vec![0; values.len()];
    for (rank, (_, index)) in order.into_iter().enumerate() {
        ranks[index as usize] = (rank * 256 / values.len()) as u8;
    }
    ranks
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

    /// Perlin's gradient noise.
    fn gradient_noise(&self, at: [f32; 3]) -> f32 {
        let at = at.map(|at| self.cell(at));
        let blend = at.map(|(_, t)| t * t * t * (t * (6.0 * t - 15.0) + 10.0));
        let mut sum = 0.0;
        for corner in 0..8 {
            let side = [corner & 1, corner >> 1 & 1, corner >> 2];
            let gradient =
                self.gradients[self.index([0, 1, 2].map(|axis| at[axis].0 + side[axis]))];
            let [mut weight, mut height] = [1.0, 0.0];
            for axis in 0..3 {
                let far = side[axis] as f32;
                weight *= 1.0 - far + (2.0 * far - 1.0) * blend[axis];
                height += gradient[axis] * (at[axis].1 - far);
            }
            sum += weight * height;
        }
        sum
    }

    /// Distance to the nearest random point, one in each cell, in cells; at most 1.
    fn nearest(&self, at: [f32; 3]) -> f32 {
        let at = at.map(|at| self.cell(at));
        let mut square = 1.0_f32;
        let first = at.map(|(cell, _)| cell + self.cells - 1);
        let offset = at.map(|(_, offset)| offset + 1.0);
        // The own cell first; then those that are near enough along each axis.
        const ORDER: [usize; 3] = [1, 0, 2];
        let apart = |axis: usize, step: usize| {
            let step = step as f32;
            let gap = (step - offset[axis])
                .max(offset[axis] - step - 1.0)
                .max(0.0);
            gap * gap
        };
        for k in ORDER {
            let up = apart(2, k);
            for j in ORDER {
                if up + apart(1, j) >= square {
                    continue;
                }
                for i in ORDER {
                    let point = self.points[self.index([first[0] + i, first[1] + j, first[2] + k])];
                    let [x, y, z] = [i, j, k].map(|step| step as f32);
                    let across = x + point[0] - offset[0];
                    let along = y + point[1] - offset[1];
                    let up = z + point[2] - offset[2];
                    square = square.min(across * across + along * along + up * up);
                }
            }
        }
        square.sqrt()
    }
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
