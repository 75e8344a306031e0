//! Every water by one trait: the pools, and the seas, which are functions of time, with a pool's ripples on top.
//!
//! [`MODELS`] lists them all; a [`Model`] says as data what each is and can do. A sea as a [`Water`] steps through time like any
//! pool and can be poked ([`RippledSea`]); who wants it at another time, or wants fields that pools have not, asks [`sea()`] for
//! it. Each model's formulas are in `docs/models.md`; `docs/architecture.md` tells what it takes to add one.
//!
//! ```
//! use waterlab::pool::{Disturbance, Fraction, Size};
//! use waterlab::water::Model;
//!
//! let model = Model::named("sea").ok_or("no such model")?;
//! let mut water = model.create(Size::new(64, 64)?);
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 3.0, 100));
//! for _ in 0..10 {
//!     water.step();
//! }
//! assert!(!water.is_calm());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The trait and [`Model`] are what pools are built on; only the list knows them all.

mod fields;
mod model;
mod readings;
mod rippled_sea;
mod ripples;
mod status;

pub use fields::{FIELDS, FieldKind};
pub use model::{Map, Model};
pub use rippled_sea::RippledSea;
pub use status::Status;

pub(crate) use model::{always_stable, settled};

use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{ParameterError, Reading, Settings, Value};
use crate::pool::{self, Disturbance, Obstruction, Size, State};
use crate::sea::{self, GerstnerWave, OceanState, Sea, SeaKind};
use crate::surface::{FieldSource, HeightField, Surface, Window};
use std::any::Any;
use std::borrow::Cow;

/// Every model of this version, in the order of the number keys.
pub static MODELS: [&Model; 8] = [
    &pool::RIPPLE,
    &pool::COARSE,
    &pool::SPRING,
    &pool::WAVE,
    &pool::IWAVE,
    &pool::IWAVE_EXACT,
    &GERSTNER,
    &SPECTRAL,
];

/// Gerstner waves.
static GERSTNER: Model = open_water(
    &sea::GERSTNER,
    |settings, size| sea::GERSTNER.check(settings, size.columns(), size.rows()),
    |settings, waves, size| {
        Box::new(RippledSea::of(
            &GERSTNER,
            &sea::GERSTNER,
            settings,
            size,
            waves,
        ))
    },
);

/// The spectral sea.
static SPECTRAL: Model = open_water(
    &sea::SPECTRAL,
    |settings, size| sea::SPECTRAL.check(settings, size.columns(), size.rows()),
    |settings, waves, size| {
        Box::new(RippledSea::of(
            &SPECTRAL,
            &sea::SPECTRAL,
            settings,
            size,
            waves,
        ))
    },
);

/// What pictures can make differ from place to place of a sea.
static SEA_MAPS: [Map; 1] = [Map {
    key: "depth_map",
    title: "Depth map",
    about: "Multiplies the depth of the floor that the lit view shows, over the first patch; the waves stay those of the depth.",
}];

const fn open_water(
    kind: &'static SeaKind,
    check: fn(&Settings, Size) -> Result<(), ParameterError>,
    make: fn(&Settings, &[GerstnerWave], Size) -> Box<dyn Water>,
) -> Model {
    Model {
        name: kind.name,
        title: kind.title,
        about: kind.about,
        parameters: kind.parameters,
        presets: kind.presets,
        maps: &SEA_MAPS,
        walls: false,
        depth: false,
        poke: 1,
        sea: Some(kind),
        check,
        make,
    }
}

/// Those of [`MODELS`] that are pools.
pub fn pools() -> impl Iterator<Item = &'static Model> {
    MODELS.into_iter().filter(|model| !model.is_open())
}

/// The sea that open water is with these settings, made of these `waves` where there are any and it takes them, or why they make
/// none; `None` for a pool.
pub fn sea(
    model: &Model,
    settings: &Settings,
    waves: &[GerstnerWave],
    size: Size,
) -> Option<Result<Sea, ParameterError>> {
    let kind = model.sea?;
    Some(kind.create_of(settings, waves, size.columns(), size.rows()))
}

