//! h̃0(k): the amplitudes of a patch, drawn at random from the spectrum (docs/models.md §9).
//!
//! ```text
//! h̃0(k) = (ξr + iξi)·√(P/2) ,  P = ½Ψ̄(−k)·Δkx·Δkz
//! ```
//!
//! with ξ of unit Gaussians, or, for an intermittent sea in which a few waves dominate, of length √2·e^(n − 1), n a unit Gaussian, and
//! uniform phase: log-normal draws of the same variance.
//!
//! The wave of h̃0(k)·e^(iωt) travels toward −k: the density is taken there, as the [`mean`] over a cell.
//!
//! The ξ are drawn square by square, max(|n|, |m|) = 1, 2, …, so that a finer grid of the same patch has the same waves and additional
//! finer ones.

use super::mean;
use crate::parameter::choices;
use crate::sea::{Patch, Spectrum};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{SQRT_2, TAU};
use std::ops::Range;
use waterlab_transform::num_complex::{Complex32, Complex64};

/// How random amplitudes are distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// Two unit Gaussians per wave: heights are Gaussian, as measured in most seas.
    #[default]
    Gaussian,
    /// Log-normal magnitudes with uniform phase: a few waves dominate many small ones.
    LogNormal,
}

choices!(Draws: Gaussian = "gaussian", LogNormal = "log-normal");

/// The amplitudes of a patch, `columns × rows`, in FFT order: n = 0, 1, … , −2, −1.
pub(super) struct Amplitudes {
    pub(super) cells: Vec<Complex32>,
    /// The expected variance of the height, m².
    pub(super) variance: f64,
}

impl Amplitudes {
    /// Draws the waves of `spectrum` on `patch`, for the part of their cells of wave numbers that lies in `band`, rad/m.
    pub(super) fn draw(
        spectrum: &Spectrum,
        patch: &Patch,
        band: &Range<f64>,
        (draws, seed): (Draws, u64),
    ) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (columns, rows) = (patch.columns, patch.rows);
        let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
        let mut cells = vec![Complex32::default(); columns * rows];
        let mut variance = 0.0;
        for (n, m) in squares(columns.max(rows) / 2) {
            let mut normal = || -> f64 { StandardNormal.sample(&mut random) };
            let drawn = match (draws, Complex64::new(normal(), normal())) {
                (Draws::Gaussian, gaussian) => gaussian,
                // The variance of a unit log-normal is e^(2σ²) times its median's, with σ = 1.
                (Draws::LogNormal, gaussian) => {
                    Complex64::from_polar(SQRT_2 * libm::exp(normal() - 1.0), gaussian.arg())
                }
            };
            let (Some(column), Some(row)) = (place(n, columns), place(m, rows)) else {
                continue;
            };
            let toward = [(n, columns), (m, rows)].map(opposite);
            let expected = mean::density(spectrum, patch, band, toward) * step_x * step_z;
            variance += expected;
            let amplitude = drawn * (0.25 * expected).sqrt();
            cells[row * columns + column] =
                Complex32::new(amplitude.re as f32, amplitude.im as f32);
        }
        Self { cells, variance }
    }
}

impl Amplitudes {
    /// The strongest waves, at most a thousand: n, m and energy of each.
    pub(super) fn strongest(&self, patch: &Patch) -> Vec<(f64, f64, f64)> {
        const MAX: usize = 1000;
        let number = |index: usize, count: usize| match index <= count / 2 {
            true => index as f64,
            false => index as f64 - count as f64,
        };
        let of_cell = |(index, cell): (usize, &Complex32)| {
            let (column, row) = (index % patch.columns, index / patch.columns);
            let energy = f64::from(cell.norm_sqr());
            (
                number(column, patch.columns),
                number(row, patch.rows),
                energy,
            )
        };
        let mut waves: Vec<_> = self.cells.iter().enumerate().map(of_cell).collect();
        let weaker = |one: &(f64, f64, f64), other: &(f64, f64, f64)| other.2.total_cmp(&one.2);
        if waves.len() > MAX {
            waves.select_nth_unstable_by(MAX, weaker);
            waves.truncate(MAX);
        }
        waves
    }
}

