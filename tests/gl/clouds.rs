//! The clouds of the sky: how much of it they cover, how they move, and the shadows that they cast.

use super::lit_sea::{calm, eye};
use super::made_sea::Sea;
use super::support::{Studio, core};
use glam::{DVec2, Vec2, Vec3};
use std::rc::Rc;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::{Sky, SkyConditions, SunPosition, cloud_noise, clouds};
use waterlab::view::{CascadeTextures, CloudTime, Eye, LitView, SkyLight, Weather};

const SIZE: (usize, usize) = (96, 96);

/// Radiance of a calm sea and the sky above it, with this cover and the sun in the south.
struct Scene {
    conditions: SkyConditions,
    studio: Studio,
    cascades: Rc<CascadeTextures>,
    view: LitView,
}

impl Scene {
    fn new(gl: &Gl, cover: f32, elevation: f64) -> Self {
        let sun = SunPosition {
            elevation,
            azimuth: 180.0,
        };
        let conditions = SkyConditions {
            sun: sun.direction(),
            clouds: cover,
            ..SkyConditions::default()
        };
        let mut studio = Studio::bare(gl);
        studio.sky = SkyLight::new(gl, conditions);
        Self {
            conditions,
            studio,
            cascades: calm().uploaded(gl),
            view: LitView::new(),
        }
    }

    fn at(&mut self, seconds: f64, wind: Vec2, eye: &Eye) -> Grid<[f32; 4]> {
        self.studio.sky.set_weather(Weather {
            clouds: CloudTime { seconds, wind },
            ..Weather::default()
        });
        self.studio
            .radiance_of_sea(&mut self.view, eye, SIZE, &self.cascades)
    }
}

/// An eye at sea that looks up, with this field of view in degrees.
fn upward(fov: f32) -> Eye {
    let from = Vec3::new(0.0, 5.0, 0.0);
    eye(from, from + Vec3::new(0.0, 1.0, -1e-3), fov, SIZE)
}

#[test]
fn clouds_cover_the_share_of_the_sky_that_is_asked_for() {
    let gl = &*core();
    let up = upward(40.0);
    for cover in [0.2, 0.4, 0.6] {
        // A low sun leaves the zenith, where nothing is thinned out before it.
        let clear = Scene::new(gl, 0.0, 20.0).at(0.0, Vec2::ZERO, &up);
        let mut cloudy = Scene::new(gl, cover, 20.0);
        let (mut covered, mut all) = (0, 0);
        for place in 1..=10 {
            // The clouds of another place: the wind brings them in 1000 s.
            let wind = 36.0 * Vec2::from_angle(2.4 * place as f32) * (place as f32 / 10.0).sqrt();
            let sky = cloudy.at(1000.0, wind, &up);
            for (with, without) in sky.cells().iter().zip(clear.cells()) {
                all += 1;
                // Red tells clouds from the blue sky, and from thin cirrus by its amount.
                covered += usize::from(with[0] > 3.0 * without[0]);
            }
        }
        let share = covered as f32 / all as f32;
        assert!((share - cover).abs() < 0.12, "{cover}: {share}");
    }
}

/// Mean absolute difference of two pictures, relative to the mean of the first.
fn apart(one: &Grid<[f32; 4]>, other: &Grid<[f32; 4]>) -> f64 {
    let sum = |of: &dyn Fn(f32, f32) -> f32| -> f64 {
        let pairs = one.cells().iter().zip(other.cells());
        pairs.map(|(a, b)| f64::from(of(a[1], b[1]))).sum()
    };
    sum(&|a, b| (a - b).abs()) / sum(&|a, _| a)
}

#[test]
fn clouds_move_with_the_wind_evenly_and_without_a_step() {
    let gl = &*core();
    let up = upward(40.0);
    let mut scene = Scene::new(gl, 0.4, 35.0);
    let wind = Vec2::new(12.0, 5.0);
    // Pictures are drawn for every 8 s, and others blended in from 1.6 s later.
    let mut steps = Vec::new();
    for begin in [7.9, 9.5, 15.9, 21.0] {
        let mut last = scene.at(begin, wind, &up);
        for frame in 1..=6 {
            let next = scene.at(begin + f64::from(frame) / 30.0, wind, &up);
            steps.push(apart(&last, &next));
            last = next;
        }
    }
    let (low, high) = (
        steps.iter().copied().fold(f64::INFINITY, f64::min),
        steps.iter().copied().fold(0.0, f64::max),
    );
    assert!(low > 0.0 && high < 2.5 * low, "{steps:?}");
    // By how many pixels a picture has moved 32 s later: the shift at which both differ least.
    let wide = upward(80.0);
    let (one, other) = (scene.at(40.0, wind, &wide), scene.at(72.0, wind, &wide));
    let shifted = |across: i32, down: i32| {
        let mut sum = 0.0;
        for row in 24..72 {
            for column in 24..72 {
                let there = ((column + across) as usize, (row + down) as usize);
                let here = one[(column as usize, row as usize)][1];
                sum += (here - other[there][1]).abs();
            }
        }
        sum
    };
    let shifts = (-20..=20).flat_map(|across| (-20..=20).map(move |down| (across, down)));
    let best = shifts.min_by(|a, b| shifted(a.0, a.1).total_cmp(&shifted(b.0, b.1)));
    let (across, down) = best.expect("some");
    // Around the zenith the picture is level: the width of a pixel is that at the height of the layer.
    let middle = 1e3 * (clouds::ALTITUDE + 0.35 * clouds::THICKNESS);
    let pixel = 2.0 * middle / (wide.projection.y_axis.y * SIZE.1 as f32);
    let moved = (across as f32).hypot(down as f32) * pixel / 32.0;
    assert!(
        (moved - wind.length()).abs() < 2.5,
        "{moved} m/s: {across}, {down}"
    );
}

