//! Bodies: `[[body]]`.

use super::fields::{Fields, point_of};
use super::obstacle::braces;
use crate::scene::keys::{
    BODY, BODY_AT, BODY_COLOUR, BODY_ROPE, BODY_ROTATION, BODY_SHAPE, BODY_SIZE, BODY_SPIN,
    BODY_VELOCITY, ROPE, ROPE_TO,
};
use crate::scene::tree::{Content, Node};
use crate::scene::{Files, SceneError, bodies};
use glam::{DQuat, DVec3};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use waterlab_bodies::{Body, BodyId, BodyState, MAX_BODIES, Mesh, Rope, RopeEnd, Shape};

/// The bodies of a scene, in its order. Each mesh is read once.
pub(super) fn bodies(tables: Vec<Fields>, files: &dyn Files) -> Result<Vec<Body>, SceneError> {
    if let Some(beyond) = tables.get(MAX_BODIES) {
        return Err(beyond.origin.error(format_args!(
            "there are {} bodies, but at most {MAX_BODIES} can be in the water",
            tables.len()
        )));
    }
    let mut meshes = HashMap::new();
    let count = tables.len();
    let numbered = tables.into_iter().enumerate();
    let read = |(index, fields)| body(fields, files, &mut meshes, (index, count));
    numbered.map(read).collect()
}

fn body(
    mut fields: Fields,
    files: &dyn Files,
    meshes: &mut HashMap<PathBuf, Arc<Mesh>>,
    (index, count): (usize, usize),
) -> Result<Body, SceneError> {
    let origin = fields.origin.clone();
    let (name, shape_origin) = match fields.take(BODY_SHAPE.name) {
        None => (BODY_SHAPE_DEFAULT.to_owned(), origin.clone()),
        Some(node) => {
            let wanted = "the name of a shape, or of a .glb file";
            let name = match &node.content {
                Content::File(file) => file.to_string_lossy().into_owned(),
                _ => node.text(BODY_SHAPE.name, wanted)?,
            };
            (name, node.origin)
        }
    };
    let size = size(&mut fields)?;
    let shape_error = |message: String| shape_origin.error(message);
    let shape = if name.to_ascii_lowercase().ends_with(".glb") {
        let path = shape_origin.resolve(Path::new(&name));
        let mesh = match meshes.get(&path) {
            Some(mesh) => Arc::clone(mesh),
            None => {
                let mesh = Arc::new(bodies::load(files, &path).map_err(shape_error)?);
                meshes.insert(path, Arc::clone(&mesh));
                mesh
            }
        };
        let size = single(&size, &name).map_err(shape_error)?;
        Shape::Mesh { mesh, size }
    } else {
        shape_of(&name, &size).map_err(shape_error)?
    };
    let has_density = fields.has("density");
    let settings = fields.settings(&BODY)?;
    let density = match bodies::density_of(&name) {
        Some(density) if !has_density => density,
        _ => settings.real("density"),
    };
    let mut vector = |key, default| -> Result<DVec3, SceneError> {
        let point = fields.point(key)?.unwrap_or(default);
        Ok(DVec3::from(point.map(f64::from)))
    };
    let position = vector(&BODY_AT, BODY_AT.default.0)?;
    let velocity = vector(&BODY_VELOCITY, [0.0; 3])?;
    let spin = vector(&BODY_SPIN, [0.0; 3])?;
    let yaw = DQuat::from_rotation_y(settings.real("yaw").to_radians());
    let rotation = rotation(&mut fields)? * yaw;
    let colour = colour(&mut fields)?;
    let rope = rope(&mut fields, index, count)?;
    fields.finish()?;
    let state = BodyState {
        position,
        rotation,
        velocity,
        spin,
    };
    let body = Body::new(shape, density).and_then(|body| body.with_state(state));
    let mut body = body.map_err(|error| origin.error(error))?;
    body.colour = colour;
    body.thrust = settings.real("thrust");
    body.rudder = settings.real("rudder").to_radians();
    body.rope = rope;
    Ok(body)
}

const BODY_SHAPE_DEFAULT: &str = "ball";

