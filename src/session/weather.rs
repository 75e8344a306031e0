//! Weather of a sea's preset, in addition to its waves: sky, type of water, and height of the camera.

use crate::light::WaterType;
use crate::parameter::{Preset, Value};
use crate::sea;

/// The weather of a preset of the spectral sea.
pub(super) struct Weather {
    /// The preset's title.
    title: &'static str,
    /// Height of the camera above the rest level, metres.
    pub height: f32,
    /// Settings of the sky; unnamed ones take their defaults.
    pub sky: &'static [(&'static str, Value)],
    /// Elevation of the sun above the horizon, degrees.
    pub elevation: f64,
    /// Type of water.
    pub water: WaterType,
}

static WEATHERS: [Weather; 5] = [
    Weather {
        title: "Calm",
        height: 2.0,
        sky: &[("clouds", Value::Real(0.15)), ("haze", Value::Real(1.5))],
        elevation: 16.0,
        water: WaterType::JerlovII,
    },
    Weather {
        title: "Breeze",
        height: 5.0,
        sky: &[("clouds", Value::Real(0.4))],
        elevation: 32.0,
        water: WaterType::JerlovIII,
    },
    Weather {
        title: "Gale",
        height: 12.0,
        sky: &[("clouds", Value::Real(0.65)), ("haze", Value::Real(3.0))],
        elevation: 28.0,
        water: WaterType::JerlovIII,
    },
    Weather {
        title: "Storm",
        height: 18.0,
        sky: &[("clouds", Value::Real(0.88)), ("haze", Value::Real(3.0))],
        elevation: 22.0,
        water: WaterType::Jerlov1C,
    },
    Weather {
        title: "Swell",
        height: 8.0,
        sky: &[("clouds", Value::Real(0.35)), ("haze", Value::Real(2.0))],
        elevation: 5.0,
        water: WaterType::JerlovII,
    },
];

impl Weather {
    /// The weather of a preset, if it is one of the spectral sea's.
    pub(super) fn of(preset: &Preset) -> Option<&'static Self> {
        let mut presets = sea::SPECTRAL.presets.iter();
        presets.any(|known| std::ptr::eq(known, preset)).then(|| {
            WEATHERS
                .iter()
                .find(|weather| weather.title == preset.title)
        })?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Settings;
    use crate::scene::keys::SKY;
    use crate::view::VIEWS;

    #[test]
    fn every_sea_of_the_presets_has_a_weather_that_can_be_set() {
        for preset in sea::SPECTRAL.presets {
            let weather = Weather::of(preset).expect("a weather");
            let mut sky = Settings::new(&SKY);
            for (key, value) in weather.sky {
                assert_eq!(sky.set(key, *value), Ok(()), "{}", weather.title);
            }
            assert!(weather.height > 0.0 && weather.height <= 100.0);
        }
        assert_eq!(WEATHERS.len(), sea::SPECTRAL.presets.len());
        // Presets of other lists are ignored.
        let of_views = VIEWS.iter().flat_map(|view| view.presets);
        assert!(
            of_views
                .into_iter()
                .all(|preset| Weather::of(preset).is_none())
        );
    }
}
