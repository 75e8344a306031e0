//! Walls in the mesh view: position, sunlight, occlusion, shadow, and picking with the pointer.

use super::support::{
    GREY, Picture, Studio, core, counted, default_eye, difference, eye_above, noise, plain, set,
};
use glam::{Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::surface::{HeightField, Surface};
use waterlab::view::{Eye, MeshView, View};

const SIZE: (usize, usize) = (240, 180);
/// The default height in metres above the rest level.
const HEIGHT: f32 = 0.07;

/// A pool of 64 × 64 cells with a block of 16 × 8 cells in its middle: x within ±0.25, z within ±0.125.
fn block() -> Grid<f32> {
    Grid::from_fn(64, 64, |column, row| {
        f32::from(!((24..40).contains(&column) && (28..36).contains(&row)))
    })
}

fn studio(gl: &Gl, walls: Option<&Grid<f32>>) -> Studio {
    let mut studio = Studio::new(gl, &Pyramid::new(plain(GREY)));
    studio.show(&counted(&Grid::new(64, 64, 0)));
    if let Some(walls) = walls {
        studio.walls.upload(walls).expect("uploaded");
    }
    studio
}

fn pixel_of(eye: &Eye, point: Vec3) -> Vec2 {
    let device = eye.view_projection().project_point3(point);
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    Vec2::new(device.x + 1.0, 1.0 - device.y) / 2.0 * size - 0.5
}

/// Brightness of the 3 × 3 pixels around a point, all channels.
fn bright(picture: &Picture, eye: &Eye, point: Vec3) -> f64 {
    let at = pixel_of(eye, point).round();
    let (x, y) = (at.x as usize, at.y as usize);
    let around = (0..9).map(|i| picture[(x + i % 3 - 1, y + i / 3 - 1)]);
    let sum: u32 = around
        .flat_map(|[r, g, b, _]| [r, g, b])
        .map(u32::from)
        .sum();
    f64::from(sum) / 27.0
}

#[test]
fn a_wall_is_visible_exactly_where_it_is() {
    let gl = &*core();
    let walls = block();
    let mut view = MeshView::new();
    // From above, without its shadow on the water around it.
    let eye = eye_above(SIZE);
    let bare = studio(gl, None).draw(&mut view, &eye, SIZE);
    let walled = studio(gl, Some(&walls)).draw(&mut view, &eye, SIZE);
    let far = |x: f32, z: f32| x.abs() > 0.8 && z.abs() < 0.9 || z.abs() > 0.8;
    let (mut inside, mut outside) = (0, 0);
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let pixel = Vec2::new(column as f32, row as f32);
            let (origin, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
            let top = origin + ray * ((HEIGHT - origin.y) / ray.y);
            let apart = difference(
                &Grid::new(1, 1, bare[(column, row)]),
                &Grid::new(1, 1, walled[(column, row)]),
                0,
            );
            if top.x.abs() < 0.23 && top.z.abs() < 0.11 {
                inside += 1;
                assert!(apart.max > 8, "({column}, {row}) on the wall: {apart:?}");
            } else if far(top.x, top.z) {
                outside += 1;
                assert_eq!(apart.max, 0, "({column}, {row}) far from the wall");
            }
        }
    }
    assert!(inside > 300 && outside > 3000, "{inside} {outside}");
}

#[test]
fn the_top_of_a_wall_is_sunlit_and_its_far_side_is_not() {
    let gl = &*core();
    let walls = block();
    let studio = studio(gl, Some(&walls));
    let mut view = MeshView::new();
    // The sun is to the right of the camera and behind it; from behind the pool the dark side is visible.
    let front = default_eye(SIZE);
    let mut back = front;
    let turn = glam::Mat4::from_rotation_y(std::f32::consts::PI);
    back.position = turn.transform_point3(front.position);
    back.view = front.view * turn.inverse();
    let sunny = studio.draw(&mut view, &front, SIZE);
    let shady = studio.draw(&mut view, &back, SIZE);
    let top = Vec3::new(0.0, HEIGHT, 0.0);
    let side = |z: f32| Vec3::new(0.0, 0.6 * HEIGHT, z);
    let (lit, dark) = (
        bright(&sunny, &front, side(0.125)),
        bright(&shady, &back, side(-0.125)),
    );
    let tops = [bright(&sunny, &front, top), bright(&shady, &back, top)];
    assert!((tops[0] - tops[1]).abs() < 6.0, "{tops:?}");
    assert!(tops[0] > dark + 25.0, "top {tops:?}, dark side {dark}");
    assert!(lit > dark + 25.0, "lit side {lit}, dark side {dark}");
}

