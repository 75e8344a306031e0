//! Unfinished work: a folder beside what is being written, in which files become whole before they take their names.
//!
//! It is called `.waterlab-` and six letters or digits. In it lies `lock`, which tells the folder's inode and stays locked for
//! as long as the run that made it lives; the system lets go of it however a run ends. Whoever next writes into the same
//! place takes away what dead runs left there: folders of that name, of the same owner, whose `lock` tells their own inode (a
//! copy or an unpacked archive tells another) and can be locked.
//!
//! Several files that belong together are put in place by a [`Journal`]: once all of them are on the disk, their names are
//! written down, and only then is the first one renamed. A run that dies earlier changes nothing; what one that dies later
//! has begun, the next run into the place finishes. Until then `.waterlab-…/journal` tells that old and new are mixed.

use super::interrupt::{Unfinished, undivided};
use super::named;
use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;
use tempfile::{Builder, TempDir};

/// The names of unfinished folders begin with this.
const PREFIX: &str = ".waterlab-";
/// How many letters or digits follow.
const LETTERS: usize = 6;
/// What says that a run lives.
const LOCK: &str = "lock";
/// What says that files are being put in place.
const JOURNAL: &str = "journal";
/// Most bytes of a journal: files of more names are not put in place.
const LONGEST_JOURNAL: u64 = 256 << 20;
/// How many files are written to the disk at a time.
const SYNCS: usize = 16;
/// How often a folder is made anew that somebody took for a dead one before it was locked.
const TRIES: usize = 16;

/// A folder for unfinished files. It goes with all that is left in it.
pub struct Staging {
    // Fields are dropped in order: the folder goes before the lock on it.
    folder: TempDir,
    _mark: Unfinished,
    _lock: File,
}

/// Which files take their names, and which old ones go, in a folder.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Journal {
    /// Of new files, in the order in which they are put in place.
    pub names: Vec<String>,
    /// Of old files that go once the new ones are there.
    pub stale: Vec<String>,
}

impl Staging {
    /// A new one in the folder `place`, where nothing of dead runs is left.
    pub fn create(place: &Path) -> io::Result<Self> {
        let place = std::path::absolute(place)?;
        for _ in 0..TRIES {
            let make = || {
                Builder::new()
                    .prefix(PREFIX)
                    .rand_bytes(LETTERS)
                    .tempdir_in(&place)
            };
            let (folder, mark) = Unfinished::folder(make, TempDir::path)?;
            let lock = match undivided(|| lock(folder.path())) {
                Ok(lock) => lock,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            clear(&place, folder.path());
            return Ok(Self {
                folder,
                _mark: mark,
                _lock: lock,
            });
        }
        Err(io::Error::other("unfinished files do not stay there"))
    }

    /// Where the unfinished file `name` is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Has the new files of a journal written to the disk; `folder` is where they will be.
    pub fn write_out(&self, journal: &Journal, folder: &Path) -> Result<()> {
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            while let Some(name) = journal.names.get(next.fetch_add(1, Ordering::Relaxed)) {
                let written = File::open(self.path(name)).and_then(|file| file.sync_all());
                written.with_context(|| cannot_write(&folder.join(name)))?;
            }
            Ok(())
        };
        // A disk writes many files at a time in not much more than the time of one.
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others = SYNCS.min(journal.names.len()).saturating_sub(1);
            let others: Vec<_> = (0..others).map_while(spawn).collect();
            let mut all = work();
            for other in others {
                let done = other.join();
                all = all.and(done.unwrap_or_else(|_| Err(anyhow!(cannot_write(folder)))));
            }
            all
        })
    }

    /// Puts files that are written out in place in `folder`. What goes wrong before the journal is written changes nothing.
    pub fn put(&self, journal: &Journal, folder: &Path) -> Result<()> {
        write_journal(self.folder.path(), journal).with_context(|| cannot_write(folder))?;
        place(self.folder.path(), journal, folder, None)
    }
}

/// Makes the file that says that this run lives. `NotFound` where another run has taken the folder for a dead one.
fn lock(folder: &Path) -> io::Result<File> {
    let name = folder.join(LOCK);
    let mut lock = File::options()
        .read(true)
        .write(true)
        .create_new(true)
        .open(&name)?;
    match lock.try_lock() {
        Err(fs::TryLockError::WouldBlock) => return Err(ErrorKind::NotFound.into()),
        // A disk that knows no locks: nobody can take the folder for a dead one.
        Err(fs::TryLockError::Error(_)) | Ok(()) => {}
    }
    if let Some((inode, _)) = identity(folder) {
        write!(lock, "{inode}")?;
    }
    // It may have been taken away between making and locking it.
    name.symlink_metadata()?;
    Ok(lock)
}

