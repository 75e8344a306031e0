//! The passes of a frame of the lit view.

use super::support::core;
use std::cell::RefCell;
use std::rc::Rc;
use waterlab::gl::{Gl, GlError, Target};
use waterlab::grid::Grid;
use waterlab::scene::{Edit, Scene};
use waterlab::session::Session;
use waterlab::view::{Level, Pass, VIEWS};

/// Small, and lit.
const SMALL: [&str; 2] = ["water.size=[64, 64]", "view.kind=lit"];

const SIZE: (usize, usize) = (80, 50);

/// A session of a scene after these steps.
fn session(gl: &Gl, edits: &[&str], steps: u64) -> Session {
    let edits = SMALL.iter().chain(edits);
    let edits = edits.map(|edit| Edit::parse(edit).unwrap_or_else(|error| panic!("{error}")));
    let edits: Vec<_> = edits.collect();
    let scene = Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::new(gl, scene, false).unwrap_or_else(|error| panic!("{error}"));
    session.simulation.advance_by(steps);
    session
}

/// The passes of the first frame of a scene after these steps, in the order in which they end.
fn passes(gl: &Gl, edits: &[&str], steps: u64) -> Vec<Pass> {
    // No pass depends on clouds, which take half a second.
    let edits = [&["sky.clouds=0"], edits].concat();
    let mut session = session(gl, &edits, steps);
    let ended = Rc::new(RefCell::new(Vec::new()));
    let list = ended.clone();
    session
        .views
        .view_set_mut()
        .watch(move |pass| list.borrow_mut().push(pass));
    let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("a target");
    session.draw(SIZE, 1, Some(&target)).expect("drawn");
    ended.take()
}

/// The scenes of an eye over and in a pool with bodies, in a tank and at sea.
const SEEN: [&[&str]; 6] = [
    &[BODIES, "view.setting=terrace"],
    &[BODIES, "view.setting=tank"],
    &[BODIES, "view.setting=open", "camera.eye=[0, -0.5, 0.5]"],
    &["water.model=sea"],
    &["water.model=sea", "water.depth=9", "camera.eye=[0, -4, 0]"],
    &["view.kind=mesh", BODIES],
];

const BODIES: &str =
    "body=[{shape=\"ball\", at=[0, 0.1, 0]}, {shape=\"crate\", at=[0.4, -0.2, 0.1]}]";

#[test]
fn an_interrupted_frame_is_complete_after_some_attempts_and_shows_the_same() {
    let gl = &*core();
    let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("a target");
    for edits in SEEN {
        gl.interrupt_frames(|| true);
        let mut whole = session(gl, edits, 20);
        whole.draw(SIZE, 1, Some(&target)).expect("drawn");
        let mut expected = Grid::new(SIZE.0, SIZE.1, [0; 4]);
        target.read(&mut expected);
        gl.interrupt_frames(|| false);
        let mut parts = session(gl, edits, 20);
        assert!(attempts(&mut parts, &target) > 2, "{edits:?}");
        let mut seen = Grid::new(SIZE.0, SIZE.1, [0; 4]);
        target.read(&mut seen);
        assert!(seen == expected, "{edits:?}");
    }
}

/// Attempts until a frame is complete.
fn attempts(session: &mut Session, target: &Target) -> usize {
    for attempt in 1..200 {
        match session.draw(target.size(), 1, Some(target)) {
            Ok(()) => return attempt,
            Err(error) => assert!(matches!(error, GlError::Interrupted), "{error}"),
        }
    }
    panic!("never complete");
}

#[test]
fn a_frame_is_interrupted_again_when_its_textures_have_other_sizes() {
    let gl = &*core();
    gl.interrupt_frames(|| false);
    let [target, wider] =
        [SIZE, (128, SIZE.1)].map(|(width, height)| Target::texture(gl, width, height, true));
    let (target, wider) = (target.expect("a target"), wider.expect("a target"));
    for edits in [SEEN[1], SEEN[3]] {
        let mut session = session(gl, edits, 20);
        assert!(attempts(&mut session, &target) > 2, "{edits:?}");
        assert_eq!(attempts(&mut session, &target), 1, "{edits:?}");
        // The driver compiles for a width that is a power of two.
        assert!(attempts(&mut session, &wider) > 2, "{edits:?}");
        assert_eq!(attempts(&mut session, &wider), 1, "{edits:?}");
        session.views.view_set_mut().set_auto(Level::LADDER[0]);
        assert!(attempts(&mut session, &wider) > 2, "{edits:?}");
    }
}

