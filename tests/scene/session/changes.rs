//! Sessions without a GL context: undo, saving as a scene, restart, and settings that go from model to model.

use super::{SIZE, notice, scene, session};
use crate::restored;
use glam::Vec2;
use std::path::Path;
use waterlab::heights::Heights;
use waterlab::parameter::{Choice, Preset, Value};
use waterlab::pool::{Fraction, Obstacle};
use waterlab::scene::{Scene, Simulation, Tool};
use waterlab::session::{Action, Fly, Session};
use waterlab::view::Colours;
use waterlab::water::MODELS;

/// Builds a wall across the middle of the pool.
fn build_wall(session: &mut Session) {
    session.simulation.build_wall(&Obstacle::Stroke {
        from: Fraction::clamped(0.3, 0.5),
        to: Fraction::clamped(0.7, 0.55),
        radius: 3.0,
    });
}

fn set(session: &mut Session, key: &str, value: Value) {
    let mut settings = session.simulation.water().settings().clone();
    settings.set(key, value).expect("a setting");
    session.apply_settings(false, &settings).expect("stable");
}

#[test]
fn colours_of_missing_fields_are_disabled() {
    let idle = |edits: &[&str]| {
        let session = session(edits);
        let idle = session.idle_options().into_iter();
        idle.map(|(key, option)| (key, Colours::ALL[option]))
            .collect::<Vec<_>>()
    };
    use Colours::{Depth, Direction, Foam, Froude, Speed};
    let all = |fields: &[Colours]| -> Vec<_> {
        fields.iter().map(|&colours| ("colours", colours)).collect()
    };
    let of_flow = [Speed, Froude, Direction];
    let but_flow = |fields: &[Colours]| all(&[fields, &of_flow].concat());
    assert_eq!(idle(&["water.model=ripple"]), but_flow(&[Foam, Depth]));
    assert_eq!(idle(&["water.model=iwave"]), but_flow(&[Foam, Depth]));
    assert_eq!(idle(&["water.model=sea"]), but_flow(&[Depth]));
    let shoal = ["water.model=wave", "water.depth_map=\"textures/reef.png\""];
    assert_eq!(idle(&shoal), but_flow(&[Foam]));
    assert_eq!(idle(&["water.model=shallow"]), all(&[Foam]));
}

#[test]
fn every_change_is_undone_and_redone_step_by_step() {
    let mut session = session(&[]);
    let state = |session: &Session| session.scene_now().saved("s", &|_| String::new());
    let mut states = vec![state(&session)];
    let mut step = |session: &mut Session, change: &dyn Fn(&mut Session)| {
        change(session);
        session.checkpoint();
        states.push(state(session));
    };
    step(&mut session, &build_wall);
    step(&mut session, &|session| {
        set(session, "damping", Value::Integer(9))
    });
    step(&mut session, &|session| session.act(Action::Model(4), SIZE));
    step(&mut session, &|session| {
        session.act(Action::Compare(1), SIZE)
    });
    step(&mut session, &|session| {
        let view = session.views.view_set_mut().view_mut();
        view.settings_mut()
            .set("height_scale", Value::Real(3.0))
            .expect("a setting");
    });
    step(&mut session, &|session| {
        let mut sky = session.sky().clone();
        sky.settings
            .set("hour", Value::Real(18.0))
            .expect("a setting");
        session.set_sky(sky);
    });
    step(&mut session, &|session| session.simulation.clear_walls());
    let texts: Vec<_> = states.iter().map(|state| &state.text).collect();
    for pair in texts.windows(2) {
        assert_ne!(pair[0], pair[1], "each step changes something");
    }
    let names = [
        "walls",
        "the sky",
        "the view",
        "the model",
        "the model",
        "settings",
        "walls",
    ];
    for (back, name) in names.into_iter().enumerate() {
        assert_eq!(
            notice(&mut session, Action::Undo),
            format!("Undone: {name}")
        );
        let now = state(&session);
        let expected = &states[names.len() - 1 - back];
        assert_eq!(now.text, expected.text, "{name}");
        assert_eq!(now.pictures, expected.pictures);
    }
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
    for (again, name) in names.into_iter().rev().enumerate() {
        assert_eq!(
            notice(&mut session, Action::Redo),
            format!("Redone: {name}")
        );
        assert_eq!(state(&session).text, states[again + 1].text);
    }
    assert_eq!(notice(&mut session, Action::Redo), "Nothing to redo");
    // A change after undo clears the redo list.
    session.act(Action::Undo, SIZE);
    set(&mut session, "damping", Value::Real(0.5));
    session.checkpoint();
    assert_eq!(notice(&mut session, Action::Redo), "Nothing to redo");
}

