//! Values of the water under the pointer.

use super::Session;
use crate::heights::Heights;
use crate::surface::Surface;
use crate::water::Sampler;
use glam::{Vec2, Vec3};

/// Values of the water at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    /// Metres above the rest level.
    pub height: f32,
    /// Slope, dimensionless: the length of the gradient.
    pub slope: f32,
    /// Vertical velocity of the surface, metres per second.
    pub velocity: f32,
    /// Depth of the shown floor below the rest level, metres; `None` over a sea without one.
    pub depth: Option<f32>,
}

impl Session {
    /// The values at a pixel of a window of `size`; `None` off the water.
    pub fn probe(&self, pixel: Vec2, size: (usize, usize)) -> Option<Probe> {
        let (part, place) = self.place_under(pixel, size)?;
        let water_view = self.scenery_of(part)?;
        let water = water_view.water;
        let sample = Sampler::new(water, self.simulation.steps_per_second()).at_fraction(place)?;
        let Vec3 { x, y, z } = sample.normal;
        Some(Probe {
            height: sample.height,
            slope: Vec2::new(x, z).length() / y,
            velocity: sample.velocity.y,
            depth: match water_view.surface() {
                Surface::Open(open) => open.cascades.floor_at(sample.place.into()),
                Surface::Bounded(pool) => {
                    let uneven = water.depth().map(|depth| {
                        Heights::Metres(&depth).bilinear(place.0 as f32, place.1 as f32)
                    });
                    Some(uneven.unwrap_or(pool.depth as f32))
                }
            },
        })
    }
}

impl Probe {
    /// Each value with its name and its unit, as text.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let angle = self.slope.atan().to_degrees();
        let mut described = vec![
            ("height", length(self.height)),
            ("slope", format!("{:.3} ({angle:.1}°)", self.slope)),
            ("velocity", format!("{}/s", length(self.velocity))),
        ];
        let depth = self
            .depth
            .map(|depth| ("depth", length(depth).trim_start_matches('+').to_owned()));
        described.extend(depth);
        described
    }
}

/// With its sign, in a unit that leaves few digits.
fn length(metres: f32) -> String {
    match metres.abs() {
        0.0 => "0 m".to_owned(),
        small if small < 0.01 => format!("{:+.2} mm", 1e3 * metres),
        small if small < 1.0 => format!("{:+.2} cm", 1e2 * metres),
        _ => format!("{metres:+.2} m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_with_units_that_suit_them() {
        let probe = Probe {
            height: -0.0123,
            slope: 1.0,
            velocity: 0.0004,
            depth: Some(1.2),
        };
        let told = [
            ("height", "-1.23 cm"),
            ("slope", "1.000 (45.0°)"),
            ("velocity", "+0.40 mm/s"),
            ("depth", "1.20 m"),
        ];
        assert_eq!(
            probe.describe(),
            told.map(|(name, value)| (name, value.to_owned()))
        );
    }
}
