//! Access to the pictures that scenes name: on a disk, or in memory on a web page.

use std::collections::HashMap;
use std::io::{BufRead, Cursor, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files by name.
pub trait Files: Send + Sync {
    /// Opens a file. The error is a message for the user that follows the file's name.
    fn open(&self, name: &Path) -> Result<Opened, String>;

    /// The names of all files requested so far, existing or not; empty where they are not recorded.
    fn asked_for(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// The canonical name of a file that has several.
    fn true_name(&self, name: &Path) -> PathBuf {
        name.to_path_buf()
    }
}

/// A file that is open.
pub struct Opened {
    /// Length in bytes.
    pub length: u64,
    /// The contents, from the first byte.
    pub bytes: Box<dyn Bytes>,
}

/// A seekable reader.
pub trait Bytes: BufRead + Seek {}

impl<B: BufRead + Seek> Bytes for B {}

/// The message for a missing file.
pub const NO_SUCH_FILE: &str = "there is no such file; check the name";

/// A file name, shortened for a message of one line: a very long one to its beginning and its end.
pub(crate) fn named(file: &Path) -> String {
    shortened(&file.to_string_lossy(), 320)
}

/// `text` if it has at most `most` characters; otherwise its beginning and its end, together that long.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let start = text.chars().take(most / 2);
    let end = text.chars().skip(count - most / 2);
    start.chain(['…']).chain(end).collect()
}

/// Files in memory, by name; initially empty.
#[derive(Clone, Default)]
pub struct Bundle {
    files: HashMap<PathBuf, Arc<[u8]>>,
}

impl Bundle {
    /// Adds or replaces a file.
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
