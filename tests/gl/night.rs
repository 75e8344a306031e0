//! Night: the moon's disc and light, and that no hour is black.

use super::lit_sea::{calm, eye};
use super::support::{Studio, core};
use glam::{Vec2, Vec3};
use waterlab::light::{Moon, SkyConditions, SunPosition};
use waterlab::scene::{Edit, Scene};
use waterlab::session::Session;
use waterlab::view::{LitView, SkyLight};

fn direction(elevation: f64, azimuth: f64) -> Vec3 {
    SunPosition { elevation, azimuth }.direction()
}

fn night(toward: Vec3, light: f32, sun: Vec3) -> SkyConditions {
    SkyConditions {
        sun,
        clouds: 0.0,
        moon: Some(Moon { toward, light }),
        ..SkyConditions::default()
    }
}

#[test]
fn the_disc_is_where_the_moon_stands_and_lit_from_where_the_sun_is() {
    let gl = &*core();
    let size = (384, 384);
    let toward = direction(25.0, 90.0);
    let from = Vec3::new(0.0, 5.0, 0.0);
    let eye = eye(from, from + toward, 10.0, size);
    // The sun below the horizon, at a right angle to the moon, and opposite to it.
    let aside = direction(-40.0, 20.0);
    let aside = (aside - aside.dot(toward) * toward).normalize();
    for (sun, share) in [(aside, 0.5), (-toward, 1.0)] {
        let mut studio = Studio::bare(gl);
        studio.sky = SkyLight::new(gl, night(toward, 0.1, sun));
        let mut view = LitView::new();
        let sky = studio.radiance_of_sea(&mut view, &eye, size, &calm().uploaded(gl));
        let brightest = sky.cells().iter().map(|light| light[1]).fold(0.0, f32::max);
        let (mut lit, mut middle) = (0, Vec3::ZERO);
        for row in 0..size.1 {
            for column in 0..size.0 {
                if sky[(column, row)][1] > 0.2 * brightest {
                    let pixel = Vec2::new(column as f32, row as f32);
                    lit += 1;
                    middle += eye.ray(pixel, Vec2::splat(384.0)).1;
                }
            }
        }
        // The disc has a radius of 0.2665°.
        let radius = 0.2665_f32.to_radians();
        let pixel = 2.0 / (eye.projection.y_axis.y * size.1 as f32);
        let disc = std::f32::consts::PI * (radius / pixel).powi(2);
        let found = lit as f32 / disc;
        assert!((found - share).abs() < 0.1, "{found} for {share}");
        let off = middle.normalize() - toward;
        assert!(off.length() < 0.6 * radius, "{off}");
        if share < 1.0 {
            // Half of a disc: its middle is 4/(3π) of the radius off, toward the sun.
            let along = off.dot(sun) / radius;
            assert!((along - 0.424).abs() < 0.12, "{along}");
        }
    }
}

#[test]
fn by_day_the_sunlit_half_of_the_moon_adds_to_the_sky() {
    let gl = &*core();
    let size = (384, 384);
    let (toward, sun) = (direction(25.0, 90.0), direction(30.0, 0.0));
    let sun = (sun - sun.dot(toward) * toward).normalize();
    let from = Vec3::new(0.0, 5.0, 0.0);
    let eye = eye(from, from + toward, 10.0, size);
    let sky = |conditions: SkyConditions| {
        let mut studio = Studio::bare(gl);
        studio.sky = SkyLight::new(gl, conditions);
        studio.radiance_of_sea(&mut LitView::new(), &eye, size, &calm().uploaded(gl))
    };
    let conditions = night(toward, 0.1, sun);
    let with = sky(conditions);
    let without = sky(SkyConditions {
        moon: None,
        ..conditions
    });
    let added = with.cells().iter().zip(without.cells());
    let added: Vec<_> = added.map(|(with, without)| with[1] - without[1]).collect();
    assert!(added.iter().all(|&light| light > -1e-5));
    // 0.12/π·0.1/0.5 outside of the air, which lets more than half of it through; its seas have half of that.
    let brightest = added.iter().copied().fold(0.0, f32::max);
    assert!((0.0038..0.0076).contains(&brightest), "{brightest}");
    let pixel = 2.0 / (eye.projection.y_axis.y * size.1 as f32);
    let disc = std::f32::consts::PI * (0.2665_f32.to_radians() / pixel).powi(2);
    let lit = added.iter().filter(|&&light| light > 0.3 * brightest);
    let share = lit.count() as f32 / disc;
    assert!((share - 0.5).abs() < 0.1, "{share}");
}

