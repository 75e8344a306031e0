//! Bubbles that ring (docs/models.md §18).
//!
//! A bubble of radius r in water rings at f = √(3γp/ρ) / 2πr (Minnaert 1933), about 3.28 m/s over r. Its amplitude decays as e^(−δt) with
//! δ = 0.13/r + 0.0072·r^(−3/2), in 1/s and metres, and where it rises toward the surface its pitch rises, f·(1 + ξδt) with ξ near 0.1
//! (van den Doel 2005, *Physically based models for liquid sounds*).

use super::{AIR_IMPEDANCE, SAMPLE_RATE};
use std::f64::consts::{PI, TAU};

/// Maximum number of bubbles that ring at once; a louder one takes the place of the quietest.
pub const MAX_BUBBLES: usize = 128;

/// Ratio of the specific heats of air γ, pressure p at the surface, Pa, and density ρ of water, kg/m³.
const HEATS: f64 = 1.4;
const PRESSURE: f64 = 101_325.0;
const DENSITY: f64 = 1000.0;

/// Samples for which the frequency of a bubble stays as it is.
const PIECE: u32 = 32;

/// Amplitude at which a bubble ends: −100 dB.
const INAUDIBLE: f32 = 1e-5;

/// Highest frequency, Hz: below half of the sample rate.
const HIGHEST: f64 = 20_000.0;

/// Frequency at which a bubble of this radius in metres rings just below the surface of water, Hz.
///
/// ```
/// let hz = waterlab_core::sound::natural_frequency(1e-3);
/// assert!((hz - 3280.0).abs() < 5.0, "3.28 m/s over the radius");
/// ```
pub fn natural_frequency(radius: f64) -> f64 {
    (3.0 * HEATS * PRESSURE / DENSITY).sqrt() / (TAU * radius)
}

/// Rate δ at which the amplitude of a bubble of this radius in metres decays, 1/s: by radiation, heat and friction.
pub fn damping(radius: f64) -> f64 {
    0.13 / radius + 0.0072 * radius.powf(-1.5)
}

/// A bubble that begins to ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bubble {
    /// Metres.
    pub(super) radius: f64,
    /// Energy that it radiates into the air, J.
    pub(super) energy: f64,
    /// ξ: how fast its pitch rises.
    pub(super) rise: f64,
    /// Seconds until it begins.
    pub(super) delay: f64,
    /// Factors of its pressure at 1 m for the left and the right ear.
    pub(super) gains: [f64; 2],
}

impl Bubble {
    /// Pressure of the first oscillation at 1 m, Pa: that at which the half space above the water receives the energy,
    /// ∫ 2π·p² / ρc dt = E with p² = ½A²e^(−2δt).
    fn amplitude(&self) -> f64 {
        (2.0 * damping(self.radius) * self.energy * AIR_IMPEDANCE / PI).sqrt()
    }
}

/// A bubble that rings: a damped oscillator, as a number that turns in the complex plane.
#[derive(Clone, Copy, Debug, Default)]
struct Voice {
    /// The number, and its factor for each sample.
    state: [f32; 2],
    turn: [f32; 2],
    gains: [f32; 2],
    /// Samples until it begins.
    delay: u32,
    /// Samples until its frequency rises.
    piece: u32,
    /// Radians per sample at first, and what is added to them in a piece.
    angle: f64,
    rising: f64,
    /// Factor of the amplitude in a sample.
    decay: f64,
}

impl Voice {
    fn of(bubble: &Bubble, full_scale: f64) -> Self {
        let rate = f64::from(SAMPLE_RATE);
        let damping = damping(bubble.radius);
        let frequency = natural_frequency(bubble.radius);
        let amplitude = (bubble.amplitude() / full_scale) as f32;
        let angle = TAU * frequency / rate;
        let mut voice = Self {
            state: [amplitude, 0.0],
            turn: [0.0; 2],
            gains: bubble.gains.map(|gain| gain as f32),
            delay: (bubble.delay.clamp(0.0, 60.0) * rate) as u32,
            piece: PIECE,
            angle,
            rising: angle * bubble.rise * damping * f64::from(PIECE) / rate,
            decay: (-damping / rate).exp(),
        };
        voice.tune();
        voice
    }

    /// Sets the factor of a sample.
    fn tune(&mut self) {
        let highest = TAU * HIGHEST / f64::from(SAMPLE_RATE);
        let (sin, cos) = self.angle.min(highest).sin_cos();
        self.turn = [cos, sin].map(|part| (self.decay * part) as f32);
    }

    /// Amplitude at the louder ear.
    fn loudness(&self) -> f32 {
        let [x, y] = self.state;
        x.hypot(y) * self.gains[0].max(self.gains[1])
    }

    /// Adds its samples. Returns whether it still rings.
    fn render(&mut self, samples: &mut [f32]) -> bool {
        let waits = (self.delay as usize).min(samples.len() / 2);
        self.delay -= waits as u32;
        let [mut x, mut y] = self.state;
        for frame in samples[2 * waits..].chunks_exact_mut(2) {
            for (sample, gain) in frame.iter_mut().zip(self.gains) {
                *sample += gain * y;
            }
            [x, y] = [
                x * self.turn[0] - y * self.turn[1],
                x * self.turn[1] + y * self.turn[0],
            ];
            self.piece -= 1;
            if self.piece == 0 {
                self.piece = PIECE;
                self.angle += self.rising;
                self.tune();
            }
        }
        self.state = [x, y];
        self.delay > 0 || self.loudness() > INAUDIBLE
    }
}

/// The bubbles that ring.
#[derive(Clone, Debug)]
pub(super) struct Bubbles {
    voices: Vec<Voice>,
}

