//! Detects that the graphics driver was reset, as after a hung shader or an update of the driver (`GL_KHR_robustness`, and the ARB and EXT
//! extensions before it). The context is then lost with all of its objects.

use super::Gl;
#[cfg(not(target_arch = "wasm32"))]
use glow::HasContext;
#[cfg(not(target_arch = "wasm32"))]
use std::ffi::{CStr, c_void};

/// `glGetGraphicsResetStatus`.
pub(super) type ResetFunction = unsafe extern "system" fn() -> u32;

/// The extensions that have the function, each with the function's name on OpenGL and on OpenGL ES.
#[cfg(not(target_arch = "wasm32"))]
const EXTENSIONS: [(&str, &CStr, &CStr); 3] = [
    (
        "GL_KHR_robustness",
        c"glGetGraphicsResetStatus",
        c"glGetGraphicsResetStatusKHR",
    ),
    (
        "GL_ARB_robustness",
        c"glGetGraphicsResetStatusARB",
        c"glGetGraphicsResetStatusARB",
    ),
    (
        "GL_EXT_robustness",
        c"glGetGraphicsResetStatusEXT",
        c"glGetGraphicsResetStatusEXT",
    ),
];

/// The function of a context, if it has one.
///
/// # Safety
/// `loader` must return functions of this context, or null.
#[cfg(not(target_arch = "wasm32"))]
pub(super) unsafe fn find(
    raw: &glow::Context,
    mut loader: impl FnMut(&CStr) -> *const c_void,
) -> Option<ResetFunction> {
    let extensions = raw.supported_extensions();
    let is_embedded = raw.version().is_embedded;
    let of_context = EXTENSIONS
        .iter()
        .filter(|(extension, ..)| extensions.contains(*extension));
    let function = of_context
        .map(|&(_, desktop, embedded)| loader(if is_embedded { embedded } else { desktop }))
        .find(|function| !function.is_null())?;
    // SAFETY: the context has the extension, whose function of this name has this signature on every platform, and the caller promises
    // that it is the context's.
    Some(unsafe { std::mem::transmute::<*const c_void, ResetFunction>(function) })
}

impl Gl {
    /// Whether the graphics driver was reset: the context is lost, and everything has to be recreated in another one. Always false where
    /// the driver can't report it, or the context was created without reset notification.
    pub fn is_reset(&self) -> bool {
        let function = self.inner.reset_status;
        // SAFETY: the context is current, and the function is its own.
        function.is_some_and(|status| unsafe { status() } != glow::NO_ERROR)
    }
}
