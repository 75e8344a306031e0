//! h̃0(k): how high every wave of a patch is, drawn at random about what the spectrum says (docs/models.md §9).
//!
//! ```text
//! h̃0(k) = (ξr + iξi)·√(P/2) ,  P = ½Ψ̄(−k)·Δkx·Δkz
//! ```
//!
//! The wave of h̃0(k)·e^(iωt) runs toward −k: that is where the density is taken, as the [`mean`] over a cell.
//!
//! The ξ are drawn square by square, max(|n|, |m|) = 1, 2, … : a finer grid of the same patch has the same waves and finer
//! ones besides.

use super::mean;
use crate::sea::{Patch, Spectrum};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use rustfft::num_complex::{Complex32, Complex64};
use std::f64::consts::TAU;
use std::ops::Range;

/// The amplitudes of a patch, `columns × rows`, in the order of a transform: n = 0, 1, … , −2, −1.
pub(super) struct Amplitudes {
    pub(super) cells: Vec<Complex32>,
    /// The variance of height that is to be expected of them, m².
    pub(super) variance: f64,
}

impl Amplitudes {
    /// Those waves of `spectrum` that fit `patch`, as far as their cells of wave numbers in rad/m lie in `band`.
    pub(super) fn draw(spectrum: &Spectrum, patch: &Patch, band: &Range<f64>, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (columns, rows) = (patch.columns, patch.rows);
        let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
        let mut cells = vec![Complex32::default(); columns * rows];
        let mut variance = 0.0;
        for (n, m) in squares(columns.max(rows) / 2) {
            let mut normal = || -> f64 { StandardNormal.sample(&mut random) };
            let drawn = Complex64::new(normal(), normal());
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
    /// The strongest of the waves, a thousand at most: n, m and energy of each.
    pub(super) fn strongest(&self, patch: &Patch) -> Vec<(f64, f64, f64)> {
        const MOST: usize = 1000;
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
        if waves.len() > MOST {
            waves.select_nth_unstable_by(MOST, weaker);
            waves.truncate(MOST);
        }
        waves
    }
}

/// Where wave number `n` stands in a transform of `count`, if it has it.
fn place(n: i64, count: usize) -> Option<usize> {
    let count = count as i64;
    let has = -(count / 2) <= n && n <= (count - 1) / 2;
    has.then(|| n.rem_euclid(count) as usize)
}

/// The wave number that a transform of `count` has for −`n`: the shortest wave of an even count is its own opposite.
fn opposite((n, count): (i64, usize)) -> i64 {
    if 2 * n == -(count as i64) { n } else { -n }
}

/// All (n, m) but (0, 0), both at most `largest` in size, in an order in which smaller squares come first.
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
    fn every_wave_comes_once_and_those_of_a_smaller_grid_first() {
        let all: Vec<_> = squares(4).collect();
        assert_eq!(all.len(), 9 * 9 - 1);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert!(all.iter().all(|&(n, m)| n.abs() <= 4 && m.abs() <= 4));
        assert_eq!(all[..24], squares(2).collect::<Vec<_>>());
    }

    #[test]
    fn places_are_those_of_a_transform() {
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
