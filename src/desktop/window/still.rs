//! A picture in which nothing moves: once it has rested for a moment it is drawn as finely as the view says, however slow that is,
//! and kept, so that the panel and the ring over it cost no frame of water.

use crate::gl::Target;
use crate::play::AutoQuality;
use std::time::Instant;

/// What there is of it.
pub(super) struct Still {
    /// When something that it shows was last another.
    changed: Instant,
    /// Whether it has been drawn finely since then, or could not be.
    settled: bool,
    kept: Option<Target>,
}

impl Still {
    pub(super) fn new() -> Self {
        Self {
            changed: Instant::now(),
            settled: false,
            kept: None,
        }
    }

    /// Takes note that the next frame may show something else.
    pub(super) fn disturb(&mut self) {
        *self = Self::new();
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
        self.kept = picture;
    }

    /// The fine picture, if there is one of that size.
    pub(super) fn picture(&self, size: (usize, usize)) -> Option<&Target> {
        self.kept.as_ref().filter(|kept| kept.size() == size)
    }
}
