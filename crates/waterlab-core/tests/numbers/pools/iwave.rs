//! iWave, compared with docs/models.md §6: kernel, dispersion relation and damping of the scheme, walls and sources.

use crate::pools::iwave_pair::{apply_settings, settings, stone};
use crate::pools::measure::{angular_frequency, heights, highest};
use crate::pools::plain_iwave::{
    GRAVITY, PlainIWave, double, kernel, lifted, multipliers, noise, transform,
};
use std::f64::consts::PI;
use std::sync::Arc;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Fraction, IWave, Obstacle, Obstruction, Size, State};
use waterlab_core::water::{Model, Water};

const NO_BOTTOM: f64 = f64::INFINITY;

/// These values with the depth, given in cells, in metres of a pool 2 m and so many cells long.
fn in_cells<'a>(values: &[(&'a str, f64)], cells: i64) -> Vec<(&'a str, f64)> {
    let metres = |&(key, value): &(&'a str, f64)| match key {
        "depth" => (key, value * 2.0 / cells as f64),
        _ => (key, value),
    };
    values.iter().map(metres).collect()
}

fn pool(columns: i64, rows: i64, values: &[(&str, f64)]) -> IWave {
    let mut pool = IWave::new(Size::new(columns, rows).expect("a size"));
    apply_settings(&mut pool, &in_cells(values, columns.max(rows)));
    pool
}

#[test]
fn the_kernel_has_the_check_values_of_the_reference() {
    let (time_step, damping) = (0.25, 0.3);
    let mut water = pool(33, 33, &[("time_step", time_step), ("damping", damping)]);
    let lone = |column, row| if (column, row) == (16, 16) { 1.0 } else { 0.0 };
    water.set_state(&lifted(Grid::from_fn(33, 33, lone)));
    water.step();
    let (a, pull) = (damping * time_step, GRAVITY * time_step * time_step);
    // (1 − a)·h − gΔt²·G ⊛ h, all divided by 1 + a.
    let weight = |column: usize, row: usize| {
        let next = f64::from(heights(&water)[(column, row)]);
        (f64::from(lone(column, row)) * (1.0 - a) - next * (1.0 + a)) / pull
    };
    for (x, z, value) in [
        (0, 0, 1.0),
        (1, 0, 0.678276606),
        (1, 1, 0.444564895),
        (0, 2, 0.156420803),
        (3, 0, -0.065327391),
        (0, 4, -0.064447811),
        (3, 4, -0.031433210),
        (6, 0, -0.014956820),
        (6, 6, -0.004262207),
        (7, 0, 0.0),
    ] {
        for (x, z) in [(16 + x, 16 + z), (16 - x, 16 + z), (16 + z, 16 - x)] {
            let got = weight(x, z);
            assert!((got - value).abs() < 1e-6, "{x}, {z}: {got} for {value}");
        }
    }
    let cells = (0..33).flat_map(|row| (0..33).map(move |column| (column, row)));
    let sum: f64 = cells.map(|(column, row)| weight(column, row)).sum();
    assert!((sum - 2.097912289).abs() < 1e-5, "{sum}");
}

