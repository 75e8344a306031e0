//! What a water model is and can do, as data: whoever wants to know asks this, and nobody asks for a model by its name.

use super::{MODELS, Water};
use crate::parameter::{Parameter, ParameterError, Preset, Settings, SurfaceKind};
use crate::pool::Size;
use crate::sea::{GerstnerWave, SeaKind};

/// A water model: what it is called, what can be adjusted, and how to make one.
#[non_exhaustive]
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
    /// Whether walls can stand in it.
    pub walls: bool,
    /// Whether it knows how deep it is, cell by cell.
    pub depth: bool,
    /// How many times as heavy as a ripple's a poke by hand is, so that as much is seen of it.
    pub poke: i16,
    /// The sea below its ripples, for open water: a function of time, which has no end. The others are pools.
    pub sea: Option<&'static SeaKind>,
    /// Whether values that are each allowed are also stable together; asked through [`Model::check`].
    pub(crate) check: fn(&Settings, Size) -> Result<(), ParameterError>,
    /// Makes the model at rest, of settings that go together, and of these waves if it takes any; called through
    /// [`Model::create_of`].
    pub(crate) make: fn(&Settings, &[GerstnerWave], Size) -> Box<dyn Water>,
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

impl Model {
    /// This water at rest, with every parameter at its default.
    pub fn create(&self, size: Size) -> Box<dyn Water> {
        (self.make)(&Settings::new(self.parameters), &[], size)
    }

    /// This water at rest, or why it can't be with these settings.
    pub fn create_with(
        &self,
        settings: &Settings,
        size: Size,
    ) -> Result<Box<dyn Water>, ParameterError> {
        self.create_of(settings, &[], size)
    }

    /// As [`Model::create_with`], made of these `waves` in the place of its own where there are any and it takes them.
    pub fn create_of(
        &self,
        settings: &Settings,
        waves: &[GerstnerWave],
        size: Size,
    ) -> Result<Box<dyn Water>, ParameterError> {
        self.check_of(settings, waves, size)?;
        Ok((self.make)(settings, waves, size))
    }

    /// As [`Model::check`], of water made of these `waves` in the place of its own where there are any and it takes them.
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

    /// A line for a person where these settings, which go together, are hardly what was meant: what is lost, and what would hold it.
    pub fn notice(&self, settings: &Settings, size: Size) -> Option<String> {
        let notice = self.sea?.notice;
        notice(settings, size.columns(), size.rows())
    }

    /// The model called `name`, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        MODELS.iter().copied().find(|model| model.name == name)
    }

    /// Whether it is open water, which no edge and no wall ends.
    pub fn is_open(&self) -> bool {
        self.sea.is_some()
    }

    /// Of which kind its surface is.
    pub fn kind(&self) -> SurfaceKind {
        match self.is_open() {
            true => SurfaceKind::Open,
            false => SurfaceKind::Bounded,
        }
    }

    /// Whether it can be made of waves that somebody lists.
    pub fn takes_waves(&self) -> bool {
        self.sea.is_some_and(|kind| kind.takes_waves)
    }

    /// Whether it is a pool that knows how its surface moves sideways.
    pub fn flows(&self) -> bool {
        !self.is_open()
            && self
                .parameters
                .iter()
                .any(|known| known.key == "choppiness")
    }

    /// Whether it foams (whitecaps).
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

/// Water with these settings, which go together.
pub(crate) fn settled(mut water: impl Water + 'static, settings: &Settings) -> Box<dyn Water> {
    let adopted = water.apply_settings(settings);
    debug_assert!(adopted.is_ok(), "{adopted:?}: checked before");
    Box::new(water)
}

/// For models that are stable with all that their parameters allow.
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
