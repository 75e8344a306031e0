//! The list of recent scene files, stored as a list of paths. Where it can't be read or written, the list lasts for this run only.

use super::state_dir;
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum number of files.
const MAX: usize = 8;

/// The files, the most recent first.
pub struct Recent {
    /// Path of the stored list; `None` without a home directory.
    kept_in: Option<PathBuf>,
    files: Vec<PathBuf>,
}

impl Recent {
    /// Loads the stored list.
    pub fn load() -> Self {
        Self::of(state_dir::file("recent"))
    }

    fn of(kept_in: Option<PathBuf>) -> Self {
        let text = kept_in.as_deref().map(fs::read_to_string);
        let text = text.and_then(Result::ok).unwrap_or_default();
        let files = text.lines().filter(|line| !line.is_empty());
        Self {
            files: files.take(MAX).map(PathBuf::from).collect(),
            kept_in,
        }
    }

    /// The existing files, the most recent first.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().map(PathBuf::as_path);
        files.filter(|file| file.is_file())
    }

    /// Adds a file as the most recent one.
    pub fn add(&mut self, file: &Path) {
        let file = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
        self.files.retain(|other| *other != file);
        self.files.insert(0, file);
        self.files.truncate(MAX);
        if let Err(error) = self.keep() {
            log::debug!("recent files are not kept: {error}");
        }
    }

    fn keep(&self) -> std::io::Result<()> {
        let Some(kept_in) = &self.kept_in else {
            return Ok(());
        };
        // Paths that are not UTF-8 are not stored.
        let names = self.files.iter().filter_map(|file| file.to_str());
        let lines = names.filter(|name| !name.contains('\n'));
        state_dir::write(
            kept_in,
            &lines.map(|line| format!("{line}\n")).collect::<String>(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_files_are_remembered_once_each_and_those_that_went_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let kept_in = folder.path().join("state").join("recent");
        let file = |number: usize| folder.path().join(format!("{number}.toml"));
        let mut recent = Recent::of(Some(kept_in.clone()));
        for number in 0..10 {
            fs::write(file(number), "").unwrap();
            recent.add(&file(number));
        }
        recent.add(&file(5));
        fs::remove_file(file(8)).unwrap();
        let again = Recent::of(Some(kept_in));
        let names = again
            .files()
            .map(|file| file.file_stem().unwrap().to_str().unwrap());
        assert_eq!(names.collect::<String>(), "5976432");
        let mut nowhere = Recent::of(None);
        nowhere.add(&file(1));
        assert_eq!(nowhere.files().count(), 1);
    }
}
