//! Sessions without a GL context: undo, saving as a scene, restart, and settings that go from model to model.

use crate::restored;
use glam::{DVec3, Vec2};
use std::path::Path;
use waterlab::bodies::{Body, Shape};
use waterlab::heights::Heights;
use waterlab::parameter::{Choice, Preset, Value};
use waterlab::pool::{Fraction, Obstacle};
use waterlab::scene::{Edit, Scene, Simulation, Tool};
use waterlab::session::{Action, Cursor, Fly, Notice, Session};
use waterlab::view::{Colours, Setting};
use waterlab::water::MODELS;

const SIZE: (usize, usize) = (160, 100);

fn scene(edits: &[&str]) -> Scene {
    let small = ["water.size=[64, 64]", "poke.tool=walls"];
    let edits = small.iter().chain(edits);
    let edits: Vec<_> = edits.map(|edit| Edit::parse(edit).unwrap()).collect();
    Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"))
}

fn session(edits: &[&str]) -> Session {
    Session::without_gl(scene(edits), false).unwrap_or_else(|error| panic!("{error}"))
}

/// Builds a wall across the middle of the pool.
fn build_wall(session: &mut Session) {
    session.simulation.build_wall(&Obstacle::Stroke {
        from: Fraction::clamped(0.3, 0.5),
        to: Fraction::clamped(0.7, 0.55),
        radius: 3.0,
    });
}

