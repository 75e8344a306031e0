//! A model as numbers on a grid of points: signed distance to its surface, negative inside, and the albedo of the surface. Rays march
//! through it.
//!
//! Distances are exact near the surface. Farther out they are those to the closest points that neighbours know, at most [`BAND`]. A model
//! of thin sheets, such as a parasol, is thickened to the spacing of the points, or rays would pass between them.

use super::model::Model;
use crate::grid::Grid;
use glam::{UVec3, Vec3};

/// Points along each side.
pub(in crate::view) const SIDE: usize = 32;

/// Slices beside each other in a row of the grid.
pub(in crate::view) const ACROSS: usize = 8;

/// Side of the cube that the points span about the middle of the model, over the model's longest side.
const SPAN: f32 = 1.25;

/// Greatest distance, and the greatest that is searched for among all triangles, in spacings.
pub(in crate::view) const BAND: f32 = 8.0;
const EXACT: f32 = 1.5;

/// Slices with columns along x and rows along y: red, green, blue of the albedo, and distance from −[`BAND`] to [`BAND`] spacings; and
/// the middle and the side of the cube that they span.
pub(super) struct Volume {
    pub(super) texels: Grid<[u8; 4]>,
    pub(super) middle: Vec3,
    pub(super) side: f32,
    /// Half extents of the model along x, y and z, over the cube's side.
    pub(super) extent: Vec3,
    /// Radius of the sphere about the middle that contains the model.
    pub(super) radius: f32,
}

impl Volume {
    pub(super) fn new(model: &Model) -> Self {
        let ends = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let positions = model.vertices.iter().map(|vertex| vertex.position);
        let (low, high) = positions.fold(ends, |(low, high), at| (low.min(at), high.max(at)));
        let (middle, side) = (0.5 * (low + high), SPAN * (high - low).max_element());
        let spacing = side / SIDE as f32;
        let thickening = (0.5 * (spacing - model.thickness())).max(0.0);
        let place = |at: UVec3| middle + (at.as_vec3() + 0.5) * spacing - 0.5 * side;
        let index = |at: UVec3| (at.z as usize * SIDE + at.y as usize) * SIDE + at.x as usize;
        let limit = EXACT * spacing;
        let mut nearest = vec![Nearest::default(); SIDE * SIDE * SIDE];
        // Crossings of lines along x through the points: place, and whether the line enters.
        let mut crossings = vec![Vec::new(); SIDE * SIDE];
        for corners in &model.triangles {
            let corners = corners.map(|corner| model.vertices[corner as usize]);
            let triangle = corners.map(|corner| corner.position);
            let [a, b, c] = triangle;
            let cell = |at: Vec3| {
                let cell = (at - middle + 0.5 * side) / spacing - 0.5;
                cell.clamp(Vec3::ZERO, Vec3::splat(SIDE as f32 - 1.0))
            };
            let first = cell(a.min(b).min(c) - limit).floor().as_uvec3();
            let last = cell(a.max(b).max(c) + limit).ceil().as_uvec3();
            for (z, y) in (first.z..=last.z).flat_map(|z| (first.y..=last.y).map(move |y| (z, y))) {
                for x in first.x..=last.x {
                    let at = UVec3::new(x, y, z);
                    nearest[index(at)].meet(
                        place(at),
                        closest(place(at), triangle),
                        corners[0].albedo,
                    );
                }
                // A line through no vertex.
                let line = place(UVec3::new(0, y, z)) + spacing * Vec3::new(0.0, 1.37e-3, 2.71e-3);
                if let Some((x, enters)) = crossing(line, triangle) {
                    crossings[z as usize * SIDE + y as usize].push((x, enters));
                }
            }
        }
        spread(&mut nearest, place);
        let rows = SIDE / ACROSS * SIDE;
        let texels = Grid::from_fn(ACROSS * SIDE, rows, |column, row| {
            let slice = row / SIDE * ACROSS + column / SIDE;
            let at = [column % SIDE, row % SIDE, slice].map(|index| index as u32);
            let at = UVec3::from(at);
            let before = crossings[slice * SIDE + at.y as usize].iter();
            let inside: i32 = before
                .filter(|(x, _)| *x < place(at).x)
                .map(|(_, enters)| if *enters { 1 } else { -1 })
                .sum();
            let Nearest {
                distance, albedo, ..
            } = nearest[index(at)];
            let signed = if inside > 0 { -distance } else { distance } - thickening;
            let code = albedo
                .extend(0.5 + 0.5 * signed / (BAND * spacing))
                .to_array();
            code.map(|part| (255.0 * part.clamp(0.0, 1.0)).round() as u8)
        });
        let far = model.vertices.iter();
        let far = far.map(|vertex| vertex.position.distance(middle));
        Self {
            texels,
            middle,
            side,
            extent: 0.5 * (high - low) / side,
            radius: 1.01 * far.fold(0.0, f32::max),
        }
    }
}

