//! Textures: grids of texels of any format, one or in layers, with mip levels; and heights, as a model stores them.

use super::texel::{Place, Texel, make_all_room, upload};
use super::{Format, Gl, GlError};
use crate::grid::{Grid, mean_of_bytes};
use crate::heights::Heights;
use glow::HasContext;
use std::rc::Rc;

/// Wrapping: what happens beyond a texture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// It starts again.
    Repeat,
    /// The edge goes on (clamp to edge).
    Clamp,
    /// It goes back (mirrored repeat).
    Mirror,
    /// It starts again sideways, and the edge goes on up and down: a panorama.
    RepeatX,
}

/// Filtering: how texels are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Each by itself: the only one for whole numbers.
    Nearest,
    /// Blended between neighbours (bilinear).
    Linear,
    /// Blended between neighbours of the nearest mip level.
    Levels,
    /// Blended between neighbours and mip levels, with anisotropic filtering where the driver can.
    Trilinear,
    /// As `Trilinear`; where a software rasteriser pays for every texel, as `Levels`.
    Mipmapped,
}

/// How many grids a texture has, and how a shader reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// One: a `sampler2D`.
    One,
    /// So many of one size, each by its number: a `sampler2DArray`.
    Array(usize),
    /// A cube map: six squares about a point, in the order +x, −x, +y, −y, +z, −z: a `samplerCube`.
    Cube,
}

/// What a texture is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What a texel is.
    pub format: Format,
    /// Columns and rows.
    pub size: (usize, usize),
    /// How many such grids.
    pub layers: Layers,
    /// Mip levels, each half as large as the one before, rounded down: 1 for none but the full size.
    pub levels: usize,
    /// How texels are read.
    pub filter: Filter,
    /// What happens beyond the edge.
    pub wrap: Wrap,
}

impl Layout {
    /// One grid without mip levels, each texel read by itself, whose edge goes on.
    pub fn new(format: Format, size: (usize, usize)) -> Self {
        Self {
            format,
            size,
            layers: Layers::One,
            levels: 1,
            filter: Filter::Nearest,
            wrap: Wrap::Clamp,
        }
    }

    /// Mip levels down to 1 × 1.
    pub fn all_levels(size: (usize, usize)) -> usize {
        size.0.max(size.1).max(1).ilog2() as usize + 1
    }

    /// Columns and rows of a mip level.
    pub fn size_of(&self, level: usize) -> (usize, usize) {
        let side = |side: usize| side.checked_shr(level as u32).unwrap_or(0).max(1);
        (side(self.size.0), side(self.size.1))
    }

    /// Whether there is such a mip level of such a layer.
    pub(super) fn has(&self, level: usize, layer: usize) -> bool {
        let layers = match self.layers {
            Layers::One => 1,
            Layers::Array(count) => count,
            Layers::Cube => 6,
        };
        level < self.levels && layer < layers
    }

    /// What GL calls a texture of these layers.
    pub(super) fn target(&self) -> u32 {
        match self.layers {
            Layers::One => glow::TEXTURE_2D,
            Layers::Array(_) => glow::TEXTURE_2D_ARRAY,
            Layers::Cube => glow::TEXTURE_CUBE_MAP,
        }
    }
}

/// A texture. Clones are the same one, which is deleted with the last of them.
#[derive(Clone)]
pub struct Texture {
    handle: Rc<Handle>,
    layout: Layout,
}

/// The GL object.
pub(super) struct Handle {
    gl: Gl,
    pub(super) raw: glow::Texture,
}

impl Drop for Handle {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_texture(self.raw) };
    }
}

impl Texture {
    /// A texture of texels of no particular value.
    pub fn empty(gl: &Gl, layout: Layout) -> Result<Self, GlError> {
        let texture = Self::without_room(gl, layout)?;
        make_all_room(gl, texture.raw(), &layout)?;
        Ok(texture)
    }

    /// Without texels yet.
    fn without_room(gl: &Gl, layout: Layout) -> Result<Self, GlError> {
        // SAFETY: the context is current.
        let raw = unsafe { gl.raw().create_texture() }.map_err(|reason| GlError::Exhausted {
            what: "texture",
            reason,
        })?;
        let handle = Rc::new(Handle {
            gl: gl.clone(),
            raw,
        });
        let texture = Self { handle, layout };
        texture.set_look();
        Ok(texture)
    }

