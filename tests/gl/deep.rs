//! Under a lit sea: Snell's window, scattered light, and the sun on the floor, against formulas evaluated here.

use super::lit_sea::{calm, even, eye, under};
use super::made_sea::{Made, Sea};
use super::support::{Studio, core, set};
use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};
use std::rc::Rc;
use waterlab::gl::{Filter, Gl, Texture, Wrap};
use waterlab::grid::Grid;
use waterlab::light::{
    BasinLight, Daylight, SEA_WATER_INDEX, Sky, WaterType, reflectance, transmittance,
};
use waterlab::parameter::Value;
use waterlab::view::{CascadeTextures, LitView};

const INDEX: f32 = SEA_WATER_INDEX[1] as f32;

/// Mean albedo of the sand.
const SAND: Vec3 = Vec3::new(0.66, 0.59, 0.47);

/// Metres of water that absorb all light.
const ENDLESS: f32 = 300.0;

fn in_water(view: &mut LitView, water: WaterType) {
    set(view, "water", Value::Choice(water as usize));
}

/// A sea over a floor at this depth.
fn over_floor(gl: &Gl, sea: &Sea, depth: f32) -> Rc<CascadeTextures> {
    sea.uploaded_over(gl, depth)
}

/// The radiance that a stretch of water scatters along a ray to an eye at a depth, summed over short pieces; `sky` and `sun` are
/// irradiances just below the surface, the sun's on a plane perpendicular to its rays.
fn in_scattered(
    basin: &BasinLight,
    (sky, sun): (Vec3, Vec3),
    deep: f32,
    ray: Vec3,
    path: f32,
) -> Vec3 {
    let pieces = 4000;
    let step = path / pieces as f32;
    let mut sum = Vec3::ZERO;
    for piece in 0..pieces {
        let s = (piece as f32 + 0.5) * step;
        let depth = deep - ray.y * s;
        let from_sky = sky * basin.sky_scattered(ray.y) * basin.sky_transmittance(depth);
        let from_sun =
            sun * basin.sun_scattered(ray.dot(basin.sun_under)) * basin.sun_transmittance(depth);
        sum += step * (from_sky + from_sun) * (-basin.beam * s).exp();
    }
    sum
}

#[test]
fn under_a_level_sea_a_uniform_sky_fills_snells_window_and_total_reflection_surrounds_it() {
    let gl = &*core();
    let size = (160, 120);
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let cascades = calm().uploaded(gl);
    for water in [WaterType::JerlovIB, WaterType::Jerlov1C] {
        let mut view = LitView::new();
        in_water(&mut view, water);
        let deep = 3.0;
        let from = Vec3::new(4.0, -deep, 1.0);
        let eye = eye(from, from + Vec3::new(0.0, 0.9, -1.0), 90.0, size);
        let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        let day = Daylight {
            toward: Vec3::Y,
            facing: Vec3::ZERO,
            sky: Vec3::splat(PI),
        };
        let basin = BasinLight::new(&water.optics(), INDEX, 1e4, Vec3::ZERO, &day);
        let light = (basin.sky_under, Vec3::ZERO);
        let critical = (1.0 - 1.0 / (INDEX * INDEX)).sqrt();
        let (mut inside, mut outside, mut specks) = (0, 0, 0);
        for row in (0..size.1).step_by(3) {
            for column in (0..size.0).step_by(3) {
                let pixel = Vec2::new(column as f32, row as f32);
                let (_, ray) = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32));
                let found = Vec3::from_slice(&drawn[(column, row)][..3]);
                let expected = if ray.y < -0.05 {
                    outside += 1;
                    in_scattered(&basin, light, deep, ray, ENDLESS)
                } else if ray.y > 0.1 && (ray.y - critical).abs() > 0.05 {
                    let path = deep / ray.y;
                    let mirrored = match ray.y < critical {
                        true => 1.0,
                        false => reflectance(f64::from(ray.y), f64::from(1.0 / INDEX)) as f32,
                    };
                    let down = ray * Vec3::new(1.0, -1.0, 1.0);
                    let below = in_scattered(&basin, light, 0.0, down, ENDLESS);
                    let at_surface = mirrored * below + (1.0 - mirrored) * INDEX * INDEX;
                    match ray.y < critical {
                        true => outside += 1,
                        false => inside += 1,
                    }
                    at_surface * (-basin.beam * path).exp()
                        + in_scattered(&basin, light, deep, ray, path)
                } else {
                    continue;
                };
                let error = (found - expected).abs() / expected.max(Vec3::splat(0.004));
                // A particle before the water is brighter.
                if error.max_element() >= 0.03 && found.cmpgt(expected).all() {
                    specks += 1;
                    continue;
                }
                assert!(
                    error.max_element() < 0.03,
                    "{water:?} ({column}, {row}), {ray}: {found} for {expected}"
                );
            }
        }
        assert!(specks < 20, "{specks} of {}", inside + outside);
        assert!(inside > 300 && outside > 300, "{inside}, {outside}");
    }
}

