//! A sea as a [`Water`]: time in steps, and ripples.

use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size, State};
use waterlab_core::water::{MODELS, Model, RippledSea, Water};

pub fn sea(name: &str, cells: i64) -> Box<dyn Water> {
    let size = Size::new(cells, cells).unwrap();
    let mut water = Model::named(name).unwrap().create(size);
    open(&mut water).keep_time(60.0);
    water
}

pub fn open(water: &mut Box<dyn Water>) -> &mut RippledSea {
    water.open_water_mut().unwrap()
}

pub fn seas() -> impl Iterator<Item = &'static str> {
    let seas = MODELS.iter().filter(|model| model.is_open());
    seas.map(|model| model.name)
}

pub fn heights(water: &dyn Water) -> Grid<f32> {
    match water.heights() {
        Heights::Metres(grid) => grid.clone(),
        Heights::Counts { .. } => panic!("a sea is in metres"),
    }
}

pub fn difference(a: &Grid<f32>, b: &Grid<f32>) -> Grid<f32> {
    Grid::from_fn(a.columns(), a.rows(), |column, row| {
        a[(column, row)] - b[(column, row)]
    })
}

pub fn largest(grid: &Grid<f32>) -> f32 {
    grid.cells()
        .iter()
        .fold(0.0, |max, cell| max.max(cell.abs()))
}

pub fn stone(u: f64, v: f64) -> Disturbance {
    Disturbance::stone(Fraction::new(u, v).unwrap(), 4.0, 100.0)
}

#[test]
fn the_list_of_models_ends_with_two_seas() {
    assert_eq!(seas().collect::<Vec<_>>(), ["gerstner", "sea"]);
    assert!(MODELS[..6].iter().all(|model| !model.is_open()));
}

#[test]
fn the_time_of_a_sea_is_exactly_steps_over_steps_per_second() {
    for name in seas() {
        let mut water = sea(name, 16);
        for steps_per_second in [60.0, 49.0, 30.0] {
            open(&mut water).keep_time(steps_per_second);
            open(&mut water).set_time(0.0);
            for step in 0..1000_u32 {
                let expected = f64::from(step) / steps_per_second;
                assert_eq!(open(&mut water).time(), expected);
                water.step();
            }
            assert_eq!(water.time_step(), Some(1.0 / steps_per_second));
        }
        open(&mut water).set_time(-3.5);
        let early = heights(&*water);
        open(&mut water).set_time(77.0);
        assert_ne!(heights(&*water), early);
        open(&mut water).set_time(-3.5);
        assert_eq!(heights(&*water), early, "{name}");
        assert!(!water.is_calm());
    }
}

#[test]
fn a_stone_dents_the_sea_as_a_pool_scaled_to_its_size() {
    let size = Size::new(64, 64).unwrap();
    let mut pool = Model::named("iwave-exact").unwrap().create(size);
    pool.disturb(&stone(0.5, 0.5));
    let dent = heights(&*pool);
    for name in seas() {
        let mut water = sea(name, 64);
        water.set("patch", Value::Real(500.0)).unwrap();
        let before = heights(&*water);
        let revision = water.revision();
        water.disturb(&stone(0.5, 0.5));
        assert_ne!(water.revision(), revision);
        let dented = difference(&heights(&*water), &before);
        // A pool of 2 m corresponds to 500 m here.
        for (dented, dent) in dented.cells().iter().zip(dent.cells()) {
            assert!(
                (dented - 250.0 * dent).abs() < 2e-5 * 250.0,
                "{dented}, {dent}"
            );
        }
        assert!(largest(&dented) > 10.0);
    }
}

#[test]
fn ripples_spread_and_settle_without_changing_the_sea() {
    for name in seas() {
        let (mut poked, mut alone) = (sea(name, 64), sea(name, 64));
        poked.disturb(&stone(0.3, 0.4));
        let mut ripples = Vec::new();
        for step in 0..6000 {
            if step % 60 == 0 {
                ripples.push(largest(&difference(&heights(&*poked), &heights(&*alone))));
            }
            poked.step();
            alone.step();
        }
        assert!(ripples[0] > 1.0, "{name}: {ripples:?}");
        assert!(
            ripples[1] < 0.8 * ripples[0] && ripples[1] > 1e-3,
            "{name}: {ripples:?}"
        );
        assert_eq!(heights(&*poked), heights(&*alone), "{name}: {ripples:?}");
        assert_eq!(
            poked.surface().cascades().unwrap().cascades.len(),
            alone.surface().cascades().unwrap().cascades.len()
        );
    }
}

