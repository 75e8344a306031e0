//! The waters of [waterlab](https://docs.rs/waterlab) from Python: heights, normals and velocities of a sea or a pool, as numpy arrays.
//!
//! ```python
//! import waterlab
//! sea = waterlab.Sea(wind=10)
//! heights, normals, velocities = sea.heights([[0, 0], [10, -4]])
//! ```
//!
//! Lengths are metres, times seconds. y is up and 0 at the rest level; x and z count from the middle of the pool, or of the first patch of
//! a sea. A water steps 60 times a second. An argument that is not valid is a `ValueError`, which changes nothing.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

use numpy::ndarray::{Array2, ArrayView2};
use numpy::{AllowTypeChange, IntoPyArray, PyArray1, PyArray2, PyArrayLike2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};
use waterlab_core::parameter::{ParameterError, Settings, Value};
use waterlab_core::pool::Size;
use waterlab_core::water::{MODELS, Model, Sample, Sampler, Water, stone_at};

/// Steps per second.
const STEPS_PER_SECOND: f64 = 60.0;

/// Heights (n,), normals (n, 3) and velocities (n, 3) of n places.
type Surface<'py> = (
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray2<f32>>,
);

/// A water that threads of Python may share: each waits for the other.
struct Shared(Mutex<Box<dyn Water>>);

/// An open sea, a function of time.
///
/// Sea(wind=8.0, size=(256, 256), model="sea", **settings)
///
/// `wind` is the wind's speed 10 m above the sea, m/s, 0 to 60; `size` the cells of its patch along x and z; `settings` are any other
/// parameters of the model, such as `choppiness=1.5` or `cascades=3`. The model `gerstner` has no wind.
#[pyclass(module = "waterlab", frozen)]
struct Sea(Shared);

/// A pool, at rest at first.
///
/// Pool(size=(256, 256), length=2.0, model="wave", **settings)
///
/// `size` is its cells along x and z, `length` its longer side, metres; `settings` are any other parameters of the model, such as `depth=0.5`.
#[pyclass(module = "waterlab", frozen)]
struct Pool(Shared);

#[pymethods]
impl Sea {
    #[new]
    #[pyo3(signature = (wind=None, size=(256, 256), model="sea", **settings))]
    fn new(
        wind: Option<f64>,
        size: (i64, i64),
        model: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let wind = wind.map(|wind| ("wind", wind));
        Shared::new(model, size, true, wind, settings).map(Self)
    }

    /// step(n=1): advances by n steps of 1/60 s.
    #[pyo3(signature = (n=1))]
    fn step(&self, py: Python<'_>, n: u32) {
        self.0.step(py, n);
    }

    /// poke(x, z, radius=1.0, weight=100.0): drops a stone, a dent of this radius, metres; its ripples repeat with the patch.
    #[pyo3(signature = (x, z, radius=1.0, weight=100.0))]
    fn poke(&self, py: Python<'_>, x: f64, z: f64, radius: f64, weight: f32) -> PyResult<()> {
        self.0.poke(py, x, z, radius, weight)
    }

    /// The time, seconds. It can be set to any.
    #[getter]
    fn time(&self, py: Python<'_>) -> f64 {
        py.detach(|| {
            let water = self.0.lock();
            water.open_water().map_or(0.0, |sea| sea.time())
        })
    }

    #[setter]
    fn set_time(&self, py: Python<'_>, seconds: f64) -> PyResult<()> {
        let seconds = finite(seconds, "time")?;
        py.detach(|| {
            if let Some(sea) = self.0.lock().open_water_mut() {
                sea.set_time(seconds);
            }
        });
        Ok(())
    }

    /// heights(xz) -> (heights, normals, velocities)
    ///
    /// The surface at n places: `xz` is an array (n, 2) of x and z. Heights (n,) in metres, unit normals (n, 3) and velocities (n, 3) of the
    /// water along x, y, z in m/s, float32. It is the point that the waves moved there, to 1 mm; where they fold, the highest. Read many
    /// places in one call: each call computes the velocities of the whole sea, which `height_at` does not.
    fn heights<'py>(
        &self,
        py: Python<'py>,
        xz: PyArrayLike2<'py, f64, AllowTypeChange>,
    ) -> PyResult<Surface<'py>> {
        self.0.heights(py, xz.as_array())
    }

    /// height_at(x, z, time=None): the height over a place, metres, at this time, seconds, where the sea then stays; now without one.
    #[pyo3(signature = (x, z, time=None))]
    fn height_at(&self, py: Python<'_>, x: f64, z: f64, time: Option<f64>) -> PyResult<f64> {
        let time = time.map(|seconds| finite(seconds, "time")).transpose()?;
        Ok(py.detach(|| {
            let mut water = self.0.lock();
            match (time, water.open_water_mut()) {
                (Some(seconds), Some(sea)) => sea.height_at(x, z, seconds),
                _ => height_at(&**water, x, z),
            }
        }))
    }
}

#[pymethods]
impl Pool {
    #[new]
    #[pyo3(signature = (size=(256, 256), length=2.0, model="wave", **settings))]
    fn new(
        size: (i64, i64),
        length: f64,
        model: &str,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Shared::new(model, size, false, Some(("length", length)), settings).map(Self)
    }

    /// step(n=1): advances by n steps of 1/60 s.
    #[pyo3(signature = (n=1))]
    fn step(&self, py: Python<'_>, n: u32) {
        self.0.step(py, n);
    }

    /// poke(x, z, radius=0.1, weight=100.0): drops a stone, a dent of this radius, metres. A weight of 100 makes it about 14 cm deep
    /// in the middle, in a pool 2 m long; a negative one makes a bump.
    #[pyo3(signature = (x, z, radius=0.1, weight=100.0))]
    fn poke(&self, py: Python<'_>, x: f64, z: f64, radius: f64, weight: f32) -> PyResult<()> {
        self.0.poke(py, x, z, radius, weight)
    }

