//! Foam compared with a fine integration of its model, dF/dt = growth·max(0, threshold − J−) − F/decay, on seas of every wind.

use std::collections::VecDeque;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{KINDS, OceanState, Sea};

/// The time step of the fine integration in seconds.
const FINE: f64 = 1.0 / 160.0;

fn sea(kind: usize, side: usize, values: &[(&str, f64)], whole: &[(&str, i64)]) -> Sea {
    let kind = KINDS[kind];
    let mut settings = Settings::new(kind.parameters);
    for (key, value) in values {
        settings.set(key, Value::Real(*value)).expect(key);
    }
    for (key, value) in whole {
        settings.set(key, Value::Integer(*value)).expect(key);
    }
    kind.create(&settings, side, side).expect("a sea")
}

/// The foam F of a state.
fn amount(state: &OceanState) -> Vec<f64> {
    let cells = state.foam().cells().iter();
    cells.map(|&cover| -(-f64::from(cover)).ln_1p()).collect()
}

/// The relative error of F and of the coverage, each the root mean square over the surface and several times. The times lie
/// `apart` fine steps before `end`.
fn differences(sea: &Sea, end: f64, apart: &[usize]) -> [f64; 2] {
    let law = sea.foam_parameters();
    let mut state = sea.new_state();
    let last = *apart.iter().max().expect("times");
    // Start seven decay times earlier: older foam is less than a thousandth.
    let count = (7.0 * law.decay / FINE) as usize + last;
    let mut foam = Vec::new();
    let mut before: Vec<f64> = Vec::new();
    let mut expected = VecDeque::new();
    for step in 0..=count {
        sea.compute(end - (count - step) as f64 * FINE, &mut state);
        let lowest = state.min_stretch().cells().iter();
        let source: Vec<f64> = lowest
            .map(|&lowest| law.growth * (law.threshold - f64::from(lowest)).max(0.0))
            .collect();
        if step == 0 {
            foam = vec![0.0; source.len()];
        } else {
            let remaining = (-FINE / law.decay).exp();
            for ((foam, before), source) in foam.iter_mut().zip(&before).zip(&source) {
                *foam = (*foam + 0.5 * FINE * before) * remaining + 0.5 * FINE * source;
            }
        }
        before = source;
        if apart.contains(&(count - step)) {
            expected.push_back((count - step, foam.clone()));
        }
    }
    let (mut error, mut all) = ([0.0; 2], [0.0; 2]);
    for (apart, expected) in expected {
        sea.compute_with_foam(end - apart as f64 * FINE, &mut state);
        for (found, expected) in amount(&state).into_iter().zip(expected) {
            let cover = |foam: f64| -(-foam).exp_m1();
            let pairs = [(found, expected), (cover(found), cover(expected))];
            for (which, (found, expected)) in pairs.into_iter().enumerate() {
                error[which] += (found - expected).powi(2);
                all[which] += expected * expected;
            }
        }
    }
    assert!(all[0] > 0.0, "there is no foam");
    [0, 1].map(|which| f64::sqrt(error[which] / all[which]))
}

#[track_caller]
fn assert_near(sea: &Sea, end: f64, what: &str) {
    let [foam, cover] = differences(sea, end, &[0, 7, 61, 150]);
    println!(
        "{what}: F {:.2} %, cover {:.2} %",
        100.0 * foam,
        100.0 * cover
    );
    assert!(
        foam < 0.03 && cover < 0.03,
        "{what}: F {foam}, coverage {cover}"
    );
}

#[test]
fn foam_follows_its_model_at_every_wind() {
    for (wind, patch, side, cascades, threshold) in [
        (4.0, 25.0, 48, 1, 0.75),
        (4.0, 50.0, 64, 2, 0.72),
        (8.0, 60.0, 64, 1, 0.55),
        (8.0, 100.0, 64, 2, 0.55),
        (14.0, 120.0, 48, 2, 0.55),
        (20.0, 300.0, 64, 2, 0.5),
        (31.0, 500.0, 64, 1, 0.55),
        (31.0, 1000.0, 48, 2, 0.5),
    ] {
        let values = [
            ("wind", wind),
            ("patch", patch),
            ("foam_threshold", threshold),
            ("foam_decay", 1.5),
        ];
        let whole = [("cascades", cascades), ("cascade_ratio", 6)];
        let sea = sea(1, side, &values, &whole);
        assert_near(
            &sea,
            40.0,
            &format!("{wind} m/s on {patch} m, {cascades} cascades"),
        );
    }
}

#[test]
fn foam_follows_its_model_at_any_decay_and_period() {
    for (decay, period) in [(0.1, 0.0), (0.4, 0.0), (6.0, 0.0), (1.5, 20.0), (1.5, 4.3)] {
        let values = [
            ("patch", 50.0),
            ("foam_decay", decay),
            ("period", period),
            ("foam_threshold", 0.65),
        ];
        let sea = sea(1, 48, &values, &[]);
        assert_near(&sea, 33.3, &format!("decay {decay}, period {period}"));
    }
}

#[test]
fn foam_of_gerstner_waves_follows_its_model() {
    let values = [
        ("foam_threshold", 0.7),
        ("foam_decay", 2.0),
        ("patch", 30.0),
        ("length", 15.0),
    ];
    assert_near(&sea(0, 48, &values, &[("waves", 12)]), 12.0, "Gerstner");
}

#[test]
fn foam_decays_no_faster_than_its_rate_and_never_jumps() {
    let values = [
        ("patch", 60.0),
        ("foam_decay", 1.0),
        ("foam_threshold", 0.7),
    ];
    let sea = sea(1, 48, &values, &[("cascades", 2), ("cascade_ratio", 3)]);
    let law = sea.foam_parameters();
    let step = 0.011;
    let mut state = sea.new_state();
    let mut before: Vec<f64> = Vec::new();
    let mut largest = 0.0_f64;
    // Two epochs of five decay times, with the borders between them.
    for number in 0..1100 {
        sea.compute_with_foam(-1.0 + f64::from(number) * step, &mut state);
        let now = amount(&state);
        largest = now.iter().copied().fold(largest, f64::max);
        // The cut-off history is e^(−5) of the foam per five decay times.
        let forgotten = 0.0069 * step / law.decay * largest;
        let rising = law.growth * step;
        for (before, now) in before.iter().zip(&now) {
            let decayed = before * (-step / law.decay).exp();
            assert!(
                *now >= decayed - forgotten - 2e-6 * (1.0 + decayed),
                "{number}: {now} of {before}"
            );
            assert!(
                *now <= decayed + 1.5 * rising,
                "{number}: {now} after {before}"
            );
        }
        before = now;
    }
    assert!(largest > 0.5, "{largest}");
}
