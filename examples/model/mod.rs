//! Models of triangles, written as binary glTF: what the examples that model things share.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;
use std::f32::consts::TAU;
use waterlab::glam::{Affine3A, Quat, Vec2, Vec3};

/// Name, linear albedo; whether it is a metal, whether it is visible from both sides.
pub type Material = (&'static str, [f32; 3], bool, bool);

#[allow(dead_code)]
/// Triangles by node and material.
#[derive(Default)]
pub struct Model {
    /// The node and the transform of the solids that are added next.
    pub node: &'static str,
    pub place: Affine3A,
    pub parts: Vec<Part>,
}

pub struct Part {
    node: &'static str,
    material: Material,
    /// Position and normal.
    vertices: Vec<[f32; 6]>,
    /// Index of each vertex, by the bits of its numbers.
    known: HashMap<[u32; 6], u16>,
    indices: Vec<u16>,
}

impl Model {
    /// Moves what is added next.
    pub fn stand(&mut self, x: f32, z: f32, turn: f32) {
        let place = Vec3::new(x, 0.0, z);
        self.place = Affine3A::from_rotation_translation(Quat::from_rotation_y(turn), place);
    }

    /// Two triangles between four corners in order, each with its normal.
    pub fn quad(&mut self, corners: [Vec3; 4], normals: [Vec3; 4], material: Material) {
        let corners = corners.map(|corner| self.place.transform_point3(corner));
        let normals = normals.map(|normal| self.place.transform_vector3(normal).normalize());
        let fits = |part: &Part| (part.node, part.material.0) == (self.node, material.0);
        let index = self.parts.iter().position(fits).unwrap_or_else(|| {
            self.parts.push(Part {
                node: self.node,
                material,
                vertices: Vec::new(),
                known: HashMap::new(),
                indices: Vec::new(),
            });
            self.parts.len() - 1
        });
        let part = &mut self.parts[index];
        for [first, second, third] in [[0, 1, 2], [0, 2, 3]] {
            let [a, b, c] = [first, second, third].map(|corner| corners[corner]);
            let out = (b - a).cross(c - a);
            if out.length() < 1e-9 {
                continue;
            }
            // Counter-clockwise as seen from where the normals lead.
            let order = match out.dot(normals[first] + normals[second] + normals[third]) > 0.0 {
                true => [first, second, third],
                false => [first, third, second],
            };
            for corner in order {
                let [x, y, z] = corners[corner].to_array();
                let [nx, ny, nz] = normals[corner].to_array();
                // Powers of two, so that files compress well: 0.12 mm, and 0.1°.
                let round = |number: f32, steps: f32| (number * steps).round() / steps;
                let [x, y, z] = [x, y, z].map(|metres| round(metres, 8192.0));
                let [nx, ny, nz] = [nx, ny, nz].map(|cosine| round(cosine, 512.0));
                let vertex = [x, y, z, nx, ny, nz];
                let next = part.vertices.len() as u16;
                let index = *part.known.entry(vertex.map(f32::to_bits)).or_insert(next);
                if index == next {
                    part.vertices.push(vertex);
                }
                part.indices.push(index);
            }
        }
    }

    #[allow(dead_code)]
    /// Adds a surface over a grid of quads; `at` gives the point at fractions of both sides.
    pub fn patch(
        &mut self,
        [columns, rows]: [usize; 2],
        at: impl Fn(f32, f32) -> Vec3,
        material: impl Fn(f32, f32) -> Material,
    ) {
        let place = |column: usize, row: usize| {
            let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
            at(u, v)
        };
        let normal = |column: usize, row: usize| {
            let (u, v) = (column as f32 / columns as f32, row as f32 / rows as f32);
            // At a pole the parallels have no length: beside it they have.
            let v = v.clamp(1e-3, 1.0 - 1e-3);
            let step = 1e-3;
            let along = at(u + step, v) - at(u - step, v);
            let up = at(u, v + step) - at(u, v - step);
            along.cross(up).normalize_or(Vec3::Y)
        };
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)))
        {
            let order = [
                (column, row),
                (column + 1, row),
                (column + 1, row + 1),
                (column, row + 1),
            ];
            let middle = [column, row].map(|index| index as f32 + 0.5);
            let material = material(middle[0] / columns as f32, middle[1] / rows as f32);
            self.quad(
                order.map(|(column, row)| place(column, row)),
                order.map(|(column, row)| normal(column, row)),
                material,
            );
        }
    }

    /// A box between two corners with bevelled edges and smooth normals.
    pub fn block(&mut self, from: [f32; 3], to: [f32; 3], bevel: f32, material: Material) {
        let (from, to) = (Vec3::from(from), Vec3::from(to));
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        let bevel = bevel.min(0.49 * half.min_element());
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        // The corner of the box at `signs`, on its face of this axis.
        let at = |signs: Vec3, axis: Vec3| middle + signs * (half - bevel + bevel * axis);
        for axis in 0..3 {
            let [n, u, v] = [0, 1, 2].map(|next| axes[(axis + next) % 3]);
            for side in [-1.0, 1.0] {
                let face = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
                let face = face.map(|[a, b]| at(side * n + a * u + b * v, n));
                self.quad(face, [side * n; 4], material);
                // Each edge is added with the first of its two faces.
                for edge in [-1.0, 1.0] {
                    let [low, high] = [-1.0, 1.0].map(|end| side * n + edge * u + end * v);
                    let corners = [at(low, n), at(high, n), at(high, u), at(low, u)];
                    let normals = [side * n, side * n, edge * u, edge * u];
                    self.quad(corners, normals, material);
                }
            }
        }
        for corner in 0..8 {
            let signs = [1, 2, 4].map(|bit| if corner & bit == 0 { -1.0 } else { 1.0 });
            let signs = Vec3::from(signs);
            let [x, y, z] = axes.map(|axis| (at(signs, axis), signs * axis));
            self.quad([x.0, y.0, z.0, z.0], [x.1, y.1, z.1, z.1], material);
        }
    }

    /// A body of revolution about the y axis. `outline` lists radius and height from bottom to top along the outside. The outline is smooth
    /// except where a point is repeated.
    pub fn lathe(&mut self, outline: &[[f32; 2]], sides: usize, material: Material) {
        let outline: Vec<Vec2> = outline.iter().copied().map(Vec2::from).collect();
        let out = |pair: &[Vec2]| (pair[0] - pair[1]).perp().normalize_or_zero();
        let segments: Vec<Vec2> = outline.windows(2).map(out).collect();
        let segment = |index: Option<usize>| index.and_then(|index| segments.get(index));
        for (index, ends) in outline.windows(2).enumerate() {
            let own = segments[index];
            if own == Vec2::ZERO {
                continue;
            }
            // The mean of the two adjacent segments, unless one has no length.
            let slants = [index.checked_sub(1), Some(index + 1)].map(|next| match segment(next) {
                Some(next) if *next != Vec2::ZERO => (own + next).normalize_or(Vec2::X),
                _ => own,
            });
            for side in 0..sides {
                let turned = |plane: Vec2, side: usize| {
                    let (sin, cos) = (TAU * (side % sides) as f32 / sides as f32).sin_cos();
                    Vec3::new(plane.x * cos, plane.y, plane.x * sin)
                };
                let order = [(0, side), (0, side + 1), (1, side + 1), (1, side)];
                let corners = order.map(|(end, side)| turned(ends[end], side));
                let normals = order.map(|(end, side)| turned(slants[end], side));
                self.quad(corners, normals, material);
            }
        }
    }

    /// A sphere about a point of the y axis.
    pub fn globe(&mut self, middle: f32, radius: f32, sides: usize, material: Material) {
        let outline = (0..=sides / 2).map(|row| {
            let (sin, cos) = (TAU * row as f32 / (sides & !1) as f32).sin_cos();
            [radius * sin, middle - radius * cos]
        });
        self.lathe(&outline.collect::<Vec<_>>(), sides, material);
    }

    #[allow(dead_code)]
    /// A closed flower pot 56 cm high, filled with soil.
    pub fn pot(&mut self, clay: Material, soil: Material) {
        let outline = [
            [[0.0, 0.0], [0.22, 0.0], [0.22, 0.0], [0.24, 0.03]],
            [[0.31, 0.40], [0.33, 0.46], [0.33, 0.46], [0.37, 0.47]],
            [[0.375, 0.50], [0.37, 0.55], [0.36, 0.56], [0.31, 0.56]],
        ];
        let inside = [[0.31, 0.56], [0.30, 0.51]];
        self.lathe(&[outline.as_flattened(), &inside].concat(), 28, clay);
        self.lathe(&[[0.30, 0.51], [0.0, 0.51]], 28, soil);
    }

    /// A tube of this radius along a gently bent path.
    pub fn tube(&mut self, path: &[Vec3], radius: f32, material: Material) {
        const SIDES: usize = 8;
        // The frame is carried along the path, so that the tube is not twisted.
        let mut across = Vec3::ZERO;
        let last = path.len() - 1;
        let frames = (0..path.len()).map(|index| {
            let along = path[(index + 1).min(last)] - path[index.saturating_sub(1)];
            let along = along.normalize();
            let projected = across - along * across.dot(along);
            across = match projected.length() > 0.1 {
                true => projected.normalize(),
                false => along.any_orthonormal_vector(),
            };
            [across, along.cross(across)]
        });
        let frames: Vec<_> = frames.collect();
        for (index, side) in (1..path.len()).flat_map(|index| (0..SIDES).map(move |s| (index, s))) {
            let order = [
                (index - 1, side),
                (index - 1, side + 1),
                (index, side + 1),
                (index, side),
            ];
            let normals = order.map(|(ring, side)| {
                let (sin, cos) = (TAU * (side % SIDES) as f32 / SIDES as f32).sin_cos();
                frames[ring][0] * cos + frames[ring][1] * sin
            });
            let corners = [0, 1, 2, 3].map(|at| path[order[at].0] + radius * normals[at]);
            self.quad(corners, normals, material);
        }
    }

    /// The model as a binary glTF file.
    pub fn glb(&self, generator: &str) -> Result<Vec<u8>> {
        let mut bin: Vec<u8> = Vec::new();
        let (mut views, mut accessors, mut materials) = (Vec::new(), Vec::new(), Vec::new());
        let (mut meshes, mut nodes): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        for part in &self.parts {
            let position = |extreme: fn(f32, f32) -> f32| {
                let places = part.vertices.iter().map(|v| [v[0], v[1], v[2]]);
                places.reduce(|one, other| [0, 1, 2].map(|axis| extreme(one[axis], other[axis])))
            };
            let [vertices, indices] = [views.len(), views.len() + 1];
            let bytes: Vec<u8> = part
                .vertices
                .iter()
                .flatten()
                .flat_map(|v| v.to_le_bytes())
                .collect();
            views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": bytes.len(), "byteStride": 24, "target": 34962}));
            bin.extend(bytes);
            views.push(json!({"buffer": 0, "byteOffset": bin.len(), "byteLength": 2 * part.indices.len(), "target": 34963}));
            bin.extend(part.indices.iter().flat_map(|index| index.to_le_bytes()));
            bin.resize(bin.len().next_multiple_of(4), 0);
            let first = accessors.len();
            let vector = |offset: usize| json!({"bufferView": vertices, "byteOffset": offset, "componentType": 5126, "count": part.vertices.len(), "type": "VEC3"});
            let mut positions = vector(0);
            positions["min"] = json!(position(f32::min));
            positions["max"] = json!(position(f32::max));
            accessors.extend([positions, vector(12)]);
            accessors.push(json!({"bufferView": indices, "componentType": 5123, "count": part.indices.len(), "type": "SCALAR"}));
            let (name, [red, green, blue], is_metal, is_double_sided) = part.material;
            let known = materials
                .iter()
                .position(|known: &Value| known["name"] == name);
            let material = known.unwrap_or(materials.len());
            if known.is_none() {
                let metal = f32::from(u8::from(is_metal));
                materials.push(json!({"name": name, "doubleSided": is_double_sided, "pbrMetallicRoughness": {"baseColorFactor": [red, green, blue, 1.0], "metallicFactor": metal}}));
            }
            let primitive = json!({"attributes": {"POSITION": first, "NORMAL": first + 1}, "indices": first + 2, "material": material});
            match nodes.iter().position(|node| node["name"] == part.node) {
                Some(node) => meshes[node]["primitives"]
                    .as_array_mut()
                    .context("no list")?
                    .push(primitive),
                None => {
                    nodes.push(json!({"name": part.node, "mesh": meshes.len()}));
                    meshes.push(json!({"name": part.node, "primitives": [primitive]}));
                }
            }
        }
        let all: Vec<usize> = (0..nodes.len()).collect();
        let json = json!({
            "asset": {"version": "2.0", "generator": format!("waterlab, {generator}")},
            "scene": 0, "scenes": [{"nodes": all}], "nodes": nodes, "meshes": meshes, "materials": materials,
            "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": bin.len()}],
        });
        let file = gltf::Glb {
            header: gltf::binary::Header {
                magic: *b"glTF",
                version: 2,
                length: 0,
            },
            json: Cow::Owned(json.to_string().into_bytes()),
            bin: Some(Cow::Owned(bin)),
        };
        Ok(file.to_vec()?)
    }
}
