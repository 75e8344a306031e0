//! The `Water` trait, which all models implement: pools, and seas with a pool's ripples on top.
//!
//! [`MODELS`] lists all models; a [`Model`] describes as data what each one is and can do. As a [`Water`], a sea advances in time steps
//! like any pool and can be disturbed ([`RippledSea`]). Use [`sea()`] for a sea at an arbitrary time, or for fields that pools do not
//! have. Each model's formulas are in `docs/models.md`; `docs/architecture.md` explains how to add one.
//!
//! ```
//! use waterlab_core::pool::{Disturbance, Fraction, Size};
//! use waterlab_core::water::Model;
//!
//! let model = Model::named("sea").ok_or("no such model")?;
//! let mut water = model.create(Size::new(64, 64)?);
//! water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 3.0, 100.0));
//! for _ in 0..10 {
//!     water.step();
//! }
//! assert!(!water.is_calm());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pools depend on the trait and on [`Model`] only; [`MODELS`] is the only place that depends on all of them.

mod fields;
mod folds;
mod model;
mod open_surface;
mod poke;
mod pyramid;
mod readings;
mod rippled_sea;
mod ripples;
mod sampler;
mod status;

pub use fields::{FIELDS, FieldKind};
pub use model::{Map, MapKind, Model};
pub use open_surface::OpenSurface;
pub use poke::stone_at;
pub use rippled_sea::RippledSea;
pub use sampler::{Sample, Sampler};
pub use status::Status;

pub(crate) use model::always_stable;

use crate::grid::Grid;
use crate::heights::Heights;
use crate::parameter::{ParameterError, Settings, Value};
use crate::pool::{self, Disturbance, Earthwork, Obstruction, Patch, Size, State};
use crate::sea::{self, GerstnerWave, Sea, SeaKind};
use crate::shallow;
use crate::surface::{Bounded, FieldSource, GroundCover, HeightField, Surface};
use std::any::Any;
use std::borrow::Cow;

/// All models, in the order of the number keys.
pub static MODELS: [&Model; 9] = [
    &pool::RIPPLE,
    &pool::COARSE,
    &pool::SPRING,
    &pool::WAVE,
    &pool::IWAVE,
    &pool::IWAVE_EXACT,
    &GERSTNER,
    &SPECTRAL,
    &shallow::MODEL,
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

/// The maps of a sea: quantities that an image can vary from place to place.
static SEA_MAPS: [Map; 1] = [Map {
    key: "depth_map",
    kind: MapKind::Factor,
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
        flows: false,
        ground: false,
        poke: 2,
        sea: Some(kind),
        check,
        make,
    }
}

/// The models in [`MODELS`] that are pools.
pub fn pools() -> impl Iterator<Item = &'static Model> {
    MODELS.into_iter().filter(|model| !model.is_open())
}

/// Builds the sea of an open-water model with these settings, from these `waves` if the list is not empty and the model takes waves.
/// Returns `None` for a pool, and an error if the settings are not valid together.
pub fn sea(
    model: &Model,
    settings: &Settings,
    waves: &[GerstnerWave],
    size: Size,
) -> Option<Result<Sea, ParameterError>> {
    let kind = model.sea?;
    Some(kind.create_of(settings, waves, size.columns(), size.rows()))
}

/// A simulated water: takes disturbances and walls, advances in time steps, and provides its heights.
///
/// All grids of a water have as many cells as its heights; that is [`Water::size`] for every model but the coarse ripple.
pub trait Water: Send {
    /// Common state other than the numbers of the model. The default methods below read it.
    fn status(&self) -> &Status;

