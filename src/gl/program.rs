//! Shader programs and their uniforms, set by name.

use super::texture::Handle;
use super::{Gl, GlError, Source, Texture};
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};
use glow::HasContext;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::rc::{Rc, Weak};

/// A linked vertex and fragment shader. Deleted when dropped.
///
/// Each sampler has a texture unit of its own. A draw call binds the textures that were [set](Program::set).
pub struct Program {
    gl: Gl,
    handle: glow::Program,
    name: String,
    uniforms: Vec<Active>,
    /// Number of captured floats of each vertex.
    captured: usize,
    /// Names of the uniforms in the source of both shaders, also of those that the compiler removed.
    declared: HashSet<String>,
    /// Whether all uniforms are known to be set.
    complete: Cell<bool>,
    /// [`Gl::renewals`] when it was last used; `None` before.
    used: Cell<Option<u64>>,
}

/// An active uniform.
pub struct Active {
    name: String,
    location: glow::UniformLocation,
    /// Texture unit, if it is a sampler.
    unit: Option<Unit>,
    given: Cell<bool>,
}

/// A texture unit and the texture to bind there.
struct Unit {
    number: u32,
    /// Texture target of the sampler.
    target: u32,
    texture: RefCell<Weak<Handle>>,
}

impl Program {
    /// Compiles and links two complete shader sources (see [`super::assemble`]). `name` is for messages. `captured` names vertex outputs
    /// (floats and vectors of floats) that [`super::capture_points`] can read back (transform feedback). Returns [`GlError::Shader`] if
    /// the driver rejects a shader.
    ///
    /// # Safety
    /// The shaders must not index an array out of bounds, whatever their inputs: drivers need not check that.
    pub unsafe fn new(
        gl: &Gl,
        name: &str,
        vertex: &Source,
        fragment: &Source,
        captured: &[&str],
    ) -> Result<Self, GlError> {
        Begun::of_a_view(gl, name, (vertex.clone(), fragment.clone()), captured)?.finish()
    }

    fn refused(&self, name: &str, log: &str) -> GlError {
        let line = log.lines().find(|line| !line.trim().is_empty());
        GlError::Shader {
            name: name.to_owned(),
            renderer: self.gl.capability().renderer.clone(),
            log: line.unwrap_or("no reason given").to_owned(),
        }
    }

    /// Sets a uniform, or the texture of a sampler. The texture stays set until it is dropped or replaced. A uniform that the compiler
    /// removed is ignored; a name that the source does not declare counts as a complaint, as of the driver.
    pub fn set(&self, name: &str, value: impl Uniform) {
        match self.uniforms.iter().find(|known| known.name == name) {
            Some(uniform) => {
                uniform.given.set(true);
                self.bind();
                value.set(self, uniform);
            }
            None if self.declared.contains(name) => {}
            None => self.complain(&format!("has no uniform `{name}`")),
        }
    }

    /// As [`Program::set`], but ignores undeclared names: for uniforms that many programs share.
    pub(crate) fn set_where_known(&self, name: &str, value: impl Uniform) {
        if self.declared.contains(name) {
            self.set(name, value);
        }
    }

    fn complain(&self, about: &str) {
        self.gl
            .debug()
            .complain(&format!("the shader `{}` {about}", self.name));
    }

    /// Binds the textures that were set.
    pub(super) fn bind_textures(&self) {
        let raw = self.gl.raw();
        for unit in self
            .uniforms
            .iter()
            .filter_map(|uniform| uniform.unit.as_ref())
        {
            let texture = unit.texture.borrow().upgrade().map(|texture| texture.raw);
            // SAFETY: the context is current; a unit that the driver does not have is a GL error, not undefined behaviour, and the
            // program would not have been linked.
            unsafe {
                raw.active_texture(glow::TEXTURE0.saturating_add(unit.number));
                raw.bind_texture(unit.target, texture);
            }
        }
        // SAFETY: as above.
        unsafe { raw.active_texture(glow::TEXTURE0) };
    }

    /// Records a complaint, once, about uniforms that were never set.
    pub(super) fn check_complete(&self) {
        if !self.complete.replace(true) {
            for uniform in self.uniforms.iter().filter(|uniform| !uniform.given.get()) {
                self.complain(&format!(
                    "draws with its uniform `{}` never set",
                    uniform.name
                ));
            }
        }
    }

    /// Number of floats that [`super::capture_points`] reads of each vertex.
    pub(super) fn captured(&self) -> usize {
        self.captured
    }

