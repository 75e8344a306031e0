//! Waves: small ones as those of the linear equation, solitary ones on a beach, bores, and waves through open edges.

use super::{GRAVITY, choose, pool, run};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Size, State, Wave};
use waterlab_core::water::Water;

#[test]
fn small_waves_are_those_of_the_linear_equation() {
    let (cells, length, depth) = (128, 10.0, 0.5);
    let hump =
        |x: f64, z: f64| 0.001 * (-((x - 4.0).powi(2) + (z - 5.5).powi(2)) / 1.5_f64.powi(2)).exp();
    let mut water = pool((cells, cells), length, |_, _| -depth, hump);
    let mut linear = Wave::new(Size::new(cells as i64, cells as i64).unwrap());
    for (key, value) in [("length", length), ("depth", depth), ("damping", 0.0)] {
        linear.set(key, Value::Real(value)).unwrap();
    }
    linear.set_state(&State {
        heights: water.heights().to_metres(),
        velocity: Grid::new(cells, cells, 0.0),
        length,
    });
    // Across the pool and back.
    for step in 1..=240 {
        water.step();
        linear.step();
        if step % 60 > 0 {
            continue;
        }
        let [one, other] = [water.heights().to_metres(), linear.heights().to_metres()];
        let pairs = || one.cells().iter().zip(other.cells());
        let difference: f32 = pairs().map(|(a, b)| (a - b).powi(2)).sum();
        let total: f32 = pairs().map(|(_, b)| b.powi(2)).sum();
        let error = (difference / total).sqrt();
        println!("step {step}: {error}");
        assert!(error < 0.02, "{step}: {error}");
    }
}

/// The run-up of a solitary wave of height H in depth d on a slope of 1 : cot (Synolakis 1987): R/d = 2.831 √cot·(H/d)^(5/4).
#[test]
fn a_solitary_wave_runs_up_a_beach_as_synolakis_measured() {
    let (depth, cot, height) = (1.0_f64, 19.85_f64, 0.0185_f64);
    let toe = 40.0;
    let length = toe + 1.6 * cot;
    let centre = toe - 14.0;
    let width = (0.75 * height).sqrt();
    let elevation = |x: f64| height / (width * (x - centre)).cosh().powi(2);
    let bed = |x: f64, _| -depth + ((x - toe).max(0.0)) / cot;
    let mut water = pool((1000, 3), length, bed, |x, _| elevation(x));
    // A wave that travels toward the beach: u = η√(g/d) in the water, as hidden state.
    let (columns, rows) = (1000, 3);
    let spacing = water.spacing();
    let velocity = |column: usize| {
        let x = (column as f64 + 0.5) * spacing;
        let eta = elevation(x);
        let depth = (-bed(x, 0.0)).max(0.0) + eta;
        match depth > eta {
            true => 2.0 * ((GRAVITY * depth).sqrt() - (GRAVITY * (depth - eta)).sqrt()),
            false => 0.0,
        }
    };
    let hidden = Grid::from_fn(columns, 3 * rows + 1, |column, row| {
        match (rows..2 * rows).contains(&row) {
            true => velocity(column) as f32,
            false => 0.0,
        }
    });
    water.set_hidden_state(&hidden);
    let mut highest = 0.0_f64;
    for _ in 0..(30.0 * 60.0) as usize {
        water.step();
        let depth = water.water_depth().expect("it has ground");
        let wet = (0..columns).rev().find(|&column| depth[(column, 1)] > 2e-4);
        let x = (wet.expect("water") as f64 + 0.5) * spacing;
        highest = highest.max(bed(x, 0.0));
    }
    let theory = 2.831 * cot.sqrt() * height.powf(1.25);
    println!("run-up {highest} for {theory}");
    assert!((highest / theory - 1.0).abs() < 0.05, "{highest} {theory}");
}

