//! `History`: the foam of the instants before a time (docs/models.md §9c).
//!
//! Within an epoch that began with F = B, F = G + B·w, where G began at 0, and w falls from 1 to 0 as e^(−t/decay) minus a straight
//! line that makes it 0 at the end: there F is G alone, which is the B of the next epoch. The memory is one grid for G, one for B and four
//! for the strain of the surrounding instants, and an instant costs one evaluation of the strain.

use super::source::{INSTANTS, Weights, made};
use super::{FoamParameters, Place, TimeGrid};
use crate::grid::Grid;
use crate::sea::folding::min_stretch;
use crate::sea::{Fields, Period};
use crate::threads::for_each_target;
use crate::threads::in_bands;

/// Cells of a row whose strain is summed over several cascades at once.
const STRETCH: usize = 64;

/// The foam of an epoch up to one of its instants.
pub(in crate::sea) struct History {
    columns: usize,
    epoch: i64,
    instant: i64,
    /// Whether `began` is the start value of the epoch; if not, this epoch is only a warm-up for the next.
    has_begun: bool,
    /// B, the foam at the beginning of the epoch.
    began: Vec<f32>,
    /// G, the foam made since.
    grown: Vec<f32>,
    /// threshold − J− at the previous instant, at this one and at the two following ones.
    below: [Vec<f32>; INSTANTS],
    /// How many of these are known.
    known: usize,
}

/// Foam parameters with their time grid.
pub(in crate::sea) struct FoamModel {
    parameters: FoamParameters,
    time_grid: TimeGrid,
    lambda: f32,
}

impl FoamModel {
    /// The model for a sea with this period and λ, whose strain oscillates at `omega` rad/s; `None` if it never has foam: without displacement
    /// J− is 1 everywhere.
    pub(in crate::sea) fn new(
        parameters: FoamParameters,
        period: Option<Period>,
        lambda: f32,
        omega: f64,
    ) -> Option<Self> {
        let parameters = parameters.within_sense();
        let squeezes = lambda != 0.0 || parameters.threshold > 1.0;
        (squeezes && parameters.makes_some()).then(|| Self {
            parameters,
            time_grid: TimeGrid::new(&parameters, period, omega),
            lambda,
        })
    }
}

impl History {
    /// An empty history for this many cells.
    pub(in crate::sea) fn new(columns: usize, rows: usize) -> Self {
        let grid = || vec![0.0; columns * rows];
        Self {
            columns,
            epoch: i64::MAX,
            instant: 0,
            has_begun: false,
            began: grid(),
            grown: grid(),
            below: std::array::from_fn(|_| grid()),
            known: 0,
        }
    }

    /// The time in seconds whose strain [`History::take`] needs before the foam at `time` can be computed; `None` if it can be now.
    pub(in crate::sea) fn wants(&mut self, by: &FoamModel, time: f64) -> Option<f64> {
        let (time_grid, place) = (&by.time_grid, by.time_grid.place(time));
        let before = time_grid.before(place.epoch);
        loop {
            let is_there = self.has_begun && self.epoch == place.epoch;
            if is_there && self.instant > place.instant {
                self.begin(place.epoch);
                self.known = 0;
            }
            if !is_there && self.epoch != before {
                self.has_begun = false;
                self.begin(before);
                self.known = 0;
            }
            if self.known < INSTANTS {
                let next = self.instant - 1 + self.known as i64;
                return Some(time_grid.seconds(self.epoch, next));
            }
            let goal = if is_there {
                place.instant
            } else {
                time_grid.length(before)
            };
            if self.instant < goal {
                self.grow(by);
            } else if is_there {
                return None;
            } else {
                std::mem::swap(&mut self.began, &mut self.grown);
                if time_grid.is_one_round() {
                    let again = (1.0 / by.parameters.gone(time_grid.seconds_of(before))) as f32;
                    self.began.iter_mut().for_each(|foam| *foam *= again);
                }
                self.has_begun = true;
                self.begin(place.epoch);
            }
        }
    }

    fn begin(&mut self, epoch: i64) {
        self.epoch = epoch;
        self.instant = 0;
        self.grown.fill(0.0);
    }

    /// Takes the strain at the requested time: of all cascades, each with how many times it fits into the first.
    pub(in crate::sea) fn take(&mut self, by: &FoamModel, patches: &[Fields], times: &[usize]) {
        let Some(below) = self.below.get_mut(self.known) else {
            return;
        };
        let threshold = by.parameters.threshold as f32;
        let columns = self.columns;
        in_bands(below, columns, |first, below| match patches {
            [only] => {
                let cells = first * columns..first * columns + below.len();
                let strain = only
                    .strain
                    .each_ref()
                    .map(|grid| &grid.cells()[cells.clone()]);
                fall(strain, by.lambda, threshold, below);
            }
            several => {
                for (offset, below) in below.chunks_exact_mut(columns).enumerate() {
                    let row = first + offset;
                    for (index, below) in below.chunks_mut(STRETCH).enumerate() {
                        let mut sums = [[0.0; STRETCH]; 3];
                        let cascades = several.iter().zip(times);
                        for (fields, &times) in cascades {
                            add(&fields.strain, times, (row, index * STRETCH), &mut sums);
                        }
                        let strain = sums.each_ref().map(|sums| &sums[..below.len()]);
                        fall(strain, by.lambda, threshold, below);
                    }
                }
            }
        });
        self.known += 1;
    }