#[test]
fn a_wall_is_opaque_for_the_floor_and_for_waves() {
    let gl = &*core();
    let walls = block();
    let mut view = MeshView::new();
    let eye = eye_above(SIZE);
    let mut studio = studio(gl, Some(&walls));
    let calm = studio.draw(&mut view, &eye, SIZE);
    // A model may store any heights in solid cells: here water higher than the walls, with waves around them.
    let mut rough = noise(64, 64, 100, 3);
    for (height, open) in rough.cells_mut().iter_mut().zip(walls.cells()) {
        if *open == 0.0 {
            *height = 400;
        }
    }
    studio.show(&counted(&rough));
    let high = studio.draw(&mut view, &eye, SIZE);
    for (x, z) in [(0.0, 0.0), (-0.2, 0.08), (0.2, -0.08)] {
        let at = pixel_of(&eye, Vec3::new(x, HEIGHT, z)).round();
        let at = (at.x as usize, at.y as usize);
        assert_eq!(calm[at], high[at], "({x}, {z})");
    }
    assert!(difference(&calm, &high, 8).beyond > 0.2);
}

#[test]
fn a_wall_shades_the_floor_away_from_the_sun() {
    let gl = &*core();
    let walls = block();
    let mut view = MeshView::new();
    let eye = eye_above(SIZE);
    set(&mut view, "environment_alpha", Value::Real(0.0));
    let bare = studio(gl, None).draw(&mut view, &eye, SIZE);
    let walled = studio(gl, Some(&walls)).draw(&mut view, &eye, SIZE);
    // The refracted sun ray descends toward −x and −z: over half a metre of water by 0.33 and 0.41 of a metre less.
    let sun = Vec3::new(0.449, 0.696, 0.561).normalize();
    let level = Vec2::new(sun.x, sun.z) * 0.75;
    let drift = level / (1.0 - level.length_squared()).sqrt() * 0.5;
    let floor = |x: f32, z: f32| Vec3::new(x, -0.5, z);
    let shade = floor(-0.2 - 0.8 * drift.x, -0.125 - 0.7 * drift.y);
    let (before, after) = (bright(&bare, &eye, shade), bright(&walled, &eye, shade));
    assert!(after < 0.8 * before, "shade: {after} for {before}");
    // As far on the other side, toward the sun, the floor is unchanged.
    let lit = floor(0.3 + drift.x, 0.25 + drift.y);
    let (before, after) = (bright(&bare, &eye, lit), bright(&walled, &eye, lit));
    assert!((after - before).abs() < 2.0, "sun: {after} for {before}");
}

#[test]
fn removing_the_walls_restores_the_picture() {
    let gl = &*core();
    let mut view = MeshView::new();
    let eye = default_eye(SIZE);
    let mut studio = studio(gl, None);
    let before = studio.draw(&mut view, &eye, SIZE);
    studio.walls.upload(&block()).expect("uploaded");
    assert_ne!(before, studio.draw(&mut view, &eye, SIZE));
    studio
        .walls
        .upload(&Grid::new(64, 64, 1.0))
        .expect("uploaded");
    assert_eq!(before, studio.draw(&mut view, &eye, SIZE));
}