    /// Uploads a picture of 8-bit RGBA texels, row 0 first: texture coordinate v = 0 is the top of the picture. Mip levels, where
    /// the filter reads them, are means of what they cover.
    pub fn new(
        gl: &Gl,
        picture: &Grid<[u8; 4]>,
        wrap: Wrap,
        filter: Filter,
    ) -> Result<Self, GlError> {
        let halvings = match filter {
            Filter::Nearest | Filter::Linear => Vec::new(),
            _ => picture.halvings(mean_of_bytes),
        };
        let levels = std::iter::once(picture).chain(&halvings);
        Self::of_levels(gl, Format::Rgba8, levels, (wrap, filter))
    }

    /// A picture in sRGB that shaders read as linear light, with mip levels as for [`Texture::with_levels`].
    pub fn of_light<'a>(
        gl: &Gl,
        levels: impl Iterator<Item = &'a Grid<[u8; 4]>>,
        wrap: Wrap,
        filter: Filter,
    ) -> Result<Self, GlError> {
        Self::of_levels(gl, Format::Srgba8, levels, (wrap, filter))
    }

    /// Uploads a picture with mip levels that the caller made: the full size first, each next one half as large, rounded
    /// down, to 1 × 1. Read with blending inside a level, none between levels.
    pub fn with_levels<'a>(
        gl: &Gl,
        levels: impl Iterator<Item = &'a Grid<[u8; 4]>>,
    ) -> Result<Self, GlError> {
        Self::of_levels(gl, Format::Rgba8, levels, (Wrap::Clamp, Filter::Levels))
    }

    fn of_levels<'a>(
        gl: &Gl,
        format: Format,
        levels: impl Iterator<Item = &'a Grid<[u8; 4]>>,
        (wrap, filter): (Wrap, Filter),
    ) -> Result<Self, GlError> {
        let levels: Vec<_> = levels.collect();
        let Some(first) = levels.first() else {
            return Self::empty(gl, Layout::new(format, (1, 1)));
        };
        let layout = Layout {
            levels: levels.len(),
            filter,
            wrap,
            ..Layout::new(format, (first.columns(), first.rows()))
        };
        let texture = Self::without_room(gl, layout)?;
        for (level, picture) in levels.into_iter().enumerate() {
            upload(gl, texture.raw(), &layout, Place::Anew { level }, picture)?;
        }
        Ok(texture)
    }

    /// The texture in `slot`, made anew where there is none, or one that is otherwise; where that fails the old one stays.
    pub fn fitting<'a>(
        slot: &'a mut Option<Self>,
        gl: &Gl,
        layout: Layout,
    ) -> Result<&'a Self, GlError> {
        match slot {
            Some(texture) if texture.layout == layout => {}
            _ => *slot = Some(Self::empty(gl, layout)?),
        }
        match slot {
            Some(texture) => Ok(texture),
            // It has just been filled.
            None => Err(GlError::Unsupported { what: "textures" }),
        }
    }

    /// Puts other texels into a mip level of a layer (0 where there is one; of a cube its faces in order). A grid of
    /// another size than the level's, or for a level or a layer that there is not, changes nothing and is a complaint.
    pub fn upload<T: Texel>(
        &self,
        level: usize,
        layer: usize,
        grid: &Grid<T>,
    ) -> Result<(), GlError> {
        let size = (grid.columns(), grid.rows());
        if !self.layout.has(level, layer) || size != self.layout.size_of(level) {
            self.handle.gl.debug().complain(&format!(
                "{size:?} texels do not fit level {level} of layer {layer} of {:?}",
                self.layout
            ));
            return Ok(());
        }
        let place = Place::Layer { level, layer };
        upload(&self.handle.gl, self.raw(), &self.layout, place, grid)
    }

    /// Has shaders read one mip level as if there were no other, so that the next can be drawn from it; `None`: all again.
    pub(crate) fn read_only(&self, level: Option<usize>) {
        let most = self.layout.levels.clamp(1, 1000) - 1;
        let [first, last] = level.map_or([0, most], |level| [level.min(most); 2]);
        let (raw, target) = (self.handle.gl.raw(), self.layout.target());
        // SAFETY: the context is current; these are levels that the texture has.
        unsafe {
            raw.bind_texture(target, Some(self.raw()));
            raw.tex_parameter_i32(target, glow::TEXTURE_BASE_LEVEL, first as i32);
            raw.tex_parameter_i32(target, glow::TEXTURE_MAX_LEVEL, last as i32);
            raw.bind_texture(target, None);
        }
    }

    fn set_look(&self) {
        let Handle { gl, .. } = &*self.handle;
        let layout = &self.layout;
        let (wrap_x, wrap_y) = match layout.wrap {
            Wrap::Repeat => (glow::REPEAT, glow::REPEAT),
            Wrap::Clamp => (glow::CLAMP_TO_EDGE, glow::CLAMP_TO_EDGE),
            Wrap::Mirror => (glow::MIRRORED_REPEAT, glow::MIRRORED_REPEAT),
            Wrap::RepeatX => (glow::REPEAT, glow::CLAMP_TO_EDGE),
        };
        let slanted = matches!(layout.filter, Filter::Trilinear | Filter::Mipmapped);
        let [minify, magnify] = match layout.filter {
            Filter::Nearest => [glow::NEAREST; 2],
            Filter::Linear => [glow::LINEAR; 2],
            Filter::Levels => [glow::LINEAR_MIPMAP_NEAREST, glow::LINEAR],
            Filter::Mipmapped if gl.capability().is_software() => {
                [glow::LINEAR_MIPMAP_NEAREST, glow::LINEAR]
            }
            Filter::Trilinear | Filter::Mipmapped => [glow::LINEAR_MIPMAP_LINEAR, glow::LINEAR],
        };
        // No side is as long as a thousand halvings.
        let last = layout.levels.clamp(1, 1000) as u32 - 1;
        let parameters = [
            (glow::TEXTURE_WRAP_S, wrap_x),
            (glow::TEXTURE_WRAP_T, wrap_y),
            (glow::TEXTURE_MIN_FILTER, minify),
            (glow::TEXTURE_MAG_FILTER, magnify),
            (glow::TEXTURE_MAX_LEVEL, last),
        ];
        let (raw, target) = (gl.raw(), layout.target());
        // SAFETY: the context is current; a name or a value that the driver does not know is a GL error. Where it has no
        // anisotropy there is one tap.
        unsafe {
            raw.bind_texture(target, Some(self.raw()));
            for (name, value) in parameters {
                raw.tex_parameter_i32(target, name, value as i32);
            }
            let taps = gl.capability().taps();
            if slanted && taps > 1.0 {
                raw.tex_parameter_f32(target, glow::TEXTURE_MAX_ANISOTROPY_EXT, taps);
            }
            raw.bind_texture(target, None);
        }
    }

    /// Whether both are the same texture, not only alike.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.handle, &other.handle)
    }

    /// What it is like.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Width and height in texels.
    pub fn size(&self) -> (usize, usize) {
        self.layout.size
    }

    pub(super) fn raw(&self) -> glow::Texture {
        self.handle.raw
    }

    pub(super) fn handle(&self) -> &Rc<Handle> {
        &self.handle
    }
}

