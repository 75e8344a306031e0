//! Glare: light that an eye or a lens scatters around bright things (docs/models.md §14). A share of the scene's light is spread by a
//! pyramid of up to five levels, each with the same energy over twice the width, which falls with the square of the angle as the glare of the
//! human eye does.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Target, Texture};
use crate::view::frame::SceneColour;
use crate::view::shader::{SCREEN, Slot, glsl};

/// Levels of the pyramid.
const LEVELS: usize = 5;

/// Approximate number of rows of the finest level.
const ROWS: usize = 180;

/// Of a scene that is drawn at less than this share of its width and then scaled up, the finest level is left out: it would cost a
/// software rasteriser a tenth of the frame.
const COARSE: f32 = 0.7;

/// Share of the light that is scattered.
const SCATTERED: f32 = 0.012;

/// Levels of a scene that is drawn at this share of its width.
fn levels_at(scale: f32) -> usize {
    LEVELS - usize::from(scale < COARSE)
}

/// Programs, shared between instances.
#[derive(Default)]
pub(super) struct GlarePrograms {
    reduce: Slot,
    halve: Slot,
    spread: Slot,
}

/// The pyramid of one scene.
pub(super) struct Glare {
    /// From fine to coarse.
    levels: Vec<Target>,
    /// Each level but the coarsest, with all coarser ones spread over it.
    sums: Vec<Target>,
    /// Pixels of the scene along a side of a texel of the finest level.
    factor: usize,
    scene_size: (usize, usize),
}

impl Glare {
    /// For scenes of this size, relative to the picture's width `scale`.
    pub(super) fn new(gl: &Gl, size: (usize, usize), scale: f32) -> Result<Self, GlError> {
        let levels = levels_at(scale);
        let factor = ((size.1 + ROWS / 2) / ROWS).max(1) << (LEVELS - levels);
        let side = |side: usize, level: usize| side.div_ceil(factor << level).max(1);
        let target = |level| {
            let size = (side(size.0, level), side(size.1, level));
            Target::with_formats(gl, &[Format::Rgba16F], size, false)
        };
        Ok(Self {
            levels: (0..levels).map(target).collect::<Result<_, _>>()?,
            sums: (0..levels - 1).map(target).collect::<Result<_, _>>()?,
            factor,
            scene_size: size,
        })
    }

    /// Whether it is for scenes of this size and scale.
    pub(super) fn fits(&self, size: (usize, usize), scale: f32) -> bool {
        self.scene_size == size && self.levels.len() == levels_at(scale)
    }

    /// Share of the light that is scattered, and the factor of [`Glare::light`] for it; `strength` 1 is a clean lens.
    pub(super) fn shares(&self, strength: f32) -> [f32; 2] {
        let of_level = SCATTERED * strength.min(10.0) / LEVELS as f32;
        [of_level * self.levels.len() as f32, of_level]
    }

    /// Draws the glare of a scene, or its levels alone.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        programs: &GlarePrograms,
        scene: &Texture,
        has_light: bool,
    ) -> Result<(), GlError> {
        let draw = |slot: &Slot, target: &Target, name, text, [from, finer]: [_; 2]| {
            let program = slot.wanted(name, [], SCREEN, text).get(gl)?;
            let [from, finer]: [Option<&Texture>; 2] = [from, finer];
            if let Some(from) = from {
                program.set("u_picture", from);
            }
            if let Some(finer) = finer {
                program.set("u_finer", finer);
            }
            program.set_where_known("u_factor", self.factor as i32);
            SceneColour::new(false).set_code(program);
            target.draw_here();
            gl.state(Blend::Off, Depth::Off);
            gl.draw(program, Primitive::Triangles, 3, 1);
            Ok::<_, GlError>(())
        };
        let mut before = None;
        for level in &self.levels {
            let (slot, name, text) = match before {
                None => (&programs.reduce, "glare", glsl!("post/glare.frag")),
                Some(_) => (&programs.halve, "half glare", glsl!("post/glare_half.frag")),
            };
            draw(slot, level, name, text, [before.or(Some(scene)), None])?;
            before = level.colour();
        }
        let sums = if has_light { &self.sums[..] } else { &[] };
        for (level, sum) in self.levels.iter().zip(sums).rev() {
            let text = glsl!("post/glare_spread.frag");
            let from = [before, level.colour()];
            draw(&programs.spread, sum, "spread glare", text, from)?;
            before = sum.colour();
        }
        Ok(())
    }

    /// The coarsest level but one: a blurred picture of the scene, some 22 rows high if the scene has as many as that.
    pub(super) fn coarse(&self) -> Option<&Texture> {
        self.levels[self.levels.len() - 2].colour()
    }

    /// The scattered light for `post/finished.glsl`: the sum of all levels.
    pub(super) fn light(&self) -> Option<&Texture> {
        self.sums.first()?.colour()
    }
}
