//! Diving: how deep the eye is under a sea, where it looks, and the way up.

use super::Session;
use crate::view::VIEWS;
use crate::water::Sampler;
use std::fmt;

/// The points of the compass, clockwise from north, which is toward −z.
const POINTS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// The readout of an eye under a sea.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dive {
    /// Metres below the water above the eye.
    pub depth: f32,
    /// Direction of view, degrees clockwise from north, 0 ≤ heading < 360.
    pub heading: f32,
}

impl fmt::Display for Dive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, heading } = self;
        let point = POINTS[(heading / 45.0).round() as usize % POINTS.len()];
        let whole = heading.round() % 360.0;
        write!(f, "Depth {depth:.1} m · {whole}° {point}")
    }
}

impl Session {
    /// The readout of an eye under a sea; `None` for one above, or over a pool.
    pub fn dive(&self) -> Option<Dive> {
        if !self.camera.is_at_sea() || !VIEWS[self.views.shown()].dives {
            return None;
        }
        let depth = self.water_level() - self.camera.eye(1.0).position.y;
        let ahead = self.camera.forward();
        let heading = ahead.x.atan2(-ahead.z).to_degrees().rem_euclid(360.0);
        (depth > 0.0).then_some(Dive {
            depth,
            // A hair below 0° is rounded to 360°.
            heading: if heading < 360.0 { heading } else { 0.0 },
        })
    }

    /// The height of the water above or below the eye, as it is shown; the rest level beside a pool.
    fn water_level(&self) -> f32 {
        let water = self.simulation.water();
        if !self.camera.is_at_sea() || !water.model().is_open() {
            return 0.0;
        }
        let sampler = Sampler::new(water, self.simulation.steps_per_second());
        let place = self.camera.place();
        let height = sampler.heights_at(place.x, place.y);
        self.views.height_scale() * height.map_or(0.0, |[_, sea]| sea as f32)
    }

    /// Flies straight up out of the water, unless the eye is above it.
    pub(super) fn fly_up(&mut self) {
        let level = self.water_level();
        self.camera.fly_above(level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readout_names_the_nearest_point_of_the_compass() {
        let of = |heading: f32| {
            Dive {
                depth: 4.25,
                heading,
            }
            .to_string()
        };
        assert_eq!(of(0.0), "Depth 4.2 m · 0° N");
        assert_eq!(of(89.6), "Depth 4.2 m · 90° E");
        assert_eq!(of(200.0), "Depth 4.2 m · 200° S");
        assert_eq!(of(350.0), "Depth 4.2 m · 350° N");
        assert_eq!(of(359.7), "Depth 4.2 m · 0° N");
    }
}
