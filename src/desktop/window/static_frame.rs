//! The picture at rest: it is drawn at full quality some rows at a time, so that input stays responsive, and cached, so that the panel and
//! the ring over it do not redraw the water. When that happens decides [`FrameLoop`](crate::session::FrameLoop). On a software rasteriser
//! the last picture of moving water is cached too, if it cannot be scaled up again: it is shown while the next one is interrupted.

use crate::gl::{Gl, Target};
use std::ops::Range;
use std::time::Duration;

/// Seconds of a slice of rows.
const SLICE: f32 = 0.08;

/// Divisor of the height for the first slice, which also includes all preparation.
const FIRST: usize = 16;

/// The last complete picture, and the one at rest.
#[derive(Default)]
pub(super) struct StaticFrame {
    kept: Option<Target>,
    /// Whether it shows the water as it is.
    is_current: bool,
    begun: Option<Slices>,
    /// The picture before, to be drawn over.
    spare: Option<Target>,
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
    /// Drops it when the picture changes.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Keeps it as the last one when the picture changes.
    pub(super) fn outdate(&mut self) {
        self.is_current = false;
        if let Some(begun) = self.begun.take() {
            self.spare = Some(begun.target);
        }
    }

    /// Stores a complete picture. Without one the picture stays as it is.
    pub(super) fn keep(&mut self, picture: Option<Target>) {
        self.begun = None;
        if let Some(picture) = picture {
            self.spare = self.kept.replace(picture);
            self.is_current = true;
        }
    }

    /// A target of this size for the next picture, if there is memory for it.
    pub(super) fn blank(&mut self, gl: &Gl, size: (usize, usize)) -> Option<Target> {
        let spare = self.spare.take().filter(|spare| spare.size() == size);
        spare.or_else(|| Target::texture(gl, size.0, size.1, true).ok())
    }

    /// Drops the last picture: the window shows another one, which is not cached.
    pub(super) fn supersede(&mut self) {
        self.outdate();
        if let Some(kept) = self.kept.take() {
            self.spare = Some(kept);
        }
    }

    /// Takes back a target whose picture is not complete.
    pub(super) fn put_back(&mut self, target: Target) {
        self.spare = Some(target);
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

    /// The cached picture of the water as it is, if it has this size.
    pub(super) fn picture(&self, size: (usize, usize)) -> Option<&Target> {
        self.last(size).filter(|_| self.is_current)
    }

    /// The last complete picture, if it has this size.
    pub(super) fn last(&self, size: (usize, usize)) -> Option<&Target> {
        self.kept.as_ref().filter(|kept| kept.size() == size)
    }
}
