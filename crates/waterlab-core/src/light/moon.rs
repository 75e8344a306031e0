//! The position and the phase of the moon, by the hour, the day and the latitude.
//!
//! The largest terms of the series in Meeus, "Astronomical Algorithms", 2nd edition 1998, chapter 47: longitude and latitude within 0.15°
//! from 1900 to 2100, the distance within 1000 km; then the parallax of an eye on the ground, up to 1°. The phase angle i is that between the
//! sun and the earth as seen from the moon, the illuminated fraction (1 + cos i)/2 (chapter 48), and the light relative to a full moon
//! 10^(−0.4·(0.026·|i| + 4·10⁻⁹·i⁴)), i in degrees (Krisciunas and Schaefer 1991).
//!
//! Day and hour are those of [`SunPosition::at`]: of 2026, by a sundial at Greenwich.

use super::sun::{Ephemeris, FIRST_DAY};
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;

/// The mean distance of the sun, km.
const SUN_DISTANCE: f64 = 149_597_871.0;

/// Equatorial radius of the earth, km.
const EARTH_RADIUS: f64 = 6378.14;

/// The moon in the sky.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoonPosition {
    /// Degrees above the horizon: −90 to 90, without refraction.
    pub elevation: f64,
    /// Degrees clockwise as seen from above, 0 toward −z (north), 90 toward +x (east): 0 to 360.
    pub azimuth: f64,
    /// Illuminated fraction of the disc, 0 to 1.
    pub phase: f64,
    /// Its light relative to a full moon's, 0 to 1.
    pub light: f64,
}

/// Where the moon is among the stars, in degrees and km.
struct Orbit {
    longitude: f64,
    latitude: f64,
    distance: f64,
}

impl Orbit {
    /// At a Julian date.
    fn at(date: f64) -> Self {
        let t = (date - 2_451_545.0) / 36_525.0;
        let mean = 218.316_447_7 + 481_267.881_234_21 * t;
        // Elongation, anomalies of sun and moon, argument of latitude.
        let d = (297.850_192_1 + 445_267.111_403_4 * t).to_radians();
        let m = (357.529_109_2 + 35_999.050_290_9 * t).to_radians();
        let n = (134.963_396_4 + 477_198.867_505_5 * t).to_radians();
        let f = (93.272_095_0 + 483_202.017_523_3 * t).to_radians();
        let longitude = mean
            + 6.288_774 * n.sin()
            + 1.274_027 * (2.0 * d - n).sin()
            + 0.658_314 * (2.0 * d).sin()
            + 0.213_618 * (2.0 * n).sin()
            - 0.185_116 * m.sin()
            - 0.114_332 * (2.0 * f).sin()
            + 0.058_793 * (2.0 * d - 2.0 * n).sin()
            + 0.057_066 * (2.0 * d - m - n).sin()
            + 0.053_322 * (2.0 * d + n).sin()
            + 0.045_758 * (2.0 * d - m).sin()
            - 0.040_923 * (m - n).sin()
            - 0.034_720 * d.sin()
            - 0.030_383 * (m + n).sin();
        let latitude = 5.128_122 * f.sin()
            + 0.280_602 * (n + f).sin()
            + 0.277_693 * (n - f).sin()
            + 0.173_237 * (2.0 * d - f).sin()
            + 0.055_413 * (2.0 * d - n + f).sin()
            + 0.046_271 * (2.0 * d - n - f).sin()
            + 0.032_573 * (2.0 * d + f).sin();
        let distance = 385_000.56
            - 20_905.355 * n.cos()
            - 3699.111 * (2.0 * d - n).cos()
            - 2955.968 * (2.0 * d).cos()
            - 569.925 * (2.0 * n).cos();
        Self {
            longitude: longitude.rem_euclid(360.0),
            latitude,
            distance,
        }
    }

    /// Toward it, in the frame of the ecliptic.
    fn toward(&self) -> DVec3 {
        along(self.longitude.to_radians(), self.latitude.to_radians())
    }
}

fn along(longitude: f64, latitude: f64) -> DVec3 {
    let (sine, cosine) = longitude.sin_cos();
    DVec3::new(
        latitude.cos() * cosine,
        latitude.cos() * sine,
        latitude.sin(),
    )
}

