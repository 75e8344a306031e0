//! The floor of a lit sea with a depth map: irradiance by its slope, shadows, and collision with the eye.

use super::lit_sea::{calm, eye, under};
use super::support::{Studio, core, set};
use glam::{DVec2, Vec2, Vec3};
use std::rc::Rc;
use waterlab::grid::Grid;
use waterlab::light::{SEA_WATER_INDEX, WaterType, transmittance};
use waterlab::parameter::Value;
use waterlab::pool::Size;
use waterlab::view::{CascadeTextures, LitView, View};
use waterlab::water::Model;

const INDEX: f32 = SEA_WATER_INDEX[1] as f32;

/// Metres that a map covers, the length of the cascade of [`calm`].
const LENGTH: f32 = 100.0;

/// A map with the fraction `part` of the depth at (x, z) metres from the middle.
fn map(cells: usize, part: impl Fn(Vec2) -> f32) -> Grid<f32> {
    Grid::from_fn(cells, cells, |column, row| {
        let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / cells as f32 - 0.5;
        part(LENGTH * place).clamp(0.0, 1.0)
    })
}

/// Horizontal metres per metre of depth of sunlight under water, from this elevation.
fn offset_per_depth(elevation: f32) -> f32 {
    let sine = elevation.to_radians().cos() / INDEX;
    sine / (1.0 - sine * sine).sqrt()
}

/// The transmittance of level water for the sun.
fn entering(elevation: f32) -> f32 {
    transmittance(f64::from(elevation.to_radians().sin()), f64::from(INDEX)) as f32
}

/// The irradiance seen by an eye above the middle that looks straight down, at (x, z) metres from the middle.
fn irradiance(
    studio: &Studio,
    cascades: &Rc<CascadeTextures>,
    (depth, sun): (f32, Vec2),
) -> (Grid<f32>, impl Fn(usize, usize) -> Vec2 + use<>) {
    let size = (32, 24);
    let from = Vec3::new(0.0, 40.0, 0.0);
    let eye = eye(from, from - Vec3::Y, 60.0, size);
    let mut view = LitView::new();
    studio.radiance_of_sea(&mut view, &eye, size, cascades);
    let light = view.sea_caustics().expect("a floor");
    let side = light.columns() as f32;
    let length = (4.0 * depth).max(LitView::SEA_PATCH);
    let place = move |column: usize, row: usize| {
        let texel = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / side - 0.5;
        length * texel - depth * sun
    };
    (light, place)
}

#[test]
fn a_depth_map_of_full_depth_changes_nothing() {
    let gl = &*core();
    let size = (96, 64);
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let white = map(64, |_| 1.0);
    for from in [Vec3::new(1.0, -1.5, 2.0), Vec3::new(0.0, 6.0, 0.0)] {
        let eye = eye(from, from + Vec3::new(-1.0, -0.4, -0.6), 60.0, size);
        let [level, mapped] = [
            calm().uploaded_over(gl, 5.0),
            calm().uploaded_on(gl, 5.0, &white),
        ]
        .map(|cascades| studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades));
        for (level, mapped) in level.cells().iter().zip(mapped.cells()) {
            for (level, mapped) in level.iter().zip(mapped) {
                assert!((level - mapped).abs() < 2e-3 * level, "{level}, {mapped}");
            }
        }
    }
}

#[test]
fn the_sun_on_a_slope_follows_lamberts_cosine() {
    let gl = &*core();
    let depth = 20.0;
    // The floor falls with a slope of a fifth toward +x.
    let slope = 0.2;
    let ramp = map(256, |at| 0.5 + slope / depth * at.x);
    let cascades = calm().uploaded_on(gl, depth, &ramp);
    for (elevation, azimuth, toward) in [(45.0, 90.0, 1.0), (45.0, 270.0, -1.0), (90.0, 0.0, 0.0)] {
        let (studio, _) = under(gl, elevation, azimuth, 0.0);
        let elevation = elevation as f32;
        let sun = Vec2::new(toward * offset_per_depth(elevation), 0.0);
        let (light, place) = irradiance(&studio, &cascades, (depth, sun));
        // n·s/(n.y·s.y) for n along (slope, 1, 0).
        let expected = entering(elevation) * (1.0 + slope * sun.x);
        let (mut sum, mut count) = (0.0, 0.0);
        for row in 0..light.rows() {
            for column in 0..light.columns() {
                if place(column, row).abs().max_element() < 15.0 {
                    sum += light[(column, row)];
                    count += 1.0;
                }
            }
        }
        let mean = sum / count;
        assert!(
            (mean / expected - 1.0).abs() < 0.01,
            "{azimuth}: {mean}, {expected}"
        );
    }
}

