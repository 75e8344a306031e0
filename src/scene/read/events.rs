//! What happens to the water: `[[drop]]`, `[[stroke]]`, `[[source]]`.

use super::fields::Fields;
use crate::parameter::Settings;
use crate::pool::Disturbance;
use crate::scene::keys::{DROP, END, SOURCE, STROKE};
use crate::scene::{Event, SceneError, Source};

pub(super) fn drop(mut fields: Fields) -> Result<Event, SceneError> {
    let at = fields.place("at", (0.5, 0.5))?;
    let settings = fields.settings(&DROP)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings, "step"),
        disturbance: Disturbance::stone(at, settings.real("radius"), weight(&settings)),
    })
}

pub(super) fn stroke(mut fields: Fields) -> Result<Event, SceneError> {
    let from = fields.place("from", (0.25, 0.5))?;
    let to = fields.place("to", (0.75, 0.5))?;
    let settings = fields.settings(&STROKE)?;
    fields.finish()?;
    Ok(Event {
        step: step(&settings, "step"),
        disturbance: Disturbance::stroke(from, to, settings.real("radius"), weight(&settings)),
    })
}

/// A wave maker: at a place, or along a line.
pub(super) fn source(mut fields: Fields) -> Result<Source, SceneError> {
    let line = ["from", "to"].into_iter().find(|key| fields.has(key));
    if let (Some(key), Some(at)) = (line, fields.origin_of("at")) {
        return Err(at.error(format_args!(
            "`source` has both `at` and `{key}`: give it `at` for a place, or `from` and `to` for a line"
        )));
    }
    let beginning = if fields.has("at") { "at" } else { "from" };
    let from = fields.place(beginning, (0.5, 0.5))?;
    let to = fields.place("to", (from.u(), from.v()))?;
    let settings = fields.settings(&SOURCE)?;
    let first = step(&settings, "start");
    let ends = fields.origin_of("end").cloned();
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
        first,
        last: ends.map_or(u64::MAX, |_| last),
    })
}

/// The range of the description keeps it above 0.
fn step(settings: &Settings, key: &str) -> u64 {
    settings.integer(key).unsigned_abs()
}

/// The range of the description is that of 16 bits.
pub(super) fn weight(settings: &Settings) -> i16 {
    settings
        .integer("weight")
        .clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
