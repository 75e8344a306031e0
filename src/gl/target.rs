//! Where drawing goes off the window: colour and depth, with or without several samples a pixel.

use super::texture::check_size;
use super::{Gl, GlError, Texture};
use crate::grid::Grid;
use glow::{HasContext, PixelPackData};

/// A picture to draw into. Deleted when dropped.
pub struct Target {
    gl: Gl,
    framebuffer: glow::Framebuffer,
    colour: Colour,
    depth: Option<Renderbuffer>,
    width: usize,
    height: usize,
}

enum Colour {
    Texture(Texture),
    Samples(Renderbuffer),
}

impl Target {
    /// A target whose colour is a texture, one sample a pixel. `depth` says whether it has a depth buffer.
    pub fn texture(gl: &Gl, width: usize, height: usize, depth: bool) -> Result<Self, GlError> {
        check_size(gl, "a picture to draw into", width, height)?;
        let colour = Colour::Texture(Texture::blank(gl, width, height)?);
        Self::make(gl, colour, width, height, depth.then_some(0))
    }

    /// A target with depth and several samples a pixel, as many as the driver can up to `samples`; it is read by
    /// resolving it into another target or the window.
    pub fn multisampled(
        gl: &Gl,
        width: usize,
        height: usize,
        samples: usize,
    ) -> Result<Self, GlError> {
        check_size(gl, "a picture to draw into", width, height)?;
        let samples = samples.min(gl.capability().max_samples) as i32;
        let buffer = Renderbuffer::new(gl, glow::RGBA8, width, height, samples)?;
        Self::make(gl, Colour::Samples(buffer), width, height, Some(samples))
    }

    fn make(
        gl: &Gl,
        colour: Colour,
        width: usize,
        height: usize,
        depth_samples: Option<i32>,
    ) -> Result<Self, GlError> {
        let raw = gl.raw();
        // SAFETY: the context is current.
        let framebuffer =
            unsafe { raw.create_framebuffer() }.map_err(|reason| GlError::Exhausted {
                what: "framebuffer",
                reason,
            })?;
        let mut target = Self {
            gl: gl.clone(),
            framebuffer,
            colour,
            depth: None,
            width,
            height,
        };
        if let Some(samples) = depth_samples {
            target.depth = Some(Renderbuffer::new(
                gl,
                glow::DEPTH_COMPONENT24,
                width,
                height,
                samples,
            )?);
        }
        // SAFETY: the context is current, and everything attached belongs to `target`.
        let status = unsafe {
            raw.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            match &target.colour {
                Colour::Texture(texture) => raw.framebuffer_texture_2d(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0,
                    glow::TEXTURE_2D,
                    Some(texture.handle()),
                    0,
                ),
                Colour::Samples(buffer) => raw.framebuffer_renderbuffer(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0,
                    glow::RENDERBUFFER,
                    Some(buffer.handle),
                ),
            }
            raw.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                glow::DEPTH_ATTACHMENT,
                glow::RENDERBUFFER,
                target.depth.as_ref().map(|buffer| buffer.handle),
            );
            let status = raw.check_framebuffer_status(glow::FRAMEBUFFER);
            raw.bind_framebuffer(glow::FRAMEBUFFER, None);
            status
        };
        if status != glow::FRAMEBUFFER_COMPLETE {
            // Formats and attachments are ones that every driver takes: what is wanting is memory.
            log::debug!("framebuffer of {width}×{height}: status {status:#x}");
            return Err(GlError::NoRoom {
                width,
                height,
                fits: None,
            });
        }
        Ok(target)
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The colour as a texture, unless the target is multisampled.
    pub fn colour(&self) -> Option<&Texture> {
        match &self.colour {
            Colour::Texture(texture) => Some(texture),
            Colour::Samples(_) => None,
        }
    }

    /// Makes it the one drawn to, all of it.
    pub fn draw_here(&self) {
        // SAFETY: the context is current.
        unsafe {
            self.gl
                .raw()
                .bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
            self.gl
                .raw()
                .viewport(0, 0, self.width as i32, self.height as i32);
        }
    }

    /// Copies the colour to another target or to the window, whose column `left` becomes the first; both are drawn to from the
    /// bottom row up. Several samples are averaged, which only a target of the same size and a `left` of 0 can take.
    pub fn copy_to(&self, other: Option<&Self>, left: usize) {
        let raw = self.gl.raw();
        let (width, height) = (self.width as i32, self.height as i32);
        // SAFETY: the context is current.
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
                left as i32,
                0,
                left as i32 + width,
                height,
                glow::COLOR_BUFFER_BIT,
                glow::NEAREST,
            );
            raw.bind_framebuffer(glow::FRAMEBUFFER, other.map(|target| target.framebuffer));
        }
    }

    /// Reads the colour into `picture`, which takes the target's size, row 0 at the top.
    pub fn read(&self, picture: &mut Grid<[u8; 4]>) {
        if (picture.columns(), picture.rows()) != (self.width, self.height) {
            *picture = Grid::new(self.width, self.height, [0; 4]);
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current, and `picture` holds 4·width·height bytes.
        unsafe {
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            raw.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            raw.read_pixels(
                0,
                0,
                self.width as i32,
                self.height as i32,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                PixelPackData::Slice(Some(bytemuck::cast_slice_mut(picture.cells_mut()))),
            );
            raw.bind_framebuffer(glow::READ_FRAMEBUFFER, None);
        }
        // GL's row 0 is the bottom one.
        let (width, height) = (self.width, self.height);
        let cells = picture.cells_mut();
        for row in 0..height / 2 {
            let (upper, lower) = cells.split_at_mut((height - 1 - row) * width);
            upper[row * width..][..width].swap_with_slice(&mut lower[..width]);
        }
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives; what is attached deletes itself.
        unsafe { self.gl.raw().delete_framebuffer(self.framebuffer) };
    }
}

/// Pixels that are drawn to and never read as a texture. Deleted when dropped.
struct Renderbuffer {
    gl: Gl,
    handle: glow::Renderbuffer,
}

impl Renderbuffer {
    /// `samples` 0 for one sample a pixel.
    fn new(
        gl: &Gl,
        format: u32,
        width: usize,
        height: usize,
        samples: i32,
    ) -> Result<Self, GlError> {
        let raw = gl.raw();
        // SAFETY: the context is current.
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
                width as i32,
                height as i32,
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
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_renderbuffer(self.handle) };
    }
}