#[test]
fn a_rock_shades_the_sand_behind_it_and_light_is_conserved() {
    let gl = &*core();
    let depth = 14.0;
    let (elevation, azimuth) = (45.0, 90.0);
    // A block from −4 to 4 that is 10 m high.
    let block = map(512, |at| {
        if at.abs().max_element() < 4.0 {
            4.0 / depth
        } else {
            1.0
        }
    });
    let cascades = calm().uploaded_on(gl, depth, &block);
    let (studio, _) = under(gl, elevation, azimuth, 0.0);
    let sun = Vec2::new(offset_per_depth(elevation as f32), 0.0);
    let (light, place) = irradiance(&studio, &cascades, (depth, sun));
    let entering = entering(elevation as f32);
    let (mut shade, mut shaded, mut sum, mut count) = (0.0, 0.0, 0.0, 0.0);
    for row in 0..light.rows() {
        for column in 0..light.columns() {
            let at = place(column, row);
            let lit = light[(column, row)] / entering;
            // Behind it, as far as its shadow reaches on the sand.
            let behind = -4.0 - at.x;
            if at.y.abs() < 3.0 && (0.6..10.0 * sun.x - 0.8).contains(&behind) {
                shade += lit;
                shaded += 1.0;
            }
            if at.abs().max_element() < 14.0 {
                sum += lit;
                count += 1.0;
            }
        }
    }
    assert!(shaded > 500.0, "{shaded}");
    assert!(shade / shaded < 0.05, "{}", shade / shaded);
    assert!((sum / count - 1.0_f32).abs() < 0.015, "{}", sum / count);
}

#[test]
fn a_floor_raised_by_a_map_equals_a_floor_of_that_depth() {
    let gl = &*core();
    let size = (64, 64);
    let (studio, _) = under(gl, 60.0, 90.0, 0.0);
    let half = map(64, |_| 0.5);
    for from in [Vec3::new(1.0, 6.0, 2.0), Vec3::new(0.0, -0.8, 0.0)] {
        let eye = eye(from, from + Vec3::new(-0.2, -1.0, 0.1), 50.0, size);
        let [level, raised] = [
            calm().uploaded_over(gl, 3.0),
            calm().uploaded_on(gl, 6.0, &half),
        ]
        .map(|cascades| {
            let mut view = LitView::new();
            set(
                &mut view,
                "water",
                Value::Choice(WaterType::JerlovIB as usize),
            );
            studio.radiance_of_sea(&mut view, &eye, size, &cascades)
        });
        for (level, raised) in level.cells().iter().zip(raised.cells()) {
            for (level, raised) in level[..3].iter().zip(raised) {
                let error = (raised / level - 1.0).abs();
                assert!(error < 1e-3, "{from}: {raised} for {level}");
            }
        }
    }
}

#[test]
fn an_eye_stays_above_the_local_ground() {
    let model = Model::named("sea").expect("the sea");
    let mut water = model.create(Size::new(64, 64).expect("a size"));
    let settings = [("patch", 100.0), ("depth", 10.0), ("wind", 0.0)];
    let mut expected = water.settings().clone();
    for (key, value) in settings {
        expected.set(key, Value::Real(value)).expect(key);
    }
    water.apply_settings(&expected).expect("settings");
    let bank = map(64, |at| if at.x < 0.0 { 0.1 } else { 1.0 });
    water.set_map("depth_map", Some(&bank)).expect("a map");
    assert!(water.set_map("depth_mop", None).is_err());
    let view = LitView::new();
    let floor = |x: f64| {
        let ground = view.ground(&water.surface(), DVec2::new(x, 3.0));
        let floor = ground.expect("ground").floor + waterlab::view::Ground::CLEARANCE;
        (floor * 1000.0).round() / 1000.0
    };
    // 0.4 m above the sand, also over water a metre deep; outside the map the depth is full.
    assert_eq!(
        [floor(-20.0), floor(20.0), floor(-50.0), floor(-500.0)],
        [-0.6, -9.6, -9.6, -9.6]
    );
    // Halfway into its border, half of the reduction.
    assert_eq!(floor(-45.0), -5.1);
}

