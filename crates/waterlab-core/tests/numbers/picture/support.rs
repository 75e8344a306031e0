//! Ripples, pictures and surfaces for the tests.

use waterlab_core::grid::Grid;
use waterlab_core::heights::{Heights, METRES_PER_WEIGHT};
use waterlab_core::light::{Fit, Look, PictureFit, PictureRipple, Pyramid, WallLook};
use waterlab_core::surface::Surface;

pub type Picture = Grid<[u8; 4]>;

/// A look with the picture stretched over the pool, so that fractions of both agree, and walls of stone.
pub fn ripple(look: Look, fit: Fit) -> PictureRipple {
    PictureRipple {
        displacement: 1.0,
        shine: 0.0,
        look,
        fit,
        picture_fit: PictureFit::Stretch,
        walls: WallLook::Stone,
        glint: 0.15,
        gain: 12.0,
    }
}

/// All looks.
pub const LOOKS: [Look; 5] = [
    Look::Nearest,
    Look::Smooth,
    Look::Bilinear,
    Look::Glint,
    Look::Heights,
];

/// A picture in which every pixel encodes its position.
pub fn map(columns: usize, rows: usize) -> Picture {
    Grid::from_fn(columns, rows, |column, row| {
        [
            column as u8,
            row as u8,
            (column / 256 * 16 + row / 256) as u8,
            255,
        ]
    })
}

pub fn weights(counts: &Grid<i16>) -> Heights<'_> {
    Heights::Counts {
        counts,
        unit: METRES_PER_WEIGHT,
    }
}

pub fn drawn<'a>(
    ripple: &PictureRipple,
    picture: &Picture,
    shown: impl Into<Surface<'a>>,
    size: (usize, usize),
) -> Picture {
    let mut output = Grid::new(size.0, size.1, [1, 2, 3, 4]);
    ripple.render(&Pyramid::new(picture.clone()), shown, &mut output);
    output
}

/// Bilinear interpolation of a value at (u, v) of the pool in 64 bits, clamped at the edges.
pub fn blended(
    (columns, rows): (usize, usize),
    (u, v): (f64, f64),
    value: impl Fn(i64, i64) -> f64,
) -> f64 {
    let clamp = |at: i64, count: usize| at.clamp(0, count as i64 - 1);
    at(u * columns as f64 - 0.5, v * rows as f64 - 0.5, |i, j| {
        value(clamp(i, columns), clamp(j, rows))
    })
}

/// Bilinear interpolation at a position in cells from the first cell centre.
pub fn at(x: f64, y: f64, value: impl Fn(i64, i64) -> f64) -> f64 {
    let (column, row) = (x.floor(), y.floor());
    let (s, t) = (x - column, y - row);
    let corners = [
        (0, 0, (1.0 - s) * (1.0 - t)),
        (1, 0, s * (1.0 - t)),
        (0, 1, (1.0 - s) * t),
        (1, 1, s * t),
    ];
    let share = |(i, j, share): (i64, i64, f64)| share * value(column as i64 + i, row as i64 + j);
    corners.into_iter().map(share).sum()
}
