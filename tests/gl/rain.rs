//! Rain as in nature.

use super::lit_sea::{calm, eye};
use super::made_sea::{Made, Sea};
use super::support::{Studio, core, counted, lit_choice, lit_in_the_open, set};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::SkyConditions;
use waterlab::rainfall::Rainfall;
use waterlab::session::FlyCamera;
use waterlab::view::{LitView, SkyLight, Weather};

fn weather(rate: f64, seconds: f64) -> Weather {
    Weather {
        rain: Rainfall::new(rate),
        seconds,
        ..Weather::default()
    }
}

/// A level pool under a clear sky.
fn clear(gl: &Gl) -> Studio {
    let mut studio = Studio::bare(gl);
    let conditions = SkyConditions {
        sun: Vec3::new(0.3, 0.8, 0.2).normalize(),
        clouds: 0.0,
        ..SkyConditions::default()
    };
    studio.sky = SkyLight::new(gl, conditions);
    studio.length = 4.0;
    studio.show(&counted(&Grid::new(64, 64, 0)));
    studio
}

const SIZE: (usize, usize) = (120, 90);

/// The mean of the green of these rows.
fn mean(picture: &Grid<[f32; 4]>, rows: std::ops::Range<usize>) -> f32 {
    let columns = picture.columns();
    let part = &picture.cells()[rows.start * columns..rows.end * columns];
    part.iter().map(|light| light[1]).sum::<f32>() / part.len() as f32
}

/// The root mean square of what neighbours in a row differ by, relative to the mean.
fn roughness(picture: &Grid<[f32; 4]>) -> f32 {
    let cells = picture.cells();
    let of = |pair: &[[f32; 4]]| (pair[0][1] - pair[1][1]).powi(2);
    let square = cells.windows(2).map(of).sum::<f32>() / (cells.len() - 1) as f32;
    square.sqrt() / mean(picture, 0..picture.rows())
}

#[test]
fn the_same_time_has_the_same_rain_and_a_tenth_of_a_second_later_it_is_another() {
    let gl = &*core();
    let mut studio = clear(gl);
    let eye = eye(Vec3::new(0.0, 0.3, 0.25), Vec3::ZERO, 30.0, SIZE);
    let mut at = |rate: f64, seconds: f64| {
        studio.sky.set_weather(weather(rate, seconds));
        studio.radiance(&mut lit_in_the_open(), &eye, SIZE)
    };
    let [first, later, again] = [7.25, 7.35, 7.25].map(|seconds| at(8.0, seconds));
    assert!(first == again);
    assert!(first != later);
    let dry = at(0.0, 7.25);
    assert!(dry == at(0.0, 7.35));
    let rough = [&first, &dry].map(roughness);
    assert!(rough[0] > 1.5 * rough[1], "{rough:?}");
}

#[test]
fn more_rain_makes_rougher_water() {
    let gl = &*core();
    let mut studio = clear(gl);
    let mut view = LitView::new();
    // Low over a calm sea, whose mirror image of the sky the rings bend.
    let eye = eye(
        Vec3::new(0.0, 0.6, 0.0),
        Vec3::new(1.0, 0.3, 0.0),
        40.0,
        SIZE,
    );
    let sea = calm().uploaded(gl);
    let found = [0.0, 2.0, 30.0].map(|rate| {
        studio.sky.set_weather(weather(rate, 3.0));
        roughness(&studio.radiance_of_sea(&mut view, &eye, SIZE, &sea))
    });
    assert!(
        found[1] > 1.2 * found[0] && found[2] > 2.0 * found[1],
        "{found:?}"
    );
}

#[test]
fn wet_stone_is_half_as_bright() {
    let gl = &*core();
    let mut studio = clear(gl);
    // Straight down on the deck, which mirrors 2 % there.
    let eye = eye(
        Vec3::new(0.0, 1.0, 2.0),
        Vec3::new(0.0, 0.0, 1.9999),
        20.0,
        SIZE,
    );
    let mut seen = |rate: f64| {
        studio.sky.set_weather(weather(rate, 3.0));
        mean(
            &studio.radiance(&mut lit_in_the_open(), &eye, SIZE),
            0..SIZE.1,
        )
    };
    let share = seen(5.0) / seen(0.0);
    assert!((0.48..0.62).contains(&share), "{share}");
}

#[test]
fn the_paving_under_the_parasol_stays_dry() {
    let gl = &*core();
    let mut studio = Studio::in_sun(gl, Vec3::new(-0.7, 0.7, 0.1).normalize());
    (studio.length, studio.depth) = (6.0, 1.6);
    studio.show(&counted(&Grid::new(64, 64, 0)));
    let mut view = LitView::new();
    set(&mut view, "setting", lit_choice("setting", "terrace"));
    // From the lawn at two places on the paving: 0.75 m from the parasol's pole, and 2.8 m from it. Half the pool's length is 1.
    let mut share = |x: f32| {
        let [from, to] = [[x, 1.4, -9.5], [x, 0.15, -6.3]].map(|place| Vec3::from(place) / 3.0);
        let eye = FlyCamera::new(from, to, 4.0).eye(SIZE.0 as f32 / SIZE.1 as f32);
        let [wet, dry] = [5.0, 0.0].map(|rate| {
            studio.sky.set_weather(weather(rate, 3.0));
            mean(&studio.radiance(&mut view, &eye, SIZE), 0..SIZE.1)
        });
        wet / dry
    };
    let (under, beside) = (share(2.2), share(-0.5));
    assert!((0.9..1.1).contains(&under), "{under}");
    assert!(beside < 0.8, "{beside}");
}

#[test]
fn splashes_at_sea_are_on_its_surface() {
    let gl = &*core();
    let mut studio = clear(gl);
    // A low sun, which no ring mirrors to the eye.
    let conditions = SkyConditions {
        sun: Vec3::new(1.0, 0.12, 0.0).normalize(),
        clouds: 0.0,
        ..SkyConditions::default()
    };
    studio.sky = SkyLight::new(gl, conditions);
    let mut view = LitView::new();
    // The pixels of drops, much brighter than the water, straight down from 60 cm above it.
    let mut drops = |level: f64| {
        let raised = Made::of((16, 16), [100.0; 2], |_, _| level);
        let sea = Sea {
            made: vec![raised],
            ..calm()
        }
        .uploaded(gl);
        let from = Vec3::new(0.0, level as f32 + 0.6, 0.0);
        let eye = eye(from, from - Vec3::new(0.0, 1.0, 0.01), 30.0, SIZE);
        let of_moment = |moment: u8| {
            let seconds = 7.0 + 0.11 * f64::from(moment);
            studio.sky.set_weather(weather(60.0, seconds));
            let picture = studio.radiance_of_sea(&mut view, &eye, SIZE, &sea);
            let bright = 3.0 * mean(&picture, 0..SIZE.1);
            (picture.cells().iter().filter(|light| light[1] > bright)).count()
        };
        (0..30).map(of_moment).sum::<usize>()
    };
    let (rest, raised) = (drops(0.0), drops(2.0));
    assert!(rest > 100);
    assert!(
        (2 * rest / 3..3 * rest / 2).contains(&raised),
        "{rest} {raised}"
    );
}
