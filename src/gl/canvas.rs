//! A picture to draw into before it goes anywhere: with several samples a pixel (multisampling) where the driver has them.

use super::{Gl, GlError, Target};

/// Something to draw into that can be copied to a part of the window or of another picture.
pub struct Canvas {
    /// What is drawn to, where several samples a pixel are averaged into the target.
    samples: Option<Target>,
    target: Target,
}

impl Canvas {
    /// A picture of `size` pixels with up to `samples` samples each; 1: none to average.
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

    /// A picture of `size` pixels of floats, one sample each, for radiance: of 32 bits, or of 16 where the driver can't blend into those.
    /// An error where the driver can't draw into either.
    pub fn of_floats(gl: &Gl, size: (usize, usize)) -> Result<Self, GlError> {
        Ok(Self {
            samples: None,
            target: Target::with_formats(gl, &[gl.capability().finest_blended_into()], size, true)?,
        })
    }

    /// The canvas in `slot`, made anew where it has another size.
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

    /// Makes it the one drawn to, all of it.
    pub fn draw_here(&self) {
        self.samples.as_ref().unwrap_or(&self.target).draw_here();
    }

    /// What the samples are averaged into.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// What was drawn, with the samples averaged (resolved).
    pub fn finished(&self) -> &Target {
        if let Some(samples) = &self.samples {
            samples.copy_to(Some(&self.target), 0);
        }
        &self.target
    }
}
