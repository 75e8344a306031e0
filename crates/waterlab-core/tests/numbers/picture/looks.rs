//! The looks bilinear (docs/models.md §1a), glint (§3, Pond) and heights, compared with hand-calculated values and formulas.

use super::support::{Picture, at, blended, drawn, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::heights::{Heights, METRES_PER_WEIGHT};
use waterlab_core::light::{Fit, GLINT, Look, PictureRipple, Pyramid};
use waterlab_core::pool::{Coarse, Size, State};
use waterlab_core::surface::{HeightField, Surface};
use waterlab_core::water::Water;

/// Integer waves along both axes.
fn waves(columns: usize, rows: usize, height: f64) -> Grid<i16> {
    Grid::from_fn(columns, rows, |column, row| {
        (height * (column as f64 * 0.9).sin() * (row as f64 * 1.1 + 0.4).cos()) as i16
    })
}

/// A picture that changes by a few levels per pixel.
fn gentle(columns: usize, rows: usize) -> Picture {
    Grid::from_fn(columns, rows, |column, row| {
        [
            (3 * column) as u8,
            (4 * row) as u8,
            (column + 2 * row) as u8,
            255,
        ]
    })
}

/// Compares every pixel inside the picture with `expected` at its position.
fn check(
    ripple: &PictureRipple,
    picture: &Picture,
    shown: Surface,
    expected: impl Fn((f64, f64)) -> [f64; 3],
) {
    let size = (203, 171);
    let output = drawn(ripple, picture, shown, size);
    let rect = ripple.fit.rect((picture.columns(), picture.rows()), size);
    let mut inside = 0;
    for y in 0..size.1 {
        for x in 0..size.0 {
            let Some(place) = rect.fraction(x as f64 + 0.5, y as f64 + 0.5) else {
                continue;
            };
            inside += 1;
            let want = expected(place).map(|channel| channel.clamp(0.0, 255.0));
            for channel in 0..3 {
                let got = f64::from(output[(x, y)][channel]);
                assert!(
                    (got - want[channel]).abs() < 0.52,
                    "{:?} ({x}, {y}): {:?} for {want:?}",
                    ripple.look,
                    output[(x, y)],
                );
            }
        }
    }
    assert!(inside > 10_000);
}

/// The picture at a position in pixels from the first pixel centre.
fn sampled(picture: &Picture, x: f64, y: f64) -> [f64; 3] {
    [0, 1, 2].map(|channel| at(x, y, |i, j| f64::from(picture.clamped(i, j)[channel])))
}

#[test]
fn bilinear_shifts_by_eighths_of_a_slope_rounded_down() {
    // Falling by 5 per cell toward the east: h[E] − h[W] = −10, and −10 ≫ 3 is −2, not −1. Rising: 10 ≫ 3 is 1.
    let gradient = Grid::from_fn(128, 32, |column, _| [column as u8, 0, 0, 255]);
    for (slope, shift) in [(-5, -2.0), (5, 1.0), (4, 1.0), (3, 0.0), (-3, -1.0)] {
        let counts = Grid::from_fn(32, 8, |column, _| slope * column as i16);
        let ripple = ripple(Look::Bilinear, Fit::Cover);
        let output = drawn(&ripple, &gradient, weights(&counts), (128, 32));
        // Four pixels per cell.
        for x in 16..110 {
            let red = f64::from(output[(x, 16)][0]);
            assert_eq!(red, x as f64 + 4.0 * shift, "slope {slope}, pixel {x}");
        }
    }
}

#[test]
fn bilinear_blends_the_whole_slopes_of_the_four_cells_around() {
    let counts = waves(11, 9, 60.0);
    let picture = gentle(44, 36);
    for fit in [Fit::Cover, Fit::Letterbox] {
        let ripple = PictureRipple {
            displacement: 0.7,
            shine: 0.3,
            ..ripple(Look::Bilinear, fit)
        };
        check(&ripple, &picture, weights(&counts).into(), |(u, v)| {
            let h = |i: i64, j: i64| i64::from(counts.clamped(i, j));
            let dx = blended((11, 9), (u, v), |i, j| {
                ((h(i + 1, j) - h(i - 1, j)) >> 3) as f64
            });
            let dy = blended((11, 9), (u, v), |i, j| {
                ((h(i, j + 1) - h(i, j - 1)) >> 3) as f64
            });
            let (x, y) = (
                u * 44.0 - 0.5 + 0.7 * dx * 4.0,
                v * 36.0 - 0.5 + 0.7 * dy * 4.0,
            );
            sampled(&picture, x, y).map(|channel| channel - 8.0 * 0.3 * (dx + dy))
        });
    }
}

#[test]
fn bilinear_displaces_every_pixel_by_the_coarse_ripple() {
    let mut water = Coarse::new(Size::new(40, 30).expect("a size"));
    let slope = Grid::from_fn(20, 15, |column, row| {
        (column as f32 * 7.0 - row as f32 * 5.0 + (column * row % 7) as f32) * METRES_PER_WEIGHT
    });
    water.set_state(&State {
        length: 2.0,
        heights: slope,
        velocity: Grid::new(20, 15, 0.0),
    });
    let picture = gentle(40, 30);
    let output = drawn(
        &ripple(Look::Bilinear, Fit::Cover),
        &picture,
        water.heights(),
        (40, 30),
    );
    for y in 0..30 {
        for x in 0..40 {
            // Two pixels per node.
            let [dx, dz] = water
                .displacement(x, y)
                .map(|pixels| 2.0 * f64::from(pixels));
            let want = sampled(&picture, x as f64 + dx, y as f64 + dz);
            for channel in 0..3 {
                let got = f64::from(output[(x, y)][channel]);
                assert!(
                    (got - want[channel]).abs() < 0.52,
                    "({x}, {y}): {got} for {want:?}"
                );
            }
        }
    }
}

#[test]
fn bilinear_converts_finer_units_and_metres_to_weights() {
    let counts = waves(12, 10, 400.0);
    let picture = gentle(48, 40);
    let fine = Heights::Counts {
        counts: &counts,
        unit: METRES_PER_WEIGHT / 16.0,
    };
    let metres = Grid::from_fn(12, 10, |column, row| {
        f32::from(counts[(column, row)]) * METRES_PER_WEIGHT / 16.0
    });
    let ripple = ripple(Look::Bilinear, Fit::Cover);
    let output = drawn(&ripple, &picture, fine, (97, 83));
    assert_eq!(
        output,
        drawn(&ripple, &picture, Heights::Metres(&metres), (97, 83))
    );
    check(&ripple, &picture, fine.into(), |(u, v)| {
        let h = |i: i64, j: i64| f64::from(counts.clamped(i, j)) / 16.0;
        let dx = blended((12, 10), (u, v), |i, j| {
            ((h(i + 1, j) - h(i - 1, j)) / 8.0).floor()
        });
        let dy = blended((12, 10), (u, v), |i, j| {
            ((h(i, j + 1) - h(i, j - 1)) / 8.0).floor()
        });
        sampled(
            &picture,
            u * 48.0 - 0.5 + dx * 4.0,
            v * 40.0 - 0.5 + dy * 4.0,
        )
    });
}

#[test]
fn glint_displaces_in_the_opposite_direction_by_1_9_pixels() {
    // Falling by 3 per cell toward the east: h[W] − h[E] = 6.
    let counts = Grid::from_fn(40, 10, |column, _| -3 * column as i16);
    let gradient = Grid::from_fn(80, 20, |column, _| [3 * column as u8, 0, 0, 255]);
    let output = drawn(
        &ripple(Look::Glint, Fit::Cover),
        &gradient,
        weights(&counts),
        (80, 20),
    );
    for x in 16..64 {
        let expected = 3.0 * (x as f64 - 1.9 * 6.0);
        let red = f64::from(output[(x, 10)][0]);
        assert!((red - expected).abs() < 0.51, "{x}: {red} for {expected}");
    }
}

#[test]
fn glint_grows_with_the_square_of_the_velocity() {
    let counts = waves(13, 11, 9.0);
    let picture = gentle(39, 33);
    // From rest to more than the velocity of full opacity, up and down.
    let velocity = Grid::from_fn(13, 11, |column, row| {
        let odd = if (column + row) % 2 == 0 { 3.0 } else { -3.0 };
        ((column as f32 - 6.0) * 0.5 + (row as f32) * 0.1 + odd) * METRES_PER_WEIGHT
    });
    let ripple = PictureRipple {
        shine: 0.5,
        ..ripple(Look::Glint, Fit::Cover)
    };
    let shown = HeightField::still(weights(&counts)).rising(&velocity);
    check(&ripple, &picture, shown.into(), |(u, v)| {
        let h = |i: i64, j: i64| f64::from(counts.clamped(i, j));
        let dx = blended((13, 11), (u, v), |i, j| h(i - 1, j) - h(i + 1, j));
        let dy = blended((13, 11), (u, v), |i, j| h(i, j - 1) - h(i, j + 1));
        let k = -1.9 / 2.0 * 3.0;
        let colour = sampled(&picture, u * 39.0 - 0.5 + k * dx, v * 33.0 - 0.5 + k * dy);
        // The mean of positions half a cell to both sides.
        let there = |x: f64, y: f64| {
            at(u * 13.0 - 0.5 + x, v * 11.0 - 0.5 + y, |i, j| {
                f64::from(velocity.clamped(i, j))
            })
        };
        let mean = [-0.5, 0.5].map(|x| 0.25 * (there(x, -0.5) + there(x, 0.5)));
        let speed = 2048.0 * (mean[0] + mean[1]);
        let opacity = 1.0 - (0.15 * speed * speed).min(1.0);
        let lit = colour.map(|channel| (channel + 0.5 * (dx + dy)).clamp(0.0, 255.0));
        [0, 1, 2].map(|n| opacity * lit[n] + (1.0 - opacity) * f64::from(GLINT[n]))
    });
}

#[test]
fn heights_are_grey_at_rest_and_brighter_by_the_gain() {
    let metres = Grid::from_fn(9, 12, |column, row| (column as f32 - row as f32) * 0.01);
    let picture = gentle(30, 40);
    for gain in [0.0, 3.0, 400.0] {
        let ripple = PictureRipple {
            gain,
            ..ripple(Look::Heights, Fit::Letterbox)
        };
        check(
            &ripple,
            &picture,
            Heights::Metres(&metres).into(),
            |place| {
                let height = blended((9, 12), place, |i, j| f64::from(metres.clamped(i, j)));
                [255.0 * (0.5 + gain * height); 3]
            },
        );
    }
}

#[test]
fn a_sea_is_drawn_like_a_pool_scaled_to_its_patch() {
    use waterlab_core::surface::{Cascade, CascadeList, Cascades, FoamDrift, Open};
    // A patch of 128 m is shown with a length of 2 m, so a sea 64 times as high looks the same, exactly, since 64 is a power of 2.
    let pool = Grid::from_fn(40, 30, |column, row| {
        0.02 * (column as f32 * 0.7).sin() * (row as f32 * 0.4).cos()
    });
    let sea = Grid::from_fn(40, 30, |column, row| 64.0 * pool[(column, row)]);
    let zero = Grid::new(40, 30, 0.0);
    let cascades = Cascades {
        cascades: CascadeList::of([Cascade {
            length: [128.0, 96.0],
            height: &sea,
            slope: [&zero; 2],
            displacement: [&zero; 2],
            strain: [&zero; 3],
        }])
        .expect("a tile"),
        lambda: 0.0,
        foam: &zero,
        unresolved: [0.0; 3],
        foam_drift: FoamDrift::default(),
        heading: 0.0,
        tiling: None,
        tiled: 0,
        window: None,
        depth: None,
        depth_map: None,
    };
    let picture = Pyramid::new(Grid::from_fn(80, 60, |x, y| {
        [(x * 3) as u8, (y * 4) as u8, (x * y) as u8, 255]
    }));
    for look in [
        Look::Nearest,
        Look::Smooth,
        Look::Bilinear,
        Look::Glint,
        Look::Heights,
    ] {
        let ripple = PictureRipple {
            displacement: 1.0,
            shine: 0.25,
            look,
            fit: Fit::Cover,
            glint: 0.15,
            gain: 12.0,
            ..ripple(Look::Smooth, Fit::Cover)
        };
        let draw = |shown: Surface| {
            let mut output = Grid::new(120, 90, [0; 4]);
            ripple.render(&picture, shown, &mut output);
            output
        };
        let rising = |heights| HeightField::still(Heights::Metres(heights)).rising(heights);
        let of_pool = draw(rising(&pool).into());
        let of_sea = draw(Surface::Open(Open {
            field: rising(&sea),
            cascades,
        }));
        assert_eq!(of_pool, of_sea, "{look:?}");
    }
}
