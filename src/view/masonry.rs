//! Obstacles in a pool: their faces, drawn as instances, and their shadow.

use super::basin::{SceneShape, set_shape, sized, sun};
use super::shader::{self, SCREEN, glsl};
use super::walls::Walls;
use super::{Materials, basin};
use crate::gl::{Blend, Depth, Gl, GlError, Include, Primitive, Program, Target};
use glam::{Mat4, Vec2};
use std::cell::OnceCell;

/// Maximum texels along a side of the shadow map, which is rendered only when the obstacles change.
const SHADE_SIDE: usize = 384;

const FACES: Include = glsl!("classic/obstacles.vert");
const STONE: Include = glsl!("classic/obstacles.frag");

/// The programs of the obstacles, compiled on first use.
#[derive(Default)]
pub(super) struct Programs {
    compiled: OnceCell<Compiled>,
}

struct Compiled {
    tops: Program,
    sides: Program,
    /// Marks the parts above the water in the refraction image.
    marked_tops: Program,
    marked_sides: Program,
    under_water: Program,
    /// The underwater parts, copied from the refraction image.
    seen: Program,
    shade: Program,
}

impl Programs {
    fn get(&self, gl: &Gl) -> Result<&Compiled, GlError> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled);
        }
        let stone = |defines: &[&str]| shader::program(gl, "walls", defines, FACES, STONE);
        let shade = glsl!("classic/obstacle_shadow.frag");
        let compiled = Compiled {
            tops: stone(&[])?,
            sides: stone(&["SIDES"])?,
            marked_tops: stone(&["MARK"])?,
            marked_sides: stone(&["SIDES", "MARK"])?,
            under_water: stone(&["SIDES", "UNDER_WATER", "WALLS", "STANDING"])?,
            seen: shader::program(gl, "seen walls", &["SIDES"], FACES, basin::SEEN)?,
            shade: shader::program(gl, "shade", &[], SCREEN, shade)?,
        };
        Ok(self.compiled.get_or_init(|| compiled))
    }
}

/// The shadow of the obstacles of one pool.
#[derive(Default)]
pub(super) struct Shade {
    map: Option<Target>,
    /// The state of the shadow: revision of the obstacles, shape of the pool, height of the obstacles.
    shown: Option<(u64, basin::PoolShape, f32)>,
}

impl Shade {
    /// Updates the shadow. Draws into its own target.
    pub(super) fn cast(
        &mut self,
        gl: &Gl,
        programs: &Programs,
        scene: &SceneShape,
    ) -> Result<(), GlError> {
        let walls = scene.walls;
        let wanted = Some((walls.revision(), scene.pool, scene.wall_height));
        if !walls.are_there() || self.shown == wanted {
            return Ok(());
        }
        let half = scene.pool.half;
        let size = [half.x, half.y]
            .map(|side| ((side / scene.pool.half_length() * SHADE_SIDE as f32) as usize).max(1));
        let map = sized(&mut self.map, gl, (size[0], size[1]), false)?;
        let program = &programs.get(gl)?.shade;
        set_soft(program, walls);
        program.set("u_half", half);
        program.set("u_depth", scene.pool.depth);
        program.set("u_sun", sun());
        program.set("u_sun_above", basin::SUN.normalize());
        program.set("u_wall_height", scene.wall_height);
        map.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.shown = wanted;
        Ok(())
    }

    /// Sets the uniforms of a program that knows obstacles.
    pub(super) fn set(&self, program: &Program, walls: &Walls) {
        set_soft(program, walls);
        if let Some(shade) = self.map.as_ref().and_then(Target::colour) {
            program.set("u_shade", shade);
        }
    }
}

/// Draws the obstacles into the refraction image, with alpha 0 above the water. `prepare` sets the uniforms of the pool's shaders,
/// `camera` those of the image's camera.
pub(super) fn draw_behind(
    gl: &Gl,
    programs: &Programs,
    scene: &SceneShape,
    materials: &Materials,
    prepare: impl FnOnce(&Program),
    camera: Mat4,
) -> Result<(), GlError> {
    if !scene.walls.are_there() {
        return Ok(());
    }
    let compiled = programs.get(gl)?;
    prepare(&compiled.under_water);
    for (program, part) in [
        (&compiled.under_water, Part::SidesUnderWater),
        (&compiled.marked_sides, Part::Sides),
        (&compiled.marked_tops, Part::Tops),
    ] {
        set(program, scene, materials, part);
        program.set("u_view_projection", camera);
        draw_faces(gl, program, scene, part);
    }
    Ok(())
}

/// Draws the obstacles into the frame; `prepare` sets the uniforms of `classic/drawn_basin.frag`.
pub(super) fn draw_frame(
    gl: &Gl,
    programs: &Programs,
    scene: &SceneShape,
    materials: &Materials,
    prepare: impl FnOnce(&Program),
) -> Result<(), GlError> {
    if !scene.walls.are_there() {
        return Ok(());
    }
    let compiled = programs.get(gl)?;
    set_faces(&compiled.seen, scene, Part::SidesUnderWater);
    prepare(&compiled.seen);
    draw_faces(gl, &compiled.seen, scene, Part::SidesUnderWater);
    for (program, part) in [(&compiled.sides, Part::Sides), (&compiled.tops, Part::Tops)] {
        set(program, scene, materials, part);
        draw_faces(gl, program, scene, part);
    }
    Ok(())
}

/// A group of faces of the obstacles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    SidesUnderWater,
    Sides,
    Tops,
}

/// Sets the texture of the blurred obstacles.
pub(super) fn set_soft(program: &Program, walls: &Walls) {
    if let Some(soft) = walls.soft() {
        program.set_where_known("u_soft", soft);
    }
}

/// Sets the uniforms of `classic/obstacles.vert` and `classic/obstacles.frag`.
fn set(program: &Program, scene: &SceneShape, materials: &Materials, part: Part) {
    set_faces(program, scene, part);
    set_soft(program, scene.walls);
    program.set("u_deck", &materials.deck);
    program.set("u_eye", scene.eye.position);
    program.set("u_wall_height", scene.wall_height);
    program.set("u_sun_above", basin::SUN.normalize());
}

/// Sets the uniforms of `classic/obstacles.vert`.
pub(super) fn set_faces(program: &Program, scene: &SceneShape, part: Part) {
    let faces = scene.walls.faces();
    let (columns, rows) = scene.walls.size();
    let (first, span) = match part {
        Part::SidesUnderWater => (2 * faces.tops, Vec2::new(-scene.pool.depth, 0.0)),
        Part::Sides => (2 * faces.tops, Vec2::new(0.0, scene.wall_height)),
        Part::Tops => (0, Vec2::splat(scene.wall_height)),
    };
    set_shape(program, scene);
    if let Some(places) = scene.walls.places() {
        program.set("u_faces", places);
    }
    program.set("u_faces_across", faces.across as i32);
    program.set("u_first", first as i32);
    program.set("u_outline_cells", Vec2::new(columns as f32, rows as f32));
    program.set("u_span", span);
}

pub(super) fn draw_faces(gl: &Gl, program: &Program, scene: &SceneShape, part: Part) {
    let faces = scene.walls.faces();
    let count = match part {
        Part::Tops => faces.tops,
        Part::Sides | Part::SidesUnderWater => faces.sides,
    };
    gl.draw(program, Primitive::Triangles, 6, count);
}
