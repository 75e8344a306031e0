//! The lit pool's pixels against the reference tracer and against geometry.

use super::support::{GREY, Studio, core, kind_of_water, lit_in_the_open, set};
use crate::reference::{SunInBasin, TracedPool};
use glam::{Vec2, Vec3};
use std::f32::consts::PI;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{
    BasinLight, Daylight, FRESH_WATER_INDEX, Panorama, Sky, SkyConditions, SunPosition, WaterType,
    exposure, reflectance,
};
use waterlab::parameter::Value;
use waterlab::session::FlyCamera;
use waterlab::view::{Eye, LitView, SkyLight};

pub(super) const SIZE: (usize, usize) = (176, 128);
pub(super) const RIM: f32 = 0.05;
const INDEX: f32 = FRESH_WATER_INDEX[1] as f32;
/// Metres.
pub(super) const DEPTH: f32 = 1.6 / 3.0;

/// A surface as a function of (x, z): height and slope.
pub(super) type Surface<'a> = &'a (dyn Fn(Vec2) -> (f32, Vec2) + Sync);

pub(super) fn level(_: Vec2) -> (f32, Vec2) {
    (0.0, Vec2::ZERO)
}

/// Two standing waves between the walls, 0.5 and 0.4 metres long, with slopes up to 0.1.
pub(super) fn waves(at: Vec2) -> (f32, Vec2) {
    let from_corner = at + 1.0;
    let (mut height, mut slope) = (0.0, Vec2::ZERO);
    for (crests, steep) in [([8.0, 3.0], 0.05_f32), ([4.0, 10.0], 0.05)] {
        let k = PI / 2.0 * Vec2::from(crests);
        let [(sin_x, cos_x), (sin_z, cos_z)] = (k * from_corner).to_array().map(f32::sin_cos);
        let high = steep / k.length();
        height += high * cos_x * cos_z;
        slope -= high * k * Vec2::new(sin_x * cos_z, cos_x * sin_z);
    }
    (height, slope)
}

/// The surface at the centres of this many cells per side.
pub(super) fn sampled(surface: Surface, cells: usize) -> Grid<f32> {
    Grid::from_fn(cells, cells, |column, row| {
        let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / cells as f32;
        surface(2.0 * place - 1.0).0
    })
}

pub(super) fn view(water: &str) -> LitView {
    let mut view = lit_in_the_open();
    set(&mut view, "water", kind_of_water(water));
    view
}

pub(super) fn eye(position: Vec3, target: Vec3) -> Eye {
    FlyCamera::new(position, target, 45.0).eye(SIZE.0 as f32 / SIZE.1 as f32)
}

/// The ray through a point of the picture, in pixels from its top left corner.
pub(super) fn ray(eye: &Eye, place: Vec2) -> Vec3 {
    let clip = place / Vec2::new(SIZE.0 as f32, SIZE.1 as f32) * Vec2::new(2.0, -2.0)
        + Vec2::new(-1.0, 1.0);
    let far = eye
        .view_projection()
        .inverse()
        .project_point3(clip.extend(0.9));
    (far - eye.position).normalize()
}

/// Narkowicz's curve and sRGB, 0 to 255.
fn shown(radiance: Vec3, exposure: f32) -> Vec3 {
    let x = radiance * exposure;
    let curved =
        (x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)).clamp(Vec3::ZERO, Vec3::ONE);
    let encoded = |linear: f32| match linear <= 0.003_130_8 {
        true => 12.92 * linear,
        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    };
    255.0 * Vec3::from(curved.to_array().map(encoded))
}

/// Horizontal planes of irradiance in the water; the last is the floor.
const PLANES: usize = 4;

/// The sun's irradiance at a point in the water, interpolated between two planes along the ray. Above the first
/// the irradiance is that of the first.
fn between_planes(planes: &[SunInBasin], depth: f32, sun: Vec3, point: Vec3) -> f32 {
    let apart = depth / planes.len() as f32;
    let at = (-point.y / apart).clamp(1.0, planes.len() as f32);
    let first = (at as usize).min(planes.len() - 1);
    let on = |plane: usize| {
        let rise = point.y + plane as f32 * apart;
        let there = point + sun * (-rise / sun.y);
        planes[plane - 1].at(there, Vec3::Y).y
    };
    let part = at - first as f32;
    on(first) * (1.0 - part) + on(first + 1) * part
}

/// No wave reaches farther from the rest level.
const WATERLINE: f32 = 0.02;

/// Distance along a ray from inside to the walls.
fn way_to_wall(from: Vec3, ray: Vec3) -> f32 {
    let distance = |axis: usize| (ray[axis].signum() - from[axis]) / ray[axis];
    distance(0).min(distance(2))
}

