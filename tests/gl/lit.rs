//! The lit pool: its caustics against the CPU's, which follow each facet's light exactly, and against level water by hand.

use super::support::{
    Picture, Studio, eye_above, kind_of_water, lit_choice, lit_in_the_open, on_core, set,
};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{Basin, Caustics, FRESH_WATER_INDEX, SunPosition, transmittance};
use waterlab::parameter::Value;
use waterlab::view::{CausticMaps, View};

const SIZE: (usize, usize) = (96, 96);
/// Of a deck above the rest level, metres.
const RIM: f64 = 0.05;
/// Metres, in a pool 2 m long.
const DEPTH: f64 = 0.5;

fn sun(elevation: f64, azimuth: f64) -> Vec3 {
    SunPosition { elevation, azimuth }.direction()
}

/// The lit view over a surface in metres, and what it draws.
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

/// Light in a map over all of its area, metres × metres, in one channel.
fn flux(map: &Grid<[f32; 3]>, area: f64, channel: usize) -> f64 {
    let sum: f64 = map.cells().iter().map(|c| f64::from(c[channel])).sum();
    sum / map.cells().len() as f64 * area
}

/// Waves of several lengths and heights, none steeper than 0.2.
fn waves(columns: usize, rows: usize) -> Grid<f32> {
    Grid::from_fn(columns, rows, |column, row| {
        let (x, z) = (column as f32 / 64.0, row as f32 / 64.0);
        0.004 * (9.0 * x + 4.0 * z).sin() + 0.003 * (17.0 * z - 7.0 * x).cos()
    })
}

#[test]
fn level_water_lets_exactly_its_transmittance_through_to_the_lit_part_of_the_floor() {
    on_core(|gl| {
        let level = Grid::new(64, 64, 0.0);
        for (elevation, azimuth) in [(90.0, 0.0), (60.0, 90.0), (35.0, 215.0)] {
            let sun = sun(elevation, azimuth);
            let (maps, _) = drawn(gl, &level, sun, 256);
            let through = transmittance(f64::from(sun.y), FRESH_WATER_INDEX[1]) as f32;
            // A place in the middle of the floor is lit whenever the sun is so high.
            let side = maps.floor.columns();
            for row in side * 7 / 16..side * 9 / 16 {
                for column in side * 7 / 16..side * 9 / 16 {
                    for light in maps.floor[(column, row)] {
                        assert!((light - through).abs() < 0.004, "{elevation}°: {light}");
                    }
                }
            }
        }
    });
}

#[test]
fn no_light_is_made_and_less_than_a_hundredth_is_lost_whatever_the_waves() {
    on_core(|gl| {
        for (columns, rows) in [(64, 64), (96, 60)] {
            for (elevation, azimuth) in [(85.0, 10.0), (50.0, 130.0), (40.0, 300.0)] {
                let sun = sun(elevation, azimuth);
                let surface = waves(columns, rows);
                let (maps, _) = drawn(gl, &surface, sun, 512);
                let exact = traced(&surface, sun, 256);
                let total = exact.floor.flux() + exact.walls.iter().map(|w| w.flux()).sum::<f64>();
                // The rim's shadow is no part of the CPU's pool: what it takes is a strip as wide as the rim is high over tan e.
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
    });
}

#[test]
fn the_pattern_on_the_floor_is_that_of_facets_followed_one_by_one() {
    on_core(|gl| {
        let surface = waves(64, 64);
        let surface = Grid::from_fn(64, 64, |column, row| 12.0 * surface[(column, row)]);
        let sun = sun(65.0, 40.0);
        let (maps, _) = drawn(gl, &surface, sun, 512);
        let exact = traced(&surface, sun, 64);
        // Means over 1/64 of the floor each way, which the sun's disc does not blur away.
        let shrink = maps.floor.columns() / 64;
        let mean = |column: usize, row: usize| {
            let cells = (0..shrink * shrink)
                .map(|i| maps.floor[(column * shrink + i % shrink, row * shrink + i / shrink)][1]);
            cells.sum::<f32>() / (shrink * shrink) as f32
        };
        let (mut off, mut spread, mut count) = (0.0, 0.0, 0.0);
        for row in 10..54 {
            for column in 10..54 {
                let wanted = exact.floor.irradiance[(column, row)];
                off += (mean(column, row) - wanted).powi(2);
                spread += (wanted - 0.95).powi(2);
                count += 1.0;
            }
        }
        let [off, spread] = [off, spread].map(|sum: f32| (sum / count).sqrt());
        assert!(spread > 0.1, "there are caustics: {spread}");
        assert!(off < 0.2 * spread, "{off} of {spread}");
    });
}

#[test]
fn particles_take_the_lines_out_of_the_light_and_leave_the_light() {
    on_core(|gl| {
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
            // Away from the walls, toward which light spreads out.
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
        // Of rays 1.5 m down through 3 scatterings a metre one in ninety keeps its way.
        assert!(clear.1 > 0.08, "{clear:?}");
        assert!(murky.1 < 0.25 * clear.1, "{clear:?} {murky:?}");
        assert!(
            (murky.0 / clear.0 - 1.0).abs() < 0.05,
            "{clear:?} {murky:?}"
        );
    });
}

#[test]
fn without_a_sun_no_caustics_land_and_at_night_all_is_dark() {
    on_core(|gl| {
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
    });
}

#[test]
fn a_still_pool_and_a_still_eye_gather_light_once() {
    on_core(|gl| {
        let mut studio = Studio::bare(gl);
        studio.show(&Heights::Metres(&waves(32, 32)));
        let mut view = lit_in_the_open();
        set(&mut view, "caustics", Value::Integer(64));
        let eye = eye_above(SIZE);
        let one = studio.draw(&mut view, &eye, SIZE);
        assert!(studio.draw(&mut view, &eye, SIZE) == one);
        assert_eq!(view.kind().name, "lit");
    });
}
