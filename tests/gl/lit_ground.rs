//! The lit pool over an uneven bottom: irradiance and refracted position of the bottom, against geometry.

use super::support::{Ground, Studio, core, eye_above, lit_choice, lit_in_the_open, plain, set};
use glam::{Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::{FRESH_WATER_INDEX, Pyramid, SunPosition, reflectance, transmittance};
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{CausticMaps, LitView, Materials, Pictures};

const SIZE: (usize, usize) = (160, 120);
/// Depth in world metres of a pool 2 m long.
const DEPTH: f32 = 0.6;
const RIM: f32 = 0.05;
const INDEX: f64 = FRESH_WATER_INDEX[1];

fn waves() -> Grid<f32> {
    Grid::from_fn(64, 64, |column, row| {
        let (x, z) = (column as f32 / 64.0, row as f32 / 64.0);
        0.008 * (9.0 * x + 4.0 * z).sin() + 0.006 * (13.0 * z - 7.0 * x).cos()
    })
}

fn view() -> LitView {
    let mut view = lit_in_the_open();
    set(&mut view, "caustics", Value::Integer(256));
    view
}

/// A studio with this surface over a bottom at these fractions of the depth.
fn studio(gl: &Gl, surface: Grid<f32>, mut parts: Grid<f32>, depth: f32, sun: Vec3) -> Studio {
    let mut studio = Studio::in_sun(gl, sun);
    studio.depth = depth.into();
    for part in parts.cells_mut() {
        *part *= depth;
    }
    studio.numbers = Some((
        surface,
        Ground {
            depth: Some(parts),
            ..Ground::default()
        },
    ));
    studio
}

fn maps(
    gl: &Gl,
    surface: Grid<f32>,
    parts: Grid<f32>,
    (depth, sun): (f32, Vec3),
    by_driver: bool,
) -> CausticMaps {
    let mut view = view();
    if by_driver {
        view.leave_caustics_to_driver();
    }
    studio(gl, surface, parts, depth, sun).draw(&mut view, &eye_above(SIZE), SIZE);
    view.caustics().expect("a pool was drawn")
}

fn sun(elevation: f64, azimuth: f64) -> Vec3 {
    SunPosition { elevation, azimuth }.direction()
}

#[test]
fn light_on_a_shelf_equals_that_on_a_floor_of_its_depth() {
    let gl = &*core();
    let sun = sun(60.0, 200.0);
    // Half the depth everywhere except in one corner.
    let shelf = Grid::from_fn(64, 64, |column, row| match column + row < 4 {
        true => 1.0,
        false => 0.5,
    });
    let level = Grid::new(64, 64, 1.0);
    let on_shelf = maps(gl, waves(), shelf, (DEPTH, sun), true).floor;
    let on_floor = maps(gl, waves(), level, (0.5 * DEPTH, sun), true).floor;
    let side = |map: &Grid<[f32; 3]>| map.columns();
    // Means over a 32nd of the floor, since a shallower floor may have maps of another size.
    let mean = |map: &Grid<[f32; 3]>, column: usize, row: usize| {
        let cell = side(map) / 32;
        let texels =
            (0..cell * cell).map(|i| map[(column * cell + i % cell, row * cell + i / cell)][1]);
        texels.sum::<f32>() / (cell * cell) as f32
    };
    let (mut max, mut lines) = (0.0_f32, 0.0_f32);
    for row in 8..30 {
        for column in 8..30 {
            let [one, other] = [&on_shelf, &on_floor].map(|map| mean(map, column, row));
            max = max.max((one - other).abs());
            lines = lines.max((other - 0.97).abs());
        }
    }
    assert!(lines > 0.2, "there are caustics: {lines}");
    assert!(max < 0.05, "{max}");
}

#[test]
fn light_is_conserved_on_a_sloped_bottom() {
    let gl = &*core();
    let slope = Grid::from_fn(64, 64, |column, row| {
        0.4 + 0.6 * (column + 2 * row) as f32 / 189.0
    });
    // As triangles, and as parts of cells.
    for (elevation, azimuth, by_driver) in [
        (80.0, 20.0, false),
        (80.0, 20.0, true),
        (65.0, 250.0, false),
        (65.0, 250.0, true),
    ] {
        let sun = sun(elevation, azimuth);
        let still = Grid::new(64, 64, 0.0);
        let maps = maps(gl, still, slope.clone(), (DEPTH, sun), by_driver);
        // The light on the central quarter of the floor: the surface is level, so all of it is transmitted with T.
        let side = maps.floor.columns();
        let through = transmittance(f64::from(sun.y), INDEX) as f32;
        let inner = (side / 4..side * 3 / 4)
            .flat_map(|row| maps.floor.row(row)[side / 4..side * 3 / 4].iter());
        let count = (side / 2).pow(2) as f32;
        let mean = inner.map(|light| light[1]).sum::<f32>() / count;
        // All rays are parallel: a floor that rises toward them receives more of them per horizontal metre.
        let level = Vec2::new(sun.x, sun.z) / INDEX as f32;
        let drift = -level / (1.0 - level.length_squared()).sqrt();
        let steepness = 0.6 * DEPTH / 189.0 * 32.0;
        let rise = Vec2::new(-1.0, -2.0) * steepness;
        let gathered = 1.0 + drift.dot(rise);
        let expected = through * gathered;
        assert!(
            (mean / expected - 1.0).abs() < 0.01,
            "{elevation}°: {mean}, {expected}"
        );
    }
}

#[test]
fn a_beach_facing_away_from_the_sun_is_lit_up_to_the_waterline() {
    let gl = &*core();
    // Dry from x = −0.6 on; the sun shines from +x.
    let part = |column: usize| {
        let x = (column as f32 + 0.5) / 32.0 - 1.0;
        ((x + 0.6) / 1.6).max(0.0)
    };
    let beach = Grid::from_fn(64, 64, |column, _| part(column));
    let open = Grid::from_fn(64, 64, |column, _| f32::from(u8::from(part(column) > 0.0)));
    let mut studio = studio(gl, Grid::new(64, 64, 0.0), beach, DEPTH, sun(60.0, 90.0));
    studio.walls.upload(&open).expect("land");
    let mut view = view();
    set(&mut view, "wall_height", Value::Real(0.01));
    studio.draw(&mut view, &eye_above(SIZE), SIZE);
    let floor = view.caustics().expect("a pool was drawn").floor;
    let through = transmittance(f64::from(sun(60.0, 90.0).y), INDEX) as f32;
    let columns = floor.columns();
    for x in [-0.5, -0.4, -0.2, 0.2] {
        let column = ((x + 1.0) * 0.5 * columns as f32) as usize;
        let light = floor[(column, floor.rows() / 2)][1];
        assert!(light > 0.98 * through, "at {x}: {light} of {through}");
    }
}

#[test]
fn a_bottom_is_visible_where_refracted_rays_hit_it() {
    let gl = &*core();
    // Dark and bright stripes along x, half a metre each; no light but the sky's.
    let stripes = Grid::from_fn(64, 1, |column, _| match column < 32 {
        true => [0, 0, 0, 255],
        false => [255; 4],
    });
    let parts = |x: f32| 0.65 + 0.3 * x;
    let bottom = Grid::from_fn(64, 64, |column, _| {
        parts((column as f32 + 0.5) / 32.0 - 1.0) / parts(63.5 / 32.0 - 1.0)
    });
    let deepest = DEPTH * parts(63.5 / 32.0 - 1.0);
    let mut studio = studio(
        gl,
        Grid::new(64, 64, 0.0),
        bottom,
        deepest,
        sun(70.0, 180.0),
    );
    let grey = plain([128, 128, 128, 255]);
    let pictures = Pictures {
        picture: &Pyramid::new(grey.clone()),
        tiles: &stripes,
        sky: &grey,
        deck: &grey,
        panorama: &grey,
    };
    studio.materials = Materials::new(gl, pictures).expect("textures");
    let mut view = view();
    let aspect = SIZE.0 as f32 / SIZE.1 as f32;
    let eye = FlyCamera::new(Vec3::new(-0.2, 1.5, 1.3), Vec3::ZERO, 45.0).eye(aspect);
    let radiance = studio.radiance(&mut view, &eye, SIZE);
    let unproject = eye.view_projection().inverse();
    let is_bright = |place: Vec2| {
        let clip = place / Vec2::new(SIZE.0 as f32, SIZE.1 as f32) * Vec2::new(2.0, -2.0)
            + Vec2::new(-1.0, 1.0);
        let ray = (unproject.project_point3(clip.extend(0.9)) - eye.position).normalize();
        let at = |height: f32| eye.position + ray * ((height - eye.position.y) / ray.y);
        let inside = |point: Vec3| point.x.abs() < 0.99 && point.z.abs() < 0.99;
        if !inside(at(RIM)) || !inside(at(0.0)) {
            return None;
        }
        let level = Vec3::new(ray.x, 0.0, ray.z) / INDEX as f32;
        let down = level - Vec3::Y * (1.0 - level.length_squared()).sqrt();
        // y = −DEPTH·(0.65 + 0.3 x) along the ray.
        let from = at(0.0);
        let distance = DEPTH * (0.65 + 0.3 * from.x) / (-down.y - DEPTH * 0.3 * down.x);
        let hit = from + distance * down;
        (hit.x.abs() < 0.95 && hit.z.abs() < 0.95).then(|| hit.x.rem_euclid(1.0) > 0.5)
    };
    let around = [[-1.0, -1.0], [2.0, -1.0], [-1.0, 2.0], [2.0, 2.0]];
    let mut counts = [0, 0];
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let corner = Vec2::new(column as f32, row as f32);
            let expected = is_bright(corner + 0.5);
            let is_sure = |offset: &[f32; 2]| is_bright(corner + Vec2::from(*offset)) == expected;
            let Some(expected) = expected.filter(|_| around.iter().all(is_sure)) else {
                continue;
            };
            counts[usize::from(expected)] += 1;
            let [_, green, ..] = radiance[(column, row)];
            assert_eq!(green > 0.1, expected, "{column} {row}: {green}");
        }
    }
    assert!(counts.iter().all(|&count| count > 800), "{counts:?}");
}

