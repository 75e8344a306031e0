//! `WaterView`: one of the waters of a simulation, with the walls that stand in it, as a view set draws it.

use crate::pool::Obstruction;
use crate::scene::Simulation;
use crate::surface::Surface;
use crate::view::{CloudTime, Weather};
use crate::water::Water;
use glam::Vec2;
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
    /// The clouds and the rain above it.
    pub weather: Weather,
}

/// Velocity of the clouds above a pool, m/s.
const BREEZE: Vec2 = Vec2::new(5.0, 2.5);

/// Velocity of clouds, relative to the wind's over the sea.
const ALOFT: f32 = 1.3;

/// Time and wind of the clouds of a simulation: the wind of its sea, if it has one. Above a sea that repeats, clouds stand still.
fn cloud_time(simulation: &Simulation) -> CloudTime {
    match simulation.water().surface().cascades() {
        Some(sea) if sea.foam_drift.period.is_some() => CloudTime::default(),
        Some(sea) => {
            let wind = sea.foam_drift.wind();
            CloudTime {
                seconds: sea.foam_drift.seconds,
                wind: (ALOFT * wind as f32).max(BREEZE.length()) * Vec2::from_angle(sea.heading),
            }
        }
        None => CloudTime {
            seconds: simulation.step() as f64 / simulation.steps_per_second(),
            wind: BREEZE,
        },
    }
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
            weather: Weather {
                clouds: cloud_time(simulation),
                rain: simulation.rainfall(),
                seconds: simulation.step() as f64 / simulation.steps_per_second(),
            },
        }
    }
}
