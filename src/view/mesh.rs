//! The classic mesh view (docs/models.md §2): triangle strips over the height texture, background and environment map in one
//! pass, blended over the pool.

use super::basin::{BACKGROUND, Basin, PoolShape, SKY, SceneShape};
use super::masonry::SOFT;
use super::pick::pick_shown;
use super::sea::{SeaMesh, TileTextures, pick_tiles};
use super::shader::HeightProgram;
use super::walls::Walls;
use super::{Eye, Frame, Materials, View, ViewKind, kinds};
use crate::gl::{self, Blend, Depth, Gl, GlError, HeightTexture, Primitive, Program};
use crate::heights::Shown;
use crate::parameter::Settings;
use glam::Vec2;
use std::rc::Rc;

/// What the vertex shader hands on, in the order in which [`MeshView::capture_coordinates`] returns it.
const CAPTURED: [&str; 2] = ["v_uv0", "v_uv1"];

/// Metres at which heights in colour are fully red or blue.
pub(super) const COLOUR_RANGE: f32 = 0.03;

/// The mesh view.
pub struct MeshView {
    basin: Basin,
    programs: Rc<Programs>,
    settings: Settings,
}

/// The mesh in each of its looks.
struct Programs {
    pool: HeightProgram,
    picture: HeightProgram,
    coloured: HeightProgram,
    lines: HeightProgram,
    sea: SeaMesh,
}

/// How many vertices the mesh has, and how many cells lie from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MeshSize {
    across: usize,
    along: usize,
    stride: usize,
}

impl MeshSize {
    fn new((columns, rows): (usize, usize), detail: usize) -> Self {
        let stride = columns.max(rows).div_ceil(detail.max(2)).max(1);
        // The last vertex sits on the last cell, wherever the stride leaves it.
        let vertices = |cells: usize| cells.saturating_sub(1).div_ceil(stride) + 1;
        Self {
            across: vertices(columns),
            along: vertices(rows),
            stride,
        }
    }
}

impl MeshView {
    /// The view with every parameter at its default.
    pub fn new(gl: &Gl) -> Result<Self, GlError> {
        let variant = |define| {
            let vertex = include_str!("../../shaders/mesh.vert");
            let fragment = include_str!("../../shaders/mesh.frag");
            HeightProgram::new("mesh", vertex, fragment, define, &CAPTURED)
        };
        Ok(Self {
            basin: Basin::new(gl)?,
            programs: Rc::new(Programs {
                pool: variant(""),
                picture: variant("BACKGROUND_PICTURE"),
                coloured: variant("LOOK_HEIGHTS"),
                lines: variant("LOOK_LINES"),
                sea: SeaMesh::default(),
            }),
            settings: Settings::new(kinds::MESH.parameters),
        })
    }

    /// Reads back, for each vertex, the texture coordinates (u0, v0) of the background and (u1, v1) of the environment map,
    /// row after row: four numbers a vertex; `cells` are columns and rows of the pool. For tests and for learners; slow.
    pub fn capture_coordinates(
        &self,
        gl: &Gl,
        heights: &HeightTexture,
        cells: (usize, usize),
    ) -> Result<Vec<f32>, GlError> {
        let size = self.mesh_size(heights);
        let program = self.program(&self.programs.pool, gl, (heights, cells), None)?;
        program.set("u_lines", 1);
        gl::capture_points(gl, program, size.across, size.along)
    }

    /// Reads back, for each vertex of the mesh of a surface without end, where it rests (x, z) and where it has moved to
    /// (x, y, z), in world metres relative to the eye: five numbers a vertex. For tests and for learners; slow.
    pub fn capture_surface(
        &self,
        gl: &Gl,
        tiles: &TileTextures,
        eye: &Eye,
    ) -> Result<Vec<f32>, GlError> {
        self.programs.sea.capture(gl, tiles, eye, &self.settings)
    }

    fn mesh_size(&self, heights: &HeightTexture) -> MeshSize {
        MeshSize::new(heights.size(), self.settings.integer("detail") as usize)
    }

