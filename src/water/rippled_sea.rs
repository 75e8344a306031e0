//! `RippledSea`: a sea as a water to play with. It steps through time, and pokes leave a pool's ripples on top of it.
//!
//! After n steps it shows the time n / steps per second, counted and not added up. What it is then is computed when somebody
//! looks, so that steps nobody looks at cost next to nothing.

use super::ripples::{Law, Rippled, Ripples};
use crate::grid::Grid;
use crate::heights::{Heights, Tile, Tiles};
use crate::parameter::{ParameterError, Reading, Settings, Value};
use crate::pool::{Disturbance, Model, Obstruction, Size, Surface, Water};
use crate::sea::{Gerstner, GerstnerWave, KINDS, Moment, STEEPEST, Sea, SeaKind, beaufort};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

/// Gerstner waves, in [`super::MODELS`].
pub(super) static GERSTNER: Model = model(
    KINDS[0],
    |settings, size| KINDS[0].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[0], size)),
);

/// The spectral sea, in [`super::MODELS`].
pub(super) static SPECTRAL: Model = model(
    KINDS[1],
    |settings, size| KINDS[1].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[1], size)),
);

/// Seconds to either side of now between which the speed of the surface is measured.
const INSTANT: f64 = 0.005;

const fn model(
    kind: &'static SeaKind,
    check: fn(&Settings, Size) -> Result<(), ParameterError>,
    make: fn(Size) -> Box<dyn Water>,
) -> Model {
    Model {
        name: kind.name,
        title: kind.title,
        about: kind.about,
        parameters: kind.parameters,
        presets: kind.presets,
        maps: &[],
        check,
        make,
    }
}

/// A sea that is stepped and poked.
pub struct RippledSea {
    kind: &'static SeaKind,
    size: Size,
    settings: Settings,
    /// The waves that stand for the fan of a Gerstner sea, if any do.
    waves: Vec<GerstnerWave>,
    /// Σ|k|A that was asked for, of a Gerstner sea.
    steepness: Option<f64>,
    sea: Sea,
    steps_per_second: f64,
    /// The time shown before the first of `steps`.
    start: f64,
    steps: u64,
    ripples: Option<Box<Ripples>>,
    /// What the sea is now, computed when somebody looks.
    now: OnceCell<Box<Now>>,
    /// What ripples make of it, if there are any.
    rippled: OnceCell<Box<Rippled>>,
    /// Memory for these meanwhile.
    spare: Cell<Option<Box<Now>>>,
    spare_rippled: Cell<Option<Box<Rippled>>>,
    /// Memory for moments beside now.
    beside: Cell<Option<Box<Moment>>>,
    revision: u64,
}

/// The sea below the ripples, and how much of it folds and foams once somebody has counted.
struct Now {
    moment: Moment,
    shares: OnceCell<Shares>,
}

/// Parts of the surface, 0 to 1.
#[derive(Clone, Copy)]
struct Shares {
    folding: f64,
    foam: f64,
}

impl RippledSea {
    /// The sea with every parameter at its default, at time 0.
    pub fn new(kind: &'static SeaKind, size: Size) -> Self {
        Self::of(kind, size, &[])
    }

    /// A Gerstner sea of these waves, in the place of its fan if there are any, with every parameter at its default, at time 0.
    pub fn of_waves(size: Size, waves: &[GerstnerWave]) -> Self {
        Self::of(KINDS[0], size, waves)
    }

    fn of(kind: &'static SeaKind, size: Size, waves: &[GerstnerWave]) -> Self {
        let settings = Settings::new(kind.parameters);
        let (sea, steepness) = sea(kind, &settings, waves, size);
        Self {
            kind,
            size,
            settings,
            waves: waves.to_vec(),
            steepness,
            sea,
            steps_per_second: 60.0,
            start: 0.0,
            steps: 0,
            ripples: None,
            now: OnceCell::new(),
            rippled: OnceCell::new(),
            spare: Cell::new(None),
            spare_rippled: Cell::new(None),
            beside: Cell::new(None),
            revision: 0,
        }
    }

    /// The sea below the ripples.
    pub fn sea(&self) -> &Sea {
        &self.sea
    }

    /// What that is now, foam and all.
    pub fn moment(&self) -> &Moment {
        &self.now().moment
    }

    /// Seconds.
    fn seconds(&self) -> f64 {
        self.start + self.steps as f64 / self.steps_per_second
    }

