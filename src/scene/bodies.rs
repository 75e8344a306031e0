//! The shapes of bodies by name, and meshes from files.

use super::files::{Files, named};
use super::image_file;
use crate::builtin_bodies::{BuiltinBody, builtin};
use crate::glb;
use glam::DVec3;
use std::io::Read;
use std::path::Path;
use waterlab_bodies::{Body, Mesh, Shape, Skin, Vertex};

/// Maximum size of a mesh file, bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Maximum number of triangles that are drawn of a mesh.
const MAX_DRAWN: usize = 100_000;

/// Names of shapes that are not files.
pub fn shape_names() -> [&'static str; 10] {
    [
        "ball", "box", "capsule", "crate", "duck", "boat", "buoy", "stone", "pot", "parasol",
    ]
}

/// Whether this is the name of a shape, and not of a file.
pub(super) fn is_named(name: &str) -> bool {
    shape_names().contains(&name)
}

/// A body of a named shape, as long as `size` in metres, of this density in kg/m³.
pub fn named_body(name: &str, size: f64, density: f64) -> Result<Body, String> {
    let made = Body::new(shape(name, size)?, density);
    made.map_err(|error| error.to_string())
}

/// The shape with this name, as large.
pub(super) fn shape(name: &str, size: f64) -> Result<Shape, String> {
    match name {
        "ball" => Ok(Shape::Ball { diameter: size }),
        "box" => Ok(Shape::Box {
            size: DVec3::splat(size),
        }),
        "capsule" => Ok(Shape::Capsule {
            length: size,
            diameter: 0.4 * size,
        }),
        _ => {
            if let Some(mesh) = builtin(name) {
                return Ok(Shape::Mesh { mesh, size });
            }
            let names = shape_names();
            let near = crate::parameter::nearest(name, names);
            let near = near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
            Err(format!(
                "there is no shape `{}`{near} (there are: {}, and .glb files)",
                crate::parameter::excerpt(name),
                names.join(", ")
            ))
        }
    }
}

/// The density of the shape with this name, if it has one of its own, kg/m³.
pub fn density_of(name: &str) -> Option<f64> {
    // A ball is any ball, and not only one for the beach.
    let body = BuiltinBody::named(name).filter(|body| body.name != "ball");
    body.map(|body| body.density)
}

/// The mesh in a file.
pub(super) fn load(files: &dyn Files, path: &Path) -> Result<Mesh, String> {
    let file = named(path);
    let unreadable = |why: String| format!("can't read the mesh {file}: {why}");
    let opened = files.open(path).map_err(&unreadable)?;
    if opened.length > MAX_BYTES {
        return Err(unreadable(format!(
            "it is larger than {} MiB",
            MAX_BYTES >> 20
        )));
    }
    let mut bytes = Vec::new();
    opened
        .bytes
        .take(MAX_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    mesh(&path.to_string_lossy(), &bytes).map_err(unreadable)
}

/// The mesh of a binary glTF file.
fn mesh(name: &str, bytes: &[u8]) -> Result<Mesh, String> {
    let decode = |texture: &[u8]| {
        let decoded = image_file::parse(texture, Path::new("its texture"));
        let warn = |error| log::warn!("the mesh {name} is drawn without a texture: {error}");
        decoded.map_err(warn).ok()
    };
    let parts = glb::read(bytes, &decode).map_err(|error| error.to_string())?;
    let mut skin = Skin::default();
    for part in &parts {
        let first = skin.vertices.len() as u32;
        let corners = (part.positions.iter().zip(&part.normals)).zip(&part.albedos);
        skin.vertices
            .extend(corners.map(|((&position, &normal), &albedo)| Vertex {
                position,
                normal,
                albedo,
                gloss: 1.0 - part.material.roughness.clamp(0.0, 1.0),
            }));
        let triangles = part.triangles.iter();
        skin.triangles
            .extend(triangles.map(|corners| corners.map(|at| first + at)));
    }
    let positions = skin
        .vertices
        .iter()
        .map(|vertex| vertex.position.as_dvec3());
    let vertices: Vec<DVec3> = positions.collect();
    if !vertices.iter().all(|vertex| vertex.is_finite()) {
        return Err("it has positions that are not finite".into());
    }
    let mesh = Mesh::new(name, &vertices, &skin.triangles).map_err(|error| error.to_string())?;
    let count = skin.triangles.len();
    if count > MAX_DRAWN {
        log::warn!(
            "the mesh {name} has {count} triangles, more than the {MAX_DRAWN} that are drawn: it is drawn as its simplified hull"
        );
        return Ok(mesh);
    }
    // The inside of sheets that have two sides.
    let mut first = 0;
    for part in &parts {
        let end = first + part.positions.len();
        if part.material.is_double_sided && mesh.has_holes() {
            let moved = skin.vertices.len() as u32;
            for index in first..end {
                let outside = skin.vertices[index];
                skin.vertices.push(Vertex {
                    normal: -outside.normal,
                    ..outside
                });
            }
            let triangles = part.triangles.iter();
            skin.triangles
                .extend(triangles.map(|&[a, b, c]| [a, c, b].map(|at| moved + at)));
        }
        first = end;
    }
    Ok(mesh.with_skin(skin))
}
