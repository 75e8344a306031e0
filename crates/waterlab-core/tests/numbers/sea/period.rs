//! Frequencies rounded to a period.

use proptest::prelude::*;
use std::f64::consts::TAU;
use waterlab_core::sea::Period;

#[test]
fn frequencies_are_rounded_down_to_multiples_of_the_slowest() {
    // T = 10 s: ω₀ = 0.6283 rad/s.
    let period = Period::new(10.0).unwrap();
    for (omega, cycles) in [(0.63, 1.0), (1.25, 1.0), (1.26, 2.0), (6.5, 10.0)] {
        assert_eq!(period.cycles(omega), cycles, "{omega}");
        assert!((period.rounded(omega) - cycles * 0.628_318_530_717_958_6).abs() < 1e-12);
    }
}

#[test]
fn a_wave_slower_than_the_period_completes_one_cycle() {
    let period = Period::new(10.0).unwrap();
    for omega in [0.6, 0.1, 1e-9] {
        assert_eq!(period.cycles(omega), 1.0);
    }
}

#[test]
fn an_invalid_period_is_none() {
    for seconds in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert_eq!(Period::new(seconds), None);
    }
}

proptest! {
    #[test]
    fn a_multiple_of_the_base_frequency_is_unchanged(cycles in 1..100_000_u32, seconds in 0.1..3600.0) {
        let period = Period::new(seconds).unwrap();
        let omega = f64::from(cycles) * TAU / seconds;
        prop_assert_eq!(period.cycles(omega), f64::from(cycles));
    }

    #[test]
    fn rounding_changes_a_frequency_by_less_than_one_cycle(omega in 1e-3..1e3, seconds in 0.1..3600.0) {
        let period = Period::new(seconds).unwrap();
        let (slowest, rounded) = (TAU / seconds, period.rounded(omega));
        if omega > slowest {
            prop_assert!(rounded <= omega * (1.0 + 1e-12));
            prop_assert!(rounded > omega - slowest * (1.0 + 1e-9));
        } else {
            prop_assert_eq!(period.cycles(omega), 1.0);
        }
    }
}
