//! Walls in the picture, drawn over the water: stone, or the picture's own pixels P, not refracted.
//!
//! In whole numbers, a solid cell is [`STONE`] throughout, or P, [`RELIEF`] lighter where the cell to the west or to the north is
//! open, and as much darker where the one to the east or to the south is.
//!
//! Blended, with S the solid cells (1 solid, 0 open) smoothed by the quadratic B-spline, which draws slants through steps and
//! keeps the borders of straight walls, at the place p of a pixel's centre and [`REACH`] cells r to the upper left and to the
//! lower right of it:
//!
//! ```text
//! S(x)   = ½(½ − f)²·s[n − 1] + (¾ − f²)·s[n] + ½(½ + f)²·s[n + 1]    n the nearest cell, f = x − n; the same along y
//! cover  = clamp((S(p) − ½)·sharpness + ½)            sharpness: output pixels a cell, 1 at least
//! stone  = (STONE or P) + BEVEL·(S(p + r) − S(p − r))
//! colour = mix(water·(1 − SHADOW·S(p − r)), stone, cover)
//! ```

use super::super::{Pyramid, Rect, fit::scaled};
use super::blended::fraction;
use super::crop::{Cropped, pixel as pixel_of};
use crate::grid::Grid;
use crate::heights::is_solid;

/// The colour of walls: RGB, 0 to 255.
pub const STONE: [u8; 3] = [188, 180, 164];

/// Brightening of an edge toward the light, in integers.
pub const RELIEF: i32 = 32;

/// Brightening of an edge toward the light, blended.
pub const BEVEL: f32 = 64.0;

/// The fraction of the water's brightness that the shadow of a wall removes.
pub const SHADOW: f32 = 0.55;

/// Length of a wall's shadow and of its rounding, in cells along either axis.
pub const REACH: f32 = 1.25;

/// Lays walls over the solid cells, in whole numbers, of pixels of `land` or else of stone; `crop` is what is shown of the picture.
pub(super) fn lay_nearest(
    open: &Grid<f32>,
    (rect, crop): (Rect, Rect),
    land: Option<&Pyramid>,
    output: &mut Grid<[u8; 4]>,
) {
    let land = land.map(|land| (land.picture(), crop.reaches_beyond(land.size())));
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let pixel_y = scaled(y as i64 - rect.top, crop.height as usize, rect.height) as i64;
        let row = scaled(pixel_y, open.rows(), crop.height) as i64;
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let pixel_x = scaled(x as i64 - rect.left, crop.width as usize, rect.width) as i64;
            let column = scaled(pixel_x, open.columns(), crop.width) as i64;
            let solid = |x: i64, y: i64| is_solid(open.clamped(column + x, row + y));
            if solid(0, 0) {
                let lighter = !(solid(-1, 0) && solid(0, -1));
                let darker = !(solid(1, 0) && solid(0, 1));
                let add = RELIEF * (i32::from(lighter) - i32::from(darker));
                let place = (crop.left + pixel_x, crop.top + pixel_y);
                let wall = match land {
                    Some((land, has_margin)) => pixel_of(land, place, has_margin),
                    None => [STONE[0], STONE[1], STONE[2], 255],
                };
                let raised = |channel: u8| (i32::from(channel) + add).clamp(0, 255) as u8;
                let [red, green, blue, _] = wall.map(raised);
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

/// The shares of the three cells around a place, in cells from the first centre; and the middle one of them.
fn spline(place: f32) -> (i64, [f32; 3]) {
    let nearest = (place + 0.5).floor();
    let f = place - nearest;
    let shares = [
        0.5 * (0.5 - f) * (0.5 - f),
        0.75 - f * f,
        0.5 * (0.5 + f) * (0.5 + f),
    ];
    (nearest as i64, shares)
}

/// As [`lay_nearest`], blended.
pub(super) fn lay_smooth(
    open: &Grid<f32>,
    (rect, crop): (Rect, Rect),
    land: Option<&Pyramid>,
    output: &mut Grid<[u8; 4]>,
) {
    let land = land.map(|land| Cropped::new(land, &crop, land.size(), rect.width));
    let sharpness = sharpness((rect.width, rect.height), (open.columns(), open.rows()));
    let columns = rect.columns_within(output.columns());
    for y in rect.rows_within(output.rows()) {
        let down = fraction(y as i64 - rect.top, rect.height) * open.rows() as f32 - 0.5;
        let rows = [0.0, -REACH, REACH].map(|by| spline(down + by));
        let line = &mut output.row_mut(y)[columns.clone()];
        for (x, drawn) in columns.clone().zip(line) {
            let across = fraction(x as i64 - rect.left, rect.width) * open.columns() as f32 - 0.5;
            let at = |by: f32, (row, down): (i64, [f32; 3])| {
                let (column, across) = spline(across + by);
                let mut sum = 0.0;
                for (j, down) in (-1..).zip(down) {
                    for (i, across) in (-1..).zip(across) {
                        if is_solid(open.clamped(column + i, row + j)) {
                            sum += across * down;
                        }
                    }
                }
                sum
            };
            let (here, before) = (at(0.0, rows[0]), at(-REACH, rows[1]));
            if here + before == 0.0 {
                continue;
            }
            let after = at(REACH, rows[2]);
            let cover = ((here - 0.5) * sharpness + 0.5).clamp(0.0, 1.0);
            let wall = match &land {
                Some(land) => land.sample(
                    land.place(0, x as i64 - rect.left, rect.width),
                    land.place(1, y as i64 - rect.top, rect.height),
                ),
                None => [STONE[0], STONE[1], STONE[2], 255].map(f32::from),
            };
            for (channel, wall) in drawn.iter_mut().zip(wall).take(3) {
                let water = f32::from(*channel) * (1.0 - SHADOW * before);
                let stone = (wall + BEVEL * (after - before)).clamp(0.0, 255.0);
                *channel = (water + (stone - water) * cover + 0.5) as u8;
            }
        }
    }
}
