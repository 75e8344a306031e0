//! OpenEXR files of the one channel Y, with every bit of each number: the decoder of pictures knows only colours.

use crate::grid::Grid;
use crate::scene::Files;
use std::io::{Seek, Write};
use std::path::Path;

/// Bytes that a pixel takes while it is read.
const BYTES: u64 = 12;

/// The numbers of such a file, cut off at 0 and 1, brought to `columns × rows` cells; what is not a number is 1. `None` where
/// it is another file, or there are not so many bytes `left`.
pub fn load(files: &dyn Files, path: &Path, cells: (usize, usize), left: u64) -> Option<Grid<f32>> {
    use exr::image::read::image::ReadLayers;
    use exr::image::read::layers::ReadChannels;
    use exr::prelude::{MetaData, ReadSpecificChannel, read};
    let bytes = || Some(files.open(path).ok()?.bytes);
    let header = MetaData::read_from_buffered(bytes()?, false)
        .ok()?
        .headers
        .into_iter()
        .next()?;
    let pixels = header.layer_size.area() as u64;
    let [channel] = &header.channels.list[..] else {
        return None;
    };
    if pixels == 0 || pixels.checked_mul(BYTES)? > left || channel.name != *"Y" {
        return None;
    }
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .specific_channels()
        .required("Y")
        .collect_pixels(
            |size, _| Grid::new(size.width(), size.height(), 1.0),
            |grid: &mut Grid<f32>, at, (value,): (f32,)| {
                let shown = if value.is_nan() {
                    1.0
                } else {
                    value.clamp(0.0, 1.0)
                };
                grid[(at.x(), at.y())] = shown;
            },
        )
        .first_valid_layer()
        .all_attributes()
        .from_buffered(bytes()?)
        .ok()?;
    let numbers = image.layer_data.channel_data.pixels;
    Some(numbers.resampled(cells.0, cells.1))
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
