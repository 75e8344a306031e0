//! The passage of time in the sky: at the constant rate of a scene, or as a time-lapse to the next dawn.
//!
//! A time-lapse of [`SECONDS`] passes slowly where the light changes most, with the sun near the horizon, and fast at night. With the weight
//!
//! ```text
//! w(e) = 1 + 3·exp(−(e/8°)²) − 0.6·clamp((−10° − e)/4°, 0, 1)        e: elevation of the sun
//! ```
//!
//! the hour advances by dh/dt = ∫w dh / (SECONDS·w), where the integral is over all hours to pass.

use super::Session;
use super::side_by_side::is_at_sea;
use crate::light::SunPosition;
use crate::scene::Sky;
use crate::view::Setting;
use glam::Vec3;

/// Seconds that a time-lapse takes.
const SECONDS: f64 = 40.0;

/// Hours between two samples of the sun's elevation, and the number of samples in which a dawn is found that is not the coming one.
const SAMPLE: f64 = 1.0 / 60.0;
const MINUTES: u32 = 26 * 60;

/// Elevation of the sun at the end, degrees.
const DAWN: f64 = 4.0;

/// A time-lapse in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimeLapse {
    /// Hours still to pass.
    hours: f64,
    /// Weighted hours in a second.
    pace: f64,
}

/// How slowly time passes at an elevation of the sun in degrees, relative to noon.
fn weight(elevation: f64) -> f64 {
    let night = ((-10.0 - elevation) / 4.0).clamp(0.0, 1.0);
    1.0 + 3.0 * (-(elevation / 8.0).powi(2)).exp() - 0.6 * night
}

impl TimeLapse {
    /// From the time of a sky to the next dawn at least an hour later; a whole day where there is none.
    pub(super) fn to_dawn(sky: &Sky) -> Self {
        let mut later = sky.clone();
        let mut weighted = 0.0;
        let mut before = f64::INFINITY;
        // Hours, and weighted ones, to the dawn or else of a day.
        let mut whole = (24.0, 0.0);
        for minute in 0..=MINUTES {
            let SunPosition { elevation, .. } = later.sun();
            let hours = SAMPLE * f64::from(minute);
            if minute <= 24 * 60 {
                whole.1 = weighted;
            }
            if hours >= 1.0 && before < DAWN && elevation >= DAWN {
                whole = (hours, weighted);
                break;
            }
            before = elevation;
            weighted += weight(elevation) * SAMPLE;
            later.pass(SAMPLE);
        }
        let (hours, weighted) = whole;
        let pace = weighted / SECONDS;
        Self { hours, pace }
    }

    /// Hours in a second under this sky.
    fn rate(&self, sky: &Sky) -> f64 {
        self.pace / weight(sky.sun().elevation)
    }
}

impl Session {
    /// Starts a time-lapse to the next dawn, or stops it. Without a computed sky in the view shown it does nothing.
    pub(super) fn toggle_time_lapse(&mut self) {
        self.time_lapse = match self.time_lapse {
            None if self.shows_sky() => Some(TimeLapse::to_dawn(&self.sky)),
            _ => None,
        };
    }

    /// Whether a time-lapse is in progress.
    pub fn is_in_time_lapse(&self) -> bool {
        self.time_lapse.is_some()
    }

    /// Whether the view shown has a computed sky: a panorama stays as it is, and a tank stands in a studio.
    pub(super) fn shows_sky(&self) -> bool {
        let view_set = self.views.view_set();
        let setting = view_set.choice::<Setting>("setting");
        let is_in_studio = setting == Some(Setting::Tank) && !is_at_sea(&self.simulation);
        view_set.view().kind().has_sky && self.sky.panorama.is_none() && !is_in_studio
    }

    /// Hours that pass in the sky in a second.
    fn hours_per_second(&self) -> f64 {
        match &self.time_lapse {
            Some(time_lapse) => time_lapse.rate(&self.sky),
            None => self.sky.hours_per_second(),
        }
    }

    /// Whether time passes in the sky that is shown.
    pub fn sky_passes(&self) -> bool {
        self.shows_sky() && self.hours_per_second() > 0.0
    }

    /// Lets some seconds pass in the sky. Undo and redo keep the time. Returns whether the sky has changed.
    pub(super) fn pass_time(&mut self, seconds: f64) -> bool {
        let is_passing = seconds > 0.0 && !self.clock.is_paused() && self.sky_passes();
        let rate = match is_passing {
            true => self.hours_per_second(),
            false => 0.0,
        };
        let mut hours = rate * seconds;
        if let Some(time_lapse) = self.time_lapse.as_mut().filter(|_| is_passing) {
            hours = hours.min(time_lapse.hours);
            time_lapse.hours -= hours;
            if time_lapse.hours <= 0.0 {
                self.time_lapse = None;
            }
        }
        if hours > 0.0 {
            self.sky.pass(hours);
            self.pass_in_history(hours);
            self.views.view_set_mut().set_sky(self.sky.conditions());
        }
        let turning = match rate > 0.0 {
            true => self.sky.turning(rate),
            false => Vec3::ZERO,
        };
        self.views.view_set_mut().set_turning(turning);
        hours > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::Value;

    fn sky(hour: f64, day: f64, latitude: f64) -> Sky {
        let mut sky = Sky::default();
        for (key, value) in [("hour", hour), ("day", day), ("latitude", latitude)] {
            sky.settings.set(key, Value::Real(value)).expect("a sky");
        }
        sky
    }

    /// Hours and seconds that a time-lapse takes in frames of `step` seconds.
    fn run(mut sky: Sky, step: f64) -> (f64, f64, Sky) {
        let mut lapse = TimeLapse::to_dawn(&sky);
        let (hours, mut seconds) = (lapse.hours, 0.0);
        while lapse.hours > 1e-9 {
            let part = (lapse.rate(&sky) * step).min(lapse.hours);
            lapse.hours -= part;
            sky.pass(part);
            seconds += step;
        }
        (hours, seconds, sky)
    }

    #[test]
    fn a_time_lapse_takes_forty_seconds_and_ends_at_dawn() {
        for (hour, day, latitude) in [
            (14.0, 172.0, 45.0),
            (19.0, 355.0, 30.0),
            (3.0, 80.0, -50.0),
            (4.2, 172.0, 45.0),
        ] {
            let (hours, seconds, end) = run(sky(hour, day, latitude), 0.02);
            assert!((seconds - 40.0).abs() < 0.5, "{seconds} s from {hour}");
            assert!((1.0..25.0).contains(&hours), "{hours} h");
            let elevation = end.sun().elevation;
            assert!((elevation - 4.0).abs() < 0.4, "{elevation}° at the end");
            assert!(end.sun().azimuth < 180.0, "the sun rises");
        }
    }

    #[test]
    fn where_the_sun_neither_rises_nor_sets_a_day_passes() {
        let (hours, seconds, _) = run(sky(9.0, 355.0, 80.0), 0.05);
        assert!((hours - 24.0).abs() < 0.02, "{hours} h");
        assert!((seconds - 40.0).abs() < 0.5, "{seconds} s");
    }

    #[test]
    fn it_is_slowest_at_the_horizon() {
        let noon = sky(12.0, 80.0, 45.0);
        let lapse = TimeLapse::to_dawn(&noon);
        let sunset = sky(18.0, 80.0, 45.0);
        let ratio = lapse.rate(&noon) / lapse.rate(&sunset);
        assert!((3.5..=4.0).contains(&ratio), "{ratio}");
    }
}
