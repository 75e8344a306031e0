//! Metering: a factor for the exposure from the picture's own histogram, as in cameras (docs/models.md §14). It is computed from the
//! coarsest level but one of the glare and stays on the GPU, in a single texel.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Target, Texture};
use crate::view::shader::{SCREEN, Slot, glsl};

/// The texel.
pub(super) struct Meter(Target);

impl Meter {
    pub(super) fn new(gl: &Gl) -> Result<Self, GlError> {
        Target::with_formats(gl, &[Format::Rgba16F], (1, 1), false).map(Self)
    }

    /// Meters a scene, exposed scene colour without its code, that contains a compensation of so many stops.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        slot: &Slot,
        scene: Option<&Texture>,
        stops: f32,
    ) -> Result<(), GlError> {
        let Some(scene) = scene else {
            return Ok(());
        };
        let program = slot
            .wanted("metering", [], SCREEN, glsl!("post/metering.frag"))
            .get(gl)?;
        program.set("u_picture", scene);
        program.set("u_stops", stops);
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
