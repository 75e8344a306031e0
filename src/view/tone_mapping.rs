//! Tone mapping: how scene colour becomes display colours (docs/models.md §14).

#[cfg(feature = "gl")]
use crate::parameter::Choice;
use crate::parameter::{Settings, choices};

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

/// What the exposure follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metering {
    /// The light of sky, water and lamps.
    #[default]
    Light,
    /// That, and the histogram of the picture.
    Picture,
}

choices! { Metering: Light = "light", Picture = "picture" }

/// How scene colour becomes display colours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ToneMapping {
    /// The curve.
    pub curve: Curve,
    /// The exposure before it.
    pub metering: Metering,
    /// Exposure compensation, in stops, which the scene colour contains.
    pub stops: f32,
}

impl ToneMapping {
    /// That of a view with light. An exposure that does not adapt is not metered.
    pub fn of(settings: &Settings) -> Self {
        Self {
            curve: settings.choice("curve"),
            metering: match settings.switch("adapt") {
                true => settings.choice("metering"),
                false => Metering::Light,
            },
            stops: settings.real("exposure") as f32,
        }
    }
}

#[cfg(feature = "gl")]
impl ToneMapping {
    /// The number of variants of a program that maps tones.
    pub(super) const COUNT: usize = Curve::NAMES.len() * Metering::NAMES.len();

    /// The variant of a program for this.
    pub(super) fn variant(self) -> usize {
        self.curve as usize + Curve::NAMES.len() * self.metering as usize
    }

    /// `#define`s of `lib/tonemap.glsl`, or empty strings.
    pub(super) fn defines(self) -> [&'static str; 2] {
        let curve = match self.curve {
            Curve::Filmic => "",
            Curve::Agx => "AGX",
        };
        let metering = match self.metering {
            Metering::Light => "",
            Metering::Picture => "METERED",
        };
        [curve, metering]
    }
}
