//! Bodies whose shape is a `.glb` file: what is seen of them, and the hull that floats.

use std::io::Cursor;
use waterlab::bodies::{MAX_FACETS, Mesh, Shape, Vertex};
use waterlab::glam::Vec3;
use waterlab::scene::Scene;

/// A quad: corners counter-clockwise as seen from outside, and the direction of its outside.
type Quad = ([Vec3; 4], Vec3);

/// The faces of a box of these sides about the origin.
fn faces(size: Vec3) -> Vec<Quad> {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let all = (0..3).flat_map(|axis| [-1.0, 1.0].map(|side| (axis, side)));
    let face = |(axis, side): (usize, f32)| {
        let (u, v) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
        let out = side * axes[axis];
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(a, b)| 0.5 * size * (out + side * a * u + b * v));
        (corners, out)
    };
    all.map(face).collect()
}

/// A binary glTF file with these quads. Half of the texture is red, for x below 0, half is green; vertices have the colour 0.5, 1, 1.
fn glb(quads: &[Quad]) -> Vec<u8> {
    let corners: Vec<(Vec3, Vec3)> = quads
        .iter()
        .flat_map(|(corners, out)| corners.map(|at| (at, *out)))
        .collect();
    let count = corners.len();
    let mut texture = Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_fn(2, 1, |x, _| match x {
        0 => image::Rgb([255, 0, 0]),
        _ => image::Rgb([0, 255, 0]),
    });
    let format = image::ImageFormat::Png;
    pixels.write_to(&mut texture, format).expect("a picture");
    let mut texture = texture.into_inner();
    let length = texture.len();
    texture.resize(length.next_multiple_of(4), 0);
    let floats = |floats: Vec<f32>| -> Vec<u8> {
        floats
            .iter()
            .flat_map(|float| float.to_le_bytes())
            .collect()
    };
    // Places outside of 0 to 1 repeat.
    let place = |at: Vec3| [if at.x < 0.0 { 0.25 } else { -0.25 }, 3.5];
    let indices = (0..count as u32 / 4).flat_map(|quad| [0, 1, 2, 0, 2, 3].map(|at| 4 * quad + at));
    let parts = [
        floats(corners.iter().flat_map(|(at, _)| at.to_array()).collect()),
        floats(corners.iter().flat_map(|(_, out)| out.to_array()).collect()),
        floats(corners.iter().flat_map(|(at, _)| place(*at)).collect()),
        floats([0.5, 1.0, 1.0].repeat(count)),
        indices.flat_map(u32::to_le_bytes).collect(),
        texture,
    ];
    let mut offset = 0;
    let views = parts.iter().map(|part| {
        let view = format!(
            r#"{{"buffer": 0, "byteOffset": {offset}, "byteLength": {}}}"#,
            part.len()
        );
        offset += part.len();
        view
    });
    let views: Vec<_> = views.collect();
    let views = views.join(", ");
    let accessor = |view: usize, kind: &str| {
        let bounds = match view {
            0 => r#", "min": [-9, -9, -9], "max": [9, 9, 9]"#,
            _ => "",
        };
        format!(
            r#"{{"bufferView": {view}, "componentType": 5126, "count": {count}, "type": "{kind}"{bounds}}}"#
        )
    };
    let [at, out, place, colour] = [(0, "VEC3"), (1, "VEC3"), (2, "VEC2"), (3, "VEC3")]
        .map(|(view, kind)| accessor(view, kind));
    let mut json = format!(
        r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], "nodes": [{{"mesh": 0}}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2, "COLOR_0": 3}},
            "indices": 4, "material": 0}}]}}],
        "materials": [{{"doubleSided": true, "pbrMetallicRoughness": {{"baseColorFactor": [1.0, 0.25, 1.0, 1.0],
            "roughnessFactor": 0.25, "baseColorTexture": {{"index": 0}}}}}}],
        "textures": [{{"source": 0}}], "images": [{{"bufferView": 5, "mimeType": "image/png"}}],
        "accessors": [{at}, {out}, {place}, {colour},
            {{"bufferView": 4, "componentType": 5125, "count": {}, "type": "SCALAR"}}],
        "bufferViews": [{views}], "buffers": [{{"byteLength": {offset}}}]}}"#,
        count / 4 * 6,
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let bin = parts.concat();
    let mut file = Vec::new();
    let number = |number: usize| (number as u32).to_le_bytes();
    let chunks = [(json.as_bytes(), b"JSON"), (&bin[..], b"BIN\0")];
    file.extend(*b"glTF");
    file.extend(number(2));
    file.extend(number(12 + 16 + json.len() + bin.len()));
    for (bytes, kind) in chunks {
        file.extend(number(bytes.len()));
        file.extend(kind);
        file.extend(bytes);
    }
    file
}

