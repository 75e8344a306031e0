//! The tools for ground: what a drag does to the ground and the water on it, and what undo, saving and other models make of it.

use super::support::core;
use glam::Vec2;
use std::sync::Arc;
use waterlab::gl::{Gl, Target};
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Earthwork, Fraction, GroundChange};
use waterlab::scene::{Bundle, Edit, Scene, Simulation, Tool};
use waterlab::session::{Action, Fly, Notice, Session};
use waterlab::water::{MODELS, Water};

const SIZE: (usize, usize) = (160, 100);

/// The middle of the window shows the middle of a pool 2 m long and 10 cm deep.
fn session(gl: &Gl, edits: &[&str]) -> Session {
    let pool = [
        "water.model=shallow",
        "water.size=[64, 64]",
        "view.kind=picture",
        "poke.ground_radius=6",
    ];
    let edits = pool.iter().chain(edits);
    let edits: Vec<_> = edits.map(|edit| Edit::parse(edit).unwrap()).collect();
    let scene = Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"));
    Session::new(gl, scene, false).unwrap_or_else(|error| panic!("{error}"))
}

/// Holds the pointer at the middle for this many frames of 1/60 s.
fn hold(session: &mut Session, frames: usize) {
    let middle = Vec2::new(80.0, 50.0);
    session.act(Action::PokeStart(middle), SIZE);
    assert!(!session.is_idle(Fly::default()), "it goes on");
    for _ in 0..frames {
        session.advance(1.0 / 60.0, Fly::default());
    }
    session.act(Action::PokeEnd(middle), SIZE);
    session.checkpoint();
}

fn ground(session: &Session) -> Grid<f32> {
    let depth = session.simulation.water().depth().expect("it has ground");
    Grid::from_fn(64, 64, |column, row| -depth[(column, row)])
}

fn volume(water: &dyn Water) -> f64 {
    let depth = water.water_depth().expect("it has ground");
    let cell = (water.length() / 64.0).powi(2);
    depth
        .cells()
        .iter()
        .map(|&depth| f64::from(depth))
        .sum::<f64>()
        * cell
}

fn notice(session: &mut Session, action: Action) -> String {
    session.act(action, SIZE);
    match session.notice(action) {
        Some(Notice::Done(text) | Notice::Refused(text)) => text,
        None => String::new(),
    }
}

#[test]
fn ground_rises_and_falls_by_the_radius_of_the_brush_in_a_second() {
    let gl = &*core();
    // 6 cells of 1/32 m; a press counts as 0.1 s.
    let metres = |frames: f64| 6.0 / 32.0 * (0.1 + frames / 60.0);
    for (tool, sign) in [("raise", 1.0), ("dig", -1.0)] {
        let mut session = session(gl, &[&format!("poke.tool={tool}")]);
        hold(&mut session, 30);
        let ground = ground(&session);
        let changes = ground.cells().iter().map(|bed| f64::from(bed + 0.1).abs());
        let most = changes.fold(0.0, f64::max);
        assert!((most / metres(30.0) - 1.0).abs() < 1e-3, "{tool} {most}");
        assert!(
            (f64::from(ground[(32, 32)]) + 0.1) * sign > 0.9 * most,
            "{tool}"
        );
        assert!((ground[(32, 39)] + 0.1).abs() < 1e-6, "beyond the brush");
        let water = volume(session.simulation.water());
        assert!((water / 0.4 - 1.0).abs() < 1e-5, "{tool} {water}");
    }
}

#[test]
fn water_is_poured_and_drained_as_long_as_the_pointer_is_held() {
    let gl = &*core();
    let radius: f64 = 6.0 / 32.0;
    let rate = std::f64::consts::PI * radius * radius * (9.81 * radius).sqrt();
    let mut session = session(gl, &["poke.tool=pour", "water.depth=0.5"]);
    hold(&mut session, 30);
    let poured = volume(session.simulation.water()) - 2.0;
    assert!((poured / (0.6 * rate) - 1.0).abs() < 1e-3, "{poured}");
    session.poke.tool = Tool::Drain;
    session.clock.pause(true);
    hold(&mut session, 3);
    let drained = poured + 2.0 - volume(session.simulation.water());
    assert!((drained / (0.15 * rate) - 1.0).abs() < 1e-3, "{drained}");
}