/// A comparison.
pub(super) struct Case<'a> {
    pub(super) name: &'a str,
    pub(super) surface: Surface<'a>,
    pub(super) sun: SunPosition,
    pub(super) water: WaterType,
    pub(super) water_name: &'a str,
    pub(super) eye: Vec3,
    pub(super) target: Vec3,
    /// In levels of 255.
    pub(super) tolerance: f32,
    /// The minimal fraction of the picture that is compared.
    pub(super) min: f64,
}

impl Case<'_> {
    fn sky(&self) -> SkyConditions {
        SkyConditions {
            sun: self.sun.direction(),
            clouds: 0.0,
            ..SkyConditions::default()
        }
    }

    /// The tracer's value of a pixel, 0 to 255; `None` for edges and for the deck.
    pub(super) fn traced(&self) -> Grid<Option<Vec3>> {
        let depth = DEPTH;
        let sky = Sky::new(&self.sky());
        let daylight = Daylight::of(&sky);
        let albedo = Vec3::splat((((f32::from(GREY[0]) / 255.0) + 0.055) / 1.055).powf(2.4));
        let heights = sampled(self.surface, 200);
        let sun = SunInBasin::gather(&heights, Vec2::ONE, depth, RIM, sky.sun(), 512);
        let sun = sun.expect("a basin");
        let light = BasinLight::new(&self.water.optics(), INDEX, depth, albedo, &daylight);
        // Light that the water scatters on the way is smooth: fewer cells will do. An eye above the water does not use it.
        let coarse = sampled(self.surface, 100);
        let planes: Vec<_> = (1..=if self.eye.y < 0.0 { PLANES } else { 0 })
            .filter_map(|plane| {
                let deep = depth * plane as f32 / PLANES as f32;
                SunInBasin::gather(&coarse, Vec2::ONE, deep, RIM, sky.sun(), 128)
            })
            .collect();
        let pool = TracedPool {
            half: Vec2::ONE,
            depth,
            rim: RIM,
            surface: &self.surface,
            tiles: &|_, _| albedo,
            sun_irradiance: &|point, normal| sun.at(point, normal),
            sun_within: &|point| between_planes(&planes, depth, light.sun_under, point),
            index: INDEX,
            light,
            sky: &sky,
        };
        let exposure = exposure(
            daylight.metered() * light.sky_transmittance(-self.eye.y),
            0.0,
        );
        let eye = eye(self.eye, self.target);
        let seen = |place: Vec2| {
            let ray = ray(&eye, place);
            // From below, the line where waves meet a wall is an edge, whatever their colours.
            let at_wall = eye.position + ray * way_to_wall(eye.position, ray);
            if eye.position.y < 0.0 && at_wall.y.abs() < WATERLINE {
                return None;
            }
            let radiance = pool.radiance(eye.position, ray)?;
            Some(shown(radiance, exposure))
        };
        // With a border of one pixel.
        let all = Grid::from_fn(SIZE.0 + 2, SIZE.1 + 2, |column, row| {
            seen(Vec2::new(column as f32, row as f32) - 0.5)
        });
        Grid::from_fn(SIZE.0, SIZE.1, |column, row| {
            let middle = all[(column + 1, row + 1)]?;
            // Where neighbours at the corners differ, a pixel's value depends on the sampling.
            let around = [(0, 0), (2, 0), (0, 2), (2, 2)];
            let even = around.into_iter().all(|(right, down)| {
                all[(column + right, row + down)].is_some_and(|there| {
                    (there - middle).abs().max_element() < 1.5 * self.tolerance
                })
            });
            even.then_some(middle)
        })
    }

    pub(super) fn check(&self, gl: &Gl, traced: &Grid<Option<Vec3>>) {
        let mut studio = Studio::bare(gl);
        studio.sky = SkyLight::new(gl, self.sky());
        let heights = sampled(self.surface, 128);
        studio.show(&Heights::Metres(&heights));
        let picture = studio.draw(
            &mut view(self.water_name),
            &eye(self.eye, self.target),
            SIZE,
        );
        let (mut compared, mut worst, mut beyond) = (0, (0.0_f32, (0, 0)), 0);
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let Some(expected) = traced[(column, row)] else {
                    continue;
                };
                let [red, green, blue, _] = picture[(column, row)].map(f32::from);
                let error = (Vec3::new(red, green, blue) - expected).abs().max_element();
                compared += 1;
                beyond += usize::from(error > self.tolerance);
                if error > self.tolerance {
                    println!("{column} {row}: {red} {green} {blue}, {expected}");
                }
                if error > worst.0 {
                    worst = (error, (column, row));
                }
            }
        }
        let part = compared as f64 / (SIZE.0 * SIZE.1) as f64;
        println!(
            "{}: {part:.2} compared, worst {worst:?}, beyond {beyond}",
            self.name
        );
        assert!(part > self.min, "{}: {part}", self.name);
        assert!(worst.0 <= self.tolerance, "{}: {worst:?}", self.name);
    }
}