    /// The model: an entry of [`MODELS`].
    fn model(&self) -> &'static Model {
        self.status().model()
    }

    /// Number of cells, in which disturbances and walls are measured.
    fn size(&self) -> Size {
        self.status().size()
    }

    /// Advances by one time step. Costs nothing while [`Water::is_calm`].
    fn step(&mut self);

    /// Applies a disturbance at once; parts of it outside the pool or inside walls are clipped.
    fn disturb(&mut self, disturbance: &Disturbance);

    /// Adds patches to the heights without giving the water velocity, as bodies do that displace water below the surface. Their cells are
    /// those of [`Water::size`], on a sea those of its ripples.
    fn raise(&mut self, patches: &[Patch]);

    /// Pours this many m³ of water along a stroke, whose weight does not matter; below 0 takes as much, as far as there is water. For models
    /// with [`Model::ground`].
    fn pour(&mut self, along: &Disturbance, cubic_metres: f64) {
        let _ = (along, cubic_metres);
    }

    /// Raises or lowers the ground under a brush; the water on it moves with it. The ground is a map from then on, [`Water::ground`]. For
    /// models with [`Model::ground`].
    fn shape_ground(&mut self, work: &Earthwork) {
        let _ = work;
    }

    /// Height of the ground, metres above the rest level, columns × rows, row-major, if a map gives it; `None` if the settings do. For models
    /// with [`Model::ground`].
    fn ground(&self) -> Option<&Grid<f32>> {
        None
    }

    /// Lets a pressure act on the surface during the next step, as a floating body does. A constant pressure lowers the surface by the
    /// metres of the patch in the end; damping draws the surface there. Cells as for [`Water::raise`].
    fn press(&mut self, patch: &Patch);

    /// Draws the water of each cell of a patch toward this velocity along x and z, m/s, by a share from 0 to 1, as a body does that fills most
    /// of the depth. For models with [`Model::ground`].
    fn entrain(&mut self, shares: &Patch, velocity: [f32; 2]) {
        let _ = (shares, velocity);
    }

    /// Smallest change of a height that [`Water::raise`] can make, metres: the unit of integer heights.
    fn height_step(&self) -> f32 {
        match self.heights() {
            Heights::Counts { unit, .. } => unit,
            Heights::Metres(_) => 1e-6,
        }
    }

    /// The current surface, as a height field.
    fn heights(&self) -> Heights<'_>;

    /// The current surface with its derived fields, bounded or open.
    fn surface(&self) -> Surface<'_>;

    /// GPU data that a view can read directly instead of the surface's numbers, for water simulated on the GPU: a `view::CardSurface`. The
    /// numbers are then read back only on request, for picking or measuring.
    fn on_card(&self) -> Option<&dyn Any> {
        None
    }

    /// Vertical velocity of the surface, metres per step.
    fn velocity(&self) -> Cow<'_, Grid<f32>>;

    /// Horizontal displacement and velocity of the water at the surface, for pools that have them: see [`Model::flows`]. `None` for a
    /// sea, where each cascade has its own.
    fn flow(&self) -> Option<Flow> {
        None
    }

    /// Replaces heights and velocity by a surface of any number of cells; the part inside walls is dropped. The mean level is
    /// preserved as far as the model's number format and its fixed edges allow.
    fn set_state(&mut self, surface: &State);

    /// State besides heights and velocity that the model needs to continue exactly, in a model-specific order: hidden water around
    /// absorbing edges, counters. `None` if there is none.
    fn hidden_state(&self) -> Option<Grid<f32>> {
        None
    }

    /// Restores what [`Self::hidden_state`] returned for water of this model, size and settings, after [`Self::set_state`]. Data that
    /// does not fit is ignored.
    fn set_hidden_state(&mut self, hidden: &Grid<f32>) {
        let _ = hidden;
    }

    /// Replaces the walls; water inside the new ones is removed. Walls for another [`Size`] are resampled.
    fn set_obstacles(&mut self, obstruction: &Obstruction);

    /// How open each cell is to this model, from 0 (solid) to 1 (open).
    fn obstruction(&self) -> Cow<'_, Grid<f32>>;

    /// Still-water depth of each cell, metres, for models that have one.
    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        None
    }

    /// What covers the ground, for models with [`Model::ground`].
    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        None
    }

    /// Depth of the water now, metres, 0 where it is dry; for models with [`Model::ground`].
    fn water_depth(&self) -> Option<Grid<f32>> {
        None
    }

    /// The water over a cell, for models with [`Model::ground`]; `None` outside of the pool.
    fn column(&self, column: usize, row: usize) -> Option<WaterColumn> {
        let _ = (column, row);
        None
    }

    /// Like [`FieldSource::depth_revision`]: changes whenever a depth map changes.
    fn depth_revision(&self) -> u64 {
        0
    }

    /// Sets the map at `key` of [`Model::maps`], of any number of cells with values from 0 to 1; `None` makes the quantity
    /// uniform. An unknown key is an error.
    fn set_map(&mut self, key: &str, map: Option<&Grid<f32>>) -> Result<(), ParameterError> {
        let _ = map;
        Err(ParameterError::unknown(key, self.model().map_keys()))
    }

    /// Sets how many steps make a second, for models whose time is that of the scene.
    fn keep_time(&mut self, steps_per_second: f64) {
        let _ = steps_per_second;
    }

    /// Simulated seconds per step, for models in SI units.
    fn time_step(&self) -> Option<f64> {
        None
    }

    /// Number of times that a step computes the acceleration of the water; `u32::MAX` for models that are exact in time.
    fn sub_steps(&self) -> u32 {
        u32::MAX
    }

    /// The sea, with what only open water has; `None` for a pool. See [`Model::is_open`].
    fn open_water(&self) -> Option<&RippledSea> {
        None
    }

    /// The sea, mutable.
    fn open_water_mut(&mut self) -> Option<&mut RippledSea> {
        None
    }

    /// Length along the longer side, metres: of a pool, or of the patch of a sea.
    fn length(&self) -> f64 {
        self.settings().real("length")
    }

    /// Distance between neighbouring cells of the heights, metres, for slopes and wave numbers. For both kinds of iWave, whose waves run
    /// as if a cell were a metre, it is 1.
    fn spacing(&self) -> f64 {
        let heights = self.heights();
        self.length() / heights.columns().max(heights.rows()) as f64
    }

    /// Whether the surface is at rest and will stay so until it is disturbed.
    fn is_calm(&self) -> bool {
        self.status().is_calm()
    }

    /// Brings the water to rest at once.
    fn reset(&mut self);

    /// A number that changes whenever the heights may have changed. Compare it to validate a copy.
    fn revision(&self) -> u64 {
        self.status().revision()
    }

    /// The values of the model's parameters.
    fn settings(&self) -> &Settings {
        self.status().settings()
    }

    /// Sets all parameters to `settings`, from the next step on. Returns an error and changes nothing if the values are not valid together
    /// or belong to another model.
    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError>;

    /// Sets one parameter, from the next step on. Returns an error and changes nothing if the value is not valid.
    fn set(&mut self, key: &str, value: Value) -> Result<(), ParameterError> {
        let mut settings = self.settings().clone();
        settings.set(key, value)?;
        self.apply_settings(&settings)
    }
}

