//! A clip as numbered pictures. They take their names all together at the end.

use super::super::interrupt::{Unfinished, undivided};
use super::super::output::{PREFIX, check_folder, folder_of};
use super::super::picture_file;
use super::Clip;
use crate::grid::Grid;
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// Names with a number in them: frames/%04d.png.
pub struct Numbering {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl Numbering {
    /// The numbering that `path` stands for: none where there is no `%` in it; an error where the `%` makes no number.
    pub fn of(path: &Path) -> Result<Option<Self>, String> {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return Ok(None);
        };
        let Some((before, rest)) = name.split_once('%') else {
            return Ok(None);
        };
        let wrong = || "write the number of numbered pictures as %d or %04d, once".to_owned();
        let (digits, after) = rest.split_once('d').ok_or_else(wrong)?;
        let width = digits.strip_prefix('0').unwrap_or(digits);
        let padded = digits.is_empty() || (digits.starts_with('0') && !width.is_empty());
        let plain = width.bytes().all(|byte| byte.is_ascii_digit()) && width.len() <= 2;
        if !padded || !plain || after.contains('%') {
            return Err(wrong());
        }
        Ok(Some(Self {
            folder: folder_of(path).to_path_buf(),
            before: before.to_owned(),
            digits: width.parse().unwrap_or(0),
            after: after.to_owned(),
        }))
    }

    fn name(&self, number: u64) -> String {
        format!(
            "{}{number:0digits$}{}",
            self.before,
            self.after,
            digits = self.digits
        )
    }
}

/// Numbered pictures from 0 on. Their folder is made if only it is missing.
pub fn numbered(numbering: Numbering, format: ImageFormat) -> Result<Box<dyn Clip>> {
    let folder = &numbering.folder;
    let failure = || format!("can't write pictures to {}", folder.display());
    let made = if folder.exists() {
        check_folder(folder).with_context(failure)?;
        None
    } else {
        check_folder(folder_of(folder)).with_context(failure)?;
        let (made, mark) = Unfinished::empty_folder(
            || std::fs::create_dir(folder).and_then(|()| std::path::absolute(folder)),
            |folder| folder,
        )
        .with_context(failure)?;
        Some(Made {
            folder: made,
            _mark: mark,
        })
    };
    let make = || {
        let folder = std::path::absolute(folder)?;
        Builder::new().prefix(PREFIX).tempdir_in(folder)
    };
    let (staged, mark) = Unfinished::folder(make, TempDir::path).with_context(failure)?;
    Ok(Box::new(Numbered {
        staged,
        _mark: mark,
        _made: made,
        numbering,
        format,
        frames: 0,
    }))
}

/// A folder of our making: it goes again, if it is empty, unless the pictures come into it.
struct Made {
    folder: PathBuf,
    _mark: Unfinished,
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir(&self.folder);
    }
}

struct Numbered {
    // Fields are dropped in order: the pictures go before the folder.
    staged: TempDir,
    _mark: Unfinished,
    _made: Option<Made>,
    numbering: Numbering,
    format: ImageFormat,
    frames: u64,
}

impl Clip for Numbered {
    fn push(&mut self, frame: &Grid<[u8; 4]>) -> Result<()> {
        let name = self.numbering.name(self.frames);
        let target = self.numbering.folder.join(&name);
        let write = || -> Result<()> {
            if target.is_dir() {
                bail!("it is a folder");
            }
            // An interrupt that is emptying the folder must not find a new file in it.
            let file = undivided(|| File::create(self.staged.path().join(&name)))?;
            let mut to = BufWriter::new(file);
            picture_file::encode(self.format, frame, &mut to)?;
            Ok(to.flush()?)
        };
        write().with_context(|| format!("can't write {}", target.display()))?;
        self.frames += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        undivided(|| {
            for number in 0..self.frames {
                let name = self.numbering.name(number);
                let target = self.numbering.folder.join(&name);
                std::fs::rename(self.staged.path().join(&name), &target)
                    .with_context(|| format!("can't write {}", target.display()))?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(pattern: &str, number: u64) -> Option<String> {
        let numbering = Numbering::of(Path::new(pattern)).ok()??;
        Some(numbering.name(number))
    }

    #[test]
    fn the_number_takes_the_place_of_the_pattern() {
        assert_eq!(name("frames/%04d.png", 7).as_deref(), Some("0007.png"));
        assert_eq!(name("a%d.png", 12).as_deref(), Some("a12.png"));
        assert_eq!(name("a%02d.png", 123).as_deref(), Some("a123.png"));
        assert_eq!(name("plain.png", 0), None);
    }

    #[test]
    fn a_pattern_that_makes_no_number_is_refused() {
        for pattern in [
            "%s.png",
            "%4d.png",
            "%d%d.png",
            "%0d.png",
            "%04.png",
            "%0999d.png",
            "100%.png",
        ] {
            assert!(Numbering::of(Path::new(pattern)).is_err(), "{pattern}");
        }
    }
}