/// A height field on the GPU: one texel a cell, signed 16-bit integers or 32-bit floats as the model stores them.
pub struct HeightTexture {
    gl: Gl,
    texture: Option<Texture>,
    unit: f32,
}

impl HeightTexture {
    /// An empty one; [`HeightTexture::upload`] gives it its shape.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            texture: None,
            unit: 1.0,
        })
    }

    /// A texture that holds heights already, `unit` metres to a stored 1: of one layer, its first channel is read, texel by
    /// texel.
    pub fn of(gl: &Gl, texture: Texture, unit: f32) -> Self {
        Self {
            gl: gl.clone(),
            texture: Some(texture),
            unit,
        }
    }

    /// Columns and rows of the surface last uploaded; (0, 0) before the first.
    pub fn size(&self) -> (usize, usize) {
        self.texture.as_ref().map_or((0, 0), Texture::size)
    }

    /// Metres per stored 1.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// Whether its texels are integers: the shader must then declare an `isampler2D`.
    pub fn is_integer(&self) -> bool {
        let integer = |texture: &Texture| texture.layout.format.is_integer();
        self.texture.as_ref().is_none_or(integer)
    }

    /// The texture, once there is one.
    pub fn texture(&self) -> Option<&Texture> {
        self.texture.as_ref()
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
                self.put(counts, Format::R16I)?;
                self.unit = *unit;
            }
            Heights::Metres(grid) => {
                self.put(grid, Format::R32F)?;
                self.unit = 1.0;
            }
        }
        Ok(())
    }

    fn put<T: Texel>(&mut self, grid: &Grid<T>, format: Format) -> Result<(), GlError> {
        // Integer texels can't be filtered; the shaders blend by hand where they must.
        let layout = Layout::new(format, (grid.columns(), grid.rows()));
        Texture::fitting(&mut self.texture, &self.gl, layout)?.upload(0, 0, grid)
    }
}