/// Inode and owner of a folder that is no link, where the system knows of such.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<(u64, u32)> {
    use std::os::unix::fs::MetadataExt;
    let there = folder.symlink_metadata().ok()?;
    there.is_dir().then(|| (there.ino(), there.uid()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u32)> {
    None
}

/// Finishes or takes away what dead runs left in `place`; `own` is an unfinished folder of this run. What can't be cleared is
/// left: it is in nobody's way.
fn clear(place: &Path, own: &Path) {
    let (Ok(entries), Some((_, owner))) = (fs::read_dir(place), identity(own)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let letters = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_ours = letters.is_some_and(|letters| {
            letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if is_ours && let Err(error) = clear_one(&entry.path(), owner, place) {
            log::debug!("{} stays: {error:#}", entry.path().display());
        }
    }
}

fn clear_one(folder: &Path, owner: u32, place: &Path) -> Result<()> {
    let Some((inode, _)) = identity(folder).filter(|(_, of)| *of == owner) else {
        return Ok(());
    };
    let name = folder.join(LOCK);
    match name.symlink_metadata() {
        // Killed before it had a lock. Only an empty folder goes.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(fs::remove_dir(folder)?),
        Ok(there) if there.is_file() => {}
        _ => return Ok(()),
    }
    let lock = File::options().read(true).write(true).open(&name)?;
    if lock.try_lock().is_err() {
        return Ok(());
    }
    let mut said = String::new();
    (&lock).take(32).read_to_string(&mut said)?;
    if said.is_empty() {
        // Killed before it had said so. Only a folder without anything else goes.
        fs::remove_file(&name)?;
        return Ok(fs::remove_dir(folder)?);
    }
    if said != inode.to_string() {
        return Ok(());
    }
    if folder.join(JOURNAL).symlink_metadata().is_ok() {
        // One that can't be read stays, and the new files with it.
        let Some((journal, since)) = read_journal(folder) else {
            return Ok(());
        };
        place_rest(folder, &journal, place, since)?;
    }
    Ok(fs::remove_dir_all(folder)?)
}

fn cannot_write(target: &Path) -> String {
    format!("can't write {}", named(target))
}

/// Writes the journal: it is on the disk as a whole or not at all.
fn write_journal(folder: &Path, journal: &Journal) -> Result<()> {
    let unfinished = folder.join(format!("{JOURNAL}.part"));
    let mut file = File::create(&unfinished)?;
    let text = serde_json::to_vec(journal)?;
    if text.len() as u64 > LONGEST_JOURNAL {
        bail!("the names of so many files are too long to keep: write fewer at a time");
    }
    file.write_all(&text)?;
    file.sync_all()?;
    fs::rename(&unfinished, folder.join(JOURNAL))?;
    Ok(sync_folder(folder)?)
}

/// The journal of a dead run, and when it was written.
fn read_journal(folder: &Path) -> Option<(Journal, SystemTime)> {
    let file = File::open(folder.join(JOURNAL)).ok()?;
    let since = file.metadata().ok()?.modified().ok()?;
    let mut text = Vec::new();
    file.take(LONGEST_JOURNAL).read_to_end(&mut text).ok()?;
    let journal: Journal = serde_json::from_slice(&text).ok()?;
    let mut all = journal.names.iter().chain(&journal.stale);
    all.all(|name| Path::new(name).file_name() == Some(name.as_ref()))
        .then_some((journal, since))
}

/// Does what is left to do of a journal.
fn place_rest(staged: &Path, journal: &Journal, folder: &Path, since: SystemTime) -> Result<()> {
    let left = |name: &&String| staged.join(name).symlink_metadata().is_ok();
    let rest = Journal {
        names: journal.names.iter().filter(left).cloned().collect(),
        stale: journal.stale.clone(),
    };
    place(staged, &rest, folder, Some(since))
}

/// Renames new files into `folder`, then takes old ones away. What somebody has changed there after `since` stays as it is.
fn place(staged: &Path, journal: &Journal, folder: &Path, since: Option<SystemTime>) -> Result<()> {
    let is_newer = |target: &Path| {
        let changed = target.symlink_metadata().and_then(|there| there.modified());
        since.is_some_and(|since| changed.is_ok_and(|changed| changed > since))
    };
    for name in &journal.names {
        let target = folder.join(name);
        if !is_newer(&target) {
            fs::rename(staged.join(name), &target).with_context(|| cannot_write(&target))?;
        }
    }
    for name in &journal.stale {
        let target = folder.join(name);
        let is_file = target.symlink_metadata().is_ok_and(|there| there.is_file());
        if is_file && !is_newer(&target) {
            fs::remove_file(&target)
                .with_context(|| format!("can't remove the old {}", named(&target)))?;
        }
    }
    sync_folder(folder).with_context(|| cannot_write(folder))
}

/// Has the names in a folder written to the disk, where the system can.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    // Some systems open no folders, and a folder can be written to that can't be read.
    let Ok(open) = File::open(folder) else {
        return Ok(());
    };
    match open.sync_all() {
        Err(error) if is_unknown(error.kind()) => Ok(()),
        synced => synced,
    }
}

/// Disks that can't sync a folder say so in one of these ways.
fn is_unknown(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
    )
}
