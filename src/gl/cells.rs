//! Numbers for shaders, one texel a cell: coverages, pairs of them, and floats four at a time.

use super::texture::{bind, check_size, create};
use super::{Gl, GlError};
use crate::grid::Grid;
use glow::{HasContext, PixelUnpackData};

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
        let (size, bytes): (_, &[u8]) = match cells {
            Cells::Bytes(grid) => ((grid.columns(), grid.rows()), grid.cells()),
            Cells::Pairs(grid) => (
                (grid.columns(), grid.rows()),
                bytemuck::cast_slice(grid.cells()),
            ),
            Cells::Floats(grid) => (
                (grid.columns(), grid.rows()),
                bytemuck::cast_slice(grid.cells()),
            ),
        };
        check_size(&self.gl, "a texture of cells", size.0, size.1)?;
        let (internal, format, kind, filter) = match cells {
            Cells::Bytes(_) => (glow::R8, glow::RED, glow::UNSIGNED_BYTE, glow::NEAREST),
            Cells::Pairs(_) => (glow::RG8, glow::RG, glow::UNSIGNED_BYTE, glow::LINEAR),
            Cells::Floats(_) => (glow::RGBA32F, glow::RGBA, glow::FLOAT, glow::NEAREST),
        };
        let raw = self.gl.raw();
        // SAFETY: the context is current; `bytes` are the whole grid in the stated format.
        unsafe {
            raw.bind_texture(glow::TEXTURE_2D, Some(self.handle));
            raw.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            raw.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                internal as i32,
                size.0 as i32,
                size.1 as i32,
                0,
                format,
                kind,
                PixelUnpackData::Slice(Some(bytes)),
            );
            let set =
                |name, value: u32| raw.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
            set(glow::TEXTURE_MIN_FILTER, filter);
            set(glow::TEXTURE_MAG_FILTER, filter);
            set(glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE);
            set(glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE);
            raw.bind_texture(glow::TEXTURE_2D, None);
        }
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
