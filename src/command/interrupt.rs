//! Ctrl-C, or a termination request: the work in progress stops at its next [`check`], and its temporary files are removed as the error
//! propagates. A window is closed instead. A second Ctrl-C ends the program at once.

use anyhow::{Context, Result};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The exit code after an interrupt: 128 plus the signal number.
pub const INTERRUPTED: u8 = 130;

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static ON_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// The program was interrupted, which has already been reported.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Makes Ctrl-C an error of the next [`check`]. If the system provides no thread to listen with, a warning says so and Ctrl-C ends the
/// program at once.
pub fn listen() -> Result<()> {
    // ctrlc catches the signal before it starts its thread: if that failed, nothing could interrupt the program.
    if let Err(error) = std::thread::Builder::new().spawn(|| ()) {
        log::warn!(
            "can't start a thread to listen for Ctrl-C: {error}: an interrupt will leave unfinished files behind"
        );
        return Ok(());
    }
    ctrlc::set_handler(|| {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        // If stderr is closed, only the exit code remains.
        let _ = writeln!(std::io::stderr(), "interrupted");
        let mut on_interrupt = ON_INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(end) = on_interrupt.take() {
            end();
        }
    })
    .context("can't listen for Ctrl-C")
}

/// Makes an interrupt call `end`, which closes a window.
pub fn on_interrupt(end: Box<dyn FnOnce() + Send>) {
    *ON_INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
}

/// An error if the program was interrupted.
pub fn check() -> Result<(), Interrupted> {
    match IS_INTERRUPTED.load(Ordering::Relaxed) {
        true => Err(Interrupted),
        false => Ok(()),
    }
}
