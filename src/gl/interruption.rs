//! Interrupts a frame before the driver compiles another shader, so that input stays responsive: software rasterisers compile a program
//! when it is linked and once more at its first draw call, each of which may take some 100 ms; and again for textures of another kind, such
//! as those whose size is a power of two instead of another.

use super::{Gl, GlError};
use std::cell::{Cell, RefCell};

/// The interruption of a context's frames; none at first.
#[derive(Default)]
pub(super) struct Interruption {
    has_time: RefCell<Option<Box<dyn Fn() -> bool>>>,
    /// Whether a program has been compiled or first used in this frame.
    has_new: Cell<bool>,
    /// How often all programs have become new again.
    renewals: Cell<u64>,
}

impl Gl {
    /// Interrupts frames: from now on a frame goes on with a program that has not been compiled or used before only if `has_time`;
    /// otherwise drawing returns [`GlError::Interrupted`], and the frame is to be drawn again. Each attempt compiles or uses at least one
    /// such program, so that a frame is complete after some of them.
    pub fn interrupt_frames(&self, has_time: impl Fn() -> bool + 'static) {
        *self.interruption().has_time.borrow_mut() = Some(Box::new(has_time));
    }

    /// Begins an attempt at a frame.
    pub fn begin_frame(&self) {
        self.interruption().has_new.set(false);
    }

    /// Lets all programs count as new, because they will be used with other textures or targets than before.
    pub fn renew_programs(&self) {
        let renewals = &self.interruption().renewals;
        renewals.set(renewals.get() + 1);
    }

    /// How often [`Gl::renew_programs`] has been called.
    pub(super) fn renewals(&self) -> u64 {
        self.interruption().renewals.get()
    }

    /// The result of `act`, which is not interrupted.
    pub fn without_interruption<T>(&self, act: impl FnOnce() -> T) -> T {
        let has_time = self.interruption().has_time.take();
        let result = act();
        self.interruption().has_time.replace(has_time);
        result
    }

    /// Interrupts the frame, if it has no time for a program that is new to the driver.
    pub(super) fn check_time(&self) -> Result<(), GlError> {
        let Interruption {
            has_time, has_new, ..
        } = self.interruption();
        let is_first = !has_new.replace(true);
        match &*has_time.borrow() {
            Some(has_time) if !is_first && !has_time() => Err(GlError::Interrupted),
            _ => Ok(()),
        }
    }
}
