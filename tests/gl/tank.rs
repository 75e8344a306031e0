//! The tank: its glass shows what refracted rays see.

use super::support::{GREY, Studio, core, kind_of_water, set};
use super::tracer::{DEPTH, RIM, SIZE, eye, level, ray, sampled, view};
use crate::reference::{SunInBasin, TracedPool};
use glam::{DVec2, Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{
    BasinLight, Daylight, FRESH_WATER_INDEX, Panorama, Sky, SkyConditions, WaterType, reflectance,
    refracted,
};
use waterlab::parameter::{Choice, Value};
use waterlab::pool::Size;
use waterlab::view::{Ground, LitView, Setting, View};
use waterlab::water::MODELS;

const DEEP: f32 = DEPTH;
const INDEX: f32 = FRESH_WATER_INDEX[1] as f32;
/// Thickness of the panes in metres; their refractive index.
const GLASS: (f32, f64) = (0.02, 1.52);

fn tank() -> LitView {
    let mut view = view("pool");
    let tank = Setting::ALL.iter().position(|kind| *kind == Setting::Tank);
    set(&mut view, "setting", Value::Choice(tank.expect("a choice")));
    view
}

fn conditions() -> SkyConditions {
    SkyConditions {
        sun: Vec3::new(-0.5, 0.8, -0.35).normalize(),
        clouds: 0.0,
        ..SkyConditions::default()
    }
}

/// Under a black panorama, so that the glass reflects nothing above the table.
fn dark() -> Panorama {
    Panorama::new(&Grid::new(64, 32, [0.0; 3])).expect("a panorama")
}

fn bent(ray: Vec3, normal: Vec3, index: f64) -> Vec3 {
    let wide = |vector: Vec3| vector.to_array().map(f64::from);
    let within = refracted(wide(ray), wide(normal), index).expect("into what is denser");
    Vec3::from(within.map(|part| part as f32))
}

/// The point and the direction at which a ray enters the water through the pane at +z, and the reflectance of the glass.
fn through_pane(from: Vec3, ray: Vec3) -> Option<(Vec3, Vec3, f32)> {
    let outer = from + ray * ((1.0 + GLASS.0 - from.z) / ray.z);
    let glass = bent(ray, Vec3::Z, GLASS.1);
    let inner = outer + glass * (GLASS.0 / -glass.z);
    let is_seen = inner.x.abs() < 0.95 && inner.y > 0.02 - DEEP && inner.y < -0.02;
    is_seen.then(|| {
        let mirrored = reflectance(f64::from(-ray.z), GLASS.1) as f32;
        (
            inner - 1e-4 * Vec3::Z,
            bent(ray, Vec3::Z, f64::from(INDEX)),
            mirrored,
        )
    })
}

#[test]
fn through_the_glass_the_refracted_rays_match_the_tracer() {
    let air = waterlab::light::Atmosphere::new(conditions().haze);
    let sky = Sky::under(&dark(), &air, &conditions());
    let daylight = Daylight::of(&sky);
    let albedo = Vec3::splat((((f32::from(GREY[0]) / 255.0) + 0.055) / 1.055).powf(2.4));
    let heights = sampled(&level, 200);
    let gathered = |depth: f32| SunInBasin::gather(&heights, Vec2::ONE, depth, RIM, sky.sun(), 256);
    let (sun, halfway) = (
        gathered(DEEP).expect("a basin"),
        gathered(0.5 * DEEP).expect("one"),
    );
    let light = BasinLight::new(&WaterType::Pool.optics(), INDEX, DEEP, albedo, &daylight);
    // Below level water the beam is uniform: at any level it is that of half the depth.
    let within = |point: Vec3| {
        let rise = point.y + 0.5 * DEEP;
        halfway
            .at(
                point - light.sun_under * (rise / light.sun_under.y),
                Vec3::Y,
            )
            .y
    };
    let pool = TracedPool {
        half: Vec2::ONE,
        depth: DEEP,
        rim: RIM,
        surface: &level,
        tiles: &|_, _| albedo,
        sun_irradiance: &|point, normal| sun.at(point, normal),
        sun_within: &within,
        index: INDEX,
        light,
        sky: &sky,
    };
    let eye = eye(Vec3::new(0.15, -0.5, 2.9), Vec3::new(0.0, -0.15, 0.0));
    let expected = Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
        let seen = |right: f32, down: f32| {
            let ray = ray(&eye, Vec2::new(column as f32 + right, row as f32 + down));
            // The rest is the reflection of the table.
            let (inner, bent, mirrored) =
                through_pane(eye.position, ray).filter(|_| ray.y > 0.0)?;
            let inside = pool.radiance(inner, bent)?;
            Some(inside * (1.0 - mirrored) / (INDEX * INDEX))
        };
        let middle = seen(0.5, 0.5)?;
        let corners = [[-0.5, -0.5], [1.5, -0.5], [-0.5, 1.5], [1.5, 1.5]];
        let is_even = corners.into_iter().all(|[right, down]| {
            seen(right, down).is_some_and(|there| (there - middle).abs().max_element() < 0.003)
        });
        is_even.then_some(middle)
    });
    let check = |gl: &Gl| {
        let mut studio = Studio::bare(gl);
        studio.sky = waterlab::view::SkyLight::new(gl, conditions());
        studio.sky.set_panorama(Some(dark()));
        studio.show(&Heights::Metres(&sampled(&level, 128)));
        let radiance = studio.radiance(&mut tank(), &eye, SIZE);
        let mut compared = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let Some(expected) = expected[(column, row)] else {
                    continue;
                };
                let [red, green, blue, _] = radiance[(column, row)];
                let error = (Vec3::new(red, green, blue) - expected).abs();
                assert!(
                    error.cmple(0.04 * expected + 0.003).all(),
                    "{column} {row}: {red} {green} {blue}, {expected}"
                );
                compared += 1;
            }
        }
        assert!(compared > 1500, "{compared}");
    };
    check(&core());
}

