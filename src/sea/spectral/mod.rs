//! The spectral sea: every wave of a spectrum that fits the patch, summed by fast Fourier transforms (reference §9).

mod limits;
mod parameters;

use super::moment::Workspace;
use super::{Fields, FoamLaw, Patch, Period, Sea, SeaKind, Spectrum, Waves};
use crate::grid::Grid;
use crate::parameter::{ParameterError, Settings};
use parameters::{PARAMETERS, PRESETS, dispersion};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64Mcg;
use rustfft::num_complex::Complex32;
use rustfft::{Fft, FftPlanner};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Its entry in [`super::KINDS`].
pub(super) static KIND: SeaKind = SeaKind {
    name: "sea",
    title: "Spectral sea",
    about: "Every wave that a wind raises, from its spectrum, by Fourier transform: exact at any time, sharp, folding and foaming.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    check,
    make,
};

fn check(settings: &Settings, columns: usize, rows: usize) -> Result<(), ParameterError> {
    limits::check(settings, &dispersion(settings), columns, rows)
}

fn make(settings: &Settings, columns: usize, rows: usize) -> Sea {
    let real = |key| settings.real(key);
    let dispersion = dispersion(settings);
    let period = Period::new(real("period"));
    let waves = SpectralSea::new(
        Spectrum::from_settings(settings, dispersion),
        Patch::new(columns, rows, real("patch")),
        period,
        settings.integer("seed") as u64,
    );
    let foam = FoamLaw {
        threshold: real("foam_threshold"),
        growth: real("foam_growth"),
        decay: real("foam_decay"),
    };
    Sea::new(Box::new(waves), real("choppiness"), foam, period)
}

/// The waves of a spectrum, with random phases.
pub struct SpectralSea {
    spectrum: Spectrum,
    patches: Vec<Patch>,
    period: Option<Period>,
    /// h̃0(k), columns × rows, in the order of a transform: n = 0, 1, … , −2, −1.
    amplitudes: Vec<Grid<Complex32>>,
    significant_height: f64,
    along_rows: Arc<dyn Fft<f32>>,
    along_columns: Arc<dyn Fft<f32>>,
}

impl SpectralSea {
    /// The waves of `spectrum` that fit `patch`, drawn with `seed`; with a `period`, all repeat after it.
    pub fn new(spectrum: Spectrum, patch: Patch, period: Option<Period>, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
        let mut variance = 0.0;
        let amplitudes = Grid::from_fn(patch.columns, patch.rows, |column, row| {
            let (kx, kz) = (
                wave_number(column, patch.columns) * step_x,
                wave_number(row, patch.rows) * step_z,
            );
            // The wave of h̃0(k)·e^(iωt) runs toward −k.
            let density = spectrum.density(-kx, -kz);
            variance += density * step_x * step_z;
            let power = 0.5 * density * step_x * step_z;
            let mut draw = || -> f64 { StandardNormal.sample(&mut random) };
            let scale = (0.5 * power).sqrt();
            Complex32::new((draw() * scale) as f32, (draw() * scale) as f32)
        });
        let mut planner = FftPlanner::new();
        Self {
            spectrum,
            patches: vec![patch],
            period,
            amplitudes: vec![amplitudes],
            significant_height: 4.0 * variance.sqrt(),
            along_rows: planner.plan_fft_inverse(patch.columns),
            along_columns: planner.plan_fft_inverse(patch.rows),
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

impl Waves for SpectralSea {
    fn patches(&self) -> &[Patch] {
        &self.patches
    }

    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        let (Some(amplitudes), Some(patch)) = (self.amplitudes.get(patch), self.patches.get(patch))
        else {
            return;
        };
        let (columns, rows) = (patch.columns, patch.rows);
        let cells = columns * rows;
        workspace.waves.resize(4 * cells, Complex32::default());
        let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
        for row in 0..rows {
            for column in 0..columns {
                let (n, m) = (wave_number(column, columns), wave_number(row, rows));
                let (kx, kz) = (n * step_x, m * step_z);
                let k = kx.hypot(kz);
                let index = row * columns + column;
                let mirrored = amplitudes[((columns - column) % columns, (rows - row) % rows)];
                let omega = self.spectrum.dispersion().omega(k);
                let phase = match self.period {
                    Some(period) if k > 0.0 => {
                        TAU * (period.cycles(omega) * (time / period.seconds())).fract()
                    }
                    _ => omega * time,
                };
                let turn = Complex32::new(phase.cos() as f32, phase.sin() as f32);
                let h = amplitudes[(column, row)] * turn + mirrored.conj() * turn.conj();
                // A derivative's coefficient of the shortest wave is 0, or the field would not be real.
                let own = |k: f64, at: usize, count: usize| if 2 * at == count { 0.0 } else { k };
                let (dx, dz) = (own(kx, column, columns), own(kz, row, rows));
                let over = if k > 0.0 { 1.0 / k } else { 0.0 };
                let i = Complex32::i();
                let real = |factor: f64| h * factor as f32;
                let turned = |factor: f64| i * h * factor as f32;
                let waves = [
                    [h, turned(dx)],
                    [turned(dz), turned(-dx * over)],
                    [turned(-dz * over), real(dx * dx * over)],
                    [real(dz * dz * over), real(dx * dz * over)],
                ];
                for (pair, [first, second]) in waves.into_iter().enumerate() {
                    workspace.waves[pair * cells + index] = if k > 0.0 {
                        first + i * second
                    } else {
                        Complex32::default()
                    };
                }
            }
        }
        let mut grids = fields.grids_mut().into_iter();
        for pair in workspace.waves.chunks_exact_mut(cells) {
            self.along_rows.process(pair);
            let mut line = vec![Complex32::default(); rows];
            for column in 0..columns {
                for row in 0..rows {
                    line[row] = pair[row * columns + column];
                }
                self.along_columns.process(&mut line);
                for row in 0..rows {
                    pair[row * columns + column] = line[row];
                }
            }
            for part in [|c: &Complex32| c.re, |c: &Complex32| c.im] {
                if let Some(grid) = grids.next() {
                    for (cell, wave) in grid.cells_mut().iter_mut().zip(&*pair) {
                        *cell = part(wave);
                    }
                }
            }
        }
    }

    fn significant_height(&self) -> f64 {
        self.significant_height
    }

    fn density(&self, patch: usize) -> Option<Grid<f32>> {
        let patch = self.patches.get(patch)?;
        let (step_x, step_z) = (TAU / patch.length_x, TAU / patch.length_z);
        Some(Grid::from_fn(patch.columns, patch.rows, |column, row| {
            let n = column as f64 - (patch.columns / 2) as f64;
            let m = row as f64 - (patch.rows / 2) as f64;
            self.spectrum.density(n * step_x, m * step_z) as f32
        }))
    }
}
