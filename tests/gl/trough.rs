//! Troughs at a wall expose its tiles.

use super::support::{Ground, core};
use super::tracer::{SIZE, eye, ray, under, view};
use glam::{Vec2, Vec3};
use waterlab::grid::Grid;
use waterlab::heights::Heights;

#[test]
fn a_trough_at_a_wall_exposes_tiles_and_no_background() {
    let gl = &*core();
    let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
    studio.tile([0, 255, 0, 255]);
    let fallen = 0.04;
    let mut view = view("ink");
    let eye = eye(Vec3::new(0.6, 0.7, 1.0), Vec3::new(-0.6, 0.0, -0.4));
    let surface = Grid::new(64, 64, -fallen);
    // With a known and with an unknown depth of the trough.
    for is_known in [true, false] {
        match is_known {
            true => studio.numbers = Some((surface.clone(), Ground::default())),
            false => {
                studio.numbers = None;
                studio.show(&Heights::Metres(&surface));
            }
        }
        let radiance = studio.radiance(&mut view, &eye, SIZE);
        let mut bared = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                // Where the ray hits one of the walls that face the eye.
                let ray = ray(&eye, Vec2::new(column as f32, row as f32) + 0.5);
                let distances = (Vec3::new(-1.0, 0.0, -1.0) - eye.position) / ray;
                let hit = eye.position + ray * distances.x.min(distances.z);
                let is_bared = (-0.9 * fallen..-0.1 * fallen).contains(&hit.y);
                if ray.x < 0.0 && ray.z < 0.0 && is_bared && hit.x.max(hit.z) < 0.9 {
                    bared += 1;
                    let [red, green, ..] = radiance[(column, row)];
                    assert!(
                        green > 0.05 && red < 0.1 * green,
                        "{column} {row}: {red} {green}"
                    );
                }
            }
        }
        assert!(bared > 100, "{bared}");
    }
}

#[test]
fn water_below_the_floor_is_drawn_on_the_floor() {
    let gl = &*core();
    let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
    studio.tile([0, 255, 0, 255]);
    let mut view = view("pure");
    studio.depth = 0.05;
    let eye = eye(Vec3::new(0.6, 0.7, 1.0), Vec3::new(-0.6, 0.0, -0.4));
    // A trough at the far walls that is twice as deep as the pool, and one that just reaches the floor.
    let surface = |low| {
        Grid::from_fn(64, 64, |column, row| match column < 24 && row < 24 {
            true => low,
            false => 0.0,
        })
    };
    for is_known in [true, false] {
        let mut drawn = |surface: Grid<f32>| {
            studio.numbers = None;
            studio.show(&Heights::Metres(&surface));
            if is_known {
                studio.numbers = Some((surface, Ground::default()));
            }
            studio.radiance(&mut view, &eye, SIZE)
        };
        let (below, level) = (drawn(surface(-0.1)), drawn(surface(-0.05)));
        let mut seen = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                // Where the ray would hit one of the far walls without a floor.
                let ray = ray(&eye, Vec2::new(column as f32, row as f32) + 0.5);
                let distances = (Vec3::new(-1.0, 0.0, -1.0) - eye.position) / ray;
                let hit = eye.position + ray * distances.x.min(distances.z);
                let is_under_floor = (-0.095..-0.055).contains(&hit.y);
                if ray.x < 0.0 && ray.z < 0.0 && is_under_floor && hit.x.max(hit.z) < -0.5 {
                    seen += 1;
                    let [found, expected] = [&below, &level].map(|of| of[(column, row)][1]);
                    assert!(
                        (found - expected).abs() < 0.2 * expected,
                        "{column} {row}: {found} for {expected}"
                    );
                }
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
