//! Bodies on dry ground: they lie, roll, slide, and follow ground that changes.

use super::shore::{Shore, gap};
use super::{ball, cuboid};
use waterlab_bodies::{BodyId, BodyState, Grip, Shape};
use waterlab_core::glam::{DQuat, DVec3};

/// A dry slope that falls toward +x.
fn slope(tangent: f64) -> Shore {
    Shore::new(move |x, _| 3.0 - tangent * x, |_, _| -99.0)
}

/// Puts a body at `x` and `z` on ground that falls toward +x, turned as the slope is, with its centre this far off the ground.
fn put_on(shore: &mut Shore, shape: Shape, tangent: f64, [x, z]: [f64; 2], off: f64) -> BodyId {
    let rotation = DQuat::from_rotation_z(-tangent.atan());
    let id = shore.scene.add(shape, 500.0, [0.0; 3]);
    let foot = DVec3::new(x, shore.bed(x, z), z);
    shore.scene.bodies.set_state(
        id,
        BodyState {
            position: foot + rotation * DVec3::Y * off,
            rotation,
            ..BodyState::default()
        },
    );
    id
}

#[test]
fn a_ball_rolls_down_a_slope_as_galilei_says() {
    for tangent in [0.1_f64, 0.3, 0.6] {
        let mut shore = slope(tangent);
        let id = put_on(&mut shore, ball(0.6), tangent, [-4.0, -2.0], 0.3);
        // 5/7·g·sin, less the rolling resistance of 0.02 of the weight; and a damping of the spin, which has 2/7 of the energy.
        let start = 9.81 * (5.0 / 7.0 * tangent.atan().sin() - 0.02);
        let damping = 0.4 * 2.0 / 7.0;
        for step in 1..=90 {
            shore.scene.step();
            let state = shore.scene.body(id).state;
            let seconds = f64::from(step) / 60.0;
            let expected = start / damping * (1.0 - (-damping * seconds).exp());
            if step % 30 == 0 {
                let speed = state.velocity.length();
                let ratio = speed / expected;
                assert!((ratio - 1.0).abs() < 0.03, "{tangent} {seconds}: {ratio}");
                assert!((0.3 * state.spin.length() / speed - 1.0).abs() < 0.02);
            }
        }
        assert!(gap(&shore, id).abs() < 5e-3, "{}", gap(&shore, id));
    }
}

#[test]
fn what_lies_on_a_slope_stays_if_friction_holds_it_and_slides_if_not() {
    // Of the body 0.5, of the ground 0.6.
    let friction = 0.55;
    for tangent in [0.1_f64, 0.3, 0.45, 0.7] {
        let mut shore = slope(tangent);
        let shape = cuboid(0.8, 0.3, 0.6);
        let id = put_on(&mut shore, shape, tangent, [-4.0, 1.0], 0.15);
        shore.scene.run(60);
        let before = shore.scene.body(id).state;
        if tangent > friction {
            shore.scene.run(60);
            let speed = shore.scene.body(id).state.velocity.length() - before.velocity.length();
            let angle = tangent.atan();
            let expected = 9.81 * (angle.sin() - friction * angle.cos() - 0.02);
            assert!((speed / expected - 1.0).abs() < 0.03, "{tangent}: {speed}");
            continue;
        }
        shore.scene.run(1800);
        let state = shore.scene.body(id).state;
        let moved = state.position.distance(before.position);
        assert!(
            moved < 1e-3 && state.velocity.length() < 1e-4,
            "{tangent}: {moved}"
        );
        assert!(
            gap(&shore, id).abs() < 2e-3,
            "{tangent}: {}",
            gap(&shore, id)
        );
        assert!(shore.scene.bodies.is_calm(), "{tangent}");
    }
}

#[test]
fn a_body_at_the_side_of_the_pool_lies_on_the_ground_there() {
    let mut shore = Shore::new(|x, _| -0.4 + 0.1 * x.abs(), |_, _| -99.0);
    let size = 0.1;
    let x = 0.5 * Shore::LENGTH - 0.5 * size - 0.001;
    for x in [-x, x] {
        let id = shore
            .scene
            .add(cuboid(size, size, size), 500.0, [x, 0.4, 0.5]);
        shore.scene.run(240);
        let state = shore.scene.body(id).state;
        assert!((state.position.x - x).abs() < 0.05, "{state:?}");
        assert!(gap(&shore, id).abs() < 3e-3, "{x}: {}", gap(&shore, id));
    }
}

