//! The GL context of the window: after a reset of the driver everything in it is recreated in another one, and the water
//! continues.

use super::{App, PassTimes, StaticFrame};
use crate::gl::{GlError, WindowContext};
use crate::session::Session;
use anyhow::{Error, Result};
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Maximum number of contexts that are lost within [`LOSS_PERIOD`]: a driver that resets more often can't draw this.
const MAX_LOST: usize = 3;

/// See [`MAX_LOST`].
const LOSS_PERIOD: Duration = Duration::from_secs(60);

/// Time for a driver to come back after a reset, and the interval between attempts to open another context.
const REOPEN_TIMEOUT: Duration = Duration::from_secs(5);
const REOPEN_INTERVAL: Duration = Duration::from_millis(100);

/// For tests, in debug builds: while the file of this name exists, a frame loses its context, and the file is removed. No driver here can be
/// reset.
const LOSING_FILE: &str = "WATERLAB_LOSE_CONTEXT";

/// Times at which the last contexts were lost.
#[derive(Default)]
pub(super) struct Losses(Vec<Instant>);

impl Losses {
    /// Records a loss. Returns whether there were too many.
    fn add(&mut self, now: Instant) -> bool {
        self.0
            .retain(|before| now.duration_since(*before) < LOSS_PERIOD);
        self.0.push(now);
        self.0.len() > MAX_LOST
    }
}

/// An error if a test wants the context to count as lost: see [`LOSING_FILE`].
pub(super) fn lose_for_test() -> Result<(), GlError> {
    if cfg!(debug_assertions)
        && let Some(file) = std::env::var_os(LOSING_FILE)
        && Path::new(&file).exists()
    {
        // What can't be removed loses one context after the other.
        let _ = std::fs::remove_file(&file);
        let reason = "a test".to_owned();
        return Err(GlError::Lost { reason });
    }
    Ok(())
}

/// Configures a session and a new context for a window.
pub(super) fn configure(
    session: &mut Session,
    context: &WindowContext,
    pass_times: &PassTimes,
    deadline: &Rc<Cell<Option<Instant>>>,
) {
    configure_session(session, context, pass_times);
    let until = deadline.clone();
    let has_time = move || until.get().is_none_or(|until| Instant::now() < until);
    context.gl().interrupt_frames(has_time);
}

/// Configures a session for a window.
pub(super) fn configure_session(
    session: &mut Session,
    context: &WindowContext,
    pass_times: &PassTimes,
) {
    session.simulation.allow_stale_foam(true);
    let view_set = session.views.view_set_mut();
    view_set.watch(pass_times.watcher());
    view_set.work_in_steps();
    if context.gl().capability().is_software() {
        view_set.smooth_edges();
    }
}

impl App {
    /// Whether an error means that the context is lost.
    pub(in crate::desktop::window) fn has_lost_context(&self, error: &Error) -> bool {
        matches!(error.downcast_ref(), Some(GlError::Lost { .. })) || self.context.gl().is_reset()
    }

    /// Continues in a new context after `error`, by which the old one was lost. Water, camera, panel and the clip being recorded stay; earlier
    /// changes can't be undone any more.
    pub(in crate::desktop::window) fn renew_context(mut self, error: Error) -> Result<Self> {
        if self.losses.add(Instant::now()) {
            return Err(error.context(
                "the graphics driver is reset again and again: update it, or start the program again",
            ));
        }
        log::warn!("{error}: opening another");
        // Everything in the old context goes before the context does, and that before a new one comes: a thread has one.
        self.session.renew(None)?;
        self.overlay.leave_context();
        self.panel.leave_context();
        self.recorder.leave_context();
        self.still = StaticFrame::default();
        drop(self.pass_times);
        drop(self.context);
        let size = self.window.inner_size();
        let size = (size.width, size.height);
        let begun = Instant::now();
        self.context = loop {
            match WindowContext::open(&self.config, &self.window, size, self.api) {
                Ok(context) => break context,
                Err(error) if begun.elapsed() > REOPEN_TIMEOUT => return Err(error.into()),
                Err(error) => log::debug!("{error}"),
            }
            std::thread::sleep(REOPEN_INTERVAL);
        };
        self.pass_times = PassTimes::new(self.context.gl())?;
        self.overlay.renew(self.context.gl())?;
        self.session.renew(Some(self.context.gl()))?;
        configure(
            &mut self.session,
            &self.context,
            &self.pass_times,
            &self.deadline,
        );
        self.panel
            .say("The graphics driver was reset. Earlier changes can't be undone".to_owned());
        self.deadline.set(None);
        self.frames.restart();
        self.window.request_redraw();
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_losses_within_a_minute_are_tolerated() {
        let mut losses = Losses::default();
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        for seconds in [0, 30, 59, 61, 95] {
            assert!(!losses.add(after(seconds)), "{seconds}");
        }
        assert!(losses.add(after(100)));
    }
}
