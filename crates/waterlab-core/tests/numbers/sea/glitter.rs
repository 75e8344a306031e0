//! How steep the small waves are that nobody sees but in the sun's glitter, against what was measured from photographs.

use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::SPECTRAL;

/// Mean square slope along both axes together, of a clean sea (Cox and Munk 1954); m/s.
fn cox_munk(wind: f64) -> f64 {
    0.003 + 5.12e-3 * wind
}

fn mean_square_slope(wind: f64, values: &[(&str, Value)]) -> (f64, f64) {
    let mut settings = Settings::new(SPECTRAL.parameters);
    settings.set("wind", Value::Real(wind)).expect("a value");
    for (key, value) in values {
        settings.set(key, *value).expect("a value");
    }
    let sea = SPECTRAL.create(&settings, 128, 128).expect("a sea");
    let mut moment = sea.moment();
    sea.compute(20.0, &mut moment);
    let square = |slopes: &[f32]| -> f64 {
        let sum: f64 = slopes.iter().map(|&slope| f64::from(slope).powi(2)).sum();
        sum / slopes.len() as f64
    };
    let seen: f64 = moment
        .patches()
        .iter()
        .flat_map(|fields| fields.slope.each_ref().map(|slope| square(slope.cells())))
        .sum();
    let [x, z, _] = sea.waves().unresolved_slopes();
    (seen, x + z)
}

#[test]
fn all_slopes_together_are_those_of_the_suns_glitter() {
    // JONSWAP's tail grows more slowly with the wind than was measured: steeper in light winds, less steep in strong ones.
    for wind in [4.0, 7.0, 10.0, 13.0] {
        let (seen, unseen) = mean_square_slope(wind, &[("fetch", Value::Real(100.0))]);
        let found = (seen + unseen) / cox_munk(wind);
        assert!((0.6..1.4).contains(&found), "{wind} m/s: {found}");
    }
}

#[test]
fn what_one_grid_misses_a_finer_one_shows() {
    let all = |values: &[(&str, Value)]| {
        let (seen, unseen) = mean_square_slope(9.0, values);
        assert!(seen > 0.0 && unseen > 0.0);
        (seen, unseen)
    };
    let coarse = all(&[]);
    let fine = all(&[("cascades", Value::Integer(2))]);
    assert!(fine.0 > 1.3 * coarse.0 && fine.1 < 0.8 * coarse.1);
    let (one, two) = (coarse.0 + coarse.1, fine.0 + fine.1);
    assert!((one / two - 1.0).abs() < 0.06, "{one} {two}");
}

#[test]
fn slopes_are_steeper_along_the_wind_than_across_where_waves_hug_it() {
    for (direction, along) in [(0.0, 0), (90.0, 1)] {
        let mut settings = Settings::new(SPECTRAL.parameters);
        settings
            .set("wind_direction", Value::Real(direction))
            .expect("a value");
        // Of |cos|².
        settings.set("spread", Value::Choice(0)).expect("a value");
        let sea = SPECTRAL.create(&settings, 64, 64).expect("a sea");
        let variance = sea.waves().unresolved_slopes();
        // ∫cos⁴ over ∫cos²·sin², but for the corners of the grid.
        let ratio = variance[along] / variance[1 - along];
        assert!((ratio - 3.0).abs() < 0.1, "{variance:?}");
        assert!(variance[2].abs() < 0.02 * variance[along]);
        assert!((sea.waves().heading().to_degrees() - direction).abs() < 1e-9);
    }
}

#[test]
fn whitecaps_cover_as_much_of_the_sea_as_was_measured() {
    // Monahan and O'Muircheartaigh (1980); measurements scatter by a factor of three about it.
    for (title, wind) in [("Breeze", 8.0_f64), ("Gale", 19.0), ("Storm", 26.5)] {
        let preset = SPECTRAL.presets.iter().find(|preset| preset.title == title);
        let mut settings = Settings::new(SPECTRAL.parameters);
        settings.apply(preset.expect("a preset")).expect("values");
        assert_eq!(settings.real("wind"), wind);
        let sea = SPECTRAL.create(&settings, 256, 256).expect("a sea");
        let mut moment = sea.moment();
        sea.compute_with_foam(60.0, &mut moment);
        let found = moment.foam().mean();
        let measured = 3.84e-6 * wind.powf(3.41);
        let ratio = found / measured;
        assert!(
            (1.0 / 3.0..3.0).contains(&ratio),
            "{title}: {found} for {measured}"
        );
    }
}
