//! The tour: its scenes, and who has the camera.

use std::sync::Arc;
use waterlab::scene::{Bundle, Scene};
use waterlab::session::{Action, Fly, Session, Tour, TourStep};

/// Frame time, seconds.
const FRAME: f32 = 0.1;

fn session(name: &str) -> Session {
    let stop = Tour::stops().iter().find(|stop| stop.name == name);
    let scene = stop.expect("a stop").read(Arc::new(Bundle::default()));
    Session::without_gl(scene.expect("a scene"), false).expect("a session")
}

/// A tour whose first scene is shown.
fn begun() -> (Tour, Session) {
    let mut session = session(Tour::stops()[0].name);
    let mut tour = Tour::begun();
    tour.shown(&mut session);
    (tour, session)
}

fn run(session: &mut Session, seconds: f32) {
    for _ in 0..(seconds / FRAME).round() as usize {
        session.advance(FRAME, Fly::default());
    }
}

fn eye(session: &Session) -> [f32; 3] {
    session.camera.to_scene().eye
}

#[track_caller]
fn assert_near(one: [f32; 3], other: [f32; 3], within: f32) {
    let near = (one.iter().zip(other)).all(|(a, b)| (a - b).abs() <= within);
    assert!(near, "{one:?} {other:?}");
}

#[test]
fn every_scene_has_a_caption_a_hint_and_a_path_and_the_film_takes_two_minutes_at_most() {
    let stops = Tour::stops();
    let mut film = Vec::new();
    for stop in stops {
        let scene = stop.read(Arc::new(Bundle::default())).expect(stop.name);
        let text = scene.tour.expect(stop.name);
        assert!(text.caption.ends_with('.'), "{}", stop.name);
        assert!(text.hint.ends_with('.'), "{}", stop.name);
        let path = scene.camera_path.expect(stop.name);
        assert!((8.0..=12.0).contains(&path.seconds()), "{}", stop.name);
        film.extend(text.in_film.then_some(path.seconds()));
        let is_shown = scene.view.kind.has_eye || !text.in_film;
        assert!(is_shown, "{}: the film moves a camera", stop.name);
    }
    assert!(film.len() >= 10, "{}", film.len());
    assert!(film.iter().sum::<f64>() <= 120.0, "{film:?} s");
}

#[test]
fn the_camera_follows_the_path_and_the_next_scene_comes_at_its_end() {
    let (mut tour, mut session) = begun();
    let scene = session.scene_now();
    let path = scene.camera_path.clone().expect("a path");
    assert_near(eye(&session), path.at(0.0)[0], 1e-4);
    run(&mut session, 3.0);
    assert_near(eye(&session), path.at(3.0)[0], 1e-3);
    assert!(tour.advance(&session).is_none());
    run(&mut session, path.seconds() as f32 - 3.0);
    let next = tour.advance(&session).expect("the next scene");
    assert_eq!(next.name, Tour::stops()[1].name);
    // Once.
    let mut session = self::session(next.name);
    assert!(tour.advance(&session).is_none());
    assert_eq!(tour.card(&session).expect("a card").shade, 1.0);
    tour.shown(&mut session);
    run(&mut session, 2.0);
    let card = tour.card(&session).expect("a card");
    assert_eq!((card.shade, card.number), (0.0, 2));
    assert_eq!(
        Some(&card.caption),
        session.tour_text().map(|text| &text.caption)
    );
}

#[test]
fn a_pause_holds_the_camera_and_the_tour() {
    let (mut tour, mut session) = begun();
    run(&mut session, 2.0);
    let before = eye(&session);
    assert!(matches!(
        tour.act(Action::TogglePause, &mut session),
        TourStep::Act
    ));
    session.act(Action::TogglePause, (100, 100));
    run(&mut session, 30.0);
    assert_eq!(eye(&session), before);
    assert!(tour.advance(&session).is_none() && tour.is_running());
}

#[test]
fn any_input_takes_over_and_the_tour_joins_its_path_smoothly_again() {
    for action in [
        Action::PokeStart(glam::Vec2::ZERO),
        Action::Turn(glam::Vec2::ONE),
        Action::Dolly(1.0, None),
        Action::NextView,
        Action::Model(3),
        Action::Calm,
    ] {
        let (mut tour, mut session) = begun();
        run(&mut session, 3.0);
        assert!(matches!(tour.act(action, &mut session), TourStep::Act));
        assert!(!tour.is_running(), "{action:?}");
        assert_eq!(tour.card(&session).expect("a card").shade, 0.0);
        let taken = eye(&session);
        run(&mut session, 20.0);
        assert_eq!(eye(&session), taken, "the camera stays");
        session.camera.set_height(taken[1] + 0.5);
        let moved = eye(&session);
        assert!(matches!(
            tour.act(Action::Tour, &mut session),
            TourStep::Done
        ));
        assert_near(eye(&session), moved, 1e-3);
        let path = session.scene_now().camera_path.expect("a path");
        session.advance(0.2, Fly::default());
        assert_near(eye(&session), moved, 0.2);
        run(&mut session, 2.0);
        assert_near(eye(&session), path.at(5.2)[0], 1e-3);
    }
}

