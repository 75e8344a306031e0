//! Bodies in a lit pool: where they are seen, refracted or not, and where their shadow falls, by the geometry of rays.

use super::made_sea::{Made, Sea};
use super::sea;
use super::support::{Picture, Studio, core, eye_above, lit_choice, lit_in_the_open, set};
use glam::{DVec3, Vec2, Vec3};
use std::f64::consts::PI;
use std::sync::Arc;
use waterlab::bodies::{Body, Mesh, RopeSpan, Shape, Skin, Vertex};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{FRESH_WATER_INDEX, Lamp, LampHours, Pyramid, SunPosition, transmittance};
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Eye, LitView, MeshView, PictureView};

const SIZE: (usize, usize) = (320, 240);
/// Depth in metres of a pool 2 m long.
const DEPTH: f64 = 0.5;

/// Level water in the sun, 2 m × 2 m.
fn studio(gl: &Gl, elevation: f64, azimuth: f64) -> Studio {
    let sun = SunPosition { elevation, azimuth };
    let mut studio = Studio::in_sun(gl, sun.direction());
    studio.depth = DEPTH;
    studio.show(&Heights::Metres(&Grid::new(128, 128, 0.0)));
    studio
}

fn view() -> LitView {
    let mut view = lit_in_the_open();
    set(&mut view, "lamp", lit_choice("lamp", "off"));
    view
}

/// A red ball, without the panels of one for the beach.
fn ball(at: [f64; 3], diameter: f64) -> Body {
    let length = diameter;
    let shape = Shape::Capsule { length, diameter };
    let mut ball = Body::new(shape, 300.0).expect("a ball").at(at);
    ball.colour = Some([230, 0, 0]);
    ball
}

/// Pixels that are much redder than grey tiles under blue water.
fn is_red([red, green, _, _]: [u8; 4]) -> bool {
    f32::from(red) > 1.5 * f32::from(green)
}

fn red(picture: &Picture) -> Vec<Vec2> {
    let all = (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)));
    all.filter(|&place| is_red(picture[place]))
        .map(|(column, row)| Vec2::new(column as f32, row as f32))
        .collect()
}

fn eye(place: Vec3, target: Vec3) -> Eye {
    FlyCamera::new(place, target, 45.0).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

#[test]
fn a_ball_above_the_water_covers_the_pixels_whose_rays_meet_it() {
    let gl = &*core();
    let mut studio = studio(gl, 20.0, 200.0);
    let (middle, radius) = (Vec3::new(0.3, 0.45, -0.2), 0.2);
    studio.bodies = vec![ball(middle.as_dvec3().to_array(), 0.4)];
    let eye = eye(Vec3::new(-0.4, 1.4, 1.9), Vec3::new(0.1, 0.1, 0.0));
    let picture = studio.draw(&mut view(), &eye, SIZE);
    let (mut covered, mut glints) = (0, 0);
    for (column, row) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row))) {
        let pixel = Vec2::new(column as f32, row as f32);
        let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
        let off = middle - from;
        let aside = (off - ray.normalize() * off.dot(ray.normalize())).length();
        // A pixel is 6 mm wide there.
        match is_red(picture[(column, row)]) {
            true => assert!(aside < radius + 0.006, "red {aside} m aside at {pixel}"),
            false if aside < radius - 0.012 => glints += 1,
            false => {}
        }
        covered += usize::from(aside < radius);
    }
    assert!(covered > 1500, "{covered}");
    // Where it mirrors the sun, or the sky at its edge, it is white.
    assert!(glints * 20 < covered, "{glints} of {covered}");
}

