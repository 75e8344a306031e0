//! The picture view on GL against [`PictureRipple`] on the CPU: identical in the nearest look, within two levels in the others.

use super::support::{
    Picture, Studio, confetti, counted, default_eye, difference, noise, on_both, random, set,
};
use rand::RngExt;
use std::rc::Rc;
use waterlab::desktop::disk::load;
use waterlab::gl::{Gl, HeightTexture};
use waterlab::grid::Grid;
use waterlab::heights::{Heights, METRES_PER_WEIGHT};
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::scene::image_file::PictureError;
use waterlab::surface::{HeightField, Surface};
use waterlab::view::{PictureView, View, picture_ripple};

/// Picture, grid and output sizes.
type Sizes = [(usize, usize); 3];

const SIZES: [Sizes; 10] = [
    // Equal sizes: one pixel per cell, one pixel per output pixel.
    [(48, 48), (48, 48), (48, 48)],
    // Larger output, smaller output.
    [(64, 40), (32, 20), (160, 100)],
    [(200, 120), (50, 30), (77, 46)],
    // More cells than pixels.
    [(31, 17), (90, 101), (64, 64)],
    // No size divides another; bars and crops on every side.
    [(53, 97), (13, 29), (101, 67)],
    [(97, 53), (29, 13), (67, 101)],
    [(7, 5), (3, 11), (41, 43)],
    // The smallest.
    [(1, 1), (9, 9), (20, 13)],
    [(1, 37), (8, 9), (30, 50)],
    [(61, 1), (9, 4), (64, 9)],
];

fn draw_both(
    gl: &Gl,
    view: &mut PictureView,
    picture: &Pyramid,
    shown: &Surface,
    size: (usize, usize),
) -> (Picture, Picture) {
    let mut studio = Studio::new(gl, picture);
    studio.show(&shown.field().heights);
    if let Some(walls) = shown.walls() {
        studio.walls.upload(walls).expect("uploaded");
    }
    let mut velocity = HeightTexture::new(gl).expect("a texture");
    velocity
        .upload(&Heights::Metres(&shown.field().velocity()))
        .expect("uploaded");
    studio.velocity = Some(Rc::new(velocity));
    let drawn = studio.draw(view, &default_eye(size), size);
    let mut expected = Grid::new(size.0, size.1, [0; 4]);
    picture_ripple(view.settings()).render(picture, *shown, &mut expected);
    (drawn, expected)
}

#[track_caller]
fn check_bits(drawn: &Picture, expected: &Picture, about: &str) {
    let differing = |index: &usize| drawn.cells()[*index] != expected.cells()[*index];
    let wrong: Vec<_> = (0..drawn.cells().len()).filter(differing).collect();
    if let Some(&first) = wrong.first() {
        panic!(
            "{about}: {} of {} pixels differ, the first at ({}, {}): {:?} for {:?}",
            wrong.len(),
            drawn.cells().len(),
            first % drawn.columns(),
            first / drawn.columns(),
            drawn.cells()[first],
            expected.cells()[first],
        );
    }
}

/// Compares every size, fit and shine bit for bit, for the heights that `heights` passes for a grid.
fn sweep(gl: &Gl, view: &mut PictureView, about: &str, heights: impl Fn(usize, usize, &mut Check)) {
    set(view, "look", Value::Choice(0));
    for [picture, grid, output] in SIZES {
        let pyramid = Pyramid::new(confetti(picture.0, picture.1, 1));
        heights(grid.0, grid.1, &mut |heights| {
            for (fit, picture_fit) in [(0, 0), (1, 1), (0, 2), (1, 0)] {
                set(view, "picture_fit", Value::Choice(picture_fit));
                for (displacement, shine) in [(1.0, 0.0), (1.0, 0.25), (0.37, 1.0), (16.0, 0.5)] {
                    set(view, "fit", Value::Choice(fit));
                    set(view, "displacement", Value::Real(displacement));
                    set(view, "shine", Value::Real(shine));
                    let (drawn, expected) = draw_both(gl, view, &pyramid, &heights.into(), output);
                    let about = format!(
                        "{about}, picture {picture:?} grid {grid:?} output {output:?} fit {fit} {picture_fit} \
                         displacement {displacement} shine {shine}"
                    );
                    check_bits(&drawn, &expected, &about);
                }
            }
        });
    }
}

type Check<'a> = dyn FnMut(&Heights) + 'a;

