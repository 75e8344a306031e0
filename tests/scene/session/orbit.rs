//! Orbit, pan and flights of the camera.

use glam::{DVec2, Vec2, Vec3};
use std::rc::Rc;
use waterlab::pool::{Fraction, Obstacle, Obstruction, Size};
use waterlab::session::{Fly, FlyCamera, Steering, Stones};
use waterlab::view::Ground;

const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

/// A pool in a terrace.
const POOL: Ground = Ground {
    half: Vec2::new(1.0, 1.0),
    floor: -0.8,
    rim: 0.05,
    outside: 0.05,
    hedge: None,
};

fn camera() -> FlyCamera {
    FlyCamera::new(Vec3::new(0.5, 1.5, 2.0), Vec3::new(0.2, 0.0, -0.3), 45.0)
}

/// The pixel of a point, from the top left.
fn projected(camera: &FlyCamera, point: Vec3) -> Vec2 {
    let eye = camera.eye(SIZE.x / SIZE.y);
    let device = eye.view_projection().project_point3(point);
    Vec2::new(1.0 + device.x, 1.0 - device.y) / 2.0 * SIZE
}

fn at_rest(camera: &mut FlyCamera) {
    for _ in 0..200 {
        camera.advance(Fly::default(), 0.02);
    }
    assert!(!camera.is_moving());
}

#[test]
fn an_orbit_keeps_the_pivot_centred_and_at_the_same_distance() {
    let mut camera = camera();
    let pivot = Vec3::new(0.2, 0.0, -0.3);
    let far = camera.position().distance(pivot);
    for drag in [(200.0, 0.0), (-90.0, 130.0), (15.0, -60.0), (3000.0, 0.0)] {
        camera.orbit(drag.into(), SIZE.y);
        assert!(camera.pivot().distance(pivot) < 1e-4);
        assert!(projected(&camera, pivot).distance(SIZE / 2.0) < 0.1);
        assert!((camera.position().distance(pivot) - far).abs() < 1e-4);
    }
}

#[test]
fn in_an_orbit_near_points_follow_the_pointer() {
    let near = Vec3::new(0.3, 0.0, 0.4);
    let before = projected(&camera(), near);
    let mut right = camera();
    right.orbit(Vec2::new(30.0, 0.0), SIZE.y);
    assert!(projected(&right, near).x > before.x + 5.0);
    let mut down = camera();
    down.orbit(Vec2::new(0.0, 30.0), SIZE.y);
    assert!(projected(&down, near).y > before.y + 5.0);
    // The eye rises along its circle.
    assert!(down.position().y > camera().position().y);
}

#[test]
fn switching_between_orbit_and_look_does_not_jump() {
    let mut camera = camera();
    camera.orbit(Vec2::new(120.0, -40.0), SIZE.y);
    let place = camera.position();
    camera.look(Vec2::new(-200.0, 90.0), SIZE.y);
    assert_eq!(camera.position(), place, "a look moves the eye");
    let ahead = camera.forward();
    camera.orbit(Vec2::new(0.5, 0.0), SIZE.y);
    assert!(
        camera.position().distance(place) < 0.01,
        "the next orbit jumps"
    );
    assert!(camera.forward().distance(ahead) < 0.01);
    camera.advance(
        Fly {
            wish: Vec3::Z,
            fast: false,
        },
        0.2,
    );
    let flown = camera.position();
    camera.orbit(Vec2::new(0.5, 0.0), SIZE.y);
    assert!(
        camera.position().distance(flown) < 0.02,
        "an orbit after a flight jumps"
    );
    assert_eq!(camera.steering(), Steering::Orbit);
    assert_eq!(
        FlyCamera::at_sea(Vec3::Y, Vec3::NEG_Z, 45.0).steering(),
        Steering::Fly
    );
}

