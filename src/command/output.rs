//! Files that are whole or not there: written under a temporary name in the same folder, then renamed.
//!
//! A run that fails leaves neither half a file nor a destroyed old one. What can be known to be wrong with the target is
//! found when the [`Output`] is made, before any long work. A target that is no plain file (a device, a pipe) can't be
//! replaced: what was written is copied into it at the end.

use super::interrupt::{Unfinished, undivided};
use anyhow::{Context, Result, anyhow, bail};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The names of unfinished files begin with this.
pub(super) const PREFIX: &str = ".waterlab-";

/// A file that is being written.
pub struct Output {
    // Fields are dropped in order: the file goes before its mark.
    file: NamedTempFile,
    unfinished: Unfinished,
    /// As the user named it.
    name: PathBuf,
    place: Place,
}

/// Where the finished file goes.
enum Place {
    /// In the place of the plain file there, if there is one.
    Rename {
        target: PathBuf,
        old: Option<Metadata>,
    },
    /// Into the device or pipe there.
    Copy { target: PathBuf },
}

impl Output {
    /// Makes the temporary file for `target`, or says why nothing can be written there.
    pub fn create(target: &Path) -> Result<Self> {
        let place = Place::of(target)?;
        let folder = match &place {
            Place::Rename { target, .. } => folder_of(target).to_path_buf(),
            Place::Copy { .. } => std::env::temp_dir(),
        };
        let (file, unfinished) = Unfinished::file(|| temporary_in(&folder), |file| file.path())
            .with_context(|| {
                format!(
                    "can't write {}: no file can be made in the folder {}, choose another",
                    target.display(),
                    folder.display()
                )
            })?;
        Ok(Self {
            file,
            unfinished,
            name: target.to_path_buf(),
            place,
        })
    }

    /// The temporary name, for a program that writes the file itself.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Another handle to the temporary file.
    pub fn handle(&self) -> Result<File> {
        self.file
            .as_file()
            .try_clone()
            .with_context(|| self.failure())
    }

    /// Writes with `write`, buffered.
    pub fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<()>,
    ) -> Result<()> {
        let failure = self.failure();
        let mut buffer = BufWriter::new(self.file.as_file_mut());
        write(&mut buffer)
            .and_then(|()| Ok(buffer.flush()?))
            .context(failure)
    }

    /// The file is complete: it takes its name.
    pub fn commit(self) -> Result<()> {
        let failure = self.failure();
        let Self {
            mut file,
            unfinished,
            place,
            ..
        } = self;
        match place {
            Place::Copy { target } => copy(file.as_file_mut(), &target).context(failure)?,
            Place::Rename { target, old } => {
                if let Some(old) = old {
                    // Best effort: the new file is ours, the old one may not have been.
                    let _ = file.as_file().set_permissions(old.permissions());
                }
                file.as_file().sync_all().with_context(|| failure.clone())?;
                undivided(|| file.persist(&target).map_err(|error| error.error))
                    .context(failure)?;
            }
        }
        drop(unfinished);
        Ok(())
    }

    fn failure(&self) -> String {
        format!("can't write {}", self.name.display())
    }
}

impl Place {
    fn of(target: &Path) -> Result<Self> {
        let name = target.display();
        let slash = target.as_os_str().as_encoded_bytes().ends_with(b"/");
        if slash || target.file_name().is_none() {
            bail!("can't write {name}: that names a folder; name a file");
        }
        // A link is followed: what it leads to is replaced, not the link.
        let target = target
            .canonicalize()
            .unwrap_or_else(|_| target.to_path_buf());
        match target.metadata() {
            Ok(there) if there.is_dir() => {
                bail!("can't write {name}: it is a folder; name a file in it")
            }
            Ok(there) if there.is_file() => Ok(Self::Rename {
                target,
                old: Some(there),
            }),
            Ok(_) => Ok(Self::Copy { target }),
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
                bail!("can't write {name}: the name is too long or not allowed; choose another")
            }
            Err(_) => {
                check_folder(folder_of(&target)).with_context(|| format!("can't write {name}"))?;
                Ok(Self::Rename { target, old: None })
            }
        }
    }
}

/// The folder that a file is in.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Says why `folder` is none.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    let name = folder.display();
    match folder.metadata() {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) => bail!("{name} is not a folder; choose another place"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("there is no folder {name}; make it first (mkdir -p {name})")
        }
        Err(error) => Err(anyhow!(
            "can't look into the folder {name}: {error}; choose another place"
        )),
    }
}

fn temporary_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Those of any new file; the system takes away what the umask says.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    // The path must hold wherever the program goes, and be what the list of unfinished files knows.
    let (file, path) = file.into_parts();
    let path = TempPath::try_from_path(std::path::absolute(
        path.keep().map_err(|error| error.error)?,
    )?)?;
    Ok(NamedTempFile::from_parts(file, path))
}

fn copy(from: &mut File, target: &Path) -> io::Result<()> {
    from.rewind()?;
    let mut to = OpenOptions::new().write(true).open(target)?;
    io::copy(from, &mut to)?;
    to.flush()
}