#[test]
fn the_nearest_look_equals_the_cpu_for_counts() {
    on_both(|gl| {
        let mut view = PictureView::new();
        for max in [3, 90] {
            sweep(
                gl,
                &mut view,
                &format!("±{max}"),
                |columns, rows, check| {
                    check(&counted(&noise(columns, rows, max, 8)));
                },
            );
        }
    });
}

#[test]
fn the_nearest_look_equals_the_cpu_at_the_ends_of_i16() {
    on_both(|gl| {
        let mut view = PictureView::new();
        sweep(gl, &mut view, "extremes", |columns, rows, check| {
            let mut random = random(9);
            let ends = [i16::MIN, i16::MAX, 0, -1];
            let counts = Grid::from_fn(columns, rows, |_, _| ends[random.random_range(0..4)]);
            // The classic unit, and the smallest of seven fraction bits.
            check(&counted(&counts));
            check(&Heights::Counts {
                counts: &counts,
                unit: waterlab::heights::METRES_PER_WEIGHT / 128.0,
            });
        });
    });
}

#[test]
fn the_nearest_look_equals_the_cpu_for_metres() {
    on_both(|gl| {
        let mut view = PictureView::new();
        sweep(gl, &mut view, "metres", |columns, rows, check| {
            let mut random = random(10);
            let metres = Grid::from_fn(columns, rows, |_, _| random.random_range(-0.05..0.05_f32));
            check(&Heights::Metres(&metres));
            let wild = [f32::MAX, f32::MIN, 1.0, -1.0, f32::MIN_POSITIVE, -0.0];
            let metres = Grid::from_fn(columns, rows, |_, _| wild[random.random_range(0..6)]);
            check(&Heights::Metres(&metres));
        });
    });
}

#[test]
fn the_smooth_look_matches_the_cpu_within_two_levels() {
    // GL interpolates texels with weights of about 8 bits, the CPU in f32: 1/255 of the contrast, twice.
    let pond = pond();
    let pyramid = Pyramid::new(pond.expect("the pond"));
    on_both(|gl| {
        let mut view = PictureView::new();
        set(&mut view, "look", Value::Choice(1));
        for (grid, output) in [
            ((64, 40), (320, 200)),
            ((33, 57), (241, 199)),
            ((256, 256), (150, 411)),
        ] {
            for (fit, picture_fit) in [(0, 0), (1, 1), (0, 2)] {
                set(&mut view, "fit", Value::Choice(fit));
                set(&mut view, "picture_fit", Value::Choice(picture_fit));
                let counts = noise(grid.0, grid.1, 20, 12);
                let heights = counted(&counts);
                let (drawn, expected) = draw_both(gl, &mut view, &pyramid, &heights.into(), output);
                let difference = difference(&drawn, &expected, 2);
                assert!(
                    difference.beyond <= 0.001 && difference.mean <= 0.5,
                    "grid {grid:?} output {output:?} fit {fit}: {difference:?}"
                );
            }
        }
    });
}

/// Random solid cells, on another grid than the heights.
fn some_walls(columns: usize, rows: usize, seed: u64) -> Grid<f32> {
    let mut random = random(seed);
    Grid::from_fn(columns, rows, |column, row| {
        let solid = (column / 3 + row / 2) % 5 == 0 || random.random_range(0..20) == 0;
        if solid { 0.2 } else { 1.0 }
    })
}

#[test]
fn walls_of_the_nearest_look_equal_the_cpu() {
    on_both(|gl| {
        let mut view = PictureView::new();
        set(&mut view, "look", Value::Choice(0));
        for [picture, grid, output] in SIZES {
            let pyramid = Pyramid::new(confetti(picture.0, picture.1, 3));
            let counts = noise(grid.0, grid.1, 20, 4);
            for cells in [grid, (17, 9), (1, 1)] {
                let walls = some_walls(cells.0, cells.1, 5);
                let shown = Surface::from(counted(&counts)).among(Some(&walls));
                for fit in [0, 1] {
                    set(&mut view, "fit", Value::Choice(fit));
                    let (drawn, expected) = draw_both(gl, &mut view, &pyramid, &shown, output);
                    let about = format!("{picture:?} {grid:?} {output:?} walls {cells:?} {fit}");
                    check_bits(&drawn, &expected, &about);
                }
            }
        }
    });
}

