//! Arguments from JavaScript, checked before they are used. The types of a wasm-bindgen signature convert a wrong value silently
//! (−1 becomes 2³² − 1, `"x"` becomes NaN), so the methods of [`Lab`](super::Lab) take a [`JsValue`] and check it here.
//!
//! `what` names the method and its argument in the error: "advance: `steps`".

use super::error;
use crate::parameter::excerpt;
use js_sys::{Float32Array, Float64Array, Uint8Array};
use std::fmt::Display;
use std::ops::RangeInclusive;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// A number in `range`, both ends included.
pub(super) fn number(
    what: &str,
    value: &JsValue,
    range: RangeInclusive<f64>,
) -> Result<f64, JsError> {
    let number = value.as_f64().filter(|number| range.contains(number));
    let (min, max) = range.into_inner();
    number.ok_or_else(|| refused(what, &format!("a number from {min} to {max}"), value))
}

/// A whole number in `range`, both ends included.
pub(super) fn whole(
    what: &str,
    value: &JsValue,
    range: RangeInclusive<i64>,
) -> Result<i64, JsError> {
    let (min, max) = range.into_inner();
    let number = value.as_f64().filter(|number| number.fract() == 0.0);
    let number = number.filter(|number| (min as f64..=max as f64).contains(number));
    match number {
        Some(number) => Ok(number as i64),
        None => Err(refused(
            what,
            &format!("a whole number from {min} to {max}"),
            value,
        )),
    }
}

/// A number that is neither NaN nor infinite, and that an `f32` can hold.
pub(super) fn finite(what: &str, value: &JsValue) -> Result<f64, JsError> {
    let number = value.as_f64();
    let number = number.filter(|number| number.abs() <= f64::from(f32::MAX));
    number.ok_or_else(|| refused(what, "a finite number", value))
}

/// A string.
pub(super) fn text(what: &str, value: &JsValue) -> Result<String, JsError> {
    let text = value.as_string();
    text.ok_or_else(|| refused(what, "a string", value))
}

/// `true` or `false`.
pub(super) fn flag(what: &str, value: &JsValue) -> Result<bool, JsError> {
    let flag = value.as_bool();
    flag.ok_or_else(|| refused(what, "true or false", value))
}

/// The bytes of a `Uint8Array`.
pub(super) fn bytes(what: &str, value: &JsValue) -> Result<Vec<u8>, JsError> {
    let bytes = value.dyn_ref::<Uint8Array>();
    let bytes = bytes.ok_or_else(|| refused(what, "a Uint8Array", value))?;
    Ok(bytes.to_vec())
}

/// The numbers of a `Float32Array`, each in `range`, both ends included.
pub(super) fn floats(
    what: &str,
    value: &JsValue,
    range: RangeInclusive<f32>,
) -> Result<Vec<f32>, JsError> {
    let array = value.dyn_ref::<Float32Array>();
    let array = array.ok_or_else(|| refused(what, "a Float32Array", value))?;
    let numbers = array.to_vec();
    match numbers.iter().find(|number| !range.contains(number)) {
        None => Ok(numbers),
        Some(&wrong) => {
            let (min, max) = range.into_inner();
            let wanted = format!("numbers from {min} to {max}");
            Err(refused(what, &wanted, &JsValue::from(wrong)))
        }
    }
}

/// The pairs of x and z in a `Float64Array`, each number in `range`, both ends included.
pub(super) fn places(
    what: &str,
    value: &JsValue,
    range: RangeInclusive<f64>,
) -> Result<Vec<[f64; 2]>, JsError> {
    let array = value.dyn_ref::<Float64Array>();
    let numbers = array.map(Float64Array::to_vec).unwrap_or_default();
    let (pairs, rest) = numbers.as_chunks::<2>();
    let is_valid = array.is_some() && rest.is_empty();
    if is_valid && numbers.iter().all(|number| range.contains(number)) {
        return Ok(pairs.to_vec());
    }
    let (min, max) = range.into_inner();
    let wanted = format!("a Float64Array of pairs of x and z, numbers from {min} to {max}");
    Err(refused(what, &wanted, value))
}

/// A name that is none of `known`: the error lists them.
pub(super) fn unknown(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'static str>,
) -> JsError {
    let known: Vec<_> = known.into_iter().collect();
    let nearest = crate::parameter::nearest(name, known.iter().copied());
    let hint = nearest.map_or_else(String::new, |name| format!(" Did you mean `{name}`?"));
    let name = excerpt(name);
    error(format!(
        "There is no {kind} `{name}`.{hint} There are: {}",
        known.join(", ")
    ))
}

fn refused(what: &str, wanted: &str, value: &JsValue) -> JsError {
    error(format!("{what} must be {wanted}, not {}", shown(value)))
}

/// A value as it would be written in JavaScript, shortened; an object by its kind.
fn shown(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        return format!("\"{}\"", excerpt(&text));
    }
    let plain: Option<&dyn Display> = match () {
        () if value.is_undefined() => Some(&"undefined"),
        () if value.is_null() => Some(&"null"),
        () if value.is_function() => Some(&"a function"),
        () if value.is_array() => Some(&"an array"),
        () if value.is_object() => Some(&"an object"),
        () => None,
    };
    if let Some(plain) = plain {
        return plain.to_string();
    }
    match (value.as_f64(), value.as_bool()) {
        (Some(number), _) if number.is_infinite() => {
            let sign = if number < 0.0 { "-" } else { "" };
            format!("{sign}Infinity")
        }
        (Some(number), _) => number.to_string(),
        (_, Some(flag)) => flag.to_string(),
        _ => "a value of another kind".to_owned(),
    }
}
