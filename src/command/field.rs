//! `waterlab field`: the water itself to a file, as numbers.
//!
//! Heights of the ripple are in units of weight, the stored number / 2^fraction_bits: a stone of weight 100 is −100.
//! Models that count in metres give metres.

use super::arguments::{Common, Field, What};
use super::output::Output;
use super::{WrongUsage, interrupt, render};
use crate::grid::Grid;
use crate::heights::{Heights, METRES_PER_WEIGHT};
use crate::scene::Play;
use anyhow::{Context, Result};
use exr::prelude::{Encoding, Image, SpecificChannels, WritableImage};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use npyz::WriterBuilder;
use std::io::{Seek, Write};
use std::path::Path;

/// How the numbers are written.
enum Format {
    Npy,
    Exr,
    Png,
    Csv,
}

/// Does it.
pub fn field(task: &Field, common: &Common) -> Result<()> {
    let format = format(&task.out)?;
    let scene = common.scene_or_rest(task.scene.as_ref())?;
    interrupt::clean_up_on_interrupt()?;
    let mut output = Output::create(&task.out)?;
    let mut play = Play::new(&scene);
    let progress = render::progress(task.steps, "steps");
    render::advance(&mut play, task.steps, &progress);
    let field = match task.what {
        What::Height => heights(&play.heights()),
    };
    match format {
        Format::Npy => output.write(|to| npy(&field, to))?,
        Format::Exr => output.write(|to| exr(&field, to))?,
        Format::Csv => output.write(|to| csv(&field, to))?,
        Format::Png => {
            let (low, high) = range(&field);
            output.write(|to| png(&field, low, high, to))?;
            output.commit()?;
            return super::say(format_args!("range: {low} {high}"));
        }
    }
    output.commit()
}

fn format(out: &Path) -> Result<Format, WrongUsage> {
    let extension = out.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("npy") => Ok(Format::Npy),
        Some("exr") => Ok(Format::Exr),
        Some("png") => Ok(Format::Png),
        Some("csv") => Ok(Format::Csv),
        _ => Err(WrongUsage(format!(
            "--out {}: a field is written as .npy, .exr, .png or .csv; name one of these",
            out.display()
        ))),
    }
}

/// Heights above the rest level, columns × rows, in the model's unit.
fn heights(heights: &Heights) -> Grid<f32> {
    match heights {
        Heights::Counts { counts, unit } => {
            // Both are powers of two: nothing is rounded.
            let weights = unit / METRES_PER_WEIGHT;
            Grid::from_fn(counts.columns(), counts.rows(), |column, row| {
                f32::from(counts[(column, row)]) * weights
            })
        }
        Heights::Metres(metres) => (*metres).clone(),
    }
}

/// The lowest and the highest number.
fn range(field: &Grid<f32>) -> (f32, f32) {
    let start = (f32::INFINITY, f32::NEG_INFINITY);
    let cells = field.cells().iter();
    cells.fold(start, |(low, high), &value| {
        (low.min(value), high.max(value))
    })
}

fn npy(field: &Grid<f32>, to: &mut impl Write) -> Result<()> {
    let shape = [field.rows() as u64, field.columns() as u64];
    let mut writer = npyz::WriteOptions::new()
        .dtype(npyz::DType::Plain("<f4".parse().context("a known type")?))
        .shape(&shape)
        .writer(to)
        .begin_nd()?;
    writer.extend(field.cells().iter().copied())?;
    Ok(writer.finish()?)
}

fn exr(field: &Grid<f32>, to: &mut (impl Write + Seek)) -> Result<()> {
    let channels = SpecificChannels::build()
        .with_channel::<f32>("Y")
        .with_pixel_fn(|at| (field[(at.x(), at.y())],));
    let image = Image::from_encoded_channels(
        (field.columns(), field.rows()),
        Encoding::SMALL_LOSSLESS,
        channels,
    );
    Ok(image.write().to_buffered(to)?)
}

fn csv(field: &Grid<f32>, to: &mut impl Write) -> Result<()> {
    for row in 0..field.rows() {
        for (column, value) in field.row(row).iter().enumerate() {
            let comma = if column == 0 { "" } else { "," };
            write!(to, "{comma}{value}")?;
        }
        writeln!(to)?;
    }
    Ok(())
}

/// 16-bit grey: 0 is `low`, 65535 is `high`; all 0 where these are the same.
fn png(field: &Grid<f32>, low: f32, high: f32, to: &mut impl Write) -> Result<()> {
    let (low, span) = (f64::from(low), f64::from(high) - f64::from(low));
    let scale = if span > 0.0 { 65535.0 / span } else { 0.0 };
    let grey = |&value: &f32| ((f64::from(value) - low) * scale).round() as u16;
    // The encoder takes 16-bit samples in this machine's order.
    let bytes: Vec<u8> = field
        .cells()
        .iter()
        .flat_map(|value| grey(value).to_ne_bytes())
        .collect();
    PngEncoder::new(to).write_image(
        &bytes,
        field.columns() as u32,
        field.rows() as u32,
        ExtendedColorType::L16,
    )?;
    Ok(())
}
