//! A folder of files that come into it all together: each is written aside, and they take their names when all are whole.
//!
//! A run that fails leaves the folder as it was: no half set of files, no destroyed old ones, and no folder that was not
//! there before.

use super::interrupt::{Unfinished, undivided};
use super::output::{PREFIX, check_folder, folder_of};
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// A folder that files are being written for.
pub struct OutputFolder {
    // Fields are dropped in order: the files go before the folder.
    staged: TempDir,
    _mark: Unfinished,
    _made: Option<Made>,
    folder: PathBuf,
    /// Of the files written so far, in that order.
    names: Vec<String>,
    /// Of old files that go with the commit.
    stale: Vec<String>,
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
        let failure = || format!("can't write {of} to {}", folder.display());
        let made = if folder.exists() {
            None
        } else {
            check_folder(folder_of(folder)).with_context(failure)?;
            make(folder).with_context(failure)?
        };
        if made.is_none() {
            check_folder(folder).with_context(failure)?;
        }
        let aside = || {
            let folder = std::path::absolute(folder)?;
            Builder::new().prefix(PREFIX).tempdir_in(folder)
        };
        let (staged, mark) = Unfinished::folder(aside, TempDir::path).with_context(failure)?;
        Ok(Self {
            staged,
            _mark: mark,
            _made: made,
            folder: folder.to_path_buf(),
            names: Vec::new(),
            stale: Vec::new(),
        })
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
        let staged = self.staged.path().join(name);
        let all = || -> Result<()> {
            if target.is_dir() {
                bail!("it is a folder");
            }
            // An interrupt that is emptying the folder must not find a new file in it.
            let file = undivided(|| File::create(staged))?;
            let mut to = BufWriter::new(file);
            write(&mut to)?;
            Ok(to.flush()?)
        };
        all().with_context(|| format!("can't write {}", target.display()))?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// The plain files in the folder whose names `is_stale` go with the commit, but for those that are written.
    pub fn replace(&mut self, is_stale: impl Fn(&str) -> bool) -> Result<()> {
        let failure = || format!("can't look through {}", self.folder.display());
        for entry in std::fs::read_dir(&self.folder).with_context(failure)? {
            let entry = entry.with_context(failure)?;
            let name = entry.file_name();
            let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
            if let (true, Some(name)) = (is_file, name.to_str())
                && is_stale(name)
            {
                self.stale.push(name.to_owned());
            }
        }
        Ok(())
    }

    /// All files are whole: they take their names, in the order in which they were written; then what they replace goes.
    pub fn commit(self) -> Result<()> {
        let written: HashSet<_> = self.names.iter().collect();
        undivided(|| {
            for name in &self.names {
                let target = self.folder.join(name);
                std::fs::rename(self.staged.path().join(name), &target)
                    .with_context(|| format!("can't write {}", target.display()))?;
            }
            for name in self.stale.iter().filter(|name| !written.contains(name)) {
                let target = self.folder.join(name);
                std::fs::remove_file(&target)
                    .with_context(|| format!("can't remove the old {}", target.display()))?;
            }
            Ok(())
        })
    }
}
