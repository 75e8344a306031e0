//! The flying camera: view, motion and limits.

use glam::{Vec2, Vec3};
use waterlab::session::{Fly, FlyCamera};
use waterlab::view::Ground;

/// The corners of the box that bounds the eye.
const BOX: (Vec3, Vec3) = (Vec3::new(-50.0, -1.5, -50.0), Vec3::splat(50.0));

fn above() -> FlyCamera {
    FlyCamera::new(Vec3::new(0.3, 3.0, 4.0), Vec3::new(0.3, 0.0, 0.0), 45.0)
}

fn fly(x: f32, y: f32, z: f32) -> Fly {
    Fly {
        wish: Vec3::new(x, y, z),
        fast: false,
    }
}

#[test]
fn the_camera_looks_at_its_target_through_the_centre() {
    let (eye, target) = (Vec3::new(-3.0, 1.0, 2.0), Vec3::new(0.5, -0.2, 0.1));
    let camera = FlyCamera::new(eye, target, 60.0);
    let ahead = (target - eye).normalize();
    assert!(camera.forward().distance(ahead) < 1e-6);
    let (origin, direction) = camera.ray(Vec2::new(2.0, 1.0), Vec2::new(5.0, 3.0));
    assert_eq!(origin, eye);
    assert!(direction.distance(ahead) < 1e-6);
    let device = camera.eye(1.7).view_projection().project_point3(target);
    assert!(device.truncate().length() < 1e-5, "{device}");
}

#[test]
fn a_camera_from_invalid_values_is_usable() {
    let nan = FlyCamera::new(Vec3::NAN, Vec3::INFINITY, f32::NAN);
    assert_eq!(nan.position(), FlyCamera::EYE);
    assert!(nan.eye(f32::NAN).view_projection().is_finite());
    let inside_out = FlyCamera::new(Vec3::ONE, Vec3::ONE, 45.0);
    assert!(inside_out.forward().distance(Vec3::NEG_Z) < 1e-6);
    let lost = FlyCamera::new(Vec3::new(0.0, -9.0, 900.0), Vec3::ZERO, 45.0);
    assert_eq!(lost.position(), Vec3::new(0.0, -1.5, 50.0));
}

#[test]
fn a_drag_turns_right_by_the_same_angle_at_any_resolution() {
    let mut small = FlyCamera::new(Vec3::Y, Vec3::new(0.0, 1.0, -1.0), 45.0);
    let mut large = small.clone();
    small.look(Vec2::new(360.0, -90.0), 720.0);
    large.look(Vec2::new(1080.0, -270.0), 2160.0);
    assert!(small.forward().distance(large.forward()) < 1e-5);
    // Half the height to the right is 1 radian, and an eighth up is 0.25 radians.
    let expected = Vec3::new(1_f32.sin(), 0.0, -1_f32.cos()) * 0.25_f32.cos();
    assert!(
        small
            .forward()
            .distance(expected + 0.25_f32.sin() * Vec3::Y)
            < 1e-5
    );
}

#[test]
fn a_look_stops_at_89_degrees_and_never_rolls() {
    let mut camera = above();
    for (dy, sine) in [(-1e6, 0.99985), (1e6, -0.99985)] {
        camera.look(Vec2::new(0.0, dy), 100.0);
        assert!((camera.forward().y - sine).abs() < 1e-5);
        assert!(camera.view_matrix().transform_vector3(Vec3::Y).x.abs() < 1e-6);
    }
    let before = camera.forward();
    camera.look(Vec2::new(f32::NAN, 1.0), 100.0);
    camera.look(Vec2::ONE, 0.0);
    assert_eq!(camera.forward(), before);
}

#[test]
fn a_dolly_scales_the_distance_to_the_plane_and_back() {
    let mut camera = above(); // 5 m from (0.3, 0, 0)
    camera.dolly(2.0);
    let target = Vec3::new(0.3, 0.0, 0.0);
    assert!((camera.position().distance(target) - 5.0 * 0.81).abs() < 1e-4);
    assert!((camera.forward() - Vec3::new(0.0, -0.6, -0.8)).length() < 1e-6);
    camera.dolly(-2.0);
    assert!(camera.position().distance(Vec3::new(0.3, 3.0, 4.0)) < 1e-4);
}

