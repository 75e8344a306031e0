//! The surface as standing waves, each swinging at its own frequency: exact for a time step of any length (docs/models.md §6a,
//! §8).
//!
//! Each mode has a height H and its swing S = Ḣ/ω, and a step turns the two into each other:
//!
//! ```text
//! Each mode has a height H and its swing S = Ḣ/ω, and a step rotates the two:
//! S⁺ = d·(−sin(ωΔt)·H + cos(ωΔt)·S)      d = e^(−αΔt), ω² = g·k·tanh(kD)
//! ```
//!
//! which is H⁺ = 2d·cos(ωΔt)·H − d²·H⁻ without its loss of digits where ωΔt is small, and without its ambiguity where ωΔt
//! exceeds half a turn. The mean level has ω = 0: it decays by d. H and S are single precision, the rotation is computed in double.

use super::transform::Transform;
use crate::grid::Grid;
use crate::pool::Size;
use crate::threads::in_bands;
use std::f64::consts::PI;

/// Below this |sin(ωΔt)|, past the first quarter of a turn, two heights a step apart determine the swing between them too poorly:
/// a larger swing than this allows is rejected.
const MIN_SINE: f64 = 0.1;

/// A wave that turns by less in a step stands still: its swing, which is its velocity divided by its frequency, would exceed every number.
/// Such a wave would come round in 6 · 10⁹ steps.
const MIN_TURN: f64 = 1e-9;

/// The parameters of a step, the same for all modes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dispersion {
    /// Time step Δt, s.
    pub(super) time_step: f64,
    /// Damping α, 1/s.
    pub(super) damping: f64,
    /// Gravity g, m/s².
    pub(super) gravity: f64,
    /// Depth D, m; infinite without a bottom.
    pub(super) depth: f64,
}

impl Dispersion {
    /// Amplitude factor of a step, e^(−αΔt).
    pub(super) fn decay(&self) -> f64 {
        (-self.damping * self.time_step).exp()
    }

    /// Phase ωΔt of a wave of `k` rad/m.
    pub(super) fn turn(&self, k: f64) -> f64 {
        // Without a bottom, k·D is undefined at k = 0.
        let bottom = if k > 0.0 {
            (k * self.depth).tanh()
        } else {
            0.0
        };
        let turn = (self.gravity * k * bottom).sqrt() * self.time_step;
        if turn < MIN_TURN { 0.0 } else { turn }
    }
}

/// Wave number k of the mode at `index`, rad/m.
fn wave_number(size: Size, index: usize) -> f64 {
    let (p, q) = (index / size.rows(), index % size.rows());
    (PI * p as f64 / size.columns() as f64).hypot(PI * q as f64 / size.rows() as f64)
}

/// Height and swing of all modes.
#[derive(Clone)]
pub(super) struct Spectrum {
    size: Size,
    transform: Transform,
    dispersion: Dispersion,
    /// The rotation of each mode; empty until they are needed.
    turns: Vec<Turn>,
    height: Vec<f32>,
    swing: Vec<f32>,
    work: Vec<f32>,
}

#[derive(Clone, Copy, Default)]
struct Turn {
    cosine: f64,
    sine: f64,
}

impl Spectrum {
    /// All modes at rest.
    pub(super) fn new(size: Size, dispersion: Dispersion) -> Self {
        let still = || vec![0.0; size.columns() * size.rows()];
        Self {
            size,
            transform: Transform::new(size),
            dispersion,
            turns: Vec::new(),
            height: still(),
            swing: still(),
            work: still(),
        }
    }

    /// Uses other parameters from now on.
    pub(super) fn follow(&mut self, dispersion: Dispersion) {
        self.dispersion = dispersion;
        self.turns.clear();
    }

    /// Sets all modes to 0.
    pub(super) fn reset(&mut self) {
        self.height.fill(0.0);
        self.swing.fill(0.0);
    }

    fn know_turns(&mut self) {
        if !self.turns.is_empty() {
            return;
        }
        let Self {
            size, dispersion, ..
        } = *self;
        let (columns, rows) = (size.columns(), size.rows());
        self.turns.resize(columns * rows, Turn::default());
        in_bands(&mut self.turns, rows, |first, band| {
            for (line, turns) in band.chunks_exact_mut(rows).enumerate() {
                let k_x = PI * (first + line) as f64 / columns as f64;
                for (mode, turn) in turns.iter_mut().enumerate() {
                    let k_z = PI * mode as f64 / rows as f64;
                    let (sine, cosine) = dispersion.turn(k_x.hypot(k_z)).sin_cos();
                    *turn = Turn { cosine, sine };
                }
            }
        });
    }

