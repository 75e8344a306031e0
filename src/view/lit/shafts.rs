//! The image of light shafts: rendered at low resolution, as shafts are soft, and denoised.

use super::caustics::laid_out;
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture,
};
use crate::view::Frame;
use crate::view::shader::{self, SCREEN, compiled, glsl};
use glam::Vec2;
use std::cell::OnceCell;

/// Approximate rows of the image.
const ROWS: usize = 180;

/// The denoising program, compiled on first use.
#[derive(Default)]
pub(super) struct Smooth(OnceCell<Program>);

impl Smooth {
    /// Filters one target into another; each texel becomes the mean of 5 × 5.
    pub(super) fn draw(&self, gl: &Gl, grainy: &Target, smooth: &Target) -> Result<(), GlError> {
        let program = compiled(&self.0, || {
            let text = glsl!("pool/shafts_smooth.frag");
            shader::program(gl, "smooth shafts", &[], SCREEN, text)
        })?;
        if let Some(texture) = grainy.colour() {
            program.set("u_shafts", texture);
        }
        smooth.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }
}

/// The image as sampled, and denoised.
#[derive(Default)]
pub(super) struct Shafts {
    grainy: Option<Target>,
    smooth: Option<Target>,
}

impl Shafts {
    /// Draws the image with a program whose uniforms are set.
    pub(super) fn draw(
        &mut self,
        frame: &Frame,
        program: &Program,
        smoothing: &Smooth,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let shrunk = (frame.size.1 / ROWS).max(1);
        let part = |side: usize| side.div_ceil(shrunk).max(1);
        let format = Format::Rgba16F;
        let layout = Layout {
            filter: match gl.capability().blends(format) {
                true => Filter::Linear,
                false => Filter::Nearest,
            },
            ..Layout::new(format, (part(frame.size.0), part(frame.size.1)))
        };
        let grainy = laid_out(&mut self.grainy, gl, layout)?;
        let smooth = laid_out(&mut self.smooth, gl, layout)?;
        grainy.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        smoothing.draw(gl, grainy, smooth)
    }

    fn texture(&self) -> Option<&Texture> {
        self.smooth.as_ref().and_then(Target::colour)
    }

    /// Sets the image as the sampler of `lib/water_medium.glsl`.
    pub(super) fn set(&self, program: &Program, frame: &Frame) {
        if let Some(shafts) = self.texture() {
            program.set_where_known("u_shafts", shafts);
        }
        let size = Vec2::new(frame.size.0 as f32, frame.size.1 as f32);
        program.set_where_known("u_output", size);
    }
}
