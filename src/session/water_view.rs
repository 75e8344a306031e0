//! `WaterView`: one of the waters of a simulation, with the walls that stand in it, as a view set draws it.

use crate::pool::Obstruction;
use crate::scene::Simulation;
use crate::surface::Surface;
use crate::water::Water;
use waterlab_bodies::Bodies;

/// A water and its walls, borrowed for one frame.
#[derive(Clone, Copy)]
pub struct WaterView<'a> {
    /// The water.
    pub water: &'a dyn Water,
    /// Obstacles above the surface, walls and dry land, in cells of [`Water::size`].
    pub walls: &'a Obstruction,
    /// Revision of the walls: equal numbers mean equal walls, as long as a view set shows the same simulation.
    pub walls_revision: u64,
    /// The bodies in the water.
    pub bodies: Option<&'a Bodies>,
}

impl<'a> WaterView<'a> {
    /// The first water of a simulation.
    pub fn of(simulation: &'a Simulation) -> Self {
        Self::with(simulation, simulation.water(), false)
    }

    /// The compared water, if there is one.
    pub fn compared(simulation: &'a Simulation) -> Option<Self> {
        simulation
            .other()
            .map(|water| Self::with(simulation, water, true))
    }

    /// The surface of the water, with its obstacles.
    pub fn surface(&self) -> Surface<'a> {
        let walls = (!self.walls.is_open()).then(|| self.walls.cells());
        self.water.surface().among(walls)
    }

    fn with(simulation: &'a Simulation, water: &'a dyn Water, compared: bool) -> Self {
        Self {
            water,
            walls: simulation.standing(compared),
            walls_revision: simulation.standing_revision(compared),
            bodies: Some(simulation.bodies(compared)),
        }
    }
}
