//! The crop of a picture that a pool shows, sampled by nearest pixel or bilinearly.

use super::super::{BAR, Pyramid, Rect};
use super::blended::fraction;
use super::smooth::sample;
use crate::grid::Grid;

/// A mip level of a picture, cropped to a pool.
pub(super) struct Cropped<'a> {
    level: &'a Grid<[u8; 4]>,
    /// Left and top of the crop, in pixels of the level.
    start: [f32; 2],
    /// Width and height of the crop, in pixels of the level.
    pub(super) size: [f32; 2],
    /// Whether a part of the crop lies outside the picture.
    pub(super) has_margin: bool,
}

impl<'a> Cropped<'a> {
    /// The mip level of `layer` whose pixels are nearest in size to the output's. `crop` counts in pixels of a picture of `picture`
    /// (columns, rows), over which `layer` is stretched, and is drawn `width` output pixels wide.
    pub(super) fn new(
        layer: &'a Pyramid,
        crop: &Rect,
        picture: (usize, usize),
        width: i64,
    ) -> Self {
        let level = layer.level(layer.level_for(crop.whole_width(picture.0, width)));
        // In f64 these are exact where the crop is the whole picture.
        let scaled = |pixels: i64, side: usize, picture: usize| {
            (pixels as f64 * side as f64 / picture as f64) as f32
        };
        let both = |x: i64, y: i64| {
            [
                scaled(x, level.columns(), picture.0),
                scaled(y, level.rows(), picture.1),
            ]
        };
        Self {
            level,
            start: both(crop.left, crop.top),
            size: both(crop.width, crop.height),
            has_margin: crop.reaches_beyond(picture),
        }
    }

    /// Where the pixel `index` of `width` lies along an axis (0: x, 1: y), in pixels of the level from the first centre.
    pub(super) fn place(&self, axis: usize, index: i64, width: i64) -> f32 {
        self.at(axis, fraction(index, width))
    }

    /// The same for a fraction of the crop.
    pub(super) fn at(&self, axis: usize, fraction: f32) -> f32 {
        fraction * self.size[axis] - 0.5 + self.start[axis]
    }

    /// Whether a place lies in the margin.
    pub(super) fn is_margin(&self, x: f32, y: f32) -> bool {
        let is_outside = |place: f32, side: usize| place < -0.5 || place > side as f32 - 0.5;
        self.has_margin && (is_outside(x, self.level.columns()) || is_outside(y, self.level.rows()))
    }

    /// The colour at a place, blended, 0 to 255; in the margin [`BAR`].
    pub(super) fn sample(&self, x: f32, y: f32) -> [f32; 4] {
        match self.is_margin(x, y) {
            true => BAR.map(f32::from),
            false => sample(self.level, x, y),
        }
    }
}

/// The pixel (x, y) of a picture, or the nearest to it; where the crop has a margin, that has the colour [`BAR`].
pub(super) fn pixel(picture: &Grid<[u8; 4]>, (x, y): (i64, i64), has_margin: bool) -> [u8; 4] {
    let inside = |at: i64, side: usize| (0..side as i64).contains(&at);
    if has_margin && !(inside(x, picture.columns()) && inside(y, picture.rows())) {
        return BAR;
    }
    picture.clamped(x, y)
}
