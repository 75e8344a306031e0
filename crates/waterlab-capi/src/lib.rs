//! The waters of [waterlab](https://docs.rs/waterlab) from C and what can call it: heights, normals and velocities of a sea or a pool, for
//! what floats on it.
//!
//! The header is `include/waterlab.h`, which a test generates from this file. A water is a handle: make one, step it or set its time, read it
//! at any places, close it.
//!
//! - Lengths are metres, times seconds. y is up and 0 at the rest level; x and z count from the middle of the pool, or of the first patch of
//!   a sea.
//! - A water steps 60 times a second.
//! - What can fail returns a status or `NULL`; `waterlab_error` then says why. Nothing is changed.
//! - One thread uses a handle at a time, for reading as well; handles of their own are independent.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use waterlab_core::parameter::{Parameter, Range, Settings, Value, nearest};
use waterlab_core::pool::Size;
use waterlab_core::water::{MODELS, Model, Sample, Sampler, Water, stone_at};

/// Steps per second.
const STEPS_PER_SECOND: f64 = 60.0;

/// Cells of a sea along each side.
const SEA_CELLS: i64 = 256;

thread_local! {
    /// The error of this thread's last failed call.
    static ERROR: RefCell<CString> = RefCell::default();
}

/// A water.
pub struct Waterlab {
    water: Box<dyn Water>,
}

/// The surface of a water at a place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaterlabSample {
    /// Metres above the rest level; NaN outside of a pool.
    pub height: f32,
    /// The unit normal x, y, z, which points up.
    pub normal: [f32; 3],
    /// Velocity of the water along x, y, z, metres per second.
    pub velocity: [f32; 3],
}

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaterlabStatus {
    /// Success.
    Ok = 0,
    /// An argument is not valid; see `waterlab_error`.
    InvalidArgument = 1,
    /// A fault of this library. Close the water: it may be in any state.
    Fault = 2,
}

/// An open sea raised by a wind of this speed, m/s, 10 m above it, at time 0; `NULL` if that is out of range, 0 to 60.
/// Close it with `waterlab_close`.
#[unsafe(no_mangle)]
pub extern "C" fn waterlab_sea(wind: f64) -> *mut Waterlab {
    open(|| {
        let settings = [("wind", wind)];
        create("sea", SEA_CELLS, SEA_CELLS, &settings)
    })
}

/// A pool at rest of columns × rows cells (x, z), whose longer side is `length` metres: the wave equation, the model `wave`. `NULL` if
/// an argument is invalid. Close it with `waterlab_close`.
#[unsafe(no_mangle)]
pub extern "C" fn waterlab_pool(columns: i64, rows: i64, length: f64) -> *mut Waterlab {
    open(|| create("wave", columns, rows, &[("length", length)]))
}

/// Water of any model by its name (`ripple`, `wave`, `iwave`, `gerstner`, `sea`, `shallow`, …), at rest or at time 0, with its default
/// parameters; `NULL` if there is no such model or size. Close it with `waterlab_close`.
///
/// # Safety
///
/// `model` is a text that ends with a 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_open(
    model: *const c_char,
    columns: i64,
    rows: i64,
) -> *mut Waterlab {
    open(|| {
        // SAFETY: that `model` is such a text is required of the caller.
        let model = unsafe { text(model, "model") }?;
        create(model, columns, rows, &[])
    })
}

/// Ends a water; `NULL` is ignored.
///
/// # Safety
///
/// `water` comes from a function of this library, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_close(water: *mut Waterlab) {
    if !water.is_null() {
        // SAFETY: it is a box that `open` gave away, and the caller gives it back.
        let water = unsafe { Box::from_raw(water) };
        guarded(|| {
            drop(water);
            Ok(())
        });
    }
}

/// Sets a parameter of the model: a number, an integer, a switch (0, 1) or the index of a choice, from the next step on.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now; `key` is a text that ends with a 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_set(
    water: *mut Waterlab,
    key: *const c_char,
    value: f64,
) -> WaterlabStatus {
    guarded(|| {
        // SAFETY: both are required of the caller.
        let (water, key) = unsafe { (self::water(water)?, text(key, "key")?) };
        let parameters = water.settings().parameters();
        let value = value_of(parameters, key, value)?;
        water.set(key, value).map_err(|error| error.to_string())
    })
}

