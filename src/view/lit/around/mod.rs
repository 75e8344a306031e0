//! What a lit pool stands in: a terrace with a few things on it, a lawn, a hedge, and the country beyond (docs/models.md §14). All but
//! what the eye sees is prepared once for a plan and a sky: the shadows, the open sky, and what the water mirrors.
//!
//! | file | what it is |
//! | --- | --- |
//! | `plan` | how wide, how high |
//! | `things`, `mesh` | what stands there, as triangles |
//! | `grain` | the pattern of leaves, grass and stone |
//! | `made` | shadows, light on the ground, what is mirrored |
//! | `programs` | what draws all that |

mod grain;
mod made;
mod mesh;
mod plan;
mod programs;
mod things;

use crate::gl::{Blend, Depth, Filter, Gl, GlError, Primitive, Program, Texture, Wrap};
use crate::parameter::Settings;
use crate::view::{Frame, Setting, SkyLight};
use glam::{Vec2, Vec4};
use made::Made;
use plan::Plan;
use programs::Programs;
use std::cell::OnceCell;
use std::rc::Rc;

/// Heights over the rest level under which no ray from the water ends.
const NOWHERE: Vec2 = Vec2::splat(-10.0);

/// What pools of one context share.
#[derive(Default)]
struct Shared {
    programs: Programs,
    grain: OnceCell<Texture>,
}

impl Shared {
    fn grain(&self, gl: &Gl) -> Result<&Texture, GlError> {
        if self.grain.get().is_none() {
            let grain = Texture::new(gl, &grain::grain(), Wrap::Repeat, Filter::Mipmapped)?;
            let _ = self.grain.set(grain);
        }
        self.grain
            .get()
            .ok_or(GlError::Unsupported { what: "textures" })
    }
}

/// The surroundings of one pool.
#[derive(Default)]
pub(super) struct Around {
    shared: Rc<Shared>,
    made: Option<Made>,
}

impl Around {
    /// The surroundings of another pool, by the same programs.
    pub(super) fn twin(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            made: None,
        }
    }

    /// Brings what stands around a pool of these half extents up to date. Draws into targets of its own.
    pub(super) fn prepare(
        &mut self,
        frame: &Frame,
        half: Vec2,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        self.shared.grain(gl)?;
        // A panorama brings its own.
        if settings.choice::<Setting>("setting") == Setting::Open || frame.sky.is_panorama() {
            self.made = None;
            return Ok(());
        }
        let plan = Plan::new(half, settings.real("pool_length") as f32);
        let light = frame.sky.light()?;
        let made = match self.made.take() {
            Some(made) if made.is_of(&plan, &light) => made,
            old => Made::new(gl, &self.shared, plan, frame.sky, old)?,
        };
        self.made = Some(made);
        Ok(())
    }

    /// Draws ground, things and hedge, if there are any; `set` sets what all programs of the frame read.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<bool, GlError> {
        let Some(made) = &self.made else {
            return Ok(false);
        };
        let (gl, programs) = (frame.gl, &self.shared.programs);
        gl.state(Blend::Off, Depth::Write);
        let things = programs.things(gl, frame.radiance)?;
        set(things)?;
        made.set_mesh(things);
        gl.draw(things, Primitive::Triangles, made.vertices(), 1);
        let ground = programs.ground(gl, frame.radiance)?;
        set(ground)?;
        ground.set("u_deck", &frame.materials.deck_light);
        gl.draw(ground, Primitive::Triangles, 6, 4);
        Ok(true)
    }

    /// What draws sky and country, where there is country.
    pub(super) fn sky(&self, gl: &Gl, radiance: bool) -> Result<Option<&Program>, GlError> {
        let programs = &self.shared.programs;
        let sky = self.made.as_ref().map(|_| programs.sky(gl, radiance));
        sky.transpose()
    }

    /// Sets the uniforms of `lit_around.glsl`, `lit_garden.glsl`, `lit_terrace.glsl` and `lit_country.glsl`. (Those that a program
    /// does not have are left out.)
    pub(super) fn set_around(&self, program: &Program, sky: &SkyLight) -> Result<(), GlError> {
        if let Some(grain) = self.shared.grain.get() {
            program.set_where_known("u_grain", grain);
            program.set_where_known("u_leaves", grain);
        }
        match &self.made {
            Some(made) => made.set(program),
            None => {
                program.set_where_known("u_around_dome", sky.dome()?);
                program.set_where_known("u_around_things", sky.dome()?);
                program.set_where_known("u_around_rings", Vec4::ONE);
                program.set_where_known("u_around_tops", NOWHERE);
                program.set_where_known("u_leaf", 1.0);
            }
        }
        Ok(())
    }
}
