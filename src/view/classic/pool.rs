//! The pool of the mesh view (docs/models.md §2): triangle strips over the height texture, background and environment map in one pass,
//! blended over the pool.

use super::bodies::BodyPrograms;
use super::set_shading;
use crate::gl::{self, Blend, Depth, Gl, GlError, HeightTexture, Primitive, Program};
use crate::parameter::Settings;
use crate::view::basin::{self, Basin, PoolShape, SceneShape};
use crate::view::bodies::DrawnBodies;
use crate::view::field::{PROGRAMS, program_of};
use crate::view::kinds::{Background, Shading};
use crate::view::land::{Land, scaled_depth};
use crate::view::masonry::set_soft;
use crate::view::shader::{HeightProgram, glsl};
use crate::view::{ColourScale, Colours, Frame, ShownBounded, Walls};
use glam::{DVec3, Mat4};
use std::rc::Rc;

/// Captured outputs of the vertex shader, in order.
const CAPTURED: [&str; 2] = ["v_uv0", "v_uv1"];

/// Draws pools.
pub(in crate::view) struct ClassicPool {
    basin: Basin,
    bodies: DrawnBodies,
    land: Land,
    programs: Rc<Programs>,
}

/// The programs of a pool.
struct Programs {
    /// Without and with land.
    looks: [Looks; 2],
    land: HeightProgram,
    bodies: BodyPrograms,
}

/// The programs of the mesh, one for each look.
struct Looks {
    pool: HeightProgram,
    /// Without and with an overlay.
    picture: [HeightProgram; 2],
    coloured: [HeightProgram; PROGRAMS.len()],
    lines: HeightProgram,
    tessendorf: HeightProgram,
    plastic: HeightProgram,
}

impl Looks {
    fn new(land: &'static str) -> Self {
        let (vertex, fragment) = (glsl!("classic/pool.vert"), glsl!("classic/pool.frag"));
        let with = |defines: &[&'static str]| {
            let defines = [&[land], defines].concat();
            HeightProgram::new("mesh", vertex, fragment, &defines, &CAPTURED)
        };
        let variant = |define| with(&[define]);
        Self {
            pool: variant(""),
            picture: ["", "OVERLAY"].map(|overlay| with(&["BACKGROUND_PICTURE", overlay])),
            coloured: PROGRAMS.map(with),
            lines: variant("LOOK_LINES"),
            tessendorf: variant("TESSENDORF"),
            plastic: variant("PLASTIC_SHADING"),
        }
    }
}

/// Number of vertices, and cells between adjacent vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MeshSize {
    across: usize,
    along: usize,
    stride: usize,
}

impl MeshSize {
    fn new((columns, rows): (usize, usize), detail: usize) -> Self {
        let stride = columns.max(rows).div_ceil(detail.max(2)).max(1);
        // The last vertex lies on the last cell, whatever the stride.
        let vertices = |cells: usize| cells.saturating_sub(1).div_ceil(stride) + 1;
        Self {
            across: vertices(columns),
            along: vertices(rows),
            stride,
        }
    }
}

impl ClassicPool {
    pub(in crate::view) fn new() -> Self {
        let land = (glsl!("classic/land.vert"), glsl!("classic/land.frag"));
        Self {
            basin: Basin::new(),
            bodies: DrawnBodies::default(),
            land: Land::default(),
            programs: Rc::new(Programs {
                looks: ["", "BOTTOM"].map(Looks::new),
                land: HeightProgram::new("land", land.0, land.1, &["BOTTOM"], &[]),
                bodies: BodyPrograms::default(),
            }),
        }
    }

    /// A painter of another pool, with the same programs.
    pub(in crate::view) fn new_sharing(&self) -> Self {
        Self {
            basin: self.basin.new_sharing(),
            bodies: DrawnBodies::default(),
            land: self.land.new_sharing(),
            programs: self.programs.clone(),
        }
    }

    /// Reads back (u0, v0) and (u1, v1) of each vertex: four numbers a vertex.
    pub(super) fn capture(
        &self,
        gl: &Gl,
        heights: &HeightTexture,
        size: [f64; 2],
        settings: &Settings,
    ) -> Result<Vec<f32>, GlError> {
        let mesh = Mesh {
            settings,
            heights,
            size,
        };
        let program = mesh.program(&self.programs.looks[0].pool, gl, None)?;
        program.set("u_lines", 1);
        let size = mesh.vertices();
        gl::capture_points(gl, program, size.across, size.along)
    }

