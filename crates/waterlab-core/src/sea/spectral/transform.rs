//! Modes to field: the two-dimensional inverse transform of a real field (docs/models.md §9).
//!
//! ```text
//! f(i, j) = Σ F(n, m)·e^(2πi(ni/columns + mj/rows)) ,  F(−n, −m) = conj(F(n, m))
//! ```
//!
//! First along z, for n = 0, 1, … , columns/2: g(n, j) = Σ_m F(n, m)·e^(2πimj/rows), and g(−n, j) = conj(g(n, j)). Then along x,
//! where each transform gives two rows of the field, one as its real part and one as its imaginary part: of
//! g(n, j) + i·g(n, j+1). That is half the work of a complex transform for each field, in any order of fields.
//!
//! The first pass computes a line of modes and transforms it while it is in the cache; the second reads a few rows out of all lines at
//! once, and writes the result directly to the field. Derivatives along x multiply g(n, j) by ikx, so that three of the eight
//! fields need no first pass of their own. Rows are paired independently of the number of threads, so
//! the bits are the same.

use super::modes::{Modes, Quantity};
use crate::grid::Grid;
use crate::sea::Workspace;
use crate::threads::for_each_target;
use crate::threads::{in_bands_with, threads};
use std::iter::Take;
use std::slice::Chunks;
use std::sync::Arc;
use waterlab_transform::num_complex::Complex32;
use waterlab_transform::{Fft, inverse_fourier};

/// Minimum number of cells for a second thread.
const WORTH_A_THREAD: usize = 1 << 17;

/// Rows of a field that are computed together, in pairs.
const ROWS: usize = 16;

/// Padding between lines, so that a column does not map to the same few cache sets.
const GAP: usize = 8;

/// The FFT plans for a patch's rows and columns.
pub(super) struct Transform {
    columns: usize,
    rows: usize,
    along_x: Arc<dyn Fft<f32>>,
    along_z: Arc<dyn Fft<f32>>,
}

impl Transform {
    pub(super) fn new(columns: usize, rows: usize) -> Self {
        let [along_x, along_z] = inverse_fourier([columns, rows]);
        Self {
            columns,
            rows,
            along_x,
            along_z,
        }
    }

    /// The number of bands that are processed in parallel.
    fn bands(&self) -> usize {
        if self.columns * self.rows >= WORTH_A_THREAD {
            threads()
        } else {
            1
        }
    }

    /// The distance between the starts of lines, padding included.
    fn stride(&self) -> usize {
        self.rows.next_multiple_of(ROWS) + GAP
    }

    /// The distance between rows that are transformed together.
    fn row_stride(&self) -> usize {
        self.columns + GAP
    }

    /// Grows `workspace` as needed; costs nothing the second time.
    fn prepare(&self, lines: usize, workspace: &mut Workspace) {
        let Workspace {
            real,
            imaginary,
            lines: plane,
            scratches,
        } = workspace;
        for part in [real, imaginary] {
            if part.len() < lines * self.rows {
                part.resize(lines * self.rows, 0.0);
            }
        }
        // The padding is read and discarded; it must be initialised.
        if plane.len() < lines * self.stride() {
            plane.resize(lines * self.stride(), Complex32::default());
        }
        if scratches.len() < self.bands() {
            scratches.resize_with(self.bands(), Vec::new);
        }
        for scratch in scratches {
            if scratch.len() < self.scratch() {
                scratch.resize(self.scratch(), Complex32::default());
            }
        }
    }

    /// The scratch memory of one thread.
    fn scratch(&self) -> usize {
        let first = self.rows + self.along_z.get_outofplace_scratch_len();
        let block = ROWS / 2 * self.row_stride() + self.columns;
        first.max(block + self.along_x.get_outofplace_scratch_len())
    }

    /// Computes each grid as the field named with it, of `modes` at `time`.
    pub(super) fn fields<'a>(
        &self,
        modes: &Modes,
        time: f64,
        fields: impl Iterator<Item = (Quantity, &'a mut Grid<f32>)>,
        workspace: &mut Workspace,
    ) {
        self.prepare(modes.lines(), workspace);
        let Workspace {
            real,
            imaginary,
            lines: plane,
            scratches,
        } = workspace;
        let h = modes.lines() * self.rows;
        let (real, imaginary) = (&mut real[..h], &mut imaginary[..h]);
        let plane = &mut plane[..modes.lines() * self.stride()];
        let scratches = &mut scratches[..self.bands()];
        modes.turn(time, real, imaginary, scratches.len());
        let mut there = None;
        for (quantity, grid) in fields {
            let (of, is_derived) = quantity.along_z();
            if there.replace(of) != Some(of) {
                self.along_z(modes, of, [real, imaginary], plane, scratches);
            }
            let kx = is_derived.then(|| modes.kx());
            self.along_x((plane, modes.occupied()), kx, grid, scratches);
        }
    }

