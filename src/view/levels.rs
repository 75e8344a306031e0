//! Mip levels of what has been drawn, each drawn from the one before. (Drivers have a call for it; a software rasteriser compiles a
//! program of its own for each format behind it, at a tenth of a second each.)

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Depth, Gl, GlError, Primitive, Program, Target, Texture};
use std::cell::OnceCell;

/// Draws mip levels.
#[derive(Default)]
pub(super) struct Levels {
    program: OnceCell<Program>,
}

impl Levels {
    /// Draws all mip levels of a texture of one layer from its full size: each texel the mean of four, the last column and row of an
    /// odd number left out.
    pub(super) fn draw(&self, gl: &Gl, texture: &Texture) -> Result<(), GlError> {
        if texture.layout().levels < 2 {
            return Ok(());
        }
        let program = shader::compiled(&self.program, || {
            shader::program(gl, "mip levels", &[], SCREEN, glsl!("post/mip_levels.frag"))
        })?;
        gl.state(Blend::Off, Depth::Off);
        for level in 1..texture.layout().levels {
            let target = Target::onto(gl, vec![(texture.clone(), level, 0)], false)?;
            texture.read_only(Some(level - 1));
            program.set("u_finer", texture);
            target.draw_here();
            gl.draw(program, Primitive::Triangles, 3, 1);
        }
        texture.read_only(None);
        Ok(())
    }
}
