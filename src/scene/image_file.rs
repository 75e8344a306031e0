//! Picture files to grids, row 0 at the top: of straight-alpha RGBA, 8 bits a channel, to be seen, or of numbers from 0 to 1, to
//! be computed with.
//!
//! The format is told by the content first, then by the extension. A turned photo is turned back as its EXIF data says, of an
//! animation the first picture is taken, and light that is stored linearly (OpenEXR, Radiance HDR) is, to be seen, cut off at
//! white and encoded as sRGB.

use crate::grid::Grid;
use image::error::{DecodingError, LimitErrorKind};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

/// The formats that can be read, for messages.
pub const FORMATS: &str = "PNG, JPEG, GIF, BMP, TGA, TIFF, WebP, OpenEXR, HDR, QOI, PNM";

/// Most pixels along a side.
const LONGEST_SIDE: u32 = 65_535;
/// Most bytes of a decoded picture.
const LARGEST: u64 = 1 << 30;

/// Why a picture can't be had.
#[derive(Debug, thiserror::Error)]
#[error("can't read the picture {}: {why}", name.display())]
pub struct PictureError {
    /// The file.
    pub name: PathBuf,
    /// What is wrong with it, and what to do.
    pub why: String,
}

/// Most pixels of a picture that is taken as numbers: it is decoded into four floats a pixel.
const MOST_NUMBERS: u64 = LARGEST / 16;

/// The picture in a file.
pub fn load(path: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    open(path, bytes)
}

/// The picture in a file as numbers, 0 black to 1 white: how bright each pixel is (0.2126 red + 0.7152 green + 0.0722 blue),
/// as it is stored and with all the precision that it is stored with; no curve of a screen is undone.
///
/// A transparent pixel counts as lying on white. So does one that is not a number, as some programs mark holes. Numbers
/// outside the range are cut off at its ends.
pub fn load_grey(path: &Path) -> Result<Grid<f32>, PictureError> {
    open(path, greys).or_else(|error| single_channel(path).ok_or(error))
}

