//! The fan of Gerstner waves from parameters, and its presets.

use super::gerstner::settings;
use super::plain_sea::at;
use std::f64::consts::{PI, TAU};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{Gerstner, KINDS, SeaKind};

#[test]
fn a_fan_of_waves_is_graded_and_has_the_requested_steepness() {
    for (count, steepness, seamless) in [(1, 0.9, true), (12, 0.75, true), (40, 0.999, false)] {
        let settings = settings(&[
            ("waves", Value::Integer(count)),
            ("steepness", Value::Real(steepness)),
            ("seamless", Value::Switch(seamless)),
            ("direction", Value::Real(-20.0)),
            ("spread", Value::Real(30.0)),
            ("length", Value::Real(50.0)),
            ("length_ratio", Value::Real(10.0)),
        ]);
        let sea = Gerstner::from_settings(&settings, &[], 64, 64);
        let waves: Vec<_> = sea.waves().collect();
        assert_eq!(waves.len(), count as usize);
        near(
            [sea.steepness(), sea.asked_steepness()],
            [steepness; 2],
            1e-12,
        );
        let share = steepness / count as f64;
        for wave in &waves {
            near([TAU / wave.length * wave.amplitude], [share], 1e-12);
        }
        if !seamless {
            near([waves[0].length, waves[39].length], [50.0, 5.0], 1e-9);
            near([waves[0].direction], [(-20_f64).to_radians()], 1e-12);
            for pair in waves.windows(2) {
                near(
                    [pair[0].length / pair[1].length],
                    [10_f64.powf(1.0 / 39.0)],
                    1e-9,
                );
            }
            let aside = |wave: &GerstnerWave| wave.direction.to_degrees() + 20.0;
            assert!(waves.iter().all(|wave| aside(wave).abs() <= 30.0 + 1e-9));
            assert!(waves.iter().any(|wave| aside(wave) > 15.0));
            assert!(waves.iter().any(|wave| aside(wave) < -15.0));
        }
    }
    let first = |seed| {
        let settings = settings(&[("seed", Value::Integer(seed))]);
        Gerstner::from_settings(&settings, &[], 64, 64).point(3.0, 4.0, 5.0)
    };
    assert_eq!(first(7), first(7));
    assert_ne!(first(7), first(8));
}

#[test]
fn every_gerstner_preset_is_finite_and_does_not_fold() {
    for preset in KINDS[0].presets {
        let mut settings = Settings::new(KINDS[0].parameters);
        settings.apply(preset).unwrap();
        let sea = KINDS[0].create(&settings, 64, 48).unwrap();
        let state = at(&sea, 12.0);
        let heights = &state.surface().height;
        let highest = heights
            .cells()
            .iter()
            .fold(0_f32, |max, h| max.max(h.abs()));
        assert!(
            highest > 0.2 && highest < 20.0,
            "{}: {highest}",
            preset.title
        );
        assert!(state.min_stretch().cells().iter().all(|&lowest| lowest > 0.0));
    }
}