#[test]
fn a_ball_under_water_is_seen_where_the_refracted_ray_leads() {
    let gl = &*core();
    let mut studio = studio(gl, 60.0, 200.0);
    let from = Vec3::new(0.0, 0.75, 1.5);
    let eye = eye(from, Vec3::ZERO);
    for deep in [0.2, 0.38] {
        studio.bodies = vec![ball([0.0, -deep, -0.1], 0.16)];
        let picture = studio.draw(&mut view(), &eye, SIZE);
        let red = red(&picture);
        assert!(red.len() > 200, "{} red pixels", red.len());
        let seen = red.iter().copied().sum::<Vec2>() / red.len() as f32;
        // Snell's law in the plane x = 0: the place where the ray enters the water, by bisection.
        let (high, far) = (f64::from(from.y), f64::from(from.z) + 0.1);
        let (mut near, mut beyond) = (0.0, far);
        for _ in 0..60 {
            let entry = 0.5 * (near + beyond);
            let in_air = entry / f64::hypot(entry, high);
            let in_water = (far - entry) / f64::hypot(far - entry, deep);
            match in_air < FRESH_WATER_INDEX[1] * in_water {
                true => near = entry,
                false => beyond = entry,
            }
        }
        let entry = Vec3::new(0.0, 0.0, from.z - near as f32);
        let wanted = eye.pixel(entry, SIZE).expect("ahead");
        let straight = eye.pixel(Vec3::new(0.0, -deep as f32, -0.1), SIZE);
        let straight = straight.expect("ahead");
        assert!((seen - wanted).length() < 3.0, "{deep}: {seen}, {wanted}");
        assert!(straight.y - wanted.y > 8.0, "{straight}, {wanted}");
    }
}

#[test]
fn the_shadow_of_a_ball_is_as_large_as_it_and_lies_along_the_refracted_ray() {
    let gl = &*core();
    let elevation = 55.0_f64;
    // The sun is over +x.
    let mut studio = studio(gl, elevation, 90.0);
    let floor = |studio: &Studio| {
        let mut view = view();
        studio.draw(&mut view, &eye_above(SIZE), SIZE);
        view.caustics().expect("a pool was drawn").floor
    };
    let without = floor(&studio);
    let index = FRESH_WATER_INDEX[1];
    for (y, in_air, in_water) in [(0.3, 0.3, DEPTH), (-0.25, 0.0, DEPTH - 0.25)] {
        studio.bodies = vec![ball([0.25, y, 0.1], 0.3)];
        let with = floor(&studio);
        let side = with.columns();
        let texel = 2.0 / side as f64;
        let (mut sum, mut place) = (0.0, DVec3::ZERO);
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let lost =
                f64::from(without[(column, row)][1] - with[(column, row)][1]) * texel * texel;
            let at = |index: usize| (index as f64 + 0.5) * texel - 1.0;
            sum += lost;
            place += lost * DVec3::new(at(column), 0.0, at(row));
        }
        let incidence = (90.0 - elevation).to_radians();
        let refracted = (incidence.sin() / index).asin();
        // The ball blocks a cylinder of light, which the level surface cuts in an ellipse. In the water the ellipse is as large.
        let angle = if y > 0.0 { incidence } else { refracted };
        let through = transmittance(incidence.cos(), index);
        let wanted = through * PI * 0.15 * 0.15 / angle.cos();
        assert!((sum / wanted - 1.0).abs() < 0.06, "{y}: {sum}, {wanted}");
        let wanted = 0.25 - in_air * incidence.tan() - in_water * refracted.tan();
        let place = place / sum;
        assert!((place.x - wanted).abs() < 0.01, "{y}: {place}, {wanted}");
        assert!((place.z - 0.1).abs() < 0.01, "{y}: {place}");
    }
}

#[test]
fn a_floating_ball_is_mirrored_in_the_water_beside_it() {
    let gl = &*core();
    let mut studio = studio(gl, 30.0, 200.0);
    let eye = eye(Vec3::new(0.0, 0.25, 1.6), Vec3::new(0.0, 0.1, -0.2));
    let redness = |picture: &Grid<[f32; 4]>, point: Vec3| {
        let pixel = eye.pixel(point, SIZE).expect("ahead").round();
        let [red, green, ..] = picture[(pixel.x as usize, pixel.y as usize)];
        red / green
    };
    let before = studio.radiance(&mut view(), &eye, SIZE);
    studio.bodies = vec![ball([0.0, 0.25, -0.3], 0.3)];
    let after = studio.radiance(&mut view(), &eye, SIZE);
    // The image of the lower half of the ball, below the water.
    let image = Vec3::new(0.0, -0.19, -0.3);
    let [without, with] = [redness(&before, image), redness(&after, image)];
    assert!(with > 1.1 * without, "{without}, {with}");
    let aside = Vec3::new(0.5, -0.19, -0.3);
    let [without, with] = [redness(&before, aside), redness(&after, aside)];
    assert!((with / without - 1.0).abs() < 0.02, "{without}, {with}");
}

