//! A thin, safe layer over [`glow`]: programs, textures, targets, draw calls, and what the driver is capable of.
//!
//! The only room with `unsafe` in it. Every GL call asks one thing of its caller: the context must be current on this
//! thread. Whoever makes a [`Gl`] promises that once, for as long as anything made from it lives; after that nothing here
//! can be called wrongly. Each GL object has one owner, a Rust value that deletes it when dropped.
//!
//! The same shader sources run on GL 3.3 core and on GLES 3.0 / WebGL 2: no compute or geometry stages, no buffers of
//! vertices (positions are worked out from `gl_VertexID`).

#![allow(unsafe_code)]

mod capability;
mod capture;
mod cells;
#[cfg(feature = "app")]
mod context;
mod debug;
mod draw;
mod floats;
mod program;
mod source;
mod target;
mod texture;

pub use capability::{Capability, Profile};
pub use capture::capture_points;
pub use cells::{CellTexture, Cells};
#[cfg(feature = "app")]
pub use context::{ApiChoice, Surfaceless, WindowContext, pick_config};
pub use debug::DebugCount;
pub use draw::{Blend, Depth, Primitive};
pub use floats::FloatTexture;
pub use program::{Program, Uniform};
pub use source::{Include, assemble};
pub use target::Target;
pub use texture::{Filter, HeightTexture, Texture, Wrap};

use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// What can go wrong between us and the driver.
#[derive(Debug, thiserror::Error)]
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
const INSTALL_MESA: &str = "Mesa brings it: `apt install libegl1 libgl1-mesa-dri` (Debian, Ubuntu), \
    `dnf install mesa-libEGL mesa-dri-drivers` (Fedora), `pacman -S mesa libglvnd` (Arch)";

/// A GL context that is current on this thread. Cheap to clone.
#[derive(Clone)]
pub struct Gl {
    inner: Rc<Inner>,
}

struct Inner {
    raw: Arc<glow::Context>,
    capability: Capability,
    debug: DebugCount,
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
    /// are dropped, and `loader` must return that context's functions. `keeper` is held until then.
    pub unsafe fn load(
        loader: impl FnMut(&std::ffi::CStr) -> *const std::ffi::c_void,
        keeper: Rc<dyn Any>,
    ) -> Result<Self, GlError> {
        // SAFETY: the caller promises that `loader` returns the functions of the current context.
        let mut raw = unsafe { glow::Context::from_loader_function_cstr(loader) };
        let debug = debug::listen(&mut raw);
        // glow's contexts stay on one thread, but egui's painter wants this very type.
        #[allow(clippy::arc_with_non_send_sync)]
        let raw = Arc::new(raw);
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(raw, debug, keeper) }
    }

    /// Draws with somebody else's context. Its debug output stays theirs: [`Gl::debug`] counts nothing.
    ///
    /// # Safety
    /// The context must be current on this thread from this call until the last [`Gl`] and the last object made from it
    /// are dropped.
    pub unsafe fn share(raw: Arc<glow::Context>) -> Result<Self, GlError> {
        // SAFETY: the caller promises what `adopt` asks for.
        unsafe { Self::adopt(raw, DebugCount::default(), Rc::new(())) }
    }

    /// # Safety
    /// As for [`Gl::share`].
    unsafe fn adopt(
        raw: Arc<glow::Context>,
        debug: DebugCount,
        keeper: Rc<dyn Any>,
    ) -> Result<Self, GlError> {
        use glow::HasContext;
        let capability = Capability::of(&raw)?;
        // SAFETY: the caller promises that the context is current.
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
                vertices,
                _keeper: keeper,
            }),
        })
    }

    /// What the driver is and can do.
    pub fn capability(&self) -> &Capability {
        &self.inner.capability
    }

    /// What the driver has complained about so far.
    pub fn debug(&self) -> &DebugCount {
        &self.inner.debug
    }

    /// The context itself, for a crate that draws with glow too.
    pub fn raw(&self) -> &Arc<glow::Context> {
        &self.inner.raw
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        use glow::HasContext;
        // SAFETY: current until now, as promised to `load` or `share`.
        unsafe { self.raw.delete_vertex_array(self.vertices) };
    }
}
