//! The tone curve: how radiance becomes display colours (docs/models.md §14).

use crate::parameter::choices;

/// The curve that maps tones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Curve {
    /// Narkowicz's fit of a filmic curve, with contrast and saturation.
    #[default]
    Filmic,
    /// Sobotka's AgX: bright colours fade to white without a change of hue, as in sunsets.
    Agx,
}

choices! { Curve: Filmic = "filmic", Agx = "agx" }

impl Curve {
    /// The `#define` of `lib/tonemap.glsl`, or an empty string.
    #[cfg(feature = "gl")]
    pub(super) fn define(self) -> &'static str {
        match self {
            Self::Filmic => "",
            Self::Agx => "AGX",
        }
    }
}