#[test]
fn a_dam_stands_above_the_water_along_the_whole_drag() {
    let gl = &*core();
    let mut session = session(gl, &["poke.tool=dam"]);
    session.act(Action::PokeStart(Vec2::new(80.0, 30.0)), SIZE);
    for y in [40.0, 50.0, 60.0, 70.0] {
        session.act(Action::PokeTo(Vec2::new(80.0, y)), SIZE);
        session.advance(1.0 / 60.0, Fly::default());
    }
    session.act(Action::PokeEnd(Vec2::new(80.0, 70.0)), SIZE);
    let ground = ground(&session);
    // The pool is as wide as the picture: 2.5 pixels for each cell.
    for row in 24..=40 {
        assert!(
            (ground[(32, row)] - 6.0 / 32.0).abs() < 1e-5,
            "{row}: {}",
            ground[(32, row)]
        );
    }
    assert!(
        (ground[(32, 47)] + 0.1).abs() < 1e-6,
        "no longer than the drag"
    );
}

#[test]
fn undo_takes_the_ground_back_and_redo_brings_it_again() {
    let gl = &*core();
    let mut session = session(gl, &["poke.tool=raise"]);
    let first = ground(&session);
    hold(&mut session, 20);
    let second = ground(&session);
    session.poke.tool = Tool::Dig;
    hold(&mut session, 40);
    let third = ground(&session);
    assert!(first != second && second != third && first != third);
    assert_eq!(notice(&mut session, Action::Undo), "Undone: the ground");
    assert_eq!(ground(&session), second);
    assert_eq!(notice(&mut session, Action::Undo), "Undone: the ground");
    assert_eq!(ground(&session), first);
    assert_eq!(notice(&mut session, Action::Undo), "Nothing to undo");
    session.act(Action::Redo, SIZE);
    session.act(Action::Redo, SIZE);
    assert_eq!(ground(&session), third);
    session.restore_ground();
    session.checkpoint();
    assert!(ground(&session) == first && !session.has_other_ground());
    session.act(Action::Undo, SIZE);
    assert!(ground(&session) == third && session.has_other_ground());
}

#[test]
fn other_models_and_a_restart_keep_the_ground_and_another_shape_replaces_it() {
    let gl = &*core();
    let mut session = session(gl, &["poke.tool=raise"]);
    hold(&mut session, 20);
    let raised = ground(&session);
    let shallow = MODELS.iter().position(|model| model.ground).expect("one");
    session.set_model(0);
    assert_eq!(session.poke.tool, Tool::Poke, "a pool without ground");
    assert_eq!(
        notice(&mut session, Action::GroundTool { backward: false }),
        format!(
            "This model has no ground to change. Choose {}: Shallow water",
            shallow + 1
        )
    );
    session.set_model(shallow);
    assert_eq!(ground(&session), raised);
    session.act(Action::Restart, SIZE);
    assert_eq!(ground(&session), raised);
    let mut settings = session.simulation.water().settings().clone();
    settings.set("bed", Value::Choice(1)).expect("a beach");
    session.apply_settings(false, &settings).expect("stable");
    session.checkpoint();
    let beach = ground(&session);
    assert!(beach[(4, 32)] < beach[(32, 32)] && beach[(32, 32)] < beach[(60, 32)]);
    assert!(
        session.simulation.water().ground().is_none(),
        "the shape itself"
    );
    assert_eq!(
        notice(&mut session, Action::Undo),
        "Undone: settings, the ground"
    );
    assert_eq!(ground(&session), raised);
}

#[test]
fn a_saved_scene_has_the_ground_that_was_made() {
    let gl = &*core();
    let mut session = session(gl, &["poke.tool=dig"]);
    hold(&mut session, 20);
    let dug = ground(&session);
    let saved = session
        .scene_now()
        .saved("pool", &|name| name.display().to_string());
    let mut files = Bundle::default();
    for (name, numbers) in &saved.pictures {
        let mut bytes = std::io::Cursor::new(Vec::new());
        waterlab::scene::image_file::write_grey(name.as_ref(), numbers, &mut bytes).unwrap();
        files.put(name, bytes.into_inner());
    }
    let again = Scene::read_with(&saved.text, "pool.toml".as_ref(), &[], Arc::new(files));
    let again = again.unwrap_or_else(|error| panic!("{error}\n{}", saved.text));
    let water = Simulation::new(&again);
    let depth = water.water().depth().expect("it has ground");
    let bed = Grid::from_fn(64, 64, |column, row| -depth[(column, row)]);
    assert_eq!(bed, dug);
}

