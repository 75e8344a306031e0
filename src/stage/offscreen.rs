//! Pictures without a window or a display: a surfaceless context and a target of its own.

use super::{Gallery, Scenery};
use crate::gl::{ApiChoice, Gl, GlError, Surfaceless, Target};
use crate::grid::Grid;
use crate::view::Eye;

/// A picture to draw into, on a context of its own.
pub struct Offscreen {
    /// What is drawn to, where several samples a pixel are averaged into the target.
    samples: Option<Target>,
    target: Target,
    picture: Grid<[u8; 4]>,
    gl: Gl,
}

impl Offscreen {
    /// A picture of `size` pixels with `samples` samples each (1: none to average), on the first device that has GL.
    pub fn open(size: (usize, usize), samples: usize, choice: ApiChoice) -> Result<Self, GlError> {
        let gl = Surfaceless::open(choice)?;
        let (width, height) = size;
        let several = samples.min(gl.capability().max_samples) > 1;
        Ok(Self {
            samples: if several {
                Some(Target::multisampled(&gl, width, height, samples)?)
            } else {
                None
            },
            target: Target::texture(&gl, width, height, true)?,
            picture: Grid::new(width, height, [0; 4]),
            gl,
        })
    }

    /// The context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }

    /// Draws the view that `gallery` shows, without reading it back.
    pub fn draw(
        &mut self,
        gallery: &mut Gallery,
        scenery: &Scenery,
        eye: &Eye,
    ) -> Result<(), GlError> {
        let drawn = self.samples.as_ref().unwrap_or(&self.target);
        gallery.draw(scenery, eye, self.target.size(), || drawn.draw_here())?;
        if let Some(samples) = &self.samples {
            samples.resolve_to(Some(&self.target));
        }
        Ok(())
    }

    /// Waits for what was drawn and returns it, row 0 at the top.
    pub fn read(&mut self) -> &Grid<[u8; 4]> {
        self.target.read(&mut self.picture);
        &self.picture
    }
}
