//! Foam follows its law, whichever way a time is come by.

use super::plain_sea::{WATER, at, noise};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{
    Fields, FoamLaw, KINDS, OceanState, Patch, Period, Sea, SpectralSea, Waves, Workspace,
};

const LAW: FoamLaw = FoamLaw {
    threshold: 0.9,
    growth: 0.8,
    decay: 1.5,
};

fn waves(period: Option<Period>) -> SpectralSea {
    // Slow beside the instants at which foam is reckoned; fast ones are in `foam_law`.
    let patch = Patch::new(16, 12, 200.0);
    let noise = noise(16, 12, 21);
    let amplitudes = Grid::from_fn(16, 12, |column, row| noise[(column, row)] * 4.0);
    SpectralSea::from_amplitudes(patch, &amplitudes, &WATER, period)
}

fn foaming(law: FoamLaw, period: Option<f64>) -> Sea {
    let period = period.and_then(Period::new);
    Sea::new(Box::new(waves(period)), 1.2, law, period)
}

fn foam(sea: &Sea, time: f64) -> OceanState {
    let mut moment = sea.moment();
    sea.compute_with_foam(time, &mut moment);
    moment
}

/// F of a moment.
fn amount(moment: &OceanState) -> Vec<f64> {
    let cells = moment.foam().cells().iter();
    cells.map(|&cover| -(-f64::from(cover)).ln_1p()).collect()
}

/// F by small steps of the law, from nothing at `start`.
fn by_small_steps(sea: &Sea, start: f64, end: f64) -> Vec<f64> {
    let law = sea.foam_law();
    let step = 0.02;
    let count = ((end - start) / step).round() as usize;
    let mut amount = vec![0.0; 16 * 12];
    let mut moment = sea.moment();
    for number in 0..count {
        sea.compute(start + (number as f64 + 0.5) * step, &mut moment);
        for (foam, &least) in amount.iter_mut().zip(moment.least().cells()) {
            let made = law.growth * (law.threshold - f64::from(least)).max(0.0);
            *foam += step * (made - *foam / law.decay);
        }
    }
    amount
}

#[test]
fn foam_is_made_where_the_surface_is_squeezed_and_decays() {
    for (period, times) in [
        (None, [60.0, 61.37]),
        (Some(60.0), [12.0, 59.99]),
        (Some(5.0), [1.0, 4.2]),
    ] {
        let sea = foaming(FoamLaw { decay: 4.0, ..LAW }, period);
        for time in times {
            let wanted = by_small_steps(&sea, time - 40.0, time);
            let found = amount(&foam(&sea, time));
            let most = wanted.iter().copied().fold(0.0, f64::max);
            assert!(most > 0.3, "there is foam: {most}");
            for (found, wanted) in found.iter().zip(&wanted) {
                // 0.7 % is what lies more than five decays back; the rest is the small steps'.
                let error = (found - wanted).abs() / most;
                assert!(error < 0.012, "{period:?} {time}: {found} for {wanted}");
            }
        }
    }
}

#[test]
fn the_way_to_a_time_does_not_matter() {
    for period in [None, Some(40.0), Some(16.0), Some(9.7)] {
        let sea = foaming(LAW, period);
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut moment = sea.moment();
        let mut time = 3.0;
        for turn in 0..24 {
            // In order for a while, then anywhere.
            time = match turn % 4 {
                0 => random.random_range(-30.0..60.0),
                1 => time + 1.0 / 60.0,
                2 => time + 6.0,
                _ => time - 0.8,
            };
            sea.compute_with_foam(time, &mut moment);
            let alone = foam(&sea, time);
            assert!(moment.foam() == alone.foam(), "{period:?} at {time}");
            assert!(moment.surface() == alone.surface());
        }
    }
}

#[test]
fn foam_goes_on_without_a_jump_from_instant_to_instant() {
    let sea = foaming(LAW, None);
    for instant in [7, 20, 33] {
        let [before, after] =
            [-1e-4, 1e-4].map(|shift| amount(&foam(&sea, 0.1 * f64::from(instant) + shift)));
        for (before, after) in before.iter().zip(&after) {
            assert!((before - after).abs() < 1e-3, "{instant}");
        }
    }
}

#[test]
fn foam_comes_round_to_itself_in_a_short_period() {
    // Longer and longer runs from nothing come to what is told at once.
    let sea = foaming(FoamLaw { decay: 20.0, ..LAW }, Some(2.0));
    let found = amount(&foam(&sea, 0.7));
    let wanted = by_small_steps(&sea, 0.7 - 200.0, 0.7);
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!(
            (found - wanted).abs() < 0.02 * wanted.max(1.0),
            "{found} for {wanted}"
        );
    }
}

