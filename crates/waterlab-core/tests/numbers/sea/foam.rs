//! Foam depends only on the time, whatever the order of times.

use super::plain_sea::{WATER, at, noise, with_foam};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{
    Fields, FoamParameters, KINDS, OceanState, Patch, Period, Sea, SpectralSea, Waves, Workspace,
};

const LAW: FoamParameters = FoamParameters {
    threshold: 0.9,
    growth: 0.8,
    decay: 1.5,
};

fn waves(period: Option<Period>) -> SpectralSea {
    // Slow waves compared with the sampling of foam. Fast waves are in `foam_model`.
    let patch = Patch::new(16, 12, 200.0);
    let noise = noise(16, 12, 21);
    let amplitudes = Grid::from_fn(16, 12, |column, row| noise[(column, row)] * 4.0);
    SpectralSea::from_amplitudes(patch, &amplitudes, &WATER, period)
}

fn foaming(law: FoamParameters, period: Option<f64>) -> Sea {
    let period = period.and_then(Period::new);
    Sea::new(Box::new(waves(period)), 1.2, law, period)
}

/// The foam F of a state.
fn amount(state: &OceanState) -> Vec<f64> {
    let cells = state.foam().cells().iter();
    cells.map(|&cover| -(-f64::from(cover)).ln_1p()).collect()
}

/// F by small steps of the model, from 0 at `start`.
fn by_small_steps(sea: &Sea, start: f64, end: f64) -> Vec<f64> {
    let law = sea.foam_parameters();
    let step = 0.02;
    let count = ((end - start) / step).round() as usize;
    let mut amount = vec![0.0; 16 * 12];
    let mut state = sea.new_state();
    for number in 0..count {
        sea.compute(start + (number as f64 + 0.5) * step, &mut state);
        for (foam, &lowest) in amount.iter_mut().zip(state.min_stretch().cells()) {
            let source = law.growth * (law.threshold - f64::from(lowest)).max(0.0);
            *foam += step * (source - *foam / law.decay);
        }
    }
    amount
}

#[test]
fn foam_grows_where_the_surface_is_compressed_and_decays() {
    for (period, times) in [
        (None, [60.0, 61.37]),
        (Some(60.0), [12.0, 59.99]),
        (Some(5.0), [1.0, 4.2]),
    ] {
        let sea = foaming(FoamParameters { decay: 4.0, ..LAW }, period);
        for time in times {
            let expected = by_small_steps(&sea, time - 40.0, time);
            let found = amount(&with_foam(&sea, time));
            let largest = expected.iter().copied().fold(0.0, f64::max);
            assert!(largest > 0.3, "there is no foam: {largest}");
            for (found, expected) in found.iter().zip(&expected) {
                // 0.7 % is foam older than five decay times; the rest is the error of the small steps.
                let error = (found - expected).abs() / largest;
                assert!(error < 0.012, "{period:?} {time}: {found} for {expected}");
            }
        }
    }
}

#[test]
fn foam_at_a_time_is_independent_of_earlier_times() {
    for period in [None, Some(40.0), Some(16.0), Some(9.7)] {
        let sea = foaming(LAW, period);
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut state = sea.new_state();
        let mut time = 3.0;
        for turn in 0..24 {
            // Forward for a while, then anywhere.
            time = match turn % 4 {
                0 => random.random_range(-30.0..60.0),
                1 => time + 1.0 / 60.0,
                2 => time + 6.0,
                _ => time - 0.8,
            };
            sea.compute_with_foam(time, &mut state);
            let alone = with_foam(&sea, time);
            assert!(state.foam() == alone.foam(), "{period:?} at {time}");
            assert!(state.surface() == alone.surface());
        }
    }
}

#[test]
fn foam_is_continuous_between_sample_times() {
    let sea = foaming(LAW, None);
    for instant in [7, 20, 33] {
        let [before, after] =
            [-1e-4, 1e-4].map(|shift| amount(&with_foam(&sea, 0.1 * f64::from(instant) + shift)));
        for (before, after) in before.iter().zip(&after) {
            assert!((before - after).abs() < 1e-3, "{instant}");
        }
    }
}

#[test]
fn foam_of_a_short_period_is_periodic() {
    // A long integration from 0 converges to the periodic solution.
    let sea = foaming(FoamParameters { decay: 20.0, ..LAW }, Some(2.0));
    let found = amount(&with_foam(&sea, 0.7));
    let expected = by_small_steps(&sea, 0.7 - 200.0, 0.7);
    for (found, expected) in found.iter().zip(&expected) {
        assert!(
            (found - expected).abs() < 0.02 * expected.max(1.0),
            "{found} for {expected}"
        );
    }
}

