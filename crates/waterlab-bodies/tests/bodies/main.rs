//! Bodies in water against theory.

/// Two tests of the function `$name`, which takes a number of steps: with few of them, and with many for `make test-long`.
macro_rules! endurance {
    ($name:ident, $few:expr, $many:expr) => {
        mod $name {
            #[test]
            fn over_few_steps() {
                super::$name($few);
            }

            #[test]
            #[ignore = "many steps: run by `make test-long`"]
            fn over_many_steps() {
                super::$name($many);
            }
        }
    };
}

mod contacts;
mod energy;
mod floating;
mod ground;
mod momentum;
mod motion;
mod shore;
mod splash;
mod together;
mod towing;
mod wake;

use waterlab_bodies::{Bodies, Body, BodyId, Shape, Surroundings};
use waterlab_core::glam::DVec3;
use waterlab_core::parameter::Value;
use waterlab_core::pool::Size;
use waterlab_core::water::{Model, Water};

const SECONDS: f64 = 1.0 / 60.0;

/// A model's pool with these settings and cells along each side.
fn pool(model: &str, cells: i64, settings: &[(&str, Value)]) -> Box<dyn Water> {
    let size = Size::new(cells, cells).unwrap();
    let mut water = Model::named(model).unwrap().create(size);
    if ["wave", "shallow"].contains(&model) {
        water.set("depth", Value::Real(1.6)).unwrap();
    }
    if model == "shallow" {
        // As much as the wave equation has by default.
        water.set("damping", Value::Real(0.4)).unwrap();
    }
    for &(key, value) in settings {
        water.set(key, value).unwrap();
    }
    water
}

/// The finest heights of the models that count.
fn fine(model: &str) -> &'static [(&'static str, Value)] {
    match model {
        "ripple" | "coarse" => &[("fraction_bits", Value::Integer(7))],
        _ => &[],
    }
}

/// A pool of the wave equation, `length` metres long and as deep, that comes to rest.
fn wave(length: f64, damping: f64) -> Box<dyn Water> {
    pool(
        "wave",
        96,
        &[
            ("length", Value::Real(length)),
            ("depth", Value::Real(length)),
            ("damping", Value::Real(damping)),
        ],
    )
}

fn ball(diameter: f64) -> Shape {
    Shape::Ball { diameter }
}

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    let size = DVec3::new(x, y, z);
    Shape::Box { size }
}

/// A water with its bodies.
struct Scene {
    water: Box<dyn Water>,
    bodies: Bodies,
}

impl Scene {
    fn new(water: Box<dyn Water>) -> Self {
        let bodies = Bodies::new(Surroundings::of(&*water));
        Self { water, bodies }
    }

    fn add(&mut self, shape: Shape, density: f64, place: [f64; 3]) -> BodyId {
        let body = Body::new(shape, density).unwrap().at(place);
        self.bodies.add(body).unwrap()
    }

    fn step(&mut self) {
        self.bodies.step(&mut *self.water, SECONDS);
    }

    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            self.step();
        }
    }

    fn body(&self, id: BodyId) -> &Body {
        self.bodies.get(id).unwrap().body()
    }

    /// Mean height of the water, metres.
    fn level(&self) -> f64 {
        let heights = self.water.heights().to_metres();
        let sum: f64 = heights.cells().iter().map(|&cell| f64::from(cell)).sum();
        sum / heights.cells().len() as f64
    }
}
