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

    /// Whether deferred shading is worth it: on a software rasteriser, with one sample a pixel. (With several, each sample at an edge may
    /// see another point.)
    pub(in crate::view::lit) fn pays(&self, frame: &Frame) -> bool {
        let capability = frame.gl.capability();
        !self.is_left_out
            && capability.is_software()
            && capability.taps() <= 1.0
            && capability.finest_floats() == Format::Rgba32F
            && frame.samples == 1
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

    /// The `#define` of the surface's program; empty where its mesh is shaded in place.
    pub(in crate::view::lit) fn define(&self) -> &'static str {
        match self.places {
            Some(_) => "DEFERRED",
            None => "",
        }
    }

    /// Shades the surface with a program compiled with DEFERRED, into an empty target.
    pub(in crate::view::lit) fn draw(
        &self,
        frame: &Frame,
        program: &Program,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let depth = compiled(&self.programs.depth, || {
            let fragment = glsl!("ocean/seen_depth.frag");
            shader::program(gl, "depth of a lit sea", &[], SCREEN, fragment)
        })?;
        for (program, state) in [(depth, Depth::Write), (program, Depth::Behind)] {
            if let Some(places) = self.places.as_ref().and_then(Target::colour) {
                program.set("u_seen_place", places);
                let (width, height) = places.size();
                let rays = frame.eye.rays(Vec2::new(width as f32, height as f32));
                program.set_where_known("u_view_rays", rays);
            }
            program.set_where_known("u_eye", frame.eye.position);
            gl.state(Blend::Off, state);
            gl.draw(program, Primitive::Triangles, 3, 1);
        }
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
