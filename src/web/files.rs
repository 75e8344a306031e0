//! Files that the page has loaded or received, by name.

use crate::grid::Grid;
use crate::scene::image_file::{self, PictureError};
use crate::scene::{Bundle, Files, Opened};
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, RwLock};

/// A file store that can grow while scenes share it.
#[derive(Default)]
pub(super) struct PageFiles(RwLock<Bundle>);

impl PageFiles {
    pub(super) fn put(&self, name: &str, bytes: impl Into<Arc<[u8]>>) {
        // A page has one thread, so that the lock is free.
        if let Ok(mut files) = self.0.write() {
            files.put(name, bytes);
        }
    }
}

impl Files for PageFiles {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        let files = self.0.read().map_err(|error| error.to_string())?;
        files.open(name)
    }
}

/// A map or a surface encoded in the format of its file name: PNG for black and white, OpenEXR where every bit is needed.
pub(super) fn bytes_of(name: &str, numbers: &Grid<f32>) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Cursor::new(Vec::new());
    image_file::write_grey(Path::new(name), numbers, &mut bytes)?;
    Ok(bytes.into_inner())
}
