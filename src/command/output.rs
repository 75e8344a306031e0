//! Output files that are either complete or absent: a temporary file in the same folder, renamed when it is complete.
//!
//! A run that fails or is interrupted leaves neither a partial file nor a damaged old one. A run that is killed (SIGKILL) can leave its
//! temporary file, `.waterlab-` and six letters. Errors about the target are reported when the [`Output`] is created, before any long work.
//! A target that is not a regular file (a device, a pipe) can't be replaced: the temporary file is copied to it at the end. The same holds
//! for stdout, whose name is `-`, or `-.npy` and the like to choose a format.

use super::{interrupt, named};
use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Prefix of temporary files and folders.
pub(super) const TEMPORARY: &str = ".waterlab-";
/// Longest chain of symbolic links that is followed, as in operating systems.
const MAX_LINKS: usize = 40;

/// A file that is being written.
pub struct Output {
    file: NamedTempFile,
    /// The name given by the user.
    name: PathBuf,
    place: Place,
}

/// The destination of the finished file.
enum Place {
    /// Replaces the regular file there, if there is one.
    Rename {
        target: PathBuf,
        old: Option<Metadata>,
    },
    /// Copied to the device or pipe there.
    Copy { target: PathBuf },
    /// To stdout.
    Stdout,
}

/// The output name for stdout.
const STDOUT: &str = "-";

/// Formats that can be read on a terminal.
const TEXT: [&str; 2] = ["csv", "svg"];

/// Whether `out` means stdout: `-`, or `-.png` and the like.
pub fn is_stdout(out: &Path) -> bool {
    out.parent() == Some(Path::new("")) && out.file_stem() == Some(STDOUT.as_ref())
}

/// The output of `--out`, with the extension `format` if it is `-` alone. An error if it names an open file of the process, such as
/// /dev/stdout.
pub fn named_by(out: &Path, format: &str) -> Result<PathBuf> {
    followed(out).with_context(|| format!("can't write {}", named(out)))?;
    Ok(match out == Path::new(STDOUT) {
        true => out.with_extension(format),
        false => out.to_path_buf(),
    })
}

impl Output {
    /// Creates the temporary file for `target`. An error if nothing can be written there.
    pub fn create(target: &Path) -> Result<Self> {
        let place = Place::of(target)?;
        let folder = match &place {
            Place::Rename { target, .. } => folder_of(target).to_path_buf(),
            Place::Copy { .. } | Place::Stdout => std::env::temp_dir(),
        };
        Self::begin(&folder, target, place)
    }

    /// Creates the temporary file for one of several names in `folder`; `name` appears in errors.
    pub fn unnamed(folder: &Path, name: &str) -> Result<Self> {
        let target = folder.join(name);
        let place = Place::Rename {
            target: target.clone(),
            old: None,
        };
        Self::begin(folder, &target, place)
    }

    fn begin(folder: &Path, name: &Path, place: Place) -> Result<Self> {
        let mut builder = Builder::new();
        builder.prefix(TEMPORARY);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The permissions of any new file; the system applies the umask.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder).with_context(|| {
            format!(
                "can't write {}: no file can be made in the folder {}, choose another",
                named(name),
                named(folder)
            )
        })?;
        Ok(Self {
            file,
            name: name.to_path_buf(),
            place,
        })
    }

    /// The name given by the user.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// The temporary file, for a program that writes it itself.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Another handle to the temporary file.
    pub fn handle(&self) -> Result<File> {
        self.file.reopen().with_context(|| self.failure())
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

    /// Completes the file and renames it. An error if the program was interrupted meanwhile.
    pub fn commit(mut self) -> Result<()> {
        interrupt::check()?;
        let failure = self.failure();
        match self.place {
            Place::Copy { target } => copy(self.file.as_file_mut(), &target),
            Place::Stdout => match copy_to_stdout(self.file.as_file_mut()) {
                // The reader has closed the pipe.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                copied => copied,
            },
            Place::Rename { target, old } => {
                if let Some(old) = old {
                    // Best effort: the new file is ours, the old one may not have been.
                    let _ = self.file.as_file().set_permissions(old.permissions());
                }
                let synced = self.file.as_file().sync_all();
                synced.and_then(|()| Ok(self.file.persist(target).map(drop)?))
            }
        }
        .context(failure)
    }

    /// Completes the file and renames it to the first of `names` that is free, all in the folder that it was created for. `None` if none
    /// is.
    pub fn commit_as(self, names: impl Iterator<Item = PathBuf>) -> Result<Option<PathBuf>> {
        let failure = self.failure();
        let mut file = self.file;
        file.as_file().sync_all().with_context(|| failure.clone())?;
        for name in names {
            match file.persist_noclobber(&name) {
                Ok(_) => return Ok(Some(name)),
                Err(taken) if taken.error.kind() == ErrorKind::AlreadyExists => file = taken.file,
                Err(failed) => return Err(failed.error).context(failure),
            }
        }
        Ok(None)
    }

    /// The start of an error message: `can't write pool.gif`.
    pub fn failure(&self) -> String {
        match self.place {
            Place::Stdout => "can't write to stdout".to_owned(),
            _ => format!("can't write {}", named(&self.name)),
        }
    }
}

