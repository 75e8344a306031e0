//! Bodies of scenes: reading, errors, running, saving.

use std::path::Path;
use waterlab::bodies::{Body, BodyId, BodyState, Rope, RopeEnd, Shape};
use waterlab::glam::{DQuat, DVec3};
use waterlab::pool::{Fraction, Obstacle};
use waterlab::scene::{Scene, Simulation};

fn read(text: &str) -> Result<Scene, String> {
    let file = Path::new("scene.toml");
    Scene::read(text, file, &[]).map_err(|error| error.to_string())
}

const THREE: &str = r##"
[water]
model = "wave"
size = [48, 48]
depth = 1.2

[[body]]
at = [0.2, 0.5, -0.3]
size = 0.4

[[body]]
shape = "box"
size = [0.3, 0.2, 0.4]
at = [-0.5, 0.1, 0.4]
density = 600
yaw = 90
velocity = [0.1, 0, 0]
colour = "#d04030"

[[body]]
shape = "capsule"
size = [0.5, 0.2]
at = [0.5, 0.4, 0.5]
spin = [0, 0, 1]
thrust = 3
rudder = -12
rope = { to = 2, length = 1.5 }
"##;

#[test]
fn a_scene_has_the_bodies_that_it_describes() {
    let scene = read(THREE).unwrap();
    let [ball, cuboid, capsule] = &scene.bodies[..] else {
        panic!("{}", scene.bodies.len());
    };
    assert!(matches!(ball.shape(), Shape::Ball { diameter } if *diameter == 0.4));
    assert_eq!(ball.density(), 300.0);
    assert!(ball.state.position.distance(DVec3::new(0.2, 0.5, -0.3)) < 1e-7);
    assert!(matches!(cuboid.shape(), Shape::Box { size } if *size == DVec3::new(0.3, 0.2, 0.4)));
    // From +z toward +x.
    assert!((cuboid.state.rotation * DVec3::Z).distance(DVec3::X) < 1e-12);
    assert_eq!(cuboid.colour, Some([0xd0, 0x40, 0x30]));
    assert!((cuboid.mass() - 600.0 * 0.024).abs() < 1e-9);
    assert!(matches!(
        capsule.shape(),
        Shape::Capsule { length, diameter } if (*length, *diameter) == (0.5, 0.2)
    ));
    assert_eq!(capsule.state.spin, DVec3::Z);
    assert_eq!(capsule.thrust, 3.0);
    assert!((capsule.rudder.to_degrees() + 12.0).abs() < 1e-9);
    let rope = Rope::new(RopeEnd::Body(BodyId::after(1)), 1.5);
    assert_eq!(capsule.rope, rope.ok());
}

