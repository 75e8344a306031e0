//! The baked environment: for a plan, the mesh, the sky visibility of the ground and an image of the paving; for a sky also shadows, the
//! distant country as a panorama, and the reflection dome. Baked at once or part by part. Until a part is ready there are no shadows,
//! nothing in front of the horizon, and the water reflects the sky only.

use super::plan::Plan;
use super::programs::{Ground, Prepared, Programs};
use super::props::{self, LoosePropsThere, Props};
use super::shadow_map::{self, OpenSky};
use super::{CastShadow, Shared};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture, Wrap,
};
use crate::grid::Grid;
use crate::light::Daylight;
use crate::view::frame::SceneColour;
use crate::view::{Frame, Materials, SkyLight};
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::collections::BTreeSet;

/// Minimum sine of the sun's elevation for shadows; a lower sun casts the shadows of this one.
const LOWEST: f32 = 0.03;

/// Size of the panoramas of the distant country in texels, horizontal and vertical: wood, hills.
const WOOD: (usize, usize) = (4096, 64);
const HILLS: (usize, usize) = (2048, 64);

/// Size in texels of one side of the ring of reflected props.
const RING: (usize, usize) = (640, 160);

/// Texels along a side of the reflection dome, as in the sky dome, at least and at most.
const AROUND: [usize; 2] = [512, 1024];

/// Texels along the longer side of the paving image. Paving so near that the image would be blurred is drawn without it.
const PAVING_SIDE: usize = 1536;

/// Tiles along each side of the four pieces of paving, which separate near tiles from far ones.
const TILES: usize = 8;

/// In place of the middle and the radius of a parasol.
pub(super) const NO_PARASOL: Vec3 = Vec3::NEG_Z;

/// Intensity of the lantern relative to that of a lamp in the garden.
const LANTERN: f32 = 0.8;

/// A part of the bake, in order: first the parts that do not depend on the sky.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Sky visibility of the ground.
    Open,
    Paving,
    Wood,
    Hills,
    /// Shadows of the sun.
    Cast,
    GroundLight,
    /// The reflection dome.
    Environment,
}

impl Part {
    /// The parts that depend on the sky.
    const LIT: [Self; 5] = [
        Self::Wood,
        Self::Hills,
        Self::Cast,
        Self::GroundLight,
        Self::Environment,
    ];
}

/// All parts.
pub(super) struct BakedEnvironment {
    plan: Plan,
    props: Props,
    there: LoosePropsThere,
    /// The inputs of the bake.
    deck: Texture,
    light: Option<Daylight>,
    /// Intensity of the garden's lamps.
    garden: Vec3,
    /// Parts that are still missing.
    remaining: BTreeSet<Part>,
    /// Whether the light has changed while they were baked.
    is_behind: bool,
    /// Whether the bake has been complete once.
    was_whole: bool,
    open: Option<OpenSky>,
    paving: Option<Texture>,
    cast: Option<Cast>,
    ground_light: Option<Texture>,
    wood: Option<Texture>,
    hills: Option<Texture>,
    /// The props as the pool mirrors them.
    things: Option<Texture>,
    /// The reflection dome, and the sky's irradiance when it was drawn.
    around: Option<(Texture, Vec3)>,
    /// The sky in the reflection dome, as [`SkyLight::domes`] counts it.
    domes: u64,
    /// Placeholders of missing parts: black, and white.
    stand_ins: [Texture; 2],
}

/// Shadows of the sun.
struct Cast {
    target: Target,
    toward: Vec3,
    there: LoosePropsThere,
}

impl BakedEnvironment {
    /// For the surroundings of a pool of this plan; nothing else is baked yet.
    pub(super) fn new(
        gl: &Gl,
        plan: Plan,
        there: LoosePropsThere,
        materials: &Materials,
    ) -> Result<Self, GlError> {
        let stand_in = |channel| {
            Texture::new(
                gl,
                &Grid::new(1, 1, [channel; 4]),
                Wrap::Clamp,
                Filter::Linear,
            )
        };
        Ok(Self {
            props: Props::new(gl, &plan, there)?,
            there,
            plan,
            deck: materials.deck_light.clone(),
            light: None,
            garden: Vec3::ZERO,
            remaining: BTreeSet::from([Part::Open, Part::Paving]),
            is_behind: false,
            was_whole: false,
            open: None,
            paving: None,
            cast: None,
            ground_light: None,
            wood: None,
            hills: None,
            things: None,
            around: None,
            domes: 0,
            stand_ins: [stand_in(0)?, stand_in(255)?],
        })
    }

