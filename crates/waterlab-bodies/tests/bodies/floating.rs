//! Bodies at rest: draught, level, stability.

use super::{Scene, ball, cuboid, pool, wave};
use std::f64::consts::PI;
use waterlab_bodies::{Body, BodyState, Shape};
use waterlab_core::glam::{DQuat, DVec3};
use waterlab_core::parameter::Value;

/// The draught at which a volume that grows with it reaches a value, by bisection.
fn draught(volume: impl Fn(f64) -> f64, target: f64, height: f64) -> f64 {
    let (mut low, mut high) = (0.0, height);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if volume(middle) < target {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn a_body_floats_as_deep_as_archimedes_says() {
    let cap = |radius: f64, depth: f64| PI * depth * depth * (radius - depth / 3.0);
    // A capsule floats on its side: the cylinder's segment and two half balls.
    let capsule = |depth: f64| {
        let (radius, straight) = (0.15, 0.4);
        let angle = (1.0 - depth / radius).acos();
        let segment = radius * radius * (angle - angle.sin() * angle.cos());
        segment * straight + cap(radius, depth)
    };
    for density in [200.0, 500.0, 850.0] {
        let part = density / 1000.0;
        let lying = DQuat::from_rotation_z(0.5 * PI);
        let cases = [
            (
                ball(0.4),
                DQuat::IDENTITY,
                0.2 - draught(|depth| cap(0.2, depth), part * 4.0 / 3.0 * PI * 0.008, 0.4),
            ),
            (cuboid(0.5, 0.2, 0.6), DQuat::IDENTITY, 0.1 - 0.2 * part),
            (
                Shape::Capsule {
                    length: 0.7,
                    diameter: 0.3,
                },
                lying,
                0.15 - draught(capsule, part * capsule(0.3), 0.3),
            ),
        ];
        for ((shape, rotation, height), extent) in cases.into_iter().zip([0.4, 0.2, 0.3]) {
            let mut scene = Scene::new(wave(4.0, 0.5));
            let what = format!("{shape:?} of {density}");
            let body = Body::new(shape, density).unwrap();
            let state = BodyState {
                position: DVec3::new(0.1, 0.3, -0.2),
                rotation,
                ..BodyState::default()
            };
            let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
            scene.run(3000);
            let state = scene.body(id).state;
            let found = state.position.y - scene.level();
            // Of the height of the body.
            let error = (found - height).abs() / extent;
            assert!(error < 0.01, "{what}: {found}, not {height}");
            assert!(state.velocity.y.abs() < 2e-3, "{what}: {state:?}");
        }
    }
}

#[test]
fn the_level_rises_by_the_displaced_volume_over_the_area_and_falls_again() {
    // Those that keep the volume of their water.
    for model in ["wave", "iwave-exact"] {
        let mut scene = Scene::new(pool(model, 96, &[("damping", Value::Real(0.0))]));
        let id = scene.add(cuboid(0.5, 0.3, 0.5), 600.0, [0.2, -0.02, 0.1]);
        scene.run(20);
        let displacement = scene.bodies.displacement().unwrap();
        let sum: f64 = displacement
            .cells()
            .iter()
            .map(|&cell| f64::from(cell))
            .sum();
        let volume = sum * (2.0_f64 / 96.0).powi(2);
        let expected = scene.bodies.get(id).unwrap().immersion().volume;
        assert!(
            (volume / expected - 1.0).abs() < 0.1,
            "{}: {volume} {expected}",
            model
        );
        let rise = scene.level() / (volume / 4.0);
        assert!((rise - 1.0).abs() < 0.01, "{}: {rise}", model);
        scene.bodies.remove(id).unwrap();
        scene.step();
        let remains = scene.level() / (volume / 4.0);
        assert!(remains.abs() < 0.01, "{}: {remains}", model);
    }
    // On average while it bobs.
    let mut scene = Scene::new(wave(4.0, 0.0));
    let id = scene.add(ball(0.6), 700.0, [0.2, 0.0, 0.1]);
    scene.run(1200);
    let mut sum = 0.0;
    for _ in 0..600 {
        scene.step();
        sum += scene.level();
    }
    let volume = 0.7 * scene.body(id).volume();
    let rise = sum / 600.0 / (volume / 16.0);
    assert!((rise - 1.0).abs() < 0.01, "rise: {rise}");
}

#[test]
fn a_box_turns_over_where_theory_says_that_it_is_unstable() {
    // A box of width b and height h at relative density s: GM/h = (b/h)²/12s − (1 − s)/2.
    for (width, density, is_stable) in [
        (0.6, 500.0, true),
        (0.42, 500.0, true),
        (0.3, 500.0, false),
        (0.29, 150.0, true),
        (0.23, 150.0, false),
    ] {
        let (height, part) = (0.3_f64, density / 1000.0);
        let metacentre = (width / height).powi(2) / (12.0 * part) - 0.5 * (1.0 - part);
        assert_eq!(
            metacentre > 0.0,
            is_stable,
            "{width}, {density}: {metacentre}"
        );
        let mut scene = Scene::new(wave(4.0, 0.5));
        let body = Body::new(cuboid(width, height, 1.0), density).unwrap();
        let state = BodyState {
            position: DVec3::new(0.0, 0.5 * height - part * height, 0.0),
            rotation: DQuat::from_rotation_z(0.03),
            ..BodyState::default()
        };
        let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
        scene.run(3000);
        let up = scene.body(id).state.rotation * DVec3::Y;
        let tilt = up.y.clamp(-1.0, 1.0).acos();
        assert_eq!(tilt < 0.02, is_stable, "{width}, {density}: {tilt}");
        assert!(is_stable || tilt > 0.2, "{width}, {density}: {tilt}");
    }
}
