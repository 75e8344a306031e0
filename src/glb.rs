//! Triangle meshes from a binary glTF 2.0 file (`.glb`): positions, normals, colours of vertices, triangles and plain materials. The
//! texture of the base colour is sampled at the vertices. Animations, cameras and lights are ignored.

use crate::grid::Grid;
use crate::light::linear_of_srgb;
use glam::{Affine3A, Mat4, Vec2, Vec3};
use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::json::validation::Checked;
use gltf::mesh::{Mode, Primitive};
use gltf::{Accessor, Document, Scene, Semantic};
use std::collections::BTreeSet;

/// Length of the header of a binary file.
const HEADER_BYTES: u32 = 12;

/// Triangles of one material.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Name of its node at the top of the tree of nodes; may be empty.
    pub(crate) node: String,
    pub(crate) material: Material,
    /// Positions, metres.
    pub(crate) positions: Vec<Vec3>,
    /// Unit normals, as many.
    pub(crate) normals: Vec<Vec3>,
    /// Linear albedo, as many, with that of the material.
    pub(crate) albedos: Vec<Vec3>,
    /// Indices of the vertices of each triangle, counter-clockwise as seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
}

/// The material of a part.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// May be empty.
    pub(crate) name: String,
    /// Linear, red, green and blue.
    pub(crate) albedo: Vec3,
    pub(crate) is_metal: bool,
    /// 0 to 1; the built-in models leave it out.
    #[cfg(feature = "session")]
    pub(crate) roughness: f32,
    /// Whether it is visible from both sides.
    pub(crate) is_double_sided: bool,
}

