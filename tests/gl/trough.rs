//! Waves that fall below the rest level at a wall bare the wall.

use super::support::{Ground, on_core};
use super::tracer::{SIZE, eye, ray, under, view};
use glam::{Vec2, Vec3};
use waterlab::grid::Grid;
use waterlab::heights::Heights;

#[test]
fn where_water_falls_at_a_wall_tiles_are_bared_and_nothing_from_beyond() {
    on_core(|gl| {
        let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
        studio.tile([0, 255, 0, 255]);
        let fallen = 0.04;
        let mut view = view("ink");
        let eye = eye(Vec3::new(0.6, 0.7, 1.0), Vec3::new(-0.6, 0.0, -0.4));
        let surface = Grid::new(64, 64, -fallen);
        // As how deep it falls is known and as it is not.
        for is_known in [true, false] {
            match is_known {
                true => studio.numbers = Some((surface.clone(), Ground(None))),
                false => {
                    studio.numbers = None;
                    studio.show(&Heights::Metres(&surface));
                }
            }
            let radiance = studio.radiance(&mut view, &eye, SIZE);
            let mut bared = 0;
            for row in 0..SIZE.1 {
                for column in 0..SIZE.0 {
                    // Where the ray meets one of the walls that face the eye.
                    let ray = ray(&eye, Vec2::new(column as f32, row as f32) + 0.5);
                    let ways = (Vec3::new(-1.0, 0.0, -1.0) - eye.position) / ray;
                    let met = eye.position + ray * ways.x.min(ways.z);
                    let is_bared = (-0.9 * fallen..-0.1 * fallen).contains(&met.y);
                    if ray.x < 0.0 && ray.z < 0.0 && is_bared && met.x.max(met.z) < 0.9 {
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
    });
}

#[test]
fn water_that_falls_below_the_floor_is_drawn_on_it() {
    on_core(|gl| {
        let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
        studio.tile([0, 255, 0, 255]);
        let mut view = view("pure");
        studio.depth = 0.05;
        let eye = eye(Vec3::new(0.6, 0.7, 1.0), Vec3::new(-0.6, 0.0, -0.4));
        // A hollow at the far walls that is twice as deep as the pool, and one that just reaches the floor.
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
                    studio.numbers = Some((surface, Ground(None)));
                }
                studio.radiance(&mut view, &eye, SIZE)
            };
            let (below, level) = (drawn(surface(-0.1)), drawn(surface(-0.05)));
            let mut seen = 0;
            for row in 0..SIZE.1 {
                for column in 0..SIZE.0 {
                    // Where the ray would meet one of the far walls, were there no floor.
                    let ray = ray(&eye, Vec2::new(column as f32, row as f32) + 0.5);
                    let ways = (Vec3::new(-1.0, 0.0, -1.0) - eye.position) / ray;
                    let met = eye.position + ray * ways.x.min(ways.z);
                    let is_under_floor = (-0.095..-0.055).contains(&met.y);
                    if ray.x < 0.0 && ray.z < 0.0 && is_under_floor && met.x.max(met.z) < -0.5 {
                        seen += 1;
                        let [found, wanted] = [&below, &level].map(|of| of[(column, row)][1]);
                        assert!(
                            (found - wanted).abs() < 0.2 * wanted,
                            "{column} {row}: {found} for {wanted}"
                        );
                    }
                }
            }
            assert!(seen > 20, "{seen}");
        }
    });
}
