//! Ctrl-C, or being asked to end: what is unfinished is taken away, then the program ends with one word. A window is closed
//! first, in order; who can't wait for that asks a second time.
//!
//! Whoever makes something temporary leaves it here while it exists. The handler runs on a thread of its own and holds the
//! list until the end, so that nothing can be finished halfway.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The exit code of a program that was interrupted: 128 and the number of the signal.
pub const INTERRUPTED: u8 = 130;

/// Ends a part of the program in order.
type End = Box<dyn FnOnce() + Send>;

static UNFINISHED: Mutex<Vec<Thing>> = Mutex::new(Vec::new());
static END: Mutex<Option<End>> = Mutex::new(None);
static ENDED: AtomicBool = AtomicBool::new(false);

/// The program was interrupted, and said so already.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

enum Thing {
    Folder(PathBuf),
    EmptyFolder(PathBuf),
    Program(Arc<Mutex<Child>>),
}

/// As [`listen`]; but where not even one thread can be made for that, an interrupt ends the program at once, as it does any other.
pub fn clean_up_on_interrupt() -> Result<()> {
    match listen() {
        Err(error) if error.is::<NoThread>() => {
            log::warn!("{error}: an interrupt will leave unfinished files behind");
            Ok(())
        }
        listens => listens,
    }
}

/// There is none.
#[derive(Debug, thiserror::Error)]
#[error("can't start a thread to listen for Ctrl-C: {0}")]
struct NoThread(std::io::Error);

/// From now on Ctrl-C, or being asked to end, cleans up before it ends the program.
pub fn listen() -> Result<()> {
    // ctrlc catches signals before it has a thread to hear of them: without one, nothing could interrupt the program.
    let thread = thread::Builder::new().spawn(|| ());
    let _ = thread.map_err(NoThread)?.join();
    ctrlc::set_handler(|| {
        if !ENDED.load(Ordering::Relaxed) {
            // Whoever closed stderr gets the exit code alone.
            let _ = writeln!(std::io::stderr(), "interrupted");
        }
        if let Some(end) = lock(&END).take() {
            ENDED.store(true, Ordering::Relaxed);
            return end();
        }
        let mut things = lock(&UNFINISHED);
        // Programs first: they may still be writing the files.
        for thing in things.iter() {
            if let Thing::Program(child) = thing {
                let mut child = lock(child);
                let _ = child.kill();
                let _ = child.wait();
            }
        }
        // The newest first: what is in a folder was made after it.
        for thing in things.drain(..).rev() {
            let _ = match thing {
                Thing::Folder(path) => std::fs::remove_dir_all(path),
                Thing::EmptyFolder(path) => std::fs::remove_dir(path),
                Thing::Program(_) => Ok(()),
            };
        }
        // The list stays locked: no work can go on, let alone finish, behind our back.
        std::process::exit(INTERRUPTED.into());
    })
    .context("can't listen for Ctrl-C")
}

/// From now on an interrupt calls `end` and leaves it to that to end the program; the next one does not wait.
pub fn end_by(end: End) {
    *lock(&END) = Some(end);
}

/// An error if an interrupt has called what [`end_by`] was given. From now on interrupts end the program themselves again.
pub fn check() -> Result<(), Interrupted> {
    *lock(&END) = None;
    match ENDED.load(Ordering::Relaxed) {
        true => Err(Interrupted),
        false => Ok(()),
    }
}

/// Something temporary is on the list for as long as this exists.
pub struct Unfinished(Mark);

enum Mark {
    Path(PathBuf),
    Program(Arc<Mutex<Child>>),
}

impl Unfinished {
    /// What `make` makes, a temporary folder, goes away with all that is in it at an interrupt. None can come between making
    /// and noting it.
    pub fn folder<T, E>(
        make: impl FnOnce() -> Result<T, E>,
        path: impl FnOnce(&T) -> &Path,
    ) -> Result<(T, Self), E> {
        Self::path(make, path, Thing::Folder)
    }

    /// As [`Unfinished::folder`], for a folder that stays when something has come into it for good.
    pub fn empty_folder<T, E>(
        make: impl FnOnce() -> Result<T, E>,
        path: impl FnOnce(&T) -> &Path,
    ) -> Result<(T, Self), E> {
        Self::path(make, path, Thing::EmptyFolder)
    }

    fn path<T, E>(
        make: impl FnOnce() -> Result<T, E>,
        path: impl FnOnce(&T) -> &Path,
        thing: impl FnOnce(PathBuf) -> Thing,
    ) -> Result<(T, Self), E> {
        let mut things = lock(&UNFINISHED);
        let made = make()?;
        let path = path(&made).to_path_buf();
        things.push(thing(path.clone()));
        Ok((made, Self(Mark::Path(path))))
    }

    /// A running program is killed by an interrupt.
    pub fn program(child: Arc<Mutex<Child>>) -> Self {
        lock(&UNFINISHED).push(Thing::Program(child.clone()));
        Self(Mark::Program(child))
    }
}

/// Runs `finish` so that an interrupt comes either before it or after it.
pub fn undivided<T>(finish: impl FnOnce() -> T) -> T {
    let _things = lock(&UNFINISHED);
    finish()
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        lock(&UNFINISHED).retain(|thing| match (thing, &self.0) {
            (Thing::Folder(path) | Thing::EmptyFolder(path), Mark::Path(mine)) => path != mine,
            (Thing::Program(child), Mark::Program(mine)) => !Arc::ptr_eq(child, mine),
            _ => true,
        });
    }
}

/// The lock; a thread that panicked while holding it left nothing half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
