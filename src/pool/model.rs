//! The list of the models, each with the one description of what can be adjusted.

use super::{Size, Water, coarse, iwave, ripple, spring, wave};
use crate::parameter::{Parameter, ParameterError, Preset, Settings};

/// A water model: what it is called, what can be adjusted, and how to make one.
pub struct Model {
    /// The name in scene files and on the command line.
    pub name: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it computes.
    pub about: &'static str,
    /// What can be adjusted.
    pub parameters: &'static [Parameter],
    /// Sets of values worth a try.
    pub presets: &'static [Preset],
    /// What a picture can make differ from cell to cell.
    pub maps: &'static [Map],
    /// Whether values that are each allowed are also stable together; asked through [`Model::check`].
    pub(crate) check: fn(&Settings, Size) -> Result<(), ParameterError>,
    /// Makes the model at rest; called through [`Model::create`].
    pub(crate) make: fn(Size) -> Box<dyn Water>,
}

/// A quantity that a picture can make differ from cell to cell: black is 0, white is the parameter's own value.
#[derive(Debug)]
pub struct Map {
    /// The name in scene files.
    pub key: &'static str,
    /// The name in the panel.
    pub title: &'static str,
    /// One sentence: what it multiplies.
    pub about: &'static str,
}

/// Every model of this version, in the order of the number keys.
pub static MODELS: [&Model; 6] = [
    &ripple::MODEL,
    &coarse::MODEL,
    &spring::MODEL,
    &wave::MODEL,
    &iwave::MODEL,
    &iwave::EXACT,
];

impl Model {
    /// A pool of this water, at rest, with every parameter at its default.
    pub fn create(&self, size: Size) -> Box<dyn Water> {
        (self.make)(size)
    }

    /// Whether a pool of `size` cells with these settings is stable; if not, the error names the limit.
    pub fn check(&self, settings: &Settings, size: Size) -> Result<(), ParameterError> {
        settings.check_of(self.parameters)?;
        (self.check)(settings, size)
    }

    /// The model called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        MODELS.iter().copied().find(|model| model.name == name)
    }

    /// The keys of its maps.
    pub fn map_keys(&self) -> impl Iterator<Item = &'static str> {
        self.maps.iter().map(|map| map.key)
    }
}

/// For models that are stable with all that their parameters allow.
pub(super) fn always_stable(_: &Settings, _: Size) -> Result<(), ParameterError> {
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
                assert_eq!(water.adopt(&settings).is_ok(), allowed, "{}", model.name);
                assert!(std::ptr::eq(
                    water.settings().parameters(),
                    model.parameters
                ));
            }
        }
    }
}
