//! What stands in the water, as the light meets it: walls from the floor up to one height.

use super::Basin;
use super::polygon::Point;
use super::surface::Facet;
use crate::grid::Grid;
use crate::heights::is_solid;

/// Upright stone in a basin.
#[derive(Clone, Copy, Debug)]
pub struct Stones<'a> {
    /// How open each cell is, 1 open and 0 solid; the cells, of any number, fill the basin.
    pub open: &'a Grid<f32>,
    /// Metres from the still level up to their tops.
    pub height: f64,
}

/// Where light meets stone.
pub(super) enum Met {
    /// Nowhere.
    Nothing,
    /// On its way to the surface, or where there is stone in place of a surface.
    AboveWater,
    /// On its way to floor and walls.
    UnderWater,
}

impl Stones<'_> {
    /// Whether there are any.
    pub(super) fn are_there(&self) -> bool {
        self.open.cells().iter().any(|&open| is_solid(open))
    }

    /// Where the light through the middle of a facet meets stone; `sun` is the unit direction toward it, above the horizon.
    pub(super) fn met(&self, basin: &Basin, facet: &Facet, sun: [f64; 3]) -> Met {
        let [x, y, z] = facet.middle();
        let up = (self.height - y).max(0.0) / sun[1];
        if self.stands_between(basin, [x, z], [x + up * sun[0], z + up * sun[2]]) {
            return Met::AboveWater;
        }
        let landed = [0, 1].map(|axis| {
            let sum: f64 = facet.rays.iter().map(|ray| ray.floor[axis]).sum();
            sum / 3.0
        });
        match self.stands_between(basin, [x, z], landed) {
            true => Met::UnderWater,
            false => Met::Nothing,
        }
    }

    /// Whether there is stone on the straight way over the ground, looked for twice a cell.
    fn stands_between(&self, basin: &Basin, from: Point, to: Point) -> bool {
        let cells = [self.open.columns(), self.open.rows()];
        let place = |point: Point| {
            [0, 1].map(|axis| (point[axis] / basin.half[axis] + 1.0) * 0.5 * cells[axis] as f64)
        };
        let (from, to) = (place(from), place(to));
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        let steps = (2.0 * length).ceil().max(1.0);
        // Nothing stands beyond the walls, and who has left does not come back.
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
