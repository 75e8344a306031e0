//! `Listener`: where sound is heard, and how loud a place is at each ear.

use super::SPEED_OF_SOUND;
use glam::DVec3;

/// Distance within which sound gets no louder, metres: sources have a size.
const NEAREST: f64 = 0.5;

/// Part of the power that reaches the far ear from a source straight to the side.
const FAR_EAR: f64 = 0.04;

/// Where sound is heard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listener {
    place: DVec3,
    right: DVec3,
    is_submerged: bool,
}

impl Default for Listener {
    /// At the origin, facing −z.
    fn default() -> Self {
        Self::new(DVec3::ZERO, DVec3::X, false)
    }
}

impl Listener {
    /// A listener at a place, metres, whose right side is toward `right`; under water if `is_submerged`. A vector that is not finite is
    /// that of the default.
    pub fn new(place: DVec3, right: DVec3, is_submerged: bool) -> Self {
        let right = match right.is_finite() {
            true => right.normalize_or(DVec3::X),
            false => DVec3::X,
        };
        Self {
            place: if place.is_finite() {
                place
            } else {
                DVec3::ZERO
            },
            right,
            is_submerged,
        }
    }

    /// Metres.
    pub fn place(&self) -> DVec3 {
        self.place
    }

    /// Whether it is under water.
    pub fn is_submerged(&self) -> bool {
        self.is_submerged
    }

    /// Factors of the pressure at 1 m from a source for the left and the right ear: 1/distance, shared between the ears at equal power.
    pub fn gains(&self, source: DVec3) -> [f64; 2] {
        let toward = source - self.place;
        let distance = toward.length();
        if !distance.is_finite() {
            return [0.0; 2];
        }
        // Near the head, the direction loses its meaning.
        let side = self.right.dot(toward) / distance.max(NEAREST);
        let right = 0.5 + side * (0.5 - FAR_EAR);
        let near = 1.0 / distance.max(NEAREST);
        [1.0 - right, right].map(|power| near * power.sqrt())
    }

    /// Mean square of the pressure at each ear from a source that radiates this many watts of sound into the air, Pa².
    pub fn mean_squares(&self, source: DVec3, watts: f64) -> [f64; 2] {
        let at_a_metre = watts.max(0.0) * super::AIR_IMPEDANCE / std::f64::consts::TAU;
        self.gains(source).map(|gain| at_a_metre * gain * gain)
    }

    /// Seconds that sound takes from a source.
    pub(super) fn delay(&self, source: DVec3) -> f64 {
        source.distance(self.place) / SPEED_OF_SOUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ears_share_the_power_and_it_falls_with_the_square_of_the_distance() {
        let listener = Listener::new(DVec3::new(3.0, 1.0, 0.0), DVec3::X, false);
        let power = |source| -> f64 { listener.gains(source).iter().map(|gain| gain * gain).sum() };
        for toward in [DVec3::X, DVec3::NEG_Z, DVec3::new(0.6, 0.0, 0.8)] {
            for distance in [1.0, 2.0, 50.0] {
                let source = listener.place() + toward * distance;
                assert!((power(source) * distance * distance - 1.0).abs() < 1e-12);
            }
        }
        let [left, right] = listener.gains(DVec3::new(5.0, 1.0, 0.0));
        assert!(right > 3.0 * left && left > 0.0);
        let [left, right] = listener.gains(DVec3::new(3.0, 1.0, -4.0));
        assert_eq!(left, right);
        // At the ear itself it is finite.
        assert!((power(listener.place()) * NEAREST * NEAREST - 1.0).abs() < 1e-12);
        assert_eq!(listener.gains(DVec3::NAN), [0.0; 2]);
    }
}
