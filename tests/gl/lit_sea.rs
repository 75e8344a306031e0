//! The lit sea's radiance against the formula evaluated here, and against its own rendering at a finer resolution.

use super::made_sea::{Made, Sea};
use super::support::{Studio, core, kind_of_water, lit_in_the_open, set};
use glam::{DVec2, Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{
    Daylight, Panorama, SEA_WATER_INDEX, Sky, SkyConditions, SunPosition, WaterType, reflectance,
    transmittance,
};
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::surface::Window;
use waterlab::tiling::Tiling;
use waterlab::view::{Eye, LitView, MeshView, SkyLight};

pub const INDEX: f64 = SEA_WATER_INDEX[1];

/// Metres of clear air with a transmittance of 1/e.
pub const SIGHT: f32 = 30_000.0;

pub fn eye(from: Vec3, to: Vec3, fov: f32, size: (usize, usize)) -> Eye {
    FlyCamera::at_sea(from, to, fov).eye(size.0 as f32 / size.1 as f32)
}

pub fn calm() -> Sea {
    Sea {
        made: vec![Made::new((16, 16), [100.0; 2], &[])],
        foam: Grid::new(16, 16, 0.0),
        choppiness: 1.0,
    }
}

/// A studio under a sky with this sun, degrees.
pub fn under(gl: &Gl, elevation: f64, azimuth: f64, clouds: f32) -> (Studio, SkyConditions) {
    let sun = SunPosition { elevation, azimuth };
    let conditions = SkyConditions {
        sun: sun.direction(),
        clouds,
        ..SkyConditions::default()
    };
    let mut studio = Studio::bare(gl);
    studio.sky = SkyLight::new(gl, conditions);
    (studio, conditions)
}

/// Uniform sky radiance of 1, without sun.
pub fn even(gl: &Gl, studio: &mut Studio) {
    let mut sky = SkyLight::new(
        gl,
        SkyConditions {
            strength: 0.0,
            ..SkyConditions::default()
        },
    );
    sky.set_panorama(Panorama::new(&Grid::new(64, 32, [1.0; 3])));
    studio.sky = sky;
}

#[test]
fn pool_and_sea_have_the_same_sky_finer_than_its_table() {
    let gl = &*core();
    // Pixels are 0.16° wide, columns and rows of the table 0.7°.
    let size = (128, 128);
    let (from, toward) = (Vec3::new(0.0, 3.0, 0.0), Vec3::new(0.2, 0.5, -1.0));
    let (mut pool, conditions) = under(gl, 35.0, 180.0, 0.5);
    pool.show(&Heights::Metres(&Grid::new(32, 32, 0.0)));
    let camera = FlyCamera::new(from, from + toward, 20.0).eye(1.0);
    let over_pool = pool.radiance(&mut lit_in_the_open(), &camera, size);
    // Another view, which has not drawn the pool.
    let (sea, _) = under(gl, 35.0, 180.0, 0.5);
    let eye = eye(from, from + toward, 20.0, size);
    let cascades = calm().uploaded(gl);
    let over_sea = sea.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades);
    let sky = Sky::new(&conditions);
    let table = Grid::from_fn(size.0, size.1, |column, row| {
        let pixel = Vec2::new(column as f32, row as f32);
        let ray = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32)).1;
        let [red, green, blue] = sky.radiance(ray).to_array();
        [red, green, blue, 1.0]
    });
    let apart = |a: &Grid<[f32; 4]>, b: &Grid<[f32; 4]>| {
        let pairs = a.cells().iter().zip(b.cells());
        pairs.map(|(a, b)| (a[1] - b[1]).abs()).sum::<f32>()
    };
    let [alike, coarse] = [&over_sea, &table].map(|other| apart(&over_pool, other));
    assert!(alike < 0.1 * coarse, "{alike}, and {coarse} from the table");
}

