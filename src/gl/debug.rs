//! The driver's debug output (KHR_debug): logged, and counted so that tests can insist on silence.

#[cfg(not(target_arch = "wasm32"))]
use glow::HasContext;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often the driver complained. Clones share one count.
#[derive(Clone, Debug, Default)]
pub struct DebugCount {
    complaints: Arc<AtomicU32>,
    listening: bool,
}

impl DebugCount {
    /// Whether the driver speaks at all; without KHR_debug it does not.
    pub fn is_listening(&self) -> bool {
        self.listening
    }

    /// Errors, warnings and undefined behaviour reported so far; notes and performance hints do not count.
    pub fn complaints(&self) -> u32 {
        self.complaints.load(Ordering::Relaxed)
    }

    /// A complaint of our own, of what the driver would let pass.
    pub(super) fn complain(&self, about: &str) {
        self.complaints.fetch_add(1, Ordering::Relaxed);
        log::warn!("{about}");
    }
}

/// Has every complaint of the driver logged and counted until `raw` is dropped, if it can speak.
///
/// # Safety
/// The context must be current, now and when `raw` is dropped; nothing may listen to `raw` yet.
#[cfg(not(target_arch = "wasm32"))]
pub(super) unsafe fn listen(raw: &mut glow::Context) -> DebugCount {
    let mut count = DebugCount::default();
    if !raw.supports_debug() {
        return count;
    }
    count.listening = true;
    let complaints = count.complaints.clone();
    // SAFETY: the caller promises a current context, which has KHR_debug. What the driver calls, on whatever thread, owns all
    // that it touches; `raw` keeps it and, when it is dropped, has the driver forget it first.
    unsafe {
        raw.enable(glow::DEBUG_OUTPUT);
        raw.enable(glow::DEBUG_OUTPUT_SYNCHRONOUS);
        raw.debug_message_callback(move |_source, kind, _id, severity, message| {
            let harmless = matches!(
                kind,
                glow::DEBUG_TYPE_OTHER
                    | glow::DEBUG_TYPE_PERFORMANCE
                    | glow::DEBUG_TYPE_MARKER
                    | glow::DEBUG_TYPE_PUSH_GROUP
                    | glow::DEBUG_TYPE_POP_GROUP
            );
            if harmless || severity == glow::DEBUG_SEVERITY_NOTIFICATION {
                log::debug!("driver: {message}");
            } else {
                complaints.fetch_add(1, Ordering::Relaxed);
                log::warn!("driver: {message}");
            }
        });
    }
    count
}
