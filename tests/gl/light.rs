//! The light that waves gather on the floor of the pool, seen on a floor of one colour.

use super::support::{GREY, Picture, Studio, eye_above, on_both, set};
use glam::{Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::view::{Eye, MeshView};

const SIZE: (usize, usize) = (200, 200);
const DEPTH: f32 = 0.5;

/// Brightness of the floor with the waves' light over that with even light, for every pixel of floor well away from the
/// walls: (x, z) on the floor, light added in steps of 1/255, summed over the channels.
fn added_light(gl: &Gl, surface: &Grid<f32>) -> Vec<(Vec2, f64)> {
    let mut studio = Studio::new(gl, &Pyramid::new(super::support::plain(GREY)));
    let mut view = MeshView::new(gl).expect("a view");
    studio.show(&Heights::Metres(surface));
    let eye = eye_above(SIZE);
    set(&mut view, "background_alpha", Value::Real(0.0));
    set(&mut view, "depth", Value::Real(f64::from(DEPTH)));
    let mut drawn = |focusing| {
        set(&mut view, "focusing", Value::Real(focusing));
        studio.draw(&mut view, &eye, SIZE)
    };
    let (even, gathered) = (drawn(0.0), drawn(1.0));
    let sum = |picture: &Picture, pixel| -> f64 {
        picture[pixel].iter().take(3).map(|&c| f64::from(c)).sum()
    };
    let mut added = Vec::new();
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let place = floor_at(&eye, column, row);
            if place.abs().max_element() < 0.6 {
                let pixel = (column, row);
                added.push((place, sum(&gathered, pixel) - sum(&even, pixel)));
            }
        }
    }
    assert!(added.len() > 5000);
    added
}

/// Where the straight ray through a pixel meets the floor: (x, z).
fn floor_at(eye: &Eye, column: usize, row: usize) -> Vec2 {
    let pixel = Vec2::new(column as f32, row as f32);
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let (origin, direction) = eye.ray(pixel, size);
    let met = origin + direction * ((-DEPTH - origin.y) / direction.y);
    Vec2::new(met.x, met.z)
}

/// A bump, 30 cm wide and 2 cm high or deep, over the middle of the pool.
fn bump(height: f32) -> Grid<f32> {
    let place = |index: usize| (index as f32 + 0.5) / 64.0 - 1.0;
    Grid::from_fn(128, 128, |column, row| {
        let square = place(column).powi(2) + place(row).powi(2);
        height * (-square / (2.0 * 0.15 * 0.15)).exp()
    })
}

/// Where the middle of the pool's surface throws its light: down the sun's refracted ray.
fn lit_place() -> Vec2 {
    let sun = Vec3::new(0.449, 0.696, 0.561).normalize();
    let refracted = Vec2::new(sun.x, sun.z) / 1.333;
    let down = (1.0 - refracted.length_squared()).sqrt();
    -refracted * (DEPTH / down)
}

fn mean(added: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = added.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    assert!(count > 20);
    sum / f64::from(count)
}

#[test]
fn a_crest_gathers_light_where_its_refracted_rays_fall() {
    on_both(|gl| {
        let added = added_light(gl, &bump(0.02));
        let near = |from: f32, to: f32| {
            let within = from..to;
            mean(
                added
                    .iter()
                    .filter(|(place, _)| within.contains(&place.distance(lit_place())))
                    .map(|&(_, added)| added),
            )
        };
        let (under, around, far) = (near(0.0, 0.08), near(0.25, 0.35), near(0.55, 0.7));
        assert!(under > 30.0, "under the crest {under}");
        assert!(around < -4.0, "around it {around}");
        assert!(far.abs() < 1.0, "far off {far}");
    });
}

#[test]
fn a_trough_spreads_light() {
    on_both(|gl| {
        let added = added_light(gl, &bump(-0.02));
        let close = added
            .iter()
            .filter(|(place, _)| place.distance(lit_place()) < 0.08);
        let under = mean(close.map(|&(_, added)| added));
        assert!(under < -15.0, "{under}");
    });
}

#[test]
fn light_is_moved_and_hardly_made() {
    on_both(|gl| {
        for height in [0.005, -0.005, 0.01] {
            let added = added_light(gl, &bump(height));
            let mean = mean(added.iter().map(|&(_, added)| added));
            let moved = added
                .iter()
                .map(|&(_, added)| added.abs())
                .fold(0.0, f64::max);
            assert!(
                mean.abs() < 1.0 && moved > 6.0,
                "{height}: {mean} of {moved}"
            );
        }
    });
}
