//! The picture ripple on the CPU, against hand-worked cases and a plain reading of §3.

use waterlab::grid::Grid;
use waterlab::heights::{Heights, METRES_PER_WEIGHT};
use waterlab::light::{BAR, Fit, Look, PictureRipple, Pyramid};

type Picture = Grid<[u8; 4]>;

fn ripple(look: Look, fit: Fit) -> PictureRipple {
    PictureRipple {
        displacement: 1.0,
        shine: 0.0,
        look,
        fit,
        glint: 0.15,
        gain: 12.0,
    }
}

/// Every pixel tells its own place.
fn map(columns: usize, rows: usize) -> Picture {
    Grid::from_fn(columns, rows, |column, row| {
        [
            column as u8,
            row as u8,
            (column / 256 * 16 + row / 256) as u8,
            255,
        ]
    })
}

fn weights(counts: &Grid<i16>) -> Heights<'_> {
    Heights::Counts {
        counts,
        unit: METRES_PER_WEIGHT,
    }
}

fn drawn(
    ripple: &PictureRipple,
    picture: &Picture,
    heights: &Heights,
    size: (usize, usize),
) -> Picture {
    let mut output = Grid::new(size.0, size.1, [1, 2, 3, 4]);
    ripple.render(&Pyramid::new(picture.clone()), heights, &mut output);
    output
}

#[test]
fn calm_water_shows_the_very_picture() {
    let picture = map(47, 31);
    let counts = Grid::new(13, 9, 0_i16);
    let metres = Grid::new(60, 60, 0.0_f32);
    for look in [Look::Nearest, Look::Smooth] {
        for fit in [Fit::Letterbox, Fit::Cover] {
            let mut ripple = ripple(look, fit);
            ripple.shine = 1.0;
            assert_eq!(
                drawn(&ripple, &picture, &weights(&counts), (47, 31)),
                picture
            );
            assert_eq!(
                drawn(&ripple, &picture, &Heights::Metres(&metres), (47, 31)),
                picture
            );
        }
    }
}

#[test]
fn a_lone_crest_shifts_the_pixels_beside_it_by_its_height() {
    let mut counts = Grid::new(5, 5, 0_i16);
    counts[(2, 2)] = 2;
    let picture = map(5, 5);
    let output = drawn(
        &ripple(Look::Nearest, Fit::Cover),
        &picture,
        &weights(&counts),
        (5, 5),
    );
    let place = |column: usize, row: usize| [column as u8, row as u8, 0, 255];
    assert_eq!(
        output[(2, 2)],
        place(2, 2),
        "on the crest the neighbours are level"
    );
    // h[W] − h[E] = 0 − 2 west of the crest: sampled 2 to the west, clamped at the edge. East of it, 2 to the east.
    assert_eq!(output[(1, 2)], place(0, 2));
    assert_eq!(output[(3, 2)], place(4, 2));
    // North of it h[N] − h[S] = −2.
    assert_eq!(output[(2, 1)], place(2, 0));
    assert_eq!(output[(2, 3)], place(2, 4));
    assert_eq!(output[(1, 1)], place(1, 1));
    assert_eq!(output[(0, 2)], place(0, 2));
}

