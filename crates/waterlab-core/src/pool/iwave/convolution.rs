//! G ⊛ h: every cell's neighbourhood of 13 × 13 cells under the kernel, in a third of the arithmetic (docs/models.md §6).
//!
//! The kernel is symmetric along both axes. Along x, cells at −j and +j are added before they are multiplied; a row folded in this way
//! is multiplied by all seven different rows of the kernel at once, and along z the results of the rows at −k and +k are added. A cell
//! takes 6 + 12 additions and 7 × 7 multiplications and additions instead of 169: less than the cheapest sum of four
//! separable kernels (4 × 20 + 6), whose error would be 4·10⁻⁴, whereas this is exact except for rounding.
//!
//! Beyond its edges the pool mirrors itself between the cells: cell −1 is cell 0 again, as for a cosine transform.
//!
//! [`for_each_target`] compiles the loops once per instruction set and selects one at run time. A product is rounded before it is
//! added, so that every machine and any number of threads give the same bits.

use super::kernel::{REACH, TAPS};
use crate::grid::Grid;
use crate::threads::for_each_target;
use crate::threads::in_bands_from;

/// Columns that are computed together, always the whole tile; those beyond the edge are discarded. A constant loop count lets the compiler
/// vectorise.
const TILE: usize = 32;

/// Minimum number of cells for a second thread.
const WORTH_A_THREAD: usize = 1 << 14;

/// For each offset along z, the cells of a row multiplied by the kernel's row of that offset.
type Folded = [[f32; TILE]; TAPS];

/// A row of a tile with the cells around it.
type Line = [f32; TILE + 2 * REACH];

/// Writes `kernel` ⊛ `heights` to `result`, which has the same size.
pub(super) fn convolve(kernel: &[[f32; TAPS]; TAPS], heights: &Grid<f32>, result: &mut Grid<f32>) {
    let columns = heights.columns();
    in_bands_from(
        WORTH_A_THREAD,
        result.cells_mut(),
        columns,
        |first, band| {
            convolve_band(kernel, heights, first, band);
        },
    );
}

for_each_target! {
    /// Computes the rows of `band`, whose first is row `first` of the pool.
    fn convolve_band(
        kernel: &[[f32; TAPS]; TAPS],
        heights: &Grid<f32>,
        first: usize,
        band: &mut [f32],
    ) {
        const ROWS: usize = 2 * REACH + 1;
        let columns = heights.columns();
        let rows = band.len() / columns;
        let mut ring: [Folded; ROWS] = [[[0.0; TILE]; TAPS]; ROWS];
        for start in (0..columns).step_by(TILE) {
            let width = TILE.min(columns - start);
            for coming in 0..rows + 2 * REACH {
                let row = mirrored((first + coming) as i64 - REACH as i64, heights.rows());
                fold(
                    kernel,
                    &surroundings(heights.row(row), start),
                    &mut ring[coming % ROWS],
                );
                // The row for which this was the last neighbour.
                let Some(row) = coming.checked_sub(2 * REACH) else {
                    continue;
                };
                let middle = row + REACH;
                let above = std::array::from_fn(|k| &ring[(middle - k) % ROWS][k]);
                let below = std::array::from_fn(|k| &ring[(middle + k) % ROWS][k]);
                let sums = add(above, below);
                band[row * columns + start..][..width].copy_from_slice(&sums[..width]);
            }
        }
    }
}

/// The mirrored index: the cell at position `index` of a row or column of `count` cells with mirrors at both ends.
fn mirrored(index: i64, count: usize) -> usize {
    let count = count as i64;
    let index = index.rem_euclid(2 * count);
    index.min(2 * count - 1 - index) as usize
}

/// The cells of a row from [`REACH`] before `start` on.
#[inline(always)]
fn surroundings(row: &[f32], start: usize) -> Line {
    let inside = start.checked_sub(REACH).and_then(|first| row.get(first..));
    if let Some(line) = inside.and_then(|row| row.first_chunk()) {
        return *line;
    }
    let mut line = [0.0; TILE + 2 * REACH];
    for (offset, cell) in line.iter_mut().enumerate() {
        *cell = row[mirrored((start + offset) as i64 - REACH as i64, row.len())];
    }
    line
}

// One plain loop over the columns at a time, because compilers vectorise that wherever it is inlined.

