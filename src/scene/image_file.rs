//! Decodes picture files to grids, row 0 at the top: straight-alpha RGBA of 8 bits a channel for display, linear light, or numbers from 0
//! to 1 for computation.
//!
//! The format is detected from the content, then from the extension. EXIF orientation is applied. Of an animation the first frame is taken.
//! Linear light (OpenEXR, Radiance HDR) is clipped at white and encoded as sRGB for display.

mod single_channel;

pub use single_channel::write_single_channel;

use super::Files;
use crate::grid::Grid;
use crate::light::linear_of_srgb;
use crate::scene::{named, series_file};
use bytemuck::allocation::try_cast_vec;
use image::error::{DecodingError, LimitErrorKind};
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgb};
use std::io::{self, BufRead, Cursor, Seek, Write};
use std::path::{Path, PathBuf};

/// The formats that can be read, for messages.
pub const FORMATS: &str = "PNG, JPEG, GIF, BMP, TGA, TIFF, WebP, OpenEXR, HDR, QOI, PNM";

/// Maximum number of pixels along a side: the decoder of JPEG adds up to 7 to it in 16 bits.
const MAX_SIDE: u32 = 65_528;
/// Maximum number of bytes for reading one picture.
const MAX_BYTES: u64 = 1_000_000_000;
/// Maximum number of pixels of a picture for display: more than cameras take (8160 × 6144).
const MAX_SHOWN: u64 = 52_000_000;

/// Why a picture can't be loaded.
#[derive(Debug, thiserror::Error)]
#[error("can't read the picture {}: {why}", named(name))]
pub struct PictureError {
    /// The file.
    pub name: PathBuf,
    /// What is wrong with it, and what to do.
    pub why: String,
}

/// Loads a picture from `files`; one of more than 52 million pixels is subsampled.
pub fn load(files: &dyn Files, path: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    open(files, path, |decoded| shown(decoded, path, MAX_SHOWN))
}

/// Loads a picture from `files` as linear light in red, green and blue: unchanged if the format stores light (OpenEXR, Radiance HDR), and
/// otherwise decoded from sRGB, white as 1. `is_wanted` returns an error if its size is not usable.
pub fn load_light(
    files: &dyn Files,
    path: &Path,
    is_wanted: impl FnOnce((usize, usize)) -> Result<(), String>,
) -> Result<Grid<[f32; 3]>, PictureError> {
    open(files, path, |decoded| {
        let size = (decoded.width(), decoded.height());
        is_wanted((size.0 as usize, size.1 as usize))?;
        // Converted to floats next to the decoded picture, and then to a grid.
        let pixels = u64::from(size.0) * u64::from(size.1);
        let bytes = (24 + u64::from(decoded.color().bytes_per_pixel())) * pixels;
        check_bytes(&format!("{} × {} pixels of light", size.0, size.1), bytes)?;
        let is_light = matches!(
            decoded,
            DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_)
        );
        let mut light = decoded.into_rgb32f();
        if !is_light {
            for channel in light.iter_mut() {
                *channel = linear_of_srgb(*channel);
            }
        }
        grid(size, light.pixels().map(|pixel| pixel.0).collect())
    })
}

/// Loads a picture from `files` as numbers, 0 black to 1 white, resampled to `columns × rows`: the luma of each pixel, 0.2126 red + 0.7152
/// green + 0.0722 blue, as stored and at full precision; no gamma is undone.
///
/// A transparent pixel is composited on white. So is one that is not a number, as some programs mark holes. Numbers outside the range are
/// clamped.
pub fn load_grey(
    files: &dyn Files,
    path: &Path,
    cells: (usize, usize),
) -> Result<Grid<f32>, PictureError> {
    open(files, path, |decoded| Ok(greys(decoded, cells)))
}

/// Loads the numbers of an OpenEXR file from `files` unchanged: channel Y, the only one, Z, or R of its first layer. An error if any is not
/// finite, or its magnitude exceeds `most`.
pub fn load_numbers(files: &dyn Files, path: &Path, most: f32) -> Result<Grid<f32>, PictureError> {
    let error = |why: String| PictureError {
        name: path.to_path_buf(),
        why,
    };
    let numbers = single_channel::load_any(files, path).map_err(error)?;
    let wrong = numbers.cells().iter().find(|n| !(-most..=most).contains(n));
    match wrong {
        None => Ok(numbers),
        Some(number) => Err(error(format!(
            "it holds {number}, but must hold numbers from -{most} to {most}"
        ))),
    }
}

