//! A picture of fewer pixels than it is shown in: drawn first, then blended over the whole target.

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Canvas, Depth, Gl, GlError, Primitive, Program};
use std::cell::OnceCell;
use std::rc::Rc;

/// Samples a pixel where a graphics card draws; a software rasteriser takes one.
const SAMPLES: usize = 4;

/// What a view of lesser resolution is drawn into (docs/models.md §14).
pub struct Reduced {
    gl: Gl,
    /// Shared between twins.
    program: Rc<OnceCell<Program>>,
    canvas: Option<Canvas>,
}

impl Reduced {
    /// Without a picture yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            program: Rc::default(),
            canvas: None,
        }
    }

    /// Another, by the same program.
    pub fn twin(&self) -> Self {
        Self {
            program: self.program.clone(),
            ..Self::new(&self.gl)
        }
    }

    /// Makes a picture of so many pixels the one drawn to. An error where there is no room for it.
    pub fn draw_here(&mut self, size: (usize, usize)) -> Result<(), GlError> {
        let samples = match self.gl.capability().is_software() {
            true => 1,
            false => SAMPLES,
        };
        Canvas::sized(&mut self.canvas, &self.gl, size, samples)?.draw_here();
        Ok(())
    }

    /// Averages the picture's samples: all of it has been drawn.
    pub fn finish(&self) {
        if let Some(canvas) = &self.canvas {
            canvas.finished();
        }
    }

    /// Blends the picture over all that is drawn to now. An error where the driver can't compile what does it.
    pub fn show(&self) -> Result<(), GlError> {
        let picture = self.canvas.as_ref();
        let Some(picture) = picture.and_then(|canvas| canvas.target().colour()) else {
            return Ok(());
        };
        let program = match self.program.get() {
            Some(program) => program,
            None => {
                let text = glsl!("reduced.frag");
                let program = shader::program(&self.gl, "reduced", &[], SCREEN, text)?;
                self.program.get_or_init(|| program)
            }
        };
        program.set("u_picture", picture);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Lets the picture go.
    pub fn forget(&mut self) {
        self.canvas = None;
    }
}
