//! Textures: pictures with mip levels, and height fields as integer or float texels.

use super::{Gl, GlError};
use crate::grid::Grid;
use crate::heights::Heights;
use glow::{HasContext, PixelUnpackData};

/// What happens beyond a texture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// It starts again.
    Repeat,
    /// The edge goes on.
    Clamp,
    /// It goes back.
    Mirror,
    /// It starts again sideways, and the edge goes on up and down: a panorama.
    RepeatX,
}

/// How texels are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Blended between neighbours.
    Linear,
    /// Blended between neighbours and mip levels, anisotropic where the driver can.
    Mipmapped,
}

/// A picture of 8-bit RGBA texels. Deleted when dropped.
pub struct Texture {
    gl: Gl,
    handle: glow::Texture,
    width: usize,
    height: usize,
}

impl Texture {
    /// Uploads a picture, row 0 first: texture coordinate v = 0 is the top of the picture.
    pub fn new(
        gl: &Gl,
        picture: &Grid<[u8; 4]>,
        wrap: Wrap,
        filter: Filter,
    ) -> Result<Self, GlError> {
        let (width, height) = (picture.columns(), picture.rows());
        let bytes: &[u8] = bytemuck::cast_slice(picture.cells());
        Self::make(gl, width, height, Some(bytes), wrap, filter)
    }

    /// Uploads a picture with mip levels that the caller made: the full size first, each next one half as large, rounded
    /// down, to 1 × 1. Read with blending inside a level, none between levels.
    pub fn with_levels<'a>(
        gl: &Gl,
        levels: impl Iterator<Item = &'a Grid<[u8; 4]>>,
    ) -> Result<Self, GlError> {
        let mut texture: Option<Self> = None;
        for (level, picture) in levels.enumerate() {
            let Some(texture) = &texture else {
                let made = Self::new(gl, picture, Wrap::Clamp, Filter::Linear)?;
                texture = Some(made);
                continue;
            };
            let bytes: &[u8] = bytemuck::cast_slice(picture.cells());
            let raw = gl.raw();
            // SAFETY: the context is current; `bytes` are the whole grid.
            unsafe {
                raw.bind_texture(glow::TEXTURE_2D, Some(texture.handle));
                raw.tex_image_2d(
                    glow::TEXTURE_2D,
                    level as i32,
                    glow::RGBA8 as i32,
                    picture.columns() as i32,
                    picture.rows() as i32,
                    0,
                    glow::RGBA,
                    glow::UNSIGNED_BYTE,
                    PixelUnpackData::Slice(Some(bytes)),
                );
                let filter = glow::LINEAR_MIPMAP_NEAREST as i32;
                raw.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, filter);
                raw.bind_texture(glow::TEXTURE_2D, None);
            }
        }
        match texture {
            Some(texture) => Ok(texture),
            None => Self::blank(gl, 1, 1),
        }
    }

    /// A texture to draw into.
    pub(super) fn blank(gl: &Gl, width: usize, height: usize) -> Result<Self, GlError> {
        Self::make(gl, width, height, None, Wrap::Mirror, Filter::Linear)
    }

    fn make(
        gl: &Gl,
        width: usize,
        height: usize,
        bytes: Option<&[u8]>,
        wrap: Wrap,
        filter: Filter,
    ) -> Result<Self, GlError> {
        check_size(gl, "a texture", width, height)?;
        let raw = gl.raw();
        let handle = create(gl)?;
        let texture = Self {
            gl: gl.clone(),
            handle,
            width,
            height,
        };
        let (wrap_x, wrap_y) = match wrap {
            Wrap::Repeat => (glow::REPEAT, glow::REPEAT),
            Wrap::Clamp => (glow::CLAMP_TO_EDGE, glow::CLAMP_TO_EDGE),
            Wrap::Mirror => (glow::MIRRORED_REPEAT, glow::MIRRORED_REPEAT),
            Wrap::RepeatX => (glow::REPEAT, glow::CLAMP_TO_EDGE),
        };
        let (minify, magnify) = match filter {
            Filter::Linear => (glow::LINEAR, glow::LINEAR),
            // A software rasteriser pays for every texel: it blends inside a level only.
            Filter::Mipmapped if gl.capability().is_software() => {
                (glow::LINEAR_MIPMAP_NEAREST, glow::LINEAR)
            }
            Filter::Mipmapped => (glow::LINEAR_MIPMAP_LINEAR, glow::LINEAR),
        };
        // SAFETY: the context is current; `bytes`, where given, are 4·width·height (a grid has all its cells).
        unsafe {
            raw.bind_texture(glow::TEXTURE_2D, Some(handle));
            raw.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            raw.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                glow::RGBA8 as i32,
                width as i32,
                height as i32,
                0,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                PixelUnpackData::Slice(bytes),
            );
            let set =
                |name, value: u32| raw.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
            set(glow::TEXTURE_WRAP_S, wrap_x);
            set(glow::TEXTURE_WRAP_T, wrap_y);
            set(glow::TEXTURE_MIN_FILTER, minify);
            set(glow::TEXTURE_MAG_FILTER, magnify);
            if filter == Filter::Mipmapped {
                raw.generate_mipmap(glow::TEXTURE_2D);
                let taps = gl.capability().taps();
                if taps > 1.0 {
                    raw.tex_parameter_f32(glow::TEXTURE_2D, glow::TEXTURE_MAX_ANISOTROPY_EXT, taps);
                }
            }
            raw.bind_texture(glow::TEXTURE_2D, None);
        }
        Ok(texture)
    }

    /// Width and height in texels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Makes it the one that texture unit `unit` reads.
    pub fn bind(&self, unit: u32) {
        bind(&self.gl, self.handle, unit);
    }

    pub(super) fn handle(&self) -> glow::Texture {
        self.handle
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_texture(self.handle) };
    }
}

