//! The smooth look: slopes blended between cells, the picture between pixels, in `f32` (docs/models.md §3).
//!
//! The slope along one axis is the difference of the neighbours on it, as in the nearest look, averaged over three lines side
//! by side with the weights ¼ ½ ¼ (Sobel's kernel). The average takes out the pattern of single cells that the ripple's
//! recurrence leaves behind a wave, up and down from cell to cell, and nothing that can be told from it at that size. A
//! pixel's centre at the fraction u of the picture lies at u·columns − ½ among the cell centres; there the slopes of the four
//! cells around it are blended, which asks for 4 × 4 heights. The picture is sampled bilinearly, at the level of the
//! pyramid whose pixels are nearest in size to the output's.

use super::super::{Pyramid, Rect};
use super::PictureRipple;
use super::crop::Cropped;
use crate::grid::Grid;

/// Maximum number of output columns whose positions are computed once for all rows.
const TILE: usize = 128;

/// Maximum number of grid columns under a tile; a tile that would cover more ends early.
const SPAN: usize = 512;

/// A coordinate among cell centres.
#[derive(Clone, Copy, Default)]
struct Between {
    /// The cells on either side, and the next one beyond each: in order, clamped to the grid.
    cells: [usize; 4],
    /// The weight of each in the slope along this axis: previous neighbour minus next neighbour.
    slope: [f32; 4],
    /// The weight of each in the average along this axis.
    average: [f32; 4],
    /// The position in the pyramid's level, of pixel centres.
    pixel: f32,
}

impl Between {
    /// For the output pixel `index` of `width` over `cells` cells, along an axis of the picture (0: x, 1: y).
    fn new(index: i64, width: i64, cells: usize, (picture, axis): (&Cropped, usize)) -> Self {
        let fraction = (index as f32 + 0.5) / width as f32;
        let position = fraction * cells as f32 - 0.5;
        let floor = position.floor();
        let cell = |beside: i64| (floor as i64 + beside).clamp(0, cells as i64 - 1) as usize;
        let t = position - floor;
        let r = 1.0 - t;
        Self {
            cells: [cell(-1), cell(0), cell(1), cell(2)],
            slope: [r, t, -r, -t],
            average: [0.25 * r, 0.5 * r + 0.25 * t, 0.25 * r + 0.5 * t, 0.25 * t],
            pixel: picture.at(axis, fraction),
        }
    }
}

/// Draws the pixels `crop` of the picture inside `rect`; a stored height is `weights` weights.
pub(super) fn draw<T: Copy + Into<f32>>(
    ripple: &PictureRipple,
    (rect, crop): (Rect, Rect),
    picture: &Pyramid,
    heights: &Grid<T>,
    weights: f32,
    output: &mut Grid<[u8; 4]>,
) {
    let picture = &Cropped::new(picture, &crop, picture.size(), rect.width);
    let pixels_a_cell =
        |pixels: f32, cells: usize| ripple.displacement as f32 * weights * pixels / cells as f32;
    let scale_x = pixels_a_cell(picture.size[0], heights.columns());
    let scale_y = pixels_a_cell(picture.size[1], heights.rows());
    let shine = ripple.shine as f32 * weights;
    let rows = rect.rows_within(output.rows());
    let columns = rect.columns_within(output.columns());
    let mut table = [Between::default(); TILE];
    let (mut averages, mut slopes) = ([0.0_f32; SPAN], [0.0_f32; SPAN]);
    let mut start = columns.start;
    while start < columns.end {
        let (mut filled, mut west, mut east) = (0, 0, 0);
        for (x, slot) in (start..columns.end).zip(table.iter_mut()) {
            let index = x as i64 - rect.left;
            let mut column = Between::new(index, rect.width, heights.columns(), (picture, 0));
            if filled == 0 {
                west = column.cells[0];
            }
            if column.cells[3] - west >= SPAN {
                break;
            }
            east = column.cells[3];
            column.cells = column.cells.map(|cell| cell - west);
            *slot = column;
            filled += 1;
        }
        let table = &table[..filled];
        let under = west..east + 1;
        let (averages, slopes) = (&mut averages[..under.len()], &mut slopes[..under.len()]);
        for y in rows.clone() {
            let index = y as i64 - rect.top;
            let row = Between::new(index, rect.height, heights.rows(), (picture, 1));
            let lines = row.cells.map(|row| &heights.row(row)[under.clone()]);
            weigh(averages, lines, row.average);
            weigh(slopes, lines, row.slope);
            let pixels = &mut output.row_mut(y)[start..][..table.len()];
            for (pixel, at) in pixels.iter_mut().zip(table.iter()) {
                let along = |line: &[f32], weights: [f32; 4]| -> f32 {
                    (0..4).map(|n| weights[n] * line[at.cells[n]]).sum()
                };
                let dx = along(averages, at.slope);
                let dy = along(slopes, at.average);
                let colour = picture.sample(at.pixel + dx * scale_x, row.pixel + dy * scale_y);
                let add = (dx + dy) * shine + 0.5;
                let [red, green, blue, _] = colour.map(|channel| (channel + add) as u8);
                *pixel = [red, green, blue, 255];
            }
        }
        start += filled;
    }
}

/// The sum of four rows, each times its weight.
fn weigh<T: Copy + Into<f32>>(sums: &mut [f32], [a, b, c, d]: [&[T]; 4], weights: [f32; 4]) {
    let rows = a.iter().zip(b).zip(c).zip(d);
    for (sum, (((a, b), c), d)) in sums.iter_mut().zip(rows) {
        *sum = weights[0] * (*a).into()
            + weights[1] * (*b).into()
            + weights[2] * (*c).into()
            + weights[3] * (*d).into();
    }
}

fn mix(from: f32, to: f32, blend: f32) -> f32 {
    from + (to - from) * blend
}

/// The picture at a point among pixel centres, bilinear, clamped to its edge.
#[inline]
pub(super) fn sample(picture: &Grid<[u8; 4]>, x: f32, y: f32) -> [f32; 4] {
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
