//! The shadow map of the bodies: how far along the sun's rays the first body lies, over a square across them (`bodies/light.glsl`).

use crate::gl::{Blend, Depth, Faces, Gl, GlError, Program, Target};
use crate::view::shader::{self, compiled, glsl};
use glam::{Mat4, Vec3};
use std::cell::OnceCell;

/// Texels along each side.
const SIDE: usize = 1024;

/// Texels around the bodies that stay empty, and that a point of a body is moved by along its normal before it is looked up.
const BORDER: f32 = 4.0;
const BIAS: f32 = 1.5;

/// The map, its matrix, and the width of a texel in metres.
#[derive(Default)]
pub(super) struct ShadowMap {
    program: OnceCell<Program>,
    target: Option<Target>,
    to_map: Mat4,
    texel: f32,
}

impl ShadowMap {
    /// Draws the map of bodies within `spheres` (middle and radius), with the unit vector `toward` the sun; `draw` draws them with a
    /// program whose vertex shader is `bodies/bodies.vert`.
    pub(super) fn cast(
        &mut self,
        gl: &Gl,
        toward: Vec3,
        spheres: &[[f32; 4]],
        draw: impl FnOnce(&Program),
    ) -> Result<(), GlError> {
        let target = match self.target.take() {
            Some(target) => target,
            None => Target::of_depth(gl, (SIDE, SIDE))?,
        };
        let (right, up) = toward.any_orthonormal_pair();
        let axes = Mat4::from_cols(
            right.extend(0.0),
            up.extend(0.0),
            toward.extend(0.0),
            Vec3::ZERO.extend(1.0),
        );
        let across = axes.transpose();
        let ends = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let (low, high) = spheres
            .iter()
            .fold(ends, |(low, high), &[x, y, z, radius]| {
                let middle = across.transform_point3(Vec3::new(x, y, z));
                (low.min(middle - radius), high.max(middle + radius))
            });
        let side = (high - low).truncate().max_element().max(1e-3);
        self.texel = side / (SIDE as f32 - 2.0 * BORDER);
        let half = 0.5 * SIDE as f32 * self.texel;
        let middle = 0.5 * (low + high);
        // Depth grows away from the sun.
        let depth = (high.z - low.z).max(1e-3);
        let clip = Mat4::from_scale(Vec3::new(1.0 / half, 1.0 / half, -2.0 / depth))
            * Mat4::from_translation(-middle)
            * across;
        self.to_map =
            Mat4::from_translation(Vec3::splat(0.5)) * Mat4::from_scale(Vec3::splat(0.5)) * clip;
        let program = compiled(&self.program, || {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("post/depth_only.frag"));
            shader::program(gl, "shadows of bodies", &[], texts.0, texts.1)
        })?;
        program.set("u_view_projection", clip);
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        gl.faces(Faces::All);
        draw(program);
        self.target = Some(target);
        Ok(())
    }

    /// Sets the uniforms of `bodies/light.glsl`.
    pub(super) fn set(&self, program: &Program) {
        if let Some(map) = self.target.as_ref().and_then(Target::depth) {
            program.set_where_known("u_body_shadows", map);
            program.set_where_known("u_to_body_shadows", self.to_map);
            program.set_where_known("u_body_bias", BIAS * self.texel);
        }
    }
}
