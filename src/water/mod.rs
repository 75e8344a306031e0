//! Every water by one trait: the pools, and the seas, which are functions of time, with a pool's ripples on top.
//!
//! [`MODELS`] lists them all. A sea as a [`Water`] steps through time like any pool and can be poked ([`RippledSea`]); who
//! wants it at another time, or wants fields that pools have not, asks [`sea`] for it.

mod rippled_sea;
mod ripples;

pub use rippled_sea::RippledSea;

use crate::parameter::{ParameterError, Settings};
use crate::pool::{self, Model, Size};
use crate::sea::{Gerstner, GerstnerWave, Sea, SeaKind};

/// Every model of this version, in the order of the number keys.
pub static MODELS: [&Model; 8] = [
    pool::MODELS[0],
    pool::MODELS[1],
    pool::MODELS[2],
    pool::MODELS[3],
    pool::MODELS[4],
    pool::MODELS[5],
    &rippled_sea::GERSTNER,
    &rippled_sea::SPECTRAL,
];

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
    model.name == rippled_sea::GERSTNER.name
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
    let (columns, rows) = (size.columns(), size.rows());
    Some(if takes_waves(model) {
        kind.check(settings, columns, rows)
            .map(|()| Gerstner::from_settings(settings, waves, columns, rows).into_sea(settings))
    } else {
        kind.create(settings, columns, rows)
    })
}