#[test]
fn what_is_wrong_with_a_body_is_said_in_one_line() {
    let many = "[[body]]\n".repeat(65);
    for (table, message) in [
        ("[[body]]\nshape = \"bal\"", "did you mean `ball`?"),
        (
            "[[body]]\nshape = \"no.glb\"",
            "can't read the mesh no.glb: ",
        ),
        ("[[body]]\ndensity = 0", "density"),
        ("[[body]]\ndensity = -5", "density"),
        ("[[body]]\ndensity = nan", "density"),
        ("[[body]]\nsize = 0", "a body must be 0.01 to 100 m long"),
        ("[[body]]\nsize = nan", "a body must be 0.01 to 100 m long"),
        (
            "[[body]]\nsize = [1, 2]",
            "`size` of `ball` expects one number",
        ),
        (
            "[[body]]\nshape = \"box\"\nsize = [1, 2]",
            "one number or three",
        ),
        (
            "[[body]]\nshape = \"capsule\"\nsize = [1, 2]",
            "at least as long as its diameter",
        ),
        ("[[body]]\nat = [1e9, 0, 0]", "must hold numbers from"),
        ("[[body]]\nrotation = [0, 0, 0, 0]", "a quaternion"),
        ("[[body]]\ncolour = \"red\"", "six hexadecimal digits"),
        ("[[body]]\nweight = 3", "unknown key `body.weight`"),
        ("[[body]]\nthrist = 3", "did you mean `body.thrust`?"),
        ("[[body]]\nthrust = nan", "`thrust` is NaN"),
        ("[[body]]\nrudder = 91", "from -90 to 90"),
        ("[[body]]\nrope = 3", "`rope` expects a table in braces"),
        (
            "[[body]]\nrope = { lengthy = 3 }",
            "did you mean `body.rope.length`?",
        ),
        ("[[body]]\nrope = { length = 0 }", "from 0.01 to 1000"),
        ("[[body]]\nrope = { length = nan }", "from 0.01 to 1000"),
        ("[[body]]\nrope = { to = 1 }", "that is this body itself"),
        (
            "[[body]]\nrope = { to = 2 }",
            "the bodies of the scene have the numbers 1 to 1",
        ),
        ("[[body]]\nrope = { to = 0 }", "have the numbers 1 to 1"),
        ("[[body]]\nrope = { to = [0, 1] }", "three numbers"),
        ("[[body]]\nrope = { to = \"boat\" }", "three numbers"),
        (&many, "there are 65 bodies, but at most 64"),
    ] {
        let error = read(table)
            .err()
            .unwrap_or_else(|| panic!("{table} is taken"));
        assert!(error.contains(message), "{table}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

fn states(simulation: &Simulation) -> Vec<BodyState> {
    let bodies = simulation.bodies(false).iter();
    bodies.map(|floating| floating.body().state).collect()
}

#[test]
fn a_saved_scene_goes_on_with_its_bodies_in_motion() {
    let scene = read(THREE).unwrap();
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(120);
    let now = Scene {
        start: simulation.to_start(),
        bodies: simulation
            .bodies(false)
            .iter()
            .map(|floating| floating.body().clone())
            .collect(),
        ..scene.clone()
    };
    let mut next = Simulation::new(&now);
    assert_eq!(states(&next), states(&simulation));
    simulation.advance_by(60);
    next.advance_by(60);
    for (kept, saved) in states(&simulation).into_iter().zip(states(&next)) {
        assert!(
            kept.position.distance(saved.position) < 0.003,
            "{kept:?} {saved:?}"
        );
    }
    // And as text.
    let saved = now.saved("scene", &|path| path.display().to_string());
    let mut is_start = false;
    let without_start = saved.text.lines().filter(|line| {
        if line.starts_with('[') {
            is_start = *line == "[start]";
        }
        !is_start
    });
    let again = read(&without_start.collect::<Vec<_>>().join("\n")).unwrap();
    for (body, written) in now.bodies.iter().zip(&again.bodies) {
        assert_eq!(body.state.position, written.state.position);
        assert_eq!(body.state.velocity, written.state.velocity);
        assert!(body.state.rotation.angle_between(written.state.rotation) < 1e-6);
        assert_eq!((body.mass(), body.colour), (written.mass(), written.colour));
        assert_eq!((body.thrust, body.rope), (written.thrust, written.rope));
        assert_eq!(body.rudder, written.rudder);
    }
}

#[test]
fn compared_waters_have_the_same_bodies_and_another_model_keeps_them() {
    let text = format!("{THREE}\n[compare]\nmodel = \"iwave-exact\"\n");
    let scene = read(&text).unwrap();
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(60);
    assert_eq!(simulation.bodies(true).len(), 3);
    let ids = |compared| {
        let bodies = simulation.bodies(compared).iter();
        bodies.map(|floating| floating.id()).collect::<Vec<_>>()
    };
    assert_eq!(ids(false), ids(true));
    let before = states(&simulation);
    for config in scene.waters().cloned().collect::<Vec<_>>() {
        simulation.set_model(&config);
        assert_eq!(states(&simulation), before);
    }
    simulation.advance_by(10);
    for (now, before) in states(&simulation).into_iter().zip(before) {
        let moved = now.position.distance(before.position);
        assert!(
            moved < 0.3 && now.rotation != DQuat::IDENTITY,
            "{now:?} {before:?}"
        );
    }
    assert!(!simulation.is_idle());
}

#[test]
fn what_is_thrown_out_of_a_pool_lies_on_the_deck_and_beside_a_tank_on_the_table() {
    let height = |setting: &str| {
        let text = format!(
            r#"
[water]
size = [32, 32]
length = 2
depth = 0.6
[view]
setting = "{setting}"
[[body]]
shape = "box"
size = [0.2, 0.2, 0.2]
at = [0.7, 0.4, 0]
velocity = [3, 2, 0]
"#
        );
        let mut simulation = Simulation::new(&read(&text).unwrap());
        simulation.advance_by(300);
        let state = states(&simulation)[0];
        assert!(state.position.x > 1.2, "{}", state.position);
        state.position.y
    };
    // Half a side above the rim, 0.05 half lengths of 1 m high, and above the table, 0.02 half lengths of glass below the floor.
    for (setting, wanted) in [
        ("terrace", 0.05 + 0.1),
        ("open", 0.05 + 0.1),
        ("tank", 0.1 - 0.02 - 0.6),
    ] {
        let height = height(setting);
        assert!((height - wanted).abs() < 0.005, "{setting}: {height}");
    }
}

#[test]
fn walls_that_were_painted_before_the_first_body_came_hold_it() {
    let scene = read("[water]\nsize = [64, 64]\nlength = 2").unwrap();
    let mut simulation = Simulation::new(&scene);
    simulation.build_wall(&Obstacle::Stroke {
        from: Fraction::clamped(0.7, 0.0),
        to: Fraction::clamped(0.7, 1.0),
        radius: 3.0,
    });
    let mut ball = Body::new(Shape::Ball { diameter: 0.2 }, 300.0).unwrap();
    ball.state.velocity = DVec3::new(0.4, 0.0, 0.0);
    simulation.add_body(ball).unwrap();
    simulation.advance_by(240);
    let [state] = states(&simulation)[..] else {
        panic!();
    };
    // The wall is 6 cells of 1/32 m wide, about x = 0.4 m.
    assert!(state.position.x < 0.4 - 0.08, "{}", state.position);
}

/// Height at which a crate of 0.2 m comes to rest that is dropped from 2 m beside a pool of 6 m × 6 m, above the ground there, metres.
fn rest_beside_a_pool([x, z]: [f64; 2], view: &str) -> f64 {
    let text = format!(
        "[water]\nsize = [64, 64]\nlength = 6\n[view]\nkind = \"lit\"\n{view}\n\
         [[body]]\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\ndensity = 400\nat = [{x}, 2.0, {z}]\n"
    );
    let mut simulation = Simulation::new(&read(&text).unwrap());
    let seconds = 5.0;
    simulation.advance_by((seconds * simulation.steps_per_second()) as u64);
    let state = states(&simulation)[0];
    assert!(state.velocity.length() < 0.05, "{state:?}");
    state.position.y - simulation.bodies(false).surroundings().ground
}

#[test]
fn bodies_land_on_the_furniture_of_the_terrace_where_it_is() {
    // The cushion of a lounger lies 0.41 m above the ground.
    let lounger = [1.28, -4.5];
    let high = rest_beside_a_pool(lounger, "");
    assert!((high - 0.51).abs() < 0.02, "{high}");
    for elsewhere in ["setting = \"open\"", "setting = \"tank\""] {
        let high = rest_beside_a_pool(lounger, elsewhere);
        assert!((high - 0.1).abs() < 0.02, "{elsewhere}: {high}");
    }
    // A pot of 1.37 m.
    let pot = [-3.95, -4.35];
    let high = rest_beside_a_pool(pot, "");
    assert!(high > 0.3, "{high}");
    let high = rest_beside_a_pool(pot, "large_pot = false");
    assert!((high - 0.1).abs() < 0.02, "{high}");
}

#[test]
fn a_ball_that_is_thrown_at_the_hedge_stays_in_the_garden() {
    let text = "[water]\nsize = [64, 64]\nlength = 6\n[view]\nkind = \"lit\"\n\
        [[body]]\nsize = 0.36\nat = [0, 0.8, 0]\nvelocity = [0.5, 3.5, -16]\n";
    let farthest = |view: &str| {
        let mut simulation = Simulation::new(&read(&text.replace("[[body]]", view)).unwrap());
        let steps = 0..4 * simulation.steps_per_second() as usize;
        let places = steps.map(|_| {
            simulation.advance();
            states(&simulation)[0].position.z
        });
        places.fold(f64::INFINITY, f64::min)
    };
    // The inner face of the hedge is 8.4 m from the pool.
    let far = farthest("[[body]]");
    assert!((-11.3..-11.0).contains(&far), "{far}");
    let far = farthest("setting = \"open\"\n[[body]]");
    assert!(far < -14.0, "{far}");
}

#[test]
fn a_parasol_that_is_picked_up_and_put_down_stands_between_the_loungers() {
    let text = "[water]\nsize = [64, 64]\nlength = 6\n[view]\nkind = \"lit\"\nparasol = false\n\
        [[body]]\nshape = \"parasol\"\nsize = 2.685\nat = [2.2, 2.14, -5.55]\nyaw = 11.459\n";
    let mut simulation = Simulation::new(&read(text).unwrap());
    let begin = states(&simulation)[0].position;
    simulation.advance_by(300);
    let end = states(&simulation)[0];
    let off = end.position - begin;
    assert!(DVec3::new(off.x, 0.0, off.z).length() < 0.005, "{off}");
    assert!((-0.03..-0.01).contains(&off.y), "{off}");
}
