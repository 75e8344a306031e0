//! OpenEXR files of numbers, one to a pixel, with every bit of each: the decoder of pictures knows only colours.

use crate::grid::Grid;
use crate::scene::Files;
use std::io::{Seek, Write};
use std::path::Path;

/// Bytes that a pixel takes while it is read.
const BYTES: u64 = 12;

/// The numbers of a file of the one channel Y, cut off at 0 and 1, brought to `columns × rows` cells; what is not a number is 1.
/// `None` where it is another file, or there are not so many bytes `left`.
pub fn load(files: &dyn Files, path: &Path, cells: (usize, usize), left: u64) -> Option<Grid<f32>> {
    let mut numbers = read(files, path, left, |names| {
        (*names == ["Y"]).then(|| "Y".to_owned())
    })
    .ok()?;
    for number in numbers.cells_mut() {
        *number = if number.is_nan() {
            1.0
        } else {
            number.clamp(0.0, 1.0)
        };
    }
    Some(numbers.resampled(cells.0, cells.1))
}

/// The numbers of a file's channel Y, of its only one, or of R where there are colours, as they are; or why there are none.
pub fn load_any(files: &dyn Files, path: &Path, left: u64) -> Result<Grid<f32>, String> {
    read(files, path, left, |names| {
        let found = |name: &str| names.iter().find(|known| *known == name).cloned();
        let only = match names {
            [only] => Some(only.clone()),
            _ => None,
        };
        found("Y").or(only).or_else(|| found("R"))
    })
}

/// The numbers of the channel that `pick` picks by the names of all.
fn read(
    files: &dyn Files,
    path: &Path,
    left: u64,
    pick: impl FnOnce(&[String]) -> Option<String>,
) -> Result<Grid<f32>, String> {
    use exr::image::read::image::ReadLayers;
    use exr::image::read::layers::ReadChannels;
    use exr::prelude::{MetaData, ReadSpecificChannel, read};
    let no_exr = |error: exr::error::Error| format!("it is damaged or no OpenEXR file ({error})");
    let meta = MetaData::read_from_buffered(files.open(path)?.bytes, false).map_err(no_exr)?;
    let header = meta.headers.first().ok_or("it has no picture")?;
    let pixels = header.layer_size.area() as u64;
    let (width, height) = (header.layer_size.width(), header.layer_size.height());
    let bytes = pixels.saturating_mul(BYTES);
    if bytes > left {
        let what = format!("{width} × {height} numbers");
        return Err(super::too_large(&what, bytes, left));
    }
    let channels = header.channels.list.iter();
    let names: Vec<String> = channels.map(|channel| channel.name.to_string()).collect();
    let name = pick(&names).filter(|_| pixels > 0).ok_or_else(|| {
        format!(
            "it has the channels {}: one is needed, or Y, or R",
            names.join(", ")
        )
    })?;
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .specific_channels()
        .required(name.as_str())
        .collect_pixels(
            |size, _| Grid::new(size.width(), size.height(), 0.0),
            |grid: &mut Grid<f32>, at, (value,): (f32,)| grid[(at.x(), at.y())] = value,
        )
        .first_valid_layer()
        .all_attributes()
        .from_buffered(files.open(path)?.bytes)
        .map_err(no_exr)?;
    Ok(image.layer_data.channel_data.pixels)
}

/// Writes numbers as such a file.
pub fn write_single_channel(
    numbers: &Grid<f32>,
    to: &mut (impl Write + Seek),
) -> exr::error::UnitResult {
    use exr::prelude::{Encoding, Image, SpecificChannels, WritableImage};
    let channels = SpecificChannels::build()
        .with_channel::<f32>("Y")
        .with_pixel_fn(|at| (numbers[(at.x(), at.y())],));
    let size = (numbers.columns(), numbers.rows());
    let image = Image::from_encoded_channels(size, Encoding::SMALL_LOSSLESS, channels);
    image.write().to_buffered(to)
}
