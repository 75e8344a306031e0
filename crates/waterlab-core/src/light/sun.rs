//! The position of the sun, by the hour, the day and the latitude.
//!
//! ```text
//! T = centuries since 2000 January 1, 12:00
//! L = 280.46646° + 36000.76983°·T + 0.0003032°·T²             mean longitude
//! M = 357.52911° + 35999.05029°·T − 0.0001537°·T²             mean anomaly
//! C = (1.914602° − 0.004817°·T)·sin M + 0.019993°·sin 2M + 0.000289°·sin 3M
//! Ω = 125.04° − 1934.136°·T                                   node of the moon's orbit
//! λ = L + C − 0.00569° − 0.00478°·sin Ω                       apparent longitude
//! ε = 23.439291° − 0.0130042°·T + 0.00256°·cos Ω              obliquity of the ecliptic
//! sin δ = sin ε·sin λ                                         declination
//! H = 15°·(hour − 12)                                         hour angle
//! sin(elevation) = sin φ·sin δ + cos φ·cos δ·cos H
//! azimuth = 180° + atan2(sin H, cos H·sin φ − tan δ·cos φ)    clockwise from north
//! ```
//!
//! after Meeus, "Astronomical Algorithms", 2nd edition 1998, chapters 25 (low accuracy) and 28: λ and δ within 0.01° from 1900 to 2100.
//!
//! North is −z and east +x. The hour is apparent solar time, that of a sundial: the sun crosses the meridian at 12 on every day. A
//! clock differs from it by the longitude within its time zone and by the equation of time, up to 16.5 minutes, which counts
//! here only for the moment at which δ is taken. The day is that of 2026, at Greenwich; the declination of the same day of another year
//! differs by up to 0.2°. Angles are those of the centre of the disc, without refraction: near the horizon the air lifts the sun that is
//! seen by half a degree, so that days by the almanac are some minutes longer.

use glam::Vec3;
use std::f64::consts::{PI, TAU};
use std::fmt;

/// Midnight before day 1, less a day: the Julian date of 2025 December 31, 0:00.
pub(super) const FIRST_DAY: f64 = 2_461_040.5;

/// What the sun's orbit says at a moment, radians.
pub(super) struct Ephemeris {
    declination: f64,
    /// Right ascension.
    pub(super) ascension: f64,
    /// Apparent longitude along the ecliptic.
    pub(super) longitude: f64,
    /// Obliquity of the ecliptic.
    pub(super) obliquity: f64,
    /// How far the sun on a sundial is ahead of the mean one: apparent less mean solar time, −π to π.
    pub(super) equation_of_time: f64,
}

