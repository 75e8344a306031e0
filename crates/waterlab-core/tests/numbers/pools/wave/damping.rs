//! Damping per second: every wave and the mean level decay by the formula at any time step.

use super::{heights, pool, put, set};
use std::f64::consts::PI;
use waterlab_core::water::Water;

#[test]
fn a_raised_level_decays_alike_at_any_time_step_and_damping() {
    // (∂/∂t + δ)²·h = 0 from a level at rest: h = h₀·(1 + δt)·e^(−δt).
    for (damping, seconds) in [(0.4, 5.0), (3.0, 1.0), (0.003, 600.0)] {
        for time_step in [1.0 / 30.0, 1.0 / 60.0, 1.0 / 240.0] {
            let mut water = pool(16, 5, 0.04, "free");
            set(&mut water, "damping", damping);
            set(&mut water, "time_step", time_step);
            put(&mut water, |_, _, _| 0.01);
            for _ in 0..(seconds / time_step).round() as usize {
                water.step();
            }
            let t = damping * seconds;
            let expected = (1.0 + t) * (-t).exp();
            let got = heights(&water).mean() / 0.01;
            assert!(
                (got / expected - 1.0).abs() < 0.02,
                "damping {damping}, step {time_step}: {got} for {expected}"
            );
        }
    }
}

#[test]
fn waves_of_every_length_decay_alike_at_any_time_step() {
    let (damping, seconds) = (0.5, 4.0);
    for mode in [1.0, 4.0, 12.0] {
        for time_step in [1.0 / 60.0, 1.0 / 120.0] {
            let amplitude = |damping: f64| {
                let mut water = pool(64, 4, 0.01, "free");
                set(&mut water, "damping", damping);
                set(&mut water, "time_step", time_step);
                let shape = |column: f64| (PI * mode * (column + 0.5) / 64.0).cos();
                put(&mut water, |column, _, _| 0.01 * shape(column));
                // The largest amplitude of the mode around the given time, scaled to that time.
                let mut max = 0.0_f64;
                for step in 0..((seconds + 2.5) / time_step) as usize {
                    water.step();
                    let late = (step + 1) as f64 * time_step - seconds;
                    if late.abs() <= 2.5 {
                        let row = heights(&water);
                        let row = row.row(1).iter().enumerate();
                        let part: f64 = row.map(|(i, &h)| f64::from(h) * shape(i as f64)).sum();
                        max = max.max(part.abs() * (damping * late).exp());
                    }
                }
                max
            };
            let got = amplitude(damping) / amplitude(0.0);
            let expected = (-damping * seconds).exp();
            assert!(
                (got / expected - 1.0).abs() < 0.05,
                "mode {mode}, step {time_step}: {got} for {expected}"
            );
        }
    }
}