#[test]
fn no_dolly_passes_through_the_rest_level() {
    let looks = [
        (-1.0, 3.0),
        (-0.9, -1.2),
        (0.7, 2.0),
        (0.7, -0.4),
        (0.0, 1.0),
    ];
    for (pitch, height) in looks {
        let eye = Vec3::new(0.2, height, 1.0);
        for notches in [60.0, -60.0, 7.5, -7.5, 1.0, -1.0] {
            let mut camera = FlyCamera::new(eye, eye + Vec3::new(0.1, pitch, -1.0), 45.0);
            for _ in 0..100 {
                camera.dolly(notches);
                let y = camera.position().y;
                assert!(y.signum() == height.signum() && y.abs() > 0.029, "{y}");
                assert!(camera.position().cmple(Vec3::splat(50.001)).all());
                assert!(
                    camera
                        .position()
                        .cmpge(Vec3::new(-50.001, -1.501, -50.001))
                        .all()
                );
            }
        }
    }
    let mut camera = above();
    camera.dolly(f32::NAN);
    assert_eq!(camera.position(), above().position());
}

#[test]
fn a_dolly_stops_in_the_box_without_leaving_its_line() {
    let mut camera = above();
    (0..100).for_each(|_| camera.dolly(-5.0));
    let back = camera.position() - above().position();
    assert!(back.normalize().distance(Vec3::new(0.0, 0.6, 0.8)) < 1e-4);
    assert!((camera.position().z - 50.0).abs() < 1e-3, "{back}");
}

#[test]
fn the_path_does_not_depend_on_the_frame_rate() {
    let (mut coarse, mut fine, mut odd) = (above(), above(), above());
    for wish in [fly(1.0, 0.5, 1.0), fly(0.0, 0.0, -1.0), fly(0.0, 0.0, 0.0)] {
        (0..2).for_each(|_| coarse.advance(wish, 0.1));
        (0..20).for_each(|_| fine.advance(wish, 0.01));
        (0..64).for_each(|_| odd.advance(wish, 0.2 / 64.0));
        assert!(coarse.position().distance(above().position()) > 0.05);
        assert!(coarse.position().distance(fine.position()) < 1e-4);
        assert!(coarse.position().distance(odd.position()) < 5e-3);
    }
}

#[test]
fn a_flight_from_rest_lags_by_two_time_constants() {
    // At 30 m the speed is 1.2 · 20 m/s, and a critically damped start loses 2/ω = 1/8 s of it.
    let mut camera = FlyCamera::new(Vec3::new(-40.0, 30.0, 0.0), Vec3::NEG_Z * 1e6, 45.0);
    let right = camera.right();
    (0..10).for_each(|_| camera.advance(fly(1.0, 0.0, 0.0), 0.1));
    let flown = (camera.position() - Vec3::new(-40.0, 30.0, 0.0)).dot(right);
    assert!((flown - 24.0 * 0.875).abs() < 1e-2, "{flown}");
    let mut fast = FlyCamera::new(Vec3::new(0.0, 2.0, 0.0), Vec3::NEG_Z, 45.0);
    let mut slow = fast.clone();
    slow.advance(fly(1.0, 0.0, 0.0), 0.01);
    fast.advance(
        Fly {
            fast: true,
            ..fly(1.0, 0.0, 0.0)
        },
        0.01,
    );
    assert!((fast.position().x / slow.position().x - 4.0).abs() < 1e-3);
}

#[test]
fn a_camera_without_input_comes_to_rest() {
    let mut camera = above();
    assert!(!camera.is_moving());
    camera.advance(fly(0.0, 0.0, 1.0), 0.1);
    assert!(camera.is_moving());
    (0..120).for_each(|_| camera.advance(Fly::default(), 1.0 / 60.0));
    assert!(!camera.is_moving());
    let rest = camera.position();
    camera.advance(Fly::default(), 0.1);
    assert_eq!(camera.position(), rest);
}

#[test]
fn the_camera_stays_in_its_box() {
    let mut camera = above();
    for wish in [fly(0.0, -1.0, 0.0), fly(0.0, 0.0, -1.0), fly(1.0, 1.0, 0.0)] {
        for _ in 0..600 {
            camera.advance(
                Fly {
                    wish: wish.wish,
                    fast: true,
                },
                1.0,
            );
            let inside = camera.position().clamp(BOX.0, BOX.1);
            assert_eq!(camera.position(), inside);
        }
    }
    camera.advance(fly(f32::NAN, 0.0, 0.0), 0.1);
    camera.advance(fly(1.0, 0.0, 0.0), f32::NAN);
    assert!(camera.position().is_finite());
}

