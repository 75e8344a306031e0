//! Walls in the picture: stone laid over the water.
//!
//! In whole numbers, a solid cell is [`STONE`] throughout, [`RELIEF`] lighter where the cell to the west or to the north is
//! open, and as much darker where the one to the east or to the south is.
//!
//! Blended, with S the solid cells (1 solid, 0 open) bilinear between their centres, at the place p of a pixel's centre and
//! one cell to the upper left and to the lower right of it:
//!
//! ```text
//! cover  = clamp((S(p) − ½)·sharpness + ½)            sharpness: output pixels a cell, 1 at least
//! stone  = STONE + BEVEL·(S(p + 1) − S(p − 1))
//! colour = mix(water·(1 − SHADOW·S(p − 1)), stone, cover)
//! ```

use super::super::{Rect, fit::scaled};
use super::blended::{Between, blend, fraction};
use crate::grid::Grid;
use crate::heights::is_solid;

/// The colour of walls: RGB, 0 to 255.
pub const STONE: [u8; 3] = [188, 180, 164];

/// By how much an edge toward the light is lighter, in whole numbers.
pub const RELIEF: i32 = 32;

/// By how much an edge toward the light is lighter, blended.
pub const BEVEL: f32 = 48.0;

/// How much of the water's light a wall beside it takes.
pub const SHADOW: f32 = 0.45;

/// Lays stone over the solid cells, in whole numbers; `picture` is the (columns, rows) of the picture.
pub(super) fn lay_nearest(
    open: &Grid<f32>,
    rect: Rect,
    picture: (usize, usize),
    output: &mut Grid<[u8; 4]>,
) {
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let pixel = scaled(y as i64 - rect.top, picture.1, rect.height);
        let row = scaled(pixel as i64, open.rows(), picture.1 as i64) as i64;
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let pixel = scaled(x as i64 - rect.left, picture.0, rect.width);
            let column = scaled(pixel as i64, open.columns(), picture.0 as i64) as i64;
            let solid = |x: i64, y: i64| is_solid(open.clamped(column + x, row + y));
            if solid(0, 0) {
                let lighter = !(solid(-1, 0) && solid(0, -1));
                let darker = !(solid(1, 0) && solid(0, 1));
                let add = RELIEF * (i32::from(lighter) - i32::from(darker));
                let [red, green, blue] = STONE.map(|channel| (i32::from(channel) + add) as u8);
                *drawn = [red, green, blue, 255];
            }
        }
    }
}

/// How many output pixels a cell of the walls takes, 1 at least.
pub fn sharpness((width, height): (i64, i64), (columns, rows): (usize, usize)) -> f32 {
    let across = width as f32 / columns as f32;
    across.min(height as f32 / rows as f32).max(1.0)
}

/// Lays stone over the solid cells, blended.
pub(super) fn lay_smooth(open: &Grid<f32>, rect: Rect, output: &mut Grid<[u8; 4]>) {
    let sharpness = sharpness((rect.width, rect.height), (open.columns(), open.rows()));
    let solid = |column: i64, row: i64| [f32::from(is_solid(open.clamped(column, row)))];
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let down = fraction(y as i64 - rect.top, rect.height) * open.rows() as f32 - 0.5;
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let across = fraction(x as i64 - rect.left, rect.width) * open.columns() as f32 - 0.5;
            let at = |by: f32| {
                let [solid] = blend(Between::at(across + by), Between::at(down + by), solid);
                solid
            };
            let (here, before, after) = (at(0.0), at(-1.0), at(1.0));
            if here + before == 0.0 {
                continue;
            }
            let cover = ((here - 0.5) * sharpness + 0.5).clamp(0.0, 1.0);
            for (channel, stone) in drawn.iter_mut().zip(STONE) {
                let water = f32::from(*channel) * (1.0 - SHADOW * before);
                let stone = f32::from(stone) + BEVEL * (after - before);
                *channel = (water + (stone - water) * cover + 0.5) as u8;
            }
        }
    }
}
