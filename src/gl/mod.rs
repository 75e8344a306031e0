//! A thin, safe layer over [`glow`]: programs, textures, targets, draw calls and the driver's capabilities.
//!
//! GL calls and their `unsafe` code live here. A GL call has three preconditions. The context must be current on this thread: the code
//! that creates a [`Gl`] promises this once for as long as anything created from it lives, and neither a [`Gl`] nor anything created from
//! it can move to another thread. Memory that GL reads or writes must be as large as GL assumes: one function uploads grids and one
//! function reads images back, and each sets all state that the size depends on. Shaders must not index arrays out of bounds, which
//! drivers need not check: the shaders of the views do not, and a caller of [`Program::new`] promises it for other shaders. Every other
//! misuse is a GL error without effect.
//!
//! Each GL object has one owner, a Rust value that deletes it when dropped.
//!
//! The same shader sources run on GL 3.3 core and on GLES 3.0 / WebGL 2: no compute or geometry stages. Positions are derived from
//! `gl_VertexID`, except those of a [`Buffer`]. `docs/architecture.md` lists the modules that use this one.

#![allow(unsafe_code)]

mod buffer;
mod canvas;
mod capability;
mod capture;
#[cfg(feature = "desktop")]
mod context;
mod debug;
mod draw;
mod format;
mod interruption;
mod program;
mod reset;
mod source;
#[cfg(feature = "desktop")]
mod surfaceless;
mod target;
mod texel;
mod texture;
mod timer;

pub use buffer::Buffer;
pub use canvas::Canvas;
pub use capability::{Capability, Profile};
pub use capture::capture_points;
#[cfg(feature = "desktop")]
pub use context::{ApiChoice, WindowConfig, WindowContext};
pub use debug::DebugCount;
pub use draw::{Blend, Depth, Faces, Primitive};
pub use format::Format;
pub(crate) use program::Begun;
pub use program::{Active, Program, Uniform};
pub use source::{Include, Source, assemble, assemble_file};
#[cfg(feature = "desktop")]
pub use surfaceless::Surfaceless;
pub use target::Target;
pub use texel::Texel;
pub use texture::{Filter, HeightTexture, Layers, Layout, Texture, Wrap};
pub use timer::Timer;

use interruption::Interruption;
use reset::ResetFunction;
use std::any::Any;
use std::cell::{Cell, RefCell};
#[cfg(not(target_arch = "wasm32"))]
use std::ffi::{CStr, c_char, c_void};
use std::rc::Rc;
use std::sync::Arc;

/// Errors of the GL layer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GlError {
    /// The context's version is too old.
    #[error(
        "found {found}, but OpenGL 3.3 or OpenGL ES 3.0 is needed; {}",
        INSTALL_MESA
    )]
    TooOld {
        /// Version and renderer strings of the driver.
        found: String,
    },
    /// No context could be created.
    #[error(
        "no OpenGL context could be made ({reason}): OpenGL 3.3 or OpenGL ES 3.0 is needed; {}",
        INSTALL_MESA
    )]
    NoContext {
        /// Message of the platform.
        reason: String,
    },
    /// A second context on a thread that already has one.
    #[error(
        "this thread has an OpenGL context already: drop it, and everything made from it, before making another"
    )]
    Taken,
    /// The context was lost.
    #[error("the window lost its OpenGL context ({reason})")]
    Lost {
        /// Message of the platform.
        reason: String,
    },
    /// The driver rejects a shader.
    #[error("the driver ({renderer}) refuses the shader `{name}`: {log}")]
    Shader {
        /// Name of the shader.
        name: String,
        /// Renderer string of the driver.
        renderer: String,
        /// First line of the driver's log.
        log: String,
    },
    /// The driver could not create an object.
    #[error("the driver could not make a {what}: {reason}")]
    Exhausted {
        /// Kind of object.
        what: &'static str,
        /// Message of the driver.
        reason: String,
    },
    /// Within the driver's limits, but out of memory.
    #[error(
        "a picture of {width}×{height} pixels to draw into is more than this driver has room for{}",
        would_do(fits)
    )]
    NoRoom {
        /// Requested width.
        width: usize,
        /// Requested height.
        height: usize,
        /// A smaller size of the same aspect ratio that fits, if one was searched for.
        fits: Option<(usize, usize)>,
    },
    /// A frame was interrupted before shaders were compiled, see [`Gl::interrupt_frames`]: it is to be drawn again.
    #[error("the frame was interrupted and is to be drawn again")]
    Interrupted,
    /// The driver does not support something.
    #[error("this driver is not capable of {what}")]
    Unsupported {
        /// The unsupported feature.
        what: &'static str,
    },
    /// Larger than the driver's limit.
    #[error("{what} of {width}×{height} is more than this driver's limit of {limit} a side")]
    TooLarge {
        /// Kind of object.
        what: &'static str,
        /// Requested width.
        width: usize,
        /// Requested height.
        height: usize,
        /// Limit of each side.
        limit: usize,
    },
}

