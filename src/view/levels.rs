//! Renders mip levels, each from the one before. (`glGenerateMipmap` does this as well, but a software rasteriser compiles a program for
//! each format, which takes a tenth of a second each.)

use super::shader::{self, SCREEN, glsl};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture, Wrap,
};
use std::cell::OnceCell;

/// Renders mip levels.
#[derive(Default)]
pub(super) struct Levels {
    program: OnceCell<Program>,
}

/// A square texture of half floats that is drawn into, with all of its mip levels.
pub(super) struct DrawnLevels {
    pub(super) texture: Texture,
    /// Its first level.
    pub(super) target: Target,
    others: Vec<Target>,
}

impl DrawnLevels {
    /// With so many texels along a side, and no content.
    pub(super) fn new(gl: &Gl, side: usize, wrap: Wrap) -> Result<Self, GlError> {
        let size = (side, side);
        let layout = Layout {
            filter: Filter::Mipmapped,
            wrap,
            levels: Layout::all_levels(size),
            ..Layout::new(Format::Rgba16F, size)
        };
        let texture = Texture::empty(gl, layout)?;
        Ok(Self {
            target: Target::onto(gl, vec![(texture.clone(), 0, 0)], false)?,
            others: Levels::targets(gl, &texture)?,
            texture,
        })
    }
}

impl Levels {
    /// Renders the mip levels of what was drawn into the first one.
    pub(super) fn draw_of(&self, gl: &Gl, drawn: &DrawnLevels) -> Result<(), GlError> {
        self.draw_into(gl, &drawn.texture, &drawn.others)
    }

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