/// A studio with mirror-like water, level but for waves of this height, around dry ground of this height in metres, in this sun.
fn dry(gl: &Gl, waves: f32, height: impl Fn(f32, f32) -> f32, sun: Vec3) -> Studio {
    const CELLS: usize = 256;
    let grid = |of: &dyn Fn(f32, f32) -> f32| {
        let place = |cell: usize| (cell as f32 + 0.5) / (CELLS / 2) as f32 - 1.0;
        Grid::from_fn(CELLS, CELLS, |column, row| of(place(column), place(row)))
    };
    let mut studio = Studio::in_sun(gl, sun);
    studio.depth = DEPTH.into();
    // Just below the ground where it is dry.
    let surface = grid(&|x, z| {
        let wave = waves * ((11.0 * x + 4.0 * z).sin() + (17.0 * z).cos());
        if height(x, z) > wave {
            height(x, z) - 0.002
        } else {
            wave
        }
    });
    let ground = Ground {
        depth: Some(grid(&|x, z| -height(x, z))),
        cover: Some(Grid::new(CELLS, CELLS, [0.0; 4])),
        manning: 0.0,
    };
    studio.numbers = Some((surface, ground));
    studio
}

/// The radiance of dry ground of this height and roughness, seen from this eye, where it lies within `reach` metres of the middle.
fn radiance_of_ground(
    gl: &Gl,
    (height, manning): (impl Fn(f32, f32) -> f32, f32),
    eye: &waterlab::view::Eye,
    reach: f32,
) -> Vec<[f32; 3]> {
    let middle = height(0.0, 0.0);
    let mut studio = dry(gl, 0.0, height, sun(50.0, 150.0));
    if let Some((_, ground)) = &mut studio.numbers {
        ground.manning = manning;
    }
    let radiance = studio.radiance(&mut mirror(), eye, SIZE);
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let mut seen = Vec::new();
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let (from, ray) = eye.ray(Vec2::new(column as f32, row as f32), size);
            let place = from + ray * ((middle - from.y) / ray.y);
            if ray.y < 0.0 && place.x.abs().max(place.z.abs()) < reach {
                let [red, green, blue, _] = radiance[(column, row)];
                seen.push([red, green, blue]);
            }
        }
    }
    assert!(seen.len() > 60, "{}", seen.len());
    seen
}

