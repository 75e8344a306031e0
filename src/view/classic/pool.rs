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
use crate::view::masonry::set_soft;
use crate::view::shader::{HeightProgram, glsl};
use crate::view::{ColourScale, Colours, Frame, ShownBounded, Walls};
use glam::DVec3;
use std::rc::Rc;

/// Captured outputs of the vertex shader, in order.
const CAPTURED: [&str; 2] = ["v_uv0", "v_uv1"];

/// Draws pools.
pub(in crate::view) struct ClassicPool {
    basin: Basin,
    bodies: DrawnBodies,
    programs: Rc<Programs>,
}

/// The programs of the mesh, one for each look.
struct Programs {
    pool: HeightProgram,
    /// Without and with an overlay.
    picture: [HeightProgram; 2],
    coloured: [HeightProgram; PROGRAMS.len()],
    lines: HeightProgram,
    tessendorf: HeightProgram,
    plastic: HeightProgram,
    bodies: BodyPrograms,
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
        let (vertex, fragment) = (glsl!("classic/pool.vert"), glsl!("classic/pool.frag"));
        let with = |defines: &[_]| HeightProgram::new("mesh", vertex, fragment, defines, &CAPTURED);
        let variant = |define| with(&[define]);
        Self {
            basin: Basin::new(),
            bodies: DrawnBodies::default(),
            programs: Rc::new(Programs {
                pool: variant(""),
                picture: ["", "OVERLAY"].map(|overlay| with(&["BACKGROUND_PICTURE", overlay])),
                coloured: PROGRAMS.map(with),
                lines: variant("LOOK_LINES"),
                tessendorf: variant("TESSENDORF"),
                plastic: variant("PLASTIC_SHADING"),
                bodies: BodyPrograms::default(),
            }),
        }
    }

    /// A painter of another pool, with the same programs.
    pub(in crate::view) fn new_sharing(&self) -> Self {
        Self {
            basin: self.basin.new_sharing(),
            bodies: DrawnBodies::default(),
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
        let program = mesh.program(&self.programs.pool, gl, None)?;
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
        let scene = scene(frame, shown, &heights, settings);
        let focusing = settings.real("focusing") * settings.real("height_scale");
        let revision = shown.field.revision();
        self.basin
            .gather_light(gl, &heights, revision, &scene, focusing as f32)?;
        self.basin.draw_behind(gl, &scene, materials)?;
        self.bodies.show(gl, &shown.field, DVec3::ZERO)?;
        let set = |program: &Program| {
            self.basin.set_pool(program, &scene, materials);
            let projection = basin::narrow() * scene.eye.view_projection();
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
        let scene = scene(frame, shown, &heights, settings);
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
        let in_colour = program_of(colours);
        let mut scale = None;
        if !wireframe || in_colour.is_some() {
            let programs = &*self.programs;
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
                scale = Some(shown.field.set_colours(program, colours, settings)?);
            }
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
            let program = mesh.program(&self.programs.lines, gl, Some(walls))?;
            program.set("u_view_projection", eye.view_projection());
            gl.state(Blend::Alpha, Depth::Test);
            program.set("u_lines", 1);
            gl.draw(program, Primitive::LineStrip, size.across, size.along);
            program.set("u_lines", 2);
            gl.draw(program, Primitive::LineStrip, size.along, size.across);
        }
        Ok(scale)
    }
}

/// The pool of a frame.
fn scene<'a>(
    frame: &Frame<'a>,
    shown: &ShownBounded<'a>,
    heights: &HeightTexture,
    settings: &Settings,
) -> SceneShape<'a> {
    let pool = PoolShape::new(shown.field.size(), heights.size(), shown.depth);
    SceneShape {
        pool,
        eye: frame.eye,
        size: frame.size,
        walls: shown.walls,
        wall_height: settings.real("wall_height") as f32 * pool.half_length(),
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
