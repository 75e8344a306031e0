//! Gerstner (trochoidal) waves: any number of them; in each, every point of the surface moves in a circle
//! (docs/models.md §7).
//!
//! ```text
//! x = x0 − Σ (k/|k|)·A·sin(k·x0 − ωt + φ) ,  y = Σ A·cos(k·x0 − ωt + φ) ,  |k| = 2π/λ
//! ```
//!
//! [`Gerstner::point`] and [`Gerstner::normal`] evaluate this in double precision at any point; [`lattice`] fills a grid.
//!
//! **Seamless.** A patch repeats without a seam only if every wave fits it a whole number of times along x and along z. So each
//! wave's k is rounded to the nearest multiple of 2π/length of the patch along both axes, and never to 0: the wave is rotated and stretched
//! a little, less so the shorter it is relative to the patch. Otherwise the waves are exactly as requested, and adjacent patches
//! show their borders.
//!
//! **Steepness.** Where Σ|k|A reaches 1 crests come to a point, and beyond it they loop. Steeper waves are all lowered by
//! one common factor that makes the sum [`STEEPEST`]; [`Gerstner::asked_steepness`] returns the requested sum. With `allow_loops`
//! they are not lowered.
//!
//! **Creamer.** Long-crested waves can have the shape of [`creamer`]'s transform instead of circular motion. [`Gerstner::point`] and
//! [`Gerstner::normal`] always evaluate the circular motion.

mod creamer;
mod fan;
mod lattice;
mod parameters;

use super::parameters::{check_period, dispersion, foam_parameters, period};
use super::{Dispersion, Fields, Patch, Period, Sea, SeaKind, Waves, Workspace};
use crate::grid::Grid;
use crate::parameter::{ParameterError, Reading, Settings};
use creamer::Creamer;
use lattice::Tables;
use parameters::{PARAMETERS, PRESETS};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::ops::Range;

/// The entry of Gerstner's sea in [`super::KINDS`].
pub static KIND: SeaKind = SeaKind {
    name: "gerstner",
    title: "Gerstner waves",
    about: "Waves in whose crests every point of the surface runs a circle: a fan of them, or those that a scene lists.",
    parameters: &PARAMETERS,
    presets: &PRESETS,
    check,
    takes_waves: true,
    spectrum: false,
    make: |settings, waves, columns, rows| {
        Gerstner::from_settings(settings, waves, columns, rows).into_sea(settings)
    },
    crests: |settings| (CHOPPINESS, foam_parameters(settings)),
    misfit: |_, _, _| None,
};

fn check(
    settings: &Settings,
    waves: &[GerstnerWave],
    columns: usize,
    rows: usize,
) -> Result<(), ParameterError> {
    let [direction, spread, crossing] =
        ["direction", "spread", "crossing"].map(|key| settings.real(key));
    let along_an_axis = direction % 90.0 == 0.0 && spread == 0.0 && crossing % 180.0 == 0.0;
    let refused = |wanted: &str| {
        Err(ParameterError::OutOfRange {
            key: "creamer",
            value: "true".to_owned(),
            wanted: wanted.to_owned(),
        })
    };
    if settings.switch("creamer") {
        if !(along_an_axis && settings.switch("seamless")) {
            return refused(
                "false unless the sea is long-crested, all of its waves along one axis: `spread` 0, `crossing` 0, `direction` \
                 0, 90, 180 or 270, and `seamless` on",
            );
        }
        if !waves.is_empty()
            && !Gerstner::from_settings(settings, waves, columns, rows).is_creamer()
        {
            return refused(
                "false unless all waves listed by the scene run along one axis: each [[wave]] with a `direction` of 0, 90, 180 or 270",
            );
        }
    }
    check_period(settings)
}

/// The maximum steepness Σ|k|A, dimensionless; steeper waves are lowered to it.
pub const STEEPEST: f64 = 0.999;

/// The surface lies at x − D.
const CHOPPINESS: f64 = 1.0;

/// A Gerstner wave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GerstnerWave {
    /// The wavelength λ in metres, positive.
    pub length: f64,
    /// The amplitude A in metres; a negative one swaps crests and troughs.
    pub amplitude: f64,
    /// The direction of travel, in radians from +x toward +z.
    pub direction: f64,
    /// The phase φ in radians.
    pub phase: f64,
}

