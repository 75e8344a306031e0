//! The walls of a simulation: built, erased and passed to its waters, with the dry land of each.

use super::Simulation;
use crate::grid::Grid;
use crate::pool::{Obstacle, Obstruction};
use crate::water::Water;
use std::sync::Arc;

/// The walls of a pool, with a revision for cached copies.
pub(super) struct Walls {
    pub(super) obstruction: Obstruction,
    revision: u64,
    /// For the water and the compared one: the walls and the dry land, if a depth map has some.
    with_land: [Option<Obstruction>; 2],
    lands_differ: bool,
}

impl Walls {
    /// Walls whose dry land is not known yet.
    pub(super) fn new(obstruction: Obstruction) -> Self {
        Self {
            obstruction,
            revision: 0,
            with_land: [None, None],
            lands_differ: false,
        }
    }
}

/// The walls and the dry parts of a water's floor, if there are any.
fn with_land(walls: &Obstruction, water: &dyn Water) -> Option<Obstruction> {
    // Ground that rises out of the water is seen as ground.
    let depth = water.depth().filter(|_| !water.model().ground)?;
    let is_dry = |depth: f32| depth <= 0.0;
    if !depth.cells().iter().any(|&depth| is_dry(depth)) {
        return None;
    }
    let open = Grid::from_fn(depth.columns(), depth.rows(), |column, row| {
        f32::from(u8::from(!is_dry(depth[(column, row)])))
    });
    let mut standing = walls.clone();
    standing.add(&Obstacle::Mask(Arc::new(open)));
    Some(standing)
}

impl Simulation {
    /// What stands in the water.
    pub fn walls(&self) -> &Obstruction {
        &self.walls.obstruction
    }

    /// The obstacles above the water, or above the `compared` one: the walls, and dry land.
    pub fn standing(&self, compared: bool) -> &Obstruction {
        let land = &self.walls.with_land[usize::from(compared)];
        land.as_ref().unwrap_or(&self.walls.obstruction)
    }

    pub(super) fn find_land(&mut self) {
        let walls = &self.walls.obstruction;
        let land = |water: Option<&dyn Water>| with_land(walls, water?);
        self.walls.with_land = [land(Some(&*self.water)), land(self.other.as_deref())];
        let lands = self.walls.with_land.each_ref();
        let [own, compared] = lands.map(|land| land.as_ref().map(Obstruction::cells));
        self.walls.lands_differ = own != compared;
        self.walls.revision += 1;
        self.surround_bodies();
    }

    /// A revision that changes whenever the obstacles above the water, or above the `compared` one, do, for cached copies. Waters with the
    /// same obstacles have the same revision.
    pub fn standing_revision(&self, compared: bool) -> u64 {
        2 * self.walls.revision + u64::from(compared && self.walls.lands_differ)
    }

    /// A revision that changes whenever the walls do.
    pub fn walls_revision(&self) -> u64 {
        self.walls.revision
    }

    /// Builds a wall.
    pub fn build_wall(&mut self, obstacle: &Obstacle) {
        self.walls.obstruction.add(obstacle);
        self.build();
    }

    /// Erases what an obstacle covers, and loose remains; see [`Obstruction::erase`].
    pub fn erase_wall(&mut self, obstacle: &Obstacle) {
        self.walls.obstruction.erase(obstacle);
        self.build();
    }

    /// Replaces the walls by others, of as many cells.
    pub fn set_walls(&mut self, walls: &Obstruction) {
        self.walls.obstruction = walls.clone();
        self.build();
    }

    /// Removes all walls.
    pub fn clear_walls(&mut self) {
        self.walls.obstruction.clear();
        self.build();
    }

    /// Passes the walls to the waters.
    pub(super) fn build(&mut self) {
        for water in std::iter::once(&mut self.water).chain(self.other.as_mut()) {
            water.set_obstacles(&self.walls.obstruction);
        }
        self.find_land();
    }
}
