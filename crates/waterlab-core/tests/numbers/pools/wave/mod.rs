//! The wave equation (docs/models.md §5), compared with theory.

mod bounded;
mod damping;
mod dispersion;
mod edges;
mod energy;
mod same;
mod slits;
mod surface;
mod uneven;

use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size, State, Wave};
use waterlab_core::water::Water;

/// Metres per cell in these pools.
const SPACING: f64 = 1.0 / 128.0;

/// A depth in metres at which a step of 1/60 s has a single sub-step.
const SHALLOW: f64 = 0.01;

fn set(water: &mut Wave, key: &str, value: f64) {
    water.set(key, Value::Real(value)).expect("stable");
}

fn choose(water: &mut Wave, key: &str, name: &str) {
    let parameters = water.settings().parameters();
    let parameter = parameters.iter().find(|parameter| parameter.key == key);
    let value = parameter
        .expect("a parameter")
        .option(name)
        .expect("a name");
    water.set(key, value).expect("stable");
}

/// A pool of uniform depth in metres without damping.
fn pool(columns: i64, rows: i64, depth: f64, edges: &str) -> Wave {
    let mut water = Wave::new(Size::new(columns, rows).expect("a size"));
    set(&mut water, "length", columns.max(rows) as f64 * SPACING);
    set(&mut water, "depth", depth);
    set(&mut water, "damping", 0.0);
    choose(&mut water, "edges", edges);
    water
}

/// C of a sub-step.
fn courant(water: &Wave, depth: f64) -> f64 {
    let sub_step = 1.0 / 60.0 / f64::from(water.sub_steps());
    9.81 * depth * (sub_step / SPACING).powi(2)
}

/// The dispersion relation of the scheme, sin²(ω/2) = C·(sin²(kx/2) + sin²(kz/2)), in radians per sub-step and per cell.
fn omega(courant: f64, k: [f64; 2]) -> f64 {
    let [x, z] = k.map(|k| (k / 2.0).sin().powi(2));
    2.0 * (courant * (x + z)).sqrt().asin()
}

/// The inverse of [`omega`] along an axis.
fn wave_number(courant: f64, omega: f64) -> f64 {
    2.0 * ((omega / 2.0).sin() / courant.sqrt()).asin()
}

/// Sets the state to a wave with the given height in metres at (column, row, time in sub-steps).
fn put(water: &mut Wave, height: impl Fn(f64, f64, f64) -> f64) {
    let (columns, rows) = (water.size().columns(), water.size().rows());
    let at = |time: f64| {
        Grid::from_fn(columns, rows, |column, row| {
            height(column as f64, row as f64, time)
        })
    };
    let (now, before) = (at(0.0), at(-1.0));
    let sub_steps = f64::from(water.sub_steps());
    let velocity = Grid::from_fn(columns, rows, |column, row| {
        ((now[(column, row)] - before[(column, row)]) * sub_steps) as f32
    });
    let heights = Grid::from_fn(columns, rows, |column, row| now[(column, row)] as f32);
    water.set_state(&State {
        heights,
        velocity,
        length: water.length(),
    });
}

fn heights(water: &Wave) -> Grid<f32> {
    crate::pools::measure::heights(water)
}

/// The largest absolute height in metres.
fn highest(water: &Wave) -> f64 {
    crate::pools::measure::highest(water)
}

/// Makes some rows of these columns solid.
fn wall(water: &mut Wave, columns: std::ops::Range<usize>, is_solid: impl Fn(usize) -> bool) {
    walls(water, |column, row| {
        columns.contains(&column) && is_solid(row)
    });
}

/// Makes the cells solid for which `is_solid` is true.
fn walls(water: &mut Wave, is_solid: impl Fn(usize, usize) -> bool) {
    let size = water.size();
    let mask = Grid::from_fn(size.columns(), size.rows(), |column, row| {
        f32::from(!is_solid(column, row))
    });
    let mut obstruction = Obstruction::open(size);
    obstruction.add(&Obstacle::Mask(std::sync::Arc::new(mask)));
    water.set_obstacles(&obstruction);
}

/// Pulls a column, and its neighbours less, toward a height in metres with the narrowest brush.
fn drive(water: &mut Wave, column: usize, height: f64) {
    let u = (column as f64 + 0.5) / water.size().columns() as f64;
    let at = |v| Fraction::new(u, v).expect("inside");
    let weight = -(height * 2048.0).round() as i16;
    water.disturb(&Disturbance::stroke(
        at(0.0),
        at(1.0),
        0.5,
        f32::from(weight),
    ));
}