#[test]
fn the_last_scaled_picture_can_be_drawn_again_until_the_next_is_complete() {
    let gl = &*core();
    let targets = [(); 2].map(|()| Target::texture(gl, SIZE.0, SIZE.1, true).expect("a target"));
    let pixels = |target: &Target| {
        let mut seen = Grid::new(SIZE.0, SIZE.1, [0; 4]);
        target.read(&mut seen);
        seen
    };
    let redrawn = |session: &Session| {
        targets[1].draw_here();
        gl.clear([0.0; 4]);
        assert!(session.views.can_redraw(SIZE));
        session.views.redraw().expect("drawn");
        pixels(&targets[1])
    };
    // Attempts at a frame do not change it. Returns the frame.
    let attempted = |session: &mut Session| {
        let before = redrawn(session);
        gl.renew_programs();
        for attempt in 0..200 {
            match session.draw(SIZE, 1, Some(&targets[0])) {
                Ok(()) => {
                    let next = pixels(&targets[0]);
                    assert!(attempt > 0 && next != before, "after {attempt}");
                    return next;
                }
                Err(error) => assert!(matches!(error, GlError::Interrupted), "{error}"),
            }
            assert!(redrawn(session) == before, "attempt {attempt}");
        }
        panic!("never complete");
    };
    for edits in [SEEN[0], SEEN[3]] {
        gl.interrupt_frames(|| true);
        let mut session = session(gl, edits, 20);
        assert!(!session.views.can_redraw(SIZE));
        session.views.view_set_mut().set_auto(Level::LADDER[0]);
        session.draw(SIZE, 1, Some(&targets[0])).expect("drawn");
        assert!(redrawn(&session) == pixels(&targets[0]), "{edits:?}");
        assert!(!session.views.can_redraw((SIZE.0, SIZE.1 + 1)));
        // Other waves, at the same level and at another.
        gl.interrupt_frames(|| false);
        for level in [0, 2] {
            session.simulation.advance_by(30);
            session.views.view_set_mut().set_auto(Level::LADDER[level]);
            let next = attempted(&mut session);
            assert!(redrawn(&session) == next, "{edits:?}");
        }
        // A view whose pictures are not scaled up.
        let mesh = VIEWS.iter().position(|view| view.name == "mesh");
        session
            .views
            .view_set_mut()
            .show(mesh.expect("a mesh view"));
        attempted(&mut session);
        assert!(!session.views.can_redraw(SIZE));
    }
    // Of two waters, each part is scaled up by itself.
    gl.interrupt_frames(|| true);
    let mut two = session(gl, &["compare.model=wave"], 20);
    two.views.view_set_mut().set_auto(Level::LADDER[0]);
    two.draw(SIZE, 1, Some(&targets[0])).expect("drawn");
    assert!(!two.views.can_redraw(SIZE));
}