impl MoonPosition {
    /// At `hour` (0 to 24, apparent solar time) of `day` (1 to 366, of the year 2026) at `latitude` (−90 to 90, degrees north); within
    /// 0.3°.
    ///
    /// ```
    /// use waterlab_core::light::MoonPosition;
    ///
    /// // A full moon of winter at midnight.
    /// let moon = MoonPosition::at(0.0, 4.0, 45.0);
    /// assert!(moon.phase > 0.95 && moon.elevation > 60.0);
    /// ```
    pub fn at(hour: f64, day: f64, latitude: f64) -> Self {
        let sundial = FIRST_DAY + day + hour / 24.0;
        let date = sundial - Ephemeris::at(sundial).equation_of_time / TAU;
        let sun = Ephemeris::at(date);
        let orbit = Orbit::at(date);
        let toward = orbit.toward();
        let (sine, cosine) = sun.obliquity.sin_cos();
        let tilted = DVec3::new(
            toward.x,
            cosine * toward.y - sine * toward.z,
            sine * toward.y + cosine * toward.z,
        );
        let ascension = tilted.y.atan2(tilted.x);
        let turned = (15.0 * (hour - 12.0)).to_radians() + sun.ascension - ascension;
        let (sin_north, cos_north) = latitude.to_radians().sin_cos();
        let (sin_tilt, cos_tilt) = (tilted.z, tilted.truncate().length());
        let up = sin_north * sin_tilt + cos_north * cos_tilt * turned.cos();
        let south = turned.cos() * cos_tilt * sin_north - sin_tilt * cos_north;
        let west = turned.sin() * cos_tilt;
        // From the ground it stands lower than from the centre of the earth.
        let lowered = (up - EARTH_RADIUS / orbit.distance).atan2(south.hypot(west));
        let toward_sun = SUN_DISTANCE * along(sun.longitude, 0.0);
        let from_moon = toward_sun - orbit.distance * toward;
        let angle = from_moon.angle_between(-toward);
        let degrees = angle.to_degrees();
        Self {
            elevation: lowered.to_degrees(),
            azimuth: (180.0 + west.atan2(south).to_degrees()).rem_euclid(360.0),
            phase: 0.5 + 0.5 * angle.cos(),
            light: 10.0_f64.powf(-0.4 * (0.026 * degrees + 4e-9 * degrees.powi(4))),
        }
    }

    /// The direction toward it, of length 1.
    pub fn direction(self) -> Vec3 {
        super::SunPosition {
            elevation: self.elevation,
            azimuth: self.azimuth,
        }
        .direction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_orbit_agrees_with_an_ephemeris() {
        // Meeus, example 47.a: 1992 April 12, 0:00 TD, by a full theory.
        let orbit = Orbit::at(2_448_724.5);
        assert!(
            (orbit.longitude - 133.1627).abs() < 0.15,
            "{}",
            orbit.longitude
        );
        assert!((orbit.latitude + 3.2291).abs() < 0.05, "{}", orbit.latitude);
        assert!(
            (orbit.distance - 368_409.7).abs() < 400.0,
            "{}",
            orbit.distance
        );
    }

    /// Angle in degrees between moon and sun as seen from the centre of the earth, at an hour of a day of 2026, Universal Time.
    fn apart(day: f64, hour: f64) -> f64 {
        let date = FIRST_DAY + day + hour / 24.0;
        let sun = along(Ephemeris::at(date).longitude, 0.0);
        Orbit::at(date).toward().angle_between(sun).to_degrees()
    }

    #[test]
    fn eclipses_and_quarters_of_2026_are_at_the_hours_of_the_almanac() {
        // August 12, 17:46: total eclipse of the sun; the shadow passes 0.90 radii of the earth beside its centre, 0.86°.
        assert!(
            (apart(224.0, 17.77) - 0.86).abs() < 0.2,
            "{}",
            apart(224.0, 17.77)
        );
        // March 3, 11:34: total eclipse of the moon, 0.37 radii beside it.
        assert!((180.0 - apart(62.0, 11.57) - 0.36).abs() < 0.2);
        // The ecliptic longitudes differ by 90° in the first quarter of January 26, 4:48, and by 180° at the full moon of January 3, 10:03.
        let longitudes = |day: f64, hour: f64| {
            let date = FIRST_DAY + day + hour / 24.0;
            let sun = Ephemeris::at(date).longitude.to_degrees();
            (Orbit::at(date).longitude - sun).rem_euclid(360.0)
        };
        for (day, hour, expected) in [(26.0, 4.8, 90.0), (3.0, 10.05, 180.0)] {
            let found = longitudes(day, hour);
            assert!((found - expected).abs() < 0.2, "{day}: {found}");
        }
    }

    #[test]
    fn the_phase_is_that_of_the_almanac() {
        // At noon and midnight by a sundial at Greenwich, a quarter of an hour from Universal Time at most.
        let phase = |day, hour| MoonPosition::at(hour, day, 50.0).phase;
        assert!(
            (phase(26.0, 5.0) - 0.5).abs() < 0.02,
            "{}",
            phase(26.0, 5.0)
        );
        assert!(phase(3.0, 10.0) > 0.98);
        assert!(phase(224.0, 17.7) < 0.02);
        // A half moon is not half as bright as a full one, but a tenth.
        let half = MoonPosition::at(5.0, 26.0, 50.0).light;
        assert!((0.07..0.13).contains(&half), "{half}");
    }

    #[test]
    fn at_full_moon_it_stands_opposite_to_the_sun_and_below_by_its_parallax() {
        // The eclipse of March 3: the sun's place mirrored, within a degree and the parallax.
        for latitude in [-35.0, 10.0, 50.0] {
            let sun = crate::light::SunPosition::at(11.4, 62.0, latitude);
            let moon = MoonPosition::at(11.4, 62.0, latitude);
            let sum = moon.elevation + sun.elevation;
            assert!((-1.5..0.6).contains(&sum), "{latitude}: {sum}");
        }
    }
}
