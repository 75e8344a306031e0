//! Detects that the graphics driver was reset, as after a hung shader or an update of the driver (`GL_KHR_robustness`, and the ARB and EXT
//! extensions before it). The context is then lost with all of its objects.

use super::Gl;
use glow::HasContext;
use std::ffi::{CStr, c_void};

/// `glGetGraphicsResetStatus`.
pub(super) type ResetFunction = unsafe extern "system" fn() -> u32;

/// The extensions that have the function, each with the function's name on OpenGL and on OpenGL ES.
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
pub(super) fn find(
    raw: &glow::Context,
    mut loader: impl FnMut(&CStr) -> *const c_void,
) -> Option<ResetFunction> {
    let extensions = raw.supported_extensions();
    let (_, desktop, embedded) = EXTENSIONS
        .iter()
        .find(|(extension, ..)| extensions.contains(*extension))?;
    let function = loader(match raw.version().is_embedded {
        true => embedded,
        false => desktop,
    });
    // SAFETY: the context has the extension, whose function of this name has this signature on every platform.
    (!function.is_null()).then(|| unsafe { std::mem::transmute::<_, ResetFunction>(function) })
}

impl Gl {
    /// Whether the graphics driver was reset: the context is lost, and everything is to be made anew in another one. Always false where
    /// the driver can't report it, or the context was created without reset notification.
    pub fn is_reset(&self) -> bool {
        let function = self.inner.reset_status;
        // SAFETY: the context is current, and the function is its own.
        function.is_some_and(|status| unsafe { status() } != glow::NO_ERROR)
    }
}
