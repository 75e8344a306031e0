//! Numbers for shaders, one texel a cell: coverages, pairs of them, and floats four at a time.

use super::texel::{Storage, Texel, upload};
use super::texture::{bind, create, set_parameters};
use super::{Gl, GlError};
use crate::grid::Grid;
use glow::HasContext;

/// What the texels are, and how a shader reads them.
#[derive(Clone, Copy)]
pub enum Cells<'a> {
    /// 0 to 1 as 0 to 255, each by itself: a `sampler2D`, in r.
    Bytes(&'a Grid<u8>),
    /// Two such numbers, blended between texels: a `sampler2D`, in r and g.
    Pairs(&'a Grid<[u8; 2]>),
    /// Four numbers as they are, each texel by itself: a `sampler2D`.
    Floats(&'a Grid<[f32; 4]>),
}

/// A texture of numbers. Deleted when dropped.
pub struct CellTexture {
    gl: Gl,
    handle: glow::Texture,
}

impl CellTexture {
    /// An empty one; [`CellTexture::upload`] gives it its shape.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            handle: create(gl)?,
        })
    }

    /// Puts other numbers in the place of those there were. An error only where they are more than the driver's textures hold.
    pub fn upload(&mut self, cells: Cells) -> Result<(), GlError> {
        match cells {
            Cells::Bytes(grid) => self.put(grid, glow::R8, glow::NEAREST),
            Cells::Pairs(grid) => self.put(grid, glow::RG8, glow::LINEAR),
            Cells::Floats(grid) => self.put(grid, glow::RGBA32F, glow::NEAREST),
        }
    }

    fn put<T: Texel>(&self, grid: &Grid<T>, internal: u32, filter: u32) -> Result<(), GlError> {
        let how = (0, Storage::New(internal));
        upload(&self.gl, self.handle, "a texture of cells", how, grid)?;
        let parameters = [
            (glow::TEXTURE_MIN_FILTER, filter),
            (glow::TEXTURE_MAG_FILTER, filter),
            (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
            (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
        ];
        set_parameters(&self.gl, self.handle, &parameters, false);
        Ok(())
    }

    /// Makes it the one that texture unit `unit` reads.
    pub fn bind(&self, unit: u32) {
        bind(&self.gl, self.handle, unit);
    }
}

impl Drop for CellTexture {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_texture(self.handle) };
    }
}
