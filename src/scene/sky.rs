//! The sky of a scene: where the sun stands, and what the air is like.

use super::keys;
use crate::light::{SkyConditions, SunPosition};
use crate::parameter::Settings;
use std::path::PathBuf;

/// The `[sky]` of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Sky {
    /// Settings of [`keys::SKY`]: hour, day, latitude, sun, clouds and haze.
    pub settings: Settings,
    /// Degrees of the sun above the horizon, in place of what hour, day and latitude make: −90 to 90.
    pub elevation: Option<f64>,
    /// Degrees clockwise from above to where the sun stands, 0 toward −z: −360 to 360.
    pub azimuth: Option<f64>,
    /// A picture in the place of the computed sky.
    pub panorama: Option<PathBuf>,
}

impl Sky {
    /// Where the sun stands.
    pub fn sun(&self) -> SunPosition {
        let [hour, day, latitude] = ["hour", "day", "latitude"].map(|key| self.settings.real(key));
        let by_the_hour = SunPosition::at(hour, day, latitude);
        SunPosition {
            elevation: self.elevation.unwrap_or(by_the_hour.elevation),
            azimuth: self.azimuth.unwrap_or(by_the_hour.azimuth),
        }
    }
}

impl Sky {
    /// What the computed sky is made of.
    pub fn conditions(&self) -> SkyConditions {
        let real = |key| self.settings.real(key) as f32;
        SkyConditions {
            sun: self.sun().direction(),
            strength: real("sun"),
            haze: real("haze"),
            clouds: real("clouds"),
        }
    }
}

impl Default for Sky {
    fn default() -> Self {
        Self {
            settings: Settings::new(&keys::SKY),
            elevation: None,
            azimuth: None,
            panorama: None,
        }
    }
}
