//! Limits of the settings of a spectral sea.

use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{KINDS, Sea, SeaKind};

fn kind() -> &'static SeaKind {
    SeaKind::named("sea").unwrap()
}

fn settings(values: &[(&str, Value)]) -> Settings {
    let mut settings = Settings::new(kind().parameters);
    for (key, value) in values {
        settings.set(key, *value).unwrap();
    }
    settings
}

fn refusal(values: &[(&str, Value)], columns: usize, rows: usize) -> String {
    kind()
        .check(&settings(values), columns, rows)
        .unwrap_err()
        .to_string()
}

fn preset(title: &str) -> Sea {
    let preset = kind().presets.iter().find(|preset| preset.title == title);
    let mut settings = settings(&[]);
    settings.apply(preset.unwrap()).unwrap();
    kind().create(&settings, 64, 64).unwrap()
}

#[test]
fn presets_are_ordered_by_height() {
    let heights =
        ["Calm", "Breeze", "Gale", "Storm"].map(|title| preset(title).waves().significant_height());
    assert!(heights.is_sorted_by(|a, b| 1.5 * a < *b), "{heights:?}");
    assert!(heights[0] > 0.02 && heights[3] < 20.0, "{heights:?}");
    let defaults = kind().create(&settings(&[]), 64, 64).unwrap();
    let default = defaults.waves().significant_height();
    assert!(
        (default / heights[1] - 1.0).abs() < 0.05,
        "{default}, {heights:?}"
    );
    for preset in kind().presets {
        let mut settings = settings(&[]);
        settings.apply(preset).unwrap();
        for cells in [64, 256, 2048] {
            kind().check(&settings, cells, cells).unwrap();
        }
    }
}

#[test]
fn a_grid_of_too_many_cells_is_refused() {
    assert!(kind().check(&settings(&[]), 4096, 4096).is_ok());
    let message = refusal(&[], 4097, 64);
    assert_eq!(
        message,
        "`size` is 4097 × 64, but must be at most 4096 cells along each side for this model"
    );
    assert!(refusal(&[], 64, 8192).contains("64 × 8192"));
}

#[test]
fn cascades_with_a_gap_between_them_are_refused() {
    let cascades = |ratio| {
        [
            ("cascades", Value::Integer(2)),
            ("cascade_ratio", Value::Integer(ratio)),
        ]
    };
    // Four waves on a cascade 16 times smaller are 64 on the large one, two cells each of 128.
    assert!(kind().check(&settings(&cascades(16)), 128, 256).is_ok());
    assert_eq!(
        refusal(&cascades(17), 128, 256),
        "`cascade_ratio` is 17, but must be at most 16 with 128 × 256 cells, an eighth of the shorter side"
    );
    let alone = [("cascades", Value::Integer(1)), cascades(32)[1]];
    assert!(kind().check(&settings(&alone), 16, 16).is_ok());
}

#[test]
fn a_swell_longer_than_the_patch_is_refused() {
    let swell = |period| {
        [
            ("patch", Value::Real(200.0)),
            ("swell_height", Value::Real(1.0)),
            ("swell_period", Value::Real(period)),
        ]
    };
    // In deep water 200 m are gT²/2π with T = 11.32 s.
    assert!(kind().check(&settings(&swell(11.3)), 64, 64).is_ok());
    let message = refusal(&swell(11.4), 64, 64);
    assert!(message.contains("`swell_period` is 11.4"), "{message}");
    assert!(message.contains("at most 11.3 with"), "{message}");
    assert!(kind().check(&settings(&swell(15.0)), 64, 128).is_ok());
    let none = [swell(30.0)[0], swell(30.0)[2]];
    assert!(kind().check(&settings(&none), 64, 64).is_ok());
}

#[test]
fn a_swell_shorter_than_two_cells_is_refused() {
    let swell = |patch, cascades| {
        [
            ("patch", Value::Real(patch)),
            ("cascades", Value::Integer(cascades)),
            ("swell_height", Value::Real(1.0)),
            ("swell_period", Value::Real(5.0)),
        ]
    };
    // In deep water gT²/2π is 39.03 m for 5 s: more than two cells of 19.5 m, less than two of 19.6 m.
    assert!(
        kind()
            .check(&settings(&swell(64.0 * 19.5, 1)), 64, 64)
            .is_ok()
    );
    let message = refusal(&swell(64.0 * 19.6, 1), 64, 64);
    assert!(message.contains("`swell_period` is 5,"), "{message}");
    assert!(
        message.contains("at least 5.1 with cells of 19.6 m"),
        "{message}"
    );
    // The finest cascade counts.
    assert!(
        kind()
            .check(&settings(&swell(64.0 * 19.6, 2)), 64, 64)
            .is_ok()
    );
}

#[test]
fn a_period_is_0_or_at_least_a_tenth_of_a_second() {
    for kind in KINDS {
        let check = |seconds| {
            let mut settings = Settings::new(kind.parameters);
            settings.set("period", Value::Real(seconds)).unwrap();
            let checked = kind.check(&settings, 64, 64);
            checked.map_err(|error| error.to_string())
        };
        for seconds in [0.0, 0.1, 3600.0] {
            assert_eq!(check(seconds), Ok(()));
        }
        for (seconds, number) in [(0.099, "0.099"), (1e-9, "0.000000001"), (1e-300, "0.0")] {
            let message = check(seconds).unwrap_err();
            assert!(
                message.starts_with(&format!("`period` is {number}")),
                "{message}"
            );
            assert!(
                message.ends_with(", but must be 0 (never) or at least 0.1 s"),
                "{message}"
            );
        }
    }
}

#[test]
fn several_cascades_on_a_small_grid_are_refused() {
    let cascades = [("cascades", Value::Integer(2))];
    assert_eq!(
        refusal(&cascades, 15, 64),
        "`cascades` is 2, but must be 1 with a `size` of 15 × 64: more need 16 × 16 cells or more"
    );
}
