//! The list of the seas, each with the one description of what can be adjusted.

use super::{Sea, gerstner, spectral};
use crate::parameter::{Parameter, ParameterError, Preset, Settings};

/// A kind of sea: what it is called, what can be adjusted, and how to make one.
pub struct SeaKind {
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
    /// Whether values that are each allowed go together for so many columns and rows.
    pub(crate) check: fn(&Settings, usize, usize) -> Result<(), ParameterError>,
    /// Makes one of checked settings.
    pub(crate) make: fn(&Settings, usize, usize) -> Sea,
}

/// Every sea of this version.
pub static KINDS: [&SeaKind; 2] = [&gerstner::KIND, &spectral::KIND];

impl SeaKind {
    /// A sea of `columns × rows` cells, or why these settings make none.
    pub fn create(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<Sea, ParameterError> {
        self.check(settings, columns, rows)?;
        Ok((self.make)(settings, columns, rows))
    }

    /// Whether these settings make a sea of `columns × rows` cells; if not, the error names the limit.
    pub fn check(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<(), ParameterError> {
        settings.check_of(self.parameters)?;
        (self.check)(settings, columns, rows)
    }

    /// The sea called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.name == name)
    }
}