#[test]
fn there_is_never_more_foam_than_surface() {
    let wild = FoamLaw {
        threshold: 1.0,
        growth: 100.0,
        decay: 20.0,
    };
    let sea = foaming(wild, None);
    let mut moment = sea.moment();
    let mut full = false;
    for step in 0..400 {
        sea.compute_with_foam(f64::from(step) * 0.37, &mut moment);
        let mut cells = moment.foam().cells().iter();
        assert!(cells.all(|foam| (0.0..=1.0).contains(foam)), "{step}");
        full |= moment.foam().cells().iter().any(|&foam| foam > 0.999);
    }
    assert!(full, "and there is as much as that");
    for time in [-1e12, 1e300, f64::INFINITY, f64::NAN] {
        let moment = foam(&foaming(LAW, None), time);
        let mut cells = moment.foam().cells().iter();
        assert!(cells.all(|foam| (0.0..=1.0).contains(foam)), "{time}");
    }
}

/// Waves that count how often they are looked at.
struct Counted {
    waves: SpectralSea,
    looks: Arc<AtomicUsize>,
}

impl Waves for Counted {
    fn patches(&self) -> &[Patch] {
        self.waves.patches()
    }

    fn fields(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.waves.fields(patch, time, fields, workspace);
    }

    fn strain(&self, patch: usize, time: f64, fields: &mut Fields, workspace: &mut Workspace) {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.waves.strain(patch, time, fields, workspace);
    }

    fn significant_height(&self) -> f64 {
        self.waves.significant_height()
    }

    fn density(&self, _patch: usize) -> Option<Grid<f32>> {
        None
    }
}

fn counted(law: FoamLaw) -> (Sea, Arc<AtomicUsize>) {
    let looks = Arc::new(AtomicUsize::new(0));
    let waves = Counted {
        waves: waves(None),
        looks: Arc::clone(&looks),
    };
    (Sea::new(Box::new(waves), 1.2, law, None), looks)
}

#[test]
fn a_time_alone_looks_at_most_ten_decays_back_and_the_next_one_once() {
    let (sea, looks) = counted(LAW);
    let mut moment = sea.moment();
    // 75 instants are five decays.
    for time in [0.0, 3.0, 1000.0 + 7.49] {
        looks.store(0, Ordering::Relaxed);
        sea.compute_with_foam(time, &mut sea.moment());
        let looks = looks.load(Ordering::Relaxed);
        // A cubic wants one look before all of them, and two behind.
        assert!((78..=153).contains(&looks), "{looks} at {time}");
    }
    sea.compute_with_foam(0.0, &mut moment);
    looks.store(0, Ordering::Relaxed);
    // 20 seconds, nearly three epochs.
    for frame in 1..=1200 {
        sea.compute_with_foam(f64::from(frame) / 60.0, &mut moment);
    }
    assert_eq!(looks.load(Ordering::Relaxed), 200);
}

#[test]
fn without_growth_or_decay_nothing_foams_and_nothing_is_looked_up() {
    for law in [
        FoamLaw { growth: 0.0, ..LAW },
        FoamLaw { decay: 0.0, ..LAW },
        FoamLaw::NONE,
    ] {
        let (sea, looks) = counted(law);
        let moment = foam(&sea, 50.0);
        assert!(moment.foam().cells().iter().all(|&foam| foam == 0.0));
        assert!(moment.surface() == at(&sea, 50.0).surface());
        assert_eq!(looks.load(Ordering::Relaxed), 0);
    }
}

#[test]
fn no_period_and_no_law_is_too_much() {
    let laws = [
        LAW,
        FoamLaw {
            decay: 1e300,
            ..LAW
        },
        FoamLaw {
            decay: f64::INFINITY,
            growth: f64::INFINITY,
            ..LAW
        },
        FoamLaw {
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
            let mut moment = sea.moment();
            for time in [0.0, 1.0, -7.3, 6e9] {
                sea.compute_with_foam(time, &mut moment);
                let mut cells = moment.foam().cells().iter();
                assert!(
                    cells.all(|foam| (0.0..=1.0).contains(foam)),
                    "{law:?} {seconds:?} {time}"
                );
            }
        }
    }
}