#[test]
fn no_orbit_passes_through_floor_or_ground() {
    let mut camera = camera();
    camera.stand_on(Some(POOL));
    // The eye goes down until the deck stops it.
    camera.orbit(Vec2::new(0.0, -900.0), SIZE.y);
    let clear = 0.05 + Ground::CLEARANCE;
    assert!(camera.position().y >= clear - 1e-4);
    assert!(camera.position().y < clear + 0.05, "it comes close");
    // On the deck the eye can move sideways.
    let low = camera.position();
    camera.orbit(Vec2::new(200.0, -10.0), SIZE.y);
    assert!(camera.position().distance(low) > 0.3);

    let mut diver = FlyCamera::new(Vec3::new(0.0, -0.4, 0.3), Vec3::new(0.0, -0.1, 0.0), 45.0);
    diver.stand_on(Some(POOL));
    for turn in 0..400 {
        let angle = turn as f32;
        let drag = Vec2::new((angle * 0.37).sin(), (angle * 0.23).cos());
        diver.orbit(80.0 * drag, SIZE.y);
        let place = diver.position();
        let is_inside = place.x.abs() < 1.0 && place.z.abs() < 1.0;
        let floor = if is_inside { POOL.floor } else { POOL.outside };
        assert!(place.y > floor, "{place}");
    }
}

#[test]
fn a_pan_moves_the_pivot_by_as_many_pixels() {
    let mut camera = camera();
    let pivot = Vec3::new(0.2, 0.0, -0.3);
    let ahead = camera.forward();
    camera.pan(Vec2::new(140.0, -55.0), SIZE);
    assert!(projected(&camera, pivot).distance(SIZE / 2.0 + Vec2::new(140.0, -55.0)) < 0.2);
    assert_eq!(camera.forward(), ahead);
    // The deck stops it.
    camera.stand_on(Some(POOL));
    camera.pan(Vec2::new(0.0, -4000.0), SIZE);
    assert!(camera.position().y > 0.05);
}

#[test]
fn the_wheel_zooms_to_the_point_under_the_pointer() {
    let mut camera = camera();
    let place = Vec3::new(-0.6, 0.0, 0.4);
    let pixel = projected(&camera, place);
    let far = camera.position().distance(place);
    for _ in 0..5 {
        camera.dolly_toward(1.0, (place - camera.position()).normalize());
    }
    assert!((camera.position().distance(place) - far * 0.9_f32.powi(5)).abs() < 1e-4);
    assert!(
        projected(&camera, place).distance(pixel) < 0.1,
        "the point stays under the pointer"
    );
}

#[test]
fn an_orbit_after_the_wheel_keeps_its_pivot() {
    let mut camera = camera();
    camera.orbit(Vec2::new(100.0, 0.0), SIZE.y);
    camera.dolly(4.0);
    camera.orbit(Vec2::new(100.0, 20.0), SIZE.y);
    assert!(camera.pivot().distance(Vec3::new(0.2, 0.0, -0.3)) < 1e-3);
}

#[test]
fn a_flight_to_a_point_centres_it_at_half_the_distance() {
    let mut camera = camera();
    let place = Vec3::new(-0.6, 0.0, 0.4);
    let path = place - camera.position();
    assert!(camera.fly_toward(path.normalize()));
    at_rest(&mut camera);
    assert!((camera.position().distance(place) - path.length() / 2.0).abs() < 1e-4);
    assert!(projected(&camera, place).distance(SIZE / 2.0) < 0.1);
    camera.orbit(Vec2::new(300.0, 10.0), SIZE.y);
    assert!(
        projected(&camera, place).distance(SIZE / 2.0) < 0.1,
        "the pivot is the point"
    );
    // There is no point in the sky.
    let rest = camera.position();
    assert!(!camera.fly_toward(Vec3::new(0.0, 0.6, -0.8)));
    at_rest(&mut camera);
    assert_eq!(camera.position(), rest);
}

#[test]
fn at_sea_the_controls_work_far_from_the_origin() {
    let mut camera = FlyCamera::at_sea(
        Vec3::new(90_000.0, 12.0, -4.0),
        Vec3::new(90_000.0, 0.0, -60.0),
        45.0,
    );
    let pivot = |camera: &FlyCamera| {
        let eye = camera.eye(1.0);
        let pivot = camera.pivot();
        eye.origin + DVec2::new(pivot.x.into(), pivot.z.into())
    };
    let before = pivot(&camera);
    for _ in 0..50 {
        camera.orbit(Vec2::new(97.0, 0.0), SIZE.y);
    }
    assert!(pivot(&camera).distance(before) < 0.01);
    camera.keep_above(Some(3.0));
    camera.orbit(Vec2::new(0.0, -2000.0), SIZE.y);
    assert!(camera.position().y >= 3.0);
    camera.pan(Vec2::new(0.0, -5000.0), SIZE);
    assert!(camera.position().y >= 3.0);
}