/// The mesh of the only body of a scene beside this file, and the warnings.
fn mesh(file: &[u8]) -> Result<std::sync::Arc<Mesh>, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.glb"), file).expect("written");
    let name = folder.path().join("scene.toml");
    let scene = Scene::read("[[body]]\nshape = \"a.glb\"", &name, &[]);
    let scene = scene.map_err(|error| error.to_string())?;
    match scene.bodies[0].shape() {
        Shape::Mesh { mesh, .. } => Ok(mesh.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mesh_is_seen_with_its_own_triangles_and_colours() {
    let size = Vec3::new(0.6, 0.2, 0.4);
    let mesh = mesh(&glb(&faces(size))).expect("a mesh");
    let skin = mesh.skin().expect("what is seen");
    assert_eq!((skin.vertices.len(), skin.triangles.len()), (24, 12));
    assert!((mesh.hull().volume() - 0.048).abs() < 1e-6);
    for &Vertex {
        position,
        normal,
        albedo,
        gloss,
    } in &skin.vertices
    {
        assert!((position.abs() - 0.5 * size).length() < 1e-6);
        assert!((position * normal).element_sum() > 0.09);
        // Texture × colour of the vertex × colour of the material.
        let wanted = match position.x < 0.0 {
            true => Vec3::new(0.5, 0.0, 0.0),
            false => Vec3::new(0.0, 0.25, 0.0),
        };
        assert!((albedo - wanted).length() < 1e-3, "{position}: {albedo}");
        assert_eq!(gloss, 0.75);
    }
}

#[test]
fn a_mesh_with_holes_floats_as_its_convex_hull_and_is_seen_from_both_sides() {
    let open = &faces(Vec3::new(0.6, 0.2, 0.4))[1..];
    let mesh = mesh(&glb(open)).expect("a mesh");
    assert!(mesh.has_holes());
    assert!((mesh.hull().volume() - 0.048).abs() < 1e-6);
    let skin = mesh.skin().expect("what is seen");
    assert_eq!((skin.vertices.len(), skin.triangles.len()), (40, 20));
    let [outside, inside] = [0, 10].map(|triangle| {
        let [a, b, c] = skin.triangles[triangle].map(|at| skin.vertices[at as usize]);
        let out = (b.position - a.position).cross(c.position - a.position);
        assert!(out.dot(a.normal) > 0.0);
        a.normal
    });
    assert_eq!(outside, -inside);
}

#[test]
fn a_very_fine_mesh_is_seen_as_its_hull() {
    // A box whose faces are divided.
    let quads = |parts: usize| -> Vec<Quad> {
        let divided = |(corners, out): Quad| {
            let [a, b, _, d] = corners;
            let (u, v) = ((b - a) / parts as f32, (d - a) / parts as f32);
            let cells = (0..parts * parts).map(move |cell| {
                let corner = a + (cell % parts) as f32 * u + (cell / parts) as f32 * v;
                ([corner, corner + u, corner + u + v, corner + v], out)
            });
            cells.collect::<Vec<_>>()
        };
        faces(Vec3::ONE).into_iter().flat_map(divided).collect()
    };
    for (parts, is_seen) in [(91, true), (92, false)] {
        let count = 12 * parts * parts;
        let mesh = mesh(&glb(&quads(parts))).expect("a mesh");
        assert!(mesh.hull().triangles().len() <= MAX_FACETS);
        assert!((mesh.hull().volume() - 1.0).abs() < 1e-3);
        let seen = mesh.skin().map(|skin| skin.triangles.len());
        assert_eq!(seen, is_seen.then_some(count));
    }
}
