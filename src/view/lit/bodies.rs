//! The bodies in lit water, as they are seen directly (docs/models.md §14). A pool's surface shows them refracted and mirrored.

use super::environment::Environment;
use super::pool_underwater::PoolUnderwater;
use super::uniforms::DrawContext;
use crate::gl::{Blend, Depth, GlError, Program};
use crate::view::Frame;
use crate::view::bodies::DrawnBodies;
use crate::view::shader::{self, compiled, glsl};
use glam::DVec3;
use std::cell::{OnceCell, RefCell};
use waterlab_bodies::Body;

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

/// The bodies on a sea.
#[derive(Default)]
pub(super) struct SeaBodies {
    drawn: RefCell<DrawnBodies>,
    program: OnceCell<Program>,
}

impl SeaBodies {
    /// Whether the last frame has any.
    pub(super) fn are_there(&self) -> bool {
        self.drawn.borrow().are_there()
    }

    /// Sets the uniforms of `bodies/bodies.glsl`.
    pub(super) fn set(&self, program: &Program) {
        self.drawn.borrow().set(program);
    }

    /// Draws the bodies, if there are any; `set` sets the uniforms of daylight and exposure.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        bodies: &[&Body],
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye) = (frame.gl, frame.eye);
        let mut drawn = self.drawn.borrow_mut();
        drawn.show(gl, bodies, DVec3::new(eye.origin.x, 0.0, eye.origin.y))?;
        if !drawn.are_there() {
            return Ok(());
        }
        let program = compiled(&self.program, || {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("bodies/sea.frag"));
            shader::program(gl, "bodies at sea", &[], texts.0, texts.1)
        })?;
        set(program)?;
        program.set("u_view_projection", eye.view_projection());
        program.set("u_eye", eye.position);
        drawn.set(program);
        gl.state(Blend::Off, Depth::Write);
        drawn.draw(gl, program);
        Ok(())
    }
}
