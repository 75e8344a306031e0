//! Metering: a factor for the exposure from the picture's own histogram (docs/models.md §14), as cameras have it. It takes the coarse scene
//! of the glare and stays on the GPU, in a single texel.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Target, Texture};
use crate::view::shader::{SCREEN, Slot, glsl};

/// The texel.
pub(super) struct Meter(Target);

impl Meter {
    pub(super) fn new(gl: &Gl) -> Result<Self, GlError> {
        Target::with_formats(gl, &[Format::Rgba16F], (1, 1), false).map(Self)
    }

    /// Meters a scene, scene colour without its code.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        slot: &Slot,
        scene: Option<&Texture>,
    ) -> Result<(), GlError> {
        let Some(scene) = scene else {
            return Ok(());
        };
        let program = slot
            .wanted("metering", [], SCREEN, glsl!("post/metering.frag"))
            .get(gl)?;
        program.set("u_picture", scene);
        self.0.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// The factor that it has found, for `lib/tonemap.glsl`.
    pub(super) fn factor(&self) -> Option<&Texture> {
        self.0.colour()
    }
}
