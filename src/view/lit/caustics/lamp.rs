//! Caustics of an underwater lamp: its light after reflection at the surface, on floor and walls (docs/models.md §14). Traced triangle by
//! triangle like sunlight, then blurred by the size of the lamp's lens.

use super::cells::{draw, every};
use super::programs::{Onto, Programs};
use super::receivers::{Receivers, SIDES};
use super::targets::{landing_map, sized};
use super::{Obstacles, draw_blurred, set_bottom};
use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Program, Target, Texture};
use crate::light::Lamp;
use crate::view::lit::scene::LitScene;
use glam::{Vec2, Vec3};

/// Size of a texel in texels of the sun's map; the lamp is wider than the sun.
const SHRUNK: usize = 2;

/// Maximum rows of a wall.
const MAX_ROWS: usize = 512;

/// Minimum step between cells that light is traced through.
const STRIDE: usize = 2;

/// The map of one lamp.
#[derive(Default)]
pub(super) struct LampMap {
    rays: Option<Target>,
    /// Irradiance before the blur.
    landed: Option<Target>,
    map: Option<Target>,
    receivers: Option<Receivers>,
}

impl LampMap {
    /// Updates the map for a surface. `columns` and `rows` are the size of the sun's map of the floor.
    pub(super) fn gather(
        &mut self,
        gl: &Gl,
        programs: &Programs,
        (surface, standing): (&Target, &Obstacles),
        (scene, lamp): (&LitScene, &Lamp),
        [columns, rows]: [usize; 2],
    ) -> Result<(), GlError> {
        let rays = sized(
            &mut self.rays,
            gl,
            gl.capability().finest_floats(),
            surface.size(),
        )?;
        let Obstacles { bottom, bodies, .. } = *standing;
        let program = programs.lamp_rays(gl, bodies.are_there())?;
        bodies.set(program);
        program.set("u_half", scene.shape.half);
        program.set("u_lamp", lamp.place);
        program.set("u_lamp_inward", lamp.inward);
        for (name, texture) in ["u_rays", "u_slope"].into_iter().zip([0, 1]) {
            if let Some(texture) = surface.colour_at(texture) {
                program.set(name, texture);
            }
        }
        rays.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);

        let half = scene.shape.half;
        let high = scene.shape.depth + scene.shape.rim();
        let [columns, rows] = [columns, rows].map(|side| whole(side / SHRUNK));
        // The lamp's light hits walls at a shallow angle, unlike sunlight: the texels of its walls are square.
        let side = (columns as f32 * high / (2.0 * half.x)) as usize;
        let side = whole(side.min(MAX_ROWS));
        let receivers = Receivers::new(rows, side);
        let size = (columns, receivers.all());
        let landed = landing_map(&mut self.landed, gl, Format::R16F, size, true)?;
        let cells = every(surface.size(), scene.stride.max(STRIDE));
        landed.draw_here();
        gl.clear([0.0; 4]);
        let onto = match bottom {
            Some(_) => Onto::Bottom,
            None => Onto::Floor,
        };
        let program = programs.lamp_landing(gl, onto)?;
        self::set(program, rays, scene);
        set_bottom(program, bottom);
        program.set("u_texel", 4.0 * half.x * half.y / (columns * rows) as f32);
        receivers.draw_to(landed, None);
        draw(gl, program, cells, None);

        let program = programs.lamp_landing(gl, Onto::Side)?;
        self::set(program, rays, scene);
        for (index, outward) in SIDES.into_iter().enumerate() {
            let along = 2.0 * half.dot(outward.perp().abs());
            program.set("u_side", outward);
            program.set("u_texel", along * high / (columns * side) as f32);
            receivers.draw_to(landed, Some(index));
            draw(gl, program, cells, None);
        }
        if let Some(light) = landed.colour() {
            programs.levels.draw(gl, light)?;
        }

        let map = sized(&mut self.map, gl, Format::R16F, size)?;
        // A point of the surface projects the lens like a pinhole.
        let lens = lamp.lens / -lamp.place.y;
        let program = programs.lamp_penumbra(gl, onto)?;
        program.set_where_known("u_half", half);
        program.set_where_known("u_depth", scene.shape.depth);
        set_bottom(program, bottom);
        program.set("u_lens", lens / (2.0 * half));
        receivers.set(program, None);
        receivers.draw_to(map, None);
        draw_blurred(gl, program, landed);

        let program = programs.lamp_penumbra(gl, Onto::Side)?;
        program.set("u_half", half);
        program.set("u_depth", scene.shape.depth);
        for (index, outward) in SIDES.into_iter().enumerate() {
            let along = 2.0 * half.dot(outward.perp().abs());
            program.set("u_lens", lens / Vec2::new(along, high));
            receivers.set(program, Some(index));
            receivers.draw_to(map, Some(index));
            draw_blurred(gl, program, landed);
        }
        self.receivers = Some(receivers);
        Ok(())
    }

    /// Sets the uniforms of the map for `pool/lamp.glsl`.
    pub(super) fn set(&self, program: &Program) {
        if let (Some(map), Some(receivers)) = (self.texture(), self.receivers) {
            program.set_where_known("u_lamp_map", map);
            let [columns, floor, side] =
                [map.size().0, receivers.floor, receivers.side].map(|texels| texels as f32);
            program.set_where_known("u_lamp_size", Vec3::new(columns, floor, side));
        }
    }

    fn texture(&self) -> Option<&Texture> {
        self.map.as_ref().and_then(Target::colour)
    }

    /// The map, and the rows of the floor and of a wall, for readback.
    pub(super) fn parts(&self) -> Option<(&Target, [usize; 2])> {
        let receivers = self.receivers?;
        Some((self.map.as_ref()?, [receivers.floor, receivers.side]))
    }
}

/// Rounds up so that no texel of the mip levels that the penumbra reads spans two receivers.
fn whole(texels: usize) -> usize {
    texels.max(1).next_multiple_of(16)
}

/// Sets the uniforms of `caustics/caustics.vert`, except those of the receiver.
fn set(program: &Program, rays: &Target, scene: &LitScene) {
    let (columns, rows) = rays.size();
    if let Some(rays) = rays.colour() {
        program.set("u_rays", rays);
    }
    program.set("u_cells", [columns as i32, rows as i32]);
    program.set("u_half", scene.shape.half);
    program.set("u_depth", scene.shape.depth);
}