#[test]
fn waves_redistribute_the_transmitted_sun_on_the_floor() {
    let gl = &*core();
    let size = (32, 24);
    let (studio, _) = under(gl, 55.0, 120.0, 0.0);
    let entering = transmittance(f64::from(55.0_f32.to_radians().sin()), f64::from(INDEX)) as f32;
    let mut view = LitView::new();
    let eye = eye(
        Vec3::new(0.0, -1.0, 0.0),
        Vec3::new(0.0, -1.0, -1.0),
        60.0,
        size,
    );
    // The square that is traced contains eight patches of 7 m.
    let waves = [
        (0.03, 2.0, 1.0, 0.3),
        (0.02, -1.0, 3.0, 1.0),
        (0.012, 4.0, 3.0, 2.0),
    ];
    let rough = Sea {
        made: vec![Made::new((64, 64), [7.0; 2], &waves)],
        foam: Grid::new(64, 64, 0.0),
        choppiness: 1.0,
    };
    let mut spread = Vec::new();
    for (sea, depth, tolerance) in [
        (&calm(), 4.0, 0.01),
        (&rough, 0.3, 0.02),
        (&rough, 4.0, 0.02),
    ] {
        let cascades = over_floor(gl, sea, depth);
        studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        let caustics = view.sea_caustics().expect("a floor");
        let side = caustics.columns();
        // Whole patches in the middle of the square: four of 7 m.
        let patch = 28.0 / LitView::SEA_PATCH * side as f32;
        let range =
            (side as f32 / 2.0 - patch / 2.0) as usize..(side as f32 / 2.0 + patch / 2.0) as usize;
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0);
        for row in range.clone() {
            for column in range.clone() {
                let light = f64::from(caustics[(column, row)]);
                sum += light;
                squares += light * light;
                count += 1.0;
            }
        }
        let mean = sum / count;
        let error = (mean as f32 / entering - 1.0).abs();
        assert!(error < tolerance, "{depth}: {mean} for {entering}");
        spread.push((squares / count / (mean * mean) - 1.0).max(0.0).sqrt());
    }
    // Level water focuses no light, waves focus a little just below and much at their focal depth.
    assert!(spread[0] < 0.02, "{spread:?}");
    assert!(spread[1] > 0.02 && spread[1] < 0.2, "{spread:?}");
    assert!(spread[2] > 0.3, "{spread:?}");
}

#[test]
fn sand_under_level_water_has_the_radiance_of_its_albedo_and_the_water() {
    let gl = &*core();
    let size = (96, 96);
    let (studio, conditions) = under(gl, 60.0, 90.0, 0.0);
    let day = Daylight::of(&Sky::new(&conditions));
    for (water, depth) in [(WaterType::JerlovIB, 3.0), (WaterType::JerlovIII, 8.0)] {
        let cascades = over_floor(gl, &calm(), depth);
        let mut view = LitView::new();
        in_water(&mut view, water);
        let optics = water.optics();
        let basin = BasinLight::new(&optics, INDEX, depth, SAND, &day);
        let from = Vec3::new(2.0, 30.0, 3.0);
        let eye = eye(from, from + Vec3::new(0.0, -1.0, -0.001), 40.0, size);
        let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        let mut mean = Vec3::ZERO;
        for cell in drawn.cells() {
            mean += Vec3::from_slice(&cell[..3]) / drawn.cells().len() as f32;
        }
        let sun = day.sun_level() * basin.entering;
        let lit =
            sun * basin.sun_transmittance(depth) + basin.sky_under * basin.sky_transmittance(depth);
        let radiance_of_sand = SAND * basin.gain * lit / PI / (INDEX * INDEX);
        let transmittance = (-basin.down * depth).exp();
        let endless = Vec3::from(optics.bulk_reflectance()) * (sun + basin.sky_under) / PI;
        let endless = endless / (INDEX * INDEX) * (1.0 - transmittance * transmittance);
        let mirrored = 0.0212 * Sky::new(&conditions).radiance(Vec3::Y);
        let expected = 0.979 * (endless + radiance_of_sand * transmittance) + mirrored;
        let error = (mean - expected).abs() / expected;
        // The sand is darker here and lighter there.
        assert!(
            error.max_element() < 0.06,
            "{water:?}: {mean} for {expected}"
        );
    }
}

