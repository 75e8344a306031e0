//! h̃(k, t): the modes of a cascade at a time, and their factors for each field (docs/models.md §9).
//!
//! ```text
//! h̃(k, t) = h̃0(k)·e^(iωt) + conj(h̃0(−k))·e^(−iωt)
//! slope ↔ ik·h̃ ;  D ↔ −i(k/|k|)·h̃ ;  ∂xDx ↔ kx²/|k|·h̃ ,  ∂zDz ↔ kz²/|k|·h̃ ,  ∂zDx ↔ kxkz/|k|·h̃
//! ```
//!
//! h̃(−k) = conj(h̃(k)): lines n = 0, 1, … , columns/2 are sufficient, each with every m in FFT order.
//! A derivative's coefficient along an axis is 0 on that axis's Nyquist wave, because otherwise the field would not be real.

use crate::sea::circle::{beyond_whole, sin_cos};
use crate::sea::{Dispersion, Patch, Period};
use crate::threads::for_each_target;
use crate::threads::zip_bands;
use std::f64::consts::TAU;
use waterlab_transform::num_complex::Complex32;

/// One of the eight fields, in the order of [`crate::sea::Fields::grids_mut`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Height,
    SlopeX,
    SlopeZ,
    DisplacementX,
    DisplacementZ,
    StrainX,
    StrainZ,
    Shear,
}

impl Quantity {
    /// The field from whose transform along z this field is derived, and whether it is that field's derivative along x: ∂/∂x multiplies by
    /// ikx, which is constant along a line of modes.
    pub(super) fn along_z(self) -> (Self, bool) {
        match self {
            Self::SlopeX => (Self::Height, true),
            Self::StrainX => (Self::DisplacementX, true),
            Self::Shear => (Self::DisplacementZ, true),
            own => (own, false),
        }
    }
}

/// The modes of a cascade. Lists of modes are stored line by line.
pub(super) struct Modes {
    pub(super) rows: usize,
    /// h̃0(k) + conj(h̃0(−k)), real and imaginary parts: with e^(iωt) = c + is, h̃ = even·c + i·odd·s.
    even: [Vec<f32>; 2],
    /// h̃0(k) − conj(h̃0(−k)).
    odd: [Vec<f32>; 2],
    /// Cycles per second of each mode; with a period, cycles per period, a whole number.
    frequency: Vec<f64>,
    /// 1/|k| in m, 0 where k = 0.
    per_k: Vec<f32>,
    /// kx of each line in rad/m, 0 on the Nyquist wave.
    kx: Vec<f32>,
    /// kz along a line.
    kz: Vec<f32>,
    /// Number of lines up to the last one with a wave.
    occupied: usize,
    period: Option<Period>,
    pub(super) strain: Swing,
}

/// Sums over the waves of a cascade.
#[derive(Clone, Copy, Default)]
pub(super) struct Swing {
    /// Σ k²|h̃|², half the variance of the strain.
    variance: f64,
    /// Σ ω²k²|h̃|².
    rate: f64,
}

impl Swing {
    /// The root mean square of ω in rad/s over all cascades; 0 without strain.
    pub(super) fn frequency(cascades: impl Iterator<Item = Self> + Clone) -> f64 {
        let variance: f64 = cascades.clone().map(|swing| swing.variance).sum();
        let rate: f64 = cascades.map(|swing| swing.rate).sum();
        if variance > 0.0 {
            (rate / variance).sqrt()
        } else {
            0.0
        }
    }
}

/// n of §9 at `index` of a transform of `count`.
fn wave_number(index: usize, count: usize) -> f64 {
    if index < count.div_ceil(2) {
        index as f64
    } else {
        index as f64 - count as f64
    }
}

/// The wave numbers of an axis, `step` rad/m apart.
fn axis(count: usize, step: f64) -> Vec<f64> {
    (0..count)
        .map(|index| wave_number(index, count) * step)
        .collect()
}

/// The wave numbers as coefficients of a derivative.
fn derivative(axis: &[f64], lines: usize) -> Vec<f32> {
    let coefficient = |(index, &k): (usize, &f64)| {
        if 2 * index == axis.len() {
            0.0
        } else {
            k as f32
        }
    };
    axis.iter()
        .take(lines)
        .enumerate()
        .map(coefficient)
        .collect()
}

