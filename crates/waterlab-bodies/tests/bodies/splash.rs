//! What falls into the water throws up drops and leaves foam; what bobs does not.

use super::{Scene, ball, pool, wave};
use waterlab_bodies::{Body, Shape};
use waterlab_core::glam::{DVec2, DVec3};
use waterlab_core::spray::{Drop, FOAM_SECONDS, MAX_DROPS};

/// A shape of 700 kg/m³ that falls into the middle of a pool 4 m long at this speed, beginning at this height.
fn thrown(shape: Shape, height: f64, speed: f64) -> Scene {
    let mut scene = Scene::new(wave(4.0, 5.0));
    let mut body = Body::new(shape, 700.0).unwrap().at([0.0, height, 0.0]);
    body.state.velocity = DVec3::NEG_Y * speed;
    scene.bodies.add(body).unwrap();
    scene
}

/// Steps a scene, and collects each drop after its first step. No two have the same radius.
fn drops(scene: &mut Scene, steps: usize) -> Vec<Drop> {
    let mut all: Vec<Drop> = Vec::new();
    for _ in 0..steps {
        scene.run(1);
        for drop in scene.bodies.spray().drops() {
            if all.iter().all(|known| known.radius != drop.radius) {
                all.push(*drop);
            }
        }
    }
    all
}

#[test]
fn a_ball_that_falls_in_throws_a_crown_all_around_it() {
    let mut scene = thrown(ball(0.4), 0.3, 5.0);
    let drops = drops(&mut scene, 8);
    assert!((200..MAX_DROPS).contains(&drops.len()), "{}", drops.len());
    let mut quarters = [0; 4];
    for drop in &drops {
        let flat = DVec2::new(drop.velocity.x, drop.velocity.z);
        let place = DVec2::new(drop.place.x, drop.place.z);
        // Out and up; gravity has had a step.
        let up = drop.velocity.y + 9.81 / 60.0;
        assert!(flat.dot(place) > 0.0 && up > 0.0, "{drop:?}");
        // From its waterline, and what it flew in two steps.
        assert!(
            place.length() < 0.2 + 0.03 + flat.length() / 30.0,
            "{drop:?}"
        );
        // Not faster than 1.2 times the fall.
        assert!(drop.velocity.length() < 1.2 * 5.6, "{drop:?}");
        assert!((1e-4..0.0113).contains(&drop.radius), "{drop:?}");
        quarters[usize::from(place.x > 0.0) + 2 * usize::from(place.y > 0.0)] += 1;
    }
    for count in quarters {
        assert!(count * 8 > drops.len(), "{quarters:?}");
    }
    // A small part of the water that is displaced, with a small part of the energy of the fall.
    let volume = 4.0 / 3.0 * std::f64::consts::PI * 0.008;
    let mass = |drop: &Drop| 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * drop.radius.powi(3);
    let whole: f64 = drops.iter().map(mass).sum();
    assert!(
        (0.005..0.036).contains(&(whole / (1000.0 * volume))),
        "{whole} kg"
    );
    let energy = |drop: &Drop| 0.5 * mass(drop) * drop.velocity.length_squared();
    let whole: f64 = drops.iter().map(energy).sum();
    let fall = 0.5 * 700.0 * volume * (25.0 + 2.0 * 9.81 * 0.1);
    assert!(whole < 0.03 * fall, "{whole} J of {fall} J");
    // All of it comes down again, and the foam dissolves.
    assert_eq!(scene.bodies.spray().patches().len(), 1);
    scene.run((60.0 * FOAM_SECONDS) as usize + 30);
    assert!(scene.bodies.spray().is_empty());
}

#[test]
fn the_faster_the_fall_the_more_and_the_faster_the_drops() {
    let thrown = |speed: f64| {
        let drops = drops(&mut thrown(ball(0.4), 0.25, speed), 8);
        let fastest = drops.iter().map(|drop| drop.velocity.length());
        (drops.len(), fastest.fold(0.0, f64::max))
    };
    let [slow, fast] = [2.5, 5.0].map(thrown);
    assert!(slow.0 > 20 && fast.0 > 2 * slow.0, "{slow:?}, {fast:?}");
    assert!(fast.1 > 1.5 * slow.1, "{slow:?}, {fast:?}");
}

#[test]
fn what_bobs_or_is_set_down_gently_throws_nothing() {
    // Let go just above the surface: it falls at less than √(g·R).
    let mut scene = thrown(ball(0.4), 0.24, 0.0);
    for _ in 0..240 {
        scene.run(1);
        assert!(scene.bodies.spray().is_empty());
    }
    // Let go under water, it jumps.
    let mut scene = Scene::new(pool("wave", 96, &[]));
    let light = Body::new(ball(0.2), 100.0).unwrap().at([0.0, -0.3, 0.0]);
    scene.bodies.add(light).unwrap();
    for _ in 0..20 {
        scene.run(1);
        assert!(scene.bodies.spray().is_empty());
    }
}

#[test]
fn the_same_fall_throws_the_same_drops() {
    let run = || {
        let mut scene = thrown(ball(0.4), 0.3, 5.0);
        scene.run(30);
        scene.bodies.spray().drops().to_vec()
    };
    let (first, second) = (run(), run());
    assert!(!first.is_empty());
    assert_eq!(first, second);
}

#[test]
fn drops_land_on_the_ground_around_a_pool_and_do_not_pass_its_rim() {
    let mut scene = thrown(ball(0.4), 0.3, 8.0);
    let around = scene.bodies.surroundings().clone();
    let body = scene.bodies.iter().next().unwrap().id();
    let mut state = scene.bodies.get(body).unwrap().body().state;
    state.position.x = 1.75;
    scene.bodies.set_state(body, state);
    let (mut outside, mut most) = (0, 0);
    for _ in 0..240 {
        scene.run(1);
        let drops = scene.bodies.spray().drops();
        most = most.max(drops.len());
        for drop in drops.iter().filter(|drop| drop.place.x > 2.0) {
            outside += 1;
            assert!(drop.place.y >= around.ground.min(around.rim), "{drop:?}");
        }
    }
    assert!(most > 200 && outside > 20, "{most}, {outside}");
    assert!(scene.bodies.spray().drops().is_empty());
}
