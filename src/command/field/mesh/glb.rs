//! A mesh as binary glTF 2.0: a scene of one node, with vertices that lie one after the other in the file and then the triangles.
//!
//! A vertex is 32 bytes: position and normal as f32, and its colour as four u16 that stand for 0 to 1, linear. The alpha of the colour is
//! the foam; the material is opaque, so that views ignore it.

use super::{Mesh, Vertex};
use anyhow::{Context, Result};
use glam::Vec3;
use serde_json::json;
use std::io::Write;

/// Bytes of a vertex and of a triangle.
const VERTEX: usize = 32;
const TRIANGLE: usize = 12;

// Numbers of the glTF 2.0 specification.
const VERSION: u32 = 2;
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

pub(super) fn write(mesh: &Mesh, to: &mut impl Write) -> Result<()> {
    let mut json = description(mesh).to_string();
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let binary = VERTEX * mesh.vertices().len() + TRIANGLE * mesh.triangle_count();
    // The header, and a length and a type for each of the two chunks.
    let all = 12 + 8 + json.len() + 8 + binary;
    let length = |bytes: usize| {
        u32::try_from(bytes).context(
            "a .glb holds 4 GB, and this mesh has more: take fewer cells with water.size, or write a .ply",
        )
    };
    to.write_all(b"glTF")?;
    for word in [VERSION, length(all)?, length(json.len())?] {
        to.write_all(&word.to_le_bytes())?;
    }
    to.write_all(b"JSON")?;
    to.write_all(json.as_bytes())?;
    to.write_all(&length(binary)?.to_le_bytes())?;
    to.write_all(b"BIN\0")?;
    for vertex in mesh.vertices() {
        to.write_all(&packed(vertex))?;
    }
    for triangle in mesh.triangles() {
        to.write_all(triangle.map(u32::to_le_bytes).as_flattened())?;
    }
    Ok(())
}

fn packed(vertex: &Vertex) -> [u8; VERTEX] {
    let mut bytes = [0; VERTEX];
    let (numbers, colours) = bytes.split_at_mut(24);
    let vectors = [vertex.position, vertex.normal].map(|vector| vector.to_array());
    for (bytes, number) in numbers.chunks_exact_mut(4).zip(vectors.as_flattened()) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    let colour = vertex.colour().extend(vertex.foam).to_array();
    for (bytes, channel) in colours.chunks_exact_mut(2).zip(colour) {
        let level = (65535.0 * channel).round() as u16;
        bytes.copy_from_slice(&level.to_le_bytes());
    }
    bytes
}

/// What the file has, where.
fn description(mesh: &Mesh) -> serde_json::Value {
    let vertices = mesh.vertices().len();
    let (vertex_bytes, triangle_bytes) = (VERTEX * vertices, TRIANGLE * mesh.triangle_count());
    let positions = || mesh.vertices().iter().map(|vertex| vertex.position);
    let low = positions().fold(Vec3::INFINITY, Vec3::min).to_array();
    let high = positions().fold(Vec3::NEG_INFINITY, Vec3::max).to_array();
    json!({
        "asset": { "version": "2.0", "generator": concat!("waterlab ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "water", "mesh": 0 }],
        "meshes": [{ "name": "water", "primitives": [{
            "attributes": { "POSITION": 0, "NORMAL": 1, "COLOR_0": 2 }, "indices": 3, "material": 0
        }] }],
        "materials": [{
            "name": "water",
            "doubleSided": true,
            "pbrMetallicRoughness": { "metallicFactor": 0.0, "roughnessFactor": 0.05 }
        }],
        "accessors": [
            { "bufferView": 0, "byteOffset": 0, "componentType": FLOAT, "count": vertices, "type": "VEC3", "min": low, "max": high },
            { "bufferView": 0, "byteOffset": 12, "componentType": FLOAT, "count": vertices, "type": "VEC3" },
            { "bufferView": 0, "byteOffset": 24, "componentType": UNSIGNED_SHORT, "normalized": true, "count": vertices, "type": "VEC4" },
            { "bufferView": 1, "componentType": UNSIGNED_INT, "count": 3 * mesh.triangle_count(), "type": "SCALAR" }
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": vertex_bytes, "byteStride": VERTEX, "target": ARRAY_BUFFER },
            { "buffer": 0, "byteOffset": vertex_bytes, "byteLength": triangle_bytes, "target": ELEMENT_ARRAY_BUFFER }
        ],
        "buffers": [{ "byteLength": vertex_bytes + triangle_bytes }]
    })
}