#[test]
fn a_ball_beside_the_pool_throws_its_shadow_on_the_deck() {
    let gl = &*core();
    let mut studio = studio(gl, 50.0, 90.0);
    let eye = eye(Vec3::new(0.4, 2.6, 1.8), Vec3::new(1.3, 0.0, 0.0));
    let empty = studio.draw(&mut view(), &eye, SIZE);
    let (middle, radius) = (Vec3::new(1.7, 0.5, 0.1), 0.15_f32);
    studio.bodies = vec![ball(middle.as_dvec3().to_array(), 2.0 * f64::from(radius))];
    let shaded = studio.draw(&mut view(), &eye, SIZE);
    let toward = SunPosition {
        elevation: 50.0,
        azimuth: 90.0,
    }
    .direction();
    // Distance of a point of the deck from the ray through the ball's middle.
    let aside = |point: Vec3| (point - middle).cross(toward).length();
    let (mut dark, mut lit) = (0, 0);
    for (column, row) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row))) {
        let pixel = Vec2::new(column as f32, row as f32);
        let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
        let rim = 0.05;
        let point = from + ray * ((rim - from.y) / ray.y);
        let hidden = (middle - from).cross(ray.normalize()).length() < radius + 0.02;
        if hidden || point.x < 1.05 || ray.y >= 0.0 {
            continue;
        }
        let [before, after] = [&empty, &shaded].map(|picture| f32::from(picture[(column, row)][1]));
        match aside(point) {
            off if off < radius - 0.02 => {
                assert!(after < 0.8 * before, "{after} of {before} at {pixel}");
                dark += 1;
            }
            off if off > radius + 0.02 => {
                assert!(
                    (after - before).abs() <= 1.0,
                    "{after}, {before} at {pixel}"
                );
                lit += 1;
            }
            _ => {}
        }
    }
    assert!(dark > 200 && lit > 5000, "{dark}, {lit}");
}

#[test]
fn at_night_the_lamp_in_the_water_lights_a_ball_above_it_from_below() {
    let gl = &*core();
    let mut studio = studio(gl, -40.0, 0.0);
    let middle = Vec3::new(0.0, 0.4, 0.0);
    let mut white = ball([0.0, 0.4, 0.0], 0.4);
    white.colour = Some([255, 255, 255]);
    studio.bodies = vec![white];
    let eye = eye(Vec3::new(0.0, 0.4, 1.2), middle);
    let green = |lamp: &str| {
        let mut view = view();
        set(&mut view, "lamp", lit_choice("lamp", lamp));
        let picture = studio.radiance(&mut view, &eye, SIZE);
        // Where the normal leads up or down by this.
        [-0.6_f32, 0.0, 0.6].map(|up| {
            let normal = Vec3::new(0.0, up, (1.0 - up * up).sqrt());
            let pixel = eye.pixel(middle + 0.2 * normal, SIZE).expect("ahead");
            picture[(pixel.x as usize, pixel.y as usize)][1]
        })
    };
    let (dark, lit) = (green("off"), green("on"));
    assert!(lit[0] > 20.0 * dark[0], "{lit:?}, {dark:?}");
    // Of what the lamp adds to the night, a facet sees (1 − n_y)/2 of what is below: 0.8, 0.5 and 0.2.
    let added = [0, 1, 2].map(|facet| lit[facet] - dark[facet]);
    let [low, high] = [added[0] / added[1], added[2] / added[1]];
    assert!(
        (low / 1.6 - 1.0).abs() < 0.08 && (high / 0.4 - 1.0).abs() < 0.15,
        "{lit:?}"
    );
}

/// Where the ray of a pixel that enters level water at its rest level meets the plane y = −`deep`: where it enters, and where it arrives.
fn refracted_to(eye: &Eye, pixel: Vec2, deep: f32) -> (Vec3, Vec3) {
    let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
    let ray = ray.normalize();
    let entry = from - ray * (from.y / ray.y);
    let level = Vec3::new(ray.x, 0.0, ray.z) / FRESH_WATER_INDEX[1] as f32;
    let down = level - Vec3::Y * (1.0 - level.length_squared()).sqrt();
    (entry, entry - down * (deep / down.y))
}