/// Mean of each channel, and the standard deviation of green relative to its mean.
fn mean_and_contrast(seen: &[[f32; 3]]) -> ([f32; 3], f32) {
    let count = seen.len() as f32;
    let mean = [0, 1, 2].map(|channel| seen.iter().map(|of| of[channel]).sum::<f32>() / count);
    let square = seen.iter().map(|of| (of[1] - mean[1]).powi(2)).sum::<f32>() / count;
    (mean, square.sqrt() / mean[1])
}

fn straight_down(height: f32) -> waterlab::view::Eye {
    eye_at(Vec3::new(0.0, height, 0.01 * height), Vec3::ZERO)
}

#[test]
fn rough_ground_is_gravel_of_the_same_mean_from_near_and_from_afar() {
    let gl = &*core();
    let level = |_: f32, _: f32| 0.003;
    let seen = |manning, height| {
        let ground = radiance_of_ground(gl, (level, manning), &straight_down(height), 0.35);
        mean_and_contrast(&ground)
    };
    let (smooth, sand) = seen(0.0, 0.8);
    assert_eq!(seen(0.02, 0.8), (smooth, sand));
    // Pixels of 5.5 mm show pebbles of 34 and 100 mm, those of 41 mm do not.
    let (near, pebbles) = seen(0.03, 0.8);
    let (far, even) = seen(0.03, 6.0);
    assert!(
        pebbles > 2.0 * sand && pebbles > 3.0 * even,
        "{pebbles} {sand} {even}"
    );
    for (near, far) in near.into_iter().zip(far) {
        assert!((near / far - 1.0).abs() < 0.08, "{near} {far}");
    }
}