#[test]
fn the_key_goes_through_the_tools_and_back() {
    let gl = &*core();
    let mut session = session(gl, &[]);
    let mut tools = Vec::new();
    for backward in [false, false, false, false, false, false, true, true] {
        session.act(Action::GroundTool { backward }, SIZE);
        tools.push(session.poke.tool);
    }
    let all = [
        Tool::Raise,
        Tool::Dig,
        Tool::Dam,
        Tool::Pour,
        Tool::Drain,
        Tool::Poke,
    ];
    assert_eq!(tools[..6], all);
    assert_eq!(tools[6..], [Tool::Drain, Tool::Pour]);
}

/// Mean of red, green and blue at a pixel of the lit view from above of a pool with a ridge across its middle, 20 cm above water 5 cm deep,
/// in a sun at this azimuth and elevation.
fn seen(gl: &Gl, azimuth: f64, elevation: f64, ridge: f32, pixel: (usize, usize)) -> f64 {
    let sun = [
        format!("sky.azimuth={azimuth}"),
        format!("sky.elevation={elevation}"),
    ];
    let edits = [
        "view.kind=lit",
        "view.setting=open",
        "view.quality=high",
        "view.water=pure",
        "sky.clouds=0",
        "camera.eye=[0, 2.6, 0.01]",
        "camera.target=[0, 0, 0]",
    ];
    let edits: Vec<_> = edits
        .into_iter()
        .chain(sun.iter().map(String::as_str))
        .collect();
    let mut session = session(gl, &edits);
    let ground = Grid::from_fn(64, 64, |column, _| match column {
        30..34 => ridge,
        _ => -0.05,
    });
    session.simulation.set_ground(false, Some(&ground));
    let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("memory");
    session.draw(SIZE, 1, Some(&target)).expect("drawn");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    let [red, green, blue, _] = picture[pixel].map(f64::from);
    (red + green + blue) / 3.0
}

#[test]
fn land_throws_its_shadow_on_the_water() {
    let gl = &*core();
    // The pool is 2 m wide in some 80 pixels: 0.2 m beside the ridge, in a shadow of 0.2 m / tan 30° = 0.35 m.
    let (west, east) = ((71, 50), (88, 50));
    for (azimuth, shadow, sunny) in [(90.0, west, east), (270.0, east, west)] {
        let [dark, bright, open] = [(shadow, 0.2), (sunny, 0.2), (shadow, -0.04)]
            .map(|(pixel, ridge)| seen(gl, azimuth, 30.0, ridge, pixel));
        assert!(dark < 0.85 * bright, "{azimuth}: {dark} {bright}");
        assert!(dark < 0.85 * open, "{azimuth}: {dark} {open}");
    }
    // A sun overhead throws none. A level floor would be of tiles.
    let [beside, open] = [0.2, -0.04].map(|ridge| seen(gl, 90.0, 89.0, ridge, west));
    assert!((beside / open - 1.0).abs() < 0.05, "{beside} {open}");
}

#[test]
fn a_stroke_that_leaves_the_water_begins_anew_where_it_returns() {
    let gl = &*core();
    let mut session = session(
        gl,
        &["poke.tool=dam", "camera.eye=[0, 3, 0.01]", "view.kind=mesh"],
    );
    let frame = |session: &mut Session, action: Action| {
        session.act(action, SIZE);
        session.advance(1.0 / 60.0, Fly::default());
    };
    let first = ground(&session);
    // Right of the middle, out of the pool, and back left of the middle.
    frame(&mut session, Action::PokeStart(Vec2::new(95.0, 50.0)));
    for place in [Vec2::new(1.0, 1.0), Vec2::new(65.0, 50.0)] {
        frame(&mut session, Action::PokeTo(place));
    }
    session.act(Action::PokeEnd(Vec2::new(65.0, 50.0)), SIZE);
    let ground = ground(&session);
    let raised = |column: usize| (0..64).any(|row| ground[(column, row)] > first[(column, row)]);
    let columns: Vec<_> = (0..64).filter(|&column| raised(column)).collect();
    assert!(columns.len() > 20, "two hills: {columns:?}");
    assert!(!raised(32), "and none between them: {columns:?}");
}

