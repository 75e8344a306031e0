//! Draw calls and the fixed-function state that they need. Each pass sets all of this state, because other code (the panel's painter)
//! shares the context and changes it.

use super::{Gl, Program};
use glow::HasContext;
use std::ops::Range;

/// The primitive that vertices form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    /// Separate squares about each vertex, `gl_PointSize` pixels long.
    Points,
    /// Separate triangles of three vertices.
    Triangles,
    /// A triangle strip.
    TriangleStrip,
    /// A line strip through all vertices.
    LineStrip,
}

/// How a fragment is blended with the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// Replaces the target.
    Off,
    /// `alpha · new + (1 − alpha) · old`.
    Alpha,
    /// `new + old` in every channel.
    Add,
}

/// Use of the depth buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Neither tested nor written.
    Off,
    /// Tested, not written.
    Test,
    /// Tested and written.
    Write,
    /// Tested the other way round, not written: a triangle at the far plane covers the pixels that have been drawn.
    Behind,
}

/// Which faces of triangles are drawn. Front faces have counter-clockwise vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// Both faces.
    All,
    /// Front faces only.
    Front,
    /// Back faces only.
    Back,
}

impl Gl {
    /// Binds the window's framebuffer for drawing. The size is in physical pixels.
    pub fn draw_to_window(&self, width: usize, height: usize) {
        // The driver clamps sizes beyond its limit.
        let [width, height] = [width, height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        // SAFETY: the context is current.
        unsafe {
            self.raw().bind_framebuffer(glow::FRAMEBUFFER, None);
            self.raw().viewport(0, 0, width, height);
        }
    }

    /// Restricts drawing and clearing to these rows of a target, counted from the bottom, from the next [`Gl::clear`] or [`Gl::state`]
    /// on. `None` removes the restriction.
    pub fn clip_rows(&self, rows: Option<Range<usize>>) {
        self.inner.clip.set(rows.map(|rows| {
            let [first, end] = [rows.start, rows.end].map(|row| row.min(1 << 24) as i32);
            (first, (end - first).max(0))
        }));
    }

    /// Applies the scissor rectangle of [`Gl::clip_rows`].
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

    /// Clears the colour (channels 0 to 1) and sets the depth to the far plane.
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

    /// Sets blending and the depth test for the following draw calls.
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
                raw.enable(glow::PROGRAM_POINT_SIZE);
            }
            raw.color_mask(true, true, true, true);
            raw.depth_func(match depth {
                Depth::Behind => glow::GREATER,
                Depth::Off | Depth::Test | Depth::Write => glow::LEQUAL,
            });
            raw.depth_mask(depth == Depth::Write);
            match depth {
                Depth::Off => raw.disable(glow::DEPTH_TEST),
                Depth::Test | Depth::Write | Depth::Behind => raw.enable(glow::DEPTH_TEST),
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
                    // Keeps the target's alpha, so that the window stays opaque.
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

    /// Selects the faces that the following draw calls draw. [`Gl::state`] resets it to both.
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

    /// One instanced draw call: `instances` times `vertices` vertices, distinguished by `gl_InstanceID` and `gl_VertexID`. Draws nothing
    /// if either number exceeds GL's range.
    pub fn draw(&self, program: &Program, primitive: Primitive, vertices: usize, instances: usize) {
        let mode = match primitive {
            Primitive::Points => glow::POINTS,
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