#[test]
fn a_step_agrees_with_the_reference_with_walls_greys_and_sources() {
    let (columns, rows) = (37, 26);
    let size = Size::new(37, 26).expect("a size");
    let mut water = pool(37, 26, &[]);
    let mut plain = PlainIWave::new(columns, rows);
    // A single solid cell, with the brush of docs/models.md §6, and a strip of grey.
    let grey = |column: usize, row: usize| match (column, row) {
        (9, 12) => 0.0,
        (20..=22, _) => 0.8,
        _ => 1.0,
    };
    let mut obstruction = Obstruction::open(size);
    obstruction.add(&Obstacle::Mask(Arc::new(Grid::from_fn(
        columns, rows, grey,
    ))));
    water.set_obstacles(&obstruction);
    plain.open = Grid::from_fn(columns, rows, |column, row| {
        let brush = match (column.abs_diff(9), row.abs_diff(12)) {
            (0, 0) => 0.0,
            (0, 1) | (1, 0) => 0.5,
            (1, 1) => 0.75,
            _ => 1.0,
        };
        brush * f64::from(grey(column, row).max(f32::from(u8::from((column, row) == (9, 12)))))
    });
    let shown = double(&water.obstruction());
    for (shown, expected) in shown.cells().iter().zip(plain.open.cells()) {
        assert!((shown - expected).abs() < 1e-6);
    }

    for step in 0..400 {
        if step % 40 == 5 {
            // The source brush of docs/models.md §6, half a metre high.
            let at = (4 + step / 15, 3 + step / 20);
            let source = Grid::from_fn(columns, rows, |column, row| {
                match (column.abs_diff(at.0), row.abs_diff(at.1)) {
                    (0, 0) => 0.5,
                    (0, 1) | (1, 0) => 0.25,
                    (1, 1) => 0.125,
                    _ => 0.0,
                }
            });
            let before = heights(&water);
            water.add_source(&source);
            assert_eq!(heights(&water), before, "the source acts before the step");
            assert!(!water.is_calm());
            plain.source = double(&source);
        }
        water.step();
        plain.step();
        for (got, expected) in heights(&water).cells().iter().zip(plain.now.cells()) {
            assert!(
                (f64::from(*got) - expected).abs() < 2e-5,
                "{step}: {got} for {expected}"
            );
        }
        let velocity = water.velocity();
        for (index, got) in velocity.cells().iter().enumerate() {
            let expected = plain.now.cells()[index] - plain.before.cells()[index];
            assert!((f64::from(*got) - expected).abs() < 2e-5, "{step}");
        }
    }
    assert!(highest(&water) > 1e-3, "there are no waves");
    assert_eq!(heights(&water)[(9, 12)], 0.0);
}

#[test]
fn plane_waves_follow_the_dispersion_relation_of_the_scheme() {
    for (depth, time_step) in [(0.0, 0.03), (0.0, 0.2), (1.0, 0.06)] {
        let damping = if time_step > 0.1 { 0.1 } else { 0.03 };
        let kernel = kernel(if depth > 0.0 { depth } else { NO_BOTTOM });
        let values = [
            ("time_step", time_step),
            ("damping", damping),
            ("depth", depth),
        ];
        let mut water = pool(120, 120, &values);
        for wavelength in [16.0, 9.0, 5.0] {
            for angle in [0.0, PI / 4.0] {
                let k = 2.0 * PI / wavelength;
                let k = [k * f64::cos(angle), k * f64::sin(angle)];
                let lambda = transform(&kernel, k);
                let [[real, imaginary], _] = multipliers(lambda, time_step, damping, GRAVITY);
                let expected = imaginary.atan2(real);
                let got = angular_frequency(&mut water, k, expected, 0.01, 16);
                assert!(
                    (got / expected - 1.0).abs() < 0.005,
                    "{depth} m, {time_step} s, {wavelength} at {angle}: {got} for {expected}"
                );
            }
        }
    }
}