/// Any number of Gerstner waves on a patch.
pub struct Gerstner {
    patch: Patch,
    waves: Vec<Running>,
    tables: Tables,
    /// Creamer's transform, if the waves have its shape.
    creamer: Option<Creamer>,
    asked_steepness: f64,
    /// Whether the waves are listed one by one instead of generated as a fan.
    is_listed: bool,
    significant_height: f64,
    strain_frequency: f64,
}

/// A wave as evaluated.
#[derive(Clone, Copy, Debug)]
struct Running {
    /// Wave vector k along x and z, rad/m.
    k: [f64; 2],
    /// Wave number |k|, rad/m.
    length: f64,
    /// Amplitude A, metres.
    amplitude: f64,
    /// Phase φ, turns.
    phase: f64,
    rate: Rate,
}

/// The frequency of a wave.
#[derive(Clone, Copy, Debug)]
enum Rate {
    /// Turns per second.
    Free(f64),
    /// A whole number of turns in a period of this many seconds.
    Looping { cycles: f64, seconds: f64 },
}

impl Running {
    /// k·x0 − ωt + φ at `time` and x0 = 0, in turns: between −2 and 2, so that no digit is lost at late times.
    fn turns(&self, time: f64) -> f64 {
        let turned = match self.rate {
            Rate::Free(rate) => rate * time,
            Rate::Looping { cycles, seconds } => cycles * (time / seconds).fract(),
        };
        (self.phase - turned).fract()
    }

    /// Angular frequency ω, rad/s.
    fn omega(&self) -> f64 {
        TAU * match self.rate {
            Rate::Free(rate) => rate,
            Rate::Looping { cycles, seconds } => cycles / seconds,
        }
    }

    /// A·cos and A·sin of k·x0 − ωt + φ.
    fn circle(&self, x: f64, z: f64, time: f64) -> (f64, f64) {
        let angle = self.k[0] * x + self.k[1] * z + TAU * self.turns(time);
        (self.amplitude * angle.cos(), self.amplitude * angle.sin())
    }

    /// The direction of travel, k/|k|.
    fn ahead(&self) -> [f64; 2] {
        self.k.map(|k| k / self.length)
    }
}

impl Gerstner {
    /// These waves on `patch`, with the frequencies of `dispersion`, rounded to `period` if there is one. If `seamless`, the wave vectors
    /// are rounded to fit the patch. Waves of length 0, or with a number that is not finite, are omitted.
    pub fn new(
        waves: &[GerstnerWave],
        patch: Patch,
        dispersion: Dispersion,
        period: Option<Period>,
        seamless: bool,
    ) -> Self {
        Self::of(waves, patch, dispersion, period, (seamless, false), None)
    }

    /// The sea described by settings of [`super::GERSTNER`], with `columns × rows` cells: the waves `listed`, if there are any, otherwise
    /// the fan. Panics with settings of another list.
    pub fn from_settings(
        settings: &Settings,
        listed: &[GerstnerWave],
        columns: usize,
        rows: usize,
    ) -> Self {
        let real = |key| settings.real(key);
        let fan = fan::fan(settings);
        let (waves, steepness) = match listed {
            [] => (&fan[..], Some(real("steepness"))),
            listed => (listed, None),
        };
        let mut sea = Self::of(
            waves,
            Patch::new(columns, rows, real("patch")),
            dispersion(settings),
            period(settings),
            (settings.switch("seamless"), settings.switch("allow_loops")),
            steepness,
        );
        if settings.switch("creamer") {
            sea.creamer = Creamer::new(&sea.waves, &sea.patch);
        }
        sea
    }

    /// Whether the waves, which then all travel along one axis of the patch, have the shape of Creamer's transform.
    pub fn is_creamer(&self) -> bool {
        self.creamer.is_some()
    }

    /// Writes the fields in the range `these` of [`Fields::grids`] at `time`.
    fn fill(&self, time: f64, these: Range<usize>, fields: &mut Fields) {
        match &self.creamer {
            Some(creamer) => creamer.fill(&self.waves, time, these, fields),
            None => self.tables.fill(&self.waves, time, these, fields),
        }
    }