#[test]
fn a_preset_is_undone_in_one_step() {
    let mut session = session(&["water.model=sea", "poke.tool=poke"]);
    let before = session.scene_now().saved("s", &|_| String::new()).text;
    let presets: &'static [Preset] = session.simulation.water().model().presets;
    let storm = presets
        .iter()
        .find(|preset| preset.title == "Storm")
        .expect("a storm");
    session.apply_preset(false, storm).expect("stable");
    session.checkpoint();
    notice(&mut session, Action::Undo);
    let mut after = session.scene_now();
    after.camera = scene(&["water.model=sea", "poke.tool=poke"]).camera;
    let first = scene(&["water.model=sea", "poke.tool=poke"]);
    let camera = session.scene_now().camera;
    assert_ne!(
        camera.eye, first.camera.eye,
        "the eye stays where the preset put it"
    );
    let without = |text: &str| -> String {
        let lines = text
            .lines()
            .filter(|line| !line.starts_with("eye") && !line.starts_with("target"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        without(&after.saved("s", &|_| String::new()).text),
        without(&before)
    );
}

#[test]
fn a_saved_session_has_the_same_water_walls_and_camera() {
    for model in 1..=6 {
        let mut session = session(&["drop.0.at=[0.3, 0.6]"]);
        session.act(Action::Model(model), SIZE);
        build_wall(&mut session);
        session.act(Action::NextView, SIZE);
        session.act(Action::Dolly(2.0, Some(Vec2::new(30.0, 60.0))), SIZE);
        let fly = Fly {
            wish: glam::Vec3::new(1.0, 0.5, -1.0),
            fast: false,
        };
        session.advance(0.3, fly);
        assert!(session.has_unsaved_walls());

        let (read, _) = restored(&session.scene_now());
        session.saved();
        assert!(!session.has_unsaved_walls());

        let mut again = Simulation::new(&read);
        assert!(!again.walls().is_open());
        assert_eq!(again.walls(), session.simulation.walls());
        // Both start with the same state and give the same bits.
        let mut expected = Simulation::new(&session.scene_now());
        for simulation in [&mut again, &mut expected] {
            simulation.advance_by(30);
        }
        assert_eq!(bits(&again), bits(&expected), "model {model}");
        let (from, to) = (session.scene_now().camera, read.camera);
        assert_eq!(from, to);
        let eye = session.camera.position();
        assert!(eye.distance(to.eye.into()) < 1e-6);
        let ahead = (glam::Vec3::from(to.target) - eye).normalize();
        assert!(ahead.distance(session.camera.forward()) < 1e-5);
    }
}

fn bits(simulation: &Simulation) -> Vec<u32> {
    match simulation.heights() {
        Heights::Metres(heights) => heights.cells().iter().map(|h| h.to_bits()).collect(),
        Heights::Counts { counts, .. } => counts.cells().iter().map(|&c| c as u32).collect(),
    }
}

#[test]
fn a_restart_keeps_only_the_walls() {
    let mut session = session(&["obstacle.0.disc={at=[0.8, 0.8], radius=3}"]);
    build_wall(&mut session);
    set(&mut session, "damping", Value::Integer(9));
    let walls = session.simulation.walls().clone();
    session.act(Action::Restart, SIZE);
    assert_eq!(*session.simulation.walls(), walls);
    assert_eq!(session.simulation.water().settings().integer("damping"), 5);
    // Unchanged walls are saved as in the scene, not as a mask.
    let text = session.scene_now().saved("s", &|_| String::new()).text;
    assert!(text.contains("mask"), "{text}");
    session.act(Action::Undo, SIZE);
    session.act(Action::Undo, SIZE);
    session.act(Action::Undo, SIZE);
    let text = session.scene_now().saved("s", &|_| String::new()).text;
    assert!(
        text.contains("disc = {") && !text.contains("mask"),
        "{text}"
    );
    assert!(!session.has_unsaved_walls());
}

#[test]
fn painted_walls_survive_a_reload_with_another_grid() {
    let mut before = session(&[]);
    build_wall(&mut before);
    before.act(Action::EraseWalls, SIZE);
    let mut after = session(&["water.size=[96, 96]"]);
    after.go_on_from(&before);
    let solid = |session: &Session| {
        let cells = session.simulation.walls().cells();
        let open = cells.cells().iter().filter(|&&open| open >= 0.5).count();
        1.0 - open as f64 / cells.cells().len() as f64
    };
    assert!(solid(&before) > 0.0);
    assert!((solid(&after) / solid(&before) - 1.0).abs() < 0.2);
    assert!(after.has_unsaved_walls());
    // A temporary tool is not part of the scene.
    assert_eq!(before.scene_now().poke.tool, Tool::Walls);
}

#[test]
fn a_sea_is_saved_without_walls_which_remain_unsaved() {
    let mut session = session(&["camera.fov=120"]);
    build_wall(&mut session);
    for sea in [7, 8] {
        session.act(Action::Model(sea), SIZE);
        let text = session.scene_now().saved("s", &|_| String::new()).text;
        let read = Scene::read(&text, Path::new("s.toml"), &[]);
        assert!(read.is_ok(), "{text}");
        session.saved();
        assert!(session.has_unsaved_walls());
    }
    session.act(Action::Model(1), SIZE);
    let saved = session.scene_now().saved("s", &|_| String::new());
    assert_eq!(saved.pictures.len(), 1, "the walls are back");
    assert!(saved.text.contains("fov = 120.0"), "{}", saved.text);
}

#[test]
fn another_model_keeps_the_settings_that_both_have() {
    let mut session = session(&["water.damping=6", "water.fraction_bits=4"]);
    let index = |name| MODELS.iter().position(|model| model.name == name);
    session.set_model(index("coarse").expect("coarse"));
    let get = |session: &Session, key| session.simulation.water().settings().get(key);
    assert_eq!(get(&session, "damping"), Some(Value::Integer(6)));
    assert_eq!(get(&session, "fraction_bits"), Some(Value::Integer(4)));
    // A damping in other units is another setting.
    set(&mut session, "damping", Value::Integer(7));
    session.set_model(index("wave").expect("wave"));
    assert_eq!(get(&session, "damping"), Some(Value::Real(0.4)));
    session.set_model(index("ripple").expect("ripple"));
    assert_eq!(get(&session, "damping"), Some(Value::Integer(6)));
}

#[test]
fn choppiness_is_kept_between_iwaves_and_not_between_sea_and_pool() {
    let index = |name| MODELS.iter().position(|model| model.name == name);
    let take = |session: &mut Session, name| session.set_model(index(name).expect(name));
    let choppiness =
        |session: &Session| match session.simulation.water().settings().get("choppiness") {
            Some(Value::Real(choppiness)) => choppiness,
            other => panic!("{other:?}"),
        };
    let mut session = session(&["water.model=sea", "water.choppiness=2.5"]);
    for pool in ["iwave", "iwave-exact"] {
        take(&mut session, pool);
        assert_eq!(choppiness(&session), 0.0, "{pool}");
    }
    set(&mut session, "choppiness", Value::Real(1.0));
    take(&mut session, "iwave");
    assert_eq!(choppiness(&session), 1.0, "an iWave's own");
    take(&mut session, "sea");
    assert_eq!(choppiness(&session), 2.5, "the scene's");
    // Each model keeps its own; a pool in between has none.
    take(&mut session, "ripple");
    take(&mut session, "iwave");
    assert_eq!(choppiness(&session), 1.0);
}

#[test]
fn creamers_transform_is_refused_for_waves_of_several_directions() {
    for (direction, is_refused) in [(90, false), (30, true)] {
        let wave = |index: usize, direction: i32| {
            [
                format!("wave.{index}.length=20"),
                format!("wave.{index}.direction={direction}"),
            ]
        };
        let waves = [wave(0, 90), wave(1, direction)].concat();
        let calm = [
            "water.model=gerstner",
            "water.spread=0",
            "water.direction=0",
        ];
        let edits = waves.iter().map(String::as_str).chain(calm);
        let mut session = session(&edits.collect::<Vec<_>>());
        let before = session.simulation.water().settings().clone();
        let mut expected = before.clone();
        expected
            .set("creamer", Value::Switch(true))
            .expect("a switch");
        let adopted = session.apply_settings(false, &expected);
        assert_eq!(adopted.is_err(), is_refused, "{direction}°");
        if let Err(error) = adopted {
            let message = error.to_string();
            assert!(
                message.starts_with("`creamer` is true, but must be false unless all waves listed")
                    && !message.contains('\n'),
                "{message}"
            );
            assert_eq!(*session.simulation.water().settings(), before);
        }
    }
}

#[test]
fn the_appearance_changes_exactly_with_the_picture() {
    let mut session = session(&[]);
    let at_first = session.appearance(SIZE);
    session.checkpoint();
    session.poke.ring = !session.poke.ring;
    assert_eq!(session.appearance(SIZE), at_first);
    assert_ne!(session.appearance((SIZE.0 + 1, SIZE.1)), at_first);
    let mut last = at_first;
    let changes: [&dyn Fn(&mut Session); 4] = [
        &|session| session.act(Action::Turn(Vec2::new(9.0, 2.0)), SIZE),
        &|session| session.act(Action::NextView, SIZE),
        &|session| session.act(Action::Gain(1.0), SIZE),
        &build_wall,
    ];
    for change in changes {
        change(&mut session);
        assert_ne!(session.appearance(SIZE), last);
        last = session.appearance(SIZE);
    }
}

#[test]
fn undo_and_redo_are_enabled_only_if_possible() {
    let mut session = session(&[]);
    let offered = |session: &Session| [session.can_undo(), session.can_redo()];
    assert_eq!(offered(&session), [false, false]);
    set(&mut session, "damping", Value::Integer(9));
    session.checkpoint();
    assert_eq!(offered(&session), [true, false]);
    session.act(Action::Undo, SIZE);
    assert_eq!(offered(&session), [false, true]);
}

#[test]
fn an_eye_under_a_sea_reads_its_depth_and_heading_and_comes_up_with_a_key() {
    let calm = ["water.model=sea", "water.wind=0", "view.kind=lit"];
    let edits = [
        &calm[..],
        &["camera.eye=[2, -4, 3]", "camera.target=[7, -4, 3]"],
    ]
    .concat();
    let mut session = session(&edits);
    let dive = session.dive().expect("under water");
    assert!((dive.depth - 4.0).abs() < 1e-3, "{dive:?}");
    // +x is east.
    assert!((dive.heading - 90.0).abs() < 0.01, "{dive:?}");
    session.act(Action::Surface, SIZE);
    for _ in 0..100 {
        session.advance(0.05, Fly::default());
    }
    let place = session.camera.position();
    assert!(place.y > 1.0 && session.dive().is_none(), "{place}");
    assert!((place.x - 2.0).abs() < 1e-3 && (place.z - 3.0).abs() < 1e-3);
    // An eye above the water stays, low as it is.
    session.camera.set_height(0.5);
    let before = session.camera.position();
    session.act(Action::Surface, SIZE);
    session.advance(1.0, Fly::default());
    assert_eq!(session.camera.position(), before);
}

#[test]
fn a_patch_without_room_for_the_waves_can_be_fitted_to_them() {
    let edits = ["water.model=sea", "water.wind=25", "water.patch=40"];
    let mut session = session(&edits);
    let misfit = session.misfit(false).expect("a small patch");
    assert!(misfit.patch > 40.0, "{misfit:?}");
    session.fit_patch(false).expect("in range");
    let settings = session.simulation.water().settings();
    assert_eq!(settings.real("patch"), misfit.patch);
    assert_eq!(session.misfit(false), None);
    // There is nothing to mend any more, nor for a pool.
    session.fit_patch(false).expect("nothing to do");
    session.set_model(0);
    assert_eq!(session.misfit(false), None);
    session.fit_patch(false).expect("nothing to do");
}

#[test]
fn natural_rain_keeps_a_view_moving_that_draws_it() {
    let rain = &["rain.kind=rain"][..];
    for (view, moves) in [("view.kind=lit", true), ("view.kind=mesh", false)] {
        let mut session = session(&[rain, &[view]].concat());
        assert_eq!(!session.is_idle(Fly::default()), moves, "{view}");
        assert_eq!(session.advance(0.1, Fly::default()), moves, "{view}");
        session.simulation.set_raining(false);
        assert!(session.is_idle(Fly::default()));
        assert!(!session.advance(0.1, Fly::default()));
    }
    let mut tank = session(&[rain, &["view.kind=lit", "view.setting=tank"]].concat());
    assert!(!tank.advance(0.1, Fly::default()));
    assert_eq!(notice(&mut tank, Action::ToggleRain), "Rain off");
    let on = notice(&mut tank, Action::ToggleRain);
    assert!(on.contains("out of doors"), "{on}");
}