#[test]
fn a_restart_keeps_the_ground_of_each_model_and_gives_the_others_their_own() {
    let gl = &*core();
    let mut session = session(
        gl,
        &[
            "poke.tool=raise",
            "compare.model=shallow",
            "compare.bed=beach",
            "compare.split=0.9",
        ],
    );
    let beds = |session: &Session| {
        let waters = session.simulation.waters();
        waters
            .map(|water| water.depth().map(|depth| depth.into_owned()))
            .collect::<Vec<_>>()
    };
    let before = beds(&session);
    hold(&mut session, 20);
    let raised = beds(&session);
    assert!(before[0] != raised[0] && before[1] != raised[1]);
    let wave = MODELS.iter().find(|model| model.name == "wave");
    session.compare_with(wave.copied());
    session.act(Action::Restart, SIZE);
    let restarted = beds(&session);
    assert_eq!(restarted[0], raised[0]);
    assert_eq!(restarted[1], before[1], "another model stood in its place");
}

#[test]
fn work_that_changes_nothing_is_no_step_to_undo() {
    let gl = &*core();
    // A dam on ground that is higher than its crest.
    let mut session = session(
        gl,
        &["poke.tool=dam", "water.bed=island", "water.bed_high=0.9"],
    );
    let island = ground(&session)[(32, 32)];
    assert!(island > 0.8, "{island}");
    let dam = Earthwork {
        from: Fraction::clamped(0.5, 0.5),
        to: Fraction::clamped(0.5, 0.5),
        radius: 3.0,
        change: GroundChange::Dam(0.0),
    };
    session.simulation.shape_ground(&dam);
    session.checkpoint();
    assert!(!session.can_undo() && session.simulation.water().ground().is_none());
}

#[test]
fn blades_of_grass_stand_on_high_ground_near_the_eye_and_not_on_sand() {
    let gl = &*core();
    // A meadow 10 cm above the water on the left, and sand, on which no grass grows, on the right.
    let ground = Grid::from_fn(64, 64, |column, _| if column < 32 { 0.1 } else { 0.002 });
    // Mean change of green from one pixel to the next, of half a metre of ground around (x, height, 0).
    let rough = |x: f64, height: f64, distance: f64| {
        let fov = 2.0 * (0.27 / distance).atan().to_degrees();
        let camera = [
            format!(
                "camera.eye=[{x}, {}, {}]",
                height + 0.8 * distance,
                0.6 * distance
            ),
            format!("camera.target=[{x}, {height}, 0]"),
            format!("camera.fov={fov}"),
        ];
        let edits = [
            "view.kind=lit",
            "view.setting=open",
            "view.quality=high",
            "sky.clouds=0",
        ];
        let edits = edits.into_iter().chain(camera.iter().map(String::as_str));
        let mut session = session(gl, &edits.collect::<Vec<_>>());
        session.simulation.set_ground(false, Some(&ground));
        let picture = session.picture(SIZE).expect("a picture");
        // Around its middle, where both show the same ground.
        let rows = picture.cells().chunks(SIZE.0).skip(30).take(40);
        let pairs = rows.flat_map(|row| row[50..110].windows(2));
        pairs
            .map(|pair| f64::from(pair[0][1].abs_diff(pair[1][1])))
            .sum::<f64>()
    };
    let meadow = [0.6, 3.05].map(|distance| rough(-0.5, 0.1, distance));
    let sand = [0.6, 3.05].map(|distance| rough(0.5, 0.002, distance));
    // From afar the blades are those of the ground's shader.
    let [near, far] = meadow;
    assert!(
        near > 1.25 * far && far > 3.0 * sand[1],
        "{meadow:?} {sand:?}"
    );
    let [near, far] = sand;
    assert!((near / far - 1.0).abs() < 0.1, "on sand {near}, {far}");
}
