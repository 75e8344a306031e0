//! What is prepared once for a plan and a sky: the mesh; what it casts on the ground along the sun's rays and along those of the sky,
//! as heights of the highest thing on each ray; and what the water mirrors, the far country as a dome, things as they look on a ring
//! about the pool.

use super::mesh::Mesh;
use super::plan::Plan;
use super::programs::Programs;
use super::{NOWHERE, Shared, things};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture,
};
use crate::grid::Grid;
use crate::light::Daylight;
use crate::view::SkyLight;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

/// Texels in a row of the mesh.
const ACROSS: usize = 1024;

/// Texels along the longer side of the plan: of the sun's shadows, of the open sky.
const CAST_SIDE: usize = 1536;
const OPEN_SIDE: usize = 512;

/// Directions of the sky that shadows are cast along.
const SKY_DIRECTIONS: usize = 28;

/// Least sine of the sun's elevation for which shadows are cast: of a lower sun they are those of this one.
const LOWEST: f32 = 0.03;

/// Texels of one side of the ring of mirrored things.
const RING: (usize, usize) = (640, 160);

/// Metres that one copy of the leaves' pattern covers on the hedge in the water.
const LEAF_PATCH: f32 = 0.85;

/// All of it.
pub(super) struct Made {
    plan: Plan,
    light: Daylight,
    model: Model,
    cast: Target,
    cast_toward: Vec3,
    ground_light: Texture,
    dome: Texture,
    ring: Option<Texture>,
}

/// The mesh on the graphics card.
struct Model {
    texture: Texture,
    vertices: usize,
    /// The first ones: of things.
    things: usize,
}

impl Model {
    fn new(gl: &Gl, plan: &Plan) -> Result<Self, GlError> {
        let (mesh, things) = things::model(plan);
        let texels = packed(&mesh);
        let layout = Layout::new(Format::Rgba32F, (texels.columns(), texels.rows()));
        let texture = Texture::empty(gl, layout)?;
        texture.upload(0, 0, &texels)?;
        Ok(Self {
            texture,
            vertices: mesh.count(),
            things,
        })
    }

    fn set(&self, program: &Program) {
        program.set("u_mesh", &self.texture);
        program.set("u_mesh_across", ACROSS as i32);
    }
}

/// The mesh's texels, row after row.
fn packed(mesh: &Mesh) -> Grid<[f32; 4]> {
    let texels = mesh.texels();
    Grid::from_fn(
        ACROSS,
        texels.len().div_ceil(ACROSS).max(1),
        |column, row| {
            texels
                .get(row * ACROSS + column)
                .copied()
                .unwrap_or_default()
        },
    )
}

impl Made {
    pub(super) fn is_of(&self, plan: &Plan, light: &Daylight) -> bool {
        self.plan == *plan && self.light == *light
    }

    /// Makes it all; of what was there before, the mesh is kept if it is that of the plan.
    pub(super) fn new(
        gl: &Gl,
        shared: &Shared,
        plan: Plan,
        sky: &SkyLight,
        before: Option<Self>,
    ) -> Result<Self, GlError> {
        let light = sky.light()?;
        let model = match before.filter(|before| before.plan == plan) {
            Some(before) => before.model,
            None => Model::new(gl, &plan)?,
        };
        let programs = &shared.programs;
        gl.state(Blend::Off, Depth::Write);
        let cast = sized_cast(gl, &plan, CAST_SIDE)?;
        let cast_toward = light.toward.with_y(light.toward.y.max(LOWEST));
        throw(gl, programs, &plan, &model, cast_toward, &cast)?;
        let open = open_sky(gl, programs, &plan, &model)?;
        let ground_light = ground_light(gl, programs, &cast, &open)?;
        let mut made = Self {
            dome: sky.dome()?.clone(),
            plan,
            light,
            model,
            cast,
            cast_toward,
            ground_light,
            ring: None,
        };
        made.dome = made.country(gl, shared, sky)?;
        if made.plan.has_things {
            made.ring = Some(made.things_about(gl, shared, sky)?);
        }
        Ok(made)
    }

    /// Of the mesh.
    pub(super) fn vertices(&self) -> usize {
        self.model.vertices
    }

    pub(super) fn set_mesh(&self, program: &Program) {
        self.model.set(program);
    }

