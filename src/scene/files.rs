//! Where the pictures come from that scenes name: a disk, or what a page has been given.

use std::collections::HashMap;
use std::io::{BufRead, Cursor, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Named files to read.
pub trait Files: Send + Sync {
    /// Opens one, or says why not, in words for a person that follow the file's name.
    fn open(&self, name: &Path) -> Result<Opened, String>;

    /// The names of those that were asked for so far, whether or not they were there; none where they are not recorded.
    fn asked_for(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// One name for a file that has several.
    fn true_name(&self, name: &Path) -> PathBuf {
        name.to_path_buf()
    }
}

/// A file that is open.
pub struct Opened {
    /// How many bytes it has.
    pub length: u64,
    /// Those, from the first on.
    pub bytes: Box<dyn Bytes>,
}

/// Bytes that are read here and there.
pub trait Bytes: BufRead + Seek {}

impl<B: BufRead + Seek> Bytes for B {}

/// What is said of a file that is not there.
pub const NO_SUCH_FILE: &str = "there is no such file; check the name";

/// Files that somebody has in memory, by their names; at first none at all.
#[derive(Clone, Default)]
pub struct Bundle {
    files: HashMap<PathBuf, Arc<[u8]>>,
}

impl Bundle {
    /// Puts a file in, or another in the place of the one of that name.
    pub fn put(&mut self, name: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(name.into(), bytes.into());
    }
}

impl Files for Bundle {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        let bytes = self.files.get(name).ok_or(NO_SUCH_FILE)?;
        Ok(Opened {
            length: bytes.len() as u64,
            bytes: Box::new(Cursor::new(bytes.clone())),
        })
    }
}