fn notice(session: &mut Session, action: Action) -> String {
    session.act(action, SIZE);
    match session.notice(action) {
        Some(Notice::Done(text) | Notice::Refused(text)) => text,
        None => String::new(),
    }
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
fn a_first_change_of_the_hour_does_not_make_a_sun_set_by_angles_jump() {
    let sky = ["sky.elevation=16", "sky.azimuth=-155"];
    let mut session = session(&sky);
    let before = session.sky().sun().direction();
    let mut settings = session.sky().settings.clone();
    let hour = settings.real("hour");
    settings
        .set("hour", Value::Real(hour + 0.01))
        .expect("an hour");
    session.set_sky_settings(settings);
    let apart = session.sky().sun().direction().angle_between(before);
    assert!(apart.to_degrees() < 0.5, "{apart}");
}

/// A ball at rest at a place, metres.
fn put_ball(session: &mut Session, at: [f64; 3]) {
    let ball = Body::new(Shape::Ball { diameter: 0.2 }, 300.0).expect("a ball");
    let added = session.simulation.add_body(ball.at(at));
    added.expect("there is room");
}

#[test]
fn the_pointer_shows_what_a_press_would_take_hold_of() {
    let mut session = session(&[
        "poke.tool=poke",
        "camera.eye=[0, 1, 2]",
        "camera.target=[0, 0, 0]",
    ]);
    session.clock.pause(true);
    put_ball(&mut session, [0.0; 3]);
    let middle = Vec2::new(80.0, 50.0);
    let aside = Vec2::new(20.0, 50.0);
    let cursors = |session: &Session| [middle, aside].map(|pixel| session.cursor(pixel, SIZE));
    assert_eq!(cursors(&session), [Cursor::Grab, Cursor::Water]);
    session.act(Action::PokeStart(middle), SIZE);
    assert_eq!(cursors(&session), [Cursor::Grabbing; 2]);
    session.act(Action::PokeEnd(middle), SIZE);
    assert_eq!(cursors(&session), [Cursor::Grab, Cursor::Water]);
    // Strokes that make waves do not take bodies.
    session.act(Action::PokeStart(aside), SIZE);
    assert_eq!(cursors(&session), [Cursor::Water; 2]);
    session.act(Action::PokeEnd(aside), SIZE);
    session.act(Action::PaintWalls, SIZE);
    assert_eq!(cursors(&session), [Cursor::Water; 2]);
}

#[test]
fn in_another_setting_bodies_beside_the_pool_lie_on_other_ground() {
    let mut session = session(&["water.length=2", "water.depth=0.5"]);
    put_ball(&mut session, [1.3, 0.2, 0.0]);
    let mut settled = |setting: Setting| {
        let wanted = Value::Choice(setting as usize);
        session.views.view_set_mut().set_in_all("setting", wanted);
        for _ in 0..120 {
            session.advance(1.0 / 60.0, Fly::default());
        }
        let bodies = session.simulation.bodies(false);
        bodies
            .iter()
            .next()
            .expect("a ball")
            .body()
            .state
            .position
            .y
    };
    let heights = [Setting::Terrace, Setting::Tank].map(&mut settled);
    let wanted = [0.05 + 0.1, 0.1 - 0.02 - 0.5];
    for (height, wanted) in heights.into_iter().zip(wanted) {
        assert!((height - wanted).abs() < 0.005, "{heights:?}");
    }
}

#[test]
fn a_gamepad_carries_the_body_in_the_middle_of_the_view_at_its_distance() {
    let mut session = session(&[
        "poke.tool=poke",
        "camera.eye=[0, 1, 2]",
        "camera.target=[0, 0.6, 0]",
    ]);
    put_ball(&mut session, [0.0, 0.6, 0.0]);
    let place = |session: &Session| {
        let bodies = session.simulation.bodies(false);
        bodies.iter().next().map(|ball| ball.body().state.position)
    };
    session.act(Action::AimStart, SIZE);
    session.act(Action::OrbitOrFly, SIZE);
    session.act(Action::Turn(Vec2::new(60.0, 0.0)), SIZE);
    for _ in 0..180 {
        session.act(Action::AimTo, SIZE);
        session.advance(1.0 / 60.0, Fly::default());
    }
    let (from, ahead) = session.camera.eye(1.6).ray(Vec2::ZERO, Vec2::ONE);
    assert!(ahead.x.abs() > 0.1, "it looks aside: {ahead}");
    let held = place(&session).expect("a ball");
    // The nearest point of the ball is held, a radius in front of its middle. It hangs from there by the spring of the grip.
    let distance = (2.0_f64 * 2.0 + 0.4 * 0.4).sqrt() - 0.1;
    let wanted = (from + ahead * distance as f32).as_dvec3();
    let off = held - wanted;
    assert!(off.x.hypot(off.z) < 0.02, "{held}, {wanted}");
    assert!((-0.3..-0.1).contains(&off.y), "{held}, {wanted}");
    // A poke does not release it; another button takes it out.
    session.act(Action::Confirm, SIZE);
    assert_eq!(session.cursor(Vec2::ZERO, SIZE), Cursor::Grabbing);
    session.act(Action::RemoveBody(None), SIZE);
    assert_eq!(place(&session), None);
    assert_eq!(session.cursor(Vec2::ZERO, SIZE), Cursor::Water);
}

#[test]
fn a_rope_goes_with_what_it_is_tied_to_and_comes_back_with_it() {
    let bodies = [
        "body.0.shape=stone",
        "body.1.shape=boat",
        "body.2.rope={ to = 2, length = 0.5 }",
    ];
    let mut session = session(&bodies);
    let text = |session: &Session| session.scene_now().saved("s", &|_| String::new()).text;
    let whole = text(&session);
    assert!(whole.contains("rope = { to = 2, length = 0.5 }"), "{whole}");
    let ids = session.simulation.bodies(false).iter();
    let ids: Vec<_> = ids.map(|floating| floating.id()).collect();
    // The bodies are renumbered.
    session.simulation.remove_body(ids[0]);
    session.checkpoint();
    assert!(text(&session).contains("rope = { to = 1, length = 0.5 }"));
    session.simulation.remove_body(ids[1]);
    session.checkpoint();
    assert!(!text(&session).contains("rope"));
    assert_eq!(session.simulation.bodies(false).ropes().count(), 0);
    session.act(Action::Undo, SIZE);
    assert!(text(&session).contains("rope = { to = 1, length = 0.5 }"));
    session.act(Action::Undo, SIZE);
    assert_eq!(text(&session), whole);
    assert_eq!(session.simulation.bodies(false).ropes().count(), 1);
}

#[test]
fn a_press_on_the_ball_of_the_terrace_makes_a_body_of_it_which_is_saved_thrown_and_undone() {
    // Around a pool of 6 m it lies 1.25 m beside it, 1.1 m from its corner, on the ground 0.05 · 3 m high.
    let middle = DVec3::new(4.25, 0.15 + 0.18, -1.9);
    let edits = [
        "view.kind=lit",
        "water.length=6",
        "poke.tool=poke",
        "camera.eye=[0, 2, 1]",
        "camera.target=[4.25, 0.33, -1.9]",
    ];
    let mut session = session(&edits);
    let text = |session: &Session| session.scene_now().saved("s", &|_| String::new()).text;
    let whole = text(&session);
    let pixel = Vec2::new(80.0, 50.0);
    let aside = Vec2::new(80.0, 90.0);
    assert_eq!(session.cursor(aside, SIZE), Cursor::Water);
    assert_eq!(session.cursor(pixel, SIZE), Cursor::Grab);
    session.act(Action::PokeStart(pixel), SIZE);
    let place = |session: &Session| {
        let mut bodies = session.simulation.bodies(false).iter();
        bodies.next().map(|ball| ball.body().state.position)
    };
    assert!(place(&session).expect("a ball").distance(middle) < 1e-5);
    session.act(Action::PokeTo(Vec2::new(80.0, 30.0)), SIZE);
    for _ in 0..30 {
        session.advance(1.0 / 60.0, Fly::default());
    }
    session.act(Action::PokeEnd(pixel), SIZE);
    let moved = place(&session).expect("a ball").distance(middle);
    assert!(moved > 0.2, "{moved}");
    session.checkpoint();
    let taken = text(&session);
    assert!(taken.contains("ball = false") && taken.contains("[[body]]"));
    // There is one ball.
    assert_eq!(session.cursor(aside, SIZE), Cursor::Water);
    session.act(Action::PokeStart(pixel), SIZE);
    assert_eq!(session.simulation.bodies(false).len(), 1);
    session.act(Action::PokeEnd(pixel), SIZE);
    session.act(Action::Undo, SIZE);
    assert_eq!(text(&session), whole);
    session.act(Action::Redo, SIZE);
    assert_eq!(session.simulation.bodies(false).len(), 1);
    assert!(text(&session).contains("ball = false"));

    // In another setting, in another view and next to a basin there is none.
    for other in ["view.setting=open", "view.kind=mesh", "water.length=1"] {
        let edits: Vec<_> = edits.iter().chain([&other]).copied().collect();
        let session = self::session(&edits);
        assert_eq!(session.cursor(pixel, SIZE), Cursor::Water, "{other}");
    }
}

#[test]
fn the_pots_and_the_parasol_of_the_terrace_are_picked_up_where_they_stand() {
    // The place of the foot and a point that is hit, where examples/terrace.rs models them; the ground is 0.15 m high.
    for (key, shape, foot, hit) in [
        ("large_pot", "pot", [-3.95, -4.35], [-3.95, 1.08, -4.35]),
        ("small_pot", "pot", [-4.65, -3.75], [-4.65, 0.35, -3.75]),
        ("near_pot", "pot", [4.75, 3.2], [4.75, 0.94, 3.2]),
        // A point of the canvas, between two ribs.
        ("parasol", "parasol", [2.2, -5.55], [2.2, 2.5, -4.85]),
    ] {
        let eye = format!("camera.eye=[{}, 2.6, {}]", 0.5 * foot[0], 0.3 * foot[1]);
        let target = format!("camera.target={hit:?}");
        let edits = [
            "view.kind=lit",
            "water.length=6",
            "poke.tool=poke",
            &eye,
            &target,
        ];
        let mut session = session(&edits);
        let pixel = Vec2::new(80.0, 50.0);
        assert_eq!(session.cursor(pixel, SIZE), Cursor::Grab, "{key}");
        session.act(Action::PokeStart(pixel), SIZE);
        let bodies = session.simulation.bodies(false);
        assert_eq!(bodies.len(), 1, "{key}");
        let body = bodies.iter().next().expect("a body").body();
        let (low, high) = body.hull().vertices().iter().fold(
            (DVec3::INFINITY, DVec3::NEG_INFINITY),
            |(low, high), vertex| {
                let at = body.state.position + body.state.rotation * *vertex;
                (low.min(at), high.max(at))
            },
        );
        let middle = 0.5 * (low + high);
        assert!(
            (low.y - 0.15).abs() < 0.03,
            "{key} stands on the ground: {low}"
        );
        assert!(
            (middle.x - foot[0]).abs() < 0.03 && (middle.z - foot[1]).abs() < 0.03,
            "{key}: {middle}"
        );
        session.act(Action::PokeEnd(pixel), SIZE);
        session.checkpoint();
        let text = session.scene_now().saved("s", &|_| String::new()).text;
        assert!(text.contains(&format!("{key} = false")), "{text}");
        assert!(text.contains(&format!("shape = \"{shape}\"")), "{text}");
    }
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

/// Hours from the start of a session's sky to now.
fn hours_since(session: &Session, hour: f64, day: f64) -> f64 {
    let settings = &session.sky().settings;
    24.0 * (settings.real("day") - day) + settings.real("hour") - hour
}

#[test]
fn a_time_lapse_runs_to_the_next_dawn_in_forty_seconds() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    assert!(!session.advance(0.0, Fly::default()));
    assert_eq!(
        notice(&mut session, Action::TimeLapse),
        "Time-lapse to the next dawn"
    );
    let mut last = 0.0;
    for frame in 1..=800 {
        assert!(session.is_in_time_lapse(), "{frame}");
        assert!(!session.is_idle(Fly::default()));
        assert!(session.advance(0.05, Fly::default()), "{frame}");
        let hours = hours_since(&session, 17.0, 172.0);
        // At most 1.2 hours a second, and never at rest.
        assert!(
            (last + 0.002..last + 0.06).contains(&hours),
            "{frame}: {last} {hours}"
        );
        last = hours;
        if !session.is_in_time_lapse() {
            assert!(frame > 790, "{frame}");
            break;
        }
    }
    session.advance(0.25, Fly::default());
    assert!(!session.is_in_time_lapse());
    let sun = session.sky().sun();
    assert!(
        (3.5..5.0).contains(&sun.elevation) && sun.azimuth < 180.0,
        "{sun}"
    );
    assert_eq!(session.sky().settings.real("day"), 173.0);
}

#[test]
fn a_time_lapse_rests_in_a_pause_and_ends_with_its_key_another_hour_or_a_restart() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    session.act(Action::TimeLapse, SIZE);
    session.act(Action::TogglePause, SIZE);
    assert!(!session.advance(0.2, Fly::default()));
    assert!(session.is_idle(Fly::default()));
    assert_eq!(hours_since(&session, 17.0, 172.0), 0.0);
    session.act(Action::TogglePause, SIZE);
    session.advance(0.2, Fly::default());
    let then = hours_since(&session, 17.0, 172.0);
    assert!(then > 0.0);
    assert_eq!(
        notice(&mut session, Action::TimeLapse),
        "Time-lapse stopped"
    );
    session.advance(0.2, Fly::default());
    assert_eq!(hours_since(&session, 17.0, 172.0), then);
    session.act(Action::TimeLapse, SIZE);
    let mut settings = session.sky().settings.clone();
    settings.set("clouds", Value::Real(0.6)).expect("a sky");
    session.set_sky_settings(settings.clone());
    assert!(session.is_in_time_lapse(), "clouds are no time");
    settings.set("hour", Value::Real(9.0)).expect("a sky");
    session.set_sky_settings(settings);
    assert!(!session.is_in_time_lapse());
    session.act(Action::TimeLapse, SIZE);
    session.act(Action::Restart, SIZE);
    assert!(!session.is_in_time_lapse());
    assert_eq!(hours_since(&session, 17.0, 172.0), 0.0);
}

