//! Intermediate images: of reduced resolution, scaled up to the target; or of full resolution, to smooth reflected and refracted edges,
//! which multisampling does not cover.

use super::shader::{self, SCREEN, glsl};
use crate::gl::{Blend, Canvas, Depth, Gl, GlError, Primitive, Program, Target, Texture};
use std::cell::OnceCell;
use std::rc::Rc;

/// Samples a pixel with a graphics card. A software rasteriser would pay for each sample: it uses one, and edges are smoothed afterwards.
const SAMPLES: usize = 4;

/// Contrast threshold of an edge, relative to the brightest neighbour: with one sample a pixel; and with several, which preserves the
/// fine pattern of a sharp image.
const EDGES: [f32; 2] = [0.12, 0.25];

/// The intermediate image of a view with reduced resolution or smoothed edges (docs/models.md §14).
pub struct Reduced {
    gl: Gl,
    /// Shared between instances.
    programs: Rc<Programs>,
    canvas: Option<Canvas>,
    /// The image with smoothed edges, if it has one sample a pixel.
    smoothed: Option<Target>,
    /// Samples a pixel, if the image has full resolution.
    whole: Option<usize>,
}

#[derive(Default)]
struct Programs {
    edges: OnceCell<Program>,
    reduced: OnceCell<Program>,
}

impl Reduced {
    /// Without an image yet.
    pub fn new(gl: &Gl) -> Self {
        Self {
            gl: gl.clone(),
            programs: Rc::default(),
            canvas: None,
            smoothed: None,
            whole: None,
        }
    }

    /// Another instance with the same programs.
    pub fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::new(&self.gl)
        }
    }

    /// Samples a pixel of an image: `whole` at full resolution, else a suitable number.
    pub fn samples(&self, whole: Option<usize>) -> usize {
        whole.unwrap_or(match self.gl.capability().is_software() {
            true => 1,
            false => SAMPLES,
        })
    }

    /// Binds an image of `size` pixels for drawing, of reduced resolution, or of full resolution with `whole` samples. Returns an error
    /// if there is no memory for it.
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

    /// Smooths the edges of the finished image; resolves its samples first. Draws into its own target.
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

    /// The edge-smoothing program for a contrast threshold.
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

    /// Draws the image over the whole current target, scaled up, or with smoothed edges at full resolution. Returns an error if the
    /// driver cannot compile the program.
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

    /// Draws an image over the whole current target.
    fn cover(&self, program: &Program, picture: &Texture) {
        program.set("u_picture", picture);
        self.gl.state(Blend::Off, Depth::Off);
        self.gl.draw(program, Primitive::Triangles, 3, 1);
    }

    /// Drops the image.
    pub fn forget(&mut self) {
        self.canvas = None;
        self.smoothed = None;
    }
}
