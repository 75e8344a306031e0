//! Shallow water that flows against theory: dam breaks, basins, beaches, rivers (docs/models.md §17).

mod cover;
mod dam_breaks;
mod earthwork;
mod flows;
mod paraboloid;
mod rest;
mod robust;
mod waves;

use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Range, Value};
use waterlab_core::pool::{Size, State};
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

/// Gravity in all tests, m/s².
const GRAVITY: f64 = 9.81;

/// Frictionless water over a bed, both in metres by the position of a cell's centre, from the corner of a pool `length` metres long.
fn pool(
    (columns, rows): (usize, usize),
    length: f64,
    bed: impl Fn(f64, f64) -> f64,
    level: impl Fn(f64, f64) -> f64,
) -> Shallow {
    let mut water = Shallow::new(Size::new(columns as i64, rows as i64).unwrap());
    water.set("length", Value::Real(length)).unwrap();
    water.set("manning", Value::Real(0.0)).unwrap();
    water.set("least_depth", Value::Real(1e-6)).unwrap();
    let spacing = water.spacing();
    let on_cells = |of: &dyn Fn(f64, f64) -> f64| {
        Grid::from_fn(columns, rows, |column, row| {
            let centre = |cell: usize| (cell as f64 + 0.5) * spacing;
            of(centre(column), centre(row)) as f32
        })
    };
    water.set_map("bed_map", Some(&on_cells(&bed))).unwrap();
    water.set_state(&State {
        heights: on_cells(&level),
        velocity: Grid::new(columns, rows, 0.0),
        length,
    });
    water
}

/// Advances by this many seconds, in steps of 1/60 s.
fn run(water: &mut Shallow, seconds: f64) {
    for _ in 0..(seconds * 60.0).round() as usize {
        water.step();
    }
}

/// The relative L1 error of the depths along the middle row, for a depth by the position of a cell's centre.
fn depth_error(water: &Shallow, exact: impl Fn(f64) -> f64) -> f64 {
    let depth = water.water_depth().expect("it has ground");
    let row = depth.row(depth.rows() / 2);
    let (mut difference, mut total) = (0.0, 0.0);
    for (column, &depth) in row.iter().enumerate() {
        let exact = exact((column as f64 + 0.5) * water.spacing());
        difference += (f64::from(depth) - exact).abs();
        total += exact;
    }
    difference / total
}

/// Sets a choice by its name.
fn choose(water: &mut Shallow, key: &str, option: &str) {
    let mut parameters = water.settings().parameters().iter();
    let parameter = parameters.find(|parameter| parameter.key == key).unwrap();
    let Range::Choice { options, .. } = parameter.range else {
        panic!("{key} is no choice");
    };
    let index = options.iter().position(|known| *known == option).unwrap();
    water.set(key, Value::Choice(index)).unwrap();
}
