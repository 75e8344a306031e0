//! The list of the seas, each with the one description of what can be adjusted.

use super::{FoamLaw, GERSTNER, GerstnerWave, SPECTRAL, Sea};
use crate::parameter::{Parameter, ParameterError, Preset, Settings};

/// A kind of sea: what it is called, what can be adjusted, and how to make one.
#[non_exhaustive]
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
    /// Whether values that are each allowed go together for so many columns and rows, and with these waves in the place of its own if
    /// there are any.
    pub(crate) check: fn(&Settings, &[GerstnerWave], usize, usize) -> Result<(), ParameterError>,
    /// Whether it can be made of waves that somebody lists.
    pub takes_waves: bool,
    /// Whether it is drawn from a spectrum.
    pub spectrum: bool,
    /// Makes one of checked settings; of these waves, if there are any and it takes them.
    pub(crate) make: fn(&Settings, &[GerstnerWave], usize, usize) -> Sea,
    /// Choppiness and foam of checked settings: what [`LAW`] says.
    pub(crate) law: fn(&Settings) -> (f64, FoamLaw),
    /// A line for a person where a grid of so many columns and rows loses most of this sea.
    pub(crate) notice: fn(&Settings, usize, usize) -> Option<String>,
}

/// Keys that change no wave, but what becomes of their crests.
const LAW: [&str; 4] = ["choppiness", "foam_threshold", "foam_growth", "foam_decay"];

/// Every sea of this version.
pub static KINDS: [&SeaKind; 2] = [&GERSTNER, &SPECTRAL];

impl SeaKind {
    /// A sea of `columns × rows` cells, or why these settings make none: they are of another list, or do not go together.
    pub fn create(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<Sea, ParameterError> {
        self.create_of(settings, &[], columns, rows)
    }

    /// As [`SeaKind::create`], with these `waves` in the place of its own where there are any and it takes them.
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

    /// Whether two settings are of the same waves, whatever their crests do.
    pub(crate) fn has_same_waves(one: &Settings, other: &Settings) -> bool {
        let mut pairs = one.iter().zip(other.iter());
        pairs.all(|((parameter, one), (_, other))| one == other || LAW.contains(&parameter.key))
    }

    /// Whether these settings make a sea of `columns × rows` cells; if not, the error names the limit.
    pub fn check(
        &self,
        settings: &Settings,
        columns: usize,
        rows: usize,
    ) -> Result<(), ParameterError> {
        self.check_of(settings, &[], columns, rows)
    }

    /// As [`SeaKind::check`], of a sea of these `waves` in the place of its own where there are any and it takes them.
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
