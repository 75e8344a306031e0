//! The GL context of the window: after a reset of the driver everything in it is made anew in another one, and the water goes on.

use super::{App, PassTimes, StaticFrame};
use crate::gl::{GlError, WindowContext};
use crate::session::Session;
use anyhow::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Maximum number of contexts that are lost within [`SPELL`]: a driver that resets more often can't draw this.
const MAX_LOST: usize = 3;

/// See [`MAX_LOST`].
const SPELL: Duration = Duration::from_secs(60);

/// Time for a driver to come back after a reset, and the interval between attempts.
const PATIENCE: Duration = Duration::from_secs(5);
const INTERVAL: Duration = Duration::from_millis(100);

/// The contexts that were lost.
#[derive(Default)]
pub(super) struct Losses {
    /// Times of the last ones.
    times: Vec<Instant>,
    /// Frames shown; counted in debug builds alone.
    frames: u64,
}

impl Losses {
    /// Records a loss. Returns whether there were too many.
    fn add(&mut self, now: Instant) -> bool {
        self.times
            .retain(|before| now.duration_since(*before) < SPELL);
        self.times.push(now);
        self.times.len() > MAX_LOST
    }

    /// Counts a frame. For tests, debug builds take so many contexts for lost as `WATERLAB_LOST_CONTEXTS` says, one every ten frames: no
    /// driver here can be reset.
    pub(super) fn after_frame(&mut self) -> Result<(), GlError> {
        if !cfg!(debug_assertions) {
            return Ok(());
        }
        self.frames += 1;
        let wanted = std::env::var("WATERLAB_LOST_CONTEXTS");
        let wanted = wanted.ok().and_then(|count| count.parse().ok());
        match self.frames.is_multiple_of(10) && self.frames / 10 <= wanted.unwrap_or(0) {
            true => Err(GlError::Lost {
                reason: "a test".to_owned(),
            }),
            false => Ok(()),
        }
    }
}

/// Sets the session and the context of a window up for each other.
pub(super) fn set_up(
    session: &mut Session,
    context: &WindowContext,
    pass_times: &PassTimes,
    deadline: &Rc<Cell<Option<Instant>>>,
) {
    watch(session, context, pass_times);
    let until = deadline.clone();
    let has_time = move || until.get().is_none_or(|until| Instant::now() < until);
    context.gl().interrupt_frames(has_time);
}

/// Configures a session for a window.
pub(super) fn watch(session: &mut Session, context: &WindowContext, pass_times: &PassTimes) {
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

    /// Goes on in a new context after `error`, by which the old one was lost. Water, camera, panel and a clip that is recorded stay.
    pub(in crate::desktop::window) fn renew_context(mut self, error: Error) -> Result<Self> {
        if self.losses.add(Instant::now()) {
            return Err(error);
        }
        log::warn!("{error}");
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
                Err(error) if begun.elapsed() > PATIENCE => return Err(error.into()),
                Err(error) => log::debug!("{error}"),
            }
            std::thread::sleep(INTERVAL);
        };
        self.pass_times = PassTimes::new(self.context.gl())?;
        self.overlay.renew(self.context.gl())?;
        self.session.renew(Some(self.context.gl()))?;
        set_up(
            &mut self.session,
            &self.context,
            &self.pass_times,
            &self.deadline,
        );
        self.panel
            .say("The graphics driver was reset: everything was made anew".to_owned());
        self.refresh();
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_losses_within_a_minute_are_borne() {
        let mut losses = Losses::default();
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        for seconds in [0, 30, 59, 61, 95] {
            assert!(!losses.add(after(seconds)), "{seconds}");
        }
        assert!(losses.add(after(100)));
    }
}
