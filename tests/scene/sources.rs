//! Wave makers: where they stand, and when they push.

use super::{read, refused};
use std::f64::consts::TAU;
use waterlab::pool::{Disturbance, Fraction};
use waterlab::scene::{Simulation, Source};

fn at(u: f64, v: f64) -> Fraction {
    Fraction::new(u, v).unwrap()
}

#[test]
fn a_source_is_a_place_or_a_line_and_pushes_for_ever_unless_told() {
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
fn what_a_source_has_added_is_a_sine_between_its_steps_and_nothing_outside_them() {
    let scene = read("[[source]]\nperiod = 12\nweight = 100\nstart = 5\nend = 40");
    let source = scene.sources[0];
    let mut added = 0;
    for step in 0..50 {
        let pushed = source.disturbance(step);
        if !(5..=40).contains(&step) {
            assert_eq!(pushed, None, "{step}");
            continue;
        }
        // Down first; a whole period after `start` it is where it began.
        let so_far = (100.0 * (TAU * (step - 4) as f64 / 12.0).sin()).round() as i16;
        let middle = at(0.5, 0.5);
        let expected = Disturbance::Swell {
            from: middle,
            to: middle,
            radius: 2.0,
            weight: so_far - added,
        };
        added = so_far;
        assert_eq!(pushed, Some(expected), "{step}");
    }
}

#[test]
fn water_waits_for_a_source_and_is_idle_once_it_has_ended() {
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
fn a_source_that_cant_be_is_refused() {
    refused(
        "[[source]]\nto = [1, 1]\nat = [0, 0]",
        "pool.toml:3: `source` has both `at` and `to`: give it `at` for a place, or `from` and `to` for a line",
    );
    refused(
        "[[source]]\nend = 4\nstart = 5",
        "pool.toml:2: `end` is 4, which is before `start` at 5: the source would never push",
    );
    refused(
        "[[source]]\nperiod = 1.9",
        "pool.toml:2: `period` is 1.9, but must be a number from 4 to 1000000",
    );
    refused(
        "[[source]]\nend = -1",
        "pool.toml:2: `end` is -1, but must be a whole number from 0 to 1000000000",
    );
    refused(
        "[[source]]\nperoid = 9",
        "pool.toml:2: unknown key `source.peroid`, did you mean `source.period`?",
    );
}

#[test]
fn a_tool_that_there_is_not_is_refused() {
    refused(
        "[poke]\ntool = \"wall\"",
        "pool.toml:2: `tool` has no option \"wall\", did you mean `walls`?; there are poke, walls, erase, source",
    );
    refused(
        "[poke]\nwall_radius = nan",
        "pool.toml:2: `wall_radius` is NaN, but must be a number from 0 to 8192",
    );
}

#[test]
fn the_strongest_and_fastest_source_takes_back_all_that_it_adds() {
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
