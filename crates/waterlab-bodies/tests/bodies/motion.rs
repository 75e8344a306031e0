//! Bodies in motion: bobbing, rolling, falling, sinking, and the waves that they make.

use super::{SECONDS, Scene, ball, cuboid, pool, wave};
use std::f64::consts::{PI, TAU};
use waterlab_bodies::{Body, BodyState};
use waterlab_core::glam::{DQuat, DVec3};
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::Size;
use waterlab_core::sea::GerstnerWave;
use waterlab_core::surface::Window;
use waterlab_core::water::{Model, Sampler, Water};

/// Mean period of a signal that swings around 0, seconds, from its crossings.
fn period(signal: &[f64]) -> f64 {
    let crossings: Vec<f64> = signal
        .windows(2)
        .enumerate()
        .filter(|(_, pair)| pair[0] * pair[1] < 0.0)
        .map(|(step, pair)| step as f64 - pair[0] / (pair[1] - pair[0]))
        .take(7)
        .collect();
    let count = crossings.len() - 1;
    2.0 * SECONDS * (crossings[count] - crossings[0]) / count as f64
}

#[test]
fn a_box_and_a_ball_bob_with_the_period_of_their_mass_and_added_mass() {
    // In a pool so wide that what the body displaces runs away.
    for (shape, density, area, start) in [
        (cuboid(0.4, 0.3, 0.4), 500.0, 0.16, 0.01),
        (ball(0.4), 500.0, PI * 0.04, 0.01),
    ] {
        let mut scene = Scene::new(wave(12.0, 0.0));
        let body = Body::new(shape, density).unwrap();
        let volume = body.volume();
        let id = scene.bodies.add(body.at([0.0, start, 0.0])).unwrap();
        let signal: Vec<_> = (0..400)
            .map(|_| {
                scene.step();
                scene.body(id).state.velocity.y
            })
            .collect();
        // The body and half of the water that it displaces, over ρ·g·A.
        let mass = density * volume + 0.5 * density * volume;
        let expected = TAU * (mass / (1000.0 * 9.81 * area)).sqrt();
        let ratio = period(&signal) / expected;
        assert!((ratio - 1.0).abs() < 0.05, "ratio: {ratio}");
    }
}

#[test]
fn a_raft_rolls_with_the_period_of_its_metacentre() {
    let (width, height, length, density) = (0.6, 0.15, 1.0, 500.0);
    let mut scene = Scene::new(wave(12.0, 0.0));
    let body = Body::new(cuboid(width, height, length), density).unwrap();
    let state = BodyState {
        rotation: DQuat::from_rotation_z(0.04),
        ..BodyState::default()
    };
    let id = scene.bodies.add(body.with_state(state).unwrap()).unwrap();
    let signal: Vec<_> = (0..300)
        .map(|_| {
            scene.step();
            (scene.body(id).state.rotation * DVec3::X).y
        })
        .collect();
    let draught = height * density / 1000.0;
    let metacentre = width * width / (12.0 * draught) - 0.5 * (height - draught);
    let mass = density * width * height * length;
    // Half of the added mass, times the wetted part, as added inertia.
    let inertia = (width * width + height * height) / 12.0 * (mass + 0.25 * 0.5 * mass / 0.5);
    let expected = TAU * (inertia / (mass * 9.81 * metacentre)).sqrt();
    let ratio = period(&signal) / expected;
    assert!((ratio - 1.0).abs() < 0.05, "ratio: {ratio}");
}

#[test]
fn a_body_that_falls_enters_at_the_speed_of_free_fall() {
    let mut scene = Scene::new(wave(4.0, 0.5));
    let radius = 0.1;
    let start = radius + 1.25;
    let id = scene.add(ball(2.0 * radius), 300.0, [0.0, start, 0.0]);
    let mut before = scene.body(id).state;
    while scene.body(id).state.position.y > radius {
        before = scene.body(id).state;
        scene.step();
    }
    // Up to the velocity of a step.
    let expected = (2.0 * 9.81 * (start - before.position.y)).sqrt();
    let off = -before.velocity.y - expected;
    assert!(off.abs() < 9.81 * SECONDS, "{before:?} {expected}");
    // Water slows it down within a tenth of a second.
    scene.run(6);
    let speed = scene.body(id).state.velocity.length();
    assert!(speed < 0.5 * expected, "{speed}");
}

#[test]
fn a_ball_sinks_at_the_speed_of_its_drag() {
    let mut scene = Scene::new(wave(12.0, 0.5));
    let (radius, density) = (0.1, 1500.0);
    let id = scene.add(ball(2.0 * radius), density, [0.0, -1.0, 0.0]);
    scene.run(150);
    let state = scene.body(id).state;
    assert!(state.position.y > -11.0, "{state:?}");
    // (ρ_b − ρ)·V·g = ½·ρ·C·π·r²·v² with C = 0.5, besides the linear damping of 0.15/s of body and added mass.
    let volume = 4.0 / 3.0 * PI * radius.powi(3);
    let weight = (density - 1000.0) * volume * 9.81;
    let area = PI * radius * radius;
    let linear = 0.15 * (density + 500.0) * volume;
    let square = 0.25 * 1000.0 * area;
    let expected = (-linear + (linear * linear + 4.0 * square * weight).sqrt()) / (2.0 * square);
    let ratio = -state.velocity.y / expected;
    assert!((ratio - 1.0).abs() < 0.05, "ratio: {ratio}");
}

fn highest(water: &dyn Water) -> f32 {
    let (low, high) = water.heights().range();
    high.max(-low)
}

