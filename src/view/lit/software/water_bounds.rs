//! Deferred shading of a lit pool's surface (docs/models.md §14): its depth is drawn first, then every pixel is shaded once, in the few
//! triangles of `pool/water_bounds.vert`. Rays that meet bodies are followed before that, at the pixels near whose rays there are any
//! (`bodies/near_bodies.frag`).

use crate::gl::{Blend, Depth, Faces, Format, Gl, GlError, Primitive, Program, Target};
use crate::view::bodies::BodyCount;
use crate::view::frame::SceneColour;
use crate::view::lit::surface_mesh::Mesh;
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};
use crate::view::{Eye, Frame};
use glam::Vec2;
use std::rc::Rc;

/// Pixels along each side of a block that is searched for bodies at once.
pub(in crate::view) const WATER_BLOCK: usize = 4;

/// The programs of the depth pass and of the search for pixels near bodies.
#[derive(Default)]
pub(in crate::view::lit) struct Programs {
    depth: Slot,
    near_bodies: [Slot; BodyCount::EACH.len()],
    near_bodies_depth: Slot,
}

impl Programs {
    /// The program that finds the pixels near bodies.
    fn near_bodies(&self, count: BodyCount) -> Wanted<'_> {
        let slot = &self.near_bodies[count as usize];
        let fragment = glsl!("bodies/near_bodies.frag");
        slot.wanted("near bodies", [count.define()], SCREEN, fragment)
    }

    /// The program that confines a pass to them.
    fn near_bodies_depth(&self) -> Wanted<'_> {
        let vertex = glsl!("pool/water_bounds.vert");
        let fragment = glsl!("bodies/near_bodies_depth.frag");
        (self.near_bodies_depth).wanted("depth near bodies", [], vertex, fragment)
    }
}

/// The passes before the one that shades the surface, and their results.
pub(in crate::view::lit) struct Deferred {
    programs: Rc<Programs>,
    /// Depth of the surface.
    depth: Option<Target>,
    /// Which blocks of pixels have rays near bodies.
    near_bodies: Option<Target>,
    /// The surface near bodies, alpha 0 elsewhere.
    water_near_bodies: Option<Target>,
    /// Lowest and highest height of the drawn surface, metres.
    span: Vec2,
    /// See [`Deferred::leave_out`].
    is_left_out: bool,
}

impl Deferred {
    pub(in crate::view::lit) fn new(programs: &Rc<Programs>) -> Self {
        Self {
            programs: programs.clone(),
            depth: None,
            near_bodies: None,
            water_near_bodies: None,
            span: Vec2::ZERO,
            is_left_out: false,
        }
    }

    /// Another instance with the same programs.
    pub(in crate::view::lit) fn new_sharing(&self) -> Self {
        Self::new(&self.programs)
    }

    /// Whether it is done in this frame.
    pub(in crate::view::lit) fn pays(&self, frame: &Frame) -> bool {
        !self.is_left_out && frame.defers_shading()
    }

    /// Shades the mesh in place, wherever deferred shading is worth it.
    pub(in crate::view::lit) fn leave_out(&mut self) {
        self.is_left_out = true;
    }

    /// The program of the depth pass.
    pub(in crate::view::lit) fn program(&self) -> Wanted<'_> {
        let texts = (glsl!("pool/water.vert"), glsl!("post/depth_only.frag"));
        (self.programs.depth).wanted("depth of the water", [], texts.0, texts.1)
    }

    /// Draws the depth of a surface with heights in `span` (metres) into its own target, if there is memory for one.
    pub(in crate::view::lit) fn prepare(
        &mut self,
        frame: &Frame,
        mesh: &Mesh,
        half: Vec2,
        span: Vec2,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let stored = self.depth.take();
        let fitting = stored.filter(|depth| depth.size() == frame.size);
        let made = || Target::of_depth(gl, frame.size).ok();
        let Some(depth) = fitting.or_else(made) else {
            return Ok(());
        };
        let program = self.program().get(gl)?;
        program.set("u_half", half);
        program.set("u_view_projection", frame.eye.view_projection());
        depth.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        mesh.draw(gl, program);
        self.depth = Some(depth);
        self.span = span;
        Ok(())
    }

    /// Shades the pixels near bodies, with a program compiled with DEFERRED and NEAR_BODIES. `set` sets the uniforms of the program that
    /// finds them.
    pub(in crate::view::lit) fn draw_near_bodies(
        &mut self,
        frame: &Frame,
        count: BodyCount,
        set: impl Fn(&Program),
        program: &Program,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        if self.depth.is_none() {
            return Ok(());
        }
        let blocks = (
            frame.size.0.div_ceil(WATER_BLOCK),
            frame.size.1.div_ceil(WATER_BLOCK),
        );
        let found = fitting(gl, self.near_bodies.take(), Format::Rgba8, blocks, false)?;
        let find = self.programs.near_bodies(count).get(gl)?;
        set(find);
        self.set(frame.eye, find);
        found.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(find, Primitive::Triangles, 3, 1);
        self.near_bodies = Some(found);

        let format = SceneColour::format(gl, frame.radiance);
        let stored = self.water_near_bodies.take();
        let target = fitting(gl, stored, format, frame.size, true)?;
        target.draw_here();
        gl.clear([0.0; 4]);
        gl.state(Blend::Off, Depth::Write);
        let confine = self.programs.near_bodies_depth().get(gl)?;
        set(confine);
        self.draw(gl, frame.eye, confine);
        gl.state(Blend::Off, Depth::Test);
        self.draw(gl, frame.eye, program);
        self.water_near_bodies = Some(target);
        Ok(())
    }

    /// Drops the depth: the surface is drawn as a mesh.
    pub(in crate::view::lit) fn forget(&mut self) {
        self.depth = None;
    }

    /// Whether the surface is drawn by [`Deferred::draw`].
    pub(in crate::view::lit) fn is_ready(&self) -> bool {
        self.depth.is_some()
    }

    /// Shades the surface as seen by `eye`, with a program compiled with DEFERRED.
    pub(in crate::view::lit) fn draw(&self, gl: &Gl, eye: &Eye, program: &Program) {
        self.set(eye, program);
        program.set("u_span", self.span);
        let near = [
            ("u_near_bodies", &self.near_bodies),
            ("u_water_near_bodies", &self.water_near_bodies),
        ];
        for (name, target) in near {
            if let Some(near) = target.as_ref().and_then(Target::colour) {
                program.set_where_known(name, near);
            }
        }
        gl.faces(Faces::Back);
        gl.draw(program, Primitive::Triangles, 6, 6);
        gl.faces(Faces::All);
    }

    /// Sets the uniforms of `pool/seen_surface.glsl`.
    fn set(&self, eye: &Eye, program: &Program) {
        let Some(depth) = self.depth.as_ref().and_then(Target::depth) else {
            return;
        };
        let projection = eye.projection;
        program.set("u_seen_depth", depth);
        let (width, height) = depth.size();
        program.set_where_known(
            "u_view_rays",
            eye.rays(Vec2::new(width as f32, height as f32)),
        );
        program.set_where_known(
            "u_depth_ahead",
            Vec2::new(1.0 + projection.z_axis.z, projection.w_axis.z),
        );
    }
}

/// A target with this format and size: the stored one, if it fits.
fn fitting(
    gl: &Gl,
    stored: Option<Target>,
    format: Format,
    size: (usize, usize),
    depth: bool,
) -> Result<Target, GlError> {
    match stored.filter(|target| target.size() == size) {
        Some(target) => Ok(target),
        None => Target::with_formats(gl, &[format], size, depth),
    }
}