    /// The plan.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Puts loose props on the terrace or takes them away. What was baked stays until it is baked again.
    pub(super) fn show_loose_props(
        &mut self,
        gl: &Gl,
        there: LoosePropsThere,
    ) -> Result<(), GlError> {
        if self.there != there {
            self.props = Props::new(gl, &self.plan, there)?;
            self.there = there;
            self.open = None;
            self.things = None;
            let parts = [Part::Open, Part::Cast, Part::GroundLight, Part::Environment];
            self.remaining.extend(parts);
        }
        Ok(())
    }

    /// Updates light and paving; parts baked for others become missing. Those of a light are all baked before another one is followed,
    /// so that a sky that changes in each frame takes every part along.
    pub(super) fn follow(
        &mut self,
        (light, garden, domes): (Daylight, Vec3, u64),
        materials: &Materials,
        in_steps: bool,
    ) {
        let is_between = Part::LIT.iter().any(|part| self.remaining.contains(part));
        let is_new = self.light != Some(light) || self.garden != garden;
        self.is_behind = is_new && is_between && in_steps && self.was_whole;
        if is_new && !self.is_behind {
            self.light = Some(light);
            self.garden = garden;
            self.things = None;
            self.remaining.extend(Part::LIT);
        }
        // After the light: or clouds that move in each frame would hold it up.
        if self.domes != domes {
            self.domes = domes;
            self.remaining.insert(Part::Environment);
        }
        if !self.deck.is(&materials.deck_light) {
            self.deck = materials.deck_light.clone();
            self.remaining.insert(Part::Paving);
        }
        // A placeholder texture has no distant detail.
        if materials.is_draft {
            self.remaining.remove(&Part::Paving);
        }
    }

    /// Whether parts are missing.
    pub(super) fn is_working(&self) -> bool {
        !self.remaining.is_empty() || self.is_behind
    }

    /// Whether nothing but the reflection dome is missing, and an older one is there.
    pub(super) fn misses_dome_only(&self) -> bool {
        let is_dome = |part: &Part| *part == Part::Environment;
        self.around.is_some() && self.remaining.iter().all(is_dome) && !self.is_behind
    }

    /// Whether the bake has been complete once.
    pub(super) fn was_whole(&self) -> bool {
        self.was_whole
    }

    /// Whether the next part is independent of the sky.
    pub(super) fn next_is_unlit(&self) -> bool {
        let next = self.remaining.first();
        next.is_some_and(|next| !Part::LIT.contains(next))
    }

    /// Starts the compilation of the programs for all missing parts, or for the next part only.
    pub(super) fn begin(&self, gl: &Gl, programs: &Programs, all: bool) -> Result<(), GlError> {
        let next = if all { self.remaining.len() } else { 1 };
        for part in self.remaining.iter().take(next) {
            let prepared: &[_] = match part {
                Part::Open => &[Prepared::Cast, Prepared::Open],
                Part::Paving => &[Prepared::Paving],
                Part::Wood => &[Prepared::Wood],
                Part::Hills => &[Prepared::Hills],
                Part::Cast => &[Prepared::Cast],
                Part::GroundLight => {
                    &[Prepared::SunBlur, Prepared::OpenBlur, Prepared::GroundLight]
                }
                Part::Environment => &[Prepared::Dome],
            };
            for what in prepared {
                programs.prepared(*what).begin(gl)?;
            }
            if *part == Part::Environment && self.plan.has_things {
                for leaves in [false, true] {
                    programs.things(leaves, false).begin(gl)?;
                }
            }
        }
        Ok(())
    }

