//! Framebuffers for offscreen rendering: colour and depth, with or without multisampling.

use super::texel::{Texel, check_size, download};
use super::{Filter, Format, Gl, GlError, Layers, Layout, Texture, Wrap};
use crate::grid::Grid;
use glow::HasContext;

/// The name of a target in error messages.
const WHAT: &str = "a picture to draw into";

/// Number of pixels of a target for which there may be no memory.
const LARGE: i32 = 1 << 22;

/// Whether the driver is asked if a target is complete. In a browser the answer waits for all work that the GPU has been given, and every
/// format is known to be supported: only the memory may be short.
fn is_checked(width: i32, height: i32) -> bool {
    !cfg!(target_arch = "wasm32") || width.saturating_mul(height) > LARGE
}

/// A framebuffer object. Deleted when dropped.
pub struct Target {
    gl: Gl,
    framebuffer: glow::Framebuffer,
    colour: Colour,
    depth: Option<DepthBuffer>,
    /// Positive, and at most the driver's limit.
    width: i32,
    height: i32,
}

enum Colour {
    /// Textures, each with the mip level and the layer that is attached.
    Textures(Vec<(Texture, usize, usize)>),
    Samples(Renderbuffer),
}

enum DepthBuffer {
    Texture(Texture),
    Renderbuffer(Renderbuffer),
}

impl Target {
    /// A target with one 8-bit RGBA texture and one sample a pixel. `depth` adds a depth buffer.
    pub fn texture(gl: &Gl, width: usize, height: usize, depth: bool) -> Result<Self, GlError> {
        check_size(gl, WHAT, width, height)?;
        let layout = Layout {
            filter: Filter::Linear,
            wrap: Wrap::Mirror,
            ..Layout::new(Format::Rgba8, (width, height))
        };
        Self::onto(gl, vec![(Texture::empty(gl, layout)?, 0, 0)], depth)
    }

    /// A target with one texture of each format (multiple render targets): the shader output at location 0 goes into the first, and so
    /// on. The textures are filtered linearly where the driver can. Returns an error if the driver cannot render into a format, or into
    /// that many textures.
    pub fn with_formats(
        gl: &Gl,
        formats: &[Format],
        (width, height): (usize, usize),
        depth: bool,
    ) -> Result<Self, GlError> {
        check_size(gl, WHAT, width, height)?;
        let texture = |&format: &Format| {
            let filter = match gl.capability().blends(format) {
                true => Filter::Linear,
                false => Filter::Nearest,
            };
            let layout = Layout {
                filter,
                ..Layout::new(format, (width, height))
            };
            Ok((Texture::empty(gl, layout)?, 0, 0))
        };
        Self::onto(
            gl,
            formats.iter().map(texture).collect::<Result<_, _>>()?,
            depth,
        )
    }

    /// A target of existing textures, at least one, each with a mip level and a layer (for a cube map a face). All must have the same
    /// size. Errors as for [`Target::with_formats`].
    pub fn onto(
        gl: &Gl,
        colours: Vec<(Texture, usize, usize)>,
        depth: bool,
    ) -> Result<Self, GlError> {
        let capability = gl.capability();
        if colours.len() > capability.max_colours {
            return Err(GlError::Unsupported {
                what: "drawing into so many textures at once",
            });
        }
        let formats = colours.iter().map(|(texture, ..)| texture.layout().format);
        if formats.clone().any(|format| !capability.renders(format)) {
            return Err(GlError::Unsupported {
                what: "drawing into textures of floats",
            });
        }
        let is_there = |(texture, level, layer): &(Texture, usize, usize)| {
            texture.layout().has(*level, *layer)
        };
        if !colours.iter().all(is_there) {
            return Err(GlError::Unsupported {
                what: "drawing into a level or a layer that a texture has not",
            });
        }
        let size = |(texture, level, _): &(Texture, usize, usize)| texture.layout().size_of(*level);
        let (width, height) = colours.first().map_or((0, 0), size);
        if width == 0
            || colours
                .iter()
                .map(size)
                .any(|other| other != (width, height))
        {
            return Err(GlError::Unsupported {
                what: "drawing into no texture, or into some of different sizes at once",
            });
        }
        let size = check_size(gl, WHAT, width, height)?;
        let depth = depth.then(|| Self::depth_buffer(gl, size, 0)).transpose()?;
        Self::make(gl, Colour::Textures(colours), size, depth)
    }

