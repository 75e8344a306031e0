//! Colonies of coral on the rock of a sea's floor (docs/models.md §15a), for an eye in the water: those near the eye, as instances of the
//! models that `examples/corals.rs` makes.

use super::sea::SeenSea;
use crate::gl::{Blend, Buffer, Depth, Faces, Gl, GlError, Program};
use crate::glb;
use crate::view::cascades::{Bed, CORAL_KINDS, Colony};
use crate::view::shader::{self, compiled, glsl};
use crate::view::{Frame, open_mesh};
use glam::{Vec2, Vec3, Vec4Swizzles};
use std::cell::{OnceCell, RefCell};

const FILE: &[u8] = include_bytes!("../../../textures/corals.glb");

/// Maximum number of colonies of a draw call, and of one kind.
pub(in crate::view) const CORALS: usize = 40;
const MAX_CORALS: usize = 3 * CORALS;

/// Maximum distance of a drawn colony, metres; less at low resolution.
const REACH: f32 = 26.0;

/// Share of the maximum distance from which colonies shrink with the distance.
const SHRINKING: f32 = 0.7;

/// Distance from its foot to the farthest point of a colony, in radii.
const EXTENT: f32 = 1.6;

/// As in `ocean/coral.vert`: place relative to the eye and turn; slope of the ground that it follows; albedo and radius.
type Instance = [[f32; 4]; 3];

/// Compiled and uploaded when a coral is first visible.
#[derive(Default)]
pub(super) struct CoralPrograms {
    program: OnceCell<Program>,
    /// The model of each kind.
    models: OnceCell<[Buffer; CORAL_KINDS.len()]>,
}

/// The colonies of each kind that a frame shows.
#[derive(Default)]
pub(super) struct Corals {
    near: RefCell<[Vec<Instance>; CORAL_KINDS.len()]>,
}

impl Corals {
    /// Draws the colonies near the eye; `set` sets the uniforms of the underwater view.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        (programs, bed): (&CoralPrograms, &Bed),
        seen: &SeenSea,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let near = &mut *self.near.borrow_mut();
        if !find_near(near, frame, bed) {
            return Ok(());
        }
        let gl = frame.gl;
        let program = compiled(&programs.program, || {
            let texts = (glsl!("ocean/coral.vert"), glsl!("ocean/coral.frag"));
            let [bed, uneven, _] = seen.depths.defines();
            shader::program(gl, "corals", &[bed, uneven], texts.0, texts.1)
        })?;
        let models = match programs.models.get() {
            Some(models) => models,
            None => {
                let made = models(gl)?;
                programs.models.get_or_init(|| made)
            }
        };
        set(program)?;
        program.set("u_matrix", open_mesh::matrix(frame.eye));
        gl.state(Blend::Off, Depth::Write);
        gl.faces(Faces::Front);
        for (kind, (near, model)) in near.iter().zip(models).enumerate() {
            program.set("u_kind", kind as i32);
            for some in near.chunks(CORALS) {
                program.set("u_corals", some.as_flattened());
                model.draw_instances(program, 0..model.triangles(), some.len() as u16);
            }
        }
        gl.faces(Faces::All);
        Ok(())
    }
}

/// Finds the colonies that are drawn. Returns whether there are any.
fn find_near(near: &mut [Vec<Instance>; CORAL_KINDS.len()], frame: &Frame, bed: &Bed) -> bool {
    let eye = frame.eye;
    let matrix = open_mesh::matrix(eye);
    let scale = Vec2::new(eye.projection.x_axis.x, eye.projection.y_axis.y);
    let margin = (scale * scale + 1.0).map(f32::sqrt);
    let reach = REACH * frame.level.texels.sqrt().clamp(0.5, 1.0);
    near.iter_mut().for_each(Vec::clear);
    for colony in bed.colonies() {
        let level = (colony.place - eye.place()).as_vec2();
        let foot = Vec3::new(level.x, -colony.depth - eye.position.y, level.y);
        if foot.length_squared() > reach * reach {
            continue;
        }
        let clip = matrix * foot.extend(1.0);
        let radius = EXTENT * colony.size;
        let beyond = clip.xy().abs() - clip.w - radius * margin;
        if clip.w > -radius && beyond.max_element() < 0.0 {
            near[colony.kind].push(instance(colony, foot));
        }
    }
    let far = |[[x, y, z, _], ..]: &Instance| Vec3::new(*x, *y, *z).length();
    for near in near.iter_mut() {
        near.sort_unstable_by(|one, other| far(one).total_cmp(&far(other)));
        let reach = near.get(MAX_CORALS).map_or(reach, far);
        near.truncate(MAX_CORALS);
        for colony in near.iter_mut() {
            let share = (reach - far(colony)) / ((1.0 - SHRINKING) * reach);
            colony[2][3] *= share.clamp(0.0, 1.0);
        }
    }
    near.iter().any(|near| !near.is_empty())
}

/// A colony whose foot is at this place relative to the eye.
fn instance(colony: &Colony, foot: Vec3) -> Instance {
    // Plates lie level; the others grow out from the rock, and up.
    let leaning = match CORAL_KINDS[colony.kind] {
        "table" => 0.1,
        "brain" => 0.9,
        _ => 0.5,
    };
    let slope = leaning * colony.slope.clamp_length_max(1.5);
    [
        foot.extend(colony.turn).to_array(),
        [slope.x, slope.y, 0.0, 0.0],
        colony.albedo.extend(colony.size).to_array(),
    ]
}

/// The models: positions and normals.
fn models(gl: &Gl) -> Result<[Buffer; CORAL_KINDS.len()], GlError> {
    // The tests read the built-in file.
    let parts = glb::read(FILE, &|_| None).unwrap_or_default();
    let model = |kind: &str| {
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for part in parts.iter().filter(|part| part.node == kind) {
            let first = (vertices.len() / 6) as u32;
            for (position, normal) in part.positions.iter().zip(&part.normals) {
                vertices.extend([position.to_array(), normal.to_array()].as_flattened());
            }
            let moved = part.triangles.iter();
            triangles.extend(moved.map(|corners| corners.map(|corner| first + corner)));
        }
        Buffer::new(gl, &[3, 3], &vertices, &triangles)
    };
    let [one, two, three, four] = CORAL_KINDS.map(model);
    Ok([one?, two?, three?, four?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_have_every_kind_and_stand_on_the_origin() {
        let parts = glb::read(FILE, &|_| None).expect("read");
        for kind in CORAL_KINDS {
            let parts: Vec<_> = parts.iter().filter(|part| part.node == kind).collect();
            let all = parts.iter().flat_map(|part| &part.positions);
            let (low, high) = all.fold((Vec3::MAX, Vec3::MIN), |(low, high), at| {
                (low.min(*at), high.max(*at))
            });
            assert!(low.y > -0.4 && low.y <= 0.0, "{kind} {low}");
            assert!(high.y > 0.4 && high.y < 1.4, "{kind} {high}");
            assert!(low.abs().max(high.abs()).max_element() < 1.4, "{kind}");
        }
    }
}