/// A round hill of this height over a floor 5 m deep, 6 m wide, about a place of the water.
fn hill(at: Vec2, middle: Vec2, high: f32) -> f32 {
    let off = (at - middle).length() / 3.0;
    1.0 - high / 5.0 * (1.0 - off * off).max(0.0)
}

#[test]
fn corals_rise_above_the_rock_on_which_they_grow() {
    let gl = &*core();
    let size = (160, 90);
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let middle = Vec2::new(0.0, -9.0);
    let eye = eye(
        Vec3::new(0.0, -2.0, 0.0),
        Vec3::new(0.0, -2.6, -9.0),
        40.0,
        size,
    );
    let [bare, rocky] = [0.0, 2.4].map(|high| {
        let cascades = calm().uploaded_on(gl, 5.0, &map(1024, |at| hill(at, middle, high)));
        studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades)
    });
    // Rays that pass over the rock by so many metres at least. Without corals the hill does not change what they meet.
    let inverse = eye.view_projection().inverse();
    let clears = |(column, row): (usize, usize), by: f32| {
        let at = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) / Vec2::new(160.0, 90.0);
        let [near, far] = [-1.0, 1.0].map(|depth| {
            inverse.project_point3(Vec3::new(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, depth))
        });
        let ray = (far - near).normalize();
        (0..400).all(|step| {
            let place = eye.position + 0.05 * step as f32 * ray;
            let ground = -5.0 * hill(Vec2::new(place.x, place.z), middle, 2.4);
            place.y > ground + by || Vec2::new(place.x, place.z).distance(middle) > 3.2
        })
    };
    let changed = |(column, row): (usize, usize)| {
        let [bare, rocky] = [&bare, &rocky].map(|picture| picture[(column, row)][1]);
        (rocky / bare - 1.0).abs() > 0.1
    };
    let pixels = || (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
    let over = |by| pixels().filter(|&at| clears(at, by) && changed(at)).count();
    assert!(over(0.05) > 40, "{}", over(0.05));
    // They stand on it.
    assert_eq!(over(0.9), 0);
}

#[test]
fn an_eye_above_the_water_sees_the_colours_of_corals() {
    let gl = &*core();
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let rock = map(1024, |at| hill(at, Vec2::ZERO, 2.4));
    let cascades = calm().uploaded_on(gl, 5.0, &rock);
    // Straight down, from a hand's breadth below and above the surface.
    let side = 96;
    let seen = |height: f32, fov: f32| {
        let from = Vec3::new(0.0, height, 0.0);
        let eye = eye(from, from - Vec3::new(0.0, 1.0, 1e-3), fov, (side, side));
        let mut view = LitView::new();
        set(&mut view, "water", Value::Choice(WaterType::Pure as usize));
        studio.radiance_of_sea(&mut view, &eye, (side, side), &cascades)
    };
    let (below, above) = (seen(-0.1, 46.0), seen(0.1, 68.0));
    let half = |fov: f32| (0.5 * fov).to_radians().tan();
    // Red over blue at each place of the rock, as both see it: Snell's law.
    let middle = 0.5 * (side - 1) as f32;
    let mut hues = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let off = Vec2::new(column as f32, row as f32) - middle;
            let slope = half(46.0) * off.length() / (0.5 * side as f32);
            let sine = INDEX * slope.atan().sin();
            let out = 0.5 * side as f32 * sine.asin().tan() / half(68.0);
            let at = (middle + out * off.normalize()).round().as_ivec2();
            let hue = |picture: &Grid<[f32; 4]>, (column, row): (usize, usize)| {
                let [red, _, blue, _] = picture[(column, row)];
                (red / blue).ln()
            };
            if at.min_element() >= 0 && at.max_element() < side as i32 {
                let above = hue(&above, (at.x as usize, at.y as usize));
                hues.push([hue(&below, (column, row)), above]);
            }
        }
    }
    assert!(hues.len() > side * side / 2);
    let [below, above] = [0, 1].map(|eye| hues.iter().map(move |hue| f64::from(hue[eye])));
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / hues.len() as f64;
    let (mean_below, mean_above) = (mean(&mut below.clone()), mean(&mut above.clone()));
    let product = mean(
        &mut below
            .clone()
            .zip(above.clone())
            .map(|(b, a)| (b - mean_below) * (a - mean_above)),
    );
    let [own, other] = [
        mean(&mut below.map(|hue| (hue - mean_below).powi(2))),
        mean(&mut above.map(|hue| (hue - mean_above).powi(2))),
    ];
    let correlation = product / (own * other).sqrt();
    // By the rock alone: 0.75, and 0.55 times the variance.
    assert!(correlation > 0.82, "{correlation}");
    assert!((other / own - 1.0).abs() < 0.2, "{own} {other}");
}

