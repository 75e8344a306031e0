//! The lit pool: its caustics against the CPU's, which trace each facet's light exactly, and against level water.

use super::support::{
    Picture, Studio, core, eye_above, kind_of_water, lit_choice, lit_in_the_open, set,
};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{Basin, Caustics, FRESH_WATER_INDEX, SunPosition, transmittance};
use waterlab::parameter::Value;
use waterlab::view::{CausticMaps, View};

const SIZE: (usize, usize) = (96, 96);
/// Height of the deck above the rest level, metres.
const RIM: f64 = 0.05;
/// Depth in metres of a pool 2 m long.
const DEPTH: f64 = 0.5;

fn sun(elevation: f64, azimuth: f64) -> Vec3 {
    SunPosition { elevation, azimuth }.direction()
}

/// The caustics and the picture of the lit view of a surface in metres.
fn drawn(gl: &Gl, surface: &Grid<f32>, sun: Vec3, texels: i64) -> (CausticMaps, Picture) {
    let mut studio = Studio::in_sun(gl, sun);
    studio.depth = DEPTH;
    studio.show(&Heights::Metres(surface));
    let mut view = lit_in_the_open();
    set(&mut view, "caustics", Value::Integer(texels));
    set(&mut view, "lamp", lit_choice("lamp", "off"));
    let picture = studio.draw(&mut view, &eye_above(SIZE), SIZE);
    (view.caustics().expect("a pool was drawn"), picture)
}

fn basin(surface: &Grid<f32>) -> Basin {
    let longer = surface.columns().max(surface.rows()) as f64;
    let half = [surface.columns(), surface.rows()].map(|cells| cells as f64 / longer);
    Basin::new(half, DEPTH).expect("a basin")
}

fn traced(surface: &Grid<f32>, sun: Vec3, texels: usize) -> Caustics {
    let sun = sun.to_array().map(f64::from);
    let index = FRESH_WATER_INDEX[1];
    Caustics::trace(surface, &basin(surface), sun, index, (texels, texels))
}

/// The integral of a map over its area, square metres, in one channel.
fn flux(map: &Grid<[f32; 3]>, area: f64, channel: usize) -> f64 {
    let sum: f64 = map.cells().iter().map(|c| f64::from(c[channel])).sum();
    sum / map.cells().len() as f64 * area
}

/// Waves of several lengths and heights, with slopes below 0.2.
fn waves(columns: usize, rows: usize) -> Grid<f32> {
    Grid::from_fn(columns, rows, |column, row| {
        let (x, z) = (column as f32 / 64.0, row as f32 / 64.0);
        0.004 * (9.0 * x + 4.0 * z).sin() + 0.003 * (17.0 * z - 7.0 * x).cos()
    })
}

#[test]
fn light_on_the_floor_of_level_water_is_its_transmittance() {
    let gl = &*core();
    let level = Grid::new(64, 64, 0.0);
    for (elevation, azimuth) in [(90.0, 0.0), (60.0, 90.0), (35.0, 215.0)] {
        let sun = sun(elevation, azimuth);
        let (maps, _) = drawn(gl, &level, sun, 256);
        let through = transmittance(f64::from(sun.y), FRESH_WATER_INDEX[1]) as f32;
        // The middle of the floor is lit at these elevations of the sun.
        let side = maps.floor.columns();
        for row in side * 7 / 16..side * 9 / 16 {
            for column in side * 7 / 16..side * 9 / 16 {
                for light in maps.floor[(column, row)] {
                    assert!((light - through).abs() < 0.004, "{elevation}°: {light}");
                }
            }
        }
    }
}

#[test]
fn light_is_conserved_within_1_percent_for_any_waves() {
    let gl = &*core();
    for (columns, rows) in [(64, 64), (96, 60)] {
        for (elevation, azimuth) in [(85.0, 10.0), (50.0, 130.0), (40.0, 300.0)] {
            let sun = sun(elevation, azimuth);
            let surface = waves(columns, rows);
            let (maps, _) = drawn(gl, &surface, sun, 512);
            let exact = traced(&surface, sun, 256);
            let total = exact.floor.flux() + exact.walls.iter().map(|w| w.flux()).sum::<f64>();
            // The CPU's pool has no rim shadow: a strip as wide as the rim's height over tan e.
            let away = [sun.x, sun.z].map(|level| f64::from(level / sun.y).abs() * RIM);
            let longer = columns.max(rows) as f64;
            let sides = [columns, rows].map(|cells| 2.0 * cells as f64 / longer);
            let lit = (sides[0] - away[0]) * (sides[1] - away[1]) / (sides[0] * sides[1]);
            for channel in 0..3 {
                let floor = flux(&maps.floor, sides[0] * sides[1], channel);
                let high = DEPTH + RIM;
                let walls: f64 = (maps.walls.iter().zip([1, 1, 0, 0]))
                    .map(|(map, along)| flux(map, sides[along] * high, channel))
                    .sum();
                let found = (floor + walls) / (total * lit);
                assert!(
                    (found - 1.0).abs() < 0.01,
                    "{elevation}° {azimuth}°: {found}"
                );
            }
        }
    }
}

