//! The sky of a scene: position of the sun, and state of the atmosphere.

use super::keys;
use crate::light::{Moon, MoonPosition, SkyConditions, SunPosition};
use crate::parameter::{Settings, Value};
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The `[sky]` of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Sky {
    /// Settings of [`keys::SKY`]: hour, day, latitude, hours per second, sun, clouds and haze.
    pub settings: Settings,
    /// Elevation of the sun above the horizon, degrees, in place of that of hour, day and latitude: −90 to 90.
    pub elevation: Option<f64>,
    /// Azimuth of the sun, degrees clockwise seen from above, 0 toward −z: −360 to 360.
    pub azimuth: Option<f64>,
    /// A panorama that replaces the computed sky.
    pub panorama: Option<PathBuf>,
}

impl Sky {
    /// Position of the sun.
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
    /// The same sky, with hour, day and latitude set to match a sun that the scene gives by angles: among all matching times, one at this
    /// latitude or the nearest one, on the nearest day.
    pub fn timed(&self) -> Self {
        let mut timed = self.clone();
        if self.elevation.is_none() && self.azimuth.is_none() {
            return timed;
        }
        let [hour, day, latitude] = time_of(
            self.sun(),
            self.settings.real("day"),
            self.settings.real("latitude"),
        );
        for (key, value) in [("hour", hour), ("day", day), ("latitude", latitude)] {
            // Within the ranges, which include all times and places.
            let _ = timed.settings.set(key, value);
        }
        timed
    }

    /// Hours that pass in a second of the scene.
    pub fn hours_per_second(&self) -> f64 {
        self.settings.real("hours_per_second")
    }

    /// Lets some hours pass, at least 0: the sun moves on from where it is, even if the scene gives it by angles. After the last day of the
    /// year comes the first.
    pub fn pass(&mut self, hours: f64) {
        if self.elevation.is_some() || self.azimuth.is_some() {
            *self = Self {
                elevation: None,
                azimuth: None,
                ..self.timed()
            };
        }
        let [hour, day] = ["hour", "day"].map(|key| self.settings.real(key));
        let hour = hour + hours;
        let day = (day - 1.0 + (hour / 24.0).floor()).rem_euclid(366.0) + 1.0;
        for (key, value) in [("hour", hour.rem_euclid(24.0)), ("day", day.min(366.0))] {
            // Within the ranges.
            let _ = self.settings.set(key, Value::Real(value));
        }
    }

    /// The sky so many seconds of the scene later, at [`Sky::hours_per_second`]. A panorama stays as it is.
    pub fn after(&self, seconds: f64) -> Self {
        let mut after = self.clone();
        let hours = self.hours_per_second() * seconds;
        if hours > 0.0 && self.panorama.is_none() {
            after.pass(hours);
        }
        after
    }

    /// Angular velocity of the sun about the eye, rad/s, if so many hours pass in a second: the sky turns about the axis of the earth, which
    /// points north and up by the latitude, once in 24 hours.
    pub fn turning(&self, hours_per_second: f64) -> Vec3 {
        let (up, north) = self
            .timed()
            .settings
            .real("latitude")
            .to_radians()
            .sin_cos();
        let axis = DVec3::new(0.0, up, -north);
        (-axis * hours_per_second * TAU / 24.0).as_vec3()
    }

    /// Position of the moon.
    pub fn moon(&self) -> MoonPosition {
        let timed = self.timed();
        let [hour, day, latitude] = ["hour", "day", "latitude"].map(|key| timed.settings.real(key));
        MoonPosition::at(hour, day, latitude)
    }

    /// The parameters of the computed sky.
    pub fn conditions(&self) -> SkyConditions {
        let real = |key| self.settings.real(key) as f32;
        let moon = self.moon();
        SkyConditions {
            moon: (moon.elevation > -1.0).then(|| Moon {
                toward: moon.direction(),
                light: moon.light as f32,
            }),
            sun: self.sun().direction(),
            strength: real("sun"),
            haze: real("haze"),
            clouds: real("clouds"),
        }
    }
}

/// Days of the year, a quarter of a day apart from the first noon to just beyond the last, each with the declination of the sun, radians.
static DECLINATIONS: LazyLock<Vec<[f64; 2]>> = LazyLock::new(|| {
    // At the pole the elevation of the sun is its declination.
    let at = |day: f64| SunPosition::at(12.0, day, 90.0).elevation.to_radians();
    let days = (4..=4 * 366 + 1).map(|quarter| f64::from(quarter) / 4.0);
    days.map(|day| [day, at(day)]).collect()
});

