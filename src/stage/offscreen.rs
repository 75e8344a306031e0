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
        let (samples, target) = match targets(&gl, size, samples) {
            Err(GlError::NoRoom { width, height, .. }) => {
                let fits = largest(&gl, size, samples);
                return Err(GlError::NoRoom {
                    width,
                    height,
                    fits,
                });
            }
            targets => targets?,
        };
        Ok(Self {
            samples,
            target,
            picture: Grid::new(size.0, size.1, [0; 4]),
            gl,
        })
    }

    /// The context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.target.size()
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

/// What to draw to, and where its samples are averaged into.
fn targets(
    gl: &Gl,
    (width, height): (usize, usize),
    samples: usize,
) -> Result<(Option<Target>, Target), GlError> {
    let several = samples.min(gl.capability().max_samples) > 1;
    let drawn = several.then(|| Target::multisampled(gl, width, height, samples));
    Ok((
        drawn.transpose()?,
        Target::texture(gl, width, height, true)?,
    ))
}

/// A size of the shape of `size`, smaller by steps of a quarter, for which there is room.
fn largest(gl: &Gl, mut size: (usize, usize), samples: usize) -> Option<(usize, usize)> {
    while size.0.max(size.1) > 1 {
        size = (size.0 * 3 / 4, size.1 * 3 / 4);
        size = (size.0.max(1), size.1.max(1));
        if targets(gl, size, samples).is_ok() {
            return Some(size);
        }
    }
    None
}