#[test]
fn beside_a_tank_the_eye_can_descend_to_the_table_and_on_a_terrace_to_the_ground() {
    let water = MODELS[0].create(Size::new(64, 32).expect("a size"));
    let ground = |view: LitView| view.ground(&water.surface(), DVec2::ZERO).expect("ground");
    let (terrace, tank) = (ground(view("pool")), ground(tank()));
    // The default depth.
    let deep = 1.6;
    assert_eq!(
        terrace,
        Ground {
            half: Vec2::new(1.0, 0.5),
            floor: -deep,
            rim: RIM,
            outside: RIM,
            hedge: None,
        }
    );
    assert!((tank.outside + deep + GLASS.0).abs() < 1e-6);
    assert!((tank.half - terrace.half - GLASS.0).length() < 1e-6);
}

#[test]
fn an_eye_close_to_the_glass_is_not_exposed_as_underwater() {
    let gl = &*core();
    let mut studio = Studio::in_sun(gl, conditions().sun);
    studio.show(&Heights::Metres(&sampled(&level, 64)));
    // In turbid water the exposure would be longer. Close to the pane the far wall is as bright.
    let seen = |away: f32| {
        let from = Vec3::new(0.1, -0.3, 1.0 + GLASS.0 + away);
        let eye = eye(from, from - Vec3::Z);
        let mut tank = tank();
        set(&mut tank, "water", kind_of_water("pond"));
        let picture = studio.draw(&mut tank, &eye, SIZE);
        i32::from(picture[(SIZE.0 / 2, SIZE.1 / 2)][1])
    };
    let [near, far] = [0.05, 0.3].map(seen);
    assert!(far > 8, "something is seen: {far}");
    assert!((near - far).abs() <= 2, "{near}, {far}");
}
