//! Creamer's transform, compared with the Stokes expansion of a wave of finite height.

use std::f64::consts::TAU;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{Fields, GERSTNER, Gerstner, GerstnerWave, Sea};

/// One wave of 25 m on a patch of 100 m with the steepness kA and a direction in degrees.
fn settings(steepness: f64, direction: f64) -> Settings {
    let mut settings = Settings::new(GERSTNER.parameters);
    for (key, value) in [
        ("waves", Value::Integer(1)),
        ("length", Value::Real(25.0)),
        ("patch", Value::Real(100.0)),
        ("spread", Value::Real(0.0)),
        ("steepness", Value::Real(steepness)),
        ("direction", Value::Real(direction)),
        ("creamer", Value::Switch(true)),
    ] {
        settings.set(key, value).expect("allowed");
    }
    settings
}

fn fields(settings: &Settings, time: f64) -> Fields {
    let sea: Sea = GERSTNER.create(settings, 128, 128).expect("a sea");
    // The fields held another sea's displacement before.
    let mut displaced = settings.clone();
    displaced
        .set("creamer", Value::Switch(false))
        .expect("allowed");
    let displaced = GERSTNER.create(&displaced, 128, 128).expect("a sea");
    let mut state = displaced.new_state();
    displaced.compute(time, &mut state);
    let moves = |grid: &Grid<f32>| grid.cells().iter().any(|&cell| cell != 0.0);
    assert!(state.surface().displacement.iter().any(moves));
    sea.compute(time, &mut state);
    state.surface().clone()
}

/// The profile along the wave's axis. Checks that it is constant along the crests.
fn profile(grid: &Grid<f32>, along_z: bool) -> Vec<f64> {
    let at = |cell: usize, across: usize| {
        let place = if along_z {
            (across, cell)
        } else {
            (cell, across)
        };
        f64::from(grid[place])
    };
    for cell in 0..128 {
        assert_eq!(at(cell, 0), at(cell, 77), "the crests are not straight");
    }
    (0..128).map(|cell| at(cell, 5)).collect()
}

/// The amplitude and the phase of the mode with `times` waves on the patch.
fn harmonic(profile: &[f64], times: usize) -> (f64, f64) {
    let (mut re, mut im) = (0.0, 0.0);
    for (cell, height) in profile.iter().enumerate() {
        let angle = TAU * (times * cell) as f64 / profile.len() as f64;
        re += height * angle.cos() * 2.0 / profile.len() as f64;
        im -= height * angle.sin() * 2.0 / profile.len() as f64;
    }
    (re.hypot(im), im.atan2(re))
}

#[test]
fn creamers_second_harmonic_is_that_of_stokes_and_in_phase() {
    let k = TAU / 25.0;
    for (direction, along_z) in [(0.0, false), (90.0, true), (180.0, false), (-90.0, true)] {
        for steepness in [0.02, 0.05, 0.1] {
            let a = steepness / k;
            for time in [0.0, 1.7] {
                let profile = profile(
                    &fields(&settings(steepness, direction), time).height,
                    along_z,
                );
                let ((first, phase), (second, doubled)) =
                    (harmonic(&profile, 4), harmonic(&profile, 8));
                // The next order is a fraction of (kA)².
                let max = 2.0 * steepness * steepness;
                assert!((first / a - 1.0).abs() < max, "{first} for {a}");
                let stokes = 0.5 * k * a * a;
                assert!(
                    (second / stokes - 1.0).abs() < max + 1e-3,
                    "{second} for {stokes}"
                );
                // The crest starts at 0 and moves at the speed of the linear wave in deep water.
                let ahead = if direction == 0.0 || direction == 90.0 {
                    1.0
                } else {
                    -1.0
                };
                let lag = (phase + ahead * (9.81 * k).sqrt() * time) / TAU;
                assert!(
                    (lag - lag.round()).abs() < 1e-3,
                    "{direction}: {phase} at {time} s"
                );
                let off = (2.0 * phase - doubled) / TAU;
                assert!((off - off.round()).abs() < 1e-3, "{phase} {doubled}");
            }
        }
    }
}

#[test]
fn creamers_crests_are_higher_than_its_troughs_and_the_mean_is_0() {
    let (k, steepness) = (TAU / 25.0, 0.1);
    let a = steepness / k;
    let fields = fields(&settings(steepness, 0.0), 0.0);
    let profile = profile(&fields.height, false);
    let high = profile.iter().fold(f64::MIN, |max, h| h.max(max));
    let low = profile.iter().fold(f64::MAX, |lowest, h| h.min(lowest));
    // A + ½kA² and −A + ½kA², up to the third order in kA.
    let third = k * k * a * a * a;
    assert!((high - a - 0.5 * k * a * a).abs() < third, "{high}");
    assert!((low + a - 0.5 * k * a * a).abs() < third, "{low}");
    assert!(
        ((high + low) / (k * a * a) - 1.0).abs() < 0.02,
        "{high} {low}"
    );
    let mean = profile.iter().sum::<f64>() / 128.0;
    assert!(mean.abs() < 1e-7, "{mean}");
    // Slopes follow from the heights, and there is no displacement.
    for cell in 0..128 {
        let [before, after] = [127, 1].map(|away| profile[(cell + away) % 128]);
        let slope = (after - before) / (2.0 * 100.0 / 128.0);
        let found = f64::from(fields.slope[0][(cell, 9)]);
        assert!(
            (found - slope).abs() < 0.02 * steepness,
            "{found} for {slope}"
        );
    }
    for grid in fields
        .displacement
        .iter()
        .chain(&fields.strain)
        .chain([&fields.slope[1]])
    {
        assert!(grid.cells().iter().all(|&cell| cell == 0.0));
    }
}

#[test]
fn creamer_refuses_a_sea_that_is_not_long_crested() {
    for (key, value) in [
        ("spread", Value::Real(1.0)),
        ("direction", Value::Real(30.0)),
        ("crossing", Value::Real(70.0)),
        ("seamless", Value::Switch(false)),
    ] {
        let mut settings = settings(0.1, 0.0);
        settings.set(key, value).expect("allowed");
        let message = match GERSTNER.create(&settings, 16, 16) {
            Ok(_) => panic!("{key}: not refused"),
            Err(error) => error.to_string(),
        };
        assert!(
            message.contains("`creamer` is true, but must be false unless the sea is long-crested"),
            "{message}"
        );
        assert!(
            !message.contains('\n') && message.contains(&format!("`{key}`")),
            "{message}"
        );
    }
}

#[test]
fn creamer_applies_to_listed_waves_along_one_axis() {
    let listed = |degrees: f64| GerstnerWave {
        length: 25.0,
        amplitude: 0.3,
        direction: degrees.to_radians(),
        phase: 0.0,
    };
    for (second, is_long_crested) in [(180.0, true), (90.0, false)] {
        let waves = [listed(0.0), listed(second)];
        let sea = Gerstner::from_settings(&settings(0.1, 0.0), &waves, 64, 64);
        assert_eq!(sea.is_creamer(), is_long_crested, "{second}");
    }
    // And to waves that fit the patch of 100 m a whole number of times.
    let mut loose = settings(0.1, 0.0);
    loose
        .set("seamless", Value::Switch(false))
        .expect("allowed");
    for (length, fits) in [(25.0, true), (24.0, false)] {
        let wave = GerstnerWave {
            length,
            ..listed(0.0)
        };
        let sea = Gerstner::from_settings(&loose, &[wave], 64, 64);
        assert_eq!(sea.is_creamer(), fits, "{length}");
    }
}
