//! The mesh of a lit pool's surface.

use crate::gl::{Gl, Primitive, Program, Texture};

/// A mesh with a vertex in every `stride`-th cell, and one more vertex on each side for the side faces of the water.
pub(super) struct Mesh<'a> {
    surface: &'a Texture,
    stride: usize,
}

impl<'a> Mesh<'a> {
    /// A mesh with at most `vertices` along the longer side.
    pub(super) fn new(surface: &'a Texture, vertices: usize) -> Self {
        let (columns, rows) = surface.size();
        let stride = columns.max(rows).div_ceil(vertices.max(2)).max(1);
        Self { surface, stride }
    }

    /// Draws the mesh with a program that uses `pool/water.vert` or `pool/ground.vert`.
    pub(super) fn draw(&self, gl: &Gl, program: &Program) {
        let (columns, rows) = self.surface.size();
        program.set_where_known("u_rays", self.surface);
        program.set("u_cells", [columns as i32, rows as i32]);
        program.set("u_stride", self.stride as i32);
        let vertices = |cells: usize| cells.saturating_sub(1).div_ceil(self.stride) + 3;
        let (across, along) = (vertices(columns), vertices(rows));
        gl.draw(program, Primitive::TriangleStrip, 2 * across, along - 1);
    }
}
