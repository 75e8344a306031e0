//! A thin, safe layer over [`glow`]: programs, textures, targets, draw calls, and what the driver is capable of.
//!
//! The only room with `unsafe` in it. A GL call asks its caller for three things. The context must be current on this thread:
//! whoever makes a [`Gl`] promises that once, for as long as anything made from it lives, and neither a [`Gl`] nor anything
//! made from it can go to another thread. Memory that GL reads or writes must be as large as GL takes it to be: only grids go
//! up and pictures come down, by one function each, which states all that their sizes depend on. And shaders must not index
//! arrays beyond their ends, which drivers need not check: the views' do not, and whoever brings others promises the same.
//! Everything else that GL can be asked wrongly is an error of its own, with which it does nothing.
//!
//! Each GL object has one owner, a Rust value that deletes it when dropped.
//!
//! The same shader sources run on GL 3.3 core and on GLES 3.0 / WebGL 2: no compute or geometry stages, no vertex buffers
//! (positions are worked out from `gl_VertexID`). `docs/architecture.md` tells which room stands on this one.

#![allow(unsafe_code)]

mod canvas;
mod capability;
mod capture;
#[cfg(feature = "desktop")]
mod context;
mod debug;
mod draw;
mod format;
mod program;
mod source;
#[cfg(feature = "desktop")]
mod surfaceless;
mod target;
mod texel;
mod texture;
mod timer;

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

use std::any::Any;
use std::cell::{Cell, RefCell};
#[cfg(not(target_arch = "wasm32"))]
use std::ffi::{CStr, c_char, c_void};
use std::rc::Rc;
use std::sync::Arc;

/// What can go wrong between us and the driver.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GlError {
    /// The context is too old.
    #[error(
        "found {found}, but OpenGL 3.3 or OpenGL ES 3.0 is needed; {}",
        INSTALL_MESA
    )]
    TooOld {
        /// Version and renderer, as the driver tells them.
        found: String,
    },
    /// No context could be made at all.
    #[error(
        "no OpenGL context could be made ({reason}): OpenGL 3.3 or OpenGL ES 3.0 is needed; {}",
        INSTALL_MESA
    )]
    NoContext {
        /// What the platform said.
        reason: String,
    },
    /// A second context where only one can be.
    #[error(
        "this thread has an OpenGL context already: drop it, and everything made from it, before making another"
    )]
    Taken,
    /// The context was there and is no more.
    #[error(
        "the window lost its OpenGL context ({reason}), as when a graphics driver is reset: start the program again"
    )]
    Lost {
        /// What the platform said.
        reason: String,
    },
    /// A shader that the driver does not take.
    #[error("the driver ({renderer}) refuses the shader `{name}`: {log}")]
    Shader {
        /// Which shader.
        name: String,
        /// Which driver.
        renderer: String,
        /// The first line of its complaint.
        log: String,
    },
    /// The driver has no more of something.
    #[error("the driver could not make a {what}: {reason}")]
    Exhausted {
        /// Which kind of object.
        what: &'static str,
        /// What it said.
        reason: String,
    },
    /// Within the driver's limits, but more than it has memory for.
    #[error(
        "a picture of {width}×{height} pixels to draw into is more than this driver has room for{}",
        would_do(fits)
    )]
    NoRoom {
        /// Width asked for.
        width: usize,
        /// Height asked for.
        height: usize,
        /// A size of the same shape that there is room for, where one was looked for.
        fits: Option<(usize, usize)>,
    },
    /// More than the driver can do at all.
    #[error("this driver is not capable of {what}")]
    Unsupported {
        /// Of what.
        what: &'static str,
    },
    /// Larger than the driver can do.
    #[error("{what} of {width}×{height} is more than this driver's limit of {limit} a side")]
    TooLarge {
        /// Which thing.
        what: &'static str,
        /// Width asked for.
        width: usize,
        /// Height asked for.
        height: usize,
        /// The limit.
        limit: usize,
    },
}

fn would_do(fits: &Option<(usize, usize)>) -> String {
    fits.map(|(width, height)| format!("; {width}×{height} would do"))
        .unwrap_or_default()
}

/// How to get a driver where there is none.
const INSTALL_MESA: &str = if cfg!(windows) {
    "without a window Windows has it from ANGLE: put its libEGL.dll and libGLESv2.dll, as browsers have them, beside the program"
} else {
    "Mesa brings it: `apt install libegl1 libgl1-mesa-dri` (Debian, Ubuntu), \
    `dnf install mesa-libEGL mesa-dri-drivers` (Fedora), `pacman -S mesa libglvnd` (Arch)"
};

/// A GL context that is current on this thread. Cheap to clone.
#[derive(Clone)]
pub struct Gl {
    inner: Rc<Inner>,
}

struct Inner {
    raw: Arc<glow::Context>,
    capability: Capability,
    debug: DebugCount,
    /// Whether a timer is running: GL has one at a time.
    timing: Cell<bool>,
    /// Whether the context is gone, and all that was made from it.
    lost: Cell<bool>,
    /// Programs that the driver may still be compiling.
    begun: RefCell<Vec<glow::Program>>,
    /// The first row drawn to, and how many, where these are not all.
    clip: Cell<Option<(i32, i32)>>,
    /// Core profile draws nothing without a vertex array; ours has no attributes and serves every draw call.
    vertices: glow::VertexArray,
    /// What keeps the context current; dropped after everything above is deleted.
    _keeper: Rc<dyn Any>,
}