    /// Sets the modes from heights at two times a step apart.
    pub(super) fn take(&mut self, heights: &Grid<f32>, previous: &Grid<f32>) {
        self.know_turns();
        let decay = self.dispersion.decay();
        self.transform.forward(heights.cells(), &mut self.height);
        // The difference of the two levels keeps its digits best where they are close. It is computed in the swing's memory.
        let cells = heights.cells().iter().zip(previous.cells());
        for (rise, (&now, &before)) in self.swing.iter_mut().zip(cells) {
            *rise = (f64::from(now) - decay * f64::from(before)) as f32;
        }
        self.transform.forward(&self.swing, &mut self.work);
        for index in 0..self.work.len() {
            let k = wave_number(self.size, index);
            let Turn { cosine, sine } = self.turns[index];
            let sine = if self.dispersion.turn(k) <= PI / 2.0 {
                sine
            } else {
                sine.abs().max(MIN_SINE).copysign(sine)
            };
            let rise = f64::from(self.work[index]);
            let height = f64::from(self.height[index]);
            self.swing[index] = if sine == 0.0 {
                0.0
            } else {
                ((rise - (1.0 - cosine) * height) / sine) as f32
            };
        }
    }

    /// Updates the heights of the modes after a change from outside that left the velocities alone.
    pub(super) fn take_heights(&mut self, heights: &Grid<f32>) {
        self.transform.forward(heights.cells(), &mut self.height);
    }

    /// Lets `still` change the velocities of the cells, in a unit that both agree on. `velocity` is overwritten.
    pub(super) fn stop(&mut self, velocity: &mut Grid<f32>, still: impl FnOnce(&mut Grid<f32>)) {
        let scale = f64::from(self.transform.scale());
        let frequency = |index: usize| self.dispersion.turn(wave_number(self.size, index));
        for (index, (work, &swing)) in self.work.iter_mut().zip(&self.swing).enumerate() {
            *work = (f64::from(swing) * frequency(index) * scale) as f32;
        }
        self.transform.inverse(&mut self.work, velocity.cells_mut());
        still(velocity);
        self.transform.forward(velocity.cells(), &mut self.work);
        for (index, (swing, &work)) in self.swing.iter_mut().zip(&self.work).enumerate() {
            let frequency = frequency(index);
            *swing = if frequency > 0.0 {
                (f64::from(work) / frequency) as f32
            } else {
                0.0
            };
        }
    }

    /// Advances all waves by a step, and writes the heights that they make.
    pub(super) fn advance(&mut self, heights: &mut Grid<f32>) {
        self.know_turns();
        let (decay, scale) = (self.dispersion.decay(), self.transform.scale());
        let modes = self.height.iter_mut().zip(&mut self.swing);
        let modes = modes.zip(&mut self.work).zip(&self.turns);
        for (((height, swing), work), turn) in modes {
            let (h, s) = (f64::from(*height), f64::from(*swing));
            let (cosine, sine) = (turn.cosine * decay, turn.sine * decay);
            *height = (cosine * h + sine * s) as f32;
            *swing = (cosine * s - sine * h) as f32;
            *work = *height * scale;
        }
        self.transform.inverse(&mut self.work, heights.cells_mut());
    }

    /// Writes the heights of a step ago, but at most a thousand times those of now: before a step of strong damping they would exceed
    /// single precision.
    pub(super) fn recall(&mut self, previous: &mut Grid<f32>) {
        self.know_turns();
        let factor = f64::from(self.transform.scale()) / self.dispersion.decay().max(1e-3);
        let modes = self.height.iter().zip(&self.swing).zip(&self.turns);
        for (work, ((&height, &swing), turn)) in self.work.iter_mut().zip(modes) {
            let before = turn.cosine * f64::from(height) - turn.sine * f64::from(swing);
            *work = (before * factor) as f32;
        }
        self.transform.inverse(&mut self.work, previous.cells_mut());
    }

    /// Writes 2 − 2·cos(ωΔt) applied to these heights, each wave with its own frequency, and discards the stored modes. This is the
    /// restoring change of a step; however small it is, it keeps its digits, which two heights a step apart would lose.
    pub(super) fn pull(&mut self, heights: &Grid<f32>, result: &mut Grid<f32>) {
        self.know_turns();
        self.transform.forward(heights.cells(), &mut self.work);
        let scale = 2.0 * f64::from(self.transform.scale());
        for (work, turn) in self.work.iter_mut().zip(&self.turns) {
            // 1 − cos = sin²/(1 + cos), without the cancellation.
            let lost = if turn.cosine > 0.0 {
                turn.sine * turn.sine / (1.0 + turn.cosine)
            } else {
                1.0 - turn.cosine
            };
            *work = (f64::from(*work) * lost * scale) as f32;
        }
        self.transform.inverse(&mut self.work, result.cells_mut());
    }

    /// An upper bound of the root mean square of the swing, metres, close to the value itself.
    pub(super) fn swing(&self) -> f64 {
        let sum: f64 = self.swing.iter().map(|&s| f64::from(s).powi(2)).sum();
        // Parseval, with the larger weight for all modes.
        2.0 * sum.sqrt() / self.swing.len() as f64
    }
}