#[test]
fn a_reset_clears_the_ripples_and_not_the_sea() {
    for name in seas() {
        let (mut poked, mut alone) = (sea(name, 32), sea(name, 32));
        for water in [&mut poked, &mut alone] {
            open(water).set_time(5.0);
        }
        poked.disturb(&stone(0.5, 0.5));
        assert_ne!(heights(&*poked), heights(&*alone));
        let revision = poked.revision();
        poked.reset();
        assert_ne!(poked.revision(), revision);
        assert_eq!(heights(&*poked), heights(&*alone));
        assert!(!poked.is_calm() && largest(&heights(&*poked)) > 0.1);
        poked.step();
        alone.step();
        assert_eq!(heights(&*poked), heights(&*alone));
    }
}

#[test]
fn ripples_vanish_at_the_borders_of_the_patch() {
    let (mut water, mut alone) = (sea("sea", 64), sea("sea", 64));
    for place in [0.02, 0.2, 0.5, 0.9] {
        water.disturb(&stone(place, place));
    }
    for _ in 0..90 {
        water.step();
        alone.step();
    }
    let ripples = difference(&heights(&*water), &heights(&*alone));
    let inside = largest(&ripples);
    assert!(inside > 0.05, "{inside}");
    for index in 0..64 {
        for (column, row) in [(0, index), (index, 0)] {
            assert_eq!(ripples[(column, row)], 0.0);
        }
        // The last cell is one cell before the border.
        for (column, row) in [(63, index), (index, 63)] {
            assert!(ripples[(column, row)].abs() < 0.06 * inside);
        }
    }
}

#[test]
fn ripples_are_an_additional_cascade_with_slopes() {
    let mut water = sea("sea", 48);
    let before = water.surface().cascades().unwrap().cascades.len();
    water.disturb(&stone(0.4, 0.6));
    (0..20).for_each(|_| water.step());
    let spacing = water.spacing() as f32;
    let surface = heights(&*water);
    let shown = water.surface();
    let cascades = shown.cascades().unwrap();
    assert_eq!(cascades.cascades.len(), before + 1);
    let (first, last) = (cascades.cascades[0], cascades.cascades[before]);
    assert_eq!(last.length, first.length);
    for grid in last.displacement.iter().chain(&last.strain) {
        assert_eq!(largest(grid), 0.0);
    }
    // The sum of all cascades is the surface, and slopes are those of the heights, also across the borders.
    assert!(
        largest(&difference(
            &cascades.sum(|cascade| cascade.height),
            &surface
        )) < 1e-6
    );
    assert!(largest(last.height) > 0.1);
    for row in 0..48 {
        for column in 0..48 {
            let height = |column: usize, row: usize| last.height[(column % 48, row % 48)];
            let along_x = (height(column + 1, row) - height(column + 47, row)) / (2.0 * spacing);
            let along_z = (height(column, row + 1) - height(column, row + 47)) / (2.0 * spacing);
            assert!((last.slope[0][(column, row)] - along_x).abs() < 1e-6);
            assert!((last.slope[1][(column, row)] - along_z).abs() < 1e-6);
        }
    }
}

#[test]
fn the_velocity_is_the_rise_of_the_surface_per_step() {
    for name in seas() {
        let mut water = sea(name, 32);
        open(&mut water).keep_time(1000.0);
        open(&mut water).set_time(3.0);
        let velocity = water.velocity().into_owned();
        let before = heights(&*water);
        (0..2).for_each(|_| water.step());
        let risen = difference(&heights(&*water), &before);
        let fastest = largest(&velocity);
        assert!(fastest > 1e-4, "{name}");
        for (risen, velocity) in risen.cells().iter().zip(velocity.cells()) {
            assert!((risen / 2.0 - velocity).abs() < 0.03 * fastest, "{name}");
        }
        // The velocity of ripples is added.
        water.disturb(&stone(0.5, 0.5));
        (0..9).for_each(|_| water.step());
        let with = water.velocity().into_owned();
        water.reset();
        assert!(largest(&difference(&with, &water.velocity())) > 1e-4);
    }
}

