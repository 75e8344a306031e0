//! `waterlab plot`: charts of formulas and models, as SVG or as a picture.
//!
//! The numbers are those of [`crate::chart`]; [`draw`] lays a chart out, once for both formats, and [`pen`] draws its curves.

mod draw;
mod pen;

use super::arguments::{ChartName, Common, PixelSize, Plot};
use super::output::{self, Output};
use super::{interrupt, named, picture_file};
use crate::chart::{self, Chart};
use crate::light::{FRESH_WATER_INDEX, SEA_WATER_INDEX, WaterType};
use crate::scene::{Edit, Scene};
use crate::view::ViewKind;
use crate::water::{MODELS, Model};
use anyhow::{Context, Result, bail};
use image::ImageFormat;
use std::io::Write;
use std::path::Path;

/// Maximum depth of the chart of daylight in types of water, metres.
const DEEPEST: f64 = 40.0;

/// Maximum number of depths in the chart of caustics.
const MAX_DEPTHS: usize = 4;

/// Minimum and maximum size of a chart in pixels: below, text is not legible; above, use a vector format.
const SMALLEST: u32 = 160;
const LARGEST: u32 = 4096;

/// The output format.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Svg,
    Png,
}

/// Runs the command.
pub fn plot(task: &Plot, common: &Common) -> Result<()> {
    let out = output::named_by(&task.out, "svg")?;
    let format = format(&out)?;
    if let Some(size) = common.size {
        check_size(size)?;
    }
    if task.depths.len() > MAX_DEPTHS {
        bail!(
            "--depths: a chart shows at most {MAX_DEPTHS} depths, not {}: plot the rest separately",
            task.depths.len()
        );
    }
    if !task.depths.is_empty() && task.chart != ChartName::Caustics {
        bail!(
            "--depths: the chart {} has no depths. Only caustics has: omit --depths",
            task.chart.name()
        );
    }
    let scene = scene(task, common)?;
    interrupt::listen()?;
    let mut output = Output::create(&out)?;
    let depths = match &task.depths[..] {
        [] => &chart::CAUSTIC_DEPTHS,
        depths => depths,
    };
    let chart = chart(task.chart, &scene, depths)?;
    let size = match common.size {
        Some(size) => (size.width(), size.height()),
        None => draw::natural_size(&chart),
    };
    output.write(|to| {
        match format {
            Format::Svg => to.write_all(draw::svg(&chart, size)?.as_bytes())?,
            Format::Png => {
                picture_file::encode(ImageFormat::Png, &draw::picture(&chart, size)?, to)?;
            }
        }
        Ok(())
    })?;
    output.commit()?;
    let name = task.chart.name();
    super::wrote(
        &out,
        format_args!("the chart {name}, {} × {} pixels", size.0, size.1),
    );
    Ok(())
}

/// The format of the extension.
fn format(file: &Path) -> Result<Format> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => bail!(
            "--out {}: a chart is written as .svg or .png: name the file so",
            named(file)
        ),
    }
}

fn check_size(size: PixelSize) -> Result<()> {
    let allowed = SMALLEST..=LARGEST;
    if allowed.contains(&size.width()) && allowed.contains(&size.height()) {
        return Ok(());
    }
    bail!(
        "--size: a chart has {SMALLEST} to {LARGEST} pixels along each side; an .svg can be shown at any size"
    )
}

/// The scene of the chart.
fn scene(task: &Plot, common: &Common) -> Result<Scene> {
    let mut common = common.clone();
    let (is_fit, lacking): (fn(&Model) -> bool, _) = match task.chart {
        ChartName::Spectrum | ChartName::Caustics => (Model::has_spectrum, "has no spectrum"),
        ChartName::Looping | ChartName::Profile => (Model::is_open, "is not a sea"),
        _ => return Ok(common.scene_or_rest(task.scene.as_ref())?),
    };
    let nobody_says = task.scene.is_none() && common.model.is_none();
    if nobody_says {
        common.model = MODELS
            .iter()
            .find(|model| model.has_spectrum())
            .map(|model| model.name.to_owned());
    }
    let mut scene = common.scene_or_rest(task.scene.as_ref())?;
    if !is_fit(scene.water.model) {
        let able = MODELS.iter().filter(|model| is_fit(model));
        let names: Vec<_> = able.map(|model| model.name).collect();
        bail!(
            "plot {}: the model {} {lacking}. Choose one of these with --model: {}",
            task.chart.name(),
            scene.water.model.name,
            names.join(", ")
        );
    }
    if task.chart == ChartName::Caustics && task.scene.is_none() {
        scene = over_a_bay(&common)?;
    }
    Ok(scene)
}

/// A sea whose floor shows caustics, with the options applied.
fn over_a_bay(common: &Common) -> Result<Scene> {
    let mut common = common.clone();
    let bay = chart::BAY.map(|(key, value)| Edit::parse(&format!("water.{key}={value}")));
    let edits: Result<Vec<_>, _> = bay.into_iter().collect();
    let mut edits = edits.map_err(anyhow::Error::msg)?;
    edits.append(&mut common.set);
    common.set = edits;
    Ok(common.scene_or_rest(None)?)
}

fn chart(name: ChartName, scene: &Scene, depths: &[f64]) -> Result<Chart> {
    let settings = &scene.water.settings;
    Ok(match name {
        ChartName::Fresnel => chart::fresnel(match scene.is_at_sea() {
            true => SEA_WATER_INDEX[1],
            false => FRESH_WATER_INDEX[1],
        }),
        ChartName::Dispersion => chart::dispersion(settings),
        ChartName::Spectrum => chart::spectrum(settings).context("can't plot this sea")?,
        ChartName::Caustics => chart::caustics(settings, depths).context("can't plot this sea")?,
        ChartName::Attenuation => chart::attenuation(&waters(scene), DEEPEST),
        ChartName::Looping => chart::looping(settings),
        ChartName::Profile => {
            let sea = scene.water.sea(scene.size).context("a sea")?;
            let sea = sea.context("can't plot this sea")?;
            chart::profile(&sea, scene.start.time.unwrap_or(0.0))
        }
        ChartName::Kernel => chart::kernel(),
        ChartName::Energy => chart::energy(settings),
    })
}

/// The types of water shown, the scene's first. One that is not in the list replaces pure water.
fn waters(scene: &Scene) -> [WaterType; 7] {
    let mut waters = chart::SHOWN_WATERS;
    let lit = ViewKind::named("lit").map(|view| scene.view.settings_of(view));
    if let Some(own) = lit.map(|settings| settings.choice::<WaterType>("water")) {
        match waters.iter().position(|water| *water == own) {
            Some(index) => waters[..=index].rotate_right(1),
            None => waters[0] = own,
        }
    }
    waters
}
