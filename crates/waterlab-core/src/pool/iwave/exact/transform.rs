//! Heights into cosine waves and back: a two-dimensional DCT, row by row and then column by column (docs/models.md §6a).
//!
//! ```text
//! H(p, q) = Σ h(i, j)·cos(π p (i+½)/columns)·cos(π q (j+½)/rows)
//! ```
//!
//! These waves are mirrored at the edges, between the cells, like the kernel model's pool. The modes are stored column by
//! column, H(p, q) at p·rows + q, which saves a transposition in each direction.

use crate::pool::Size;
use crate::threads::{in_bands_from, in_bands_with, threads};
use waterlab_transform::num_complex::Complex32;
use waterlab_transform::{Cosine, cosine};

/// Minimum number of cells for a second thread.
const WORTH_A_THREAD: usize = 1 << 14;

/// Side of the blocks for transposition: two of them fit the L1 cache.
const BLOCK: usize = 32;

/// The FFT plans for a pool's rows and columns, with scratch memory.
#[derive(Clone)]
pub(in crate::pool::iwave) struct Transform {
    columns: usize,
    rows: usize,
    along_rows: Cosine,
    along_columns: Cosine,
    /// Scratch memory, one number per cell.
    spare: Vec<f32>,
    /// FFT scratch memory for each thread.
    scratches: Vec<Vec<Complex32>>,
}

impl Transform {
    pub(in crate::pool::iwave) fn new(size: Size) -> Self {
        let (columns, rows) = (size.columns(), size.rows());
        let [along_rows, along_columns] = cosine([columns, rows]);
        let scratch = along_rows.scratch_len().max(along_columns.scratch_len());
        Self {
            columns,
            rows,
            along_rows,
            along_columns,
            spare: vec![0.0; columns * rows],
            scratches: vec![vec![Complex32::default(); scratch]; threads()],
        }
    }

    /// The normalisation factor: [`Transform::inverse`] of [`Transform::forward`] times this is the identity.
    pub(in crate::pool::iwave) fn scale(&self) -> f32 {
        4.0 / (self.columns * self.rows) as f32
    }

    /// Computes the modes of these heights, one per cell.
    pub(in crate::pool::iwave) fn forward(&mut self, heights: &[f32], modes: &mut [f32]) {
        let Self { columns, rows, .. } = *self;
        self.spare.copy_from_slice(heights);
        lines(
            &self.along_rows,
            &mut self.spare,
            columns,
            &mut self.scratches,
            Direction::Forward,
        );
        transpose(&self.spare, columns, modes, rows);
        lines(
            &self.along_columns,
            modes,
            rows,
            &mut self.scratches,
            Direction::Forward,
        );
    }

    /// Computes the heights of these modes, which are overwritten.
    pub(in crate::pool::iwave) fn inverse(&mut self, modes: &mut [f32], heights: &mut [f32]) {
        let Self { columns, rows, .. } = *self;
        lines(
            &self.along_columns,
            modes,
            rows,
            &mut self.scratches,
            Direction::Inverse,
        );
        transpose(modes, rows, heights, columns);
        lines(
            &self.along_rows,
            heights,
            columns,
            &mut self.scratches,
            Direction::Inverse,
        );
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Inverse,
}

/// Transforms every line of `length` numbers in place.
fn lines(
    plan: &Cosine,
    numbers: &mut [f32],
    length: usize,
    scratches: &mut [Vec<Complex32>],
    direction: Direction,
) {
    in_bands_with(
        WORTH_A_THREAD,
        numbers,
        length,
        scratches,
        |_, band, scratch| {
            let scratch = scratch.as_mut_slice();
            for line in band.chunks_exact_mut(length) {
                match direction {
                    Direction::Forward => plan.forward(line, scratch),
                    Direction::Inverse => plan.inverse(line, scratch),
                }
            }
        },
    );
}

/// Transposes `count` lines of `length` numbers into `length` lines of `count` numbers.
fn transpose(from: &[f32], length: usize, to: &mut [f32], count: usize) {
    in_bands_from(4 * WORTH_A_THREAD, to, count, |first, band| {
        let lines = band.len() / count;
        for top in (0..lines).step_by(BLOCK) {
            for left in (0..count).step_by(BLOCK) {
                for line in top..(top + BLOCK).min(lines) {
                    let end = (left + BLOCK).min(count);
                    let target = &mut band[line * count..][left..end];
                    let source = from[left * length + first + line..].iter();
                    for (target, source) in target.iter_mut().zip(source.step_by(length)) {
                        *target = *source;
                    }
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use std::f64::consts::PI;

    fn waves(size: Size, p: usize, q: usize) -> Grid<f32> {
        Grid::from_fn(size.columns(), size.rows(), |column, row| {
            let x = PI * p as f64 * (column as f64 + 0.5) / size.columns() as f64;
            let z = PI * q as f64 * (row as f64 + 0.5) / size.rows() as f64;
            (x.cos() * z.cos()) as f32
        })
    }

    #[test]
    fn a_cosine_wave_is_one_mode_and_comes_back() {
        // Lengths by every way of transforming: butterflies, powers of two, others, primes; and enough cells for threads.
        for (columns, rows) in [(3, 4), (16, 12), (64, 37), (251, 130)] {
            let size = Size::new(columns, rows).unwrap();
            let (columns, rows) = (size.columns(), size.rows());
            let mut transform = Transform::new(size);
            for (p, q) in [(0, 0), (1, 0), (0, 2), (2, 3), (columns - 1, rows - 1)] {
                let heights = waves(size, p, q);
                let mut modes = vec![f32::NAN; columns * rows];
                transform.forward(heights.cells(), &mut modes);
                let half = |mode: usize, count: usize| {
                    if mode == 0 {
                        count as f32
                    } else {
                        count as f32 / 2.0
                    }
                };
                let wanted = half(p, columns) * half(q, rows);
                for (index, &mode) in modes.iter().enumerate() {
                    let wanted = if index == p * rows + q { wanted } else { 0.0 };
                    let most = 2e-6 * (columns * rows) as f32;
                    assert!(
                        (mode - wanted).abs() < most,
                        "{columns} × {rows}, {p}, {q}, {index}"
                    );
                }
                let scale = transform.scale();
                for mode in &mut modes {
                    *mode *= scale;
                }
                let mut back = vec![f32::NAN; columns * rows];
                transform.inverse(&mut modes, &mut back);
                for (back, height) in back.iter().zip(heights.cells()) {
                    assert!((back - height).abs() < 2e-6, "{columns} × {rows}, {p}, {q}");
                }
            }
        }
    }

    #[test]
    fn any_number_of_threads_has_the_same_bits() {
        let size = Size::new(192, 131).unwrap();
        let heights = Grid::from_fn(192, 131, |x, z| ((x * 37 + z * 91) % 101) as f32 - 50.0);
        let mut results = [1, 2, 3, 7].map(|count| {
            let mut transform = Transform::new(size);
            let scratch = transform.scratches[0].clone();
            transform.scratches = vec![scratch; count];
            let mut modes = vec![0.0; 192 * 131];
            transform.forward(heights.cells(), &mut modes);
            let kept = modes.clone();
            let mut back = vec![0.0; 192 * 131];
            transform.inverse(&mut modes, &mut back);
            (kept, back)
        });
        results.rotate_left(1);
        let [first, others @ ..] = results;
        for other in others {
            assert!(other == first);
        }
    }
}
