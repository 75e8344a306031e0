//! `Waves`: the linear waves of a sea, whose fields are linear in the amplitudes.

use super::{Fields, Patch};
use crate::grid::Grid;
use crate::parameter::Reading;
use crate::tiling::Tiling;
use waterlab_transform::num_complex::Complex32;

/// Superposable waves, whose fields are linear in their amplitudes.
pub trait Waves: Send + Sync {
    /// The cascades, largest first, with equal numbers of cells; their waves are disjoint, and the sea is their sum. Each
    /// fits a whole number of times into the largest.
    fn patches(&self) -> &[Patch];

    /// Computes the fields of cascade number `patch` at `time` seconds; `workspace` is scratch memory for one sea.
    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace);

    /// Computes the strain (derivatives of the displacement) of cascade number `patch` at `time` seconds. Other `fields` may be
    /// overwritten.
    fn strain(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.fields(patch, time, fields, workspace);
    }

    /// Computes the height of cascade number `patch` at `time` seconds. Other `fields` may be overwritten.
    fn height(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.fields(patch, time, fields, workspace);
    }

    /// The frequency of the strain, rad/s: the root mean square of ω over its variance, √(Σ ω²k²|h̃|²/Σ k²|h̃|²); 0 if there is
    /// no strain or it is unknown. Foam samples the strain more often the higher this is.
    fn strain_frequency(&self) -> f64 {
        0.0
    }

    /// The significant wave height Hs: 4·√(variance of the height), in metres.
    fn significant_height(&self) -> f64;

    /// Like [`Waves::significant_height`], including waves that no cascade resolves.
    fn whole_height(&self) -> f64 {
        self.significant_height()
    }

    /// The spectral density Ψ of cascade number `patch` in m⁴, columns × rows, with k = 0 at (columns/2, rows/2); `None` without
    /// a spectrum. It is the density that the amplitudes are drawn with: the mean over the cell Δkx·Δkz around each wave number, where
    /// the bands of other cascades count as 0.
    fn density(&self, patch: usize) -> Option<Grid<f32>>;

    /// Variance of the slopes ∂h/∂x and ∂h/∂z, and their covariance, of waves too short for any cascade, which affect only the
    /// reflection of the surface.
    fn unresolved_slopes(&self) -> [f64; 3] {
        [0.0; 3]
    }

    /// The tiling that best hides the repetition of its cascades; `None` if they are meant to repeat.
    fn tiling(&self) -> Option<Tiling> {
        None
    }

    /// The main direction of the waves and of the wind: radians from +x toward +z.
    fn heading(&self) -> f64 {
        0.0
    }

    /// Speed downwind of foam that drifts on the water, and of that which breaking crests carry, m/s.
    fn foam_speeds(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// Further derived quantities for display, independent of the time.
    fn readings(&self) -> Vec<Reading> {
        Vec::new()
    }
}

/// Scratch memory for transforms, reused from frame to frame.
#[derive(Default)]
pub struct Workspace {
    /// Real parts of h̃(k, t).
    pub(super) real: Vec<f32>,
    /// Imaginary parts of h̃(k, t).
    pub(super) imaginary: Vec<f32>,
    /// A field after the transform of its lines and before that of its rows.
    pub(super) lines: Vec<Complex32>,
    /// Scratch memory for each thread.
    pub(super) scratches: Vec<Vec<Complex32>>,
}
