//! Filtered noise whose loudness follows a level smoothly (docs/models.md §18).
//!
//! A band is white noise, another one for each ear, through two filters of second order. Its loudness is relative to the gain of the filters
//! for white noise, which is the root of the energy of their impulse response.

use super::SAMPLE_RATE;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f64::consts::TAU;

/// Loudness below which a band is silent: −120 dB.
const SILENT: f32 = 1e-6;

/// A filter of second order, with the coefficients of the bilinear transform of its analogue form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    /// Of the last three inputs, and of the last two outputs.
    inputs: [f32; 3],
    outputs: [f32; 2],
}

/// What a filter remembers of a channel.
type Memory = [f32; 2];

impl Filter {
    /// Damps what is above `hz` by 12 dB per octave; without a resonance (Butterworth).
    pub(super) fn low_pass(hz: f64) -> Self {
        Self::of(hz, |k| [k * k, 2.0 * k * k, k * k])
    }

    /// Damps what is below `hz` by 12 dB per octave.
    pub(super) fn high_pass(hz: f64) -> Self {
        Self::of(hz, |_| [1.0, -2.0, 1.0])
    }

    fn of(hz: f64, inputs: impl FnOnce(f64) -> [f64; 3]) -> Self {
        let k = (0.5 * TAU * hz / f64::from(SAMPLE_RATE)).tan();
        let scale = 1.0 + std::f64::consts::SQRT_2 * k + k * k;
        let outputs = [
            2.0 * (k * k - 1.0),
            1.0 - std::f64::consts::SQRT_2 * k + k * k,
        ];
        Self {
            inputs: inputs(k).map(|part| (part / scale) as f32),
            outputs: outputs.map(|part| (part / scale) as f32),
        }
    }

    /// The next output (transposed direct form II).
    #[inline]
    pub(super) fn next(&self, memory: &mut Memory, input: f32) -> f32 {
        let output = self.inputs[0] * input + memory[0];
        memory[0] = self.inputs[1] * input - self.outputs[0] * output + memory[1];
        memory[1] = self.inputs[2] * input - self.outputs[1] * output;
        output
    }
}

/// A band of noise in stereo.
#[derive(Clone, Debug)]
pub(super) struct Band {
    filters: [Filter; 2],
    memory: [[Memory; 2]; 2],
    random: Pcg32,
    /// Factor of uniform noise from −1 to 1 that makes its loudness 1.
    scale: f32,
    /// Root mean square at each ear now, and toward which it moves.
    loudness: [f32; 2],
    target: [f32; 2],
    /// Part of the way in a sample.
    speed: f32,
}

impl Band {
    /// From `low` to `high` Hz; its loudness follows within about `seconds`.
    pub(super) fn new(low: f64, high: f64, seconds: f64, seed: u64) -> Self {
        let filters = [Filter::high_pass(low), Filter::low_pass(high)];
        Self {
            scale: unit_scale(&filters),
            filters,
            memory: Default::default(),
            random: Pcg32::seed_from_u64(seed),
            loudness: [0.0; 2],
            target: [0.0; 2],
            speed: (1.0 - (-1.0 / (seconds * f64::from(SAMPLE_RATE))).exp()) as f32,
        }
    }

    /// Sets the mean squares toward which it moves, of samples at the left and the right ear.
    pub(super) fn set(&mut self, mean_squares: [f64; 2]) {
        self.target = mean_squares.map(|square| {
            let loudness = square.max(0.0).sqrt() as f32;
            // Neither NaN nor infinite.
            if loudness < 1e6 { loudness } else { 0.0 }
        });
    }

    pub(super) fn is_silent(&self) -> bool {
        self.loudness == [0.0; 2] && self.target.iter().all(|&target| target < SILENT)
    }

    /// Adds its samples, interleaved stereo.
    pub(super) fn render(&mut self, samples: &mut [f32]) {
        if self.is_silent() {
            return;
        }
        for frame in samples.chunks_exact_mut(2) {
            for (ear, sample) in frame.iter_mut().enumerate() {
                let white = self.random.next_u32() as i32 as f32 / (1_u32 << 31) as f32;
                let memory = &mut self.memory[ear];
                let noise = self.filters[0].next(&mut memory[0], white);
                let noise = self.filters[1].next(&mut memory[1], noise);
                let loudness = &mut self.loudness[ear];
                *loudness += self.speed * (self.target[ear] - *loudness);
                *sample += *loudness * self.scale * noise;
            }
        }
        if self.loudness.iter().all(|&loudness| loudness < SILENT)
            && self.target.iter().all(|&target| target < SILENT)
        {
            self.loudness = [0.0; 2];
            self.memory = Default::default();
        }
    }
}