#[test]
fn a_state_of_a_pool_becomes_ripples_and_that_of_a_sea_is_scaled_to_a_pool() {
    for name in seas() {
        let mut water = sea(name, 64);
        let metre = 0.5 * water.length() as f32;
        assert_eq!(metre, 32.0 * water.spacing() as f32);
        let before = heights(&*water);
        let hump = Grid::from_fn(64, 64, |column, row| {
            let (x, z) = (column as f32 - 32.0, row as f32 - 32.0);
            0.05 * (-(x * x + z * z) / 50.0).exp()
        });
        water.set_state(&State {
            length: 2.0,
            heights: hump.clone(),
            velocity: Grid::new(64, 64, 0.0),
        });
        let added = difference(&heights(&*water), &before);
        for (added, hump) in added.cells().iter().zip(hump.cells()) {
            assert!((added - metre * hump).abs() < 1e-5 * metre, "{name}");
        }
        let state = State::of(&*water);
        let now = heights(&*water);
        for (found, now) in state.heights.cells().iter().zip(now.cells()) {
            assert!((found - now).abs() < 1e-6, "{name}");
        }
        // A flat state has no ripples.
        water.set_state(&State {
            length: 2.0,
            heights: Grid::new(8, 8, 0.0),
            velocity: Grid::new(8, 8, 0.0),
        });
        assert_eq!(heights(&*water), before);
    }
}

#[test]
fn a_sea_ignores_walls() {
    for name in seas() {
        let mut water = sea(name, 32);
        let before = heights(&*water);
        let mut walls = Obstruction::open(water.size());
        walls.add(&Obstacle::Disc {
            at: Fraction::new(0.5, 0.5).unwrap(),
            radius: 8.0,
        });
        water.set_obstacles(&walls);
        assert_eq!(heights(&*water), before);
        assert!(water.obstruction().cells().iter().all(|&open| open == 1.0));
    }
}

#[test]
fn ripples_survive_a_change_of_settings_and_stay_finite_at_extremes() {
    for name in seas() {
        let mut water = sea(name, 16);
        water.disturb(&stone(0.5, 0.5));
        for (patch, gravity, steps) in [
            (1.0, 100.0, 1.0),
            (100_000.0, 0.1, 1000.0),
            (50.0, 9.81, 60.0),
        ] {
            open(&mut water).keep_time(steps);
            water.set("patch", Value::Real(patch)).unwrap();
            water.set("gravity", Value::Real(gravity)).unwrap();
            water.disturb(&Disturbance::stone(
                Fraction::new(0.4, 0.5).unwrap(),
                3.0,
                f32::from(i16::MIN),
            ));
            (0..50).for_each(|_| water.step());
            assert!(
                heights(&*water)
                    .cells()
                    .iter()
                    .all(|height| height.is_finite())
            );
            assert!(
                water
                    .velocity()
                    .cells()
                    .iter()
                    .all(|speed| speed.is_finite())
            );
        }
    }
}

#[test]
fn readings_report_steepness_folding_time_and_height() {
    let water = sea("gerstner", 32);
    let readings = water.open_water().unwrap().readings();
    let value = |title: &str| {
        let reading = readings.iter().find(|reading| reading.title == title);
        reading.map(|reading| reading.value.clone())
    };
    assert_eq!(value("Sum of steepness").as_deref(), Some("0.750"));
    assert_eq!(value("Folding").as_deref(), Some("0.0 %"));
    assert_eq!(value("Time").as_deref(), Some("0.0 s"));
    assert!(value("Significant height").is_some_and(|height| height.ends_with(" m")));
}

#[test]
fn a_wind_sea_reports_its_beaufort_number() {
    let mut water = sea("sea", 32);
    let beaufort = |water: &dyn Water| {
        let readings = water.open_water().unwrap().readings();
        let reading = readings.iter().find(|reading| reading.title == "Beaufort");
        reading.map(|reading| reading.value.clone()).unwrap()
    };
    assert!(
        beaufort(&*water).starts_with('5'),
        "8 m/s: {}",
        beaufort(&*water)
    );
    water.set("wind", Value::Real(26.0)).unwrap();
    assert!(
        beaufort(&*water).starts_with("10"),
        "26 m/s: {}",
        beaufort(&*water)
    );
}