#[test]
fn a_pointer_on_a_wall_is_mapped_to_the_base_of_the_wall() {
    let gl = &*core();
    let (view, eye) = (MeshView::new(), default_eye(SIZE));
    let studio = studio(gl, None);
    let (walls, still) = (block(), Grid::new(64, 64, 0.0));
    let place = |point: Vec3, walls| {
        let shown = Surface::from(Heights::Metres(&still)).among(walls);
        view.place_at(&studio.query(SIZE, &eye, &shown), pixel_of(&eye, point))
    };
    let near = |found: Option<(f64, f64)>, x: f32, z: f32| {
        let (u, v) = found.expect("in the pool");
        let error = (u - f64::from(x + 1.0) / 2.0).hypot(v - f64::from(z + 1.0) / 2.0);
        assert!(error < 1e-3, "({u}, {v}) for ({x}, {z})");
    };
    for (x, z) in [(0.0, 0.0), (-0.24, 0.11), (0.2, -0.11)] {
        let top = Vec3::new(x, HEIGHT, z);
        near(place(top, Some(&walls)), x, z);
        // Without the wall the pointer hits the water behind it.
        let (_, v) = place(top, None).expect("water");
        assert!(v < f64::from(z + 1.0) / 2.0 - 0.01);
    }
    // The inverse maps a place to the wall on it, or else to the water.
    let shown = Surface::from(Heights::Metres(&still)).among(Some(&walls));
    let places = [(0.44, 0.53), (0.75, 0.5), (1.01, 0.5)];
    let seen = view.seen_at(&studio.query(SIZE, &eye, &shown), &places);
    for (seen, point) in [(seen[0], [-0.12, HEIGHT, 0.06]), (seen[1], [0.5, 0.0, 0.0])] {
        let expected = pixel_of(&eye, point.into());
        assert!(seen.expect("ahead").distance(expected) < 0.01);
    }
    assert_eq!(seen[2], None, "beyond the pool");
    // The side toward the eye.
    let side = Vec3::new(0.1, 0.5 * HEIGHT, 0.125);
    near(place(side, Some(&walls)), 0.1, 0.125);
    // Water in front of it and beside it.
    for (x, z) in [(0.0, 0.2), (0.5, 0.0), (-0.7, -0.7)] {
        near(place(Vec3::new(x, 0.0, z), Some(&walls)), x, z);
    }
}

#[test]
fn water_and_walls_have_the_aspect_of_the_cells_for_any_number_of_heights() {
    let gl = &*core();
    let mut view = MeshView::new();
    let eye = default_eye(SIZE);
    // 240 × 150 cells: x within ±1, z within ±0.625; a block at x within ±0.25, z from 0.25 to 0.5.
    let cells = (240, 150);
    let walls = Grid::from_fn(240, 150, |column, row| {
        f32::from(!((90..150).contains(&column) && (105..135).contains(&row)))
    });
    let (every, few) = (Grid::new(240, 150, 0.0), Grid::new(15, 10, 0.0));
    let mut studio = studio(gl, Some(&walls));
    studio.cells = Some(cells);
    let mut drawn = |still| {
        studio.show(&Heights::Metres(still));
        studio.draw(&mut view, &eye, SIZE)
    };
    let apart = difference(&drawn(&every), &drawn(&few), 8);
    assert!(apart.beyond < 0.01, "{apart:?}");

    let place = |point: Vec3, walls| {
        let field = HeightField::still(Heights::Metres(&few)).over(cells);
        let shown = Surface::from(field).among(walls);
        view.place_at(&studio.query(SIZE, &eye, &shown), pixel_of(&eye, point))
    };
    for (x, y, z, walls) in [
        (0.9, 0.0, 0.6, None),
        (0.9, 0.0, 0.6, Some(&walls)),
        (-0.7, 0.0, -0.6, Some(&walls)),
        (0.1, HEIGHT, 0.45, Some(&walls)),
        (0.1, 0.5 * HEIGHT, 0.5, Some(&walls)),
    ] {
        let (u, v) = place(Vec3::new(x, y, z), walls).expect("in the pool");
        let expected = (f64::from(x + 1.0) / 2.0, f64::from(z + 0.625) / 1.25);
        let error = (u - expected.0).hypot(v - expected.1);
        assert!(error < 1e-3, "({u}, {v}) for ({x}, {z})");
    }
    assert_eq!(
        place(Vec3::new(0.0, 0.0, 0.64), None),
        None,
        "beyond the rim"
    );
}