/// Water: disturb it, wall it in, step it, look at its heights.
///
/// All grids that a water shows have as many cells as its heights, which is [`Water::size`] for all but the coarse ripple.
pub trait Water: Send {
    /// What it keeps beside its numbers; the answers below that need nothing else come from it.
    fn status(&self) -> &Status;

    /// What this water is: its entry in [`MODELS`].
    fn model(&self) -> &'static Model {
        self.status().model()
    }

    /// Number of cells that disturbances and walls are measured in.
    fn size(&self) -> Size {
        self.status().size()
    }

    /// Advances by one time step. Costs nothing while [`Water::is_calm`].
    fn step(&mut self);

    /// Applies a disturbance at once; parts of it outside the pool or inside walls are clipped.
    fn disturb(&mut self, disturbance: &Disturbance);

    /// The surface now, as a height field.
    fn heights(&self) -> Heights<'_>;

    /// The surface now, with all that belongs to it: of one of two kinds.
    fn surface(&self) -> Surface<'_>;

    /// What a view takes as it is in place of the surface's numbers, for water that is computed on a graphics card (GPU): a
    /// `view::CardSurface`. Its numbers are then read back when somebody asks for them, to pick a place or to measure.
    fn on_card(&self) -> Option<&dyn Any> {
        None
    }

    /// Vertical velocity: how fast the surface rises, in metres a step.
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// Horizontal displacement D along x and z, in the unit of the heights, for pools that know one: see [`Model::flows`]. Of a sea
    /// each cascade has its own.
    fn displacement(&self) -> Option<[Grid<f32>; 2]> {
        None
    }

    /// Horizontal velocity of the water at the surface along x and z, in metres a second, for pools that know it: see
    /// [`Model::flows`]. Like [`Water::velocity`] of half a step ago.
    fn horizontal_velocity(&self) -> Option<[Grid<f32>; 2]> {
        None
    }

    /// Takes over a surface of any number of cells, heights and velocity; what lies inside walls is left out. The mean level
    /// stays, as far as the model's numbers and its fixed edges can hold it.
    fn set_state(&mut self, surface: &State);

    /// What it keeps beside its heights and its velocity, and needs to go on exactly, as numbers in an order of its own: hidden
    /// water around edges that absorb, counters. None where there is nothing.
    fn hidden_state(&self) -> Option<Grid<f32>> {
        None
    }

    /// Takes over what [`Self::hidden_state`] gave for water of this model, size and settings, after [`Self::set_state`]. What
    /// does not fit is left out.
    fn set_hidden_state(&mut self, hidden: &Grid<f32>) {
        let _ = hidden;
    }

    /// Puts these walls in the place of those there were; what lay inside them is gone. Walls for another [`Size`] are resampled.
    fn set_obstacles(&mut self, obstruction: &Obstruction);

    /// How open each cell is to this model: 1 open, 0 solid.
    fn obstruction(&self) -> Cow<'_, Grid<f32>>;

    /// Still depth in metres of each cell, for models that know one.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        None
    }

    /// As [`FieldSource::depth_revision`]: another number whenever a map of depths changes.
    fn depth_revision(&self) -> u64 {
        0
    }

    /// Puts a map of any number of cells, each from 0 to 1, in the place of the one at `key` of [`Model::maps`]; without
    /// one, the quantity is the same everywhere. An unknown key is an error.
    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        let _ = map;
        Err(ParameterError::unknown(key, self.model().map_keys()))
    }

    /// Seconds of the model's own time in a step, for models in real units.
    fn time_step(&self) -> Option<f64> {
        None
    }

    /// What it is beyond this where it is open water: [`Model::is_open`] says whether it is.
    fn open_water(&self) -> Option<&dyn OpenWater> {
        None
    }

    /// The same, to change.
    fn open_water_mut(&mut self) -> Option<&mut dyn OpenWater> {
        None
    }

    /// Metres from cell to cell of the heights. A pool is 2 m long on its longer side unless its model says otherwise.
    fn spacing(&self) -> f64 {
        let heights = self.heights();
        2.0 / heights.columns().max(heights.rows()) as f64
    }

    /// How many metres of its heights are one metre of a pool 2 m long, which every pool counts as: another number for open
    /// water, which has a size of its own.
    fn metres_per_pool_metre(&self) -> f64 {
        if self.open_water().is_none() {
            return 1.0;
        }
        let cells = self.size().columns().max(self.size().rows());
        0.5 * self.spacing() * cells as f64
    }

    /// Whether the surface is at rest and will stay so until it is disturbed.
    fn is_calm(&self) -> bool {
        self.status().is_calm()
    }

    /// Brings the water to rest at once.
    fn reset(&mut self);

    /// A number that changes whenever the heights may have: who keeps a copy compares it.
    fn revision(&self) -> u64 {
        self.status().revision()
    }

    /// The values of the model's parameters.
    fn settings(&self) -> &Settings {
        self.status().settings()
    }

    /// Gives every parameter the value that `settings` has, from the next step on, or says which of them do not go together,
    /// or that they are for another model, and changes nothing.
    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError>;

    /// Gives a parameter a value, from the next step on, or says why not and changes nothing.
    fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        let mut settings = self.settings().clone();
        settings.set(key, value)?;
        self.apply_settings(&settings)
    }
}

