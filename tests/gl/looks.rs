//! Looks of the mesh besides water: coloured heights, and a wireframe.

use super::support::{Picture, Studio, core, counted, difference, eye_above, set};
use glam::Vec3;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::view::{Eye, MeshView};

const SIZE: (usize, usize) = (240, 240);

/// The pixel that shows a point of the world.
fn pixel_of(eye: &Eye, point: Vec3) -> (usize, usize) {
    let device = eye.view_projection().project_point3(point);
    (
        ((device.x + 1.0) / 2.0 * SIZE.0 as f32) as usize,
        ((1.0 - device.y) / 2.0 * SIZE.1 as f32) as usize,
    )
}

fn at(picture: &Picture, eye: &Eye, x: f32, z: f32) -> [i32; 3] {
    let [red, green, blue, _] = picture[pixel_of(eye, Vec3::new(x, 0.0, z))];
    [red, green, blue].map(i32::from)
}

#[test]
fn heights_in_colour_are_red_for_crests_blue_for_troughs_and_white_at_rest() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    let mut view = MeshView::new();
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(0.03));
    // On the left a block 3 cm high, on the right one 3 cm deep, both level.
    let counts = Grid::from_fn(80, 80, |column, row| match (column, row) {
        (10..30, 30..50) => 61,
        (50..70, 30..50) => -61,
        _ => 0,
    });
    studio.show(&counted(&counts));
    let eye = eye_above(SIZE);
    let drawn = studio.draw(&mut view, &eye, SIZE);
    let [red, green, blue] = at(&drawn, &eye, -0.5, 0.0);
    assert!(
        red > green + 80 && red > blue + 80,
        "crest {red} {green} {blue}"
    );
    let [red, green, blue] = at(&drawn, &eye, 0.5, 0.0);
    assert!(
        blue > red + 80 && blue > green + 60,
        "trough {red} {green} {blue}"
    );
    let rest = at(&drawn, &eye, 0.0, 0.0);
    assert!(rest.iter().all(|&channel| channel > 235), "rest {rest:?}");
    // The scale follows the doubled heights.
    set(&mut view, "height_scale", Value::Real(2.0));
    let doubled = studio.draw(&mut view, &eye, SIZE);
    let before = at(&drawn, &eye, -0.5, 0.0);
    let after = at(&doubled, &eye, -0.5, 0.0);
    for (before, after) in before.into_iter().zip(after) {
        assert!((before - after).abs() <= 2, "{before} {after}");
    }
}

#[test]
fn a_wireframe_draws_only_the_edges_of_the_mesh() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    let mut view = MeshView::new();
    studio.show(&counted(&Grid::new(10, 10, 0)));
    let eye = eye_above(SIZE);
    set(&mut view, "background_alpha", Value::Real(0.0));
    let pool = studio.draw(&mut view, &eye, SIZE);
    set(&mut view, "background_alpha", Value::Real(1.0));
    set(&mut view, "wireframe", Value::Switch(true));
    let wired = studio.draw(&mut view, &eye, SIZE);

    // Cells are 0.2 m wide; their centres, the vertices, are at odd tenths.
    let line = [235.0, 255.0, 255.0].map(|channel| 0.75 * channel);
    for (x, z) in [(0.0, 0.1), (-0.4, 0.3), (0.1, 0.0), (-0.5, 0.6)] {
        let (column, row) = pixel_of(&eye, Vec3::new(x, 0.0, z));
        let on_line = |column: usize, row: usize| {
            [0, 1, 2].iter().all(|&channel| {
                let below = f64::from(pool[(column, row)][channel]);
                let expected = line[channel] + 0.25 * below;
                (f64::from(wired[(column, row)][channel]) - expected).abs() < 4.0
            })
        };
        let near = (column - 1..=column + 1)
            .flat_map(|column| (row - 1..=row + 1).map(move |row| (column, row)));
        assert!(
            near.into_iter().any(|(column, row)| on_line(column, row)),
            "no line at ({x}, {z})"
        );
    }
    for (x, z) in [(0.0, 0.0), (0.2, -0.4), (-0.6, 0.6)] {
        assert_eq!(
            at(&wired, &eye, x, z),
            at(&pool, &eye, x, z),
            "between lines at ({x}, {z})"
        );
    }
    // Nineteen lines of one pixel on some 220 pixels of pool.
    let drawn = difference(&pool, &wired, 8).beyond;
    assert!((0.05..0.25).contains(&drawn), "{drawn}");
}

#[test]
fn a_wireframe_can_be_drawn_over_coloured_heights() {
    let gl = &*core();
    let mut studio = Studio::bare(gl);
    let mut view = MeshView::new();
    studio.show(&counted(&Grid::new(10, 10, 20)));
    let eye = eye_above(SIZE);
    set(&mut view, "colours", Value::Choice(1));
    set(&mut view, "colour_range", Value::Real(0.03));
    let coloured = studio.draw(&mut view, &eye, SIZE);
    set(&mut view, "wireframe", Value::Switch(true));
    let both = studio.draw(&mut view, &eye, SIZE);
    let changed = difference(&coloured, &both, 8).beyond;
    assert!((0.03..0.25).contains(&changed), "{changed}");
}
