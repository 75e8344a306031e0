//! Textures of any format with layers and mip levels, and height textures in a model's own format.

use super::texel::{Place, Texel, make_all_room, upload};
use super::{Format, Gl, GlError};
use crate::grid::{Grid, mean_of_bytes};
use crate::heights::Heights;
use glow::HasContext;
use std::rc::Rc;

/// Wrap mode beyond a texture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// Repeat.
    Repeat,
    /// Clamp to edge.
    Clamp,
    /// Mirrored repeat.
    Mirror,
    /// Repeat horizontally, clamp vertically: for a panorama.
    RepeatX,
}

/// Filter mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Nearest texel; required for integers.
    Nearest,
    /// Bilinear.
    Linear,
    /// Bilinear in the nearest mip level.
    Levels,
    /// Trilinear, with anisotropic filtering where the driver supports it.
    Trilinear,
    /// As `Trilinear`, but as `Levels` on a software rasteriser, which pays for every texel.
    Mipmapped,
}

/// Number and arrangement of the layers, and the sampler type that reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layers {
    /// One layer: a `sampler2D`.
    One,
    /// Layers of equal size: a `sampler2DArray`.
    Array(usize),
    /// Slices of equal size in depth, filtered and wrapped also along the depth; one mip level: a `sampler3D`.
    Volume(usize),
    /// A cube map: six square faces in the order +x, −x, +y, −y, +z, −z: a `samplerCube`.
    Cube,
}

/// Format, size and sampling of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Format of a texel.
    pub format: Format,
    /// Columns and rows.
    pub size: (usize, usize),
    /// Layers.
    pub layers: Layers,
    /// Number of mip levels, each half as large as the one before, rounded down; 1 for the full size only.
    pub levels: usize,
    /// Filter mode.
    pub filter: Filter,
    /// Wrap mode.
    pub wrap: Wrap,
}

impl Layout {
    /// One layer without mip levels, nearest filtering, clamped to the edge.
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

    /// Number of mip levels down to 1 × 1.
    pub fn all_levels(size: (usize, usize)) -> usize {
        size.0.max(size.1).max(1).ilog2() as usize + 1
    }

    /// Columns and rows of a mip level.
    pub fn size_of(&self, level: usize) -> (usize, usize) {
        let side = |side: usize| side.checked_shr(level as u32).unwrap_or(0).max(1);
        (side(self.size.0), side(self.size.1))
    }

    /// Whether the layout has this mip level of this layer.
    pub(super) fn has(&self, level: usize, layer: usize) -> bool {
        let layers = match self.layers {
            Layers::One => 1,
            Layers::Array(count) | Layers::Volume(count) => count,
            Layers::Cube => 6,
        };
        level < self.levels && layer < layers
    }

    /// GL texture target.
    pub(super) fn target(&self) -> u32 {
        match self.layers {
            Layers::One => glow::TEXTURE_2D,
            Layers::Array(_) => glow::TEXTURE_2D_ARRAY,
            Layers::Volume(_) => glow::TEXTURE_3D,
            Layers::Cube => glow::TEXTURE_CUBE_MAP,
        }
    }
}

/// A texture. Clones share one GL object, which is deleted with the last of them.
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
    /// A texture with uninitialised texels.
    pub fn empty(gl: &Gl, layout: Layout) -> Result<Self, GlError> {
        let texture = Self::without_room(gl, layout)?;
        make_all_room(gl, texture.raw(), &layout)?;
        Ok(texture)
    }

    /// A texture without allocated storage.
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

    /// Uploads an image of 8-bit RGBA texels, row 0 first: texture coordinate v = 0 is the top of the image. Mip levels, if the filter
    /// reads them, are box-filtered.
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

    /// Uploads an sRGB image that shaders read as linear light, with mip levels as for [`Texture::with_levels`].
    pub fn of_light<'a>(
        gl: &Gl,
        levels: impl Iterator<Item = &'a Grid<[u8; 4]>>,
        wrap: Wrap,
        filter: Filter,
    ) -> Result<Self, GlError> {
        Self::of_levels(gl, Format::Srgba8, levels, (wrap, filter))
    }

    /// Uploads an image with precomputed mip levels: the full size first, each next one half as large, rounded down, to 1 × 1. The filter
    /// is bilinear in the nearest level.
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
            upload(gl, texture.raw(), &layout, Place::New { level }, picture)?;
        }
        Ok(texture)
    }

    /// The texture in `slot`, created again if its layout differs. On failure the old texture stays.
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
            // The slot was filled above.
            None => Err(GlError::Unsupported { what: "textures" }),
        }
    }

    /// Replaces the texels of a mip level of a layer (layer 0 without layers, the face of a cube map). A grid of the wrong size, or a
    /// missing level or layer, changes nothing and counts as a complaint.
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

    /// Restricts sampling to one mip level, so that the next can be rendered from it; `None` removes the restriction.
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
        // No side can be halved a thousand times.
        let last = layout.levels.clamp(1, 1000) as u32 - 1;
        let parameters = [
            (glow::TEXTURE_WRAP_S, wrap_x),
            (glow::TEXTURE_WRAP_T, wrap_y),
            (glow::TEXTURE_WRAP_R, wrap_y),
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

    /// Whether both share one GL object.
    pub fn is(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.handle, &other.handle)
    }

    /// Its layout.
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

/// A height field on the GPU in the model's own format: one texel for each cell, signed 16-bit integers or 32-bit floats.
pub struct HeightTexture {
    gl: Gl,
    texture: Option<Texture>,
    unit: f32,
}

impl HeightTexture {
    /// An empty height field; [`HeightTexture::upload`] sets its size and format.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        Ok(Self {
            gl: gl.clone(),
            texture: None,
            unit: 1.0,
        })
    }

    /// Wraps a texture of heights, `unit` metres per stored unit. It must have one layer; its first channel is read without filtering.
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

    /// Metres per stored unit.
    pub fn unit(&self) -> f32 {
        self.unit
    }

    /// Whether its texels are integers, for which the shader must declare an `isampler2D`.
    pub fn is_integer(&self) -> bool {
        let integer = |texture: &Texture| texture.layout.format.is_integer();
        self.texture.as_ref().is_none_or(integer)
    }

    /// The texture; `None` before the first upload.
    pub fn texture(&self) -> Option<&Texture> {
        self.texture.as_ref()
    }

    /// As [`HeightTexture::upload`], with the unit multiplied by `scale`.
    pub fn upload_scaled(&mut self, heights: &Heights, scale: f32) -> Result<(), GlError> {
        self.upload(heights)?;
        self.unit *= scale;
        Ok(())
    }

    /// Uploads heights without conversion. Returns an error only if the grid exceeds the driver's texture size.
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
        // Integer texels cannot be filtered; shaders interpolate explicitly.
        let layout = Layout::new(format, (grid.columns(), grid.rows()));
        Texture::fitting(&mut self.texture, &self.gl, layout)?.upload(0, 0, grid)
    }
}
