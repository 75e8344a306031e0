//! Setting and reading the state of the water.

use super::{choose, heights, highest, pool, set, wall};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{ParameterError, Settings, Value};
use waterlab_core::pool::{Disturbance, Fraction, State};
use waterlab_core::water::Water;

/// A smooth hill on a level of 2 cm, which sinks, in a pool of 64 cells.
fn hill(columns: usize, rows: usize) -> State {
    let shape = |column: usize, row: usize| {
        let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
        (-20.0 * ((u - 0.4).powi(2) + (v - 0.6).powi(2))).exp()
    };
    State {
        length: 64.0 * super::SPACING,
        heights: Grid::from_fn(columns, rows, |c, r| 0.02 + 0.05 * shape(c, r)),
        velocity: Grid::from_fn(columns, rows, |c, r| -0.003 * shape(c, r)),
    }
}

#[test]
fn setting_a_state_keeps_its_mean_and_its_velocity() {
    for (columns, rows) in [(80, 50), (33, 77)] {
        let surface = hill(columns, rows);
        let mut water = pool(64, 40, 0.04, "free");
        assert_eq!(water.sub_steps(), 2);
        water.set_state(&surface);
        assert!(!water.is_calm());
        let found = State::of(&water);
        assert!((found.heights.mean() - surface.heights.mean()).abs() < 1e-7);
        assert!((found.velocity.mean() - surface.velocity.mean()).abs() < 1e-7);
        // After a step the mean has moved by its velocity, since nothing flows through free edges.
        water.step();
        let moved = heights(&water).mean() - surface.heights.mean();
        assert!((moved / surface.velocity.mean() - 1.0).abs() < 1e-3);
    }
}

#[test]
fn walls_dry_land_and_fixed_edges_stay_at_0() {
    let mut water = pool(64, 40, 0.04, "fixed");
    let mut map = Grid::from_fn(64, 40, |column, _| if column < 8 { -1.0 } else { 2.0 });
    map[(20, 20)] = f32::NAN;
    water.set_map("depth_map", Some(&map)).expect("a map");
    wall(&mut water, 30..34, |row| row > 5);
    let dry = |column: usize, row: usize| {
        let border = column == 63 || row == 0 || row == 39;
        border || column < 8 || (column, row) == (20, 20) || (30..34).contains(&column) && row > 5
    };
    water.set_state(&hill(64, 40));
    for step in 0..50 {
        let at = Fraction::clamped(f64::from(step) / 50.0, 0.4);
        water.disturb(&Disturbance::stone(at, 5.0, 200.0));
        let heights = heights(&water);
        for row in 0..40 {
            for column in 0..64 {
                if dry(column, row) {
                    assert_eq!(heights[(column, row)], 0.0, "{column}, {row}");
                }
            }
        }
        water.step();
    }
    assert!(highest(&water) > 0.01);
    assert_eq!(water.obstruction()[(31, 6)], 0.0);
    assert_eq!(water.obstruction()[(31, 5)], 1.0);
    // Without the map dry cells move again.
    water.set_map("depth_map", None).expect("no map");
    for _ in 0..50 {
        water.step();
    }
    assert!(heights(&water)[(5, 20)] != 0.0);
}

#[test]
fn empty_disturbances_leave_the_water_calm_and_others_change_the_revision() {
    let mut water = pool(64, 40, 0.04, "fixed");
    let stone = |u: f64, radius: f64, weight: i16| {
        Disturbance::stone(Fraction::clamped(u, 0.5), radius, f32::from(weight))
    };
    let before = water.revision();
    for empty in [stone(0.5, 0.0, 100), stone(0.5, 4.0, 0)] {
        water.disturb(&empty);
        water.step();
        assert!(water.is_calm());
    }
    assert_eq!(water.revision(), before);
    water.disturb(&stone(0.5, 4.0, 100));
    assert!(!water.is_calm() && water.revision() != before);
    let before = water.revision();
    water.step();
    assert_ne!(water.revision(), before);
    water.reset();
    assert!(water.is_calm() && highest(&water) == 0.0);
}

#[test]
fn unstable_settings_are_refused_with_the_stable_limit() {
    let mut water = pool(256, 256, 0.04, "free");
    choose(&mut water, "walls", "fixed");
    let before = water.settings().clone();
    let mut settings = before.clone();
    settings.set("depth", Value::Real(5.0)).expect("in range");
    settings
        .set("time_step", Value::Real(0.5))
        .expect("in range");
    let refused = water
        .model()
        .check(&settings, water.size())
        .expect_err("unstable");
    assert_eq!(water.apply_settings(&settings), Err(refused.clone()));
    let values = |settings: &Settings| settings.iter().map(|(_, value)| value).collect::<Vec<_>>();
    assert_eq!(values(water.settings()), values(&before));
    let ParameterError::Unstable { key, limit, .. } = refused else {
        panic!("{refused}");
    };
    assert_eq!(key, "time_step");
    // "at most X s with …": X is allowed, and 1 % more is not.
    let limit: f64 = limit
        .split(' ')
        .nth(2)
        .and_then(|x| x.parse().ok())
        .expect("a number");
    set(&mut water, "depth", 5.0);
    set(&mut water, "time_step", limit);
    assert!(water.set("time_step", Value::Real(1.01 * limit)).is_err());
    assert_eq!(water.time_step(), Some(limit));
    assert_eq!(water.spacing(), super::SPACING);
}
