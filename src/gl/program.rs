//! A linked pair of shaders, and the uniforms set on it by name.

use super::{Gl, GlError};
use glam::{Mat4, Vec2, Vec3, Vec4};
use glow::HasContext;

/// A vertex and a fragment shader, linked. Deleted when dropped.
pub struct Program {
    gl: Gl,
    handle: glow::Program,
    uniforms: Vec<(String, glow::UniformLocation)>,
    /// Floats that are captured of each vertex.
    captured: usize,
    /// The text of both shaders, against which uniforms are checked while developing.
    declared: String,
}

impl Program {
    /// Compiles and links two full shader texts (see [`super::assemble`]); `name` is for messages. `captured` are vertex outputs,
    /// floats and vectors of them, that [`super::capture_points`] can read back.
    ///
    /// # Safety
    /// The shaders must index no array beyond its ends, whatever they are given: drivers need not check that.
    pub unsafe fn new(
        gl: &Gl,
        name: &str,
        vertex: &str,
        fragment: &str,
        captured: &[&str],
    ) -> Result<Self, GlError> {
        Self::of_a_view(gl, name, vertex, fragment, captured)
    }

    /// As [`Program::new`], for the texts of the views, all of which keep that promise: they have one array, and clamp what
    /// they index it with.
    pub(crate) fn of_a_view(
        gl: &Gl,
        name: &str,
        vertex: &str,
        fragment: &str,
        captured: &[&str],
    ) -> Result<Self, GlError> {
        let raw = gl.raw();
        // SAFETY: the context is current as long as `gl` lives.
        let handle = unsafe { raw.create_program() }.map_err(|reason| GlError::Exhausted {
            what: "program",
            reason,
        })?;
        // Made before anything can fail, so that it is deleted whatever happens.
        let mut program = Self {
            gl: gl.clone(),
            handle,
            uniforms: Vec::new(),
            captured: 0,
            declared: String::new(),
        };
        let stages = [
            (glow::VERTEX_SHADER, "vertex", vertex),
            (glow::FRAGMENT_SHADER, "fragment", fragment),
        ];
        for (stage, stage_name, text) in stages {
            program.attach(stage, &format!("{name}.{stage_name}"), text)?;
        }
        if cfg!(debug_assertions) {
            program.declared = format!("{vertex}{fragment}");
        }
        if captured.iter().any(|output| output.contains('\0')) {
            return Err(program.refused(name, "the name of a captured output has a NUL in it"));
        }
        // SAFETY: as above; the handle is a program with both stages attached, and the names end where they should.
        unsafe {
            if !captured.is_empty() {
                raw.transform_feedback_varyings(handle, captured, glow::INTERLEAVED_ATTRIBS);
            }
            raw.link_program(handle);
            if !raw.get_program_link_status(handle) {
                return Err(program.refused(name, &raw.get_program_info_log(handle)));
            }
            for index in 0..raw.get_active_uniforms(handle) {
                let Some(uniform) = raw.get_active_uniform(handle, index) else {
                    continue;
                };
                if let Some(location) = raw.get_uniform_location(handle, &uniform.name) {
                    // An array goes by the name of its first element.
                    let name = uniform.name.trim_end_matches("[0]").to_owned();
                    program.uniforms.push((name, location));
                }
            }
            for index in 0..captured.len() as u32 {
                let output = raw.get_transform_feedback_varying(handle, index);
                let floats = output.and_then(|output| {
                    Some(floats(output.tftype)? * usize::try_from(output.size).ok()?)
                });
                let Some(floats) = floats else {
                    return Err(program.refused(name, "a captured output is not of floats"));
                };
                program.captured += floats;
            }
        }
        Ok(program)
    }

    fn attach(&self, stage: u32, name: &str, text: &str) -> Result<(), GlError> {
        // GL takes a negative length for a text that ends with a NUL, and ours has none.
        if i32::try_from(text.len()).is_err() {
            return Err(self.refused(name, "its text is too long to be a shader"));
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current; the driver copies the text, whose length it is given; the shader is deleted here and
        // lives on only inside the program.
        unsafe {
            let shader = raw
                .create_shader(stage)
                .map_err(|reason| GlError::Exhausted {
                    what: "shader",
                    reason,
                })?;
            raw.shader_source(shader, text);
            raw.compile_shader(shader);
            let compiled = raw.get_shader_compile_status(shader);
            let log = raw.get_shader_info_log(shader);
            if compiled {
                raw.attach_shader(self.handle, shader);
            }
            raw.delete_shader(shader);
            if compiled {
                Ok(())
            } else {
                Err(self.refused(name, &log))
            }
        }
    }

    fn refused(&self, name: &str, log: &str) -> GlError {
        log::debug!("{name}: {log}");
        GlError::Shader {
            name: name.to_owned(),
            renderer: self.gl.capability().renderer.clone(),
            log: log
                .lines()
                .find(|line| !line.trim().is_empty())
                .unwrap_or("no reason given")
                .to_owned(),
        }
    }

    /// Sets a uniform. One that the compiler found unused is quietly skipped.
    pub fn set(&self, name: &str, value: impl Uniform) {
        debug_assert!(
            self.declared.contains(name),
            "no uniform `{name}` in the shader's text"
        );
        if let Some((_, location)) = self.uniforms.iter().find(|(known, _)| known == name) {
            self.bind();
            value.set(&self.gl, location);
        }
    }

    /// Floats that [`super::capture_points`] reads of each vertex.
    pub(super) fn captured(&self) -> usize {
        self.captured
    }

    pub(super) fn bind(&self) {
        // SAFETY: the context is current and the program linked.
        unsafe { self.gl.raw().use_program(Some(self.handle)) };
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_program(self.handle) };
    }
}

/// How many floats a captured output of this type has.
fn floats(kind: u32) -> Option<usize> {
    match kind {
        glow::FLOAT => Some(1),
        glow::FLOAT_VEC2 => Some(2),
        glow::FLOAT_VEC3 => Some(3),
        glow::FLOAT_VEC4 => Some(4),
        _ => None,
    }
}

/// A value that a shader can be given.
pub trait Uniform {
    /// Sets it at `location` of the program in use.
    fn set(self, gl: &Gl, location: &glow::UniformLocation);
}

macro_rules! uniform {
    ($type:ty, $value:ident, $call:ident ( $($argument:expr),+ )) => {
        impl Uniform for $type {
            fn set(self, gl: &Gl, location: &glow::UniformLocation) {
                let $value = self;
                // SAFETY: the context is current; a slice goes with its length, and a location or a value that does not
                // suit the program in use is a GL error, not undefined behaviour.
                unsafe { gl.raw().$call(Some(location), $($argument),+) };
            }
        }
    };
}

uniform!(i32, v, uniform_1_i32(v));
uniform!([i32; 2], v, uniform_2_i32(v[0], v[1]));
uniform!([i32; 4], v, uniform_4_i32(v[0], v[1], v[2], v[3]));
uniform!(f32, v, uniform_1_f32(v));
uniform!(Vec2, v, uniform_2_f32(v.x, v.y));
uniform!(Vec3, v, uniform_3_f32(v.x, v.y, v.z));
uniform!(Vec4, v, uniform_4_f32(v.x, v.y, v.z, v.w));
uniform!(&[f32], v, uniform_1_f32_slice(v));
uniform!(
    Mat4,
    v,
    uniform_matrix_4_f32_slice(false, &v.to_cols_array())
);
