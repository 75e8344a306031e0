//! Motors and ropes.

use super::energy::energies;
use super::{Scene, ball, cuboid, pool, wave};
use std::f64::consts::PI;
use waterlab_bodies::{Body, BodyId, Rope, RopeEnd};
use waterlab_core::glam::DVec3;
use waterlab_core::parameter::Value;

/// A neutral ball of 0.2 m under water with a motor, at 5 m of depth in a pool of 12 m.
fn driven(scene: &mut Scene, thrust: f64, x: f64) -> BodyId {
    let body = Body::new(ball(0.2), 1000.0).unwrap();
    let mut body = body.at([x, -5.0, 0.0]);
    body.thrust = thrust;
    scene.bodies.add(body).unwrap()
}

fn tied(body: Body, to: RopeEnd, length: f64) -> Body {
    let mut body = body;
    body.rope = Some(Rope::new(to, length).unwrap());
    body
}

/// The largest distance between the ends of the only rope over its length.
fn stretch(scene: &Scene) -> f64 {
    let rope = scene.bodies.ropes().next().unwrap();
    rope.ends[0].distance(rope.ends[1]) / rope.length
}

/// Drag of such a ball at a speed: ½·ρ·C·π·r²·v² with C = 0.5, and 0.15/s of body and added mass.
fn drag(speed: f64) -> f64 {
    let volume = 4.0 / 3.0 * PI * 0.001;
    0.25 * 1000.0 * PI * 0.01 * speed * speed + 0.15 * 1500.0 * volume * speed
}

#[test]
fn a_motor_drives_a_body_at_the_speed_at_which_drag_is_thrust() {
    let thrust = drag(1.2);
    let mut scene = Scene::new(wave(12.0, 0.5));
    let alone = driven(&mut scene, thrust, -5.0);
    scene.run(300);
    let speed = scene.body(alone).state.velocity;
    assert!((speed.x / 1.2 - 1.0).abs() < 0.03, "{speed}");
    assert!(speed.y.hypot(speed.z) < 0.02, "{speed}");
}

#[test]
fn two_rafts_on_a_rope_are_as_fast_with_twice_the_thrust_and_the_rope_keeps_its_length() {
    let raft = |thrust: f64, x: f64| {
        let body = Body::new(cuboid(0.6, 0.2, 0.3), 500.0).unwrap();
        let mut body = body.at([x, 0.0, 0.0]);
        body.thrust = thrust;
        body
    };
    let mut scene = Scene::new(wave(12.0, 0.5));
    let alone = scene.bodies.add(raft(20.0, -4.0)).unwrap();
    scene.run(300);
    let expected = scene.body(alone).state.velocity.length();

    let mut scene = Scene::new(wave(12.0, 0.5));
    let first = scene.bodies.add(raft(40.0, -4.0)).unwrap();
    let second = tied(raft(0.0, -5.2), RopeEnd::Body(first), 1.0);
    let second = scene.bodies.add(second).unwrap();
    let mut most = 0.0_f64;
    for _ in 0..300 {
        scene.step();
        most = most.max(stretch(&scene));
    }
    for id in [first, second] {
        let speed = scene.body(id).state.velocity.length();
        assert!((speed / expected - 1.0).abs() < 0.01, "{speed} {expected}");
    }
    assert!(
        (0.999..1.001).contains(&stretch(&scene)) && most < 1.001,
        "{most}"
    );
}

#[test]
fn a_motor_in_the_air_does_not_push() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let mut body = Body::new(cuboid(0.4, 0.2, 0.2), 300.0).unwrap();
    (body.thrust, body.rudder) = (100.0, 0.3);
    let id = scene.bodies.add(body.at([0.0, 2.0, 0.0])).unwrap();
    scene.run(20);
    let state = scene.body(id).state;
    assert!(state.position.y > 0.5 && state.velocity.x.abs() < 1e-6);
    assert_eq!(state.spin, DVec3::ZERO);
}

#[test]
fn a_rudder_turns_a_raft_clockwise_as_seen_from_above() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let mut body = Body::new(cuboid(0.8, 0.2, 0.3), 500.0).unwrap();
    (body.thrust, body.rudder) = (20.0, 0.3);
    let id = scene.bodies.add(body).unwrap();
    scene.run(150);
    // From +x toward +z.
    let ahead = scene.body(id).state.rotation * DVec3::X;
    assert!(ahead.z > 0.05, "{ahead}");
}

