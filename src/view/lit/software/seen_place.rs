//! Deferred shading of a lit sea's surface from above (docs/models.md §15): which point of the water a pixel shows is drawn first, then every
//! pixel is shaded once. The triangles of the mesh are smaller than the blocks of pixels that a software rasteriser shades at once.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Primitive, Program, Target};
use crate::view::Frame;
use crate::view::cascades::{ByCascades, CascadeTextures};
use crate::view::lit::ocean_visibility::OceanVisibility;
use crate::view::open_mesh::OpenMesh;
use crate::view::shader::{self, SCREEN, compiled, glsl};
use glam::Vec2;
use std::cell::OnceCell;
use std::rc::Rc;

#[derive(Default)]
struct Programs {
    /// Find the visible places; without and with the waterline across the lens.
    places: ByCascades<[OnceCell<Program>; 2]>,
    depth: OnceCell<Program>,
}

/// The pass before the one that shades the surface, and its result.
#[derive(Default)]
pub(in crate::view::lit) struct SeenPlaces {
    programs: Rc<Programs>,
    places: Option<Target>,
    is_left_out: bool,
}

impl SeenPlaces {
    /// Another instance with the same programs.
    pub(in crate::view::lit) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::default()
        }
    }

    /// Shades the mesh in place, wherever deferred shading is worth it.
    pub(in crate::view::lit) fn leave_out(&mut self) {
        self.is_left_out = true;
    }

    /// Whether it is done in this frame.
    pub(in crate::view::lit) fn pays(&self, frame: &Frame) -> bool {
        !self.is_left_out
            && frame.defers_shading()
            && frame.gl.capability().renders(Format::Rgba32F)
    }

    /// Drops the places: the surface is drawn as a mesh.
    pub(in crate::view::lit) fn forget(&mut self) {
        self.places = None;
    }

    /// Draws the places of the surface into their own target, if there is memory for one.
    pub(in crate::view::lit) fn prepare(
        &mut self,
        frame: &Frame,
        (cascades, mesh): (&CascadeTextures, &OpenMesh),
        depths: &OceanVisibility,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let fitting = self.places.take();
        let fitting = fitting.filter(|places| places.size() == frame.size);
        let made = || Target::with_formats(gl, &[Format::Rgba32F], frame.size, true).ok();
        let Some(places) = fitting.or_else(made) else {
            return Ok(());
        };
        let program = self.programs.places(gl, cascades, depths)?;
        mesh.set(program);
        depths.set(program, frame);
        places.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        mesh.draw(gl, program);
        self.places = Some(places);
        Ok(())
    }

    /// Whether the surface is drawn by [`SeenPlaces::draw`].
    pub(in crate::view::lit) fn are_ready(&self) -> bool {
        self.places.is_some()
    }

    /// Shades the surface with a program compiled with DEFERRED, before anything else is drawn: it shades every pixel that has a depth.
    pub(in crate::view::lit) fn draw(
        &self,
        frame: &Frame,
        program: &Program,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let Some(places) = self.places.as_ref().and_then(Target::colour) else {
            return Ok(());
        };
        let depth = compiled(&self.programs.depth, || {
            let fragment = glsl!("ocean/seen_depth.frag");
            shader::program(gl, "depth of a lit sea", &[], SCREEN, fragment)
        })?;
        depth.set("u_seen_place", places);
        gl.state(Blend::Off, Depth::Write);
        gl.draw(depth, Primitive::Triangles, 3, 1);
        let (width, height) = places.size();
        program.set("u_seen_place", places);
        program.set(
            "u_view_rays",
            frame.eye.rays(Vec2::new(width as f32, height as f32)),
        );
        gl.state(Blend::Off, Depth::Behind);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }
}

impl Programs {
    fn places(
        &self,
        gl: &Gl,
        cascades: &CascadeTextures,
        depths: &OceanVisibility,
    ) -> Result<&Program, GlError> {
        let [_, _, lens] = depths.defines();
        let (slots, [count, tiled]) = self.places.of(cascades);
        compiled(&slots[usize::from(!lens.is_empty())], || {
            let defines = ["PLACES", lens, tiled, count];
            let vertex = glsl!("classic/ocean_mesh.vert");
            let fragment = glsl!("ocean/seen_place.frag");
            shader::program(gl, "places of a lit sea", &defines, vertex, fragment)
        })
    }
}
