//! Ctrl-C during long work: what is unfinished is taken away, then the program ends.
//!
//! Whoever makes something temporary leaves it here while it exists. The handler runs on a thread of its own and holds the
//! list until the end, so that nothing can be finished halfway.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The exit code of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

static UNFINISHED: Mutex<Vec<Thing>> = Mutex::new(Vec::new());

enum Thing {
    Folder(PathBuf),
    EmptyFolder(PathBuf),
    Program(Arc<Mutex<Child>>),
}

/// From now on Ctrl-C, or being asked to end, cleans up before it ends the program.
pub fn clean_up_on_interrupt() -> Result<()> {
    ctrlc::set_handler(|| {
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
        std::process::exit(INTERRUPTED);
    })
    .context("can't listen for Ctrl-C")
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
