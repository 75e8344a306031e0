//! `Soundscape`: bubbles, noise, the ear under water and the limiter, mixed to stereo samples.

use super::bubble::Bubbles;
use super::fade::{self, Fade};
use super::noise::{Band, Filter};
use super::raindrops::{self, Raindrops};
use super::splash::Splashes;
use super::{FULL_SCALE, Impact, Listener, sample_seconds};
use crate::rainfall::Rainfall;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Frequency above which the ear hears little under water, Hz.
const UNDERWATER: f64 = 450.0;

/// Seconds in which the sound follows the ear into the water, and the volume.
const DIVING: f64 = 0.06;
const TURNING: f64 = 0.03;

/// Level from which the limiter begins, of 1.
const KNEE: f32 = 0.6;

/// Pressure of wind in the ears over the square of its speed, Pa·s²/m²: 1.2 kg/m³ times a small part of the stagnation pressure.
const WIND_PRESSURE: f64 = 1e-4;

/// Seconds of a gust, at least and at most, and how much a gust changes the speed of the wind.
const GUST: (f64, f64) = (0.7, 3.5);
const GUSTINESS: f64 = 0.25;

/// Exponent by which the pressure of noise is compressed about [`USUAL`], Pa: loudness grows as p^0.6 (Stevens 1955), and the range from
/// ripples to a storm, 70 dB, exceeds that of loudspeakers in a room.
const COMPRESSION: f64 = 0.6;
const USUAL: f64 = 0.024;

/// Maximum number of stereo samples that are computed at once.
const BLOCK: usize = 256;

/// What sounds without pause. Mean squares of the pressure are in Pa², at the left and the right ear; see [`Listener::mean_squares`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// Of water that runs up shores and walls.
    pub surf: [f64; 2],
    /// Of breaking crests.
    pub breaking: [f64; 2],
    /// Speed of the wind, m/s.
    pub wind: f64,
    /// Rain as in nature.
    pub rain: Rainfall,
}

/// The sound of a water as a listener hears it. The same calls give the same samples. It allocates nothing after [`Soundscape::new`].
#[derive(Clone, Debug)]
pub struct Soundscape {
    listener: Listener,
    levels: Levels,
    bubbles: Bubbles,
    splashes: Splashes,
    raindrops: Raindrops,
    /// Low and high part of surf, breaking crests, rain, wind.
    bands: [Band; 5],
    gusts: Gusts,
    fade: Fade,
    volume: f32,
    target_volume: f32,
    /// How far the ear is under water, 0 to 1.
    submerged: f32,
    muffling: Filter,
    memory: [[f32; 2]; 2],
}

/// The wind's speed over its mean.
#[derive(Clone, Debug)]
struct Gusts {
    random: Pcg64Mcg,
    from: f64,
    to: f64,
    /// Seconds of this gust, and since it began.
    length: f64,
    at: f64,
}

impl Gusts {
    fn next(&mut self, seconds: f64) -> f64 {
        self.at += seconds;
        if self.at >= self.length {
            let [speed, length]: [f64; 2] = std::array::from_fn(|_| self.random.random());
            self.from = self.to;
            self.to = 1.0 + GUSTINESS * (2.0 * speed - 1.0);
            self.length = GUST.0 + (GUST.1 - GUST.0) * length;
            self.at = 0.0;
        }
        let part = (self.at / self.length).clamp(0.0, 1.0);
        self.from + (self.to - self.from) * part * part * (3.0 - 2.0 * part)
    }
}

impl Soundscape {
    /// Samples in which it fades in and out.
    pub const FADE: usize = fade::SAMPLES as usize;

    /// Silence, at full volume. Another seed gives other noise and other bubbles.
    pub fn new(seed: u64) -> Self {
        let mut fade = Fade::default();
        fade.open(true);
        let band = |low, high, seconds, number| {
            Band::new(
                low,
                high,
                seconds,
                seed.wrapping_mul(16).wrapping_add(number),
            )
        };
        Self {
            listener: Listener::default(),
            levels: Levels::default(),
            bubbles: Bubbles::new(),
            splashes: Splashes::new(seed),
            raindrops: Raindrops::new(seed ^ 0x7a1),
            bands: [
                band(60.0, 700.0, 0.08, 0),
                band(900.0, 5000.0, 0.05, 1),
                band(250.0, 3500.0, 0.12, 2),
                band(1500.0, 13_000.0, 0.2, 3),
                band(40.0, 320.0, 0.15, 4),
            ],
            gusts: Gusts {
                random: Pcg64Mcg::seed_from_u64(seed ^ 0x60575),
                from: 1.0,
                to: 1.0,
                length: GUST.0,
                at: 0.0,
            },
            fade,
            volume: 1.0,
            target_volume: 1.0,
            submerged: 0.0,
            muffling: Filter::low_pass(UNDERWATER),
            memory: Default::default(),
        }
    }

