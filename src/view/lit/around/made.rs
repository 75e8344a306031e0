//! What is prepared once: for a plan, the mesh, the open sky over the ground and a picture of the paving; for a sky besides, shadows,
//! the far country all around, and what the water mirrors.

use super::Shared;
use super::cast;
use super::model::Model;
use super::plan::Plan;
use super::programs::{Ground, Prepared};
use super::shadow::Shadow;
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture, Wrap,
};
use crate::light::Daylight;
use crate::view::{Frame, Materials, SkyLight};
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::cell::OnceCell;

/// Least sine of the sun's elevation for which shadows are cast: of a lower sun they are those of this one.
const LOWEST: f32 = 0.03;

/// Texels of the far country, all around and upward: the wood, the hills.
const WOOD: (usize, usize) = (4096, 64);
const HILLS: (usize, usize) = (2048, 64);

/// Texels of one side of the ring of mirrored things.
const RING: (usize, usize) = (640, 160);

/// Texels along a side of what the water mirrors, as many as the finer sky's dome has.
const AROUND: usize = 1024;

/// Texels along the longer side of the paving's picture.
const PAVING_SIDE: usize = 2048;

/// By how many times fewer texels a draft has each way: what is shown until the paving's picture has been loaded, from when on all of it
/// is made anew.
const DRAFT: usize = 4;

/// Tiles along each side of the four pieces of paving, so that those near the eye can be told from others.
const TILES: usize = 8;

/// What hangs on the plan alone.
struct Planned {
    plan: Plan,
    model: Model,
}

/// All of it.
pub(super) struct Made {
    planned: Planned,
    /// How much of the open sky each place sees.
    open: Target,
    paving: Texture,
    /// What that was made from.
    deck: Texture,
    light: Daylight,
    cast: Target,
    cast_toward: Vec3,
    /// What of that falls on the pool, where it is asked for.
    shadow: OnceCell<Shadow>,
    ground_light: Texture,
    /// Wood and hills.
    far: [Texture; 2],
    around: Texture,
}

impl Made {
    /// What stands where.
    pub(super) fn plan(&self) -> &Plan {
        &self.planned.plan
    }

    pub(super) fn is_of(&self, plan: &Plan, light: &Daylight, materials: &Materials) -> bool {
        self.planned.plan == *plan && self.deck.is(&materials.deck_light) && self.light == *light
    }

    /// Makes it all; of what was there before, what is of the same plan is kept, and of the same deck too.
    pub(super) fn new(
        frame: &Frame,
        shared: &Shared,
        plan: Plan,
        before: Option<Self>,
    ) -> Result<Self, GlError> {
        let (gl, sky) = (frame.gl, frame.sky);
        let light = sky.light()?;
        let coarser = if frame.materials.is_draft { DRAFT } else { 1 };
        let deck = frame.materials.deck_light.clone();
        let (planned, kept) = match before.filter(|before| before.planned.plan == plan) {
            Some(before) => {
                let is_kept = before.deck.is(&deck);
                (
                    before.planned,
                    is_kept.then_some((before.open, before.paving)),
                )
            }
            None => (Planned::new(gl, plan)?, None),
        };
        let programs = &shared.programs;
        let (open, paving) = match kept {
            Some(kept) => kept,
            None => (
                cast::open_sky(gl, programs, &planned.plan, &planned.model, coarser)?,
                paving(frame, shared, &planned.plan, PAVING_SIDE / coarser)?,
            ),
        };
        let cast_toward = light.toward.with_y(light.toward.y.max(LOWEST));
        let cast = cast::toward_sun(
            gl,
            programs,
            &planned.plan,
            &planned.model,
            cast_toward,
            coarser,
        )?;
        let ground_light = cast::ground_light(gl, programs, &cast, &open)?;
        let far = |what, (columns, rows): (usize, usize)| {
            let size = (columns / coarser, rows / coarser);
            far_country(gl, shared, sky, &planned.plan, what, size)
        };
        let far = [far(Prepared::Wood, WOOD)?, far(Prepared::Hills, HILLS)?];
        let mut made = Self {
            around: sky.dome()?.clone(),
            planned,
            open,
            paving,
            deck,
            light,
            cast,
            cast_toward,
            shadow: OnceCell::new(),
            ground_light,
            far,
        };
        made.around = made.seen_from_the_middle(gl, shared, sky, AROUND / coarser)?;
        Ok(made)
    }

    pub(super) fn model(&self) -> &Model {
        &self.planned.model
    }

    /// (columns, rows) of the shadows of things.
    pub(super) fn shadow_texels(&self) -> (usize, usize) {
        self.cast.size()
    }

    /// The shadows on the pool, worked out by the processor.
    pub(super) fn shadow(&self) -> &Shadow {
        self.shadow.get_or_init(|| {
            let Planned { plan, model, .. } = &self.planned;
            Shadow::new(plan, model.triangles(), self.cast_toward, self.cast.size())
        })
    }

    /// Draws a part of the ground.
    pub(super) fn draw_ground(&self, gl: &Gl, program: &Program, part: Ground, pixel: f32) {
        let plan = &self.planned.plan;
        let (opening, reach, tiles) = match part {
            Ground::Near | Ground::Far => (plan.half, plan.paving(), TILES),
            Ground::Lawn => (plan.paving(), plan.extent(), 1),
        };
        // As far as a pixel is smaller than two thirds of a texel of the picture.
        let (columns, rows) = self.paving.size();
        let texel = 2.0 * plan.paving().max_element() / columns.max(rows) as f32;
        program.set_where_known("u_near", texel / (1.5 * pixel));
        program.set("u_tiles", tiles as i32);
        program.set("u_opening", opening);
        program.set("u_reach", reach);
        program.set_where_known("u_paving", &self.paving);
        program.set_where_known("u_paving_half", plan.paving());
        gl.draw(program, Primitive::Triangles, 6, 4 * tiles * tiles);
    }