/// Distance of a point from the line through two others, and how far along it from the first.
fn aside(point: Vec3, from: Vec3, to: Vec3) -> (f32, f32) {
    let along = (to - from).normalize();
    let path = (point - from).dot(along);
    ((point - from - path * along).length(), path)
}

fn pixels() -> impl Iterator<Item = (usize, usize)> {
    (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)))
}

#[test]
fn the_shadow_of_a_ball_by_the_lamp_lies_behind_it_on_the_straight_line() {
    let gl = &*core();
    let mut studio = studio(gl, -40.0, 0.0);
    let mut view = view();
    set(&mut view, "lamp", lit_choice("lamp", "on"));
    set(&mut view, "water", lit_choice("water", "pure"));
    let half = Vec2::ONE;
    let lamp = Lamp::of_pool(half, DEPTH as f32, LampHours::On, 1.0).expect("lit");
    let (middle, radius) = (Vec3::new(0.1, -0.3, -0.6), 0.08_f32);
    let eye = eye_above(SIZE);
    let without = studio.radiance(&mut view, &eye, SIZE);
    studio.bodies = vec![ball(middle.as_dvec3().to_array(), 2.0 * f64::from(radius))];
    let with = studio.radiance(&mut view, &eye, SIZE);
    let (mut dark, mut half_dark, mut lit) = (0, 0, 0);
    for (column, row) in pixels() {
        let (entry, point) = refracted_to(&eye, Vec2::new(column as f32, row as f32), DEPTH as f32);
        let is_on_floor = point.x.abs().max(point.z.abs()) < 0.95;
        if !is_on_floor || aside(middle, entry, point).0 < radius + 0.02 {
            continue;
        }
        let (off, path) = aside(middle, lamp.place, point);
        // The lens, as the point sees it where the ball is.
        let lens = lamp.lens * (1.0 - path / (point - lamp.place).length());
        let kept = with[(column, row)][1] / without[(column, row)][1];
        match off - radius {
            // What the surface mirrors arrives all the same; far from the lamp it is more.
            gap if gap < -lens - 0.01 && point.z < 0.0 => {
                assert!(kept < 0.6, "{kept} of the light at {point}");
                dark += 1;
            }
            gap if gap > lens + 0.01 => {
                assert!((kept - 1.0).abs() < 0.03, "{kept} of the light at {point}");
                lit += 1;
            }
            gap if gap.abs() < 0.003 && point.z < 0.0 => {
                assert!(kept > 0.4 && kept < 0.9, "{kept} at the edge, {point}");
                half_dark += 1;
            }
            _ => {}
        }
    }
    assert!(
        dark > 100 && lit > 20_000 && half_dark > 20,
        "{dark}, {half_dark}, {lit}"
    );
}

#[test]
fn a_ball_darkens_the_beam_of_the_lamp_behind_it() {
    let gl = &*core();
    let mut studio = studio(gl, -40.0, 0.0);
    let mut view = view();
    set(&mut view, "lamp", lit_choice("lamp", "on"));
    set(&mut view, "water", lit_choice("water", "pond"));
    // In the water, across the beam, toward a point of the wall that the lamp lights past the ball.
    let from = Vec3::new(-0.9, -0.25, -0.3);
    let eye = eye(from, Vec3::new(0.9, -0.25, -0.3));
    let mut seen = |bodies: Vec<Body>| {
        studio.bodies = bodies;
        studio.radiance(&mut view, &eye, SIZE)[(SIZE.0 / 2, SIZE.1 / 2)][1]
    };
    let open = seen(Vec::new());
    let behind = seen(vec![ball([0.0, -0.22, -0.6], 0.3)]);
    let beside = seen(vec![ball([0.0, -0.22, 0.4], 0.3)]);
    assert!((beside / open - 1.0).abs() < 0.01, "{beside}, {open}");
    assert!(behind < 0.9 * open, "{behind}, {open}");
}