#[test]
fn a_level_pool_matches_the_ray_tracer() {
    let sun = |elevation, azimuth| SunPosition { elevation, azimuth };
    let cases = [
        Case {
            name: "from the edge",
            surface: &level,
            sun: sun(55.0, 150.0),
            water: WaterType::Pool,
            water_name: "pool",
            eye: Vec3::new(0.2, 1.0, 1.7),
            target: Vec3::new(0.0, -0.2, 0.0),
            tolerance: 2.0,
            min: 0.55,
        },
        Case {
            name: "across",
            surface: &level,
            sun: sun(35.0, 100.0),
            water: WaterType::JerlovIB,
            water_name: "IB",
            eye: Vec3::new(-1.5, 0.35, 0.3),
            target: Vec3::new(0.4, 0.0, -0.1),
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
fn a_wavy_pool_matches_the_ray_tracer() {
    let case = Case {
        name: "waves",
        surface: &waves,
        sun: SunPosition {
            elevation: 62.0,
            azimuth: 130.0,
        },
        water: WaterType::Pool,
        water_name: "pool",
        eye: Vec3::new(0.1, 1.6, 1.3),
        target: Vec3::new(0.0, -0.2, 0.0),
        tolerance: 4.0,
        min: 0.7,
    };
    let traced = case.traced();
    case.check(&core(), &traced);
}

/// Under a panorama without a sun.
pub(super) fn under(gl: &Gl, panorama: &Grid<[f32; 3]>) -> Studio {
    let mut studio = Studio::bare(gl);
    studio.sky = SkyLight::new(
        gl,
        SkyConditions {
            strength: 0.0,
            ..SkyConditions::default()
        },
    );
    let panorama = Panorama::new(panorama).expect("a panorama");
    studio.sky.set_panorama(Some(panorama));
    studio.show(&Heights::Metres(&Grid::new(64, 64, 0.0)));
    studio
}

/// Offsets to points a pixel away from a pixel's centre, from its corner.
const AROUND: [[f32; 2]; 4] = [[-1.0, -1.0], [2.0, -1.0], [-1.0, 2.0], [2.0, 2.0]];

/// Where a ray hits the level water, and its reflected direction, if it hits any.
fn mirrored(eye: &Eye, ray: Vec3) -> Option<(Vec3, Vec3)> {
    let at = |height: f32| eye.position + ray * ((height - eye.position.y) / ray.y);
    let inside = |point: Vec3| point.x.abs() < 1.0 && point.z.abs() < 1.0;
    let seen = ray.y < 0.0 && inside(at(RIM)) && inside(at(0.0));
    seen.then(|| (at(0.0), Vec3::new(ray.x, -ray.y, ray.z)))
}

#[test]
fn ink_under_a_uniform_sky_shows_its_reflectance() {
    let gl = &*core();
    let studio = under(gl, &Grid::new(64, 32, [1.0, 2.0, 0.5]));
    for (position, target) in [
        (Vec3::new(0.0, 2.6, 0.1), Vec3::ZERO),
        (Vec3::new(0.2, 1.0, 1.7), Vec3::ZERO),
        (Vec3::new(-1.9, 0.25, 0.3), Vec3::new(0.0, 0.02, 0.0)),
    ] {
        let eye = eye(position, target);
        let radiance = studio.radiance(&mut view("ink"), &eye, SIZE);
        let mut compared = 0;
        for row in 0..SIZE.1 {
            for column in 0..SIZE.0 {
                let corner = Vec2::new(column as f32, row as f32);
                // The pixel and its neighbours reflect the sky above the rim.
                let mirrors_sky = |offset: [f32; 2]| {
                    let (from, up) = mirrored(&eye, ray(&eye, corner + Vec2::from(offset)))?;
                    let over = from + up * ((RIM - from.y) / up.y);
                    (over.x.abs().max(over.z.abs()) < 1.0).then_some(up)
                };
                let Some(up) = mirrors_sky([0.5, 0.5]) else {
                    continue;
                };
                if AROUND.iter().any(|offset| mirrors_sky(*offset).is_none()) {
                    continue;
                }
                let expected = reflectance(f64::from(up.y), f64::from(INDEX)) as f32;
                let [red, green, blue, _] = radiance[(column, row)];
                for (found, light) in [(red, 1.0), (green, 2.0), (blue, 0.5)] {
                    let error = (found / light - expected).abs();
                    assert!(
                        error < 0.002 * expected + 1e-4,
                        "{column} {row}: {found}, {expected}"
                    );
                }
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}

#[test]
fn a_stone_is_reflected_at_the_mirrored_point() {
    let gl = &*core();
    let mut studio = under(gl, &Grid::new(64, 32, [1.0; 3]));
    // A block from x = −0.4 to 0.4 and from z = −0.3 to −0.1.
    let block = |at: Vec2| at.x.abs() < 0.4 && (-0.3..-0.1).contains(&at.y);
    let open = Grid::from_fn(200, 200, |column, row| {
        let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / 100.0 - 1.0;
        f32::from(u8::from(!block(place)))
    });
    studio.walls.upload(&open).expect("walls");
    let mut view = view("ink");
    let height = 0.08;
    set(&mut view, "wall_height", Value::Real(height));
    let eye = eye(Vec3::new(0.1, 0.5, 1.4), Vec3::new(0.0, 0.0, -0.1));
    let radiance = studio.radiance(&mut view, &eye, SIZE);
    // Whether a pixel reflects the block or the sky, if it shows no stone directly.
    let sees = |place: Vec2| {
        let ray = ray(&eye, place);
        let (from, up) = mirrored(&eye, ray)?;
        let along = |from: Vec3, ray: Vec3, top: f32, margin: f32| {
            let max = (top - from.y) / ray.y;
            (0..400).any(|step| {
                let point = from + ray * (max * step as f32 / 400.0);
                let at = Vec2::new(point.x, point.z);
                [-margin, margin]
                    .iter()
                    .any(|x| block(at + Vec2::new(*x, 0.0)))
                    || block(at + Vec2::new(0.0, margin))
            })
        };
        let back = -ray;
        if along(from, back, height as f32 + 0.02, 0.02) {
            return None;
        }
        let over = from + up * ((RIM - from.y) / up.y);
        let open = over.x.abs().max(over.z.abs()) < 0.97;
        let near = along(from, up, height as f32 + 0.01, 0.02);
        let sure = along(from, up, height as f32 - 0.01, 0.0);
        // The edges of walls are rounded by some millimetres.
        (open && near == sure).then_some(sure)
    };
    let mut counts = [0, 0];
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let corner = Vec2::new(column as f32, row as f32);
            let expected = sees(corner + 0.5);
            let is_sure = |offset: &[f32; 2]| sees(corner + Vec2::from(*offset)) == expected;
            let Some(expected) = expected.filter(|_| AROUND.iter().all(is_sure)) else {
                continue;
            };
            counts[usize::from(expected)] += 1;
            let up = -ray(&eye, corner + 0.5).y;
            let mirror = reflectance(f64::from(up), f64::from(INDEX)) as f32;
            let [found, ..] = radiance[(column, row)];
            // Stone is darker than the uniform sky.
            assert_eq!(
                found < 0.8 * mirror,
                expected,
                "{column} {row}: {found} of {mirror}"
            );
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 40, "{counts:?}");
}

#[test]
fn mirror_images_of_the_walls_are_at_the_mirrored_points() {
    let gl = &*core();
    // A bright column of the sky from 20° to 40° elevation, toward −z and a little to the right.
    let bright = |azimuth: f32, elevation: f32| {
        (5.0..15.0).contains(&azimuth) && (20.0..40.0).contains(&elevation)
    };
    let panorama = Grid::from_fn(1440, 720, |column, row| {
        let azimuth = (column as f32 + 0.5) / 4.0 - 180.0;
        let elevation = 90.0 - (row as f32 + 0.5) / 4.0;
        [f32::from(u8::from(bright(azimuth, elevation))); 3]
    });
    let studio = under(gl, &panorama);
    let eye = eye(Vec3::new(-0.1, 0.9, 1.6), Vec3::new(0.0, -0.1, 0.0));
    let radiance = studio.radiance(&mut view("ink"), &eye, SIZE);
    let is_bright = |place: Vec2| {
        let (from, up) = mirrored(&eye, ray(&eye, place))?;
        let over = from + up * ((RIM - from.y) / up.y);
        let azimuth = up.x.atan2(-up.z) * 180.0 / PI;
        let elevation = up.y.asin() * 180.0 / PI;
        let open = over.x.abs().max(over.z.abs()) < 0.97;
        open.then(|| bright(azimuth, elevation))
    };
    let mut counts = [0, 0];
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let corner = Vec2::new(column as f32, row as f32);
            // Only where a pixel and its neighbours agree.
            let around = [
                [0.5, 0.5],
                [-1.0, -1.0],
                [2.0, -1.0],
                [-1.0, 2.0],
                [2.0, 2.0],
            ];
            let seen = around.map(|offset| is_bright(corner + Vec2::from(offset)));
            let Some(expected) = seen[0].filter(|_| seen.iter().all(|s| *s == seen[0])) else {
                continue;
            };
            counts[usize::from(expected)] += 1;
            let [found, ..] = radiance[(column, row)];
            assert_eq!(found > 0.01, expected, "{column} {row}: {found}");
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 100, "{counts:?}");
}
