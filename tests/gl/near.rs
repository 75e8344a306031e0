//! What is near the eye: tiles and caustics whose texels are larger than pixels, and sand.

use super::lit_sea::{calm, eye as at_sea, under};
use super::support::{GREY, Picture, Studio, core, plain};
use glam::{Vec2, Vec3};
use std::f32::consts::{PI, TAU};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::SkyConditions;
use waterlab::session::FlyCamera;
use waterlab::view::LitView;

/// Pixels of a picture.
const SIZE: (usize, usize) = (256, 192);

/// Half of the length of the pool, metres.
const HALF: f32 = 3.0;

/// A pool of 6 m with these tiles, of which a texture covers 3 m, under a clear sky.
fn pool(gl: &Gl, tiles: &Picture, heights: &Grid<f32>) -> Studio {
    let mut studio = Studio::in_sun(gl, SkyConditions::default().sun);
    (studio.length, studio.depth) = (6.0, 1.6);
    studio.materials.set_tiles(gl, tiles).expect("set");
    studio.show(&Heights::Metres(heights));
    studio
}

/// Green along the middle row of a picture `wide` metres wide of the floor, seen straight down under water around `x` metres from the
/// middle of the pool.
fn floor(studio: &Studio, x: f32, wide: f32) -> Vec<f32> {
    let place = Vec3::new(x, -studio.depth as f32, 0.0) / HALF;
    let high = 0.75 * wide;
    let position = place + Vec3::new(0.0, high / HALF, 1e-4);
    let camera = FlyCamera::new(position, place, 53.13);
    let eye = camera.eye(SIZE.0 as f32 / SIZE.1 as f32);
    let picture = studio.radiance(&mut LitView::new(), &eye, SIZE);
    picture
        .row(SIZE.1 / 2)
        .iter()
        .map(|texel| texel[1])
        .collect()
}

fn level() -> Grid<f32> {
    Grid::new(64, 64, 0.0)
}

/// A texture of 64 texels of 4.7 cm.
fn tiles(texel: impl Fn(usize) -> u8) -> Picture {
    Grid::from_fn(64, 64, |column, _| {
        let value = texel(column);
        [value, value, value, 255]
    })
}

#[test]
fn an_edge_between_texels_is_narrower_than_they_are() {
    let gl = &*core();
    // Between texels 7 and 8: 0.375 m from the middle.
    let studio = pool(
        gl,
        &tiles(|column| if column % 16 < 8 { 60 } else { 230 }),
        &level(),
    );
    let row = floor(&studio, 0.375, 0.4);
    let (dark, bright) = (row[20], row[SIZE.0 - 20]);
    let between = |part: f32| {
        row.iter()
            .filter(|value| **value < dark + part * (bright - dark))
            .count()
    };
    let width = (between(0.9) - between(0.1)) as f32 * 0.4 / SIZE.0 as f32;
    // Linear interpolation takes 0.8 of a texel from 0.1 to 0.9.
    assert!(width < 0.25 * 3.0 / 64.0, "{width}");
    let middle = between(0.5) as f32 / SIZE.0 as f32;
    assert!((middle - 0.5).abs() < 0.02, "{middle}");
}

#[test]
fn a_gradient_over_texels_is_not_sharpened() {
    let gl = &*core();
    let studio = pool(gl, &tiles(|column| 100 + column as u8), &level());
    let row = floor(&studio, 0.75, 0.5);
    let steps: Vec<f32> = row.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mean = steps.iter().sum::<f32>() / steps.len() as f32;
    for step in steps {
        assert!(step > 0.0 && step < 2.0 * mean, "{step} {mean}");
    }
}

#[test]
fn grout_has_a_grain_of_its_own_and_glaze_next_to_none() {
    let gl = &*core();
    let rough = |colour| {
        let studio = pool(gl, &plain(colour), &level());
        let row = floor(&studio, 0.4, 0.1);
        let mean = row.iter().sum::<f32>() / row.len() as f32;
        let square = |value: &f32| (value / mean - 1.0).powi(2);
        (row.iter().map(square).sum::<f32>() / row.len() as f32).sqrt()
    };
    let [grout, glaze] = [GREY, [60, 170, 190, 255]].map(rough);
    assert!((0.03..0.2).contains(&grout), "{grout}");
    assert!(glaze < 0.01, "{glaze}");
}