#[test]
fn the_exposure_of_a_sea_under_moving_clouds_does_not_flicker() {
    let gl = &*core();
    let from = Vec3::new(0.0, 5.0, 0.0);
    let eye = eye(from, from + Vec3::new(0.3, 0.1, -1.0), 60.0, SIZE);
    let mut scene = Scene::new(gl, 0.5, 35.0);
    let clouds = |seconds: f64| CloudTime {
        seconds,
        wind: Vec2::new(16.0, -7.0),
    };
    let mut drawn = |seconds: f64| {
        scene.studio.sky.set_weather(Weather {
            clouds: clouds(seconds),
            ..Weather::default()
        });
        let cascades = Some(&scene.cascades);
        (scene.studio).draw_cascades(&mut scene.view, &eye, SIZE, cascades)
    };
    // Though the clouds do move.
    let [early, late] = [0.0, 600.0].map(&mut drawn);
    let pairs = early.cells().iter().zip(late.cells());
    let moved = pairs.filter(|(a, b)| a[1].abs_diff(b[1]) > 12).count();
    assert!(moved > SIZE.0 * SIZE.1 / 20, "{moved}");
    let mut mean = |seconds: f64| {
        let drawn = drawn(seconds);
        let sum: f64 = drawn.cells().iter().map(|cell| f64::from(cell[1])).sum();
        sum / drawn.cells().len() as f64
    };
    // Frames of a window, where another picture of the clouds begins to be blended in, and where it is complete.
    for begin in [3.0, 7.9, 9.5, 15.9] {
        let mut last = mean(begin);
        for frame in 1..=12 {
            let next = mean(begin + f64::from(frame) / 60.0);
            assert!(
                (next / last - 1.0).abs() < 0.01,
                "{begin} {frame}: {last} {next}"
            );
            last = next;
        }
    }
}

#[test]
fn clouds_are_a_function_of_the_time_alone() {
    let gl = &*core();
    let up = upward(60.0);
    let wind = Vec2::new(9.0, -4.0);
    let mut stepped = Scene::new(gl, 0.5, 40.0);
    for seconds in [0.0, 11.0, 101.0] {
        stepped.at(seconds, wind, &up);
    }
    let direct = Scene::new(gl, 0.5, 40.0).at(104.5, wind, &up);
    assert!(stepped.at(104.5, wind, &up) == direct);
}

/// The sky with the sun at this elevation in the south.
fn conditions(elevation: f64) -> SkyConditions {
    let sun = SunPosition {
        elevation,
        azimuth: 180.0,
    };
    SkyConditions {
        sun: sun.direction(),
        clouds: 0.5,
        ..SkyConditions::default()
    }
}

#[test]
fn clouds_under_another_sun_are_those_of_a_sky_made_for_it() {
    let gl = &*core();
    let up = upward(60.0);
    let wind = Vec2::new(9.0, -4.0);
    let fresh = Scene::new(gl, 0.5, 8.0).at(3.0, wind, &up);
    let mut changed = Scene::new(gl, 0.5, 40.0);
    let before = changed.at(3.0, wind, &up);
    changed.studio.sky.set(conditions(8.0));
    assert!(changed.at(3.0, wind, &up) == fresh);
    assert!(apart(&fresh, &before) > 0.3);
}

#[test]
fn a_sun_that_moves_lights_the_clouds_of_each_moment() {
    let gl = &*core();
    let up = upward(60.0);
    let wind = Vec2::new(9.0, -4.0);
    // The sun sinks toward the horizon in the south.
    let speed = 5.0_f32.to_radians();
    let elevation = |seconds: f64| 30.0 - 5.0 * seconds;
    let mut moving = Scene::new(gl, 0.5, elevation(0.0));
    moving.studio.sky.set_turning(speed * Vec3::X);
    for seconds in [0.0, 1.2, 2.1] {
        moving.studio.sky.set(conditions(elevation(seconds)));
        let shown = moving.at(seconds, wind, &up);
        let still = Scene::new(gl, 0.5, elevation(seconds)).at(seconds, wind, &up);
        let later = Scene::new(gl, 0.5, elevation(seconds + 1.5)).at(seconds, wind, &up);
        let (off, step) = (apart(&still, &shown), apart(&still, &later));
        assert!(off < 0.04, "{seconds}: {off}");
        assert!(off < 0.5 * step, "{seconds}: {off} {step}");
    }
}

