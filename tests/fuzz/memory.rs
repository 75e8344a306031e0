//! The system's allocator, which knows how much of it is in use and how much was at most, so that a case that takes too much fails. What
//! would bring the process beyond [`HARD`] is refused, so that a mistake does not fill the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes in use beyond which the allocator has none.
const HARD: usize = 6 << 30;

struct Measuring;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// Whether so many bytes more may be taken.
fn takes(bytes: usize) -> bool {
    let now = IN_USE.fetch_add(bytes, Relaxed).saturating_add(bytes);
    if now > HARD {
        IN_USE.fetch_sub(bytes, Relaxed);
        return false;
    }
    PEAK.fetch_max(now, Relaxed);
    true
}

// SAFETY: every call that is not refused goes to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Measuring {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match takes(layout.size()) {
            true => unsafe { System.alloc(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match takes(layout.size()) {
            true => unsafe { System.alloc_zeroed(layout) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static MEASURING: Measuring = Measuring;

/// Bytes in use now.
pub fn in_use() -> usize {
    IN_USE.load(Relaxed)
}

/// The most bytes that `work` had in use besides those before it.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let result = work();
    (result, PEAK.load(Relaxed).saturating_sub(before))
}