#[test]
fn a_ball_in_the_water_shades_a_box_below_it_where_the_refracted_sun_says() {
    let gl = &*core();
    let elevation = 50.0_f64;
    let mut studio = studio(gl, elevation, 90.0);
    let (middle, radius, top) = (Vec3::new(0.15, -0.16, 0.1), 0.08_f32, 0.35_f32);
    let shape = Shape::Box {
        size: DVec3::new(1.6, 0.1, 1.6),
    };
    let mut raft = Body::new(shape, 300.0).expect("a box");
    raft = raft.at([0.0, -f64::from(top) - 0.05, 0.0]);
    raft.colour = Some([200, 200, 200]);
    let ball = ball(middle.as_dvec3().to_array(), 2.0 * f64::from(radius));
    let toward = {
        let level = elevation.to_radians().cos() / FRESH_WATER_INDEX[1];
        Vec3::new(level as f32, (1.0 - level * level).sqrt() as f32, 0.0)
    };
    // Seen through the surface, and from within the water.
    let within = eye(Vec3::new(-0.5, -0.05, 0.8), Vec3::new(-0.1, -top, 0.1));
    for (eye, in_water) in [(eye_above(SIZE), false), (within, true)] {
        studio.bodies = vec![raft.clone()];
        let without = studio.radiance(&mut view(), &eye, SIZE);
        studio.bodies = vec![raft.clone(), ball.clone()];
        let with = studio.radiance(&mut view(), &eye, SIZE);
        let (mut dark, mut lit) = (0, 0);
        for (column, row) in pixels() {
            let pixel = Vec2::new(column as f32, row as f32);
            let (entry, point) = match in_water {
                false => refracted_to(&eye, pixel, top),
                true => {
                    let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
                    if ray.y > -0.01 {
                        continue;
                    }
                    (from, from - ray * ((from.y + top) / ray.y))
                }
            };
            let is_on_top = point.x.abs().max(point.z.abs()) < 0.75;
            if !is_on_top || aside(middle, entry, point).0 < radius + 0.02 {
                continue;
            }
            let (off, _) = aside(middle, point, point + toward);
            let kept = with[(column, row)][1] / without[(column, row)][1];
            if off < radius - 0.015 {
                assert!(kept < 0.6, "{kept} of the light at {point}, {in_water}");
                dark += 1;
            } else if off > radius + 0.015 {
                assert!(
                    (kept - 1.0).abs() < 0.06,
                    "{kept} of the light at {point}, {in_water}"
                );
                lit += 1;
            }
        }
        assert!(dark > 80 && lit > 4000, "{dark}, {lit}");
    }
}

#[test]
fn a_ball_over_the_pool_throws_its_shadow_on_the_wall_above_the_water() {
    let gl = &*core();
    let mut studio = studio(gl, 40.0, 90.0);
    let sun = SunPosition {
        elevation: 40.0,
        azimuth: 90.0,
    };
    let toward = sun.direction();
    let (middle, radius) = (Vec3::new(-0.6, 0.36, 0.1), 0.12_f32);
    // The wall at −x, from low over the water.
    let eye = eye(Vec3::new(0.1, 0.12, 0.1), Vec3::new(-1.0, 0.02, 0.1));
    let without = studio.radiance(&mut view(), &eye, SIZE);
    studio.bodies = vec![ball(middle.as_dvec3().to_array(), 2.0 * f64::from(radius))];
    let with = studio.radiance(&mut view(), &eye, SIZE);
    let (mut dark, mut lit) = (0, 0);
    for (column, row) in pixels() {
        let pixel = Vec2::new(column as f32, row as f32);
        let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
        let point = from - ray * ((from.x + 1.0) / ray.x);
        // The rim is at 5 cm.
        if !(0.012..0.04).contains(&point.y) || aside(middle, from, point).0 < radius + 0.02 {
            continue;
        }
        let (off, _) = aside(middle, point, point + toward);
        let kept = with[(column, row)][1] / without[(column, row)][1];
        // The light that the water mirrors onto the wall passes the ball lower down.
        if off < radius - 0.02 {
            assert!(kept < 0.6, "{kept} of the light at {point}");
            dark += 1;
        } else if off > radius + 0.1 {
            assert!((kept - 1.0).abs() < 0.05, "{kept} of the light at {point}");
            lit += 1;
        }
    }
    assert!(dark > 100 && lit > 500, "{dark}, {lit}");
}

#[test]
fn once_the_bodies_are_gone_the_picture_is_that_of_a_pool_without_any() {
    let gl = &*core();
    let mut studio = studio(gl, 40.0, 120.0);
    let eye = eye(Vec3::new(0.8, 1.2, 1.9), Vec3::ZERO);
    let mut used = view();
    studio.bodies = vec![ball([0.1, 0.0, 0.2], 0.3), ball([0.4, -0.3, 0.0], 0.2)];
    let with = studio.draw(&mut used, &eye, SIZE);
    studio.bodies.clear();
    let after = studio.draw(&mut used, &eye, SIZE);
    let never = studio.draw(&mut view(), &eye, SIZE);
    assert!(after == never && with != never);
}

