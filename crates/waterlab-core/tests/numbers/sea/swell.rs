//! Swell from a distant storm.

use crate::sea::plain_spectrum::{GRAVITY, no_swell, of_depth, variance, wind};
use std::f64::consts::TAU;
use waterlab_core::sea::{Dispersion, Relation, Spectrum, Swell, WindSea};

fn swell() -> Swell {
    Swell {
        significant_height: 2.0,
        period: 12.0,
        direction: 1.0,
    }
}

fn alone(water: Dispersion, swell: &Swell, cutoff: f64) -> Spectrum {
    let calm = WindSea {
        wind: 0.0,
        ..wind()
    };
    Spectrum::new(water, &calm, swell, cutoff)
}

#[test]
fn a_swell_has_the_requested_height() {
    for depth in [5.0, 5000.0] {
        for cutoff in [0.0, 20.0] {
            let spectrum = alone(of_depth(depth), &swell(), cutoff);
            let got = variance(&spectrum, [1e-3, 1.0]);
            // Hs²/16.
            assert!((got / 0.25 - 1.0).abs() < 1e-3, "{depth} m: {got}");
            assert!((spectrum.significant_height() - 2.0).abs() < 1e-9);
        }
    }
}

#[test]
fn a_swell_is_centred_on_its_period_and_direction() {
    for depth in [10.0, 5000.0] {
        let water = of_depth(depth);
        let spectrum = alone(water, &swell(), 0.0);
        let (mut sum, mut periods, mut along, mut across) = (0.0, 0.0, 0.0, 0.0);
        for at in 0..800 {
            for turn in 0..200 {
                let k = 0.005 * (f64::from(at) * 0.005).exp();
                let angle = f64::from(turn) * TAU / 200.0;
                let part = spectrum.density(k * angle.cos(), k * angle.sin()) * k * k;
                sum += part;
                periods += part * TAU / water.omega(k);
                along += part * (angle - 1.0).cos();
                across += part * (angle - 1.0).sin().powi(2);
            }
        }
        assert!((periods / sum - 12.0).abs() < 0.15, "{}", periods / sum);
        assert!(along / sum > 0.97, "{}", along / sum);
        // The standard deviation is about 11°.
        let spread = (across / sum).sqrt().to_degrees();
        assert!((spread - 11.2).abs() < 0.5, "{spread}");
    }
}

#[test]
fn a_swell_adds_to_the_wind_sea_without_changing_it() {
    let water = Dispersion {
        relation: Relation::Both,
        gravity: GRAVITY,
        depth: 200.0,
        tension_length: 0.0027,
    };
    let windy = Spectrum::new(water, &wind(), &no_swell(), 0.1);
    let only = alone(water, &swell(), 0.1);
    let both = Spectrum::new(water, &wind(), &swell(), 0.1);
    assert!((both.variance() - windy.variance() - only.variance()).abs() < 1e-12);
    for [kx, kz] in [[0.02, 0.02], [0.015, 0.023], [-0.05, 0.1], [1.0, 0.0]] {
        let sum = windy.density(kx, kz) + only.density(kx, kz);
        assert!((both.density(kx, kz) - sum).abs() <= 1e-12 * sum);
    }
    assert!(only.density(0.015, 0.023) > 0.0);
    assert_eq!(only.density(1.0, 0.0), 0.0);
}
