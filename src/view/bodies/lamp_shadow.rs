//! Shadows of bodies in the light of a pool's lamp: a map over the directions from it (`bodies/lamp_shadow.glsl`), which covers the part of
//! them in which there are bodies.

use super::BodyCount;
use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Program, Target};
use crate::light::Lamp;
use crate::view::shader::{SCREEN, Slot, glsl};
use glam::{Vec2, Vec3, Vec4};

/// Texels along each side.
const SIDE: usize = 128;

/// Texels around the bodies.
const BORDER: f32 = 2.0;

#[derive(Default)]
pub(super) struct LampShadow {
    programs: [Slot; BodyCount::EACH.len()],
    map: Option<Target>,
    window: Vec4,
    basis: [Vec3; 2],
}

impl LampShadow {
    /// Draws the map of bodies within `spheres` (middle and radius); `set` sets the uniforms of `bodies/bodies.glsl`.
    pub(super) fn draw(
        &mut self,
        gl: &Gl,
        count: BodyCount,
        lamp: &Lamp,
        spheres: &[[f32; 4]],
        set: impl FnOnce(&Program),
    ) -> Result<(), GlError> {
        let map = match self.map.take() {
            Some(map) => map,
            None => Target::with_formats(gl, &[Format::Rg16F], (SIDE, SIDE), false)?,
        };
        let up = Vec3::Y;
        self.basis = [up.cross(lamp.inward), up];
        self.window = window(lamp, self.basis, spheres);
        let texts = (SCREEN, glsl!("bodies/lamp_shadow_map.frag"));
        let slot = &self.programs[count as usize];
        let program = slot.wanted("shadows of the lamp", [count.define()], texts.0, texts.1);
        let program = program.get(gl)?;
        set(program);
        self.set_window(program);
        program.set("u_lamp", lamp.place);
        program.set("u_lamp_inward", lamp.inward);
        program.set("u_lamp_lens", lamp.lens);
        // In the middle of the plane a metre is twice as wide as on the unit sphere.
        let texel = 2.0 * self.window.z.max(self.window.w) / SIDE as f32;
        program.set("u_lamp_texel", 2.0 * texel);
        map.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.map = Some(map);
        Ok(())
    }

    /// Sets the uniforms of `bodies/lamp_shadow.glsl`, except those of the lamp.
    pub(super) fn set(&self, program: &Program) {
        if let Some(map) = self.map.as_ref().and_then(Target::colour) {
            program.set_where_known("u_lamp_shadows", map);
            self.set_window(program);
        }
    }

    fn set_window(&self, program: &Program) {
        program.set_where_known("u_lamp_window", self.window);
        program.set_where_known("u_lamp_right", self.basis[0]);
        program.set_where_known("u_lamp_up", self.basis[1]);
    }
}

/// Middle and half sides of the part of the stereographic plane about the axis of the lamp in which the spheres are seen from it.
fn window(lamp: &Lamp, [right, up]: [Vec3; 2], spheres: &[[f32; 4]]) -> Vec4 {
    // The half-space before the lamp.
    let all = (Vec2::NEG_ONE, Vec2::ONE);
    let none = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    let (low, high) = spheres
        .iter()
        .fold(none, |(low, high), &[x, y, z, radius]| {
            let off = Vec3::new(x, y, z) - lamp.place;
            let far = off.length();
            let radius = radius + lamp.lens;
            let (first, last) = match radius < far {
                // A circle on the sphere is one in the plane.
                true => {
                    let (axis, half) = (off.angle_between(lamp.inward), (radius / far).asin());
                    let [near, beyond] =
                        [axis - half, axis + half].map(|angle| (0.5 * angle.min(3.0)).tan());
                    let toward = Vec2::new(off.dot(right), off.dot(up)).normalize_or(Vec2::X);
                    let (middle, half) = (0.5 * (near + beyond) * toward, 0.5 * (beyond - near));
                    (middle - half, middle + half)
                }
                false => all,
            };
            let seen = (first.max(all.0), last.min(all.1));
            match seen.0.cmplt(seen.1).all() {
                true => (low.min(seen.0), high.max(seen.1)),
                false => (low, high),
            }
        });
    let (low, high) = match low.cmplt(high).all() {
        true => (low, high),
        false => all,
    };
    let half = 0.5 * (high - low) * (SIDE as f32 / (SIDE as f32 - 2.0 * BORDER));
    let middle = 0.5 * (low + high);
    Vec4::new(middle.x, middle.y, half.x, half.y)
}