#[test]
fn foam_coverage_is_between_0_and_1() {
    let wild = FoamParameters {
        threshold: 1.0,
        growth: 100.0,
        decay: 20.0,
    };
    let sea = foaming(wild, None);
    let mut state = sea.new_state();
    let mut full = false;
    for step in 0..400 {
        sea.compute_with_foam(f64::from(step) * 0.37, &mut state);
        let mut cells = state.foam().cells().iter();
        assert!(cells.all(|foam| (0.0..=1.0).contains(foam)), "{step}");
        full |= state.foam().cells().iter().any(|&foam| foam > 0.999);
    }
    assert!(full, "the coverage never reaches 1");
    for time in [-1e12, 1e300, f64::INFINITY, f64::NAN] {
        let state = with_foam(&foaming(LAW, None), time);
        let mut cells = state.foam().cells().iter();
        assert!(cells.all(|foam| (0.0..=1.0).contains(foam)), "{time}");
    }
}

/// Waves that count how often their strain is sampled.
struct Counted {
    waves: SpectralSea,
    samples: Arc<AtomicUsize>,
}

impl Waves for Counted {
    fn patches(&self) -> &[Patch] {
        self.waves.patches()
    }

    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.waves.fields(patch, time, fields, workspace);
    }

    fn strain(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.samples.fetch_add(1, Ordering::Relaxed);
        self.waves.strain(patch, time, fields, workspace);
    }

    fn significant_height(&self) -> f64 {
        self.waves.significant_height()
    }

    fn density(&self, _patch: usize) -> Option<Grid<f32>> {
        None
    }
}

fn counted(law: FoamParameters) -> (Sea, Arc<AtomicUsize>) {
    let samples = Arc::new(AtomicUsize::new(0));
    let waves = Counted {
        waves: waves(None),
        samples: Arc::clone(&samples),
    };
    (Sea::new(Box::new(waves), 1.2, law, None), samples)
}

#[test]
fn a_single_time_samples_at_most_ten_decay_times() {
    let (sea, samples) = counted(LAW);
    let mut state = sea.new_state();
    // 75 sample times are five decay times.
    for time in [0.0, 3.0, 1000.0 + 7.49] {
        samples.store(0, Ordering::Relaxed);
        sea.compute_with_foam(time, &mut sea.new_state());
        let count = samples.load(Ordering::Relaxed);
        // The cubic interpolation needs one sample before them and two after.
        assert!((78..=153).contains(&count), "{count} at {time}");
    }
    sea.compute_with_foam(0.0, &mut state);
    samples.store(0, Ordering::Relaxed);
    // 20 seconds, nearly three epochs.
    for frame in 1..=1200 {
        sea.compute_with_foam(f64::from(frame) / 60.0, &mut state);
    }
    assert_eq!(samples.load(Ordering::Relaxed), 200);
}

#[test]
fn without_growth_or_decay_foam_is_0_and_samples_nothing() {
    for law in [
        FoamParameters { growth: 0.0, ..LAW },
        FoamParameters { decay: 0.0, ..LAW },
        FoamParameters::NONE,
    ] {
        let (sea, samples) = counted(law);
        let state = with_foam(&sea, 50.0);
        assert!(state.foam().cells().iter().all(|&foam| foam == 0.0));
        assert!(state.surface() == at(&sea, 50.0).surface());
        assert_eq!(samples.load(Ordering::Relaxed), 0);
    }
}

#[test]
fn foam_stays_valid_for_extreme_periods_and_parameters() {
    let laws = [
        LAW,
        FoamParameters {
            decay: 1e300,
            ..LAW
        },
        FoamParameters {
            decay: f64::INFINITY,
            growth: f64::INFINITY,
            ..LAW
        },
        FoamParameters {
            decay: 1e-300,
            growth: 1e300,
            ..LAW
        },
    ];
    for law in laws {
        for seconds in [
            None,
            Some(5e-324),
            Some(1e-300),
            Some(1e-9),
            Some(5e9),
            Some(1e17),
            Some(f64::MAX),
        ] {
            let sea = foaming(law, seconds);
            let mut state = sea.new_state();
            for time in [0.0, 1.0, -7.3, 6e9] {
                sea.compute_with_foam(time, &mut state);
                let mut cells = state.foam().cells().iter();
                assert!(
                    cells.all(|foam| (0.0..=1.0).contains(foam)),
                    "{law:?} {seconds:?} {time}"
                );
            }
        }
    }
}

