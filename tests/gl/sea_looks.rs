//! The looks of a sea in the mesh view, near and far: foam and wireframe.

use super::made_sea::{Made, Sea, shown, uploaded};
use super::sea::{GREEN, HALF, SIZE, eye, studio};
use super::support::{GREY, Picture, core, default_eye, eye_above, plain, set};
use glam::{Vec2, Vec3};
use std::f64::consts::TAU;
use waterlab::grid::Grid;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Materials, MeshView, Pictures};

#[test]
fn every_look_and_number_of_cascades_compiles_and_draws() {
    let gl = &*core();
    let made = Made::new((16, 12), [40.0, 30.0], &[(0.5, 1.0, 1.0, 0.0)]);
    let foam = Grid::new(16, 12, 0.3);
    let studio = studio(gl);
    let eye = default_eye(SIZE);
    let mut before: Vec<Picture> = Vec::new();
    for count in 1..=5 {
        let cascades = uploaded(gl, &shown(vec![made.cascade(); count], -1.0, &foam));
        for (key, value) in [
            ("background", Value::Choice(0)),
            ("background", Value::Choice(1)),
            ("shading", Value::Choice(1)),
            ("shading", Value::Choice(2)),
            ("colours", Value::Choice(1)),
            ("wireframe", Value::Switch(true)),
        ] {
            let mut view = MeshView::new();
            set(&mut view, key, value);
            // Few lines, which would otherwise fill the picture.
            set(&mut view, "detail", Value::Integer(24));
            let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
            assert!(!before.contains(&drawn), "{count} {key}");
            before.push(drawn);
        }
    }
}

#[test]
fn foam_is_a_pattern_up_close_and_uniform_far_away() {
    let gl = &*core();
    let sea = Sea {
        made: vec![Made::new((64, 64), [100.0; 2], &[])],
        foam: Grid::new(64, 64, 0.5),
        choppiness: 1.0,
    };
    let cascades = sea.uploaded(gl);
    let studio = studio(gl);
    let mut view = MeshView::new();
    let size = (480, 300);
    // Mean and mean deviation of red in the middle of the picture.
    let mut seen = |height: f32| {
        let eye = FlyCamera::new(Vec3::new(0.3, height, 0.0), Vec3::ZERO, 45.0)
            .eye(1.6)
            .scaled(HALF);
        let drawn = studio.draw_cascades(&mut view, &eye, size, Some(&cascades));
        let middle = (100..200).flat_map(|row| drawn.row(row)[140..340].to_vec());
        let reds: Vec<f64> = middle.map(|pixel| f64::from(pixel[0])).collect();
        let mean = reds.iter().sum::<f64>() / reds.len() as f64;
        let apart = reds.iter().map(|red| (red - mean).abs()).sum::<f64>();
        (mean, apart / reds.len() as f64)
    };
    let (near, far) = (seen(0.2), seen(1.6));
    assert!(near.1 > 60.0, "foam or none: {near:?}");
    assert!(far.1 < 10.0, "a veil: {far:?}");
    assert!((near.0 - far.0).abs() < 0.15 * near.0, "{near:?} {far:?}");
}

