//! Numbers that repeat and are blended: one float a texel or four, with mip levels that the caller made.

use super::texture::{bind, check_size, create};
use super::{Gl, GlError};
use crate::grid::Grid;
use glow::{HasContext, PixelUnpackData};

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
    ) -> Result<(), GlError> {
        const { assert!(CHANNELS == 1 || CHANNELS == 4) };
        let Some(first) = levels.first() else {
            return Ok(());
        };
        let (columns, rows) = (first.columns(), first.rows());
        check_size(&self.gl, "a texture of floats", columns, rows)?;
        let (internal, format) = match (self.gl.capability().blends_floats, CHANNELS) {
            (true, 1) => (glow::R32F, glow::RED),
            (false, 1) => (glow::R16F, glow::RED),
            (true, _) => (glow::RGBA32F, glow::RGBA),
            (false, _) => (glow::RGBA16F, glow::RGBA),
        };
        let shape = Some([columns, rows, levels.len(), CHANNELS]);
        let known = self.shape == shape;
        let raw = self.gl.raw();
        // SAFETY: the context is current; `bytes` are the whole grid in the stated format.
        unsafe {
            raw.bind_texture(glow::TEXTURE_2D, Some(self.handle));
            raw.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            for (level, grid) in (0..).zip(levels) {
                let (width, height) = (grid.columns() as i32, grid.rows() as i32);
                let bytes: &[u8] = bytemuck::cast_slice(grid.cells().as_flattened());
                let data = PixelUnpackData::Slice(Some(bytes));
                let (of, kind) = (glow::TEXTURE_2D, glow::FLOAT);
                if known {
                    raw.tex_sub_image_2d(of, level, 0, 0, width, height, format, kind, data);
                } else {
                    let internal = internal as i32;
                    raw.tex_image_2d(of, level, internal, width, height, 0, format, kind, data);
                }
            }
            if !known {
                let set =
                    |name, value: u32| raw.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
                set(glow::TEXTURE_WRAP_S, glow::REPEAT);
                set(glow::TEXTURE_WRAP_T, glow::REPEAT);
                set(glow::TEXTURE_MAG_FILTER, glow::LINEAR);
                set(glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR);
                set(glow::TEXTURE_MAX_LEVEL, levels.len() as u32 - 1);
                let taps = self.gl.capability().taps();
                if taps > 1.0 {
                    raw.tex_parameter_f32(glow::TEXTURE_2D, glow::TEXTURE_MAX_ANISOTROPY_EXT, taps);
                }
                self.shape = shape;
            }
            raw.bind_texture(glow::TEXTURE_2D, None);
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
