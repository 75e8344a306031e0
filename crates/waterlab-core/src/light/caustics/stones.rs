//! Obstacles in the water that block light: walls from the floor up to one height.

use super::Basin;
use super::polygon::Point;
use super::surface::Facet;
use crate::grid::Grid;
use crate::heights::is_solid;

/// Upright obstacles in a basin.
#[derive(Clone, Copy, Debug)]
pub struct Stones<'a> {
    /// How open each cell is, from 0 (solid) to 1 (open); the cells, of any number, fill the basin.
    pub open: &'a Grid<f32>,
    /// Height of their tops above the still level, metres.
    pub height: f64,
}

/// Where light hits an obstacle.
pub(super) enum Hit {
    /// Nowhere.
    Nothing,
    /// Before it reaches the surface, or where an obstacle replaces the surface.
    AboveWater,
    /// Under water, before it reaches floor and walls.
    UnderWater,
}

impl Stones<'_> {
    /// Whether there are any obstacles.
    pub(super) fn are_there(&self) -> bool {
        self.open.cells().iter().any(|&open| is_solid(open))
    }

    /// Where the light through the centre of a facet hits an obstacle; `sun` is the unit direction toward it, above the horizon.
    pub(super) fn hit(&self, basin: &Basin, facet: &Facet, sun: [f64; 3]) -> Hit {
        let [x, y, z] = facet.middle();
        let up = (self.height - y).max(0.0) / sun[1];
        if self.stands_between(basin, [x, z], [x + up * sun[0], z + up * sun[2]]) {
            return Hit::AboveWater;
        }
        let landed = [0, 1].map(|axis| {
            let sum: f64 = facet.rays.iter().map(|ray| ray.floor[axis]).sum();
            sum / 3.0
        });
        match self.stands_between(basin, [x, z], landed) {
            true => Hit::UnderWater,
            false => Hit::Nothing,
        }
    }

    /// Whether there is an obstacle on the straight line between two points, sampled twice per cell.
    fn stands_between(&self, basin: &Basin, from: Point, to: Point) -> bool {
        let cells = [self.open.columns(), self.open.rows()];
        let place = |point: Point| {
            [0, 1].map(|axis| (point[axis] / basin.half[axis] + 1.0) * 0.5 * cells[axis] as f64)
        };
        let (from, to) = (place(from), place(to));
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (2.0 * length).ceil().max(1.0);
        // There are no obstacles outside the walls, and a ray that has left does not return.
        let inside = |at: &Point| (0..2).all(|axis| (0.0..cells[axis] as f64).contains(&at[axis]));
        (0..=steps as usize)
            .map(|step| {
                let part = step as f64 / steps;
                [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
            })
            .take_while(inside)
            .any(|at| is_solid(self.open[(at[0] as usize, at[1] as usize)]))
    }
}
