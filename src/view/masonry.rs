//! What the walls in a pool look like: their faces, drawn as instances, and the shadow that they throw.

use super::basin::{SceneShape, set_shape, sized, sun};
use super::shader::{self, SCREEN, glsl};
use super::walls::Walls;
use super::{Materials, basin};
use crate::gl::{Blend, Depth, Gl, GlError, Include, Primitive, Program, Target};
use glam::{Mat4, Vec2};
use std::cell::OnceCell;

/// Most texels along a side of the shadow: it is made when the walls change only.
const SHADE_SIDE: usize = 384;

const FACES: Include = glsl!("classic/obstacles.vert");
const STONE: Include = glsl!("classic/obstacles.frag");

/// What draws the walls; compiled when there are some for the first time.
#[derive(Default)]
pub(super) struct Programs {
    compiled: OnceCell<Compiled>,
}

struct Compiled {
    tops: Program,
    sides: Program,
    /// Marks what stands out of the water, in the picture that the water bends.
    marked_tops: Program,
    marked_sides: Program,
    under_water: Program,
    /// What is under water, as it was drawn before into that picture.
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

/// The shadow of the walls of one pool.
#[derive(Default)]
pub(super) struct Shade {
    map: Option<Target>,
    /// What it shows: the walls' revision, the pool, the height of the walls.
    shown: Option<(u64, basin::PoolShape, f32)>,
}

impl Shade {
    /// Brings the shadow up to date with the walls. Draws into a target of its own.
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
        let size = [half.x, half.y].map(|side| ((side * SHADE_SIDE as f32) as usize).max(1));
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

    /// Gives a program that knows walls what it reads of them.
    pub(super) fn set(&self, program: &Program, walls: &Walls) {
        set_soft(program, walls);
        if let Some(shade) = self.map.as_ref().and_then(Target::colour) {
            program.set("u_shade", shade);
        }
    }
}

/// Draws the walls into the picture that the water bends: alpha 0 where they stand out of it. `prepare` sets what the shaders
/// of the pool read too, `camera` the camera of that picture.
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

/// Draws the walls into the frame; `prepare` sets what `classic/drawn_basin.frag` reads.
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

/// Which faces of the walls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    SidesUnderWater,
    Sides,
    Tops,
}

/// Gives a program the blurred walls.
pub(super) fn set_soft(program: &Program, walls: &Walls) {
    if let Some(soft) = walls.soft() {
        program.set("u_soft", soft);
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