    /// Computes g(n, j) of a field in `plane`, line by line.
    fn along_z(
        &self,
        modes: &Modes,
        quantity: Quantity,
        [real, imaginary]: [&[f32]; 2],
        plane: &mut [Complex32],
        scratches: &mut [Vec<Complex32>],
    ) {
        let (rows, stride) = (self.rows, self.stride());
        in_bands_with(0, plane, stride, scratches, |first, band, scratch| {
            let (line, scratch) = scratch.split_at_mut(rows);
            for (offset, result) in band.chunks_exact_mut(stride).enumerate() {
                let (n, result) = (first + offset, &mut result[..rows]);
                // Lines without waves are never read.
                if n >= modes.occupied() {
                    break;
                }
                let h = [real, imaginary].map(|part| &part[n * rows..][..rows]);
                modes.multiply(quantity, n, h, line);
                self.along_z
                    .process_outofplace_with_scratch(line, result, scratch);
            }
        });
    }

    /// Computes the field of the g(n, j) in `plane`, whose first `occupied` lines have waves, or, given kx, its derivative along x.
    fn along_x(
        &self,
        (plane, occupied): (&[Complex32], usize),
        kx: Option<&[f32]>,
        grid: &mut Grid<f32>,
        scratches: &mut [Vec<Complex32>],
    ) {
        let (columns, stride, row_stride) = (self.columns, self.stride(), self.row_stride());
        let empty = occupied..(columns + 1 - occupied).min(columns);
        let cells = grid.cells_mut();
        in_bands_with(
            0,
            cells,
            ROWS * columns,
            scratches,
            |first, band, scratch| {
                let (block, scratch) = scratch.split_at_mut(ROWS / 2 * row_stride);
                let (line, scratch) = scratch.split_at_mut(columns);
                for (offset, rows) in band.chunks_mut(ROWS * columns).enumerate() {
                    let lines = plane[(first + offset) * ROWS..].chunks(stride);
                    let lines = lines.take(occupied);
                    // The transforms overwrite their input: entries that no line fills must be set to 0 again.
                    for modes in block.chunks_exact_mut(row_stride) {
                        if let Some(empty) = modes[..columns].get_mut(empty.clone()) {
                            empty.fill(Complex32::default());
                        }
                    }
                    match kx {
                        None => gather(lines, columns, block, row_stride),
                        Some(kx) => derive(lines, kx, columns, block, row_stride),
                    }
                    let pairs = rows.chunks_mut(2 * columns);
                    for (pair, modes) in pairs.zip(block.chunks_exact_mut(row_stride)) {
                        self.along_x.process_outofplace_with_scratch(
                            &mut modes[..columns],
                            line,
                            scratch,
                        );
                        let (row, next) = pair.split_at_mut(columns);
                        part(line, row, next);
                    }
                }
            },
        );
    }
}

for_each_target! {
    /// Takes [`ROWS`] numbers from the beginning of each of `lines` and computes from each pair g and g' the modes
    /// g(n) + i·g'(n) for every n, `columns` of them, `row_stride` from one pair to the next.
    fn gather(
        lines: Take<Chunks<Complex32>>,
        columns: usize,
        block: &mut [Complex32],
        row_stride: usize,
    ) {
        for (n, line) in lines.enumerate() {
            let Some(line) = line.first_chunk::<ROWS>() else {
                return;
            };
            let mirrored = (columns - n) % columns;
            // By index: iterators are not compiled for this instruction set, and would be calls.
            for pair in 0..ROWS / 2 {
                let modes = &mut block[pair * row_stride..][..columns];
                let (g, next) = (line[2 * pair], line[2 * pair + 1]);
                // n = 0 and the Nyquist wave exist once: the last value written must be g(n) + i·g'(n).
                modes[mirrored] = Complex32::new(g.re + next.im, next.re - g.im);
                modes[n] = Complex32::new(g.re - next.im, g.im + next.re);
            }
        }
    }
}

for_each_target! {
    /// Like `gather`, of ikx·g, with the kx of each line.
    fn derive(
        lines: Take<Chunks<Complex32>>,
        kx: &[f32],
        columns: usize,
        block: &mut [Complex32],
        row_stride: usize,
    ) {
        for (n, (line, &kx)) in lines.zip(kx).enumerate() {
            let Some(line) = line.first_chunk::<ROWS>() else {
                return;
            };
            let mirrored = (columns - n) % columns;
            for pair in 0..ROWS / 2 {
                let modes = &mut block[pair * row_stride..][..columns];
                let (g, next) = (line[2 * pair], line[2 * pair + 1]);
                let g = Complex32::new(-kx * g.im, kx * g.re);
                let next = Complex32::new(-kx * next.im, kx * next.re);
                modes[mirrored] = Complex32::new(g.re + next.im, next.re - g.im);
                modes[n] = Complex32::new(g.re - next.im, g.im + next.re);
            }
        }
    }
}

for_each_target! {
    /// Writes real parts to `row` and imaginary parts to `next`, which may be absent.
    fn part(line: &[Complex32], row: &mut [f32], next: &mut [f32]) {
        if next.is_empty() {
            for (number, cell) in line.iter().zip(row) {
                *cell = number.re;
            }
        } else {
            for ((number, cell), next) in line.iter().zip(row).zip(next) {
                *cell = number.re;
                *next = number.im;
            }
        }
    }
}
