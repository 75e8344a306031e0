//! Events: `[[drop]]`, `[[stroke]]`, `[[source]]`.

use super::fields::Fields;
use crate::parameter::Settings;
use crate::pool::Disturbance;
use crate::scene::keys::{
    DROP, DROP_AT, END, FILL, FILL_FROM, FILL_TO, SOURCE, SOURCE_AT, SOURCE_END, SOURCE_FROM,
    SOURCE_TO, STROKE, STROKE_FROM, STROKE_TO,
};
use crate::scene::{Event, Fill, SceneError, Source, weight};

pub(super) fn drop(mut fields: Fields) -> Result<Event, SceneError> {
    let at = fields.place(&DROP_AT)?;
    let settings = fields.settings(&DROP)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings, "step"),
        disturbance: Disturbance::stone(at, settings.real("radius"), weight(&settings).into()),
    })
}

pub(super) fn stroke(mut fields: Fields) -> Result<Event, SceneError> {
    let from = fields.place(&STROKE_FROM)?;
    let to = fields.place(&STROKE_TO)?;
    let settings = fields.settings(&STROKE)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings, "step"),
        disturbance: Disturbance::stroke(
            from,
            to,
            settings.real("radius"),
            weight(&settings).into(),
        ),
    })
}

/// A wave maker: at a place, or along a line.
pub(super) fn source(mut fields: Fields) -> Result<Source, SceneError> {
    let line = [SOURCE_FROM.name, SOURCE_TO.name];
    let line = line.into_iter().find(|key| fields.has(key));
    if let (Some(key), Some(at)) = (line, fields.origin_of(SOURCE_AT.name)) {
        return Err(at.error(format_args!(
            "`source` has both `at` and `{key}`: give it `at` for a place, or `from` and `to` for a line"
        )));
    }
    let beginning = match fields.has(SOURCE_AT.name) {
        true => &SOURCE_AT,
        false => &SOURCE_FROM,
    };
    let from = fields.place(beginning)?;
    let to = fields.place_or(&SOURCE_TO, from)?;
    let settings = fields.settings(&SOURCE)?;
    let first = step(&settings, "start");
    let ends = fields.origin_of(SOURCE_END.name).cloned();
    let last = step(&fields.settings(&END)?, "end");
    if let Some(origin) = &ends
        && last < first
    {
        return Err(origin.error(format_args!(
            "`end` is {last}, which is before `start` at {first}: the source would never push"
        )));
    }
    fields.finish()?;
    Ok(Source {
        from,
        to,
        radius: settings.real("radius"),
        weight: weight(&settings),
        period: settings.real("period"),
        pour: settings.real("pour"),
        first,
        last: ends.map_or(u64::MAX, |_| last),
    })
}

/// A part of the pool that begins filled.
pub(super) fn fill(mut fields: Fields) -> Result<Fill, SceneError> {
    let from = fields.place(&FILL_FROM)?;
    let to = fields.place(&FILL_TO)?;
    let settings = fields.settings(&FILL)?;
    fields.finish()?;
    Ok(Fill {
        from,
        to,
        level: settings.real("level"),
    })
}

/// The range of the parameter keeps it above 0.
fn step(settings: &Settings, key: &str) -> u64 {
    settings.integer(key).unsigned_abs()
}