#[test]
fn the_caustics_equal_those_of_traced_facets() {
    let gl = &*core();
    let surface = waves(64, 64);
    let surface = Grid::from_fn(64, 64, |column, row| 12.0 * surface[(column, row)]);
    let sun = sun(65.0, 40.0);
    let (maps, _) = drawn(gl, &surface, sun, 512);
    let exact = traced(&surface, sun, 64);
    // Means over 1/64 of the floor in each direction, which is coarser than the blur of the sun's disc.
    let shrink = maps.floor.columns() / 64;
    let mean = |column: usize, row: usize| {
        let cells = (0..shrink * shrink)
            .map(|i| maps.floor[(column * shrink + i % shrink, row * shrink + i / shrink)][1]);
        cells.sum::<f32>() / (shrink * shrink) as f32
    };
    let (mut error, mut spread, mut count) = (0.0, 0.0, 0.0);
    for row in 10..54 {
        for column in 10..54 {
            let expected = exact.floor.irradiance[(column, row)];
            error += (mean(column, row) - expected).powi(2);
            spread += (expected - 0.95).powi(2);
            count += 1.0;
        }
    }
    let [error, spread] = [error, spread].map(|sum: f32| (sum / count).sqrt());
    assert!(spread > 0.1, "there are caustics: {spread}");
    assert!(error < 0.2 * spread, "{error} of {spread}");
}

#[test]
fn turbid_water_blurs_caustics_and_conserves_light() {
    let gl = &*core();
    let surface = waves(64, 64);
    let surface = Grid::from_fn(64, 64, |column, row| 12.0 * surface[(column, row)]);
    let spread = |water: &str| {
        let mut view = lit_in_the_open();
        set(&mut view, "caustics", Value::Integer(256));
        set(&mut view, "water", kind_of_water(water));
        let mut studio = Studio::in_sun(gl, sun(80.0, 40.0));
        (studio.length, studio.depth) = (6.0, 1.5);
        studio.show(&Heights::Metres(&surface));
        studio.draw(&mut view, &eye_above(SIZE), SIZE);
        let floor = view.caustics().expect("a pool was drawn").floor;
        // Away from the walls, where light spreads out.
        let (columns, rows) = (floor.columns(), floor.rows());
        let inner: Vec<f32> = (rows / 4..rows * 3 / 4)
            .flat_map(|row| floor.row(row)[columns / 4..columns * 3 / 4].iter())
            .map(|light| light[1])
            .collect();
        let mean = inner.iter().sum::<f32>() / inner.len() as f32;
        let variance = inner
            .iter()
            .map(|light| (light - mean).powi(2))
            .sum::<f32>();
        (mean, (variance / inner.len() as f32).sqrt())
    };
    let (clear, murky) = (spread("pure"), spread("pond"));
    // At 3 scatterings per metre one ray in ninety is unscattered after 1.5 m.
    assert!(clear.1 > 0.08, "{clear:?}");
    assert!(murky.1 < 0.25 * clear.1, "{clear:?} {murky:?}");
    assert!(
        (murky.0 / clear.0 - 1.0).abs() < 0.05,
        "{clear:?} {murky:?}"
    );
}

#[test]
fn without_sun_there_are_no_caustics_and_at_night_no_light() {
    let gl = &*core();
    let surface = waves(48, 48);
    let (maps, picture) = drawn(gl, &surface, sun(-30.0, 100.0), 128);
    assert!(
        maps.floor
            .cells()
            .iter()
            .flatten()
            .all(|&light| light == 0.0)
    );
    assert!(
        maps.walls
            .iter()
            .all(|wall| wall.cells().iter().flatten().all(|&l| l == 0.0))
    );
    let brightest = picture.cells().iter().flat_map(|p| &p[..3]).max();
    assert!(brightest < Some(&120), "{brightest:?}");
    let (_, day) = drawn(gl, &surface, sun(60.0, 100.0), 128);
    let mean = |picture: &Picture| {
        let sum: u64 = picture.cells().iter().map(|p| u64::from(p[1])).sum();
        sum / picture.cells().len() as u64
    };
    assert!(mean(&day) > mean(&picture) + 60);
}

#[test]
fn caustics_of_a_still_pool_are_computed_once() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    studio.show(&Heights::Metres(&waves(32, 32)));
    let mut view = lit_in_the_open();
    set(&mut view, "caustics", Value::Integer(64));
    let eye = eye_above(SIZE);
    let one = studio.draw(&mut view, &eye, SIZE);
    assert!(studio.draw(&mut view, &eye, SIZE) == one);
    assert_eq!(view.kind().name, "lit");
}