    /// Bakes the next part, or a step of it. After an error the part is still missing.
    pub(super) fn go_on(&mut self, frame: &Frame, shared: &Shared) -> Result<(), GlError> {
        let Some(&part) = self.remaining.first() else {
            return Ok(());
        };
        if self.bake(part, frame, shared)? {
            self.remaining.remove(&part);
            self.was_whole |= self.remaining.is_empty();
        }
        Ok(())
    }

    /// Bakes a part, or a step of it. Returns whether it is complete.
    fn bake(&mut self, part: Part, frame: &Frame, shared: &Shared) -> Result<bool, GlError> {
        let (gl, sky) = (frame.gl, frame.sky);
        let (programs, plan, props) = (&shared.programs, &self.plan, &self.props);
        match part {
            Part::Open => {
                let open = match self.open.take() {
                    Some(open) => open,
                    None => OpenSky::new(gl, plan)?,
                };
                let open = self.open.insert(open);
                return open.go_on(gl, programs, plan, props);
            }
            Part::Paving => self.paving = Some(paving(frame, shared, plan)?),
            Part::Wood => {
                self.wood = Some(far_country(gl, shared, sky, plan, Prepared::Wood, WOOD)?);
            }
            Part::Hills => {
                self.hills = Some(far_country(gl, shared, sky, plan, Prepared::Hills, HILLS)?);
            }
            Part::Cast => {
                let toward = sky.light()?.toward;
                let toward = toward.with_y(toward.y.max(LOWEST));
                self.cast = Some(Cast {
                    target: shadow_map::toward_sun(gl, programs, plan, props, toward)?,
                    toward,
                    there: self.there,
                });
            }
            Part::GroundLight => {
                if let (Some(cast), Some(open)) = (&self.cast, &self.open) {
                    let light = shadow_map::ground_light(gl, programs, &cast.target, open.sum())?;
                    self.ground_light = Some(light);
                }
            }
            Part::Environment => {
                let dome = self.seen_from_the_middle(gl, shared, sky)?;
                self.around = Some((dome, sky.light()?.sky));
            }
        }
        Ok(true)
    }

    pub(super) fn props(&self) -> &Props {
        &self.props
    }

    /// What the shadow map shows, once it is ready.
    pub(super) fn shadow_is_of(&self) -> Option<CastShadow> {
        self.cast
            .as_ref()
            .map(|cast| (cast.target.size(), cast.toward, cast.there))
    }

    /// Whether the paving image for distant paving is ready.
    pub(super) fn has_paving(&self) -> bool {
        self.paving.is_some()
    }

    /// Draws a part of the ground.
    pub(super) fn draw_ground(&self, gl: &Gl, program: &Program, part: Ground, pixel: f32) {
        let plan = &self.plan;
        let (opening, reach, tiles) = match part {
            Ground::Near | Ground::Far => (plan.half, plan.paving(), TILES),
            Ground::Lawn => (plan.paving(), plan.extent(), 1),
        };
        let [_, all] = &self.stand_ins;
        let paving = self.paving.as_ref().unwrap_or(all);
        // The image serves where a pixel is larger than two thirds of its texels; without an image, near tiles cover everything.
        let (columns, rows) = paving.size();
        let texel = 2.0 * plan.paving().max_element() / columns.max(rows) as f32;
        program.set_where_known("u_near", texel / (1.5 * pixel));
        program.set("u_tiles", tiles as i32);
        program.set("u_opening", opening);
        program.set("u_reach", reach);
        program.set_where_known("u_paving", paving);
        program.set_where_known("u_paving_half", plan.paving());
        gl.draw(program, Primitive::Triangles, 6, 4 * tiles * tiles);
    }