    /// heights(xz) -> (heights, normals, velocities)
    ///
    /// The surface at n places: `xz` is an array (n, 2) of x and z. Heights (n,) in metres, NaN outside of the pool, unit normals (n, 3) and
    /// velocities (n, 3) of the water along x, y, z in m/s, float32. Read many places in one call: each call computes the velocities of
    /// the whole pool, which `height_at` does not.
    fn heights<'py>(
        &self,
        py: Python<'py>,
        xz: PyArrayLike2<'py, f64, AllowTypeChange>,
    ) -> PyResult<Surface<'py>> {
        self.0.heights(py, xz.as_array())
    }

    /// height_at(x, z): the height over a place, metres; NaN outside of the pool.
    fn height_at(&self, py: Python<'_>, x: f64, z: f64) -> f64 {
        py.detach(|| height_at(&**self.0.lock(), x, z))
    }
}

impl Shared {
    /// A water of a model with settings, on a sea or not.
    fn new(
        model: &str,
        size: (i64, i64),
        is_open: bool,
        value: Option<(&str, f64)>,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let models = || MODELS.iter().filter(|model| model.is_open() == is_open);
        let model = models().find(|known| known.name == model).ok_or_else(|| {
            let names: Vec<_> = models().map(|model| model.name).collect();
            error(format!(
                "there is no such model here: it is one of {}",
                names.join(", ")
            ))
        })?;
        let size = Size::new(size.0, size.1).map_err(error)?;
        let mut settings = Settings::new(model.parameters);
        if let Some((key, value)) = value {
            settings.set(key, value).map_err(error)?;
        }
        for (key, value) in others.into_iter().flatten() {
            let key: String = key.extract()?;
            let value = value_of(model, &key, &value)?;
            settings.set(&key, value).map_err(error)?;
        }
        let mut water = model.create_with(&settings, size).map_err(error)?;
        water.keep_time(STEPS_PER_SECOND);
        Ok(Self(Mutex::new(water)))
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Water>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn step(&self, py: Python<'_>, steps: u32) {
        py.detach(|| {
            let mut water = self.lock();
            (0..steps).for_each(|_| water.step());
        });
    }

    fn poke(&self, py: Python<'_>, x: f64, z: f64, radius: f64, weight: f32) -> PyResult<()> {
        let radius = finite(radius, "radius")?;
        finite(weight.into(), "weight")?;
        let is_inside = py.detach(|| {
            let mut water = self.lock();
            let stone = stone_at(&**water, [x, z], radius, weight);
            stone.map(|stone| water.disturb(&stone)).is_some()
        });
        match is_inside {
            true => Ok(()),
            false => Err(error(format!("({x}, {z}) lies outside of the pool"))),
        }
    }

    fn heights<'py>(&self, py: Python<'py>, xz: ArrayView2<'_, f64>) -> PyResult<Surface<'py>> {
        if xz.ncols() != 2 {
            return Err(error(format!(
                "xz has {} columns: it has two, x and z of each place",
                xz.ncols()
            )));
        }
        let places: Vec<[f64; 2]> = xz.rows().into_iter().map(|row| [row[0], row[1]]).collect();
        let samples = py.detach(|| {
            let water = self.lock();
            Sampler::new(&**water, STEPS_PER_SECOND).many(&places)
        });
        let heights: Vec<f32> = samples
            .iter()
            .map(|sample| sample.map_or(f32::NAN, |sample| sample.height))
            .collect();
        let vectors = |of: fn(Sample) -> [f32; 3], outside: [f32; 3]| {
            Array2::from_shape_fn((samples.len(), 3), |(place, axis)| {
                samples[place].map_or(outside, of)[axis]
            })
        };
        let normals = vectors(|sample| sample.normal.into(), [0.0, 1.0, 0.0]);
        let velocities = vectors(|sample| sample.velocity.into(), [0.0; 3]);
        Ok((
            heights.into_pyarray(py),
            normals.into_pyarray(py),
            velocities.into_pyarray(py),
        ))
    }
}

/// The height over a place as it is now, metres; NaN outside of a pool.
fn height_at(water: &dyn Water, x: f64, z: f64) -> f64 {
    let sampler = Sampler::new(water, STEPS_PER_SECOND);
    sampler.height_at(x, z).unwrap_or(f64::NAN)
}

/// A value of Python as the kind that the parameter has; choices by their names.
fn value_of(model: &Model, key: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let Some(parameter) = model.parameters.iter().find(|known| known.key == key) else {
        let known = model.parameters.iter().map(|known| known.key);
        return Err(error(ParameterError::unknown(key, known)));
    };
    Ok(match parameter.range.default_value() {
        Value::Integer(_) => Value::Integer(value.extract()?),
        Value::Real(_) => Value::Real(value.extract()?),
        Value::Switch(_) => Value::Switch(value.extract()?),
        Value::Choice(_) => parameter
            .option(&value.extract::<String>()?)
            .map_err(error)?,
    })
}

fn finite(number: f64, name: &str) -> PyResult<f64> {
    match number.is_finite() {
        true => Ok(number),
        false => Err(error(format!("{name}: {number} is not a finite number"))),
    }
}

fn error(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Real-time water: heights, normals and velocities of seas and pools.
///
/// Lengths are metres, times seconds; y is up and 0 at the rest level, x and z count from the middle. A water steps 60 times a second.
#[pymodule]
fn waterlab(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Sea>()?;
    module.add_class::<Pool>()
}
