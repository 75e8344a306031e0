//! The plastic shading on pools and seas, pixel by pixel against docs/models.md §10 evaluated here in `f64`.

use super::made_sea::{Made, Sea};
use super::sea::{HALF, studio};
use super::support::{Picture, Studio, core, set};
use glam::{DVec3, Vec2, Vec3};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Eye, MeshView};

const SIZE: (usize, usize) = (96, 60);

fn eye(from: Vec3, to: Vec3) -> Eye {
    FlyCamera::new(from, to, 45.0).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

fn plastic() -> MeshView {
    let mut view = MeshView::new();
    set(&mut view, "shading", Value::Choice(2));
    view
}

/// The colour, 0 to 255, of a plane with this normal seen along `ray`.
fn theory(ray: DVec3, normal: DVec3) -> [f64; 3] {
    let light = DVec3::new(-0.42, 0.57, -0.70).normalize();
    // The light reflected about the half vector is the ray back to the eye; the angle between them is twice that to the half vector.
    let half_angle = 0.5 * light.dot(-ray).clamp(-1.0, 1.0).acos();
    let along = (light.dot(normal) - ray.dot(normal)) / (2.0 * half_angle.cos());
    let highlight = 0.45 * along.max(0.0).powi(60);
    let diffuse = 0.18 + 0.82 * normal.dot(light).max(0.0);
    [0.10, 0.42, 0.72].map(|channel| 255.0 * (channel * diffuse + highlight).min(1.0))
}

/// Compares the pixels that show the plane through the origin, within the box of this half size, with the theory. Returns
/// their number and the difference between the largest and the smallest red.
fn check(drawn: &Picture, eye: &Eye, normal: DVec3, reach: f64) -> (usize, f64) {
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let (mut checked, mut faintest, mut brightest) = (0, 255.0_f64, 0.0_f64);
    for (column, row) in (0..SIZE.1).flat_map(|row| (0..SIZE.0).map(move |column| (column, row))) {
        let (from, ray) = eye.ray(Vec2::new(column as f32, row as f32), size);
        let (from, ray) = (from.as_dvec3(), ray.as_dvec3());
        let distance = -from.dot(normal) / ray.dot(normal);
        let place = from + distance * ray;
        if distance <= 0.0 || place.x.abs().max(place.z.abs()) > reach {
            continue;
        }
        let (expected, found) = (theory(ray, normal), drawn[(column, row)]);
        for channel in 0..3 {
            let error = f64::from(found[channel]) - expected[channel];
            assert!(
                error.abs() <= 1.5,
                "({column}, {row}): {found:?} for {expected:?}"
            );
        }
        checked += 1;
        faintest = faintest.min(expected[0]);
        brightest = brightest.max(expected[0]);
    }
    (checked, brightest - faintest)
}

#[test]
fn a_plane_of_a_pool_has_the_colour_of_the_plastic_and_its_highlight() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    let mut max = 0.0_f64;
    for slope in [
        DVec3::ZERO,
        0.12 * DVec3::X,
        DVec3::new(-0.06, 0.0, 0.1),
        0.12 * DVec3::NEG_Z,
    ] {
        // Cells are 1/20 m wide; the first centre is at −0.975 m.
        let at = |cell: usize| (cell as f64 + 0.5) / 20.0 - 1.0;
        let plane = Grid::from_fn(40, 40, |column, row| {
            (slope.x * at(column) + slope.z * at(row)) as f32
        });
        studio.show(&Heights::Metres(&plane));
        for from in [
            Vec3::new(0.4, 0.9, 1.9),
            // Toward the light: the highlight is in the picture.
            Vec3::new(0.84, 1.14, 1.4),
        ] {
            let eye = eye(from, Vec3::ZERO);
            let drawn = studio.draw(&mut plastic(), &eye, SIZE);
            let normal = (DVec3::Y - slope).normalize();
            let (checked, spread) = check(&drawn, &eye, normal, 0.6);
            assert!(checked > 200, "{from}: {checked}");
            max = max.max(spread);
        }
    }
    // 0.45 of 255 is 115.
    assert!(max > 90.0, "{max}");
}

#[test]
fn a_calm_sea_has_the_colour_of_the_plastic_out_to_the_horizon() {
    let gl = &*core();
    let calm = Sea {
        made: vec![Made::new((16, 16), [100.0; 2], &[])],
        foam: Grid::new(16, 16, 1.0),
        choppiness: 1.0,
    };
    let (cascades, studio) = (calm.uploaded(gl), studio(gl));
    for (from, ahead) in [
        (Vec3::new(0.3, 0.2, 0.0), Vec3::new(0.0, -0.2, -1.0)),
        (Vec3::new(-3.0, 2.0, 5.0), Vec3::new(1.0, -1.0, 1.2)),
    ] {
        let eye = eye(from, from + ahead).scaled(HALF);
        let drawn = studio.draw_cascades(&mut plastic(), &eye, SIZE, Some(&cascades));
        let (checked, _) = check(&drawn, &eye, DVec3::Y, 5000.0);
        assert!(checked > 1000, "{from}: {checked}");
    }
}
