//! The tone curve: how radiance becomes display colours (docs/models.md §14).

use crate::parameter::choices;

/// The curve that maps tones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Curve {
    /// Narkowicz's fit of a film's: contrast and strong colours.
    #[default]
    Filmic,
    /// Sobotka's AgX: bright colours fade to white without a change of hue, as in sunsets.
    Agx,
}

choices! { Curve: Filmic = "filmic", Agx = "agx" }
