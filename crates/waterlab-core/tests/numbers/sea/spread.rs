//! The directional spread of a wind sea.

use crate::sea::plain_spectrum::{GRAVITY, of_wind, peak, wind};
use std::f64::consts::{PI, TAU};
use waterlab_core::sea::{Spectrum, Spread, WindLaw, WindSea};

/// Ψ at `k` and `angle` from the wind, which blows toward +x, relative to Ψ downwind.
fn relative(spectrum: &Spectrum, k: f64, angle: f64) -> f64 {
    spectrum.density(k * angle.cos(), k * angle.sin()) / spectrum.density(k, 0.0)
}

#[test]
fn cosine_spreads_have_their_exponents_and_damp_waves_against_the_wind() {
    for (spread, exponent) in [(Spread::Cos2, 2), (Spread::Cos6, 6)] {
        let spectrum = of_wind(&WindSea {
            spread,
            against_wind: 0.1,
            ..wind()
        });
        for angle in [0.3_f64, 1.0, 1.5, 1.7, 2.5, PI] {
            let with = if angle > PI / 2.0 { 0.1 } else { 1.0 };
            let expected = with * angle.cos().abs().powi(exponent);
            for angle in [angle, -angle] {
                let got = relative(&spectrum, 0.2, angle);
                assert!((got - expected).abs() < 1e-9, "{spread:?}, {angle}: {got}");
            }
        }
    }
}

#[test]
fn the_hasselmann_spread_depends_on_the_frequency() {
    // 12 m/s over 100 km give U·ωp/g.
    let (speed, fetch) = (12.0, 100e3);
    let peak = peak(speed, fetch);
    let spectrum = of_wind(&WindSea {
        spread: Spread::Hasselmann,
        wind: speed,
        fetch,
        ..wind()
    });
    let fall = -2.33 - 1.45 * (speed * peak / GRAVITY - 1.17);
    for ratio in [0.7_f64, 0.9, 0.99, 1.01, 1.2, 2.0, 3.0] {
        let s = if ratio < 1.0 {
            6.97 * ratio.powf(4.06)
        } else {
            9.77 * ratio.powf(fall)
        };
        let k = (ratio * peak).powi(2) / GRAVITY;
        for angle in [0.2_f64, 1.0, 2.0, 3.0] {
            let expected = (0.5 * angle).cos().powf(2.0 * s);
            let got = relative(&spectrum, k, angle);
            assert!(
                (got / expected - 1.0).abs() < 1e-4,
                "{ratio} ωp, {angle}: {got} for {expected}"
            );
            assert!((got - relative(&spectrum, k, -angle)).abs() < 1e-12);
        }
    }
}

#[test]
fn the_hasselmann_spread_of_phillips_uses_its_own_peak() {
    // ω⁻⁵·exp(−(g/Vω)⁴) has its maximum at ωp = (4/5)^¼·g/V.
    let spectrum = of_wind(&WindSea {
        law: WindLaw::Phillips,
        spread: Spread::Hasselmann,
        ..wind()
    });
    let age = 0.8_f64.powf(0.25);
    for (ratio, s) in [
        (0.95_f64, 6.97 * 0.95_f64.powf(4.06)),
        (1.05, 9.77 * 1.05_f64.powf(-2.33 - 1.45 * (age - 1.17))),
    ] {
        let k = (ratio * age * GRAVITY / 15.0).powi(2) / GRAVITY;
        let got = relative(&spectrum, k, 1.0);
        assert!((got / 0.5_f64.cos().powf(2.0 * s) - 1.0).abs() < 1e-4);
    }
}

#[test]
fn every_spread_is_normalised_at_every_frequency() {
    // From Ψ alone: the sum over a ring is the same for all spreads if they are normalised.
    let fetches = [(3.0, 1e4), (15.0, 200e3), (60.0, 100.0)];
    for (speed, fetch) in fetches {
        for law in [WindLaw::Jonswap, WindLaw::Tma] {
            for ratio in [0.8_f64, 1.0, 1.5, 5.0, 30.0] {
                let k = (ratio * peak(speed, fetch)).powi(2) / GRAVITY;
                let sums = [
                    (Spread::Cos2, 0.0),
                    (Spread::Cos2, 1.0),
                    (Spread::Cos6, 0.4),
                    (Spread::Hasselmann, 0.0),
                    (Spread::Hasselmann, 1.0),
                ]
                .map(|(spread, against_wind)| {
                    let spectrum = of_wind(&WindSea {
                        law,
                        spread,
                        against_wind,
                        wind: speed,
                        fetch,
                        direction: 0.3,
                        ..wind()
                    });
                    // A wide spread has a kink against the wind, where the sum is least accurate. It lies between two samples.
                    let count = 4_000;
                    (0..count)
                        .map(|at| 0.3 + (f64::from(at) + 0.5) * TAU / f64::from(count))
                        .map(|angle| spectrum.density(k * angle.cos(), k * angle.sin()))
                        .sum::<f64>()
                });
                for sum in sums {
                    assert!(
                        (sum / sums[0] - 1.0).abs() < 1e-3,
                        "{speed} m/s, {fetch} m, {ratio} ωp: {sums:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_storm_over_a_short_fetch_is_not_isotropic() {
    // U·ωp/g is 34: the unlimited formula gives s = 0.08 at 1.1 ωp.
    let spectrum = of_wind(&WindSea {
        spread: Spread::Hasselmann,
        wind: 60.0,
        fetch: 100.0,
        ..wind()
    });
    let k = (1.1 * peak(60.0, 100.0)).powi(2) / GRAVITY;
    assert!(relative(&spectrum, k, PI / 2.0) < 0.1);
}

#[test]
fn the_spectrum_is_highest_downwind() {
    for spread in [Spread::Cos2, Spread::Cos6, Spread::Hasselmann] {
        for toward in [0.0_f64, 1.0, 2.5, -2.0] {
            let spectrum = of_wind(&WindSea {
                spread,
                direction: toward,
                against_wind: 0.05,
                ..wind()
            });
            let k = 0.1;
            let along = |angle: f64| spectrum.density(k * angle.cos(), k * angle.sin());
            let steepest = (0..360)
                .map(|degrees| f64::from(degrees).to_radians())
                .max_by(|a, b| along(*a).total_cmp(&along(*b)))
                .unwrap();
            let off = (steepest - toward).cos();
            assert!(off > 0.999, "{spread:?}: {steepest} for {toward}");
            assert!(along(toward + PI) < 0.06 * along(toward));
        }
    }
}