    /// Sets what the programs of a frame read.
    pub(super) fn set(&self, program: &Program) {
        let plan = &self.plan;
        let hedge = plan.half + plan.rings[1];
        let ring = plan.things_ring();
        let hedge_top = Plan::RIM + plan.hedge;
        let things_top = match self.ring {
            Some(_) => plan.things_top(),
            None => NOWHERE.x,
        };
        program.set_where_known("u_around_dome", &self.dome);
        program.set_where_known("u_around_things", self.ring.as_ref().unwrap_or(&self.dome));
        program.set_where_known(
            "u_around_rings",
            Vec4::new(ring.x, ring.y, hedge.x, hedge.y),
        );
        program.set_where_known("u_around_tops", Vec2::new(things_top, hedge_top));
        program.set_where_known("u_leaf", LEAF_PATCH * plan.metre);
        program.set_where_known("u_metre", plan.metre);
        program.set_where_known("u_rings", Vec3::from(plan.rings));
        program.set_where_known("u_trees", plan.trees);
        program.set_where_known("u_extent", plan.extent());
        program.set_where_known("u_ground_light", &self.ground_light);
        if let Some(cast) = self.cast.colour() {
            program.set_where_known("u_cast", cast);
        }
        program.set_where_known("u_cast_toward", self.cast_toward);
    }

    /// The country and the sky as seen from the pool's middle.
    fn country(&self, gl: &Gl, shared: &Shared, sky: &SkyLight) -> Result<Texture, GlError> {
        let size = sky.dome()?.size();
        let dome = light_texture(gl, size, Layout::all_levels(size))?;
        let target = Target::onto(gl, vec![(dome.clone(), 0, 0)], false)?;
        let program = shared.programs.dome(gl)?;
        sky.light_up(program)?;
        program.set("u_grain", shared.grain(gl)?);
        program.set("u_metre", self.plan.metre);
        program.set("u_trees", self.plan.trees);
        // A texel's width, as a pixel's at distance 1.
        program.set("u_pixel", 2.0 / size.0.max(1) as f32);
        target.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        dome.make_levels();
        Ok(dome)
    }

    /// Things as they look from the pool on each side of a ring, straight on, side by side.
    fn things_about(&self, gl: &Gl, shared: &Shared, sky: &SkyLight) -> Result<Texture, GlError> {
        let (across, high) = RING;
        let texture = light_texture(gl, (across, 4 * high), 5)?;
        let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], true)?;
        let program = shared.programs.things(gl, true)?;
        sky.light_up(program)?;
        program.set_where_known("u_grain", shared.grain(gl)?);
        self.set(program);
        self.set_mesh(program);
        program.set("u_exposure", 1.0);
        program.set_where_known("u_half", self.plan.half);
        program.set_where_known("u_depth", 1.0);
        program.set("u_eye", Vec3::new(0.0, Plan::RIM, 0.0));
        program.set("u_pixel", self.plan.half.max_element() / across as f32);
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        for side in 0..4 {
            target.draw_to_rows(side * high, high);
            program.set("u_view_projection", self.side_on(side));
            gl.draw(program, Primitive::Triangles, self.model.things, 1);
        }
        texture.make_levels();
        Ok(texture)
    }

    /// From the world to clip space, looking straight out of the pool's side −x, +x, −z or +z: from the pool's edge on, along the
    /// side as wide as the ring, from the rest level up as high as things are.
    fn side_on(&self, side: usize) -> Mat4 {
        let ring = self.plan.things_ring();
        let sign = if side.is_multiple_of(2) { -1.0 } else { 1.0 };
        let (wide, edge, reach) = match side < 2 {
            true => (ring.y, self.plan.half.x, self.plan.extent().x),
            false => (ring.x, self.plan.half.y, self.plan.extent().y),
        };
        let deep = reach - edge;
        let out = 2.0 * sign / deep;
        let up = 2.0 / self.plan.things_top();
        let (x, z) = match side < 2 {
            true => (
                Vec4::new(0.0, 0.0, out, 0.0),
                Vec4::new(1.0 / wide, 0.0, 0.0, 0.0),
            ),
            false => (
                Vec4::new(1.0 / wide, 0.0, 0.0, 0.0),
                Vec4::new(0.0, 0.0, out, 0.0),
            ),
        };
        let shift = Vec4::new(0.0, -1.0, -1.0 - 2.0 * edge / deep, 1.0);
        Mat4::from_cols(x, Vec4::new(0.0, up, 0.0, 0.0), z, shift)
    }
}

