//! A sea as a water: time in steps, and pokes on top of it.

use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::{Settings, Value};
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size, State};
use waterlab::surface::Window;
use waterlab::water::{MODELS, Model, OpenWater, Water};

fn sea(name: &str, cells: i64) -> Box<dyn Water> {
    let size = Size::new(cells, cells).unwrap();
    let mut water = Model::named(name).unwrap().create(size);
    open(&mut water).keep_time(60.0);
    water
}

fn open(water: &mut Box<dyn Water>) -> &mut dyn OpenWater {
    water.open_water_mut().unwrap()
}

fn seas() -> impl Iterator<Item = &'static str> {
    let seas = MODELS.iter().filter(|model| model.is_open());
    seas.map(|model| model.name)
}

fn heights(water: &dyn Water) -> Grid<f32> {
    match water.heights() {
        Heights::Metres(grid) => grid.clone(),
        Heights::Counts { .. } => panic!("a sea is in metres"),
    }
}

fn difference(a: &Grid<f32>, b: &Grid<f32>) -> Grid<f32> {
    Grid::from_fn(a.columns(), a.rows(), |column, row| {
        a[(column, row)] - b[(column, row)]
    })
}

fn most(grid: &Grid<f32>) -> f32 {
    grid.cells()
        .iter()
        .fold(0.0, |most, cell| most.max(cell.abs()))
}

fn stone(u: f64, v: f64) -> Disturbance {
    Disturbance::stone(Fraction::new(u, v).unwrap(), 4.0, 100)
}

#[test]
fn there_are_two_seas_after_the_pools() {
    assert_eq!(seas().collect::<Vec<_>>(), ["gerstner", "sea"]);
    assert!(MODELS[..6].iter().all(|model| !model.is_open()));
}