#[test]
fn in_the_mesh_view_of_a_sea_a_ball_is_seen_where_rays_meet_it_above_the_water() {
    let gl = &*core();
    let level = Sea {
        made: vec![Made::new((64, 64), [100.0; 2], &[])],
        foam: Grid::new(64, 64, 0.0),
        choppiness: 1.0,
    };
    let cascades = level.uploaded(gl);
    let mut studio = sea::studio(gl);
    let (middle, radius) = (Vec3::new(1.0, 0.3, -2.0), 2.0);
    studio.bodies = vec![ball(middle.as_dvec3().to_array(), 2.0 * f64::from(radius))];
    let eye = eye(Vec3::new(0.0, 3.0, 9.0), Vec3::new(0.5, 0.0, -2.0));
    let picture = studio.draw_cascades(&mut MeshView::new(), &eye, SIZE, Some(&cascades));
    let [mut covered, mut below] = [0; 2];
    for (column, row) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row))) {
        let pixel = Vec2::new(column as f32, row as f32);
        let (from, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
        let ray = ray.normalize();
        let nearest = (middle - from).dot(ray);
        let aside = (middle - from - ray * nearest).length();
        // A pixel is 4 cm wide there, and the ball is steep at its edge.
        if (aside - radius).abs() < 0.08 {
            continue;
        }
        let met = nearest - (radius * radius - aside * aside).max(0.0).sqrt();
        let height = (from + ray * met).y;
        let is_seen = aside < radius && height > 0.0;
        if height.abs() > 0.06 {
            // Also where the ball glitters.
            let [red, green, ..] = picture[(column, row)].map(i32::from);
            assert_eq!(
                red > green + 20,
                is_seen,
                "{red} {green}: {column}, {row}, {aside} aside, {height} high"
            );
        }
        covered += usize::from(is_seen);
        below += usize::from(aside < radius && height < 0.0);
    }
    assert!(covered > 1500 && below > 300, "{covered}, {below}");
}

/// A square picture with a red disc, whose middle is at these fractions of it.
fn with_disc(middle: Option<Vec2>, radius: f32) -> Pyramid {
    Pyramid::new(Grid::from_fn(200, 200, |column, row| {
        let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / 200.0;
        match middle {
            Some(middle) if place.distance(middle) < radius => [230, 0, 0, 255],
            _ => [128, 128, 128, 255],
        }
    }))
}

#[test]
fn the_picture_view_displaces_what_is_in_the_water_as_it_does_the_picture_and_not_what_is_above() {
    const ACROSS: (usize, usize) = (200, 200);
    let gl = &*core();
    // 2 m × 2 m, seen on 200 pixels a side.
    let (place, radius) = (Vec2::new(0.3, -0.2), 0.2_f32);
    let fraction = 0.5 * place + 0.5;
    let eye = eye_above(ACROSS);
    // Falls toward +x, rises toward +z.
    let slope = |column: usize, row: usize| 0.001 * (row as f32 - 0.5 * column as f32);
    let heights = Grid::from_fn(100, 100, slope);
    // Of the drawn disc: middle and area in pixels.
    let seen = |look: usize, picture: &Pyramid, bodies: Vec<Body>| {
        let mut studio = Studio::new(gl, picture);
        studio.show(&Heights::Metres(&heights));
        studio.bodies = bodies;
        let mut view = PictureView::new();
        set(&mut view, "look", Value::Choice(look));
        let drawn = studio.draw(&mut view, &eye, ACROSS);
        let all = (0..200).flat_map(|row| (0..200).map(move |column| (column, row)));
        let red: Vec<_> = all.filter(|&place| is_red(drawn[place])).collect();
        let sum: Vec2 = red
            .iter()
            .map(|&(column, row)| Vec2::new(column as f32 + 0.5, row as f32 + 0.5))
            .sum();
        (sum / red.len() as f32, red.len() as f32)
    };
    let still = 200.0 * fraction;
    let area = std::f32::consts::PI * (100.0 * radius).powi(2);
    let body = |y: f64| vec![ball([0.3, y, -0.2], 0.4)];
    for look in 0..4 {
        let none = with_disc(None, 0.0);
        let (marked, _) = seen(look, &with_disc(Some(fraction), 0.5 * radius), Vec::new());
        assert!(
            marked.distance(still) > 1.5,
            "{look}: the picture is bent: {marked}"
        );
        let (below, covered) = seen(look, &none, body(-0.4));
        assert!(below.distance(marked) < 0.8, "{look}: {below}, {marked}");
        assert!((covered / area - 1.0).abs() < 0.05, "{look}: {covered}");
        let (above, covered) = seen(look, &none, body(0.5));
        assert!(above.distance(still) < 0.5, "{look}: {above}, {still}");
        assert!((covered / area - 1.0).abs() < 0.05, "{look}: {covered}");
    }
}

