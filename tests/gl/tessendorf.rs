//! Tessendorf's surface shader on pools and seas, pixel by pixel against docs/models.md §10 evaluated here in `f64`, its
//! reflectance by the law of sines and tangents.

use super::made_sea::{Made, Sea};
use super::sea::{HALF, studio};
use super::support::{GREY, Picture, Studio, core, plain, set};
use glam::{DVec3, Vec2, Vec3};
use std::f64::consts::{PI, TAU};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Eye, Materials, MeshView, Pictures, View};

const SIZE: (usize, usize) = (96, 60);
const SKY: [f64; 3] = [0.69, 0.84, 1.0];
const AIR: f64 = 0.1;

fn eye(from: Vec3, to: Vec3) -> Eye {
    FlyCamera::new(from, to, 45.0).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

/// R of unpolarised light for n = 1.34.
fn reflectance(cosine: f64) -> f64 {
    if cosine > 1.0 - 1e-9 {
        return 0.0211;
    }
    let incidence = cosine.acos();
    let transmitted = (incidence.sin() / 1.34).asin();
    let (less, more) = (transmitted - incidence, transmitted + incidence);
    let squared = |a: f64| a * a;
    0.5 * (squared(less.sin() / more.sin()) + squared(less.tan() / more.tan()))
}

/// The colour of water `distance` metres away, 0 to 255; 10 m of air have a transmittance of exp(−air).
fn theory(cosine: f64, distance: f64, air: f64, sky: [f64; 3]) -> [f64; 3] {
    let (r, transmittance) = (reflectance(cosine), (-air * distance / 10.0).exp());
    let upwelling = [0.0, 0.2, 0.3];
    [0, 1, 2].map(|channel| {
        let water = r * sky[channel] + (1.0 - r) * upwelling[channel];
        255.0 * (transmittance * water + (1.0 - transmittance) * AIR)
    })
}

/// Distance and direction of the ray through a pixel to the plane through the origin with this normal.
fn meets(eye: &Eye, (column, row): (usize, usize), normal: DVec3) -> Option<(f64, DVec3)> {
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let (from, ray) = eye.ray(Vec2::new(column as f32, row as f32), size);
    let (from, ray) = (from.as_dvec3(), ray.as_dvec3());
    let distance = -from.dot(normal) / ray.dot(normal);
    (distance > 0.0).then_some((distance, ray))
}

/// Compares the pixels that show a plane of water within a box about the origin, which extends
/// so far along x and z, with the theory. Returns their number, the smallest cosine and the largest distance.
fn check(
    drawn: &Picture,
    eye: &Eye,
    normal: DVec3,
    reach: f64,
    air: f64,
    sky: &dyn Fn(DVec3) -> Option<[f64; 3]>,
) -> (usize, f64, f64) {
    let (mut checked, mut flattest, mut farthest) = (0, 1.0_f64, 0.0_f64);
    for (column, row) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row))) {
        let Some((distance, ray)) = meets(eye, (column, row), normal) else {
            continue;
        };
        let place = eye.position.as_dvec3() + distance * ray;
        let mirrored = ray - 2.0 * ray.dot(normal) * normal;
        let Some(sky) = sky(mirrored) else { continue };
        if place.x.abs().max(place.z.abs()) > reach {
            continue;
        }
        let cosine = -ray.dot(normal);
        let expected = theory(cosine, distance, air, sky);
        let found = drawn[(column, row)];
        for channel in 0..3 {
            let error = f64::from(found[channel]) - expected[channel];
            assert!(
                error.abs() <= 1.0,
                "({column}, {row}), {distance} m, cosine {cosine}: {found:?} for {expected:?}"
            );
        }
        checked += 1;
        flattest = flattest.min(cosine);
        farthest = farthest.max(distance);
    }
    (checked, flattest, farthest)
}

fn tessendorf(air: Option<f64>) -> MeshView {
    let mut view = MeshView::new();
    set(&mut view, "shading", Value::Choice(1));
    if let Some(air) = air {
        set(&mut view, "air", Value::Real(air));
    }
    view
}

fn calm() -> Sea {
    Sea {
        made: vec![Made::new((16, 16), [100.0; 2], &[])],
        foam: Grid::new(16, 16, 0.0),
        choppiness: 1.0,
    }
}

