//! Times of the passes of a frame, for the panel: by GPU timer queries where a graphics card has them, else by the CPU's clock, which waits
//! for each pass to finish.

use crate::gl::{Gl, GlError, Timer};
use crate::view::Pass;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Weight of a new measurement in the moving average.
const NEWEST: f32 = 0.2;

/// Maximum number of frames to wait for timers.
const PATIENCE: u32 = 120;

/// Maximum number of passes with a timer.
const MAX: usize = 16;

/// Measures passes while it is asked to.
pub(super) struct PassTimes {
    state: Rc<State>,
}

struct State {
    gl: Gl,
    /// Empty where the CPU's clock is used.
    timers: Vec<Timer>,
    on: Cell<bool>,
    frame: RefCell<Frame>,
    /// Each pass with its milliseconds, smoothed.
    known: RefCell<Vec<(Pass, f32)>>,
}

/// The frame being measured.
struct Frame {
    since: Instant,
    /// Finished passes, in order; the index of a pass is that of its timer.
    passes: Vec<Pass>,
    /// The time of each, where it is known.
    taken: Vec<Option<Duration>>,
    is_running: bool,
    /// The timer that runs after the last pass, until its result is available.
    trailing: Option<usize>,
    /// Number of frames without results.
    waited: u32,
}

impl PassTimes {
    pub(super) fn new(gl: &Gl) -> Result<Self, GlError> {
        let mut timers = Vec::new();
        if !gl.capability().is_software() {
            while timers.len() < MAX
                && let Some(timer) = Timer::new(gl)?
            {
                timers.push(timer);
            }
        }
        let state = State {
            gl: gl.clone(),
            timers,
            on: Cell::new(false),
            frame: RefCell::new(Frame {
                since: Instant::now(),
                passes: Vec::new(),
                taken: Vec::new(),
                is_running: false,
                trailing: None,
                waited: 0,
            }),
            known: RefCell::default(),
        };
        Ok(Self {
            state: Rc::new(state),
        })
    }

    /// The callback for the passes of a view set.
    pub(super) fn watcher(&self) -> impl Fn(Pass) + 'static {
        let state = self.state.clone();
        move |pass| state.ended(pass)
    }

    /// Starts a frame, measured if it is `wanted`.
    pub(super) fn begin(&self, wanted: bool) {
        let state = &self.state;
        if !wanted {
            state.known.borrow_mut().clear();
        }
        state.collect();
        let mut frame = state.frame.borrow_mut();
        // Results arrive some frames later: until then no other frame is measured.
        frame.waited = frame.waited.saturating_add(1);
        if frame.waited > PATIENCE {
            // Timers that could not start never finish.
            frame.trailing = None;
            frame.passes.clear();
            frame.taken.clear();
        }
        let is_free = frame.taken.is_empty() && frame.trailing.is_none();
        state.on.set(wanted && is_free);
        if state.on.get() {
            frame.waited = 0;
            frame.is_running = true;
            match state.timers.first() {
                Some(timer) => timer.begin(),
                None => {
                    state.gl.finish();
                    frame.since = Instant::now();
                }
            }
        }
    }

    /// Ends the passes of the frame.
    pub(super) fn end(&self) {
        let state = &self.state;
        let mut frame = state.frame.borrow_mut();
        if std::mem::take(&mut frame.is_running) {
            // Time outside of passes.
            let passes = frame.passes.len();
            if let Some(timer) = state.timers.get(passes) {
                timer.end();
                frame.trailing = Some(passes);
            }
            if passes == 0 {
                state.known.borrow_mut().clear();
            }
        }
        state.on.set(false);
        drop(frame);
        state.collect();
    }

    /// Each pass in the order of the frame, with its milliseconds.
    pub(super) fn milliseconds(&self) -> Vec<(Pass, f32)> {
        self.state.known.borrow().clone()
    }

    /// Whether measuring waits for each pass.
    pub(super) fn waits(&self) -> bool {
        self.state.timers.is_empty()
    }

    /// Description of the clock.
    pub(super) fn clock(&self) -> &'static str {
        match self.waits() {
            true => "by the processor's clock",
            false => "by the driver's timers",
        }
    }
}

impl State {
    fn ended(&self, pass: Pass) {
        if !self.on.get() {
            return;
        }
        let mut frame = self.frame.borrow_mut();
        let number = frame.passes.len();
        if self.timers.is_empty() {
            self.gl.finish();
            let now = Instant::now();
            let taken = now - frame.since;
            frame.taken.push(Some(taken));
            frame.since = now;
        } else {
            let Some(timer) = self.timers.get(number) else {
                return;
            };
            timer.end();
            frame.taken.push(None);
            if let Some(next) = self.timers.get(number + 1) {
                next.begin();
            }
        }
        frame.passes.push(pass);
    }

    /// Polls the timers, and once all have results, adds the frame to the average.
    fn collect(&self) {
        let mut frame = self.frame.borrow_mut();
        if frame.is_running {
            return;
        }
        // The time after the last pass is not used.
        frame.trailing = frame.trailing.filter(|&number| {
            self.timers
                .get(number)
                .is_some_and(|timer| timer.take().is_none())
        });
        for (timer, taken) in self.timers.iter().zip(&mut frame.taken) {
            *taken = taken.or_else(|| timer.take());
        }
        if frame.passes.is_empty() || frame.taken.iter().any(Option::is_none) {
            return;
        }
        let mut known = self.known.borrow_mut();
        let order: Vec<_> = frame.passes.iter().zip(&frame.taken).collect();
        let mut sums: Vec<(Pass, f32)> = Vec::new();
        for (&pass, taken) in order {
            let taken = taken.unwrap_or_default().as_secs_f32() * 1e3;
            match sums.iter_mut().find(|(name, _)| *name == pass) {
                Some((_, sum)) => *sum += taken,
                None => sums.push((pass, taken)),
            }
        }
        for (pass, sum) in &mut sums {
            if let Some((_, before)) = known.iter().find(|(name, _)| name == pass) {
                *sum = before + NEWEST * (*sum - before);
            }
        }
        *known = sums;
        drop(known);
        frame.passes.clear();
        frame.taken.clear();
    }
}
