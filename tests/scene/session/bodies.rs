//! Bodies in a session: what a press takes hold of, what goes along with it, and what is refused.

use super::{SIZE, notice, session};
use glam::{DVec3, Vec2};
use waterlab::bodies::{Body, MAX_BODIES, Shape};
use waterlab::parameter::Value;
use waterlab::session::{Action, Cursor, Fly, Notice, Session};
use waterlab::view::Setting;

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
fn a_prop_stays_where_it_is_when_the_water_holds_no_more_bodies() {
    let edits = [
        "view.kind=lit",
        "water.length=6",
        "poke.tool=poke",
        "camera.eye=[2.2, 2.6, -1.7]",
        "camera.target=[2.2, 2.5, -4.85]",
    ];
    let mut session = session(&edits);
    for number in 0..MAX_BODIES {
        let at = [number % 8, number / 8].map(|index| 0.3 * index as f64 - 1.0);
        put_ball(&mut session, [at[0], 0.1, at[1]]);
    }
    let parasol = Vec2::new(80.0, 50.0);
    assert_eq!(session.cursor(parasol, SIZE), Cursor::Grab);
    for action in [Action::PokeStart(parasol), Action::AimStart] {
        session.act(action, SIZE);
        let Some(Notice::Refused(text)) = session.notice(action) else {
            panic!("{action:?} is not refused");
        };
        let full = format!("{MAX_BODIES} bodies");
        assert!(text.contains(&full), "{action:?}: {text}");
        assert!(session.simulation.water().is_calm(), "{action:?} pokes");
    }
    // It is said once.
    assert_eq!(notice(&mut session, Action::PokeEnd(parasol)), "");
    assert_eq!(session.simulation.bodies(false).len(), MAX_BODIES);
    // It stands there.
    assert_eq!(session.cursor(parasol, SIZE), Cursor::Grab);
}