    /// Lets something fall in. Bubbles that ring already stay where they were heard.
    pub fn impact(&mut self, impact: &Impact, listener: &Listener) {
        self.splashes
            .add(impact, listener, &mut self.bubbles, FULL_SCALE);
    }

    /// Sets what sounds without pause from now on, and who hears it.
    pub fn set(&mut self, levels: &Levels, listener: &Listener) {
        self.levels = *levels;
        self.listener = *listener;
    }

    /// Sets the volume, 0 to 4, toward which it moves within a few hundredths of a second; at once before the first sample. A volume that is no number is none.
    pub fn set_volume(&mut self, volume: f64) {
        // Not a number is silent, too.
        self.target_volume = if volume > 0.0 {
            volume.min(4.0) as f32
        } else {
            0.0
        };
        if self.fade.is_at_start() {
            self.volume = self.target_volume;
        }
    }

    /// Begins to fade in, or out, over [`Soundscape::FADE`] samples; afterwards all samples are 0. It begins by fading in.
    pub fn fade(&mut self, opens: bool) {
        self.fade.open(opens);
    }

    /// Whether it has faded out.
    pub fn is_faded_out(&self) -> bool {
        self.fade.is_closed()
    }

    /// Whether it renders zeros until something happens.
    pub fn is_silent(&self) -> bool {
        self.bubbles.is_empty()
            && self.levels.rain == Rainfall::default()
            && self.bands.iter().all(Band::is_silent)
            && self.levels.wind == 0.0
    }

    /// Renders the next samples: interleaved stereo, from −1 to 1, [`SAMPLE_RATE`](super::SAMPLE_RATE) of each ear in a second. A last odd sample is 0.
    pub fn render(&mut self, samples: &mut [f32]) {
        for block in samples.chunks_mut(2 * BLOCK) {
            block.fill(0.0);
            self.render_block(block);
        }
    }

    fn render_block(&mut self, samples: &mut [f32]) {
        let frames = samples.len() / 2;
        self.tune(frames);
        let Levels { rain, .. } = self.levels;
        self.raindrops
            .fall(rain, &self.listener, frames, &mut self.bubbles, FULL_SCALE);
        self.bubbles.render(samples);
        for band in &mut self.bands {
            band.render(samples);
        }
        let along = |seconds: f64| (sample_seconds() / seconds) as f32;
        let (dives, turns) = (along(DIVING), along(TURNING));
        let depth = f32::from(u8::from(self.listener.is_submerged()));
        for frame in samples.chunks_exact_mut(2) {
            self.submerged += dives * (depth - self.submerged);
            self.volume += turns * (self.target_volume - self.volume);
            let gain = self.volume * self.fade.next();
            for (sample, memory) in frame.iter_mut().zip(&mut self.memory) {
                let muffled = self.muffling.next(memory, *sample);
                let heard = *sample + self.submerged * (muffled - *sample);
                *sample = limited(heard * gain);
            }
        }
        // What is too small to be heard must neither linger nor slow the filter down.
        if self.bubbles.is_empty() && self.bands.iter().all(Band::is_silent) {
            self.memory = Default::default();
        }
        if (self.target_volume - self.volume).abs() < 1e-6 {
            self.volume = self.target_volume;
        }
    }

    /// Sets the levels of the bands for the next samples.
    fn tune(&mut self, frames: usize) {
        let scale = 1.0 / (FULL_SCALE * FULL_SCALE);
        let Levels {
            surf,
            breaking,
            wind,
            rain,
        } = self.levels;
        let gust = self.gusts.next(frames as f64 * sample_seconds());
        let in_air = f64::from(1.0 - self.submerged);
        let wind = (in_air * WIND_PRESSURE * (gust * wind).powi(2)).powi(2);
        let rain = match rain == Rainfall::default() {
            true => 0.0,
            false => raindrops::mean_square(rain, &self.listener),
        };
        let levels = [
            surf.map(|square| 0.7 * square),
            surf.map(|square| 0.3 * square),
            breaking,
            [rain; 2],
            [wind; 2],
        ];
        for (band, level) in self.bands.iter_mut().zip(levels) {
            band.set(level.map(|square| scale * compressed(square)));
        }
    }
}

