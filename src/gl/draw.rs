//! Draw calls and the little fixed-function state they need. Each pass states all of it, since others (the panel's painter)
//! share the context and leave theirs behind.

use super::{Gl, Program};
use glow::HasContext;
use std::ops::Range;

/// How vertices join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// Three vertices each.
    Triangles,
    /// A ribbon: each further vertex adds a triangle.
    TriangleStrip,
    /// A line through all vertices.
    LineStrip,
}

/// Blending: how a fragment meets what was drawn before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// Replaces it.
    Off,
    /// `alpha · new + (1 − alpha) · old`.
    Alpha,
    /// `new + old`, in every channel.
    Add,
}

/// The depth test: what the depth buffer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Neither tested nor written.
    Off,
    /// Tested, not written.
    Test,
    /// Tested and written.
    Write,
}

/// Which sides of triangles are drawn; the front is where their vertices turn against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Both.
    All,
    /// Those seen from the front.
    Front,
    /// Those seen from behind.
    Back,
}

impl Gl {
    /// Makes the default framebuffer, the window's own, the one drawn to. Size in physical pixels.
    pub fn draw_to_window(&self, width: usize, height: usize) {
        // The driver cuts what is more than it can.
        let [width, height] = [width, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        // SAFETY: the context is current.
        unsafe {
            self.raw().bind_framebuffer(glow::FRAMEBUFFER, None);
            self.raw().viewport(0, 0, width, height);
        }
    }

    /// Has only these rows of a target, counted from the bottom, drawn to and cleared from the next [`Gl::clear`] or [`Gl::state`] on;
    /// `None`: all of them.
    pub fn clip_rows(&self, rows: Option<Range<usize>>) {
        self.inner.clip.set(rows.map(|rows| {
            let [first, end] = [rows.start, rows.end].map(|row| row.min(1 << 24) as i32);
            (first, (end - first).max(0))
        }));
    }

    /// Sets what [`Gl::clip_rows`] asks for.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn scissor(&self) {
        let raw = self.raw();
        // SAFETY: the caller promises a current context, and width and height are not negative.
        unsafe {
            match self.inner.clip.get() {
                Some((first, rows)) => {
                    raw.enable(glow::SCISSOR_TEST);
                    raw.scissor(0, first, 1 << 24, rows);
                }
                None => raw.disable(glow::SCISSOR_TEST),
            }
        }
    }

    /// Fills the target with one colour (0 to 1) and the farthest depth.
    pub fn clear(&self, [red, green, blue, alpha]: [f32; 4]) {
        let raw = self.raw();
        // SAFETY: the context is current.
        unsafe {
            self.scissor();
            raw.color_mask(true, true, true, true);
            raw.depth_mask(true);
            raw.clear_color(red, green, blue, alpha);
            raw.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
        }
    }

    /// Blending and depth test for the draw calls that follow.
    pub fn state(&self, blend: Blend, depth: Depth) {
        let raw = self.raw();
        // SAFETY: the context is current.
        unsafe {
            self.scissor();
            raw.disable(glow::CULL_FACE);
            raw.disable(glow::STENCIL_TEST);
            raw.disable(glow::POLYGON_OFFSET_FILL);
            raw.depth_range_f32(0.0, 1.0);
            if self.capability().profile == super::Profile::Core {
                raw.disable(glow::FRAMEBUFFER_SRGB);
            }
            raw.color_mask(true, true, true, true);
            raw.depth_func(glow::LEQUAL);
            raw.depth_mask(depth == Depth::Write);
            match depth {
                Depth::Off => raw.disable(glow::DEPTH_TEST),
                Depth::Test | Depth::Write => raw.enable(glow::DEPTH_TEST),
            }
            match blend {
                Blend::Off => raw.disable(glow::BLEND),
                Blend::Add => {
                    raw.enable(glow::BLEND);
                    raw.blend_equation(glow::FUNC_ADD);
                    raw.blend_func(glow::ONE, glow::ONE);
                }
                Blend::Alpha => {
                    raw.enable(glow::BLEND);
                    raw.blend_equation(glow::FUNC_ADD);
                    // What lies under stays opaque, so that the window's own alpha stays 1.
                    raw.blend_func_separate(
                        glow::SRC_ALPHA,
                        glow::ONE_MINUS_SRC_ALPHA,
                        glow::ONE,
                        glow::ONE_MINUS_SRC_ALPHA,
                    );
                }
            }
        }
    }

    /// Which sides of triangles the draw calls that follow draw; [`Gl::state`] goes back to both.
    pub fn faces(&self, faces: Faces) {
        let raw = self.raw();
        // SAFETY: the context is current.
        unsafe {
            match faces {
                Faces::All => raw.disable(glow::CULL_FACE),
                Faces::Front | Faces::Back => {
                    raw.enable(glow::CULL_FACE);
                    raw.front_face(glow::CCW);
                    raw.cull_face(match faces {
                        Faces::Back => glow::FRONT,
                        _ => glow::BACK,
                    });
                }
            }
        }
    }

    /// One instanced draw call: `instances` times `vertices` vertices, told apart by `gl_InstanceID` and `gl_VertexID`. Nothing
    /// is drawn where there are more of either than GL can count.
    pub fn draw(&self, program: &Program, primitive: Primitive, vertices: usize, instances: usize) {
        let mode = match primitive {
            Primitive::Triangles => glow::TRIANGLES,
            Primitive::TriangleStrip => glow::TRIANGLE_STRIP,
            Primitive::LineStrip => glow::LINE_STRIP,
        };
        let counts = [vertices, instances].map(i32::try_from);
        let [Ok(vertices), Ok(instances)] = counts else {
            log::error!("{vertices} vertices {instances} times are more than GL can count");
            return;
        };
        program.bind();
        program.bind_textures();
        program.check_complete();
        self.bind_vertices();
        // SAFETY: the context is current, and whatever the counts, no vertex is read from memory: the vertex array has no
        // attributes. What the shaders read, textures and uniforms, belongs to the driver.
        unsafe {
            self.raw()
                .draw_arrays_instanced(mode, 0, vertices, instances);
            self.raw().bind_vertex_array(None);
        }
    }

    /// Binds the vertex array without attributes.
    pub(super) fn bind_vertices(&self) {
        // SAFETY: the context is current.
        unsafe { self.raw().bind_vertex_array(Some(self.inner.vertices)) };
    }
}
