//! Placement of a picture in an output of another shape, in whole pixels, and the inverse for a pointer.

use std::ops::Range;

use crate::parameter::choices;

/// How a picture is placed in an output of another shape. Its aspect ratio is preserved either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The picture fills the output; the excess is cropped equally on both sides.
    Cover,
    /// The whole picture is visible, between bars.
    Letterbox,
}

choices!(Fit: Cover = "cover", Letterbox = "letterbox");

impl Fit {
    /// The rectangle that a picture of `picture` (columns, rows) takes in an `output` of (columns, rows), rounded to whole
    /// pixels, at least 1 × 1. Sides of 0 count as 1.
    ///
    /// ```
    /// use waterlab_core::light::{Fit, Rect};
    ///
    /// let rect = Fit::Letterbox.rect((100, 50), (40, 40));
    /// assert_eq!(rect, Rect { left: 0, top: 10, width: 40, height: 20 });
    /// let rect = Fit::Cover.rect((100, 50), (40, 40));
    /// assert_eq!(rect, Rect { left: -20, top: 0, width: 80, height: 40 });
    /// ```
    pub fn rect(self, picture: (usize, usize), output: (usize, usize)) -> Rect {
        let (picture_width, picture_height) = (side(picture.0), side(picture.1));
        let (output_width, output_height) = (side(output.0), side(output.1));
        // The output is relatively wider than the picture: its height is the limit.
        let wider = output_width * picture_height > output_height * picture_width;
        let by_height = match self {
            Self::Letterbox => wider,
            Self::Cover => !wider,
        };
        let rounded = |product: i64, divisor: i64| ((2 * product + divisor) / (2 * divisor)).max(1);
        let (width, height) = if by_height {
            (
                rounded(output_height * picture_width, picture_height),
                output_height,
            )
        } else {
            (
                output_width,
                rounded(output_width * picture_height, picture_width),
            )
        };
        Rect {
            left: (output_width - width).div_euclid(2),
            top: (output_height - height).div_euclid(2),
            width,
            height,
        }
    }
}

/// How a picture is fitted to a pool of another shape. The cells of a pool are square, so that a picture that keeps its aspect ratio has to
/// be cropped or padded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFit {
    /// The picture is cropped to the pool's shape, equally at both ends.
    Cover,
    /// The whole picture is visible; the rest of the pool has the colour [`BAR`](super::BAR).
    Contain,
    /// The picture is stretched over the pool, and the cells with it; the aspect ratio is not preserved.
    Stretch,
}

choices!(PictureFit: Cover = "cover", Contain = "contain", Stretch = "stretch");

impl PictureFit {
    /// The rectangle, in pixels of a picture of `picture` (columns, rows), that a pool of `cells` (columns, rows) shows. It reaches beyond
    /// the picture only for [`PictureFit::Contain`].
    ///
    /// ```
    /// use waterlab_core::light::{PictureFit, Rect};
    ///
    /// let crop = PictureFit::Cover.crop((1920, 1200), (256, 256));
    /// assert_eq!(crop, Rect { left: 360, top: 0, width: 1200, height: 1200 });
    /// let crop = PictureFit::Contain.crop((1920, 1200), (256, 256));
    /// assert_eq!(crop, Rect { left: 0, top: -360, width: 1920, height: 1920 });
    /// ```
    pub fn crop(self, picture: (usize, usize), cells: (usize, usize)) -> Rect {
        match self {
            Self::Cover => Fit::Letterbox.rect(cells, picture),
            Self::Contain => Fit::Cover.rect(cells, picture),
            Self::Stretch => Rect::whole(picture),
        }
    }
}

/// A side in pixels, between 1 and 2^20: products of two stay far inside 64 bits.
fn side(pixels: usize) -> i64 {
    pixels.clamp(1, 1 << 20) as i64
}

/// A rectangle of pixels of an output or of a picture, whose top left is the origin. It may reach beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Column of its first pixel; negative where it begins outside.
    pub left: i64,
    /// Row of its first pixel; negative where it begins outside.
    pub top: i64,
    /// Pixels along x, at least 1.
    pub width: i64,
    /// Pixels along y, at least 1.
    pub height: i64,
}

impl Rect {
    /// All of a picture of `size` (columns, rows).
    pub fn whole(size: (usize, usize)) -> Self {
        Self {
            left: 0,
            top: 0,
            width: side(size.0),
            height: side(size.1),
        }
    }

    /// Whether a part lies outside a picture of `size` (columns, rows).
    pub fn reaches_beyond(&self, size: (usize, usize)) -> bool {
        let is_outside =
            |start, length, side_length: usize| start < 0 || start + length > side(side_length);
        is_outside(self.left, self.width, size.0) || is_outside(self.top, self.height, size.1)
    }

    /// Output pixels that a whole picture of `columns` takes if this rectangle of it is drawn `width` output pixels wide.
    pub fn whole_width(&self, columns: usize, width: i64) -> i64 {
        (width * side(columns) / self.width).max(1)
    }

    /// The fraction (u, v) of the picture at a point of the output, in pixels from the top left (a pixel's centre lies at
    /// + ½); `None` on the bars.
    pub fn fraction(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        let u = (x - self.left as f64) / self.width as f64;
        let v = (y - self.top as f64) / self.height as f64;
        let inside = 0.0..1.0;
        (inside.contains(&u) && inside.contains(&v)).then_some((u, v))
    }