    /// Sets the uniforms of a frame's programs, except the reflection dome.
    pub(super) fn set(&self, program: &Program) {
        let [nothing, all] = &self.stand_ins;
        self.plan.set(program);
        program.set_where_known("u_ground_light", self.ground_light.as_ref().unwrap_or(all));
        program.set_where_known("u_wood", self.wood.as_ref().unwrap_or(nothing));
        program.set_where_known("u_hills", self.hills.as_ref().unwrap_or(nothing));
        let cast = self.cast.as_ref().and_then(|cast| cast.target.colour());
        program.set_where_known("u_cast", cast.unwrap_or(nothing));
        let toward = self.cast.as_ref().map_or(Vec3::Y, |cast| cast.toward);
        program.set_where_known("u_cast_toward", toward);
        let [_, hedge, _] = self.plan.rings;
        program.set_where_known("u_garden", self.garden);
        program.set_where_known("u_garden_half", self.plan.half + hedge);
        let lantern = props::lantern(&self.plan, self.there);
        let shines = if lantern.is_some() { LANTERN } else { 0.0 };
        program.set_where_known("u_lantern", lantern.unwrap_or_default());
        program.set_where_known("u_lantern_light", shines * self.garden);
        let parasol = props::parasol(&self.plan, self.there);
        let parasol = parasol.map_or(NO_PARASOL, |(at, radius)| at.extend(radius));
        program.set_where_known("u_parasol", parasol);
        // The reflection dome has none of the light that the water gives.
        program.set_where_known("u_pool_glow", Vec3::ZERO);
    }

    /// The reflection dome, once it is ready, and the sky's irradiance when it was drawn.
    pub(super) fn around(&self) -> Option<(&Texture, Vec3)> {
        let (dome, light) = self.around.as_ref()?;
        Some((dome, *light))
    }

    /// Renders the reflection dome: the view from the centre of the pool's surface in all upward directions, in octahedral mapping.
    fn seen_from_the_middle(
        &mut self,
        gl: &Gl,
        shared: &Shared,
        sky: &SkyLight,
    ) -> Result<Texture, GlError> {
        if self.plan.has_things && self.things.is_none() {
            self.things = Some(self.things_about(gl, shared, sky)?);
        }
        let things = self.things.as_ref();
        let [min, max] = AROUND;
        let side = sky.dome()?.size().0.clamp(min, max);
        let size = (side, side);
        let program = shared.programs.prepared(Prepared::Dome).get(gl)?;
        sky.light_up(program)?;
        self.set(program);
        program.set("u_grain", shared.grain(gl)?);
        program.set("u_things", things.unwrap_or(&self.stand_ins[0]));
        program.set("u_has_things", f32::from(u8::from(things.is_some())));
        // The width of a texel serves as the width of a pixel at distance 1.
        program.set("u_pixel", 2.0 / size.0.max(1) as f32);
        drawn(
            gl,
            shared,
            program,
            size,
            Wrap::Clamp,
            Layout::all_levels(size),
        )
    }

    /// Renders the props as seen from the pool on each side of a ring, in orthographic projection, one side above the other.
    fn things_about(&self, gl: &Gl, shared: &Shared, sky: &SkyLight) -> Result<Texture, GlError> {
        let (across, high) = RING;
        let plan = &self.plan;
        let texture = light_texture(gl, (across, 4 * high), Wrap::Clamp, 1)?;
        let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], true)?;
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        for leaves in [false, true] {
            let program = shared.programs.things(leaves, false).get(gl)?;
            sky.light_up(program)?;
            self.set(program);
            program.set_where_known("u_grain", shared.grain(gl)?);
            SceneColour::new(true).set(program, 1.0);
            program.set_where_known("u_depth", 1.0);
            program.set("u_eye", Vec3::new(0.0, plan.rim(), 0.0));
            for side in 0..4 {
                program.set_where_known("u_viewed_from", -outward(side).extend(0.0));
                target.draw_to_rows(side * high, high);
                program.set("u_view_projection", side_on(plan, side));
                self.props.draw_flat(program, leaves);
            }
        }
        Ok(texture)
    }
}