/// Trilinear value of the first channel of the repeating noise, at a place from 0 to 1.
fn noise(slices: &[Grid<[u8; 2]>], at: [f32; 3]) -> f32 {
    let side = slices.len() as i64;
    let place = at.map(|at| at * side as f32 - 0.5);
    let mut sum = 0.0;
    for corner in 0..8 {
        let mut weight = 1.0;
        let texel = [0, 1, 2].map(|axis| {
            let far = corner >> axis & 1;
            let part = place[axis] - place[axis].floor();
            weight *= if far == 1 { part } else { 1.0 - part };
            (place[axis].floor() as i64 + far).rem_euclid(side) as usize
        });
        sum += weight * f32::from(slices[texel[2]][(texel[0], texel[1])][0]) / 255.0;
    }
    sum
}

#[test]
fn the_sea_is_darker_where_clouds_stand_before_the_sun() {
    let gl = &*core();
    let cover = 0.5;
    let (time, wind) = (25.0, Vec2::new(10.0, 0.0));
    // From a height of 900 m, toward the side away from the sun.
    let from = Vec3::new(0.0, 900.0, 0.0);
    let eye = eye(from, from + Vec3::new(0.3, -0.35, -1.0), 30.0, SIZE);
    let mut scene = Scene::new(gl, cover, 50.0);
    // White all over, so that what it mirrors does not count.
    let foam = Grid::new(16, 16, 1.0);
    scene.cascades = Sea { foam, ..calm() }.uploaded(gl);
    let cloudy = scene.at(time, wind, &eye);
    let toward = SunPosition {
        elevation: 50.0,
        azimuth: 180.0,
    }
    .direction();
    let slices = cloud_noise::slices();
    let period = 36.0;
    let (mut sunny, mut shady) = (Vec::new(), Vec::new());
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let pixel = Vec2::new(column as f32, row as f32);
            let (_, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
            // Through the lower part of the layer, in km.
            let on_sea = ray * (from.y / -ray.y) * 1e-3;
            let high = 0.15;
            let up = high * clouds::THICKNESS;
            let above = on_sea + toward * ((clouds::ALTITUDE + up) / toward.y);
            let carried = DVec2::new(1e-2 * time, 0.0).as_vec2();
            let (x, z) = (above.x - carried.x, above.z - carried.y);
            let cluster = noise(slices, [x / period, z / period, 0.37]);
            let local = 0.75 * cover * (0.6 + 0.8 * cluster);
            let changed = 0.4e-3 * time as f32;
            let at = [x, z, up + changed].map(|part| part / (0.25 * period));
            let inside = noise(slices, at) - (1.0 - local) - 0.42 * high;
            let blue = cloudy[(column, row)][2];
            match inside {
                inside if inside < -0.1 => sunny.push(blue),
                inside if inside > 0.12 => shady.push(blue),
                _ => {}
            }
        }
    }
    let mean = |of: &[f32]| of.iter().sum::<f32>() / of.len() as f32;
    assert!(
        sunny.len() > 500 && shady.len() > 100,
        "{} {}",
        sunny.len(),
        shady.len()
    );
    let ratio = mean(&shady) / mean(&sunny);
    // The light of the sky stays.
    assert!((0.2..0.7).contains(&ratio), "{ratio}");
}

#[test]
fn an_overcast_is_as_bright_as_its_mean_at_every_elevation() {
    let gl = &*core();
    let mut cloudy = Scene::new(gl, 1.0, 40.0);
    let sky = Sky::new(&cloudy.conditions);
    for elevation in [12.0_f32, 25.0, 50.0, 80.0] {
        let (mut found, mut expected) = (0.0, 0.0);
        for place in 1..=12 {
            // The clouds of another place: the wind brings them in 1000 s.
            let wind = 36.0 * Vec2::from_angle(2.4 * place as f32) * (place as f32 / 12.0).sqrt();
            let (up, level) = elevation.to_radians().sin_cos();
            let ahead = level * Vec2::from_angle(1.3 * place as f32);
            let from = Vec3::new(0.0, 5.0, 0.0);
            let eye = eye(from, from + Vec3::new(ahead.x, up, ahead.y), 8.0, SIZE);
            let seen = cloudy.at(1000.0, wind, &eye);
            for row in 0..SIZE.1 {
                for column in 0..SIZE.0 {
                    let pixel = Vec2::new(column as f32, row as f32);
                    let (_, ray) = eye.ray(pixel, Vec2::new(SIZE.0 as f32, SIZE.1 as f32));
                    found += seen[(column, row)][1];
                    expected += sky.radiance(ray).y;
                }
            }
        }
        let apart = found / expected - 1.0;
        assert!(apart.abs() < 0.06, "{elevation}°: {apart}");
    }
}
