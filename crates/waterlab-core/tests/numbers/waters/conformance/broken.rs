//! Waters that break the contract, each in one way: a check that lets one of them pass checks nothing.

use std::borrow::Cow;
use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{ParameterError, Settings};
use waterlab_core::pool::{Disturbance, Obstruction, Ripple, Size, State};
use waterlab_core::surface::Surface;
use waterlab_core::water::{Status, Water, bounded};

/// What is wrong with one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Broken {
    /// It says it is at rest while it moves.
    AlwaysCalm,
    /// It never says that anything changed.
    SilentRevision,
    /// It remembers a stone that calm should have taken away.
    NeverCalms,
    /// It lets waves into walls.
    LeakyWalls,
    /// It takes settings and forgets them.
    ForgetsSettings,
    /// It is one cell wider than it was asked to be.
    WrongSize,
    /// It drops the surface that it is given.
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
            how: self,
            ripple: Ripple::new(size),
            defaults: Ripple::new(size).settings().clone(),
        })
    }
}

/// A ripple with something wrong.
struct BrokenRipple {
    how: Broken,
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
        if self.how != Broken::DropsSurface {
            self.ripple.set_state(surface);
        }
    }

    fn set_obstacles(&mut self, obstruction: &Obstruction) {
        if self.how != Broken::LeakyWalls {
            self.ripple.set_obstacles(obstruction);
        }
    }

    fn obstruction(&self) -> Cow<'_, Grid<f32>> {
        self.ripple.obstruction()
    }

    fn is_calm(&self) -> bool {
        self.how == Broken::AlwaysCalm || self.ripple.is_calm()
    }

    fn reset(&mut self) {
        if self.how != Broken::NeverCalms {
            self.ripple.reset();
        }
    }

    fn revision(&self) -> u64 {
        if self.how == Broken::SilentRevision {
            0
        } else {
            self.ripple.revision()
        }
    }

    fn settings(&self) -> &Settings {
        if self.how == Broken::ForgetsSettings {
            &self.defaults
        } else {
            self.ripple.settings()
        }
    }

    fn apply_settings(&mut self, settings: &Settings) -> Result<(), ParameterError> {
        self.ripple.apply_settings(settings)
    }
}