#[test]
fn a_wireframe_of_a_sea_is_drawn_over_deep_water_or_coloured_heights() {
    let gl = &*core();
    let made = Made::new((64, 64), [100.0; 2], &[]);
    let sea = Sea {
        made: vec![made],
        foam: Grid::new(64, 64, 0.0),
        choppiness: 1.0,
    };
    let cascades = sea.uploaded(gl);
    let studio = studio(gl);
    let mut view = MeshView::new();
    set(&mut view, "wireframe", Value::Switch(true));
    // Four cells up to the first ring's inner edge: 2.6 m / 4, rounded down to a power of two, half a metre each.
    set(&mut view, "detail", Value::Integer(32));
    let eye = eye_above(SIZE);
    for in_colour in [false, true] {
        set(&mut view, "colours", Value::Choice(usize::from(in_colour)));
        let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
        // The lightest and the darkest red around a place.
        let around = |x: f32, z: f32| {
            let device = eye.view_projection().project_point3(Vec3::new(x, 0.0, z));
            let column = ((device.x + 1.0) / 2.0 * SIZE.0 as f32) as usize;
            let row = ((1.0 - device.y) / 2.0 * SIZE.1 as f32) as usize;
            let reds = (row - 1..=row + 1)
                .flat_map(|row| (column - 1..=column + 1).map(move |column| (column, row)))
                .map(|pixel| drawn[pixel][0]);
            (reds.clone().min(), reds.max())
        };
        for (i, j) in [(0, 0), (1, 0), (-2, 1), (1, -1), (0, 1)] {
            let (x, z) = (0.5 * i as f32, 0.5 * j as f32);
            // Lines along both axes, and none across a cell.
            for (x, z) in [(x + 0.25, z), (x, z + 0.25)] {
                let (_, lightest) = around(x, z);
                assert!(
                    lightest > Some(if in_colour { 230 } else { 120 }),
                    "{x} {z}"
                );
            }
            let (darkest, lightest) = around(x + 0.25, z + 0.25);
            if in_colour {
                assert!(darkest > Some(240), "rest is white");
            } else {
                assert!(lightest < Some(20), "{x} {z}: the deep between");
            }
        }
        // No sky below.
        assert!(drawn.cells().iter().all(|pixel| pixel[..3] != GREEN[..3]));
    }
}

#[test]
fn the_far_sea_does_not_flicker_and_is_not_flat() {
    let gl = &*core();
    // Only short waves, which are averaged out at the horizon; and the same a third and half a period later.
    let made = |later: f64| {
        let waves = [(0.4, 14.0, 3.0, later), (0.4, 5.0, 15.0, 1.0 + 1.5 * later)];
        Made::new((64, 64), [100.0; 2], &waves)
    };
    let foam = Grid::new(64, 64, 0.0);
    let drawn = |lambda: f32, made: &Made| {
        let cascades = uploaded(gl, &shown([made.cascade()], lambda, &foam));
        let mut studio = studio(gl);
        // A white sky, to distinguish it from deep water.
        let (white, grey) = (plain([255; 4]), plain(GREY));
        let pictures = Pictures {
            picture: &Pyramid::new(plain(GREY)),
            tiles: &grey,
            sky: &grey,
            deck: &grey,
            panorama: &white,
        };
        studio.materials = Materials::new(gl, pictures).expect("textures");
        let mut view = MeshView::new();
        let eye = eye(Vec3::new(0.0, 0.5, 0.0), Vec3::new(0.0, 0.2, -4.0));
        studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades))
    };
    let rough = [drawn(0.0, &made(0.0)), drawn(0.0, &made(TAU / 3.0))];
    let flat = drawn(0.0, &Made::new((64, 64), [100.0; 2], &[]));
    // Rows that show the sea 5 to 9 m away.
    let rows: Vec<usize> = (0..SIZE.1)
        .filter(|&row| {
            let eye = eye(Vec3::new(0.0, 0.5, 0.0), Vec3::new(0.0, 0.2, -4.0));
            let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
            let down = -eye.ray(Vec2::new(100.0, row as f32), size).1.y;
            (0.055..0.1).contains(&down)
        })
        .collect();
    assert!(rows.len() > 3);
    let mut means = [0.0; 3];
    for &row in &rows {
        let of = |picture: &Picture| -> Vec<f64> {
            picture.row(row).iter().map(|c| f64::from(c[0])).collect()
        };
        let [rough, later] = rough.each_ref().map(of);
        for moment in [&rough, &later] {
            let jump = moment.windows(2).map(|two| (two[0] - two[1]).abs());
            assert!(jump.fold(0.0, f64::max) < 40.0, "row {row}: {moment:?}");
        }
        let change = rough.iter().zip(&later).map(|(a, b)| (a - b).abs());
        assert!(change.fold(0.0, f64::max) < 40.0, "row {row}");
        for (mean, moment) in means.iter_mut().zip([rough, later, of(&flat)]) {
            *mean += moment.iter().sum::<f64>();
        }
    }
    let [rough, later, flat] = means;
    // A rough sea reflects less of the low sky than a flat one, and the same amount at any time.
    assert!(rough.max(later) < 0.9 * flat, "{means:?}");
    assert!((rough - later).abs() < 0.02 * rough, "{means:?}");
}
