//! A session that draws: pokes and tools, probes and cross-sections, and drawing in steps.

use super::support::core;
use glam::Vec2;
use std::path::Path;
use waterlab::bodies::MAX_BODIES;
use waterlab::gl::{Gl, Target};
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Fraction, Obstacle, State};
use waterlab::scene::{Edit, Scene};
use waterlab::session::{Action, Cursor, Fly, Notice, Part, Session};
use waterlab::surface::Surface;
use waterlab::view::PictureRole;
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
        "sky.clouds=0",
    ];
    let [mut calm, mut poked] = [(); 2].map(|()| session(gl, &edits));
    for (index, model) in MODELS.iter().enumerate() {
        // A model after a sea would keep its camera.
        let is_after_sea = index > 0 && MODELS[index - 1].is_open();
        if model.is_open() || is_after_sea {
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
        let of = |(a, b): (&[u8; 4], &[u8; 4])| (0..3).map(|at| a[at].abs_diff(b[at])).max();
        let max = apart.filter_map(of).max();
        assert!(max > Some(20), "{}: {max:?} of 255", model.name);
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
        let at = [cell(u, depths.columns()), cell(v, depths.rows())].map(|cell| cell as i64);
        // It interpolates between cells.
        let around = (-1..=1).flat_map(|z| (-1..=1).map(move |x| (x, z)));
        let around = around.map(|(x, z)| depths.clamped(at[0] + x, at[1] + z));
        let (low, high) = around.fold((f32::MAX, f32::MIN), |(low, high), depth| {
            (low.min(depth), high.max(depth))
        });
        let depth = probe.depth.expect("a depth");
        assert!(low <= depth && depth <= high, "{depth}: {low} to {high}");
        shallow += usize::from(depth < 2.0);
        deep += usize::from(depth > 3.5);
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
    session.renew(Some(gl)).expect("recreated");
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
        sky_in_steps_ends_as_the_whole(&["view.kind=lit", MEDIUM, &format!("water.model={model}")]);
    }
}

/// In steps, a software rasteriser draws the clouds of every quality at the resolution of this one.
const MEDIUM: &str = "view.quality=medium";

fn sky_in_steps_ends_as_the_whole(edits: &[&str]) {
    let gl = &*core();
    let mut session = session(gl, edits);
    let picture = |session: &mut Session| frame(gl, session);
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
    // The surroundings take it on part by part.
    let draft = (0..6).map(|_| picture(&mut stepwise)).last().expect("six");
    assert!(stepwise.views.is_working(&stepwise.simulation));
    // The waves of a sea reflect each cloud separately.
    let is_pool = session.simulation.water().model().walls;
    let part = apart(&draft, &whole) / apart(&noon, &whole);
    assert!(part < if is_pool { 0.25 } else { 1.0 }, "{edits:?}: {part}");
    let mut frames = 5;
    while stepwise.views.is_working(&stepwise.simulation) {
        picture(&mut stepwise);
        frames += 1;
    }
    // 256 rows of the table and 512 of the finer upper half, at most 32 of them per frame.
    assert!((24..64).contains(&frames), "{frames}");
    assert!(picture(&mut stepwise) == whole);
}

#[test]
fn surroundings_follow_a_sky_that_changes_in_each_frame() {
    let gl = &*core();
    let edits = ["view.kind=lit"];
    let mut stepwise = session(gl, &edits);
    stepwise.views.view_set_mut().work_in_steps();
    let draw = |session: &mut Session| frame(gl, session);
    let set = |session: &mut Session, hour: f64| {
        let mut sky = session.sky().settings.clone();
        sky.set("hour", Value::Real(hour)).expect("an hour");
        session.set_sky_settings(sky);
    };
    while stepwise.views.is_working(&stepwise.simulation) {
        draw(&mut stepwise);
    }
    let mut at_once = session(gl, &edits);
    at_once.views.view_set_mut().work_in_steps();
    while at_once.views.is_working(&at_once.simulation) {
        draw(&mut at_once);
    }
    set(&mut at_once, 18.5);
    // Each of the five parts that depend on the light takes a frame, after those of the hour before.
    let expected = (0..6).map(|_| draw(&mut at_once)).last().expect("six");
    let hours = (0..15).map(|frame| 17.0 + 0.1 * f64::from(frame));
    for hour in hours {
        set(&mut stepwise, hour);
        draw(&mut stepwise);
    }
    set(&mut stepwise, 18.5);
    let first = draw(&mut stepwise);
    let last = (0..10).map(|_| draw(&mut stepwise)).last().expect("ten");
    assert!(stepwise.views.is_working(&stepwise.simulation));
    assert!(last == expected);
    // All of it at once would hold up a frame; what is behind is not far behind.
    let behind = apart(&first, &last);
    assert!((0.01..6.0).contains(&behind), "{behind}");
}

