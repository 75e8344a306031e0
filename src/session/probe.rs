//! Values of the water under the pointer.

use super::Session;
use crate::heights::Heights;
use crate::pool::Fraction;
use crate::surface::Surface;
use crate::water::{Sampler, Water};
use glam::{Vec2, Vec3};

/// Depth under which no flow is read, metres.
const MIN_DEPTH: f32 = 1e-3;

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
    /// Flow of shallow water; `None` where it is dry, and of other models.
    pub flow: Option<FlowProbe>,
}

/// Flow at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlowProbe {
    /// Horizontal velocity along x and z, m/s.
    pub velocity: Vec2,
    /// Froude number |u|/√(g·h), dimensionless.
    pub froude: f32,
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
            flow: flow(water, place, sample.velocity),
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

/// The flow at a place in fractions of a pool, with this velocity.
fn flow(water: &dyn Water, place: (f64, f64), velocity: Vec3) -> Option<FlowProbe> {
    let gravity = water.ground_cover()?.gravity;
    let (column, row) = water.size().cell(Fraction::clamped(place.0, place.1));
    let depth = water.column(column, row)?.depth;
    let velocity = Vec2::new(velocity.x, velocity.z);
    (depth > MIN_DEPTH).then(|| FlowProbe {
        velocity,
        froude: velocity.length() / (gravity * depth).sqrt(),
    })
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
        if let Some(FlowProbe { velocity, froude }) = self.flow {
            let speed = velocity.length();
            let toward = match speed > 0.0 {
                true => compass(velocity),
                false => "",
            };
            let speed = length(speed).trim_start_matches('+').to_owned();
            described.push(("flow", format!("{speed}/s {toward}").trim_end().to_owned()));
            described.push(("Froude number", format!("{froude:.2}")));
        }
        described
    }
}

/// The edge of the pool toward which a flow goes, or the corner.
fn compass(velocity: Vec2) -> &'static str {
    const NAMES: [&str; 8] = [
        "east",
        "southeast",
        "south",
        "southwest",
        "west",
        "northwest",
        "north",
        "northeast",
    ];
    let eighths = velocity.to_angle() / std::f32::consts::FRAC_PI_4;
    NAMES[(eighths.round() as i32).rem_euclid(8) as usize]
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
            flow: Some(FlowProbe {
                velocity: Vec2::new(0.0, -0.5),
                froude: 0.25,
            }),
        };
        let expected = [
            ("height", "-1.23 cm"),
            ("slope", "1.000 (45.0°)"),
            ("velocity", "+0.40 mm/s"),
            ("depth", "1.20 m"),
            ("flow", "50.00 cm/s north"),
            ("Froude number", "0.25"),
        ];
        assert_eq!(
            probe.describe(),
            expected.map(|(name, value)| (name, value.to_owned()))
        );
    }
}
