//! A session: undo, saving as a scene, restart, probes and cross-sections, and drawing in steps.

use super::support::core;
use glam::Vec2;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use waterlab::gl::{Gl, Target};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::{Choice, Preset, Value};
use waterlab::pool::{Fraction, Obstacle, State};
use waterlab::scene::image_file::write_grey;
use waterlab::scene::{Bundle, Edit, Scene, Simulation, Tool};
use waterlab::session::{Action, Fly, Notice, Part, Session};
use waterlab::surface::Surface;
use waterlab::view::Colours;
use waterlab::water::MODELS;

const SIZE: (usize, usize) = (160, 100);

fn scene(edits: &[&str]) -> Scene {
    let small = ["water.size=[64, 64]", "poke.tool=walls"];
    let edits = small.iter().chain(edits);
    let edits: Vec<_> = edits.map(|edit| Edit::parse(edit).unwrap()).collect();
    Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"))
}

fn session(gl: &Gl, edits: &[&str]) -> Session {
    Session::new(gl, scene(edits), false).unwrap_or_else(|error| panic!("{error}"))
}

/// A drag across the middle of the window.
fn drag(session: &mut Session) {
    session.act(Action::PokeStart(Vec2::new(60.0, 50.0)), SIZE);
    session.act(Action::PokeTo(Vec2::new(100.0, 55.0)), SIZE);
    session.act(Action::PokeEnd(Vec2::new(100.0, 55.0)), SIZE);
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
    let gl = &*core();
    let idle = |edits: &[&str]| {
        let session = session(gl, edits);
        let idle = session.idle_options().into_iter();
        idle.map(|(key, option)| (key, Colours::ALL[option]))
            .collect::<Vec<_>>()
    };
    let [foam, depth] = [Colours::Foam, Colours::Depth].map(|colours| ("colours", colours));
    assert_eq!(idle(&["water.model=ripple"]), [foam, depth]);
    assert_eq!(idle(&["water.model=iwave"]), [foam, depth]);
    assert_eq!(idle(&["water.model=sea"]), [depth]);
    let shoal = ["water.model=wave", "water.depth_map=\"textures/reef.png\""];
    assert_eq!(idle(&shoal), [foam]);
}