/// The closest known point of the surface.
#[derive(Clone, Copy)]
struct Nearest {
    distance: f32,
    point: Vec3,
    albedo: Vec3,
}

impl Default for Nearest {
    fn default() -> Self {
        Self {
            distance: f32::INFINITY,
            point: Vec3::INFINITY,
            albedo: Vec3::splat(0.5),
        }
    }
}

impl Nearest {
    /// Takes a point of the surface if it is closer to `at`.
    fn meet(&mut self, at: Vec3, point: Vec3, albedo: Vec3) {
        let distance = point.distance(at);
        if distance < self.distance {
            *self = Self {
                distance,
                point,
                albedo,
            };
        }
    }
}

/// Spreads the closest points from neighbour to neighbour, forward and back along each axis (Danielsson, Euclidean distance mapping, 1980).
fn spread(nearest: &mut [Nearest], place: impl Fn(UVec3) -> Vec3) {
    let count = SIDE as u32;
    let at = |index: usize| {
        let index = index as u32;
        UVec3::new(index % count, index / count % count, index / count / count)
    };
    for (axis, stride) in [1, SIDE, SIDE * SIDE].into_iter().enumerate() {
        let mut pass = |index: usize, neighbour: usize| {
            let known = nearest[neighbour];
            if known.distance.is_finite() {
                nearest[index].meet(place(at(index)), known.point, known.albedo);
            }
        };
        let all = SIDE * SIDE * SIDE;
        (0..all)
            .filter(|&index| at(index)[axis] > 0)
            .for_each(|index| pass(index, index - stride));
        (0..all)
            .rev()
            .filter(|&index| at(index)[axis] < count - 1)
            .for_each(|index| pass(index, index + stride));
    }
}

/// Where a line along x meets a triangle, and whether it comes from outside.
fn crossing(line: Vec3, [a, b, c]: [Vec3; 3]) -> Option<(f32, bool)> {
    let flat = |at: Vec3| (at.y - line.y, at.z - line.z);
    let [a2, b2, c2] = [flat(a), flat(b), flat(c)];
    let area = |p: (f32, f32), q: (f32, f32)| p.0 * q.1 - p.1 * q.0;
    let parts = [area(b2, c2), area(c2, a2), area(a2, b2)];
    let sum: f32 = parts.iter().sum();
    let is_within = parts.iter().all(|part| part * sum > 0.0);
    let x = (parts[0] * a.x + parts[1] * b.x + parts[2] * c.x) / sum;
    // The normal's x is twice the area of the triangle's shadow along x.
    is_within.then_some((x, sum < 0.0))
}

/// The point of a triangle closest to another (Ericson, Real-Time Collision Detection, §5.1.5).
fn closest(at: Vec3, [a, b, c]: [Vec3; 3]) -> Vec3 {
    let (ab, ac, ap) = (b - a, c - a, at - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = at - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let cp = at - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    a + ab * (vb / sum) + ac * (vc / sum)
}

#[cfg(test)]
mod tests {
    use super::super::model::{Key, model};
    use super::*;
    use waterlab_bodies::{Body, Shape};

    #[test]
    fn the_distances_of_a_ball_are_those_from_its_middle() {
        let body = Body::new(Shape::Ball { diameter: 1.0 }, 100.0).expect("a body");
        let volume = Volume::new(&model(&body, &Key::of(&body).0));
        let spacing = volume.side / SIDE as f32;
        for (x, y, z) in [
            (15, 16, 16),
            (3, 16, 16),
            (28, 16, 16),
            (16, 4, 13),
            (8, 9, 10),
            (0, 0, 0),
            (1, 14, 30),
        ] {
            let at = Vec3::new(x as f32, y as f32, z as f32);
            let place = volume.middle + (at + 0.5) * spacing - 0.5 * volume.side;
            let wanted = (place.length() - 0.5).clamp(-BAND * spacing, BAND * spacing);
            let cell = (z % ACROSS * SIDE + x, z / ACROSS * SIDE + y);
            let found = (f32::from(volume.texels[cell][3]) / 127.5 - 1.0) * BAND * spacing;
            // Facets lie up to 1 % inside of the ball.
            assert!((found - wanted).abs() < 0.012, "{at}: {found}, {wanted}");
        }
    }
}
