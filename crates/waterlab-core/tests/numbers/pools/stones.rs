//! Stones on moving water: in the float models they add neither volume nor energy to the flow.

use crate::pools::endurance::{pool, rainfall};
use crate::pools::measure::{gaussian_depth, highest};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, State};
use waterlab_core::water::Water;

/// The depth of the dent of the heaviest drop of the default rain, in metres.
fn heaviest() -> f64 {
    96.0 * f64::from(METRES_PER_WEIGHT) * gaussian_depth()
}

/// The largest height under the default rain, in metres.
fn highest_under_rain(water: &mut dyn Water, steps: usize, drops_per_second: f64) -> f64 {
    let mut rain = rainfall(drops_per_second);
    let mut max = 0.0_f64;
    for step in 0..steps {
        for drop in rain.fall() {
            water.disturb(&drop);
        }
        water.step();
        if step % 50 == 0 {
            max = max.max(highest(water));
        }
    }
    max
}

#[test]
fn narrow_deep_pools_without_damping_stay_bounded_under_rain() {
    // In a narrow pool the waves of a drop are reflected again and again.
    for (columns, rows) in [(33, 4), (4, 33), (3, 3), (16, 16), (64, 5)] {
        for depth in [0.04, 5.0, 159.0] {
            let values = [("damping", Value::Real(0.0)), ("depth", Value::Real(depth))];
            let mut water = pool("wave", columns, rows, &values);
            let max = highest_under_rain(&mut *water, 1500, 4.0);
            assert!(
                max < 3.0 * heaviest(),
                "{columns} × {rows}, {depth} m: {max}"
            );
        }
    }
}

#[test]
fn rain_without_damping_does_not_drive_up_any_float_model() {
    for (name, values) in [
        ("wave", vec![("damping", Value::Real(0.0))]),
        // The scheme needs a little damping.
        ("iwave", vec![("damping", Value::Real(0.013))]),
        ("iwave-exact", vec![("damping", Value::Real(0.0))]),
        (
            "spring",
            vec![
                ("stiffness", Value::Real(0.0)),
                ("viscosity", Value::Real(0.0)),
            ],
        ),
    ] {
        for (columns, rows) in [(40, 4), (5, 5), (24, 18)] {
            for drops_per_second in [4.0, 60.0] {
                let mut water = pool(name, columns, rows, &values);
                let max = highest_under_rain(&mut *water, 6000, drops_per_second);
                assert!(
                    max < 8.0 * heaviest(),
                    "{name}, {columns} × {rows}, {drops_per_second} /s: {max}"
                );
            }
        }
    }
}

/// Columns and rows of the pool whose flow is measured.
const SMALL: (usize, usize) = (12, 9);

/// Its depth relative to the deepest cell.
fn depth(column: usize, row: usize) -> f32 {
    0.3 + 0.7 * ((5 * column + 3 * row) % 11) as f32 / 10.0
}

/// Whether a cell is solid.
fn solid(column: usize, row: usize) -> bool {
    column == 7 && row < 6
}

/// Solves A·x = b by elimination for a positive definite A.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let count = b.len();
    for pivot in 0..count {
        let (above, below) = a.split_at_mut(pivot + 1);
        let line = &above[pivot];
        for (row, lower) in (pivot + 1..).zip(below) {
            let factor = lower[pivot] / line[pivot];
            for (cell, above) in lower.iter_mut().zip(line).skip(pivot) {
                *cell -= factor * above;
            }
            b[row] -= factor * b[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count)
            .map(|column| a[row][column] * b[column])
            .sum();
        b[row] = (b[row] - known) / a[row][row];
    }
    b
}

