//! An offscreen image with several samples a pixel (multisampling) where the driver supports it.

use super::{Format, Gl, GlError, Target, Texture};

/// An offscreen image that can be copied to a part of the window or of another image.
pub struct Canvas {
    /// The multisampled target, which is resolved into `target`.
    samples: Option<Target>,
    target: Target,
}

impl Canvas {
    /// An image of `size` pixels with up to `samples` samples a pixel. With 1 sample there is no resolve.
    pub fn new(gl: &Gl, (width, height): (usize, usize), samples: usize) -> Result<Self, GlError> {
        let several = samples.min(gl.capability().max_samples) > 1;
        Ok(Self {
            samples: if several {
                Some(Target::multisampled(gl, width, height, samples)?)
            } else {
                None
            },
            target: Target::texture(gl, width, height, true)?,
        })
    }

    /// An image of floats in this format, with a depth texture; as [`Canvas::new`]. Returns an error if the driver cannot render into it.
    pub fn of_floats(
        gl: &Gl,
        format: Format,
        (width, height): (usize, usize),
        samples: usize,
    ) -> Result<Self, GlError> {
        let several = samples.min(gl.capability().max_samples) > 1;
        let target = Target::with_depth_texture(gl, format, (width, height))?;
        let samples =
            several.then(|| Target::multisampled_as(gl, format, (width, height), samples));
        Ok(Self {
            samples: samples.transpose()?,
            target,
        })
    }

    /// The canvas in `slot`, created again if its size differs.
    pub fn sized<'a>(
        slot: &'a mut Option<Self>,
        gl: &Gl,
        size: (usize, usize),
        samples: usize,
    ) -> Result<&'a Self, GlError> {
        let canvas = match slot.take().filter(|canvas| canvas.size() == size) {
            Some(canvas) => canvas,
            None => Self::new(gl, size, samples)?,
        };
        Ok(slot.insert(canvas))
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.target.size()
    }

    /// Binds the whole canvas for drawing.
    pub fn draw_here(&self) {
        self.samples.as_ref().unwrap_or(&self.target).draw_here();
    }

    /// The target that the samples are resolved into.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Resolves the samples and returns the result.
    pub fn finished(&self) -> &Target {
        if let Some(samples) = &self.samples {
            samples.copy_to(Some(&self.target), 0);
        }
        &self.target
    }

    /// Resolves the depth and returns its texture, if it has one. (GL takes any one of the samples.)
    pub fn finished_depth(&self) -> Option<&Texture> {
        if let (Some(samples), Some(_)) = (&self.samples, self.target.depth()) {
            samples.copy_depth_to(&self.target);
        }
        self.target.depth()
    }
}
