//! The land of the mesh and the picture view: ground that rises out of the water, drawn once into a texture of display colours over the
//! pool (docs/models.md §17).

use super::basin::SUN;
use super::levels::Levels;
use super::shader::{self, SCREEN, compiled, glsl};
use super::surface::ShownBounded;
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture,
};
use glam::Vec2;
use std::cell::OnceCell;
use std::rc::Rc;

/// Texels along the longer side of the pool.
const TEXELS: f32 = 1024.0;

/// Depth below which water fades out at the shore, in cells.
const SHORE: f32 = 0.1;

/// The programs, compiled on first use.
#[derive(Default)]
struct Programs {
    colours: OnceCell<Program>,
    levels: Levels,
}

/// The land of a pool.
#[derive(Default)]
pub(super) struct Land {
    programs: Rc<Programs>,
    colours: Option<Texture>,
    /// The ground that they show, its depth and gravel, and its half extents.
    shown: Option<(u64, [f32; 2], Vec2)>,
}

impl Land {
    /// The land of another pool, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::default()
        }
    }

    /// Whether there is any: see [`Land::prepare`].
    pub(super) fn is_there(&self) -> bool {
        self.colours.is_some()
    }

    /// Draws the colours of a ground that is new. Draws into its own target.
    pub(super) fn prepare(&mut self, gl: &Gl, shown: &ShownBounded) -> Result<(), GlError> {
        let bottom = match shown.field.has_ground() {
            true => shown.bottom()?,
            false => None,
        };
        let Some(bottom) = bottom.as_deref().and_then(Option::as_ref) else {
            (self.colours, self.shown) = (None, None);
            return Ok(());
        };
        let half = shader::half_extents(shown.field.size());
        let cover = shown.cover()?;
        let gravel = cover.as_ref().map_or(0.0, |cover| cover.gravel);
        let wanted = Some((shown.bottom_revision(), [shown.depth, gravel], half));
        if self.shown == wanted && self.is_there() {
            return Ok(());
        }
        self.shown = None;
        let side = |half: f32, of: Vec2| (TEXELS * half / of.max_element()).ceil() as usize;
        let size = (side(half.x, half).max(1), side(half.y, half).max(1));
        let layout = Layout {
            levels: Layout::all_levels(size),
            filter: Filter::Mipmapped,
            ..Layout::new(Format::Rgba8, size)
        };
        let colours = Texture::fitting(&mut self.colours, gl, layout)?;
        let program = compiled(&self.programs.colours, || {
            let text = glsl!("classic/land_colours.frag");
            shader::program(gl, "land", &["BOTTOM"], SCREEN, text)
        })?;
        program.set("u_half", half);
        program.set("u_depth", shown.depth);
        bottom.set(program);
        if let Some(cover) = cover {
            cover.set(program);
        }
        program.set("u_sun_above", SUN.normalize());
        let target = Target::onto(gl, vec![(colours.clone(), 0, 0)], false)?;
        target.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.programs.levels.draw(gl, colours)?;
        self.shown = wanted;
        Ok(())
    }

    /// Sets the uniforms of `lib/land.glsl`, the floor of `lib/shape.glsl` and the depth in which water fades out. `height_scale`
    /// multiplies heights and depths.
    pub(super) fn set(
        &self,
        program: &Program,
        shown: &ShownBounded,
        height_scale: f32,
    ) -> Result<(), GlError> {
        let Some(colours) = &self.colours else {
            return Ok(());
        };
        program.set_where_known("u_land", colours);
        if let Some(bottom) = shown.bottom()?.as_deref().and_then(Option::as_ref) {
            bottom.set(program);
        }
        if let Some(cover) = shown.cover()? {
            cover.set(program);
        }
        let (columns, rows) = shown.field.cells();
        let cell = shown.field.size()[0].max(shown.field.size()[1]) / columns.max(rows) as f64;
        program.set_where_known("u_shore", SHORE * cell as f32 * height_scale.max(1e-3));
        program.set_where_known("u_depth", scaled_depth(shown, height_scale));
        Ok(())
    }
}

/// Depth of a pool with land, metres: the ground is exaggerated like the waves.
pub(super) fn scaled_depth(shown: &ShownBounded, height_scale: f32) -> f32 {
    shown.depth * height_scale.max(1e-3)
}
