//! Values of the water under the pointer.

use super::Session;
use crate::grid::Grid;
use crate::surface::{Cascades, Open, Surface};
use crate::view::points_at;
use glam::{DVec2, Vec2, Vec3};

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
        let cells = (water.size().columns() as f64, water.size().rows() as f64);
        let (u, v) = place;
        // Half a cell to either side, within the pool.
        let [left, right] = [-0.5, 0.5].map(|cell| (u + cell / cells.0, v));
        let [far, near] = [-0.5, 0.5].map(|cell| (u, v + cell / cells.1));
        let within = |(u, v): (f64, f64)| match water.model().is_open() {
            true => (u, v),
            false => (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0)),
        };
        let places = [place, left, right, far, near].map(within);
        let middle = self.camera.eye(1.0).origin;
        let surface = water_view.surface();
        let points = points_at(&surface, middle, &places);
        let points: Option<Vec<_>> = points.into_iter().collect();
        let [point, left, right, far, near] = points?[..] else {
            return None;
        };
        let climb = |from: Vec3, to: Vec3, along: f32| {
            if along > 0.0 {
                (to.y - from.y) / along
            } else {
                0.0
            }
        };
        let slope = Vec2::new(
            climb(left, right, right.x - left.x),
            climb(far, near, near.z - far.z),
        );
        let at = |grid: &Grid<f32>| {
            let cell = |part: f64, count: usize| (part * count as f64).floor() as i64;
            grid.clamped(cell(u, grid.columns()), cell(v, grid.rows()))
        };
        let velocity = match (&surface, water.open_water()) {
            (Surface::Open(open), Some(sea)) => {
                rise(open, &sea.cascade_velocities(), middle, place)?
            }
            _ => at(&water.velocity()),
        };
        Some(Probe {
            height: point.y,
            slope: slope.length(),
            velocity: velocity * self.simulation.steps_per_second() as f32,
            depth: match &surface {
                Surface::Open(open) => open.cascades.floor_at(place_of(middle, point)),
                Surface::Bounded(pool) => {
                    let uneven = water.depth().map(|depth| at(&depth));
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

/// The vertical velocity at the point that rests at a place: the sum over all cascades of these fields.
fn rise(open: &Open, velocities: &[Grid<f32>], middle: DVec2, place: (f64, f64)) -> Option<f32> {
    let cascades = open.cascades.cascades.with_heights(velocities)?;
    let risen = Surface::Open(Open {
        cascades: Cascades {
            cascades,
            ..open.cascades
        },
        ..*open
    });
    points_at(&risen, middle, &[place])
        .pop()?
        .map(|point| point.y)
}

/// The position, x and z of the water, of a point relative to the camera's origin.
fn place_of(middle: DVec2, point: Vec3) -> [f64; 2] {
    (middle + Vec2::new(point.x, point.z).as_dvec2()).to_array()
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