/// A mean square of pressure, Pa², as loud as it is heard.
fn compressed(square: f64) -> f64 {
    let usual = USUAL * USUAL;
    usual * (square.max(0.0) / usual).powf(COMPRESSION)
}

/// The sample itself up to [`KNEE`], beyond that nearer and nearer to 1, with the same slope at the knee.
fn limited(sample: f32) -> f32 {
    let above = sample.abs() - KNEE;
    match above > 0.0 {
        true => (KNEE + (1.0 - KNEE) * (above / (1.0 - KNEE)).tanh()).copysign(sample),
        false => sample,
    }
}

#[cfg(test)]
mod tests {
    use super::super::SAMPLE_RATE;
    use super::*;
    use glam::DVec3;

    const RATE: usize = SAMPLE_RATE as usize;

    fn listener() -> Listener {
        Listener::new(DVec3::new(0.0, 1.5, 2.0), DVec3::X, false)
    }

    fn stone(energy: f64) -> Impact {
        Impact {
            place: DVec3::ZERO,
            energy,
            radius: 0.03,
        }
    }

    fn rms(samples: &[f32]) -> f64 {
        let squares = samples.iter().map(|&sample| f64::from(sample).powi(2));
        (squares.sum::<f64>() / samples.len() as f64).sqrt()
    }

    fn after(levels: &Levels, seconds: f64) -> Vec<f32> {
        let mut sound = Soundscape::new(4);
        sound.set(levels, &listener());
        let mut samples = vec![0.0; 2 * (seconds * RATE as f64) as usize];
        sound.render(&mut samples);
        samples
    }

    #[test]
    fn a_volume_set_before_the_first_sample_holds_from_there() {
        let heard = |volume: f64| {
            let mut sound = Soundscape::new(4);
            sound.set_volume(volume);
            sound.impact(&stone(1e-4), &listener());
            let mut samples = vec![0.0; RATE / 2];
            sound.render(&mut samples);
            samples
        };
        let [whole, half] = [1.0, 0.5].map(heard);
        assert!(rms(&whole) > 0.0);
        for (whole, half) in whole.iter().zip(half) {
            assert!((half - 0.5 * whole).abs() <= 1e-3 * whole.abs() + 1e-7);
        }
        for volume in [0.0, -1.0, f64::NAN] {
            assert!(heard(volume).iter().all(|&sample| sample == 0.0));
        }
    }

    #[test]
    fn calm_water_without_wind_is_silent() {
        let samples = after(&Levels::default(), 2.0);
        assert!(samples.iter().all(|&sample| sample == 0.0));
        // Also after a stone, once its bubbles have rung.
        let mut sound = Soundscape::new(4);
        sound.impact(&stone(1.0), &listener());
        assert!(!sound.is_silent());
        let mut samples = vec![0.0; 2 * RATE];
        sound.render(&mut samples);
        assert!(rms(&samples) > 1e-4);
        for _ in 0..4 {
            sound.render(&mut samples);
        }
        assert!(sound.is_silent() && samples.iter().all(|&sample| sample == 0.0));
    }

    #[test]
    fn sound_grows_with_the_energy() {
        let louder = |of: &dyn Fn(f64) -> Vec<f32>| {
            let found = [0.01, 0.1, 1.0, 10.0].map(|energy| rms(&of(energy)));
            let grows = found.windows(2).all(|pair| pair[0] * 1.2 < pair[1]);
            assert!(grows && found[0] > 0.0, "{found:?}");
        };
        louder(&|energy| {
            let mut sound = Soundscape::new(4);
            sound.impact(&stone(energy), &listener());
            let mut samples = vec![0.0; RATE];
            sound.render(&mut samples);
            samples
        });
        louder(&|power| {
            let surf = [1e-4 * power; 2];
            after(
                &Levels {
                    surf,
                    ..Default::default()
                },
                1.0,
            )
        });
        louder(&|power| {
            let breaking = [1e-4 * power; 2];
            after(
                &Levels {
                    breaking,
                    ..Default::default()
                },
                1.0,
            )
        });
        louder(&|wind| {
            after(
                &Levels {
                    wind: 10.0 * wind.powf(0.3),
                    ..Default::default()
                },
                1.0,
            )
        });
        louder(&|rain| {
            let rain = Rainfall::new(5.0 * rain);
            after(
                &Levels {
                    rain,
                    ..Default::default()
                },
                1.0,
            )
        });
    }

