//! Open water in the mesh view: positions of vertices, repetition of cascades, opacity below the horizon, and picking with the
//! pointer.

use super::made_sea::{Made, Sea, shown, uploaded};
use super::support::{GREY, Studio, core, difference, eye_above, plain, random, set};
use glam::{DVec2, Mat4, Vec2, Vec3};
use rand::RngExt;
use std::f64::consts::TAU;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::surface::{Cascades, HeightField, Open, Surface, Window};
use waterlab::view::{Eye, Materials, MeshView, Pictures, View};

pub const SIZE: (usize, usize) = (200, 125);

/// The colour of the panorama, which no coloured height has.
pub const GREEN: [u8; 4] = [0, 255, 0, 255];

/// A studio under a green sky.
pub fn studio(gl: &Gl) -> Studio {
    let grey = plain(GREY);
    let green = plain(GREEN);
    let mut studio = Studio::bare(gl);
    let pictures = Pictures {
        picture: &Pyramid::new(plain(GREY)),
        tiles: &grey,
        sky: &grey,
        deck: &grey,
        panorama: &green,
    };
    studio.materials = Materials::new(gl, pictures).expect("textures");
    studio
}

/// Half the length of a patch of 100 m, the unit of positions here.
pub const HALF: f32 = 50.0;

pub fn eye(from: Vec3, to: Vec3) -> Eye {
    FlyCamera::new(from, to, 45.0)
        .eye(SIZE.0 as f32 / SIZE.1 as f32)
        .scaled(HALF)
}

/// A field of a cascade at (x, z) metres from its corner, interpolated between its cells.
fn blended(grid: &Grid<f32>, length: [f32; 2], (x, z): (f64, f64)) -> f64 {
    let cell = |at: f64, length: f32, count: usize| {
        let at = (at / f64::from(length)).rem_euclid(1.0) * count as f64;
        let first = at.floor() as usize % count;
        (first, (first + 1) % count, at.fract())
    };
    let (west, east, s) = cell(x, length[0], grid.columns());
    let (north, south, t) = cell(z, length[1], grid.rows());
    let of = |column, row| f64::from(grid[(column, row)]);
    (1.0 - t) * ((1.0 - s) * of(west, north) + s * of(east, north))
        + t * ((1.0 - s) * of(west, south) + s * of(east, south))
}

/// The displaced position of the point (x, z) in metres: the first cascade is centred at the origin, and its cell (0, 0) is half
/// a cell from the corner.
fn theory(sea: &Sea, height_scale: f64, (x, z): (f64, f64)) -> [f64; 3] {
    let corner = -50.0 + 50.0 / sea.made[0].height.columns() as f64;
    let at = (x - corner, z - corner);
    let sum = |field: &dyn Fn(&Made) -> &Grid<f32>| -> f64 {
        let of = |made: &Made| blended(field(made), made.length, at);
        sea.made.iter().map(of).sum()
    };
    let lambda = f64::from(sea.cascades().lambda);
    [
        x + lambda * sum(&|made| &made.displacement[0]),
        height_scale * sum(&|made| &made.height),
        z + lambda * sum(&|made| &made.displacement[1]),
    ]
}