    /// A target with one texture of this format, and a depth texture; see [`Target::depth`]. Errors as for [`Target::with_formats`].
    pub fn with_depth_texture(
        gl: &Gl,
        format: Format,
        size: (usize, usize),
    ) -> Result<Self, GlError> {
        let mut target = Self::with_formats(gl, &[format], size, false)?;
        let depth = Texture::empty(gl, Layout::new(Format::Depth24, size))?;
        let colour = std::mem::replace(&mut target.colour, Colour::Textures(Vec::new()));
        let size = (target.width, target.height);
        Self::make(gl, colour, size, Some(DepthBuffer::Texture(depth)))
    }

    /// A depth-only target with one sample a pixel. Shaders read it as a texture of one channel; see [`Target::depth`].
    pub fn of_depth(gl: &Gl, (width, height): (usize, usize)) -> Result<Self, GlError> {
        let size = check_size(gl, WHAT, width, height)?;
        let depth = Texture::empty(gl, Layout::new(Format::Depth24, (width, height)))?;
        let none = Colour::Textures(Vec::new());
        Self::make(gl, none, size, Some(DepthBuffer::Texture(depth)))
    }

    /// A target with depth and up to `samples` samples a pixel, as the driver allows. It is read by resolving it into another target or
    /// the window.
    pub fn multisampled(
        gl: &Gl,
        width: usize,
        height: usize,
        samples: usize,
    ) -> Result<Self, GlError> {
        Self::multisampled_as(gl, Format::Rgba8, (width, height), samples)
    }

    /// As [`Target::multisampled`], in this format.
    pub fn multisampled_as(
        gl: &Gl,
        format: Format,
        (width, height): (usize, usize),
        samples: usize,
    ) -> Result<Self, GlError> {
        if !gl.capability().renders(format) {
            return Err(GlError::Unsupported {
                what: "drawing into textures of floats",
            });
        }
        let size = check_size(gl, WHAT, width, height)?;
        // The limit came from an `i32`.
        let samples = samples.min(gl.capability().max_samples) as i32;
        let buffer = Renderbuffer::new(gl, format.internal(), size, samples)?;
        let depth = Self::depth_buffer(gl, size, samples)?;
        Self::make(gl, Colour::Samples(buffer), size, Some(depth))
    }

    fn depth_buffer(gl: &Gl, size: (i32, i32), samples: i32) -> Result<DepthBuffer, GlError> {
        let buffer = Renderbuffer::new(gl, glow::DEPTH_COMPONENT24, size, samples)?;
        Ok(DepthBuffer::Renderbuffer(buffer))
    }

    fn make(
        gl: &Gl,
        colour: Colour,
        (width, height): (i32, i32),
        depth: Option<DepthBuffer>,
    ) -> Result<Self, GlError> {
        let raw = gl.raw();
        // SAFETY: the context is current.
        let framebuffer =
            unsafe { raw.create_framebuffer() }.map_err(|reason| GlError::Exhausted {
                what: "framebuffer",
                reason,
            })?;
        let target = Self {
            gl: gl.clone(),
            framebuffer,
            colour,
            depth,
            width,
            height,
        };
        // SAFETY: the context is current, and everything attached belongs to `target`.
        let status = unsafe {
            raw.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            target.attach();
            target.attach_depth();
            let status = match is_checked(width, height) {
                true => raw.check_framebuffer_status(glow::FRAMEBUFFER),
                false => glow::FRAMEBUFFER_COMPLETE,
            };
            raw.bind_framebuffer(glow::FRAMEBUFFER, None);
            status
        };
        if status != glow::FRAMEBUFFER_COMPLETE {
            // All formats and attachments are supported, so the driver is out of memory.
            log::debug!("framebuffer of {width}×{height}: status {status:#x}");
            let (width, height) = target.size();
            return Err(GlError::NoRoom {
                width,
                height,
                fits: None,
            });
        }
        Ok(target)
    }

