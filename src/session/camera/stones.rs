//! Obstacles in the water that block the camera.

use crate::pool::Obstruction;
use crate::view::Ground;
use glam::{Vec2, Vec3};
use std::rc::Rc;

/// Solid cells of a pool, from its floor up to a height.
#[derive(Clone, Debug)]
pub struct Stones {
    cells: Rc<Obstruction>,
    /// Half of the pool's length along x and along z, metres.
    half: Vec2,
    /// Height of their tops, metres.
    top: f32,
}

impl Stones {
    /// The obstacles of a pool, as high over its rest level as views show walls, and the length of its longer side; metres.
    pub fn new(cells: Rc<Obstruction>, top: f32, length: f32) -> Self {
        let size = cells.size();
        let sides = Vec2::new(size.columns() as f32, size.rows() as f32);
        Self {
            half: 0.5 * length * sides / sides.max_element(),
            cells,
            top,
        }
    }

    /// Whether an eye at a place would be inside an obstacle, or closer than its clearance.
    pub(super) fn hold(&self, place: Vec3) -> bool {
        let clear = Ground::CLEARANCE * self.half.max_element();
        if place.y >= self.top + clear {
            return false;
        }
        let size = self.cells.size();
        let cells = Vec2::new(size.columns() as f32, size.rows() as f32);
        let at = Vec2::new(place.x, place.z);
        // The cells that a square around the eye overlaps.
        let corner = |away: f32| ((at + away) / self.half * 0.5 + 0.5) * cells;
        let (low, high) = (corner(-clear).floor(), corner(clear).floor());
        let within = |from: f32, to: f32, count: usize| {
            let last = count as i64 - 1;
            (from as i64).max(0)..=(to as i64).min(last)
        };
        within(low.y, high.y, size.rows()).any(|row| {
            within(low.x, high.x, size.columns())
                .any(|column| self.cells.is_solid(column as usize, row as usize))
        })
    }

    /// The place that an eye reaches when it moves from one place to another nearby: it slides along an obstacle, or stays.
    pub(super) fn passed(&self, from: Vec3, to: Vec3) -> Vec3 {
        // An eye enclosed by a new wall can leave it.
        if !self.hold(to) || self.hold(from) {
            return to;
        }
        let along = [
            Vec3::new(to.x, to.y, from.z),
            Vec3::new(from.x, to.y, to.z),
            Vec3::new(to.x, from.y, to.z),
            Vec3::new(from.x, to.y, from.z),
            Vec3::new(to.x, from.y, from.z),
            Vec3::new(from.x, from.y, to.z),
        ];
        let free = along.into_iter().find(|&place| !self.hold(place));
        free.unwrap_or(from)
    }
}
