//! The mesh that a lit surface is drawn as.

use crate::gl::{Gl, Primitive, Program, Texture};

/// The mesh of a surface: a vertex in every `stride`-th cell, and around them one more each way for the water's side.
pub(super) struct Mesh<'a> {
    surface: &'a Texture,
    stride: usize,
}

impl<'a> Mesh<'a> {
    /// With at most so many `vertices` along the longer side.
    pub(super) fn new(surface: &'a Texture, vertices: usize) -> Self {
        let (columns, rows) = surface.size();
        let stride = columns.max(rows).div_ceil(vertices.max(2)).max(1);
        Self { surface, stride }
    }

    /// Draws it by a program that has `pool/water.vert`.
    pub(super) fn draw(&self, gl: &Gl, program: &Program) {
        let (columns, rows) = self.surface.size();
        program.set("u_rays", self.surface);
        program.set("u_cells", [columns as i32, rows as i32]);
        program.set("u_stride", self.stride as i32);
        let vertices = |cells: usize| cells.saturating_sub(1).div_ceil(self.stride) + 3;
        let (across, along) = (vertices(columns), vertices(rows));
        gl.draw(program, Primitive::TriangleStrip, 2 * across, along - 1);
    }
}
