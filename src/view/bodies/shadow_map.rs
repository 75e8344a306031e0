//! The shadow map of the bodies: how far along the sun's rays the first body lies, over a square across them (`bodies/light.glsl`). Rays
//! that level water refracts are straightened (`bodies/sun_path.glsl`).

use crate::gl::{Blend, Depth, Gl, GlError, Program, Target};
use crate::light::FRESH_WATER_INDEX;
use crate::view::shader::{self, compiled, glsl};
use glam::{Mat4, Vec2, Vec3};
use std::cell::OnceCell;

/// Texels along each side.
const SIDE: usize = 1024;

/// Texels around the bodies that stay empty, and that a point of a body is moved by along its normal before it is looked up.
const BORDER: f32 = 4.0;
const BIAS: f32 = 1.5;

/// The sun's rays above the water of a pool, and in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::view) struct SunPath {
    /// Unit vector toward the sun.
    pub(in crate::view) toward: Vec3,
    /// Half sides of the pool; 0 at sea, where rays are straight.
    half: Vec2,
    /// Offset of a point from the refracted to the straight ray, for a metre of depth.
    bend: Vec3,
}

impl SunPath {
    /// Of a pool with these half sides.
    pub(in crate::view) fn into_pool(toward: Vec3, half: Vec2) -> Self {
        let level = Vec3::new(toward.x, 0.0, toward.z) / FRESH_WATER_INDEX[1] as f32;
        let under = level + Vec3::Y * (1.0 - level.length_squared()).sqrt();
        let bend = match toward.y > 0.0 {
            true => (under - toward) / under.y,
            false => Vec3::ZERO,
        };
        Self { toward, half, bend }
    }

    /// At sea.
    pub(in crate::view) fn straight(toward: Vec3) -> Self {
        Self {
            toward,
            half: Vec2::ZERO,
            bend: Vec3::ZERO,
        }
    }

    fn set(&self, program: &Program) {
        program.set_where_known("u_body_bend", self.bend);
        program.set_where_known("u_body_pool", self.half);
    }

    /// Lowest and highest coordinates along three axes, the rows of `across`, of a sphere (middle and radius) whose points are moved.
    fn ends(&self, across: Mat4, [x, y, z, radius]: [f32; 4]) -> (Vec3, Vec3) {
        let middle = Vec3::new(x, y, z);
        let ends = |middle: Vec3, half: Vec3| (middle - half, middle + half);
        let (low, high) = ends(across.transform_point3(middle), Vec3::splat(radius));
        if y >= radius {
            return (low, high);
        }
        let moved = across.transform_point3(middle - y * self.bend);
        // An axis a becomes a − (a·bend) ŷ: points at depth −y move by −y·bend.
        let rows = [across.row(0), across.row(1), across.row(2)].map(|row| row.truncate());
        let reach = rows.map(|axis| radius * (axis - axis.dot(self.bend) * Vec3::Y).length());
        let (low_moved, high_moved) = ends(moved, Vec3::from(reach));
        (low.min(low_moved), high.max(high_moved))
    }
}

/// The map, its matrix, and the width of a texel in metres.
#[derive(Default)]
pub(super) struct ShadowMap {
    program: OnceCell<Program>,
    target: Option<Target>,
    to_map: Mat4,
    texel: f32,
    path: Option<SunPath>,
}

impl ShadowMap {
    /// Draws the map of bodies within `spheres` (middle and radius); `draw` draws them with a program whose vertex shader is `bodies/bodies.vert`.
    pub(super) fn cast(
        &mut self,
        gl: &Gl,
        path: SunPath,
        spheres: &[[f32; 4]],
        draw: impl FnOnce(&Program),
    ) -> Result<(), GlError> {
        let target = match self.target.take() {
            Some(target) => target,
            None => Target::of_depth(gl, (SIDE, SIDE))?,
        };
        let toward = path.toward;
        let (right, up) = toward.any_orthonormal_pair();
        let axes = Mat4::from_cols(
            right.extend(0.0),
            up.extend(0.0),
            toward.extend(0.0),
            Vec3::ZERO.extend(1.0),
        );
        let across = axes.transpose();
        let ends = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let (low, high) = spheres.iter().fold(ends, |(low, high), &sphere| {
            let (first, last) = path.ends(across, sphere);
            (low.min(first), high.max(last))
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
            shader::program(gl, "shadows of bodies", &["SHADOW"], texts.0, texts.1)
        })?;
        program.set("u_view_projection", clip);
        path.set(program);
        self.path = Some(path);
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
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
            if let Some(path) = &self.path {
                path.set(program);
            }
        }
    }
}