impl Ephemeris {
    /// At a Julian date.
    pub(super) fn at(date: f64) -> Self {
        let t = (date - 2_451_545.0) / 36_525.0;
        let degrees = |degrees: f64| degrees.rem_euclid(360.0).to_radians();
        let mean = 280.46646 + t * (36_000.769_83 + 0.000_303_2 * t);
        let anomaly = degrees(357.52911 + t * (35_999.050_29 - 0.000_153_7 * t));
        let centre = (1.914_602 - 0.004_817 * t) * anomaly.sin()
            + 0.019_993 * (2.0 * anomaly).sin()
            + 0.000_289 * (3.0 * anomaly).sin();
        let node = degrees(125.04 - 1934.136 * t);
        let longitude = degrees(mean + centre - 0.005_69 - 0.004_78 * node.sin());
        let obliquity = (23.439_291 - 0.013_004_2 * t + 0.002_56 * node.cos()).to_radians();
        let ascension = (obliquity.cos() * longitude.sin()).atan2(longitude.cos());
        // 0.0057183°: what the mean longitude is ahead by the time that light takes.
        let ahead = degrees(mean - 0.005_718_3) - ascension;
        Self {
            declination: (obliquity.sin() * longitude.sin()).asin(),
            ascension,
            longitude,
            obliquity,
            equation_of_time: (ahead + PI).rem_euclid(TAU) - PI,
        }
    }
}

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
    /// At `hour` (0 to 24, apparent solar time) of `day` (1 to 366, of the year 2026) at `latitude` (−90 to 90, degrees north);
    /// within 0.01°.
    ///
    /// ```
    /// use waterlab_core::light::SunPosition;
    ///
    /// let sun = SunPosition::at(12.0, 172.0, 45.0);
    /// assert!((sun.elevation - 68.44).abs() < 0.01);
    /// assert!((sun.azimuth - 180.0).abs() < 1e-9);
    /// ```
    pub fn at(hour: f64, day: f64, latitude: f64) -> Self {
        let sundial = FIRST_DAY + day + hour / 24.0;
        // By the clock of Greenwich; the equation of time changes by half a minute a day at most.
        let clock = sundial - Ephemeris::at(sundial).equation_of_time / TAU;
        let declination = Ephemeris::at(clock).declination;
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

    /// Equinoxes and solstices of 2026 from almanacs (Universal Time): day of the year, hour, and declination in degrees, which at a
    /// solstice is the obliquity of that day, 23°26′17″.
    /// March 20, 14:46; June 21, 8:25; September 23, 0:05; December 21, 20:50.
    const SEASONS: [(f64, f64, f64); 4] = [
        (79.0, 14.0 + 46.0 / 60.0, 0.0),
        (172.0, 8.0 + 25.0 / 60.0, 23.438),
        (266.0, 5.0 / 60.0, 0.0),
        (355.0, 20.0 + 50.0 / 60.0, -23.438),
    ];

    /// The declination in radians by a Kepler orbit: from the equinox of March 20, 14:46, with the perihelion of 2026 January 3, 17:15,
    /// an eccentricity of 0.01671 and that obliquity.
    fn by_kepler(day: f64, hour: f64) -> f64 {
        let (eccentricity, year) = (0.016_71_f64, 365.2596);
        let perihelion = 3.0 + 17.25 / 24.0;
        let anomaly = |day: f64| {
            let mean = TAU * (day - perihelion) / year;
            let eccentric = (0..20).fold(mean, |e, _| mean + eccentricity * e.sin());
            let ratio = ((1.0 + eccentricity) / (1.0 - eccentricity)).sqrt();
            2.0 * (ratio * (eccentric / 2.0).tan()).atan()
        };
        let (equinox, hours, _) = SEASONS[0];
        let longitude = anomaly(day + hour / 24.0) - anomaly(equinox + hours / 24.0);
        (23.438_f64.to_radians().sin() * longitude.sin()).asin()
    }

    #[test]
    fn the_declination_agrees_with_almanacs() {
        for (day, hour, degrees) in SEASONS {
            let declination = Ephemeris::at(FIRST_DAY + day + hour / 24.0)
                .declination
                .to_degrees();
            // 0.01° of longitude are 0.004° of declination. Within the given minute it changes by 0.0003°.
            assert!(
                (declination - degrees).abs() < 0.004,
                "{day}: {declination}"
            );
        }
        // Meeus, example 25.b: 1992 October 13, 0:00 TD, δ = −7°47′01.74″ by a full theory.
        let declination = Ephemeris::at(2_448_908.5).declination.to_degrees();
        assert!((declination + 7.783_817).abs() < 0.003, "{declination}");
    }

    #[test]
    fn the_equation_of_time_agrees_with_almanacs() {
        // Meeus, example 28.a: 1992 October 13, 0:00 TD, +13 min 42.6 s.
        let minutes = |date: f64| Ephemeris::at(date).equation_of_time / TAU * 1440.0;
        assert!((minutes(2_448_908.5) - 13.711).abs() < 0.05);
        // The extremes are about February 11 and November 3: −14 min 13 s and +16 min 26 s.
        for (day, extreme) in [(42.0, -14.22), (307.0, 16.44)] {
            let minutes = minutes(FIRST_DAY + day + 0.5);
            assert!((minutes - extreme).abs() < 0.05, "{day}: {minutes}");
        }
    }

    #[test]
    fn the_sun_at_noon_agrees_with_a_kepler_orbit_all_year() {
        for day in (1..=365).step_by(7) {
            let day = f64::from(day);
            let expected = by_kepler(day, 12.0).to_degrees();
            let noon = SunPosition::at(12.0, day, 50.0).elevation - 40.0;
            // A quarter of an hour of the equation of time is 0.004°.
            assert!(
                (noon - expected).abs() < 0.01,
                "{day}: {noon} for {expected}"
            );
        }
    }

    #[test]
    fn the_position_is_displayed_in_whole_degrees() {
        let text = |elevation, azimuth| SunPosition { elevation, azimuth }.to_string();
        assert_eq!(text(30.6, 119.5), "31° high, 120° from −z");
        assert_eq!(text(-15.7, 331.2), "16° below the horizon, 331° from −z");
        assert_eq!(text(-0.2, 359.8), "0° high, 0° from −z");
    }

    #[test]
    fn at_the_equinox_the_sun_rises_in_the_east_at_six_and_sets_in_the_west() {
        // The declination changes by 0.4° per day, about a sixtieth of a degree per hour from the equinox.
        for (day, equinox, _) in [SEASONS[0], SEASONS[2]] {
            let off = |hour: f64| (hour - equinox).abs() / 60.0 + 0.005;
            for latitude in [-60.0, -20.0, 20.0, 45.0, 60.0] {
                for (hour, azimuth) in [(6.0, 90.0), (18.0, 270.0)] {
                    let sun = SunPosition::at(hour, day, latitude);
                    assert!(sun.elevation.abs() < off(hour), "{sun:?}");
                    assert!((sun.azimuth - azimuth).abs() < off(hour), "{sun:?}");
                }
                let noon = SunPosition::at(12.0, day, latitude);
                assert!((noon.elevation - (90.0 - latitude.abs())).abs() < off(12.0));
                let side = if latitude > 0.0 { 180.0 } else { 0.0 };
                let off = (noon.azimuth - side).rem_euclid(360.0);
                assert!(off.min(360.0 - off) < 0.01, "{latitude}: {noon:?}");
            }
        }
    }

    #[test]
    fn solstices_have_midnight_sun_and_polar_night() {
        let midsummer = SunPosition::at(0.0, 172.0, 80.0);
        assert!((midsummer.elevation - (80.0 + 23.438 - 90.0)).abs() < 0.01);
        assert!((midsummer.azimuth.rem_euclid(360.0)).min(360.0 - midsummer.azimuth) < 0.01);
        for hour in 0..24 {
            assert!(SunPosition::at(f64::from(hour), 355.0, 80.0).elevation < -13.0);
        }
        // At the zenith of the tropic.
        assert!(SunPosition::at(12.0, 172.0, 23.438).elevation > 89.99);
    }

    #[test]
    fn morning_mirrors_afternoon() {
        for day in [1.0, 100.0, 200.0, 366.0] {
            for hour in [1.0, 5.5, 9.0, 11.9] {
                let before = SunPosition::at(hour, day, 37.0);
                let after = SunPosition::at(24.0 - hour, day, 37.0);
                // Except for the change of declination, at most 0.4° per day.
                let changed = 0.42 * (24.0 - 2.0 * hour) / 24.0;
                assert!((before.elevation - after.elevation).abs() < changed);
                assert!((before.azimuth + after.azimuth - 360.0).abs() < 3.0 * changed);
                assert!(before.azimuth < 180.0);
            }
        }
    }

    #[test]
    fn the_length_of_the_day_follows_the_declination() {
        // The time with the centre above the horizon is 2/15·acos(−tan φ·tan δ) hours.
        for day in [31.0, 79.0, 120.0, 172.0, 243.0, 266.0, 300.0, 355.0] {
            let latitude = 60.0_f64;
            let cosine = -latitude.to_radians().tan() * by_kepler(day, 12.0).tan();
            let expected = 2.0 / 15.0 * cosine.acos().to_degrees();
            let up = (0..1440).filter(|minute| {
                let hour = (f64::from(*minute) + 0.5) / 60.0;
                SunPosition::at(hour, day, latitude).elevation > 0.0
            });
            let hours = up.count() as f64 / 60.0;
            // To the minute. The change of declination from morning to evening almost cancels.
            assert!(
                (hours - expected).abs() < 1.6 / 60.0,
                "{day}: {hours} for {expected}"
            );
        }
    }

    #[test]
    fn directions_agree_with_the_compass() {
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
    fn every_hour_and_place_gives_a_valid_position() {
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