    /// Like [`Gerstner::new`]; a `steepness` is divided evenly among the waves, whatever their amplitudes are, and lowered to [`STEEPEST`]
    /// unless it `may_loop`.
    fn of(
        waves: &[GerstnerWave],
        patch: Patch,
        dispersion: Dispersion,
        period: Option<Period>,
        (seamless, may_loop): (bool, bool),
        steepness: Option<f64>,
    ) -> Self {
        let usable = |wave: &&GerstnerWave| {
            let numbers = [wave.length, wave.amplitude, wave.direction, wave.phase];
            wave.length > 0.0 && numbers.iter().all(|number| number.is_finite())
        };
        let mut waves: Vec<_> = waves
            .iter()
            .filter(usable)
            .map(|wave| {
                let k = wave_vector(wave, &patch, seamless);
                let length = k[0].hypot(k[1]);
                let omega = dispersion.omega(length);
                Running {
                    k,
                    length,
                    amplitude: wave.amplitude,
                    phase: wave.phase / TAU,
                    rate: match period {
                        Some(period) => Rate::Looping {
                            cycles: period.cycles(omega),
                            seconds: period.seconds(),
                        },
                        None => Rate::Free(omega / TAU),
                    },
                }
            })
            .collect();
        if let Some(steepness) = steepness {
            let share = steepness / waves.len().max(1) as f64;
            for wave in &mut waves {
                wave.amplitude = share / wave.length;
            }
        }
        let asked_steepness = steepness_of(&waves);
        if asked_steepness >= 1.0 && !may_loop {
            for wave in &mut waves {
                wave.amplitude *= STEEPEST / asked_steepness;
            }
        }
        Self {
            patch,
            tables: Tables::new(&waves, &patch),
            creamer: None,
            significant_height: 4.0 * variance(&waves).sqrt(),
            strain_frequency: strain_frequency(&waves),
            waves,
            asked_steepness,
            is_listed: steepness.is_none(),
        }
    }

    /// The sea of these waves, with the foam and the period of `settings`.
    pub fn into_sea(self, settings: &Settings) -> Sea {
        Sea::new(
            Box::new(self),
            CHOPPINESS,
            foam_parameters(settings),
            period(settings),
        )
    }

    /// The waves as evaluated: rounded to the patch, and lowered where they were too steep.
    pub fn waves(&self) -> impl Iterator<Item = GerstnerWave> + '_ {
        self.waves.iter().map(|wave| GerstnerWave {
            length: TAU / wave.length,
            amplitude: wave.amplitude,
            direction: wave.k[1].atan2(wave.k[0]),
            phase: TAU * wave.phase,
        })
    }

    /// The angular frequency ω of each wave as evaluated, rad/s, in order.
    pub fn frequencies(&self) -> impl Iterator<Item = f64> + '_ {
        self.waves.iter().map(Running::omega)
    }

    /// The steepness Σ|k|A of the waves as evaluated: below 1, unless they may loop.
    pub fn steepness(&self) -> f64 {
        steepness_of(&self.waves)
    }

    /// The steepness Σ|k|A of the requested waves, rounded to the patch. A value of 1 or more means that they were lowered
    /// to [`STEEPEST`].
    pub fn asked_steepness(&self) -> f64 {
        self.asked_steepness
    }

    /// The position at `time` seconds of the surface point that rests at (`x0`, `z0`): x, y up and z in metres.
    pub fn point(&self, x0: f64, z0: f64, time: f64) -> [f64; 3] {
        let mut point = [x0, 0.0, z0];
        for wave in &self.waves {
            let (cos, sin) = wave.circle(x0, z0, time);
            let [ahead_x, ahead_z] = wave.ahead();
            point[0] -= ahead_x * sin;
            point[1] += cos;
            point[2] -= ahead_z * sin;
        }
        point
    }

    /// The unit normal of the surface at that point, upward.
    pub fn normal(&self, x0: f64, z0: f64, time: f64) -> [f64; 3] {
        let (mut along_x, mut along_z) = ([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]);
        for wave in &self.waves {
            let (cos, sin) = wave.circle(x0, z0, time);
            let [ahead_x, ahead_z] = wave.ahead();
            for (tangent, k) in [(&mut along_x, wave.k[0]), (&mut along_z, wave.k[1])] {
                tangent[0] -= ahead_x * k * cos;
                tangent[1] -= k * sin;
                tangent[2] -= ahead_z * k * cos;
            }
        }
        let [a, b] = [along_z, along_x];
        let normal = [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ];
        let size = normal.iter().map(|n| n * n).sum::<f64>().sqrt();
        normal.map(|n| n / size)
    }
}