#[test]
fn level_water_has_the_radiance_of_the_formula() {
    let gl = &*core();
    let size = (96, 64);
    let (studio, conditions) = under(gl, 40.0, 180.0, 0.0);
    let sky = Sky::new(&conditions);
    let light = Daylight::of(&sky);
    let cascades = calm().uploaded(gl);
    for water in [WaterType::JerlovIB, WaterType::Jerlov1C] {
        let mut view = LitView::new();
        set(&mut view, "water", Value::Choice(water as usize));
        let from = Vec3::new(3.0, 6.0, -2.0);
        let eye = eye(from, from + Vec3::new(0.2, -0.5, -1.0), 60.0, size);
        let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        // The reflectance of deep water: 0.33·bb/(a + bb).
        let optics = water.optics();
        let entering = transmittance(f64::from(light.toward.y), INDEX) as f32;
        let entered = light.sun_level() * entering + light.sky * 0.934;
        let back = optics.in_scatter();
        let upwelling = Vec3::from([0, 1, 2].map(|channel| {
            let reflected = 0.33 * back[channel] / (optics.absorption[channel] + back[channel]);
            reflected * entered[channel] / std::f32::consts::PI / (INDEX * INDEX) as f32
        }));
        let mut checked = 0;
        for row in 0..size.1 {
            for column in 0..size.0 {
                let pixel = Vec2::new(column as f32, row as f32);
                let (_, ray) = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32));
                // Only rays that hit the water less than 100 m away and do not reflect the horizon.
                if ray.y > -0.08 {
                    continue;
                }
                let up = ray * Vec3::new(1.0, -1.0, 1.0);
                let mirrored = reflectance(f64::from(-ray.y), INDEX) as f32;
                let seen = mirrored * sky.radiance(up) + (1.0 - mirrored) * upwelling;
                let level = sky.radiance(Vec3::new(ray.x, 0.02, ray.z));
                let air = (from.y / ray.y / SIGHT).exp();
                let expected = level.lerp(seen, air);
                let found = Vec3::from_slice(&drawn[(column, row)][..3]);
                let error = (found - expected).abs() / expected.max(Vec3::splat(0.004));
                assert!(
                    error.max_element() < 0.04,
                    "({column}, {row}), {ray}: {found} for {expected}"
                );
                checked += 1;
            }
        }
        assert!(checked > 2000, "{checked}");
    }
}

#[test]
fn the_reflection_of_a_sea_is_the_mean_of_64_times_as_many_pixels() {
    let gl = &*core();
    // Waves of 100 to 16 m, which the mesh resolves; from a height of 60 m with pixels of metres, and with pixels an eighth as wide.
    let sea = Sea {
        made: vec![Made::new(
            (128, 128),
            [400.0; 2],
            &[
                (1.20, 4.0, 1.0, 0.4),
                (0.44, 9.0, -5.0, 1.0),
                (0.28, -7.0, 12.0, 2.0),
                (0.20, 20.0, 6.0, 0.0),
                (0.16, 17.0, -18.0, 4.0),
            ],
        )],
        foam: Grid::new(128, 128, 0.0),
        choppiness: 0.0,
    };
    let cascades = sea.uploaded(gl);
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let mut view = LitView::new();
    set(&mut view, "water", kind_of_water("ink"));
    set(&mut view, "detail", Value::Integer(2048));
    for down in [-0.25_f32, -0.6, -1.5] {
        let from = Vec3::new(0.0, 60.0, 0.0);
        let mut mean = |size: (usize, usize)| {
            let eye = eye(from, from + Vec3::new(0.3, down, -1.0), 20.0, size);
            let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
            let sum: f64 = drawn.cells().iter().map(|cell| f64::from(cell[1])).sum();
            sum / drawn.cells().len() as f64
        };
        let (coarse, fine) = (mean((48, 32)), mean((384, 256)));
        assert!(
            (coarse / fine - 1.0).abs() < 0.02,
            "looking down {down}: {coarse} for {fine}"
        );
    }
}

/// Variances of the slopes along the wind and across it, at a speed of the wind in m/s (Cox and Munk 1954).
fn slope_variances(wind: f64) -> [f64; 2] {
    [0.00316 * wind, 0.003 + 0.00192 * wind]
}

