//! The window: connects a [`Session`](crate::session::Session) to a display, a mouse and a keyboard.
//!
//! This module opens it and handles its events; `app` has its contents. It only translates: events become actions, frames are drawn when
//! something has changed, and time comes from the system's clock. When nothing moves it sleeps.

mod accessibility;
mod app;
mod chart;
mod controls;
mod gamepad;
mod gui;
mod icon;
mod legend;
mod palette;
mod panel;
mod pass_times;
mod recorder;
mod sound;
mod static_frame;
mod theme;
mod thumbnails;
pub mod tour_card;
mod translate;
mod widgets;

pub use recorder::{ClipFormat, Film, WriteFilm};

use crate::gl::ApiChoice;
use crate::grid::Grid;
use crate::scene::{BundledScene, Scene};
use anyhow::{Result, anyhow};
use app::{App, Request};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::error::EventLoopError;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop, EventLoopBuilder, EventLoopProxy};
use winit::platform::run_on_demand::EventLoopExtRunOnDemand;
use winit::window::WindowId;

/// Saves a picture and returns its path, or an error.
pub type SavePicture =
    Box<dyn FnMut(&Grid<[u8; 4]>) -> Result<PathBuf, Box<dyn Error + Send + Sync>>>;

/// Saves a scene and returns its path, or an error: to a new file, or, with `again`, to the previous one.
pub type SaveScene = Box<dyn FnMut(&Scene, bool) -> Result<PathBuf, Box<dyn Error + Send + Sync>>>;

/// Reads a scene from a file.
pub type ReadScene = Box<dyn Fn(&Path) -> Result<Scene, Box<dyn Error + Send + Sync>>>;

/// Closes a window from another thread.
pub type Close = Box<dyn FnOnce() + Send>;

/// Options of a window.
pub struct WindowOptions {
    /// The scene.
    pub scene: Scene,
    /// The bundled scene that this is, if it is one: its thumbnail is shown until the first frame is drawn.
    pub bundled: Option<&'static BundledScene>,
    /// The file that it was read from, if any.
    pub file: Option<PathBuf>,
    /// Reads this and other scene files.
    pub read_scene: ReadScene,
    /// Whether it is the default scene, whose rain ends with the first poke.
    pub is_show: bool,
    /// Whether it is the first scene of a tour.
    pub tour: bool,
    /// Initial size in physical pixels; default 1280 × 720 points.
    pub size: Option<(u32, u32)>,
    /// The GL version to request.
    pub api: ApiChoice,
    /// Saves a picture, for the P key.
    pub save_picture: SavePicture,
    /// Saves the scene, for Ctrl+S.
    pub save_scene: SaveScene,
    /// Writes a clip, for the V key.
    pub write_film: WriteFilm,
    /// Called with a function that closes the window, once there is an event loop.
    pub on_start: Box<dyn FnOnce(Close)>,
    /// Start time of the program.
    pub started: Instant,
}

/// Why there is no window at all: there is no display.
#[derive(Debug, thiserror::Error)]
#[error("there is no display: {0}")]
struct NoDisplay(String);

/// Why a window did not open, or was closed: one line.
#[derive(Debug, thiserror::Error)]
#[error("{0:#}")]
pub struct WindowError(anyhow::Error);

impl WindowError {
    /// Whether there is no display.
    pub fn is_for_want_of_a_display(&self) -> bool {
        self.0.is::<NoDisplay>()
    }
}

/// Events of a window in addition to winit's.
enum UserEvent {
    /// Close the window.
    Close,
    /// An accessibility request for the panel.
    #[cfg_attr(
        not(feature = "accesskit"),
        expect(dead_code, reason = "no event exists")
    )]
    Access(accessibility::Event),
}

/// Opens a window and returns when it is closed. Once a process.
///
/// winit and its dependencies panic if the display server goes away or lacks what they need: such a panic ends the process with one line
/// and code 1, as Xlib does if its server goes away.
pub fn open(options: WindowOptions) -> Result<(), WindowError> {
    show(options).map_err(WindowError)
}