    fn now(&self) -> &Now {
        self.now.get_or_init(|| {
            let mut now = self.spare.take().unwrap_or_else(|| {
                Box::new(Now {
                    moment: self.sea.moment(),
                    shares: OnceCell::new(),
                })
            });
            self.sea.compute_with_foam(self.seconds(), &mut now.moment);
            now.shares.take();
            now
        })
    }

    /// What ripples make of the sea, if there are any.
    fn rippled(&self) -> Option<&Rippled> {
        let ripples = self.ripples.as_deref()?;
        let rippled = self.rippled.get_or_init(|| {
            let spare = self.spare_rippled.take();
            let mut rippled = spare.unwrap_or_else(|| Box::new(Rippled::new(self.size)));
            ripples.show(&self.moment().surface().height, &mut rippled);
            rippled
        });
        Some(rippled)
    }

    /// How ripples run.
    fn law(&self) -> Law {
        Law {
            gravity: self.settings.real("gravity"),
            spacing: self.spacing(),
            metre: self.metres_per_pool_metre(),
            step: 1.0 / self.steps_per_second,
        }
    }

    /// The sea is another: what it is now must be computed anew.
    fn changed(&mut self) {
        if let Some(now) = self.now.take() {
            self.spare.set(Some(now));
        }
        self.ripples_changed();
    }

    /// As [`RippledSea::changed`], for the ripples alone.
    fn ripples_changed(&mut self) {
        if let Some(rippled) = self.rippled.take() {
            self.spare_rippled.set(Some(rippled));
        }
        self.revision += 1;
    }

    /// Does something to the ripples, which begin with it if there are none, and end if it leaves none.
    fn stir(&mut self, stir: impl FnOnce(&mut Ripples)) {
        let (size, law) = (self.size, self.law());
        let begin = || Box::new(Ripples::new(size, law));
        let ripples = self.ripples.get_or_insert_with(begin);
        stir(ripples);
        if ripples.is_calm() {
            self.ripples = None;
        }
        self.ripples_changed();
    }

    /// Adds the heights at a time beside now to `sum`, times `factor`.
    fn add_heights(&self, time: f64, factor: f32, sum: &mut Grid<f32>) {
        let moment = self.beside.take();
        let mut moment = moment.unwrap_or_else(|| Box::new(self.sea.moment()));
        self.sea.compute(time, &mut moment);
        let heights = moment.surface().height.cells();
        for (sum, height) in sum.cells_mut().iter_mut().zip(heights) {
            *sum += factor * height;
        }
        self.beside.set(Some(moment));
    }

    fn shares(&self) -> Shares {
        let now = self.now();
        *now.shares.get_or_init(|| {
            let least = now.moment.least().cells();
            let folded = least.iter().filter(|&&least| least < 0.0).count();
            Shares {
                folding: folded as f64 / least.len() as f64,
                foam: now.moment.foam().mean(),
            }
        })
    }
}

/// The sea of checked settings, and the steepness that was asked for where that has a limit.
fn sea(
    kind: &SeaKind,
    settings: &Settings,
    waves: &[GerstnerWave],
    size: Size,
) -> (Sea, Option<f64>) {
    let (columns, rows) = (size.columns(), size.rows());
    if kind.name != KINDS[0].name {
        return ((kind.make)(settings, columns, rows), None);
    }
    let gerstner = Gerstner::from_settings(settings, waves, columns, rows);
    let steepness = gerstner.asked_steepness();
    (gerstner.into_sea(settings), Some(steepness))
}