/// The index of wave number `n` in a transform of length `count`, if it exists.
fn place(n: i64, count: usize) -> Option<usize> {
    let count = count as i64;
    let has = -(count / 2) <= n && n <= (count - 1) / 2;
    has.then(|| n.rem_euclid(count) as usize)
}

/// The wave number that represents −`n` in a transform of length `count`: the Nyquist wave of an even length is its own opposite.
fn opposite((n, count): (i64, usize)) -> i64 {
    if 2 * n == -(count as i64) { n } else { -n }
}

/// All (n, m) but (0, 0) with absolute values up to `largest`, in an order in which smaller squares come first.
fn squares(largest: usize) -> impl Iterator<Item = (i64, i64)> {
    (1..=largest as i64).flat_map(|side| {
        let whole = (-side..=side).flat_map(move |n| [(n, -side), (n, side)]);
        let rest = (1 - side..side).flat_map(move |m| [(-side, m), (side, m)]);
        whole.chain(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_mode_is_drawn_once_and_smaller_grids_come_first() {
        let all: Vec<_> = squares(4).collect();
        assert_eq!(all.len(), 9 * 9 - 1);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(all.iter().all(|&(n, m)| n.abs() <= 4 && m.abs() <= 4));
        assert_eq!(all[..24], squares(2).collect::<Vec<_>>());
    }

    #[test]
    fn log_normal_draws_have_the_same_variance_and_another_median() {
        let settings = crate::parameter::Settings::new(crate::sea::SPECTRAL.parameters);
        let spectrum = Spectrum::of(&settings).unwrap();
        let patch = Patch::new(128, 128, 200.0);
        let band = 0.0..f64::INFINITY;
        for (draws, median) in [
            // The medians of an exponential distribution and of e^(2n − 2).
            (Draws::Gaussian, std::f64::consts::LN_2),
            (Draws::LogNormal, libm::exp(-2.0)),
        ] {
            let drawn = Amplitudes::draw(&spectrum, &patch, &band, (draws, 3));
            let mut energies = Vec::new();
            for (n, m) in squares(63) {
                let expected = mean::density(&spectrum, &patch, &band, [-n, -m]);
                let cell = place(m, 128).unwrap() * 128 + place(n, 128).unwrap();
                // |h̃0|² is ½·½Ψ·Δk² times |ξ|², whose mean is 2.
                let unit = 0.5 * expected * (TAU / 200.0).powi(2);
                if unit > 1e-30 {
                    energies.push(f64::from(drawn.cells[cell].norm_sqr()) / unit);
                }
            }
            let mean = energies.iter().sum::<f64>() / energies.len() as f64;
            // The variance of log-normal energies is 54, so the mean of 15,000 has an error of 6 %.
            assert!((mean - 1.0).abs() < 0.2, "{draws:?}: {mean}");
            energies.sort_by(f64::total_cmp);
            let found = energies[energies.len() / 2];
            assert!(
                (found / median - 1.0).abs() < 0.06,
                "{draws:?}: {found} for {median}"
            );
        }
    }

    #[test]
    fn positions_are_those_of_the_transform() {
        let places = |count| (-4..=4).map(|n| place(n, count)).collect::<Vec<_>>();
        assert_eq!(
            places(4),
            [
                None,
                None,
                Some(2),
                Some(3),
                Some(0),
                Some(1),
                None,
                None,
                None
            ]
        );
        assert_eq!(
            places(5),
            [
                None,
                None,
                Some(3),
                Some(4),
                Some(0),
                Some(1),
                Some(2),
                None,
                None
            ]
        );
    }
}
