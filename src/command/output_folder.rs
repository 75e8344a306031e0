//! A folder of files that come into it all together: each is written aside, and they take their names when all are whole.
//!
//! A run that fails leaves the folder as it was: no half set of files, no destroyed old ones, and no folder that was not
//! there before. So does one that is killed before all files are whole and on the disk. One that is killed, or whose machine
//! stops, in the moment while they take their names leaves old and new ones, each of them whole, and a [`Journal`] in its
//! unfinished folder; the next run that writes there finishes it. Not guaranteed: that a reader sees none of the new names
//! before all of them, that two runs that end at once in one folder take turns, and that a disk which refuses a name in that
//! moment leaves the old set.

use super::interrupt::{Unfinished, undivided};
use super::named;
use super::output::{check_folder, folder_of};
use super::staging::{Journal, Staging, sync_folder};
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A folder that files are being written for.
pub struct OutputFolder {
    // Fields are dropped in order: the files go before the folder.
    staging: Staging,
    made: Option<Made>,
    folder: PathBuf,
    journal: Journal,
}

/// A folder of our making: it goes again, if it is empty, unless the files come into it.
struct Made {
    folder: PathBuf,
    _mark: Unfinished,
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.folder);
    }
}

/// Makes a folder; `None` where somebody else has just made it.
fn make(folder: &Path) -> std::io::Result<Option<Made>> {
    let made = Unfinished::empty_folder(
        || std::fs::create_dir(folder).and_then(|()| std::path::absolute(folder)),
        |folder| folder,
    );
    match made {
        Ok((folder, _mark)) => Ok(Some(Made { folder, _mark })),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(error),
    }
}

impl OutputFolder {
    /// Gets ready to write `of`, as errors call the files, to `folder`, which is made if only it is missing.
    pub fn create(folder: &Path, of: &str) -> Result<Self> {
        let failure = || format!("can't write {of} to {}", named(folder));
        let made = if folder.exists() {
            None
        } else {
            check_folder(folder_of(folder)).with_context(failure)?;
            make(folder).with_context(failure)?
        };
        if made.is_none() {
            check_folder(folder).with_context(failure)?;
        }
        Ok(Self {
            staging: Staging::create(folder).with_context(failure)?,
            made,
            folder: folder.to_path_buf(),
            journal: Journal::default(),
        })
    }

    /// How many files are written so far.
    pub fn count(&self) -> usize {
        self.journal.names.len()
    }

    /// Where the files go.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Writes the file `name` with `write`, buffered. It is not there before [`OutputFolder::commit`].
    pub fn write(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
    ) -> Result<()> {
        let target = self.folder.join(name);
        let staged = self.staging.path(name);
        let all = || -> Result<()> {
            match target.symlink_metadata() {
                Ok(there) if there.is_dir() => bail!("it is a folder"),
                Ok(there) if !there.is_file() && !there.is_symlink() => {
                    bail!("it is a pipe or a device; take it away, or name another folder")
                }
                _ => {}
            }
            // An interrupt that is emptying the folder must not find a new file in it.
            let file = undivided(|| File::create(staged))?;
            let mut to = BufWriter::new(file);
            write(&mut to)?;
            Ok(to.flush()?)
        };
        all().with_context(|| format!("can't write {}", named(&target)))?;
        self.journal.names.push(name.to_owned());
        Ok(())
    }

    /// The plain files in the folder whose names `is_stale` go with the commit, but for those that are written.
    pub fn replace(&mut self, is_stale: impl Fn(&str) -> bool) -> Result<()> {
        let failure = || format!("can't look through {}", named(&self.folder));
        for entry in std::fs::read_dir(&self.folder).with_context(failure)? {
            let entry = entry.with_context(failure)?;
            let name = entry.file_name();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if let (true, Some(name)) = (is_file, name.to_str())
                && is_stale(name)
            {
                self.journal.stale.push(name.to_owned());
            }
        }
        Ok(())
    }

    /// All files are whole: they take their names, in the order in which they were written; then what they replace goes.
    pub fn commit(mut self) -> Result<()> {
        let written: HashSet<_> = self.journal.names.iter().collect();
        self.journal.stale.retain(|name| !written.contains(name));
        let (staging, journal, folder) = (&self.staging, &self.journal, &self.folder);
        staging.write_out(journal, folder)?;
        undivided(|| staging.put(journal, folder))?;
        if let Some(made) = &self.made {
            // Best effort: the files are in place.
            let _ = sync_folder(folder_of(&made.folder));
        }
        Ok(())
    }
}
