//! Ropes on bodies: each a chain of thin cylinders. A slack rope hangs in a parabola of its length, and floats.

use super::ATTRIBUTES;
use crate::gl::{Buffer, Gl, GlError, Program};
use glam::{DVec3, Mat4, Vec3};
use std::f32::consts::TAU;
use waterlab_bodies::RopeSpan;

/// Cylinders of a rope, and their sides.
const LINKS: usize = 24;
const SIDES: usize = 6;

/// Linear albedo: hemp.
const ALBEDO: Vec3 = Vec3::new(0.62, 0.52, 0.34);

/// The ropes of a frame.
#[derive(Default)]
pub(super) struct Ropes {
    /// A cylinder of radius 1 along x from 0 to 1.
    cylinder: Option<Buffer>,
    /// From that cylinder to each link.
    links: Vec<Mat4>,
}

impl Ropes {
    /// Updates what is drawn to these ropes, in a world whose origin is at `middle` of the water.
    pub(super) fn show(
        &mut self,
        gl: &Gl,
        spans: &[RopeSpan],
        middle: DVec3,
    ) -> Result<(), GlError> {
        self.links.clear();
        if self.cylinder.is_none() && !spans.is_empty() {
            self.cylinder = Some(cylinder(gl)?);
        }
        for span in spans {
            let point = |link| point(span, link as f64 / LINKS as f64);
            for link in 0..LINKS {
                let [from, to] = [point(link), point(link + 1)];
                let along = (to - from).as_vec3();
                let (y, z) = along.normalize_or(Vec3::X).any_orthonormal_pair();
                let radius = span.radius as f32;
                self.links.push(Mat4::from_cols(
                    along.extend(0.0),
                    (radius * y).extend(0.0),
                    (radius * z).extend(0.0),
                    (from - middle).as_vec3().extend(1.0),
                ));
            }
        }
        Ok(())
    }

    /// The two ends of the axis of each link.
    pub(super) fn points(&self) -> impl Iterator<Item = Vec3> {
        let ends = |link: &Mat4| {
            let from = link.w_axis.truncate();
            [from, from + link.x_axis.truncate()]
        };
        self.links.iter().flat_map(ends)
    }

    /// Draws them with a program whose vertex shader is `bodies/bodies.vert`.
    pub(super) fn draw(&self, program: &Program) {
        if let Some(cylinder) = &self.cylinder {
            for link in &self.links {
                program.set("u_model", *link);
                cylinder.draw(program, 0..cylinder.triangles());
            }
        }
    }
}

/// The point at a part of a rope, metres. With sag s below the chord d the length L of a parabola is near s² = (L² − d²)·(4 − d²/L²)/16:
/// exact for a taut rope and for one whose ends meet.
fn point(span: &RopeSpan, part: f64) -> DVec3 {
    let [from, to] = span.ends;
    let chord = from.distance(to).min(span.length);
    let share = (chord / span.length).powi(2);
    let sag = span.length * (0.0625 * (1.0 - share) * (4.0 - share)).sqrt();
    let mut at = from.lerp(to, part);
    // It lies on the water, or as low as its lower end.
    let lowest = (from.y.min(to.y) - span.radius).min(0.0) + span.radius;
    at.y = (at.y - 4.0 * sag * part * (1.0 - part)).max(lowest);
    at
}

fn cylinder(gl: &Gl) -> Result<Buffer, GlError> {
    let mut floats = Vec::new();
    let mut triangles = Vec::new();
    for side in 0..SIDES as u32 {
        let (sin, cos) = (TAU * side as f32 / SIDES as f32).sin_cos();
        for x in [0.0, 1.0] {
            let vectors = [Vec3::new(x, cos, sin), Vec3::new(0.0, cos, sin), ALBEDO];
            floats.extend(vectors.iter().flat_map(|vector| vector.to_array()));
            floats.push(0.0);
        }
        let [a, b] = [2 * side, 2 * ((side + 1) % SIDES as u32)];
        triangles.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
    }
    Buffer::new(gl, &ATTRIBUTES, &floats, &triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slack_rope_is_as_long_as_it_is() {
        for chord in [0.1, 0.5, 1.0, 1.5, 1.8, 1.99, 2.0] {
            let span = RopeSpan {
                ends: [DVec3::new(0.0, 3.0, 1.0), DVec3::new(chord, 3.0, 1.0)],
                length: 2.0,
                radius: 0.01,
            };
            let points: Vec<_> = (0..=1000)
                .map(|part| point(&span, f64::from(part) / 1000.0))
                .collect();
            let links = points.windows(2).map(|pair| pair[0].distance(pair[1]));
            let length: f64 = links.sum();
            assert!((length / 2.0 - 1.0).abs() < 0.02, "{chord}: {length}");
        }
    }

    #[test]
    fn a_rope_lies_on_the_water_and_not_below_what_it_holds() {
        let lowest = |low: f64| {
            let span = RopeSpan {
                ends: [DVec3::new(0.0, 0.3, 0.0), DVec3::new(0.5, low, 0.0)],
                length: 3.0,
                radius: 0.01,
            };
            let heights = (0..=20).map(|part| point(&span, f64::from(part) / 20.0).y);
            heights.fold(f64::INFINITY, f64::min)
        };
        assert_eq!(lowest(0.2), 0.01);
        assert_eq!(lowest(-0.5), -0.5);
    }
}
