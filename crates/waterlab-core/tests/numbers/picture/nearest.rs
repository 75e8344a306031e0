//! The nearest look, compared with hand-calculated values and its formula (docs/models.md §3).

use super::support::{Picture, drawn, map, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::heights::{Heights, METRES_PER_WEIGHT};
use waterlab_core::light::{Fit, Look, PictureRipple};

#[test]
fn a_single_crest_displaces_its_neighbours_by_its_height() {
    let mut counts = Grid::new(5, 5, 0_i16);
    counts[(2, 2)] = 2;
    let picture = map(5, 5);
    let output = drawn(
        &ripple(Look::Nearest, Fit::Cover),
        &picture,
        weights(&counts),
        (5, 5),
    );
    let place = |column: usize, row: usize| [column as u8, row as u8, 0, 255];
    assert_eq!(
        output[(2, 2)],
        place(2, 2),
        "on the crest the neighbours are level"
    );
    // West of the crest h[W] − h[E] = −2: sampled 2 pixels to the west, clamped at the edge. East of it, 2 to the east.
    assert_eq!(output[(1, 2)], place(0, 2));
    assert_eq!(output[(3, 2)], place(4, 2));
    // North of it h[N] − h[S] = −2.
    assert_eq!(output[(2, 1)], place(2, 0));
    assert_eq!(output[(2, 3)], place(2, 4));
    assert_eq!(output[(1, 1)], place(1, 1));
    assert_eq!(output[(0, 2)], place(0, 2));
}

#[test]
fn displacement_scales_with_the_picture_and_the_unit() {
    let mut counts = Grid::new(4, 4, 0_i16);
    counts[(3, 1)] = -16;
    let picture = map(40, 40);
    let shift = |unit: f32, displacement: f64| {
        let heights = Heights::Counts {
            counts: &counts,
            unit: METRES_PER_WEIGHT * unit,
        };
        let ripple = PictureRipple {
            displacement,
            ..ripple(Look::Nearest, Fit::Cover)
        };
        // In cell (2, 1), whose eastern neighbour is 16 counts low.
        i32::from(drawn(&ripple, &picture, heights, (40, 40))[(20, 15)][0]) - 20
    };
    assert_eq!(
        shift(1.0 / 16.0, 1.0),
        10,
        "one weight, ten pixels to a cell"
    );
    assert_eq!(shift(1.0 / 16.0, 0.5), 5);
    assert_eq!(shift(1.0 / 32.0, 1.0), 5);
    assert_eq!(shift(1.0, 1.0), 19, "clamped at the picture's edge");
}

/// docs/models.md §3 pixel by pixel, in 64 bits and without tables.
fn reference(
    ripple: &PictureRipple,
    picture: &Picture,
    heights: &Heights,
    size: (usize, usize),
) -> Picture {
    let (columns, rows) = (heights.columns() as i64, heights.rows() as i64);
    let (width, height) = (picture.columns() as i64, picture.rows() as i64);
    let rect = ripple.fit.rect((picture.columns(), picture.rows()), size);
    let (unit, count): (f64, Box<dyn Fn(i64, i64) -> i64 + '_>) = match heights {
        Heights::Counts { counts, unit } => (
            f64::from(*unit),
            Box::new(|column, row| i64::from(counts.clamped(column, row))),
        ),
        Heights::Metres(metres) => (
            1.0 / 32_768.0,
            Box::new(|column, row| {
                (metres.clamped(column, row) * 32_768.0 + 0.5)
                    .floor()
                    .clamp(-32_768.0, 32_767.0) as i64
            }),
        ),
    };
    let per_weight = unit * 2048.0;
    let times = |value: i64, scale: f64, max: f64| {
        let shift = (0..=16)
            .rev()
            .find(|&shift| (scale * f64::from(1 << shift)).round() <= max);
        let (q, shift) = match shift {
            Some(shift) => ((scale * f64::from(1 << shift)).round() as i64, shift),
            None => (max as i64, 0),
        };
        (value * q + ((1_i64 << shift) >> 1)).div_euclid(1 << shift)
    };
    Grid::from_fn(size.0, size.1, |x, y| {
        let (x, y) = (x as i64 - rect.left, y as i64 - rect.top);
        if x < 0 || y < 0 || x >= rect.width || y >= rect.height {
            return [16, 18, 22, 255];
        }
        let (px, py) = (x * width / rect.width, y * height / rect.height);
        let (cx, cy) = (px * columns / width, py * rows / height);
        let dx = count(cx - 1, cy) - count(cx + 1, cy);
        let dy = count(cx, cy - 1) - count(cx, cy + 1);
        let scale = ripple.displacement * per_weight;
        let sx = px + times(dx, scale * width as f64 / columns as f64, 32_767.0);
        let sy = py + times(dy, scale * height as f64 / rows as f64, 32_767.0);
        let [red, green, blue, alpha] = picture.clamped(sx, sy);
        let add = times(dx + dy, ripple.shine * per_weight, 16_383.0);
        let lit = |channel: u8| (i64::from(channel) + add).clamp(0, 255) as u8;
        [lit(red), lit(green), lit(blue), alpha]
    })
}

#[test]
fn the_nearest_look_matches_its_formula_at_every_size() {
    let mut state = 9_u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    let pictures = [(1, 1), (1, 40), (97, 1), (64, 48), (300, 7), (31, 310)];
    let grids = [(3, 3), (3, 50), (64, 48), (257, 5), (1200, 4)];
    let outputs = [(1, 1), (64, 48), (517, 12), (30, 90)];
    for picture in pictures {
        let picture = map(picture.0, picture.1);
        for grid in grids {
            let unit = METRES_PER_WEIGHT / [1.0, 16.0][(random() % 2) as usize];
            let amplitude = [4, 60, 3000, 65_536][(random() % 4) as usize];
            let counts = Grid::from_fn(grid.0, grid.1, |_, _| {
                (random() as i32 % amplitude - amplitude / 2) as i16
            });
            let metres = Grid::from_fn(grid.0, grid.1, |column, row| {
                f32::from(counts[(column, row)]) * unit * 1.37
            });
            for output in outputs {
                for fit in [Fit::Cover, Fit::Letterbox] {
                    let ripple = PictureRipple {
                        displacement: [0.0, 0.3, 1.0, 16.0][(random() % 4) as usize],
                        shine: [0.0, 0.25, 1.0][(random() % 3) as usize],
                        look: Look::Nearest,
                        fit,
                        glint: 0.15,
                        gain: 12.0,
                        ..ripple(Look::Smooth, Fit::Cover)
                    };
                    for heights in [
                        Heights::Counts {
                            counts: &counts,
                            unit,
                        },
                        Heights::Metres(&metres),
                    ] {
                        let got = drawn(&ripple, &picture, heights, output);
                        let want = reference(&ripple, &picture, &heights, output);
                        assert!(
                            got == want,
                            "{ripple:?}, picture {} × {}, grid {grid:?}, output {output:?}",
                            picture.columns(),
                            picture.rows()
                        );
                    }
                }
            }
        }
    }
}
