//! A clip as numbered pictures. They are renamed to their final names together at the end.

use super::super::output::folder_of;
use super::super::output_folder::OutputFolder;
use super::super::picture_file;
use super::Clip;
use crate::grid::Grid;
use anyhow::Result;
use image::ImageFormat;
use std::path::{Path, PathBuf};

/// Names of files with a number in them: frames/%04d.png.
pub struct Numbering {
    folder: PathBuf,
    before: String,
    digits: usize,
    after: String,
}

impl Numbering {
    /// The numbering in `path`: `None` without a `%`; an error if the `%` is not a valid number format.
    pub fn of(path: &Path) -> Result<Option<Self>, String> {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            return Ok(None);
        };
        let Some((before, rest)) = name.split_once('%') else {
            return Ok(None);
        };
        let wrong = || "write the number of numbered files as %d or %04d, once".to_owned();
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

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The name of one of them in it.
    pub fn name(&self, number: u64) -> String {
        format!(
            "{}{number:0digits$}{}",
            self.before,
            self.after,
            digits = self.digits
        )
    }
}

/// Numbered pictures from number `first` on. Their folder is created if its parent exists.
pub fn numbered(numbering: Numbering, first: u64, format: ImageFormat) -> Result<Box<dyn Clip>> {
    Ok(Box::new(Numbered {
        folder: OutputFolder::create(&numbering.folder, "pictures")?,
        numbering,
        format,
        next: first,
    }))
}

struct Numbered {
    folder: OutputFolder,
    numbering: Numbering,
    format: ImageFormat,
    /// The number of the next picture.
    next: u64,
}

impl Clip for Numbered {
    fn push(&mut self, frame: &Grid<[u8; 4]>) -> Result<()> {
        let name = self.numbering.name(self.next);
        self.folder
            .write(&name, |to| picture_file::encode(self.format, frame, to))?;
        self.next += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        self.folder.commit()
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
