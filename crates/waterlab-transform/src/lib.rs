//! Plans of Fourier and cosine transforms, by rustfft.
//!
//! Its planner is generic, and every crate that calls it compiles all of its kernels. This crate instantiates it once, in single
//! precision.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use rustfft::FftPlanner;
use rustfft::num_complex::Complex32;
pub use rustfft::{Fft, num_complex};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Inverse Fourier transforms of these lengths, Σ A(k)·e^(2πi·jk/n), not normalised.
pub fn inverse_fourier(lengths: [usize; 2]) -> [Arc<dyn Fft<f32>>; 2] {
    let mut planner = FftPlanner::new();
    lengths.map(|length| planner.plan_fft_inverse(length))
}

/// Cosine transforms of these lengths.
pub fn cosine(lengths: [usize; 2]) -> [Cosine; 2] {
    let mut planner = FftPlanner::new();
    lengths.map(|length| Cosine {
        fourier: planner.plan_fft_forward(length),
        turns: (0..length)
            .map(|k| {
                let (sine, cosine) = (FRAC_PI_2 * k as f64 / length as f64).sin_cos();
                Complex32::new(cosine as f32, -sine as f32)
            })
            .collect(),
    })
}

/// Cosine transforms of n numbers, through a Fourier transform V of the same length (Makhoul 1980):
///
/// ```text
/// C(k) = Σ x(j)·cos(πk(j+½)/n) = Re e^(−iπk/2n)·V(k)        v = x(0), x(2), x(4), … x(5), x(3), x(1)
/// V(k) = e^(iπk/2n)·(C(k) − i·C(n−k))                        C(n) = 0
/// ```
#[derive(Clone)]
pub struct Cosine {
    fourier: Arc<dyn Fft<f32>>,
    /// e^(−iπk/2n).
    turns: Arc<[Complex32]>,
}

impl Cosine {
    /// Length of the scratch memory of both transforms.
    pub fn scratch_len(&self) -> usize {
        self.turns.len() + self.fourier.get_inplace_scratch_len()
    }

    /// Replaces n numbers x(j) by C(k) = Σ x(j)·cos(πk(j+½)/n), not normalised.
    ///
    /// # Panics
    /// Panics if there are not n numbers, or fewer than [`Cosine::scratch_len`] of `scratch`.
    pub fn forward(&self, line: &mut [f32], scratch: &mut [Complex32]) {
        assert_eq!(line.len(), self.turns.len());
        let (values, scratch) = scratch.split_at_mut(self.turns.len());
        for (value, &x) in values.iter_mut().zip(line.iter().step_by(2)) {
            *value = x.into();
        }
        for (value, &x) in values.iter_mut().rev().zip(line[1..].iter().step_by(2)) {
            *value = x.into();
        }
        self.fourier.process_with_scratch(values, scratch);
        for ((x, value), turn) in line.iter_mut().zip(values).zip(&*self.turns) {
            *x = (turn * *value).re;
        }
    }

    /// Replaces n numbers C(k) by x(j) = ½C(0) + Σ C(k)·cos(πk(j+½)/n) over k > 0. After [`Cosine::forward`] these are n/2 times the numbers
    /// before.
    ///
    /// # Panics
    /// As [`Cosine::forward`].
    pub fn inverse(&self, line: &mut [f32], scratch: &mut [Complex32]) {
        assert_eq!(line.len(), self.turns.len());
        let (values, scratch) = scratch.split_at_mut(self.turns.len());
        // The conjugate of V, whose forward transform is the same as the inverse of V, as that is real.
        let mirrored = std::iter::once(&0.0).chain(line.iter().rev());
        for (((value, &x), &y), turn) in
            (values.iter_mut().zip(&*line).zip(mirrored)).zip(&*self.turns)
        {
            *value = turn * Complex32::new(0.5 * x, 0.5 * y);
        }
        self.fourier.process_with_scratch(values, scratch);
        for (x, value) in line.iter_mut().step_by(2).zip(&*values) {
            *x = value.re;
        }
        for (x, value) in line[1..].iter_mut().step_by(2).zip(values.iter().rev()) {
            *x = value.re;
        }
    }
}