/// The reason why a file is not a usable model.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GlbError {
    /// Not glTF.
    #[error("it is not a binary glTF 2.0 file (.glb): {0}")]
    Format(#[from] gltf::Error),
    /// Parts of it contradict each other.
    #[error("it is damaged: {0}; export it again")]
    Damaged(&'static str),
    /// Nothing to draw.
    #[error("it has no triangles")]
    Empty,
    /// A mesh can't be used.
    #[error("its mesh `{mesh}` {what}")]
    Mesh {
        /// Name of the mesh.
        mesh: String,
        /// What is missing or wrong.
        what: &'static str,
    },
}

/// Decodes a picture: sRGB, row 0 at the top.
pub(crate) type Decode<'a> = &'a dyn Fn(&[u8]) -> Option<Grid<[u8; 4]>>;

/// The parts of a file's default scene, or else of its first one, with the transforms of their nodes applied. `decode` decodes its
/// textures; what it returns no picture for is white.
pub(crate) fn read(bytes: &[u8], decode: Decode) -> Result<Vec<Part>, GlbError> {
    let (file, blob) = open(bytes)?;
    let blob = blob.as_deref().unwrap_or_default();
    let scene = file.default_scene().or_else(|| file.scenes().next());
    let roots = scene.iter().flat_map(Scene::nodes);
    let mut remaining: Vec<_> = roots
        .map(|node| (node.name().unwrap_or_default(), Affine3A::IDENTITY, node))
        .collect();
    let mut visited = BTreeSet::new();
    let mut parts = Vec::new();
    while let Some((root, parent, node)) = remaining.pop() {
        // In a damaged file a node may be its own ancestor.
        if !visited.insert(node.index()) {
            continue;
        }
        let local = Mat4::from_cols_array_2d(&node.transform().matrix());
        let place = parent * Affine3A::from_mat4(local);
        remaining.extend(node.children().map(|child| (root, place, child)));
        let Some(mesh) = node.mesh() else {
            continue;
        };
        for primitive in mesh.primitives() {
            let part = part(root, blob, &primitive, place, decode);
            parts.push(part.map_err(|what| GlbError::Mesh {
                mesh: mesh.name().unwrap_or_default().to_owned(),
                what,
            })?);
        }
    }
    match parts.is_empty() {
        true => Err(GlbError::Empty),
        false => Ok(parts),
    }
}

/// The description in a file, and its binary part.
fn open(bytes: &[u8]) -> Result<(Document, Option<Vec<u8>>), GlbError> {
    // The reader subtracts the header from its length without a check, and looks up positions before it knows that they exist.
    if let Some(length) = bytes.strip_prefix(b"glTF").and_then(|rest| rest.get(4..8))
        && u32::from_le_bytes([length[0], length[1], length[2], length[3]]) < HEADER_BYTES
    {
        return Err(GlbError::Damaged("its header gives too small a length"));
    }
    let file = gltf::Gltf::from_slice_without_validation(bytes)?;
    let json = file.document.into_json();
    let mut primitives = json.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let positions = Checked::Valid(Semantic::Positions);
    let exists = |primitive: &gltf::json::mesh::Primitive| {
        let index = primitive.attributes.get(&positions);
        index.is_none_or(|index| index.value() < json.accessors.len())
    };
    if !primitives.all(exists) {
        return Err(GlbError::Damaged(
            "it names positions that it does not have",
        ));
    }
    Ok((Document::from_json(json)?, file.blob))
}

fn part(
    root: &str,
    blob: &[u8],
    primitive: &Primitive,
    place: Affine3A,
    decode: Decode,
) -> Result<Part, &'static str> {
    if primitive.mode() != Mode::Triangles {
        return Err("has points, lines, strips or fans; only triangles can be read");
    }
    let is_vector = |accessor: &Accessor| {
        accessor.dimensions() == Dimensions::Vec3 && accessor.data_type() == DataType::F32
    };
    let is_index = |accessor: &Accessor| {
        let kinds = [DataType::U8, DataType::U16, DataType::U32];
        accessor.dimensions() == Dimensions::Scalar && kinds.contains(&accessor.data_type())
    };
    let vectors = [Semantic::Positions, Semantic::Normals].map(|which| primitive.get(&which));
    let has = |accessor: &Option<Accessor>| accessor.as_ref().is_some_and(is_vector);
    if !vectors.iter().all(has) || !primitive.indices().as_ref().is_none_or(is_index) {
        return Err("needs positions and normals of three floats each");
    }
    let all = vectors.into_iter().flatten().chain(primitive.indices());
    if !all
        .into_iter()
        .all(|accessor| is_sound(&accessor, blob.len()))
    {
        return Err("has compressed or damaged numbers");
    }
    let reader = primitive.reader(|buffer| match buffer.source() {
        Source::Bin => Some(blob),
        Source::Uri(_) => None,
    });
    let (Some(positions), Some(normals)) = (reader.read_positions(), reader.read_normals()) else {
        return Err("has numbers in another file, or beyond the end of this one");
    };
    let turned = place.matrix3.inverse().transpose();
    let positions: Vec<Vec3> = positions
        .map(|position| place.transform_point3(position.into()))
        .collect();
    let normals = normals.map(|normal| (turned * Vec3::from(normal)).normalize_or(Vec3::Y));
    let indices: Vec<u32> = match reader.read_indices() {
        Some(indices) => indices.into_u32().collect(),
        None => (0..positions.len() as u32).collect(),
    };
    // A mirrored part is inside out.
    let is_mirrored = place.matrix3.determinant() < 0.0;
    let triangles = indices.chunks_exact(3).map(|corners| match is_mirrored {
        true => [corners[0], corners[2], corners[1]],
        false => [corners[0], corners[1], corners[2]],
    });
    let material = primitive.material();
    let surface = material.pbr_metallic_roughness();
    let [red, green, blue, _] = surface.base_color_factor();
    let albedo = Vec3::new(red, green, blue);
    let colours = Semantic::Colors(0);
    let colours = primitive.get(&colours).filter(|colours| {
        let kinds = [Dimensions::Vec3, Dimensions::Vec4];
        kinds.contains(&colours.dimensions()) && is_fraction(colours, blob.len())
    });
    let colours = colours.and_then(|_| reader.read_colors(0));
    let mut albedos = match colours {
        Some(colours) => colours
            .into_rgb_f32()
            .map(|colour| albedo * Vec3::from(colour))
            .collect(),
        None => Vec::new(),
    };
    albedos.resize(positions.len(), albedo);
    if let Some(info) = surface.base_color_texture() {
        let set = info.tex_coord();
        let places = primitive.get(&Semantic::TexCoords(set)).filter(|places| {
            places.dimensions() == Dimensions::Vec2 && is_fraction(places, blob.len())
        });
        let places = places.and_then(|_| reader.read_tex_coords(set));
        let texture = match info.texture().source().source() {
            gltf::image::Source::View { view, .. } => {
                let end = view.offset().saturating_add(view.length());
                blob.get(view.offset()..end).and_then(decode)
            }
            gltf::image::Source::Uri { .. } => None,
        };
        if let (Some(places), Some(texture)) = (places, texture) {
            for (albedo, place) in albedos.iter_mut().zip(places.into_f32()) {
                *albedo *= texel(&texture, place.into());
            }
        }
    }
    let part = Part {
        node: root.to_owned(),
        material: Material {
            name: material.name().unwrap_or_default().to_owned(),
            albedo,
            is_metal: surface.metallic_factor() > 0.5,
            #[cfg(feature = "session")]
            roughness: surface.roughness_factor(),
            is_double_sided: material.double_sided(),
        },
        triangles: triangles.collect(),
        normals: normals.collect(),
        albedos,
        positions,
    };
    let count = part.positions.len();
    let exists = |index: &u32| (*index as usize) < count;
    match part.normals.len() == count && part.triangles.as_flattened().iter().all(exists) {
        true => Ok(part),
        false => Err("has triangles or normals without positions"),
    }
}

