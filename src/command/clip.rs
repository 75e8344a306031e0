//! Clips: a sequence of pictures written to one file, or to numbered ones.

mod gif;
mod mp4;
mod numbered;

pub use gif::gif;
pub use mp4::{check_ffmpeg, mp4};
pub use numbered::{Numbering, numbered};

use crate::grid::Grid;
use anyhow::Result;

/// The sound of a clip: a WAV that is removed when it is dropped.
pub struct SoundFile(pub tempfile::NamedTempFile);

/// A clip being written. One that is dropped before it is finished leaves no file.
pub trait Clip {
    /// Adds a picture: opaque RGBA, always of the same size.
    fn push(&mut self, frame: &Grid<[u8; 4]>) -> Result<()>;

    /// Completes the clip and renames it to its final name.
    fn finish(self: Box<Self>) -> Result<()>;
}