fn show(options: WindowOptions) -> Result<()> {
    std::panic::set_hook(Box::new(|panic| {
        // A backtrace is for developers, who can enable the log.
        log::debug!("{panic}");
        let text = panic
            .payload_as_str()
            .unwrap_or("a panic")
            .replace('\n', " ");
        // If stderr is closed, only the exit code remains.
        let _ = writeln!(
            std::io::stderr(),
            "error: the window broke down, or its display server ended: {text}"
        );
        std::process::exit(1)
    }));
    let event_loop = event_loop_builder().build();
    let mut event_loop = event_loop.map_err(|error| NoDisplay(reason(&error)))?;
    let mut stage = Handler {
        proxy: event_loop.create_proxy(),
        options: Some(options),
        show: None,
        failure: None,
    };
    let ended = stage.run(&mut event_loop);
    let _ = std::panic::take_hook();
    ended
}

/// winit only tries a Wayland compositor if WAYLAND_DISPLAY names one; if that is gone, the X server of DISPLAY is used.
fn event_loop_builder() -> EventLoopBuilder<UserEvent> {
    #[cfg_attr(any(not(unix), target_os = "macos"), allow(unused_mut))]
    let mut builder = EventLoop::with_user_event();
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        use std::env::var_os;
        use winit::platform::x11::EventLoopBuilderExtX11;
        let named = |name| var_os(name).filter(|value| !value.is_empty());
        if let (Some(name), Some(_), None) = (
            named("WAYLAND_DISPLAY"),
            named("DISPLAY"),
            named("WAYLAND_SOCKET"),
        ) {
            let socket = Path::new(&named("XDG_RUNTIME_DIR").unwrap_or_default()).join(name);
            if std::os::unix::net::UnixStream::connect(socket).is_err() {
                builder.with_x11();
            }
        }
    }
    builder
}

/// The first line of winit's message, without the source position in front.
fn reason(error: &EventLoopError) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let place_and_reason = line.strip_prefix("os error at ");
    let reason = place_and_reason.and_then(|rest| rest.split_once(": "));
    let reason = reason.map_or(line, |(_, reason)| reason);
    reason.trim_end_matches('.').to_owned()
}

/// The winit application handler: creates an `App` once the system allows windows.
struct Handler {
    proxy: EventLoopProxy<UserEvent>,
    options: Option<WindowOptions>,
    show: Option<App>,
    failure: Option<anyhow::Error>,
}

impl ApplicationHandler<UserEvent> for Handler {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(options) = self.options.take() else {
            return;
        };
        match App::open(event_loop, self.proxy.clone(), options) {
            Ok(show) => self.show = Some(show),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(show) = &mut self.show else { return };
        let wish = show.on_event(&event);
        match wish {
            Ok(Request::GoOn) => {}
            Ok(Request::Quit) => match show.finish() {
                Ok(()) => event_loop.exit(),
                Err(error) => self.fail(event_loop, error),
            },
            Err(error) if show.has_lost_context(&error) => self.renew_context(event_loop, error),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: UserEvent) {
        match (event, &mut self.show) {
            (UserEvent::Close, _) => event_loop.exit(),
            (UserEvent::Access(event), Some(show)) => show.on_access(event),
            (UserEvent::Access(_), None) => {}
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(show) = &mut self.show else { return };
        event_loop.set_control_flow(show.pass_time());
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // GL objects are dropped while the display connection still exists.
        self.show = None;
    }
}

impl Handler {
    fn run(&mut self, event_loop: &mut EventLoop<UserEvent>) -> Result<()> {
        let proxy = self.proxy.clone();
        if let Some(options) = &mut self.options {
            let on_start = std::mem::replace(&mut options.on_start, Box::new(|_| ()));
            // A loop that has ended needs no closing.
            on_start(Box::new(move || {
                let _ = proxy.send_event(UserEvent::Close);
            }));
        }
        event_loop
            .run_app_on_demand(self)
            .map_err(|error| match error {
                // X11 reports a broken connection elsewhere.
                EventLoopError::ExitFailure(_) => anyhow!(
                    "the connection to the Wayland compositor broke, and the window went with it: the compositor ended, or closed it"
                ),
                error => anyhow!(error).context("the window's events ended early"),
            })?;
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(()),
        }
    }

    /// Goes on in a new context.
    fn renew_context(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        match self.show.take().map(|show| show.renew_context(error)) {
            Some(Ok(show)) => self.show = Some(show),
            Some(Err(error)) => self.fail(event_loop, error),
            None => {}
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        event_loop.exit();
    }
}