/// An hour, a day and a latitude with this position of the sun, close to the given day and latitude. From sin δ = sin φ·sin e − cos φ·cos
/// e·cos A′ (δ declination, φ latitude, e elevation, A′ azimuth from the south) follow the latitudes at which some day has such a sun.
fn time_of(sun: SunPosition, day: f64, latitude: f64) -> [f64; 3] {
    let (up, level) = sun.elevation.to_radians().sin_cos();
    let from_south = (sun.azimuth - 180.0).to_radians();
    let (west, south) = (level * from_south.sin(), level * from_south.cos());
    let tilt = |latitude: f64| {
        let (sine, cosine) = latitude.to_radians().sin_cos();
        (sine * up - cosine * south).clamp(-1.0, 1.0).asin()
    };
    let declinations = DECLINATIONS.iter().map(|[_, declination]| *declination);
    let most = declinations.fold(0.0, f64::max) - 1e-3;
    // Some latitude always has such a sun at its equinoxes.
    let tenths = (-900..=900).map(|tenth| f64::from(tenth) / 10.0);
    let latitude = std::iter::once(latitude)
        .chain(tenths)
        .filter(|&latitude| tilt(latitude).abs() <= most)
        .min_by(|a, b| (a - latitude).abs().total_cmp(&(b - latitude).abs()))
        .unwrap_or(latitude);
    let wanted = tilt(latitude);
    let pairs = DECLINATIONS.iter().zip(&DECLINATIONS[1..]);
    let crossings = pairs.filter_map(|([day, one], [_, other])| {
        let (off, next) = (one - wanted, other - wanted);
        (off == 0.0 || off * next < 0.0).then(|| match off - next {
            0.0 => *day,
            fall => day + 0.25 * off / fall,
        })
    });
    let day = crossings
        .min_by(|a, b| (a - day).abs().total_cmp(&(b - day).abs()))
        .unwrap_or(day);
    let (sine, cosine) = latitude.to_radians().sin_cos();
    let turned = west.atan2(up * cosine + south * sine).to_degrees();
    let hour = (12.0 + turned / 15.0).rem_euclid(24.0);
    // The declinations above are those of noon.
    let day = day + 0.5 - hour / 24.0;
    [hour, day.clamp(1.0, 366.0), latitude]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sun_put_by_angles_has_a_time_and_a_latitude_at_which_it_stands_there() {
        for elevation in [-8.0, 0.0, 5.0, 22.0, 45.0, 75.0, 90.0] {
            for azimuth in [-155.0, 0.0, 40.0, 90.0, 180.0, 247.0, 359.0] {
                let sky = Sky {
                    elevation: Some(elevation),
                    azimuth: Some(azimuth),
                    ..Sky::default()
                };
                let by_the_hour = Sky {
                    elevation: None,
                    azimuth: None,
                    ..sky.timed()
                };
                let [there, timed] = [sky, by_the_hour].map(|sky| sky.sun().direction());
                let apart = there.angle_between(timed).to_degrees();
                assert!(apart < 0.1, "{elevation} {azimuth}: {apart}");
            }
        }
    }

    #[test]
    fn the_time_keeps_to_the_latitude_where_that_has_such_a_sun() {
        let sky = Sky {
            elevation: Some(20.0),
            azimuth: Some(220.0),
            ..Sky::default()
        };
        assert_eq!(sky.timed().settings.real("latitude"), 45.0);
        assert_eq!(Sky::default().timed(), Sky::default());
    }

    fn at(hour: f64, day: f64, latitude: f64) -> Sky {
        let mut sky = Sky::default();
        for (key, value) in [("hour", hour), ("day", day), ("latitude", latitude)] {
            sky.settings.set(key, Value::Real(value)).expect("a sky");
        }
        sky
    }

    #[test]
    fn hours_pass_from_day_to_day_and_from_year_to_year() {
        for (day, next) in [(172.0, 173.0), (366.0, 1.0), (365.5, 366.0)] {
            let mut sky = at(23.5, day, 45.0);
            sky.pass(0.75);
            assert_eq!(sky, at(0.25, next, 45.0));
        }
        let mut sky = at(3.0, 365.0, 45.0);
        sky.pass(72.0);
        assert_eq!(sky, at(3.0, 2.0, 45.0));
    }

    #[test]
    fn a_sun_put_by_angles_moves_on_from_where_it_is() {
        let mut sky = Sky {
            elevation: Some(20.0),
            azimuth: Some(220.0),
            ..Sky::default()
        };
        let before = sky.sun().direction();
        sky.pass(0.1);
        let moved = before.angle_between(sky.sun().direction()).to_degrees();
        // 1.5° about the axis, less where the sun is far from the equator.
        assert!((1.3..1.55).contains(&moved), "{moved}");
    }

    #[test]
    fn the_sun_turns_about_the_axis_of_the_earth() {
        for (hour, day, latitude) in [
            (9.0, 80.0, 45.0),
            (15.0, 172.0, -30.0),
            (12.0, 172.0, 90.0),
            (18.0, 300.0, 0.0),
        ] {
            let sky = at(hour, day, latitude);
            let mut later = sky.clone();
            later.pass(0.5);
            // 0.2 hours a second for 2.5 s.
            let angle = sky.turning(0.2) * 2.5;
            let turned = glam::Quat::from_scaled_axis(angle) * sky.sun().direction();
            let apart = turned.angle_between(later.sun().direction()).to_degrees();
            // Declination and equation of time change a little meanwhile.
            assert!(apart < 0.05, "{hour} {day} {latitude}: {apart}°");
        }
    }
}
