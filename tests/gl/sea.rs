//! A surface without end in the mesh view: where its points lie, how its cascades repeat, that nothing shows through, and what a
//! pointer means.

use super::made_sea::{Made, Sea};
use super::support::{GREY, Studio, chance, difference, eye_above, on_core, plain, set};
use glam::{DVec2, Mat4, Vec2, Vec3};
use rand::RngExt;
use std::f64::consts::TAU;
use std::rc::Rc;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::surface::{CascadeList, Cascades, HeightField, Open, Surface, Window};
use waterlab::view::{CascadeTextures, Eye, Materials, MeshView, Pictures, View};

pub const SIZE: (usize, usize) = (200, 125);

/// Of the panorama, and of nothing that is drawn of a sea in colours of its height.
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

/// Metres from the middle of a patch of 100 m to its sides: what places are given in here.
pub const HALF: f32 = 50.0;

pub fn eye(from: Vec3, to: Vec3) -> Eye {
    FlyCamera::new(from, to, 45.0)
        .eye(SIZE.0 as f32 / SIZE.1 as f32)
        .scaled(HALF)
}

/// A field of a cascade at (x, z) metres from its corner, blended between its cells.
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

/// Where the point lies that rests at (x, z), metres: the middle of the first cascade lies in that of the world, and its cell (0, 0) half
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
fn every_point_near_the_eye_lies_where_the_displacement_and_the_height_take_it() {
    on_core(|gl| {
        let sea = Sea::new();
        let cascades = sea.uploaded(gl);
        let mut view = MeshView::new();
        set(&mut view, "height_scale", Value::Real(1.5));
        for from in [Vec3::new(0.1, 0.2, -0.3), Vec3::new(-31.7, 0.06, 12.9)] {
            let eye = eye(from, from + Vec3::new(0.0, -0.1, -1.0));
            let captured = view.capture_surface(gl, &cascades, &eye).expect("captured");
            let (mut checked, mut most) = (0, 0.0_f64);
            for point in captured.chunks_exact(5) {
                // Where points are not farther apart than the cells of the finer cascade, nothing is averaged.
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
                most = most.max((expected[0] - rest.0).abs());
                checked += 1;
            }
            assert!(checked > 1000, "{checked}");
            assert!(most > 0.5, "points move sideways: {most}");
        }
    });
}

#[test]
fn a_patch_farther_on_everything_looks_the_same() {
    on_core(|gl| {
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
        // Far from the middle of the water it does, too: 100 000 km.
        let there = seen_from(Vec3::ZERO, DVec2::new(1e8, -1e8));
        let apart = difference(&here, &there, 12);
        assert!(apart.beyond < 0.004, "{apart:?}");
    });
}

#[test]
fn nothing_shows_through_below_the_horizon() {
    on_core(|gl| {
        let sea = Sea::new();
        let cascades = sea.uploaded(gl);
        let studio = studio(gl);
        let mut view = MeshView::new();
        set(&mut view, "colours", Value::Choice(1));
        set(&mut view, "colour_range", Value::Real(1.5));
        let mut chance = chance(7);
        for round in 0..24 {
            let mut within = |low: f32, high: f32| chance.random_range(low..high);
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
                    // A pixel and a half below the horizon, which lies 0.5° low from 200 m.
                    if eye.ray(pixel, size).1.y > -0.02 {
                        continue;
                    }
                    below += 1;
                    let [red, green, blue, _] = drawn[(column, row)];
                    let is_sky = green > 200 && red < 60 && blue < 60;
                    // What the picture is cleared with is as dark in red and less blue than any trough.
                    let is_clear = red < 10 && green < 50;
                    assert!(
                        !is_sky && !is_clear,
                        "({column}, {row}) from {from} to {to}: {red} {green} {blue}"
                    );
                }
            }
            assert!(below > 0 || to.y > -0.2);
        }
    });
}

