//! Many bodies in the water: determinism, endurance.

use super::{Scene, ball, cuboid, pool};
use waterlab_bodies::{Body, BodyState, MAX_BODIES, Shape, Surroundings};
use waterlab_core::glam::{DQuat, DVec3};
use waterlab_core::parameter::Value;
use waterlab_core::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab_core::water::{MODELS, Model, pools};

/// A sequence of numbers from 0 to 1, the same every time.
fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as f64 / (1_u64 << 31) as f64
    }
}

/// Throws bodies of all shapes and densities into a pool 2 m long.
pub fn throw(scene: &mut Scene, count: usize, seed: u64) {
    let mut number = numbers(seed);
    for index in 0..count {
        let size = 0.08 + 0.15 * number();
        let shape = match index % 3 {
            0 => ball(size),
            1 => cuboid(size, 0.7 * size, 1.3 * size),
            _ => Shape::Capsule {
                length: 1.8 * size,
                diameter: size,
            },
        };
        let mut around = |half: f64| half * (2.0 * number() - 1.0);
        let state = BodyState {
            position: DVec3::new(around(0.8), 0.6 + around(0.4), around(0.8)),
            rotation: DQuat::from_rotation_x(around(3.0)) * DQuat::from_rotation_y(around(3.0)),
            velocity: DVec3::new(around(3.0), around(3.0), around(3.0)),
            spin: DVec3::new(around(9.0), around(9.0), around(9.0)),
        };
        let density = [120.0, 400.0, 700.0, 950.0, 2500.0][index % 5];
        let body = Body::new(shape, density).unwrap();
        scene.bodies.add(body.with_state(state).unwrap()).unwrap();
    }
}

fn state(scene: &Scene) -> Vec<BodyState> {
    scene
        .bodies
        .iter()
        .map(|floating| floating.body().state)
        .collect()
}

#[test]
fn the_same_throw_gives_the_same_bits() {
    let run = || {
        let mut scene = Scene::new(pool("wave", 96, &[]));
        throw(&mut scene, 24, 7);
        scene.run(600);
        (state(&scene), scene.water.heights().to_metres())
    };
    assert_eq!(run(), run());
}

#[test]
fn everything_comes_to_rest_in_every_pool() {
    for model in pools() {
        let settings: &[(&str, Value)] = match model.name {
            "ripple" | "coarse" => &[
                ("damping", Value::Integer(5)),
                ("fraction_bits", Value::Integer(4)),
            ],
            "wave" => &[("damping", Value::Real(0.3)), ("depth", Value::Real(1.0))],
            _ => &[("damping", Value::Real(0.3))],
        };
        let settings = if model.name == "spring" {
            &[][..]
        } else {
            settings
        };
        let mut scene = Scene::new(pool(model.name, 64, settings));
        throw(&mut scene, 10, 8);
        let mut fastest = Vec::new();
        for _ in 0..12 {
            scene.run(300);
            let speeds = scene
                .bodies
                .iter()
                .map(|floating| floating.body().state.velocity.length());
            fastest.push(speeds.fold(0.0, f64::max));
            // What only turns back does not stand still five seconds later, too.
            if fastest.len() > 1 && fastest.iter().rev().take(2).all(|&speed| speed < 5e-3) {
                break;
            }
        }
        let moving: Vec<_> = state(&scene)
            .into_iter()
            .filter(|state| state.velocity.length() > 5e-3)
            .collect();
        assert!(moving.is_empty(), "{}: {fastest:?} {moving:?}", model.name);
    }
}

// Many steps are half an hour at 60 steps per second.
endurance!(
    as_many_bodies_as_there_can_be_stay_on_their_side_of_the_walls,
    1_500,
    100_000
);

fn as_many_bodies_as_there_can_be_stay_on_their_side_of_the_walls(steps: usize) {
    let mut water = pool("wave", 64, &[("damping", Value::Real(0.1))]);
    // A wall from side to side in the middle, two cells thick: what is thrown flies farther in a step.
    let mut walls = Obstruction::open(water.size());
    walls.add(&Obstacle::Wall {
        from: Fraction::clamped(0.5, 0.0),
        to: Fraction::clamped(0.5, 1.0),
        thickness: 2.0,
    });
    water.set_obstacles(&walls);
    let mut scene = Scene::new(water);
    scene.bodies.set_surroundings(Surroundings {
        rim: 5.0,
        wall_height: 5.0,
        ..scene.bodies.surroundings().clone()
    });
    throw(&mut scene, MAX_BODIES, 11);
    let error = scene
        .bodies
        .add(Body::new(ball(0.1), 500.0).unwrap())
        .unwrap_err();
    assert!(error.to_string().contains("64"));
    // Each on one side.
    let ids: Vec<_> = scene.bodies.iter().map(|floating| floating.id()).collect();
    let sides: Vec<f64> = state(&scene)
        .iter()
        .map(|state| state.position.x.signum())
        .collect();
    for ((&id, state), side) in ids.iter().zip(state(&scene)).zip(&sides) {
        let mut state = state;
        state.position.x = side * (0.3 + 0.5 * state.position.x.abs());
        scene.bodies.set_state(id, state);
    }
    let mut number = numbers(5);
    for round in 0..steps / 50 {
        scene.run(50);
        assert_eq!(scene.bodies.len(), MAX_BODIES);
        for (body, side) in state(&scene).into_iter().zip(&sides) {
            assert!(body.is_finite());
            let [x, z] = [body.position.x * side, body.position.z.abs()];
            assert!(
                x > 0.03 && x < 1.0 && z < 1.0 && body.position.y > -1.7,
                "{round}: {side} {body:?}"
            );
        }
        assert!(scene.water.heights().to_metres().is_finite());
        // A stone, and a body that is thrown at the wall.
        let place = Fraction::clamped(number(), number());
        let stone = Disturbance::stone(place, 5.0, 100.0);
        scene.water.disturb(&stone);
        let index = round % MAX_BODIES;
        let mut state = scene.body(ids[index]).state;
        let mut speed = || 16.0 * number() - 8.0;
        state.velocity = DVec3::new(-20.0 * sides[index], speed(), speed());
        scene.bodies.set_state(ids[index], state);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    // As many cells as it takes for a second thread.
    let run = |model: &Model, threads: usize| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads);
        threads.build().unwrap().install(|| {
            let water = model.create(Size::new(512, 256).unwrap());
            let mut scene = Scene::new(water);
            scene.run(1);
            throw(&mut scene, 16, 9);
            scene.run(24);
            (state(&scene), scene.water.heights().to_metres())
        })
    };
    for model in pools() {
        let one = run(model, 1);
        for threads in [2, 7] {
            assert!(run(model, threads) == one, "{}: {threads}", model.name);
        }
    }
}

#[test]
fn every_water_feels_a_ball_that_falls_in() {
    for model in MODELS {
        let mut scene = Scene::new(pool(model.name, 64, &[]));
        let run = |scene: &mut Scene| {
            scene.run(90);
            scene.water.heights().to_metres()
        };
        let length = scene.water.length();
        let alone = run(&mut Scene::new(pool(model.name, 64, &[])));
        scene.add(ball(0.15 * length), 400.0, [0.0, 0.1 * length, 0.0]);
        let with = run(&mut scene);
        let difference = alone.cells().iter().zip(with.cells());
        let most = difference.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(f64::from(most) > 1e-3 * length, "{}: {most}", model.name);
    }
}
