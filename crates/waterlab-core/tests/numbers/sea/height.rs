//! The significant height of a sea on patches of various sizes.

use super::plain_sea::{at, sea_with};
use std::f64::consts::TAU;
use waterlab_core::parameter::Value;
use waterlab_core::sea::{
    Dispersion, KINDS, Patch, Relation, Sea, SpectralSea, Spectrum, Spread, Swell, Waves, WindLaw,
    WindSea,
};

const WATER: Dispersion = Dispersion {
    relation: Relation::Deep,
    gravity: 9.81,
    depth: 1000.0,
    tension_length: 0.0,
};

fn swell(height: f64, period: f64, direction: f64) -> Swell {
    Swell {
        significant_height: height,
        period,
        direction,
    }
}

fn wind(speed: f64, direction: f64, spread: Spread) -> WindSea {
    WindSea {
        law: WindLaw::Jonswap,
        spread,
        against_wind: 0.05,
        wind: speed,
        direction,
        fetch: 100e3,
        significant_height: 0.0,
    }
}

/// The variance ΣΨΔk² on columns × rows cells of a patch of `length` metres.
fn variance(spectrum: &Spectrum, (columns, rows): (usize, usize), length: f64) -> f64 {
    let patch = Patch::new(columns, rows, length);
    let sea = SpectralSea::new(spectrum.clone(), patch, None, 1);
    let area = TAU / patch.length_x * TAU / patch.length_z;
    let psi = sea.density(0).expect("a spectrum");
    let sum: f64 = psi.cells().iter().map(|&psi| f64::from(psi) * area).sum();
    let reported = (sea.significant_height() / 4.0).powi(2);
    assert!((reported / sum - 1.0).abs() < 1e-4, "{reported} for {sum}");
    sum
}

#[test]
fn a_swell_between_the_modes_has_the_requested_height() {
    for direction in [0.0_f64, 17.0, 45.0, 75.0, 90.0, 133.0, -60.0] {
        for period in [4.0_f64, 7.0, 10.0] {
            // gT²/2π
            let length = 9.81 * period * period / TAU;
            for waves in [2.0, 2.3, 3.5, 5.0, 9.7, 30.0] {
                let swell = swell(2.0, period, direction.to_radians());
                let spectrum = Spectrum::new(WATER, &wind(0.0, 0.0, Spread::Cos2), &swell, 0.0);
                for size in [(128, 128), (150, 100)] {
                    // `waves` fit on the shorter side.
                    let patch = waves * length * size.0 as f64 / size.1 as f64;
                    let found = variance(&spectrum, size, patch) / 0.25;
                    assert!(
                        (found - 1.0).abs() < 0.03,
                        "{direction}°, {period} s, {waves} waves, {size:?}: {found}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_wind_sea_has_the_height_of_its_spectrum() {
    for spread in [Spread::Cos2, Spread::Cos6, Spread::Hasselmann] {
        for direction in [0.0_f64, 30.0, 100.0] {
            let sea = wind(10.0, direction.to_radians(), spread);
            // Cut off the waves that the grid does not resolve.
            let spectrum = Spectrum::new(WATER, &sea, &swell(0.0, 10.0, 0.0), 1.5);
            let whole = (spectrum.significant_height() / 4.0).powi(2);
            // The peak wavelength is about 60 m.
            for (side, length) in [(128, 150.0), (160, 200.0), (200, 333.0), (384, 800.0)] {
                let found = variance(&spectrum, (side, side), length) / whole;
                assert!(
                    (found - 1.0).abs() < 0.03,
                    "{spread:?}, {direction}°, {length} m: {found}"
                );
            }
        }
    }
}

fn of_settings(seed: i64, direction: f64) -> Sea {
    let values = [
        ("wind", Value::Real(0.0)),
        ("patch", Value::Real(400.0)),
        ("swell_height", Value::Real(2.0)),
        ("swell_direction", Value::Real(direction)),
        ("seed", Value::Integer(seed)),
    ];
    sea_with(KINDS[1], 64, 64, &values)
}

#[test]
fn swells_have_the_requested_height_on_average() {
    for direction in [0.0, 30.0, 75.0] {
        let mut sum = 0.0;
        for seed in 0..200 {
            let sea = of_settings(seed, direction);
            let state = at(&sea, 7.0);
            let cells = state.surface().height.cells().iter();
            sum += cells.map(|&height| f64::from(height).powi(2)).sum::<f64>() / 4096.0;
        }
        // About a dozen modes, averaged over 200 seas: the standard error is 4 %.
        let found = sum / 200.0 / 0.25;
        assert!((found - 1.0).abs() < 0.12, "{direction}°: {found}");
    }
}