    /// Sets what the programs of a frame read.
    pub(super) fn set(&self, program: &Program) {
        let plan = &self.planned.plan;
        plan.set(program);
        program.set_where_known("u_around", &self.around);
        program.set_where_known("u_ground_light", &self.ground_light);
        program.set_where_known("u_wood", &self.far[0]);
        program.set_where_known("u_hills", &self.far[1]);
        if let Some(cast) = self.cast.colour() {
            program.set_where_known("u_cast", cast);
        }
        program.set_where_known("u_cast_toward", self.cast_toward);
    }

    /// What the water mirrors: all that the middle of its surface sees, laid flat.
    fn seen_from_the_middle(
        &self,
        gl: &Gl,
        shared: &Shared,
        sky: &SkyLight,
        side: usize,
    ) -> Result<Texture, GlError> {
        let things = match self.planned.plan.has_things {
            true => Some(self.things_about(gl, shared, sky)?),
            false => None,
        };
        let size = (side, side);
        let program = shared.programs.prepared(gl, Prepared::Dome)?;
        sky.light_up(program)?;
        self.set(program);
        program.set("u_grain", shared.grain(gl)?);
        program.set("u_things", things.as_ref().unwrap_or(&self.around));
        program.set("u_has_things", f32::from(u8::from(things.is_some())));
        // A texel's width, as a pixel's at distance 1.
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

    /// Things as they look from the pool on each side of a ring, straight on, side over side.
    fn things_about(&self, gl: &Gl, shared: &Shared, sky: &SkyLight) -> Result<Texture, GlError> {
        let (across, high) = RING;
        let plan = &self.planned.plan;
        let texture = light_texture(gl, (across, 4 * high), Wrap::Clamp, 1)?;
        let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], true)?;
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        for leaves in [false, true] {
            let program = shared.programs.things(gl, leaves, true)?;
            sky.light_up(program)?;
            self.set(program);
            program.set_where_known("u_grain", shared.grain(gl)?);
            program.set_where_known("u_exposure", 1.0);
            program.set_where_known("u_half", plan.half);
            program.set_where_known("u_depth", 1.0);
            program.set("u_eye", Vec3::new(0.0, Plan::RIM, 0.0));

            for side in 0..4 {
                target.draw_to_rows(side * high, high);
                program.set("u_view_projection", side_on(plan, side));
                self.planned.model.draw(gl, program, leaves, false);
            }
        }
        Ok(texture)
    }
}

impl Planned {
    fn new(gl: &Gl, plan: Plan) -> Result<Self, GlError> {
        let model = Model::new(gl, &plan)?;
        Ok(Self { plan, model })
    }
}

/// The paving from above, `side` texels along its longer side.
fn paving(frame: &Frame, shared: &Shared, plan: &Plan, side: usize) -> Result<Texture, GlError> {
    let gl = frame.gl;
    let program = shared.programs.prepared(gl, Prepared::Paving)?;
    plan.set(program);
    frame.sky.light_up(program)?;
    program.set("u_deck", &frame.materials.deck_light);
    program.set("u_grain", shared.grain(gl)?);
    program.set("u_half", plan.half);
    program.set_where_known("u_depth", 1.0);
    program.set("u_paving_half", plan.paving());
    let longer = side as f32 / plan.paving().max_element();
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

/// Wood or hills, all around.
fn far_country(
    gl: &Gl,
    shared: &Shared,
    sky: &SkyLight,
    plan: &Plan,
    what: Prepared,
    size: (usize, usize),
) -> Result<Texture, GlError> {
    let program = shared.programs.prepared(gl, what)?;
    sky.light_up(program)?;
    plan.set(program);
    program.set_where_known("u_half", plan.half);
    program.set_where_known("u_depth", 1.0);
    program.set("u_grain", shared.grain(gl)?);
    drawn(gl, shared, program, size, Wrap::RepeatX, 6)
}

/// From the world to clip space, looking straight out of the pool's side −x, +x, −z or +z: from the pool's edge on, along the
/// side as wide as the ring, from the rest level up as high as things are.
fn side_on(plan: &Plan, side: usize) -> Mat4 {
    let ring = plan.things_ring();
    let sign = if side.is_multiple_of(2) { -1.0 } else { 1.0 };
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

/// A texture for light that can be drawn into.
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
        ..Layout::new(gl.capability().quick_floats(4), size)
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

/// Draws all over a texture, and into its mip levels.
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
    /// Sets what shaders read of it.
    fn set(&self, program: &Program) {
        let hedge = self.half + self.rings[1];
        let ring = self.things_ring();
        let tops = Vec2::new(self.things_top(), self.hedge_top());
        program.set_where_known(
            "u_around_rings",
            Vec4::new(ring.x, ring.y, hedge.x, hedge.y),
        );
        program.set_where_known("u_around_tops", tops);
        program.set_where_known("u_metre", self.metre);
        program.set_where_known("u_rings", Vec3::from(self.rings));
        program.set_where_known("u_trees", self.trees);
        program.set_where_known("u_extent", self.extent());
    }
}
