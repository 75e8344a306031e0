//! Stars above a lit pool: their number by magnitude, and when there are none.

use super::support::{Studio, core, lit_choice, set};
use glam::Vec3;
use std::f32::consts::PI;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{Panorama, SkyConditions};
use waterlab::session::FlyCamera;
use waterlab::view::{LitView, SkyLight};

const SIZE: (usize, usize) = (512, 512);
const FOV: f32 = 60.0;

/// Radiance of the zenith above a pool under this sky; row 0 at the top.
fn overhead(gl: &Gl, elevation: f32, clouds: f32, panorama: Option<Panorama>) -> Grid<[f32; 4]> {
    let angle = elevation.to_radians();
    let sun = Vec3::new(angle.cos(), angle.sin(), 0.0);
    let mut studio = Studio::in_sun(gl, sun);
    let conditions = SkyConditions {
        sun,
        clouds,
        ..SkyConditions::default()
    };
    studio.sky = SkyLight::new(gl, conditions);
    studio.sky.set_panorama(panorama);
    studio.show(&Heights::Metres(&Grid::new(32, 32, 0.0)));
    let mut view = LitView::new();
    set(&mut view, "setting", lit_choice("setting", "terrace"));
    let camera = FlyCamera::new(Vec3::new(0.0, 0.5, 0.0), Vec3::new(0.0, 9.0, 0.01), FOV);
    studio.radiance(&mut view, &camera.eye(1.0), SIZE)
}

/// The number of local maxima that exceed their surroundings by more than `over`.
fn peaks(sky: &Grid<[f32; 4]>, over: f32) -> usize {
    let at = |column: usize, row: usize| sky[(column, row)][1];
    let inner = |side: usize| 3..side - 3;
    let mut count = 0;
    for row in inner(SIZE.1) {
        for column in inner(SIZE.0) {
            let near = |reach: usize| {
                let square = (0..(2 * reach + 1).pow(2)).map(move |i| {
                    let (x, y) = (i % (2 * reach + 1), i / (2 * reach + 1));
                    (column + x - reach, row + y - reach)
                });
                square.filter(move |&place| place != (column, row))
            };
            let here = at(column, row);
            let is_peak = near(1).all(|(x, y)| {
                let there = at(x, y);
                // Of two equal ones the first.
                here > there || (here == there && (y, x) > (row, column))
            });
            let ground = near(3).map(|(x, y)| at(x, y)).fold(f32::INFINITY, f32::min);
            count += usize::from(is_peak && here - ground > over);
        }
    }
    count
}

#[test]
fn the_visible_stars_have_the_counts_of_their_magnitudes() {
    let gl = &*core();
    let sky = overhead(gl, -20.0, 0.0, None);
    // The solid angle of a square pyramid.
    let half = (0.5 * FOV).to_radians().tan();
    let solid_angle = 4.0 * (half * half / (1.0 + half * half)).asin();
    for magnitude in [3.0_f32, 4.0, 5.0] {
        // An optical depth of 0.2 at the zenith; a star at the corner of a pixel has 0.68 of its peak.
        let seen = 2.0e-3 * 10.0_f32.powf(-0.4 * magnitude) * (-0.2_f32).exp();
        let found = peaks(&sky, 0.85 * seen) as f32;
        // Over the whole sky there are 4500 stars up to magnitude 6, and 10^0.51 times as many per magnitude.
        let expected = 4860.0 * 10.0_f32.powf(0.51 * (magnitude - 6.0)) * solid_angle / (4.0 * PI);
        let random = 3.0 * expected.sqrt() + 1.0;
        assert!(
            (found - expected).abs() < random,
            "to {magnitude}: {found}, {expected}"
        );
    }
}

#[test]
fn there_are_no_stars_by_day_behind_clouds_or_with_a_panorama() {
    let gl = &*core();
    let faint = 2.0e-3 * 10.0_f32.powf(-0.4 * 6.0);
    let black = Panorama::new(&Grid::new(64, 32, [0.0; 3])).expect("a panorama");
    for (elevation, clouds, panorama) in [
        (10.0, 0.0, None),
        (-20.0, 1.0, None),
        (-20.0, 0.0, Some(black)),
    ] {
        let sky = overhead(gl, elevation, clouds, panorama.clone());
        assert_eq!(peaks(&sky, faint), 0, "{elevation}, {clouds}");
    }
}
