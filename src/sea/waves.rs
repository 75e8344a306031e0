//! `Waves`: what every sea is made of, fields that are linear in the amplitudes.

use super::{Fields, Patch};
use crate::grid::Grid;
use crate::parameter::Reading;
use crate::tiling::Tiling;
use rustfft::num_complex::Complex32;

/// Waves that add up, whose fields are linear in their amplitudes.
pub trait Waves: Send + Sync {
    /// The cascades, of as many cells, the largest first; each holds waves that no other holds, and the sea is their sum. Each
    /// goes a whole number of times into the largest.
    fn patches(&self) -> &[Patch];

    /// Sets the fields of cascade number `patch` to those at `time` seconds; `workspace` is memory for the waves of one sea.
    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace);

    /// Sets the strain (derivatives of the displacement) of cascade number `patch`, and what else it likes of `fields`, to that
    /// at `time` seconds.
    fn strain(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.fields(patch, time, fields, workspace);
    }

    /// Sets the height of cascade number `patch`, and what else it likes of `fields`, to that at `time` seconds.
    fn height(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.fields(patch, time, fields, workspace);
    }

    /// How fast the strain swings, rad/s: the root mean square of ω over its variance, √(Σ ω²k²|h̃|²/Σ k²|h̃|²); 0 if there is
    /// none, or nobody knows. Foam looks at the strain the more often the faster it swings.
    fn strain_frequency(&self) -> f64 {
        0.0
    }

    /// The significant wave height Hs: 4·√(variance of the height), in metres.
    fn significant_height(&self) -> f64;

    /// As [`Waves::significant_height`], with the waves that no cascade has room for.
    fn whole_height(&self) -> f64 {
        self.significant_height()
    }

    /// The spectral density Ψ of cascade number `patch` in m⁴, columns × rows, with k = 0 at (columns/2, rows/2); for waves that
    /// have one. It is what they are drawn with: the mean over the cell Δkx·Δkz about each wave number, in which what another
    /// cascade holds counts as 0.
    fn density(&self, patch: usize) -> Option<Grid<f32>>;

    /// Variance of the slopes ∂h/∂x and ∂h/∂z, and their covariance, of waves too short for any cascade, which nobody sees but in what
    /// the surface mirrors.
    fn unresolved_slopes(&self) -> [f64; 3] {
        [0.0; 3]
    }

    /// How its cascades are best laid so that none is seen to repeat; `None` where they are meant to.
    fn tiling(&self) -> Option<Tiling> {
        None
    }

    /// Where most of them run, and the wind blows: radians from +x toward +z.
    fn heading(&self) -> f64 {
        0.0
    }

    /// What there is to tell of them besides: nothing that hangs on the time.
    fn readings(&self) -> Vec<Reading> {
        Vec::new()
    }
}

/// Memory for transforms, kept from frame to frame.
#[derive(Default)]
pub struct Workspace {
    /// h̃(k, t), its real parts.
    pub(super) real: Vec<f32>,
    /// h̃(k, t), its imaginary parts.
    pub(super) imaginary: Vec<f32>,
    /// A field whose lines are transformed and whose rows are not.
    pub(super) lines: Vec<Complex32>,
    /// For each thread, what it needs beside these.
    pub(super) scratches: Vec<Vec<Complex32>>,
}
