//! The initial state: `[start]`.

use super::fields::Fields;
use super::maps::Maps;
use crate::grid::Grid;
use crate::pool::State;
use crate::scene::keys::{
    Numbers, START, START_HEIGHTS, START_HIDDEN, START_OTHER_HEIGHTS, START_OTHER_HIDDEN,
    START_OTHER_VELOCITY, START_TIME, START_VELOCITY, Special,
};
use crate::scene::{RippleSquare, Scene, SceneError, Start, WaterConfig};
use std::sync::Arc;

pub(super) fn start(
    mut fields: Fields,
    scene: &Scene,
    maps: &mut Maps,
) -> Result<Start, SceneError> {
    let time = fields.number(&START_TIME)?;
    let settings = fields.settings(&START)?;
    for key in [
        &START_OTHER_HEIGHTS,
        &START_OTHER_VELOCITY,
        &START_OTHER_HIDDEN,
    ] {
        if let (false, Some(origin)) = (scene.compare.is_some(), fields.origin_of(key.name)) {
            return Err(origin.error(format_args!(
                "`{}` is of the water of [compare], and there is none: add that table, or leave the key out",
                key.name
            )));
        }
    }
    let length = |config: &WaterConfig| match config.model.is_open() {
        true => 2.0,
        false => config.settings.real("length"),
    };
    let own = [&START_HEIGHTS, &START_VELOCITY];
    let own = surface(&mut fields, own, length(&scene.water), maps)?;
    let other = [&START_OTHER_HEIGHTS, &START_OTHER_VELOCITY];
    let other_length = length(scene.compare.as_ref().unwrap_or(&scene.water));
    let other = surface(&mut fields, other, other_length, maps)?;
    let mut hidden = [None, None];
    for (hidden, key) in hidden.iter_mut().zip([&START_HIDDEN, &START_OTHER_HIDDEN]) {
        let numbers = maps.numbers(&mut fields, key.name, Start::MAX_HIDDEN)?;
        *hidden = numbers.map(Arc::new);
    }
    fields.finish()?;
    let count = |key| settings.integer(key).unsigned_abs();
    Ok(Start {
        step: count("step"),
        rained: count("rained"),
        time,
        surfaces: [own, other],
        hidden,
        ripples: (settings.real("ripples_length") > 0.0).then(|| RippleSquare {
            centre: [settings.real("ripples_x"), settings.real("ripples_z")],
            side: settings.real("ripples_length"),
        }),
    })
}

/// Heights and velocity of a pool of this length, or of the ripples of a sea; a surface with only one of them has the other at 0.
fn surface(
    fields: &mut Fields,
    [heights, velocity]: [&Special<Numbers>; 2],
    length: f64,
    maps: &mut Maps,
) -> Result<Option<Arc<State>>, SceneError> {
    let heights = maps.numbers(fields, heights.name, Start::MAX)?;
    let velocity = maps.numbers(fields, velocity.name, Start::MAX)?;
    let (heights, velocity) = match (heights, velocity) {
        (None, None) => return Ok(None),
        (Some(heights), None) => {
            let velocity = flat(&heights);
            (heights, velocity)
        }
        (None, Some(velocity)) => (flat(&velocity), velocity),
        (Some(heights), Some(velocity)) => {
            let velocity = velocity.resampled(heights.columns(), heights.rows());
            (heights, velocity)
        }
    };
    Ok(Some(Arc::new(State {
        heights,
        velocity,
        length,
    })))
}

/// A grid of zeros of the same size.
fn flat(like: &Grid<f32>) -> Grid<f32> {
    Grid::new(like.columns(), like.rows(), 0.0)
}