#[test]
fn a_state_of_another_sea_can_be_reused() {
    let cascade = Patch::new(16, 12, 200.0);
    let calm = Grid::new(16, 12, Default::default());
    let still = SpectralSea::from_amplitudes(cascade, &calm, &WATER, None);
    let seas = [
        foaming(LAW, None),
        // The same grid, other waves.
        Sea::new(Box::new(still), 1.2, LAW, None),
        Sea::new(Box::new(waves(None)), 0.7, LAW, None),
        // Another grid, and more cascades.
        KINDS[0]
            .create(&Settings::new(KINDS[0].parameters), 24, 9)
            .unwrap(),
        KINDS[1].create(&cascaded(), 16, 16).unwrap(),
    ];
    let mut state = seas[0].new_state();
    for from in &seas {
        for to in &seas {
            from.compute_with_foam(3.0, &mut state);
            to.compute_with_foam(3.05, &mut state);
            let expected = with_foam(to, 3.05);
            assert!(state.foam() == expected.foam());
            assert!(state.surface() == expected.surface() && state.patches() == expected.patches());
        }
    }
}

fn cascaded() -> Settings {
    let mut settings = Settings::new(KINDS[1].parameters);
    settings.set("cascades", Value::Integer(2)).unwrap();
    settings.set("cascade_ratio", Value::Integer(2)).unwrap();
    settings
}

#[test]
fn a_changed_foam_model_equals_a_new_sea() {
    let (mut sea, samples) = counted(LAW);
    let mut state = sea.new_state();
    sea.compute_with_foam(9.0, &mut state);
    let law = FoamParameters { growth: 3.0, ..LAW };
    sea.set_law(0.8, law);
    sea.compute_with_foam(9.0, &mut state);
    let expected = with_foam(&Sea::new(Box::new(waves(None)), 0.8, law, None), 9.0);
    assert!(state.foam() == expected.foam() && state.min_stretch() == expected.min_stretch());
    // Without choppiness nothing is compressed.
    samples.store(0, Ordering::Relaxed);
    sea.set_law(0.0, law);
    sea.compute_with_foam(9.0, &mut state);
    assert_eq!(samples.load(Ordering::Relaxed), 0);
    assert!(state.foam().cells().iter().all(|&foam| foam == 0.0));
}

#[test]
fn longer_decay_takes_fewer_samples_per_decay() {
    for (decay, max) in [(4.0, 400), (20.0, 800)] {
        let (sea, samples) = counted(FoamParameters { decay, ..LAW });
        sea.compute_with_foam(10.0 * decay - 0.3, &mut sea.new_state());
        let count = samples.load(Ordering::Relaxed);
        assert!(
            (max - 10..=max + 3).contains(&count),
            "{count} at {decay} s"
        );
    }
}

#[test]
fn foam_is_continuous_at_the_border_of_an_epoch() {
    let mut max = 0.0_f64;
    for (decay, period) in [(1.5, None), (0.4, None), (1.5, Some(40.0))] {
        let sea = foaming(FoamParameters { decay, ..LAW }, period);
        // With the period, five epochs of 80 sample times.
        let epoch = period.map_or(5.0 * decay, |seconds| seconds / 5.0);
        for border in [1.0, 2.0, 5.0].map(|number| number * epoch) {
            let [before, after] =
                [-1e-5, 1e-5].map(|shift| amount(&with_foam(&sea, border + shift)));
            for (before, after) in before.iter().zip(&after) {
                // Growth and decay meanwhile, and rounding. Without the older history it would be e^(−5).
                let jump = (before - after).abs();
                assert!(jump < 2e-5, "{decay} {border}: {before} to {after}");
                max = max.max(*before);
            }
        }
    }
    assert!(max > 0.3, "there is no foam: {max}");
}

#[test]
fn stale_foam_is_constant_cheap_and_ends_exact() {
    let (before, _) = counted(LAW);
    let (sea, samples) = counted(FoamParameters {
        growth: 2.0 * LAW.growth,
        ..LAW
    });
    let mut state = before.new_state();
    before.compute_with_foam(30.0, &mut state);
    let old = state.foam().clone();
    assert!(old.cells().iter().any(|&foam| foam > 0.0));
    let mut time = 30.0;
    let mut frames = 0;
    loop {
        time += 1.0 / 60.0;
        samples.store(0, Ordering::Relaxed);
        let is_complete = sea.compute_with_some_foam(time, &mut state, 6);
        assert!(samples.load(Ordering::Relaxed) <= 6);
        if is_complete {
            break;
        }
        frames += 1;
        assert_eq!(*state.foam(), old, "frame {frames}");
        // Everything else is exact.
        assert!(state.surface() == at(&sea, time).surface());
        assert!(frames < 40, "the foam never catches up");
    }
    assert!(frames > 5, "{frames}");
    assert_eq!(*state.foam(), *with_foam(&sea, time).foam());
}
