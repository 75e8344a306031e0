//! The lit pool from below: against the reference tracer, and by the laws that hold at the surface.

use super::support::{Studio, on_core, set};
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
fn the_pixels_of_a_level_pool_from_below_are_those_of_the_tracer() {
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
            least: 0.55,
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
            least: 0.55,
        },
    ];
    for case in cases {
        let traced = case.traced();
        on_core(|gl| case.check(gl, &traced));
    }
}

#[test]
fn the_pixels_of_a_waved_pool_from_below_are_those_of_the_tracer() {
    let case = Case {
        name: "waves from below",
        surface: &waves,
        sun: sun(62.0, 130.0),
        water: WaterType::Pool,
        water_name: "pool",
        eye: Vec3::new(0.3, -0.4, 0.5),
        target: Vec3::new(0.0, -0.05, -0.1),
        tolerance: 4.0,
        least: 0.45,
    };
    let traced = case.traced();
    on_core(|gl| case.check(gl, &traced));
}

/// Pure water over black tiles, a hand's breadth above the eye; an even sky without a sun.
fn over_black(gl: &Gl, heights: &Grid<f32>) -> Studio {
    let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
    studio.tile([0, 0, 0, 255]);
    studio.show(&Heights::Metres(heights));
    studio
}

/// Ten centimetres under water in a pool of 6 m.
const HAND: f32 = 0.1 / 3.0;

#[test]
fn pure_water_over_black_tiles_shows_n_squared_of_the_sky_in_the_window_and_black_outside_of_it() {
    let eye = eye(Vec3::new(0.0, -HAND, 0.02), Vec3::new(0.0, 0.05, -0.06));
    let index = FRESH_WATER_INDEX.map(|index| index as f32);
    let beam = Vec3::from(WaterType::Pure.optics().beam());
    on_core(|gl| {
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
                let way = HAND / up.y;
                let [red, green, blue, _] = radiance[(column, row)];
                let seen = [red, green, blue];
                for channel in 0..3 {
                    let n = index[channel];
                    let sine = n * (1.0 - up.y * up.y).sqrt();
                    if sine > 1.004 {
                        // No light but the little that pure water scatters, less than 0.3 % a metre.
                        assert!(seen[channel] < 0.01, "{column} {row}: {seen:?}");
                        black += 1;
                        continue;
                    }
                    // Inside, and over the rim.
                    let green = sine / n * index[1];
                    let level = green / (1.0 - green * green).max(1e-6).sqrt();
                    if green > 0.995 || level * RIM > 0.8 {
                        continue;
                    }
                    let through = 1.0 - reflectance(f64::from(up.y), 1.0 / f64::from(n)) as f32;
                    let wanted = n * n * through * (-beam[channel] * way).exp();
                    assert!(
                        (seen[channel] / wanted - 1.0).abs() < 0.01,
                        "{column} {row} {channel}: {seen:?}, {wanted}"
                    );
                    bright += 1;
                }
            }
        }
        assert!(bright > 10_000 && black > 10_000, "{bright}, {black}");
    });
}

#[test]
fn the_rim_of_the_window_is_red_outside_and_blue_within() {
    // Red is bent least: it still comes through where green and blue are mirrored.
    let eye = eye(Vec3::new(0.0, -HAND, 0.02), Vec3::new(0.0, 0.012, -0.06));
    let index = FRESH_WATER_INDEX.map(|index| index as f32);
    on_core(|gl| {
        let studio = over_black(gl, &Grid::new(64, 64, 0.0));
        let radiance = studio.radiance(&mut view("pure"), &eye, (176, 1280));
        let column = 88;
        let edge = |channel: usize| {
            // From the bottom, the first that lets light in.
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
    });
}

#[test]
fn the_light_of_a_dive_does_not_jump_at_the_surface() {
    // A look straight down from either side: in air the picture is dimmer by n² and T.
    on_core(|gl| {
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
            // What is mirrored of the sky is on top of it, and two centimetres of water.
            assert!(
                above[channel] > 0.97 * inside && above[channel] < 1.2 * inside + 0.05,
                "{above:?}, {below:?}"
            );
        }
    });
}

#[test]
fn what_scatters_in_the_water_is_no_more_than_what_is_lost_to_it() {
    let sky = Sky::new(&SkyConditions::default());
    let daylight = Daylight::of(&sky);
    for kind in <WaterType as Choice>::ALL {
        let optics = kind.optics();
        let light = BasinLight::new(&optics, 1.334, 1.5, Vec3::splat(0.3), &daylight);
        // Over all directions, by rings of equal height.
        let rings = 4000;
        let ring = |index: i32| 2.0 * (index as f32 + 0.5) / rings as f32 - 1.0;
        let all: Vec3 = (0..rings)
            .map(|index| {
                light.sun_scattered(ring(index)) * 4.0 * std::f32::consts::PI / rings as f32
            })
            .sum();
        let most = light.scatter_water + light.scatter_particles;
        assert!((all - most).max_element() < 1e-3 * most.max_element() + 1e-6);
    }
}