/// Linear colour of a texture at a place, which repeats.
fn texel(texture: &Grid<[u8; 4]>, place: Vec2) -> Vec3 {
    let size = Vec2::new(texture.columns() as f32, texture.rows() as f32);
    let at = (place - place.floor()) * size;
    let colour = texture.get(at.x as usize, at.y as usize);
    let [red, green, blue, _] = colour.copied().unwrap_or([255; 4]);
    Vec3::from([red, green, blue].map(|channel| linear_of_srgb(f32::from(channel) / 255.0)))
}

/// Whether these are fractions that can be read.
fn is_fraction(accessor: &Accessor, size: usize) -> bool {
    let kinds = [DataType::U8, DataType::U16, DataType::F32];
    kinds.contains(&accessor.data_type()) && is_sound(accessor, size)
}

/// Whether the numbers lie in the file as plain elements; `size` is that of its binary part in bytes.
fn is_sound(accessor: &Accessor, size: usize) -> bool {
    let view = accessor.view();
    let stride = view
        .as_ref()
        .map(|view| view.stride().unwrap_or(accessor.size()));
    let is_within = |stride: usize| (accessor.size()..=size).contains(&stride);
    accessor.sparse().is_none()
        && (1..=size).contains(&accessor.count())
        && accessor.offset() <= size
        && stride.is_some_and(is_within)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gltf::binary::{Glb, Header};

    /// A file with a triangle in the plane z = 0 whose vertices have normals toward +z, in a node with `transform` below one named "top".
    fn triangle(transform: &str, primitive: &str, count: usize) -> Vec<u8> {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let numbers = vertices.into_iter().chain([[0.0, 0.0, 1.0]; 3]).flatten();
        let bin: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
        let json = format!(
            r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [1]}}],
            "nodes": [{{"mesh": 0, {transform}}}, {{"name": "top", "children": [0]}}],
            "meshes": [{{"name": "sail", "primitives": [{{{primitive}}}]}}],
            "materials": [{{"name": "linen", "doubleSided": true, "pbrMetallicRoughness":
                {{"baseColorFactor": [0.5, 0.25, 0.125, 1.0], "metallicFactor": 0.0}}}}],
            "accessors": [
                {{"bufferView": 0, "componentType": 5126, "count": {count}, "type": "VEC3",
                  "min": [0, 0, 0], "max": [1, 1, 0]}},
                {{"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 3, "type": "VEC3"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 72}}], "buffers": [{{"byteLength": 72}}]}}"#
        );
        let file = Glb {
            header: Header {
                magic: *b"glTF",
                version: 2,
                length: 0,
            },
            json: json.into_bytes().into(),
            bin: Some(bin.into()),
        };
        file.to_vec().expect("a small file")
    }

    fn read_plain(bytes: &[u8]) -> Result<Vec<Part>, GlbError> {
        read(bytes, &|_| None)
    }

    const PLAIN: &str = r#""attributes": {"POSITION": 0, "NORMAL": 1}, "material": 0"#;

    #[test]
    fn a_part_has_the_material_the_name_and_the_place_of_its_nodes() {
        let parts = read_plain(&triangle(
            r#""translation": [1, 2, 3], "scale": [2, 2, 2]"#,
            PLAIN,
            3,
        ));
        let parts = parts.expect("a model");
        let [part] = &parts[..] else {
            panic!("{parts:?}");
        };
        assert_eq!(
            (part.node.as_str(), part.material.name.as_str()),
            ("top", "linen")
        );
        assert_eq!(part.material.albedo, Vec3::new(0.5, 0.25, 0.125));
        assert!(part.material.is_double_sided && !part.material.is_metal);
        let corners = [[1.0, 2.0, 3.0], [3.0, 2.0, 3.0], [1.0, 4.0, 3.0]].map(Vec3::from);
        assert_eq!(part.positions, corners);
        assert_eq!(part.normals, [Vec3::Z; 3]);
        assert_eq!(part.triangles, [[0, 1, 2]]);
    }

    #[test]
    fn a_mirrored_part_still_shows_its_outside() {
        let parts = read_plain(&triangle(r#""scale": [1, 1, -1]"#, PLAIN, 3)).expect("a model");
        let [a, b, c] = parts[0].triangles[0].map(|corner| parts[0].positions[corner as usize]);
        assert_eq!((b - a).cross(c - a), Vec3::NEG_Z);
        assert_eq!(parts[0].normals, [Vec3::NEG_Z; 3]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let place = r#""scale": [1, 1, 1]"#;
        let lines = format!(r#"{PLAIN}, "mode": 1"#);
        let flat = r#""attributes": {"POSITION": 0}"#;
        for (file, message) in [
            (
                b"solid".to_vec(),
                "it is not a binary glTF 2.0 file (.glb): ",
            ),
            (
                triangle(place, &lines, 3),
                "its mesh `sail` has points, lines, strips or fans; ",
            ),
            (
                triangle(place, flat, 3),
                "its mesh `sail` needs positions and normals of three ",
            ),
            (
                triangle(place, PLAIN, 0),
                "its mesh `sail` has compressed or damaged numbers",
            ),
            (
                triangle(place, PLAIN, 7),
                "its mesh `sail` has numbers in another file, or beyond ",
            ),
            (
                triangle(place, PLAIN, 2),
                "its mesh `sail` has triangles or normals without ",
            ),
            (
                [
                    b"glTF\x02\0\0\0\x0b\0\0\0",
                    &triangle(place, PLAIN, 3)[12..],
                ]
                .concat(),
                "it is damaged: its header gives too small a length",
            ),
            (
                triangle(place, r#""attributes": {"POSITION": 2, "NORMAL": 1}"#, 3),
                "it is damaged: it names positions that it does not have",
            ),
            (
                triangle(place, PLAIN, 1 << 60),
                "its mesh `sail` has compressed or damaged numbers",
            ),
        ] {
            let error = read_plain(&file).expect_err(message).to_string();
            assert!(
                error.starts_with(message) && !error.contains('\n'),
                "{error}"
            );
        }
    }
}
