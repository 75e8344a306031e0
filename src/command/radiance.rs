//! `waterlab render` to `.exr`: linear radiance before exposure and tone mapping, one picture or numbered ones.
//!
//! A pixel is the radiance at its centre: red, green and blue as 32-bit floats, in the units of the sky (docs/models.md §13).

use super::clip::Numbering;
use super::finite;
use super::output::Output;
use super::output_folder::OutputFolder;
use super::render::progress;
use super::renderer::GlPicture;
use crate::grid::Grid;
use crate::scene::Simulation;
use anyhow::{Result, bail};
use exr::prelude::{Encoding, Image, SpecificChannels, WritableImage};
use std::io::{Seek, Write};
use std::ops::Range;
use std::path::Path;

/// The extension of such files.
pub const EXTENSION: &str = "exr";

/// Whether `path` has this extension.
pub fn is_asked_for(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

/// Writes the current picture.
pub fn picture(
    mut output: Output,
    renderer: &mut GlPicture,
    simulation: &mut Simulation,
) -> Result<()> {
    finite::check_simulation(simulation)?;
    let radiance = checked(renderer.radiance(simulation)?)?;
    output.write(|to| encode(&radiance, to))?;
    output.commit()
}

/// Writes the pictures of these numbers; `to_frame` advances the simulation and moves the camera to each of them.
pub fn numbered(
    numbering: &Numbering,
    frames: Range<u64>,
    renderer: &mut GlPicture,
    simulation: &mut Simulation,
    mut to_frame: impl FnMut(&mut GlPicture, &mut Simulation, u64),
) -> Result<()> {
    let mut folder = OutputFolder::create(numbering.folder(), "pictures")?;
    let progress = progress(frames.end - frames.start, "pictures");
    for k in frames {
        to_frame(renderer, simulation, k);
        finite::check_simulation(simulation)?;
        let radiance = checked(renderer.radiance(simulation)?)?;
        folder.write(&numbering.name(k), |to| encode(&radiance, to))?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    folder.commit()
}

/// The same picture; an error if it contains non-finite values.
fn checked(radiance: Grid<[f32; 4]>) -> Result<Grid<[f32; 4]>> {
    match radiance
        .cells()
        .iter()
        .flatten()
        .all(|light| light.is_finite())
    {
        true => Ok(radiance),
        false => bail!(
            "some of the radiance is not finite, and nothing is written: use a lower sky.sun, or other settings of [view]"
        ),
    }
}

fn encode(radiance: &Grid<[f32; 4]>, to: &mut (impl Write + Seek)) -> Result<()> {
    let channels = SpecificChannels::rgb(|at: exr::math::Vec2<usize>| {
        let [red, green, blue, _] = radiance[(at.x(), at.y())];
        (red, green, blue)
    });
    let size = (radiance.columns(), radiance.rows());
    let image = Image::from_encoded_channels(size, Encoding::SMALL_LOSSLESS, channels);
    Ok(image.write().to_buffered(to)?)
}
