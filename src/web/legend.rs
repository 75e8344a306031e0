//! The legend of a colour scale as a JavaScript object.

use super::object;
use crate::session::Legend;
use js_sys::Array;
use wasm_bindgen::JsValue;

/// Number of colour stops of a legend, dense enough for linear interpolation.
const COLOURS: u8 = 24;

/// Title, left end of its part, colours and ticks.
pub(super) fn describe(legend: &Legend) -> JsValue {
    let first = if legend.scale.colours.is_signed() {
        -1.0
    } else {
        0.0
    };
    let colours = (0..=COLOURS).map(|index| {
        let part = first + (1.0 - first) * f32::from(index) / f32::from(COLOURS);
        let [red, green, blue] = legend.scale.colour(part).map(|c| (255.0 * c).round() as u8);
        JsValue::from(format!("rgb({red} {green} {blue})"))
    });
    let ticks = legend.ticks.iter().map(|(at, text)| {
        let at = f64::from((at - first) / (1.0 - first));
        object([("at", at.into()), ("text", text.as_str().into())])
    });
    object([
        ("title", legend.title.as_str().into()),
        ("left", f64::from(legend.part[0]).into()),
        ("colours", colours.collect::<Array>().into()),
        ("ticks", ticks.collect::<Array>().into()),
    ])
}