/// The wave vector of a wave, rounded to the lattice of the patch if `seamless`.
fn wave_vector(wave: &GerstnerWave, patch: &Patch, seamless: bool) -> [f64; 2] {
    let k = TAU / wave.length;
    let k = [k * wave.direction.cos(), k * wave.direction.sin()];
    if !seamless {
        return k;
    }
    let steps = [TAU / patch.length_x, TAU / patch.length_z];
    let fits = [k[0] / steps[0], k[1] / steps[1]];
    let mut whole = fits.map(f64::round);
    if whole == [0.0, 0.0] {
        let longer = usize::from(fits[1].abs() > fits[0].abs());
        whole[longer] = 1.0_f64.copysign(fits[longer]);
    }
    [whole[0] * steps[0], whole[1] * steps[1]]
}

fn steepness_of(waves: &[Running]) -> f64 {
    waves
        .iter()
        .map(|wave| wave.length * wave.amplitude.abs())
        .sum()
}

/// The root mean square of ω in rad/s, weighted by the variance of the strain; 0 without waves.
fn strain_frequency(waves: &[Running]) -> f64 {
    let (mut rate, mut variance) = (0.0, 0.0);
    for wave in waves {
        let squeeze = (wave.length * wave.amplitude).powi(2);
        variance += squeeze;
        rate += squeeze * wave.omega().powi(2);
    }
    if variance > 0.0 {
        (rate / variance).sqrt()
    } else {
        0.0
    }
}

/// The variance of the height over the surface. Waves with the same k are one wave: their amplitudes add before they are squared.
fn variance(waves: &[Running]) -> f64 {
    let mut places = BTreeMap::new();
    let mut sums: Vec<[f64; 2]> = Vec::new();
    for wave in waves {
        // Adding 0 turns −0 into 0.
        let k = wave.k.map(|k| (k + 0.0).to_bits());
        let place = *places.entry(k).or_insert(sums.len());
        if place == sums.len() {
            sums.push([0.0; 2]);
        }
        let (sin, cos) = (TAU * wave.phase).sin_cos();
        sums[place][0] += wave.amplitude * cos;
        sums[place][1] += wave.amplitude * sin;
    }
    let squares = sums.iter().map(|[cos, sin]| cos * cos + sin * sin);
    squares.fold(0.0, |sum, square| sum + 0.5 * square)
}

/// Slope variance of ripples at a wind of 0.8 m/s (Cox and Munk 1954).
const RIPPLES: f64 = 0.003 + 0.005_12 * 0.8;

impl Waves for Gerstner {
    fn patches(&self) -> &[Patch] {
        std::slice::from_ref(&self.patch)
    }

    fn fields(&self, _patch: usize, time: f64, fields: &mut Fields, _workspace: &mut Workspace) {
        self.fill(time, Fields::ALL, fields);
    }

    fn strain(&self, _patch: usize, time: f64, fields: &mut Fields, _workspace: &mut Workspace) {
        self.fill(time, Fields::STRAIN, fields);
    }

    fn height(&self, _patch: usize, time: f64, fields: &mut Fields, _workspace: &mut Workspace) {
        self.fill(time, Fields::HEIGHT, fields);
    }

    fn strain_frequency(&self) -> f64 {
        self.strain_frequency
    }

    fn significant_height(&self) -> f64 {
        self.significant_height
    }

    /// Ripples of a light air, without which the water would look like oil.
    fn unresolved_slopes(&self) -> [f64; 3] {
        [0.5 * RIPPLES, 0.5 * RIPPLES, 0.0]
    }

    fn density(&self, _patch: usize) -> Option<Grid<f32>> {
        None
    }

    fn readings(&self) -> Vec<Reading> {
        let (asked, steepness) = (self.asked_steepness, self.steepness());
        let note = match asked {
            1.0.. if steepness >= 1.0 => ", crests loop".to_owned(),
            1.0.. => format!(", {:.0} % of {asked:.2}", 100.0 * STEEPEST / asked),
            _ => String::new(),
        };
        let mut readings = vec![Reading {
            title: "Sum of steepness",
            value: format!("{steepness:.3}{note}"),
        }];
        if self.is_listed {
            let count = self.waves.len();
            readings.push(Reading {
                title: "Listed waves",
                value: format!("{count}, in place of the fan that is set below"),
            });
        }
        readings
    }
}
