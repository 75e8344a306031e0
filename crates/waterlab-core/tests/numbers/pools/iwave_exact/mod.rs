//! Exact iWave, compared with the dispersion relation and with sums of cosine waves in double precision.

mod walls;

use crate::pools::iwave_pair::{apply_settings, stone};
use crate::pools::measure::{angular_frequency, heights, highest};
use crate::pools::plain_cosine::{self, combined, frequencies, frequency, modes};
use crate::pools::plain_iwave::{GRAVITY, double, lifted, noise};
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::pool::{Disturbance, Fraction, IWaveExact, Size, State};
use waterlab_core::water::Water;

const NO_BOTTOM: f64 = f64::INFINITY;

fn pool(columns: i64, rows: i64, values: &[(&str, f64)]) -> IWaveExact {
    let mut pool = IWaveExact::new(Size::new(columns, rows).expect("a size"));
    let metres = |&(key, value): &(_, f64)| match key {
        // Given in cells.
        "depth" => (key, value * 2.0 / columns.max(rows) as f64),
        _ => (key, value),
    };
    let values: Vec<_> = values.iter().map(metres).collect();
    apply_settings(&mut pool, &values);
    pool
}

fn deep(depth: f64) -> f64 {
    if depth > 0.0 { depth } else { NO_BOTTOM }
}

fn assert_close(got: &Grid<f32>, expected: &Grid<f64>, tolerance: f64, what: &str) {
    for (got, expected) in got.cells().iter().zip(expected.cells()) {
        assert!(
            (f64::from(*got) - expected).abs() < tolerance,
            "{what}: {got} for {expected}"
        );
    }
}

