//! Timer queries: GPU time of draw calls. A software rasteriser and most desktop drivers support them, browsers and phones often do not.

use super::{Gl, GlError};
use glow::HasContext;
use std::cell::Cell;
use std::time::Duration;

/// Measures the GPU time of the draw calls between [`Timer::begin`] and [`Timer::end`] without blocking. Only one timer can run on a
/// context at a time. Deleted when dropped.
pub struct Timer {
    gl: Gl,
    query: glow::Query,
    state: Cell<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Running,
    Waiting,
}

impl Timer {
    /// A timer; `None` if the driver has no timer queries.
    pub fn new(gl: &Gl) -> Result<Option<Self>, GlError> {
        if !gl.capability().times {
            return Ok(None);
        }
        // SAFETY: the context is current.
        let query = unsafe { gl.raw().create_query() }.map_err(|reason| GlError::Exhausted {
            what: "timer",
            reason,
        })?;
        Ok(Some(Self {
            gl: gl.clone(),
            query,
            state: Cell::new(State::Idle),
        }))
    }

    /// Starts the measurement, unless this or another timer is running, or the last result has not been taken.
    pub fn begin(&self) {
        if self.state.get() == State::Idle && !self.gl.timing().replace(true) {
            // SAFETY: the context is current, and no other timer runs.
            unsafe { self.gl.raw().begin_query(glow::TIME_ELAPSED, self.query) };
            self.state.set(State::Running);
        }
    }

    /// Ends the measurement.
    pub fn end(&self) {
        if self.state.get() == State::Running {
            // SAFETY: the context is current.
            unsafe { self.gl.raw().end_query(glow::TIME_ELAPSED) };
            self.gl.timing().set(false);
            self.state.set(State::Waiting);
        }
    }

    /// The measured time, at most 4.2 seconds. `None` until the driver has finished, and without a measurement.
    pub fn take(&self) -> Option<Duration> {
        if self.state.get() != State::Waiting {
            return None;
        }
        let raw = self.gl.raw();
        // SAFETY: the context is current, and the query has ended.
        let nanoseconds = unsafe {
            let there = raw.get_query_parameter_u32(self.query, glow::QUERY_RESULT_AVAILABLE);
            (there != 0).then(|| raw.get_query_parameter_u32(self.query, glow::QUERY_RESULT))
        }?;
        self.state.set(State::Idle);
        Some(Duration::from_nanos(nanoseconds.into()))
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if self.gl.is_lost() {
            return;
        }
        self.end();
        // SAFETY: the context is current as long as `gl` lives.
        unsafe { self.gl.raw().delete_query(self.query) };
    }
}
