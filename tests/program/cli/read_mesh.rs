//! Reads meshes with readers that are not the program's.

use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{DefaultElement, Property};
use std::collections::BTreeSet;

/// A vertex as it is in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    pub position: [f32; 3],
    pub normal: [f32; 3],
    /// As it is stored: linear in a .glb, sRGB elsewhere.
    pub colour: [f32; 3],
    /// NaN in an .obj, which has none.
    pub foam: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
    pub triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// The corners of all triangles, in order.
    pub fn corners(&self) -> Vec<Vertex> {
        let corners = self.triangles.as_flattened();
        corners
            .iter()
            .map(|&corner| self.vertices[corner])
            .collect()
    }

    /// Twice the area of each triangle as seen from above, m²; below 0 if it shows its underside.
    pub fn double_areas(&self) -> Vec<f64> {
        let corner = |index: usize| self.vertices[index].position.map(f64::from);
        let area = |&[a, b, c]: &[usize; 3]| {
            let [a, b, c] = [a, b, c].map(corner);
            // The y of (b − a) × (c − a).
            (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])
        };
        self.triangles.iter().map(area).collect()
    }

    #[track_caller]
    pub fn assert_faces_up(&self) {
        assert!(!self.triangles.is_empty());
        let areas = self.double_areas();
        let down = areas.iter().filter(|area| **area <= 0.0).count();
        assert_eq!(down, 0, "of {}", areas.len());
    }
}

fn threes(numbers: &[f32]) -> impl Iterator<Item = [f32; 3]> {
    numbers.as_chunks::<3>().0.iter().copied()
}

/// Reads and validates a .glb file with one mesh, and checks what it says of itself.
pub fn glb(bytes: &[u8]) -> Mesh {
    let file = gltf::Gltf::from_slice(bytes).expect("valid glTF");
    let scene = file.default_scene().expect("a scene");
    let nodes: Vec<_> = scene.nodes().collect();
    assert_eq!(nodes.len(), 1);
    let mesh = nodes[0].mesh().expect("a mesh");
    let primitives: Vec<_> = mesh.primitives().collect();
    let [primitive] = &primitives[..] else {
        panic!("{} primitives", primitives.len());
    };
    assert_eq!(primitive.mode(), gltf::mesh::Mode::Triangles);
    let material = primitive.material();
    assert!(material.double_sided());
    assert_eq!(material.alpha_mode(), gltf::material::AlphaMode::Opaque);
    assert_eq!(material.pbr_metallic_roughness().metallic_factor(), 0.0);
    let reader = primitive.reader(|_| file.blob.as_deref());
    let positions: Vec<_> = reader.read_positions().expect("positions").collect();
    let normals: Vec<_> = reader.read_normals().expect("normals").collect();
    let colours: Vec<_> = reader
        .read_colors(0)
        .expect("colours")
        .into_rgba_f32()
        .collect();
    let indices: Vec<_> = match reader.read_indices().expect("indices") {
        gltf::mesh::util::ReadIndices::U32(indices) => indices.collect(),
        _ => panic!("32 bits"),
    };
    assert_eq!(
        (normals.len(), colours.len()),
        (positions.len(), positions.len())
    );
    let bounds = primitive.bounding_box();
    for axis in 0..3 {
        let along = || positions.iter().map(|position| position[axis]);
        assert_eq!(bounds.min[axis], along().fold(f32::INFINITY, f32::min));
        assert_eq!(bounds.max[axis], along().fold(f32::NEG_INFINITY, f32::max));
    }
    let triangles = indices.as_chunks::<3>().0.iter();
    Mesh {
        vertices: (0..positions.len())
            .map(|index| {
                let [red, green, blue, foam] = colours[index];
                Vertex {
                    position: positions[index],
                    normal: normals[index],
                    colour: [red, green, blue],
                    foam,
                }
            })
            .collect(),
        triangles: triangles
            .map(|triangle| triangle.map(|index| index as usize))
            .collect(),
    }
}

/// Reads a .ply file.
pub fn ply(bytes: &[u8]) -> Mesh {
    let file = Parser::<DefaultElement>::new()
        .read_ply(&mut &bytes[..])
        .expect("valid PLY");
    let names: BTreeSet<_> = file.payload.keys().map(String::as_str).collect();
    assert_eq!(names, BTreeSet::from(["face", "vertex"]));
    let vertex = |element: &DefaultElement| {
        let float = |name: &str| match element.get(name) {
            Some(Property::Float(number)) => *number,
            other => panic!("{name}: {other:?}"),
        };
        let level = |name: &str| match element.get(name) {
            Some(Property::UChar(level)) => f32::from(*level) / 255.0,
            other => panic!("{name}: {other:?}"),
        };
        Vertex {
            position: ["x", "y", "z"].map(float),
            normal: ["nx", "ny", "nz"].map(float),
            colour: ["red", "green", "blue"].map(level),
            foam: float("foam"),
        }
    };
    let triangle = |element: &DefaultElement| match element.get("vertex_indices") {
        Some(Property::ListInt(corners)) => {
            let corners: [i32; 3] = corners[..].try_into().expect("three");
            corners.map(|corner| corner.try_into().expect("a number"))
        }
        other => panic!("{other:?}"),
    };
    Mesh {
        vertices: file.payload["vertex"].iter().map(vertex).collect(),
        triangles: file.payload["face"].iter().map(triangle).collect(),
    }
}

/// Reads an .obj file; its vertices are in the order in which its triangles name them.
pub fn obj(mut bytes: &[u8]) -> Mesh {
    let options = tobj::LoadOptions {
        single_index: true,
        ..Default::default()
    };
    let loaded = tobj::load_obj_buf(&mut bytes, &options, |file| panic!("{}", file.display()));
    let (models, _) = loaded.expect("valid OBJ");
    let [model] = &models[..] else {
        panic!("{} models", models.len());
    };
    let mesh = &model.mesh;
    let corners = threes(&mesh.positions).zip(threes(&mesh.normals));
    Mesh {
        vertices: corners
            .zip(threes(&mesh.vertex_color))
            .map(|((position, normal), colour)| Vertex {
                position,
                normal,
                colour,
                foam: f32::NAN,
            })
            .collect(),
        triangles: (mesh.indices.as_chunks::<3>().0.iter())
            .map(|triangle| triangle.map(|index| index as usize))
            .collect(),
    }
}
