//! Reads OpenEXR files that the image decoder does not support, as it only handles one layer of red, green and blue: files of one number
//! per pixel (channels such as Y, R, or Z, a depth), of two (R and G), and of several layers.
//!
//! A layer consists of the channels of one part of the file whose names have the same prefix up to the last dot ("diffuse.R"); those
//! without a dot come first. The first layer with the requested channels is used. Colours are R, G and B; the number of a pixel is channel
//! Y, or else the only one, or Z, or R, or the first in the alphabet. Every number is read with all of its bits.

use crate::grid::Grid;
use crate::scene::Files;
use exr::image::read::image::ReadLayers;
use exr::image::read::layers::ReadChannels;
use exr::prelude::{Compression, MetaData, ReadSpecificChannel, read};
use image::{DynamicImage, Rgb32FImage};
use std::io::{BufRead, Seek, Write};
use std::path::Path;

/// Bytes for a number while it is read, and for the pixel of three numbers made of it.
const BYTES: u64 = 12;

/// A layer of one part of a file.
struct Layer {
    /// Columns and rows of the part.
    size: (usize, usize),
    /// Prefix of its channel names: empty, or such as "diffuse.".
    prefix: String,
    /// The rest of the names, in alphabetical order.
    channels: Vec<String>,
}

impl Layer {
    fn has(&self, name: &str) -> bool {
        self.channels.iter().any(|channel| channel == name)
    }

    fn has_colours(&self) -> bool {
        ["R", "G", "B"].iter().all(|name| self.has(name))
    }

    /// The channel that holds the number of a pixel.
    fn number(&self) -> Option<&str> {
        let known = |name: &'static str| self.has(name).then_some(name);
        known("Y")
            .or_else(|| known("Z"))
            .or_else(|| known("R"))
            .or_else(|| self.channels.first().map(String::as_str))
    }

    fn full(&self, channel: &str) -> String {
        format!("{}{channel}", self.prefix)
    }
}

/// The layers of a file, unnamed ones first.
fn layers(from: impl BufRead + Seek) -> Result<Vec<Layer>, String> {
    let meta = MetaData::read_from_buffered(from, false).map_err(no_exr)?;
    // Its decoder panics at a block that ends early, on a thread of its own, which ends the program (exr 1.74).
    let is_b44 = |compression| matches!(compression, Compression::B44 | Compression::B44A);
    if meta.headers.iter().any(|header| is_b44(header.compression)) {
        return Err("B44 compression is not supported; save it with ZIP or PIZ".to_owned());
    }
    let mut layers: Vec<Layer> = Vec::new();
    for header in meta.headers.iter().filter(|header| !header.deep) {
        let size = (header.layer_size.width(), header.layer_size.height());
        // The image decoder asks for the display window alone, which may be a small part of it.
        check_memory(size, BYTES)?;
        let first = layers.len();
        for channel in &header.channels.list {
            let name = channel.name.to_string();
            let start = name.rfind('.').map_or(0, |dot| dot + 1);
            let (prefix, rest) = name.split_at(start);
            match layers[first..]
                .iter_mut()
                .find(|layer| layer.prefix == prefix)
            {
                Some(layer) => layer.channels.push(rest.to_owned()),
                None => layers.push(Layer {
                    size,
                    prefix: prefix.to_owned(),
                    channels: vec![rest.to_owned()],
                }),
            }
        }
    }
    layers.retain(|layer| layer.size.0 > 0 && layer.size.1 > 0);
    // A stable sort: parts stay in their order.
    layers.sort_by_key(|layer| !layer.prefix.is_empty());
    match layers.is_empty() {
        true => Err("it has no picture of plain pixels (no deep data)".to_owned()),
        false => Ok(layers),
    }
}

/// Whether a file has a part of red, green and blue, which the image decoder reads itself.
pub fn has_plain_colours(from: impl BufRead + Seek) -> bool {
    layers(from).is_ok_and(|layers| {
        layers
            .iter()
            .any(|layer| layer.prefix.is_empty() && layer.has_colours())
    })
}

/// Reads a file as a picture: the first layer with colours, or else the numbers of the first layer as greys.
pub fn picture(mut from: impl BufRead + Seek) -> Result<DynamicImage, String> {
    let layers = layers(&mut from)?;
    let layer = layers.iter().find(|layer| layer.has_colours());
    let layer = layer.or(layers.first()).ok_or("it has no picture")?;
    let (width, height) = layer.size;
    check_memory(layer.size, 2 * BYTES)?;
    let names = match layer.has_colours() {
        true => vec!["R", "G", "B"],
        false => vec![layer.number().ok_or("it has no channels")?],
    };
    let mut pixels = vec![[0.0_f32; 3]; width * height];
    for (index, name) in names.into_iter().enumerate() {
        from.rewind().map_err(|error| error.to_string())?;
        let numbers = channel(&mut from, &layer.full(name), layer.size)?;
        for (pixel, number) in pixels.iter_mut().zip(numbers.cells()) {
            // A single channel fills all three. Infinities, which have no grey, are clamped.
            pixel[index..].fill(number.clamp(f32::MIN, f32::MAX));
        }
    }
    Rgb32FImage::from_raw(width as u32, height as u32, pixels.into_flattened())
        .map(DynamicImage::ImageRgb32F)
        .ok_or_else(|| "it has no pixels".to_owned())
}