    /// The point of the output, in pixels from the top left, where the fraction (u, v) of the picture is drawn.
    pub fn point(&self, u: f64, v: f64) -> (f64, f64) {
        (
            self.left as f64 + u * self.width as f64,
            self.top as f64 + v * self.height as f64,
        )
    }

    /// The pixel of a picture of `picture` (columns, rows) that lies under the output pixel (x, y) of a calm surface:
    /// ⌊(x − left)·columns/width⌋ and likewise for y; `None` on the bars.
    pub fn picture_pixel(&self, x: i64, y: i64, picture: (usize, usize)) -> Option<(usize, usize)> {
        let (column, row) = (x - self.left, y - self.top);
        let inside = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        inside.then(|| {
            (
                scaled(column, picture.0, self.width),
                scaled(row, picture.1, self.height),
            )
        })
    }

    /// The output columns in `0..columns` that the rectangle covers.
    pub fn columns_within(&self, columns: usize) -> Range<usize> {
        within(self.left, self.width, columns)
    }

    /// The output rows in `0..rows` that the rectangle covers.
    pub fn rows_within(&self, rows: usize) -> Range<usize> {
        within(self.top, self.height, rows)
    }
}

/// ⌊index·to/from⌋ for an index in `0..from`: the pixel, of `to`, under the pixel of `from`.
pub(super) fn scaled(index: i64, to: usize, from: i64) -> usize {
    (index.max(0) as u64 * to as u64 / from.max(1) as u64) as usize
}

fn within(start: i64, length: i64, limit: usize) -> Range<usize> {
    let end = start.saturating_add(length).clamp(0, limit as i64) as usize;
    (start.clamp(0, limit as i64) as usize).min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_with_the_aspect_ratio_of_the_output_fills_it() {
        for fit in [Fit::Cover, Fit::Letterbox] {
            let rect = fit.rect((64, 48), (640, 480));
            assert_eq!(
                rect,
                Rect {
                    left: 0,
                    top: 0,
                    width: 640,
                    height: 480
                }
            );
        }
    }

    #[test]
    fn a_crop_has_the_aspect_ratio_of_the_pool_and_is_maximal_or_minimal() {
        for picture in [(1, 1), (7, 5), (1920, 1080), (640, 1000)] {
            for cells in [(1, 1), (256, 256), (300, 100), (64, 128)] {
                let (columns, rows) = (picture.0 as f64, picture.1 as f64);
                let shape = cells.0 as f64 / cells.1 as f64;
                let inner = PictureFit::Cover.crop(picture, cells);
                let outer = PictureFit::Contain.crop(picture, cells);
                // The longest sides that fit, in 64-bit floats, rounded to pixels, at least one.
                let width = columns.min(rows * shape);
                assert_eq!(inner.width, width.round().max(1.0) as i64);
                assert_eq!(inner.height, (width / shape).round().max(1.0) as i64);
                let width = columns.max(rows * shape);
                assert_eq!(outer.width, width.round() as i64);
                assert_eq!(outer.height, (width / shape).round() as i64);
                assert!(!inner.reaches_beyond(picture));
                let is_same = outer == Rect::whole(picture);
                assert_eq!(outer.reaches_beyond(picture), !is_same);
            }
        }
    }

    #[test]
    fn letterbox_shows_everything_and_cover_fills_everything() {
        for picture in [(1, 1), (1, 30_000), (30_000, 1), (7, 5), (1920, 1080)] {
            for output in [(1, 1), (2, 1), (640, 480), (480, 641), (3, 4000)] {
                let (width, height) = (output.0 as i64, output.1 as i64);
                let inner = Fit::Letterbox.rect(picture, output);
                assert!(inner.left >= 0 && inner.left + inner.width <= width);
                assert!(inner.top >= 0 && inner.top + inner.height <= height);
                assert!(inner.width == width || inner.height == height);
                let outer = Fit::Cover.rect(picture, output);
                assert!(outer.left <= 0 && outer.left + outer.width >= width);
                assert!(outer.top <= 0 && outer.top + outer.height >= height);
                assert!(outer.width == width || outer.height == height);
            }
        }
    }

    #[test]
    fn an_odd_remainder_goes_to_the_end_bar_and_the_start_of_the_crop() {
        let inner = Fit::Letterbox.rect((1, 1), (5, 2));
        assert_eq!((inner.left, inner.width), (1, 2));
        let outer = Fit::Cover.rect((2, 1), (3, 4));
        assert_eq!((outer.left, outer.width), (-3, 8));
    }

    #[test]
    fn a_point_on_the_bars_is_outside_the_picture() {
        let rect = Fit::Letterbox.rect((100, 50), (40, 40));
        assert_eq!(rect.fraction(20.0, 9.9), None);
        assert_eq!(rect.fraction(20.0, 30.0), None);
        assert_eq!(rect.fraction(f64::NAN, 20.0), None);
        assert_eq!(rect.fraction(20.0, 20.0), Some((0.5, 0.5)));
        assert_eq!(rect.picture_pixel(20, 9, (100, 50)), None);
        assert_eq!(rect.picture_pixel(20, 30, (100, 50)), None);
        assert_eq!(rect.picture_pixel(39, 29, (100, 50)), Some((97, 47)));
    }
}