#[test]
fn a_half_submerged_lens_shows_both_sides_of_the_surface() {
    let gl = &*core();
    let size = (90, 80);
    let (studio, conditions) = under(gl, 40.0, 180.0, 0.0);
    let sky = Sky::new(&conditions);
    let day = Daylight::of(&sky);
    let cascades = calm().uploaded(gl);
    let mut view = LitView::new();
    let water = WaterType::JerlovIB;
    in_water(&mut view, water);
    let from = Vec3::new(0.0, 0.0, 0.0);
    let eye = eye(from, from - Vec3::Z, 60.0, size);
    let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
    let basin = BasinLight::new(&water.optics(), INDEX, 1e4, Vec3::ZERO, &day);
    let across = day.sun_level() * basin.entering / basin.sun_under.y;
    for column in [10, 45, 80] {
        for row in [5, 20, 34, 46, 60, 75] {
            let pixel = Vec2::new(column as f32, row as f32);
            let (_, ray) = eye.ray(pixel, Vec2::new(size.0 as f32, size.1 as f32));
            let found = Vec3::from_slice(&drawn[(column, row)][..3]);
            let expected = match ray.y > 0.0 {
                true => sky.radiance(ray),
                false => in_scattered(&basin, (basin.sky_under, across), 0.0, ray, ENDLESS),
            };
            let error = (found - expected).abs() / expected.max(Vec3::splat(0.004));
            assert!(
                error.max_element() < 0.05,
                "({column}, {row}): {found} for {expected}"
            );
        }
    }
}

#[test]
fn the_meniscus_shows_the_scene_upside_down_at_any_resolution_of_the_scene() {
    let gl = &*core();
    let size = (16, 720);
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let cascades = calm().uploaded(gl);
    let mut view = LitView::new();
    let eye = eye(Vec3::ZERO, -Vec3::Z, 60.0, size);
    for rows in [720, 180] {
        // A bright band from 8 to 24 pixels above the waterline, as scene colour is stored: small where it is bright.
        let scene = Grid::from_fn(16, rows, |_, row| {
            // The first row of a texture is the lowest.
            let above = (row as f32 + 0.5) * 720.0 / rows as f32 - 360.0;
            [if (8.0..24.0).contains(&above) {
                40
            } else {
                250
            }; 4]
        });
        let scene = Texture::new(gl, &scene, Wrap::Clamp, Filter::Linear).expect("a texture");
        let lens = studio.draw_lens(&mut view, &eye, size, (&cascades, &scene));
        let level = |rows: std::ops::Range<usize>| rows.map(|row| lens[(8, row)][1]).max();
        assert_eq!(
            (level(0..345), level(368..720)),
            (Some(0), Some(0)),
            "{rows}"
        );
        // The band is above the waterline and is seen at the lower edge of the meniscus; its upper edge shows the dark below.
        let (upper, lower) = (level(357..358), level(360..362));
        assert!(
            lower > Some(90) && upper < Some(60),
            "{rows}: {upper:?} {lower:?}"
        );
    }
}

#[test]
fn a_sloping_meniscus_has_no_steps() {
    let gl = &*core();
    let size = (96, 720);
    let (middle, steepness) = (Vec2::new(48.0, 360.0), 1.2 * TAU / 50.0);
    // The steepest place of one long wave, whose crest is at the first cell's middle: the water falls to the right.
    let sea = Sea {
        made: vec![Made::new((128, 128), [50.0; 2], &[(1.2, 1.0, 0.0, 0.0)])],
        foam: Grid::new(128, 128, 0.0),
        choppiness: 0.0,
    };
    let from = Vec3::new(-25.0 + 25.0 / 128.0 + 12.5, 0.0, 2.0);
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let cascades = sea.uploaded(gl);
    let mut view = LitView::new();
    let eye = eye(from, from - Vec3::Z, 60.0, size);
    // A bright sky over dark water, as scene colour is stored. The first row of a texture is the lowest.
    let above = |column: usize, row: usize| {
        let at = Vec2::new(column as f32, row as f32) + 0.5 - middle;
        at.y + steepness * at.x
    };
    let scene = Grid::from_fn(96, 720, |column, row| {
        [if above(column, row) > 0.0 { 40 } else { 250 }; 4]
    });
    let scene = Texture::new(gl, &scene, Wrap::Clamp, Filter::Linear).expect("a texture");
    let lens = studio.draw_lens(&mut view, &eye, size, (&cascades, &scene));
    let level = |column: usize, row: usize| lens[(column, row)][1];
    let steps = (8..87).flat_map(|column| {
        (0..720).map(move |row| level(column, row).abs_diff(level(column + 1, row)))
    });
    // Its width is 4 pixels, and the row moves on by a seventh of one from column to column.
    let longest = steps.max();
    assert!(longest > Some(10) && longest < Some(50), "{longest:?}");
}