/// Reads the numbers of a file, one to a pixel, unchanged.
pub fn load_any(files: &dyn Files, path: &Path) -> Result<Grid<f32>, String> {
    let layers = layers(files.open(path)?.bytes)?;
    let layer = layers.first().ok_or("it has no picture")?;
    check_memory(layer.size, BYTES)?;
    let name = layer.number().ok_or("it has no channels")?;
    channel(files.open(path)?.bytes, &layer.full(name), layer.size)
}

fn check_memory((width, height): (usize, usize), each: u64) -> Result<(), String> {
    let bytes = (width as u64 * height as u64).saturating_mul(each);
    super::check_bytes(&format!("{width} × {height} numbers"), bytes)
}

fn no_exr(error: exr::error::Error) -> String {
    format!("it is damaged or no OpenEXR file ({error})")
}

/// The numbers of one channel, by its full name.
fn channel(
    from: impl BufRead + Seek,
    name: &str,
    size: (usize, usize),
) -> Result<Grid<f32>, String> {
    let image = read()
        .no_deep_data()
        .largest_resolution_level()
        .specific_channels()
        .required(name)
        .collect_pixels(
            |size, _| Grid::new(size.width(), size.height(), 0.0),
            |grid: &mut Grid<f32>, at, (value,): (f32,)| grid[(at.x(), at.y())] = value,
        )
        .first_valid_layer()
        .all_attributes()
        .from_buffered(from)
        .map_err(no_exr)?;
    let grid = image.layer_data.channel_data.pixels;
    match (grid.columns(), grid.rows()) == size {
        true => Ok(grid),
        false => Err("its parts differ in size; keep one of them".to_owned()),
    }
}

