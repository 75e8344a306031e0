//! Where the sun stands, by the hour, the day and the latitude.
//!
//! ```text
//! δ = 23.45°·sin(360°·(284 + day)/365)            declination, Cooper 1969
//! H = 15°·(hour − 12)                             hour angle, solar time
//! sin(elevation) = sin φ·sin δ + cos φ·cos δ·cos H
//! azimuth = 180° + atan2(sin H, cos H·sin φ − tan δ·cos φ)        clockwise from north
//! ```
//!
//! North is −z and east +x. Solar time has the sun highest at 12; neither the equation of time nor the bending of rays by the air is
//! in it: up to a quarter of an hour and, at the horizon, half a degree.

use glam::Vec3;
use std::fmt;

/// A place in the sky, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SunPosition {
    /// Above the horizon: −90 to 90.
    pub elevation: f64,
    /// Clockwise as seen from above, 0 toward −z (north), 90 toward +x (east): 0 to 360.
    pub azimuth: f64,
}

/// In whole degrees: "31° high, 120° from −z", or "16° below the horizon, 331° from −z".
impl fmt::Display for SunPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let up = self.elevation.round();
        let height = if up < 0.0 {
            "below the horizon"
        } else {
            "high"
        };
        let turn = self.azimuth.round() % 360.0;
        write!(f, "{:.0}° {height}, {turn:.0}° from −z", up.abs())
    }
}

impl SunPosition {
    /// At `hour` (0 to 24, solar time) of `day` (1 to 366, of the year) at `latitude` (−90 to 90, degrees north).
    ///
    /// ```
    /// use waterlab::light::SunPosition;
    ///
    /// let sun = SunPosition::at(12.0, 172.0, 45.0);
    /// assert!((sun.elevation - 68.45).abs() < 0.01);
    /// assert!((sun.azimuth - 180.0).abs() < 1e-9);
    /// ```
    pub fn at(hour: f64, day: f64, latitude: f64) -> Self {
        let declination =
            23.45_f64.to_radians() * ((284.0 + day) / 365.0 * std::f64::consts::TAU).sin();
        let turned = (15.0 * (hour - 12.0)).to_radians();
        let (sin_north, cos_north) = latitude.to_radians().sin_cos();
        let (sin_tilt, cos_tilt) = declination.sin_cos();
        let up = sin_north * sin_tilt + cos_north * cos_tilt * turned.cos();
        // Multiplied by the declination's cosine, which is never near 0.
        let south = turned.cos() * cos_tilt * sin_north - sin_tilt * cos_north;
        let west = turned.sin() * cos_tilt;
        Self {
            elevation: up.clamp(-1.0, 1.0).asin().to_degrees(),
            azimuth: (180.0 + west.atan2(south).to_degrees()).rem_euclid(360.0),
        }
    }

    /// The direction toward it, of length 1.
    pub fn direction(self) -> Vec3 {
        let (up, level) = self.elevation.to_radians().sin_cos();
        let (east, north) = self.azimuth.to_radians().sin_cos();
        Vec3::new((level * east) as f32, up as f32, (-level * north) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The days of the equinoxes by this declination, to a fraction of a day.
    const EQUINOXES: [f64; 2] = [81.0, 263.5];

    #[test]
    fn where_it_stands_is_told_in_whole_degrees_above_and_below_the_horizon() {
        let told = |elevation, azimuth| SunPosition { elevation, azimuth }.to_string();
        assert_eq!(told(30.6, 119.5), "31° high, 120° from −z");
        assert_eq!(told(-15.7, 331.2), "16° below the horizon, 331° from −z");
        assert_eq!(told(-0.2, 359.8), "0° high, 0° from −z");
    }

    #[test]
    fn at_the_equinox_it_rises_in_the_east_at_six_and_sets_in_the_west() {
        for day in EQUINOXES {
            for latitude in [-60.0, -20.0, 20.0, 45.0, 60.0] {
                for (hour, azimuth) in [(6.0, 90.0), (18.0, 270.0)] {
                    let sun = SunPosition::at(hour, day, latitude);
                    assert!(sun.elevation.abs() < 0.01, "{sun:?}");
                    assert!((sun.azimuth - azimuth).abs() < 0.01, "{sun:?}");
                }
                let noon = SunPosition::at(12.0, day, latitude);
                assert!((noon.elevation - (90.0 - latitude.abs())).abs() < 0.01);
                let side = if latitude > 0.0 { 180.0 } else { 0.0 };
                let off = (noon.azimuth - side).rem_euclid(360.0);
                assert!(off.min(360.0 - off) < 0.01, "{latitude}: {noon:?}");
            }
        }
    }

    #[test]
    fn the_solstices_have_the_midnight_sun_and_the_polar_night() {
        let midsummer = SunPosition::at(0.0, 172.0, 80.0);
        assert!((midsummer.elevation - (80.0 + 23.45 - 90.0)).abs() < 0.01);
        assert!((midsummer.azimuth.rem_euclid(360.0)).min(360.0 - midsummer.azimuth) < 0.01);
        for hour in 0..24 {
            assert!(SunPosition::at(f64::from(hour), 355.0, 80.0).elevation < -13.0);
        }
        // Overhead at the tropic.
        assert!(SunPosition::at(12.0, 172.0, 23.45).elevation > 89.99);
    }

    #[test]
    fn morning_mirrors_afternoon() {
        for day in [1.0, 100.0, 200.0, 366.0] {
            for hour in [1.0, 5.5, 9.0, 11.9] {
                let before = SunPosition::at(hour, day, 37.0);
                let after = SunPosition::at(24.0 - hour, day, 37.0);
                assert!((before.elevation - after.elevation).abs() < 1e-9);
                assert!((before.azimuth + after.azimuth - 360.0).abs() < 1e-9);
                assert!(before.azimuth < 180.0);
            }
        }
    }

    #[test]
    fn directions_point_where_the_compass_says() {
        let directions = [
            (0.0, 0.0, Vec3::NEG_Z),
            (0.0, 90.0, Vec3::X),
            (0.0, 180.0, Vec3::Z),
            (0.0, 270.0, Vec3::NEG_X),
            (90.0, 123.0, Vec3::Y),
            (30.0, 90.0, Vec3::new(0.75_f32.sqrt(), 0.5, 0.0)),
        ];
        for (elevation, azimuth, direction) in directions {
            let sun = SunPosition { elevation, azimuth };
            assert!(sun.direction().distance(direction) < 1e-6, "{sun:?}");
        }
    }

    #[test]
    fn every_hour_of_every_place_is_a_place_in_the_sky() {
        for hour in [0.0, 3.3, 12.0, 24.0] {
            for day in [1.0, 81.0, 172.0, 366.0] {
                for latitude in [-90.0, -23.45, 0.0, 66.5, 90.0] {
                    let sun = SunPosition::at(hour, day, latitude);
                    assert!((-90.0..=90.0).contains(&sun.elevation));
                    assert!((0.0..=360.0).contains(&sun.azimuth));
                    assert!((sun.direction().length() - 1.0).abs() < 1e-6);
                }
            }
        }
    }
}