#[test]
fn plane_waves_follow_the_dispersion_relation_at_any_time_step() {
    // Up to eleven times the limit of the kernel model. No wave turns by a multiple of half a turn per step, at which the
    // frequency could not be measured.
    for depth in [0.0, 0.8, 3.0] {
        for time_step in [0.03, 0.2, 1.02, 2.88] {
            // Reflections from the edges do not reach the middle in this time.
            let steps = ((10.0 / time_step) as usize).clamp(2, 8);
            let values = [("time_step", time_step), ("damping", 0.0), ("depth", depth)];
            let mut water = pool(256, 256, &values);
            for wavelength in [20.0, 9.0, 4.0] {
                for angle in [0.0, PI / 4.0] {
                    let k = 2.0 * PI / wavelength;
                    let k = [k * f64::cos(angle), k * f64::sin(angle)];
                    let expected = frequency(k, GRAVITY, deep(depth)) * time_step;
                    let got = angular_frequency(&mut water, k, expected, 0.01, steps);
                    // The phase is measured modulo a turn.
                    let off = (got - expected + PI).rem_euclid(2.0 * PI) - PI;
                    assert!(
                        off.abs() < 0.005 * expected,
                        "{depth} m, {time_step} s, {wavelength} at {angle}: off by {off} of {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_stone_becomes_the_sum_of_its_standing_waves() {
    for (time_step, depth, damping) in [(0.03, 0.0, 0.3), (0.5, 1.0, 0.1), (10.0, 5.0, 0.01)] {
        let values = [
            ("time_step", time_step),
            ("depth", depth),
            ("damping", damping),
        ];
        let mut water = pool(26, 17, &values);
        water.disturb(&stone(0.3, 0.6, 4.0, 900));
        let start = modes(&double(&heights(&water)));
        let omega = frequencies(26, 17, GRAVITY, deep(depth));
        for step in 1..=40 {
            water.step();
            let time = f64::from(step) * time_step;
            let now = combined(&start, &omega, |height, omega| {
                height * (omega * time).cos() * (-damping * time).exp()
            });
            let what = format!("{time} s");
            assert_close(&heights(&water), &plain_cosine::heights(&now), 3e-6, &what);
        }
        assert!(highest(&water) > 1e-5, "there are no waves");
    }
}

#[test]
fn a_later_swell_adds_its_waves_and_a_changed_time_step_keeps_all() {
    let mut water = pool(26, 17, &[("time_step", 0.2), ("damping", 0.0)]);
    water.disturb(&stone(0.3, 0.6, 4.0, 900));
    let first = modes(&double(&heights(&water)));
    for _ in 0..10 {
        water.step();
    }
    let before = double(&heights(&water));
    let at = Fraction::clamped(0.7, 0.4);
    water.disturb(&Disturbance::Swell {
        from: at,
        to: at,
        radius: 3.0,
        weight: -700.0,
    });
    let change = combined(&double(&heights(&water)), &before, |after, before| {
        after - before
    });
    let second = modes(&change);
    for _ in 0..5 {
        water.step();
    }
    apply_settings(&mut water, &[("time_step", 9.0)]);
    water.step();
    apply_settings(&mut water, &[("time_step", 0.05)]);
    let omega = frequencies(26, 17, GRAVITY, NO_BOTTOM);
    let propagated = |start: &Grid<f64>, time: f64| {
        combined(start, &omega, |height, omega| height * (omega * time).cos())
    };
    let now = |time: f64| {
        let both = combined(
            &propagated(&first, 2.0 + time),
            &propagated(&second, time),
            |a, b| a + b,
        );
        plain_cosine::heights(&both)
    };
    // Since the swell, five steps of 0.2 s and one of 9 s. The step before is now 0.05 s ago.
    for since_second in [10.0, 10.05] {
        let (expected, before) = (now(since_second), now(since_second - 0.05));
        let rise = combined(&expected, &before, |now, before| now - before);
        assert_close(&heights(&water), &expected, 1e-5, "heights");
        assert_close(&water.velocity(), &rise, 1e-5, "velocity");
        water.step();
    }
}

endurance!(without_damping_amplitudes_stay_within_1e_4, 5_000, 100_000);

fn without_damping_amplitudes_stay_within_1e_4(steps: usize) {
    let waves = [(1, 0), (0, 3), (4, 5), (15, 11)];
    let start = {
        let mut start = Grid::new(16, 12, 0.0);
        for at in waves {
            start[at] = 0.1;
        }
        plain_cosine::heights(&start)
    };
    let start = Grid::from_fn(16, 12, |x, z| start[(x, z)] as f32);
    for time_step in [0.005, 0.03, 2.0] {
        let mut water = pool(16, 12, &[("time_step", time_step), ("damping", 0.0)]);
        water.set_state(&lifted(start.clone()));
        let omega = frequencies(16, 12, GRAVITY, NO_BOTTOM);
        let amplitudes = |water: &mut IWaveExact| {
            let before = modes(&double(&heights(water)));
            water.step();
            let now = modes(&double(&heights(water)));
            waves.map(|at| {
                let (sine, cosine) = (omega[at] * time_step).sin_cos();
                now[at].hypot((cosine * now[at] - before[at]) / sine)
            })
        };
        let first = amplitudes(&mut water);
        for _ in 0..steps {
            water.step();
        }
        let last = amplitudes(&mut water);
        for (first, last) in first.iter().zip(last) {
            assert!(
                (last / first - 1.0).abs() < 1e-4,
                "{time_step} s: {last} after {first}"
            );
        }
    }
}

#[test]
fn the_energy_of_a_wave_never_grows() {
    for (time_step, depth, damping) in [(0.05, 0.0, 0.0), (0.4, 2.0, 0.2), (6.3, 0.5, 0.01)] {
        let values = [
            ("time_step", time_step),
            ("depth", depth),
            ("damping", damping),
        ];
        let mut water = pool(18, 13, &values);
        let calm = noise(18, 13, 8);
        let velocity = Grid::from_fn(18, 13, |x, z| 0.05 * calm[(x, z)]);
        water.set_state(&State {
            length: 2.0,
            heights: noise(18, 13, 7),
            velocity,
        });
        let omega = frequencies(18, 13, GRAVITY, deep(depth));
        let decay = (-damping * time_step).exp();
        let mut before = modes(&double(&heights(&water)));
        let mut last: Option<Grid<f64>> = None;
        for step in 0..300 {
            water.step();
            let now = modes(&double(&heights(&water)));
            let swing = combined(
                &omega,
                &combined(&now, &before, |now, _| now),
                |omega, now| now * (omega * time_step).cos(),
            );
            let swing = combined(&swing, &before, |swing, before| swing - decay * before);
            let swing = combined(&swing, &omega, |swing, omega| {
                let sine = (omega * time_step).sin();
                // The amplitude is ill-conditioned here.
                if sine.abs() < 0.02 {
                    f64::NAN
                } else {
                    swing / sine
                }
            });
            let amplitude = combined(&now, &swing, f64::hypot);
            if let Some(last) = last.replace(amplitude.clone()) {
                for (now, before) in amplitude.cells().iter().zip(last.cells()) {
                    assert!(
                        now.is_nan() || *now <= before * decay * 1.0001 + 1e-5,
                        "{time_step} s, step {step}: {now} after {before}"
                    );
                }
            }
            before = now;
        }
    }
}

#[test]
fn the_mean_level_decays_like_every_wave() {
    let mut water = pool(40, 25, &[("time_step", 0.1), ("damping", 0.5)]);
    water.disturb(&stone(0.5, 0.5, 6.0, 2000));
    let start = heights(&water).mean();
    for step in 1..=60 {
        water.step();
        let expected = start * (-0.05 * f64::from(step)).exp();
        assert!(
            (heights(&water).mean() / expected - 1.0).abs() < 1e-4,
            "{step}"
        );
    }
}

#[test]
fn a_state_from_another_water_stays_bounded_at_any_time_step() {
    for time_step in [0.03, 0.7, 10.0] {
        let mut water = pool(30, 20, &[("time_step", time_step), ("damping", 0.0)]);
        let (before, velocity) = (noise(30, 20, 3), noise(30, 20, 4));
        let mean = before.mean();
        water.set_state(&State {
            length: 2.0,
            heights: before,
            velocity: Grid::from_fn(30, 20, |x, z| 0.2 * velocity[(x, z)]),
        });
        assert!((heights(&water).mean() - mean).abs() < 1e-6);
        for _ in 0..200 {
            water.step();
            assert!(highest(&water) < 30.0, "{time_step} s: {}", highest(&water));
        }
    }
}

#[test]
fn a_bottomless_pool_has_no_depth_and_another_a_uniform_one() {
    let mut water = pool(9, 8, &[]);
    assert!(water.depth().is_none());
    apply_settings(&mut water, &[("depth", 2.5)]);
    let depth = water.depth().expect("a depth");
    assert!(depth.cells().iter().all(|&cell| cell == 2.5));
}

#[test]
fn after_a_change_to_a_step_that_leaves_nothing_the_water_is_finite() {
    // e^(−200) of a wave is left.
    let mut water = pool(24, 18, &[]);
    water.disturb(&stone(0.4, 0.6, 4.0, 200));
    (0..5).for_each(|_| water.step());
    apply_settings(&mut water, &[("time_step", 10.0), ("damping", 20.0)]);
    let is_finite = |water: &IWaveExact| {
        let all = [heights(water), water.velocity().into_owned()];
        all.iter()
            .all(|grid| grid.cells().iter().all(|cell| cell.is_finite()))
    };
    assert!(is_finite(&water));
    water.disturb(&stone(0.5, 0.5, 6.0, -300));
    assert!(is_finite(&water));
    water.step();
    assert!(is_finite(&water));
}