    /// Advances by one instant.
    fn grow(&mut self, by: &FoamModel) {
        let step = by.time_grid.step;
        let (left, weights) = (
            by.parameters.left(step) as f32,
            by.parameters.weights(step, step),
        );
        let (columns, below) = (self.columns, &self.below);
        in_bands(&mut self.grown, columns, |first, grown| {
            let cells = first * columns..first * columns + grown.len();
            let below = below.each_ref().map(|below| &below[cells.clone()]);
            grow(below, &weights, left, grown);
        });
        self.instant += 1;
        self.below.rotate_left(1);
        self.known -= 1;
    }

    /// Writes the coverage at `time` to `foam`; no strain may be outstanding.
    pub(in crate::sea) fn tell(&self, by: &FoamModel, time: f64, foam: &mut Grid<f32>) {
        let time_grid = &by.time_grid;
        let Place { instant, since, .. } = time_grid.place(time);
        let gone = by.parameters.gone(instant as f64 * time_grid.step + since);
        let began_left = if time_grid.is_one_round() {
            1.0 - gone
        } else {
            1.0 - gone / by.parameters.gone(time_grid.seconds_of(self.epoch))
        };
        let left = [by.parameters.left(since) as f32, began_left.max(0.0) as f32];
        let weights = by.parameters.weights(time_grid.step, since);
        let columns = self.columns;
        in_bands(foam.cells_mut(), columns, |first, foam| {
            let cells = first * columns..first * columns + foam.len();
            let [grown, began] = [&self.grown, &self.began].map(|foam| &foam[cells.clone()]);
            let below = self.below.each_ref().map(|below| &below[cells.clone()]);
            cover([grown, began], left, below, &weights, foam);
        });
    }
}

/// Adds the strain of a cascade, which fits `times` times into the first, at the cells of the first from (row, column) on.
fn add(
    strain: &[Grid<f32>; 3],
    times: usize,
    (row, column): (usize, usize),
    sums: &mut [[f32; STRETCH]; 3],
) {
    let (columns, rows) = (strain[0].columns(), strain[0].rows());
    for (sums, grid) in sums.iter_mut().zip(strain) {
        let cells = grid.row(row * times % rows);
        if times == 1 {
            for (sum, cell) in sums.iter_mut().zip(&cells[column..]) {
                *sum += cell;
            }
            continue;
        }
        let (step, mut column) = (times % columns, column * times % columns);
        for sum in sums {
            *sum += cells[column];
            column += step;
            if column >= columns {
                column -= columns;
            }
        }
    }
}

for_each_target! {
    fn fall([xx, zz, xz]: [&[f32]; 3], lambda: f32, threshold: f32, below: &mut [f32]) {
        let count = below.len();
        let (xx, zz, xz) = (&xx[..count], &zz[..count], &xz[..count]);
        for cell in 0..count {
            below[cell] = threshold - min_stretch([xx[cell], zz[cell], xz[cell]], lambda);
        }
    }
}

for_each_target! {
    fn grow([a, b, c, d]: [&[f32]; INSTANTS], weights: &Weights, left: f32, grown: &mut [f32]) {
        let count = grown.len();
        let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &d[..count]);
        for cell in 0..count {
            let below = [a[cell], b[cell], c[cell], d[cell]];
            grown[cell] = grown[cell] * left + made(below, weights);
        }
    }
}

for_each_target! {
    fn cover(
        [grown, began]: [&[f32]; 2],
        [grown_left, began_left]: [f32; 2],
        [a, b, c, d]: [&[f32]; INSTANTS],
        weights: &Weights,
        foam: &mut [f32],
    ) {
        let count = foam.len();
        let (grown, began) = (&grown[..count], &began[..count]);
        let (a, b, c, d) = (&a[..count], &b[..count], &c[..count], &d[..count]);
        for cell in 0..count {
            let now = made([a[cell], b[cell], c[cell], d[cell]], weights);
            let all = grown[cell] * grown_left + began[cell] * began_left + now;
            foam[cell] = 1.0 - exp_minus(all);
        }
    }
}

/// e^(−x) for x ≥ 0, within 10⁻⁷: a power of two, and a short series for the rest.
#[inline(always)]
fn exp_minus(x: f32) -> f32 {
    /// Adding this leaves the nearest whole number in the low bits of a float.
    const WHOLE: f32 = 1.5 * (1 << 23) as f32;
    let power = x * -std::f32::consts::LOG2_E;
    // Not `max`, as in `source.rs`.
    let power = if power > -126.0 { power } else { -126.0 };
    let shifted = power + WHOLE;
    let rest = (power - (shifted - WHOLE)) * std::f32::consts::LN_2;
    // Unrolled: nested loops do not vectorise.
    let mut series = 1.0 + rest / 7.0;
    series = 1.0 + rest / 6.0 * series;
    series = 1.0 + rest / 5.0 * series;
    series = 1.0 + rest / 4.0 * series;
    series = 1.0 + rest / 3.0 * series;
    series = 1.0 + rest / 2.0 * series;
    series = 1.0 + rest * series;
    let exponent = (shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    series * f32::from_bits(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_accurate_and_never_negative() {
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
