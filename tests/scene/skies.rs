//! Skies by their names.

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