#[test]
fn the_reflectance_here_is_that_of_the_source() {
    assert!((reflectance(1.0) - (0.34_f64 / 2.34).powi(2)).abs() < 5e-5);
    assert!((reflectance(0.999_999) - 0.0211).abs() < 5e-5);
    assert!((reflectance(1e-6) - 1.0).abs() < 1e-4);
}

#[test]
fn a_level_pool_has_the_colour_of_the_formula_at_every_angle_and_distance() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    studio.show(&Heights::Metres(&Grid::new(24, 24, 0.0)));
    let mut flattest = 1.0_f64;
    for from in [
        Vec3::new(0.0, 2.6, 0.1),
        Vec3::new(0.3, 1.0, 2.0),
        Vec3::new(-6.0, 3.0, 4.0),
        Vec3::new(0.0, 0.35, 4.5),
        Vec3::new(20.0, 9.0, -21.0),
    ] {
        for air in [None, Some(0.0), Some(9.0)] {
            let mut view = tessendorf(air);
            let eye = eye(from, Vec3::ZERO);
            let drawn = studio.draw(&mut view, &eye, SIZE);
            let expected_air = air.unwrap_or(0.91);
            let (checked, flat, _) =
                check(&drawn, &eye, DVec3::Y, 0.7, expected_air, &|_| Some(SKY));
            assert!(checked > 3, "{from}: {checked}");
            flattest = flattest.min(flat);
        }
    }
    assert!(flattest < 0.1, "{flattest}");
}

#[test]
fn a_wall_does_not_change_the_water_beside_it() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    studio.show(&Heights::Metres(&Grid::new(24, 24, 0.0)));
    // It ends at −0.75 m.
    let wall = Grid::from_fn(24, 24, |column, _| f32::from(column != 2));
    studio.walls.upload(&wall).expect("uploaded");
    let eye = eye(Vec3::new(1.9, 1.2, 0.4), Vec3::ZERO);
    let drawn = studio.draw(&mut tessendorf(None), &eye, SIZE);
    let (checked, ..) = check(&drawn, &eye, DVec3::Y, 0.7, 0.91, &|_| Some(SKY));
    assert!(checked > 200, "{checked}");
}

#[test]
fn a_slope_along_either_axis_tilts_the_normal_alike() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    for slope in
        [DVec3::X, DVec3::NEG_Z, DVec3::new(-0.5, 0.0, 0.8)].map(|direction| 0.12 * direction)
    {
        // Cells of 1/20 m, their centres from −0.975 m on.
        let at = |cell: usize| (cell as f64 + 0.5) / 20.0 - 1.0;
        let plane = Grid::from_fn(40, 40, |column, row| {
            (slope.x * at(column) + slope.z * at(row)) as f32
        });
        studio.show(&Heights::Metres(&plane));
        let mut view = tessendorf(Some(1.0));
        let eye = eye(Vec3::new(0.4, 0.9, 1.9), Vec3::ZERO);
        let drawn = studio.draw(&mut view, &eye, SIZE);
        let normal = (DVec3::Y - slope).normalize();
        let (checked, ..) = check(&drawn, &eye, normal, 0.6, 1.0, &|_| Some(SKY));
        assert!(checked > 200, "{checked}");
    }
}

#[test]
fn a_calm_sea_has_the_colour_of_the_formula_out_to_the_horizon() {
    let gl = &*core();
    let cascades = calm().uploaded(gl);
    let studio = studio(gl);
    for (from, ahead) in [
        (Vec3::new(0.3, 0.2, 0.0), Vec3::new(0.0, -0.2, -1.0)),
        (Vec3::new(-3.0, 2.0, 5.0), Vec3::new(1.0, -0.3, 0.2)),
        (Vec3::new(0.0, 9.0, 0.0), Vec3::new(0.1, -2.0, 0.0)),
    ] {
        for air in [None, Some(0.0), Some(4.0)] {
            let mut view = tessendorf(air);
            let eye = eye(from, from + ahead).scaled(HALF);
            let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
            // Its unit is half the patch.
            let expected_air = air.unwrap_or(0.91) / f64::from(HALF);
            let (checked, _, farthest) =
                check(&drawn, &eye, DVec3::Y, 5000.0, expected_air, &|_| Some(SKY));
            assert!(checked > 1000, "{from}: {checked}");
            assert!(
                ahead.y < -1.0 || farthest > 500.0 * f64::from(from.y),
                "{farthest}"
            );
        }
    }
}

