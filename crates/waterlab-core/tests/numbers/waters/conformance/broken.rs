//! Waters that break the contract, each in one way, to test the checks.

use std::borrow::Cow;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{ParameterError, Settings};
use waterlab_core::pool::{Disturbance, Obstruction, Patch, Ripple, Size, State};
use waterlab_core::surface::Surface;
use waterlab_core::water::{Status, Water, bounded};

/// The defect of a water.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Broken {
    /// It reports rest while it moves.
    AlwaysCalm,
    /// Its revision never changes.
    SilentRevision,
    /// A reset keeps its waves.
    NeverCalms,
    /// Waves enter walls.
    LeakyWalls,
    /// It ignores its settings.
    ForgetsSettings,
    /// It is one cell too wide.
    WrongSize,
    /// It ignores a state.
    DropsSurface,
}

pub const ALL: [Broken; 7] = [
    Broken::AlwaysCalm,
    Broken::SilentRevision,
    Broken::NeverCalms,
    Broken::LeakyWalls,
    Broken::ForgetsSettings,
    Broken::WrongSize,
    Broken::DropsSurface,
];

impl Broken {
    pub fn create(self, size: Size) -> Box<dyn Water> {
        let columns = size.columns() as i64 + i64::from(self == Self::WrongSize);
        let size = Size::new(columns, size.rows() as i64).expect("a size");
        Box::new(BrokenRipple {
            defect: self,
            ripple: Ripple::new(size),
            defaults: Ripple::new(size).settings().clone(),
        })
    }
}

/// A ripple with a defect.
struct BrokenRipple {
    defect: Broken,
    ripple: Ripple,
    defaults: Settings,
}

impl Water for BrokenRipple {
    fn status(&self) -> &Status {
        self.ripple.status()
    }

    fn step(&mut self) {
        self.ripple.step();
    }

    fn disturb(&mut self, disturbance: &Disturbance) {
        self.ripple.disturb(disturbance);
    }

    fn raise(&mut self, patches: &[Patch]) {
        self.ripple.raise(patches);
    }

    fn press(&mut self, patch: &Patch) {
        self.ripple.press(patch);
    }

    fn surface(&self) -> Surface<'_> {
        bounded(self)
    }

    fn heights(&self) -> Heights<'_> {
        self.ripple.heights()
    }

    fn velocity(&self) -> Cow<'_, Grid<f32>> {
        self.ripple.velocity()
    }

    fn set_state(&mut self, surface: &State) {
        if self.defect != Broken::DropsSurface {
            self.ripple.set_state(surface);
        }
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        if self.defect != Broken::LeakyWalls {
            self.ripple.set_obstacles(obstruction);
        }
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        self.ripple.obstruction()
    }

    fn is_calm(&self) -> bool {
        self.defect == Broken::AlwaysCalm || self.ripple.is_calm()
    }

    fn reset(&mut self) {
        if self.defect != Broken::NeverCalms {
            self.ripple.reset();
        }
    }

    fn revision(&self) -> u64 {
        if self.defect == Broken::SilentRevision {
            0
        } else {
            self.ripple.revision()
        }
    }

    fn settings(&self) -> &Settings {
        if self.defect == Broken::ForgetsSettings {
            &self.defaults
        } else {
            self.ripple.settings()
        }
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.ripple.apply_settings(settings)
    }
}