#[test]
fn allowed_settings_are_stable_and_refused_ones_are_not() {
    let model = Model::named("iwave").expect("a model");
    let size = Size::default();
    let all = Settings::new(model.parameters);
    let mut refused = 0;
    for depth in [0.0, 0.3, 1.0, 5.0] {
        let kernel = kernel(if depth > 0.0 { depth } else { NO_BOTTOM });
        let lambdas: Vec<f64> = (0..=60)
            .flat_map(|x| (0..=x).map(move |z| [x, z].map(|k| f64::from(k) * PI / 60.0)))
            .map(|k| transform(&kernel, k))
            .collect();
        for gravity in [1.0, 9.8] {
            for time_step in [0.01, 0.03, 0.1, 0.2, 0.25, 0.26, 0.3, 0.8] {
                for damping in [0.0, 0.01, 0.1, 0.3, 2.0] {
                    let values = [
                        ("depth", depth),
                        ("gravity", gravity),
                        ("time_step", time_step),
                        ("damping", damping),
                    ];
                    let largest = lambdas
                        .iter()
                        .flat_map(|&lambda| multipliers(lambda, time_step, damping, gravity))
                        .map(|[real, imaginary]| real.hypot(imaginary))
                        .fold(0.0, f64::max);
                    match model.check(&settings(&all, &in_cells(&values, 256)), size) {
                        Ok(()) => assert!(largest <= 1.0 + 1e-9, "{values:?}: {largest}"),
                        Err(error) => {
                            refused += 1;
                            let bottom_may_rise = depth > 0.0;
                            assert!(
                                bottom_may_rise || largest > 1.0,
                                "{values:?}: {error}, but {largest}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 20);
}

#[test]
fn an_unstable_setting_is_refused_with_the_limit_and_changes_nothing() {
    let mut water = pool(16, 16, &[]);
    let error = water
        .set("time_step", Value::Real(0.3))
        .expect_err("unstable");
    assert!(error.to_string().contains("at most 0.2548"), "{error}");
    assert_eq!(water.time_step(), Some(0.03));
    let error = water
        .set("damping", Value::Real(0.0))
        .expect_err("unstable");
    assert!(error.to_string().contains("at least 0.0128"), "{error}");
    assert_eq!(water.settings().real("damping"), 0.3);
}

#[test]
fn the_published_scheme_with_the_wrong_sign_grows_and_ours_decays() {
    let mut plain = PlainIWave::new(20, 20);
    let mut water = pool(20, 20, &[]);
    plain.sign = 1.0;
    let start = noise(20, 20, 1);
    plain.now = double(&start);
    plain.before = double(&start);
    water.set_state(&lifted(start));
    for _ in 0..1000 {
        plain.step();
        water.step();
    }
    let grown = plain
        .now
        .cells()
        .iter()
        .fold(0.0, |max: f64, cell| max.max(cell.abs()));
    assert!(grown > 1e4, "{grown}");
    // √(1 + 0.009)^−1000 = 0.011 of the amplitudes, which start at about √2 times the heights.
    let (remaining, bound) = (highest(&water), 0.03);
    assert!(remaining < bound && remaining > 1e-4, "{remaining}");
}

/// The energy of the scheme from three consecutive steps, for any operator A: u⁺ᵀKu + (u⁺ − u)ᵀP(u⁺ − u), where Au follows
/// from the step itself. `open` is the total factor of a cell.
fn energy(levels: [&Grid<f64>; 3], open: &Grid<f64>, a: f64) -> f64 {
    let mut sum = 0.0;
    for (index, &open) in open.cells().iter().enumerate() {
        if open == 0.0 {
            continue;
        }
        let [before, now, next] = levels.map(|level| level.cells()[index]);
        let mass = (1.0 + a) / (open * open);
        let pulled = (mass + 1.0) * now - before - mass * next;
        sum += next * pulled + (next - now).powi(2) * (mass + 1.0) / 2.0;
    }
    sum
}

#[test]
fn the_energy_of_the_scheme_never_grows_over_bottoms_and_between_walls() {
    let (columns, rows) = (30, 22);
    let size = Size::new(30, 22).expect("a size");
    let mut walls = Obstruction::open(size);
    walls.add(&Obstacle::Disc {
        at: Fraction::clamped(0.3, 0.5),
        radius: 4.0,
    });
    let reef = Grid::from_fn(columns, rows, |column, row| {
        if (column / 5 + row / 4) % 2 == 0 {
            0.02
        } else {
            1.0
        }
    });
    for (obstruction, map, values) in [
        (
            Obstruction::open(size),
            None,
            [("damping", 0.02), ("depth", 0.0)],
        ),
        (walls.clone(), None, [("damping", 0.02), ("depth", 0.0)]),
        (
            Obstruction::open(size),
            Some(&reef),
            [("damping", 0.05), ("depth", 8.0)],
        ),
        (walls, Some(&reef), [("damping", 0.3), ("depth", 8.0)]),
    ] {
        let mut water = pool(30, 22, &values);
        water.set_obstacles(&obstruction);
        water.set_map("depth_map", map).expect("a map");
        water.set_state(&State {
            length: 2.0,
            heights: noise(columns, rows, 3),
            velocity: noise(columns, rows, 4),
        });
        let open = double(&water.obstruction());
        // u is the height times the obstruction, by which a step starts.
        let masked = |water: &IWave| {
            let mut heights = double(&heights(water));
            for (height, open) in heights.cells_mut().iter_mut().zip(open.cells()) {
                *height *= open;
            }
            heights
        };
        water.step();
        let mut before = masked(&water);
        water.step();
        let mut now = masked(&water);
        let a = values[0].1 * 0.03;
        let mut last = f64::INFINITY;
        let mut first = None;
        for step in 0..1500 {
            water.step();
            let next = masked(&water);
            let energy = energy([&before, &now, &next], &open, a);
            let first = *first.get_or_insert(energy);
            // Rounding is 10⁻⁷ of each term, and the terms cancel to about a hundredth.
            let slack = 1e-5 * first;
            assert!(energy > -slack, "{values:?}, step {step}: {energy}");
            assert!(
                energy <= last + slack,
                "{values:?}, step {step}: {energy} after {last}"
            );
            last = energy;
            before = std::mem::replace(&mut now, next);
        }
    }
}

#[test]
fn a_shallow_half_slows_waves_and_the_map_is_the_depth() {
    let mut water = pool(60, 60, &[("depth", 8.0)]);
    assert_eq!(water.depth().expect("a depth")[(0, 0)], 8.0 / 30.0);
    let map = Grid::from_fn(60, 2, |column, _| if column < 30 { 0.05 } else { 1.0 });
    assert!(water.set_map("depth", Some(&map)).is_err());
    water.set_map("depth_map", Some(&map)).expect("a map");
    let depth = water.depth().expect("a depth").into_owned();
    assert!((depth[(0, 9)] - 0.4 / 30.0).abs() < 1e-6 && depth[(59, 9)] == 8.0 / 30.0);
    water.disturb(&stone(0.5, 0.5, 3.0, 400));
    for _ in 0..120 {
        water.step();
    }
    let now = heights(&water);
    let energy = |columns: std::ops::Range<usize>| -> f32 {
        columns
            .map(|column| (0..60).map(|row| now[(column, row)].powi(2)).sum::<f32>())
            .sum()
    };
    let (deep, shallow) = (energy(42..60), energy(0..18));
    assert!(deep > 4.0 * shallow, "{deep}, {shallow}");
    water.set_map("depth_map", None).expect("no map");
    assert_eq!(water.depth().expect("a depth")[(0, 0)], 8.0 / 30.0);
    assert!(
        pool(8, 8, &[]).depth().is_none(),
        "a bottomless pool has a depth"
    );
}

#[test]
fn a_change_of_the_time_step_keeps_the_velocity_in_metres_per_second() {
    let mut water = pool(20, 20, &[]);
    water.set_state(&State {
        length: 2.0,
        heights: noise(20, 20, 5),
        velocity: noise(20, 20, 6),
    });
    let before = water.velocity().into_owned();
    apply_settings(&mut water, &[("time_step", 0.06)]);
    for (after, before) in water.velocity().cells().iter().zip(before.cells()) {
        assert!((after - 2.0 * before).abs() < 1e-5);
    }
}

#[test]
fn subnormal_heights_are_flushed_to_0() {
    let mut water = pool(220, 9, &[]);
    water.disturb(&stone(0.0, 0.5, 2.0, 1));
    for _ in 0..400 {
        water.step();
        let tiny = |cell: &&f32| **cell != 0.0 && cell.abs() < f32::MIN_POSITIVE;
        assert_eq!(heights(&water).cells().iter().filter(tiny).count(), 0);
    }
}
