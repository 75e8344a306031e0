//! Drops of water in the air, and foam where something fell in (docs/models.md §16a), which [`Pass::Particles`] draws over the scene.
//! Without any it costs nothing.
//!
//! [`Pass::Particles`]: super::Pass::Particles

use super::cascades::{ByCascades, CascadeTextures};
use super::open_mesh::set_cascades;
use super::shader::{self, compiled, glsl};
use super::{Frame, Pass};
use crate::gl::{Blend, Depth, Format, Gl, GlError, Layout, Primitive, Program, Texture};
use crate::grid::Grid;
use crate::spray::{Drop, FOAM_SECONDS, FoamPatch, MAX_DROPS, MAX_PATCHES, Spray};
use glam::{DVec2, DVec3, Mat4, Vec3};
use std::cell::OnceCell;
use std::rc::Rc;

/// Circles of a disc of foam, and segments of a circle.
const CIRCLES: usize = 12;
const SEGMENTS: usize = 64;

/// Columns of the texture of drops; each takes two texels.
const COLUMNS: usize = 64;

#[derive(Default)]
struct Programs {
    /// In physical light, and in display colours.
    drops: [OnceCell<Program>; 2],
    pool_foam: OnceCell<Program>,
    sea_foam: ByCascades<OnceCell<Program>>,
}

/// The surface under foam and splashes.
#[derive(Clone, Copy)]
pub(super) enum Water<'a> {
    /// The optical surface of a pool, with heights first.
    Pool(&'a Texture),
    /// Open water, with its exaggeration.
    Sea(&'a CascadeTextures, f32),
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
pub(super) struct Scene<'a> {
    /// The world's origin in metres of the water.
    pub(super) origin: DVec3,
    /// World to clip space.
    pub(super) view_projection: Mat4,
    pub(super) light: Light,
    /// `None`: foam is not drawn.
    pub(super) water: Option<Water<'a>>,
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
                self.draw_foam(frame, spray.patches(), scene, &set)?;
                self.draw_drops(frame, spray.drops(), scene, set)
            }),
            _ => Ok(()),
        }
    }

    fn draw_foam(
        &self,
        frame: &Frame,
        patches: &[FoamPatch],
        scene: &Scene,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye) = (frame.gl, frame.eye);
        let Some(water) = scene.water.filter(|_| !patches.is_empty()) else {
            return Ok(());
        };
        let program = self.programs.foam(gl, water)?;
        set(program)?;
        if let Light::Physical { below } = scene.light {
            program.set("u_below", below);
        }
        match water {
            Water::Pool(surface) => program.set("u_rays", surface),
            Water::Sea(cascades, height) => set_cascades(program, cascades, eye, height),
        }
        let mut texels = [[0.0; 4]; 2 * MAX_PATCHES];
        for (texels, patch) in texels.chunks_exact_mut(2).zip(patches) {
            let middle = (patch.middle - DVec2::new(scene.origin.x, scene.origin.z)).as_vec2();
            // Patterns repeat after some patches.
            let number = (patch.number % 64) as f32;
            texels[0] = [middle.x, middle.y, patch.radius as f32, number];
            let share = patch.age / FOAM_SECONDS;
            texels[1] = [patch.age, share, patch.amount, 0.0].map(|part| part as f32);
        }
        program.set("u_patches", &texels[..]);
        program.set("u_view_projection", scene.view_projection);
        program.set("u_eye", eye.position);
        gl.state(Blend::Alpha, Depth::Test);
        let strips = CIRCLES * patches.len().min(MAX_PATCHES);
        gl.draw(
            program,
            Primitive::TriangleStrip,
            2 * (SEGMENTS + 1),
            strips,
        );
        Ok(())
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

impl Programs {
    fn foam(&self, gl: &Gl, water: Water) -> Result<&Program, GlError> {
        let (slot, [sea, count, tiled]) = match water {
            Water::Pool(_) => (&self.pool_foam, [""; 3]),
            Water::Sea(cascades, _) => {
                let (slot, [count, tiled]) = self.sea_foam.of(cascades);
                (slot, ["SEA", count, tiled])
            }
        };
        compiled(slot, || {
            let mesh = [
                format!("CIRCLES {CIRCLES}"),
                format!("SEGMENTS {SEGMENTS}"),
                format!("PATCHES {MAX_PATCHES}"),
            ];
            let [circles, segments, patches] = mesh.each_ref();
            let defines = [circles, segments, patches, sea, count, tiled];
            let texts = (glsl!("particles/foam.vert"), glsl!("particles/foam.frag"));
            shader::program(gl, "foam", &defines, texts.0, texts.1)
        })
    }
}

/// Texture and texels for all drops that there can be.
fn room(gl: &Gl) -> Result<(Texture, Grid<[f32; 4]>), GlError> {
    let size = (COLUMNS, (2 * MAX_DROPS).div_ceil(COLUMNS));
    let texture = Texture::empty(gl, Layout::new(Format::Rgba32F, size))?;
    Ok((texture, Grid::new(size.0, size.1, [0.0; 4])))
}
