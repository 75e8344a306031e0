//! The nearest look: integers only (docs/models.md §3).

use super::super::{Pyramid, Rect, fit::scaled};
use super::Scales;
use super::crop;
use crate::grid::Grid;

/// Maximum number of output columns whose divisions are computed once for all rows.
const TILE: usize = 256;

/// Maximum number of grid columns under a tile; a tile that would cover more ends early.
const SPAN: usize = 512;

/// What depends on the output column alone.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Picture column.
    pixel: i32,
    /// Grid column, and those on either hand of it, counted from the tile's first.
    cell: usize,
    west: usize,
    east: usize,
}

impl Column {
    /// Counts the cells from `start` instead of from 0.
    fn count_from(&mut self, start: usize) {
        for cell in [&mut self.cell, &mut self.west, &mut self.east] {
            *cell -= start;
        }
    }
}

/// Draws the pixels `crop` of the picture inside `rect`; `count` makes whole numbers, of 16 bits at most, of the stored heights.
pub(super) fn draw<T: Copy>(
    scales: Scales,
    (rect, crop): (Rect, Rect),
    picture: &Pyramid,
    heights: &Grid<T>,
    count: impl Fn(T) -> i32,
    output: &mut Grid<[u8; 4]>,
) {
    let picture = picture.picture();
    let has_margin = crop.reaches_beyond((picture.columns(), picture.rows()));
    let (wide, high) = (crop.width as usize, crop.height as usize);
    let rows = rect.rows_within(output.rows());
    let columns = rect.columns_within(output.columns());
    let mut table = [Column::default(); TILE];
    let mut counted = [[0; SPAN]; 3];
    let mut start = columns.start;
    while start < columns.end {
        let (mut filled, mut west, mut east) = (0, 0, 0);
        for (x, slot) in (start..columns.end).zip(table.iter_mut()) {
            let pixel = scaled(x as i64 - rect.left, wide, rect.width);
            let cell = scaled(pixel as i64, heights.columns(), crop.width);
            let mut column = Column {
                pixel: pixel as i32,
                cell,
                west: cell.saturating_sub(1),
                east: (cell + 1).min(heights.columns() - 1),
            };
            if filled == 0 {
                west = column.west;
            }
            if column.east - west >= SPAN {
                break;
            }
            east = column.east;
            column.count_from(west);
            *slot = column;
            filled += 1;
        }
        let table = &table[..filled];
        let [north, here, south] = counted.each_mut().map(|line| &mut line[..east + 1 - west]);
        let mut counted_cell = None;
        for y in rows.clone() {
            let pixel_y = scaled(y as i64 - rect.top, high, rect.height);
            let cell = scaled(pixel_y as i64, heights.rows(), crop.height);
            if counted_cell.replace(cell) != Some(cell) {
                let read = |line: &mut [i32], row: usize| {
                    for (number, &height) in line.iter_mut().zip(&heights.row(row)[west..]) {
                        *number = count(height);
                    }
                };
                read(north, cell.saturating_sub(1));
                read(here, cell);
                read(south, (cell + 1).min(heights.rows() - 1));
            }
            let line = &mut output.row_mut(y)[start..][..table.len()];
            for (pixel, at) in line.iter_mut().zip(table.iter()) {
                let dx = here[at.west] - here[at.east];
                let dy = north[at.cell] - south[at.cell];
                let x = crop.left + i64::from(at.pixel) + i64::from(scales.x.times(dx));
                let y = crop.top + pixel_y as i64 + i64::from(scales.y.times(dy));
                let [red, green, blue, alpha] = crop::pixel(picture, (x, y), has_margin);
                let add = scales.shine.times(dx + dy);
                let lit = |channel: u8| i32::from(channel).saturating_add(add).clamp(0, 255) as u8;
                *pixel = [lit(red), lit(green), lit(blue), alpha];
            }
        }
        start += filled;
    }
}
