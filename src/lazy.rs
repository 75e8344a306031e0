//! `Lazy`: a value that is computed when it is first read, in memory that is kept for the next one.

use std::cell::{Cell, OnceCell};

/// A value that is computed when it is first read after it was forgotten.
pub(crate) struct Lazy<T> {
    value: OnceCell<T>,
    /// The memory of the value before.
    spare: Cell<Option<T>>,
}

impl<T> Lazy<T> {
    /// Not computed yet.
    pub(crate) fn new() -> Self {
        Self {
            value: OnceCell::new(),
            spare: Cell::new(None),
        }
    }

    /// The value: `fill` computes it, in memory that `make` allocates the first time.
    pub(crate) fn get(&self, make: impl FnOnce() -> T, fill: impl FnOnce(&mut T)) -> &T {
        self.value.get_or_init(|| {
            let mut value = self.spare.take().unwrap_or_else(make);
            fill(&mut value);
            value
        })
    }

    /// Forgets the value, and keeps its memory.
    pub(crate) fn forget(&mut self) {
        if let Some(value) = self.value.take() {
            self.spare.set(Some(value));
        }
    }
}
