//! What a lit pool stands in.

use crate::parameter::choices;

/// What a lit pool stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// A terrace.
    Terrace,
    /// A dark studio: the water is free-standing, seen from outside through glass.
    Tank,
}

choices!(Setting: Terrace = "terrace", Tank = "tank");