    /// Draws the caustics and the refraction image into their own targets.
    pub(in crate::view) fn prepare(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        shown.walls.build()?;
        let Frame { gl, materials, .. } = *frame;
        let heights = shown.field.heights()?;
        self.land.prepare(gl, shown)?;
        let scene = self.scene(frame, shown, &heights, settings);
        let focusing = settings.real("focusing") * settings.real("height_scale");
        let revision = shown.field.revision();
        self.basin
            .gather_light(gl, &heights, revision, &scene, focusing as f32)?;
        self.basin.draw_behind(gl, &scene, materials)?;
        let projection = basin::narrow() * scene.eye.view_projection();
        self.draw_land(frame, shown, settings, projection)?;
        self.bodies.show(gl, &shown.field, DVec3::ZERO)?;
        let set = |program: &Program| {
            self.basin.set_pool(program, &scene, materials);
            program.set("u_view_projection", projection);
        };
        self.programs.bodies.draw(gl, &self.bodies, true, set)
    }

    /// Draws the whole frame. Returns the colour scale if it shows a field.
    pub(in crate::view) fn draw(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<Option<ColourScale>, GlError> {
        let Frame {
            gl, eye, materials, ..
        } = *frame;
        let walls = shown.walls;
        let heights = shown.field.heights()?;
        let mesh = Mesh {
            settings,
            heights: &heights,
            size: shown.field.size(),
        };
        let real = |key| settings.real(key) as f32;
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        let scene = self.scene(frame, shown, &heights, settings);
        // First, because it hides most of the basin.
        self.draw_land(frame, shown, settings, eye.view_projection())?;
        self.basin.draw(gl, &scene, materials)?;
        self.programs
            .bodies
            .draw(gl, &self.bodies, false, |program| {
                basin::set_shape(program, &scene);
                program.set("u_eye", eye.position);
            })?;

        let size = mesh.vertices();
        let wireframe = settings.switch("wireframe");
        let colours: Colours = settings.choice("colours");
        let in_colour = program_of(colours, shown.field.has_ground());
        let programs = &self.programs.looks[usize::from(self.land.is_there())];
        let height_scale = real("height_scale");
        let mut scale = None;
        if !wireframe || in_colour.is_some() {
            let variant = match (in_colour, settings.choice("shading")) {
                (Some(which), _) => &programs.coloured[which],
                (None, Shading::Tessendorf) => &programs.tessendorf,
                (None, Shading::Plastic) => &programs.plastic,
                (None, Shading::Classic) => match settings.choice("background") {
                    Background::Pool => &programs.pool,
                    Background::Picture => {
                        &programs.picture[usize::from(materials.picture.overlay.is_some())]
                    }
                },
            };
            let program = mesh.program(variant, gl, Some(walls))?;
            program.set("u_sky", &materials.sky);
            program.set("u_eye", eye.position);
            set_shading(program, settings, materials, scene.pool.half_length());
            match (settings.choice("background"), self.basin.behind()) {
                (Background::Pool, Some((behind, margin))) => {
                    program.set("u_background", behind);
                    program.set("u_margin", margin);
                }
                _ => {
                    program.set("u_background", &materials.picture.under);
                    if let Some(layer) = &materials.picture.overlay {
                        program.set_where_known("u_overlay", layer);
                    }
                }
            }
            if walls.are_there() && in_colour.is_none() {
                set_soft(program, walls);
            }
            program.set("u_view_projection", eye.view_projection());
            program.set("u_background_alpha", real("background_alpha"));
            program.set("u_environment_alpha", real("environment_alpha"));
            if in_colour.is_some() {
                scale = Some(shown.set_colours(program, colours, settings)?);
            }
            self.land.set(program, shown, height_scale)?;
            program.set("u_lines", 0);
            gl.state(Blend::Alpha, Depth::Write);
            gl.draw(
                program,
                Primitive::TriangleStrip,
                2 * size.across,
                size.along - 1,
            );
        }
        if wireframe {
            let program = mesh.program(&programs.lines, gl, Some(walls))?;
            self.land.set(program, shown, height_scale)?;
            program.set("u_view_projection", eye.view_projection());
            gl.state(Blend::Alpha, Depth::Test);
            program.set("u_lines", 1);
            gl.draw(program, Primitive::LineStrip, size.across, size.along);
            program.set("u_lines", 2);
            gl.draw(program, Primitive::LineStrip, size.along, size.across);
        }
        Ok(scale)
    }

    /// Draws the land, if there is any, into the current target.
    fn draw_land(
        &self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
        view_projection: Mat4,
    ) -> Result<(), GlError> {
        if !self.land.is_there() {
            return Ok(());
        }
        let Frame { gl, materials, .. } = *frame;
        let heights = shown.field.heights()?;
        let mesh = Mesh {
            settings,
            heights: &heights,
            size: shown.field.size(),
        };
        let height_scale = settings.real("height_scale") as f32;
        let program = &self.programs.land;
        let program = program.reading(gl, &heights, Some(shown.walls), height_scale)?;
        let scene = self.scene(frame, shown, &heights, settings);
        self.basin.set_walled_pool(program, &scene, materials);
        self.land.set(program, shown, height_scale)?;
        program.set("u_view_projection", view_projection);
        program.set("u_stride", mesh.vertices().stride as i32);
        let in_colour = settings.choice::<Colours>("colours") != Colours::None;
        program.set("u_neutral", if in_colour { 1.0 } else { 0.0 });
        gl.state(Blend::Off, Depth::Write);
        // One more vertex on each side.
        let size = mesh.vertices();
        let strip = 2 * (size.across + 2);
        gl.draw(program, Primitive::TriangleStrip, strip, size.along + 1);
        Ok(())
    }

    /// The pool of a frame.
    fn scene<'a>(
        &self,
        frame: &Frame<'a>,
        shown: &ShownBounded<'a>,
        heights: &HeightTexture,
        settings: &Settings,
    ) -> SceneShape<'a> {
        // Land is as high over the water as the water's scale says.
        let depth = match self.land.is_there() {
            true => scaled_depth(shown, settings.real("height_scale") as f32),
            false => shown.depth,
        };
        let pool = PoolShape::new(shown.field.size(), heights.size(), depth);
        SceneShape {
            pool,
            eye: frame.eye,
            size: frame.size,
            walls: shown.walls,
            wall_height: settings.real("wall_height") as f32 * pool.half_length(),
            has_land: self.land.is_there(),
        }
    }
}