impl Water for RippledSea {
    fn model(&self) -> &'static Model {
        super::named(self.kind.name).unwrap_or(super::MODELS[0])
    }

    fn size(&self) -> Size {
        self.size
    }

    fn step(&mut self) {
        self.steps += 1;
        if let Some(ripples) = &mut self.ripples {
            ripples.step();
            if ripples.is_calm() {
                self.ripples = None;
            }
        }
        self.changed();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        self.stir(|ripples| ripples.disturb(disturbance));
    }

    fn heights(&self) -> Heights<'_> {
        Heights::Metres(match self.rippled() {
            Some(rippled) => &rippled.surface,
            None => &self.moment().surface().height,
        })
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        let mut velocity = Grid::new(self.size.columns(), self.size.rows(), 0.0);
        let factor = 0.5 / (INSTANT * self.steps_per_second);
        for (instant, factor) in [(INSTANT, factor), (-INSTANT, -factor)] {
            self.add_heights(self.seconds() + instant, factor as f32, &mut velocity);
        }
        if let Some(ripples) = &self.ripples {
            ripples.add_velocity(&mut velocity);
        }
        Cow::Owned(velocity)
    }

    /// The sea stays what it is: the surface becomes ripples on top of it.
    fn set_surface(&mut self, surface: &Surface) {
        self.stir(|ripples| ripples.set_surface(surface));
    }

    /// Nothing: a sea knows no walls and flows through them.
    fn obstruct(&mut self, _obstruction: &Obstruction) {}

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        Cow::Owned(Grid::new(self.size.columns(), self.size.rows(), 1.0))
    }

    fn keep_time(&mut self, steps_per_second: f64) {
        let seconds = self.seconds();
        self.steps_per_second = steps_per_second;
        self.set_time(seconds);
        let law = self.law();
        if let Some(ripples) = &mut self.ripples {
            ripples.follow(law);
        }
    }

    fn time(&self) -> Option<f64> {
        Some(self.seconds())
    }

    fn set_time(&mut self, seconds: f64) {
        self.start = seconds;
        self.steps = 0;
        self.changed();
    }

    fn tiles(&self) -> Option<Tiles<'_>> {
        let moment = self.moment();
        let patches = self.sea.waves().patches();
        let tiles = patches
            .iter()
            .zip(moment.patches())
            .map(|(patch, fields)| Tile {
                length: [patch.length_x as f32, patch.length_z as f32],
                height: &fields.height,
                slope: fields.slope.each_ref(),
                displacement: fields.displacement.each_ref(),
                strain: fields.strain.each_ref(),
            });
        let mut tiles: Vec<_> = tiles.collect();
        if let (Some(rippled), Some(first)) = (self.rippled(), tiles.first()) {
            tiles.push(Tile {
                length: first.length,
                height: &rippled.height,
                slope: rippled.slope.each_ref(),
                displacement: [&rippled.flat; 2],
                strain: [&rippled.flat; 3],
            });
        }
        Some(Tiles {
            tiles,
            lambda: -self.sea.choppiness() as f32,
            foam: moment.foam(),
        })
    }

    fn time_step(&self) -> Option<f64> {
        Some(1.0 / self.steps_per_second)
    }

    fn spacing(&self) -> f64 {
        let patch = self.sea.waves().patches().first();
        patch.map_or(1.0, |patch| patch.spacing())
    }

    fn metres_per_pool_metre(&self) -> f64 {
        let cells = self.size.columns().max(self.size.rows());
        0.5 * self.spacing() * cells as f64
    }

    fn readings(&self) -> Vec<Reading> {
        let reading = |title, value| Reading { title, value };
        let height = self.sea.waves().significant_height();
        let mut readings = vec![reading("Significant height", format!("{height:.2} m"))];
        if let Some(Value::Real(wind)) = self.settings.get("wind") {
            readings.push(reading("Beaufort", beaufort(wind).to_string()));
        }
        if let Some(asked) = self.steepness {
            let lowered = match asked {
                1.0.. => format!(", {:.0} % of {asked:.2}", 100.0 * STEEPEST / asked),
                _ => String::new(),
            };
            let steepness = asked.min(STEEPEST);
            readings.push(reading("Steepness", format!("{steepness:.3}{lowered}")));
        }
        let Shares { folding, foam } = self.shares();
        readings.extend([
            reading("Folding", format!("{:.1} %", 100.0 * folding)),
            reading("Foam", format!("{:.1} %", 100.0 * foam)),
            reading(
                "Time",
                match self.sea.period() {
                    Some(period) => {
                        let seconds = period.seconds();
                        format!("{:.1} s of {seconds} s", self.seconds().rem_euclid(seconds))
                    }
                    None => format!("{:.1} s", self.seconds()),
                },
            ),
        ]);
        readings
    }

    /// Never: a sea goes on even without ripples.
    fn is_calm(&self) -> bool {
        false
    }

    /// Ends the ripples; the sea goes on.
    fn calm(&mut self) {
        self.ripples = None;
        self.ripples_changed();
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn adopt(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        let (columns, rows) = (self.size.columns(), self.size.rows());
        self.kind.check(settings, columns, rows)?;
        (self.sea, self.steepness) = sea(self.kind, settings, &self.waves, self.size);
        self.settings = settings.clone();
        // Their memory was for the sea before.
        self.now.take();
        self.spare.set(None);
        self.beside.set(None);
        let law = self.law();
        if let Some(ripples) = &mut self.ripples {
            ripples.follow(law);
        }
        self.changed();
        Ok(())
    }
}
