//! Logs and counts the driver's debug output (KHR_debug), so that tests can require silence.

#[cfg(not(target_arch = "wasm32"))]
use glow::HasContext;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of complaints of the driver. Clones share one counter.
#[derive(Clone, Debug, Default)]
pub struct DebugCount {
    complaints: Arc<AtomicU32>,
    listening: bool,
}

impl DebugCount {
    /// Whether debug output is available; it needs KHR_debug.
    pub fn is_listening(&self) -> bool {
        self.listening
    }

    /// Number of errors, warnings and reports of undefined behaviour. Notifications and performance hints are not counted.
    pub fn complaints(&self) -> u32 {
        self.complaints.load(Ordering::Relaxed)
    }

    /// Records a complaint of this crate about a call that the driver accepts silently.
    pub(super) fn complain(&self, about: &str) {
        self.complaints.fetch_add(1, Ordering::Relaxed);
        log::warn!("{about}");
    }
}

/// Installs a callback that logs and counts the driver's messages until `raw` is dropped, if KHR_debug is available.
///
/// # Safety
/// The context must be current now and when `raw` is dropped, and `raw` must have no debug callback yet.
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