#[test]
fn a_moment_of_another_sea_becomes_one_of_this() {
    let cascade = Patch::new(16, 12, 200.0);
    let calm = Grid::new(16, 12, Default::default());
    let still = SpectralSea::from_amplitudes(cascade, &calm, &WATER, None);
    let seas = [
        foaming(LAW, None),
        // As many cells, other waves.
        Sea::new(Box::new(still), 1.2, LAW, None),
        Sea::new(Box::new(waves(None)), 0.7, LAW, None),
        // Other cells, and more cascades.
        KINDS[0]
            .create(&Settings::new(KINDS[0].parameters), 24, 9)
            .unwrap(),
        KINDS[1].create(&cascaded(), 16, 16).unwrap(),
    ];
    let mut moment = seas[0].moment();
    for from in &seas {
        for to in &seas {
            from.compute_with_foam(3.0, &mut moment);
            to.compute_with_foam(3.05, &mut moment);
            let wanted = foam(to, 3.05);
            assert!(moment.foam() == wanted.foam());
            assert!(moment.surface() == wanted.surface() && moment.patches() == wanted.patches());
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
fn another_law_for_the_same_waves_is_as_if_it_had_been_theirs_from_the_start() {
    let (mut sea, looks) = counted(LAW);
    let mut moment = sea.moment();
    sea.compute_with_foam(9.0, &mut moment);
    let law = FoamLaw { growth: 3.0, ..LAW };
    sea.set_law(0.8, law);
    sea.compute_with_foam(9.0, &mut moment);
    let wanted = foam(&Sea::new(Box::new(waves(None)), 0.8, law, None), 9.0);
    assert!(moment.foam() == wanted.foam() && moment.least() == wanted.least());
    // Round crests squeeze nothing.
    looks.store(0, Ordering::Relaxed);
    sea.set_law(0.0, law);
    sea.compute_with_foam(9.0, &mut moment);
    assert_eq!(looks.load(Ordering::Relaxed), 0);
    assert!(moment.foam().cells().iter().all(|&foam| foam == 0.0));
}

#[test]
fn the_longer_foam_lasts_the_fewer_looks_a_decay_takes() {
    for (decay, most) in [(4.0, 400), (20.0, 800)] {
        let (sea, looks) = counted(FoamLaw { decay, ..LAW });
        sea.compute_with_foam(10.0 * decay - 0.3, &mut sea.moment());
        let looks = looks.load(Ordering::Relaxed);
        assert!(
            (most - 10..=most + 3).contains(&looks),
            "{looks} at {decay} s"
        );
    }
}

#[test]
fn at_the_border_of_an_epoch_foam_does_not_jump() {
    let mut most = 0.0_f64;
    for (decay, period) in [(1.5, None), (0.4, None), (1.5, Some(40.0))] {
        let sea = foaming(FoamLaw { decay, ..LAW }, period);
        // With the period, five epochs of 80 instants.
        let epoch = period.map_or(5.0 * decay, |seconds| seconds / 5.0);
        for border in [1.0, 2.0, 5.0].map(|number| number * epoch) {
            let [before, after] = [-1e-5, 1e-5].map(|shift| amount(&foam(&sea, border + shift)));
            for (before, after) in before.iter().zip(&after) {
                // What comes and goes meanwhile, and rounding; what is older than the epoch would be e^(−5).
                let jump = (before - after).abs();
                assert!(jump < 2e-5, "{decay} {border}: {before} to {after}");
                most = most.max(*before);
            }
        }
    }
    assert!(most > 0.3, "there is foam: {most}");
}

#[test]
fn foam_that_is_late_stays_what_it_was_costs_little_and_ends_as_if_it_had_not_been() {
    let (before, _) = counted(LAW);
    let (sea, looks) = counted(FoamLaw {
        growth: 2.0 * LAW.growth,
        ..LAW
    });
    let mut moment = before.moment();
    before.compute_with_foam(30.0, &mut moment);
    let old = moment.foam().clone();
    assert!(old.cells().iter().any(|&foam| foam > 0.0));
    let mut time = 30.0;
    let mut frames = 0;
    loop {
        time += 1.0 / 60.0;
        looks.store(0, Ordering::Relaxed);
        let is_there = sea.compute_with_some_foam(time, &mut moment, 6);
        assert!(looks.load(Ordering::Relaxed) <= 6);
        if is_there {
            break;
        }
        frames += 1;
        assert_eq!(*moment.foam(), old, "frame {frames}");
        // The rest is of its time.
        assert!(moment.surface() == at(&sea, time).surface());
        assert!(frames < 40, "it never comes");
    }
    assert!(frames > 5, "{frames}");
    assert_eq!(*moment.foam(), *foam(&sea, time).foam());
}
