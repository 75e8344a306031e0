//! Sources: where they are, and when they act.

use super::{at, read, refused_all};
use std::f64::consts::TAU;
use waterlab::pool::Disturbance;
use waterlab::scene::{Simulation, Source};

#[test]
fn a_source_is_a_point_or_a_line_and_by_default_has_no_end() {
    let scene = read(
        "[[source]]
        [[source]]
        at = [0.25, 0.75]
        radius = 2
        weight = -9
        period = 7.5
        start = 3
        end = 3
        [[source]]
        from = [0, 0.1]
        to = [0, 0.9]
        [[source]]
        from = [0.2, 0.1]",
    );
    let plain = Source {
        from: at(0.5, 0.5),
        to: at(0.5, 0.5),
        radius: 2.0,
        weight: 40,
        period: 30.0,
        pour: 0.0,
        first: 0,
        last: u64::MAX,
    };
    let expected = [
        plain,
        Source {
            from: at(0.25, 0.75),
            to: at(0.25, 0.75),
            radius: 2.0,
            weight: -9,
            period: 7.5,
            pour: 0.0,
            first: 3,
            last: 3,
        },
        Source {
            from: at(0.0, 0.1),
            to: at(0.0, 0.9),
            ..plain
        },
        Source {
            from: at(0.2, 0.1),
            to: at(0.2, 0.1),
            ..plain
        },
    ];
    assert_eq!(scene.sources, expected);
}

#[test]
fn a_source_adds_up_to_a_sine_between_its_first_and_last_step() {
    let scene = read("[[source]]\nperiod = 12\nweight = 100\nstart = 5\nend = 40");
    let source = scene.sources[0];
    let mut sum = 0;
    for step in 0..50 {
        let found = source.disturbance(step);
        if !(5..=40).contains(&step) {
            assert_eq!(found, None, "{step}");
            continue;
        }
        // The first step already moves the phase, and a period after `start` the sum is back at its beginning.
        let so_far = (100.0 * (TAU * (step - 4) as f64 / 12.0).sin()).round() as i16;
        let middle = at(0.5, 0.5);
        let expected = Disturbance::Swell {
            from: middle,
            to: middle,
            radius: 2.0,
            weight: f32::from(so_far - sum),
        };
        sum = so_far;
        assert_eq!(found, Some(expected), "{step}");
    }
}

#[test]
fn a_simulation_is_idle_only_after_its_source_has_ended() {
    let scene = read("[water]\nsize = [16, 16]\ndamping = 3\n[[source]]\nstart = 500\nend = 520");
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(500);
    assert!(!simulation.is_idle() && simulation.water().is_calm());
    simulation.advance_by(5);
    assert!(!simulation.water().is_calm());
    simulation.advance_by(1000);
    assert!(simulation.is_idle());
}

#[test]
fn an_invalid_source_is_refused() {
    refused_all(
        r#"
        [[source]]\nto = [1, 1]\nat = [0, 0] → pool.toml:3: `source` has both `at` and `to`: give it `at` for a place, or `from` and `to` for a line
        [[source]]\nend = 4\nstart = 5 → pool.toml:2: `end` is 4, which is before `start` at 5: the source would never push
        [[source]]\nperiod = 1.9 → pool.toml:2: `period` is 1.9, but must be a number from 4 to 1000000
        [[source]]\nend = -1 → pool.toml:2: `end` is -1, but must be a whole number from 0 to 1000000000
        [[source]]\nperoid = 9 → pool.toml:2: unknown key `source.peroid`, did you mean `source.period`?
        "#,
    );
}

#[test]
fn an_unknown_tool_is_refused() {
    refused_all(
        r#"
        [poke]\ntool = "wall" → pool.toml:2: `tool` has no option "wall", did you mean `walls`?; there are poke, walls, erase, source, raise, dig, dam, pour, drain
        [poke]\nwall_radius = nan → pool.toml:2: `wall_radius` is NaN, but must be a number from 0 to 8192
        "#,
    );
}

#[test]
fn the_strongest_and_fastest_sources_follow_their_sine() {
    for (weight, period) in [(16_000, 4.0), (-16_000, 4.1), (15_999, 5.7), (16_000, 1e6)] {
        let scene = read(&format!("[[source]]\nperiod = {period}\nweight = {weight}"));
        let source = scene.sources[0];
        let mut added = 0.0;
        for step in 0..2000_u64 {
            let Some(Disturbance::Swell { weight: now, .. }) = source.disturbance(step) else {
                panic!("a source adds");
            };
            added += f64::from(now);
            let sine = (TAU * (step + 1) as f64 / period).sin();
            let off = (added - f64::from(weight) * sine).abs();
            assert!(
                off <= 0.5 + 1e-6,
                "{weight}, {period}: off by {off} after {step}"
            );
        }
    }
}