#[test]
fn moonlight_glitters_below_the_moon_in_proportion_to_its_phase() {
    let gl = &*core();
    let size = (96, 64);
    let toward = direction(20.0, 90.0);
    let from = Vec3::new(0.0, 10.0, 0.0);
    let eye = eye(from, from + Vec3::new(1.0, -0.36, 0.0), 40.0, size);
    let brightest = |light: f32| {
        let mut studio = Studio::bare(gl);
        studio.sky = SkyLight::new(gl, night(toward, light, direction(-30.0, 270.0)));
        let mut view = LitView::new();
        let rough = calm().uploaded_rough(gl, [0.004, 0.004, 0.0]);
        let sea = studio.radiance_of_sea(&mut view, &eye, size, &rough);
        sea.cells().iter().map(|light| light[1]).fold(0.0, f32::max)
    };
    let [full, half, none] = [1.0, 0.1, 0.0].map(brightest);
    assert!(full > 20.0 * none, "{full} {none}");
    let ratio = (half - none) / (full - none);
    assert!((ratio - 0.1).abs() < 0.01, "{ratio}");
}

#[test]
fn no_hour_is_black() {
    let gl = &*core();
    for model in ["sea", "ripple"] {
        // With a moon at midnight, and without one; before dawn and after dusk in winter.
        for (hour, day) in [(0, 3), (0, 166), (5, 3), (19, 3)] {
            let edits = [
                format!("water.model={model}"),
                "view.setting=terrace".to_owned(),
                "view.kind=lit".to_owned(),
                format!("sky.hour={hour}"),
                format!("sky.day={day}"),
            ];
            let edits = edits
                .each_ref()
                .map(|edit| Edit::parse(edit).expect("an edit"));
            let scene = Scene::from_edits(&edits).expect("a scene");
            let mut session = Session::new(gl, scene, false).expect("a session");
            let drawn = session.picture((160, 90)).expect("drawn");
            let sum: u32 = (drawn.cells().iter())
                .map(|texel| u32::from(texel[1]))
                .sum();
            let mean = f64::from(sum) / (255.0 * drawn.cells().len() as f64);
            assert!(mean > 0.02, "{model} on day {day} at {hour}: {mean}");
        }
    }
}

#[test]
fn a_ship_far_out_at_sea_shines_at_night_alone() {
    let gl = &*core();
    let size = (320, 180);
    let from = Vec3::new(0.0, 5.0, 0.0);
    let eye = eye(from, from + direction(0.0, 334.0), 10.0, size);
    let bright = |elevation: f64| {
        let mut studio = Studio::bare(gl);
        let sun = direction(elevation, 150.0);
        studio.sky = SkyLight::new(gl, night(Vec3::Y, 0.0, sun));
        let mut view = LitView::new();
        let sea = studio.radiance_of_sea(&mut view, &eye, size, &calm().uploaded(gl));
        let at = |column: usize, row: usize| Vec3::from_slice(&sea[(column, row)]);
        // What is brighter than twice of what is four pixels above it, just above the horizon.
        let places = (80..90).flat_map(|row| (0..320).map(move |column| (column, row)));
        let bright = places.filter(|&(x, y)| (at(x, y) - 2.0 * at(x, y - 4)).max_element() > 0.0);
        let light = bright.map(|(x, y)| at(x, y));
        light.collect::<Vec<_>>()
    };
    assert!(bright(30.0).is_empty());
    let ship = bright(-15.0);
    // A masthead light of 94 cd at 6 km, of which a fifth is lost in the air: 2.1e-6 lx, a star of magnitude 0.2. The middle of a pixel
    // is up to 0.7 pixels away.
    let brightest = ship.iter().map(|light| light.y).fold(0.0, f32::max);
    assert!((1.0e-3..2.2e-3).contains(&brightest), "{brightest}");
    assert!(ship.len() < 200, "{}", ship.len());
    assert!(
        ship.iter().any(|light| light.x > 3.0 * light.y),
        "a red one"
    );
}