#[test]
fn surroundings_baked_in_steps_end_exact() {
    let gl = &*core();
    let edits = ["view.kind=lit", MEDIUM];
    let whole = session(gl, &edits).picture(SIZE).expect("drawn");
    let in_steps = || {
        let mut session = session(gl, &edits);
        session.views.view_set_mut().work_in_steps();
        session
    };
    let drawn = |session: &mut Session| frame(gl, session);
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

/// The next frame of a window.
fn frame(gl: &Gl, session: &mut Session) -> Grid<[u8; 4]> {
    let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("memory");
    session.draw(SIZE, 1, Some(&target)).expect("drawn");
    let mut picture = Grid::new(1, 1, [0; 4]);
    target.read(&mut picture);
    picture
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
fn in_the_picture_view_bodies_are_dropped_carried_and_taken_out_where_they_are_seen() {
    const ACROSS: (usize, usize) = (200, 100);
    let gl = &*core();
    let mut session = session(
        gl,
        &["poke.tool=poke", "water.length=2", "view.kind=picture"],
    );
    session.body_choice.size = 0.3;
    let place = |session: &Session| {
        let bodies = session.simulation.bodies(false);
        let mut places = bodies.iter().map(|body| body.body().state.position);
        places
            .next()
            .map(|place| Vec2::new(place.x as f32, place.z as f32))
    };
    // The pool covers the window: 100 pixels are a metre.
    let pixel = Vec2::new(124.5, 29.5);
    session.act(Action::DropBody(Some(pixel)), ACROSS);
    let wanted = Vec2::new(0.25, -0.2);
    let dropped = place(&session).expect("a body");
    assert!(dropped.distance(wanted) < 1e-4, "{dropped}");
    let cursor = |session: &Session, pixel: Vec2| session.cursor(pixel, ACROSS);
    assert_eq!(cursor(&session, pixel), Cursor::Grab);
    assert_eq!(cursor(&session, pixel + Vec2::X * 13.0), Cursor::Grab);
    // Its radius is 0.15 m.
    assert_eq!(cursor(&session, pixel + Vec2::X * 17.0), Cursor::Water);
    session.act(Action::PokeStart(pixel), ACROSS);
    let target = Vec2::new(79.5, 69.5);
    session.act(Action::PokeTo(target), ACROSS);
    for _ in 0..240 {
        session.advance(1.0 / 60.0, Fly::default());
    }
    let carried = place(&session).expect("a body");
    assert!(carried.distance(Vec2::new(-0.2, 0.2)) < 0.02, "{carried}");
    session.act(Action::PokeEnd(target), ACROSS);
    session.act(Action::RemoveBody(Some(target)), ACROSS);
    assert_eq!(place(&session), None);
}

#[test]
fn a_dropped_body_is_refused_when_the_water_holds_no_more() {
    let edits = ["poke.tool=poke", "water.length=2", "view.kind=picture"];
    let mut session = session(&core(), &edits);
    let drop = Action::DropBody(Some(Vec2::new(40.0, 30.0)));
    for _ in 0..MAX_BODIES {
        session.act(drop, SIZE);
        assert_eq!(session.notice(drop), None);
    }
    session.act(drop, SIZE);
    let Some(Notice::Refused(text)) = session.notice(drop) else {
        panic!("it is not refused");
    };
    assert!(text.contains(&format!("{MAX_BODIES} bodies")), "{text}");
    assert_eq!(session.simulation.bodies(false).len(), MAX_BODIES);
}

#[test]
fn dropping_a_body_where_no_water_is_says_what_to_do() {
    // The pool is a part of the window, and the eye looks up.
    let edits = ["view.kind=lit", MEDIUM, "camera.target=[0, 3, -1]"];
    let mut session = session(&core(), &edits);
    for (pixel, what) in [
        (Some(Vec2::new(40.0, 5.0)), "point at it"),
        (None, "turn the camera"),
    ] {
        let drop = Action::DropBody(pixel);
        session.act(drop, SIZE);
        let Some(Notice::Refused(text)) = session.notice(drop) else {
            panic!("it is not refused");
        };
        assert!(text.contains(what), "{text}");
    }
    assert_eq!(session.simulation.bodies(false).len(), 0);
}

#[test]
fn a_picture_that_has_changed_is_shown_once_it_is_invalidated() {
    let gl = &*core();
    let folder = tempfile::tempdir().expect("a folder");
    let [floor, under] = ["floor.png", "under.png"].map(|name| folder.path().join(name));
    let paint = |file: &Path, colour: [u8; 3]| {
        let picture = image::RgbImage::from_pixel(8, 8, image::Rgb(colour));
        picture.save(file).expect("written");
    };
    paint(&floor, [200, 40, 40]);
    paint(&under, [40, 200, 40]);
    let edits = [
        format!("view.floor={floor:?}"),
        format!("view.picture={under:?}"),
    ];
    for (kind, role, file) in [
        ("lit", PictureRole::Tiles, &floor),
        ("picture", PictureRole::Picture, &under),
    ] {
        let kind = format!("view.kind={kind}");
        let mut session = session(gl, &[&edits[0], &edits[1], &kind]);
        session.act(Action::Gain(2.0), SIZE);
        session.checkpoint();
        let before = session.picture(SIZE).expect("a picture");
        paint(file, [40, 40, 200]);
        for other in PictureRole::ALL {
            if other != role {
                session.invalidate_picture(other);
                let now = session.picture(SIZE).expect("a picture");
                assert!(now == before, "{kind}: {other:?}");
            }
        }
        session.invalidate_picture(role);
        let now = session.picture(SIZE).expect("a picture");
        let blue = |picture: &Grid<[u8; 4]>| {
            let sum = |channel: usize| {
                let values = picture.cells().iter();
                values.map(|pixel| u64::from(pixel[channel])).sum::<u64>()
            };
            sum(2) as f64 / (sum(0) + sum(1)) as f64
        };
        assert!(blue(&now) > 1.2 * blue(&before), "{kind}: it is blue now");
    }
}

#[test]
fn a_time_lapse_in_steps_shows_the_light_of_each_moment() {
    let gl = &*core();
    let edits = [
        "view.kind=lit",
        MEDIUM,
        "water.model=sea",
        "sky.clouds=0.4",
        "sky.hour=16",
    ];
    let mut stepwise = session(gl, &edits);
    stepwise.views.view_set_mut().work_in_steps();
    while stepwise.views.is_working(&stepwise.simulation) {
        frame(gl, &mut stepwise);
    }
    let mut at_once = session(gl, &edits);
    stepwise.act(Action::TimeLapse, SIZE);
    for _ in 0..40 {
        stepwise.advance(0.25, Fly::default());
        at_once.advance(0.25, Fly::default());
        frame(gl, &mut stepwise);
    }
    assert!(stepwise.is_in_time_lapse());
    let lapse = frame(gl, &mut stepwise);
    let before = frame(gl, &mut at_once);
    at_once.set_sky_settings(stepwise.sky().settings.clone());
    let whole = frame(gl, &mut at_once);
    let part = apart(&lapse, &whole) / apart(&before, &whole);
    // Tiles of clouds are still coarse.
    assert!(part < 0.3, "{part}");
    // Once it stops, the sky is completed.
    stepwise.act(Action::TimeLapse, SIZE);
    stepwise.advance(0.0, Fly::default());
    let mut frames = 0;
    while stepwise.views.is_working(&stepwise.simulation) {
        frame(gl, &mut stepwise);
        frames += 1;
    }
    assert!(frames < 80, "{frames}");
    let still = frame(gl, &mut stepwise);
    let part = apart(&still, &whole) / apart(&before, &whole);
    assert!(part < 0.1, "{part}");
}