/// The factor of uniform noise, whose mean square is ⅓, that makes the root mean square of the filtered noise 1.
fn unit_scale(filters: &[Filter; 2]) -> f32 {
    let mut memory = [Memory::default(); 2];
    let response = (0..SAMPLE_RATE / 4).map(|at| {
        let input = if at == 0 { 1.0 } else { 0.0 };
        let noise = filters[0].next(&mut memory[0], input);
        f64::from(filters[1].next(&mut memory[1], noise)).powi(2)
    });
    (3.0 / response.sum::<f64>()).sqrt() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rms(samples: impl Iterator<Item = f32> + Clone) -> f64 {
        let squares = samples.clone().map(|sample| f64::from(sample).powi(2));
        (squares.sum::<f64>() / samples.count() as f64).sqrt()
    }

    #[test]
    fn a_band_has_its_loudness_at_each_ear_and_lies_between_its_frequencies() {
        let mut band = Band::new(500.0, 2000.0, 0.01, 3);
        band.set([0.01, 0.0004]);
        let mut samples = vec![0.0; 2 * SAMPLE_RATE as usize];
        band.render(&mut samples);
        let settled = &samples[SAMPLE_RATE as usize / 4 * 2..];
        for (ear, wanted) in [(0, 0.1), (1, 0.02)] {
            let found = rms(settled.iter().skip(ear).step_by(2).copied());
            assert!((found / wanted - 1.0).abs() < 0.05, "{ear}: {found}");
        }
        let left: Vec<f64> = settled.iter().step_by(2).map(|&s| s.into()).collect();
        let power_at = |hz: f64| {
            let turn = TAU * hz / f64::from(SAMPLE_RATE);
            // The mean over blocks of a tenth of a second of the power at this frequency (Goertzel).
            let blocks = left.chunks_exact(4800);
            let count = blocks.len() as f64;
            let of_block = |block: &[f64]| {
                let sum = block
                    .iter()
                    .enumerate()
                    .fold((0.0, 0.0), |(x, y), (at, s)| {
                        let (sin, cos) = (turn * at as f64).sin_cos();
                        (x + s * cos, y + s * sin)
                    });
                sum.0 * sum.0 + sum.1 * sum.1
            };
            blocks.map(of_block).sum::<f64>() / count
        };
        let mean = |hz: [f64; 8]| hz.map(power_at).iter().sum::<f64>() / 8.0;
        let inside = mean([700.0, 800.0, 900.0, 1000.0, 1100.0, 1200.0, 1300.0, 1400.0]);
        let below = mean([40.0, 60.0, 80.0, 100.0, 110.0, 120.0, 90.0, 70.0]);
        let above = mean([9e3, 10e3, 11e3, 12e3, 13e3, 14e3, 15e3, 16e3]);
        assert!(
            below < 0.03 * inside && above < 0.03 * inside,
            "{below} {inside} {above}"
        );
    }

    #[test]
    fn a_band_becomes_silent_and_neither_jumps_nor_takes_numbers_that_are_not_finite() {
        let mut band = Band::new(100.0, 8000.0, 0.05, 5);
        let mut samples = vec![0.0; 2 * 480];
        band.render(&mut samples);
        assert!(samples.iter().all(|&sample| sample == 0.0));
        band.set([1.0, f64::NAN]);
        band.render(&mut samples);
        // Within 10 ms of 50, it has not reached a fifth.
        assert!(rms(samples.iter().step_by(2).copied()) < 0.2);
        assert!(samples.iter().skip(1).step_by(2).all(|&right| right == 0.0));
        band.set([0.0; 2]);
        for _ in 0..200 {
            band.render(&mut samples);
        }
        samples.fill(0.0);
        band.render(&mut samples);
        assert!(samples.iter().all(|&sample| sample == 0.0));
    }
}