fn would_do(fits: &Option<(usize, usize)>) -> String {
    fits.map(|(width, height)| format!("; {width}×{height} would do"))
        .unwrap_or_default()
}

/// How to install a driver.
const INSTALL_MESA: &str = if cfg!(windows) {
    "without a window Windows has it from ANGLE: put its libEGL.dll and libGLESv2.dll, as browsers have them, beside the program"
} else {
    "Mesa brings it: `apt install libegl1 libgl1-mesa-dri` (Debian, Ubuntu), \
    `dnf install mesa-libEGL mesa-dri-drivers` (Fedora), `pacman -S mesa libglvnd` (Arch)"
};

/// A GL context that is current on this thread. Clones are cheap.
#[derive(Clone)]
pub struct Gl {
    inner: Rc<Inner>,
}

struct Inner {
    raw: Arc<glow::Context>,
    capability: Capability,
    debug: DebugCount,
    /// Whether a timer is running: GL allows one at a time.
    timing: Cell<bool>,
    /// Whether the context is lost, and with it all objects created from it.
    lost: Cell<bool>,
    /// Tells whether the driver was reset.
    reset_status: Option<ResetFunction>,
    /// Programs that the driver may still be compiling.
    begun: RefCell<Vec<glow::Program>>,
    interruption: Interruption,
    /// First row and number of rows of the scissor rectangle, if one is set.
    clip: Cell<Option<(i32, i32)>>,
    /// The core profile requires a vertex array. This one has no attributes and serves every draw call without a [`Buffer`].
    vertices: glow::VertexArray,
    /// Keeps the context current; dropped after all fields above.
    _keeper: Rc<dyn Any>,
}

impl Gl {
    /// Takes ownership of a context loaded through `loader`, checks its version, and installs a debug callback.
    ///
    /// # Safety
    /// The context must be current on this thread from this call until the last [`Gl`] and the last object created from it are dropped,
    /// and `loader` must return that context's functions, or null. `keeper` is held until then. No other code may use the context's debug
    /// callback. The requirements of [`Gl::share`] on the state of a shared context apply here too.
    #[cfg(not(target_arch = "wasm32"))]
    pub unsafe fn load(
        mut loader: impl FnMut(&CStr) -> *const c_void,
        keeper: Rc<dyn Any>,
    ) -> Result<Self, GlError> {
        // SAFETY: the caller promises that `loader` returns the functions of the current context, or null.
        unsafe { check_context(&mut loader) }?;
        // SAFETY: as above.
        let mut raw = unsafe { glow::Context::from_loader_function_cstr(&mut loader) };
        // SAFETY: as above.
        let reset_status = unsafe { reset::find(&raw, loader) };
        // SAFETY: the caller promises that the context is current until `raw`, which is dropped with or before the last
        // `Gl`, is gone; it is new, so nothing listens to it yet.
        let debug = unsafe { debug::listen(&mut raw) };
        // glow's contexts stay on one thread, but egui's painter requires an `Arc`.
        #[allow(clippy::arc_with_non_send_sync)]
        let raw = Arc::new(raw);
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(keeper, raw, debug, reset_status) }
    }

    /// Takes ownership of a canvas's WebGL 2 context. WebGL has no debug output: [`Gl::debug`] counts nothing.
    #[cfg(target_arch = "wasm32")]
    pub fn in_browser(context: web_sys::WebGl2RenderingContext) -> Result<Self, GlError> {
        // glow's contexts stay on one thread, but other painters require an `Arc`.
        #[allow(clippy::arc_with_non_send_sync)]
        let raw = Arc::new(glow::Context::from_webgl2_context(context));
        // SAFETY: a browser's context is never current or not; a call on one that was lost does nothing.
        unsafe { Self::adopt(Rc::new(()), raw, DebugCount::default(), None) }
    }

    /// Uses the context of another program. Its debug callback stays unchanged: [`Gl::debug`] counts nothing.
    ///
    /// Draw calls here set all state that they depend on, pixel-store state and pixel buffers included, except the following, which must
    /// have its initial value: no sampler objects on the texture units, no active transform feedback or conditional rendering, and no
    /// primitive restart, logic operation, polygon mode, rasterizer discard, clip distance or alpha-to-coverage. Any other state can only
    /// change the image.
    ///
    /// Afterwards the state is: pixel-store state for tightly packed rows; no vertex, pixel or transform feedback buffer, vertex array or
    /// renderbuffer bound; texture unit 0 active; textures of this crate bound to the units; a program of this crate in use; the
    /// framebuffer last drawn to; no polygon offset; the full depth range; depth test, blending, masks, viewport, scissor and clear
    /// colour as last set.
    ///
    /// # Safety
    /// The context must be current on this thread from this call until the last [`Gl`] and the last object created from it are dropped.
    /// Code that makes another context current in between must make this one current again before anything here is used or dropped. Other
    /// code must not modify or delete the objects of this crate in the context.
    pub unsafe fn share(raw: Arc<glow::Context>) -> Result<Self, GlError> {
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(Rc::new(()), raw, DebugCount::default(), None) }
    }

    /// `keeper` is the first argument, and so is dropped last on failure: dropping `raw` still makes a GL call.
    ///
    /// # Safety
    /// As for [`Gl::share`].
    unsafe fn adopt(
        keeper: Rc<dyn Any>,
        raw: Arc<glow::Context>,
        debug: DebugCount,
        reset_status: Option<ResetFunction>,
    ) -> Result<Self, GlError> {
        use glow::HasContext;
        // SAFETY: the caller promises that the context is current.
        let capability = unsafe { Capability::of(&raw) }?;
        // SAFETY: as above.
        let vertices =
            unsafe { raw.create_vertex_array() }.map_err(|reason| GlError::Exhausted {
                what: "vertex array",
                reason,
            })?;
        Ok(Self {
            inner: Rc::new(Inner {
                raw,
                capability,
                debug,
                timing: Cell::new(false),
                lost: Cell::new(false),
                reset_status,
                begun: RefCell::default(),
                interruption: Interruption::default(),
                clip: Cell::new(None),
                vertices,
                _keeper: keeper,
            }),
        })
    }

    /// The driver's version, profile and limits.
    pub fn capability(&self) -> &Capability {
        &self.inner.capability
    }

    /// Marks the context as lost, as a browser may revoke it. Its objects are gone with it and are not deleted; draw calls have no effect
    /// any more.
    pub fn lose(&self) {
        self.inner.lost.set(true);
    }

    fn is_lost(&self) -> bool {
        self.inner.lost.get()
    }

    /// The driver's complaints so far.
    pub fn debug(&self) -> &DebugCount {
        &self.inner.debug
    }

    /// Whether the driver is still compiling programs. Always false if the driver cannot report it (see [`Capability::compiles_aside`]).
    pub fn is_compiling(&self) -> bool {
        use glow::HasContext;
        let is_compiling = |program: &glow::Program| {
            // SAFETY: the context is current, and it is a program's.
            !unsafe { self.raw().get_program_completion_status(*program) }
        };
        self.capability().compiles_aside
            && !self.is_lost()
            && self.inner.begun.borrow().iter().any(is_compiling)
    }

    /// Programs whose compilation has begun.
    fn begun(&self) -> &RefCell<Vec<glow::Program>> {
        &self.inner.begun
    }

    fn interruption(&self) -> &Interruption {
        &self.inner.interruption
    }

    /// Blocks until the GPU has finished all commands (`glFinish`).
    pub fn finish(&self) {
        use glow::HasContext;
        // SAFETY: the context is current.
        unsafe { self.raw().finish() };
    }

    /// Whether a timer is running on this context.
    fn timing(&self) -> &Cell<bool> {
        &self.inner.timing
    }

    /// The underlying context, for code that draws with glow as well. Any call of this crate may change bindings and state there, as
    /// [`Gl::share`] lists; the objects of this crate must not be modified.
    pub fn raw(&self) -> &glow::Context {
        &self.inner.raw
    }

    /// As [`Gl::raw`], but owned. glow makes a GL call when the last clone is dropped, which must not be after the last [`Gl`].
    #[cfg(feature = "desktop")]
    pub(crate) fn raw_to_keep(&self) -> Arc<glow::Context> {
        self.inner.raw.clone()
    }
}

