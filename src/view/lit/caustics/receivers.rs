//! Floor and walls as parts of one map, above each other, so that one pass covers all of them.

use crate::gl::{Program, Target};
use glam::Vec2;

/// Outward normals of the walls, in the order of the map.
pub(in crate::view::lit) const SIDES: [Vec2; 4] = [Vec2::NEG_X, Vec2::X, Vec2::NEG_Y, Vec2::Y];

/// Rows of floor and walls in a map.
#[derive(Clone, Copy)]
pub(in crate::view::lit) struct Receivers {
    /// Rows of the floor, which comes first.
    pub(super) floor: usize,
    /// Rows of each wall.
    pub(super) side: usize,
}

impl Receivers {
    pub(super) fn new(floor: usize, side: usize) -> Self {
        Self { floor, side }
    }

    /// The floor, `None`, followed by each wall.
    pub(super) fn each() -> impl Iterator<Item = Option<usize>> {
        std::iter::once(None).chain((0..SIDES.len()).map(Some))
    }

    /// Rows of the whole map.
    pub(in crate::view::lit) fn all(self) -> usize {
        self.floor + SIDES.len() * self.side
    }

    /// First row and number of rows of the floor, or of a wall.
    pub(in crate::view::lit) fn rows(self, wall: Option<usize>) -> (usize, usize) {
        match wall {
            None => (0, self.floor),
            Some(index) => (self.floor + index * self.side, self.side),
        }
    }

    /// Binds the rows of one receiver for drawing.
    pub(super) fn draw_to(self, target: &Target, wall: Option<usize>) {
        let (first, rows) = self.rows(wall);
        target.draw_to_rows(first, rows);
    }

    /// Sets the uniforms of one receiver's place for `caustics/penumbra.frag`.
    pub(super) fn set(self, program: &Program, wall: Option<usize>) {
        let (first, rows) = self.rows(wall);
        let part = |rows: usize| rows as f32 / self.all() as f32;
        program.set("u_section", Vec2::new(part(first), part(rows)));
    }
}