    /// Interrupts the frame before the first draw call with the program, or the first one after [`Gl::renew_programs`], if it has no time;
    /// see [`Gl::interrupt_frames`].
    pub(crate) fn begin_use(&self) -> Result<(), GlError> {
        let now = Some(self.gl.renewals());
        if self.used.get() != now {
            self.gl.check_time()?;
            self.used.set(now);
        }
        Ok(())
    }

    pub(super) fn bind(&self) {
        // SAFETY: the context is current and the program linked.
        unsafe { self.gl.raw().use_program(Some(self.handle)) };
    }
}

/// A program whose shaders have been passed to the driver. It makes no query before [`Begun::finish`], so it never blocks on a driver
/// that compiles in the background or on several threads.
pub(crate) struct Begun {
    program: Program,
    stages: [Stage; 2],
    captured: usize,
    _registered: Registered,
}

/// A shader of the program, with its name for messages. Deleted when dropped; the program keeps it alive.
struct Stage {
    gl: Gl,
    handle: glow::Shader,
    name: String,
    source: Source,
}

/// Registers a program with [`Gl::is_compiling`].
struct Registered {
    gl: Gl,
    handle: glow::Program,
}

impl Begun {
    /// As [`Program::new`], for the sources of the views. All of them satisfy its safety condition: they clamp every array index, or it
    /// is a loop counter.
    pub(crate) fn of_a_view(
        gl: &Gl,
        name: &str,
        (vertex, fragment): (Source, Source),
        captured: &[&str],
    ) -> Result<Self, GlError> {
        gl.check_time()?;
        let raw = gl.raw();
        // SAFETY: the context is current as long as `gl` lives.
        let handle = unsafe { raw.create_program() }.map_err(|reason| GlError::Exhausted {
            what: "program",
            reason,
        })?;
        // Created before anything can fail, so that it is deleted in every case.
        let mut program = Program {
            gl: gl.clone(),
            handle,
            name: name.to_owned(),
            uniforms: Vec::new(),
            captured: 0,
            declared: HashSet::new(),
            complete: Cell::new(false),
            used: Cell::new(None),
        };
        let stages = [
            program.stage(glow::VERTEX_SHADER, "vertex", vertex)?,
            program.stage(glow::FRAGMENT_SHADER, "fragment", fragment)?,
        ];
        // After the check of their lengths, and while the driver compiles them.
        let [vertex, fragment] = stages.each_ref().map(|stage| stage.source.uniforms());
        program.declared = &vertex | &fragment;
        if captured.iter().any(|output| output.contains('\0')) {
            return Err(program.refused(name, "the name of a captured output has a NUL in it"));
        }
        // SAFETY: as above; the handle is a program with both stages attached, and the names end where they should.
        unsafe {
            if !captured.is_empty() {
                raw.transform_feedback_varyings(handle, captured, glow::INTERLEAVED_ATTRIBS);
            }
            raw.link_program(handle);
        }
        gl.begun().borrow_mut().push(handle);
        Ok(Self {
            program,
            stages,
            captured: captured.len(),
            _registered: Registered {
                gl: gl.clone(),
                handle,
            },
        })
    }

    /// Waits for the driver and queries the uniforms. Returns [`GlError::Shader`] if the driver rejects a shader.
    pub(crate) fn finish(self) -> Result<Program, GlError> {
        let Self {
            mut program,
            stages,
            captured,
            ..
        } = self;
        let (gl, handle) = (program.gl.clone(), program.handle);
        let (raw, name) = (gl.raw(), program.name.clone());
        // SAFETY: the context is current as long as `gl` lives, and both are a program's.
        unsafe {
            if !raw.get_program_link_status(handle) {
                let refused = |stage: &&Stage| !raw.get_shader_compile_status(stage.handle);
                return Err(match stages.iter().find(refused) {
                    Some(stage) => {
                        let log = raw.get_shader_info_log(stage.handle);
                        log::debug!("{}: {log}", stage.name);
                        program.refused(&stage.name, &stage.source.located(&log))
                    }
                    None => program.refused(&name, &raw.get_program_info_log(handle)),
                });
            }
            raw.use_program(Some(handle));
            let mut units = 0;
            for index in 0..raw.get_active_uniforms(handle) {
                let Some(uniform) = raw.get_active_uniform(handle, index) else {
                    continue;
                };
                let Some(location) = raw.get_uniform_location(handle, &uniform.name) else {
                    continue;
                };
                if sampled(uniform.utype).is_some() && uniform.size > 1 {
                    return Err(
                        program.refused(&name, "it has an array of samplers: use an array texture")
                    );
                }
                let unit = sampled(uniform.utype).map(|target| {
                    units += 1;
                    Unit {
                        number: units - 1,
                        target,
                        texture: RefCell::default(),
                    }
                });
                if let Some(unit) = &unit {
                    raw.uniform_1_i32(Some(&location), unit.number as i32);
                }
                program.uniforms.push(Active {
                    // GL reports an array by its first element.
                    name: uniform.name.trim_end_matches("[0]").to_owned(),
                    location,
                    unit,
                    given: Cell::new(false),
                });
            }
            for index in 0..captured as u32 {
                let output = raw.get_transform_feedback_varying(handle, index);
                let floats = output.and_then(|output| {
                    Some(floats(output.tftype)? * usize::try_from(output.size).ok()?)
                });
                let Some(floats) = floats else {
                    return Err(program.refused(&name, "a captured output is not of floats"));
                };
                program.captured += floats;
            }
        }
        Ok(program)
    }
}

