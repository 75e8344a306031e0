//! The shapes of bodies by name, and meshes from files.

use super::files::{Files, named};
use crate::builtin_bodies::{BuiltinBody, builtin};
use crate::glb;
use glam::DVec3;
use std::io::Read;
use std::path::Path;
use waterlab_bodies::{Body, Mesh, Shape};

/// Maximum size of a mesh file, bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Names of shapes that are not files.
pub fn shape_names() -> [&'static str; 8] {
    [
        "ball", "box", "capsule", "crate", "duck", "boat", "buoy", "stone",
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
    let parts = glb::read(bytes).map_err(|error| error.to_string())?;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = vertices.len() as u32;
        vertices.extend(part.positions.iter().map(|at| at.as_dvec3()));
        triangles.extend(
            part.triangles
                .iter()
                .map(|corners| corners.map(|at| first + at)),
        );
    }
    if !vertices.iter().all(|vertex: &DVec3| vertex.is_finite()) {
        return Err("it has positions that are not finite".into());
    }
    Mesh::new(name, &vertices, &triangles).map_err(|error| error.to_string())
}
