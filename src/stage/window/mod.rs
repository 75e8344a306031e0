//! The window: where a [`Session`](super::Session) meets a display, a mouse and a keyboard.
//!
//! This page opens it and listens; `show` is what is in it. It only translates: events become actions, frames are drawn
//! when something has changed, and time comes from the system's clock. When nothing moves it waits and costs nothing.

mod controls;
mod look;
mod overlay;
mod panel;
mod show;
mod translate;

use crate::gl::ApiChoice;
use crate::grid::Grid;
use crate::scene::Scene;
use anyhow::{Context, Result};
use show::{Show, Wish};
use std::path::PathBuf;
use std::time::Instant;
use winit::application::ApplicationHandler;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoop};
use winit::window::WindowId;

/// Saves a picture somewhere and says where.
pub type SavePicture = Box<dyn FnMut(&Grid<[u8; 4]>) -> Result<PathBuf>>;

/// What a window needs to know.
pub struct WindowOptions {
    /// What to show.
    pub scene: Scene,
    /// Whether it is the program's own show, whose rain ends with the first poke.
    pub is_show: bool,
    /// Size to open with in physical pixels; 1280 × 720 points without one.
    pub size: Option<(u32, u32)>,
    /// Which GL to ask for.
    pub api: ApiChoice,
    /// What the P key does with the picture.
    pub save_picture: SavePicture,
    /// When the program was started.
    pub started: Instant,
}

/// Why there is no window at all: nobody to show it to.
#[derive(Debug, thiserror::Error)]
#[error("there is no display: {0}")]
pub struct NoDisplay(String);

/// Opens a window and returns when it is closed. [`NoDisplay`] where there is nothing to open it on.
pub fn open(options: WindowOptions) -> Result<()> {
    let event_loop = EventLoop::new().map_err(|error| NoDisplay(reason(&error)))?;
    let mut stage = Stage {
        options: Some(options),
        show: None,
        failure: None,
    };
    event_loop
        .run_app(&mut stage)
        .context("the window's events ended early")?;
    match stage.failure {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
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

/// The application as winit sees it: a show once the system allows windows.
struct Stage {
    options: Option<WindowOptions>,
    show: Option<Show>,
    failure: Option<anyhow::Error>,
}

impl ApplicationHandler for Stage {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(options) = self.options.take() else {
            return;
        };
        match Show::open(event_loop, options) {
            Ok(show) => self.show = Some(show),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(show) = &mut self.show else { return };
        let wish = show.on_event(&event);
        match wish {
            Ok(Wish::GoOn) => {}
            Ok(Wish::Quit) => event_loop.exit(),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(show) = &mut self.show else { return };
        event_loop.set_control_flow(show.pass_time());
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // Everything drawn goes while the display connection still stands.
        self.show = None;
    }
}

impl Stage {
    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failure = Some(error);
        event_loop.exit();
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
