//! The bodies in lit water, as they are seen directly (docs/models.md §14). A pool's surface shows them refracted and mirrored.

use super::environment::Environment;
use super::pool_underwater::PoolUnderwater;
use super::uniforms::DrawContext;
use crate::gl::{Blend, Depth, Gl, GlError, Program};
use crate::view::bodies::{BodyCount, DrawnBodies, SunPath};
use crate::view::open_mesh;
use crate::view::shader::{self, compiled, glsl};
use crate::view::surface::ShownField;
use crate::view::{Eye, Frame};
use glam::DVec3;
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
    drawn: DrawnBodies,
    program: OnceCell<Program>,
}

impl SeaBodies {
    /// Their number in the last frame.
    pub(super) fn count(&self, gl: &Gl) -> BodyCount {
        self.drawn.count(gl)
    }

    /// Sets the uniforms of `bodies/bodies.glsl`.
    pub(super) fn set(&self, program: &Program) {
        self.drawn.set(program);
    }

    /// Updates what is drawn to the bodies in a field, as seen by `eye`.
    pub(super) fn prepare(
        &mut self,
        frame: &Frame,
        eye: &Eye,
        field: &ShownField,
    ) -> Result<(), GlError> {
        let middle = DVec3::new(eye.origin.x, 0.0, eye.origin.y);
        self.drawn.show(frame.gl, field, middle)?;
        let path = SunPath::straight(frame.sky.light()?.toward);
        self.drawn.cast_shadows(frame.gl, path)
    }

    /// Draws the bodies, if there are any; `set` sets the uniforms of daylight and exposure.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye, drawn) = (frame.gl, frame.eye, &self.drawn);
        if !drawn.are_there() {
            return Ok(());
        }
        let program = compiled(&self.program, || {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("bodies/sea.frag"));
            shader::program(gl, "bodies at sea", &[], texts.0, texts.1)
        })?;
        set(program)?;
        program.set("u_view_projection", open_mesh::view_projection(eye));
        program.set("u_eye", eye.position);
        drawn.set(program);
        gl.state(Blend::Off, Depth::Write);
        drawn.draw(gl, program);
        Ok(())
    }
}
