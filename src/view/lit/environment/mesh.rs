//! A triangle mesh of solids in metres: boxes with bevelled edges, lathes (bodies of revolution) and bent tubes. A vertex is two texels:
//! position and albedo; normal, plane of the triangle, and material kind.

use glam::{Affine3A, Vec2, Vec3};
use std::f32::consts::TAU;

/// Kind of a material, as numbered in `environment/props.frag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Paint, clay, stone.
    Matte,
    /// Translucent.
    Cloth,
    /// Polished steel.
    Steel,
    /// Planks.
    Wood,
    /// Clipped leaves; drawn in a pass of their own.
    Leaves,
}

/// A material: albedo in red, green and blue, and kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material(pub(super) [f32; 3], pub(super) Kind);

/// Triangles, three vertices each.
#[derive(Default)]
pub(super) struct Mesh {
    /// Two texels a vertex: x, y, z, packed albedo; packed vertex normal, packed triangle normal, distance of the triangle's plane along
    /// its normal, kind.
    texels: Vec<[f32; 4]>,
    /// Transform of the solids that are added next.
    place: Affine3A,
}

/// Number of sides of round solids.
const SIDES: usize = 16;

impl Mesh {
    /// Sets the transform of the solids that are added next.
    pub(super) fn stand(&mut self, place: Affine3A) {
        self.place = place;
    }

    /// The current transform.
    pub(super) fn place(&self) -> &Affine3A {
        &self.place
    }

    /// Appends another mesh.
    pub(super) fn append(&mut self, other: Self) {
        self.texels.extend(other.texels);
    }

    /// Number of vertices, three for each triangle.
    pub(super) fn count(&self) -> usize {
        self.texels.len() / 2
    }

    pub(super) fn texels(&self) -> &[[f32; 4]] {
        &self.texels
    }

    /// Two triangles between four corners in order, each with its normal.
    pub(super) fn quad(
        &mut self,
        corners: [Vec3; 4],
        normals: [Vec3; 4],
        Material(albedo, kind): Material,
    ) {
        let corners = corners.map(|corner| self.place.transform_point3(corner));
        let normals = normals.map(|normal| {
            let normal = self.place.transform_vector3(normal);
            normal.normalize_or(Vec3::Y)
        });
        // Three channels of 8 bits in one integer, which a float represents exactly.
        let [red, green, blue] = albedo.map(|part| (part.clamp(0.0, 1.0).sqrt() * 255.0).round());
        let albedo = red + 256.0 * green + 65536.0 * blue;
        for triangle in [[0, 1, 2], [0, 2, 3]] {
            let [a, b, c] = triangle.map(|corner| corners[corner]);
            let mean = triangle.map(|corner| normals[corner]).iter().sum::<Vec3>();
            let across = (b - a).cross(c - a).normalize_or_zero();
            if across == Vec3::ZERO {
                continue;
            }
            let out = if across.dot(mean) < 0.0 {
                -across
            } else {
                across
            };
            // Cloth is visible from both sides.
            let plane = match kind {
                Kind::Cloth => -1e9,
                _ => out.dot(a),
            };
            for corner in triangle {
                self.texels.push(corners[corner].extend(albedo).to_array());
                let kind = kind as i32 as f32;
                let [normal, out] = [normals[corner], out].map(packed);
                self.texels.push([normal, out, plane, kind]);
            }
        }
    }

    /// A flat quad.
    pub(super) fn face(&mut self, corners: [Vec3; 4], material: Material) {
        let normal = (corners[1] - corners[0])
            .cross(corners[3] - corners[0])
            .normalize_or(Vec3::Y);
        self.quad(corners, [normal; 4], material);
    }

