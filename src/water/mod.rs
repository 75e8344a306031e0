//! Every water by one trait: the pools, and the seas, which are functions of time, with a pool's ripples on top.
//!
//! [`MODELS`] lists them all. A sea as a [`Water`] steps through time like any pool and can be poked ([`RippledSea`]); who
//! wants it at another time, or wants fields that pools have not, asks [`sea`] for it.

mod readings;
mod rippled_sea;
mod ripples;

pub use rippled_sea::RippledSea;

use crate::parameter::{ParameterError, Settings};
use crate::pool::{self, Model, Size, Water};
use crate::sea::{GerstnerWave, KINDS, Sea, SeaKind};

/// Every model of this version, in the order of the number keys.
pub static MODELS: [&Model; 8] = [
    pool::MODELS[0],
    pool::MODELS[1],
    pool::MODELS[2],
    pool::MODELS[3],
    pool::MODELS[4],
    pool::MODELS[5],
    &GERSTNER,
    &SPECTRAL,
];

/// Gerstner waves.
static GERSTNER: Model = model(
    KINDS[0],
    |settings, size| KINDS[0].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[0], size)),
);

/// The spectral sea.
static SPECTRAL: Model = model(
    KINDS[1],
    |settings, size| KINDS[1].check(settings, size.columns(), size.rows()),
    |size| Box::new(RippledSea::new(KINDS[1], size)),
);

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

/// The model called `name`.
pub fn named(name: &str) -> Option<&'static Model> {
    MODELS.iter().copied().find(|model| model.name == name)
}

/// Whether a model is a sea: a function of time, which knows no walls.
pub fn is_sea(model: &Model) -> bool {
    SeaKind::named(model.name).is_some()
}

/// Whether a sea can be made of waves that somebody lists.
pub fn takes_waves(model: &Model) -> bool {
    SeaKind::named(model.name).is_some_and(|kind| kind.takes_waves)
}

/// The sea that a model of the seas is with these settings; `None` for a pool.
pub fn sea(model: &Model, settings: &Settings, size: Size) -> Option<Result<Sea, ParameterError>> {
    sea_of_waves(model, settings, &[], size)
}

/// As [`sea`], with these `waves` in the place of the model's own where there are any and it takes them.
pub fn sea_of_waves(
    model: &Model,
    settings: &Settings,
    waves: &[GerstnerWave],
    size: Size,
) -> Option<Result<Sea, ParameterError>> {
    let kind = SeaKind::named(model.name)?;
    Some(kind.create_of(settings, waves, size.columns(), size.rows()))
}
