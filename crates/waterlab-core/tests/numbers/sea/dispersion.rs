//! Dispersion relations.

use proptest::prelude::*;
use waterlab_core::sea::{Dispersion, Relation};

const ALL: [Relation; 4] = [
    Relation::Deep,
    Relation::Depth,
    Relation::Small,
    Relation::Both,
];

/// Water with a depth of 0.5 m, a gravity of 10 m/s², and a surface tension that matters at 2 rad/m.
fn odd_water(relation: Relation) -> Dispersion {
    Dispersion {
        relation,
        gravity: 10.0,
        depth: 0.5,
        tension_length: 0.5,
    }
}

#[test]
fn each_dispersion_relation_has_its_own_terms() {
    // At 2 rad/m: gk = 20, kD = 1 with tanh 1 = 0.76159416, kℓ = 1 with 1 + k²ℓ² = 2.
    let squares = [20.0, 15.231_883_12, 40.0, 30.463_766_24];
    for (relation, square) in ALL.into_iter().zip(squares) {
        let omega = odd_water(relation).omega(2.0);
        assert!(
            (omega * omega - square).abs() < 1e-7,
            "{relation:?}: {omega}"
        );
    }
}

#[test]
fn clean_water_has_its_minimal_phase_speed_at_17_millimetres() {
    // The textbook minimum of the phase speed is 0.231 m/s at kℓ = 1.
    let clean = Dispersion {
        relation: Relation::Small,
        gravity: 9.81,
        depth: 1.0,
        tension_length: 0.0027,
    };
    let speed = |k: f64| clean.omega(k) / k;
    let k = std::f64::consts::TAU / 0.017;
    assert!((speed(k) - 0.230).abs() < 2e-3, "{}", speed(k));
    assert!(speed(0.7 * k) > speed(k) && speed(1.4 * k) > speed(k));
}

#[test]
fn shallow_waves_have_the_speed_of_the_root_of_gravity_times_depth() {
    let shallow = Dispersion {
        depth: 0.1,
        gravity: 9.81,
        ..odd_water(Relation::Depth)
    };
    let speed = 0.981_f64.sqrt();
    for k in [0.0, 1e-9, 1e-3] {
        assert!((shallow.group_speed(k) / speed - 1.0).abs() < 1e-7, "{k}");
    }
    assert!((shallow.omega(1e-3) / 1e-3 / speed - 1.0).abs() < 1e-7);
}

#[test]
fn the_group_speed_is_the_derivative_of_omega() {
    for relation in ALL {
        let water = odd_water(relation);
        for k in [0.01, 0.3, 1.0, 2.0, 7.0, 300.0] {
            let step = 1e-5 * k;
            let slope = (water.omega(k + step) - water.omega(k - step)) / (2.0 * step);
            let speed = water.group_speed(k);
            assert!(
                (speed / slope - 1.0).abs() < 1e-8,
                "{relation:?} at {k}: {speed} for {slope}"
            );
        }
    }
    // In deep water half the phase speed, with surface tension alone one and a half times.
    let k = 3.0;
    let deep = odd_water(Relation::Deep);
    assert!((deep.group_speed(k) * k / deep.omega(k) - 0.5).abs() < 1e-12);
    let fine = odd_water(Relation::Both);
    assert!((fine.group_speed(1e6) * 1e6 / fine.omega(1e6) - 1.5).abs() < 1e-9);
}

#[test]
fn extreme_wave_numbers_have_finite_frequencies() {
    for relation in ALL {
        for depth in [0.01, 12_000.0] {
            let water = Dispersion {
                depth,
                ..odd_water(relation)
            };
            assert_eq!(water.omega(0.0), 0.0);
            assert_eq!(water.wave_number(0.0), 0.0);
            for k in [1e-200, 1e-12, 1e9, 1e100] {
                let (omega, speed) = (water.omega(k), water.group_speed(k));
                assert!(omega.is_finite() && omega > 0.0, "{relation:?} at {k}");
                assert!(speed.is_finite() && speed > 0.0, "{relation:?} at {k}");
            }
        }
    }
}

proptest! {
    #[test]
    fn wave_number_inverts_omega(
        relation in 0..4_usize,
        ln_k in -12.0..20.0,
        gravity in 0.1..100.0,
        ln_depth in -4.6..9.4,
        tension_length in prop_oneof![Just(0.0), Just(0.0027), 0.0..1.0],
    ) {
        let water = Dispersion {
            relation: ALL[relation],
            gravity,
            depth: f64::exp(ln_depth),
            tension_length,
        };
        let k = f64::exp(ln_k);
        let found = water.wave_number(water.omega(k));
        prop_assert!((found / k - 1.0).abs() < 1e-13, "{} for {}", found, k);
    }
}
