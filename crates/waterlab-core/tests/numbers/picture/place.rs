//! The position of the picture in the output, and the pixel of a poke.

use super::support::{LOOKS, drawn, map, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::light::{BAR, Fit, Look};

/// The rest level in the heights look.
const GREY: [u8; 4] = [128, 128, 128, 255];

#[test]
fn bars_lie_only_beside_a_letterboxed_picture() {
    let white = Grid::new(10, 10, [255; 4]);
    let counts = Grid::new(3, 3, 0_i16);
    for look in LOOKS {
        let output = drawn(
            &ripple(look, Fit::Letterbox),
            &white,
            weights(&counts),
            (30, 10),
        );
        for x in 0..30 {
            let inside = if look == Look::Heights {
                GREY
            } else {
                [255; 4]
            };
            let want = if (10..20).contains(&x) { inside } else { BAR };
            assert_eq!(output[(x, 5)], want, "{look:?}, {x}");
        }
        let output = drawn(
            &ripple(look, Fit::Cover),
            &white,
            weights(&counts),
            (30, 10),
        );
        assert!(output.cells().iter().all(|&pixel| pixel != BAR));
    }
}

#[test]
fn a_poke_hits_the_pixel_that_is_drawn_there() {
    for picture in [(40, 30), (7, 90), (250, 3), (1, 1)] {
        for output in [(64, 64), (31, 17), (200, 11), (1, 1)] {
            for fit in [Fit::Cover, Fit::Letterbox] {
                let rect = fit.rect(picture, output);
                let counts = Grid::new(3, 3, 0_i16);
                let shown = drawn(
                    &ripple(Look::Nearest, fit),
                    &map(picture.0, picture.1),
                    weights(&counts),
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
                        // The output pixel extends half a pixel to both sides of the poke.
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
