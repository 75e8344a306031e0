//! Still water stays still, and water is conserved.

use super::{pool, run};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction};
use waterlab_core::water::Water;

/// Rough islands: rocks of random height on a slope.
fn islands(seed: u64) -> impl Fn(f64, f64) -> f64 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let heights: Vec<f64> = (0..4096).map(|_| random.random::<f64>()).collect();
    move |x, z| {
        let rock = heights[((x * 8.0) as usize * 67 + (z * 8.0) as usize) % heights.len()];
        -1.5 + 0.2 * x + 0.8 * rock
    }
}

#[test]
fn a_lake_among_rough_islands_stays_still_to_the_last_bit() {
    let level = 0.3;
    let mut water = pool((96, 80), 12.0, islands(3), |_, _| level);
    let before = water.heights().to_metres();
    // Something that moves far away would wake it; nothing does.
    water.disturb(&Disturbance::Swell {
        from: Fraction::new(0.9, 0.1).unwrap(),
        to: Fraction::new(0.9, 0.1).unwrap(),
        radius: 3.0,
        weight: 0.0,
    });
    for _ in 0..2000 {
        water.step();
    }
    assert_eq!(water.heights().to_metres(), before);
    let flow = water.discharge();
    assert!(
        flow.iter()
            .all(|grid| grid.cells().iter().all(|&cell| cell == 0.0))
    );
}

/// A still lake among rough islands beside a pond that never rests, in one tile of the scheme: both are computed in every step.
fn lake_beside_a_pond(steps: usize) {
    const SIDE: usize = 60;
    let rocks = islands(9);
    let ridge = |x: f64, z: f64| match x {
        4.5..5.0 => 2.0,
        _ => rocks(0.3 * x, z),
    };
    let mut water = pool((SIDE, SIDE), 7.5, ridge, |_, _| 0.3);
    let before = water.heights().to_metres();
    let lake = |grid: &Grid<f32>| {
        let rows = (0..SIDE).flat_map(|row| grid.row(row)[..36].to_vec());
        rows.collect::<Vec<_>>()
    };
    let mut moved = false;
    for step in 0..steps {
        if step % 50 == 0 {
            // The rim around the dent ends on the ridge.
            let at = Fraction::new(0.85, 0.1 + 0.8 * (step % 700) as f64 / 700.0).unwrap();
            water.disturb(&Disturbance::stone(at, 2.0, 90.0));
        }
        water.step();
        if step % 100 == 99 {
            let heights = water.heights().to_metres();
            assert_eq!(lake(&heights), lake(&before), "step {step}");
            for flow in water.discharge() {
                assert!(lake(&flow).iter().all(|&cell| cell == 0.0), "step {step}");
            }
            moved |= heights != before;
        }
    }
    assert!(moved, "the pond is stirred");
}

#[test]
fn a_lake_beside_a_pond_that_is_stirred_stays_still() {
    lake_beside_a_pond(3_000);
}

/// Speed below 1e-5 m/s for 10⁵ steps: none at all.
#[test]
#[ignore = "many steps: run by `make test-long`"]
fn a_lake_beside_a_pond_that_is_stirred_stays_still_over_many_steps() {
    lake_beside_a_pond(100_000);
}

#[test]
fn a_disturbed_lake_keeps_its_water_and_comes_to_rest() {
    let mut water = pool((96, 80), 12.0, islands(5), |_, _| 0.3);
    water.set("manning", Value::Real(0.03)).unwrap();
    let before = water.volume();
    for step in 0..40 {
        let at = Fraction::new(0.1 + 0.02 * f64::from(step), 0.5).unwrap();
        water.disturb(&Disturbance::stone(at, 5.0, 60.0));
        run(&mut water, 0.5);
        let change = water.volume() / before - 1.0;
        assert!(change.abs() < 1e-6, "{step}: {change:e}");
    }
}
