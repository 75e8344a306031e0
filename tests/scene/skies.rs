//! Skies by their names.

use crate::edited;
use waterlab::scene::{Edit, Scene};

/// The hour, clouds and haze of a scene with these changes.
fn sky(edits: &[&str]) -> Result<[f64; 3], String> {
    let edits: Vec<_> = edits
        .iter()
        .map(|edit| Edit::parse(edit).unwrap())
        .collect();
    let scene = Scene::from_edits(&edits).map_err(|error| error.to_string())?;
    Ok(["hour", "clouds", "haze"].map(|key| scene.sky.settings.real(key)))
}

#[test]
fn a_preset_says_what_the_scene_does_not_whichever_stands_first() {
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
fn a_sky_that_there_is_not_is_refused_with_those_that_there_are() {
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
fn what_the_command_line_says_of_the_hour_holds_over_where_a_file_has_the_sun() {
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
    assert_eq!(dusk.settings.real("haze"), 2.0, "it says nothing of haze");
    // An overcast says nothing of the sun.
    let overcast = of(&["sky.preset=overcast"]);
    assert_eq!(
        (overcast.elevation, overcast.settings.real("clouds")),
        (Some(48.0), 1.0)
    );
    // Of two options both hold, whichever comes first.
    for sets in [
        ["sky.elevation=3", "sky.hour=20"],
        ["sky.hour=20", "sky.elevation=3"],
    ] {
        assert_eq!(of(&sets).elevation, Some(3.0));
    }
    // In a file, as ever, angles win.
    let both = "[sky]\nelevation = 48\nhour = 20\n";
    assert_eq!(
        edited(both, &[]).expect("a scene").sky.elevation,
        Some(48.0)
    );
}