#[test]
fn rock_before_them_hides_corals() {
    let gl = &*core();
    let size = (160, 90);
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let eye = eye(
        Vec3::new(0.0, -3.5, 0.0),
        Vec3::new(0.0, -3.9, -9.0),
        30.0,
        size,
    );
    // A wall 4 m high, and a hill behind it.
    let wall = |at: Vec2| 1.0 - 0.8 * (1.0 - ((at.y + 8.0) / 1.5).powi(2)).max(0.0);
    let [alone, before] = [0.0, 1.6].map(|high| {
        let behind = |at| hill(at, Vec2::new(0.0, -18.0), high);
        let cascades = calm().uploaded_on(gl, 5.0, &map(1024, |at| wall(at).min(behind(at))));
        studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades)
    });
    for (alone, before) in alone.cells().iter().zip(before.cells()) {
        assert!(
            (alone[1] - before[1]).abs() < 0.02 * alone[1],
            "{alone:?} {before:?}"
        );
    }
}

#[test]
fn a_mirrored_silhouette_of_rock_has_a_smooth_edge() {
    let gl = &*core();
    let size = (80, 160);
    let (studio, _) = under(gl, 50.0, 120.0, 0.0);
    let middle = Vec2::new(0.0, -9.0);
    let from = Vec3::new(0.0, -1.0, 0.0);
    let eye = eye(from, from + Vec3::new(0.0, 1.8, -9.0), 14.0, size);
    let cascades = calm().uploaded_on(gl, 5.0, &map(1024, |at| hill(at, middle, 4.0)));
    let picture = studio.radiance_of_sea(&mut LitView::new(), &eye, size, &cascades);
    // Whether the ray of a pixel, mirrored by level water, meets the hill.
    let is_hit = |column: usize, row: usize| {
        let pixel = Vec2::new(column as f32, row as f32);
        let (_, ray) = eye.ray(pixel, Vec2::new(80.0, 160.0));
        (0..2000).any(|step| {
            let place = from + (5.0 + 0.004 * step as f32) * ray;
            let ground = Vec2::new(place.x, place.z);
            ground.distance(middle) < 3.0 && -place.y <= -5.0 * hill(ground, middle, 4.0)
        })
    };
    // The first pixel beyond the silhouette sees some of the rock. Columns with little contrast give meaningless shares, so take the
    // median.
    let mut shares: Vec<f32> = (0..size.0)
        .filter_map(|column| {
            let beyond =
                (3..size.1 - 3).find(|&row| is_hit(column, row - 1) && !is_hit(column, row))?;
            let values = [beyond, beyond + 3, beyond - 3].map(|row| picture[(column, row)][1]);
            Some((values[0] - values[1]) / (values[2] - values[1]))
        })
        .collect();
    assert!(shares.len() > 60, "{}", shares.len());
    shares.sort_by(f32::total_cmp);
    let median = shares[shares.len() / 2];
    assert!((0.15..0.85).contains(&median), "{median}");
}
