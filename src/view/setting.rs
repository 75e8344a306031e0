//! What a lit pool stands in.

use crate::parameter::choices;

/// What a lit pool stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// A garden: paving, a few things, a lawn within a hedge, the country beyond.
    Terrace,
    /// A dark studio: the water is free-standing, seen from outside through glass.
    Tank,
    /// Paving up to the horizon under the bare sky: for measuring.
    Open,
}

choices!(Setting: Terrace = "terrace", Tank = "tank", Open = "open");
