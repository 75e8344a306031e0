//! Plans of Fourier and cosine transforms, by rustfft and rustdct.
//!
//! Their planners are generic, and every crate that calls one compiles all of its kernels. This crate
//! instantiates them once, in single precision, and returns trait objects.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use rustdct::DctPlanner;
pub use rustdct::TransformType2And3;
use rustfft::FftPlanner;
pub use rustfft::{Fft, num_complex};
use std::sync::Arc;

/// Inverse Fourier transforms of these lengths, Σ A(k)·e^(2πi·jk/n), not normalised.
pub fn inverse_fourier(lengths: [usize; 2]) -> [Arc<dyn Fft<f32>>; 2] {
    let mut planner = FftPlanner::new();
    lengths.map(|length| planner.plan_fft_inverse(length))
}

/// Cosine transforms of these lengths, Σ a(j)·cos(πk(j+½)/n), not normalised, and their inverses.
pub fn cosine(lengths: [usize; 2]) -> [Arc<dyn TransformType2And3<f32>>; 2] {
    let mut planner = DctPlanner::new();
    lengths.map(|length| planner.plan_dct2(length))
}