impl Program {
    /// Creates a shader and starts its compilation.
    fn stage(&self, kind: u32, kind_name: &str, source: Source) -> Result<Stage, GlError> {
        let name = format!("{}.{kind_name}", self.name);
        // GL treats a negative length as a NUL-terminated string; this text has no NUL.
        if i32::try_from(source.text().len()).is_err() {
            return Err(self.refused(&name, "its text is too long to be a shader"));
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current; the driver copies the text, whose length it is given.
        unsafe {
            let handle = raw
                .create_shader(kind)
                .map_err(|reason| GlError::Exhausted {
                    what: "shader",
                    reason,
                })?;
            raw.shader_source(handle, source.text());
            raw.compile_shader(handle);
            raw.attach_shader(self.handle, handle);
            Ok(Stage {
                gl: self.gl.clone(),
                handle,
                name,
                source,
            })
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_shader(self.handle) };
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        let mut begun = self.gl.begun().borrow_mut();
        begun.retain(|handle| *handle != self.handle);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_program(self.handle) };
    }
}

/// Number of floats in a captured output of this type.
fn floats(kind: u32) -> Option<usize> {
    match kind {
        glow::FLOAT => Some(1),
        glow::FLOAT_VEC2 => Some(2),
        glow::FLOAT_VEC3 => Some(3),
        glow::FLOAT_VEC4 => Some(4),
        _ => None,
    }
}

/// Texture target of a sampler type; `None` for other types.
fn sampled(kind: u32) -> Option<u32> {
    match kind {
        glow::SAMPLER_2D | glow::INT_SAMPLER_2D => Some(glow::TEXTURE_2D),
        glow::SAMPLER_3D => Some(glow::TEXTURE_3D),
        glow::SAMPLER_2D_ARRAY | glow::INT_SAMPLER_2D_ARRAY => Some(glow::TEXTURE_2D_ARRAY),
        glow::SAMPLER_CUBE | glow::INT_SAMPLER_CUBE => Some(glow::TEXTURE_CUBE_MAP),
        _ => None,
    }
}

/// A value of a uniform.
pub trait Uniform {
    /// Sets the uniform of the program in use.
    fn set(self, program: &Program, uniform: &Active);
}

/// The texture of a sampler, while it lives.
impl Uniform for &Texture {
    fn set(self, program: &Program, uniform: &Active) {
        match &uniform.unit {
            Some(unit) if unit.target == self.layout().target() => {
                *unit.texture.borrow_mut() = Rc::downgrade(self.handle());
            }
            _ => program.complain(&format!("reads no such texture as `{}`", uniform.name)),
        }
    }
}

macro_rules! uniform {
    ($type:ty, $value:ident, $call:ident ( $($argument:expr),+ )) => {
        impl Uniform for $type {
            fn set(self, program: &Program, uniform: &Active) {
                let $value = self;
                let (gl, location) = (&program.gl, &uniform.location);
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
uniform!(&[[f32; 4]], v, uniform_4_f32_slice(v.as_flattened()));
uniform!(
    Mat3,
    v,
    uniform_matrix_3_f32_slice(false, &v.to_cols_array())
);
uniform!(
    Mat4,
    v,
    uniform_matrix_4_f32_slice(false, &v.to_cols_array())
);