    /// A box between two corners with bevelled edges and smooth normals.
    pub(super) fn block(&mut self, from: Vec3, to: Vec3, bevel: f32, material: Material) {
        let middle = 0.5 * (from + to);
        let half = 0.5 * (to - from).abs();
        let bevel = bevel.min(0.49 * half.min_element());
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        for axis in 0..3 {
            let [n, u, v] = [axes[axis], axes[(axis + 1) % 3], axes[(axis + 2) % 3]];
            for side in [-1.0, 1.0] {
                let out = side * n;
                let [flat_u, flat_v] = [u, v].map(|along| along.dot(half) - bevel);
                let top = middle + out * n.dot(half);
                let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                    .map(|[a, b]| top + a * flat_u * u + b * flat_v * v);
                self.quad(corners, [out; 4], material);
                // Each edge is handled with the first of its two axes.
                for edge in [-1.0, 1.0] {
                    let other = edge * u;
                    let run = v * (v.dot(half) - bevel);
                    let high = middle + out * n.dot(half) + other * flat_u;
                    let low = middle + out * (n.dot(half) - bevel) + other * u.dot(half);
                    self.quad(
                        [high - run, high + run, low + run, low - run],
                        [out, out, other, other],
                        material,
                    );
                }
            }
        }
        for corner in 0..8 {
            let side = Vec3::from([1, 2, 4].map(|bit| if corner & bit == 0 { -1.0 } else { 1.0 }));
            let inner = half - bevel;
            let at = |axis: Vec3| middle + side * (inner + bevel * axis);
            let [x, y, z] = axes.map(at);
            self.quad(
                [x, y, z, z],
                [
                    side * Vec3::X,
                    side * Vec3::Y,
                    side * Vec3::Z,
                    side * Vec3::Z,
                ],
                material,
            );
        }
    }

    /// A body of revolution about the y axis. `outline` lists radius and height from bottom to top along the outside. The outline is
    /// smooth except where a point is repeated.
    pub(super) fn lathe(&mut self, outline: &[[f32; 2]], sides: usize, material: Material) {
        let normal =
            |a: [f32; 2], b: [f32; 2]| Vec2::new(b[1] - a[1], a[0] - b[0]).normalize_or(Vec2::ZERO);
        let segments: Vec<Vec2> = outline.windows(2).map(|w| normal(w[0], w[1])).collect();
        let at = |index: usize, of: usize| {
            // The mean of the two adjacent segments, unless one has no length.
            let other = match index == of {
                true => of.checked_sub(1),
                false => Some(index),
            };
            let other = other.and_then(|other| segments.get(other));
            match other {
                Some(other) if *other != Vec2::ZERO => segments[of] + *other,
                _ => segments[of],
            }
            .normalize_or(Vec2::X)
        };
        for (index, ends) in outline.windows(2).enumerate() {
            if segments[index] == Vec2::ZERO {
                continue;
            }
            let slants = [at(index, index), at(index + 1, index)];
            for side in 0..sides {
                let turns = [side, side + 1].map(|side| {
                    let angle = TAU * side as f32 / sides as f32;
                    Vec2::new(angle.cos(), angle.sin())
                });
                let corner = |end: usize, turn: Vec2| {
                    Vec3::new(ends[end][0] * turn.x, ends[end][1], ends[end][0] * turn.y)
                };
                let outward = |end: usize, turn: Vec2| {
                    Vec3::new(
                        slants[end].x * turn.x,
                        slants[end].y,
                        slants[end].x * turn.y,
                    )
                };
                let order = [(0, 0), (0, 1), (1, 1), (1, 0)];
                self.quad(
                    order.map(|(end, turn)| corner(end, turns[turn])),
                    order.map(|(end, turn)| outward(end, turns[turn])),
                    material,
                );
            }
        }
    }

    /// A ball about a point of the y axis.
    pub(super) fn ball(&mut self, middle: f32, radius: f32, sides: usize, material: Material) {
        let rows = sides / 2;
        let outline: Vec<[f32; 2]> = (0..=rows)
            .map(|row| {
                let angle = TAU * 0.5 * row as f32 / rows as f32;
                [radius * angle.sin(), middle - radius * angle.cos()]
            })
            .collect();
        self.lathe(&outline, sides, material);
    }

    /// A tube of this radius along a gently bent path.
    pub(super) fn tube(&mut self, path: &[Vec3], radius: f32, material: Material) {
        let sides = SIDES / 2;
        // The frame is carried along the path, so that the tube is not twisted.
        let mut across = Vec3::ZERO;
        let rings: Vec<[Vec3; 2]> = (0..path.len())
            .map(|index| {
                let [before, after] = [index.saturating_sub(1), (index + 1).min(path.len() - 1)];
                let along = (path[after] - path[before]).normalize_or(Vec3::Y);
                let projected = across - along * across.dot(along);
                across = match projected.length() > 0.1 {
                    true => projected.normalize(),
                    false => along.any_orthonormal_vector(),
                };
                [across, along.cross(across)]
            })
            .collect();
        for index in 1..path.len() {
            for side in 0..sides {
                let out = |ring: usize, side: usize| {
                    let angle = TAU * side as f32 / sides as f32;
                    rings[ring][0] * angle.cos() + rings[ring][1] * angle.sin()
                };
                let order = [
                    (index - 1, side),
                    (index - 1, side + 1),
                    (index, side + 1),
                    (index, side),
                ];
                let normals = order.map(|(ring, side)| out(ring, side));
                let corners =
                    [0, 1, 2, 3].map(|corner| path[order[corner].0] + radius * normals[corner]);
                self.quad(corners, normals, material);
            }
        }
    }
}

