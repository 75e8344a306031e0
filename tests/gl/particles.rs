//! Drops and foam: where they are seen.

use super::support::{Studio, core, lit_choice, lit_in_the_open, set};
use glam::{DVec2, DVec3, Vec2, Vec3};
use waterlab::bodies::{Body, Shape};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::SunPosition;
use waterlab::session::FlyCamera;
use waterlab::spray::{Drop, FOAM_SECONDS, Spray};
use waterlab::view::{Eye, LitView, MeshView, View};

const SIZE: (usize, usize) = (320, 240);

/// Level water in the sun, 2 m × 2 m.
fn studio(gl: &Gl) -> Studio {
    let sun = SunPosition {
        elevation: 60.0,
        azimuth: 200.0,
    };
    let mut studio = Studio::in_sun(gl, sun.direction());
    studio.depth = 0.5;
    studio.show(&Heights::Metres(&Grid::new(128, 128, 0.0)));
    studio
}

fn view() -> LitView {
    let mut view = lit_in_the_open();
    set(&mut view, "lamp", lit_choice("lamp", "off"));
    view
}

fn eye() -> Eye {
    let camera = FlyCamera::new(Vec3::new(0.0, 1.3, 1.6), Vec3::ZERO, 45.0);
    camera.eye(SIZE.0 as f32 / SIZE.1 as f32)
}

/// The pixels that this spray changes, each with what it adds to the red of it.
fn added(studio: &mut Studio, view: &mut dyn View, spray: Spray) -> Vec<(Vec2, f32)> {
    studio.spray = None;
    let before = studio.radiance(view, &eye(), SIZE);
    studio.spray = Some(spray);
    let after = studio.radiance(view, &eye(), SIZE);
    let all = (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)));
    all.map(|place| (place, after[place][0] - before[place][0]))
        .filter(|(_, more)| more.abs() > 1e-4)
        .map(|((column, row), more)| (Vec2::new(column as f32 + 0.5, row as f32 + 0.5), more))
        .collect()
}

fn thrown(place: DVec3, velocity: DVec3) -> Spray {
    let mut spray = Spray::default();
    spray.throw(Drop {
        place,
        velocity,
        radius: 0.02,
    });
    spray
}

#[test]
fn a_drop_is_seen_at_its_place_drawn_out_along_its_way_and_hidden_behind_bodies() {
    let gl = &*core();
    let mut studio = studio(gl);
    let place = Vec3::new(0.3, 0.2, -0.1);
    let wanted = eye().pixel(place, SIZE).expect("ahead");
    for view in [&mut view() as &mut dyn View, &mut MeshView::new()] {
        for velocity in [DVec3::ZERO, DVec3::X * 15.0] {
            let seen = added(&mut studio, view, thrown(place.as_dvec3(), velocity));
            let sum: Vec2 = seen.iter().map(|(pixel, _)| *pixel).sum();
            let middle = sum / seen.len() as f32;
            assert!(middle.distance(wanted) < 1.0, "{middle}, {wanted}");
            let spread = |along: Vec2| {
                let offset = seen.iter().map(|(pixel, _)| (*pixel - middle).dot(along));
                offset.fold(0.0, f32::max)
            };
            let [across, up] = [Vec2::X, Vec2::Y].map(spread);
            // A metre is about 150 pixels wide there: the radius is 3, and the way in 1/250 s is 9.
            assert!((1.5..4.5).contains(&up), "{up}");
            let half = if velocity == DVec3::ZERO { 3.0 } else { 7.5 };
            assert!((across - half).abs() < 2.0, "{across}");
        }
    }
    // A ball between it and the eye.
    let nearer = place.lerp(eye().position, 0.2).as_dvec3().to_array();
    let ball = Body::new(Shape::Ball { diameter: 0.2 }, 300.0).expect("a ball");
    studio.bodies = vec![ball.at(nearer)];
    let seen = added(
        &mut studio,
        &mut view(),
        thrown(place.as_dvec3(), DVec3::ZERO),
    );
    assert_eq!(seen.len(), 0);
}

#[test]
fn foam_is_a_broken_ring_on_the_water_that_spreads_and_dissolves() {
    let gl = &*core();
    let mut studio = studio(gl);
    let (middle, radius) = (DVec2::new(0.2, -0.1), 0.3);
    let eye = eye();
    // Of the pixels that foam of this age brightens: their number, what they add, and their mean distance from the middle in radii.
    let mut seen = |age: f64| {
        let mut spray = Spray::default();
        spray.lay_foam(middle, radius, 1.0);
        spray.step(age, |_, _| false);
        let pixels = added(&mut studio, &mut view(), spray);
        let mut sum = [0.0; 2];
        for (pixel, more) in &pixels {
            assert!(*more > 0.0, "{more} at {pixel}");
            let (from, along) = eye.ray(*pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
            let place = from - along * (from.y / along.y);
            let away = DVec2::new(place.x.into(), place.z.into()).distance(middle) / radius;
            assert!(away < 2.2, "{away}");
            sum[0] += f64::from(*more);
            sum[1] += f64::from(*more) * away;
        }
        (pixels.len(), sum[0], sum[1] / sum[0])
    };
    let [young, later, last] = [0.3, 1.2, 0.97 * FOAM_SECONDS].map(&mut seen);
    assert!(young.0 > 1000, "{young:?}");
    assert!((0.8..1.3).contains(&young.2), "{young:?}");
    assert!(later.2 > young.2, "{young:?}, {later:?}");
    assert!(later.1 < 0.8 * young.1, "{young:?}, {later:?}");
    assert!(last.1 < 0.02 * young.1, "{young:?}, {last:?}");
    assert_eq!(seen(FOAM_SECONDS).0, 0);
}
