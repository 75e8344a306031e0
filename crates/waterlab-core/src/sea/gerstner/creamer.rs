//! Creamer's transform: long-crested waves with the second-order shape of water waves (docs/models.md §7a).
//!
//! ```text
//! h'(q) = 1/|q| · mean over x of e^(−iqx)·(e^(iq·D(x)) − 1)
//! ```
//!
//! h'(q) is the amplitude of e^(iqx), and D = Σ (k/|k|)·A·sin(k·x − ωt + φ) the Hilbert transform of the linear surface. For q of the
//! lattice of the patch the mean of e^(−iqx) alone is 0.

use super::Running;
use crate::sea::{Fields, Patch};
use std::f64::consts::TAU;
use std::ops::Range;
use waterlab_transform::num_complex::Complex64;

/// Sample points per shortest wave number: the phase of e^(−iq(x − D)) turns by less than 2q rad per metre, except for a negligible
/// part.
const POINTS: usize = 4;

/// The axis along which all waves travel.
pub(super) struct Creamer {
    along_z: bool,
    /// Length of the patch along the axis, metres, and its cells.
    length: f64,
    cells: usize,
}

impl Creamer {
    /// The transform for waves that all travel along one axis of `patch`, each fitting it a whole number of times; `None` otherwise.
    pub(super) fn new(waves: &[Running], patch: &Patch) -> Option<Self> {
        let whole = |k: f64, length: f64| {
            let fits = k * length / TAU;
            (fits - fits.round()).abs() < 1e-9
        };
        let runs_along = |axis: usize, length: f64| {
            let mut all = waves.iter();
            !waves.is_empty()
                && all.all(|wave| wave.k[1 - axis] == 0.0 && whole(wave.k[axis], length))
        };
        [
            (false, patch.length_x, patch.columns),
            (true, patch.length_z, patch.rows),
        ]
        .into_iter()
        .find(|&(along_z, length, _)| runs_along(usize::from(along_z), length))
        .map(|(along_z, length, cells)| Self {
            along_z,
            length,
            cells,
        })
    }

    /// Difference of consecutive q, rad/m.
    fn step(&self) -> f64 {
        TAU / self.length
    }

    /// h'(q) in metres at `time`, for q = 1, 2, … times [`Creamer::step`], of waves longer than two cells.
    fn amplitudes(&self, waves: &[Running], time: f64) -> Vec<Complex64> {
        let most = self.cells.saturating_sub(1) / 2;
        let points = POINTS * self.cells;
        let axis = usize::from(self.along_z);
        let mut amplitudes = vec![Complex64::default(); most];
        for point in 0..points {
            let x = self.length * point as f64 / points as f64;
            let place = if self.along_z { (0.0, x) } else { (x, 0.0) };
            let aside: f64 = waves
                .iter()
                .map(|wave| wave.ahead()[axis] * wave.circle(place.0, place.1, time).1)
                .sum();
            let turn = Complex64::cis(-self.step() * (x - aside));
            let mut power = Complex64::new(1.0, 0.0);
            for amplitude in &mut amplitudes {
                power *= turn;
                *amplitude += power;
            }
        }
        for (index, amplitude) in amplitudes.iter_mut().enumerate() {
            *amplitude /= (index + 1) as f64 * self.step() * points as f64;
        }
        amplitudes
    }

    /// Writes the fields in the range `these` of [`Fields::grids`] at `time`: without horizontal displacement.
    pub(super) fn fill(
        &self,
        waves: &[Running],
        time: f64,
        these: Range<usize>,
        fields: &mut Fields,
    ) {
        let amplitudes = self.amplitudes(waves, time);
        let mut heights = vec![0.0; self.cells];
        let mut slopes = vec![0.0; self.cells];
        for (cell, (height, slope)) in heights.iter_mut().zip(&mut slopes).enumerate() {
            let turn = Complex64::cis(TAU * cell as f64 / self.cells as f64);
            let (mut power, mut sums) = (Complex64::new(2.0, 0.0), [0.0; 2]);
            for (index, amplitude) in amplitudes.iter().enumerate() {
                power *= turn;
                let wave = amplitude * power;
                sums[0] += wave.re;
                sums[1] -= (index + 1) as f64 * self.step() * wave.im;
            }
            (*height, *slope) = (sums[0] as f32, sums[1] as f32);
        }
        let slope_field = 1 + usize::from(self.along_z);
        for (field, grid) in fields.some_mut(these) {
            let profile = match field {
                0 => &heights,
                _ if field == slope_field => &slopes,
                _ => {
                    grid.fill(0.0);
                    continue;
                }
            };
            for row in 0..grid.rows() {
                if self.along_z {
                    grid.row_mut(row).fill(profile[row]);
                } else {
                    grid.row_mut(row).copy_from_slice(profile);
                }
            }
        }
    }
}
