//! `Lazy`: a value that is computed on first read and whose memory is reused after invalidation.

use std::cell::{Cell, OnceCell};

/// A lazily computed value. [`Lazy::forget`] invalidates it; the next read recomputes it.
pub(crate) struct Lazy<T> {
    value: OnceCell<T>,
    /// The previous value, whose memory is reused.
    spare: Cell<Option<T>>,
}

impl<T> Lazy<T> {
    /// A value that is not computed yet.
    pub(crate) fn new() -> Self {
        Self {
            value: OnceCell::new(),
            spare: Cell::new(None),
        }
    }

    /// Returns the value. If it is invalid, `fill` computes it in the memory that `make` allocates the first time.
    pub(crate) fn get(&self, make: impl FnOnce() -> T, fill: impl FnOnce(&mut T)) -> &T {
        self.value.get_or_init(|| {
            let mut value = self.spare.take().unwrap_or_else(make);
            fill(&mut value);
            value
        })
    }

    /// Invalidates the value and keeps its memory for reuse.
    pub(crate) fn forget(&mut self) {
        if let Some(value) = self.value.take() {
            self.spare.set(Some(value));
        }
    }
}