impl Modes {
    /// The modes with the h̃0 of `patch`, columns × rows in FFT order.
    pub(super) fn new(
        patch: &Patch,
        amplitudes: &[Complex32],
        dispersion: &Dispersion,
        period: Option<Period>,
    ) -> Self {
        let (columns, rows) = (patch.columns, patch.rows);
        let lines = columns / 2 + 1;
        let (x, z) = (
            axis(columns, TAU / patch.length_x),
            axis(rows, TAU / patch.length_z),
        );
        let modes = lines * rows;
        let list = || Vec::with_capacity(modes);
        let (mut even, mut odd) = ([list(), list()], [list(), list()]);
        let (mut frequency, mut per_k) = (Vec::with_capacity(modes), list());
        let mut occupied = 0;
        let mut strain = Swing::default();
        for n in 0..lines {
            for m in 0..rows {
                let own = amplitudes[m * columns + n];
                let mirrored = amplitudes[(rows - m) % rows * columns + (columns - n) % columns];
                let k = x[n].hypot(z[m]);
                // k = 0 has no wave.
                let (own, mirrored) = if k > 0.0 {
                    (own, mirrored.conj())
                } else {
                    Default::default()
                };
                if own != Complex32::default() || mirrored != Complex32::default() {
                    occupied = n + 1;
                }
                let (sum, difference) = (own + mirrored, own - mirrored);
                even[0].push(sum.re);
                even[1].push(sum.im);
                odd[0].push(difference.re);
                odd[1].push(difference.im);
                let omega = dispersion.omega(k);
                let (swings, seconds) = match period {
                    Some(period) if k > 0.0 => (period.cycles(omega), period.seconds()),
                    _ => (omega / TAU, 1.0),
                };
                frequency.push(swings);
                // Line −n has the same waves again, unless it is this line itself.
                let lines = if (2 * n).is_multiple_of(columns) {
                    1.0
                } else {
                    2.0
                };
                let squares = f64::from(own.norm_sqr() + mirrored.norm_sqr());
                let squeeze = lines * k * k * squares;
                strain.variance += squeeze;
                strain.rate += squeeze * (TAU * swings / seconds).powi(2);
                per_k.push(if k > 0.0 { (1.0 / k) as f32 } else { 0.0 });
            }
        }
        Self {
            rows,
            even,
            odd,
            frequency,
            per_k,
            kx: derivative(&x, lines),
            kz: derivative(&z, rows),
            occupied,
            period,
            strain,
        }
    }

    /// The number of lines.
    pub(super) fn lines(&self) -> usize {
        self.kx.len()
    }

    /// The number of lines up to the last one with a wave.
    pub(super) fn occupied(&self) -> usize {
        self.occupied
    }

    /// Writes h̃(k, t) to `real` and `imaginary`, of as many lines; `bands` is the number of parallel bands.
    pub(super) fn turn(&self, time: f64, real: &mut [f32], imaginary: &mut [f32], bands: usize) {
        let rows = self.rows;
        // In periods, without the whole ones, or in seconds.
        let time = match self.period {
            Some(period) => time.rem_euclid(period.seconds()) / period.seconds(),
            None => time,
        };
        let occupied = self.occupied * rows;
        let band = self.occupied.div_ceil(bands).max(1);
        let mut beside = vec![(); self.occupied.div_ceil(band)];
        zip_bands(
            band,
            (&mut real[..occupied], rows),
            (&mut imaginary[..occupied], rows),
            &mut beside,
            |first, real, imaginary, ()| {
                let these = first * rows..first * rows + real.len();
                turn(
                    self.even.each_ref().map(|part| &part[these.clone()]),
                    self.odd.each_ref().map(|part| &part[these.clone()]),
                    &self.frequency[these.clone()],
                    time,
                    [real, imaginary],
                );
            },
        );
    }

    /// kx of each line in rad/m, 0 on the shortest wave.
    pub(super) fn kx(&self) -> &[f32] {
        &self.kx
    }

    /// Writes one line of a field's modes to `result`, of `rows`, for a field that is not derived from another; `h` is that line of h̃.
    pub(super) fn multiply(
        &self,
        quantity: Quantity,
        line: usize,
        h: [&[f32]; 2],
        result: &mut [Complex32],
    ) {
        let per_k = &self.per_k[line * self.rows..][..self.rows];
        multiply(quantity, self.kx[line], &self.kz, per_k, h, result);
    }
}

for_each_target! {
    fn turn(
        [even_re, even_im]: [&[f32]; 2],
        [odd_re, odd_im]: [&[f32]; 2],
        frequency: &[f64],
        time: f64,
        [real, imaginary]: [&mut [f32]; 2],
    ) {
        let count = real.len();
        let (even_re, even_im) = (&even_re[..count], &even_im[..count]);
        let (odd_re, odd_im) = (&odd_re[..count], &odd_im[..count]);
        let (frequency, imaginary) = (&frequency[..count], &mut imaginary[..count]);
        for mode in 0..count {
            let (sine, cosine) = sin_cos(beyond_whole(frequency[mode] * time));
            real[mode] = even_re[mode] * cosine - odd_im[mode] * sine;
            imaginary[mode] = even_im[mode] * cosine + odd_re[mode] * sine;
        }
    }
}

for_each_target! {
    fn multiply(
        quantity: Quantity,
        kx: f32,
        kz: &[f32],
        per_k: &[f32],
        [real, imaginary]: [&[f32]; 2],
        result: &mut [Complex32],
    ) {
        let count = result.len();
        let (kz, per_k) = (&kz[..count], &per_k[..count]);
        let (real, imaginary) = (&real[..count], &imaginary[..count]);
        // One plain loop for each, which the compiler vectorises.
        macro_rules! each {
            (|$m:ident| $factor:expr) => {
                for $m in 0..count {
                    let factor = $factor;
                    result[$m] = Complex32::new(real[$m] * factor, imaginary[$m] * factor);
                }
            };
            (i |$m:ident| $factor:expr) => {
                for $m in 0..count {
                    let factor = $factor;
                    result[$m] = Complex32::new(-imaginary[$m] * factor, real[$m] * factor);
                }
            };
        }
        match quantity {
            Quantity::Height => each!(|m| 1.0),
            Quantity::SlopeZ => each!(i | m | kz[m]),
            Quantity::DisplacementX => each!(i | m | -kx * per_k[m]),
            Quantity::DisplacementZ => each!(i | m | -kz[m] * per_k[m]),
            Quantity::StrainZ => each!(|m| kz[m] * kz[m] * per_k[m]),
            // These are derived from others.
            Quantity::SlopeX | Quantity::StrainX | Quantity::Shear => {}
        }
    }
}
