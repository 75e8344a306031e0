//! The bodies in a lit pool, as they are seen directly (docs/models.md §14). The surface shows them refracted and mirrored.

use super::environment::Environment;
use super::pool_underwater::PoolUnderwater;
use super::uniforms::DrawContext;
use crate::gl::{Blend, Depth, GlError, Program};
use crate::view::Frame;
use crate::view::shader::{self, compiled, glsl};
use std::cell::OnceCell;

/// Compiled on first use: in the light of a terrace, or of the open sky; for an eye above the water, or in it; without a lamp, or with it.
#[derive(Default)]
pub(super) struct BodyPrograms([[[OnceCell<Program>; 2]; 2]; 2]);

impl BodyPrograms {
    /// Draws the bodies, if there are any.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        within: &DrawContext,
        under: &PoolUnderwater,
        around: &Environment,
    ) -> Result<(), GlError> {
        if !within.bodies.are_there() {
            return Ok(());
        }
        let (gl, lit) = (frame.gl, within.lit);
        let [terrace, lamp] = [around.throws_shadows(), lit.scene.lamp.is_some()];
        let slot = &self.0[usize::from(terrace)][usize::from(lit.in_water)][usize::from(lamp)];
        let program = compiled(slot, || {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("bodies/pool.frag"));
            let defines = [
                "BODIES",
                if terrace { "TERRACE" } else { "" },
                if lit.in_water { "UNDER_WATER" } else { "" },
                if lamp { "LAMP" } else { "" },
            ];
            shader::program(gl, "bodies", &defines, texts.0, texts.1)
        })?;
        match lit.in_water {
            true => under.set(program, frame, within)?,
            false => within.set(program, frame)?,
        }
        if let Some(surface) = within.caustics.surface() {
            program.set("u_rays", surface);
        }
        gl.state(Blend::Off, Depth::Write);
        within.bodies.draw(gl, program);
        Ok(())
    }
}
