//! Settings of a lit pool: its surroundings.

use crate::parameter::choices;

/// The surroundings of a lit pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// A garden: paving with props, a lawn within a hedge, distant country.
    Terrace,
    /// A dark studio: the water is free-standing and seen through glass.
    Tank,
    /// Paving to the horizon under the sky, for measurements.
    Open,
}

choices!(Setting: Terrace = "terrace", Tank = "tank", Open = "open");
