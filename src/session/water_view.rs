//! What a gallery shows of a scene being played: one of its waters, with the walls that stand in it.

use crate::pool::Obstruction;
use crate::scene::Simulation;
use crate::surface::Surface;
use crate::water::Water;

/// A water and its walls, borrowed for one frame.
#[derive(Clone, Copy)]
pub struct WaterView<'a> {
    /// The water.
    pub water: &'a dyn Water,
    /// What stands out of it, walls and dry land, in cells of [`Water::size`].
    pub walls: &'a Obstruction,
    /// Names the walls: the same number is the same walls, for as long as a gallery shows the same play.
    pub walls_revision: u64,
}

impl<'a> WaterView<'a> {
    /// The water of a play.
    pub fn of(simulation: &'a Simulation) -> Self {
        Self::with(simulation, simulation.water(), false)
    }

    /// The water beside it, where the play compares two.
    pub fn compared(simulation: &'a Simulation) -> Option<Self> {
        simulation
            .other()
            .map(|water| Self::with(simulation, water, true))
    }

    /// The surface of the water, with what stands in it.
    pub fn surface(&self) -> Surface<'a> {
        let walls = (!self.walls.is_open()).then(|| self.walls.cells());
        self.water.surface().among(walls)
    }

    fn with(simulation: &'a Simulation, water: &'a dyn Water, compared: bool) -> Self {
        Self {
            water,
            walls: simulation.standing(compared),
            walls_revision: simulation.standing_revision(compared),
        }
    }
}
