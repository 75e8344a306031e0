//! Drops of water in the air (docs/models.md §16a), which [`Pass::Particles`] draws over the scene. Without any it costs nothing.
//!
//! [`Pass::Particles`]: super::Pass::Particles

use super::shader::{self, compiled, glsl};
use super::{Frame, Pass};
use crate::gl::{Blend, Depth, Format, Gl, GlError, Layout, Primitive, Program, Texture};
use crate::grid::Grid;
use crate::spray::{Drop, MAX_DROPS, Spray};
use glam::{DVec3, Mat4, Vec3};
use std::cell::OnceCell;
use std::rc::Rc;

/// Columns of the texture of drops; each takes two texels.
const COLUMNS: usize = 64;

#[derive(Default)]
struct Programs {
    /// In physical light, and in display colours.
    drops: [OnceCell<Program>; 2],
}

/// The light on particles.
#[derive(Clone, Copy)]
pub(super) enum Light {
    /// Sun and sky, over water of this radiance, which drops show at their upper edges.
    Physical { below: Vec3 },
    /// Display colours, for the mesh view.
    Display,
}

/// Draws the spray of a water.
#[derive(Default)]
pub(super) struct Particles {
    programs: Rc<Programs>,
    drops: Option<(Texture, Grid<[f32; 4]>)>,
}

/// Where particles are drawn.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    /// The world's origin in metres of the water.
    pub(super) origin: DVec3,
    /// World to clip space.
    pub(super) view_projection: Mat4,
    pub(super) light: Light,
}

impl Particles {
    /// A painter of another water, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            drops: None,
        }
    }

    /// Draws the spray, if there is any; `set` sets the uniforms of daylight and exposure.
    pub(super) fn draw(
        &mut self,
        frame: &Frame,
        spray: Option<&Spray>,
        scene: &Scene,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        match spray {
            Some(spray) if !spray.is_empty() => frame.run(Pass::Particles, || {
                self.draw_drops(frame, spray.drops(), scene, set)
            }),
            _ => Ok(()),
        }
    }

    fn draw_drops(
        &mut self,
        frame: &Frame,
        drops: &[Drop],
        scene: &Scene,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        if drops.is_empty() {
            return Ok(());
        }
        let (texture, texels) = match self.drops.take() {
            Some(drops) => self.drops.insert(drops),
            None => self.drops.insert(room(gl)?),
        };
        for (texels, drop) in texels.cells_mut().chunks_exact_mut(2).zip(drops) {
            let place = (drop.place - scene.origin).as_vec3();
            texels[0] = place.extend(drop.radius as f32).to_array();
            texels[1] = drop.velocity.as_vec3().extend(0.0).to_array();
        }
        texture.upload(0, 0, texels)?;
        let is_display = matches!(scene.light, Light::Display);
        let program = compiled(&self.programs.drops[usize::from(is_display)], || {
            let texts = (glsl!("particles/drops.vert"), glsl!("particles/drops.frag"));
            let define = if is_display { "DISPLAY" } else { "" };
            shader::program(gl, "drops", &[define], texts.0, texts.1)
        })?;
        set(program)?;
        if let Light::Physical { below } = scene.light {
            program.set("u_below", below);
        }
        program.set("u_drops", &*texture);
        program.set("u_view_projection", scene.view_projection);
        program.set("u_eye", frame.eye.position);
        program.set("u_pixel", frame.eye.pixel_width(frame.size));
        gl.state(Blend::Alpha, Depth::Test);
        let count = drops.len().min(MAX_DROPS);
        gl.draw(program, Primitive::TriangleStrip, 4, count);
        Ok(())
    }
}

/// Texture and texels for all drops that there can be.
fn room(gl: &Gl) -> Result<(Texture, Grid<[f32; 4]>), GlError> {
    let size = (COLUMNS, (2 * MAX_DROPS).div_ceil(COLUMNS));
    let texture = Texture::empty(gl, Layout::new(Format::Rgba32F, size))?;
    Ok((texture, Grid::new(size.0, size.1, [0.0; 4])))
}
