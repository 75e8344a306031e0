//! The ring on the water under the pointer: position and radius of a poke or a brush.

use super::{Session, eye};
use crate::scene::Tool;
use crate::session::Part;
use glam::Vec2;
use std::f64::consts::TAU;

/// Points of a ring.
const POINTS: usize = 64;

/// Minimum radius of a poke, and of a brush for walls and ground, cells.
const NARROWEST_POKE: f64 = 1.5;
const NARROWEST_BRUSH: f64 = 0.5;

impl Session {
    /// The outline of the tool's footprint at `pixel`, in pixels of a window of `size`: one closed line if it is completely visible. Empty
    /// off the water, over the split line, and on a sea that has no ripple window yet.
    pub fn ring(&self, pixel: Vec2, size: (usize, usize)) -> Vec<Vec<Vec2>> {
        if self.views.is_on_line(&self.simulation, pixel, size) {
            return Vec::new();
        }
        let camera = &self.camera;
        let eye = |part: Part| eye(camera, part);
        let part = self.views.part_at(&self.simulation, pixel, size);
        let place = self.place_held_at(part, pixel, size);
        let water = self.simulation.waters().nth(part);
        let Some(((u, v), water)) = place.zip(water) else {
            return Vec::new();
        };
        let narrowest = match self.poke.tool {
            Tool::Poke | Tool::Source => NARROWEST_POKE,
            _ => NARROWEST_BRUSH,
        };
        let radius = self.poke.tool_radius().max(narrowest);
        let cells = (water.size().columns() as f64, water.size().rows() as f64);
        let places: Vec<_> = (0..POINTS)
            .map(|point| {
                let (sin, cos) = (point as f64 / POINTS as f64 * TAU).sin_cos();
                (u + radius / cells.0 * cos, v + radius / cells.1 * sin)
            })
            .collect();
        lines(
            &self
                .views
                .seen_at(&self.simulation, part, &places, eye, size),
        )
    }
}

/// The visible lines of points on a circle, broken where one is hidden.
fn lines(points: &[Option<Vec2>]) -> Vec<Vec<Vec2>> {
    let Some(gap) = points.iter().position(Option::is_none) else {
        let closed = points.iter().chain(points.first()).flatten();
        return vec![closed.copied().collect()];
    };
    let mut turned = points.to_vec();
    turned.rotate_left(gap);
    turned
        .split(Option::is_none)
        .map(|line| line.iter().flatten().copied().collect::<Vec<_>>())
        .filter(|line| line.len() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_of_which_all_is_seen_is_closed_and_others_end_where_they_are_not() {
        let at = |x: f32| Some(Vec2::new(x, 0.0));
        let all = [at(0.0), at(1.0), at(2.0)];
        let line = |xs: &[f32]| xs.iter().map(|&x| Vec2::new(x, 0.0)).collect::<Vec<_>>();
        assert_eq!(lines(&all), [line(&[0.0, 1.0, 2.0, 0.0])]);
        let broken = [at(0.0), None, at(2.0), at(3.0), None, None, at(6.0)];
        assert_eq!(lines(&broken), [line(&[2.0, 3.0]), line(&[6.0, 0.0])]);
        assert!(lines(&[None, at(1.0), None]).is_empty());
    }
}