#[test]
fn a_submerged_body_makes_waves_while_it_moves_and_none_while_it_rests() {
    for model in ["wave", "iwave", "iwave-exact", "spring"] {
        let mut scene = Scene::new(pool(model, 96, &[]));
        let deep = Value::Real(1.6);
        let _ = scene.water.set("depth", deep);
        // Neutral: it stays where it is put.
        let id = scene.add(ball(0.3), 1000.0, [0.0, -0.5, 0.0]);
        let mut settled = 0;
        while settled < 4000 && (highest(&*scene.water) > 2e-4 || settled < 200) {
            scene.step();
            settled += 1;
        }
        let rest = highest(&*scene.water);
        for velocity in [DVec3::Y, DVec3::X] {
            let state = BodyState {
                velocity: velocity * 0.8,
                ..scene.body(id).state
            };
            scene.bodies.set_state(id, state);
            scene.run(15);
            let high = highest(&*scene.water);
            assert!(
                high > 3.0 * rest && high > 5e-4,
                "{model}: {high} from {rest}"
            );
        }
    }
}

#[test]
fn waves_carry_and_tilt_what_floats() {
    let mut scene = Scene::new(pool("wave", 96, &[("damping", Value::Real(0.0))]));
    let id = scene.add(cuboid(0.2, 0.05, 0.2), 500.0, [0.4, 0.0, 0.0]);
    scene.run(300);
    let before = scene.body(id).state;
    scene
        .water
        .disturb(&waterlab_core::pool::Disturbance::stone(
            waterlab_core::pool::Fraction::clamped(0.3, 0.5),
            8.0,
            120.0,
        ));
    let (mut lifted, mut tilted) = (0.0_f64, 0.0_f64);
    for _ in 0..120 {
        scene.step();
        let state = scene.body(id).state;
        lifted = lifted.max((state.position.y - before.position.y).abs());
        tilted = tilted.max((state.rotation * DVec3::Y).angle_between(DVec3::Y));
    }
    assert!(lifted > 0.004, "{lifted}");
    assert!(tilted > 0.01, "{tilted}");
}

#[test]
fn a_ball_rides_a_long_wave_up_and_down_and_to_and_fro() {
    // In deep water a particle goes round a circle of the wave's amplitude.
    let (length, amplitude) = (40.0, 0.6);
    let wave = GerstnerWave {
        length,
        amplitude,
        direction: 0.0,
        phase: 0.0,
    };
    let model = Model::named("gerstner").unwrap();
    let mut settings = Settings::new(model.parameters);
    settings.set("patch", Value::Real(80.0)).unwrap();
    let size = Size::new(64, 64).unwrap();
    let sea = model.create_of(&settings, &[wave], size).unwrap();
    let mut scene = Scene::new(sea);
    let id = scene.add(ball(0.8), 500.0, [3.0, 0.0, 5.0]);
    // Five periods to get into step, and one to measure.
    let period = TAU / (9.81 * TAU / length).sqrt();
    let steps = (period / SECONDS).round() as usize;
    scene.run(5 * steps);
    let places: Vec<DVec3> = (0..=steps)
        .map(|_| {
            scene.step();
            scene.body(id).state.position
        })
        .collect();
    // It drifts along with the waves besides.
    let drift = (places[steps] - places[0]) / steps as f64;
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for (step, &place) in places.iter().enumerate() {
        let place = place - drift * step as f64;
        (low, high) = (low.min(place), high.max(place));
    }
    let swing = (high - low) / (2.0 * amplitude);
    assert!(drift.length() < 0.15 * SECONDS, "{drift}");
    assert!((swing.y - 1.0).abs() < 0.15, "{swing}");
    assert!((swing.x - 1.0).abs() < 0.1, "{swing}");
}

#[test]
fn a_ball_at_sea_makes_its_ring_where_it_falls_in_and_keeps_it_as_the_window_moves() {
    let size = Size::new(64, 64).unwrap();
    let model = Model::named("gerstner").unwrap();
    let set = |scene: &mut Scene, x: f64| {
        let window = Window {
            centre: [x, -10.0],
            length: [32.0, 32.0],
        };
        let sea = scene.water.open_water_mut().unwrap();
        sea.set_ripple_window(Some(window));
    };
    let make = |with: bool| {
        let mut scene = Scene::new(model.create(size));
        set(&mut scene, 30.0);
        if with {
            scene.add(ball(2.0), 400.0, [36.0, 4.0, -14.0]);
        }
        scene.run(80);
        scene
    };
    // Height of the ripples at places around one.
    let ripples = |scene: &Scene, x: f64, z: f64| -> Vec<f64> {
        let sampler = Sampler::new(&*scene.water, 60.0);
        let around = (-3..=3).flat_map(|i| (-3..=3).map(move |j| (f64::from(i), f64::from(j))));
        let height = |(i, j)| {
            let [height, sea] = sampler.heights_at(x + i, z + j).unwrap();
            height - sea
        };
        around.map(height).collect()
    };
    let most = |heights: &[f64]| {
        heights
            .iter()
            .fold(0.0_f64, |most, height| most.max(height.abs()))
    };
    let [mut moved, mut stayed, mut without] = [make(true), make(true), make(false)];
    for scene in [&mut moved, &mut without] {
        set(scene, 32.0);
    }
    for scene in [&mut moved, &mut stayed, &mut without] {
        scene.run(2);
    }
    let [found, expected] = [&moved, &stayed].map(|scene| ripples(scene, 36.0, -14.0));
    let pairs = found.iter().zip(&expected);
    let differences: Vec<f64> = pairs.map(|(found, expected)| found - expected).collect();
    // Around the place of the ball, and none far from it.
    assert!(most(&expected) > 0.03 && most(&differences) < 0.1 * most(&expected));
    assert!(most(&ripples(&moved, 24.0, 0.0)) < 1e-3);
    assert_eq!(most(&ripples(&without, 36.0, -14.0)), 0.0);
}
