//! A picture that is drawn before it is shown: of fewer pixels, then blended over the whole target, or of as many, for the edges that
//! lie within what is drawn (mirrored, refracted), which samples a pixel do not smooth.

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Canvas, Depth, Gl, GlError, Primitive, Program, Target, Texture};
use std::cell::OnceCell;
use std::rc::Rc;

/// Samples a pixel where a graphics card draws. A software rasteriser would pay for each of them: it takes one, and edges are
/// smoothed afterwards.
const SAMPLES: usize = 4;

/// Contrast that is an edge, of the brightest about it, where a pixel has one sample; and where it has several, which leaves the
/// fine pattern of a sharp picture as it is.
const EDGES: [f32; 2] = [0.12, 0.25];

/// What a view of lesser resolution is drawn into, or one whose edges are smoothed (docs/models.md §14).
pub struct Reduced {
    gl: Gl,
    /// Shared between twins.
    programs: Rc<Programs>,
    canvas: Option<Canvas>,
    /// The picture with smooth edges, where it has one sample a pixel.
    smoothed: Option<Target>,
    /// Where it has all the pixels of what it is shown in: how many samples each.
    whole: Option<usize>,
}

#[derive(Default)]
struct Programs {
    edges: OnceCell<Program>,
    reduced: OnceCell<Program>,
}

impl Reduced {
    /// Without a picture yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            programs: Rc::default(),
            canvas: None,
            smoothed: None,
            whole: None,
        }
    }

    /// Another, by the same program.
    pub fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::new(&self.gl)
        }
    }

    /// Samples a pixel of a picture: `whole` where it has all pixels of what it is shown in, else what pays.
    pub fn samples(&self, whole: Option<usize>) -> usize {
        whole.unwrap_or(match self.gl.capability().is_software() {
            true => 1,
            false => SAMPLES,
        })
    }

    /// Makes a picture of so many pixels the one drawn to: of fewer than what it is shown in has, or of all those, with so many samples
    /// each. An error where there is no room for it.
    pub fn draw_here(&mut self, size: (usize, usize), whole: Option<usize>) -> Result<(), GlError> {
        let samples = self.samples(whole);
        if whole != self.whole {
            self.canvas = None;
            self.whole = whole;
        }
        let canvas = Canvas::sized(&mut self.canvas, &self.gl, size, samples)?;
        let is_smoothed = whole.is_none() && samples == 1;
        let fits = |target: &Target| is_smoothed && target.size() == size;
        self.smoothed = self.smoothed.take().filter(fits);
        if is_smoothed && self.smoothed.is_none() {
            self.smoothed = Some(Target::texture(&self.gl, size.0, size.1, false)?);
        }
        canvas.draw_here();
        Ok(())
    }

    /// Smooths the picture's edges, by its samples where it has several: all of it has been drawn. Draws into a target of its own.
    pub fn finish(&self) -> Result<(), GlError> {
        let Some(canvas) = &self.canvas else {
            return Ok(());
        };
        let picture = canvas.finished().colour();
        if let (Some(smoothed), Some(picture)) = (&self.smoothed, picture) {
            smoothed.draw_here();
            self.cover(self.edges(EDGES[0])?, picture);
        }
        Ok(())
    }

    /// What smooths edges of so much contrast.
    fn edges(&self, contrast: f32) -> Result<&Program, GlError> {
        let program = shader::compiled(&self.programs.edges, || {
            shader::program(
                &self.gl,
                "edges",
                &[],
                SCREEN,
                glsl!("post/edge_smoothing.frag"),
            )
        })?;
        program.set("u_noise", contrast);
        Ok(program)
    }

    /// Blends the picture over all that is drawn to now; one of as many pixels with its edges smoothed. An error where the driver can't
    /// compile what does it.
    pub fn show(&self) -> Result<(), GlError> {
        let drawn = self.canvas.as_ref().map(Canvas::target);
        let picture = self.smoothed.as_ref().or(drawn).and_then(Target::colour);
        if let (Some(picture), Some(samples)) = (picture, self.whole) {
            let contrast = EDGES[usize::from(samples > 1)];
            self.cover(self.edges(contrast)?, picture);
        } else if let Some(picture) = picture {
            let program = shader::compiled(&self.programs.reduced, || {
                shader::program(&self.gl, "reduced", &[], SCREEN, glsl!("post/upscale.frag"))
            })?;
            self.cover(program, picture);
        }
        Ok(())
    }

    /// Draws a picture by a program over all that is drawn to now.
    fn cover(&self, program: &Program, picture: &Texture) {
        program.set("u_picture", picture);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
    }

    /// Lets the picture go.
    pub fn forget(&mut self) {
        self.canvas = None;
        self.smoothed = None;
    }
}