#[test]
fn a_changed_sea_equals_a_new_one_with_its_settings() {
    for name in seas() {
        let mut water = sea(name, 32);
        open(&mut water).set_time(4.0);
        heights(&*water);
        for (key, value) in [
            ("foam_threshold", 0.9),
            ("foam_growth", 20.0),
            ("foam_decay", 1.0),
            ("patch", 130.0),
            ("choppiness", 0.9),
            ("gravity", 5.0),
        ] {
            if name == "gerstner" && key == "choppiness" {
                continue;
            }
            water.set(key, Value::Real(value)).unwrap();
            let mut fresh = sea(name, 32);
            fresh.apply_settings(water.settings()).unwrap();
            open(&mut fresh).set_time(4.0);
            let [cascades, expected] =
                [&water, &fresh].map(|water| *water.surface().cascades().unwrap());
            assert_eq!(cascades.lambda, expected.lambda, "{name} {key}");
            assert!(
                cascades.foam.coverage() == expected.foam.coverage(),
                "{name} {key}"
            );
            assert!(
                cascades.cascades[0].height == expected.cascades[0].height,
                "{name} {key}"
            );
            assert!(
                cascades.cascades[0].strain[0] == expected.cascades[0].strain[0],
                "{name} {key}"
            );
        }
    }
}

#[test]
fn stale_foam_catches_up_to_the_exact_foam() {
    let model = Model::named("sea").expect("a model");
    let mut settings = Settings::new(model.parameters);
    for (key, value) in [("wind", 18.0), ("foam_threshold", 0.8)] {
        settings.set(key, Value::Real(value)).expect("a value");
    }
    let size = Size::new(64, 64).expect("a size");
    let mut sea = model.create(size);
    sea.apply_settings(&settings).expect("allowed");
    let foam = |water: &dyn Water| {
        let surface = water.surface();
        surface.cascades().expect("a sea").foam.coverage().clone()
    };
    let before = foam(&*sea);
    let mut other = settings.clone();
    other.set("wind", Value::Real(19.0)).expect("a value");
    sea.open_water_mut().expect("a sea").allow_stale_foam(true);
    sea.apply_settings(&other).expect("allowed");
    assert_eq!(foam(&*sea), before, "the foam changed at once");
    assert!(sea.open_water().expect("a sea").foam_is_stale());
    let mut rounds = 0;
    while sea.open_water_mut().expect("a sea").catch_up() {
        let revision = sea.revision();
        foam(&*sea);
        rounds += 1;
        assert!(rounds < 200, "{revision}: the foam never catches up");
    }
    assert!(rounds > 2, "{rounds}");
    let mut exact = model.create(size);
    exact.apply_settings(&other).expect("allowed");
    assert_eq!(foam(&*sea), foam(&*exact));
    // Without stale foam it is computed at once.
    sea.apply_settings(&settings).expect("allowed");
    sea.open_water_mut().expect("a sea").allow_stale_foam(false);
    assert_eq!(foam(&*sea), before);
}

#[test]
fn reading_heights_and_waves_computes_no_foam() {
    let model = Model::named("sea").expect("a model");
    let mut sea = model.create(Size::new(64, 64).expect("a size"));
    let mut settings = sea.settings().clone();
    settings.set("wind", Value::Real(18.0)).expect("a value");
    settings
        .set("foam_threshold", Value::Real(0.8))
        .expect("a value");
    // Stale foam needs several reads to catch up, so it is stale only after a read.
    sea.open_water_mut().expect("a sea").allow_stale_foam(true);
    sea.apply_settings(&settings).expect("allowed");
    let foam_is_stale = |water: &dyn Water| water.open_water().expect("a sea").foam_is_stale();
    let (low, high) = sea.heights().range();
    assert!(low < 0.0 && high > 0.0);
    let surface = sea.surface();
    let cascades = surface.cascades().expect("a sea");
    let strain = cascades.sum(|cascade| cascade.strain[0]);
    assert!(strain.cells().iter().any(|&strain| strain > 0.1));
    let _ = sea.velocity();
    assert!(!foam_is_stale(&*sea), "the foam was not read");
    cascades.foam.coverage();
    assert!(foam_is_stale(&*sea), "now it was read");
}
