//! `History`: the foam of the instants before a time.
//!
//! Within an epoch that began with F = B, after n instants F = G + B·e^(−nτ/decay), where G began with nothing; and at its end
//! G is the B of the next. So one grid grows, one lies by, and an instant costs one look at the strain.

use super::{FoamLaw, Lattice, Place};
use crate::grid::Grid;
use crate::sea::Period;
use crate::sea::folding::least;
use crate::threads::in_bands;
use multiversion::multiversion;

/// The foam that an epoch has made up to one of its instants.
pub(in crate::sea) struct History {
    epoch: i64,
    instant: i64,
    /// Whether `began` is what the epoch began with; if not, this epoch is gone through for the sake of the next.
    has_begun: bool,
    /// B.
    began: Vec<f32>,
    /// G.
    grown: Vec<f32>,
}

/// A law of foam on its lattice of instants.
pub(in crate::sea) struct Reckoning {
    law: FoamLaw,
    lattice: Lattice,
    lambda: f32,
}

impl Reckoning {
    /// For a sea of this period and λ; `None` if it never has foam: without displacement J− is 1 everywhere.
    pub(in crate::sea) fn new(law: FoamLaw, period: Option<Period>, lambda: f32) -> Option<Self> {
        let law = law.within_sense();
        let squeezes = lambda != 0.0 || law.threshold > 1.0;
        (squeezes && law.makes_some()).then(|| Self {
            law,
            lattice: Lattice::new(&law, period),
            lambda,
        })
    }
}

impl History {
    /// Of no epoch yet, for so many cells.
    pub(in crate::sea) fn new(cells: usize) -> Self {
        Self {
            epoch: i64::MAX,
            instant: 0,
            has_begun: false,
            began: vec![0.0; cells],
            grown: vec![0.0; cells],
        }
    }

    /// The seconds at which [`History::take`] must be given the strain before the foam at `time` can be told; `None` when it can.
    pub(in crate::sea) fn wants(&mut self, by: &Reckoning, time: f64) -> Option<f64> {
        let (lattice, place) = (&by.lattice, by.lattice.place(time));
        let before = lattice.before(place.epoch);
        if self.has_begun && self.epoch == place.epoch {
            if self.instant > place.instant {
                self.begin(place.epoch);
            }
            if self.instant == place.instant {
                return None;
            }
        } else if self.epoch != before {
            self.has_begun = false;
            self.begin(before);
        } else if self.instant == lattice.length(before) {
            std::mem::swap(&mut self.began, &mut self.grown);
            if lattice.is_one_round() {
                let round = lattice.length(before) as f64 * lattice.step;
                let again = (1.0 / by.law.gone(round)) as f32;
                self.began.iter_mut().for_each(|foam| *foam *= again);
            }
            self.has_begun = true;
            self.begin(place.epoch);
            return self.wants(by, time);
        }
        Some(lattice.seconds(self.epoch, self.instant + 1))
    }

    fn begin(&mut self, epoch: i64) {
        self.epoch = epoch;
        self.instant = 0;
        self.grown.fill(0.0);
    }

    /// Goes on by an instant, at which the strain is this.
    pub(in crate::sea) fn take(&mut self, by: &Reckoning, strain: &[Grid<f32>; 3]) {
        let left = by.law.left(by.lattice.step) as f32;
        let growth = by.law.grown(by.lattice.step) as f32;
        let threshold = by.law.threshold as f32;
        let columns = strain[0].columns();
        in_bands(&mut self.grown, columns, |first, grown| {
            let cells = first * columns..first * columns + grown.len();
            let strain = strain.each_ref().map(|grid| &grid.cells()[cells.clone()]);
            grow(strain, by.lambda, [threshold, growth, left], grown);
        });
        self.instant += 1;
    }

    /// Puts into `foam` how much of the surface is covered at `time`, when J− is `least`; nothing must be wanted.
    pub(in crate::sea) fn tell(
        &self,
        by: &Reckoning,
        time: f64,
        least: &Grid<f32>,
        foam: &mut Grid<f32>,
    ) {
        let Place { instant, since, .. } = by.lattice.place(time);
        let threshold = by.law.threshold as f32;
        let law = [
            by.law.left(since) as f32,
            by.law.left(instant as f64 * by.lattice.step + since) as f32,
            by.law.grown(since) as f32,
        ];
        let columns = foam.columns();
        in_bands(foam.cells_mut(), columns, |first, foam| {
            let cells = first * columns..first * columns + foam.len();
            let [grown, began] = [&self.grown, &self.began].map(|foam| &foam[cells.clone()]);
            cover(grown, began, &least.cells()[cells], threshold, law, foam);
        });
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn grow(
    [xx, zz, xz]: [&[f32]; 3],
    lambda: f32,
    [threshold, growth, left]: [f32; 3],
    grown: &mut [f32],
) {
    let count = grown.len();
    let (xx, zz, xz) = (&xx[..count], &zz[..count], &xz[..count]);
    for cell in 0..count {
        let below = threshold - least([xx[cell], zz[cell], xz[cell]], lambda);
        grown[cell] = grown[cell] * left + growth * below.max(0.0);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn cover(
    grown: &[f32],
    began: &[f32],
    least: &[f32],
    threshold: f32,
    [grown_left, began_left, growth]: [f32; 3],
    foam: &mut [f32],
) {
    let count = foam.len();
    let (grown, began, least) = (&grown[..count], &began[..count], &least[..count]);
    for cell in 0..count {
        let now = growth * (threshold - least[cell]).max(0.0);
        let all = grown[cell] * grown_left + began[cell] * began_left + now;
        foam[cell] = 1.0 - exp_minus(all);
    }
}

/// e^(−x) for x of 0 or more within 10⁻⁷: a power of two, and a short series for the rest.
#[inline(always)]
fn exp_minus(x: f32) -> f32 {
    /// Added, it leaves the nearest whole number in the low bits of a float.
    const WHOLE: f32 = 1.5 * (1 << 23) as f32;
    let power = (x * -std::f32::consts::LOG2_E).max(-126.0);
    let shifted = power + WHOLE;
    let rest = (power - (shifted - WHOLE)) * std::f32::consts::LN_2;
    let series = (1..=7)
        .rev()
        .fold(1.0, |sum, n| 1.0 + rest / n as f32 * sum);
    let exponent = (shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    series * f32::from_bits(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_one_and_never_negative() {
        for step in 0..2000 {
            let x = step as f32 * 0.01;
            assert!(
                (f64::from(exp_minus(x)) - f64::from(-x).exp()).abs() < 1e-7,
                "{x}"
            );
        }
        assert_eq!(exp_minus(0.0), 1.0);
        for x in [80.0, 1e4, f32::MAX, f32::INFINITY] {
            assert!((0.0..1e-30).contains(&exp_minus(x)), "{x}");
        }
    }
}
