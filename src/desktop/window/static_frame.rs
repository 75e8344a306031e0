//! The picture at rest: after a moment without motion it is drawn once at full quality, some rows at a time so that input stays responsive,
//! and cached, so that the panel and the ring over it do not redraw the water.

use crate::gl::Target;
use crate::session::AutoQuality;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Seconds of a slice of rows.
const SLICE: f32 = 0.08;

/// Divisor of the height for the first slice, which also includes all preparation.
const FIRST: usize = 16;

/// State of the picture at rest.
pub(super) struct StaticFrame {
    /// Time of the last change, and the [`Session::appearance`](crate::session::Session::appearance) after it.
    changed: Instant,
    appearance: u64,
    /// Whether it has been drawn at full quality since then, or could not be.
    settled: bool,
    kept: Option<Target>,
    begun: Option<Slices>,
}

/// A full-quality picture in progress.
pub(super) struct Slices {
    pub(super) target: Target,
    /// The next row, counted from the bottom, and the number of rows of the next slice.
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

    /// The rows of the next slice.
    pub(super) fn rows(&self) -> Range<usize> {
        let height = self.target.size().1;
        self.next..(self.next + self.rows).min(height)
    }

    /// Records the time of a slice.
    pub(super) fn drew(&mut self, taken: Duration) {
        let drawn = self.rows();
        let is_first = drawn.start == 0;
        self.next = drawn.end;
        let fits = SLICE / taken.as_secs_f32().max(1e-4);
        // The first slice includes the preparation.
        let factor = if is_first { fits.max(1.0) } else { fits };
        self.rows = whole((self.rows as f32 * factor.clamp(0.25, 4.0)) as usize);
    }
}

/// A multiple of 2×2 pixel quads, in which shaders take derivatives.
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

    /// Records that the next frame shows a change.
    pub(super) fn disturb(&mut self) {
        *self = Self {
            appearance: self.appearance,
            ..Self::new()
        };
    }

    /// Records the appearance of the next frame.
    pub(super) fn look(&mut self, appearance: u64) {
        if appearance != self.appearance {
            self.disturb();
            self.appearance = appearance;
        }
    }

    /// Time at which it is to be drawn at full quality, unless it has been.
    pub(super) fn due(&self) -> Option<Instant> {
        (!self.settled).then(|| self.changed + AutoQuality::REST)
    }

    /// Whether that is now.
    pub(super) fn is_due(&self) -> bool {
        self.due().is_some_and(|due| due <= Instant::now())
    }

    /// Stores the finished picture, if there is one.
    pub(super) fn keep(&mut self, picture: Option<Target>) {
        self.settled = true;
        self.begun = None;
        self.kept = picture;
    }

    /// Stores a coarse picture to be shown meanwhile.
    pub(super) fn hold(&mut self, picture: Target) {
        self.kept = Some(picture);
    }

    /// The full-quality picture in progress.
    pub(super) fn take_begun(&mut self, size: (usize, usize)) -> Option<Slices> {
        let begun = self.begun.take();
        begun.filter(|slices| slices.target.size() == size)
    }

    /// Puts it back.
    pub(super) fn go_on(&mut self, slices: Slices) {
        self.begun = Some(slices);
    }

    /// Whether it is at full quality.
    pub(super) fn is_fine(&self) -> bool {
        self.settled && self.kept.is_some()
    }

    /// The cached picture, if it has this size.
    pub(super) fn picture(&self, size: (usize, usize)) -> Option<&Target> {
        self.kept.as_ref().filter(|kept| kept.size() == size)
    }
}