#[test]
fn pebbles_are_brighter_on_the_side_toward_the_sun() {
    let gl = &*core();
    let eye = straight_down(0.6);
    let [east, west] = [90.0, 270.0].map(|azimuth| {
        let mut studio = dry(gl, 0.0, |_, _| 0.003, sun(30.0, azimuth));
        if let Some((_, ground)) = &mut studio.numbers {
            ground.manning = 0.03;
        }
        studio.radiance(&mut mirror(), &eye, SIZE)
    });
    // Gaps are dark in any light, so that the sum of both pictures rises with the height, and their difference with the slope toward −x.
    let (mut both, mut squares) = (0.0_f64, [0.0_f64; 2]);
    for row in 30..90 {
        for column in 40..120 {
            let sum = |column| east[(column, row)][1] + west[(column, row)][1];
            let rise = f64::from(sum(column + 1) - sum(column - 1));
            let lit = f64::from(east[(column, row)][1] - west[(column, row)][1]);
            both -= rise * lit;
            squares = [squares[0] + rise * rise, squares[1] + lit * lit];
        }
    }
    let correlation = both / (squares[0] * squares[1]).sqrt();
    assert!(correlation > 0.3, "{correlation}");
}

/// How much more green than red there is.
fn greenness(gl: &Gl, height: impl Fn(f32, f32) -> f32) -> f32 {
    // Where a boulder is too level for the rock of steep ground.
    let ground = radiance_of_ground(gl, (height, 0.0), &straight_down(0.5), 0.018);
    let ([red, green, _], _) = mean_and_contrast(&ground);
    green / red
}

#[test]
fn grass_grows_on_level_ground_but_not_on_a_boulder() {
    let gl = &*core();
    let level = greenness(gl, |_, _| 0.08);
    let boulder = greenness(gl, |x, z| {
        0.08 * (1.0 - (x * x + z * z) / 0.003).max(0.0).sqrt()
    });
    assert!(level > 1.1 && boulder < 1.0, "{level} {boulder}");
}

#[test]
fn blades_of_grass_are_as_bright_together_from_any_distance() {
    let gl = &*core();
    // Seen from 12° to straight down, in pixels of 2 to 31 mm, of which the last ones show no blades. From 3 m on the layer shows them alone.
    for elevation in [12.0_f32, 20.0, 35.0, 60.0, 89.0] {
        let distances = [
            (0.3, 45.0),
            (1.2, 45.0),
            (2.0, 45.0),
            (3.4, 12.0),
            (3.4, 24.0),
            (4.5, 45.0),
        ];
        let seen = distances.map(|(distance, fov)| {
            let (up, back) = elevation.to_radians().sin_cos();
            let at = Vec3::new(0.0, 0.1, 0.0);
            let from = at + distance * Vec3::new(0.0, up, back);
            let eye = FlyCamera::new(from, at, fov).eye(SIZE.0 as f32 / SIZE.1 as f32);
            let reach = 0.08 * distance.max(1.2) / up.max(0.4);
            let ground = radiance_of_ground(gl, (|_: f32, _: f32| 0.1, 0.0), &eye, reach);
            let ([_, green, _], contrast) = mean_and_contrast(&ground);
            (green, contrast)
        });
        let (dark, bright) = seen
            .iter()
            .fold((f32::INFINITY, 0.0_f32), |(low, high), &(mean, _)| {
                (low.min(mean), high.max(mean))
            });
        assert!(bright / dark < 1.2, "{elevation}: {seen:?}");
        assert!(
            seen[0].1 > 0.2 && seen[3].1 > 0.1 && seen[5].1 < 0.1,
            "{elevation}: {seen:?}"
        );
    }
}

/// A view of water that returns no light.
fn mirror() -> LitView {
    let mut view = view();
    set(&mut view, "water", lit_choice("water", "ink"));
    view
}