#[test]
fn nothing_falls_through_the_ground() {
    for speed in [1.0, 20.0, 100.0] {
        let mut shore = Shore::new(|x, z| 0.3 * (1.3 * x).sin() * (0.9 * z).cos(), |_, _| -99.0);
        let mut ids = Vec::new();
        for (index, shape) in [
            ball(0.1),
            cuboid(0.1, 0.1, 0.1),
            cuboid(1.2, 0.02, 0.8),
            Shape::Capsule {
                length: 0.5,
                diameter: 0.05,
            },
        ]
        .into_iter()
        .enumerate()
        {
            let [x, z] = [2.0 * index as f64 - 3.0, index as f64 - 1.0];
            let id = shore.scene.add(shape, 400.0, [x, 3.0, z]);
            let state = BodyState {
                velocity: DVec3::Y * -speed,
                ..shore.scene.body(id).state
            };
            shore.scene.bodies.set_state(id, state);
            ids.push(id);
        }
        for _ in 0..600 {
            shore.scene.step();
            for &id in &ids {
                assert!(gap(&shore, id) > -0.1, "{speed}: {}", gap(&shore, id));
            }
        }
        for &id in &ids {
            assert!(gap(&shore, id).abs() < 0.01, "{speed}: {}", gap(&shore, id));
        }
    }
}

#[test]
fn a_body_comes_out_on_top_of_ground_that_rises_and_falls_with_ground_that_sinks() {
    let mound = |high: f64| // Above the rest level, to which water returns when maps change.
        move |x: f64, z: f64| 0.8 + 0.03 * (x * x + z * z) + high * (-(x * x + z * z) / 2.0).exp();
    // At once, and by 2 cm in a step.
    for steps in [1, 60] {
        let mut shore = Shore::new(mound(0.0), |_, _| -99.0);
        let ids = [
            shore
                .scene
                .add(cuboid(0.5, 0.3, 0.4), 500.0, [0.2, 1.1, 0.1]),
            shore.scene.add(ball(0.2), 500.0, [-0.5, 1.1, 0.1]),
            shore
                .scene
                .add(cuboid(0.7, 0.03, 0.4), 500.0, [0.1, 1.1, -0.8]),
        ];
        shore.scene.run(60);
        for step in 1..=steps {
            shore.set_bed(mound(1.2 * f64::from(step) / f64::from(steps)));
            shore.scene.step();
        }
        for id in ids {
            // Contacts push out what is no deeper.
            let extent = shore.scene.body(id).hull().size().min_element();
            assert!(
                gap(&shore, id) > -0.2 * extent,
                "{steps}: {}",
                gap(&shore, id)
            );
        }
        shore.scene.run(600);
        for id in ids {
            assert!(gap(&shore, id).abs() < 0.01, "{steps}: {}", gap(&shore, id));
        }
        shore.set_bed(mound(-0.5));
        shore.scene.run(600);
        for id in ids {
            assert!(gap(&shore, id).abs() < 0.01, "{steps}: {}", gap(&shore, id));
        }
    }
}

#[test]
fn a_body_is_dragged_over_a_hill_that_is_in_the_way() {
    let mut shore = Shore::new(
        |x, z| -0.2 + 0.8 * (-(x * x + z * z) / 3.0).exp(),
        |_, _| 0.0,
    );
    let id = shore
        .scene
        .add(cuboid(0.4, 0.3, 0.4), 400.0, [-4.0, 0.1, 0.0]);
    for step in 0..300 {
        let x = -4.0 + 8.0 * (f64::from(step) / 200.0).min(1.0);
        shore.scene.bodies.hold(&[Grip {
            body: id,
            point: DVec3::ZERO,
            target: DVec3::new(x, 0.0, 0.0),
        }]);
        shore.scene.step();
        assert!(gap(&shore, id) > -0.07, "{x}: {}", gap(&shore, id));
    }
    let place = shore.scene.body(id).state.position;
    assert!((place.x - 4.0).abs() < 0.1, "{place}");
}
