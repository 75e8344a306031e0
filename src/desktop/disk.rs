//! This machine's files: scenes, and the pictures that they name.

use crate::grid::Grid;
use crate::scene::image_file::{self, PictureError};
use crate::scene::memory::{Memory, Share};
use crate::scene::{Edit, Files, NO_SUCH_FILE, Opened, Scene, SceneError};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest scene file; a longer one is something else.
const LONGEST: u64 = 16 << 20;

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        let failed = |failure: io::Error| match failure.kind() {
            io::ErrorKind::NotFound => NO_SUCH_FILE.to_owned(),
            _ => failure.to_string(),
        };
        // Asked before opening: to open a pipe waits for its writer, and a device may never end.
        let there = name.metadata().map_err(failed)?;
        if there.is_dir() {
            return Err("it is a folder; name a picture file in it".into());
        }
        if !there.is_file() {
            return Err(
                "it is a pipe or a device; save the picture to a file and name that".into(),
            );
        }
        Ok(Opened {
            length: there.len(),
            bytes: Box::new(BufReader::new(File::open(name).map_err(failed)?)),
        })
    }

    /// A file that can't be found by its true name can't be read either, and is told of then.
    fn true_name(&self, name: &Path) -> PathBuf {
        name.canonicalize().unwrap_or_else(|_| name.to_path_buf())
    }
}

/// The picture in a file; see [`image_file::load`].
pub fn load(path: &Path, share: Share, memory: &mut Memory) -> Result<Grid<[u8; 4]>, PictureError> {
    image_file::load(&Disk, path, share, memory)
}

/// The picture in a file as numbers; see [`image_file::load_grey`].
pub fn load_grey(
    path: &Path,
    cells: (usize, usize),
    memory: &Memory,
) -> Result<Grid<f32>, PictureError> {
    image_file::load_grey(&Disk, path, cells, memory)
}

/// With the files of this machine.
impl Scene {
    /// The scene in a file, with changes made to it in order.
    pub fn load(path: &Path, edits: &[Edit]) -> Result<Self, SceneError> {
        Self::read(&read_file(path)?, path, edits)
    }

    /// A pool at rest, with changes made to it in order.
    pub fn from_edits(edits: &[Edit]) -> Result<Self, SceneError> {
        Self::read("", Path::new("the empty scene"), edits)
    }

    /// As [`Scene::show_with`].
    pub fn show(edits: &[Edit]) -> Result<Self, SceneError> {
        Self::show_with(edits, Arc::new(Disk))
    }

    /// As [`Scene::read_with`].
    pub fn read(text: &str, name: &Path, edits: &[Edit]) -> Result<Self, SceneError> {
        Self::read_with(text, name, edits, Arc::new(Disk))
    }
}

fn read_file(path: &Path) -> Result<String, SceneError> {
    let unreadable = |why: String| SceneError::Unreadable {
        path: path.to_path_buf(),
        why,
    };
    let failed = |error: io::Error| {
        unreadable(match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; check the name".into(),
            io::ErrorKind::IsADirectory => "it is a folder; name a .toml file in it".into(),
            _ => error.to_string(),
        })
    };
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(failed)?;
    if bytes.len() as u64 > LONGEST {
        return Err(unreadable(
            "it is larger than 16 MiB, which no scene is".into(),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        unreadable(format!(
            "line {line} is not UTF-8 text; a scene is a text file, saved as UTF-8"
        ))
    })
}