#[test]
fn non_finite_drags_move_nothing() {
    let mut camera = camera();
    let before = camera.position();
    for pixels in [Vec2::NAN, Vec2::new(f32::INFINITY, 0.0)] {
        camera.orbit(pixels, SIZE.y);
        camera.pan(pixels, SIZE);
    }
    camera.orbit(Vec2::ONE, 0.0);
    camera.pan(Vec2::ONE, Vec2::ZERO);
    camera.dolly_toward(1.0, Vec3::NAN);
    camera.dolly_toward(f32::NAN, Vec3::NEG_Z);
    assert_eq!(camera.position(), before);
}

/// A wall from side to side in the middle of a pool of 100 × 100 cells, 0.1 m thick and 0.2 m above the water.
fn wall() -> Stones {
    let mut walls = Obstruction::open(Size::new(100, 100).expect("a size"));
    let at = |u: f64| Fraction::new(u, 0.5).expect("inside");
    walls.add(&Obstacle::Wall {
        from: at(0.0),
        to: at(1.0),
        thickness: 5.0,
    });
    Stones::new(Rc::new(walls), 0.2, 2.0)
}

#[test]
fn a_wall_stops_flight_orbit_and_wheel_and_can_be_flown_over() {
    let fly = |forward: f32, up: f32| Fly {
        wish: Vec3::new(0.0, up, forward),
        fast: false,
    };
    let mut low = FlyCamera::new(Vec3::new(0.0, 0.1, 0.6), Vec3::new(0.0, 0.1, -1.0), 45.0);
    low.stand_among(Some(wall()));
    for _ in 0..200 {
        low.advance(fly(1.0, 0.0), 0.02);
    }
    // The near face of the wall is at 0.05 m.
    let near = 0.05 + Ground::CLEARANCE;
    assert!(
        (near - 1e-4..near + 0.02).contains(&low.position().z),
        "{}",
        low.position()
    );
    for _ in 0..20 {
        low.advance(fly(0.0, 1.0), 0.02);
    }
    for _ in 0..60 {
        low.advance(fly(1.0, 0.0), 0.02);
    }
    assert!(
        low.position().z < -0.1,
        "not over the wall: {}",
        low.position()
    );

    // Zoom to a point behind the wall.
    let mut wheel = FlyCamera::new(Vec3::new(0.1, 0.15, 0.5), Vec3::new(0.1, 0.0, -0.9), 45.0);
    wheel.stand_among(Some(wall()));
    wheel.dolly(40.0);
    assert!(wheel.position().z > near - 1e-4);

    // An orbit around a point before the wall does not pass through it.
    let mut round = FlyCamera::new(Vec3::new(0.5, 0.1, 0.4), Vec3::new(0.0, 0.0, 0.3), 45.0);
    round.stand_among(Some(wall()));
    for turn in 0..200 {
        let angle = turn as f32;
        round.orbit(
            60.0 * Vec2::new((angle * 0.37).sin(), (angle * 0.11).cos()),
            SIZE.y,
        );
        let place = round.position();
        assert!(place.y > 0.2 || place.z.abs() > 0.05, "{place}");
    }
}

#[test]
fn an_eye_inside_a_new_wall_can_leave_it() {
    let mut camera = FlyCamera::new(Vec3::new(0.0, 0.1, 0.0), Vec3::new(0.0, 0.1, 1.0), 45.0);
    camera.stand_among(Some(wall()));
    let forward = Fly {
        wish: Vec3::Z,
        fast: false,
    };
    for _ in 0..60 {
        camera.advance(forward, 0.02);
    }
    assert!(camera.position().z > 0.1);
}