#[test]
fn a_rope_holds_what_falls_and_swings_and_what_is_thrown_at_its_length() {
    for (density, velocity) in [
        (300.0, DVec3::ZERO),
        (2500.0, DVec3::new(-6.0, 2.0, 3.0)),
        (60.0, DVec3::new(5.0, 5.0, -5.0)),
    ] {
        let mut scene = Scene::new(wave(12.0, 0.5));
        let body = Body::new(cuboid(0.3, 0.2, 0.2), density).unwrap();
        let mut body = tied(
            body.at([1.0, 3.0, 0.0]),
            RopeEnd::Point(DVec3::new(0.0, 3.5, 0.0)),
            1.4,
        );
        body.state.velocity = velocity;
        scene.bodies.add(body).unwrap();
        let mut most = 0.0_f64;
        for _ in 0..1200 {
            scene.step();
            most = most.max(stretch(&scene));
        }
        assert!((0.99..1.05).contains(&most), "{density}: {most}");
    }
}

#[test]
fn a_rope_that_is_too_short_hauls_and_does_not_fling() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let body = Body::new(ball(0.3), 300.0).unwrap().at([-4.0, 0.0, 0.0]);
    let to = RopeEnd::Point(DVec3::ZERO);
    let id = scene.bodies.add(tied(body, to, 1.0)).unwrap();
    let mut fastest: f64 = 0.0;
    for _ in 0..120 {
        scene.run(1);
        fastest = fastest.max(scene.body(id).state.velocity.length());
    }
    assert!(fastest < 5.0, "{fastest}");
    assert!(stretch(&scene) < 1.02, "{}", stretch(&scene));
}

#[test]
fn a_rope_gives_no_energy() {
    // A pendulum in the air, whose speed only air and friction in turning take, and bodies on ropes among waves.
    let mut scene = Scene::new(pool(
        "wave",
        64,
        &[("damping", Value::Real(0.0)), ("depth", Value::Real(1.0))],
    ));
    let point = RopeEnd::Point(DVec3::new(0.0, 2.6, 0.0));
    let body = Body::new(ball(0.1), 2000.0).unwrap().at([1.2, 2.4, 0.1]);
    scene.bodies.add(tied(body, point, 1.2)).unwrap();
    let first = scene.add(cuboid(0.3, 0.1, 0.2), 400.0, [0.3, 0.2, -0.4]);
    let body = Body::new(cuboid(0.2, 0.1, 0.2), 600.0).unwrap();
    let mut body = tied(body.at([-0.3, 0.3, -0.4]), RopeEnd::Body(first), 0.4);
    body.state.velocity = DVec3::new(-3.0, 1.0, 0.4);
    scene.bodies.add(body).unwrap();
    let sum = |scene: &Scene| energies(scene).iter().sum::<f64>();
    scene.run(30);
    let mut before = f64::INFINITY;
    let began = sum(&scene);
    for _ in 0..12 {
        let mut mean = 0.0;
        for _ in 0..150 {
            scene.step();
            mean += sum(&scene) / 150.0;
        }

        assert!(mean < before + 1e-3 * began, "{mean} after {before}");
        before = mean;
    }
}

#[test]
fn a_rope_is_gone_while_what_it_is_tied_to_is() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let first = driven(&mut scene, 0.0, 0.0);
    let second = Body::new(ball(0.2), 1000.0).unwrap().at([-0.5, -5.0, 0.0]);
    let second = scene.bodies.add(tied(second, RopeEnd::Body(first), 0.5));
    let second = second.unwrap();
    assert_eq!(scene.bodies.ropes().count(), 1);
    let body = scene.bodies.remove(first).unwrap();
    assert_eq!(scene.bodies.ropes().count(), 0);
    let mut state = scene.body(second).state;
    state.velocity = DVec3::NEG_X;
    scene.bodies.set_state(second, state);
    scene.run(60);
    assert!(scene.body(second).state.position.x < -1.0);
    // Undone, it holds again.
    scene.bodies.put_back(first, body).unwrap();
    assert_eq!(scene.bodies.ropes().count(), 1);
    assert!(scene.bodies.remove(second).is_some());
    assert_eq!(scene.bodies.ropes().count(), 0);
}

#[test]
fn a_rope_has_a_length() {
    for length in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = Rope::new(RopeEnd::Point(DVec3::ZERO), length).unwrap_err();
        assert!(error.to_string().starts_with("a rope must be 0.01 to "));
    }
}

#[test]
fn what_is_tied_to_itself_is_free() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let id = BodyId::after(0);
    let body = Body::new(ball(0.2), 300.0).unwrap();
    let added = scene.bodies.add(tied(body, RopeEnd::Body(id), 0.1));
    assert_eq!(added.unwrap(), id);
    assert_eq!(scene.bodies.ropes().count(), 0);
    scene.run(10);
}
