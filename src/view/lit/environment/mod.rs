//! The surroundings of a lit pool: a terrace with props, a lawn, a hedge and the distant country (docs/models.md §14). Everything that
//! does not depend on the camera is baked once for a plan and a sky: shadows, sky visibility and the reflection dome. If a frame must not
//! wait for the bake, the first frames go without it and each bakes a part.
//!
//! | file | contents |
//! | --- | --- |
//! | `plan` | dimensions |
//! | `props` | the props, from a file |
//! | `grain` | noise pattern of leaves, grass and stone |
//! | `shadow_map` | shadow maps of sun and sky |
//! | `baked` | the baked parts, with the reflection dome |
//! | `programs` | the programs |

mod baked;
mod grain;
mod plan;
mod programs;
mod props;
mod shadow_map;

use crate::gl::{Blend, Depth, Filter, Gl, GlError, Primitive, Program, Texture, Wrap};
use crate::light::LampHours;
use crate::parameter::Settings;

use crate::view::lit::grass;
use crate::view::{Frame, Hedge, Setting, SkyLight};
use baked::{BakedEnvironment, NO_PARASOL};
use glam::{Vec2, Vec3, Vec4};
use plan::Plan;
use programs::{Band, Ground, Programs};
pub use props::{LOOSE_PROPS, LooseProp, LoosePropsThere, terrace_props};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// Rings so far away that every point sees the dome as the pool's centre does.
const FAR_AWAY: Vec4 = Vec4::splat(1e9);

/// Segments of the band about the horizon.
pub(in crate::view) const COUNTRY_SEGMENTS: usize = 48;

/// Size (columns, rows) and sun direction of a shadow map, and which loose props cast one.
pub(super) type CastShadow = ((usize, usize), Vec3, LoosePropsThere);

/// Resources that the pools of a context share.
#[derive(Default)]
struct Shared {
    programs: Programs,
    grain: OnceCell<Texture>,
}

impl Shared {
    fn grain(&self, gl: &Gl) -> Result<&Texture, GlError> {
        if self.grain.get().is_none() {
            let grain = Texture::new(gl, &grain::GRAIN, Wrap::Repeat, Filter::Mipmapped)?;
            let _ = self.grain.set(grain);
        }
        self.grain
            .get()
            .ok_or(GlError::Unsupported { what: "textures" })
    }
}

/// The surroundings of one pool.
#[derive(Default)]
pub(super) struct Environment {
    shared: Rc<Shared>,
    made: Option<BakedEnvironment>,
    /// Whether surroundings have been drawn once. The first frame that is drawn in steps does without the grass, and bakes nothing.
    was_drawn: Cell<bool>,
}

