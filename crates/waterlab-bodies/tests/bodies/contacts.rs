//! Bodies that touch: each other, the ground and the floor.

use super::{Scene, ball, cuboid, pool};
use std::f64::consts::FRAC_PI_2;
use waterlab_bodies::{Body, BodyState, Shape};
use waterlab_core::glam::{DQuat, DVec3};

#[test]
fn a_stack_of_crates_comes_to_rest() {
    // On the ground beside the pool, at 0.1 m, and on the floor of the pool.
    for (x, floor, density) in [(2.0, 0.1, 300.0), (0.0, -1.6, 2500.0)] {
        let mut scene = Scene::new(pool("wave", 64, &[]));
        let size = 0.3;
        let ids = [0.0, 1.0, 2.0, 3.0].map(|count| {
            let place = [x + 0.01 * count, floor + size * (0.5 + 1.02 * count), 0.0];
            scene.add(cuboid(size, size, size), density, place)
        });
        scene.run(600);
        let before = ids.map(|id| scene.body(id).state);
        scene.run(1200);
        for (count, (id, before)) in ids.into_iter().zip(before).enumerate() {
            let state = scene.body(id).state;
            let moved = state.position.distance(before.position);
            let speed = state.velocity.length().max(state.spin.length());
            assert!(
                moved < 1e-3 && speed < 1e-3,
                "{density}, {count}: {moved} {state:?}"
            );
            let height = floor + size * (0.5 + count as f64);
            assert!(
                (state.position.y - height).abs() < 0.01,
                "{density}, {count}: {state:?}"
            );
        }
        // Beside the water nothing is left to compute.
        assert!(x == 0.0 || scene.bodies.is_calm(), "{density}");
    }
}

#[test]
fn what_rolls_on_level_ground_stops() {
    let capsule = Shape::Capsule {
        length: 0.4,
        diameter: 0.2,
    };
    for shape in [ball(0.2), capsule] {
        let mut scene = Scene::new(pool("wave", 64, &[]));
        let state = BodyState {
            position: DVec3::new(3.0, 0.2, 0.0),
            rotation: DQuat::from_rotation_x(FRAC_PI_2),
            velocity: DVec3::X,
            spin: DVec3::Z * -10.0,
        };
        let body = Body::new(shape, 500.0).unwrap();
        let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
        scene.run(900);
        let state = scene.body(id).state;
        assert!(
            state.velocity.length() < 1e-3 && state.spin.length() < 1e-2,
            "{state:?}"
        );
        // Not before it slides to a halt, v²/2μg with μ = 0.5, by far; and not beyond v²/2g over its rolling resistance of 0.02.
        let way = state.position.x - 3.0;
        assert!(way > 1.0 && way < 2.6, "{way}");
    }
}

#[test]
fn a_light_ball_bounces_to_half_its_height_and_comes_to_rest() {
    for (steps_per_second, height) in [60.0, 120.0]
        .into_iter()
        .flat_map(|rate| [0.85, 0.9, 0.95, 1.0, 1.05].map(|height| (rate, height)))
    {
        let seconds = 1.0 / steps_per_second;
        let mut scene = Scene::new(pool("wave", 64, &[]));
        let radius = 0.1;
        let rest = scene.bodies.surroundings().ground + radius;
        let id = scene.add(ball(2.0 * radius), 120.0, [3.0, rest + height, 0.0]);
        let step = |scene: &mut Scene| {
            scene.bodies.step(&mut *scene.water, seconds);
            scene.body(id).state
        };
        let (mut falls, mut highest) = (true, 0.0_f64);
        for _ in 0..steps_per_second as usize {
            let state = step(&mut scene);
            falls &= state.velocity.y <= 0.0;
            if !falls {
                highest = highest.max(state.position.y - rest);
            }
        }
        // A light body keeps 0.7 of its speed. It stops up to the way of a step below the ground, and with up to the velocity of a step
        // more or less.
        let fast = (2.0 * 9.81 * height).sqrt();
        let expected = 0.49 * height;
        let uncertain = (fast + 0.7 * (0.7 * fast)) * seconds;
        assert!(
            (highest - expected).abs() < uncertain,
            "{steps_per_second}, {height}: {highest}, not {expected}"
        );
        for _ in 0..(15.0 * steps_per_second) as usize {
            step(&mut scene);
        }
        let state = scene.body(id).state;
        assert!(
            state.velocity.length() < 1e-3,
            "{steps_per_second}, {height}: {state:?}"
        );
    }
}

#[test]
fn a_small_hop_ends() {
    // In long steps. What keeps 0.7 of its speed, and gets that of a step of gravity before it meets the ground, returns to 0.8 m/s for ever.
    for speed in (20..120).map(|speed| 0.01 * f64::from(speed)) {
        let mut scene = Scene::new(pool("wave", 64, &[]));
        let state = BodyState {
            position: DVec3::new(3.0, scene.bodies.surroundings().ground + 0.1, 0.0),
            velocity: DVec3::Y * speed,
            ..BodyState::default()
        };
        let body = Body::new(ball(0.2), 120.0).unwrap();
        let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
        for _ in 0..300 {
            scene.bodies.step(&mut *scene.water, 1.0 / 30.0);
        }
        let state = scene.body(id).state;
        assert!(state.velocity.length() < 1e-3, "{speed}: {state:?}");
    }
}