impl Bubbles {
    pub(super) fn new() -> Self {
        Self {
            voices: Vec::with_capacity(MAX_BUBBLES),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.voices.is_empty()
    }

    /// Lets a bubble ring.
    pub(super) fn add(&mut self, bubble: &Bubble, full_scale: f64) {
        let voice = Voice::of(bubble, full_scale);
        // Also one that is not finite.
        if !(voice.loudness() > INAUDIBLE && voice.loudness().is_finite()) {
            return;
        }
        if self.voices.len() < MAX_BUBBLES {
            self.voices.push(voice);
            return;
        }
        let mut quietest = 0;
        for index in 1..self.voices.len() {
            if self.voices[index].loudness() < self.voices[quietest].loudness() {
                quietest = index;
            }
        }
        if self.voices[quietest].loudness() < voice.loudness() {
            self.voices[quietest] = voice;
        }
    }

    /// Adds their samples, interleaved stereo.
    pub(super) fn render(&mut self, samples: &mut [f32]) {
        self.voices.retain_mut(|voice| voice.render(samples));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(radius: f64, rise: f64, seconds: f64) -> Vec<f64> {
        let bubble = Bubble {
            radius,
            energy: 1e-6,
            rise,
            delay: 0.0,
            gains: [1.0, 0.0],
        };
        let mut bubbles = Bubbles::new();
        bubbles.add(&bubble, 1.0);
        let mut samples = vec![0.0; 2 * (seconds * f64::from(SAMPLE_RATE)) as usize];
        bubbles.render(&mut samples);
        assert!(samples.iter().skip(1).step_by(2).all(|&right| right == 0.0));
        samples.iter().step_by(2).map(|&left| left.into()).collect()
    }

    /// Times at which the samples rise through zero, interpolated, seconds.
    fn crossings(samples: &[f64]) -> Vec<f64> {
        let rises = |at: &usize| samples[*at] < 0.0 && samples[at + 1] >= 0.0;
        let at = (0..samples.len() - 1).filter(rises);
        at.map(|at| {
            let part = samples[at] / (samples[at] - samples[at + 1]);
            (at as f64 + part) / f64::from(SAMPLE_RATE)
        })
        .collect()
    }

    #[test]
    fn a_bubble_rings_at_minnaerts_frequency() {
        for (radius, hz) in [(0.5e-3, 6566.0), (2e-3, 1641.5), (1e-2, 328.3)] {
            let times = crossings(&ring(radius, 0.0, 0.1));
            let cycles = times.len() - 1;
            let found = cycles as f64 / (times[cycles] - times[0]);
            assert!((found / hz - 1.0).abs() < 1e-3, "{radius}: {found} Hz");
        }
    }

    #[test]
    fn a_bubble_decays_after_van_den_doel() {
        // 0.13/r + 0.0072/r^1.5 by hand: for 1 mm 130 + 227.7, for 4 mm 32.5 + 28.46.
        for (radius, rate) in [(1e-3, 357.7), (4e-3, 60.96)] {
            let samples = ring(radius, 0.0, 3.0 / rate);
            // Energies of two spans one time constant apart have the ratio e².
            let span = (f64::from(SAMPLE_RATE) / rate) as usize;
            let energy = |from: usize| -> f64 {
                let span = &samples[from..from + span];
                span.iter().map(|sample| sample * sample).sum()
            };
            let found =
                0.5 * (energy(0) / energy(span)).ln() * f64::from(SAMPLE_RATE) / span as f64;
            assert!((found / rate - 1.0).abs() < 0.03, "{radius}: {found} 1/s");
        }
    }

    #[test]
    fn the_pitch_of_a_rising_bubble_rises() {
        let radius = 5e-3;
        let times = crossings(&ring(radius, 0.1, 0.08));
        let of = |cycle: usize| 1.0 / (times[cycle + 1] - times[cycle]);
        let middle = 0.5 * (times[30] + times[31]);
        let wanted = 656.6 * (1.0 + 0.1 * (26.0 + 20.36) * middle);
        assert!((of(30) / wanted - 1.0).abs() < 0.01, "{} {wanted}", of(30));
        assert!(of(30) > 1.1 * of(0));
    }

    #[test]
    fn a_bubble_radiates_its_energy_into_the_half_space() {
        let samples = ring(3e-3, 0.0, 0.3);
        let squares: f64 = samples.iter().map(|sample| sample * sample).sum();
        let energy = TAU * squares / 413.0 / f64::from(SAMPLE_RATE);
        assert!((energy / 1e-6 - 1.0).abs() < 0.02, "{energy}");
    }

    #[test]
    fn a_louder_bubble_takes_the_place_of_the_quietest() {
        let mut bubbles = Bubbles::new();
        let of = |energy: f64| Bubble {
            radius: 1e-2,
            energy,
            rise: 0.0,
            delay: 0.0,
            gains: [1.0; 2],
        };
        for number in 0..2 * MAX_BUBBLES {
            bubbles.add(&of(1e-9 * (1.0 + number as f64)), 1.0);
        }
        assert_eq!(bubbles.voices.len(), MAX_BUBBLES);
        let quietest = Voice::of(&of(1e-9 * (1.0 + MAX_BUBBLES as f64)), 1.0).loudness();
        assert!(
            bubbles
                .voices
                .iter()
                .all(|voice| voice.loudness() >= 0.999 * quietest)
        );
        for useless in [0.0, f64::NAN, f64::INFINITY] {
            bubbles.add(&of(useless), 1.0);
        }
        assert!(
            bubbles
                .voices
                .iter()
                .all(|voice| voice.loudness().is_finite())
        );
    }
}
