//! Textures: pictures with mip levels, and height fields as integer or float texels.

use super::texel::{Storage, Texel, make_room, upload};
use super::{Gl, GlError};
use crate::grid::Grid;
use crate::heights::Heights;
use glow::HasContext;

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
        let texture = Self::empty(gl, (picture.columns(), picture.rows()))?;
        texture.set_level(0, picture)?;
        texture.set_look(wrap, filter);
        Ok(texture)
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
            texture.set_level(level, picture)?;
            let filter = glow::LINEAR_MIPMAP_NEAREST;
            set_parameters(
                gl,
                texture.handle,
                &[(glow::TEXTURE_MIN_FILTER, filter)],
                false,
            );
        }
        match texture {
            Some(texture) => Ok(texture),
            None => Self::blank(gl, 1, 1),
        }
    }

    /// A texture to draw into.
    pub(super) fn blank(gl: &Gl, width: usize, height: usize) -> Result<Self, GlError> {
        let texture = Self::empty(gl, (width, height))?;
        make_room(gl, texture.handle, "a texture", (width, height))?;
        texture.set_look(Wrap::Mirror, Filter::Linear);
        Ok(texture)
    }

    /// Without texels yet.
    fn empty(gl: &Gl, (width, height): (usize, usize)) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            handle: create(gl)?,
            width,
            height,
        })
    }

    fn set_level(&self, level: usize, picture: &Grid<[u8; 4]>) -> Result<(), GlError> {
        let how = (level, Storage::New(glow::RGBA8));
        upload(&self.gl, self.handle, "a texture", how, picture)
    }

    fn set_look(&self, wrap: Wrap, filter: Filter) {
        let (wrap_x, wrap_y) = match wrap {
            Wrap::Repeat => (glow::REPEAT, glow::REPEAT),
            Wrap::Clamp => (glow::CLAMP_TO_EDGE, glow::CLAMP_TO_EDGE),
            Wrap::Mirror => (glow::MIRRORED_REPEAT, glow::MIRRORED_REPEAT),
            Wrap::RepeatX => (glow::REPEAT, glow::CLAMP_TO_EDGE),
        };
        let minify = match filter {
            Filter::Linear => glow::LINEAR,
            // A software rasteriser pays for every texel: it blends inside a level only.
            Filter::Mipmapped if self.gl.capability().is_software() => glow::LINEAR_MIPMAP_NEAREST,
            Filter::Mipmapped => glow::LINEAR_MIPMAP_LINEAR,
        };
        let parameters = [
            (glow::TEXTURE_WRAP_S, wrap_x),
            (glow::TEXTURE_WRAP_T, wrap_y),
            (glow::TEXTURE_MIN_FILTER, minify),
            (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
        ];
        let is_mipmapped = filter == Filter::Mipmapped;
        set_parameters(&self.gl, self.handle, &parameters, is_mipmapped);
        if is_mipmapped {
            let raw = self.gl.raw();
            // SAFETY: the context is current; a texture that mip levels can't be made of is a GL error.
            unsafe {
                raw.bind_texture(glow::TEXTURE_2D, Some(self.handle));
                raw.generate_mipmap(glow::TEXTURE_2D);
                raw.bind_texture(glow::TEXTURE_2D, None);
            }
        }
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
        match heights {
            Heights::Counts { counts, unit } => {
                self.put(counts, true, glow::R16I)?;
                self.unit = *unit;
            }
            Heights::Metres(grid) => {
                self.put(grid, false, glow::R32F)?;
                self.unit = 1.0;
            }
        }
        Ok(())
    }

    fn put<T: Texel>(
        &mut self,
        grid: &Grid<T>,
        integer: bool,
        internal: u32,
    ) -> Result<(), GlError> {
        let shape = Some((grid.columns(), grid.rows(), integer));
        let storage = match self.shape == shape {
            true => Storage::Kept,
            false => Storage::New(internal),
        };
        upload(
            &self.gl,
            self.handle,
            "a height texture",
            (0, storage),
            grid,
        )?;
        if self.shape != shape {
            // Integer texels can't be filtered; the shaders blend by hand where they must.
            let parameters = [
                (glow::TEXTURE_MIN_FILTER, glow::NEAREST),
                (glow::TEXTURE_MAG_FILTER, glow::NEAREST),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            ];
            set_parameters(&self.gl, self.handle, &parameters, false);
            self.shape = shape;
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

/// Sets parameters of a texture, and has it read along slanted surfaces where `slanted`.
pub(super) fn set_parameters(
    gl: &Gl,
    texture: glow::Texture,
    parameters: &[(u32, u32)],
    slanted: bool,
) {
    let raw = gl.raw();
    // SAFETY: the context is current; a name or a value that the driver does not know is a GL error. Where it has no
    // anisotropy there is one tap.
    unsafe {
        raw.bind_texture(glow::TEXTURE_2D, Some(texture));
        for &(name, value) in parameters {
            raw.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
        }
        let taps = gl.capability().taps();
        if slanted && taps > 1.0 {
            raw.tex_parameter_f32(glow::TEXTURE_2D, glow::TEXTURE_MAX_ANISOTROPY_EXT, taps);
        }
        raw.bind_texture(glow::TEXTURE_2D, None);
    }
}

pub(super) fn bind(gl: &Gl, texture: glow::Texture, unit: u32) {
    // SAFETY: the context is current; a unit that the driver does not have is a GL error, not undefined behaviour. (It has
    // 16 at least, and no view uses more.)
    unsafe {
        gl.raw().active_texture(glow::TEXTURE0.saturating_add(unit));
        gl.raw().bind_texture(glow::TEXTURE_2D, Some(texture));
        gl.raw().active_texture(glow::TEXTURE0);
    }
}
