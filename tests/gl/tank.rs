//! The tank: what its glass shows is what rays see that are bent by it.

use super::support::{GREY, Studio, kind_of_water, on_core, set};
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
/// Of the panes, metres; their refractive index.
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

/// Under a black panorama, so that the glass mirrors nothing above the table.
fn dark() -> Panorama {
    Panorama::new(&Grid::new(64, 32, [0.0; 3])).expect("a panorama")
}

fn bent(ray: Vec3, normal: Vec3, index: f64) -> Vec3 {
    let wide = |vector: Vec3| vector.to_array().map(f64::from);
    let within = refracted(wide(ray), wide(normal), index).expect("into what is denser");
    Vec3::from(within.map(|part| part as f32))
}

/// Where a ray comes into the water through the pane at +z, and which way it goes there; how much of it the glass mirrors.
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
fn through_the_glass_one_sees_what_the_tracer_does_along_the_bent_ray() {
    let air = waterlab::light::Atmosphere::new(conditions().haze);
    let sky = Sky::under(&dark(), &air, &conditions());
    let daylight = Daylight::of(&sky);
    let albedo = Vec3::splat((((f32::from(GREY[0]) / 255.0) + 0.055) / 1.055).powf(2.4));
    let heights = sampled(&level, 200);
    let gathered = |depth: f32| SunInBasin::gather(&heights, Vec2::ONE, depth, RIM, sky.sun(), 256);
    let (landed, half_way) = (
        gathered(DEEP).expect("a basin"),
        gathered(0.5 * DEEP).expect("one"),
    );
    let light = BasinLight::new(&WaterType::Pool.optics(), INDEX, DEEP, albedo, &daylight);
    // Level water sends an even beam: on any level it is that of half the depth.
    let within = |point: Vec3| {
        let rise = point.y + 0.5 * DEEP;
        half_way
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
        sun_landed: &|point, normal| landed.at(point, normal),
        sun_within: &within,
        index: INDEX,
        light,
        sky: &sky,
    };
    let eye = eye(Vec3::new(0.15, -0.5, 2.9), Vec3::new(0.0, -0.15, 0.0));
    let wanted = Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
        let seen = |right: f32, down: f32| {
            let ray = ray(&eye, Vec2::new(column as f32 + right, row as f32 + down));
            // What comes up from the table is mirrored by the rest.
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
                let Some(wanted) = wanted[(column, row)] else {
                    continue;
                };
                let [red, green, blue, _] = radiance[(column, row)];
                let off = (Vec3::new(red, green, blue) - wanted).abs();
                assert!(
                    off.cmple(0.04 * wanted + 0.003).all(),
                    "{column} {row}: {red} {green} {blue}, {wanted}"
                );
                compared += 1;
            }
        }
        assert!(compared > 1500, "{compared}");
    };
    on_core(check);
}

#[test]
fn about_a_tank_the_eye_comes_down_to_the_table_and_about_a_terrace_to_the_ground() {
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
fn an_eye_close_before_the_glass_does_not_adapt_as_if_it_were_in_the_water() {
    on_core(|gl| {
        let mut studio = Studio::in_sun(gl, conditions().sun);
        studio.show(&Heights::Metres(&sampled(&level, 64)));
        // In the dark of a murky pond exposure would be longer. What is close to the pane sees no less of the far wall.
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
    });
}
