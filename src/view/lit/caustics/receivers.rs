//! Floor and walls as parts of one map: over each other, so that light lands on all of them in one go.

use crate::gl::{Program, Target};
use glam::Vec2;

/// The outward normals of the walls, in the order in which they lie on the map.
pub(super) const SIDES: [Vec2; 4] = [Vec2::NEG_X, Vec2::X, Vec2::NEG_Y, Vec2::Y];

/// Where floor and walls lie over each other in a map.
#[derive(Clone, Copy)]
pub(super) struct Receivers {
    /// Rows of the floor, the first.
    pub(super) floor: usize,
    /// Rows of each wall.
    pub(super) side: usize,
}

impl Receivers {
    pub(super) fn new(floor: usize, side: usize) -> Self {
        Self { floor, side }
    }

    /// The floor, `None`, and then each wall.
    pub(super) fn each() -> impl Iterator<Item = Option<usize>> {
        std::iter::once(None).chain((0..SIDES.len()).map(Some))
    }

    /// Rows of all of them.
    pub(super) fn all(self) -> usize {
        self.floor + SIDES.len() * self.side
    }

    /// The first row of the floor, or of a wall, and how many.
    pub(super) fn rows(self, wall: Option<usize>) -> (usize, usize) {
        match wall {
            None => (0, self.floor),
            Some(index) => (self.floor + index * self.side, self.side),
        }
    }

    /// Makes the rows of one the ones drawn to.
    pub(super) fn draw_to(self, target: &Target, wall: Option<usize>) {
        let (first, rows) = self.rows(wall);
        target.draw_to_rows(first, rows);
    }

    /// Sets where `caustics/penumbra.frag` finds one.
    pub(super) fn set(self, program: &Program, wall: Option<usize>) {
        let (first, rows) = self.rows(wall);
        let part = |rows: usize| rows as f32 / self.all() as f32;
        program.set("u_section", Vec2::new(part(first), part(rows)));
    }
}
