//! Files of this machine: scenes, and the pictures that they name. The scene `-` is read from stdin.

use crate::grid::Grid;
use crate::scene::image_file::{self, PictureError};
use crate::scene::{Edit, Files, NO_SUCH_FILE, Opened, Scene, SceneError};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use unicode_normalization::UnicodeNormalization;

/// Maximum length of a scene file.
const LONGEST: u64 = 16 << 20;

/// The files of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Files for Disk {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        let name = as_on_disk(name);
        let failed = |failure: io::Error| match failure.kind() {
            io::ErrorKind::NotFound => NO_SUCH_FILE.to_owned(),
            _ => failure.to_string(),
        };
        // Checked before opening: opening a pipe waits for its writer, and a device may never end.
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

    /// A file without a canonical name can't be read either, and is reported then.
    fn true_name(&self, name: &Path) -> PathBuf {
        let name = as_on_disk(name);
        name.canonicalize().unwrap_or(name)
    }
}

/// The files of this machine for one scene, with a list of the names requested.
#[derive(Debug, Default)]
struct DiskOfScene {
    asked_for: Mutex<Vec<PathBuf>>,
}

impl DiskOfScene {
    fn names(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        // The list is valid even after a panic.
        self.asked_for
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for DiskOfScene {
    fn open(&self, name: &Path) -> Result<Opened, String> {
        let mut names = self.names();
        if !names.iter().any(|known| known == name) {
            names.push(name.to_path_buf());
        }
        drop(names);
        Disk.open(name)
    }

    fn asked_for(&self) -> Vec<PathBuf> {
        self.names().clone()
    }

    fn true_name(&self, name: &Path) -> PathBuf {
        Disk.true_name(name)
    }
}

/// Loads a picture from a file; see [`image_file::load`].
pub fn load(path: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    image_file::load(&Disk, path)
}

/// Decodes a picture from bytes with this name; see [`image_file::parse`].
pub(super) fn parse(bytes: &[u8], name: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    image_file::parse(bytes, name)
}

/// Loads the picture in a file as numbers; see [`image_file::load_grey`].
pub fn load_grey(path: &Path, cells: (usize, usize)) -> Result<Grid<f32>, PictureError> {
    image_file::load_grey(&Disk, path, cells)
}

/// With the files of this machine.
impl Scene {
    /// Loads a scene file, with edits applied in order.
    pub fn load(path: &Path, edits: &[Edit]) -> Result<Self, SceneError> {
        if is_stdin(path) {
            let path = Path::new("stdin");
            return Self::read(&read_text(io::stdin().lock(), path)?, path, edits);
        }
        let path = &as_on_disk(path);
        Self::read(&read_file(path)?, path, edits)
    }

    /// A pool at rest, with edits applied in order.
    pub fn from_edits(edits: &[Edit]) -> Result<Self, SceneError> {
        Self::read("", Path::new("the empty scene"), edits)
    }

    /// As [`Scene::show_with`].
    pub fn show(edits: &[Edit]) -> Result<Self, SceneError> {
        Self::show_with(edits, Arc::new(DiskOfScene::default()))
    }

    /// As [`Scene::read_with`].
    pub fn read(text: &str, name: &Path, edits: &[Edit]) -> Result<Self, SceneError> {
        Self::read_with(text, name, edits, Arc::new(DiskOfScene::default()))
    }
}

/// Whether the scene is read from stdin.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of an existing file that is canonically equivalent, where `path` itself does not exist: `é` can be one code point or two
/// (Unicode forms NFC and NFD), and file systems and editors differ.
pub fn as_on_disk(path: &Path) -> PathBuf {
    let found = || {
        let name = path.file_name()?;
        let wanted: String = name.to_str()?.nfc().collect();
        let folder = path.parent()?;
        let listed = match folder == Path::new("") {
            true => Path::new("."),
            false => &as_on_disk(folder),
        };
        let is_it = |name: &OsString| {
            name.to_str()
                .is_some_and(|name| name.nfc().eq(wanted.chars()))
        };
        let mut names = std::fs::read_dir(listed)
            .ok()?
            .flatten()
            .map(|entry| entry.file_name());
        let name = names.find(is_it)?;
        Some(match folder == Path::new("") {
            true => name.into(),
            false => listed.join(name),
        })
    };
    let is_plain = path.to_str().is_some_and(str::is_ascii);
    match is_plain || path.symlink_metadata().is_ok() {
        true => path.to_path_buf(),
        false => found().unwrap_or_else(|| path.to_path_buf()),
    }
}

/// A file of the process itself, such as a shell's `<(…)`: it already has a writer.
fn is_handed_over(path: &Path) -> bool {
    ["/dev/fd", "/proc"]
        .iter()
        .any(|folder| path.starts_with(folder))
        || path == Path::new("/dev/stdin")
}

fn read_file(path: &Path) -> Result<String, SceneError> {
    // Checked before opening: opening a pipe waits for its writer.
    let is_pipe = path
        .metadata()
        .is_ok_and(|there| !there.is_file() && !there.is_dir());
    if is_pipe && !is_handed_over(path) {
        return Err(SceneError::Unreadable {
            path: path.to_path_buf(),
            why: "it is a pipe or a device; to hand a scene over name `-` and write it to stdin"
                .into(),
        });
    }
    match File::open(path) {
        Ok(file) => read_text(file, path),
        Err(error) => Err(unreadable(path, error)),
    }
}

fn unreadable(path: &Path, error: io::Error) -> SceneError {
    SceneError::Unreadable {
        path: path.to_path_buf(),
        why: match error.kind() {
            io::ErrorKind::NotFound => "there is no such file; check the name".into(),
            io::ErrorKind::IsADirectory => "it is a folder; name a .toml file in it".into(),
            _ => error.to_string(),
        },
    }
}

fn read_text(from: impl Read, path: &Path) -> Result<String, SceneError> {
    let failed = |error| self::unreadable(path, error);
    let unreadable = |why: String| SceneError::Unreadable {
        path: path.to_path_buf(),
        why,
    };
    let mut bytes = Vec::new();
    from.take(LONGEST + 1)
        .read_to_end(&mut bytes)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// "Café" with its last letter as one sign (NFC) and as two (NFD).
    const COMPOSED: &str = "Caf\u{e9}";
    const DECOMPOSED: &str = "Cafe\u{301}";

    #[test]
    fn a_name_is_found_in_either_form_of_its_letters() {
        for [there, asked] in [[COMPOSED, DECOMPOSED], [DECOMPOSED, COMPOSED]] {
            let room = tempfile::tempdir().unwrap();
            let folder = room.path().join(there);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join(format!("{there}.png")), "picture").unwrap();
            std::fs::write(
                folder.join(format!("{there}.toml")),
                "[water]\nsize = [9, 8]",
            )
            .unwrap();
            let asked = room.path().join(asked).join(asked);
            let opened = Disk.open(&asked.with_extension("png")).ok();
            assert_eq!(opened.map(|opened| opened.length), Some(7), "{there:?}");
            let scene = Scene::load(&asked.with_extension("toml"), &[]).ok();
            assert_eq!(scene.map(|scene| scene.size.columns()), Some(9));
            // Where both are there, the one that is asked for.
            let exact = asked.with_extension("png");
            std::fs::create_dir_all(exact.parent().unwrap()).unwrap();
            std::fs::write(&exact, "other").unwrap();
            assert_eq!(Disk.open(&exact).map(|opened| opened.length), Ok(5));
            // Other letters are another name.
            let other = room.path().join("Cafe").join("Cafe.png");
            assert_eq!(
                Disk.open(&other).map(|opened| opened.length),
                Err(NO_SUCH_FILE.to_owned())
            );
        }
    }

    #[test]
    fn a_scene_knows_which_files_it_asked_for_also_those_that_are_missing() {
        let room = tempfile::tempdir().unwrap();
        let mask = room.path().join("mask.png");
        image::GrayImage::from_pixel(4, 4, image::Luma([255]))
            .save(&mask)
            .unwrap();
        let text = "[[obstacle]]\nmask = 'mask.png'\n[[obstacle]]\nmask = 'mask.png'\n[view]\npicture = 'gone.png'";
        let scene = Scene::read(text, &room.path().join("s.toml"), &[]).unwrap();
        assert_eq!(scene.files.asked_for(), std::slice::from_ref(&mask));
        let picture = scene.view.picture.clone().unwrap();
        assert!(scene.files.open(&picture).is_err());
        assert_eq!(
            scene.files.asked_for(),
            [mask, room.path().join("gone.png")]
        );
    }
}
