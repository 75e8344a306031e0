//! The share of the sky that bodies leave visible on the floor and the walls of a pool (`bodies/openness.frag`), as a small map: it
//! changes little from texel to texel.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Program, Target};
use crate::view::shader::{SCREEN, Slot, glsl};
use glam::{Vec2, Vec3};

use super::BodyCount;

/// Columns, rows of the floor, and rows of each wall.
const SIZE: [usize; 3] = [64, 64, 32];

#[derive(Default)]
pub(super) struct Openness {
    programs: [Slot; BodyCount::EACH.len()],
    map: Option<Target>,
}

impl Openness {
    /// Draws the map of a pool with these half sides and this depth; `set` sets the uniforms of `bodies/bodies.glsl`.
    pub(super) fn draw(
        &mut self,
        gl: &Gl,
        count: BodyCount,
        half: Vec2,
        depth: f32,
        set: impl FnOnce(&Program),
    ) -> Result<(), GlError> {
        let [columns, floor, wall] = SIZE;
        let map = match self.map.take() {
            Some(map) => map,
            None => Target::with_formats(gl, &[Format::R8], (columns, floor + 4 * wall), false)?,
        };
        let texts = (SCREEN, glsl!("bodies/openness.frag"));
        let slot = &self.programs[count as usize];
        let program = slot.wanted("openness", [count.define()], texts.0, texts.1);
        let program = program.get(gl)?;
        set(program);
        program.set("u_half", half);
        program.set("u_depth", depth);
        program.set("u_openness_size", size());
        map.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.map = Some(map);
        Ok(())
    }

    /// Sets the uniforms of `pool/pool.glsl`.
    pub(super) fn set(&self, program: &Program) {
        if let Some(map) = self.map.as_ref().and_then(Target::colour) {
            program.set_where_known("u_openness", map);
            program.set_where_known("u_openness_size", size());
        }
    }
}

fn size() -> Vec3 {
    Vec3::from(SIZE.map(|count| count as f32))
}
