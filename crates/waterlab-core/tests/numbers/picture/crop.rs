//! Fitting a picture to a pool of another aspect ratio.

use super::support::{LOOKS, drawn, map, ripple, weights};
use waterlab_core::grid::Grid;
use waterlab_core::light::{BAR, Fit, Look, PictureFit, PictureRipple, WallLook};
use waterlab_core::surface::Surface;

fn fitted(look: Look, picture_fit: PictureFit) -> PictureRipple {
    PictureRipple {
        picture_fit,
        ..ripple(look, Fit::Letterbox)
    }
}

#[test]
fn a_square_pool_shows_the_middle_square_of_a_wide_picture() {
    let picture = map(48, 30);
    let calm = Grid::new(10, 10, 0);
    for look in [Look::Nearest, Look::Smooth] {
        let ripple = fitted(look, PictureFit::Cover);
        let output = drawn(&ripple, &picture, weights(&calm), (30, 30));
        let expected = Grid::from_fn(30, 30, |x, y| picture[(x + 9, y)]);
        assert_eq!(output, expected, "{look:?}");
    }
}

#[test]
fn a_contained_picture_has_a_margin_of_the_bar_colour() {
    let picture = map(48, 30);
    let calm = Grid::new(10, 10, 0);
    for look in [Look::Nearest, Look::Smooth] {
        let ripple = fitted(look, PictureFit::Contain);
        let output = drawn(&ripple, &picture, weights(&calm), (48, 48));
        let expected = Grid::from_fn(48, 48, |x, y| match y {
            9..39 => picture[(x, y - 9)],
            _ => BAR,
        });
        assert_eq!(output, expected, "{look:?}");
    }
}

#[test]
fn cells_are_square_for_any_shape_of_the_output() {
    // The displacement by a single raised cell has the same extent along x and y.
    let mut counts = Grid::new(16, 16, 0);
    counts[(8, 8)] = 40;
    for look in LOOKS {
        for fit in [Fit::Cover, Fit::Letterbox] {
            for size in [(160, 100), (100, 160), (96, 96)] {
                let ripple = PictureRipple {
                    fit,
                    ..fitted(look, PictureFit::Cover)
                };
                let picture = map(80, 50);
                let still = drawn(&ripple, &picture, weights(&Grid::new(16, 16, 0)), size);
                let bent = drawn(&ripple, &picture, weights(&counts), size);
                let places: Vec<_> = (0..size.0 * size.1)
                    .map(|at| (at % size.0, at / size.0))
                    .filter(|&at| still[at] != bent[at])
                    .collect();
                let extent = |of: fn(&(usize, usize)) -> usize| {
                    let all = places.iter().map(of);
                    all.clone().max().unwrap_or(0) - all.min().unwrap_or(0) + 1
                };
                let (wide, high) = (extent(|at| at.0) as f64, extent(|at| at.1) as f64);
                assert!(wide > 10.0, "{look:?} {size:?}: {wide}");
                let ratio = wide / high;
                assert!(
                    (0.8..1.25).contains(&ratio),
                    "{look:?} {size:?}: {wide} × {high}"
                );
            }
        }
    }
}

#[test]
fn displacement_reads_beyond_the_crop_but_not_beyond_the_picture() {
    // h[W] − h[E] = 2 weights displace by 2 cells of 3 pixels: 6 pixels to the right.
    let counts = Grid::from_fn(10, 10, |column, _| -(column as i16));
    let picture = map(48, 30);
    let ripple = fitted(Look::Nearest, PictureFit::Cover);
    let output = drawn(&ripple, &picture, weights(&counts), (30, 30));
    assert_eq!(output[(15, 4)], picture[(15 + 9 + 6, 4)]);
    // At the edge of the grid the difference is half as large: pixel 29 + 9 + 3.
    assert_eq!(output[(29, 4)], picture[(41, 4)]);
}

#[test]
fn walls_can_show_the_undisplaced_picture() {
    let picture = Grid::from_fn(48, 30, |x, y| [x as u8 + 60, y as u8 + 70, 90, 255]);
    // Solid except for one row of cells, with waves in the water.
    let walls = Grid::from_fn(10, 10, |_, row| f32::from(row == 9));
    let counts = Grid::from_fn(10, 10, |column, row| (7 * column * row % 23) as i16);
    let surface = Surface::from(weights(&counts)).among(Some(&walls));
    for look in [Look::Nearest, Look::Smooth, Look::Bilinear, Look::Glint] {
        for (wall_look, is_picture) in [(WallLook::Picture, true), (WallLook::Stone, false)] {
            let ripple = PictureRipple {
                walls: wall_look,
                ..fitted(look, PictureFit::Cover)
            };
            let output = drawn(&ripple, &picture, surface, (30, 30));
            for y in 0..18 {
                for x in 0..30 {
                    let same = output[(x, y)] == picture[(x + 9, y)];
                    assert_eq!(same, is_picture, "{look:?} {wall_look:?} {x} {y}");
                }
            }
        }
    }
}