#[test]
fn heights_in_colour_are_those_of_the_cascades() {
    on_core(|gl| {
        // One long wave without displacement: at the crest red, at the trough blue, and white between.
        let made = Made::new((64, 64), [100.0; 2], &[(1.5, 1.0, 0.0, 0.0)]);
        let foam = Grid::new(64, 64, 0.0);
        let mut cascades = Rc::new(CascadeTextures::new(gl));
        let shown = Cascades {
            cascades: CascadeList::of([made.cascade()]).expect("a cascade"),
            lambda: 0.0,
            foam: &foam,
            unresolved: [0.0; 3],
            heading: 0.0,
            tiling: None,
            tiled: 0,
            window: None,
            depth: None,
            depth_map: None,
        };
        let ours = Rc::get_mut(&mut cascades).expect("nobody else's");
        ours.upload(&shown).expect("uploaded");
        let studio = studio(gl);
        let mut view = MeshView::new();
        set(&mut view, "colours", Value::Choice(1));
        set(&mut view, "colour_range", Value::Real(1.5));
        let eye = eye_above(SIZE).scaled(HALF);
        let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
        // 1.5 m of a patch of 100 m are the full colour: h = 1.5·cos(2π(x − corner)/100).
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
    });
}

#[test]
fn a_wave_is_as_steep_along_its_own_way_whichever_that_is() {
    on_core(|gl| {
        // 20 m long, of a·k = 0.6: its crests are squeezed to 0.4. At the phase φ the slope is −a·k·sin φ/(1 − a·k·cos φ).
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
            let way = [n / 5.0, m / 5.0];
            // Red near a crest, which no shade makes white. A point of the crest nearest to the middle, by its phase.
            let seen = |phase: f64| {
                let corner = -50.0 + 50.0 / 256.0;
                let along = -corner * (way[0] + way[1]);
                let crest = (along / 20.0).round() * 20.0;
                // What is left is across the wave: as near to the middle as can be.
                let off = crest - along + phase / k;
                let point = theory(&sea, 1.0, (off * way[0], off * way[1]));
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
                // Heights are the same on either side of the crest: what differs is the slope.
                let (before, behind) = (seen(-phase), seen(phase));
                let found = (behind - before) / (behind + before) / (0.225 * (way[0] - way[1]));
                let slope = steepness * phase.sin() / (1.0 - steepness * phase.cos());
                let expected = slope / slope.hypot(1.0);
                assert!(
                    (found - expected).abs() < 0.05 * expected,
                    "({n}, {m}) at {degrees}°: {found} for {expected}"
                );
            }
        }
    });
}

#[test]
fn a_pointer_means_the_point_that_it_is_on_whichever_copy_of_the_cascade() {
    on_core(|gl| {
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
                    let place = view.place_at(pixel, SIZE, &eye, &shown, &studio.materials);
                    let (u, v) = place.expect("the sea is everywhere");
                    let expected = rest.map(|at| ((at + 50.0) / 100.0).rem_euclid(1.0));
                    let apart = |found: f64, expected: f64| {
                        let apart = (found - expected).rem_euclid(1.0);
                        apart.min(1.0 - apart)
                    };
                    let error = apart(u, expected[0]).hypot(apart(v, expected[1]));
                    // Half a cell.
                    assert!(error < 0.008, "({u}, {v}) for {expected:?} from {from}");
                    // Of a window, its own fraction, and not that of a copy: also beyond it.
                    let place = view.place_at(pixel, SIZE, &eye, &in_window, &studio.materials);
                    let (u, v) = place.expect("the sea is everywhere");
                    let expected = [(rest[0] - 20.0) / 40.0 + 0.5, (rest[1] + 70.0) / 40.0 + 0.5];
                    let error = (u - expected[0]).hypot(v - expected[1]);
                    assert!(error < 0.02, "({u}, {v}) for {expected:?} from {from}");
                    // The other way round it is the same point; of a patch nobody knows which copy is meant.
                    let expected = [expected.into()];
                    let seen =
                        |shown| view.seen_at(&expected, SIZE, &eye, shown, &studio.materials)[0];
                    let back = seen(&in_window).expect("ahead");
                    assert!(back.distance(pixel) < 0.5, "{back} for {pixel}");
                    assert_eq!(seen(&shown), None);
                    found += 1;
                }
                assert_eq!(found, 4);
                // Into the sky points nothing.
                let up = Eye {
                    view: Mat4::from_rotation_x(0.6) * eye.view,
                    ..eye
                };
                let above = Vec2::new(100.0, 0.0);
                if up.ray(above, Vec2::new(200.0, 125.0)).1.y > 0.0 {
                    let none = view.place_at(above, SIZE, &up, &shown, &studio.materials);
                    assert_eq!(none, None);
                }
            }
        }
    });
}