/// Writes numbers as the single channel Y.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Bundle;
    use crate::scene::image_file::{load, load_grey, load_light, load_numbers};
    use exr::prelude::{
        AnyChannel, AnyChannels, Encoding, FlatSamples, Image, Layer, LayerAttributes,
        WritableImage,
    };
    use std::io::Cursor;

    /// What a channel holds at a pixel, by the pixel's index.
    type Number = fn(usize) -> f32;

    /// A part of 3 × 2 pixels of these channels, each of a number from column and row.
    fn part(name: &str, channels: &[(&str, Number)]) -> Layer<AnyChannels<FlatSamples>> {
        let channel = |(name, number): &(&str, Number)| {
            AnyChannel::new(*name, FlatSamples::F32((0..6).map(number).collect()))
        };
        let channels = channels.iter().map(channel).collect();
        Layer::new(
            (3, 2),
            LayerAttributes::named(name),
            Encoding::SMALL_LOSSLESS,
            AnyChannels::sort(channels),
        )
    }

    /// A file of these parts, called a.exr.
    fn files(parts: Vec<Layer<AnyChannels<FlatSamples>>>) -> Bundle {
        let mut bytes = Cursor::new(Vec::new());
        let display = exr::prelude::IntegerBounds::from_dimensions((3, 2));
        let attributes = exr::prelude::ImageAttributes::new(display);
        let image = Image::from_layers(attributes, parts);
        image.write().to_buffered(&mut bytes).unwrap();
        let mut files = Bundle::default();
        files.put("a.exr", bytes.into_inner());
        files
    }

    /// What a file is as a mask, as numbers, as light and as a picture, at column 1 of row 1, where the index is 4.
    fn read_all(files: &Bundle) -> (f32, f32, [f32; 3], [u8; 4]) {
        let name = Path::new("a.exr");
        let grey = load_grey(files, name, (3, 2)).unwrap();
        let numbers = load_numbers(files, name, 1e6).unwrap();
        let light = load_light(files, name, |_| Ok(())).unwrap();
        let seen = load(files, name).unwrap();
        let at = (1, 1);
        (grey[at], numbers[at], light[at], seen[at])
    }

    fn falling(index: usize) -> f32 {
        1.0 - 0.125 * index as f32
    }

    fn seven(_: usize) -> f32 {
        7.0
    }

    /// 0.5 of the light is 188 of 255 in sRGB.
    const HALF: u8 = 188;

    #[test]
    fn a_file_of_one_channel_is_read_alike_as_mask_numbers_light_and_picture() {
        for name in ["Y", "R", "Z", "depth", "bottom.Z", "a.b.height"] {
            let files = files(vec![part("p", &[(name, falling)])]);
            let wanted = (0.5, 0.5, [0.5; 3], [HALF, HALF, HALF, 255]);
            assert_eq!(read_all(&files), wanted, "{name}");
        }
    }

    #[test]
    fn of_several_channels_that_are_no_colours_one_counts() {
        for names in [["R", "G"], ["Y", "A"], ["Z", "A"], ["Z", "ZBack"]] {
            let files = files(vec![part("p", &[(names[0], falling), (names[1], seven)])]);
            let (grey, number, light, _) = read_all(&files);
            assert_eq!((grey, number, light), (0.5, 0.5, [0.5; 3]), "{names:?}");
        }
    }

    #[test]
    fn of_layers_the_first_that_has_what_is_asked_for_counts() {
        let colours = |prefix: &str| {
            [("R", 0), ("G", 1), ("B", 2)].map(|(name, _)| format!("{prefix}{name}"))
        };
        let [r, g, b] = colours("diffuse.");
        let layered = files(vec![part(
            "p",
            &[
                (&b, seven),
                (&g, seven),
                (&r, falling),
                ("diffuse.A", seven),
            ],
        )]);
        let (grey, number, light, seen) = read_all(&layered);
        assert_eq!((number, light), (0.5, [0.5, 7.0, 7.0]));
        assert_eq!((grey, seen), (1.0, [HALF, 255, 255, 255]));
        // A number without a layer's name before named layers, also those before it in the alphabet; the colours, as light.
        let [r, g, b] = colours("Diffuse.");
        let both = files(vec![part(
            "p",
            &[(&b, seven), (&g, seven), (&r, seven), ("Z", falling)],
        )]);
        let (_, number, light, _) = read_all(&both);
        assert_eq!((number, light), (0.5, [7.0; 3]));
        // Parts of a file, each with a channel.
        let parts = files(vec![
            part("one", &[("Z", falling)]),
            part("two", &[("Y", seven)]),
        ]);
        assert_eq!(read_all(&parts).1, 0.5);
    }

    /// Checks that no use of a file succeeds, each with this message.
    fn check_refused(files: &Bundle, message: &str) {
        let name = Path::new("a.exr");
        let errors = [
            load(files, name).err(),
            load_grey(files, name, (3, 2)).err(),
            load_light(files, name, |_| Ok(())).err(),
            load_numbers(files, name, 1e6).err(),
        ];
        for error in errors {
            let text = error.expect("refused").to_string();
            assert!(text.contains(message), "{text}");
        }
    }

    #[test]
    fn a_picture_that_is_wider_than_memory_behind_a_small_window_is_refused() {
        for channels in [&["R", "G", "B"][..], &["Y"]] {
            let channels: Vec<_> = channels
                .iter()
                .map(|&name| (name, falling as Number))
                .collect();
            let mut bytes = Cursor::new(Vec::new());
            let display = exr::prelude::IntegerBounds::from_dimensions((3, 2));
            let attributes = exr::prelude::ImageAttributes::new(display);
            let image = Image::from_layers(attributes, vec![part("p", &channels)]);
            image.write().to_buffered(&mut bytes).unwrap();
            let mut bytes = bytes.into_inner();
            // Name, type and length of the attribute, then its four edges.
            let start = b"dataWindow\0box2i\0";
            let at = bytes.windows(start.len()).position(|part| part == start);
            let left = at.expect("a data window") + start.len() + 4;
            bytes[left..left + 4].copy_from_slice(&(-700_000_000_i32).to_le_bytes());
            let mut files = Bundle::default();
            files.put("a.exr", bytes);
            check_refused(&files, "700000003 × 2 numbers would take");
        }
    }

    #[test]
    fn blocks_of_b44_are_refused_in_every_use() {
        for compression in [Compression::B44, Compression::B44A] {
            for channels in [&["R", "G", "B"][..], &["Y"]] {
                let channels: Vec<_> = channels
                    .iter()
                    .map(|&name| (name, falling as Number))
                    .collect();
                let mut part = part("p", &channels);
                part.encoding.compression = compression;
                check_refused(&files(vec![part]), "save it with ZIP or PIZ");
            }
        }
    }

    #[test]
    fn as_a_mask_what_is_no_number_is_open_and_the_rest_is_cut_off_at_0_and_1() {
        fn wild(index: usize) -> f32 {
            [-3.0, f32::NAN, 2.0, f32::INFINITY, 0.25, f32::NEG_INFINITY][index]
        }
        let files = files(vec![part("p", &[("Z", wild)])]);
        let grey = load_grey(&files, Path::new("a.exr"), (3, 2)).unwrap();
        assert_eq!(grey.cells(), [0.0, 1.0, 1.0, 1.0, 0.25, 0.0]);
    }
}
