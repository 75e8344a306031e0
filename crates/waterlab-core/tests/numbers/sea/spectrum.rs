//! Spectra of the wind sea.

use crate::sea::plain_spectrum::{
    GRAVITY, LAWS, SPREADS, deep, jonswap, jonswap_variance, no_swell, of_depth, of_wind, peak,
    ring, variance, wind,
};
use proptest::prelude::*;
use std::f64::consts::PI;
use waterlab_core::sea::{Dispersion, Relation, Spectrum, Spread, Swell, WindLaw, WindSea};

#[test]
fn jonswap_keeps_its_frequency_spectrum_at_every_wave_number() {
    // In deep water S(ω)dω = S(√gk)·½√(g/k)dk, whatever the spread.
    for spread in SPREADS {
        let spectrum = of_wind(&WindSea { spread, ..wind() });
        let peak = peak(15.0, 200e3);
        for ratio in [0.75, 0.9, 0.97, 1.0, 1.05, 1.3, 2.0, 4.0, 10.0, 50.0] {
            let omega = ratio * peak;
            let k = omega * omega / GRAVITY;
            let expected = jonswap(15.0, 200e3, omega) * 0.5 * (GRAVITY / k).sqrt();
            let got = ring(&spectrum, k);
            // A wide spread has a kink against the wind, where this sum has an error of about 10⁻⁴.
            assert!(
                (got / expected - 1.0).abs() < 5e-4,
                "{spread:?} at {ratio} ωp: {got} for {expected}"
            );
        }
    }
}

#[test]
fn depth_and_surface_tension_move_jonswap_without_changing_its_variance() {
    for (relation, depth, tension_length) in [
        (Relation::Depth, 8.0, 0.0),
        (Relation::Small, 8.0, 1.0),
        (Relation::Both, 8.0, 1.0),
    ] {
        let water = Dispersion {
            relation,
            depth,
            tension_length,
            gravity: GRAVITY,
        };
        let spectrum = Spectrum::new(water, &wind(), &no_swell(), 0.0);
        for k in [0.06, 0.1, 0.3, 1.0, 3.0] {
            let slope = (water.omega(1.00001 * k) - water.omega(0.99999 * k)) / (2e-5 * k);
            let expected = jonswap(15.0, 200e3, water.omega(k)) * slope;
            let got = ring(&spectrum, k);
            assert!(
                (got / expected - 1.0).abs() < 1e-4,
                "{relation:?} at {k}: {got} for {expected}"
            );
        }
        let whole = spectrum.variance() / jonswap_variance(15.0, 200e3);
        assert!((whole - 1.0).abs() < 1e-4, "{relation:?}: {whole}");
    }
}

#[test]
fn the_height_of_jonswap_follows_wind_and_fetch() {
    for (speed, fetch) in [(3.0, 1e3), (10.0, 100e3), (20.0, 400e3), (40.0, 20e3)] {
        let expected = jonswap_variance(speed, fetch);
        for spread in SPREADS {
            let spectrum = of_wind(&WindSea {
                wind: speed,
                fetch,
                spread,
                against_wind: 0.3,
                ..wind()
            });
            let got = spectrum.variance();
            assert!(
                (got / expected - 1.0).abs() < 1e-4,
                "{speed} m/s, {fetch} m, {spread:?}: {got} for {expected}"
            );
        }
    }
    // Goda's fit: the variance αg²/5ωp⁴ without peak enhancement, divided by 1 − 0.287·ln γ.
    let alpha = 0.076 * (15.0 * 15.0 / (200e3 * GRAVITY)).powf(0.22);
    let bare = alpha * GRAVITY.powi(2) / (5.0 * peak(15.0, 200e3).powi(4));
    let goda = 4.0 * (bare / (1.0 - 0.287 * 3.3_f64.ln())).sqrt();
    let height = of_wind(&wind()).significant_height();
    assert!((height / goda - 1.0).abs() < 0.01, "{height} for {goda}");
}

