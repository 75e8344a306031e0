//! A picture in which nothing moves: once it has rested for a moment it is drawn as finely as the view says, some rows at a time so
//! that input is answered meanwhile, and kept, so that the panel and the ring over it cost no frame of water.

use crate::gl::Target;
use crate::session::AutoQuality;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Seconds that some rows should take.
const SLICE: f32 = 0.08;

/// The first of so many parts of the height are drawn first: they take as long as all that is prepared for them, too.
const FIRST: usize = 16;

/// What there is of it.
pub(super) struct StaticFrame {
    /// When something that it shows was last another, and what [`Session::appearance`](crate::session::Session::appearance) was then.
    changed: Instant,
    appearance: u64,
    /// Whether it has been drawn finely since then, or could not be.
    settled: bool,
    kept: Option<Target>,
    begun: Option<Slices>,
}

/// A fine picture that is being drawn.
pub(super) struct Slices {
    pub(super) target: Target,
    /// The row to go on from, counted from the bottom, and how many to draw next.
    next: usize,
    rows: usize,
}

impl Slices {
    pub(super) fn new(target: Target) -> Self {
        Self {
            rows: whole(target.size().1 / FIRST),
            next: 0,
            target,
        }
    }

    /// The rows to be drawn now.
    pub(super) fn rows(&self) -> Range<usize> {
        let height = self.target.size().1;
        self.next..(self.next + self.rows).min(height)
    }

    /// Takes note of how long those rows took.
    pub(super) fn drew(&mut self, taken: Duration) {
        let drawn = self.rows();
        let is_first = drawn.start == 0;
        self.next = drawn.end;
        let fits = SLICE / taken.as_secs_f32().max(1e-4);
        // The first rows took as long as what was prepared for them.
        let factor = if is_first { fits.max(1.0) } else { fits };
        self.rows = whole((self.rows as f32 * factor.clamp(0.25, 4.0)) as usize);
    }
}

/// Rows of whole squares of pixels, as shaders take differences within these.
fn whole(rows: usize) -> usize {
    (rows / 4).max(1) * 4
}

impl StaticFrame {
    pub(super) fn new() -> Self {
        Self {
            changed: Instant::now(),
            appearance: 0,
            settled: false,
            kept: None,
            begun: None,
        }
    }

    /// Takes note that the next frame shows something else.
    pub(super) fn disturb(&mut self) {
        *self = Self {
            appearance: self.appearance,
            ..Self::new()
        };
    }

    /// Takes note of what the next frame shows.
    pub(super) fn look(&mut self, appearance: u64) {
        if appearance != self.appearance {
            self.disturb();
            self.appearance = appearance;
        }
    }

    /// When it is to be drawn finely, unless it has been.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.settled).then(|| self.changed + AutoQuality::REST)
    }

    /// Whether that is now.
    pub(super) fn is_due(&self) -> bool {
        self.due().is_some_and(|due| due <= Instant::now())
    }

    /// Keeps what was drawn, if it could be.
    pub(super) fn keep(&mut self, picture: Option<Target>) {
        self.settled = true;
        self.begun = None;
        self.kept = picture;
    }

    /// Keeps a coarse picture to be shown while the fine one is drawn.
    pub(super) fn hold(&mut self, picture: Target) {
        self.kept = Some(picture);
    }

    /// The fine picture that is being drawn, to go on with.
    pub(super) fn take_begun(&mut self, size: (usize, usize)) -> Option<Slices> {
        let begun = self.begun.take();
        begun.filter(|slices| slices.target.size() == size)
    }

    /// Puts it back.
    pub(super) fn go_on(&mut self, slices: Slices) {
        self.begun = Some(slices);
    }

    /// Whether it has been drawn finely.
    pub(super) fn is_fine(&self) -> bool {
        self.settled && self.kept.is_some()
    }

    /// The picture that is kept, if there is one of that size.
    pub(super) fn picture(&self, size: (usize, usize)) -> Option<&Target> {
        self.kept.as_ref().filter(|kept| kept.size() == size)
    }
}
