//! Numbers that repeat and are blended: one float a texel or four, with mip levels that the caller made.

use super::texel::{Storage, Texel, upload};
use super::texture::{bind, create, set_parameters};
use super::{Gl, GlError};
use crate::grid::Grid;
use glow::HasContext;

/// A texture of floats that starts again beyond its edges, read as a `sampler2D`, blended between texels and levels. Deleted
/// when dropped.
///
/// Its texels are 32 bits where the driver can blend such; OpenGL ES need not, and then they are 16.
pub struct FloatTexture {
    gl: Gl,
    handle: glow::Texture,
    /// Columns, rows, levels and channels of the last upload.
    shape: Option<[usize; 4]>,
}

impl FloatTexture {
    /// An empty one; [`FloatTexture::upload`] gives it its shape.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            handle: create(gl)?,
            shape: None,
        })
    }

    /// Puts other numbers in the place of those there were: the full size first, each next level half as large, rounded down,
    /// to 1 × 1. A texel of one float is read in r; any other has four. An error only where they are more than the driver's
    /// textures hold.
    pub fn upload<const CHANNELS: usize>(
        &mut self,
        levels: &[Grid<[f32; CHANNELS]>],
    ) -> Result<(), GlError>
    where
        [f32; CHANNELS]: Texel,
    {
        let Some(first) = levels.first() else {
            return Ok(());
        };
        let internal = match (self.gl.capability().blends_floats, CHANNELS) {
            (true, 1) => glow::R32F,
            (false, 1) => glow::R16F,
            (true, _) => glow::RGBA32F,
            (false, _) => glow::RGBA16F,
        };
        let shape = Some([first.columns(), first.rows(), levels.len(), CHANNELS]);
        let storage = match self.shape == shape {
            true => Storage::Kept,
            false => Storage::New(internal),
        };
        for (level, grid) in levels.iter().enumerate() {
            let how = (level, storage);
            upload(&self.gl, self.handle, "a texture of floats", how, grid)?;
        }
        if self.shape != shape {
            let last = u32::try_from(levels.len() - 1).unwrap_or(u32::MAX);
            let parameters = [
                (glow::TEXTURE_WRAP_S, glow::REPEAT),
                (glow::TEXTURE_WRAP_T, glow::REPEAT),
                (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
                (glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR),
                (glow::TEXTURE_MAX_LEVEL, last),
            ];
            set_parameters(&self.gl, self.handle, &parameters, true);
            self.shape = shape;
        }
        Ok(())
    }

    /// Makes it the one that texture unit `unit` reads.
    pub fn bind(&self, unit: u32) {
        bind(&self.gl, self.handle, unit);
    }
}

impl Drop for FloatTexture {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_texture(self.handle) };
    }
}