/// Mean reflectance of facets with these variances along the view and across it, weighted by the area that faces an eye at this angle from
/// the vertical.
fn mean_reflectance([along, across]: [f64; 2], angle: f64) -> f64 {
    const STEPS: i32 = 240;
    let (sin, cos) = angle.to_radians().sin_cos();
    let (mut seen, mut mirrored) = (0.0, 0.0);
    for i in -STEPS..=STEPS {
        for j in -STEPS..=STEPS {
            let [a, b] = [i, j].map(|step| 5.0 * f64::from(step) / f64::from(STEPS));
            let slope = [a * along.sqrt(), b * across.sqrt()];
            // The first slope is positive where a facet leans toward the eye.
            let turned = (cos + slope[0] * sin).max(0.0);
            let length = (1.0 + slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
            let share = (-0.5 * (a * a + b * b)).exp() * turned;
            seen += share;
            mirrored += share * reflectance(turned / length, INDEX);
        }
    }
    mirrored / seen
}

#[test]
fn a_rough_sea_mirrors_an_even_sky_as_the_mean_of_its_facets_does() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let mut view = LitView::new();
    set(&mut view, "water", kind_of_water("ink"));
    let size = (48, 32);
    let mean = |drawn: &Grid<[f32; 4]>| {
        let sum: f64 = drawn.cells().iter().map(|cell| f64::from(cell[1])).sum();
        sum / drawn.cells().len() as f64
    };
    let from = Vec3::new(0.0, 300.0, 0.0);
    let upward = eye(from, from + Vec3::new(1.0, 1.0, 0.0), 10.0, size);
    let sky = mean(&studio.radiance_of_sea(&mut view, &upward, size, &calm().uploaded(gl)));
    // Of cells so small that a pixel resolves none of the shorter waves.
    let fine = Sea {
        made: vec![Made::new((16, 16), [0.5; 2], &[])],
        ..calm()
    };
    for wind in [4.0, 10.0, 19.0] {
        for angle in [55.0_f64, 75.0, 85.0] {
            let [along, across] = slope_variances(wind);
            // Along x, against the wind and across it.
            for [x, z] in [[along, across], [across, along]] {
                let expected = mean_reflectance([x, z], angle);
                let (sin, cos) = angle.to_radians().sin_cos();
                let to = from + Vec3::new(sin as f32, -cos as f32, 0.0);
                let mut eye = eye(from, to, 10.0, size);
                // The picture is half a degree high.
                eye.projection.x_axis.x *= 20.0;
                eye.projection.y_axis.y *= 20.0;
                let rough = fine.uploaded_rough(gl, [x as f32, z as f32, 0.0]);
                let drawn = studio.radiance_of_sea(&mut view, &eye, size, &rough);
                // The air before it is as bright as the sky.
                let air = (-300.0 / cos / f64::from(SIGHT)).exp();
                let found = (mean(&drawn) / sky - (1.0 - air)) / air;
                let error = found / expected - 1.0;
                assert!(
                    error.abs() < 0.01,
                    "{wind} m/s, {angle}°: {found} for {expected}"
                );
            }
        }
    }
}

#[test]
fn the_horizon_follows_the_height_of_the_eye() {
    let gl = &*core();
    let size = (64, 48);
    let cascades = calm().uploaded(gl);
    let studio = super::sea::studio(gl);
    let mut view = MeshView::new();
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(1.5));
    for height in [20.0_f32, 500.0, 3000.0] {
        // The dip of the horizon: cos δ = R/(R + h).
        let dip = (6.371e6 / (6.371e6 + f64::from(height))).acos();
        // The picture is half a degree high: a pixel is a hundredth of that.
        let from = Vec3::new(0.0, height, 0.0);
        let ahead = Vec3::new(0.6, -(dip.tan() as f32), -0.8);
        let mut eye = eye(from, from + 1000.0 * ahead, 10.0, size);
        eye.projection.x_axis.x *= 20.0;
        eye.projection.y_axis.y *= 20.0;
        let drawn = studio.draw_cascades(&mut view, &eye, size, Some(&cascades));
        let is_sky = |row: usize| {
            let [red, green, blue, _] = drawn[(32, row)];
            green > 200 && red < 60 && blue < 60
        };
        let first = (0..size.1).find(|&row| !is_sky(row)).expect("the sea");
        let pixel = Vec2::new(32.0, first as f32 - 0.5);
        let (_, ray) = eye.ray(pixel, Vec2::new(64.0, 48.0));
        let found = f64::from(-ray.y).asin();
        assert!((found - dip).abs() < 4e-4, "{height} m: {found} for {dip}");
    }
}

#[test]
fn the_glitter_of_a_low_sun_is_wider_on_a_rougher_sea() {
    let gl = &*core();
    let size = (160, 90);
    let (studio, _) = under(gl, 20.0, 0.0, 0.0);
    let mut view = LitView::new();
    set(&mut view, "water", kind_of_water("ink"));
    // Half of the glitter's light is within this distance of the middle, pixels.
    let mut width = |variance: f32| {
        // Of waves that no pixel resolves.
        let flat = Sea {
            made: vec![Made::new((16, 16), [0.2; 2], &[])],
            ..calm()
        };
        let cascades = flat.uploaded_rough(gl, [variance, variance, 0.0]);
        let from = Vec3::new(0.0, 10.0, 0.0);
        let eye = eye(from, from + Vec3::new(0.0, -0.36, -1.0), 45.0, size);
        let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        // In the row that reflects the sun's elevation.
        let row = size.1 / 2;
        let at = |column: usize| f64::from(drawn[(column, row)][0]);
        let base = at(0).min(at(size.0 - 1));
        let light: Vec<f64> = (0..size.0).map(|column| at(column) - base).collect();
        let all: f64 = light.iter().sum();
        let middle = (size.0 as f64 - 1.0) / 2.0;
        let mean = |power: i32| {
            let moment =
                |(column, light): (usize, &f64)| light * (column as f64 - middle).powi(power);
            light.iter().enumerate().map(moment).sum::<f64>() / all
        };
        assert!(mean(1).abs() < 1.0, "it is before the eye: {}", mean(1));
        mean(2).sqrt()
    };
    let (smooth, rough) = (width(0.002), width(0.008));
    // Across the view, slopes of σ deflect the ray by 2σ·sin 20°: twice as rough is twice as wide.
    assert!((rough / smooth - 2.0).abs() < 0.25, "{smooth} {rough}");
}