#[test]
fn the_variance_is_the_integral_of_the_density() {
    for law in LAWS {
        for spread in SPREADS {
            let sea = WindSea {
                law,
                spread,
                against_wind: 0.2,
                direction: 0.7,
                ..wind()
            };
            let spectrum = Spectrum::new(of_depth(15.0), &sea, &no_swell(), 0.1);
            let (got, expected) = (spectrum.variance(), variance(&spectrum, [1e-3, 1e2]));
            assert!(
                (got / expected - 1.0).abs() < 1e-3,
                "{law:?}, {spread:?}: {got} for {expected}"
            );
        }
    }
}

#[test]
fn tma_has_the_depth_factor_of_kitaigorodskii() {
    let tma = WindSea {
        law: WindLaw::Tma,
        ..wind()
    };
    for (depth, k) in [(8.0, 0.05), (8.0, 0.1), (3.0, 0.2), (0.5, 0.9)] {
        let water = of_depth(depth);
        let of = |sea| Spectrum::new(water, sea, &no_swell(), 0.0).density(k, 0.0);
        let kd: f64 = k * depth;
        let expected = kd.tanh().powi(2) / (1.0 + 2.0 * kd / (2.0 * kd).sinh());
        let factor = of(&tma) / of(&wind());
        assert!(
            (factor / expected - 1.0).abs() < 1e-5,
            "{depth} m, {k} rad/m: {factor} for {expected}"
        );
    }
    // For small ω²D/g the factor is half of it.
    let (omega, depth) = (0.4, 0.6);
    let of = |sea| {
        let water = Dispersion { depth, ..deep() };
        Spectrum::new(water, sea, &no_swell(), 0.0).density(omega * omega / GRAVITY, 0.0)
    };
    let factor = of(&tma) / of(&wind());
    let expected = 0.5 * omega * omega * depth / GRAVITY;
    assert!(
        (factor / expected - 1.0).abs() < 0.01,
        "{factor} for {expected}"
    );

    let heights = [2000.0, 50.0, 10.0, 2.0, 0.5]
        .map(|depth| Spectrum::new(of_depth(depth), &tma, &no_swell(), 0.0).significant_height());
    assert!((heights[0] / of_wind(&wind()).significant_height() - 1.0).abs() < 1e-4);
    assert!(heights.is_sorted_by(|a, b| a > b), "{heights:?}");
    assert!(heights[4] < 0.2 * heights[0], "{heights:?}");
}

#[test]
fn phillips_matches_its_formula() {
    let sea = WindSea {
        law: WindLaw::Phillips,
        wind: 31.0,
        against_wind: 0.25,
        direction: 0.5,
        ..wind()
    };
    let length = 31.0 * 31.0 / GRAVITY;
    for (spread, exponent) in [(Spread::Cos2, 2), (Spread::Cos6, 6)] {
        let spectrum = Spectrum::new(deep(), &WindSea { spread, ..sea }, &no_swell(), 1.0);
        for k in [0.005_f64, 0.01, 0.1, 1.0, 3.0] {
            for angle in [0.0_f64, 0.4, 1.2, 2.0, 3.0] {
                let against = if angle.cos() < 0.0 { 0.25 } else { 1.0 };
                let expected = 0.0081 / PI * (-1.0 / (k * length).powi(2)).exp() / k.powi(4)
                    * angle.cos().abs().powi(exponent)
                    * against
                    * (-k * k).exp();
                let toward: f64 = 0.5 + angle;
                let got = spectrum.density(k * toward.cos(), k * toward.sin());
                assert!(
                    (got / expected - 1.0).abs() < 1e-5,
                    "cos^{exponent}, {k} rad/m, {angle}: {got} for {expected}"
                );
            }
        }
    }
}

