//! The triangles that show a body's shape, in metres about its centroid.

use crate::builtin_bodies::BuiltinBody;
use crate::glb::Part;
use crate::light::linear_of_srgb;
use glam::{DVec3, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};
pub(super) use waterlab_bodies::Vertex;
use waterlab_bodies::{Body, Hull, Shape, Skin};

/// Triangles, counter-clockwise as seen from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// What distinguishes models: the name of the shape, its proportions, and its colour. Models of one key differ in scale alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    name: String,
    proportions: [f64; 3],
    colour: Option<[u8; 3]>,
}

/// Segments around a capsule, and along a quarter of its outline.
const AROUND: usize = 40;
const QUARTER: usize = 10;

/// Bevel of a box over its shortest side.
const BEVEL: f32 = 0.03;

impl Key {
    /// The key of a body, and the size of its model in multiples of the one with this key.
    pub(super) fn of(body: &Body) -> (Self, f64) {
        let (name, proportions, size) = match body.shape() {
            Shape::Ball { diameter } => ("ball", [1.0; 3], *diameter),
            Shape::Box { size } => {
                let longest = size.max_element();
                ("box", (*size / longest).to_array(), longest)
            }
            Shape::Capsule { length, diameter } => ("capsule", [diameter / length; 3], *length),
            Shape::Mesh { mesh, size } => (mesh.name(), [1.0; 3], *size),
        };
        let key = Self {
            name: name.to_owned(),
            proportions,
            colour: body.colour,
        };
        (key, size)
    }
}

/// The model of a body's shape, scaled to a longest side of 1.
pub(super) fn model(body: &Body, key: &Key) -> Model {
    let paint = body.colour.map(linear);
    let grey = Vec3::splat(0.4);
    match body.shape() {
        Shape::Ball { .. } => of_builtin("ball", DVec3::ZERO, 1.0, paint),
        Shape::Box { .. } => cuboid(
            Vec3::from(key.proportions.map(|side| side as f32)),
            paint.unwrap_or(Vec3::new(0.36, 0.215, 0.105)),
        ),
        Shape::Capsule { .. } => capsule(key.proportions[0] as f32, paint.unwrap_or(grey)),
        Shape::Mesh { mesh, .. } => {
            let scale = 1.0 / mesh.hull().size().max_element();
            match BuiltinBody::named(mesh.name()) {
                Some(_) => of_builtin(mesh.name(), mesh.centroid(), scale, paint),
                None => match mesh.skin() {
                    Some(skin) => of_skin(skin, mesh.centroid(), scale, paint),
                    None => of_hull(&mesh.hull().scaled(scale), |_| paint.unwrap_or(grey)),
                },
            }
        }
    }
}

/// A model with few triangles, for the distances: the hull of a mesh from a file, in the colours of `model`, which is what is seen of it.
pub(super) fn coarse(body: &Body, model: Model) -> Model {
    let mesh = match body.shape() {
        Shape::Mesh { mesh, .. } if mesh.skin().is_some() => mesh,
        _ => return model,
    };
    let step = model.vertices.len() / 1000 + 1;
    let far = |vertex: &Vertex, at: Vec3| vertex.position.distance_squared(at);
    let colour = |at: Vec3| {
        let sample = model.vertices.iter().step_by(step);
        let nearest = sample.min_by(|a, b| far(a, at).total_cmp(&far(b, at)));
        nearest.map_or(Vec3::ZERO, |vertex| vertex.albedo)
    };
    let scale = 1.0 / mesh.hull().size().max_element();
    of_hull(&mesh.hull().scaled(scale), colour)
}

/// sRGB to linear.
fn linear(colour: [u8; 3]) -> Vec3 {
    Vec3::from(colour.map(|channel| linear_of_srgb(f32::from(channel) / 255.0)))
}

fn of_builtin(name: &str, centroid: DVec3, scale: f64, paint: Option<Vec3>) -> Model {
    let parts = BuiltinBody::named(name).map(BuiltinBody::parts);
    let mut model = Model::default();
    for part in parts.iter().flatten() {
        model.add(part, centroid.as_vec3(), scale as f32, paint);
    }
    model
}

impl Model {
    /// Mean thickness: the enclosed volume over half the area.
    pub(super) fn thickness(&self) -> f32 {
        let (mut volume, mut area) = (0.0, 0.0);
        for corners in &self.triangles {
            let [a, b, c] = corners.map(|corner| self.vertices[corner as usize].position);
            volume += a.dot(b.cross(c)) / 6.0;
            area += 0.5 * (b - a).cross(c - a).length();
        }
        if area > 0.0 { 2.0 * volume / area } else { 0.0 }
    }

    fn add(&mut self, part: &Part, centroid: Vec3, scale: f32, paint: Option<Vec3>) {
        let first = self.vertices.len() as u32;
        let mut words = part.material.name.split(' ');
        let is_painted = words.next() == Some("paint");
        let gloss = if words.next() == Some("gloss") {
            1.0
        } else {
            0.0
        };
        let paint = paint.filter(|_| is_painted);
        let corners = (part.positions.iter().zip(&part.normals)).zip(&part.albedos);
        self.vertices
            .extend(corners.map(|((position, &normal), &albedo)| Vertex {
                position: (position - centroid) * scale,
                normal,
                albedo: paint.unwrap_or(albedo),
                gloss,
            }));
        let moved = part.triangles.iter();
        self.triangles
            .extend(moved.map(|corners| corners.map(|corner| first + corner)));
    }

