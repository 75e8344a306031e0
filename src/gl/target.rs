//! Where drawing goes off the window: colour and depth, with or without several samples a pixel.

use super::texel::{check_size, download};
use super::{Gl, GlError, Texture};
use crate::grid::Grid;
use glow::HasContext;

/// A picture to draw into. Deleted when dropped.
pub struct Target {
    gl: Gl,
    framebuffer: glow::Framebuffer,
    colour: Colour,
    depth: Option<Renderbuffer>,
    /// Positive, and no more than the driver's limit.
    width: i32,
    height: i32,
}

enum Colour {
    Texture(Texture),
    Samples(Renderbuffer),
}

impl Target {
    /// A target whose colour is a texture, one sample a pixel. `depth` says whether it has a depth buffer.
    pub fn texture(gl: &Gl, width: usize, height: usize, depth: bool) -> Result<Self, GlError> {
        let size = check_size(gl, "a picture to draw into", width, height)?;
        let colour = Colour::Texture(Texture::blank(gl, width, height)?);
        Self::make(gl, colour, size, depth.then_some(0))
    }

    /// A target with depth and several samples a pixel, as many as the driver can up to `samples`; it is read by
    /// resolving it into another target or the window.
    pub fn multisampled(
        gl: &Gl,
        width: usize,
        height: usize,
        samples: usize,
    ) -> Result<Self, GlError> {
        let size = check_size(gl, "a picture to draw into", width, height)?;
        // What the driver can was an `i32`.
        let samples = samples.min(gl.capability().max_samples) as i32;
        let buffer = Renderbuffer::new(gl, glow::RGBA8, size, samples)?;
        Self::make(gl, Colour::Samples(buffer), size, Some(samples))
    }

    fn make(
        gl: &Gl,
        colour: Colour,
        (width, height): (i32, i32),
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
            let (format, size) = (glow::DEPTH_COMPONENT24, (width, height));
            target.depth = Some(Renderbuffer::new(gl, format, size, samples)?);
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
            let (width, height) = target.size();
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
        (self.width as usize, self.height as usize)
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
            self.gl.raw().viewport(0, 0, self.width, self.height);
        }
    }

    /// Copies the colour to another target or to the window, whose column `left` becomes the first; both are drawn to from the
    /// bottom row up. Several samples are averaged, which only a target of the same size and a `left` of 0 can take.
    pub fn copy_to(&self, other: Option<&Self>, left: usize) {
        let raw = self.gl.raw();
        let (width, height) = (self.width, self.height);
        // Farther to the right than any target reaches, nothing is copied either way.
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

    /// Reads the colour into `picture`, which takes the target's size, row 0 at the top. Nothing is read of a target with
    /// several samples a pixel: copy it to one that has a texture first.
    pub fn read(&self, picture: &mut Grid<[u8; 4]>) {
        let (width, height) = self.size();
        if (picture.columns(), picture.rows()) != (width, height) {
            *picture = Grid::new(width, height, [0; 4]);
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current, and the framebuffer lives as long as `self`.
        unsafe { raw.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer)) };
        download(&self.gl, picture);
        // SAFETY: the context is current.
        unsafe { raw.bind_framebuffer(glow::READ_FRAMEBUFFER, None) };
        // GL's row 0 is the bottom one.
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
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_renderbuffer(self.handle) };
    }
}
