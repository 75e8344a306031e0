//! Pools of other lengths: models without a length of their own keep their cells, and everything in metres grows with the pool.

use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Disturbance, Fraction, Size, State};
use waterlab_core::surface::Surface;
use waterlab_core::water::{Model, Water, pools};

/// A pool of this length after a stone, a stroke and some steps.
fn stirred(model: &Model, length: f64) -> Box<dyn Water> {
    let mut water = model.create(Size::new(48, 30).unwrap());
    water.set("length", Value::Real(length)).unwrap();
    let at = |u, v| Fraction::new(u, v).unwrap();
    water.disturb(&Disturbance::stone(at(0.4, 0.5), 4.0, 90.0));
    for _ in 0..20 {
        water.step();
    }
    water.disturb(&Disturbance::stroke(at(0.1, 0.2), at(0.8, 0.7), 2.0, 40.0));
    for _ in 0..7 {
        water.step();
    }
    water
}

fn metres(water: &dyn Water) -> Grid<f32> {
    let heights = water.heights();
    Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    })
}

#[test]
fn counts_are_the_same_at_any_length_and_their_unit_grows_with_it() {
    for name in ["ripple", "coarse"] {
        let model = Model::named(name).unwrap();
        let (small, large) = (stirred(model, 2.0), stirred(model, 7.0));
        let (
            Heights::Counts { counts, unit },
            Heights::Counts {
                counts: more,
                unit: larger,
            },
        ) = (small.heights(), large.heights())
        else {
            panic!("{name} counts");
        };
        assert!(counts.cells().iter().any(|&count| count > 3), "{name}");
        assert_eq!(counts.cells(), more.cells(), "{name}");
        assert_eq!((unit, larger), (1.0 / 2048.0, 3.5 / 2048.0), "{name}");
        let [slow, fast] = [&small, &large].map(|water| water.velocity().into_owned());
        for (slow, fast) in slow.cells().iter().zip(fast.cells()) {
            assert!((3.5 * slow - fast).abs() < 1e-7, "{name}: {slow} {fast}");
        }
    }
}

#[test]
fn all_but_the_equations_in_metres_look_the_same_at_any_length() {
    for model in pools().filter(|model| !["wave", "shallow"].contains(&model.name)) {
        let (small, large) = (stirred(model, 2.0), stirred(model, 12.0));
        let (small, large) = (metres(&*small), metres(&*large));
        let highest = small
            .cells()
            .iter()
            .fold(0.0_f32, |most, h| most.max(h.abs()));
        assert!(highest > 1e-3, "{}", model.name);
        for (one, six) in small.cells().iter().zip(large.cells()) {
            assert!(
                (6.0 * one - six).abs() < 1e-5 * highest,
                "{}: {one} {six}",
                model.name
            );
        }
    }
}

#[test]
fn a_pool_that_is_made_longer_while_it_moves_keeps_its_shape_where_no_length_is_its_own() {
    for model in pools().filter(|model| !["wave", "shallow"].contains(&model.name)) {
        let mut water = stirred(model, 2.0);
        let before = metres(&*water);
        water.set("length", Value::Real(8.0)).unwrap();
        for (before, now) in before.cells().iter().zip(metres(&*water).cells()) {
            assert!(
                (4.0 * before - now).abs() < 1e-6,
                "{}: {before} {now}",
                model.name
            );
        }
    }
}

#[test]
fn a_surface_goes_into_a_pool_of_another_length_enlarged_and_back_to_the_bit() {
    for model in pools() {
        let water = stirred(model, 6.0);
        let state = State::of(&*water);
        assert_eq!(state.length, 6.0);
        let mut same = model.create(Size::new(48, 30).unwrap());
        same.set("length", Value::Real(6.0)).unwrap();
        same.set_state(&state);
        assert_eq!(
            metres(&*same).cells(),
            metres(&*water).cells(),
            "{}",
            model.name
        );
        let mut small = model.create(Size::new(48, 30).unwrap());
        small.set_state(&state);
        for (small, large) in metres(&*small).cells().iter().zip(metres(&*water).cells()) {
            assert!(
                (3.0 * small - large).abs() < 1e-3 / 2048.0,
                "{}",
                model.name
            );
        }
    }
}