/// Renders the paving from above.
fn paving(frame: &Frame, shared: &Shared, plan: &Plan) -> Result<Texture, GlError> {
    let gl = frame.gl;
    let program = shared.programs.prepared(Prepared::Paving).get(gl)?;
    plan.set(program);
    frame.sky.light_up(program)?;
    program.set("u_deck", &frame.materials.deck_light);
    program.set("u_grain", shared.grain(gl)?);
    program.set_where_known("u_depth", 1.0);
    program.set("u_paving_half", plan.paving());
    let longer = PAVING_SIDE as f32 / plan.paving().max_element();
    let [x, z] = plan
        .paving()
        .to_array()
        .map(|half| ((half * longer) as usize).max(1));
    let layout = Layout {
        filter: Filter::Mipmapped,
        levels: Layout::all_levels((x, z)),
        ..Layout::new(Format::Rgba8, (x, z))
    };
    drawn_into(gl, shared, program, Texture::empty(gl, layout)?)
}

/// Renders wood or hills as a panorama.
fn far_country(
    gl: &Gl,
    shared: &Shared,
    sky: &SkyLight,
    plan: &Plan,
    what: Prepared,
    size: (usize, usize),
) -> Result<Texture, GlError> {
    let program = shared.programs.prepared(what).get(gl)?;
    sky.light_up(program)?;
    plan.set(program);
    program.set_where_known("u_depth", 1.0);
    program.set("u_grain", shared.grain(gl)?);
    drawn(gl, shared, program, size, Wrap::RepeatX, 6)
}

/// Unit vector outward from the pool's side −x, +x, −z or +z.
fn outward(side: usize) -> Vec3 {
    [Vec3::NEG_X, Vec3::X, Vec3::NEG_Z, Vec3::Z][side]
}

/// Orthographic projection, outward from the pool's side −x, +x, −z or +z: from the pool's edge on, as wide as the ring, from the rest
/// level to the top of the props.
fn side_on(plan: &Plan, side: usize) -> Mat4 {
    let ring = plan.things_ring();
    let sign = outward(side).element_sum();
    let (wide, edge, reach) = match side < 2 {
        true => (ring.y, plan.half.x, plan.extent().x),
        false => (ring.x, plan.half.y, plan.extent().y),
    };
    let deep = reach - edge;
    let [along, out] = [
        Vec4::new(1.0 / wide, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 0.0, 2.0 * sign / deep, 0.0),
    ];
    let (x, z) = if side < 2 { (out, along) } else { (along, out) };
    let up = Vec4::new(0.0, 2.0 / plan.things_top(), 0.0, 0.0);
    Mat4::from_cols(
        x,
        up,
        z,
        Vec4::new(0.0, -1.0, -1.0 - 2.0 * edge / deep, 1.0),
    )
}

/// A renderable texture for radiance.
fn light_texture(
    gl: &Gl,
    size: (usize, usize),
    wrap: Wrap,
    levels: usize,
) -> Result<Texture, GlError> {
    let layout = Layout {
        filter: if levels > 1 {
            Filter::Mipmapped
        } else {
            Filter::Linear
        },
        wrap,
        levels,
        ..Layout::new(Format::Rgba16F, size)
    };
    Texture::empty(gl, layout)
}

fn drawn(
    gl: &Gl,
    shared: &Shared,
    program: &Program,
    size: (usize, usize),
    wrap: Wrap,
    levels: usize,
) -> Result<Texture, GlError> {
    drawn_into(gl, shared, program, light_texture(gl, size, wrap, levels)?)
}

/// Draws the whole texture and its mip levels.
fn drawn_into(
    gl: &Gl,
    shared: &Shared,
    program: &Program,
    texture: Texture,
) -> Result<Texture, GlError> {
    let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], false)?;
    target.draw_here();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
    shared.programs.levels.draw(gl, &texture)?;
    Ok(texture)
}

impl Plan {
    /// Sets the uniforms for shaders that read it.
    fn set(&self, program: &Program) {
        let hedge = self.half + self.rings[1];
        let ring = self.things_ring();
        let tops = Vec2::new(self.things_top(), self.hedge_top());
        program.set_where_known(
            "u_around_rings",
            Vec4::new(ring.x, ring.y, hedge.x, hedge.y),
        );
        program.set_where_known("u_around_tops", tops);
        program.set_where_known("u_half", self.half);
        program.set_where_known("u_rings", Vec3::from(self.rings));
        program.set_where_known("u_trees", self.trees);
        program.set_where_known("u_extent", self.extent());
    }
}