#[test]
fn waves_focus_the_sun_on_a_submerged_face_and_take_none_of_its_light() {
    const AMPLITUDE: f32 = 5e-4;
    const LENGTH: f32 = 0.2;
    let gl = &*core();
    let mut studio = studio(gl, 90.0, 0.0);
    studio.depth = 1.2;
    // Its top lies 0.6 m deep, in the middle of the pool.
    let shape = Shape::Box {
        size: DVec3::new(1.0, 0.2, 1.0),
    };
    let mut raft = Body::new(shape, 300.0).expect("a box").at([0.0, -0.7, 0.0]);
    raft.colour = Some([200, 200, 200]);
    studio.bodies = vec![raft];
    let mut view = view();
    set(&mut view, "water", lit_choice("water", "pure"));
    // In the water, looking down at nothing but the box.
    let eye = eye(Vec3::new(0.0, -0.1, 0.01), Vec3::new(0.0, -0.6, 0.0));
    let at = |cell: usize| 2.0 * (cell as f32 + 0.5) / 256.0 - 1.0;
    let wave = |place: f32| AMPLITUDE * (2.0 * std::f32::consts::PI / LENGTH * place).cos();
    let mut seen = |amplitude: f32| {
        let heights = Grid::from_fn(256, 256, |column, row| {
            amplitude * (wave(at(column)) + wave(at(row)))
        });
        studio.show(&Heights::Metres(&heights));
        studio.radiance(&mut view, &eye, SIZE)
    };
    let (level, waves) = (seen(0.0), seen(1.0));
    let green = |picture: &Grid<[f32; 4]>| -> Vec<f64> {
        let cells = picture.cells().iter();
        cells.map(|texel| f64::from(texel[1])).collect()
    };
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let contrast = |values: &[f64]| {
        let mean = mean(values);
        let square = |value: &f64| (value / mean - 1.0).powi(2);
        (values.iter().map(square).sum::<f64>() / values.len() as f64).sqrt()
    };
    let (level, waves) = (green(&level), green(&waves));
    assert!(contrast(&level) < 0.01, "{}", contrast(&level));
    // A whole number of waves would be exact.
    let (even, focused) = (mean(&level), mean(&waves));
    assert!((focused / even - 1.0).abs() < 0.03, "{focused}, {even}");
    // Of rays from above, the first order is d·(1 − 1/n)·∇²h: 0.6 m · 0.25 · (2π/0.2 m)² · 0.5 mm of each wave, 1/√2 of it the root of
    // the mean square; the light of the sky weakens it.
    let wanted = 0.6 * 0.25 * (2.0 * PI / f64::from(LENGTH)).powi(2) * f64::from(AMPLITUDE);
    let found = contrast(&waves);
    assert!(
        (0.6 * wanted..1.1 * wanted).contains(&found),
        "{found}, {wanted}"
    );
    // The middle lies under two crests, which gather light.
    let middle = waves[SIZE.1 / 2 * SIZE.0 + SIZE.0 / 2] / level[SIZE.1 / 2 * SIZE.0 + SIZE.0 / 2];
    assert!(middle > 1.0 + wanted, "{middle}");
}

