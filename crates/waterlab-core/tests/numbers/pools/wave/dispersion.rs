//! Wave speeds: the dispersion relation of the scheme, and √(g·p) for long waves.

use super::{SHALLOW, choose, courant, drive, heights, omega, pool, put, set, wave_number};
use crate::pools::measure::angular_frequency;
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::pool::Wave;
use waterlab_core::water::Water;

#[test]
fn plane_waves_follow_the_dispersion_relation_of_the_scheme_at_any_angle() {
    for wavelength in [5.0, 9.0, 16.0] {
        for angle in [0.0, 30.0_f64.to_radians(), PI / 4.0] {
            let mut water = pool(160, 160, SHALLOW, "free");
            assert_eq!(water.sub_steps(), 1);
            let k = 2.0 * PI / wavelength;
            let k = [k * f64::cos(angle), k * f64::sin(angle)];
            let expected = omega(courant(&water, SHALLOW), k);
            let got = angular_frequency(&mut water, k, expected, 1e-3, 50);
            assert!(
                (got / expected - 1.0).abs() < 1e-3,
                "length {wavelength}, angle {angle}: {got} for {expected}"
            );
        }
    }
}

#[test]
fn standing_waves_follow_the_scheme_with_any_number_of_sub_steps() {
    for (depth, sub_steps) in [(SHALLOW, 1), (0.04, 2), (0.3, 6)] {
        for mode in [[8.0, 0.0], [5.0, 5.0], [1.0, 3.0]] {
            let mut water = pool(48, 48, depth, "free");
            assert_eq!(water.sub_steps(), sub_steps);
            let k = mode.map(|mode| PI * mode / 48.0);
            let turn = omega(courant(&water, depth), k);
            let shape =
                |column: f64, row: f64| (k[0] * (column + 0.5)).cos() * (k[1] * (row + 0.5)).cos();
            put(&mut water, |column, row, time| {
                1e-3 * shape(column, row) * (turn * time).cos()
            });
            // An oscillation obeys A(n + 1) + A(n − 1) = 2·cos ω·A(n).
            let mut swing = Vec::new();
            for _ in 0..60 {
                let heights = heights(&water);
                let mut sum = 0.0;
                for row in 0..48 {
                    for column in 0..48 {
                        let height = f64::from(heights[(column, row)]);
                        sum += height * shape(column as f64, row as f64);
                    }
                }
                swing.push(sum);
                water.step();
            }
            let fit = |f: fn(&[f64]) -> f64| swing.windows(3).map(f).sum::<f64>();
            let cosine = fit(|a| (a[0] + a[2]) * a[1]) / (2.0 * fit(|a| a[1] * a[1]));
            let expected = (turn * f64::from(sub_steps)).cos();
            assert!(
                (cosine - expected).abs() < 1e-4,
                "depth {depth}, mode {mode:?}: {cosine} for {expected}"
            );
        }
    }
}

#[test]
fn sub_steps_equal_shorter_steps() {
    for edges in ["free", "fixed", "absorbing"] {
        let shape =
            |column: f64, row: f64, time: f64| 1e-3 * (0.4 * column + 0.3 * row - 0.3 * time).sin();
        let (mut whole, mut parts) = (pool(50, 40, 0.09, edges), pool(50, 40, 0.09, edges));
        set(&mut parts, "time_step", 1.0 / 180.0);
        assert_eq!((whole.sub_steps(), parts.sub_steps()), (3, 1));
        put(&mut whole, shape);
        put(&mut parts, shape);
        for _ in 0..100 {
            whole.step();
            for _ in 0..3 {
                parts.step();
            }
        }
        let (whole, parts) = (heights(&whole), heights(&parts));
        for (whole, parts) in whole.cells().iter().zip(parts.cells()) {
            assert!((whole - parts).abs() < 1e-8, "{edges}: {whole} and {parts}");
        }
    }
}

