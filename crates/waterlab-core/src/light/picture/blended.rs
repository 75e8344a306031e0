//! Looks that interpolate between cells in `f32`: bilinear (docs/models.md §1a), glint (§3, Pond) and heights.
//!
//! A pixel's centre at the fraction u of the picture lies at u·columns − ½ among the cell centres. There
//!
//! ```text
//! bilinear   d = ⌊(h[E] − h[W], h[S] − h[N]) / 8⌋ at each of the four cells around, blended    h in weights
//!            sample = picture(p + k·d),  k = displacement · crop size / grid size
//!            colour = sample − 8·shine·(d.x + d.y)                 the shine of the other looks, whose d points the other way
//! glint      d = (h[W] − h[E], h[N] − h[S]), blended;  k = −0.95 · displacement · crop size / grid size
//!            colour = opacity · (sample + shine·(d.x + d.y)) + (1 − opacity) · GLINT,  opacity = 1 − min(1, glint·v²)
//! heights    colour = 255 · (½ + gain·h),  h in metres, blended
//! ```
//!
//! v is the velocity in weights a step, the mean over a cell and half of its neighbours on either hand; §3 has 0.15 for the glint. It has
//! k = −1.9 for a picture of twice the grid's resolution: half of it for each pixel of a cell. Pictures are sampled as the smooth look
//! samples them.

use super::super::{Pyramid, Rect};
use super::PictureRipple;
use super::crop::Cropped;
use crate::grid::Grid;
use crate::heights::METRES_PER_WEIGHT;

/// The colour of fast water in the glint look: RGB, 0 to 255.
pub const GLINT: [u8; 3] = [236, 246, 250];

/// Pixels of the glint look for a difference of one weight, at one pixel a cell.
pub const GLINT_SHIFT: f64 = -0.95;

/// A position among the cell centres of an axis: the cells on either side, and the fraction of the distance between them.
#[derive(Clone, Copy)]
pub(super) struct Between {
    near: i64,
    share: f32,
}

impl Between {
    /// The place `position` cells from the first centre.
    pub(super) fn at(position: f32) -> Self {
        let floor = position.floor();
        Self {
            near: floor as i64,
            share: position - floor,
        }
    }

    /// The output pixel `index` of `width` over `cells` cells.
    pub(super) fn new(index: i64, width: i64, cells: usize) -> Self {
        Self::at(fraction(index, width) * cells as f32 - 0.5)
    }
}

/// The fraction of the picture at the middle of the output pixel `index` of `width`.
pub(super) fn fraction(index: i64, width: i64) -> f32 {
    (index as f32 + 0.5) / width as f32
}

/// Bilinear interpolation of `value` at the four cells around a place.
pub(super) fn blend<const N: usize>(
    x: Between,
    y: Between,
    value: impl Fn(i64, i64) -> [f32; N],
) -> [f32; N] {
    let row = |row: i64| {
        let (west, east) = (value(x.near, row), value(x.near + 1, row));
        std::array::from_fn::<f32, N, _>(|n| west[n] + (east[n] - west[n]) * x.share)
    };
    let (north, south) = (row(y.near), row(y.near + 1));
    std::array::from_fn(|n| north[n] + (south[n] - north[n]) * y.share)
}

/// The stored heights of a grid, converted to weights.
pub(super) struct Weights<'a, T> {
    pub(super) heights: &'a Grid<T>,
    /// Weights in a stored 1.
    pub(super) unit: f32,
}