#[test]
fn the_height_of_phillips_matches_its_integral() {
    // ∫½α·exp(−1/(kL)²)/k³ dk = αL²/4: a significant height of 2√α·L.
    let sea = WindSea {
        law: WindLaw::Phillips,
        ..wind()
    };
    let expected = 2.0 * 0.0081_f64.sqrt() * 15.0 * 15.0 / GRAVITY;
    for spread in [Spread::Cos2, Spread::Hasselmann] {
        let height = of_wind(&WindSea { spread, ..sea }).significant_height();
        assert!(
            (height / expected - 1.0).abs() < 1e-6,
            "{height} for {expected}"
        );
    }
    let narrow = of_wind(&WindSea {
        spread: Spread::Cos6,
        ..sea
    });
    // ∫cos⁶ over half a turn is 5π/16, ∫cos² is π/2.
    assert!((narrow.significant_height() / expected - 0.625_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn phillips_holds_at_very_large_wave_numbers() {
    // Far beyond the wave numbers of any grid.
    let sea = WindSea {
        law: WindLaw::Phillips,
        ..wind()
    };
    let spectrum = of_wind(&sea);
    for k in [1e4, 1e6, 1e8, 1e12] {
        let got = spectrum.density(k, 0.0) * k.powi(4);
        assert!((got * PI / 0.0081 - 1.0).abs() < 1e-5, "{k}: {got}");
    }
}

#[test]
fn a_sea_grows_up_to_full_development() {
    for speed in [8.0, 20.0] {
        let scale = speed * speed / GRAVITY;
        let of = |fetch: f64| {
            of_wind(&WindSea {
                wind: speed,
                fetch,
                ..wind()
            })
        };
        // The height of Pierson and Moskowitz holds from where JONSWAP reaches it, while the waves grow longer.
        for at in [10_700.0, 12_000.0, 14_000.0, 15_600.0, 100_000.0, 1e7] {
            let height = of(at * scale).significant_height() / scale;
            assert!((height / 0.22 - 1.0).abs() < 0.02, "{at}: {height}");
        }
        let mut before = 0.0;
        for at in [100.0, 1000.0, 5000.0, 10_000.0] {
            let height = of(at * scale).significant_height();
            assert!(height > before, "{at}: {height} after {before}");
            before = height;
        }
        // And their spectrum ω⁻⁵·exp(−5/4·(ωp/ω)⁴) with ωp = 0.88 g/U, without the peak of JONSWAP.
        let grown = of(1e9);
        let peak = 0.88 * GRAVITY / speed;
        for ratio in [0.8_f64, 1.5, 2.0] {
            let expected = ratio.powi(-5) * (1.25 - 1.25 * ratio.powi(-4)).exp();
            let found = grown.frequency_density(ratio * peak) / grown.frequency_density(peak);
            assert!(
                (found / expected - 1.0).abs() < 0.03,
                "{ratio}: {found} for {expected}"
            );
        }
        let growth = grown.growth().expect("a fetch");
        assert!(
            (growth.full / scale / 15_600.0 - 1.0).abs() < 0.01,
            "{growth:?}"
        );
    }
}

#[test]
fn the_peak_of_jonswap_follows_the_fetch() {
    for (speed, fetch) in [(5.0, 20e3), (15.0, 200e3), (30.0, 1000e3)] {
        let spectrum = of_wind(&WindSea {
            wind: speed,
            fetch,
            ..wind()
        });
        let peak = peak(speed, fetch);
        // Per rad/s instead of rad/m.
        let over_omega = |omega: f64| {
            let k = omega * omega / GRAVITY;
            ring(&spectrum, k) * 2.0 * omega / GRAVITY
        };
        let highest = (500..2000)
            .map(|at| f64::from(at) * 1e-3 * peak)
            .max_by(|a, b| over_omega(*a).total_cmp(&over_omega(*b)))
            .unwrap();
        assert!((highest / peak - 1.0).abs() < 2e-3, "{highest} for {peak}");
    }
}

#[test]
fn the_cutoff_removes_only_short_waves() {
    let whole = of_wind(&wind());
    let cut = Spectrum::new(deep(), &wind(), &no_swell(), 0.5);
    for k in [0.01_f64, 0.5, 2.0, 6.0] {
        let factor = cut.density(k, 0.0) / whole.density(k, 0.0);
        assert!(
            (factor / (-0.25 * k * k).exp() - 1.0).abs() < 1e-4,
            "{k}: {factor}"
        );
    }
    assert_eq!(cut.density(1000.0, 0.0), 0.0);
}

#[test]
fn without_wind_there_are_no_waves() {
    for law in LAWS {
        for significant_height in [0.0, 3.0] {
            // Nor with a wind whose waves are microscopic, even with a requested height.
            for speed in [0.0, 1e-6] {
                let spectrum = of_wind(&WindSea {
                    law,
                    wind: speed,
                    significant_height,
                    ..wind()
                });
                assert_eq!(spectrum.variance(), 0.0);
                assert_eq!(spectrum.density(0.1, 0.0), 0.0);
            }
        }
    }
}

#[test]
fn a_wind_sea_has_the_requested_significant_height() {
    for law in LAWS {
        for spread in SPREADS {
            let sea = WindSea {
                law,
                spread,
                significant_height: 2.5,
                against_wind: 0.5,
                ..wind()
            };
            let spectrum = Spectrum::new(of_depth(20.0), &sea, &no_swell(), 0.8);
            let height = 4.0 * variance(&spectrum, [1e-3, 1e2]).sqrt();
            assert!(
                (height / 2.5 - 1.0).abs() < 1e-3,
                "{law:?}, {spread:?}: {height}"
            );
            assert!((spectrum.significant_height() - 2.5).abs() < 1e-9);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_density_is_finite_and_not_negative_for_any_settings(
        (law, spread, relation) in (0..3_usize, 0..3_usize, 0..4_usize),
        speed in prop_oneof![Just(0.0), Just(1e-9), Just(60.0), 0.0..60.0],
        ln_fetch in prop_oneof![Just(4.6), Just(16.1), 4.6..16.2],
        ln_depth in prop_oneof![Just(-4.6), Just(9.4), -4.6..9.4],
        gravity in prop_oneof![Just(0.1), Just(100.0), 0.1..100.0],
        tension_length in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0],
        against_wind in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0],
        cutoff in prop_oneof![Just(0.0), Just(100.0), 0.0..1.0],
        significant_height in prop_oneof![Just(0.0), Just(40.0), 0.0..40.0],
        swell_height in prop_oneof![Just(0.0), Just(20.0), 0.0..20.0],
        swell_period in 4.0..30.0,
        direction in -7.0..7.0,
    ) {
        let relations = [Relation::Deep, Relation::Depth, Relation::Small, Relation::Both];
        let water = Dispersion {
            relation: relations[relation],
            gravity,
            depth: f64::exp(ln_depth),
            tension_length,
        };
        let sea = WindSea {
            law: LAWS[law],
            spread: SPREADS[spread],
            against_wind,
            wind: speed,
            direction,
            fetch: f64::exp(ln_fetch),
            significant_height,
        };
        let swell = Swell {
            significant_height: swell_height,
            period: swell_period,
            direction: -direction,
        };
        let spectrum = Spectrum::new(water, &sea, &swell, cutoff);
        prop_assert!(spectrum.variance().is_finite() && spectrum.variance() >= 0.0);
// From 1e-300 to 1e300, and densely in the usual range.
        let coarse = (-300..=300).step_by(20).map(f64::from);
        let dense = (-600..=900).map(|hundredth| f64::from(hundredth) / 100.0);
        for exponent in coarse.chain(dense) {
            let k = 10_f64.powf(exponent);
            for angle in [0.0, 1.0, direction, direction + PI / 2.0, direction + PI] {
                let density = spectrum.density(k * angle.cos(), k * angle.sin());
                prop_assert!(density.is_finite() && density >= 0.0, "{} at {}, {}", density, k, angle);
            }
        }
        prop_assert_eq!(spectrum.density(0.0, 0.0), 0.0);
    }
}