/// A texture for light that can be drawn into.
fn light_texture(gl: &Gl, size: (usize, usize), levels: usize) -> Result<Texture, GlError> {
    let layout = Layout {
        filter: Filter::Mipmapped,
        levels,
        ..Layout::new(gl.capability().quick_floats(4), size)
    };
    Texture::empty(gl, layout)
}

/// Room for what is cast on the plan.
fn sized_cast(gl: &Gl, plan: &Plan, longer: usize) -> Result<Target, GlError> {
    Target::with_formats(gl, &[Format::Rgba16F], size_of(plan, longer), true)
}

fn size_of(plan: &Plan, longer: usize) -> (usize, usize) {
    let extent = plan.extent() / plan.extent().max_element();
    let [x, z] = extent
        .to_array()
        .map(|side| ((side * longer as f32) as usize).max(1));
    (x, z)
}

/// Draws onto the ground how high the highest thing is toward a light.
fn throw(
    gl: &Gl,
    programs: &Programs,
    plan: &Plan,
    model: &Model,
    toward: Vec3,
    onto: &Target,
) -> Result<(), GlError> {
    let program = programs.cast(gl)?;
    model.set(program);
    program.set("u_toward", toward);
    program.set("u_extent", plan.extent());
    program.set("u_tallest", plan.things_top().max(Plan::RIM + plan.hedge));
    onto.draw_here();
    gl.clear([0.0; 4]);
    gl.state(Blend::Off, Depth::Write);
    gl.draw(program, Primitive::Triangles, model.vertices, 1);
    Ok(())
}

/// How much of the sky, weighted as level ground gets it, each place of the plan sees.
fn open_sky(gl: &Gl, programs: &Programs, plan: &Plan, model: &Model) -> Result<Target, GlError> {
    let cast = sized_cast(gl, plan, OPEN_SIDE)?;
    let sum = Target::with_formats(gl, &[Format::Rgba16F], size_of(plan, OPEN_SIDE), false)?;
    sum.draw_here();
    gl.clear([0.0; 4]);
    for index in 0..SKY_DIRECTIONS {
        throw(gl, programs, plan, model, sky_direction(index), &cast)?;
        let program = programs.open(gl)?;
        if let Some(heights) = cast.colour() {
            program.set("u_cast", heights);
        }
        program.set("u_share", 1.0 / SKY_DIRECTIONS as f32);
        sum.draw_here();
        gl.state(Blend::Add, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
    }
    Ok(sum)
}

/// One of the directions, each of which stands for as much light on level ground: even over the disc under the sky.
fn sky_direction(index: usize) -> Vec3 {
    /// Of the golden section, in turns.
    const SPIRAL: f32 = 0.381_966;
    let radius = ((index as f32 + 0.5) / SKY_DIRECTIONS as f32).sqrt();
    let (sin, cos) = (TAU * SPIRAL * index as f32).sin_cos();
    Vec3::new(radius * cos, (1.0 - radius * radius).sqrt(), radius * sin)
}

/// Sun and sky on the ground, as one texture with mip levels.
fn ground_light(
    gl: &Gl,
    programs: &Programs,
    cast: &Target,
    open: &Target,
) -> Result<Texture, GlError> {
    let size = cast.size();
    let layout = Layout {
        filter: Filter::Mipmapped,
        levels: Layout::all_levels(size),
        ..Layout::new(Format::Rgba8, size)
    };
    let texture = Texture::empty(gl, layout)?;
    let target = Target::onto(gl, vec![(texture.clone(), 0, 0)], false)?;
    let program = programs.ground_light(gl)?;
    for (name, of) in [("u_cast", cast), ("u_open", open)] {
        if let Some(colour) = of.colour() {
            program.set(name, colour);
        }
    }
    target.draw_here();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(program, Primitive::Triangles, 3, 1);
    texture.make_levels();
    Ok(texture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_of_the_sky_light_level_ground_evenly() {
        let all: Vec<Vec3> = (0..SKY_DIRECTIONS).map(sky_direction).collect();
        let mean = all.iter().sum::<Vec3>() / SKY_DIRECTIONS as f32;
        assert!(mean.x.abs() < 0.05 && mean.z.abs() < 0.05, "{mean}");
        // Weighted by the cosine, the mean cosine is ⅔.
        assert!((mean.y - 2.0 / 3.0).abs() < 0.02, "{mean}");
    }
}