#[test]
fn an_eye_is_under_water_exactly_below_the_local_surface() {
    let gl = &*core();
    let size = (64, 64);
    // One long wave, no displacement: 1.2·cos(2πx/50) from the first cell's middle on.
    let sea = Sea {
        made: vec![Made::new((128, 128), [50.0; 2], &[(1.2, 1.0, 0.0, 0.0)])],
        foam: Grid::new(128, 128, 0.0),
        choppiness: 0.0,
    };
    let cascades = sea.uploaded(gl);
    let mut studio = Studio::bare(gl);
    even(gl, &mut studio);
    let mut view = LitView::new();
    in_water(&mut view, WaterType::JerlovIB);
    let corner = -25.0 + 25.0 / 128.0;
    for x in [corner, corner + 12.5, corner + 20.0] {
        let height = 1.2 * (TAU * (x - corner) / 50.0).cos();
        for (over, dry) in [(0.6, true), (-0.6, false)] {
            let from = Vec3::new(x, height + over, 2.0);
            // Up at 60°, where an eye above the water sees only sky.
            let eye = eye(from, from + Vec3::new(0.0, 1.7, -1.0), 30.0, size);
            let drawn = studio.radiance_of_sea(&mut view, &eye, size, &cascades);
            let green = drawn[(32, 32)][1];
            match dry {
                true => assert!((green - 1.0).abs() < 0.02, "{x}: {green}"),
                // Radiance is n² larger in water.
                false => assert!(green > 1.5, "{x}: {green}"),
            }
        }
    }
}

#[test]
fn an_eye_in_the_sand_sees_what_an_eye_just_above_it_sees() {
    let gl = &*core();
    let size = (64, 48);
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let mut view = LitView::new();
    in_water(&mut view, WaterType::JerlovIB);
    let cascades = over_floor(gl, &calm(), 4.0);
    let mut drawn = |height: f32| {
        let from = Vec3::new(3.0, height, 1.0);
        let eye = eye(from, from + Vec3::new(0.3, 0.2, -1.0), 70.0, size);
        studio.radiance_of_sea(&mut view, &eye, size, &cascades)
    };
    let (lowest, higher) = (drawn(-3.6), drawn(-2.0));
    assert!(lowest.cells().iter().flatten().all(|part| part.is_finite()));
    let differs = |other: &Grid<[f32; 4]>| {
        let pairs = other.cells().iter().zip(lowest.cells());
        pairs.filter(|(one, other)| one != other).count()
    };
    for height in [-3.7, -4.0, -4.1, -60.0] {
        // The position of the eye is rounded.
        let other = drawn(height);
        let pairs = other.cells().iter().zip(lowest.cells());
        for (one, other) in pairs {
            let [one, other] = [one, other].map(|cell| Vec3::from_slice(&cell[..3]));
            assert!(
                one.distance(other) < 1e-2 * other.length(),
                "{height}: {one} {other}"
            );
        }
    }
    assert!(differs(&higher) > 1000, "and it does depend on the height");
}

#[test]
fn light_on_the_floor_does_not_move_with_the_eye() {
    let gl = &*core();
    let size = (32, 24);
    let (studio, _) = under(gl, 55.0, 120.0, 0.0);
    let mut view = LitView::new();
    let waves = [(0.03, 2.0, 1.0, 0.3), (0.02, -1.0, 3.0, 1.0)];
    let rough = Sea {
        made: vec![Made::new((64, 64), [7.0; 2], &waves)],
        foam: Grid::new(64, 64, 0.0),
        choppiness: 1.0,
    };
    let cascades = over_floor(gl, &rough, 4.0);
    let mut caustics = |x: f32| {
        let from = Vec3::new(x, -1.0, 0.4);
        let eye = eye(from, from - Vec3::Z, 60.0, size);
        studio.radiance_of_sea(&mut view, &eye, size, &cascades);
        view.sea_caustics().expect("a floor")
    };
    let before = caustics(0.3);
    let side = before.columns();
    let inner = side / 4..side - side / 4;
    // The mean difference after `other` is shifted by so many texels along x.
    let differs = |other: &Grid<f32>, shift: usize| {
        let mut sum = 0.0;
        for row in inner.clone().step_by(4) {
            for column in inner.clone() {
                sum += (before[(column + shift, row)] - other[(column, row)]).abs();
            }
        }
        4.0 * sum / inner.len().pow(2) as f32
    };
    let texel = LitView::SEA_PATCH / side as f32;
    for x in [0.41, 1.7, 2.9, 4.6] {
        let after = caustics(x);
        // It moves by whole texels, with the eye to within a block.
        let about = ((x - 0.3) / texel) as usize;
        let shifts = about.saturating_sub(40)..about + 40;
        let min = shifts
            .map(|shift| differs(&after, shift))
            .fold(f32::MAX, f32::min);
        assert!(min < 0.002, "{x}: {min}");
    }
    let by_seven = differs(&caustics(0.3), 7);
    assert!(
        by_seven > 0.04,
        "there is a pattern to be moved: {by_seven}"
    );
}
