//! A field as a file.
//!
//! | format | one number a cell | two numbers a cell |
//! | --- | --- | --- |
//! | `.npy` | f32, shape (rows, columns) | f32, shape (rows, columns, 2) |
//! | `.exr` | f32, channel Y | f32, channels R (along x), G (along z) and B (0, so that every program shows it) |
//! | `.csv` | a line for each row | the same, each cell as two numbers: x, z, x, z, … |
//! | `.png` | 16-bit grey | 16-bit R (along x), G (along z), B (0) |
//!
//! All but `.png` are exact. A line says what its numbers stand for: `range: LOW HIGH` are the numbers of 0 and 65535.

use super::quantity::{Ends, Field};
use crate::command::{WrongUsage, named};
use crate::grid::Grid;
use crate::scene::image_file::write_single_channel;
use anyhow::{Context, Result};
use exr::prelude::{Encoding, Image, SpecificChannels, WritableImage};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use npyz::WriterBuilder;
use std::io::{Seek, Write};
use std::path::Path;

/// Where 0 lies in a picture of slopes: in the middle, and exactly on a number.
const MIDDLE: f64 = 32768.0;

/// How the numbers are written.
#[derive(Clone, Copy)]
pub enum Format {
    Npy,
    Exr,
    Png,
    Csv,
}

impl Format {
    /// What the extension of a file asks for.
    pub fn of(out: &Path) -> Result<Self, WrongUsage> {
        let extension = out.extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("npy") => Ok(Self::Npy),
            Some("exr") => Ok(Self::Exr),
            Some("png") => Ok(Self::Png),
            Some("csv") => Ok(Self::Csv),
            _ => Err(WrongUsage(format!(
                "--out {}: a field is written as .npy, .exr, .png or .csv, and --what mesh as .glb, .obj or .ply; name one of these",
                named(out)
            ))),
        }
    }

    /// Writes the field. Where the file alone does not tell the numbers, the line that does.
    pub fn write(self, field: &Field, to: &mut (impl Write + Seek)) -> Result<Option<String>> {
        match (self, field) {
            (Self::Png, Field::Scalar(numbers, ends)) => return png(numbers, *ends, to).map(Some),
            (Self::Png, Field::Vector(vectors)) => return vector_png(vectors, to).map(Some),
            (Self::Npy, Field::Scalar(numbers, _)) => npy(&[], numbers.cells(), numbers, to)?,
            (Self::Npy, Field::Vector(vectors)) => {
                npy(&[2], vectors.cells().as_flattened(), vectors, to)?;
            }
            (Self::Exr, Field::Scalar(numbers, _)) => write_single_channel(numbers, to)?,
            (Self::Exr, Field::Vector(vectors)) => vector_exr(vectors, to)?,
            (Self::Csv, Field::Scalar(numbers, _)) => {
                csv((0..numbers.rows()).map(|row| numbers.row(row)), to)?;
            }
            (Self::Csv, Field::Vector(vectors)) => {
                csv(
                    (0..vectors.rows()).map(|row| vectors.row(row).as_flattened()),
                    to,
                )?;
            }
        }
        Ok(None)
    }
}

/// `numbers`, which are those of the cells of `grid`, each with the further sides `inner`.
fn npy<T>(inner: &[u64], numbers: &[f32], grid: &Grid<T>, to: &mut impl Write) -> Result<()> {
    let shape = [&[grid.rows() as u64, grid.columns() as u64], inner].concat();
    let mut writer = npyz::WriteOptions::new()
        .dtype(npyz::DType::Plain("<f4".parse().context("a known type")?))
        .shape(&shape)
        .writer(to)
        .begin_nd()?;
    writer.extend(numbers.iter().copied())?;
    Ok(writer.finish()?)
}

fn vector_exr(vectors: &Grid<[f32; 2]>, to: &mut (impl Write + Seek)) -> Result<()> {
    let channels = SpecificChannels::rgb(|at: exr::math::Vec2<usize>| {
        let [x, z] = vectors[(at.x(), at.y())];
        (x, z, 0.0_f32)
    });
    let size = (vectors.columns(), vectors.rows());
    let image = Image::from_encoded_channels(size, Encoding::SMALL_LOSSLESS, channels);
    Ok(image.write().to_buffered(to)?)
}

fn csv<'a>(rows: impl Iterator<Item = &'a [f32]>, to: &mut impl Write) -> Result<()> {
    for row in rows {
        for (index, value) in row.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            // Either way the shortest number that is read back as this one.
            if *value == 0.0 || value.abs() >= 1e-4 {
                write!(to, "{comma}{value}")?;
            } else {
                write!(to, "{comma}{value:e}")?;
            }
        }
        writeln!(to)?;
    }
    Ok(())
}

/// 16-bit grey: 0 is the low end, 65535 the high one; all 0 where these are the same.
fn png(numbers: &Grid<f32>, ends: Ends, to: &mut impl Write) -> Result<String> {
    let (lowest, highest) = range(numbers.cells());
    let (low, high) = match ends {
        Ends::LowestHighest => (lowest, highest),
        Ends::ZeroHighest => (0.0, highest),
        Ends::ZeroOne => (0.0, 1.0),
    };
    let (start, span) = (f64::from(low), f64::from(high) - f64::from(low));
    let scale = if span > 0.0 { 65535.0 / span } else { 0.0 };
    let grey = |&value: &f32| ((f64::from(value) - start) * scale).round() as u16;
    encode(
        numbers,
        numbers.cells().iter().map(grey),
        ExtendedColorType::L16,
        to,
    )?;
    // At rest it is 0, not −0.
    Ok(format!("range: {} {}", low + 0.0, high + 0.0))
}

/// 16-bit colours: along x in red, along z in green. Both have the same range, in which 0 lies on [`MIDDLE`].
fn vector_png(vectors: &Grid<[f32; 2]>, to: &mut impl Write) -> Result<String> {
    let (lowest, highest) = range(vectors.cells().as_flattened());
    let most = f64::from(highest.max(-lowest));
    let step = most / (65535.0 - MIDDLE);
    let scale = if step > 0.0 { 1.0 / step } else { 0.0 };
    let level = |value: f32| (MIDDLE + f64::from(value) * scale).round() as u16;
    let pixels = vectors.cells().iter();
    let samples = pixels.flat_map(|&[x, z]| [level(x), level(z), 0]);
    encode(vectors, samples, ExtendedColorType::Rgb16, to)?;
    // At rest it is 0, not −0.
    let low = 0.0 - MIDDLE * step;
    Ok(format!(
        "range: {} {} (0 is {MIDDLE})",
        low as f32, most as f32
    ))
}

fn encode<T>(
    grid: &Grid<T>,
    samples: impl Iterator<Item = u16>,
    colour: ExtendedColorType,
    to: &mut impl Write,
) -> Result<()> {
    // The encoder takes 16-bit samples in this machine's order.
    let bytes: Vec<u8> = samples.flat_map(u16::to_ne_bytes).collect();
    let (width, height) = (grid.columns() as u32, grid.rows() as u32);
    Ok(PngEncoder::new(to).write_image(&bytes, width, height, colour)?)
}

/// The lowest and the highest number.
fn range(numbers: &[f32]) -> (f32, f32) {
    let start = (f32::INFINITY, f32::NEG_INFINITY);
    numbers.iter().fold(start, |(low, high), &value| {
        (low.min(value), high.max(value))
    })
}
