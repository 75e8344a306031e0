//! Scenes of seas: listed waves, time, walls, and changes of model.

use super::{edited, read, refused, refused_all};
use std::path::Path;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Fraction, Obstacle, State};
use waterlab::scene::keys::{MAX_WAVES, TABLES};
use waterlab::scene::{Edit, Scene, Simulation, WaterConfig};
use waterlab::water::{MODELS, Model, Water};

const TWO_WAVES: &str = "[water]\nmodel = \"gerstner\"\nsize = [32, 32]\npatch = 80\ndispersion = \"deep\"\n\
    [[wave]]\nlength = 20\namplitude = 1.5\ndirection = 90\nphase = 60\n[[wave]]\nlength = 40\n";

fn heights(water: &dyn Water) -> Grid<f32> {
    let heights = water.heights();
    Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    })
}

/// The time of an open water.
fn time_of(water: &dyn Water) -> Option<f64> {
    Some(water.open_water()?.time())
}

fn with_model(text: &str, model: &str, sets: &[&str]) -> Result<Scene, String> {
    let sets = sets.iter().map(|set| Edit::parse(set).unwrap());
    let model = Edit::name("model", ["water", "model"], model);
    let edits: Vec<_> = std::iter::once(model).chain(sets).collect();
    Scene::read(text, Path::new("pool.toml"), &edits).map_err(|error| error.to_string())
}

#[test]
fn listed_waves_are_in_metres_and_degrees() {
    let scene = read(TWO_WAVES);
    let [first, second] = &scene.water.waves[..] else {
        panic!("two waves")
    };
    assert_eq!((first.length, first.amplitude), (20.0, 1.5));
    assert!((first.direction.to_degrees() - 90.0).abs() < 1e-12);
    assert!((first.phase.to_degrees() - 60.0).abs() < 1e-12);
    let defaults = (second.amplitude, second.direction, second.phase);
    assert_eq!((second.length, defaults), (40.0, (0.5, 0.0, 0.0)));

    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(30);
    let (k, l) = (std::f64::consts::TAU / 20.0, std::f64::consts::TAU / 40.0);
    let shown = heights(simulation.water());
    for (column, row) in [(0, 0), (5, 9), (31, 17)] {
        let (x, z) = (2.5 * column as f64, 2.5 * row as f64);
        let first = k * z - (9.81 * k).sqrt() * 0.5 + 60_f64.to_radians();
        let second = l * x - (9.81 * l).sqrt() * 0.5;
        let expected = 1.5 * first.cos() + 0.5 * second.cos();
        let shown = f64::from(shown[(column, row)]);
        assert!((shown - expected).abs() < 1e-5, "{shown} for {expected}");
    }
    // The parameters of the fan have no effect then.
    let mut fan =
        Simulation::new(&edited(TWO_WAVES, &["water.waves=3", "water.steepness=0.1"]).unwrap());
    fan.advance_by(30);
    assert_eq!(heights(fan.water()), shown);
    let longer = edited(TWO_WAVES, &["wave.1.amplitude=0.75"]).unwrap();
    assert_eq!(longer.water.waves[1].amplitude, 0.75);
    let sea = scene.water.sea(scene.size).unwrap().unwrap();
    let mut state = sea.new_state();
    sea.compute(0.5, &mut state);
    assert_eq!(state.surface().height, shown);
}

#[test]
fn listed_waves_survive_a_change_of_settings() {
    let mut simulation = Simulation::new(&read(TWO_WAVES));
    let before = heights(simulation.water());
    simulation
        .set_water("steepness", waterlab::parameter::Value::Real(0.2))
        .unwrap();
    assert_eq!(heights(simulation.water()), before);
    assert_eq!(
        simulation.water().open_water().unwrap().readings()[1].title,
        "Sum of steepness"
    );
    assert_eq!(
        simulation.water().open_water().unwrap().readings()[1].value,
        "0.550"
    );
}

