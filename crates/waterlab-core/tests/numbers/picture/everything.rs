//! Properties of every look: calm water, shine, any size and any heights.

use super::support::{LOOKS, drawn, map, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::light::{Fit, Look, PictureRipple, Pyramid};
use waterlab_core::surface::{HeightField, Surface};

#[test]
fn calm_water_shows_the_unchanged_picture() {
    let picture = map(47, 31);
    let counts = Grid::new(13, 9, 0_i16);
    let metres = Grid::new(60, 60, 0.0_f32);
    for look in [Look::Nearest, Look::Smooth, Look::Bilinear, Look::Glint] {
        for fit in [Fit::Letterbox, Fit::Cover] {
            let mut ripple = ripple(look, fit);
            ripple.shine = 1.0;
            assert_eq!(
                drawn(&ripple, &picture, weights(&counts), (47, 31)),
                picture
            );
            assert_eq!(
                drawn(&ripple, &picture, Heights::Metres(&metres), (47, 31)),
                picture
            );
        }
    }
}

#[test]
fn shine_brightens_slopes_toward_the_upper_left() {
    let mut counts = Grid::new(3, 3, 0_i16);
    counts[(0, 1)] = 40;
    let grey = Grid::new(3, 3, [100, 250, 10, 255]);
    for look in [Look::Nearest, Look::Smooth] {
        let ripple = PictureRipple {
            shine: 0.5,
            ..ripple(look, Fit::Cover)
        };
        let output = drawn(&ripple, &grey, weights(&counts), (3, 3));
        // Beside the crest h[W] − h[E] = 40, below it h[N] − h[S] = 40, above it −40. The smooth look halves the first, and
        // at the edge it takes ¾ of the others plus ¼ · 40 along x.
        let [compared, below, above] = match look {
            Look::Nearest => [20, 20, -20],
            _ => [10, 20, -10],
        };
        let lit = |add: i32| [100, 250, 10].map(|grey: i32| (grey + add).clamp(0, 255) as u8);
        assert_eq!(output[(1, 1)][..3], lit(compared), "{look:?}");
        assert_eq!(output[(0, 2)][..3], lit(below), "{look:?}");
        assert_eq!(output[(0, 0)][..3], lit(above), "{look:?}");
    }
}

#[test]
fn any_size_and_any_heights_can_be_drawn() {
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
                for look in LOOKS {
                    for fit in [Fit::Cover, Fit::Letterbox] {
                        let ripple = PictureRipple {
                            displacement: 1e9,
                            shine: 1e9,
                            look,
                            fit,
                            glint: 1e9,
                            gain: 1e9,
                            ..ripple(Look::Smooth, Fit::Cover)
                        };
                        let mut output = Grid::new(output.0, output.1, [0; 4]);
                        for heights in [weights(&counts), Heights::Metres(&metres)] {
                            let field = HeightField::still(heights).rising(&metres);
                            let shown = Surface::from(field).among(Some(&metres));
                            ripple.render(&picture, heights, &mut output);
                            ripple.render(&picture, shown, &mut output);
                        }
                        assert!(output.cells().iter().all(|pixel| pixel[3] == 255));
                    }
                }
            }
        }
    }
}
