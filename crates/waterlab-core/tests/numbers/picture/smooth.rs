//! The smooth look, on planes and compared with its formula in 64 bits (docs/models.md §3).

use super::support::{Picture, drawn, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::heights::{Heights, METRES_PER_WEIGHT};
use waterlab_core::light::{Fit, Look, PictureRipple};
use waterlab_core::surface::HeightField;

#[test]
fn the_smooth_look_displaces_by_the_slope_between_cells() {
    // A plane that falls by 3 weights per cell toward the east: h[W] − h[E] = 6.
    let counts = Grid::from_fn(32, 8, |column, _| 100 - 3 * column as i16);
    let gradient = Grid::from_fn(128, 32, |column, _| [column as u8, 0, 0, 255]);
    let ripple = PictureRipple {
        displacement: 0.5,
        ..ripple(Look::Smooth, Fit::Cover)
    };
    // Four pixels per cell: the displacement is 0.5 · 6 · 4 = 12 pixels of the picture, 24 of the output.
    let output = drawn(&ripple, &gradient, weights(&counts), (256, 64));
    for x in 16..220 {
        let here = (x as f32 + 0.5) / 2.0 - 0.5 + 12.0;
        let red = f32::from(output[(x, 30)][0]);
        assert!((red - here).abs() <= 0.51, "{x}: {red} for {here}");
    }
    let metres = Grid::from_fn(32, 8, |column, row| {
        f32::from(counts[(column, row)]) * METRES_PER_WEIGHT
    });
    assert_eq!(
        drawn(&ripple, &gradient, Heights::Metres(&metres), (256, 64)),
        output
    );
}

/// The smooth look at one output pixel of a picture that is not minified, in 64 bits.
fn smooth_pixel(
    ripple: &PictureRipple,
    picture: &Picture,
    counts: &Grid<i16>,
    (u, v): (f64, f64),
) -> [f64; 3] {
    let corners = |x: f64, y: f64| {
        let (column, row) = (x.floor(), y.floor());
        let (s, t) = (x - column, y - row);
        [
            (0, 0, (1.0 - s) * (1.0 - t)),
            (1, 0, s * (1.0 - t)),
            (0, 1, (1.0 - s) * t),
            (1, 1, s * t),
        ]
        .map(|(i, j, share)| (column as i64 + i, row as i64 + j, share))
    };
    let (columns, rows) = (counts.columns() as f64, counts.rows() as f64);
    let (mut dx, mut dy) = (0.0, 0.0);
    for (column, row, share) in corners(u * columns - 0.5, v * rows - 0.5) {
        let height = |i: i64, j: i64| f64::from(counts.clamped(column + i, row + j));
        for (compared, weight) in [(-1, 0.25), (0, 0.5), (1, 0.25)] {
            dx += share * weight * (height(-1, compared) - height(1, compared));
            dy += share * weight * (height(compared, -1) - height(compared, 1));
        }
    }
    let (width, height) = (picture.columns() as f64, picture.rows() as f64);
    let x = u * width - 0.5 + ripple.displacement * dx * width / columns;
    let y = v * height - 0.5 + ripple.displacement * dy * height / rows;
    let mut colour = [ripple.shine * (dx + dy); 3];
    for (column, row, share) in corners(x, y) {
        let pixel = picture.clamped(column, row);
        for channel in 0..3 {
            colour[channel] += share * f64::from(pixel[channel]);
        }
    }
    colour.map(|channel| channel.clamp(0.0, 255.0))
}

#[test]
fn the_smooth_look_blends_slopes_between_cells_and_pixels_along_both_axes() {
    let counts = Grid::from_fn(9, 7, |column, row| {
        (6.0 * (column as f64 * 1.3).sin() * (row as f64 * 1.7 + 0.4).cos()) as i16
    });
    let picture = Grid::from_fn(36, 35, |column, row| {
        [
            7 * column as u8,
            7 * row as u8,
            (3 * column + 2 * row) as u8,
            255,
        ]
    });
    for fit in [Fit::Cover, Fit::Letterbox] {
        let ripple = PictureRipple {
            displacement: 0.6,
            shine: 0.7,
            look: Look::Smooth,
            fit,
            glint: 0.15,
            gain: 12.0,
            ..ripple(Look::Smooth, Fit::Cover)
        };
        let output = drawn(&ripple, &picture, weights(&counts), (301, 173));
        let rect = fit.rect((36, 35), (301, 173));
        for y in 0..173 {
            for x in 0..301 {
                let Some(place) = rect.fraction(x as f64 + 0.5, y as f64 + 0.5) else {
                    continue;
                };
                let want = smooth_pixel(&ripple, &picture, &counts, place);
                for channel in 0..3 {
                    let got = f64::from(output[(x, y)][channel]);
                    assert!(
                        (got - want[channel]).abs() < 0.51,
                        "{fit:?} ({x}, {y}): {:?} for {want:?}",
                        output[(x, y)]
                    );
                }
            }
        }
    }
}

#[test]
fn the_smooth_look_suppresses_the_chequerboard_pattern() {
    // Alternating signs from cell to cell are an artefact of the recurrence, not a slope.
    let chessboard = Grid::from_fn(
        16,
        12,
        |column, row| if (column + row) % 2 == 0 { 40 } else { -40 },
    );
    let picture = Grid::from_fn(64, 48, |column, row| {
        [4 * column as u8, 5 * row as u8, 0, 255]
    });
    let ripple = PictureRipple {
        displacement: 2.0,
        ..ripple(Look::Smooth, Fit::Cover)
    };
    let calm = drawn(&ripple, &picture, weights(&Grid::new(16, 12, 0)), (64, 48));
    let output = drawn(&ripple, &picture, weights(&chessboard), (64, 48));
    // Away from the edges, where the pattern ends.
    for y in 8..40 {
        assert_eq!(output.row(y)[8..56], calm.row(y)[8..56], "row {y}");
    }
}

#[test]
fn the_smooth_look_averages_and_the_nearest_look_samples() {
    let stripes = Grid::from_fn(256, 64, |column, _| {
        let level = if column % 4 == 3 { 200 } else { 0 };
        [level, level, level, 255]
    });
    let counts = Grid::new(8, 8, 0_i16);
    let smooth = drawn(
        &ripple(Look::Smooth, Fit::Cover),
        &stripes,
        weights(&counts),
        (64, 16),
    );
    assert!(
        smooth
            .cells()
            .iter()
            .all(|&pixel| pixel == [50, 50, 50, 255])
    );
    let nearest = drawn(
        &ripple(Look::Nearest, Fit::Cover),
        &stripes,
        weights(&counts),
        (64, 16),
    );
    assert!(nearest.cells().iter().all(|&pixel| pixel == [0, 0, 0, 255]));
}

#[test]
fn a_coarser_grid_of_the_same_surface_displaces_alike() {
    // The colours of a gradient show the displacement.
    let picture: Picture = Grid::from_fn(256, 256, |x, y| [x as u8, y as u8, 0, 255]);
    let surface = |nodes: usize| {
        Grid::from_fn(nodes, nodes, |column, row| {
            let place = |index: usize| 10.0 * (index as f32 + 0.5) / nodes as f32;
            0.02 * (place(column).sin() + 0.5 * place(row).cos())
        })
    };
    let ripple = ripple(Look::Smooth, Fit::Cover);
    let draw = |nodes: usize| {
        let heights = surface(nodes);
        let shown = HeightField::still(Heights::Metres(&heights)).over((128, 128));
        drawn(&ripple, &picture, shown, (256, 256))
    };
    let fine = draw(128);
    let shift = fine
        .cells()
        .iter()
        .zip(picture.cells())
        .map(|(a, b)| a[0].abs_diff(b[0]));
    assert!(shift.max() > Some(8), "nothing is displaced");
    for nodes in [64, 32] {
        let coarse = draw(nodes);
        let inside = |column: usize, row: usize| {
            let [a, b] = [&fine, &coarse].map(|picture| picture[(column, row)]);
            a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]))
        };
        for row in 32..224 {
            for column in 32..224 {
                assert!(inside(column, row) <= 3, "{nodes} nodes at {column}, {row}");
            }
        }
    }
}