#[test]
fn passes_run_in_the_order_of_the_list() {
    use Pass::*;
    let gl = &*core();
    let before = [Upload, Sky, Surroundings, Caustics, SurfaceDepth].as_slice();
    let sea = [Upload, Sky, Caustics].as_slice();
    let scene = [Ground, Water, Backdrop].as_slice();
    let after = [Glare, ToneMap, Waterline].as_slice();
    let high = "camera.eye=[0, 1, 2]";
    let ball = "body=[{shape=\"ball\", at=[0, 0.2, 0]}]";
    let with_ball = [Upload, Bodies, Sky, Surroundings, Caustics, SurfaceDepth];
    let low = "camera.eye=[0, -0.5, 0.5]";
    let far_down = "camera.eye=[0, -8, 0]";
    let cases = [
        ([high, "view.setting=terrace"], [before, &[], scene, &[]]),
        ([high, ball], [&with_ball, &[], scene, &[]]),
        (
            [high, "view.setting=tank"],
            [before, &[Shafts], scene, &[Panes]],
        ),
        ([low, "view.setting=open"], [before, &[Shafts], scene, &[]]),
        (
            [high, "water.model=sea"],
            [sea, &[SurfaceDepth], &scene[1..], &[]],
        ),
        (
            [far_down, "water.model=sea"],
            [sea, &[Shafts], &[], &[Underwater]],
        ),
    ];
    // Spindrift begins at Beaufort 7 (13.9 m/s), and needs foam.
    for (wind, has_spindrift) in [(13.5, false), (14.5, true), (22.0, true)] {
        let seen = passes(
            gl,
            &[high, "water.model=sea", &format!("water.wind={wind}")],
            60,
        );
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!(seen.contains(&Spindrift), has_spindrift, "{wind}: {seen:?}");
    }
    for (metering, is_metered) in [("light", false), ("picture", true)] {
        let metered = passes(gl, &[high, &format!("view.metering={metering}")], 1);
        assert!(metered.is_sorted(), "{metered:?}");
        assert_eq!(metered.contains(&Metering), is_metered, "{metered:?}");
    }
    for (model, setting) in [
        ("ripple", "terrace"),
        ("ripple", "tank"),
        ("sea", "terrace"),
    ] {
        let edits = [
            high,
            "rain.kind=rain",
            &format!("water.model={model}"),
            &format!("view.setting={setting}"),
        ];
        let rain = passes(gl, &edits, 1);
        assert!(rain.is_sorted(), "{rain:?}");
        // A tank is indoors.
        for pass in [RainRings, Rain] {
            assert_eq!(rain.contains(&pass), setting != "tank", "{rain:?}");
        }
    }
    for (edits, expected) in cases {
        let expected = [expected.concat(), after.to_vec()].concat();
        assert!(expected.is_sorted(), "each at most once, in order");
        assert_eq!(passes(gl, &edits, 0), expected, "{edits:?}");
    }
}

#[test]
fn spindrift_is_seen_before_the_sky_and_follows_from_the_time_alone() {
    let gl = &*core();
    let target = Target::texture(gl, SIZE.0, SIZE.1, true).expect("a target");
    let picture = |session: &mut Session| {
        session.draw(SIZE, 1, Some(&target)).expect("drawn");
        let mut seen = Grid::new(SIZE.0, SIZE.1, [0; 4]);
        target.read(&mut seen);
        seen
    };
    let gale = |foam: &str, steps: u64| {
        let edits = [
            "water.model=sea",
            "water.wind=26",
            "water.patch=400",
            "water.fetch=300",
            "water.choppiness=2.2",
            "water.foam_threshold=0.6",
            "sky.clouds=0",
            "sky.elevation=40",
            "sky.azimuth=90",
            "camera.eye=[0, 2, 0]",
            "camera.target=[-60, 4, 0]",
            foam,
        ];
        session(gl, &edits, steps)
    };
    let foamy = "water.foam_growth=1";
    let expected = picture(&mut gale(foamy, 300));
    // Without foam the wind tears nothing off. The sky is brighter than the waves.
    let bare = picture(&mut gale("water.foam_growth=0", 300));
    let sky = bare[(0, 0)][2];
    let changed = (0..SIZE.1 / 2).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)));
    let changed = changed.filter(|&at| {
        let [before, after] = [bare[at], expected[at]];
        before[2] > sky - 30 && (0..3).any(|channel| before[channel].abs_diff(after[channel]) > 2)
    });
    let changed = changed.count();
    assert!(changed > 200, "{changed}");
    let mut in_turn = gale(foamy, 200);
    for _ in 0..2 {
        assert!(picture(&mut in_turn) != expected);
        in_turn.simulation.advance_by(50);
    }
    assert!(picture(&mut in_turn) == expected);
}

#[test]
fn drops_are_drawn_over_water_and_sky_as_long_as_there_are_any() {
    let gl = &*core();
    let high = "camera.eye=[0, 1, 2]";
    let falling = "body=[{shape=\"ball\", at=[0, 0.25, 0], velocity=[0, -5, 0]}]";
    for (model, setting) in [
        ("ripple", "terrace"),
        ("ripple", "tank"),
        ("sea", "terrace"),
    ] {
        let model = format!("water.model={model}");
        let setting = format!("view.setting={setting}");
        let after = |steps| passes(gl, &[high, falling, &model, &setting], steps);
        assert!(!after(0).contains(&Pass::Particles), "{model}");
        // With drops in the air, and with foam.
        for steps in [8, 100] {
            let passes = after(steps);
            assert!(
                passes.is_sorted() && passes.contains(&Pass::Particles),
                "{passes:?}"
            );
        }
    }
}