#[test]
fn vertices_near_the_eye_are_displaced_by_the_sum_of_the_cascades() {
    let gl = &*core();
    let sea = Sea::new();
    let cascades = sea.uploaded(gl);
    let mut view = MeshView::new();
    set(&mut view, "height_scale", Value::Real(1.5));
    for from in [Vec3::new(0.1, 0.2, -0.3), Vec3::new(-31.7, 0.06, 12.9)] {
        let eye = eye(from, from + Vec3::new(0.0, -0.1, -1.0));
        let captured = view.capture_surface(gl, &cascades, &eye).expect("captured");
        let (mut checked, mut max) = (0, 0.0_f64);
        for point in captured.chunks_exact(5) {
            // Only where vertices are no farther apart than the cells of the finer cascade, where nothing is averaged.
            if point[0].abs().max(point[1].abs()) > 0.2 * HALF {
                continue;
            }
            let origin = [from.x, from.y, from.z].map(|at| f64::from(HALF * at));
            let rest = (
                f64::from(point[0]) + origin[0],
                f64::from(point[1]) + origin[2],
            );
            let expected = theory(&sea, 1.5, rest);
            for axis in 0..3 {
                let found = f64::from(point[2 + axis]) + origin[axis];
                let error = (found - expected[axis]).abs();
                assert!(
                    error < 1e-3,
                    "{rest:?}, axis {axis}: {found} for {}",
                    expected[axis]
                );
            }
            max = max.max((expected[0] - rest.0).abs());
            checked += 1;
        }
        assert!(checked > 1000, "{checked}");
        assert!(max > 0.5, "points move sideways: {max}");
    }
}

#[test]
fn the_picture_repeats_from_patch_to_patch() {
    let gl = &*core();
    let sea = Sea::new();
    let cascades = sea.uploaded(gl);
    let studio = studio(gl);
    let mut view = MeshView::new();
    let from = Vec3::new(0.37, 0.3, -0.2);
    let mut seen_from = |by: Vec3, origin: DVec2| {
        let eye = eye(from + by, from + by + Vec3::new(0.3, -0.25, -1.0));
        let eye = Eye { origin, ..eye };
        studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades))
    };
    let mut seen = |by: Vec3| seen_from(by, DVec2::ZERO);
    let here = seen(Vec3::ZERO);
    for (x, z) in [(32.0, 0.0), (0.0, -32.0), (16.0, 48.0)] {
        let there = seen(Vec3::new(x, 0.0, z));
        let apart = difference(&here, &there, 12);
        assert!(apart.beyond < 0.004, "({x}, {z}): {apart:?}");
    }
    let elsewhere = difference(&here, &seen(Vec3::new(0.7, 0.0, 0.4)), 12);
    assert!(elsewhere.beyond > 0.1, "{elsewhere:?}");
    // It also repeats 100 000 km from the origin.
    let there = seen_from(Vec3::ZERO, DVec2::new(1e8, -1e8));
    let apart = difference(&here, &there, 12);
    assert!(apart.beyond < 0.004, "{apart:?}");
}

#[test]
fn no_background_is_visible_below_the_horizon() {
    let gl = &*core();
    let sea = Sea::new();
    let cascades = sea.uploaded(gl);
    let studio = studio(gl);
    let mut view = MeshView::new();
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(1.5));
    let mut random = random(7);
    for round in 0..24 {
        let mut within = |low: f32, high: f32| random.random_range(low..high);
        // No wave is higher than 0.06.
        let from = Vec3::new(
            within(-40.0, 40.0),
            0.07 + 4.0 * within(0.0, 1.0).powi(3),
            within(-40.0, 40.0),
        );
        let to = Vec3::new(within(-1.0, 1.0), within(-0.9, 0.1), within(-1.0, 1.0));
        let detail = [16, 100, 192][round % 3];
        set(&mut view, "detail", Value::Integer(detail));
        let eye = eye(from, from + to);
        let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
        let mut below = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let pixel = Vec2::new(column as f32, row as f32);
                let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
                // A pixel and a half below the horizon, which is 0.5° low from 200 m.
                if eye.ray(pixel, size).1.y > -0.02 {
                    continue;
                }
                below += 1;
                let [red, green, blue, _] = drawn[(column, row)];
                let is_sky = green > 200 && red < 60 && blue < 60;
                // The clear colour is as dark in red as a trough and less blue.
                let is_clear = red < 10 && green < 50;
                assert!(
                    !is_sky && !is_clear,
                    "({column}, {row}) from {from} to {to}: {red} {green} {blue}"
                );
            }
        }
        assert!(below > 0 || to.y > -0.2);
    }
}