/// Returns an error if no context is current, or if its version is too old. This runs before glow loads the driver's functions, because
/// glow panics without a context or a version, and functions of a newer version may be missing.
///
/// # Safety
/// `loader` must return functions of the current context, or null.
#[cfg(not(target_arch = "wasm32"))]
unsafe fn check_context(loader: &mut impl FnMut(&CStr) -> *const c_void) -> Result<(), GlError> {
    let none = |reason: &str| GlError::NoContext {
        reason: reason.to_owned(),
    };
    let function = loader(c"glGetString");
    if function.is_null() {
        return Err(none("the driver has no glGetString"));
    }
    // SAFETY: the caller promises that this is glGetString, whose signature this is on every platform.
    let get_string: unsafe extern "system" fn(u32) -> *const c_char =
        unsafe { std::mem::transmute(function) };
    let text = |name| {
        // SAFETY: it may be called with and without a current context, and returns null without one.
        let text = unsafe { get_string(name) };
        // SAFETY: what is not null is a C string of the driver, which lives as long as the context.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy())
    };
    let version = text(glow::VERSION)
        .ok_or_else(|| none("the driver reports no version: is the context current?"))?;
    let (number, is_embedded) = capability::parse_version(&version)
        .ok_or_else(|| none(&format!("the driver's version is `{version}`")))?;
    if capability::is_too_old(number, is_embedded) {
        let renderer = text(glow::RENDERER).unwrap_or_default();
        return Err(capability::too_old(&version, &renderer));
    }
    Ok(())
}

impl Drop for Inner {
    fn drop(&mut self) {
        use glow::HasContext;
        if self.lost.get() {
            return;
        }
        // SAFETY: the context is current until this is dropped, as promised to `load` or `share`; a keeper of ours, which has it
        // current, is dropped after this, and after `raw`.
        unsafe { self.raw.delete_vertex_array(self.vertices) };
    }
}
