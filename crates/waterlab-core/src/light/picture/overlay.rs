//! The overlay: a layer that floats on the water, over the refracted picture, and is not refracted itself.
//!
//! A layer F of premultiplied colour with its cover a, of any size, stretched over the picture:
//!
//! ```text
//! colour = water·(1 − a) + F
//! ```
//!
//! In whole numbers ⌊(water·(255 − a) + 127)/255⌋ + F for the pixel of the layer under the picture's pixel; blended, F and a are
//! sampled as the smooth look samples the picture, at the place of the output pixel itself.

use super::super::{Pyramid, Rect, fit::scaled};
use super::crop::Cropped;
use crate::grid::Grid;

/// Draws `layer` over the water, in integers; `picture` is the (columns, rows) of the picture.
pub(super) fn lay_nearest(
    layer: &Pyramid,
    (rect, crop): (Rect, Rect),
    picture: (usize, usize),
    output: &mut Grid<[u8; 4]>,
) {
    let layer = layer.picture();
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let pixel = scaled(y as i64 - rect.top, crop.height as usize, rect.height);
        let pixel = crop.top + pixel as i64;
        if !(0..picture.1 as i64).contains(&pixel) {
            continue;
        }
        let row = layer.row(scaled(pixel, layer.rows(), picture.1 as i64));
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let pixel = scaled(x as i64 - rect.left, crop.width as usize, rect.width);
            let pixel = crop.left + pixel as i64;
            if !(0..picture.0 as i64).contains(&pixel) {
                continue;
            }
            let over = row[scaled(pixel, layer.columns(), picture.0 as i64)];
            let left = 255 - u32::from(over[3]);
            for (under, over) in drawn.iter_mut().zip(over).take(3) {
                *under = over.saturating_add(((u32::from(*under) * left + 127) / 255) as u8);
            }
        }
    }
}

/// Draws `layer` over the water, with bilinear interpolation.
pub(super) fn lay_smooth(
    layer: &Pyramid,
    (rect, crop): (Rect, Rect),
    picture: (usize, usize),
    output: &mut Grid<[u8; 4]>,
) {
    let layer = Cropped::new(layer, &crop, picture, rect.width);
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let down = layer.place(1, y as i64 - rect.top, rect.height);
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let across = layer.place(0, x as i64 - rect.left, rect.width);
            if layer.is_margin(across, down) {
                continue;
            }
            let over = layer.sample(across, down);
            let left = 1.0 - over[3] / 255.0;
            for (under, over) in drawn.iter_mut().zip(over).take(3) {
                *under = (f32::from(*under) * left + over + 0.5) as u8;
            }
        }
    }
}