/// Writes numbers so that [`load_grey`] reads them back unchanged if they are from 0 black to 1 white, and [`load_numbers`] in any case: to
/// a file with the extension `.exr` with every bit, to `.csv` as a table over time, to another as a PNG of 8 bits.
pub fn write_grey(
    path: &Path,
    numbers: &Grid<f32>,
    to: &mut (impl Write + Seek),
) -> Result<(), PictureError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    let written = match extension {
        Some("exr") => write_single_channel(numbers, to).map_err(|error| error.to_string()),
        Some("csv") => series_file::write(numbers, to).map_err(|error| error.to_string()),
        _ => {
            let grey = |number: &f32| (255.0 * number).round() as u8;
            let pixels: Vec<u8> = numbers.cells().iter().map(grey).collect();
            let (width, height) = (numbers.columns() as u32, numbers.rows() as u32);
            let colour = image::ExtendedColorType::L8;
            image::write_buffer_with_format(to, &pixels, width, height, colour, ImageFormat::Png)
                .map_err(|error| error.to_string())
        }
    };
    written.map_err(|why| PictureError {
        name: path.to_path_buf(),
        why,
    })
}

/// The pixels of a picture file, as `pixels` decodes them.
fn open<T>(
    files: &dyn Files,
    path: &Path,
    pixels: impl FnOnce(DynamicImage) -> Result<Grid<T>, String>,
) -> Result<Grid<T>, PictureError> {
    let error = |why: String| PictureError {
        name: path.to_path_buf(),
        why,
    };
    let file = files.open(path).map_err(error)?;
    if file.length == 0 {
        return Err(error("the file is empty".into()));
    }
    check_bytes("it", file.length)
        .and_then(|()| decode(file.bytes, ImageFormat::from_path(path).ok()))
        .and_then(pixels)
        .map_err(error)
}

/// Decodes a picture from the bytes of a file; `name` appears in errors.
pub fn parse(bytes: &[u8], name: &Path) -> Result<Grid<[u8; 4]>, PictureError> {
    let format = ImageFormat::from_path(name).ok();
    decode(Cursor::new(bytes), format)
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
    let mut copies = copies(format);
    if format == ImageFormat::OpenExr {
        let mut from = reader.into_inner();
        from.rewind().map_err(|error| error.to_string())?;
        let is_plain = single_channel::has_plain_colours(&mut from);
        from.rewind().map_err(|error| error.to_string())?;
        if !is_plain {
            return single_channel::picture(from);
        }
        reader = ImageReader::with_format(from, format);
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(match format {
        // A frame may be larger than the picture, and is decoded beside it.
        ImageFormat::Gif => MAX_BYTES / 2,
        _ => MAX_BYTES,
    });
    reader.limits(limits);
    let explain = |error| explain(error, format);
    let mut decoder = reader.into_decoder().map_err(explain)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err("it has no pixels".into());
    }
    // A picture whose EXIF data is damaged is still a picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    if orientation != Orientation::NoTransforms {
        copies = copies.max(2);
    }
    let bytes = decoder.total_bytes().saturating_mul(copies);
    check_bytes(&format!("{width} × {height} pixels"), bytes)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(explain)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

/// Peak memory of a decoder, in copies of all pixels, as measured.
fn copies(format: ImageFormat) -> u64 {
    match format {
        ImageFormat::WebP => 4,
        // The coefficients of a progressive one are held until its last scan.
        ImageFormat::Jpeg => 3,
        ImageFormat::Tiff | ImageFormat::Gif | ImageFormat::OpenExr | ImageFormat::Hdr => 2,
        _ => 1,
    }
}

/// An error if so many bytes exceed the maximum for reading a picture.
fn check_bytes(what: &str, bytes: u64) -> Result<(), String> {
    let mb = |bytes: u64| bytes.div_ceil(1_000_000);
    match bytes > MAX_BYTES {
        true => Err(format!(
            "{what} would take {} MB of memory, and a picture may take {} MB; make it smaller",
            mb(bytes),
            mb(MAX_BYTES)
        )),
        false => Ok(()),
    }
}

/// 8 bits a channel; a picture of more than `most` pixels is subsampled.
fn shown(mut picture: DynamicImage, path: &Path, most: u64) -> Result<Grid<[u8; 4]>, String> {
    let (width, height) = (picture.width(), picture.height());
    let pixels = u64::from(width) * u64::from(height);
    if pixels > most {
        let scale = (most as f64 / pixels as f64).sqrt();
        let side = |side: u32| ((f64::from(side) * scale) as u32).max(1);
        picture = picture.thumbnail_exact(side(width), side(height));
        log::warn!(
            "the picture {} has {width} × {height} pixels, more than the {most} that are shown: it is shown with {} × {}",
            named(path),
            picture.width(),
            picture.height()
        );
    }
    self::bytes(picture)
}