#[test]
fn a_surface_has_the_length_and_the_depth_of_its_settings() {
    for model in pools() {
        let mut water = model.create(Size::new(40, 10).unwrap());
        water.set("length", Value::Real(20.0)).unwrap();
        water.set("depth", Value::Real(0.75)).unwrap();
        let Surface::Bounded(pool) = water.surface() else {
            panic!("{} has edges", model.name);
        };
        assert_eq!(pool.field.size, [20.0, 5.0], "{}", model.name);
        assert_eq!(pool.depth, 0.75, "{}", model.name);
    }
    let deep = Model::named("iwave")
        .unwrap()
        .create(Size::new(8, 8).unwrap());
    let Surface::Bounded(pool) = deep.surface() else {
        panic!("a pool");
    };
    assert_eq!(pool.depth, 1.6, "bottomless water is shown with a floor");
}

#[test]
fn iwave_feels_its_depth_in_cells() {
    // 0.5 m under cells of 0.25 m is as deep as 2 m under cells of 1 m.
    for name in ["iwave", "iwave-exact"] {
        let run = |length: f64, depth: f64| {
            let model = Model::named(name).unwrap();
            let mut water = model.create(Size::new(32, 32).unwrap());
            water.set("length", Value::Real(length)).unwrap();
            water.set("depth", Value::Real(depth)).unwrap();
            let at = Fraction::new(0.5, 0.5).unwrap();
            water.disturb(&Disturbance::stone(at, 4.0, 90.0));
            (0..40).for_each(|_| water.step());
            metres(&*water)
        };
        let (small, large, deep) = (run(8.0, 0.5), run(32.0, 2.0), run(8.0, 0.0));
        let off = |other: &Grid<f32>, ratio: f32| {
            let pairs = small.cells().iter().zip(other.cells());
            pairs.fold(0.0_f32, |most, (one, other)| {
                most.max((ratio * one - other).abs())
            })
        };
        assert!(off(&large, 4.0) < 1e-5, "{name}");
        assert!(off(&deep, 1.0) > 1e-3, "{name}: the floor slows the waves");
    }
}

#[test]
fn a_preset_that_names_no_length_keeps_that_of_the_pool() {
    let wave = Model::named("wave").unwrap();
    let mut settings = Settings::new(wave.parameters);
    settings.set("length", 6.0).unwrap();
    settings.set("depth", 1.6).unwrap();
    settings.set("gravity", 3.0).unwrap();
    let preset = |title: &str| wave.presets.iter().find(|preset| preset.title == title);
    settings.apply(preset("Drumhead").unwrap()).unwrap();
    let read = |settings: &Settings| ["length", "depth", "gravity"].map(|key| settings.real(key));
    assert_eq!(read(&settings), [6.0, 1.6, 9.81]);
    settings.apply(preset("Harbour").unwrap()).unwrap();
    assert_eq!(read(&settings), [50.0, 3.0, 9.81]);
}

#[test]
fn weights_between_whole_ones_are_rounded_by_models_that_count_and_taken_as_they_are_by_others() {
    let deepest = |name: &str, bits: i64, weight: f32| {
        let mut water = Model::named(name)
            .unwrap()
            .create(Size::new(32, 32).unwrap());
        if bits > 0 {
            water.set("fraction_bits", Value::Integer(bits)).unwrap();
        }
        let at = Fraction::new(0.5, 0.5).unwrap();
        water.disturb(&Disturbance::stone(at, 3.0, weight));
        -2048.0 * water.heights().range().0
    };
    assert_eq!(deepest("ripple", 0, 7.4), 7.0);
    assert_eq!(deepest("ripple", 0, 7.6), 8.0);
    assert_eq!(deepest("ripple", 2, 7.4), 7.5, "to a quarter");
    assert_eq!(deepest("ripple", 0, 1e9), 32_768.0, "saturated");
    let ratio = deepest("iwave", 0, 7.4) / deepest("iwave", 0, 3.7);
    assert!((ratio - 2.0).abs() < 1e-5, "{ratio}");
}
