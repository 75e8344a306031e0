//! The smooth look: differences of heights blended between cells, the picture between pixels, in `f32` (reference §3).
//!
//! A pixel's centre at the fraction u of the picture lies at u·columns − ½ among the cell centres; there the differences of
//! the four cells around it are blended. The picture is sampled in the same way, at the level of the pyramid whose pixels are
//! nearest in size to the output's.

use super::super::{Pyramid, Rect};
use super::PictureRipple;
use crate::grid::Grid;

/// Output columns whose positions are worked out once and then serve every row.
const TILE: usize = 128;

/// A coordinate among cell centres: the cells on either hand with their outer neighbours, and how far towards the second.
#[derive(Clone, Copy, Default)]
struct Between {
    /// The first cell; its neighbours, one less and one more.
    first: usize,
    first_less: usize,
    first_more: usize,
    /// The second cell; its neighbours.
    second: usize,
    second_less: usize,
    second_more: usize,
    /// 0 at the first, 1 at the second.
    blend: f32,
    /// The position in the pyramid's level, of pixel centres.
    pixel: f32,
}

impl Between {
    /// For the output pixel `index` of `width` over `cells` cells and `pixels` pixels of the picture.
    fn new(index: i64, width: i64, cells: usize, pixels: usize) -> Self {
        let fraction = (index as f32 + 0.5) / width as f32;
        let position = fraction * cells as f32 - 0.5;
        let floor = position.floor();
        let last = cells as i64 - 1;
        let cell = |index: i64| index.clamp(0, last) as usize;
        let (first, second) = (cell(floor as i64), cell(floor as i64 + 1));
        Self {
            first,
            first_less: first.saturating_sub(1),
            first_more: cell(first as i64 + 1),
            second,
            second_less: second.saturating_sub(1),
            second_more: cell(second as i64 + 1),
            blend: position - floor,
            pixel: fraction * pixels as f32 - 0.5,
        }
    }
}

/// Draws inside `rect`; a stored height is `weights` weights.
pub(super) fn draw<T: Copy + Into<f32>>(
    ripple: &PictureRipple,
    rect: Rect,
    picture: &Pyramid,
    heights: &Grid<T>,
    weights: f32,
    output: &mut Grid<[u8; 4]>,
) {
    let level = picture.level(picture.level_for(rect.width));
    let pixels_a_cell = |pixels: usize, cells: usize| {
        ripple.displacement as f32 * weights * pixels as f32 / cells as f32
    };
    let scale_x = pixels_a_cell(level.columns(), heights.columns());
    let scale_y = pixels_a_cell(level.rows(), heights.rows());
    let shine = ripple.shine as f32 * weights;
    let rows = rect.rows_within(output.rows());
    let columns = rect.columns_within(output.columns());
    let mut table = [Between::default(); TILE];
    for start in columns.clone().step_by(TILE) {
        let table = &mut table[..TILE.min(columns.end - start)];
        for (x, column) in (start..).zip(table.iter_mut()) {
            let index = x as i64 - rect.left;
            *column = Between::new(index, rect.width, heights.columns(), level.columns());
        }
        for y in rows.clone() {
            let index = y as i64 - rect.top;
            let row = Between::new(index, rect.height, heights.rows(), level.rows());
            let first = heights.row(row.first);
            let first_less = heights.row(row.first_less);
            let first_more = heights.row(row.first_more);
            let second = heights.row(row.second);
            let second_less = heights.row(row.second_less);
            let second_more = heights.row(row.second_more);
            let line = &mut output.row_mut(y)[start..][..table.len()];
            for (pixel, at) in line.iter_mut().zip(table.iter()) {
                let along = |line: &[T]| {
                    mix(
                        line[at.first_less].into() - line[at.first_more].into(),
                        line[at.second_less].into() - line[at.second_more].into(),
                        at.blend,
                    )
                };
                let across = |less: &[T], more: &[T]| {
                    mix(
                        less[at.first].into() - more[at.first].into(),
                        less[at.second].into() - more[at.second].into(),
                        at.blend,
                    )
                };
                let dx = mix(along(first), along(second), row.blend);
                let dy = mix(
                    across(first_less, first_more),
                    across(second_less, second_more),
                    row.blend,
                );
                let colour = sample(level, at.pixel + dx * scale_x, row.pixel + dy * scale_y);
                let add = (dx + dy) * shine + 0.5;
                let lit = |channel: f32| (channel + add) as u8;
                *pixel = [lit(colour[0]), lit(colour[1]), lit(colour[2]), 255];
            }
        }
    }
}

fn mix(from: f32, to: f32, blend: f32) -> f32 {
    from + (to - from) * blend
}

/// The picture at a point among pixel centres, bilinear, clamped to its edge.
#[inline]
fn sample(picture: &Grid<[u8; 4]>, x: f32, y: f32) -> [f32; 3] {
    let (last_x, last_y) = (picture.columns() - 1, picture.rows() - 1);
    let x = x.clamp(0.0, last_x as f32);
    let y = y.clamp(0.0, last_y as f32);
    // Neither is negative: the cast is the floor.
    let (column, row) = (x as usize, y as usize);
    let (s, t) = (x - column as f32, y - row as f32);
    let near = picture.row(row.min(last_y));
    let far = picture.row((row + 1).min(last_y));
    let (west, east) = (column.min(last_x), (column + 1).min(last_x));
    let blend = |channel: usize| {
        let of = |pixel: [u8; 4]| f32::from(pixel[channel]);
        mix(
            mix(of(near[west]), of(near[east]), s),
            mix(of(far[west]), of(far[east]), s),
            t,
        )
    };
    [blend(0), blend(1), blend(2)]
}