    /// Adds a triangle whose corners have these positions and normals.
    fn triangle(&mut self, corners: [(Vec3, Vec3); 3], albedo: Vec3, gloss: f32) {
        let first = self.vertices.len() as u32;
        self.vertices
            .extend(corners.map(|(position, normal)| Vertex {
                position,
                normal,
                albedo,
                gloss,
            }));
        self.triangles.push([first, first + 1, first + 2]);
    }

    fn quad(&mut self, corners: [(Vec3, Vec3); 4], albedo: Vec3, gloss: f32) {
        let [a, b, c, d] = corners;
        for corners in [[a, b, c], [a, c, d]] {
            let out = (corners[1].0 - corners[0].0).cross(corners[2].0 - corners[0].0);
            let facing = out.dot(corners[0].1 + corners[1].1 + corners[2].1);
            match () {
                () if out.length() < 1e-12 => {}
                () if facing > 0.0 => self.triangle(corners, albedo, gloss),
                () => self.triangle([corners[0], corners[2], corners[1]], albedo, gloss),
            }
        }
    }
}

/// What is seen of a mesh from a file.
fn of_skin(skin: &Skin, centroid: DVec3, scale: f64, paint: Option<Vec3>) -> Model {
    let vertices = skin.vertices.iter().map(|vertex| Vertex {
        position: (vertex.position - centroid.as_vec3()) * scale as f32,
        albedo: paint.unwrap_or(vertex.albedo),
        ..*vertex
    });
    Model {
        vertices: vertices.collect(),
        triangles: skin.triangles.clone(),
    }
}

/// A hull with flat faces, whose albedo is a function of their middles.
fn of_hull(hull: &Hull, albedo: impl Fn(Vec3) -> Vec3) -> Model {
    let mut model = Model::default();
    for corners in hull.triangles() {
        let corners = corners.map(|corner| hull.vertices()[corner as usize].as_vec3());
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        let albedo = albedo((a + b + c) / 3.0);
        model.triangle(corners.map(|corner| (corner, normal)), albedo, 0.0);
    }
    model
}

/// A box with these sides and bevelled edges.
fn cuboid(size: Vec3, albedo: Vec3) -> Model {
    let mut model = Model::default();
    let (half, bevel) = (0.5 * size, BEVEL * size.min_element());
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    // The corner of the box at `signs`, on its face of this axis.
    let at = |signs: Vec3, axis: usize| {
        let place = signs * (half - bevel + bevel * axes[axis]);
        (place, signs * axes[axis])
    };
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [-1.0, 1.0] {
            let signs = |a: f32, b: f32| side * axes[axis] + a * axes[u] + b * axes[v];
            let face = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            model.quad(face.map(|(a, b)| at(signs(a, b), axis)), albedo, 0.0);
            for edge in [-1.0, 1.0] {
                let [low, high] = [-1.0, 1.0].map(|end| signs(edge, end));
                let corners = [at(low, axis), at(high, axis), at(high, u), at(low, u)];
                model.quad(corners, albedo, 0.0);
            }
        }
    }
    for corner in 0..8 {
        let signs = [1, 2, 4].map(|bit| if corner & bit == 0 { -1.0 } else { 1.0 });
        let [x, y, z] = [0, 1, 2].map(|axis| at(Vec3::from(signs), axis));
        model.quad([x, y, z, z], albedo, 0.0);
    }
    model
}

/// A capsule 1 m long along y.
fn capsule(diameter: f32, albedo: Vec3) -> Model {
    let mut model = Model::default();
    let (radius, straight) = (0.5 * diameter, 0.5 - 0.5 * diameter);
    // Along the outline from the lowest point up: direction of the normal, and which end it belongs to.
    let outline: Vec<(f32, f32)> = (0..=QUARTER)
        .map(|step| (step as f32 / QUARTER as f32 - 1.0, -1.0))
        .chain((0..=QUARTER).map(|step| (step as f32 / QUARTER as f32, 1.0)))
        .map(|(part, end)| (part * FRAC_PI_2, end))
        .collect();
    let at = |(up, end): (f32, f32), side: usize| {
        let (sin, cos) = (TAU * (side % AROUND) as f32 / AROUND as f32).sin_cos();
        let normal = Vec3::new(up.cos() * cos, up.sin(), up.cos() * sin);
        (radius * normal + end * straight * Vec3::Y, normal)
    };
    for pair in outline.windows(2) {
        for side in 0..AROUND {
            let order = [(0, side), (1, side), (1, side + 1), (0, side + 1)];
            model.quad(order.map(|(end, side)| at(pair[end], side)), albedo, 1.0);
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    /// The enclosed volume.
    fn volume(model: &Model) -> f32 {
        let six = model.triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(|corner| model.vertices[corner as usize].position);
            a.dot(b.cross(c))
        });
        six.sum::<f32>() / 6.0
    }

    #[test]
    fn models_enclose_the_volume_of_their_shapes_and_face_outward() {
        let of = |shape| {
            let body = Body::new(shape, 500.0).expect("a body");
            let (key, size) = Key::of(&body);
            volume(&model(&body, &key)) * (size as f32).powi(3)
        };
        let ball = of(Shape::Ball { diameter: 0.4 });
        assert!((ball / (PI / 6.0 * 0.064) - 1.0).abs() < 0.03, "{ball}");
        let size = DVec3::new(0.2, 0.5, 0.3);
        let cuboid = of(Shape::Box { size });
        assert!((cuboid / 0.03 - 1.0).abs() < 0.01, "{cuboid}");
        let capsule = of(Shape::Capsule {
            length: 0.5,
            diameter: 0.2,
        });
        let wanted = PI * 0.01 * 0.3 + PI / 6.0 * 0.008;
        assert!((capsule / wanted - 1.0).abs() < 0.02, "{capsule}, {wanted}");
    }
}