/// A surface on the GPU: one texel a cell, signed 16-bit integers or 32-bit floats as the model stores them.
pub struct HeightTexture {
    gl: Gl,
    handle: glow::Texture,
    shape: Option<(usize, usize, bool)>,
    unit: f32,
}

impl HeightTexture {
    /// An empty one; [`HeightTexture::upload`] gives it its shape.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            handle: create(gl)?,
            shape: None,
            unit: 1.0,
        })
    }

    /// Columns and rows of the surface last uploaded; (0, 0) before the first.
    pub fn size(&self) -> (usize, usize) {
        self.shape
            .map_or((0, 0), |(columns, rows, _)| (columns, rows))
    }

    /// Metres per stored 1.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// Whether its texels are integers: the shader must then declare an `isampler2D`.
    pub fn is_integer(&self) -> bool {
        self.shape.is_none_or(|(_, _, integer)| integer)
    }

    /// As [`HeightTexture::upload`], of a surface that is shown `scale` times as large as it is.
    pub fn upload_scaled(&mut self, heights: &Heights, scale: f32) -> Result<(), GlError> {
        self.upload(heights)?;
        self.unit *= scale;
        Ok(())
    }

    /// Copies a surface up, as it is stored. An error only where the grid is larger than the driver's textures.
    pub fn upload(&mut self, heights: &Heights) -> Result<(), GlError> {
        let (columns, rows) = (heights.columns(), heights.rows());
        check_size(&self.gl, "a height texture", columns, rows)?;
        let (integer, bytes): (bool, &[u8]) = match heights {
            Heights::Counts { counts, unit } => {
                self.unit = *unit;
                (true, bytemuck::cast_slice(counts.cells()))
            }
            Heights::Metres(grid) => {
                self.unit = 1.0;
                (false, bytemuck::cast_slice(grid.cells()))
            }
        };
        let (internal, format, kind) = if integer {
            (glow::R16I, glow::RED_INTEGER, glow::SHORT)
        } else {
            (glow::R32F, glow::RED, glow::FLOAT)
        };
        let raw = self.gl.raw();
        let (width, height) = (columns as i32, rows as i32);
        let data = PixelUnpackData::Slice(Some(bytes));
        // SAFETY: the context is current; `bytes` are the whole grid in the stated format.
        unsafe {
            raw.bind_texture(glow::TEXTURE_2D, Some(self.handle));
            raw.pixel_store_i32(glow::UNPACK_ALIGNMENT, 1);
            if self.shape == Some((columns, rows, integer)) {
                raw.tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, width, height, format, kind, data);
            } else {
                raw.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    internal as i32,
                    width,
                    height,
                    0,
                    format,
                    kind,
                    data,
                );
                // Integer texels can't be filtered; the shaders blend by hand where they must.
                let nearest = glow::NEAREST as i32;
                raw.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, nearest);
                raw.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, nearest);
                let clamp = glow::CLAMP_TO_EDGE as i32;
                raw.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_WRAP_S, clamp);
                raw.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_WRAP_T, clamp);
                self.shape = Some((columns, rows, integer));
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

impl Drop for HeightTexture {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_texture(self.handle) };
    }
}

pub(super) fn create(gl: &Gl) -> Result<glow::Texture, GlError> {
    // SAFETY: the context is current.
    unsafe { gl.raw().create_texture() }.map_err(|reason| GlError::Exhausted {
        what: "texture",
        reason,
    })
}

pub(super) fn bind(gl: &Gl, handle: glow::Texture, unit: u32) {
    // SAFETY: the context is current; a unit that the driver does not have is a GL error, not undefined behaviour. (It has
    // 16 at least, and no view uses more.)
    unsafe {
        gl.raw().active_texture(glow::TEXTURE0 + unit);
        gl.raw().bind_texture(glow::TEXTURE_2D, Some(handle));
        gl.raw().active_texture(glow::TEXTURE0);
    }
}

pub(super) fn check_size(
    gl: &Gl,
    what: &'static str,
    width: usize,
    height: usize,
) -> Result<(), GlError> {
    let limit = gl.capability().max_texture;
    if width.max(height) > limit {
        return Err(GlError::TooLarge {
            what,
            width,
            height,
            limit,
        });
    }
    Ok(())
}
