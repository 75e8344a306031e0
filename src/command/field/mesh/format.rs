//! The formats of meshes, and two of them.
//!
//! | format | vertices | foam |
//! | --- | --- | --- |
//! | `.glb` | position, normal, colour: see `glb` | alpha of the colour |
//! | `.obj` | `v x y z r g b`, `vn x y z`, text | in the colour |
//! | `.ply` | x y z nx ny nz foam as f32, red green blue as u8, little endian | `foam` |
//!
//! Colours of `.obj` and `.ply` are in sRGB, as programs that show them expect.

use super::{Mesh, glb};
use crate::command::{WrongUsage, named};
use anyhow::Result;
use std::io::Write;
use std::path::Path;

/// How a mesh is written.
#[derive(Clone, Copy)]
pub enum MeshFormat {
    Glb,
    Obj,
    Ply,
}

impl MeshFormat {
    /// The format with the extension of a file.
    pub fn of(out: &Path) -> Result<Self, WrongUsage> {
        let extension = out.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("glb") => Ok(Self::Glb),
            Some("obj") => Ok(Self::Obj),
            Some("ply") => Ok(Self::Ply),
            _ => Err(WrongUsage(format!(
                "--out {}: a mesh is written as .glb, .obj or .ply; name one of these",
                named(out)
            ))),
        }
    }

    /// Writes the mesh.
    pub fn write(self, mesh: &Mesh, to: &mut impl Write) -> Result<()> {
        match self {
            Self::Glb => glb::write(mesh, to),
            Self::Obj => obj(mesh, to),
            Self::Ply => ply(mesh, to),
        }
    }
}

fn obj(mesh: &Mesh, to: &mut impl Write) -> Result<()> {
    writeln!(to, "# waterlab: metres, y up\no water")?;
    for vertex in mesh.vertices() {
        let [x, y, z] = vertex.position.to_array();
        let [red, green, blue] = vertex.colour().to_array().map(encoded);
        writeln!(to, "v {x} {y} {z} {red:.4} {green:.4} {blue:.4}")?;
    }
    for vertex in mesh.vertices() {
        let [x, y, z] = vertex.normal.to_array();
        writeln!(to, "vn {x} {y} {z}")?;
    }
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|number| number + 1);
        writeln!(to, "f {a}//{a} {b}//{b} {c}//{c}")?;
    }
    Ok(())
}

fn ply(mesh: &Mesh, to: &mut impl Write) -> Result<()> {
    writeln!(
        to,
        "ply\nformat binary_little_endian 1.0\ncomment waterlab: metres, y up\nelement vertex {}",
        mesh.vertices().len()
    )?;
    for name in ["x", "y", "z", "nx", "ny", "nz", "foam"] {
        writeln!(to, "property float {name}")?;
    }
    for name in ["red", "green", "blue"] {
        writeln!(to, "property uchar {name}")?;
    }
    writeln!(
        to,
        "element face {}\nproperty list uchar int vertex_indices\nend_header",
        mesh.triangle_count()
    )?;
    for vertex in mesh.vertices() {
        let [x, y, z] = vertex.position.to_array();
        let [nx, ny, nz] = vertex.normal.to_array();
        for number in [x, y, z, nx, ny, nz, vertex.foam] {
            to.write_all(&number.to_le_bytes())?;
        }
        let colour = vertex.colour().to_array();
        to.write_all(&colour.map(|linear| (255.0 * encoded(linear)).round() as u8))?;
    }
    for triangle in mesh.triangles() {
        to.write_all(&[3])?;
        to.write_all(triangle.map(u32::to_le_bytes).as_flattened())?;
    }
    Ok(())
}

/// A channel of linear light, 0 to 1, encoded as sRGB (IEC 61966-2-1).
fn encoded(linear: f32) -> f32 {
    match linear <= 0.003_130_8 {
        true => 12.92 * linear,
        false => 1.055 * linear.powf(1.0 / 2.4) - 0.055,
    }
}
