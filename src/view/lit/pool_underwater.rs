//! The underwater view of a lit pool (docs/models.md §14): floor, walls and obstacles through the water, the surface from below, and
//! light shafts.

use super::caustics::Caustics;
use super::shafts::{Shafts, Smooth};
use super::surface_mesh::Mesh;
use super::uniforms::{ByKind, DrawContext, FrameUniforms};
use crate::gl::{Blend, Depth, GlError, Primitive, Program};
use crate::view::masonry::{Part, draw_faces, set_faces};
use crate::view::shader::{self, SCREEN, compiled, glsl};
use crate::view::{FinishedScene, Frame, Setting, ToneMapping};
use std::cell::OnceCell;
use std::rc::Rc;

/// Height of the meniscus on the lens, pixels, for a picture of this size.
pub(super) fn meniscus(size: (usize, usize)) -> f32 {
    (0.006 * size.1 as f32).max(2.0)
}

/// Compiled when first needed.
#[derive(Default)]
struct Programs {
    /// Indexed by [`Kind::variant`].
    surface: ByKind<OnceCell<Program>>,
    ground: ByKind<OnceCell<Program>>,
    stone: ByKind<OnceCell<Program>>,
    /// For an eye in the water, and through the glass of a tank.
    shafts: [OnceCell<Program>; 2],
    smooth: Smooth,
    /// For each kind of tone mapping.
    waterline: [OnceCell<Program>; ToneMapping::COUNT],
}

/// Draws the underwater view.
pub(super) struct PoolUnderwater {
    programs: Rc<Programs>,
    shafts: Shafts,
}

impl PoolUnderwater {
    pub(super) fn new() -> Self {
        Self {
            programs: Rc::default(),
            shafts: Shafts::default(),
        }
    }

    /// Another instance with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            shafts: Shafts::default(),
        }
    }

    /// Draws the light shafts into their own target.
    pub(super) fn draw_shafts(
        &mut self,
        frame: &Frame,
        lit: &FrameUniforms,
        caustics: &Caustics,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let through_glass = lit.setting == Setting::Tank && !lit.in_water;
        let program = compiled(&self.programs.shafts[usize::from(through_glass)], || {
            let defines = [if through_glass { "TANK" } else { "" }];
            shader::program(gl, "shafts", &defines, SCREEN, glsl!("pool/shafts.frag"))
        })?;
        lit.set(program)?;
        lit.set_basin(program, caustics);
        caustics.set_slices(program);
        program.set("u_unproject", frame.eye.unproject());
        let programs = Rc::clone(&self.programs);
        self.shafts.draw(frame, program, &programs.smooth)
    }

    /// Draws floor, walls and obstacles.
    pub(super) fn draw_ground(&self, frame: &Frame, within: &DrawContext) -> Result<(), GlError> {
        let gl = frame.gl;
        let kind = within.kind(gl);
        let [walls, bottom, lamp, bodies] = kind.defines();
        let ground = compiled(&self.programs.ground[&kind], || {
            let texts = (glsl!("classic/basin.vert"), glsl!("pool/underwater.frag"));
            let defines = [walls, bottom, lamp, bodies, "UP_TO_RIM"];
            shader::program(gl, "submerged pool", &defines, texts.0, texts.1)
        })?;
        self.set(ground, frame, within)?;
        if let Some(surface) = within.caustics.surface() {
            ground.set("u_rays", surface);
        }
        gl.draw(ground, Primitive::Triangles, 6, 5);

        if within.is_walled() {
            let stone = compiled(&self.programs.stone[&kind], || {
                let texts = (
                    glsl!("classic/obstacles.vert"),
                    glsl!("pool/underwater.frag"),
                );
                let defines = [walls, bottom, lamp, bodies, "SIDES", "STONE"];
                shader::program(gl, "submerged stone", &defines, texts.0, texts.1)
            })?;
            self.set(stone, frame, within)?;
            let shape = within.lit.shape(frame, within.walls);
            set_faces(stone, &shape, Part::SidesUnderWater);
            draw_faces(gl, stone, &shape, Part::SidesUnderWater);
        }
        Ok(())
    }

    /// Draws the surface from below.
    pub(super) fn draw_surface(
        &self,
        frame: &Frame,
        within: &DrawContext,
        mesh: &Mesh,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let kind = within.kind(gl);
        let surface = compiled(&self.programs.surface[&kind], || {
            let texts = (
                glsl!("pool/water.vert"),
                glsl!("pool/underwater_surface.frag"),
            );
            shader::program(gl, "surface from below", &kind.defines(), texts.0, texts.1)
        })?;
        self.set(surface, frame, within)?;
        mesh.draw(gl, surface);
        Ok(())
    }

    /// Draws the waterline over the picture where it may cross the lens.
    pub(super) fn draw_waterline(
        &self,
        frame: &Frame,
        scene: &FinishedScene,
        lit: &FrameUniforms,
        caustics: &Caustics,
    ) -> Result<(), GlError> {
        let (gl, eye) = (frame.gl, frame.eye);
        let Some(surface) = caustics.surface() else {
            return Ok(());
        };
        let tones = scene.tone_mapping();
        let program = compiled(&self.programs.waterline[tones.variant()], || {
            let text = glsl!("post/waterline.frag");
            shader::program(gl, "waterline", &tones.defines(), SCREEN, text)
        })?;
        lit.set(program)?;
        program.set("u_rays", surface);
        program.set("u_near", eye.view_projection().inverse());
        program.set("u_thick", meniscus(frame.size));
        scene.set(program);
        frame.scene_colour().set_code(program);
        gl.state(Blend::Alpha, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Sets the uniforms of programs that trace rays under water.
    pub(super) fn set(
        &self,
        program: &Program,
        frame: &Frame,
        within: &DrawContext,
    ) -> Result<(), GlError> {
        within.set(program, frame)?;
        self.shafts.set(program, frame);
        Ok(())
    }
}