#[test]
fn caustics_near_the_eye_show_no_texels() {
    let gl = &*core();
    let waves = Grid::from_fn(128, 128, |column, row| {
        0.02 * (0.6 * column as f32 + 0.15 * row as f32).sin()
    });
    let studio = pool(gl, &plain(GREY), &waves);
    for place in 0..8 {
        let row = floor(&studio, -0.8 + 0.2 * place as f32, 0.5);
        let steps: Vec<f32> = row.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let steepest = steps
            .iter()
            .fold(0.0, |most: f32, step| most.max(step.abs()));
        let bend = steps
            .windows(2)
            .fold(0.0, |most: f32, pair| most.max((pair[1] - pair[0]).abs()));
        let mean = row.iter().sum::<f32>() / row.len() as f32;
        assert!(steepest > 0.1 * mean, "{steepest} {mean}");
        // Linear interpolation bends in a single pixel: by nine tenths of the steepest step.
        assert!(bend < 0.5 * steepest, "{bend} {steepest}");
    }
}

/// Green in a picture `wide` metres wide of the sand under 10 m of level water, seen straight down from above `x`, with the sun in this
/// direction in degrees.
fn sand(gl: &Gl, x: f32, wide: f32, azimuth: f64) -> Grid<f32> {
    let (studio, _) = under(gl, 50.0, azimuth, 0.0);
    let cascades = calm().uploaded_over(gl, 10.0);
    let from = Vec3::new(x, 0.75 * wide - 10.0, 1e-3);
    let eye = at_sea(from, Vec3::new(x, -10.0, 0.0), 53.13, SIZE);
    let picture = studio.radiance_of_sea(&mut LitView::new(), &eye, SIZE, &cascades);
    Grid::from_fn(SIZE.0, SIZE.1, |column, row| picture[(column, row)][1])
}

fn mean(values: &[f32]) -> f32 {
    values.iter().sum::<f32>() / values.len() as f32
}

#[test]
fn sand_has_ripples_a_quarter_of_a_metre_apart() {
    let gl = &*core();
    let wide = 4.0;
    let picture = sand(gl, 0.0, wide, 90.0);
    let row = picture.row(SIZE.1 / 2);
    let mean_of_row = mean(row);
    // The largest amplitude over the mean among waves of these numbers per metre along x.
    let amplitude = |from: f32, to: f32| {
        let waves = (0..=40).map(|step| from + (to - from) * step as f32 / 40.0);
        waves.fold(0.0, |most: f32, number| {
            let sum: Vec2 = (row.iter().enumerate())
                .map(|(at, value)| {
                    let place = (at as f32 + 0.5) / row.len() as f32;
                    // A window without edges.
                    let weight = (PI * place).sin().powi(2);
                    Vec2::from_angle(TAU * number * wide * place)
                        * (value / mean_of_row - 1.0)
                        * weight
                })
                .sum();
            most.max(4.0 * sum.length() / row.len() as f32)
        })
    };
    let [ripples, longer, shorter] = [
        amplitude(3.0, 5.0),
        amplitude(1.0, 2.4),
        amplitude(9.0, 14.0),
    ];
    assert!(ripples > 0.1, "{ripples}");
    assert!(
        ripples > 2.0 * longer && ripples > 4.0 * shorter,
        "{ripples} {longer} {shorter}"
    );
}

#[test]
fn ripples_of_sand_make_it_neither_brighter_nor_darker() {
    let gl = &*core();
    let [east, west] = [90.0, 270.0].map(|azimuth| mean(sand(gl, 0.0, 6.0, azimuth).cells()));
    assert!((east / west - 1.0).abs() < 0.02, "{east} {west}");
}

#[test]
fn sand_has_grains_near_the_eye() {
    let gl = &*core();
    // Pixels of 2.5 mm.
    let picture = sand(gl, 0.0, 0.64, 90.0);
    let of = |three: &[f32]| (three[0] - 2.0 * three[1] + three[2]).abs() / three[1];
    let bends: Vec<f32> = picture.row(SIZE.1 / 2).windows(3).map(of).collect();
    assert!(mean(&bends) > 0.02, "{}", mean(&bends));
}

#[test]
fn grains_and_shells_stay_where_the_pattern_begins_anew() {
    let gl = &*core();
    // From either side of 0, where the eye's place in the pattern jumps by a period; 0.2 m are 40 pixels.
    let [left, right] = [-0.1, 0.1].map(|x| sand(gl, x, 1.28, 90.0));
    let differs = |at: usize| {
        let (column, row) = (at % (SIZE.0 - 40), at / (SIZE.0 - 40));
        let [one, other] = [left[(column + 40, row)], right[(column, row)]];
        (one / other - 1.0).abs()
    };
    let count = (SIZE.0 - 40) * SIZE.1;
    let all: Vec<f32> = (0..count).map(differs).collect();
    assert!(mean(&all) < 0.03, "{}", mean(&all));
    let large = all.iter().filter(|differs| **differs > 0.15).count();
    assert!(large < 10, "{large}");
}
