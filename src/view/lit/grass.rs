//! Blades of grass near the eye, an instance for each cell of a grid about it (docs/models.md §14).

use crate::gl::{Primitive, Program};
use crate::view::Frame;
use glam::{Vec2, Vec3Swizzles};

/// Distance from the eye at which the last blades stand, metres; side of the cell that has one; cells along a side.
const REACH: f32 = 3.0;
const CELL: f32 = 0.02;
const CELLS: f32 = 200.0;

/// Metres along the ground to the last blades, for ground that is nowhere higher than `top`; `None` for an eye too high above it.
pub(super) fn reach(frame: &Frame, top: f32) -> Option<f32> {
    let high = (frame.eye.position.y - top).max(0.0);
    (high < REACH).then(|| (REACH * REACH - high * high).sqrt())
}

/// The square of cells that has blades: its first column and row, and its side.
fn square(frame: &Frame) -> (Vec2, f32) {
    let ahead = -frame.eye.view.row(2).truncate().xz();
    let side = frame.vertex_share() * CELLS * frame.level.vertices.clamp(0.3, 1.5);
    let middle = frame.eye.position.xz() + (0.5 * side * CELL).min(0.7 * REACH) * ahead;
    ((middle / CELL - 0.5 * side).floor(), side.floor())
}

/// Whether there is a blade beyond a rectangle about the origin with these half extents, metres, on ground at the height `top`.
pub(super) fn is_beyond(frame: &Frame, half: Vec2, top: f32) -> bool {
    let (first, side) = square(frame);
    let farthest = (CELL * first).abs().max((CELL * (first + side)).abs());
    let within = reach(frame, top).map(|reach| frame.eye.position.xz().abs() + reach);
    within.is_some_and(|within| (farthest.min(within) - half).max_element() >= 0.0)
}

/// Draws them with a program that has `environment/blade.glsl`.
pub(super) fn draw(frame: &Frame, program: &Program) {
    let (first, side) = square(frame);
    let side = side as i32;
    program.set("u_cells", [first.x as i32, first.y as i32, side, side]);
    program.set("u_cell", CELL);
    program.set("u_reach", REACH);
    let blades = (side * side) as usize;
    frame.gl.draw(program, Primitive::TriangleStrip, 5, blades);
}
