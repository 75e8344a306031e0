//! Writes one picture to a file, in the format of its extension.

use crate::grid::Grid;
use anyhow::{Result, bail};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};
use std::io::{Seek, Write};
use std::path::Path;

/// Extensions of the formats of one picture.
pub const EXTENSIONS: &str = ".png .jpg .webp .bmp .tga .tiff .qoi .ppm";

/// 0 to 100: no visible difference, at a fraction of the size.
const JPEG_QUALITY: u8 = 92;

/// Maximum length of a side in WebP.
const WEBP_MAX: usize = 16383;

/// The picture format of the extension of `path`, if it has one.
pub fn format(path: &Path) -> Option<ImageFormat> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match &*extension {
        "png" => Some(ImageFormat::Png),
        "jpg" | "jpeg" => Some(ImageFormat::Jpeg),
        "webp" => Some(ImageFormat::WebP),
        "bmp" => Some(ImageFormat::Bmp),
        "tga" => Some(ImageFormat::Tga),
        "tif" | "tiff" => Some(ImageFormat::Tiff),
        "qoi" => Some(ImageFormat::Qoi),
        "ppm" | "pnm" => Some(ImageFormat::Pnm),
        "gif" => Some(ImageFormat::Gif),
        _ => None,
    }
}

/// An error if `format` does not support a picture of `columns × rows`.
pub fn check_size(format: ImageFormat, columns: usize, rows: usize) -> Result<()> {
    if format == ImageFormat::WebP && columns.max(rows) > WEBP_MAX {
        bail!("WebP holds at most {WEBP_MAX} pixels along a side: take .png, or a smaller --size");
    }
    Ok(())
}

/// Writes an opaque picture.
pub fn encode(
    format: ImageFormat,
    picture: &Grid<[u8; 4]>,
    to: &mut (impl Write + Seek),
) -> Result<()> {
    let (width, height) = (picture.columns() as u32, picture.rows() as u32);
    let pixels = rgb(picture);
    match format {
        ImageFormat::Jpeg => JpegEncoder::new_with_quality(to, JPEG_QUALITY).encode(
            &pixels,
            width,
            height,
            ExtendedColorType::Rgb8,
        )?,
        _ => image::write_buffer_with_format(
            to,
            &pixels,
            width,
            height,
            ExtendedColorType::Rgb8,
            format,
        )?,
    }
    Ok(())
}

/// Red, green and blue of every pixel.
fn rgb(picture: &Grid<[u8; 4]>) -> Vec<u8> {
    let channels = picture.cells().iter();
    channels
        .flat_map(|&[red, green, blue, _]| [red, green, blue])
        .collect()
}