/// 8 bits a channel.
fn bytes(picture: DynamicImage) -> Result<Grid<[u8; 4]>, String> {
    let size = (picture.width(), picture.height());
    let cells = match picture {
        DynamicImage::ImageRgb32F(pixels) => {
            let opaque = pixels
                .pixels()
                .map(|&Rgb([red, green, blue])| [red, green, blue, 1.0]);
            opaque.map(displayed).collect()
        }
        DynamicImage::ImageRgba32F(pixels) => {
            pixels.pixels().map(|pixel| displayed(pixel.0)).collect()
        }
        _ => {
            let raw = picture.into_rgba8().into_raw();
            try_cast_vec(raw).unwrap_or_else(|(_, raw)| raw.as_chunks().0.to_vec())
        }
    };
    grid(size, cells)
}

/// One number a pixel, as for [`load_grey`], resampled line by line, so that only the picture itself is held at full size.
fn greys(picture: DynamicImage, (columns, rows): (usize, usize)) -> Grid<f32> {
    let (width, height) = (picture.width(), picture.height());
    let lines = (0..height).map(|row| {
        let pixels = picture.crop_imm(0, row, width, 1).into_rgba32f();
        pixels
            .pixels()
            .map(|pixel| grey(pixel.0))
            .collect::<Vec<_>>()
    });
    Grid::resampled_from((width as usize, height as usize), lines, (columns, rows))
}

fn grey([red, green, blue, alpha]: [f32; 4]) -> f32 {
    // Written so that a grey, opaque pixel gives exactly its own value.
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

/// Linear light for display: clipped at white, encoded as sRGB.
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

/// The error message for the user.
fn explain(error: ImageError, format: ImageFormat) -> String {
    let kind = name(format);
    match error {
        ImageError::Limits(limit) if matches!(limit.kind(), LimitErrorKind::DimensionError) => {
            format!("it has more than {MAX_SIDE} pixels along a side; make it smaller")
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

/// Decoders report the end of the file with different messages, and few keep the underlying error.
fn ends_early(damage: &DecodingError) -> bool {
    let words = damage.to_string().to_lowercase();
    let ends = ["unexpected end", "whole buffer", "not enough bytes"];
    ends.iter().any(|end| words.contains(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Bundle;
    use image::GrayImage;

    /// 40 × 20 pixels, black on the left and white on the right.
    fn halves() -> DynamicImage {
        GrayImage::from_fn(40, 20, |x, _| image::Luma([if x < 20 { 0 } else { 255 }])).into()
    }

    #[test]
    fn a_picture_of_more_pixels_than_are_shown_is_thinned_evenly() {
        let name = Path::new("halves.png");
        assert_eq!(shown(halves(), name, 800).unwrap().columns(), 40);
        // A quarter of the pixels is half of each side.
        let thinned = shown(halves(), name, 200).unwrap();
        assert_eq!((thinned.columns(), thinned.rows()), (20, 10));
        assert_eq!(thinned[(9, 5)], [0, 0, 0, 255]);
        assert_eq!(thinned[(10, 5)], [255; 4]);
        // However few may be shown, something is.
        assert_eq!(shown(halves(), name, 0).unwrap().rows(), 1);
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        let mut files = Bundle::default();
        // A header of a GIF file with a frame of 0 × 3 pixels.
        let gif = b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\0\0\x03\0\0\x02\x02\x4c\x01\0;";
        let mut empty = gif.to_vec();
        empty[6] = 0;
        files.put("empty.gif", empty);
        for error in [
            load_grey(&files, Path::new("empty.gif"), (4, 4)).expect_err("no pixels"),
            load(&files, Path::new("empty.gif")).expect_err("no pixels"),
        ] {
            assert!(error.to_string().contains("no pixels"), "{error}");
        }
    }

    #[test]
    fn a_picture_bomb_is_refused_before_it_is_decoded() {
        // A PNG that says 30,000 × 30,000 pixels, 3.6 GB, in its first 33 bytes and has nothing else.
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([30_000_u32.to_be_bytes(), 30_000_u32.to_be_bytes()].concat());
        png.extend([8, 6, 0, 0, 0]);
        let sum = png[12..].iter().fold(!0_u32, |sum, &byte| {
            (0..8).fold(sum ^ u32::from(byte), |sum, _| {
                (sum >> 1) ^ (0xedb8_8320 * (sum & 1))
            })
        });
        png.extend((!sum).to_be_bytes());
        png.extend(b"\0\0\0\x01IDAT\0\0\0\0\0");
        let mut files = Bundle::default();
        files.put("bomb.png", png);
        let file = Path::new("bomb.png");
        let errors = [
            load(&files, file).unwrap_err(),
            load_grey(&files, file, (10, 10)).unwrap_err(),
        ];
        for error in errors.map(|error| error.to_string()) {
            assert!(
                error.contains("30000 × 30000 pixels") && error.contains("3600 MB"),
                "{error}"
            );
        }
    }
}
