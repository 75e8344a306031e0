//! `Model`: the description of a water model as data. Code reads it instead of comparing model names.

use super::{MODELS, Water};
use crate::parameter::{Parameter, ParameterError, Preset, Settings, SurfaceKind};
use crate::pool::Size;
use crate::sea::{GerstnerWave, Misfit, SeaKind};

/// A water model: its names, its parameters, and how to build one.
#[non_exhaustive]
pub struct Model {
    /// The name in scene files and on the command line.
    pub name: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it computes.
    pub about: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// Named sets of parameter values.
    pub presets: &'static [Preset],
    /// The quantities that an image can vary from cell to cell.
    pub maps: &'static [Map],
    /// Whether it supports walls.
    pub walls: bool,
    /// Whether it has a depth for each cell.
    pub depth: bool,
    /// Whether a pool has a horizontal velocity; a sea's belongs to its cascades.
    pub flows: bool,
    /// Whether it has ground that can rise out of the water and be flooded.
    pub ground: bool,
    /// The factor by which a brush stroke is heavier than in the ripple, so that it is equally visible.
    pub poke: i16,
    /// For open water, the kind of sea under the ripples; `None` for a pool.
    pub sea: Option<&'static SeaKind>,
    /// Checks whether values that are each allowed are stable together; called by [`Model::check`].
    pub(crate) check: fn(&Settings, Size) -> Result<(), ParameterError>,
    /// Builds the model at rest from settings that are valid together, and from these waves if it takes any; called by
    /// [`Model::create_of`].
    pub(crate) make: fn(&Settings, &[GerstnerWave], Size) -> Box<dyn Water>,
}

/// What the numbers of a [`Map`] are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    /// One for each cell, from 0 (black) to 1 (white): the part of the value of a parameter.
    Factor,
    /// One for each cell, in the unit of the quantity, as an OpenEXR file has them; in other pictures black and white are the values of
    /// these two parameters.
    Quantity([&'static str; 2]),
    /// Rows of two: seconds, which increase, and the quantity at that time. No image but a table (CSV).
    Series,
}

/// A quantity that an image can vary from cell to cell, or a table from time to time.
#[derive(Debug)]
pub struct Map {
    /// The name in scene files.
    pub key: &'static str,
    /// What its numbers are.
    pub kind: MapKind,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it is.
    pub about: &'static str,
}

impl Model {
    /// This water at rest, with every parameter at its default.
    pub fn create(&self, size: Size) -> Box<dyn Water> {
        (self.make)(&Settings::new(self.parameters), &[], size)
    }

    /// This water at rest with these settings, or an error if they are not valid together.
    pub fn create_with(
        &self,
        settings: &Settings,
        size: Size,
    ) -> Result<Box<dyn Water>, ParameterError> {
        self.create_of(settings, &[], size)
    }

    /// Like [`Model::create_with`], with these `waves` in place of the model's own if the list is not empty and the model takes waves.
    pub fn create_of(
        &self,
        settings: &Settings,
        waves: &[GerstnerWave],
        size: Size,
    ) -> Result<Box<dyn Water>, ParameterError> {
        self.check_of(settings, waves, size)?;
        Ok((self.make)(settings, waves, size))
    }

    /// Like [`Model::check`], with these `waves` in place of the model's own if the list is not empty and the model takes waves.
    pub fn check_of(
        &self,
        settings: &Settings,
        waves: &[GerstnerWave],
        size: Size,
    ) -> Result<(), ParameterError> {
        self.check(settings, size)?;
        match self.sea {
            Some(kind) => kind.check_of(settings, waves, size.columns(), size.rows()),
            None => Ok(()),
        }
    }

    /// Whether water of `size` cells with these settings is stable; if not, the error names the limit.
    pub fn check(&self, settings: &Settings, size: Size) -> Result<(), ParameterError> {
        settings.check_of(self.parameters)?;
        (self.check)(settings, size)
    }

    /// A warning about valid settings that are unlikely to be intended: what the grid cannot represent, and what could. `None` without one.
    pub fn notice(&self, settings: &Settings, size: Size) -> Option<String> {
        self.misfit(settings, size).map(|misfit| misfit.message)
    }

    /// What a grid of this size loses of a sea, if it is much, and a patch that would fit.
    pub fn misfit(&self, settings: &Settings, size: Size) -> Option<Misfit> {
        let misfit = self.sea?.misfit;
        misfit(settings, size.columns(), size.rows())
    }

    /// The model called `name`, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        MODELS.iter().copied().find(|model| model.name == name)
    }

    /// Whether this is open water, without edges and walls.
    pub fn is_open(&self) -> bool {
        self.sea.is_some()
    }

    /// The kind of its surface.
    pub fn kind(&self) -> SurfaceKind {
        match self.is_open() {
            true => SurfaceKind::Open,
            false => SurfaceKind::Bounded,
        }
    }

    /// Whether it accepts a list of waves.
    pub fn takes_waves(&self) -> bool {
        self.sea.is_some_and(|kind| kind.takes_waves)
    }

    /// Whether its surface is displaced horizontally.
    pub fn is_displaced(&self) -> bool {
        let has_choppiness = || {
            self.parameters
                .iter()
                .any(|known| known.key == "choppiness")
        };
        self.is_open() || has_choppiness()
    }

    /// Whether it has foam (whitecaps).
    pub fn foams(&self) -> bool {
        self.sea.is_some()
    }

    /// Whether it has a directional wave spectrum.
    pub fn has_spectrum(&self) -> bool {
        self.sea.is_some_and(|kind| kind.spectrum)
    }

    /// The keys of its maps.
    pub fn map_keys(&self) -> impl Iterator<Item = &'static str> {
        self.maps.iter().map(|map| map.key)
    }
}

/// The check of models that are stable with all values that their parameters allow.
pub(crate) fn always_stable(_: &Settings, _: Size) -> Result<(), ParameterError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_for_another_model_are_refused() {
        let size = Size::new(8, 6).unwrap();
        for model in MODELS {
            for other in MODELS {
                let settings = other.create(size).settings().clone();
                let mut water = model.create(size);
                let allowed = std::ptr::eq(model, other);
                assert_eq!(model.check(&settings, size).is_ok(), allowed);
                assert_eq!(
                    water.apply_settings(&settings).is_ok(),
                    allowed,
                    "{}",
                    model.name
                );
                assert!(std::ptr::eq(
                    water.settings().parameters(),
                    model.parameters
                ));
            }
        }
    }
}
