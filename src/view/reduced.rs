//! A picture of fewer pixels than it is shown in: drawn first, then blended over the whole target.

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Depth, Gl, GlError, Primitive, Program, Target};
use std::cell::OnceCell;
use std::rc::Rc;

/// What a view of lesser resolution is drawn into.
pub struct Reduced {
    gl: Gl,
    /// Shared between twins.
    program: Rc<OnceCell<Program>>,
    target: Option<Target>,
}

impl Reduced {
    /// Without a picture yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            program: Rc::default(),
            target: None,
        }
    }

    /// Another, by the same program.
    pub fn twin(&self) -> Self {
        Self {
            program: self.program.clone(),
            ..Self::new(&self.gl)
        }
    }

    /// Makes a picture of so many pixels the one drawn to.
    pub fn draw_here(&mut self, (width, height): (usize, usize)) -> Result<(), GlError> {
        let fits = |target: &Target| target.size() == (width, height);
        let target = match self.target.take().filter(fits) {
            Some(target) => target,
            None => Target::texture(&self.gl, width, height, true)?,
        };
        self.target.insert(target).draw_here();
        Ok(())
    }

    /// Blends the picture over all that is drawn to now.
    pub fn show(&self) -> Result<(), GlError> {
        let Some(picture) = self.target.as_ref().and_then(Target::colour) else {
            return Ok(());
        };
        let program = match self.program.get() {
            Some(program) => program,
            None => {
                let program =
                    shader::program(&self.gl, "reduced", &[], SCREEN, glsl!("reduced.frag"))?;
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
        self.target = None;
    }
}