#[test]
fn coloured_heights_are_those_of_the_cascades() {
    let gl = &*core();
    // One long wave without displacement: at the crest red, at the trough blue, and white between.
    let made = Made::new((64, 64), [100.0; 2], &[(1.5, 1.0, 0.0, 0.0)]);
    let foam = Grid::new(64, 64, 0.0);
    let cascades = uploaded(gl, &shown([made.cascade()], 0.0, &foam));
    let studio = studio(gl);
    let mut view = MeshView::new();
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(1.5));
    let eye = eye_above(SIZE).scaled(HALF);
    let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
    // The full colour is 1.5 m in a patch of 100 m: h = 1.5·cos(2π(x − corner)/100).
    let corner = -1.0 + 1.0 / 64.0;
    let at = |x: f32, y: f32| {
        let point = HALF * Vec3::new(x, y, 0.0);
        let device = eye.view_projection().project_point3(point);
        let pixel = (
            ((device.x + 1.0) / 2.0 * SIZE.0 as f32) as usize,
            ((1.0 - device.y) / 2.0 * SIZE.1 as f32) as usize,
        );
        let [red, green, blue, _] = drawn[pixel];
        [red, green, blue].map(i32::from)
    };
    let [red, green, blue] = at(corner, 0.03);
    assert!(
        red > green + 100 && red > blue + 100,
        "{red} {green} {blue}"
    );
    let [red, green, blue] = at(corner + 1.0, -0.03);
    assert!(blue > red + 80 && blue > green + 60, "{red} {green} {blue}");
    let [red, green, blue] = at(corner + 0.5, 0.0);
    assert!(red.min(green).min(blue) > 190, "{red} {green} {blue}");
}

#[test]
fn a_wave_is_as_steep_in_any_direction() {
    let gl = &*core();
    // 20 m long with a·k = 0.6: its crests are compressed to 0.4. At the phase φ the slope is −a·k·sin φ/(1 − a·k·cos φ).
    let (steepness, k) = (0.6_f64, TAU * 5.0 / 100.0);
    let amplitude = steepness / k;
    let size = (640, 400);
    let from = Vec3::new(0.0, 0.8, 0.0125);
    let eye = FlyCamera::new(from, Vec3::ZERO, 45.0).eye(1.6).scaled(HALF);
    let studio = studio(gl);
    let mut view = MeshView::new();
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(1.5));
    set(&mut view, "detail", Value::Integer(512));
    for (n, m) in [(5.0, 0.0), (0.0, 5.0), (3.0, -4.0), (-4.0, 3.0)] {
        let made = Made::new((256, 256), [100.0; 2], &[(amplitude, n, m, 0.0)]);
        let sea = Sea {
            made: vec![made],
            foam: Grid::new(256, 256, 0.0),
            choppiness: 1.0,
        };
        let drawn = studio.draw_cascades(&mut view, &eye, size, Some(&sea.uploaded(gl)));
        let direction = [n / 5.0, m / 5.0];
        // Red near a crest, which no shading makes white. The crest nearest to the middle, by its phase.
        let seen = |phase: f64| {
            let corner = -50.0 + 50.0 / 256.0;
            let along = -corner * (direction[0] + direction[1]);
            let crest = (along / 20.0).round() * 20.0;
            // Along the crest, as near to the middle as possible.
            let offset = crest - along + phase / k;
            let point = theory(&sea, 1.0, (offset * direction[0], offset * direction[1]));
            let point = Vec3::from(point.map(|at| at as f32));
            let device = eye.view_projection().project_point3(point);
            let pixel = (
                ((device.x + 1.0) / 2.0 * size.0 as f32) as usize,
                ((1.0 - device.y) / 2.0 * size.1 as f32) as usize,
            );
            f64::from(drawn[pixel][0])
        };
        for degrees in [20.0_f64, 35.0, 50.0] {
            let phase = degrees.to_radians();
            // Heights are equal on both sides of the crest; slopes are not.
            let (before, behind) = (seen(-phase), seen(phase));
            let found =
                (behind - before) / (behind + before) / (0.225 * (direction[0] - direction[1]));
            let slope = steepness * phase.sin() / (1.0 - steepness * phase.cos());
            let expected = slope / slope.hypot(1.0);
            assert!(
                (found - expected).abs() < 0.05 * expected,
                "({n}, {m}) at {degrees}°: {found} for {expected}"
            );
        }
    }
}