#[test]
fn listed_waves_of_another_model_are_refused_unless_an_edit_changed_the_model() {
    refused_all(
        r#"
        [water]\nmodel = "sea"\n[[wave]]\nlength = 20 → pool.toml:3: [[wave]] belongs to gerstner, but `water.model` is sea: remove it, or name that model
        [[wave]] → pool.toml:1: [[wave]] belongs to gerstner, but `water.model` is ripple: remove it, or name that model
        [water]\nmodel = "gerstner"\n[[wave]]\nlength = 0 → pool.toml:4: `length` is 0, but must be a number from 0.01 to 100000
        [water]\nmodel = "gerstner"\n[[wave]]\nheight = 1 → pool.toml:4: unknown key `wave.height`; there are length, amplitude, direction, phase
        "#,
    );
    let pool = with_model(TWO_WAVES, "ripple", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(pool.water.waves.is_empty());
    let error = with_model(TWO_WAVES, "sea", &["wave.2.length=7"])
        .err()
        .unwrap();
    assert!(
        error.starts_with("--set wave.2.length=7: [[wave]] belongs to gerstner"),
        "{error}"
    );
    // They can belong to the compared water.
    let compared = read("[[wave]]\nlength = 10\n[compare]\nmodel = \"gerstner\"");
    assert!(compared.water.waves.is_empty());
    assert_eq!(compared.compare.unwrap().waves.len(), 1);
}

#[test]
fn too_many_waves_are_refused_at_the_line_of_the_first_extra_one() {
    let waves = |count: usize| {
        let water = "[water]\nmodel = \"gerstner\"\nsize = [3, 3]\n";
        water.to_owned() + &"[[wave]]\namplitude = 1e-5\n".repeat(count)
    };
    assert_eq!(read(&waves(4096)).water.waves.len(), 4096);
    for count in [4097, 20_000] {
        // Three lines of [water], and two for each wave.
        refused(
            &waves(count),
            &format!(
                "pool.toml:8196: there are {count} [[wave]], but at most 4096 can be summed: leave the smallest out, \
                 or take `model = \"sea\"`, which draws any number from a spectrum"
            ),
        );
    }
    let (_, about) = TABLES.iter().find(|(table, _)| *table == "wave").unwrap();
    assert!(about.contains(&MAX_WAVES.to_string()), "{about}");
}

#[test]
fn walls_in_a_sea_are_refused_unless_an_edit_changed_the_model() {
    let obstacle = "[[obstacle]]\ndisc = { radius = 3 }";
    refused(
        &format!("[water]\nmodel = \"sea\"\n{obstacle}"),
        "pool.toml:3: a sea has no walls, and `water.model` is sea: remove [[obstacle]], or name a model of a pool",
    );
    let sea = with_model(obstacle, "sea", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(sea.obstacles.is_empty());
    let error = with_model("", "gerstner", &["obstacle.0.disc={radius=3}"])
        .err()
        .unwrap();
    assert!(error.contains("a sea has no walls"), "{error}");
    // With a compared sea they stand in the pool.
    let both = read(&format!("{obstacle}\n[compare]\nmodel = \"sea\""));
    assert_eq!(both.obstacles.len(), 1);
    let simulation = Simulation::new(&both);
    assert!(simulation.water().obstruction().cells().contains(&0.0));
    assert!(
        !simulation
            .other()
            .unwrap()
            .obstruction()
            .cells()
            .contains(&0.0)
    );
}

#[test]
fn a_sea_is_never_idle_and_its_time_is_steps_over_steps_per_second() {
    for model in MODELS.iter().filter(|model| model.is_open()) {
        let text = format!(
            "[water]\nmodel = \"{}\"\nsize = [16, 16]\nsteps_per_second = 25",
            model.name
        );
        let mut simulation = Simulation::new(&read(&text));
        assert!(!simulation.is_idle());
        let start = heights(simulation.water());
        simulation.advance_by(1_000_000);
        assert_eq!(time_of(simulation.water()), Some(40_000.0));
        assert!(!simulation.is_idle());
        assert_ne!(heights(simulation.water()), start);
        simulation.set_time(0.0);
        assert_eq!(heights(simulation.water()), start);
        simulation.reset();
        assert_eq!(heights(simulation.water()), start);
    }
}

#[test]
fn changing_between_any_two_models_keeps_walls_and_the_time() {
    for before in MODELS {
        for after in MODELS {
            let mut scene = read("[water]\nsize = [32, 24]\n[[drop]]\nradius = 6");
            scene.water = WaterConfig::new(before);
            let mut simulation = Simulation::new(&scene);
            simulation.build_wall(&Obstacle::Disc {
                at: Fraction::new(0.2, 0.2).unwrap(),
                radius: 3.0,
            });
            simulation.advance_by(90);
            simulation.set_model(&WaterConfig::new(after));
            let names = format!("{} to {}", before.name, after.name);
            assert!(!simulation.is_idle(), "{names}");
            assert_eq!(time_of(simulation.water()).is_some(), after.is_open());
            assert!(
                time_of(simulation.water()).is_none_or(|time| time == 1.5),
                "{names}"
            );
            // Relative to half of the water's length.
            let state = State::of(simulation.water());
            let highest = state
                .heights
                .cells()
                .iter()
                .fold(0_f32, |a, b| a.max(b.abs()))
                / (0.5 * state.length) as f32;
            assert!(highest > 1e-3 && highest < 0.3, "{names}: {highest}");
            simulation.advance_by(5);
            assert!(
                heights(simulation.water())
                    .cells()
                    .iter()
                    .all(|cell| cell.is_finite())
            );
            assert!(!simulation.walls().is_open());
        }
    }
}

#[test]
fn changing_from_one_sea_to_another_keeps_only_the_time() {
    let (gerstner, sea) = (
        Model::named("gerstner").unwrap(),
        Model::named("sea").unwrap(),
    );
    let mut scene = read("[water]\nsize = [24, 24]");
    scene.water = WaterConfig::new(gerstner);
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(30);
    simulation.set_model(&WaterConfig::new(sea));
    scene.water = WaterConfig::new(sea);
    let mut fresh = Simulation::new(&scene);
    fresh.advance_by(30);
    assert_eq!(heights(simulation.water()), heights(fresh.water()));
    // A compared sea shows the same time.
    simulation.compare_with(Some(&WaterConfig::new(gerstner)));
    assert_eq!(time_of(simulation.other().unwrap()), Some(0.5));
}

#[test]
fn rain_and_stones_fall_on_a_sea_as_ripples() {
    let sea = "[water]\nmodel = \"gerstner\"\nsize = [48, 48]\n";
    let simulation = |more: &str| {
        let mut simulation = Simulation::new(&read(&format!("{sea}{more}")));
        simulation.advance_by(40);
        heights(simulation.water())
    };
    let plain = simulation("");
    for more in [
        "[[drop]]\nstep = 20",
        "[[stroke]]\nstep = 30",
        "[rain]\ndrops_per_second = 60",
        "[[source]]\nstart = 10",
    ] {
        let disturbed = simulation(more);
        let pairs = disturbed.cells().iter().zip(plain.cells());
        let largest = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(largest > 0.05, "{more}: {largest}");
        assert_eq!(simulation(more), disturbed);
    }
}

#[test]
fn the_start_scene_takes_any_model_and_rains_only_on_pools() {
    let start_scene = |model: &str| {
        let edits = [
            Edit::name("model", ["water", "model"], model),
            Edit::parse("water.size=[64, 64]").unwrap(),
        ];
        Scene::show(&edits).unwrap()
    };
    for model in MODELS {
        let scene = start_scene(model.name);
        assert_eq!(scene.water.model.name, model.name);
        assert_eq!(
            scene.rain.is_none(),
            model.is_open(),
            "{}: it rains on the pool only",
            model.name
        );
        assert_eq!(scene.size.columns(), 64);
    }
    // Too few cells for the second cascade of the start scene.
    let few = [
        Edit::name("model", ["water", "model"], "sea"),
        Edit::parse("water.size=[16, 16]").unwrap(),
    ];
    assert_eq!(Scene::show(&few).unwrap().size.rows(), 16);
    let asked = [&few[..], &[Edit::parse("water.cascades=2").unwrap()]].concat();
    assert!(Scene::show(&asked).is_err());
}

#[test]
fn stale_foam_catches_up_over_several_frames_to_the_exact_foam() {
    let scene = read("[water]\nsize = [64, 64]");
    let mut sea = WaterConfig::new(Model::named("sea").expect("a model"));
    for (key, value) in [("wind", 18.0), ("foam_threshold", 0.8)] {
        let set = sea.settings.set(key, Value::Real(value));
        set.expect("a value");
    }
    for compared in [false, true] {
        let started = |allows_stale_foam: bool| {
            let mut simulation = Simulation::new(&scene);
            simulation.allow_stale_foam(allows_stale_foam);
            match compared {
                true => simulation.compare_with(Some(&sea)),
                false => simulation.set_model(&sea),
            }
            simulation
        };
        let foam = |simulation: &Simulation| {
            let water = simulation
                .waters()
                .nth(usize::from(compared))
                .expect("a sea");
            let surface = water.surface();
            surface.cascades().expect("a sea").foam.coverage().clone()
        };
        let whole = started(false);
        assert!(foam(&whole).mean() > 0.01);
        assert!(!whole.foam_is_stale());
        let mut simulation = started(true);
        assert!(
            foam(&simulation).cells().iter().all(|&cell| cell == 0.0),
            "none yet"
        );
        let mut frames = 1;
        while simulation.catch_up() {
            foam(&simulation);
            frames += 1;
        }
        // Ten decay times of 4 s with a sample at least every half second, six per frame.
        assert!(frames >= 80 / 6, "{frames}");
        assert_eq!(foam(&simulation), foam(&whole));
    }
}