#[test]
fn a_rope_is_seen_between_its_ends_straight_where_it_is_taut_and_below_where_it_is_slack() {
    let gl = &*core();
    let mut studio = studio(gl, 60.0, 200.0);
    let eye = eye(Vec3::new(0.0, 0.9, 1.9), Vec3::new(0.0, 0.3, 0.0));
    studio.bodies = vec![ball([-0.5, 0.6, 0.0], 0.1)];
    let ends = [[-0.5, 0.6, 0.0], [0.5, 0.6, 0.0]].map(DVec3::from);
    let views: [&dyn Fn(&Studio) -> Picture; 2] =
        [&|studio| studio.draw(&mut view(), &eye, SIZE), &|studio| {
            studio.draw(&mut MeshView::new(), &eye, SIZE)
        }];
    for draw in views {
        studio.ropes.clear();
        let without = draw(&studio);
        // The sag of a parabola of 1.04 m over 1 m: s² = (L² − 1)·(4 − 1/L²)/16.
        for (length, sag) in [(0.98, 0.0), (1.04, 0.1251)] {
            studio.ropes = vec![RopeSpan {
                ends,
                length,
                radius: 0.008,
            }];
            let with = draw(&studio);
            let all = (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row)));
            let changed: Vec<_> = all.filter(|&at| with[at] != without[at]).collect();
            let lowest = Vec3::new(0.0, 0.6 - sag, 0.0);
            let middle = eye.pixel(lowest, SIZE).expect("ahead");
            let right = eye.pixel(ends[1].as_vec3(), SIZE).expect("ahead");
            let last = changed.iter().map(|at| at.0).max().expect("a rope");
            assert!((last as f32 - right.x).abs() < 2.0, "{last}, {right}");
            let at_middle = changed.iter().filter(|at| at.0 == SIZE.0 / 2);
            let rows: Vec<_> = at_middle.map(|at| at.1 as f32).collect();
            assert!((1..=4).contains(&rows.len()), "{rows:?}");
            assert!(
                rows.iter().all(|row| (row - middle.y).abs() < 3.0),
                "{rows:?}, {middle}"
            );
        }
    }
}

#[test]
fn a_mesh_from_a_file_is_seen_in_its_own_colours_and_refracted_in_them() {
    let gl = &*core();
    let mut studio = studio(gl, 60.0, 200.0);
    // A box whose triangles toward −x are red and toward +x green.
    let corner = |bits: usize| {
        let side = |bit: usize| if bits & bit == 0 { -0.5 } else { 0.5 };
        Vec3::new(0.6 * side(1), 0.3 * side(2), 0.4 * side(4))
    };
    let faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    let mut skin = Skin::default();
    for face in faces {
        let corners = face.map(corner);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let first = skin.vertices.len() as u32;
        skin.vertices.extend(corners.map(|position| Vertex {
            position,
            normal: normal.normalize(),
            albedo: match position.x < 0.0 {
                true => Vec3::new(0.7, 0.02, 0.02),
                false => Vec3::new(0.02, 0.5, 0.02),
            },
            gloss: 0.0,
        }));
        skin.triangles
            .extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|at| first + at)));
    }
    let vertices = skin.vertices.iter();
    let vertices: Vec<_> = vertices.map(|vertex| vertex.position.as_dvec3()).collect();
    let mesh = Mesh::new("a.glb", &vertices, &skin.triangles).expect("a mesh");
    let mesh = Arc::new(mesh.with_skin(skin));
    let eye = eye(Vec3::new(0.0, 1.2, 1.6), Vec3::ZERO);
    for height in [0.4, -0.25] {
        let mesh = mesh.clone();
        let body = Body::new(Shape::Mesh { mesh, size: 0.6 }, 300.0).expect("a body");
        studio.bodies = vec![body.at([0.0, height, 0.0])];
        let picture = studio.draw(&mut view(), &eye, SIZE);
        let seen = |x: f32| {
            let at = Vec3::new(x, height as f32 + 0.15, 0.1);
            let pixel = eye.pixel(at, SIZE).expect("ahead");
            let [red, green, _, _] = picture[(pixel.x as usize, pixel.y as usize)];
            f32::from(red) / f32::from(green)
        };
        let (left, right) = (seen(-0.2), seen(0.2));
        assert!(left > 1.2 * right, "{height}: {left}, {right}");
        if height > 0.0 {
            // The colours of the vertices blend over a face.
            let middle = seen(0.0);
            assert!(left > 1.2 * middle && middle > 1.2 * right, "{middle}");
        }
    }
}