/// Advances the water by this many steps, 1/60 s each.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_step(water: *mut Waterlab, steps: u32) -> WaterlabStatus {
    guarded(|| {
        // SAFETY: required of the caller.
        let water = unsafe { self::water(water) }?;
        (0..steps).for_each(|_| water.step());
        Ok(())
    })
}

/// Sets the time of a sea, seconds, which may be any: it is a function of time. A pool has no time to be set.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_set_time(water: *mut Waterlab, seconds: f64) -> WaterlabStatus {
    guarded(|| {
        // SAFETY: required of the caller.
        let water = unsafe { self::water(water) }?;
        let seconds = finite(seconds, "seconds")?;
        let sea = water.open_water_mut().ok_or("a pool has no time to set")?;
        sea.set_time(seconds);
        Ok(())
    })
}

/// Drops a stone at (x, z): a dent of this radius, metres, and of the volume of a flat one weight/4096 as deep as the pool is long. 100 makes
/// a dent about 14 cm deep in the middle, in a pool 2 m long; a negative weight a bump. The ripples of a sea repeat with its patch.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_poke(
    water: *mut Waterlab,
    x: f64,
    z: f64,
    radius: f64,
    weight: f64,
) -> WaterlabStatus {
    guarded(|| {
        // SAFETY: required of the caller.
        let water = unsafe { self::water(water) }?;
        let radius = finite(radius, "radius")?;
        let single = finite(weight, "weight")? as f32;
        if !single.is_finite() {
            return Err(format!("weight: {weight:?} is out of range"));
        }
        let stone = stone_at(&*water, [x, z], radius, single);
        water.disturb(&stone.ok_or_else(|| format!("({x}, {z}) lies outside of the pool"))?);
        Ok(())
    })
}

/// Reads the surface at `count` places: `xz` has x and z of each, `samples` takes one sample for each. On a choppy sea it is the point
/// that the waves moved there, to 1 mm; where they fold, the highest. Places outside of a pool have a height of NaN. Read many places in one call:
/// each call computes the velocities of the whole water, which `waterlab_height_at` does not.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now; `xz` has 2·`count` numbers; `samples` has room for `count` samples, and may be
/// uninitialised. `xz` and `samples` must not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_heights(
    water: *const Waterlab,
    count: usize,
    xz: *const f64,
    samples: *mut WaterlabSample,
) -> WaterlabStatus {
    guarded(|| {
        // SAFETY: it is not written through, and the rest is required of the caller.
        let water = unsafe { self::water(water.cast_mut()) }?;
        if count == 0 {
            return Ok(());
        }
        if xz.is_null() || samples.is_null() {
            return Err("the places or the samples are NULL".into());
        }
        // SAFETY: the caller provides 2·`count` numbers, and `xz` is not null; `[f64; 2]` is two numbers in a row.
        let places = unsafe { std::slice::from_raw_parts(xz.cast::<[f64; 2]>(), count) };
        let sampler = Sampler::new(&*water, STEPS_PER_SECOND);
        for (index, sample) in sampler.many(places).into_iter().enumerate() {
            let sample = sample.map_or(WaterlabSample::OUTSIDE, WaterlabSample::from);
            // SAFETY: the caller provides room for `count` samples, which need not be initialised, and `samples` is not null.
            unsafe { samples.add(index).write(sample) };
        }
        Ok(())
    })
}

/// Height over the place (x, z), metres, of a sea at this time, seconds, where it then stays; of a pool now, whatever the time. NaN outside of a pool,
/// and if it fails. It computes no velocities.
///
/// # Safety
///
/// `water` is an open water, which no other thread uses now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waterlab_height_at(
    water: *mut Waterlab,
    x: f64,
    z: f64,
    seconds: f64,
) -> f64 {
    let mut height = f64::NAN;
    guarded(|| {
        // SAFETY: required of the caller.
        let water = unsafe { self::water(water) }?;
        height = match water.open_water_mut() {
            Some(sea) => sea.height_at(x, z, finite(seconds, "seconds")?),
            None => {
                let sampler = Sampler::new(&*water, STEPS_PER_SECOND);
                sampler.height_at(x, z).unwrap_or(f64::NAN)
            }
        };
        Ok(())
    });
    height
}

/// The error of this thread's last failed call: one sentence, UTF-8, until the next one fails; empty if none has.
#[unsafe(no_mangle)]
pub extern "C" fn waterlab_error() -> *const c_char {
    ERROR.with_borrow(|error| error.as_ptr())
}

