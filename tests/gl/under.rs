//! The lit pool from below: against the reference tracer, and by the laws of refraction at the surface.

use super::support::{Studio, core, set};
use super::tracer::{Case, RIM, SIZE, eye, level, ray, under, view, waves};
use glam::{Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{
    BasinLight, Daylight, FRESH_WATER_INDEX, Sky, SkyConditions, SunPosition, WaterType,
    reflectance,
};
use waterlab::parameter::{Choice, Value};

fn sun(elevation: f64, azimuth: f64) -> SunPosition {
    SunPosition { elevation, azimuth }
}

#[test]
fn a_level_pool_from_below_matches_the_ray_tracer() {
    let cases = [
        Case {
            name: "up from the floor",
            surface: &level,
            sun: sun(55.0, 150.0),
            water: WaterType::Pool,
            water_name: "pool",
            eye: Vec3::new(0.2, -0.42, 0.3),
            target: Vec3::new(0.1, 0.1, 0.0),
            tolerance: 2.0,
            min: 0.55,
        },
        Case {
            name: "along, in the sea",
            surface: &level,
            sun: sun(40.0, 60.0),
            water: WaterType::JerlovIB,
            water_name: "IB",
            eye: Vec3::new(-0.7, -0.25, 0.5),
            target: Vec3::new(0.4, -0.15, -0.2),
            tolerance: 2.0,
            min: 0.55,
        },
    ];
    for case in cases {
        let traced = case.traced();
        case.check(&core(), &traced);
    }
}

#[test]
fn a_wavy_pool_from_below_matches_the_ray_tracer() {
    let case = Case {
        name: "waves from below",
        surface: &waves,
        sun: sun(62.0, 130.0),
        water: WaterType::Pool,
        water_name: "pool",
        eye: Vec3::new(0.3, -0.4, 0.5),
        target: Vec3::new(0.0, -0.05, -0.1),
        tolerance: 4.0,
        min: 0.45,
    };
    let traced = case.traced();
    case.check(&core(), &traced);
}

/// Pure water over black tiles, 10 cm above the eye; a uniform sky without a sun.
fn over_black(gl: &Gl, heights: &Grid<f32>) -> Studio {
    let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
    studio.tile([0, 0, 0, 255]);
    studio.show(&Heights::Metres(heights));
    studio
}

/// Ten centimetres under water in a pool of 6 m.
const EYE_DEPTH: f32 = 0.1 / 3.0;

#[test]
fn over_black_tiles_snells_window_has_n_squared_of_the_sky_and_the_rest_is_black() {
    let eye = eye(
        Vec3::new(0.0, -EYE_DEPTH, 0.02),
        Vec3::new(0.0, 0.05, -0.06),
    );
    let index = FRESH_WATER_INDEX.map(|index| index as f32);
    let beam = Vec3::from(WaterType::Pure.optics().beam());
    let gl = &*core();
    let studio = over_black(gl, &Grid::new(64, 64, 0.0));
    let mut view = view("pure");
    let radiance = studio.radiance(&mut view, &eye, SIZE);
    let (mut bright, mut black) = (0, 0);
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let up = ray(&eye, Vec2::new(column as f32 + 0.5, row as f32 + 0.5));
            if up.y <= 0.0 {
                continue;
            }
            let distance = EYE_DEPTH / up.y;
            let [red, green, blue, _] = radiance[(column, row)];
            let seen = [red, green, blue];
            for channel in 0..3 {
                let n = index[channel];
                let sine = n * (1.0 - up.y * up.y).sqrt();
                if sine > 1.004 {
                    // No light except the little that pure water scatters, less than 0.3 % per metre.
                    assert!(seen[channel] < 0.01, "{column} {row}: {seen:?}");
                    black += 1;
                    continue;
                }
                // Inside Snell's window, and above the rim.
                let green = sine / n * index[1];
                let level = green / (1.0 - green * green).max(1e-6).sqrt();
                if green > 0.995 || level * RIM > 0.8 {
                    continue;
                }
                let through = 1.0 - reflectance(f64::from(up.y), 1.0 / f64::from(n)) as f32;
                let expected = n * n * through * (-beam[channel] * distance).exp();
                assert!(
                    (seen[channel] / expected - 1.0).abs() < 0.01,
                    "{column} {row} {channel}: {seen:?}, {expected}"
                );
                bright += 1;
            }
        }
    }
    assert!(bright > 10_000 && black > 10_000, "{bright}, {black}");
}

#[test]
fn the_rim_of_snells_window_is_red_outside_and_blue_inside() {
    // Red is refracted least: it is transmitted where green and blue are totally reflected.
    let eye = eye(
        Vec3::new(0.0, -EYE_DEPTH, 0.02),
        Vec3::new(0.0, 0.012, -0.06),
    );
    let index = FRESH_WATER_INDEX.map(|index| index as f32);
    let gl = &*core();
    let studio = over_black(gl, &Grid::new(64, 64, 0.0));
    let radiance = studio.radiance(&mut view("pure"), &eye, (176, 1280));
    let column = 88;
    let edge = |channel: usize| {
        // From the bottom, the first row that transmits light.
        (0..1280)
            .rev()
            .find(|&row| radiance[(column, row)][channel] > 0.3)
    };
    let [red, green, blue] = [0, 1, 2].map(|channel| edge(channel).expect("a window"));
    assert!(index[0] < index[1] && index[1] < index[2]);
    assert!(
        red >= green && green >= blue && red > blue,
        "{red} {green} {blue}"
    );
}

#[test]
fn brightness_is_continuous_when_the_eye_dives() {
    // Straight down from both sides of the surface: in air the radiance is lower by n² and T.
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    studio.show(&Heights::Metres(&Grid::new(64, 64, 0.0)));
    let mut view = view("pool");
    set(&mut view, "adapt", Value::Switch(false));
    let mut down = |height: f32| {
        let eye = eye(Vec3::new(0.1, height, 0.1), Vec3::new(0.1, -1.0, 0.09));
        studio.radiance(&mut view, &eye, SIZE)[(SIZE.0 / 2, SIZE.1 / 2)]
    };
    let (above, below) = (down(0.02), down(-0.02));
    for channel in 0..3 {
        let n = FRESH_WATER_INDEX[channel] as f32;
        let through = 1.0 - ((n - 1.0) / (n + 1.0)).powi(2);
        let inside = below[channel] * through / (n * n);
        // The reflected sky is added, and two centimetres of water.
        assert!(
            above[channel] > 0.97 * inside && above[channel] < 1.2 * inside + 0.05,
            "{above:?}, {below:?}"
        );
    }
}

#[test]
fn scattered_light_does_not_exceed_extinguished_light() {
    let sky = Sky::new(&SkyConditions::default());
    let daylight = Daylight::of(&sky);
    for kind in <WaterType as Choice>::ALL {
        let optics = kind.optics();
        let light = BasinLight::new(&optics, 1.334, 1.5, Vec3::splat(0.3), &daylight);
        // Over all directions, in rings of equal height.
        let rings = 4000;
        let ring = |index: i32| 2.0 * (index as f32 + 0.5) / rings as f32 - 1.0;
        let all: Vec3 = (0..rings)
            .map(|index| {
                light.sun_scattered(ring(index)) * 4.0 * std::f32::consts::PI / rings as f32
            })
            .sum();
        let max = light.scatter_water + light.scatter_particles;
        assert!((all - max).max_element() < 1e-3 * max.max_element() + 1e-6);
    }
}