#[test]
fn undo_takes_back_changes_and_not_the_time() {
    let mut session = session(&["view.kind=lit", "sky.hour=17.0"]);
    let mut settings = session.sky().settings.clone();
    settings.set("clouds", Value::Real(0.6)).expect("a sky");
    session.set_sky_settings(settings);
    session.checkpoint();
    session.act(Action::TimeLapse, SIZE);
    session.advance(0.2, Fly::default());
    session.checkpoint();
    let passed = hours_since(&session, 17.0, 172.0);
    assert_eq!(notice(&mut session, Action::Undo), "Undone: the sky");
    assert_eq!(session.sky().settings.real("clouds"), 0.2);
    assert!((hours_since(&session, 17.0, 172.0) - passed).abs() < 1e-9);
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
}

#[test]
fn a_view_without_a_sky_has_no_time_lapse() {
    let mut session = session(&["view.kind=picture", "sky.hours_per_second=1.0"]);
    let refused = notice(&mut session, Action::TimeLapse);
    assert!(refused.contains("takes the lit view"), "{refused}");
    session.advance(0.2, Fly::default());
    assert!(!session.is_in_time_lapse());
    assert_eq!(hours_since(&session, 14.0, 172.0), 0.0);
}

#[test]
fn hours_pass_at_the_rate_of_the_scene() {
    let mut session = session(&["view.kind=lit", "sky.hours_per_second=0.5"]);
    for _ in 0..10 {
        assert!(session.advance(0.2, Fly::default()));
    }
    assert!((hours_since(&session, 14.0, 172.0) - 1.0).abs() < 1e-6);
}
