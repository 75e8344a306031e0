//! The list of the seas with their parameters.

use super::{FoamParameters, GERSTNER, GerstnerWave, SPECTRAL, Sea};
use crate::parameter::{Parameter, ParameterError, Preset, Settings};

/// A kind of sea: its names, its parameters, and how to build one.
#[non_exhaustive]
pub struct SeaKind {
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
    /// Checks that values which are each allowed are valid together for this many columns and rows, with these waves in place of the sea's
    /// own if the list is not empty.
    pub(crate) check: fn(&Settings, &[GerstnerWave], usize, usize) -> Result<(), ParameterError>,
    /// Whether it accepts a list of waves.
    pub takes_waves: bool,
    /// Whether it has a wave spectrum.
    pub spectrum: bool,
    /// Builds a sea from checked settings, and from these waves if the list is not empty and the sea takes waves.
    pub(crate) make: fn(&Settings, &[GerstnerWave], usize, usize) -> Sea,
    /// Choppiness and foam from checked settings, those with the keys in [`CRESTS`].
    pub(crate) crests: fn(&Settings) -> (f64, FoamParameters),
    /// What a grid of this many columns and rows loses of this sea, if it is much.
    pub(crate) misfit: fn(&Settings, usize, usize) -> Option<Misfit>,
}

/// A sea whose waves do not fit its grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// What the grid cannot represent, and what could.
    pub message: String,
    /// A patch for as many cells that would, metres: a value for `patch`.
    pub patch: f64,
}

/// Keys that do not change the waves, only the treatment of their crests.
const CRESTS: [&str; 4] = ["choppiness", "foam_threshold", "foam_growth", "foam_decay"];

/// All kinds of sea.
pub static KINDS: [&SeaKind; 2] = [&GERSTNER, &SPECTRAL];

impl SeaKind {
    /// A sea of `columns × rows` cells, or an error if the settings are of another list or not valid together.
    pub fn create(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<Sea, ParameterError> {
        self.create_of(settings, &[], columns, rows)
    }

    /// Like [`SeaKind::create`], with these `waves` in place of the sea's own if the list is not empty and the sea takes waves.
    pub fn create_of(
        &self,
        settings: &Settings,
        waves: &[GerstnerWave],
        columns: usize,
        rows: usize,
    ) -> Result<Sea, ParameterError> {
        self.check_of(settings, waves, columns, rows)?;
        Ok((self.make)(settings, waves, columns, rows))
    }

    /// Whether two settings give the same waves, whatever the treatment of their crests.
    pub(crate) fn has_same_waves(one: &Settings, other: &Settings) -> bool {
        let mut pairs = one.iter().zip(other.iter());
        pairs.all(|((parameter, one), (_, other))| one == other || CRESTS.contains(&parameter.key))
    }

    /// Checks whether these settings give a sea of `columns × rows` cells; the error names the limit.
    pub fn check(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<(), ParameterError> {
        self.check_of(settings, &[], columns, rows)
    }

    /// Like [`SeaKind::check`], with these `waves` in place of the sea's own if the list is not empty and the sea takes waves.
    pub fn check_of(
        &self,
        settings: &Settings,
        waves: &[GerstnerWave],
        columns: usize,
        rows: usize,
    ) -> Result<(), ParameterError> {
        settings.check_of(self.parameters)?;
        (self.check)(settings, waves, columns, rows)
    }

    /// The sea called `name`, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.name == name)
    }
}
