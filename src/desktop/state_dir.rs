//! Persistent state: small text files in the state directory of this system. Without a home directory there is none.

use etcetera::{BaseStrategy, choose_base_strategy};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Path of the state file with this name.
pub(super) fn file(name: &str) -> Option<PathBuf> {
    let strategy = choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(folder.join("waterlab").join(name))
}

/// Replaces a state file atomically.
pub(super) fn write(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut aside = tempfile::NamedTempFile::new_in(folder)?;
    aside.write_all(text.as_bytes())?;
    aside.persist(file)?;
    Ok(())
}
