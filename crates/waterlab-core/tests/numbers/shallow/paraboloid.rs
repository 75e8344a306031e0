//! Water that swings in a paraboloid without friction, with a shoreline that moves (Thacker 1981).

use super::{GRAVITY, pool};
use waterlab_core::water::Water;

/// Side of the pool, metres, and its cells.
const LENGTH: f64 = 3.0;
const CELLS: usize = 128;

/// Depth of the water in the middle, metres, and the radius of the shore.
const DEPTH: f64 = 0.1;
const RADIUS: f64 = 1.0;

fn bed(x: f64, z: f64) -> f64 {
    let (x, z) = (x - 0.5 * LENGTH, z - 0.5 * LENGTH);
    -DEPTH * (1.0 - (x * x + z * z) / (RADIUS * RADIUS))
}

/// How far the water swings to either side in the planar oscillation, metres.
const SWING: f64 = 0.25;

/// The plane of the planar oscillation along x at t, metres.
fn plane(x: f64, _: f64, seconds: f64) -> f64 {
    let middle = SWING * (frequency() * seconds).cos();
    DEPTH / (RADIUS * RADIUS) * middle * (2.0 * (x - 0.5 * LENGTH) - middle)
}

/// Radians in a second.
fn frequency() -> f64 {
    (2.0 * GRAVITY * DEPTH).sqrt() / RADIUS
}

/// The curved surface of the radial oscillation at t, metres.
fn dome(x: f64, z: f64, seconds: f64) -> f64 {
    let start = 0.8_f64;
    let a = (RADIUS.powi(2) - start.powi(2).powi(2)) / (RADIUS.powi(2) + start.powi(4));
    let turn = 2.0 * frequency() * seconds;
    let square = (x - 0.5 * LENGTH).powi(2) + (z - 0.5 * LENGTH).powi(2);
    let below = 1.0 - a * turn.cos();
    DEPTH
        * ((1.0 - a * a).sqrt() / below
            - 1.0
            - square / RADIUS.powi(2) * ((1.0 - a * a) / below.powi(2) - 1.0))
}

/// Checks the period and the height of a swing over two periods, of the level at a place where it is highest at the start.
fn check(level: impl Fn(f64, f64, f64) -> f64, period: f64, (x, z): (f64, f64)) {
    let mut water = pool((CELLS, CELLS), LENGTH, bed, |x, z| level(x, z, 0.0));
    let spacing = water.spacing();
    let cell = [x, z].map(|place| (place / spacing) as usize);
    let [x, z] = cell.map(|cell| (cell as f64 + 0.5) * spacing);
    let steps = (2.4 * period * 60.0) as usize;
    let levels: Vec<f64> = (0..steps)
        .map(|_| {
            water.step();
            f64::from(water.heights().to_metres()[(cell[0], cell[1])])
        })
        .collect();
    let late = &levels[(1.75 * period * 60.0) as usize..];
    let crest = late.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let trough = levels[(1.25 * period * 60.0) as usize..]
        .iter()
        .copied()
        .fold(f64::INFINITY, f64::min);
    let [highest, lowest] = [0.0, 0.5].map(|part| level(x, z, part * period));
    let swing = (crest - trough) / (highest - lowest);
    // The last crest lies in the middle of the time for which the level is over half of it.
    let half = 0.5 * (crest + trough);
    let above = |index: &usize| levels[*index] > half;
    let last_half = (1.5 * period * 60.0) as usize..steps;
    let over: Vec<usize> = last_half.filter(above).collect();
    let middle = 0.5 * (over[0] + over[over.len() - 1]) as f64 + 1.0;
    let periods = middle / 60.0 / period;
    println!("swing {swing}, periods {periods}");
    assert!((periods / 2.0 - 1.0).abs() < 0.02, "{periods}");
    assert!((swing - 1.0).abs() < 0.03, "{swing}");
}

#[test]
fn a_dome_swings_in_its_period_with_its_height() {
    check(
        dome,
        std::f64::consts::PI / frequency(),
        (0.5 * LENGTH, 0.5 * LENGTH),
    );
}

#[test]
fn a_plane_swings_in_its_period_with_its_slope() {
    let period = 2.0 * std::f64::consts::PI / frequency();
    check(plane, period, (0.5 * LENGTH + 0.3, 0.5 * LENGTH));
}
