//! The bodies in the mesh view: above the water, and in the refraction image of a pool.

use crate::gl::{Blend, Depth, Gl, GlError, Program};
use crate::view::basin;
use crate::view::bodies::DrawnBodies;
use crate::view::shader::{self, compiled, glsl};
use std::cell::OnceCell;

/// Above the water, and in it; compiled on first use.
#[derive(Default)]
pub(super) struct BodyPrograms([OnceCell<Program>; 2]);

impl BodyPrograms {
    /// Draws the bodies, if there are any, above the water or as seen in it; `set` sets the camera and the pool.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        bodies: &DrawnBodies,
        in_water: bool,
        set: impl Fn(&Program),
    ) -> Result<(), GlError> {
        if !bodies.are_there() {
            return Ok(());
        }
        let program = compiled(&self.0[usize::from(in_water)], || {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("bodies/classic.frag"));
            let defines = [if in_water { "UNDER_WATER" } else { "" }];
            shader::program(gl, "bodies in a mesh", &defines, texts.0, texts.1)
        })?;
        set(program);
        program.set_where_known("u_sun_above", basin::SUN.normalize());
        gl.state(Blend::Off, Depth::Write);
        bodies.draw(gl, program);
        Ok(())
    }
}