#[test]
fn step_n_shows_the_time_n_over_the_steps_in_a_second_to_the_last_bit() {
    for name in seas() {
        let mut water = sea(name, 16);
        for steps_per_second in [60.0, 49.0, 30.0] {
            open(&mut water).keep_time(steps_per_second);
            open(&mut water).set_time(0.0);
            for step in 0..1000_u32 {
                let wanted = f64::from(step) / steps_per_second;
                assert_eq!(open(&mut water).time(), wanted);
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
fn a_stone_dents_the_sea_where_it_falls_and_as_deep_as_in_a_pool_of_its_size() {
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
        // A pool of 2 m is 500 m here.
        for (dented, dent) in dented.cells().iter().zip(dent.cells()) {
            assert!(
                (dented - 250.0 * dent).abs() < 2e-5 * 250.0,
                "{dented}, {dent}"
            );
        }
        assert!(most(&dented) > 10.0);
    }
}

#[test]
fn ripples_run_spread_and_settle_and_the_sea_below_goes_on_unmoved() {
    for name in seas() {
        let (mut poked, mut alone) = (sea(name, 64), sea(name, 64));
        poked.disturb(&stone(0.3, 0.4));
        let mut seen = Vec::new();
        for step in 0..6000 {
            if step % 60 == 0 {
                seen.push(most(&difference(&heights(&*poked), &heights(&*alone))));
            }
            poked.step();
            alone.step();
        }
        assert!(seen[0] > 1.0, "{name}: {seen:?}");
        assert!(
            seen[1] < 0.8 * seen[0] && seen[1] > 1e-3,
            "{name}: {seen:?}"
        );
        assert_eq!(heights(&*poked), heights(&*alone), "{name}: {seen:?}");
        assert_eq!(
            poked.surface().cascades().unwrap().cascades.len(),
            alone.surface().cascades().unwrap().cascades.len()
        );
    }
}

#[test]
fn calm_ends_the_ripples_and_not_the_sea() {
    for name in seas() {
        let (mut poked, mut alone) = (sea(name, 32), sea(name, 32));
        for water in [&mut poked, &mut alone] {
            open(water).set_time(5.0);
        }
        poked.disturb(&stone(0.5, 0.5));
        assert_ne!(heights(&*poked), heights(&*alone));
        let revision = poked.revision();
        poked.calm();
        assert_ne!(poked.revision(), revision);
        assert_eq!(heights(&*poked), heights(&*alone));
        assert!(!poked.is_calm() && most(&heights(&*poked)) > 0.1);
        poked.step();
        alone.step();
        assert_eq!(heights(&*poked), heights(&*alone));
    }
}

#[test]
fn ripples_are_nothing_at_the_borders_so_that_cascades_join() {
    let (mut water, mut alone) = (sea("sea", 64), sea("sea", 64));
    for place in [0.02, 0.2, 0.5, 0.9] {
        water.disturb(&stone(place, place));
    }
    for _ in 0..90 {
        water.step();
        alone.step();
    }
    let ripples = difference(&heights(&*water), &heights(&*alone));
    let inside = most(&ripples);
    assert!(inside > 0.05, "{inside}");
    for index in 0..64 {
        for (column, row) in [(0, index), (index, 0)] {
            assert_eq!(ripples[(column, row)], 0.0);
        }
        // The last cell lies a cell before the border.
        for (column, row) in [(63, index), (index, 63)] {
            assert!(ripples[(column, row)].abs() < 0.06 * inside);
        }
    }
}

#[test]
fn ripples_are_one_more_cascade_with_their_own_slopes() {
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
        assert_eq!(most(grid), 0.0);
    }
    // All cascades together are the surface, and the slopes are those of the heights, across the borders as well.
    assert!(
        most(&difference(
            &cascades.sum(|cascade| cascade.height),
            &surface
        )) < 1e-6
    );
    assert!(most(last.height) > 0.1);
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
fn the_velocity_is_how_far_the_surface_rises_in_a_step() {
    for name in seas() {
        let mut water = sea(name, 32);
        open(&mut water).keep_time(1000.0);
        open(&mut water).set_time(3.0);
        let velocity = water.velocity().into_owned();
        let before = heights(&*water);
        (0..2).for_each(|_| water.step());
        let risen = difference(&heights(&*water), &before);
        let fastest = most(&velocity);
        assert!(fastest > 1e-4, "{name}");
        for (risen, velocity) in risen.cells().iter().zip(velocity.cells()) {
            assert!((risen / 2.0 - velocity).abs() < 0.03 * fastest, "{name}");
        }
        // A ripple's comes on top.
        water.disturb(&stone(0.5, 0.5));
        (0..9).for_each(|_| water.step());
        let with = water.velocity().into_owned();
        water.calm();
        assert!(most(&difference(&with, &water.velocity())) > 1e-4);
    }
}

#[test]
fn what_another_water_left_becomes_ripples_and_what_a_sea_leaves_has_a_pools_size() {
    for name in seas() {
        let mut water = sea(name, 64);
        let metre = water.metres_per_pool_metre() as f32;
        assert_eq!(metre, 32.0 * water.spacing() as f32);
        let before = heights(&*water);
        let hump = Grid::from_fn(64, 64, |column, row| {
            let (x, z) = (column as f32 - 32.0, row as f32 - 32.0);
            0.05 * (-(x * x + z * z) / 50.0).exp()
        });
        water.set_state(&State {
            heights: hump.clone(),
            velocity: Grid::new(64, 64, 0.0),
        });
        let added = difference(&heights(&*water), &before);
        for (added, hump) in added.cells().iter().zip(hump.cells()) {
            assert!((added - metre * hump).abs() < 1e-5 * metre, "{name}");
        }
        let left = State::of(&*water);
        let now = heights(&*water);
        for (left, now) in left.heights.cells().iter().zip(now.cells()) {
            assert!((left - now / metre).abs() < 1e-6, "{name}");
        }
        // Back to a flat surface there is nothing on top.
        water.set_state(&State {
            heights: Grid::new(8, 8, 0.0),
            velocity: Grid::new(8, 8, 0.0),
        });
        assert_eq!(heights(&*water), before);
    }
}

#[test]
fn a_sea_flows_through_walls() {
    for name in seas() {
        let mut water = sea(name, 32);
        let before = heights(&*water);
        let mut walls = Obstruction::open(water.size());
        walls.add(&Obstacle::Disc {
            at: Fraction::new(0.5, 0.5).unwrap(),
            radius: 8.0,
        });
        water.obstruct(&walls);
        assert_eq!(heights(&*water), before);
        assert!(water.obstruction().cells().iter().all(|&open| open == 1.0));
    }
}

#[test]
fn ripples_outlast_a_change_of_settings_and_pokes_at_the_ends_of_what_can_be_set_stay_finite() {
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
                i16::MIN,
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
fn readings_tell_the_height_the_time_and_what_was_lowered() {
    let water = sea("gerstner", 32);
    let readings = water.open_water().unwrap().readings();
    let value = |title: &str| {
        let reading = readings.iter().find(|reading| reading.title == title);
        reading.map(|reading| reading.value.clone())
    };
    assert_eq!(value("Steepness").as_deref(), Some("0.750"));
    assert_eq!(value("Folding").as_deref(), Some("0.0 %"));
    assert_eq!(value("Time").as_deref(), Some("0.0 s"));
    assert!(value("Significant height").is_some_and(|height| height.ends_with(" m")));
}

#[test]
fn the_sea_of_a_wind_tells_its_beaufort() {
    let mut water = sea("sea", 32);
    let told = |water: &dyn Water| {
        let readings = water.open_water().unwrap().readings();
        let reading = readings.iter().find(|reading| reading.title == "Beaufort");
        reading.map(|reading| reading.value.clone()).unwrap()
    };
    assert!(told(&*water).starts_with('5'), "8 m/s: {}", told(&*water));
    water.set("wind", Value::Real(26.0)).unwrap();
    assert!(told(&*water).starts_with("10"), "26 m/s: {}", told(&*water));
}

#[test]
fn whatever_is_changed_the_sea_is_the_one_of_its_settings() {
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
            fresh.adopt(water.settings()).unwrap();
            open(&mut fresh).set_time(4.0);
            let [cascades, wanted] =
                [&water, &fresh].map(|water| *water.surface().cascades().unwrap());
            assert_eq!(cascades.lambda, wanted.lambda, "{name} {key}");
            assert!(cascades.foam == wanted.foam, "{name} {key}");
            assert!(
                cascades.cascades[0].height == wanted.cascades[0].height,
                "{name} {key}"
            );
            assert!(
                cascades.cascades[0].strain[0] == wanted.cascades[0].strain[0],
                "{name} {key}"
            );
        }
    }
}

#[test]
fn a_hasty_sea_lets_its_foam_come_late_and_then_has_that_of_any_other() {
    let model = Model::named("sea").expect("a model");
    let mut settings = Settings::new(model.parameters);
    for (key, value) in [("wind", 18.0), ("foam_threshold", 0.8)] {
        settings.set(key, Value::Real(value)).expect("a value");
    }
    let size = Size::new(64, 64).expect("a size");
    let mut sea = model.create(size);
    sea.adopt(&settings).expect("adopted");
    let foam = |water: &dyn Water| {
        let open = water.open_water().expect("a sea");
        open.moment().foam().clone()
    };
    let before = foam(&*sea);
    let mut other = settings.clone();
    other.set("wind", Value::Real(19.0)).expect("a value");
    sea.open_water_mut().expect("a sea").set_hasty(true);
    sea.adopt(&other).expect("adopted");
    assert_eq!(foam(&*sea), before, "the old foam meanwhile");
    assert!(sea.open_water().expect("a sea").is_late());
    let mut rounds = 0;
    while sea.open_water_mut().expect("a sea").catch_up() {
        let revision = sea.revision();
        foam(&*sea);
        rounds += 1;
        assert!(rounds < 200, "{revision}: it never comes");
    }
    assert!(rounds > 2, "{rounds}");
    let mut exact = model.create(size);
    exact.adopt(&other).expect("adopted");
    assert_eq!(foam(&*sea), foam(&*exact));
    // Who is in no haste has it at once.
    sea.adopt(&settings).expect("adopted");
    sea.open_water_mut().expect("a sea").set_hasty(false);
    assert_eq!(foam(&*sea), before);
}

/// Metres of the ripples alone at fractions of a window, by the last cascade.
fn ripples_of(water: &dyn Water) -> Option<Grid<f32>> {
    let surface = water.surface();
    let cascades = surface.cascades().unwrap();
    let last = cascades.cascades.get(cascades.tiled)?;
    Some(last.height.clone())
}

#[test]
fn in_a_window_a_stone_dents_once_there_as_large_as_the_window_has_it_and_no_patch() {
    for name in seas() {
        let mut water = sea(name, 64);
        let patch = heights(&*water);
        let window = Window {
            centre: [-300.0, 40.0],
            length: [32.0; 2],
        };
        open(&mut water).set_ripple_window(Some(window));
        assert!(!open(&mut water).has_ripples());
        water.disturb(&stone(0.25, 0.5));
        assert!(open(&mut water).has_ripples());
        assert_eq!(heights(&*water), patch, "{name}: ripples are on no patch");
        // The pool's dent, 16 times as large: half of 32 m for half of 2 m.
        let mut pool = Model::named("iwave-exact")
            .unwrap()
            .create(Size::new(64, 64).unwrap());
        pool.disturb(&stone(0.25, 0.5));
        let dent = heights(&*pool);
        let shown = ripples_of(&*water).unwrap();
        for (shown, dent) in shown.cells().iter().zip(dent.cells()) {
            assert!((shown - 16.0 * dent).abs() < 1e-5, "{shown}, {dent}");
        }
        let surface = water.surface();
        let cascades = surface.cascades().unwrap();
        assert_eq!(cascades.window, Some(window));
        let last = cascades.cascades[cascades.tiled];
        assert_eq!(last.length, [32.0; 2]);
        // Half the difference of the neighbours, half a metre apart.
        let (column, row) = (18, 32);
        let slope = shown[(column + 1, row)] - shown[(column - 1, row)];
        assert!((last.slope[0][(column, row)] - slope).abs() < 1e-5 && slope.abs() > 0.05);
        assert!(most(&difference(&cascades.sum(|cascade| cascade.height), &patch)) < 1e-6);
    }
}

#[test]
fn ripples_stay_where_they_are_when_their_window_is_carried_along_or_made_larger() {
    let mut water = sea("sea", 64);
    let window = |centre: f64, side: f64| Window {
        centre: [centre, 0.0],
        length: [side; 2],
    };
    open(&mut water).set_ripple_window(Some(window(0.0, 32.0)));
    water.disturb(&stone(0.5, 0.5));
    (0..30).for_each(|_| water.step());
    let before = ripples_of(&*water).unwrap();
    // Eight cells of half a metre, to the bit.
    open(&mut water).set_ripple_window(Some(window(4.0, 32.0)));
    let carried = ripples_of(&*water).unwrap();
    for row in 12..52 {
        for column in 12..44 {
            let (was, is) = (before[(column + 8, row)], carried[(column, row)]);
            assert!((was - is).abs() < 1e-6, "({column}, {row}): {was}, {is}");
        }
    }
    // And they go on as if nothing had been.
    let mut alone = sea("sea", 64);
    open(&mut alone).set_ripple_window(Some(window(4.0, 32.0)));
    alone.disturb(&stone(0.375, 0.5));
    (0..60).for_each(|_| alone.step());
    (0..30).for_each(|_| water.step());
    let (one, other) = (ripples_of(&*water).unwrap(), ripples_of(&*alone).unwrap());
    let apart = most(&difference(&one, &other));
    assert!(apart < 0.05 * most(&other), "{apart} of {}", most(&other));

    let now = ripples_of(&*water).unwrap();
    open(&mut water).set_ripple_window(Some(window(4.0, 64.0)));
    let larger = ripples_of(&*water).unwrap();
    // A cell of a metre has its middle where four of half a metre meet.
    for row in 20..44 {
        for column in 20..44 {
            let (x, z) = (2 * column - 32, 2 * row - 32);
            let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| now[(x + i, z + j)]);
            let mean = 0.25 * corners.iter().sum::<f32>();
            assert!((larger[(column, row)] - mean).abs() < 1e-5);
        }
    }
    // Back on the patch, or elsewhere altogether, there is no trace of them.
    open(&mut water).set_ripple_window(Some(window(500.0, 32.0)));
    assert_eq!(most(&ripples_of(&*water).unwrap()), 0.0);
}
