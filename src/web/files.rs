//! What the page has loaded or been given, by name.

use crate::grid::Grid;
use crate::scene::{Bundle, Files, Opened};
use image::{GrayImage, ImageFormat, Luma};
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, RwLock};

/// Files that more are handed to while scenes hold on to them.
#[derive(Default)]
pub(super) struct PageFiles(RwLock<Bundle>);

impl PageFiles {
    pub(super) fn put(&self, name: &str, bytes: impl Into<Arc<[u8]>>) {
        // A page has one thread, which has let go of the lock.
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

/// A map of black and white as the bytes of a PNG.
pub(super) fn png(name: &str, map: &Grid<f32>) -> Result<Vec<u8>, String> {
    if !name.ends_with(".png") {
        return Err(format!(
            "{name} is a map of more than black and white, which a page cannot save yet"
        ));
    }
    let picture = GrayImage::from_fn(map.columns() as u32, map.rows() as u32, |column, row| {
        Luma([(map[(column as usize, row as usize)] * 255.0) as u8])
    });
    let mut bytes = Vec::new();
    let written = picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png);
    written.map(|()| bytes).map_err(|error| error.to_string())
}