#[test]
fn the_overlay_of_the_nearest_look_equals_the_cpu() {
    on_both(|gl| {
        let mut view = PictureView::new();
        set(&mut view, "look", Value::Choice(0));
        for [picture, grid, output] in SIZES {
            let counts = noise(grid.0, grid.1, 20, 4);
            let walls = some_walls(grid.0, grid.1, 5);
            for layer in [picture, (11, 90), (1, 1)] {
                let pyramid =
                    Pyramid::new(confetti(picture.0, picture.1, 3)).with_overlay(leaves(layer, 7));
                for walls in [None, Some(&walls)] {
                    let shown = Surface::from(counted(&counts)).among(walls);
                    let (drawn, expected) = draw_both(gl, &mut view, &pyramid, &shown, output);
                    let about = format!("{picture:?} {grid:?} {output:?} layer {layer:?}");
                    check_bits(&drawn, &expected, &about);
                }
            }
        }
    });
}

#[test]
fn the_overlay_of_every_blended_look_matches_the_cpu_within_two_levels() {
    // As for the smooth look.
    let pond = Pyramid::new(pond().expect("the pond"));
    on_both(|gl| {
        let mut view = PictureView::new();
        let counts = noise(64, 40, 20, 12);
        for (layer, output) in [((31, 20), (320, 200)), ((640, 400), (150, 94))] {
            let pyramid = pond.clone().with_overlay(leaves(layer, 9));
            for look in [1, 2, 3] {
                set(&mut view, "look", Value::Choice(look));
                let shown = Surface::from(counted(&counts));
                let (drawn, expected) = draw_both(gl, &mut view, &pyramid, &shown, output);
                let difference = difference(&drawn, &expected, 2);
                assert!(
                    difference.beyond <= 0.001 && difference.mean <= 0.5,
                    "look {look} layer {layer:?}: {difference:?}"
                );
            }
        }
    });
}

/// Random colours of every opacity, and transparent pixels.
fn leaves(size: (usize, usize), seed: u64) -> Picture {
    let mut random = random(seed);
    let mut layer = confetti(size.0, size.1, seed);
    for pixel in layer.cells_mut() {
        pixel[3] = [0, 0, 255, random.random_range(0..=255)][random.random_range(0..4)];
    }
    layer
}

#[test]
fn every_blended_look_matches_the_cpu_within_two_levels_with_and_without_walls() {
    // As for the smooth look. Whole slopes jump where rounding decides, which integer heights avoid.
    let pond = pond();
    let pyramid = Pyramid::new(pond.expect("the pond"));
    on_both(|gl| {
        let mut view = PictureView::new();
        for (grid, output) in [((64, 40), (320, 200)), ((33, 57), (241, 199))] {
            let counts = noise(grid.0, grid.1, 20, 12);
            let metres = Grid::from_fn(grid.0, grid.1, |column, row| {
                f32::from(counts[(column, row)]) * METRES_PER_WEIGHT
            });
            let velocity = Grid::from_fn(grid.0, grid.1, |column, row| {
                f32::from(counts[(row % grid.0, column % grid.1)]) * 0.1 * METRES_PER_WEIGHT
            });
            let walls = some_walls(grid.0, grid.1, 6);
            for (look, fit) in [1, 2, 3, 4]
                .into_iter()
                .flat_map(|look| [(look, 0), (look, 1)])
            {
                set(&mut view, "look", Value::Choice(look));
                set(&mut view, "fit", Value::Choice(fit));
                for heights in [counted(&counts), Heights::Metres(&metres)] {
                    for (walls, velocity) in [
                        (None, None),
                        (None, Some(&velocity)),
                        (Some(&walls), Some(&velocity)),
                    ] {
                        let still = HeightField::still(heights);
                        let field = velocity.map_or(still, |velocity| still.rising(velocity));
                        let shown = Surface::from(field).among(walls);
                        let (drawn, expected) = draw_both(gl, &mut view, &pyramid, &shown, output);
                        let difference = difference(&drawn, &expected, 2);
                        assert!(
                            difference.beyond <= 0.001 && difference.mean <= 0.5,
                            "look {look} fit {fit} grid {grid:?} walls {}: {difference:?}",
                            walls.is_some()
                        );
                    }
                }
            }
        }
    });
}

/// The built-in picture.
fn pond() -> Result<Grid<[u8; 4]>, PictureError> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/textures/pond.jpg");
    load(file.as_ref())
}
