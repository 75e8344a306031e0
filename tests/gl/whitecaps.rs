//! Whitecaps of the lit sea: the share of foam in a picture, near and far, against rays through the exact surface.

use super::lit_sea::{even, eye};
use super::made_sea::{Made, Sea};
use super::support::{Studio, core, kind_of_water, set};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::view::{Eye, LitView};

const SIZE: (usize, usize) = (128, 72);
/// Length of the patch and of its waves, metres, and cells along a side.
const PATCH: f32 = 160.0;
const WAVE: f32 = 40.0;
const CELLS: usize = 256;
const AMPLITUDE: f32 = 1.2;

/// The phase of the wave at x.
fn phase(x: f32) -> f32 {
    TAU * (x + 0.5 * PATCH - 0.5 * PATCH / CELLS as f32) / WAVE
}

/// Foam on the crests.
fn coverage(x: f32) -> f32 {
    0.7 * (0.5 + 0.5 * phase(x).cos()).powi(6)
}

fn sea(foam: impl Fn(f32) -> f32) -> Sea {
    let waves = f64::from(PATCH / WAVE);
    Sea {
        made: vec![Made::new(
            (CELLS, CELLS),
            [PATCH.into(); 2],
            &[(AMPLITUDE.into(), waves, 0.0, 0.0)],
        )],
        foam: Grid::from_fn(CELLS, CELLS, |column, _| {
            foam((column as f32 + 0.5) * PATCH / CELLS as f32 - 0.5 * PATCH)
        }),
        choppiness: 0.0,
    }
}

/// Where a ray first meets the surface.
fn hit(from: Vec3, ray: Vec3) -> Vec3 {
    let above = |path: f32| {
        let point = from + path * ray;
        point.y - AMPLITUDE * phase(point.x).cos()
    };
    let mut path = ((from.y - 1.01 * AMPLITUDE) / -ray.y).max(0.0);
    let step = 0.2;
    while above(path + step) > 0.0 {
        path += step;
    }
    let (mut before, mut after) = (path, path + step);
    for _ in 0..12 {
        let between = 0.5 * (before + after);
        if above(between) > 0.0 {
            before = between;
        } else {
            after = between;
        }
    }
    from + after * ray
}

/// The shares of foam in the pixels of a picture: how far they are from the radiance without foam toward that of foam everywhere.
fn shares(gl: &Gl, eye: &Eye) -> Grid<f32> {
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let mut view = LitView::new();
    set(&mut view, "water", kind_of_water("ink"));
    set(&mut view, "detail", Value::Integer(2048));
    let mut drawn = |foam: &dyn Fn(f32) -> f32| {
        let cascades = sea(foam).uploaded(gl);
        studio.radiance_of_sea(&mut view, eye, SIZE, &cascades)
    };
    let (bare, some, all) = (drawn(&|_| 0.0), drawn(&coverage), drawn(&|_| 1.0));
    Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
        let [bare, some, all] = [&bare, &some, &all].map(|drawn| drawn[(column, row)][1]);
        (some - bare) / (all - bare)
    })
}

#[test]
fn the_share_of_foam_is_its_visible_coverage_from_2_to_100_metres() {
    let gl = &*core();
    for (height, heading) in [(2.0, 0.0_f32), (12.0, 0.0), (12.0, 0.8), (100.0, 0.4)] {
        let from = Vec3::new(7.0, height, 3.0);
        let toward = Vec3::new(heading.cos(), -0.25, heading.sin());
        let eye = eye(from, from + toward, 30.0, SIZE);
        let shares = shares(gl, &eye);
        let (mut seen, mut expected, mut count) = (0.0, 0.0, 0);
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
                let rays = (0..16).map(|index| {
                    let part = Vec2::new((index % 4) as f32, (index / 4) as f32) / 4.0 - 0.375;
                    let pixel = Vec2::new(column as f32, row as f32) + part;
                    eye.ray(pixel, size).1
                });
                // Far from the horizon, where haze covers the sea.
                if rays.clone().any(|ray| ray.y > -0.02) {
                    continue;
                }
                seen += shares[(column, row)];
                expected += rays.map(|ray| coverage(hit(from, ray).x)).sum::<f32>() / 16.0;
                count += 1;
            }
        }
        assert!(count > 4000, "{count}");
        assert!(
            (seen / expected - 1.0).abs() < 0.15,
            "{height} m: {} for {}",
            seen / count as f32,
            expected / count as f32
        );
    }
}

#[test]
fn foam_at_a_distance_is_patches_whose_mean_is_the_coverage() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let mut view = LitView::new();
    set(&mut view, "water", kind_of_water("ink"));
    // Foam on 5 % of calm water. The patches are metres wide, pixels 0.2, 0.65 and 2 m.
    for (distance, least) in [(60.0, 0.8), (200.0, 0.5), (600.0, 0.12)] {
        let mut shares = Vec::new();
        for place in 0..6 {
            let from = Vec3::new(211.0 * place as f32, 0.5 * distance, 0.0);
            let eye = eye(from, Vec3::new(from.x, 0.0, distance), 12.0, SIZE);
            let mut drawn = |foam: f32| {
                let calm = Sea {
                    made: vec![Made::new((64, 64), [PATCH.into(); 2], &[])],
                    foam: Grid::new(64, 64, foam),
                    choppiness: 0.0,
                };
                studio.radiance_of_sea(&mut view, &eye, SIZE, &calm.uploaded(gl))
            };
            let (bare, some, all) = (drawn(0.0), drawn(0.05), drawn(1.0));
            let pixels = bare.cells().iter().zip(some.cells()).zip(all.cells());
            shares
                .extend(pixels.map(|((bare, some), all)| (some[1] - bare[1]) / (all[1] - bare[1])));
        }
        let mean = shares.iter().sum::<f32>() / shares.len() as f32;
        let square = shares.iter().map(|share| (share - mean).powi(2));
        let deviation = (square.sum::<f32>() / shares.len() as f32).sqrt();
        assert!((mean / 0.05 - 1.0).abs() < 0.2, "{distance} m: {mean}");
        assert!(
            deviation > least * mean,
            "{distance} m: {deviation} of {mean}"
        );
    }
}