#[test]
fn far_water_fades_to_the_colour_of_the_air() {
    let gl = &*core();
    let cascades = Sea::new().uploaded(gl);
    let studio = studio(gl);
    let mut view = tessendorf(Some(10.0));
    let from = Vec3::new(0.0, 12.0, 0.0);
    let eye = eye(from, from + Vec3::new(0.0, -0.6, -1.0)).scaled(HALF);
    let drawn = studio.draw_cascades(&mut view, &eye, SIZE, Some(&cascades));
    for pixel in drawn.cells() {
        assert!(
            pixel[..3].iter().all(|channel| channel.abs_diff(26) <= 1),
            "{pixel:?}"
        );
    }
}

#[test]
fn the_reflected_map_is_the_sky_along_the_reflected_ray() {
    let gl = &*core();
    // A colour for each quarter of the horizon, the first about +x, the next about +z.
    let colours = [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [255; 4],
    ];
    let panorama = Grid::from_fn(512, 128, |column, _| colours[(column + 64) / 128 % 4]);
    let grey = plain(GREY);
    let pictures = Pictures {
        picture: &Pyramid::new(plain(GREY)),
        tiles: &grey,
        sky: &grey,
        deck: &grey,
        panorama: &panorama,
    };
    let mut studio = studio(gl);
    studio.materials = Materials::new(gl, pictures).expect("textures");
    studio.show(&Heights::Metres(&Grid::new(24, 24, 0.0)));
    let cascades = calm().uploaded(gl);
    // Not near the border of two colours.
    let sky = |ray: DVec3| {
        let quarter = (ray.z.atan2(ray.x) + PI / 4.0).rem_euclid(TAU) / (PI / 2.0);
        let colour = colours[quarter as usize % 4].map(f64::from);
        let inside = (0.1..0.9).contains(&quarter.fract());
        inside.then_some([0, 1, 2].map(|channel| colour[channel] / 255.0))
    };
    let mut view = tessendorf(Some(0.5));
    set(&mut view, "mirrored_sky", Value::Choice(1));
    for angle in [0.0_f32, 1.5, 3.0, 4.6] {
        let from = 2.5 * Vec3::new(angle.cos(), 0.25, angle.sin());
        let eye = eye(from, Vec3::ZERO);
        for (cascades, metre) in [(None, 1.0), (Some(&cascades), HALF)] {
            let eye = eye.scaled(metre);
            let drawn = studio.draw_cascades(&mut view, &eye, SIZE, cascades);
            let metre = f64::from(metre);
            let (checked, ..) = check(&drawn, &eye, DVec3::Y, 0.6 * metre, 0.5 / metre, &sky);
            assert!(checked > 150, "{angle}: {checked}");
        }
    }
}

#[test]
fn with_classic_shading_the_keys_of_the_other_change_nothing() {
    let gl = &*core();
    let mut studio = studio(gl);
    studio.show(&Heights::Metres(&Grid::from_fn(24, 24, |column, row| {
        0.002 * (column * row % 7) as f32
    })));
    let cascades = Sea::new().uploaded(gl);
    let eye = eye(Vec3::new(0.2, 1.0, 2.2), Vec3::ZERO);
    for cascades in [None, Some(&cascades)] {
        let mut view: Box<dyn View> = Box::new(MeshView::new());
        let before = studio.draw_cascades(&mut *view, &eye, SIZE, cascades);
        set(&mut *view, "shading", Value::Choice(1));
        let other = studio.draw_cascades(&mut *view, &eye, SIZE, cascades);
        assert!(other != before);
        // Set and reset.
        set(&mut *view, "shading", Value::Choice(0));
        set(&mut *view, "air", Value::Real(9.0));
        set(&mut *view, "mirrored_sky", Value::Choice(1));
        assert!(studio.draw_cascades(&mut *view, &eye, SIZE, cascades) == before);
    }
}