/// A mesh over heights that are spread over the cells of a pool.
struct Mesh<'a> {
    settings: &'a Settings,
    heights: &'a HeightTexture,
    /// Size of the pool, metres.
    size: [f64; 2],
}

impl Mesh<'_> {
    fn vertices(&self) -> MeshSize {
        let detail = self.settings.integer("detail") as usize;
        MeshSize::new(self.heights.size(), detail)
    }

    /// The program with all uniforms of the vertex shader set except the camera.
    fn program<'p>(
        &self,
        variant: &'p HeightProgram,
        gl: &Gl,
        walls: Option<&Walls>,
    ) -> Result<&'p Program, GlError> {
        let real = |key| self.settings.real(key) as f32;
        let program = variant.reading(gl, self.heights, walls, real("height_scale"))?;
        let shape = PoolShape::new(self.size, self.heights.size(), 0.0);
        program.set("u_stride", self.vertices().stride as i32);
        program.set("u_spacing", shape.spacing);
        program.set("u_half", shape.half);
        if walls.is_some_and(Walls::are_there) {
            let wall_height = real("wall_height") * shape.half_length();
            program.set("u_wall_height", wall_height);
        }
        program.set("u_refraction", real("refraction"));
        program.set("u_environment", real("environment"));
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_within_the_detail_has_a_vertex_for_every_cell() {
        let size = MeshSize::new((256, 100), 512);
        assert_eq!(
            size,
            MeshSize {
                across: 256,
                along: 100,
                stride: 1
            }
        );
    }

    #[test]
    fn a_larger_grid_is_thinned_evenly_and_keeps_both_edges() {
        let size = MeshSize::new((1000, 3), 512);
        assert_eq!(size.stride, 2);
        // Vertices at cells 0, 2, … 998 and, clamped, 999.
        assert_eq!(size.across, 501);
        assert_eq!(size.along, 2);
    }
}
