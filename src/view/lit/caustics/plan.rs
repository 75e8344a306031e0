//! Resolution of a pool's caustics maps (docs/models.md §14): of the irradiance before the blur, and of the final map.

use super::cells::{Cells, all, before};
use super::receivers::{Receivers, SIDES};
use crate::view::lit::penumbra::{Samples, Spread};
use crate::view::lit::scene::LitScene;
use glam::Vec2;

/// Rows of a wall's map for each texel of the floor along its longer side.
const SIDE_ROWS: f32 = 0.125;

/// Resolution of the maps of a frame.
pub(super) struct Plan {
    spread: Spread,
    half: Vec2,
    /// Columns and rows of the floor's irradiance.
    pub(super) size: [usize; 2],
    /// Place of the receivers in the irradiance map.
    pub(super) landed: Receivers,
    /// Columns of the final map, and place of its receivers.
    pub(super) columns: usize,
    pub(super) seen: Receivers,
    /// Metres along each wall, and from the floor to the rim.
    along: [f32; SIDES.len()],
    high: f32,
}

impl Plan {
    pub(super) fn new(scene: &LitScene) -> Self {
        let half = scene.shape.half;
        let half_length = scene.shape.half_length();
        let longer = scene.texels as f32;
        let spread = Spread::new(scene);
        // After the blur by the sun's disc half as many texels suffice.
        let texel = 2.0 * half_length / longer;
        let shrunk = 1 + usize::from(spread.widest() > 0.75 * texel);
        let size = [half.x, half.y].map(|side| ((side / half_length * longer) as usize).max(1));
        let size = size.map(|texels| texels.next_multiple_of(shrunk));
        let side = ((SIDE_ROWS * longer) as usize / shrunk).max(4);
        Self {
            spread,
            half,
            size,
            landed: Receivers::new(size[1], side),
            columns: size[0] / shrunk,
            seen: Receivers::new(size[1] / shrunk, side),
            along: SIDES.map(|outward| 2.0 * half.dot(outward.perp().abs())),
            high: scene.shape.depth + scene.shape.rim(),
        }
    }

    /// Area of a texel of the irradiance map, of the floor or of a wall; square metres.
    pub(super) fn texel_area(&self, wall: Option<usize>) -> f32 {
        let [columns, rows] = self.size;
        match wall {
            None => 4.0 * self.half.x * self.half.y / (columns * rows) as f32,
            Some(wall) => self.along[wall] * self.high / (columns * self.landed.side) as f32,
        }
    }

    /// Number of parts along a side of the squares of `stride` cells that light is traced through: in level water the images of parts
    /// are as large as a texel.
    pub(super) fn parts(&self, (columns, rows): (usize, usize), stride: usize) -> usize {
        let [columns, rows] = [columns, rows].map(|cells| cells.div_ceil(stride));
        self.size[0]
            .div_ceil(columns)
            .max(self.size[1].div_ceil(rows))
    }

    /// Metres along both sides of the floor, or of a wall.
    pub(super) fn extent(&self, wall: Option<usize>) -> Vec2 {
        match wall {
            None => 2.0 * self.half,
            Some(wall) => Vec2::new(self.along[wall], self.high),
        }
    }

    /// The penumbra's samples on the floor, or on a wall.
    pub(super) fn samples(&self, wall: Option<usize>) -> Samples {
        match wall {
            None => self.spread.on_floor(self.half),
            Some(_) => self.spread.on_wall(self.extent(wall)),
        }
    }

    /// The floor and the walls, each with the cells that light is traced through to it.
    pub(super) fn lit(
        scene: &LitScene,
        surface: (usize, usize),
    ) -> impl Iterator<Item = (Option<usize>, Cells)> {
        Receivers::each().map(move |wall| {
            let cells = match wall {
                None => all(scene, surface),
                Some(index) => before(SIDES[index], scene, surface),
            };
            (wall, cells)
        })
    }
}