#[test]
fn every_change_is_undone_and_redone_step_by_step() {
    let gl = &*core();
    let mut session = session(gl, &[]);
    let state = |session: &Session| session.scene_now().saved("s", &|_| String::new());
    let mut states = vec![state(&session)];
    let mut step = |session: &mut Session, change: &dyn Fn(&mut Session)| {
        change(session);
        session.checkpoint();
        states.push(state(session));
    };
    step(&mut session, &drag);
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
fn undo_includes_changes_since_the_last_checkpoint_and_no_pokes() {
    let gl = &*core();
    let mut session = session(gl, &["poke.tool=poke"]);
    drag(&mut session);
    session.act(Action::Turn(Vec2::new(5.0, 5.0)), SIZE);
    session.act(Action::NextView, SIZE);
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
    set(&mut session, "damping", Value::Integer(9));
    assert_eq!(notice(&mut session, Action::Undo), "Undone: settings");
    assert_eq!(session.simulation.water().settings().integer("damping"), 5);
}

#[test]
fn a_preset_is_undone_in_one_step() {
    let gl = &*core();
    let mut session = session(gl, &["water.model=sea", "poke.tool=poke"]);
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
    let gl = &*core();
    for model in 1..=6 {
        let mut session = session(gl, &["drop.0.at=[0.3, 0.6]"]);
        session.act(Action::Model(model), SIZE);
        drag(&mut session);
        session.act(Action::NextView, SIZE);
        session.act(Action::Dolly(2.0, Some(Vec2::new(30.0, 60.0))), SIZE);
        let fly = Fly {
            wish: glam::Vec3::new(1.0, 0.5, -1.0),
            fast: false,
        };
        session.advance(0.3, fly);
        assert!(session.has_unsaved_walls());

        let saved = session.scene_now().saved("saved", &|_| String::new());
        let mut files = Bundle::default();
        for (name, picture) in &saved.pictures {
            let mut bytes = Cursor::new(Vec::new());
            write_grey(Path::new(name), picture, &mut bytes).expect("written");
            files.put(name, bytes.into_inner());
        }
        let read = Scene::read_with(&saved.text, Path::new("saved.toml"), &[], Arc::new(files));
        let read = read.unwrap_or_else(|error| panic!("{error}\n{}", saved.text));
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
    let gl = &*core();
    let mut session = session(gl, &["obstacle.0.disc={at=[0.8, 0.8], radius=3}"]);
    drag(&mut session);
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
    let gl = &*core();
    let mut before = session(gl, &[]);
    drag(&mut before);
    before.act(Action::EraseWalls, SIZE);
    let mut after = session(gl, &["water.size=[96, 96]"]);
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
    let gl = &*core();
    let mut session = session(gl, &["camera.fov=120"]);
    let middle = Vec2::new(80.0, 50.0);
    session.act(Action::PokeStart(middle), SIZE);
    session.act(Action::PokeEnd(middle), SIZE);
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
fn erasing_on_the_face_of_a_wall_opens_it() {
    let gl = &*core();
    let edits = ["view.kind=lit", "poke.tool=erase", "poke.wall_radius=2"];
    let mut session = session(gl, &edits);
    // As wide as the eraser: rows 31 to 33.
    let at = |u: f64| Fraction::new(u, 0.5).expect("inside");
    session.simulation.build_wall(&Obstacle::Stroke {
        from: at(0.0),
        to: at(1.0),
        radius: 2.0,
    });
    session.advance(0.0, Fly::default());
    // A press on its near face.
    let eye = |part: Part| session.camera.eye(part.width as f32 / part.height as f32);
    let is_face = |pixel: &Vec2| {
        let place = session
            .views
            .place_at(&session.simulation, 0, *pixel, eye, SIZE);
        place.is_some_and(|(_, v)| (v - 34.0 / 64.0).abs() < 1e-6)
    };
    let quarters = (0..400).map(|quarter| Vec2::new(80.0, 0.25 * quarter as f32));
    let pixel = quarters.filter(is_face).last().expect("a face");
    session.act(Action::PokeStart(pixel), SIZE);
    session.act(Action::PokeEnd(pixel), SIZE);
    let walls = session.simulation.walls();
    let is_open = |column: usize| (0..64).all(|row| !walls.is_solid(column, row));
    assert!(is_open(31) && is_open(32), "a gap");
    assert!(!is_open(20) && !is_open(44), "and walls beside it");
}

#[test]
fn a_wall_painted_away_from_the_eye_is_straight() {
    let gl = &*core();
    let edits = [
        "view.kind=lit",
        "poke.wall_radius=2",
        "view.wall_height=0.15",
    ];
    let mut session = session(gl, &edits);
    let camera = session.camera.clone();
    let eye = |part: Part| camera.eye(part.width as f32 / part.height as f32);
    let place = |session: &Session, pixel: Vec2| {
        let place = session
            .views
            .place_on_water(&session.simulation, 0, pixel, eye, SIZE);
        place.expect("it shows water")
    };
    let (from, to) = (Vec2::new(62.0, 78.0), Vec2::new(70.0, 48.0));
    let [a, b] = [from, to].map(|pixel| glam::DVec2::from(place(&session, pixel)) * 64.0);
    session.act(Action::PokeStart(from), SIZE);
    for step in 1..=24 {
        session.act(Action::PokeTo(from.lerp(to, step as f32 / 24.0)), SIZE);
    }
    session.act(Action::PokeEnd(to), SIZE);
    // Every solid cell is on the line of the drag, which has no gap.
    let walls = session.simulation.walls();
    let along = (b - a).normalize();
    let mut rows = 0;
    for row in 0..64 {
        let solid: Vec<_> = (0..64)
            .filter(|&column| walls.is_solid(column, row))
            .collect();
        for &column in &solid {
            let offset = glam::DVec2::new(column as f64 + 0.5, row as f64 + 0.5) - a;
            let distance = offset.perp_dot(along).abs();
            assert!(distance < 3.2, "{column} {row} is {distance} cells aside");
        }
        let is_between = (a.y.min(b.y)..a.y.max(b.y)).contains(&(row as f64 + 0.5));
        assert!(!is_between || !solid.is_empty(), "a gap at {row}");
        rows += usize::from(is_between);
    }
    assert!(rows > 15, "{rows}");
}

#[test]
fn the_ring_has_the_radius_of_the_tool_and_surrounds_the_pointer() {
    let gl = &*core();
    let mut session = session(gl, &["poke.wall_radius=6", "poke.radius=3"]);
    session.views.show(1);
    let middle = Vec2::new(80.0, 50.0);
    let wide = |session: &Session| {
        let ring = session.ring(middle, SIZE);
        let [line] = &ring[..] else {
            panic!("{ring:?}");
        };
        let far = line.iter().map(|point| point.distance(middle));
        far.fold(0.0, f32::max)
    };
    let walls = wide(&session);
    session.put_tool_away();
    let poke = wide(&session);
    assert!((walls / poke - 2.0).abs() < 0.05, "{walls} {poke}");
    // At the edge only the part of the ring on the water is shown.
    let cut = session.ring(Vec2::new(1.0, 50.0), SIZE);
    assert!(cut.iter().flatten().all(|point| point.x >= -0.5), "{cut:?}");
    session.views.show(0);
    assert!(session.ring(Vec2::new(2.0, 2.0), SIZE).is_empty(), "stone");
}

#[test]
fn a_default_poke_is_visible_in_every_model_after_15_steps() {
    let gl = &*core();
    let edits = [
        "water.size=[256, 256]",
        "poke.tool=poke",
        "poke.weight=20",
        "view.kind=lit",
    ];
    let [mut calm, mut poked] = [(); 2].map(|()| session(gl, &edits));
    for (index, model) in MODELS.iter().enumerate() {
        if model.is_open() {
            [calm, poked] = [(); 2].map(|()| session(gl, &edits));
        }
        let [calm, poked] = [(&mut calm, false), (&mut poked, true)].map(|(session, is_poked)| {
            session.set_model(index);
            session.act(Action::Calm, SIZE);
            if is_poked {
                session.act(Action::Confirm, SIZE);
            }
            session.simulation.advance_by(15);
            session.picture((480, 300)).expect("a picture")
        });
        let apart = poked.cells().iter().zip(calm.cells());
        let max = apart.map(|(a, b)| a[1].abs_diff(b[1])).max();
        assert!(max > Some(20), "{}: {max:?} of 255", model.name);
    }
}

#[test]
fn another_model_keeps_the_settings_that_both_have() {
    let gl = &*core();
    let mut session = session(gl, &["water.damping=6", "water.fraction_bits=4"]);
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
    let gl = &*core();
    let index = |name| MODELS.iter().position(|model| model.name == name);
    let take = |session: &mut Session, name| session.set_model(index(name).expect(name));
    let choppiness =
        |session: &Session| match session.simulation.water().settings().get("choppiness") {
            Some(Value::Real(choppiness)) => choppiness,
            other => panic!("{other:?}"),
        };
    let mut session = session(gl, &["water.model=sea", "water.choppiness=2.5"]);
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
    let gl = &*core();
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
        let mut session = session(gl, &edits.collect::<Vec<_>>());
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
fn the_probe_reads_height_velocity_depth_and_slope_under_the_pointer() {
    let gl = &*core();
    let edits = [
        "water.model=wave",
        "poke.tool=poke",
        "drop.0.weight=400",
        "drop.0.radius=20",
    ];
    let mut session = session(gl, &edits);
    session.simulation.advance_by(6);
    session.views.show(1);
    // The picture covers the window: both have the same centre.
    let pixel = Vec2::new(79.5, 49.5);
    let probe = session.probe(pixel, SIZE).expect("water");
    let water = session.simulation.water();
    let heights = water.heights();
    let expected = heights.bilinear(0.5, 0.5);
    assert!((probe.height - expected).abs() < 1e-6 + 1e-3 * expected.abs());
    assert!(probe.height.abs() > 1e-4, "it moves");
    let rise = water.velocity()[(32, 32)] * session.simulation.steps_per_second() as f32;
    assert!(
        (probe.velocity - rise).abs() <= 0.05 * rise.abs(),
        "{} {rise}",
        probe.velocity
    );
    let depth = water.depth().expect("a floor")[(32, 32)];
    assert_eq!(probe.depth, Some(depth));

    // A tilted plane on 64 cells over 2 m, with a slope of 0.3 along x and 0.4 along z.
    let plane = Grid::from_fn(64, 64, |column, row| {
        (0.3 * (column as f32 - 31.5) + 0.4 * (row as f32 - 31.5)) / 32.0
    });
    session.simulation.take_state(&State {
        length: 2.0,
        velocity: Grid::new(64, 64, 0.0),
        heights: plane,
    });
    let tilted = session.probe(Vec2::new(60.0, 40.0), SIZE).expect("water");
    assert!((tilted.slope - 0.5).abs() < 2e-3, "{}", tilted.slope);
    session.views.show(0);
    assert_eq!(session.probe(Vec2::new(2.0, 2.0), SIZE), None, "stone");
}

#[test]
fn the_probe_reads_the_depth_of_the_reef() {
    let gl = &*core();
    let reef = Scene::load(Path::new("scenes/reef.toml"), &[]);
    let reef = reef.unwrap_or_else(|error| panic!("{error}"));
    let session = Session::new(gl, reef, false).unwrap_or_else(|error| panic!("{error}"));
    let water = session.simulation.water();
    let Surface::Bounded(pool) = water.surface() else {
        panic!("a pool");
    };
    assert_eq!((pool.field.size[0], pool.depth), (20.0, 4.0));
    let (mut shallow, mut deep) = (0, 0);
    for column in (5..160).step_by(10) {
        let pixel = Vec2::new(column as f32, 60.0);
        let Some((_, (u, v))) = session.place_under(pixel, SIZE) else {
            continue;
        };
        let probe = session.probe(pixel, SIZE).expect("water");
        let depths = water.depth().expect("a floor");
        let cell = |part: f64, count: usize| (part * count as f64) as usize;
        let expected = depths[(cell(u, depths.columns()), cell(v, depths.rows()))];
        assert_eq!(probe.depth, Some(expected));
        shallow += usize::from(expected < 2.0);
        deep += usize::from(expected > 3.5);
    }
    assert!(shallow > 0 && deep > 0, "{shallow} {deep}");
    // A model whose waves do not depend on the depth has one, too.
    let still = self::session(gl, &["water.depth=0.7", "water.length=3"]);
    let middle = Vec2::new(79.5, 49.5);
    let probe = still.probe(middle, SIZE).expect("water");
    assert_eq!(probe.depth, Some(0.7));
}

#[test]
fn a_cross_section_of_a_pool_runs_from_wall_to_wall_through_the_pointer() {
    let gl = &*core();
    let edits = [
        "water.model=wave",
        "poke.tool=poke",
        "drop.0.weight=400",
        "drop.0.radius=20",
    ];
    let mut session = session(gl, &edits);
    session.simulation.advance_by(6);
    session.views.show(1);
    // Two fifths from the left edge of the picture and less than half from its top. The square pool is 160 pixels wide and
    // high, of which 30 are cut off above and below: v = (44.5 + 30) / 160.
    let pixel = Vec2::new(63.5, 44.5);
    let place = session.place_under(pixel, SIZE).expect("water");
    let (part, (u, v)) = place;
    assert!(part == 0 && (u - 0.4).abs() < 0.01 && (v - 0.4656).abs() < 0.01);
    let cut = session.cross_section(place).expect("a cut");
    let heights = session.simulation.heights();
    for (line, along_x) in cut.along.iter().zip([true, false]) {
        let middle = if along_x { u } else { v };
        let (first, last) = (line[0][0], line[line.len() - 1][0]);
        assert!((first + 2.0 * middle).abs() < 0.02, "{first}, {middle}");
        assert!(
            (last - first - 2.0).abs() < 0.02,
            "2 m long: {first}, {last}"
        );
        let mut max = 0.0_f64;
        for [from, high] in line {
            let here = (middle + from / 2.0) as f32;
            let (u, v) = match along_x {
                true => (here, v as f32),
                false => (u as f32, here),
            };
            let expected = f64::from(heights.bilinear(u, v));
            assert!((high - expected).abs() < 2e-4, "{from}: {high}, {expected}");
            max = max.max(high.abs());
        }
        assert!(line.len() > 200 && max > 1e-3);
    }
    assert_eq!(session.place_under(Vec2::new(-5.0, -5.0), SIZE), None);
}

#[test]
fn a_cross_section_of_a_sea_has_the_height_under_the_pointer_in_the_middle() {
    let gl = &*core();
    let edits = ["water.model=sea", "water.wind=12", "poke.tool=poke"];
    let mut session = session(gl, &edits);
    session.views.show(0);
    session.advance(0.2, Fly::default());
    let pixel = Vec2::new(80.0, 90.0);
    let place = session.place_under(pixel, SIZE).expect("water");
    let probe = session.probe(pixel, SIZE).expect("water");
    let cut = session.cross_section(place).expect("a cut");
    for line in &cut.along {
        let [from, high] = line[line.len() / 2];
        assert!(from.abs() < 0.2, "{from}");
        assert!((high - f64::from(probe.height)).abs() < 0.05, "{high}");
        assert!(line[line.len() - 1][0] - line[0][0] > 10.0);
    }
}

#[test]
fn the_probe_reads_the_vertical_velocity_of_a_sea_with_ripples() {
    let gl = &*core();
    let edits = [
        "water.model=sea",
        "water.wind=12",
        "water.steps_per_second=600",
        "poke.tool=poke",
    ];
    let mut session = session(gl, &edits);
    session.views.show(0);
    session.advance(0.5, Fly::default());
    for pixel in [Vec2::new(80.0, 90.0), Vec2::new(30.0, 70.0)] {
        let mut before = 0.0;
        for is_poked in [false, true] {
            if is_poked {
                session.act(Action::PokeStart(pixel), SIZE);
                session.act(Action::PokeEnd(pixel), SIZE);
                session.simulation.advance_by(4);
            }
            let place = session.place_under(pixel, SIZE).expect("water");
            let probe = session.probe(pixel, SIZE).expect("water");
            let high = |session: &Session| {
                let cut = session.cross_section(place).expect("a cut");
                cut.along[0][cut.along[0].len() / 2][1]
            };
            let now = high(&session);
            session.simulation.advance_by(1);
            let rise = (high(&session) - now) * 600.0;
            // In half a step the velocity changes by some metres per second squared at most.
            assert!(
                (rise - f64::from(probe.velocity)).abs() < 0.02 + 0.1 * rise.abs(),
                "{rise} {}",
                probe.velocity
            );
            assert!((rise - before).abs() > 0.02, "it moves: {rise} {before}");
            before = rise;
        }
    }
}

#[test]
fn the_probe_reads_the_height_of_a_sea_under_the_pointer() {
    let gl = &*core();
    let edits = ["water.model=sea", "water.wind=12", "poke.tool=poke"];
    let mut session = session(gl, &edits);
    session.views.show(0);
    session.advance(0.2, Fly::default());
    let pixel = Vec2::new(80.0, 90.0);
    let probe = session
        .probe(pixel, SIZE)
        .expect("the sea is everywhere below the horizon");
    // The ray through the pixel hits the surface at that height.
    let (from, along) = session.camera.ray(pixel, Vec2::new(160.0, 100.0));
    let ahead = (probe.height - from.y) / along.y;
    assert!(ahead > 0.0 && ahead < 200.0);
    let (low, high) = session.simulation.heights().range();
    assert!(
        (1.5 * low..1.5 * high).contains(&probe.height),
        "{low} {high} {probe:?}"
    );
    assert!(probe.slope > 0.0 && probe.slope < 2.0);
}

#[test]
fn a_new_context_shows_the_same_water() {
    let gl = &*core();
    let edits = [
        "poke.tool=poke",
        "rain.drops_per_second=40",
        "view.kind=lit",
    ];
    let mut session = session(gl, &edits);
    (0..20).for_each(|_| session.simulation.advance());
    session.act(Action::PaintWalls, SIZE);
    drag(&mut session);
    session.act(Action::Turn(Vec2::new(30.0, 5.0)), SIZE);
    session.act(Action::Gain(2.0), SIZE);
    let before = session.picture(SIZE).expect("a picture");
    let step = session.simulation.step();
    session.renew(gl).expect("recreated");
    assert!(session.picture(SIZE).expect("a picture") == before);
    session.take_pictures().expect("the same pictures");
    assert!(session.picture(SIZE).expect("a picture") == before);
    assert_eq!(session.simulation.step(), step);
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
    session.act(Action::Calm, SIZE);
    assert!(session.picture(SIZE).expect("a picture") != before);
}

#[test]
fn a_picture_drawn_in_slices_equals_one_drawn_at_once() {
    let gl = &*core();
    let pool = ["view.kind=lit"];
    let sea = ["water.model=sea", "view.kind=lit"];
    for edits in [&pool[..], &sea[..]] {
        let mut session = session(gl, edits);
        drag(&mut session);
        session.simulation.advance();
        let (width, height) = SIZE;
        let mut drawn = |ends: &[usize]| {
            let target = Target::texture(gl, width, height, true).expect("memory");
            let mut first = 0;
            for (index, &end) in ends.iter().enumerate() {
                let done = session.draw_rows(SIZE, first..end, &target).expect("drawn");
                assert_eq!(done, index + 1 == ends.len());
                first = end;
            }
            let mut picture = Grid::new(1, 1, [0; 4]);
            target.read(&mut picture);
            picture
        };
        let at_once = drawn(&[height]);
        let mean: u64 = at_once
            .cells()
            .iter()
            .map(|pixel| u64::from(pixel[1]))
            .sum();
        assert!(mean > 20 * (width * height) as u64, "a picture");
        assert!(drawn(&[4, 32, 36, height]) == at_once, "{edits:?}");
    }
}

#[test]
fn a_sky_computed_in_steps_starts_coarse_and_ends_exact() {
    for model in ["ripple", "sea"] {
        sky_in_steps_ends_as_the_whole(&["view.kind=lit", &format!("water.model={model}")]);
    }
}

fn sky_in_steps_ends_as_the_whole(edits: &[&str]) {
    let gl = &*core();
    let mut session = session(gl, edits);
    let picture = |session: &mut Session| {
        let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("memory");
        session.draw(SIZE, 1, Some(&target)).expect("drawn");
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        picture
    };
    let mut evening = session.sky().settings.clone();
    evening.set("hour", Value::Real(18.5)).expect("an hour");
    let noon = picture(&mut session);
    session.set_sky_settings(evening.clone());
    let whole = picture(&mut session);
    assert!(apart(&noon, &whole) > 8.0);
    let mut stepwise = self::session(gl, edits);
    stepwise.views.view_set_mut().work_in_steps();
    while stepwise.views.is_working(&stepwise.simulation) {
        picture(&mut stepwise);
    }
    stepwise.set_sky_settings(evening);
    let draft = picture(&mut stepwise);
    assert!(stepwise.views.is_working(&stepwise.simulation));
    // The waves of a sea reflect each cloud separately.
    let is_pool = session.simulation.water().model().walls;
    let part = apart(&draft, &whole) / apart(&noon, &whole);
    assert!(part < if is_pool { 0.25 } else { 1.0 }, "{edits:?}: {part}");
    let mut frames = 0;
    while stepwise.views.is_working(&stepwise.simulation) {
        picture(&mut stepwise);
        frames += 1;
    }
    // 256 rows of the table and 512 of the finer upper half, at most 32 of them per frame.
    assert!((24..64).contains(&frames), "{frames}");
    assert!(picture(&mut stepwise) == whole);
}

#[test]
fn surroundings_baked_in_steps_end_exact() {
    let gl = &*core();
    let edits = ["view.kind=lit"];
    let whole = session(gl, &edits).picture(SIZE).expect("drawn");
    let in_steps = || {
        let mut session = session(gl, &edits);
        session.views.view_set_mut().work_in_steps();
        session
    };
    let drawn = |session: &mut Session| {
        let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("memory");
        session.draw(SIZE, 1, Some(&target)).expect("drawn");
        let mut picture = Grid::new(1, 1, [0; 4]);
        target.read(&mut picture);
        picture
    };
    let mut stepwise = in_steps();
    // Without shadows and the wood, but with all of the rest; another sky at noon differs more.
    let first = apart(&drawn(&mut stepwise), &whole);
    assert!((1.0..12.0).contains(&first), "{first}");
    let mut frames = 1;
    let mut last = whole.clone();
    while stepwise.views.is_working(&stepwise.simulation) {
        last = drawn(&mut stepwise);
        frames += 1;
    }
    assert!(frames > 8, "all of it in {frames} frames");
    assert!(last == whole);
    // A saved picture waits for all steps.
    let mut hurried = in_steps();
    drawn(&mut hurried);
    assert!(hurried.picture(SIZE).expect("drawn") == whole);
}

/// Mean difference of two pictures, levels.
fn apart(a: &Grid<[u8; 4]>, b: &Grid<[u8; 4]>) -> f64 {
    let (a, b) = (a.cells().as_flattened(), b.cells().as_flattened());
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.len() as f64
}

#[test]
fn the_appearance_changes_exactly_with_the_picture() {
    let gl = &*core();
    let mut session = session(gl, &[]);
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
        &drag,
    ];
    for change in changes {
        change(&mut session);
        assert_ne!(session.appearance(SIZE), last);
        last = session.appearance(SIZE);
    }
}

#[test]
fn undo_and_redo_are_enabled_only_if_possible() {
    let gl = &*core();
    let mut session = session(gl, &[]);
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
    let gl = &*core();
    let sky = ["sky.elevation=16", "sky.azimuth=-155"];
    let mut session = session(gl, &sky);
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
