//! The display server to open a window on: the first that answers, Wayland before X11.
//!
//! winit has one try: it goes where the variables point, a server that is gone included, and panics at an X server that lacks an
//! extension. So the servers are asked first, by means that say what is wrong.

use super::{NoDisplay, Outside};
use anyhow::Result;
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) use unix::{builder, has_gone};
use winit::event_loop::EventLoop;
#[cfg(not(all(unix, not(target_os = "macos"))))]
use winit::event_loop::EventLoopBuilder;

/// An event loop on a server that answers.
pub(super) fn event_loop() -> Result<EventLoop<Outside>> {
    let event_loop = builder()?.build();
    Ok(event_loop.map_err(|error| NoDisplay(reason(&error)))?)
}

/// There is one way only.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn builder() -> Result<EventLoopBuilder<Outside>> {
    Ok(EventLoop::with_user_event())
}

/// The first line of what winit says, without the place in its source that it puts in front.
fn reason(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let place_and_reason = line.strip_prefix("os error at ");
    let reason = place_and_reason.and_then(|rest| rest.split_once(": "));
    let reason = reason.map_or(line, |(_, reason)| reason);
    reason.trim_end_matches('.').to_owned()
}

#[cfg(all(unix, not(target_os = "macos")))]
mod unix {
    use super::{NoDisplay, Outside};
    use crate::gl;
    use anyhow::{Result, bail};
    use std::env;
    use std::ffi::{OsStr, OsString};
    use std::io::{self, Read, Write};
    use std::os::unix::net::UnixStream;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    use winit::event_loop::{EventLoop, EventLoopBuilder};
    use winit::platform::x11::EventLoopBuilderExtX11;
    use x11rb::connection::Connection;
    use x11rb::protocol::xproto::ConnectionExt;
    use x11rb::rust_connection::RustConnection;

    /// For how long a Wayland server may think about its first answer.
    const PATIENCE: Duration = Duration::from_secs(3);
    /// The extensions of X11 without which winit opens nothing, by the names that servers know them by and people do.
    const EXTENSIONS: [(&str, &str); 3] = [
        ("RANDR", "RANDR"),
        ("XInputExtension", "XInput"),
        ("XKEYBOARD", "XKEYBOARD"),
    ];

    /// Whether the window is on an X server.
    static ON_X11: AtomicBool = AtomicBool::new(false);

    fn variable(name: &str) -> Option<OsString> {
        env::var_os(name).filter(|value| !value.is_empty())
    }

    /// For the server that answers; with none that could, winit says so.
    pub fn builder() -> Result<EventLoopBuilder<Outside>> {
        let mut builder = EventLoop::with_user_event();
        let Some(display) = variable("DISPLAY") else {
            return Ok(builder);
        };
        if variable("WAYLAND_SOCKET").is_some() {
            return Ok(builder);
        }
        if let Some(wayland) = variable("WAYLAND_DISPLAY") {
            match ask_wayland(&wayland_socket(&wayland)) {
                Ok(()) => return Ok(builder),
                Err(error) => log::info!("WAYLAND_DISPLAY is {wayland:?}, but: {error}"),
            }
        }
        check_x11(&display)?;
        gl::when_disconnected(super::super::end_without_server);
        builder.with_x11();
        ON_X11.store(true, Ordering::Relaxed);
        Ok(builder)
    }

    /// Whether this panic is due to the X server's end; of another there is nothing to say.
    pub fn has_gone(panic: &str) -> bool {
        ON_X11.load(Ordering::Relaxed) && (panic.contains("IoError") || connect().is_err())
    }

    fn connect() -> Result<RustConnection, x11rb::errors::ConnectError> {
        x11rb::connect(None).map(|(connection, _screen)| connection)
    }

    /// An absolute path, or a name in the folder for such.
    fn wayland_socket(name: &OsStr) -> PathBuf {
        let folder = variable("XDG_RUNTIME_DIR").unwrap_or_default();
        Path::new(&folder).join(name)
    }

    /// Asks a Wayland server to answer, which each does whatever it can and cannot.
    fn ask_wayland(socket: &Path) -> io::Result<()> {
        let mut server = UnixStream::connect(socket)?;
        server.set_read_timeout(Some(PATIENCE))?;
        server.set_write_timeout(Some(PATIENCE))?;
        // Of object 1, the display: 12 bytes for request 0, `sync`, whose answer is to be known as object 2.
        let sync = [1, 12 << 16, 2].map(u32::to_ne_bytes);
        server.write_all(sync.as_flattened())?;
        // The head of the first answer, whatever it is.
        server.read_exact(&mut [0; 8])
    }

    /// Asks an X server for what a window needs.
    fn check_x11(display: &OsStr) -> Result<()> {
        let display = display.to_string_lossy();
        let no_display = |error: &dyn std::fmt::Display| {
            // What the server itself says ends with the end of a line.
            let reason = error.to_string().replace('\n', "");
            NoDisplay(format!("the X server {display} can't be reached: {reason}"))
        };
        let connection = connect().map_err(|error| no_display(&error))?;
        for (name, title) in EXTENSIONS {
            let asked = connection.query_extension(name.as_bytes());
            let answer = asked.map_err(|error| no_display(&error))?.reply();
            if !answer.map_err(|error| no_display(&error))?.present {
                bail!(
                    "the window can't be opened: the X server {display} lacks the extension {title}; `waterlab render` \
                     draws without it"
                );
            }
        }
        let _ = connection.flush();
        Ok(())
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::os::unix::net::UnixListener;
        use std::thread;

        #[test]
        fn a_wayland_server_is_one_that_answers() {
            let room = tempfile::TempDir::new().expect("a folder");
            let socket = room.path().join("wayland-7");
            assert!(ask_wayland(&socket).is_err(), "nothing there");
            let listener = UnixListener::bind(&socket).expect("a socket");
            thread::scope(|scope| {
                let server = scope.spawn(|| {
                    let (mut client, _) = listener.accept().expect("a client");
                    let mut request = [0; 12];
                    client.read_exact(&mut request).expect("a request");
                    // The callback, object 2, is done (event 0, 12 bytes), with a serial number.
                    let done = [2, 12 << 16, 77].map(u32::to_ne_bytes);
                    client.write_all(done.as_flattened()).expect("an answer");
                    request
                });
                assert!(ask_wayland(&socket).is_ok());
                let mut sync = [1, 0, 0, 0, 0, 0, 12, 0, 2, 0, 0, 0];
                if cfg!(target_endian = "big") {
                    sync = [0, 0, 0, 1, 0, 12, 0, 0, 0, 0, 0, 2];
                }
                assert_eq!(server.join().expect("served"), sync);
                scope.spawn(|| drop(listener.accept()));
                assert!(ask_wayland(&socket).is_err(), "it hangs up");
            });
            drop(listener);
            assert!(ask_wayland(&socket).is_err(), "its socket alone is left");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_without_the_place_in_winits_source() {
        let said = |text: &str| reason(&std::io::Error::other(text.to_owned()));
        let text =
            "os error at /src/x11/mod.rs:12: neither WAYLAND_DISPLAY nor DISPLAY is set.\nmore";
        assert_eq!(said(text), "neither WAYLAND_DISPLAY nor DISPLAY is set");
        assert_eq!(said("no such display"), "no such display");
    }
}
