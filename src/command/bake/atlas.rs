//! Layout of the frames in an atlas: row by row from the top left, frame 0 first, without gaps.

use crate::command::arguments::{AtlasCells, MapFormat};
use anyhow::{Result, bail};

/// Maximum number of pixels along a side: the limit of graphics cards.
const MAX_PIXELS: u64 = 16384;
/// Maximum number of bytes of all atlases of a bake, which are in memory together.
const MAX_BYTES: u64 = 4 << 30;

/// Size in pixels of an atlas of frames of `columns × rows` pixels.
pub fn size(cells: AtlasCells, (columns, rows): (usize, usize)) -> Result<(usize, usize)> {
    let width = u64::from(cells.columns) * columns as u64;
    let height = u64::from(cells.rows) * rows as u64;
    if width.max(height) > MAX_PIXELS {
        bail!(
            "--atlas {}x{}: frames of {columns}x{rows} make a picture of {width}x{height} pixels, and graphics cards support {MAX_PIXELS} along a side: use fewer frames, a smaller water.size, or --count alone",
            cells.columns,
            cells.rows
        );
    }
    Ok((width as usize, height as usize))
}

/// An error if atlases of these formats and numbers of channels exceed the memory limit.
pub fn check_memory(
    (width, height): (usize, usize),
    maps: impl Iterator<Item = (MapFormat, usize)>,
) -> Result<()> {
    let pixel: usize = maps
        .map(|(format, channels)| super::canvas::sample_bytes(format) * channels)
        .sum();
    let bytes = width as u64 * height as u64 * pixel as u64;
    if bytes > MAX_BYTES {
        bail!(
            "--atlas: these maps need {:.1} GiB of memory together, and {} is the most: bake fewer --maps at a time, or use --format png8 or png16",
            bytes as f64 / f64::from(1 << 30),
            MAX_BYTES >> 30
        );
    }
    Ok(())
}

/// The top left pixel of frame number `frame`, of `columns × rows` pixels.
pub fn place(cells: AtlasCells, frame: u32, (columns, rows): (usize, usize)) -> (usize, usize) {
    let (across, down) = (frame % cells.columns, frame / cells.columns);
    (across as usize * columns, down as usize * rows)
}
