//! When the connection to an X server breaks under a context: Xlib, through which GL and windows talk to the server, ends the
//! process at once, with words of its own. Here it is told whom to call in place of that.

use std::ffi::c_int;
use std::sync::OnceLock;
use x11_dl::xlib;

static END: OnceLock<fn() -> !> = OnceLock::new();

/// From now on a connection of Xlib's that breaks ends the program by calling `end`, on the thread that met with it. Only the
/// first `end` counts. Without Xlib there is nothing to do.
pub fn when_disconnected(end: fn() -> !) {
    let Ok(xlib) = xlib::Xlib::open() else {
        return;
    };
    END.get_or_init(|| end);
    // SAFETY: the function is Xlib's own, which is never unloaded again, and may be called at any time; the handler is of the type
    // that it asks for.
    unsafe { (xlib.XSetIOErrorHandler)(Some(broken)) };
}

/// What Xlib calls; were it to return, Xlib would end the process itself.
unsafe extern "C" fn broken(_: *mut xlib::Display) -> c_int {
    match END.get() {
        Some(end) => end(),
        None => 0,
    }
}