impl<W: Water> FieldSource for W {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Water::velocity(self)
    }

    fn cascade_velocities(&self) -> Vec<Grid<f32>> {
        let open = self.open_water();
        open.map_or_else(Vec::new, OpenWater::cascade_velocities)
    }

    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        Water::depth(self)
    }

    fn depth_revision(&self) -> u64 {
        Water::depth_revision(self)
    }
}

/// The heights of a water, and what belongs to them.
pub fn height_field(water: &impl Water) -> HeightField<'_> {
    let (heights, size, spacing) = (water.heights(), water.size(), water.spacing());
    HeightField {
        heights,
        cells: (size.columns(), size.rows()),
        size: [heights.columns(), heights.rows()].map(|cells| cells as f64 * spacing),
        others: water,
    }
}

/// The surface of a pool, as if no walls stood in it: what [`Water::surface`] is for every pool.
pub fn bounded(water: &impl Water) -> Surface<'_> {
    height_field(water).into()
}

/// What open water is beyond any water: a function of time, without an end.
pub trait OpenWater {
    /// The sea below the ripples.
    fn sea(&self) -> &Sea;

    /// What that is now, but for its foam, which the surface has: see [`crate::surface::Cascades::foam`].
    fn moment(&self) -> &OceanState;

    /// Depth of a floor that light may come back from, metres, as [`crate::surface::Cascades::floor`]; no wave is computed for it.
    fn floor(&self) -> Option<f32>;

    /// The time shown, in seconds.
    fn time(&self) -> f64;

    /// Whether foam may be late, now and whenever the settings change: then it stays what it was, at first none, until that of the sea is
    /// known, some frames later. Who wants numbers to be exact at once leaves it off, as it is.
    fn allow_stale_foam(&mut self, allows_stale_foam: bool);

    /// Whether foam is late.
    fn foam_is_stale(&self) -> bool;

    /// Goes on with foam that is late, though the time has not; whether it was.
    fn catch_up(&mut self) -> bool;

    /// Where pokes land and ripples run, if not on the patch; see [`OpenWater::set_ripple_window`].
    fn ripple_window(&self) -> Option<Window>;

    /// Lets what disturbs the water happen in this window, at its size: fractions are of it, a cell is a part of it, and what it leaves
    /// lies there once, on no patch's heights. Ripples go along: from window to window they stay where they are, as far as it
    /// reaches; to and from the patch they keep their cells. `None`: on the patch.
    fn set_ripple_window(&mut self, window: Option<Window>);

    /// How fast the heights of each cascade of the surface rise, in metres a step: a grid for each, as many cells as its heights.
    fn cascade_velocities(&self) -> Vec<Grid<f32>>;

    /// Whether there are ripples.
    fn has_ripples(&self) -> bool;

    /// These alone, as [`Water::set_state`] takes them.
    fn ripples(&self) -> Option<State>;

    /// Shows another time.
    fn set_time(&mut self, seconds: f64);

    /// Tells it how many steps it makes in a second; it begins with 60.
    fn keep_time(&mut self, steps_per_second: f64);

    /// Facts that follow from the settings and the time, worth showing beside them.
    fn readings(&self) -> Vec<Reading>;
}