/// The numbers of an OpenEXR file of the one channel Y, as `field` writes them, cut off at 0 and 1; what is not a number is 1.
/// The decoder of pictures knows only colours.
fn single_channel(path: &Path) -> Option<Grid<f32>> {
    use exr::image::read::image::ReadLayers;
    use exr::image::read::layers::ReadChannels;
    use exr::prelude::{MetaData, ReadSpecificChannel, read};
    let header = MetaData::read_from_file(path, false)
        .ok()?
        .headers
        .into_iter()
        .next()?;
    let pixels = header.layer_size.area() as u64;
    let [channel] = &header.channels.list[..] else {
        return None;
    };
    if pixels == 0 || pixels > MOST_NUMBERS || channel.name != *"Y" {
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
        .from_file(path)
        .ok()?;
    Some(image.layer_data.channel_data.pixels)
}

/// The pixels of a file's picture, as `pixels` takes them.
fn open<T>(
    path: &Path,
    pixels: fn(DynamicImage) -> Result<Grid<T>, String>,
) -> Result<Grid<T>, PictureError> {
    let error = |why: String| PictureError {
        name: path.to_path_buf(),
        why,
    };
    let failed = |failure: io::Error| {
        error(match failure.kind() {
            io::ErrorKind::NotFound => "there is no such file; check the name".into(),
            _ => failure.to_string(),
        })
    };
    // Asked before opening: to open a pipe waits for its writer, and a device may never end.
    let there = path.metadata().map_err(failed)?;
    if there.is_dir() {
        return Err(error("it is a folder; name a picture file in it".into()));
    }
    if !there.is_file() {
        return Err(error(
            "it is a pipe or a device; save the picture to a file and name that".into(),
        ));
    }
    if there.len() == 0 {
        return Err(error("the file is empty".into()));
    }
    let file = File::open(path).map_err(failed)?;
    decode(BufReader::new(file), ImageFormat::from_path(path).ok())
        .and_then(pixels)
        .map_err(error)
}

/// The picture in the bytes of a file; `name` is what errors call it.
pub fn parse(bytes: &[u8], name: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    decode(Cursor::new(bytes), ImageFormat::from_path(name).ok())
        .and_then(self::bytes)
        .map_err(|why| PictureError {
            name: name.to_path_buf(),
            why,
        })
}

fn decode(
    from: impl BufRead + Seek,
    extension: Option<ImageFormat>,
) -> Result<DynamicImage, String> {
    let mut reader = ImageReader::new(from);
    if let Some(format) = extension {
        reader.set_format(format);
    }
    let mut reader = reader
        .with_guessed_format()
        .map_err(|error| error.to_string())?;
    let format = reader
        .format()
        .ok_or_else(|| format!("it is no picture of a known kind; there are {FORMATS}"))?;
    if format == ImageFormat::Jpeg {
        let mut from = reader.into_inner();
        let complete = jpeg_is_complete(&mut from).map_err(|error| error.to_string())?;
        from.rewind().map_err(|error| error.to_string())?;
        if !complete {
            return Err(truncated(format));
        }
        reader = ImageReader::with_format(from, format);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    // Some decoders need as much again while they work.
    limits.max_alloc = Some(2 * LARGEST);
    reader.limits(limits);
    let explain = |error| explain(error, format);
    let mut decoder = reader.into_decoder().map_err(explain)?;
    let (width, height) = decoder.dimensions();
    let bytes = decoder
        .total_bytes()
        .max(4 * u64::from(width) * u64::from(height));
    if bytes > LARGEST {
        return Err(format!(
            "{width} × {height} pixels are too large; make it smaller"
        ));
    }
    // A picture whose EXIF data is damaged is still a picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(explain)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// 8 bits a channel.
fn bytes(picture: DynamicImage) -> Result<Grid<[u8; 4]>, String> {
    let size = (picture.width(), picture.height());
    let cells = match picture {
        DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => {
            let pixels = picture.into_rgba32f();
            pixels.pixels().map(|pixel| displayed(pixel.0)).collect()
        }
        _ => picture.into_rgba8().pixels().map(|pixel| pixel.0).collect(),
    };
    grid(size, cells)
}

/// One number a pixel, as [`load_grey`] tells.
fn greys(picture: DynamicImage) -> Result<Grid<f32>, String> {
    let size @ (width, height) = (picture.width(), picture.height());
    if u64::from(width) * u64::from(height) > MOST_NUMBERS {
        return Err(format!(
            "{width} × {height} pixels are more than any pool has cells; make it smaller"
        ));
    }
    let pixels = picture.into_rgba32f();
    grid(size, pixels.pixels().map(|pixel| grey(pixel.0)).collect())
}

fn grey([red, green, blue, alpha]: [f32; 4]) -> f32 {
    // Written so that a grey, opaque pixel gives its own value to the bit.
    let bright = green + 0.2126 * (red - green) + 0.0722 * (blue - green);
    let over_white = 1.0 - alpha * (1.0 - bright);
    if over_white.is_nan() {
        1.0
    } else if alpha >= 1.0 {
        bright.clamp(0.0, 1.0)
    } else {
        over_white.clamp(0.0, 1.0)
    }
}

fn grid<T>((width, height): (u32, u32), cells: Vec<T>) -> Result<Grid<T>, String> {
    Grid::from_cells(width as usize, height as usize, cells)
        .ok_or_else(|| "it has no pixels".to_owned())
}

/// Linear light as a screen shows it: cut off at white, encoded as sRGB.
fn displayed([red, green, blue, alpha]: [f32; 4]) -> [u8; 4] {
    let byte = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
    let encode = |light: f32| {
        byte(if light <= 0.003_130_8 {
            12.92 * light
        } else {
            1.055 * light.powf(1.0 / 2.4) - 0.055
        })
    };
    [encode(red), encode(green), encode(blue), byte(alpha)]
}

/// Whether a JPEG goes on to its end marker. The decoder would paint what is missing grey, but it refuses by itself what
/// does not begin as a JPEG.
fn jpeg_is_complete(from: &mut impl BufRead) -> io::Result<bool> {
    const BEGINNING: &[u8] = &[0xff, 0xd8];
    const END: u8 = 0xd9;
    if !from.fill_buf()?.starts_with(BEGINNING) {
        return Ok(true);
    }
    let mut bytes = from.bytes();
    let mut next = || bytes.next().transpose();
    while let Some(byte) = next()? {
        if byte != 0xff {
            continue;
        }
        // Before a marker there may be any number of these.
        let mut marker = next()?;
        while marker == Some(0xff) {
            marker = next()?;
        }
        match marker {
            None => return Ok(false),
            Some(END) => return Ok(true),
            // Within a scan: a byte 255 of its own, a restart. The beginning has no length either.
            Some(0x00 | 0x01 | 0xd0..=0xd8) => {}
            // A segment, which may hold a whole smaller JPEG, is skipped by its length.
            Some(_) => {
                let (Some(high), Some(low)) = (next()?, next()?) else {
                    return Ok(false);
                };
                for _ in 2..u16::from_be_bytes([high, low]) {
                    if next()?.is_none() {
                        return Ok(false);
                    }
                }
            }
        }
    }
    Ok(false)
}

/// What is wrong, for a person.
fn explain(error: ImageError, format: ImageFormat) -> String {
    let kind = name(format);
    match error {
        ImageError::Limits(limit) if matches!(limit.kind(), LimitErrorKind::DimensionError) => {
            format!("it has more than {LONGEST_SIDE} pixels along a side; make it smaller")
        }
        ImageError::Limits(_) => "it is too large to be decoded; make it smaller".into(),
        ImageError::Unsupported(what) => {
            format!("this {kind} can't be read ({what}); save it as one of {FORMATS}")
        }
        ImageError::IoError(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            truncated(format)
        }
        ImageError::Decoding(damage) if ends_early(&damage) => truncated(format),
        error => {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            let detail = source.unwrap_or_else(|| error.to_string());
            let detail = detail.trim();
            format!("it is damaged or no {kind} ({detail}); pictures can be {FORMATS}")
        }
    }
}

fn name(format: ImageFormat) -> String {
    format!("{format:?}").to_uppercase()
}

fn truncated(format: ImageFormat) -> String {
    format!(
        "this {} ends too early; fetch it again, whole",
        name(format)
    )
}

/// Decoders tell the end of the file each in its own words, and few keep the error that says so.
fn ends_early(damage: &DecodingError) -> bool {
    let words = damage.to_string().to_lowercase();
    let ends = ["unexpected end", "whole buffer", "not enough bytes"];
    ends.iter().any(|end| words.contains(end))
}