/// Packs a direction into an integer that a float represents exactly: octahedral mapping, 4096 steps each way.
fn packed(direction: Vec3) -> f32 {
    let flat = direction / direction.abs().element_sum();
    let away = |part: f32, other: f32| (1.0 - other.abs()).copysign(part);
    let (x, y) = match flat.z < 0.0 {
        true => (away(flat.x, flat.y), away(flat.y, flat.x)),
        false => (flat.x, flat.y),
    };
    let [x, y] = [x, y].map(|part| ((part + 1.0) * 2047.5).round());
    x + 4096.0 * y
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLAY: Material = Material([0.5; 3], Kind::Matte);

    /// Positions and normals of all vertices.
    fn vertices(mesh: &Mesh) -> Vec<(Vec3, Vec3)> {
        (mesh.texels().chunks(2))
            .map(|pair| {
                let [x, y, z, _] = pair[0];
                (Vec3::new(x, y, z), unpacked(pair[1][0]))
            })
            .collect()
    }

    /// As in `environment/props.vert`.
    fn unpacked(code: f32) -> Vec3 {
        let [x, y] = [code % 4096.0, (code / 4096.0).floor()].map(|part| part / 2047.5 - 1.0);
        let z = 1.0 - x.abs() - y.abs();
        let fold = |part: f32| part - (-z).max(0.0).copysign(part);
        Vec3::new(fold(x), fold(y), z).normalize()
    }

    #[test]
    fn directions_survive_being_packed() {
        for step in 0..400 {
            let (turn, z) = (0.7 * step as f32, step as f32 / 199.5 - 1.0);
            let wide = (1.0 - z * z).max(0.0).sqrt();
            let direction = Vec3::new(wide * turn.cos(), wide * turn.sin(), z);
            let back = unpacked(packed(direction));
            assert!(back.distance(direction) < 2e-3, "{direction} {back}");
        }
    }

    #[test]
    fn no_triangle_of_a_solid_is_left_out_that_an_eye_outside_would_see() {
        let mut block = Mesh::default();
        block.block(Vec3::ZERO, Vec3::ONE, 0.1, CLAY);
        let eye = Vec3::new(0.5, 3.0, 0.5);
        let faces = block.texels().chunks(6).map(|triangle| {
            let [_, out, plane, _] = triangle[1];
            (unpacked(out), plane)
        });
        let seen = faces.filter(|(out, plane)| out.dot(eye) >= *plane);
        // The top, its four bevels, four corners.
        assert_eq!(seen.count(), 2 + 8 + 4);
    }

    #[test]
    fn normals_lead_outward_and_surfaces_lie_where_they_should() {
        let mut block = Mesh::default();
        block.block(
            Vec3::new(-1.0, 0.0, -2.0),
            Vec3::new(1.0, 1.0, 2.0),
            0.1,
            CLAY,
        );
        let middle = Vec3::new(0.0, 0.5, 0.0);
        for (at, normal) in vertices(&block) {
            assert!((at - middle).dot(normal) > 0.3, "{at} {normal}");
        }
        let mut ball = Mesh::default();
        ball.ball(2.0, 0.5, 16, CLAY);
        for (at, normal) in vertices(&ball) {
            let out = at - 2.0 * Vec3::Y;
            assert!((out.length() - 0.5).abs() < 1e-5);
            assert!(out.normalize().dot(normal) > 0.97, "{out} {normal}");
        }
        let mut tube = Mesh::default();
        tube.tube(&[Vec3::ZERO, Vec3::Y, Vec3::new(1.0, 2.0, 0.0)], 0.1, CLAY);
        for (at, normal) in vertices(&tube).into_iter().take(6 * SIDES / 2) {
            assert!((at - 0.1 * normal).x.abs() < 1e-3 && (normal.length() - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn what_stands_somewhere_is_moved_there() {
        let mut mesh = Mesh::default();
        mesh.stand(Affine3A::from_translation(Vec3::new(3.0, 0.0, 0.0)));
        mesh.ball(0.0, 1.0, 8, CLAY);
        assert!(
            vertices(&mesh)
                .iter()
                .all(|(at, _)| (1.99..4.01).contains(&at.x))
        );
    }
}
