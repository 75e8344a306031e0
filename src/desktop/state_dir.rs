//! What is kept from one start of the program to the next: small text files in the folder where this system keeps the state of
//! programs. Without a home there is none.

use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where the file of this name is kept.
pub(super) fn file(name: &str) -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(folder.join("waterlab").join(name))
}

/// Puts a text in the place of what is kept there, whole or not at all.
pub(super) fn write(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(text.as_bytes())?;
    aside.persist(file)?;
    Ok(())
}