#[test]
fn at_sea_a_flight_is_endless_and_smooth_with_small_coordinates() {
    for wish in [fly(0.6, 0.0, 1.0), fly(-1.0, 0.0, -0.3)] {
        let from = Vec3::new(0.3, 300.0, 4.0);
        let mut camera = FlyCamera::at_sea(from, from + Vec3::NEG_Z, 45.0);
        let start = camera.eye(1.0).place();
        let mut stride = None;
        for frame in 0..6000 {
            let before = camera.eye(1.0).place();
            camera.advance(wish, 0.1);
            let step = camera.eye(1.0).place() - before;
            let position = camera.position();
            assert!(position.x.abs().max(position.z.abs()) <= 4096.0);
            assert_eq!(position.y, 300.0);
            if frame > 20 {
                let first = *stride.get_or_insert(step);
                // Every frame moves as far, to the last digit of 4 km.
                assert!(step.distance(first) < 2e-3, "{step} for {first}");
            }
        }
        let flown = camera.eye(1.0).place() - start;
        assert!(flown.length() > 100_000.0, "{flown}");
        // The wheel has no end either.
        for _ in 0..200 {
            camera.dolly(-1.0);
            assert!(camera.position().is_finite());
            assert!(camera.position().y <= 5000.0);
        }
    }
    // At a pool the box ends the flight.
    let mut camera = above();
    (0..600).for_each(|_| camera.advance(fly(1.0, 0.0, 0.0), 0.25));
    assert_eq!(camera.position().x, 50.0);
}

#[test]
fn the_near_plane_follows_the_distance_to_the_pool() {
    for (height, near) in [(0.0, 0.01), (1.0, 0.05), (20.0, 0.1)] {
        let camera = FlyCamera::new(Vec3::new(0.5, height, 0.5), Vec3::ZERO, 45.0);
        let at_near = camera
            .projection(1.5)
            .project_point3(Vec3::new(0.0, 0.0, -near));
        assert!((at_near.z + 1.0).abs() < 1e-3, "{height}: {at_near}");
    }
}

#[test]
fn the_near_plane_does_not_cut_the_ground_far_from_the_pool() {
    let ground = Ground {
        half: Vec2::ONE,
        floor: -0.6,
        rim: 0.05,
        outside: 0.05,
        hedge: None,
    };
    for (x, fov) in [(1.5, 45.0), (6.0, 75.0), (40.0, 100.0)] {
        let mut camera = FlyCamera::new(Vec3::new(x, 0.2, 0.0), Vec3::new(0.0, 0.2, 0.0), fov);
        camera.stand_on(Some(ground));
        (0..200).for_each(|_| camera.advance(fly(0.0, -1.0, 0.0), 0.05));
        let over = camera.position().y - ground.outside;
        assert!(over < 0.02, "{over}");
        // The lower corners of the near plane.
        let to_world = camera.eye(1.6).view_projection().inverse();
        for side in [-1.0, 1.0] {
            let corner = to_world.project_point3(Vec3::new(side, -1.0, -1.0));
            assert!(corner.y > ground.outside, "{x}: {corner}");
        }
    }
}

#[test]
fn a_narrow_picture_keeps_the_horizontal_field_of_view() {
    let camera = FlyCamera::new(FlyCamera::EYE, Vec3::ZERO, FlyCamera::FOV);
    // The slopes of the right and the top edge of the picture.
    let edges = |aspect: f32| {
        let projection = camera.projection(aspect);
        (1.0 / projection.x_axis.x, 1.0 / projection.y_axis.y)
    };
    let half = (FlyCamera::FOV.to_radians() / 2.0).tan();
    for aspect in [1.3, 1.5, 2.0] {
        let (right, top) = edges(aspect);
        assert!((top - half).abs() < 1e-6 && (right - half * aspect).abs() < 1e-6);
    }
    for aspect in [0.3, 0.89, 1.2] {
        let (right, top) = edges(aspect);
        assert!((right - half * 1.3).abs() < 1e-5, "{aspect}: {right}");
        assert!(
            (right / top - aspect).abs() < 1e-5,
            "{aspect}: pixels are not square"
        );
    }
}

#[test]
fn at_sea_no_flight_goes_below_the_crests() {
    let mut camera = FlyCamera::at_sea(Vec3::new(0.0, 0.3, 1.0), Vec3::ZERO, 45.0);
    camera.keep_above(Some(0.1));
    let down = Fly {
        wish: Vec3::NEG_Y,
        fast: true,
    };
    for _ in 0..200 {
        camera.advance(down, 0.05);
        assert!(camera.position().y >= 0.1);
    }
    assert!(camera.position().y < 0.101, "it does not reach the crests");
    camera.dolly(20.0);
    assert!(camera.position().y >= 0.1);
    // A crest that rises over the eye does not lift it.
    camera.keep_above(Some(0.2));
    let before = camera.position().y;
    camera.advance(down, 0.05);
    assert_eq!(camera.position().y, before);
    camera.keep_above(None);
    camera.advance(down, 0.25);
    assert!(camera.position().y < 0.1);
}