    #[test]
    fn nothing_clips_and_nothing_is_no_number() {
        let mut sound = Soundscape::new(4);
        let levels = Levels {
            surf: [1e6, f64::INFINITY],
            breaking: [1e3, f64::NAN],
            wind: 1e3,
            rain: Rainfall::new(150.0),
        };
        sound.set(&levels, &listener());
        sound.set_volume(4.0);
        let mut samples = vec![0.0; RATE];
        for energy in [1e9, 1e3, f64::NAN, f64::INFINITY, -1.0] {
            sound.impact(&stone(energy), &listener());
            sound.render(&mut samples);
            assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
            assert!(rms(&samples) > 0.3);
        }
    }

    #[test]
    fn it_begins_and_ends_at_0_without_a_jump() {
        let surf = [0.02; 2];
        let mut sound = Soundscape::new(4);
        sound.set(
            &Levels {
                surf,
                ..Default::default()
            },
            &listener(),
        );
        let mut samples = vec![0.0; 2 * RATE];
        let (most, end) = samples.split_at_mut(2 * (RATE - Soundscape::FADE - 1));
        sound.render(most);
        sound.fade(false);
        sound.render(end);
        assert!(sound.is_faded_out());
        let middle = rms(&samples[RATE / 2..RATE]);
        assert!(middle > 0.01);
        let first = &samples[..2];
        let last = &samples[samples.len() - 2..];
        assert_eq!((first, last), (&[0.0; 2][..], &[0.0; 2][..]));
        // A twentieth of the fade: 3·(1/20)², that is below a hundredth.
        let short = 2 * Soundscape::FADE / 20;
        assert!(rms(&samples[..short]) < 0.01 * middle);
        assert!(rms(&samples[samples.len() - short..]) < 0.01 * middle);
        sound.render(&mut samples);
        assert!(samples.iter().all(|&sample| sample == 0.0));
    }

    #[test]
    fn what_is_to_the_left_is_louder_on_the_left_and_what_is_far_is_quieter() {
        let of = |place: DVec3| {
            let mut sound = Soundscape::new(4);
            let impact = Impact {
                place,
                ..stone(1.0)
            };
            sound.impact(&impact, &listener());
            let mut samples = vec![0.0; 2 * RATE];
            sound.render(&mut samples);
            [0, 1].map(|ear| {
                let of_ear: Vec<_> = samples.iter().skip(ear).step_by(2).copied().collect();
                rms(&of_ear)
            })
        };
        let [left, right] = of(DVec3::new(-3.0, 0.0, 2.0));
        assert!(left > 1.8 * right);
        let far = of(DVec3::new(-30.0, 0.0, 2.0));
        assert!(
            far[0] < 0.2 * left && far[0] > 0.03 * left,
            "{far:?} {left}"
        );
    }

    #[test]
    fn high_frequencies_are_lost_under_water() {
        let of = |is_submerged: bool| {
            let mut sound = Soundscape::new(4);
            let rain = Rainfall::new(20.0);
            let listener = Listener::new(DVec3::new(0.0, -1.0, 0.0), DVec3::X, is_submerged);
            sound.set(
                &Levels {
                    rain,
                    ..Default::default()
                },
                &listener,
            );
            let mut samples = vec![0.0; 2 * RATE];
            sound.render(&mut samples);
            rms(&samples[RATE..])
        };
        assert!(of(true) < 0.1 * of(false));
    }

    #[test]
    fn the_same_calls_give_the_same_samples() {
        let run = |seed: u64| {
            let mut sound = Soundscape::new(seed);
            sound.impact(&stone(1.0), &listener());
            let levels = Levels {
                surf: [1e-3; 2],
                ..Default::default()
            };
            sound.set(&levels, &listener());
            let mut samples = vec![0.0_f32; 2 * 9600];
            samples.chunks_mut(1600).for_each(|part| sound.render(part));
            samples
        };
        assert_eq!(run(7), run(7));
        assert_ne!(run(7), run(8));
    }
}
