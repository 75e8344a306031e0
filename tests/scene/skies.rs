//! Sky presets.

use crate::{edited, edits};
use waterlab::scene::Scene;

/// Hour, clouds and haze of a scene with these edits.
fn sky(sets: &[&str]) -> Result<[f64; 3], String> {
    let scene = Scene::from_edits(&edits(sets)).map_err(|error| error.to_string())?;
    Ok(["hour", "clouds", "haze"].map(|key| scene.sky.settings.real(key)))
}

#[test]
fn a_sky_preset_applies_below_the_other_keys_in_any_order() {
    let dusk = sky(&["sky.preset=dusk"]).unwrap();
    assert_eq!(dusk, [19.9, 0.3, 1.0]);
    for edits in [
        ["sky.preset=dusk", "sky.clouds=0.7"],
        ["sky.clouds=0.7", "sky.preset=dusk"],
    ] {
        assert_eq!(sky(&edits).unwrap(), [19.9, 0.7, 1.0]);
    }
    assert_eq!(sky(&["sky.preset=overcast"]).unwrap(), [14.0, 1.0, 4.0]);
    assert_eq!(sky(&["sky.preset=golden-hour"]).unwrap()[0], 18.9);
}

#[test]
fn an_unknown_sky_preset_is_refused_with_the_known_ones() {
    let error = sky(&["sky.preset=golden"]).unwrap_err();
    for part in [
        "--set sky.preset=golden",
        "`golden-hour`",
        "noon",
        "overcast",
    ] {
        assert!(error.contains(part), "{error}");
    }
    assert!(
        sky(&["sky.preset=3"])
            .unwrap_err()
            .contains("the name of a sky")
    );
}

#[test]
fn an_hour_of_an_edit_overrides_the_sun_angles_of_the_file() {
    let text = "[sky]\nelevation = 48\nazimuth = 300\nclouds = 0.9\nhaze = 2\n";
    let of = |sets: &[&str]| edited(text, sets).expect("a scene").sky;
    let hour = of(&["sky.hour=20"]);
    assert_eq!((hour.elevation, hour.azimuth), (None, None));
    assert_eq!(hour.settings.real("clouds"), 0.9);
    let dusk = of(&["sky.preset=dusk"]);
    assert_eq!(
        (
            dusk.elevation,
            dusk.settings.real("hour"),
            dusk.settings.real("clouds")
        ),
        (None, 19.9, 0.3)
    );
    assert_eq!(dusk.settings.real("haze"), 2.0, "the preset has no haze");
    // The overcast preset has no sun angles.
    let overcast = of(&["sky.preset=overcast"]);
    assert_eq!(
        (overcast.elevation, overcast.settings.real("clouds")),
        (Some(48.0), 1.0)
    );
    // Two edits both apply, in any order.
    for sets in [
        ["sky.elevation=3", "sky.hour=20"],
        ["sky.hour=20", "sky.elevation=3"],
    ] {
        assert_eq!(of(&sets).elevation, Some(3.0));
    }
    // In a file angles override the hour.
    let both = "[sky]\nelevation = 48\nhour = 20\n";
    assert_eq!(
        edited(both, &[]).expect("a scene").sky.elevation,
        Some(48.0)
    );
}