#[test]
fn the_floor_of_a_sea_stops_flights_and_the_wheel() {
    // Endless level ground 6 m below the surface, as in a lit sea.
    let floor = Ground {
        half: Vec2::INFINITY,
        floor: -6.0,
        rim: f32::NEG_INFINITY,
        outside: -6.0,
        hedge: None,
    };
    let lowest = -6.0 + Ground::CLEARANCE - 1e-4;
    let down = Fly {
        wish: Vec3::NEG_Y,
        fast: true,
    };
    let at = |eye: Vec3| FlyCamera::at_sea(eye, eye + Vec3::new(3.0, -2.0, 0.0), 45.0);
    let mut flown = at(Vec3::new(5000.0, -1.0, 0.0));
    flown.stand_on(Some(floor));
    for _ in 0..300 {
        flown.advance(down, 0.05);
        assert!(flown.position().y >= lowest, "{}", flown.position());
    }
    assert!(flown.position().y < -5.9, "it does not reach the floor");
    let mut rolled = at(Vec3::new(0.0, -5.0, 0.0));
    rolled.stand_on(Some(floor));
    for _ in 0..40 {
        rolled.dolly(1.0);
        assert!(rolled.position().y >= lowest);
    }
    assert!(rolled.position().y < -5.9);
    // An eye that starts in the floor is moved above it.
    let mut buried = at(Vec3::new(0.0, -60.0, 0.0));
    buried.stand_on(Some(floor));
    assert!((buried.position().y - lowest).abs() < 1e-3);
}

/// Every position of a flight until it ends.
fn flight(camera: &mut FlyCamera) -> Vec<Vec3> {
    let mut path = vec![camera.position()];
    while camera.is_moving() && path.len() < 1000 {
        camera.advance(Fly::default(), 1.0 / 60.0);
        path.push(camera.position());
    }
    path
}

#[test]
fn home_is_reached_exactly_by_a_path_over_the_rim() {
    let home = above();
    for (eye, target) in [
        (Vec3::new(0.8, -0.4, 0.95), Vec3::new(0.8, -0.4, 3.0)),
        (Vec3::new(-0.9, -0.6, 0.0), Vec3::ZERO),
        (Vec3::new(30.0, 2.0, -9.0), Vec3::new(50.0, 8.0, -9.0)),
    ] {
        let mut camera = FlyCamera::new(eye, target, 45.0);
        camera.fly_to(&home);
        let path = flight(&mut camera);
        assert!(path.len() > 20 && path.len() < 90, "{}", path.len());
        assert!((camera.position() - home.position()).length() < 1e-5);
        assert!((camera.forward() - home.forward()).length() < 1e-4);
        // It leaves the pool only above the rim.
        for pair in path.windows(2) {
            let is_in = |place: Vec3| place.x.abs() < 1.0 && place.z.abs() < 1.0;
            let crosses = is_in(pair[0]) != is_in(pair[1]);
            assert!(!crosses || pair[0].y.min(pair[1].y) > 0.05, "{pair:?}");
        }
        let longest = path.windows(2).map(|pair| pair[0].distance(pair[1]));
        let length = path[0].distance(home.position());
        assert!(
            longest.fold(0.0, f32::max) < 0.08 * length,
            "the path jumps"
        );
    }
}

#[test]
fn at_sea_home_is_found_from_far_away() {
    let home = FlyCamera::at_sea(Vec3::new(3.0, 6.0, 0.0), Vec3::new(3.0, 0.0, -100.0), 45.0);
    let mut camera = FlyCamera::at_sea(
        Vec3::new(90_000.0, 2.0, 40.0),
        Vec3::new(90_000.0, 0.0, 100.0),
        45.0,
    );
    camera.fly_to(&home);
    flight(&mut camera);
    let [there, here] = [&home, &camera].map(|camera| camera.eye(1.0).place());
    assert!(there.distance(here) < 1e-3, "{there} {here}");
    assert!((camera.position().y - 6.0).abs() < 1e-4);
}

#[test]
fn user_input_ends_a_flight_home() {
    let distant = || FlyCamera::new(Vec3::new(9.0, 4.0, -7.0), Vec3::ZERO, 45.0);
    let ends: [fn(&mut FlyCamera); 3] = [
        |camera| camera.look(Vec2::new(3.0, 0.0), 720.0),
        |camera| camera.dolly(0.5),
        |camera| camera.advance(fly(0.0, 0.0, 1.0), 0.01),
    ];
    for end in ends {
        let mut camera = distant();
        camera.fly_to(&above());
        camera.advance(Fly::default(), 0.3);
        end(&mut camera);
        flight(&mut camera);
        let remaining = camera.position().distance(above().position());
        assert!(remaining > 2.0, "the flight went on: {remaining}");
    }
}