/// One number, or two or three.
fn size(fields: &mut Fields) -> Result<Vec<f64>, SceneError> {
    let Some(node) = fields.take(BODY_SIZE.name) else {
        return Ok(vec![BODY_SIZE.default.0]);
    };
    let wanted = "a number of metres, or two or three of them in brackets";
    let key = BODY_SIZE.name;
    match &node.content {
        Content::List(nodes) if (2..=3).contains(&nodes.len()) => {
            nodes.iter().map(|node| node.real(key, wanted)).collect()
        }
        _ => Ok(vec![node.real(key, wanted)?]),
    }
}

fn single(size: &[f64], name: &str) -> Result<f64, String> {
    match *size {
        [size] => Ok(size),
        _ => Err(format!(
            "`size` of `{name}` expects one number, the longest side in metres"
        )),
    }
}

fn shape_of(name: &str, size: &[f64]) -> Result<Shape, String> {
    match (name, size) {
        ("box", &[x, y, z]) => Ok(Shape::Box {
            size: DVec3::new(x, y, z),
        }),
        ("box", &[_, _]) => Err("`size` of a box expects one number or three, in metres".into()),
        ("capsule", &[length, diameter]) => Ok(Shape::Capsule { length, diameter }),
        ("capsule", &[_, _, _]) => Err(
            "`size` of a capsule expects its length, or its length and its diameter, in metres"
                .into(),
        ),
        _ => bodies::shape(name, single(size, name)?),
    }
}

fn rotation(fields: &mut Fields) -> Result<DQuat, SceneError> {
    let Some(node) = fields.take(BODY_ROTATION.name) else {
        return Ok(DQuat::IDENTITY);
    };
    let key = BODY_ROTATION.name;
    let wanted = "four numbers: a quaternion x, y, z, w";
    let mut parts = [0.0; 4];
    for (part, node) in parts.iter_mut().zip(node.list::<4>(key, wanted)?) {
        *part = node.real(key, wanted)?;
    }
    let rotation = DQuat::from_array(parts);
    let length = rotation.length();
    match (1e-3..1e6).contains(&length) {
        true => Ok(rotation.normalize()),
        false => Err(node.wrong(key, wanted)),
    }
}

fn colour(fields: &mut Fields) -> Result<Option<[u8; 3]>, SceneError> {
    let Some(node) = fields.take(BODY_COLOUR.name) else {
        return Ok(None);
    };
    let wanted = "a colour, # and six hexadecimal digits, as in \"#d04030\"";
    let text = node.text(BODY_COLOUR.name, wanted)?;
    parsed(&text)
        .map(Some)
        .ok_or_else(|| wrong_colour(&node, &text, wanted))
}

/// The rope of the body with this index among so many.
fn rope(fields: &mut Fields, index: usize, count: usize) -> Result<Option<Rope>, SceneError> {
    let Some(node) = fields.take(BODY_ROPE.name) else {
        return Ok(None);
    };
    let mut fields = braces(node, &BODY_ROPE, "{ to = [0, 1, 0], length = 2 }")?;
    let origin = fields.origin.clone();
    let to = match fields.take(ROPE_TO.name) {
        None => RopeEnd::Point(DVec3::ZERO),
        Some(node) => match &node.content {
            &Content::Integer(number) => match usize::try_from(number) {
                Ok(number) if number == index + 1 => {
                    return Err(node.origin.error(format_args!(
                        "`{}` is {number}, but that is this body itself",
                        ROPE_TO.name
                    )));
                }
                Ok(number) if (1..=count).contains(&number) => {
                    RopeEnd::Body(BodyId::after(number as u64 - 1))
                }
                _ => {
                    return Err(node.origin.error(format_args!(
                        "`{}` is {number}, but the bodies of the scene have the numbers 1 to {count}",
                        ROPE_TO.name
                    )));
                }
            },
            _ => RopeEnd::Point(DVec3::from(point_of(&node, ROPE_TO.name)?.map(f64::from))),
        },
    };
    let length = fields.settings(&ROPE)?.real("length");
    fields.finish()?;
    Rope::new(to, length)
        .map(Some)
        .map_err(|error| origin.error(error))
}

fn parsed(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

fn wrong_colour(node: &Node, text: &str, wanted: &str) -> SceneError {
    node.origin.error(format_args!(
        "`{}` is `{}`, but must be {wanted}",
        BODY_COLOUR.name,
        crate::parameter::excerpt(text)
    ))
}
