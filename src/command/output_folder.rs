//! A folder of files that are put in place together: each is written to a temporary folder inside it, and they are renamed when all are
//! complete.
//!
//! A run that fails or is interrupted before that leaves the folder as it was, and no folder that was not there before. A run
//! that is killed while it renames can leave a mixture of old and new files, each of them whole; the file that was written last
//! (the manifest of a bake) is put in place last.

use super::output::{TEMPORARY, check_folder, folder_of};
use super::{interrupt, named};
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// A folder that files are being written to.
pub struct OutputFolder {
    // Fields are dropped in order: the temporary folder goes before the folder that it is in.
    temporary: TempDir,
    _created: Option<Created>,
    folder: PathBuf,
    /// Names of the new files, in the order in which they were written.
    names: Vec<String>,
    /// Names of old files that are removed once the new ones are in place.
    stale: Vec<String>,
}

/// A folder that this run created. It is removed again if no file was put in place.
struct Created(PathBuf);

impl Drop for Created {
    fn drop(&mut self) {
        // This fails, as intended, if it contains files.
        let _ = fs::remove_dir(&self.0);
    }
}

/// Creates a folder; `None` where it exists already.
fn create(folder: &Path) -> io::Result<Option<Created>> {
    match fs::create_dir(folder) {
        Ok(()) => Ok(Some(Created(folder.to_path_buf()))),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(error),
    }
}

impl OutputFolder {
    /// Prepares to write `of`, as errors call the files, to `folder`, which is created if its parent exists.
    pub fn create(folder: &Path, of: &str) -> Result<Self> {
        let failure = || format!("can't write {of} to {}", named(folder));
        let created = if folder.exists() {
            None
        } else {
            check_folder(folder_of(folder)).with_context(failure)?;
            create(folder).with_context(failure)?
        };
        if created.is_none() {
            check_folder(folder).with_context(failure)?;
        }
        Ok(Self {
            temporary: Builder::new()
                .prefix(TEMPORARY)
                .tempdir_in(folder)
                .with_context(failure)?,
            _created: created,
            folder: folder.to_path_buf(),
            names: Vec::new(),
            stale: Vec::new(),
        })
    }

    /// Number of files written so far.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Writes the file `name` with `write`, buffered. It appears with [`OutputFolder::commit`].
    pub fn write(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
    ) -> Result<()> {
        interrupt::check()?;
        let target = self.folder.join(name);
        let temporary = self.temporary.path().join(name);
        let all = || -> Result<()> {
            match target.symlink_metadata() {
                Ok(there) if there.is_dir() => bail!("it is a folder"),
                Ok(there) if !there.is_file() && !there.is_symlink() => {
                    bail!("it is a pipe or a device; remove it, or name another folder")
                }
                _ => {}
            }
            let mut to = BufWriter::new(File::create(temporary)?);
            write(&mut to)?;
            Ok(to.flush()?)
        };
        all().with_context(|| format!("can't write {}", named(&target)))?;
        self.names.push(name.to_owned());
        Ok(())
    }

    /// Marks the regular files whose names `is_stale` for removal with the commit, except those that are written.
    pub fn replace(&mut self, is_stale: impl Fn(&str) -> bool) -> Result<()> {
        let failure = || format!("can't look through {}", named(&self.folder));
        for entry in fs::read_dir(&self.folder).with_context(failure)? {
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

    /// Completes all files: they are renamed in the order in which they were written; then stale files are removed.
    pub fn commit(self) -> Result<()> {
        interrupt::check()?;
        for name in &self.names {
            let target = self.folder.join(name);
            fs::rename(self.temporary.path().join(name), &target)
                .with_context(|| format!("can't write {}", named(&target)))?;
        }
        let written: HashSet<_> = self.names.iter().collect();
        for name in self.stale.iter().filter(|name| !written.contains(name)) {
            let stale = self.folder.join(name);
            fs::remove_file(&stale)
                .with_context(|| format!("can't remove {}, which is replaced", named(&stale)))?;
        }
        Ok(())
    }
}