#[inline(always)]
fn fold(kernel: &[[f32; TAPS]; TAPS], line: &Line, folded: &mut Folded) {
    let mut pairs = [[0.0; TILE]; TAPS];
    pairs[0].copy_from_slice(&line[REACH..][..TILE]);
    for (j, pairs) in pairs.iter_mut().enumerate().skip(1) {
        let (west, east) = (&line[REACH - j..][..TILE], &line[REACH + j..][..TILE]);
        for x in 0..TILE {
            pairs[x] = west[x] + east[x];
        }
    }
    let [p0, p1, p2, p3, p4, p5, p6] = &pairs;
    for (sums, [g0, g1, g2, g3, g4, g5, g6]) in folded.iter_mut().zip(kernel) {
        for x in 0..TILE {
            sums[x] = g0 * p0[x]
                + g1 * p1[x]
                + g2 * p2[x]
                + g3 * p3[x]
                + g4 * p4[x]
                + g5 * p5[x]
                + g6 * p6[x];
        }
    }
}

#[inline(always)]
fn add(above: [&[f32; TILE]; TAPS], below: [&[f32; TILE]; TAPS]) -> [f32; TILE] {
    let mut sums = *above[0];
    for (above, below) in above.iter().zip(below).skip(1) {
        for x in 0..TILE {
            sums[x] += above[x] + below[x];
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::super::kernel::Kernel;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn noise(columns: usize, rows: usize) -> Grid<f32> {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        Grid::from_fn(columns, rows, |_, _| random.random_range(-1.0..1.0))
    }

    /// The four loops, in double precision, with the mirror computed by folding one step at a time.
    fn plain(kernel: &Kernel, heights: &Grid<f32>, column: usize, row: usize) -> f64 {
        let fold = |mut index: i64, count: usize| {
            let count = count as i64;
            while !(0..count).contains(&index) {
                index = if index < 0 {
                    -1 - index
                } else {
                    2 * count - 1 - index
                };
            }
            index as usize
        };
        let mut sum = 0.0;
        for dz in -6..=6_i64 {
            for dx in -6..=6_i64 {
                let weight = kernel.0[dz.unsigned_abs() as usize][dx.unsigned_abs() as usize];
                let x = fold(column as i64 + dx, heights.columns());
                let z = fold(row as i64 + dz, heights.rows());
                sum += weight * f64::from(heights[(x, z)]);
            }
        }
        sum
    }

    #[test]
    fn folding_is_the_four_loops_but_for_rounding() {
        // The weights sum to 9.5 in absolute value; 67 roundings of at most that, at 6e-8 each, would be 4e-5.
        let most = 3e-6;
        for kernel in Kernel::of_depths(&[1.5, f64::INFINITY]) {
            for (columns, rows) in [(3, 3), (4, 9), (16, 13), (65, 20), (200, 31), (67, 128)] {
                let heights = noise(columns, rows);
                let mut result = Grid::new(columns, rows, f32::NAN);
                convolve(&kernel.single(), &heights, &mut result);
                for row in 0..rows {
                    for column in 0..columns {
                        let wanted = plain(&kernel, &heights, column, row);
                        let error = (f64::from(result[(column, row)]) - wanted).abs();
                        assert!(
                            error < most,
                            "{columns} × {rows}: {column}, {row}: {error:e}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bands_have_the_bits_of_the_whole() {
        let kernel = Kernel::of_depths(&[f64::INFINITY])[0].single();
        let (columns, rows) = (150, 140);
        let heights = noise(columns, rows);
        let mut whole = Grid::new(columns, rows, 0.0);
        convolve_band(&kernel, &heights, 0, whole.cells_mut());
        for rows_in_a_band in [1, 7, 70, 139] {
            let mut bands = Grid::new(columns, rows, 0.0);
            let chunks = bands.cells_mut().chunks_mut(rows_in_a_band * columns);
            for (index, band) in chunks.enumerate() {
                convolve_band(&kernel, &heights, index * rows_in_a_band, band);
            }
            assert_eq!(bands, whole, "{rows_in_a_band}");
        }
        let mut threaded = Grid::new(columns, rows, 0.0);
        convolve(&kernel, &heights, &mut threaded);
        assert_eq!(threaded, whole);
    }
}