#[test]
fn a_pointer_is_mapped_to_the_water_in_any_copy_of_the_patch() {
    let gl = &*core();
    let sea = Sea::new();
    let cascades = sea.cascades();
    let studio = studio(gl);
    let mut view = MeshView::new();
    let still = Grid::new(64, 64, 0.0);
    let shown = Surface::Open(Open {
        field: HeightField::still(Heights::Metres(&still)),
        cascades,
    });
    let window = Window {
        centre: [20.0, -70.0],
        length: [40.0; 2],
    };
    let in_window = Surface::Open(Open {
        field: HeightField::still(Heights::Metres(&still)),
        cascades: Cascades {
            tiled: 2,
            window: Some(window),
            ..cascades
        },
    });
    for scale in [1.0, 0.5] {
        set(&mut view, "height_scale", Value::Real(scale));
        for from in [Vec3::new(0.0, 0.6, 0.5), Vec3::new(11.3, 1.2, -30.0)] {
            let eye = eye(from, from + Vec3::new(0.1, -0.7, -1.0));
            let mut found = 0;
            for (x, z) in [(0.0, -0.5), (0.31, -1.0), (-0.4, -0.8), (0.05, -2.3)] {
                let rest = [from.x + x, from.z + z].map(|at| f64::from(HALF * at));
                let [px, py, pz] = theory(&sea, scale, rest.into()).map(|at| at as f32);
                let point = Vec3::new(px, py, pz);
                let device = eye.view_projection().project_point3(point);
                let pixel = Vec2::new(
                    (device.x + 1.0) / 2.0 * SIZE.0 as f32 - 0.5,
                    (1.0 - device.y) / 2.0 * SIZE.1 as f32 - 0.5,
                );
                let place = view.place_at(&studio.query(SIZE, &eye, &shown), pixel);
                let (u, v) = place.expect("the sea is everywhere");
                let expected = rest.map(|at| ((at + 50.0) / 100.0).rem_euclid(1.0));
                let apart = |found: f64, expected: f64| {
                    let apart = (found - expected).rem_euclid(1.0);
                    apart.min(1.0 - apart)
                };
                let error = apart(u, expected[0]).hypot(apart(v, expected[1]));
                // Half a cell.
                assert!(error < 0.008, "({u}, {v}) for {expected:?} from {from}");
                // For a window the fraction of the window itself, not of a copy, also outside it.
                let place = view.place_at(&studio.query(SIZE, &eye, &in_window), pixel);
                let (u, v) = place.expect("the sea is everywhere");
                let expected = [(rest[0] - 20.0) / 40.0 + 0.5, (rest[1] + 70.0) / 40.0 + 0.5];
                let error = (u - expected[0]).hypot(v - expected[1]);
                assert!(error < 0.02, "({u}, {v}) for {expected:?} from {from}");
                // The inverse returns the same point, for a patch in any copy.
                let expected = [expected.into()];
                let seen = |shown| view.seen_at(&studio.query(SIZE, &eye, shown), &expected)[0];
                let back = seen(&in_window).expect("ahead");
                assert!(back.distance(pixel) < 0.5, "{back} for {pixel}");
                assert_eq!(seen(&shown), None);
                found += 1;
            }
            assert_eq!(found, 4);
            // A pointer on the sky is mapped to nothing.
            let up = Eye {
                view: Mat4::from_rotation_x(0.6) * eye.view,
                ..eye
            };
            let above = Vec2::new(100.0, 0.0);
            if up.ray(above, Vec2::new(200.0, 125.0)).1.y > 0.0 {
                let none = view.place_at(&studio.query(SIZE, &up, &shown), above);
                assert_eq!(none, None);
            }
        }
    }
}