impl<T: Copy + Into<f32>> Weights<'_, T> {
    fn at(&self, column: i64, row: i64) -> f32 {
        self.heights.clamped(column, row).into() * self.unit
    }

    /// (h[W] − h[E], h[N] − h[S]) in weights; beyond the grid, of the nearest cell.
    fn difference(&self, column: i64, row: i64) -> [f32; 2] {
        let inside = |at: i64, count: usize| at.clamp(0, count as i64 - 1);
        let column = inside(column, self.heights.columns());
        let row = inside(row, self.heights.rows());
        let stored = |x: i64, y: i64| -> f32 { self.heights.clamped(column + x, row + y).into() };
        [
            (stored(-1, 0) - stored(1, 0)) * self.unit,
            (stored(0, -1) - stored(0, 1)) * self.unit,
        ]
    }

    /// The bilinear look.
    pub(super) fn bilinear(
        &self,
        ripple: &PictureRipple,
        (rect, crop): (Rect, Rect),
        picture: &Pyramid,
        output: &mut Grid<[u8; 4]>,
    ) {
        let shifted = self.shifted(ripple.displacement as f32, (rect, crop), picture);
        let shine = -8.0 * ripple.shine as f32;
        paint(rect, output, |x, y| {
            let d = self.blended(x, y, rect, |[dx, dy]| {
                // E − W is the other way round; a difference of whole weights is shifted right by three places.
                [(-dx / 8.0).floor(), (-dy / 8.0).floor()]
            });
            let colour = shifted(x, y, d);
            colour.map(|channel| channel + (d[0] + d[1]) * shine)
        });
    }

    /// The glint look; `velocity` per step, with its unit in metres.
    pub(super) fn glint(
        &self,
        ripple: &PictureRipple,
        (rect, crop): (Rect, Rect),
        picture: &Pyramid,
        (velocity, metres): (&Grid<f32>, f32),
        output: &mut Grid<[u8; 4]>,
    ) {
        let displacement = (GLINT_SHIFT * ripple.displacement) as f32;
        let shifted = self.shifted(displacement, (rect, crop), picture);
        let (shine, glint) = (ripple.shine as f32, ripple.glint as f32);
        paint(rect, output, |x, y| {
            let d = self.blended(x, y, rect, |d| d);
            let colour = shifted(x, y, d);
            let places = [
                (x, rect.width, velocity.columns()),
                (y, rect.height, velocity.rows()),
            ]
            .map(|(pixel, side, cells)| fraction(pixel, side) * cells as f32 - 0.5);
            // The mean of half a cell to either side: what changes from each cell to the next is not seen, as of the odd and the even
            // cells of a ripple, which hardly know of each other.
            let mut speed = 0.0;
            for [right, down] in [[-0.5, -0.5], [0.5, -0.5], [-0.5, 0.5], [0.5, 0.5]] {
                let (column, row) = (
                    Between::at(places[0] + right),
                    Between::at(places[1] + down),
                );
                let [there] = blend(column, row, |column, row| [velocity.clamped(column, row)]);
                speed += 0.25 * there;
            }
            let speed = speed * (metres / METRES_PER_WEIGHT);
            let opacity = 1.0 - (glint * speed * speed).min(1.0);
            std::array::from_fn(|channel| {
                let lit = (colour[channel] + (d[0] + d[1]) * shine).clamp(0.0, 255.0);
                let bright = f32::from(GLINT[channel]);
                bright + (lit - bright) * opacity
            })
        });
    }

    /// The heights look.
    pub(super) fn heights(&self, ripple: &PictureRipple, rect: Rect, output: &mut Grid<[u8; 4]>) {
        let gain = 255.0 * ripple.gain as f32 * METRES_PER_WEIGHT;
        paint(rect, output, |x, y| {
            let column = Between::new(x, rect.width, self.heights.columns());
            let row = Between::new(y, rect.height, self.heights.rows());
            let [height] = blend(column, row, |column, row| [self.at(column, row)]);
            [127.5 + gain * height; 3]
        });
    }

    /// Differences of the four cells around an output pixel, made something of one by one, and blended.
    fn blended(&self, x: i64, y: i64, rect: Rect, made: impl Fn([f32; 2]) -> [f32; 2]) -> [f32; 2] {
        let column = Between::new(x, rect.width, self.heights.columns());
        let row = Between::new(y, rect.height, self.heights.rows());
        blend(column, row, |column, row| {
            made(self.difference(column, row))
        })
    }

    /// The picture at an output pixel, shifted by `displacement` pixels for a d of 1 at one pixel a cell.
    fn shifted<'p>(
        &self,
        displacement: f32,
        (rect, crop): (Rect, Rect),
        picture: &'p Pyramid,
    ) -> impl Fn(i64, i64, [f32; 2]) -> [f32; 3] + use<'p, T> {
        let picture = Cropped::new(picture, &crop, picture.size(), rect.width);
        let across = displacement * picture.size[0] / self.heights.columns() as f32;
        let down = displacement * picture.size[1] / self.heights.rows() as f32;
        move |x, y, d| {
            let column = picture.place(0, x, rect.width) + d[0] * across;
            let row = picture.place(1, y, rect.height) + d[1] * down;
            let [red, green, blue, _] = picture.sample(column, row);
            [red, green, blue]
        }
    }
}

/// Gives every output pixel inside `rect`, counted from its corner, a colour of 0 to 255; what is beyond is clamped.
fn paint(rect: Rect, output: &mut Grid<[u8; 4]>, colour: impl Fn(i64, i64) -> [f32; 3]) {
    let columns = rect.columns_within(output.columns());
    for row in rect.rows_within(output.rows()) {
        let y = row as i64 - rect.top;
        let pixels = &mut output.row_mut(row)[columns.clone()];
        for (column, pixel) in columns.clone().zip(pixels) {
            // The casts saturate, and take NaN for 0.
            let [red, green, blue] =
                colour(column as i64 - rect.left, y).map(|channel| (channel + 0.5) as u8);
            *pixel = [red, green, blue, 255];
        }
    }
}