#[test]
fn displacement_grows_with_the_picture_and_shrinks_with_the_unit() {
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
        // Over the cell (2, 1), whose eastern neighbour lies 16 counts low.
        i32::from(drawn(&ripple, &picture, &heights, (40, 40))[(20, 15)][0]) - 20
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

#[test]
fn shine_brightens_slopes_toward_the_upper_left_and_clamps() {
    let mut counts = Grid::new(3, 3, 0_i16);
    counts[(0, 1)] = 40;
    let grey = Grid::new(3, 3, [100, 250, 10, 255]);
    for look in [Look::Nearest, Look::Smooth] {
        let ripple = PictureRipple {
            shine: 0.5,
            ..ripple(look, Fit::Cover)
        };
        let output = drawn(&ripple, &grey, &weights(&counts), (3, 3));
        // Beside the crest h[W] − h[E] = 40, below it h[N] − h[S] = 40, above it −40. The smooth look halves the first, and
        // at the edge takes ¾ of the others and ¼ · 40 along x with them.
        let [beside, below, above] = match look {
            Look::Nearest => [20, 20, -20],
            _ => [10, 20, -10],
        };
        let lit = |add: i32| [100, 250, 10].map(|grey: i32| (grey + add).clamp(0, 255) as u8);
        assert_eq!(output[(1, 1)][..3], lit(beside), "{look:?}");
        assert_eq!(output[(0, 2)][..3], lit(below), "{look:?}");
        assert_eq!(output[(0, 0)][..3], lit(above), "{look:?}");
    }
}

/// Reads §3 and the interface's text pixel by pixel, in 64 bits and without tables.
fn plainly(
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
fn the_nearest_look_is_the_formula_at_every_size() {
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
                    };
                    for heights in [
                        Heights::Counts {
                            counts: &counts,
                            unit,
                        },
                        Heights::Metres(&metres),
                    ] {
                        let got = drawn(&ripple, &picture, &heights, output);
                        let want = plainly(&ripple, &picture, &heights, output);
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

#[test]
fn the_smooth_look_shifts_a_gradient_by_the_slope_between_cells_too() {
    // A plane that falls 3 weights a cell toward the east: h[W] − h[E] = 6 everywhere inside.
    let counts = Grid::from_fn(32, 8, |column, _| 100 - 3 * column as i16);
    let gradient = Grid::from_fn(128, 32, |column, _| [column as u8, 0, 0, 255]);
    let ripple = PictureRipple {
        displacement: 0.5,
        ..ripple(Look::Smooth, Fit::Cover)
    };
    // Four pixels to a cell: the shift is 0.5 · 6 · 4 = 12 pixels of the picture, 24 of this output.
    let output = drawn(&ripple, &gradient, &weights(&counts), (256, 64));
    for x in 16..220 {
        let here = (x as f32 + 0.5) / 2.0 - 0.5 + 12.0;
        let red = f32::from(output[(x, 30)][0]);
        assert!((red - here).abs() <= 0.51, "{x}: {red} for {here}");
    }
    let metres = Grid::from_fn(32, 8, |column, row| {
        f32::from(counts[(column, row)]) * METRES_PER_WEIGHT
    });
    assert_eq!(
        drawn(&ripple, &gradient, &Heights::Metres(&metres), (256, 64)),
        output
    );
}

/// The smooth look at one output pixel of a picture that is not shrunk, in 64 bits.
fn smoothly(
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
        for (beside, weight) in [(-1, 0.25), (0, 0.5), (1, 0.25)] {
            dx += share * weight * (height(-1, beside) - height(1, beside));
            dy += share * weight * (height(beside, -1) - height(beside, 1));
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
        };
        let output = drawn(&ripple, &picture, &weights(&counts), (301, 173));
        let rect = fit.rect((36, 35), (301, 173));
        for y in 0..173 {
            for x in 0..301 {
                let Some(place) = rect.fraction(x as f64 + 0.5, y as f64 + 0.5) else {
                    continue;
                };
                let want = smoothly(&ripple, &picture, &counts, place);
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
fn the_smooth_look_does_not_see_the_pattern_of_single_cells() {
    // Up and down from cell to cell, as on a chessboard: no wave of the recurrence's own, and no slope worth bending for.
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
    let calm = drawn(&ripple, &picture, &weights(&Grid::new(16, 12, 0)), (64, 48));
    let output = drawn(&ripple, &picture, &weights(&chessboard), (64, 48));
    // Away from the edges, beyond which the pattern does not go on.
    for y in 8..40 {
        assert_eq!(output.row(y)[8..56], calm.row(y)[8..56], "row {y}");
    }
}

#[test]
fn the_smooth_look_shrinks_by_averaging_and_the_nearest_by_picking() {
    let stripes = Grid::from_fn(256, 64, |column, _| {
        let level = if column % 4 == 3 { 200 } else { 0 };
        [level, level, level, 255]
    });
    let counts = Grid::new(8, 8, 0_i16);
    let smooth = drawn(
        &ripple(Look::Smooth, Fit::Cover),
        &stripes,
        &weights(&counts),
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
        &weights(&counts),
        (64, 16),
    );
    assert!(nearest.cells().iter().all(|&pixel| pixel == [0, 0, 0, 255]));
}

#[test]
fn bars_lie_beside_a_letterboxed_picture_and_nowhere_else() {
    let white = Grid::new(10, 10, [255; 4]);
    let counts = Grid::new(3, 3, 0_i16);
    for look in [Look::Nearest, Look::Smooth] {
        let output = drawn(
            &ripple(look, Fit::Letterbox),
            &white,
            &weights(&counts),
            (30, 10),
        );
        for x in 0..30 {
            let want = if (10..20).contains(&x) { [255; 4] } else { BAR };
            assert_eq!(output[(x, 5)], want, "{look:?}, {x}");
        }
        let output = drawn(
            &ripple(look, Fit::Cover),
            &white,
            &weights(&counts),
            (30, 10),
        );
        assert!(output.cells().iter().all(|&pixel| pixel == [255; 4]));
    }
}

#[test]
fn a_poke_lands_on_the_pixel_that_is_drawn_under_it() {
    for picture in [(40, 30), (7, 90), (250, 3), (1, 1)] {
        for output in [(64, 64), (31, 17), (200, 11), (1, 1)] {
            for fit in [Fit::Cover, Fit::Letterbox] {
                let rect = fit.rect(picture, output);
                let counts = Grid::new(3, 3, 0_i16);
                let shown = drawn(
                    &ripple(Look::Nearest, fit),
                    &map(picture.0, picture.1),
                    &weights(&counts),
                    output,
                );
                for y in 0..output.1 {
                    for x in 0..output.0 {
                        let centre = (x as f64 + 0.5, y as f64 + 0.5);
                        let Some((u, v)) = rect.fraction(centre.0, centre.1) else {
                            assert_eq!(shown[(x, y)], BAR);
                            assert_eq!(rect.picture_pixel(x as i64, y as i64, picture), None);
                            continue;
                        };
                        let back = rect.point(u, v);
                        assert!(
                            (back.0 - centre.0).abs() < 1e-9 && (back.1 - centre.1).abs() < 1e-9
                        );
                        let (column, row) =
                            rect.picture_pixel(x as i64, y as i64, picture).unwrap();
                        assert_eq!(shown[(x, y)], [column as u8, row as u8, 0, 255]);
                        // The output pixel reaches from its corner half a pixel before the poke to half a pixel behind.
                        let near = |fraction: f64, side: usize, length: i64, pixel: usize| {
                            let poked = fraction * side as f64;
                            let half = 0.5 * side as f64 / length as f64;
                            poked - half < pixel as f64 + 1.0 && poked + half > pixel as f64
                        };
                        assert!(near(u, picture.0, rect.width, column));
                        assert!(near(v, picture.1, rect.height, row));
                    }
                }
            }
        }
    }
}

#[test]
fn every_shape_and_every_height_can_be_drawn() {
    let pictures = [(1, 1), (1, 300), (30_000, 2), (2, 30_000)];
    let wild = [
        0.0,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        -1e30,
        1e-40,
    ];
    for picture in pictures {
        let picture = Pyramid::new(Grid::new(picture.0, picture.1, [9, 9, 9, 255]));
        for grid in [(3, 3), (3, 8192), (8192, 3)] {
            let counts = Grid::from_fn(grid.0, grid.1, |column, row| {
                if (column + row) % 3 == 0 {
                    i16::MIN
                } else {
                    i16::MAX
                }
            });
            let metres = Grid::from_fn(grid.0, grid.1, |column, row| {
                wild[(column * 5 + row) % wild.len()]
            });
            for output in [(1, 1), (1, 700), (640, 2)] {
                for look in [Look::Nearest, Look::Smooth] {
                    for fit in [Fit::Cover, Fit::Letterbox] {
                        let ripple = PictureRipple {
                            displacement: 1e9,
                            shine: 1e9,
                            look,
                            fit,
                            glint: 0.15,
                            gain: 12.0,
                        };
                        let mut output = Grid::new(output.0, output.1, [0; 4]);
                        ripple.render(&picture, weights(&counts), &mut output);
                        ripple.render(&picture, &Heights::Metres(&metres), &mut output);
                        assert!(output.cells().iter().all(|pixel| pixel[3] == 255));
                    }
                }
            }
        }
    }
}