#[test]
fn a_bore_has_the_speed_and_the_jump_of_rankine_and_hugoniot() {
    // Water that flows against a wall is thrown back as a bore.
    let (before, inflow) = (0.5_f64, 0.6_f64);
    let mut water = pool((400, 3), 40.0, |_, _| -before, |_, _| 0.0);
    choose(&mut water, "west", "inflow");
    water.set("inflow", Value::Real(inflow)).unwrap();
    run(&mut water, 6.0);
    let depth = water.water_depth().expect("it has ground");
    let front = |depth: &Grid<f32>, high: f32| {
        let middle = 0.5 * (high + before as f32);
        let cell = (0..400)
            .rev()
            .find(|&column| depth[(column, 1)] > middle)
            .unwrap();
        // Between the cells by the depth.
        let [a, b] = [depth[(cell, 1)], depth[(cell + 1, 1)]];
        0.1 * (cell as f64 + 0.5 + f64::from((a - middle) / (a - b)))
    };
    let high = depth[(20, 1)];
    let first = front(&depth, high);
    run(&mut water, 1.5);
    let later = water.water_depth().expect("it has ground");
    let speed = (front(&later, high) - first) / 1.5;
    let high = f64::from(high);
    // s² = g·h₂(h₁ + h₂)/(2h₁) into still water, and s·(h₂ − h₁) is the discharge.
    let theory = (GRAVITY * high * (before + high) / (2.0 * before)).sqrt();
    println!(
        "bore {speed} for {theory}, discharge {}",
        speed * (high - before)
    );
    assert!((speed / theory - 1.0).abs() < 0.01, "{speed} {theory}");
    assert!((speed * (high - before) / inflow - 1.0).abs() < 0.02);
}

#[test]
fn an_open_edge_lets_waves_leave() {
    let hump = |x: f64, _| 0.02 * (-(x - 5.0).powi(2)).exp();
    let mut water = pool((200, 3), 10.0, |_, _| -0.5, hump);
    choose(&mut water, "edges", "open");
    run(&mut water, 6.0);
    let heights = water.heights().to_metres();
    let left = heights
        .cells()
        .iter()
        .fold(0.0_f32, |most, h| most.max(h.abs()));
    println!("left {left}");
    // Of a crest of 1 cm each way.
    assert!(left < 2e-4, "{left}");
}

#[test]
fn a_swell_comes_in_at_its_height() {
    let mut water = pool((400, 3), 40.0, |_, _| -1.0, |_, _| 0.0);
    choose(&mut water, "west", "level");
    choose(&mut water, "east", "open");
    water.set("swell_height", Value::Real(0.04)).unwrap();
    water.set("swell_period", Value::Real(3.0)).unwrap();
    run(&mut water, 30.0);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for _ in 0..180 {
        water.step();
        let height = water.heights().to_metres()[(200, 1)];
        (low, high) = (low.min(height), high.max(height));
    }
    println!("swell {low} {high}");
    assert!(((high - low) / 0.04 - 1.0).abs() < 0.05, "{low} {high}");
}

#[test]
fn a_tide_fills_a_bay() {
    let mut water = pool((60, 40), 30.0, |x, _| -1.0 + 0.05 * x, |_, _| 0.0);
    choose(&mut water, "west", "level");
    water.set("tide_height", Value::Real(0.6)).unwrap();
    water.set("tide_period", Value::Real(400.0)).unwrap();
    let before = water.volume();
    // High water.
    run(&mut water, 100.0);
    let heights = water.heights().to_metres();
    assert!(
        (heights[(5, 20)] - 0.3).abs() < 0.01,
        "{}",
        heights[(5, 20)]
    );
    // The bay is dry from x = 20 m on at the rest level, and 0.3 m higher at 26 m.
    let depth = water.water_depth().expect("it has ground");
    let shore = (0..60)
        .rev()
        .find(|&column| depth[(column, 20)] > 1e-3)
        .unwrap();
    assert!((0.5 * (shore as f64 + 0.5) - 26.0).abs() < 0.8, "{shore}");
    assert!(water.volume() > 1.2 * before);
}

#[test]
fn a_bay_follows_the_levels_of_a_gauge() {
    let mut water = pool((60, 4), 30.0, |_, _| -2.0, |_, _| 0.0);
    choose(&mut water, "west", "level");
    // Waves need 7 s for the bay: the level rises slowly against that, and the seiche that begins with it dies away.
    water.set("damping", Value::Real(0.1)).unwrap();
    let rows = [[0.0, 0.0], [60.0, 0.0], [360.0, 0.6], [480.0, 0.6]];
    let gauge = Grid::from_cells(2, 4, rows.as_flattened().to_vec()).unwrap();
    water.set_map("level_file", Some(&gauge)).unwrap();
    let mut begun = 0.0;
    for (seconds, wanted) in [(60.0, 0.0), (210.0, 0.3), (360.0, 0.6), (600.0, 0.6)] {
        run(&mut water, seconds - begun);
        begun = seconds;
        for level in water.heights().to_metres().cells() {
            assert!((level - wanted).abs() < 0.004, "{seconds} s: {level}");
        }
    }
    // Without it the sea is at the rest level again.
    water.set_map("level_file", None).unwrap();
    run(&mut water, 120.0);
    for level in water.heights().to_metres().cells() {
        assert!(level.abs() < 0.01, "{level}");
    }
}