/// The water over a cell of ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterColumn {
    /// Height of the surface above the rest level, metres; of the ground where it is dry.
    pub level: f32,
    /// Metres; 0 where it is dry.
    pub depth: f32,
    /// Velocity along x and z, m/s.
    pub velocity: [f32; 2],
}

/// Horizontal displacement and velocity of the water at the surface of a pool.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Displacement D along x and z, in the unit of the heights, if the surface is displaced.
    pub displacement: Option<[Grid<f32>; 2]>,
    /// Velocity along x and z, metres per second. Like [`Water::velocity`], it belongs to half a step ago.
    pub velocity: [Grid<f32>; 2],
}

impl<W: Water> FieldSource for W {
    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        Water::velocity(self)
    }

    fn cascade_velocities(&self) -> Vec<Grid<f32>> {
        let open = self.open_water();
        open.map_or_else(Vec::new, RippledSea::cascade_velocities)
    }

    fn depth(&self) -> Option<Cow<'_, Grid<f32>>> {
        Water::depth(self)
    }

    fn depth_revision(&self) -> u64 {
        Water::depth_revision(self)
    }

    fn ground_cover(&self) -> Option<GroundCover<'_>> {
        Water::ground_cover(self)
    }
}

/// The heights of a water with its derived fields.
pub fn height_field(water: &impl Water) -> HeightField<'_> {
    let (heights, size) = (water.heights(), water.size());
    let metres = water.length() / size.columns().max(size.rows()) as f64;
    HeightField {
        heights,
        cells: (size.columns(), size.rows()),
        size: [size.columns(), size.rows()].map(|cells| cells as f64 * metres),
        others: water,
    }
}

/// The surface of a pool with these heights and this depth, metres.
pub(crate) fn pool_surface(field: HeightField<'_>, depth: f64) -> Surface<'_> {
    Surface::Bounded(Bounded {
        depth,
        ..Bounded::from(field)
    })
}

/// The surface of a pool without its walls; the default of [`Water::surface`] for pools.
pub fn bounded(water: &impl Water) -> Surface<'_> {
    pool_surface(height_field(water), pool::shown_depth(water.settings()))
}