fn eye_at(from: Vec3, to: Vec3) -> waterlab::view::Eye {
    FlyCamera::new(from, to, 45.0).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

/// The pixel that shows this point, if any.
fn pixel_of(eye: &waterlab::view::Eye, point: Vec3) -> Option<(usize, usize)> {
    let clip = eye.view_projection().project_point3(point);
    let place = Vec2::new(0.5 + 0.5 * clip.x, 0.5 - 0.5 * clip.y);
    let inside = place.min_element() >= 0.0 && place.max_element() < 1.0;
    let pixel = place * Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    inside.then_some((pixel.x as usize, pixel.y as usize))
}

#[test]
fn calm_water_mirrors_land_by_its_reflectance() {
    let gl = &*core();
    // Rock, and grass, of which the mirrored part shows no blades.
    check_mirrored_hill(gl, (1.2, false), 0.04);
    check_mirrored_hill(gl, (0.4, true), 0.1);
}

/// A hill of this slope rises out of the water on the far side.
fn check_mirrored_hill(gl: &Gl, (slope, is_grass): (f32, bool), tolerance: f32) {
    let hill = |_: f32, z: f32| (slope * (-0.2 - z)).clamp(-DEPTH, 0.2);
    let studio = dry(gl, 0.0, hill, sun(50.0, 180.0));
    let eye = FlyCamera::new(Vec3::new(0.0, 0.8, 3.6), Vec3::new(0.0, 0.05, -0.2), 20.0);
    let eye = eye.eye(SIZE.0 as f32 / SIZE.1 as f32);
    let radiance = studio.radiance(&mut mirror(), &eye, SIZE);
    let (mut seen, mut expected, mut count) = (0.0, 0.0, 0);
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
            let (from, ray) = eye.ray(Vec2::new(column as f32, row as f32), size);
            let water = from - ray * (from.y / ray.y);
            if ray.y >= 0.0 || water.x.abs() > 0.5 || !(-0.15..0.6).contains(&water.z) {
                continue;
            }
            // The mirrored ray is y = s·up.y, z = water.z + s·up.z; the hill is y = slope·(−0.2 − z).
            let up = Vec3::new(ray.x, -ray.y, ray.z);
            let path = slope * (-0.2 - water.z) / (up.y + slope * up.z);
            let land = water + path * up;
            // Well away from shore and top.
            if path <= 0.0 || !(0.02..0.18).contains(&land.y) {
                continue;
            }
            let Some(direct) = pixel_of(&eye, land) else {
                continue;
            };
            seen += radiance[(column, row)][1];
            // Blades of grass, of which the eye sees those on the hill from farther above than the water does, are darker from above.
            let normal = Vec3::new(0.0, 1.0, slope).normalize();
            let to_land = (land - eye.position).normalize();
            let shade = |ray: Vec3| 1.12 + 0.43 * ray.dot(normal);
            let shades = if is_grass {
                shade(up) / shade(to_land)
            } else {
                1.0
            };
            let mirrored = reflectance(f64::from(up.y), INDEX) as f32;
            expected += mirrored * shades * radiance[direct][1];
            count += 1;
        }
    }
    assert!(count > 300, "{count}");
    let off = (seen / expected - 1.0).abs();
    assert!(off < tolerance, "{slope}: {seen} {expected}");
}

#[test]
fn no_sun_glitters_in_the_shadow_of_land() {
    let gl = &*core();
    // The sun stands behind a dam that is 0.3 m high from z = −0.35 on: its shadow reaches to z = 0.29. The eye mirrors it in the water.
    let toward_sun = sun(25.0, 0.0);
    let dam = |_: f32, z: f32| (2.0 * (-0.2 - z)).clamp(-DEPTH, 0.3);
    let eye = eye_at(Vec3::new(0.0, 0.5, 1.15), Vec3::new(0.0, 0.0, 0.1));
    let brightest = |height: fn(f32, f32) -> f32| {
        let radiance = dry(gl, 0.012, height, toward_sun).radiance(&mut mirror(), &eye, SIZE);
        let mut brightest = 0.0_f32;
        for step in 0..4000 {
            let x = (step % 80) as f32 / 40.0 - 1.0;
            let point = Vec3::new(0.8 * x, 0.0, 0.2 * (step / 80) as f32 / 50.0);
            if let Some(pixel) = pixel_of(&eye, point) {
                brightest = brightest.max(radiance[pixel][1]);
            }
        }
        brightest
    };
    let (open, shaded) = (brightest(|_, _| -DEPTH), brightest(dam));
    assert!(open > 5.0 * shaded, "{open} {shaded}");
}