impl WaterlabSample {
    /// Where there is no water.
    const OUTSIDE: Self = Self {
        height: f32::NAN,
        normal: [0.0, 1.0, 0.0],
        velocity: [0.0; 3],
    };
}

impl From<Sample> for WaterlabSample {
    fn from(sample: Sample) -> Self {
        Self {
            height: sample.height,
            normal: sample.normal.into(),
            velocity: sample.velocity.into(),
        }
    }
}

fn create(
    model: &str,
    columns: i64,
    rows: i64,
    values: &[(&str, f64)],
) -> Result<Box<dyn Water>, String> {
    let found = Model::named(model).ok_or_else(|| {
        let near = nearest(model, MODELS.iter().map(|model| model.name));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("there is no model `{model}`{near}")
    })?;
    let size = Size::new(columns, rows).map_err(|error| error.to_string())?;
    let mut settings = Settings::new(found.parameters);
    for &(key, value) in values {
        settings
            .set(key, value)
            .map_err(|error| error.to_string())?;
    }
    let water = found.create_with(&settings, size);
    let mut water = water.map_err(|error| error.to_string())?;
    water.keep_time(STEPS_PER_SECOND);
    Ok(water)
}

/// A number as the kind of value that a parameter has.
fn value_of(parameters: &[Parameter], key: &str, value: f64) -> Result<Value, String> {
    let number = finite(value, key)?;
    let whole = || match number {
        number if number.fract() != 0.0 => Err(format!("{key}: {number:?} is not a whole number")),
        // All integers below this are exact, and no range reaches it.
        number if number.abs() >= 1e15 => Err(format!("{key}: {number:?} is out of range")),
        number => Ok(number as i64),
    };
    let parameter = parameters.iter().find(|known| known.key == key);
    Ok(match parameter.map(|parameter| &parameter.range) {
        Some(Range::Integer { .. }) => Value::Integer(whole()?),
        Some(Range::Switch { .. }) => match whole()? {
            0 => Value::Switch(false),
            1 => Value::Switch(true),
            _ => return Err(format!("{key}: {number} is neither 0 (off) nor 1 (on)")),
        },
        Some(Range::Choice { options, .. }) => {
            let index = usize::try_from(whole()?).ok();
            let index = index.filter(|&index| index < options.len());
            Value::Choice(index.ok_or_else(|| {
                let last = options.len().saturating_sub(1);
                let options = options.join(", ");
                format!("{key}: {number} is not an index from 0 to {last} ({options})")
            })?)
        }
        // An unknown key is refused where it is set.
        _ => Value::Real(number),
    })
}

fn finite(number: f64, name: &str) -> Result<f64, String> {
    match number.is_finite() {
        true => Ok(number),
        false => Err(format!("{name}: {number} is not a finite number")),
    }
}

/// The water of a handle.
///
/// # Safety
///
/// It is null or an open water, which nothing else uses for as long as the result lives.
unsafe fn water<'a>(handle: *mut Waterlab) -> Result<&'a mut dyn Water, String> {
    // SAFETY: as above.
    let handle = unsafe { handle.as_mut() };
    Ok(&mut *handle.ok_or("the water is NULL")?.water)
}

/// A text from C.
///
/// # Safety
///
/// It is null, or ends with a 0 and stays as it is for as long as the result lives.
unsafe fn text<'a>(text: *const c_char, name: &str) -> Result<&'a str, String> {
    if text.is_null() {
        return Err(format!("the {name} is NULL"));
    }
    // SAFETY: as above.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str()
        .map_err(|_| format!("the {name} is not UTF-8"))
}

/// Makes a handle of a water.
fn open(create: impl FnOnce() -> Result<Box<dyn Water>, String>) -> *mut Waterlab {
    let mut handle = std::ptr::null_mut();
    guarded(|| {
        let water = create()?;
        handle = Box::into_raw(Box::new(Waterlab { water }));
        Ok(())
    });
    handle
}

/// Keeps panics from C, and errors for `waterlab_error`.
fn guarded(work: impl FnOnce() -> Result<(), String>) -> WaterlabStatus {
    // After a panic only the water may be in an unfinished state, and the header forbids its use.
    let (status, error) = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => return WaterlabStatus::Ok,
        Ok(Err(error)) => (WaterlabStatus::InvalidArgument, error),
        Err(_) => (WaterlabStatus::Fault, "a fault of waterlab".to_owned()),
    };
    let error = CString::new(error.replace('\0', " ")).unwrap_or_default();
    ERROR.with_borrow_mut(|last| *last = error);
    status
}