#[test]
fn long_waves_approach_the_root_of_gravity_times_depth() {
    let mut last = f64::INFINITY;
    for wavelength in [8.0, 16.0, 32.0] {
        let mut water = pool(200, 200, SHALLOW, "free");
        let k = 2.0 * PI / wavelength;
        // Metres per second, radians per metre, seconds.
        let expected = (9.81 * SHALLOW).sqrt() * (k / super::SPACING) / 60.0;
        let guess = omega(courant(&water, SHALLOW), [k, 0.0]);
        let got = angular_frequency(&mut water, [k, 0.0], guess, 1e-3, 60);
        let error = (got / expected - 1.0).abs();
        assert!(error < 0.4 * last, "{wavelength}: {error} after {last}");
        last = error;
    }
    assert!(last < 1.5e-3, "{last}");
}

/// The wave number in radians per cell between two columns of a channel, from the phase of the waves of a column that
/// oscillates with `period` steps.
fn driven_wave_number(mut water: Wave, period: f64, from: usize, to: usize) -> f64 {
    let turn = 2.0 * PI / period;
    let (settle, periods) = (400, 5);
    let mut sums = vec![(0.0, 0.0); to + 1];
    for step in 0..settle + periods * period as usize {
        drive(&mut water, 0, 0.05 * (turn * step as f64).sin());
        water.step();
        if step >= settle {
            let (sine, cosine) = (turn * step as f64).sin_cos();
            let heights = heights(&water);
            for (column, sum) in sums.iter_mut().enumerate() {
                let height = f64::from(heights[(column, 1)]);
                *sum = (sum.0 + height * cosine, sum.1 + height * sine);
            }
        }
    }
    let phase = |column: usize| sums[column].1.atan2(sums[column].0);
    let turned: f64 = (from..to)
        .map(|column| (phase(column + 1) - phase(column)).rem_euclid(2.0 * PI))
        .sum();
    turned / (to - from) as f64
}

#[test]
fn a_reef_shortens_waves_by_the_root_of_its_depth() {
    // Reflections from the end of the channel do not reach these columns in time.
    let channel = || pool(600, 3, SHALLOW, "free");
    let reef = |depth: f32| {
        let mut water = channel();
        let map = Grid::from_fn(600, 3, |column, _| if column < 40 { 1.0 } else { depth });
        water.set_map("depth_map", Some(&map)).expect("a map");
        water
    };
    let period = 30.0;
    let deep = driven_wave_number(channel(), period, 50, 110);
    for depth in [0.5, 0.25] {
        let shallow = driven_wave_number(reef(depth), period, 50, 110);
        let c = courant(&channel(), SHALLOW) * f64::from(depth);
        let scheme = wave_number(c, 2.0 * PI / period);
        assert!((shallow / scheme - 1.0).abs() < 5e-3, "{shallow}, {scheme}");
        let ratio = shallow / deep * f64::from(depth).sqrt();
        assert!((ratio - 1.0).abs() < 0.05, "depth {depth}: {ratio}");
    }
}

#[test]
fn dry_land_is_still_and_transmits_nothing() {
    let mut water = pool(60, 20, SHALLOW, "free");
    choose(&mut water, "walls", "free");
    let map = Grid::from_fn(60, 20, |column, _| f32::from(!(30..33).contains(&column)));
    water.set_map("depth_map", Some(&map)).expect("a map");
    assert!(water.set_map("deepness", None).is_err());
    let depth = water.depth().expect("a depth");
    assert_eq!((depth[(0, 0)], depth[(31, 5)]), (SHALLOW as f32, 0.0));
    for step in 0..300 {
        drive(&mut water, 5, 0.02 * (0.3 * f64::from(step)).sin());
        water.step();
        let heights = heights(&water);
        for row in 0..20 {
            assert!(heights.row(row)[30..].iter().all(|&height| height == 0.0));
        }
    }
}
