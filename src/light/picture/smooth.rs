//! The smooth look: differences of heights blended between cells, the picture between pixels, in `f32` (reference §3).
//!
//! A pixel's centre at the fraction u of the picture lies at u·columns − ½ among the cell centres; there the differences of
//! the four cells around it are blended (rows first, for a whole tile of columns at once). The picture is sampled in the same way, at the level of the pyramid whose pixels are
//! nearest in size to the output's.

use super::super::{Pyramid, Rect};
use super::PictureRipple;
use crate::grid::Grid;

/// Most output columns whose positions are worked out once and then serve every row.
const TILE: usize = 128;

/// Most grid columns under a tile; a tile ends early rather than reach over more.
const SPAN: usize = 512;

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

    /// Counts the cells from `start` instead of from 0.
    fn count_from(&mut self, start: usize) {
        for cell in [
            &mut self.first,
            &mut self.first_less,
            &mut self.first_more,
            &mut self.second,
            &mut self.second_less,
            &mut self.second_more,
        ] {
            *cell -= start;
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
    let (mut levels, mut slopes) = ([0.0_f32; SPAN], [0.0_f32; SPAN]);
    let mut start = columns.start;
    while start < columns.end {
        let (mut filled, mut west, mut east) = (0, 0, 0);
        for (x, slot) in (start..columns.end).zip(table.iter_mut()) {
            let index = x as i64 - rect.left;
            let mut column = Between::new(index, rect.width, heights.columns(), level.columns());
            if filled == 0 {
                west = column.first_less;
            }
            if column.second_more - west >= SPAN {
                break;
            }
            east = column.second_more;
            column.count_from(west);
            *slot = column;
            filled += 1;
        }
        let table = &table[..filled];
        let under = west..east + 1;
        let (levels, slopes) = (&mut levels[..under.len()], &mut slopes[..under.len()]);
        for y in rows.clone() {
            let index = y as i64 - rect.top;
            let row = Between::new(index, rect.height, heights.rows(), level.rows());
            let line = |row: usize| &heights.row(row)[under.clone()];
            blend_rows(levels, line(row.first), line(row.second), row.blend);
            difference_of_rows(
                slopes,
                [line(row.first_less), line(row.first_more)],
                [line(row.second_less), line(row.second_more)],
                row.blend,
            );
            let pixels = &mut output.row_mut(y)[start..][..table.len()];
            for (pixel, at) in pixels.iter_mut().zip(table.iter()) {
                let dx = mix(
                    levels[at.first_less] - levels[at.first_more],
                    levels[at.second_less] - levels[at.second_more],
                    at.blend,
                );
                let dy = mix(slopes[at.first], slopes[at.second], at.blend);
                let colour = sample(level, at.pixel + dx * scale_x, row.pixel + dy * scale_y);
                let add = (dx + dy) * shine + 0.5;
                let [red, green, blue, _] = colour.map(|channel| (channel + add) as u8);
                *pixel = [red, green, blue, 255];
            }
        }
        start += filled;
    }
}

/// The heights between two rows.
fn blend_rows<T: Copy + Into<f32>>(levels: &mut [f32], first: &[T], second: &[T], blend: f32) {
    for ((level, first), second) in levels.iter_mut().zip(first).zip(second) {
        *level = mix((*first).into(), (*second).into(), blend);
    }
}

/// The differences northern less southern neighbour, between two rows.
fn difference_of_rows<T: Copy + Into<f32>>(
    slopes: &mut [f32],
    [first_less, first_more]: [&[T]; 2],
    [second_less, second_more]: [&[T]; 2],
    blend: f32,
) {
    let first = first_less.iter().zip(first_more);
    let second = second_less.iter().zip(second_more);
    for ((slope, first), second) in slopes.iter_mut().zip(first).zip(second) {
        let difference = |(less, more): (&T, &T)| (*less).into() - (*more).into();
        *slope = mix(difference(first), difference(second), blend);
    }
}

fn mix(from: f32, to: f32, blend: f32) -> f32 {
    from + (to - from) * blend
}

/// The picture at a point among pixel centres, bilinear, clamped to its edge.
#[inline]
fn sample(picture: &Grid<[u8; 4]>, x: f32, y: f32) -> [f32; 4] {
    let (last_x, last_y) = (picture.columns() - 1, picture.rows() - 1);
    let x = x.clamp(0.0, last_x as f32);
    let y = y.clamp(0.0, last_y as f32);
    // Neither is negative: the cast is the floor.
    let (column, row) = (
        (x as u32 as usize).min(last_x),
        (y as u32 as usize).min(last_y),
    );
    let (s, t) = (x - column as f32, y - row as f32);
    let near = picture.row(row);
    let far = picture.row((row + 1).min(last_y));
    let next = (column + 1).min(last_x);
    let [a, b, c, d] =
        [near[column], near[next], far[column], far[next]].map(|pixel| pixel.map(f32::from));
    let mut colour = [0.0; 4];
    for channel in 0..4 {
        let north = mix(a[channel], b[channel], s);
        let south = mix(c[channel], d[channel], s);
        colour[channel] = mix(north, south, t);
    }
    colour
}
