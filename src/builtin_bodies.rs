//! The built-in shapes of bodies: models in `textures/bodies`, which `examples/bodies.rs` writes, with the density and the colour of each.

use crate::glb::{self, Part};
use glam::DVec3;
use std::sync::{Arc, OnceLock};
use waterlab_bodies::Mesh;

/// A built-in shape.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinBody {
    /// Its name.
    pub name: &'static str,
    /// Its density unless a body has another, kg/m³.
    pub density: f64,
    /// The colour of its paint unless a body has another, sRGB.
    pub colour: [u8; 3],
    file: &'static [u8],
}

macro_rules! builtin {
    ($name:literal, $density:literal, $colour:expr) => {
        BuiltinBody {
            name: $name,
            density: $density,
            colour: $colour,
            file: include_bytes!(concat!("../textures/bodies/", $name, ".glb")),
        }
    };
}

/// All of them.
pub const BUILTIN_BODIES: [BuiltinBody; 8] = [
    builtin!("ball", 60.0, [204, 53, 49]),
    builtin!("crate", 550.0, [162, 127, 91]),
    builtin!("duck", 120.0, [230, 190, 44]),
    builtin!("boat", 300.0, [49, 101, 149]),
    builtin!("buoy", 250.0, [219, 93, 34]),
    builtin!("stone", 2500.0, [132, 129, 125]),
    builtin!("pot", 1200.0, [173, 115, 83]),
    builtin!("parasol", 1100.0, [214, 206, 188]),
];

impl BuiltinBody {
    /// The shape with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BUILTIN_BODIES.iter().find(|body| body.name == name)
    }

    /// Its model.
    pub(crate) fn parts(&self) -> Vec<Part> {
        // The tests read the built-in files.
        glb::read(self.file, &|_| None).unwrap_or_default()
    }

    /// The surface that the water meets.
    pub fn mesh(&self) -> Option<Arc<Mesh>> {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for part in self.parts().iter().filter(|part| part.node == "hull") {
            let first = vertices.len() as u32;
            vertices.extend(part.positions.iter().map(|at| at.as_dvec3()));
            let moved = part.triangles.iter();
            triangles.extend(moved.map(|corners| corners.map(|corner| first + corner)));
        }
        let vertices: Vec<DVec3> = vertices;
        Mesh::new(self.name, &vertices, &triangles)
            .ok()
            .map(Arc::new)
    }
}

/// The built-in mesh with this name, which is read once.
pub fn builtin(name: &str) -> Option<Arc<Mesh>> {
    static MESHES: [OnceLock<Option<Arc<Mesh>>>; BUILTIN_BODIES.len()] =
        [const { OnceLock::new() }; BUILTIN_BODIES.len()];
    let index = BUILTIN_BODIES.iter().position(|body| body.name == name)?;
    let mesh = MESHES[index].get_or_init(|| BUILTIN_BODIES[index].mesh());
    mesh.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_body_is_a_closed_mesh_about_1_m_long_and_small() {
        for body in &BUILTIN_BODIES {
            assert!(body.file.len() < 60_000, "{} is large", body.name);
            let mesh = body.mesh().expect("a closed surface");
            let size = mesh.hull().size();
            // With the trim it is 1 m.
            assert!((0.8..1.02).contains(&size.max_element()), "{size}");
            // Closed: its convex hull, which would replace it, is larger, except of what is convex.
            let volume = mesh.hull().volume();
            let of_box = size.element_product();
            let share = match body.name {
                "crate" => 0.98..1.01,
                "ball" => 0.49..0.54,
                // Canvas 2 cm thick.
                "parasol" => 0.005..0.02,
                _ => 0.15..0.55,
            };
            assert!(
                share.contains(&(volume / of_box)),
                "{}: {volume} of {of_box}",
                body.name
            );
        }
        assert!(builtin("piano").is_none());
    }
}
