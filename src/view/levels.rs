//! Renders mip levels, each from the one before. (`glGenerateMipmap` does this as well, but a software rasteriser compiles a program for
//! each format, which takes a tenth of a second each.)

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Depth, Gl, GlError, Primitive, Program, Target, Texture};
use std::cell::OnceCell;

/// Renders mip levels.
#[derive(Default)]
pub(super) struct Levels {
    program: OnceCell<Program>,
}

impl Levels {
    /// Renders all mip levels of a texture with one layer. Each texel is the mean of four; the last column or row of an odd size is
    /// dropped.
    pub(super) fn draw(&self, gl: &Gl, texture: &Texture) -> Result<(), GlError> {
        self.draw_into(gl, texture, &Self::targets(gl, texture)?)
    }

    /// Targets for all levels but the first, to be used again.
    pub(super) fn targets(gl: &Gl, texture: &Texture) -> Result<Vec<Target>, GlError> {
        let levels = 1..texture.layout().levels;
        let onto = |level| Target::onto(gl, vec![(texture.clone(), level, 0)], false);
        levels.map(onto).collect()
    }

    /// As [`Levels::draw`], with the texture's targets.
    pub(super) fn draw_into(
        &self,
        gl: &Gl,
        texture: &Texture,
        targets: &[Target],
    ) -> Result<(), GlError> {
        if targets.is_empty() {
            return Ok(());
        }
        let program = shader::compiled(&self.program, || {
            shader::program(gl, "mip levels", &[], SCREEN, glsl!("post/mip_levels.frag"))
        })?;
        gl.state(Blend::Off, Depth::Off);
        for (finer, target) in targets.iter().enumerate() {
            texture.read_only(Some(finer));
            program.set("u_finer", texture);
            target.draw_here();
            gl.draw(program, Primitive::Triangles, 3, 1);
        }
        texture.read_only(None);
        Ok(())
    }
}
