//! The mean square slope of the sea and its whitecaps, compared with measurements.

use super::plain_sea::{at, sea_with, with_foam};
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::SPECTRAL;

/// Mean square slope of a clean sea, sum of both axes, for a wind in m/s (Cox and Munk 1954).
fn cox_munk(wind: f64) -> f64 {
    0.003 + 5.12e-3 * wind
}

fn mean_square_slope(wind: f64, values: &[(&str, Value)]) -> (f64, f64) {
    let values = [&[("wind", Value::Real(wind))][..], values].concat();
    let sea = sea_with(&SPECTRAL, 128, 128, &values);
    let state = at(&sea, 20.0);
    let square = |slopes: &[f32]| -> f64 {
        let sum: f64 = slopes.iter().map(|&slope| f64::from(slope).powi(2)).sum();
        sum / slopes.len() as f64
    };
    let resolved: f64 = state
        .patches()
        .iter()
        .flat_map(|fields| fields.slope.each_ref().map(|slope| square(slope.cells())))
        .sum();
    let [x, z, _] = sea.waves().unresolved_slopes();
    (resolved, x + z)
}

#[test]
fn the_mean_square_slope_agrees_with_cox_and_munk() {
    // The tail of JONSWAP grows more slowly with the wind than measured: it is steeper in light winds and less steep in strong ones.
    for wind in [4.0, 7.0, 10.0, 13.0] {
        let (resolved, unresolved) = mean_square_slope(wind, &[("fetch", Value::Real(100.0))]);
        let found = (resolved + unresolved) / cox_munk(wind);
        assert!((0.6..1.4).contains(&found), "{wind} m/s: {found}");
    }
}

#[test]
fn slopes_unresolved_by_a_grid_are_resolved_by_a_finer_one() {
    let all = |values: &[(&str, Value)]| {
        let (resolved, unresolved) = mean_square_slope(9.0, values);
        assert!(resolved > 0.0 && unresolved > 0.0);
        (resolved, unresolved)
    };
    let coarse = all(&[]);
    let fine = all(&[("cascades", Value::Integer(2))]);
    assert!(fine.0 > 1.3 * coarse.0 && fine.1 < 0.8 * coarse.1);
    let (one, two) = (coarse.0 + coarse.1, fine.0 + fine.1);
    assert!((one / two - 1.0).abs() < 0.06, "{one} {two}");
}

#[test]
fn unresolved_slopes_are_steeper_along_the_wind() {
    for (direction, along) in [(0.0, 0), (90.0, 1)] {
        // A spread of |cos|².
        let values = [
            ("wind_direction", Value::Real(direction)),
            ("spread", Value::Choice(0)),
        ];
        let sea = sea_with(&SPECTRAL, 64, 64, &values);
        let variance = sea.waves().unresolved_slopes();
        // ∫cos⁴ / ∫cos²·sin² = 3, except for the corners of the grid.
        let ratio = variance[along] / variance[1 - along];
        assert!((ratio - 3.0).abs() < 0.1, "{variance:?}");
        assert!(variance[2].abs() < 0.02 * variance[along]);
        assert!((sea.waves().heading().to_degrees() - direction).abs() < 1e-9);
    }
}

#[test]
fn whitecap_coverage_agrees_with_measurements() {
    // Monahan and O'Muircheartaigh (1980). Measurements scatter about it by a factor of three.
    for (title, wind) in [("Breeze", 8.0_f64), ("Gale", 19.0), ("Storm", 26.5)] {
        let preset = SPECTRAL.presets.iter().find(|preset| preset.title == title);
        let mut settings = Settings::new(SPECTRAL.parameters);
        settings.apply(preset.expect("a preset")).expect("values");
        assert_eq!(settings.real("wind"), wind);
        let sea = SPECTRAL.create(&settings, 256, 256).expect("a sea");
        let found = with_foam(&sea, 60.0).foam().mean();
        let measured = 3.84e-6 * wind.powf(3.41);
        let ratio = found / measured;
        assert!(
            (1.0 / 3.0..3.0).contains(&ratio),
            "{title}: {found} for {measured}"
        );
    }
}