impl Environment {
    /// The surroundings of another pool, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            made: None,
            was_drawn: Cell::default(),
        }
    }

    /// Starts the compilation of the drawing programs; `clouds` as in [`SkyLight::define`].
    pub(super) fn begin(
        &self,
        frame: &Frame,
        clouds: &'static str,
        with_bodies: bool,
    ) -> Result<(), GlError> {
        let (gl, programs) = (frame.gl, &self.shared.programs);
        for leaves in [false, true] {
            programs.things(leaves, with_bodies).begin(gl)?;
        }
        let far = (!frame.in_steps).then_some(Ground::Far);
        for part in [Ground::Near, Ground::Lawn].into_iter().chain(far) {
            programs
                .ground(part, with_bodies, frame.sky.weather().is_raining())
                .begin(gl)?;
        }
        for band in [Band::Below, Band::Horizon, Band::Above] {
            programs.country(band, clouds).begin(gl)?;
        }
        Ok(())
    }

    /// Updates the surroundings of a pool with these half extents. Draws into its own targets.
    pub(super) fn prepare(
        &mut self,
        frame: &Frame,
        half: Vec2,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        self.shared.grain(gl)?;
        // A panorama contains its own surroundings.
        if settings.choice::<Setting>("setting") == Setting::Open || frame.sky.is_panorama() {
            self.made = None;
            return Ok(());
        }
        let plan = Plan::new(half);
        let light = frame.sky.light()?;
        let before = self.made.take().filter(|made| *made.plan() == plan);
        let is_new = before.is_none();
        let there = LOOSE_PROPS.map(|prop| settings.switch(prop.key));
        let made = match before {
            Some(made) => made,
            None => BakedEnvironment::new(gl, plan, there, frame.materials)?,
        };
        let made = self.made.insert(made);
        made.show_loose_props(gl, there)?;
        let hours: LampHours = settings.choice("lamp");
        let garden = hours.garden(frame.sky.toward_sun().y);
        let lights = (light, garden, frame.sky.domes());
        made.follow(lights, frame.materials, frame.in_steps);
        if !frame.in_steps {
            made.begin(gl, &self.shared.programs, true)?;
            while made.is_working() {
                made.go_on(frame, &self.shared)?;
            }
        } else if self.was_drawn.get()
            && !is_new
            && (made.was_whole() || !frame.sky.is_coarse() || made.next_is_unlit())
        {
            let was_working = made.is_working() && !made.misses_dome_only();
            made.go_on(frame, &self.shared)?;
            if was_working && !made.is_working() {
                gl.renew_programs();
            }
            made.begin(gl, &self.shared.programs, false)?;
        }
        Ok(())
    }

    /// Whether parts remain for the next frames.
    pub(super) fn is_working(&self) -> bool {
        self.made.as_ref().is_some_and(BakedEnvironment::is_working)
    }

    /// Draws ground, props and hedge, if there are any. `set` sets the uniforms common to the frame's programs; `pixel` is the width of a
    /// pixel at distance 1.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        pixel: f32,
        with_bodies: bool,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<bool, GlError> {
        let Some(made) = &self.made else {
            return Ok(false);
        };
        let (gl, programs) = (frame.gl, &self.shared.programs);
        gl.state(Blend::Off, Depth::Write);
        for leaves in [false, true] {
            let program = programs.things(leaves, with_bodies).get(gl)?;
            set(program)?;
            program.set_where_known("u_viewed_from", frame.eye.position.extend(1.0));
            made.props().draw(gl, program, leaves);
        }
        for part in [Ground::Near, Ground::Far, Ground::Lawn] {
            if part == Ground::Far && !made.has_paving() {
                continue;
            }
            let program = programs
                .ground(part, with_bodies, frame.sky.weather().is_raining())
                .get(gl)?;
            set(program)?;
            program.set_where_known("u_deck", &frame.materials.deck_light);
            made.draw_ground(gl, program, part, pixel);
        }
        let plan = made.plan();
        let is_first = frame.in_steps && !self.was_drawn.get();
        if has_lawn(frame, plan) && !is_first {
            let program = programs.grass().get(gl)?;
            set(program)?;
            grass::draw(frame, program);
        }
        self.was_drawn.set(true);
        Ok(true)
    }

    /// Draws the distant country, if there is any, and the sky above it; returns whether it did. `set` as for [`Environment::draw`].
    pub(super) fn draw_country(
        &self,
        frame: &Frame,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<bool, GlError> {
        if self.made.is_none() {
            return Ok(false);
        }
        frame.gl.state(Blend::Off, Depth::Write);
        for band in [Band::Below, Band::Horizon, Band::Above] {
            let programs = &self.shared.programs;
            let program = programs.country(band, frame.sky.define());
            let program = program.get(frame.gl)?;
            set(program)?;
            frame
                .gl
                .draw(program, Primitive::Triangles, 6, COUNTRY_SEGMENTS);
        }
        Ok(true)
    }

    /// The hedge, if there is one.
    pub(super) fn hedge(&self) -> Option<Hedge> {
        self.made.as_ref().map(|made| made.plan().hedge())
    }

    /// Whether the surroundings cast shadows on the pool.
    pub(super) fn throws_shadows(&self) -> bool {
        self.made.is_some()
    }

    /// What the shadow map shows, if there is one.
    pub(super) fn shadow_is_of(&self) -> Option<CastShadow> {
        self.made.as_ref().and_then(BakedEnvironment::shadow_is_of)
    }

    /// Sets the uniforms of the shadow map for `environment/terrace_light.glsl`, and where the parasol keeps the rain off.
    pub(super) fn set_shadows(&self, program: &Program) {
        match &self.made {
            Some(made) => made.set(program),
            None => program.set_where_known("u_parasol", NO_PARASOL),
        }
    }

    /// Sets the uniforms of `environment/environment.glsl`, `environment/vegetation.glsl`, `environment/terrace_light.glsl` and
    /// `environment/country.glsl`. Uniforms that a program does not declare are skipped.
    pub(super) fn set_around(&self, program: &Program, sky: &SkyLight) -> Result<(), GlError> {
        if let Some(grain) = self.shared.grain.get() {
            program.set_where_known("u_grain", grain);
        }
        match &self.made {
            Some(made) => {
                made.set(program);
                let (dome, light) = match made.around() {
                    Some((dome, light)) => (dome.clone(), sky.relative_light(light)?),
                    None => (sky.dome()?, Vec3::ONE),
                };
                program.set_where_known("u_reflection_dome", &dome);
                program.set_where_known("u_reflection_light", light);
            }
            None => {
                program.set_where_known("u_reflection_dome", &sky.dome()?);
                program.set_where_known("u_reflection_light", Vec3::ONE);
                program.set_where_known("u_around_rings", FAR_AWAY);
                program.set_where_known("u_around_tops", Vec2::ONE);
            }
        }
        Ok(())
    }
}

/// Whether any blade of grass that would be drawn stands on the lawn.
fn has_lawn(frame: &Frame, plan: &Plan) -> bool {
    frame.eye.position.y >= plan.rim() && grass::is_beyond(frame, plan.paving(), plan.rim())
}