    fn scene<'a>(&self, frame: &Frame<'a>) -> SceneShape<'a> {
        let depth = self.settings.real("depth") as f32;
        let pool = PoolShape::new(frame.cells, frame.heights.size(), depth);
        SceneShape {
            pool,
            eye: frame.eye,
            size: frame.size,
            walls: frame.walls,
            wall_height: self.settings.real("wall_height") as f32,
        }
    }

    /// The program with the uniforms of the vertex shader set, all but the camera.
    fn program<'a>(
        &self,
        variant: &'a HeightProgram,
        gl: &Gl,
        (heights, cells): (&HeightTexture, (usize, usize)),
        walls: Option<&Walls>,
    ) -> Result<&'a Program, GlError> {
        let real = |key| self.settings.real(key) as f32;
        let program = variant.reading(gl, heights, walls, real("height_scale"))?;
        let shape = PoolShape::new(cells, heights.size(), real("depth"));
        program.set("u_stride", self.mesh_size(heights).stride as i32);
        program.set("u_spacing", shape.spacing);
        program.set("u_half", shape.half);
        if walls.is_some_and(Walls::are_there) {
            program.set("u_wall_height", real("wall_height"));
        }
        program.set("u_refraction", real("refraction"));
        program.set("u_environment", real("environment"));
        Ok(program)
    }
}

impl View for MeshView {
    fn kind(&self) -> &'static ViewKind {
        &kinds::MESH
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn twin(&self) -> Box<dyn View> {
        Box::new(Self {
            basin: self.basin.twin(),
            programs: self.programs.clone(),
            settings: self.settings.clone(),
        })
    }

    fn gain_key(&self) -> &'static str {
        "height_scale"
    }

    fn place_at(
        &self,
        pixel: Vec2,
        (width, height): (usize, usize),
        eye: &Eye,
        shown: &Shown,
        _materials: &Materials,
    ) -> Option<(f64, f64)> {
        let (origin, direction) = eye.ray(pixel, Vec2::new(width as f32, height as f32));
        let real = |key| self.settings.real(key) as f32;
        let ray = (origin, direction);
        if let Some(tiles) = shown.tiles {
            return pick_tiles(ray, tiles, real("height_scale"));
        }
        pick_shown(ray, shown, real("height_scale"), real("wall_height"))
    }

    fn wants_tiles(&self) -> bool {
        true
    }

    fn prepare(&mut self, frame: &Frame) -> Result<(), GlError> {
        if frame.tiles.is_some() {
            return Ok(());
        }
        frame.walls.build()?;
        let scene = self.scene(frame);
        let focusing = self.settings.real("focusing") * self.settings.real("height_scale");
        let Frame {
            gl,
            heights,
            revision,
            materials,
            ..
        } = *frame;
        self.basin
            .gather_light(gl, heights, revision, &scene, focusing as f32)?;
        self.basin.draw_behind(gl, &scene, materials)
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        if let Some(tiles) = frame.tiles {
            return self.programs.sea.draw(frame, tiles, &self.settings);
        }
        let Frame {
            gl,
            eye,
            materials,
            heights,
            cells,
            walls,
            ..
        } = *frame;
        let real = |key| self.settings.real(key) as f32;
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        self.basin.draw(gl, &self.scene(frame), materials)?;

        let size = self.mesh_size(heights);
        let wireframe = self.settings.switch("wireframe");
        let in_colour = self.settings.switch("height_colours");
        if !wireframe || in_colour {
            let variant = match (in_colour, self.settings.choice("background")) {
                (true, _) => &self.programs.coloured,
                (false, 0) => &self.programs.pool,
                (false, _) => &self.programs.picture,
            };
            let program = self.program(variant, gl, (heights, cells), Some(walls))?;
            materials.sky.bind(SKY);
            program.set("u_sky", SKY as i32);
            match (self.settings.choice("background"), self.basin.behind()) {
                (0, Some((behind, margin))) => {
                    behind.bind(BACKGROUND);
                    program.set("u_margin", margin);
                }
                _ => materials.picture.bind(BACKGROUND),
            }
            if walls.are_there() && !in_colour {
                walls.bind_soft(SOFT);
                program.set("u_soft", SOFT as i32);
            }
            program.set("u_background", BACKGROUND as i32);
            program.set("u_view_projection", eye.view_projection());
            program.set("u_background_alpha", real("background_alpha"));
            program.set("u_environment_alpha", real("environment_alpha"));
            program.set("u_colour_range", COLOUR_RANGE * real("height_scale"));
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
            let program = self.program(&self.programs.lines, gl, (heights, cells), Some(walls))?;
            program.set("u_view_projection", eye.view_projection());
            gl.state(Blend::Alpha, Depth::Test);
            program.set("u_lines", 1);
            gl.draw(program, Primitive::LineStrip, size.across, size.along);
            program.set("u_lines", 2);
            gl.draw(program, Primitive::LineStrip, size.along, size.across);
        }
        Ok(())
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