#[test]
fn pictures_and_clips_do_not_take_over() {
    for action in [
        Action::SavePicture,
        Action::Record,
        Action::SaveLast,
        Action::ToggleFullScreen,
        Action::ToggleStatus,
    ] {
        let (mut tour, mut session) = begun();
        tour.act(action, &mut session);
        assert!(tour.is_running(), "{action:?}");
    }
}

#[test]
fn from_another_scene_the_tour_continues_with_the_next_one_and_after_the_last_begins_anew() {
    let (mut tour, mut session) = begun();
    run(&mut session, 1.0);
    tour.leave();
    assert_eq!(tour.card(&session).expect("a card").caption, "");
    let stops = Tour::stops();
    let mut names = Vec::new();
    for _ in stops {
        match tour.act(Action::TourNext, &mut session) {
            TourStep::Open(scene) => names.push(scene.name),
            _ => panic!("the next scene"),
        }
    }
    let expected = stops.iter().cycle().skip(1).map(|stop| stop.name);
    assert!(names.into_iter().eq(expected.take(stops.len())));
    assert!(matches!(
        tour.act(Action::TourEnd, &mut session),
        TourStep::Done
    ));
    assert!(!tour.is_on() && tour.card(&session).is_none());
    assert!(matches!(
        tour.act(Action::TourNext, &mut session),
        TourStep::Done
    ));
    assert!(
        matches!(tour.act(Action::Tour, &mut session), TourStep::Open(scene) if scene.name == stops[0].name)
    );
}

#[test]
fn a_sea_in_place_of_a_pool_does_not_follow_the_path_of_the_pool() {
    let (mut tour, mut session) = begun();
    run(&mut session, 2.0);
    let sea = Action::Model(8);
    assert!(matches!(tour.act(sea, &mut session), TourStep::Act));
    session.act(sea, (100, 100));
    assert!(session.camera.is_at_sea());
    session.join_path(1.0);
    assert_eq!(session.path_time(), None);
    assert!(tour.opens(Action::Tour, &session));
    let first = Tour::stops()[0].name;
    assert!(
        matches!(tour.act(Action::Tour, &mut session), TourStep::Open(scene) if scene.name == first)
    );
}

/// The error for a scene of these lines.
fn refused(text: &str) -> String {
    let name = std::path::Path::new("a.toml");
    let read = Scene::read_with(text, name, &[], Arc::new(Bundle::default()));
    read.err().expect("an error").to_string()
}

#[test]
fn a_faulty_path_or_tour_is_refused_with_its_line() {
    let at = |time: f64| format!("[[camera.path]]\ntime = {time}\neye = [0, 1, 2]\n");
    for (text, said) in [
        (at(0.0), "1 waypoints"),
        (at(1.0) + &at(1.0), "a.toml:4:"),
        (
            at(0.0) + &at(1.0) + "tme = 3\n",
            "did you mean `camera.path.time`?",
        ),
        (at(0.0) + &at(1.0) + "[tour]\n", "no `caption`"),
        ("[tour]\ncaption = \"A\"\n".to_owned(), "[[camera.path]]"),
        (at(0.0) + &at(2.0) + "target = [0, 1, 2]\n", "both at"),
        ("[camera]\npath = 3\n".to_owned(), "[[camera.path]]"),
        (
            at(0.0) + &at(2.0) + "[tour]\ncaption = \"a\\nb\"\n",
            "one line",
        ),
    ] {
        let error = refused(&text);
        assert!(error.contains(said), "{text}: {error}");
        assert!(
            error.starts_with("a.toml") && !error.contains('\n'),
            "{error}"
        );
    }
}

#[test]
fn a_saved_scene_keeps_its_path_and_its_tour() {
    for text in ["", "# Mine.\n\n"] {
        let text = format!(
            "{text}[[camera.path]]\ntime = 0.5\neye = [0, 1, 2]\n\n[[camera.path]]\ntime = 4\ntarget = [1, 0, 0]\n\n\
             [tour]\nfilm = false\ncaption = \"Water.\"\nhint = \"Touch it.\"\n"
        );
        let read = |text: &str| {
            let name = std::path::Path::new("a.toml");
            Scene::read_with(text, name, &[], Arc::new(Bundle::default())).expect("a scene")
        };
        let scene = read(&text);
        let kept = Scene {
            text: "".into(),
            ..scene.clone()
        };
        for scene in [&scene, &kept] {
            let saved = read(&scene.saved("a", &|name| name.display().to_string()).text);
            assert_eq!(saved.camera_path, scene.camera_path);
            assert_eq!(saved.tour, scene.tour);
            assert!(saved.tour.is_some_and(|tour| !tour.in_film));
        }
    }
}