impl Place {
    fn of(target: &Path) -> Result<Self> {
        let name = named(target);
        if is_stdout(target) {
            let is_text = TEXT
                .iter()
                .any(|text| target.extension() == Some(text.as_ref()));
            if io::stdout().is_terminal() && !is_text {
                bail!(
                    "can't write to stdout: it is a terminal, and these are no words; send them to a file or a program (… --out - > FILE)"
                );
            }
            return Ok(Self::Stdout);
        }
        let slash = target.as_os_str().as_encoded_bytes().ends_with(b"/");
        if slash || target.file_name().is_none() {
            bail!("can't write {name}: that names a folder; name a file");
        }
        let target = followed(target).with_context(|| format!("can't write {name}"))?;
        match target.metadata() {
            Ok(there) if there.is_dir() => {
                bail!("can't write {name}: it is a folder; name a file in it")
            }
            Ok(there) if there.is_file() => Ok(Self::Rename {
                target,
                old: Some(there),
            }),
            Ok(_) => Ok(Self::Copy { target }),
            Err(error) if error.kind() == ErrorKind::InvalidFilename => {
                bail!("can't write {name}: the name is too long or not allowed; choose another")
            }
            Err(_) => {
                check_folder(folder_of(&target)).with_context(|| format!("can't write {name}"))?;
                Ok(Self::Rename { target, old: None })
            }
        }
    }
}

/// The target of symbolic links, whether or not it exists: it is replaced, not the link.
fn followed(target: &Path) -> Result<PathBuf> {
    let mut target = target.to_path_buf();
    for _ in 0..MAX_LINKS {
        if is_descriptor(&target) {
            bail!(
                "it is an open file of this process, which can't be replaced; name `-` for stdout"
            );
        }
        match fs::read_link(&target) {
            Ok(to) => target = folder_of(&target).join(to),
            Err(_) => return Ok(target.canonicalize().unwrap_or(target)),
        }
    }
    bail!("it is a link that leads to itself; name a file")
}

/// Whether a path names an open file of a process, as /dev/stdout and /proc/self/fd/1 do.
fn is_descriptor(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    let folder = path.parent();
    let is_of_process = folder.is_some_and(|folder| {
        folder.starts_with("/proc") && folder.file_name().is_some_and(|name| name == "fd")
    });
    streams.iter().any(|stream| path == Path::new(stream))
        || folder == Some(Path::new("/dev/fd"))
        || is_of_process
}

/// The folder of a file.
pub(super) fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// An error if `folder` is not a folder.
pub(super) fn check_folder(folder: &Path) -> Result<()> {
    let name = named(folder);
    match folder.metadata() {
        Ok(there) if there.is_dir() => Ok(()),
        Ok(_) => bail!("{name} is not a folder; choose another place"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("there is no folder {name}; make it first (mkdir -p {name})")
        }
        Err(error) => Err(anyhow!(
            "can't look into the folder {name}: {error}; choose another place"
        )),
    }
}

/// Makes exceeding the file size limit of the system a write error instead of ending the program.
pub fn heed_size_limit() {
    #[cfg(unix)]
    {
        // The signal itself is ignored: the write fails and reports the error.
        let came = std::sync::Arc::default();
        if let Err(error) = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, came) {
            log::debug!("can't listen for the limit of a file's size: {error}");
        }
    }
}

fn copy(from: &mut File, target: &Path) -> io::Result<()> {
    from.rewind()?;
    let mut to = OpenOptions::new().write(true).open(target)?;
    io::copy(from, &mut to)?;
    to.flush()
}

fn copy_to_stdout(from: &mut File) -> io::Result<()> {
    from.rewind()?;
    let mut to = io::stdout().lock();
    io::copy(from, &mut to)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_outputs_that_want_the_same_name_each_gets_one_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let names = || (1..4).map(|number| folder.path().join(format!("{number}.png")));
        let begin = |content: &[u8]| {
            let mut output = Output::unnamed(folder.path(), "1.png").unwrap();
            output.write(|to| Ok(to.write_all(content)?)).unwrap();
            output
        };
        fs::write(folder.path().join("2.png"), "mine").unwrap();
        // Both are begun before either has a name.
        let outputs = [begin(b"a"), begin(b"b"), begin(b"c")];
        let taken = outputs.map(|output| output.commit_as(names()).unwrap());
        let [first, third, none] = taken.map(|path| path.map(|path| fs::read(path).unwrap()));
        assert_eq!(
            (first, third, none),
            (Some(b"a".to_vec()), Some(b"b".to_vec()), None)
        );
        assert_eq!(fs::read(folder.path().join("2.png")).unwrap(), b"mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
