//! The mesh of the props on the GPU.

use super::plan::Plan;
use super::props::Model as Triangles;
use crate::gl::{Format, Gl, GlError, Layout, Primitive, Program, Texture};
use crate::grid::Grid;

/// Texels in a row.
const ACROSS: usize = 1024;

pub(super) struct Model {
    texture: Texture,
    vertices: usize,
    /// Number of vertices of solid props, which come first.
    solid: usize,
    things: usize,
}

impl Model {
    pub(super) fn new(gl: &Gl, plan: &Plan) -> Result<Self, GlError> {
        let Triangles {
            mesh,
            solid,
            things,
        } = Triangles::new(plan);
        let texels = mesh.texels();
        let lines = texels.len().div_ceil(ACROSS).max(1);
        let grid = Grid::from_fn(ACROSS, lines, |column, line| {
            let texel = texels.get(line * ACROSS + column);
            texel.copied().unwrap_or_default()
        });
        let texture = Texture::empty(gl, Layout::new(Format::Rgba32F, (ACROSS, lines)))?;
        texture.upload(0, 0, &grid)?;
        Ok(Self {
            texture,
            vertices: mesh.count(),
            solid,
            things,
        })
    }

    /// Draws the solid props, or the leaves, with or without the hedge.
    pub(super) fn draw(&self, gl: &Gl, program: &Program, leaves: bool, hedge: bool) {
        let last = if hedge { self.vertices } else { self.things };
        match leaves {
            false => self.draw_range(gl, program, 0, self.solid),
            true => self.draw_range(gl, program, self.solid, last),
        }
    }

    /// Draws everything.
    pub(super) fn draw_all(&self, gl: &Gl, program: &Program) {
        self.draw_range(gl, program, 0, self.vertices);
    }

    fn draw_range(&self, gl: &Gl, program: &Program, first: usize, end: usize) {
        program.set("u_mesh", &self.texture);
        program.set("u_mesh_across", ACROSS as i32);
        program.set("u_first", first as i32);
        gl.draw(program, Primitive::Triangles, end - first, 1);
    }
}