    /// Attaches the colours to the bound framebuffer.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn attach(&self) {
        let (raw, of) = (self.gl.raw(), glow::FRAMEBUFFER);
        let textures = match &self.colour {
            Colour::Samples(buffer) => {
                let buffer = Some(buffer.handle);
                // SAFETY: the caller promises a current context, and the buffer is of this one.
                unsafe {
                    let at = glow::COLOR_ATTACHMENT0;
                    raw.framebuffer_renderbuffer(of, at, glow::RENDERBUFFER, buffer);
                }
                return;
            }
            Colour::Textures(textures) => textures,
        };
        let mut drawn = Vec::new();
        // The number of textures was checked, and their levels and layers exist.
        for (at, (texture, level, layer)) in (glow::COLOR_ATTACHMENT0..).zip(textures) {
            let [level, layer] = [level, layer].map(|&number| number.min(1 << 24) as i32);
            let handle = Some(texture.raw());
            // SAFETY: as above.
            unsafe {
                match texture.layout().layers {
                    Layers::One => {
                        raw.framebuffer_texture_2d(of, at, glow::TEXTURE_2D, handle, level);
                    }
                    Layers::Array(_) | Layers::Volume(_) => {
                        raw.framebuffer_texture_layer(of, at, handle, level, layer);
                    }
                    Layers::Cube => {
                        let face = glow::TEXTURE_CUBE_MAP_POSITIVE_X + layer.clamp(0, 5) as u32;
                        raw.framebuffer_texture_2d(of, at, face, handle, level);
                    }
                }
            }
            drawn.push(at);
        }
        if drawn.is_empty() {
            drawn.push(glow::NONE);
            // SAFETY: as above.
            unsafe { raw.read_buffer(glow::NONE) };
        }
        // SAFETY: as above; each of these has a texture, or is none.
        unsafe { raw.draw_buffers(&drawn) };
    }

    /// Attaches the depth to the bound framebuffer.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn attach_depth(&self) {
        let (raw, of, at) = (self.gl.raw(), glow::FRAMEBUFFER, glow::DEPTH_ATTACHMENT);
        // SAFETY: the caller promises a current context, and what is attached is of this one.
        unsafe {
            match &self.depth {
                Some(DepthBuffer::Texture(texture)) => {
                    let handle = Some(texture.raw());
                    raw.framebuffer_texture_2d(of, at, glow::TEXTURE_2D, handle, 0);
                }
                Some(DepthBuffer::Renderbuffer(buffer)) => {
                    let handle = Some(buffer.handle);
                    raw.framebuffer_renderbuffer(of, at, glow::RENDERBUFFER, handle);
                }
                None => {}
            }
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// The first colour texture, unless the target is multisampled or has none.
    pub fn colour(&self) -> Option<&Texture> {
        self.colour_at(0)
    }

    /// The texture of the shader output at `location`, if there is one.
    pub fn colour_at(&self, location: usize) -> Option<&Texture> {
        match &self.colour {
            Colour::Textures(textures) => textures.get(location).map(|(texture, ..)| texture),
            Colour::Samples(_) => None,
        }
    }

    /// The depth texture, if the target has one: 0 to 1, in one channel.
    pub fn depth(&self) -> Option<&Texture> {
        match &self.depth {
            Some(DepthBuffer::Texture(texture)) => Some(texture),
            _ => None,
        }
    }

    /// Clears an integer texture, which [`Gl::clear`] does not.
    pub fn clear_integers(&self, location: usize, value: [i32; 4]) {
        if !self
            .colour_at(location)
            .is_some_and(|texture| texture.layout().format.is_integer())
        {
            return;
        }
        self.draw_here();
        // SAFETY: the context is current, and there are no more locations than a driver's `i32`.
        unsafe {
            let raw = self.gl.raw();
            raw.disable(glow::SCISSOR_TEST);
            raw.color_mask(true, true, true, true);
            raw.clear_buffer_i32_slice(glow::COLOR, location as u32, &value);
        }
    }

    /// Binds the whole target for drawing.
    pub fn draw_here(&self) {
        // SAFETY: the context is current.
        unsafe {
            self.gl
                .raw()
                .bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            self.gl.raw().viewport(0, 0, self.width, self.height);
        }
    }

    /// Binds the target and maps clip space to some of its rows, counted from the bottom. Clearing is not restricted to them.
    pub fn draw_to_rows(&self, first: usize, rows: usize) {
        self.draw_here();
        let [first, rows] = [first, rows].map(|rows| i32::try_from(rows).unwrap_or(i32::MAX));
        // SAFETY: the context is current; rows that the target does not have are not drawn.
        unsafe { self.gl.raw().viewport(0, first, self.width, rows) };
    }

    /// Binds the target for drawing into these rows and a margin of pixels around them.
    pub(crate) fn draw_around_rows(&self, first: usize, rows: usize, margin: usize) {
        self.draw_here();
        let [first, rows, margin] = [first, rows, margin].map(|pixels| pixels.min(1 << 24) as i32);
        let (width, height) = (self.width + 2 * margin, rows + 2 * margin);
        // SAFETY: the context is current; pixels that the target does not have are not drawn.
        unsafe {
            let raw = self.gl.raw();
            raw.viewport(-margin, first - margin, width, height);
        }
    }

    /// Copies (blits) the colour to another target or to the window, with `left` as the destination's first column; rows align at the
    /// bottom. Resolving several samples requires a destination of the same size and `left` = 0.
    pub fn copy_to(&self, other: Option<&Self>, left: usize) {
        let raw = self.gl.raw();
        let (width, height) = (self.width, self.height);
        // Beyond the width of any target nothing is copied.
        let left = i32::try_from(left).map_or(i32::MAX - width, |left| left.min(i32::MAX - width));
        // SAFETY: the context is current. Pixels that either side does not have are not copied, and what can't be copied at
        // all is a GL error.
        unsafe {
            raw.disable(glow::SCISSOR_TEST);
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            raw.bind_framebuffer(
                glow::DRAW_FRAMEBUFFER,
                other.map(|target| target.framebuffer),
            );
            raw.blit_framebuffer(
                0,
                0,
                width,
                height,
                left,
                0,
                left + width,
                height,
                glow::COLOR_BUFFER_BIT,
                glow::NEAREST,
            );
            raw.bind_framebuffer(glow::FRAMEBUFFER, other.map(|target| target.framebuffer));
        }
    }

    /// Copies the depth to another target of the same size. Of several samples it takes one.
    pub fn copy_depth_to(&self, other: &Self) {
        let raw = self.gl.raw();
        let (width, height) = (self.width, self.height);
        // SAFETY: the context is current; what can't be copied is a GL error.
        unsafe {
            raw.disable(glow::SCISSOR_TEST);
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            raw.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(other.framebuffer));
            raw.blit_framebuffer(
                0,
                0,
                width,
                height,
                0,
                0,
                width,
                height,
                glow::DEPTH_BUFFER_BIT,
                glow::NEAREST,
            );
            raw.bind_framebuffer(glow::FRAMEBUFFER, Some(other.framebuffer));
        }
    }

    /// Reads the colour into `picture`, which is resized to the target's size; row 0 is the top. A multisampled target cannot be read:
    /// copy it to a texture target first.
    pub fn read(&self, picture: &mut Grid<[u8; 4]>) {
        self.read_as(0, picture, [0; 4]);
    }

    /// Reads the float texture at a location; row 0 is the top. Missing channels are 0, alpha 1.
    pub fn read_floats(&self, location: usize) -> Grid<[f32; 4]> {
        let mut numbers = Grid::new(1, 1, [0.0; 4]);
        self.read_as(location, &mut numbers, [0.0; 4]);
        numbers
    }

    /// As [`Target::read_floats`], into a reused grid; row 0 is the bottom, as in shaders.
    pub(crate) fn read_floats_into(&self, location: usize, numbers: &mut Option<Grid<[f32; 4]>>) {
        let kept = numbers.get_or_insert_with(|| Grid::new(1, 1, [0.0; 4]));
        self.read_rows(location, kept, [0.0; 4]);
    }

    /// Reads the byte texture at a location into a reused grid, as [`Target::read_floats_into`].
    pub(crate) fn read_bytes_into(&self, location: usize, bytes: &mut Option<Grid<[u8; 4]>>) {
        let kept = bytes.get_or_insert_with(|| Grid::new(1, 1, [0; 4]));
        self.read_rows(location, kept, [0; 4]);
    }

    /// Reads the integer texture at a location; row 0 is the top. Missing channels are 0, alpha 1.
    pub fn read_integers(&self, location: usize) -> Grid<[i32; 4]> {
        let mut numbers = Grid::new(1, 1, [0; 4]);
        self.read_as(location, &mut numbers, [0; 4]);
        numbers
    }

    fn read_as<T: Texel>(&self, location: usize, picture: &mut Grid<T>, nothing: T) {
        self.read_rows(location, picture, nothing);
        // GL's row 0 is the bottom.
        let (width, height) = self.size();
        let cells = picture.cells_mut();
        for row in 0..height / 2 {
            let (upper, lower) = cells.split_at_mut((height - 1 - row) * width);
            upper[row * width..][..width].swap_with_slice(&mut lower[..width]);
        }
    }

    fn read_rows<T: Texel>(&self, location: usize, picture: &mut Grid<T>, nothing: T) {
        let (width, height) = self.size();
        if (picture.columns(), picture.rows()) != (width, height) {
            *picture = Grid::new(width, height, nothing);
        }
        if self.colour_at(location).is_none() {
            return;
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current, and the framebuffer lives as long as `self`; the location has a texture.
        unsafe {
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            raw.read_buffer(glow::COLOR_ATTACHMENT0 + location as u32);
        }
        download(&self.gl, picture);
        // SAFETY: as above.
        unsafe {
            raw.read_buffer(glow::COLOR_ATTACHMENT0);
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, None);
        }
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives; what is attached deletes itself.
        unsafe { self.gl.raw().delete_framebuffer(self.framebuffer) };
    }
}

/// A renderbuffer: pixels that are never read as a texture. Deleted when dropped.
struct Renderbuffer {
    gl: Gl,
    handle: glow::Renderbuffer,
}

impl Renderbuffer {
    /// `samples` = 0 means one sample a pixel.
    fn new(
        gl: &Gl,
        format: u32,
        (width, height): (i32, i32),
        samples: i32,
    ) -> Result<Self, GlError> {
        let raw = gl.raw();
        // SAFETY: the context is current; storage that there is no room for is a GL error, and the framebuffer incomplete.
        unsafe {
            let handle = raw
                .create_renderbuffer()
                .map_err(|reason| GlError::Exhausted {
                    what: "renderbuffer",
                    reason,
                })?;
            raw.bind_renderbuffer(glow::RENDERBUFFER, Some(handle));
            raw.renderbuffer_storage_multisample(
                glow::RENDERBUFFER,
                samples,
                format,
                width,
                height,
            );
            raw.bind_renderbuffer(glow::RENDERBUFFER, None);
            Ok(Self {
                gl: gl.clone(),
                handle,
            })
        }
    }
}

impl Drop for Renderbuffer {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_renderbuffer(self.handle) };
    }
}