impl Gl {
    /// Takes charge of a context loaded through `loader`, checks that it is new enough, and listens to its debug output.
    ///
    /// # Safety
    /// The context must be current on this thread from this call until the last [`Gl`] and the last object made from it
    /// are dropped, and `loader` must return that context's functions, or null. `keeper` is held until then. Nobody else may
    /// listen to the context's debug output. What holds for the state of a context that is shared holds here too.
    #[cfg(not(target_arch = "wasm32"))]
    pub unsafe fn load(
        mut loader: impl FnMut(&CStr) -> *const c_void,
        keeper: Rc<dyn Any>,
    ) -> Result<Self, GlError> {
        // SAFETY: the caller promises that `loader` returns the functions of the current context, or null.
        unsafe { check_context(&mut loader) }?;
        // SAFETY: as above.
        let mut raw = unsafe { glow::Context::from_loader_function_cstr(loader) };
        // SAFETY: the caller promises that the context is current until `raw`, which is dropped with or before the last
        // `Gl`, is gone; it is new, so nothing listens to it yet.
        let debug = unsafe { debug::listen(&mut raw) };
        // glow's contexts stay on one thread, but egui's painter wants this very type.
        #[allow(clippy::arc_with_non_send_sync)]
        let raw = Arc::new(raw);
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(keeper, raw, debug) }
    }

    /// Takes charge of a canvas's WebGL 2 context. A browser has no debug output: [`Gl::debug`] counts nothing.
    #[cfg(target_arch = "wasm32")]
    pub fn in_browser(context: web_sys::WebGl2RenderingContext) -> Result<Self, GlError> {
        // glow's contexts stay on one thread, but other painters want this very type.
        #[allow(clippy::arc_with_non_send_sync)]
        let raw = Arc::new(glow::Context::from_webgl2_context(context));
        // SAFETY: a browser's context is never current or not; a call on one that was lost does nothing.
        unsafe { Self::adopt(Rc::new(()), raw, DebugCount::default()) }
    }

    /// Draws with somebody else's context. Its debug output stays theirs: [`Gl::debug`] counts nothing.
    ///
    /// What is drawn relies on no state that it does not set, pixel-store state and pixel buffers included, but for these,
    /// which must be as in a new context while it is drawn: no sampler objects on the texture units, no transform feedback or
    /// conditional rendering going on, and no primitive restart, logic operation, polygon mode, rasterizer discard, clip
    /// distance or alpha-to-coverage turned on. Other states there do no harm beyond the picture.
    ///
    /// It leaves behind: pixel-store state for rows that are packed tightly, no pixel or transform-feedback buffer, vertex array
    /// or renderbuffer bound, texture unit 0 active, textures of ours on the units, a program of ours in use, the framebuffer
    /// last drawn to, no polygon offset, all of the depth range, and depth test, blending, masks, viewport, scissor and clear
    /// colour as they were last needed.
    ///
    /// # Safety
    /// The context must be current on this thread from this call until the last [`Gl`] and the last object made from it
    /// are dropped; whoever makes another one current in between must make this one current again before anything here is used
    /// or dropped. Its objects of ours, which are nobody else's to change, must stay.
    pub unsafe fn share(raw: Arc<glow::Context>) -> Result<Self, GlError> {
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(Rc::new(()), raw, DebugCount::default()) }
    }

    /// The keeper comes first, and so is dropped last where this fails: `raw` still makes a call then.
    ///
    /// # Safety
    /// As for [`Gl::share`].
    unsafe fn adopt(
        keeper: Rc<dyn Any>,
        raw: Arc<glow::Context>,
        debug: DebugCount,
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
                begun: RefCell::default(),
                clip: Cell::new(None),
                vertices,
                _keeper: keeper,
            }),
        })
    }

    /// What the driver is and can do.
    pub fn capability(&self) -> &Capability {
        &self.inner.capability
    }

    /// Takes note that the context is gone, as browsers take theirs away: what was made from it went with it, and is not deleted. Nothing
    /// can be drawn any more.
    pub fn lose(&self) {
        self.inner.lost.set(true);
    }

    fn is_lost(&self) -> bool {
        self.inner.lost.get()
    }

    /// What the driver has complained about so far.
    pub fn debug(&self) -> &DebugCount {
        &self.inner.debug
    }

    /// Whether the driver is still compiling programs that have been begun: as far as it tells, which by
    /// [`Capability::compiles_aside`] it may.
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

    /// Programs that are to be finished.
    fn begun(&self) -> &RefCell<Vec<glow::Program>> {
        &self.inner.begun
    }

    /// Waits until everything is drawn that was asked for.
    pub fn finish(&self) {
        use glow::HasContext;
        // SAFETY: the context is current.
        unsafe { self.raw().finish() };
    }

    /// Whether a timer is running on this context.
    fn timing(&self) -> &Cell<bool> {
        &self.inner.timing
    }

    /// The context itself, for who draws with glow too. Whatever is bound or set there may be bound or set otherwise by any
    /// call of ours, as [`Gl::share`] tells; the objects of ours are ours.
    pub fn raw(&self) -> &glow::Context {
        &self.inner.raw
    }

    /// As [`Gl::raw`], to hold on to. Not for everybody: glow makes a call when the last of these is dropped, which must not
    /// be after the last [`Gl`].
    #[cfg(feature = "desktop")]
    pub(crate) fn raw_to_keep(&self) -> Arc<glow::Context> {
        self.inner.raw.clone()
    }
}

/// An error where no context can be reached, or where it is too old. Checked before glow loads the driver's functions, because glow
/// panics without a context or a version, and functions of a newer version may be missing.
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
        .ok_or_else(|| none("the driver tells no version: is the context current?"))?;
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