#[test]
fn drawn_clouds_have_the_mean_radiance_of_the_sky_table() {
    let gl = &*core();
    let size = (96, 64);
    let cascades = calm().uploaded(gl);
    for (clouds, elevation, within) in [
        (0.0, 50.0, 0.02),
        (0.2, 4.0, 0.06),
        (0.2, 20.0, 0.06),
        (0.2, 50.0, 0.06),
        (0.4, 4.0, 0.06),
        (0.4, 8.0, 0.06),
        (0.4, 50.0, 0.06),
        (0.6, 4.0, 0.06),
        (0.6, 50.0, 0.06),
        (0.6, 75.0, 0.06),
        (1.0, 50.0, 0.05),
    ] {
        let (studio, conditions) = under(gl, elevation, 180.0, clouds);
        let sky = Sky::new(&conditions);
        let (mut found, mut expected) = (Vec3::ZERO, Vec3::ZERO);
        for ahead in [Vec3::NEG_Z, Vec3::X, Vec3::NEG_X] {
            let from = Vec3::new(0.0, 5.0, 0.0);
            let eye = eye(from, from + ahead + 0.9 * Vec3::Y, 80.0, size);
            let mut view = LitView::new();
            let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
            for row in 0..size.1 {
                for column in 0..size.0 {
                    let pixel = Vec2::new(column as f32, row as f32);
                    let (_, ray) = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32));
                    if ray.y > 0.03 {
                        found += Vec3::from_slice(&drawn[(column, row)][..3]);
                        expected += sky.radiance(ray);
                    }
                }
            }
        }
        let apart = (found / expected - 1.0).abs().max_element();
        assert!(
            apart < within,
            "clouds {clouds}, sun at {elevation}°: {found} for {expected}"
        );
    }
}

#[test]
fn ripples_in_a_window_are_visible_once_though_the_patch_repeats() {
    let gl = &*core();
    let size = (160, 120);
    let (mut studio, _) = under(gl, 40.0, 180.0, 0.0);
    let mut view = LitView::new();
    // From a height of 120 m straight down, patches of 20 m repeat many times.
    let eye = eye(Vec3::new(0.0, 120.0, 0.01), Vec3::ZERO, 45.0, size);
    let window = Window {
        centre: [10.0, -15.0],
        length: [24.0; 2],
    };
    let draw = |studio: &mut Studio, view: &mut LitView, tiling, dents: f64| {
        let mut sea = Sea {
            made: vec![Made::new((64, 64), [20.0; 2], &[(0.02, 2.0, 1.0, 0.0)])],
            ..calm()
        };
        // Dents 1 m deep and 4 m wide in the middle of the window.
        let dent = Made::of((64, 64), [24.0; 2], |x, z| {
            let square = (x - 12.0).powi(2) + (z - 12.0).powi(2);
            -dents * (-square / 4.0_f64).exp()
        });
        sea.made.push(dent);
        sea.foam = Grid::new(64, 64, 0.0);
        let cascades = sea.uploaded_in(gl, tiling, window);
        studio.radiance_of_sea(view, &eye, size, &cascades)
    };
    let laid = Tiling {
        steps: [DVec2::new(0.31, 0.17), DVec2::new(0.43, 0.59)],
        correlation: [0.0; 3],
    };
    for tiling in [None, Some(laid)] {
        let level = draw(&mut studio, &mut view, tiling, 0.0);
        let dented = draw(&mut studio, &mut view, tiling, 1.0);
        let mut changed = Vec::new();
        for row in 0..size.1 {
            for column in 0..size.0 {
                let at = (column, row);
                let difference = (dented[at][1] - level[at][1]).abs() / level[at][1];
                if difference > 0.02 {
                    let pixel = Vec2::new(column as f32, row as f32);
                    let ray = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32)).1;
                    let place = eye.position - ray * (eye.position.y / ray.y);
                    changed.push(Vec2::new(place.x, place.z));
                }
            }
        }
        assert!(changed.len() > 10, "{}", changed.len());
        for place in changed {
            // A dent of 1 m appears displaced by less than that.
            let distance = place.distance(Vec2::new(10.0, -15.0));
            assert!(distance < 6.0, "{place}");
        }
    }
}