/// The sum of v over the water, and the energy ½⟨v, (−∇·(p∇))⁻¹ v⟩ of the flow for v without its mean. The depth p between two
/// cells is the harmonic mean of theirs.
fn flow(velocity: &Grid<f32>) -> (f64, f64) {
    let (columns, rows) = SMALL;
    let cells: Vec<(usize, usize)> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .filter(|&(column, row)| !solid(column, row))
        .collect();
    let speed: Vec<f64> = cells
        .iter()
        .map(|&cell| f64::from(velocity[cell]))
        .collect();
    let sum: f64 = speed.iter().sum();
    let mean = sum / speed.len() as f64;
    // A small diagonal term makes the matrix definite; the mean is 0.
    let matrix = cells.iter().map(|&(x, z)| {
        let mut line: Vec<f64> = cells
            .iter()
            .map(|&(x2, z2)| {
                let (one, other) = (f64::from(depth(x, z)), f64::from(depth(x2, z2)));
                if x.abs_diff(x2) + z.abs_diff(z2) == 1 {
                    -2.0 * one * other / (one + other)
                } else {
                    0.0
                }
            })
            .collect();
        let here = cells
            .iter()
            .position(|&cell| cell == (x, z))
            .expect("itself");
        line[here] = 1e-9 - line.iter().sum::<f64>();
        line
    });
    let level: Vec<f64> = speed.iter().map(|speed| speed - mean).collect();
    let potential = solved(matrix.collect(), level.clone());
    let energy = level
        .iter()
        .zip(&potential)
        .map(|(v, p)| v * p)
        .sum::<f64>()
        / 2.0;
    (sum, energy)
}

#[test]
fn a_stone_conserves_the_flow_and_adds_no_energy() {
    let (columns, rows) = SMALL;
    let mut state = 1_u32;
    let mut noise = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 23) - 1.0
    };
    for case in 0..200 {
        let free = Value::Choice(1);
        let values = [("damping", Value::Real(0.0)), ("walls", free)];
        let mut water = pool("wave", columns as i64, rows as i64, &values);
        let map = Grid::from_fn(columns, rows, depth);
        water.set_map("depth_map", Some(&map)).expect("a map");
        let mask = Grid::from_fn(columns, rows, |column, row| f32::from(!solid(column, row)));
        let mut obstruction = Obstruction::open(water.size());
        obstruction.add(&Obstacle::Mask(std::sync::Arc::new(mask)));
        water.set_obstacles(&obstruction);
        let surface = State {
            length: 2.0,
            heights: Grid::new(columns, rows, 0.0),
            velocity: Grid::from_fn(columns, rows, |_, _| noise() as f32),
        };
        water.set_state(&surface);
        let before = flow(&water.velocity());
        let place = Fraction::clamped(noise().abs(), noise().abs());
        let radius = 1.0 + 5.0 * noise().abs();
        water.disturb(&Disturbance::stone(place, radius, 100.0));
        let after = flow(&water.velocity());
        let scale = surface
            .velocity
            .cells()
            .iter()
            .fold(0.0, |sum, v| sum + v.abs());
        assert!(
            (after.0 - before.0).abs() < 1e-5 * f64::from(scale),
            "case {case}: {before:?}, {after:?}"
        );
        assert!(
            after.1 <= before.1 * (1.0 + 1e-5),
            "case {case}: {before:?}, {after:?}"
        );
        assert!(after.1 < 0.999 * before.1, "case {case} stops no flow");
        // No cell is deeper than the dent plus the flow of half a step.
        let max = surface
            .velocity
            .cells()
            .iter()
            .fold(0.0_f32, |max, v| max.max(v.abs()));
        let deepest = 100.0 * f64::from(METRES_PER_WEIGHT) * gaussian_depth() + f64::from(max);
        assert!(highest(&*water) < deepest, "case {case}");
    }
}

#[test]
fn of_many_boulders_some_slow_the_flow_in_each_step() {
    let size = 64;
    for name in ["wave", "spring", "iwave", "iwave-exact"] {
        let mut water = pool(name, size, size, &[]);
        let mut obstruction = Obstruction::open(water.size());
        // Where there is a wall, the exact model slows the flow at once as well.
        obstruction.add(&Obstacle::Disc {
            at: Fraction::clamped(0.1, 0.9),
            radius: 3.0,
        });
        water.set_obstacles(&obstruction);
        water.disturb(&Disturbance::stone(Fraction::clamped(0.3, 0.4), 6.0, 200.0));
        (0..5).for_each(|_| water.step());
        let boulder = Disturbance::stone(Fraction::clamped(0.5, 0.5), 40.0, 100.0);
        for step in 0..3 {
            let mut slows = || {
                let before = water.velocity().into_owned();
                water.disturb(&boulder);
                // A change of the heights alone leaves rounding.
                let pairs = before
                    .cells()
                    .iter()
                    .zip(water.velocity().into_owned().cells().to_vec());
                let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
                apart > 1e-6
            };
            assert!(slows(), "{name}, step {step}");
            let slowed = (0..20).filter(|_| slows()).count();
            assert!(slowed < 10, "{name}, step {step}: {slowed}");
            water.step();
        }
    }
}
