//! `waterlab field`: writes a field of the water to a file, as numbers, or its surface as a mesh; or a sequence of them to numbered files.
//!
//! [`quantity`] computes a field, [`format`] writes it; [`mesh`] does both for a mesh; [`target`] is where they go.

mod caustics;
mod format;
mod mesh;
mod points;
mod quantity;
mod target;

use super::arguments::{self, Common, What};
use super::clip::Numbering;
use super::output;
use super::render::progress;
use super::timing::{FPS, Timing};
use super::{WrongUsage, finite, interrupt, named};
use crate::scene::{Scene, Simulation, series_file::Row};
use crate::water::{Model, Water};
use anyhow::{Context, Result, bail};
use format::Format;
use mesh::{Mesh, MeshFormat};
use quantity::{Ends, Field};
use std::path::Path;
use target::{Content, Target};

/// Runs the command.
pub fn field(task: &arguments::Field, common: &Common) -> Result<()> {
    let is_mesh = task.what == What::Mesh;
    let out = output::named_by(&task.out, if is_mesh { "glb" } else { "npy" })?;
    let numbering = numbering(task, &out)?;
    let format = match is_mesh {
        true => target::Format::Mesh(MeshFormat::of(&out)?),
        false => target::Format::Field(Format::of(&out)?),
    };
    if task.texels.is_some() && task.what != What::Caustics {
        bail!("--texels: only --what caustics has texels; other fields have the water's cells");
    }
    if task.depth.is_some() && task.what != What::Caustics {
        bail!("--depth: only --what caustics is asked for at a depth");
    }
    let scene = common.scene_or_rest(task.scene.as_ref())?;
    // Checked before the water is created, which takes long.
    let model = model(&scene, task.compare)?;
    quantity::check(task.what, model, task.compare)?;
    if task.time.is_some() {
        quantity::check_time(model, task.compare)?;
    }
    if task.what == What::Bodies && scene.bodies.is_empty() {
        bail!("--what bodies: the scene has none; give it some, as in --set body.0.shape=ball");
    }
    let is_table = task.points.is_some() || task.what == What::Bodies;
    if is_table && !format.is_table() {
        bail!("--out: a row for each body or place makes a table: name a .csv or .npy file");
    }
    let places = task.points.as_deref().map(points::load).transpose()?;
    let fps = task.fps.unwrap_or(FPS);
    let timing = Timing::of(task.seconds, fps, task.frames.as_ref(), &scene)?;
    interrupt::listen()?;
    let mut target = Target::create(&out, numbering, format)?;
    let mut simulation = Simulation::new(&scene);
    // Checked before the steps, which take long.
    quantity::check_bottom(task.what, water(&simulation, task.compare)?, task.compare)?;
    let depth = match task.what {
        What::Caustics => caustics::depth(water(&simulation, task.compare)?, task.depth)?,
        _ => None,
    };
    let steps = task.steps.unwrap_or(0);
    if task.time.is_none() {
        timing.warm_up(&mut simulation, steps)?;
    }
    let wanted = Wanted {
        task,
        format,
        scene: &scene,
        depth,
        name: match places {
            Some(_) => format!("the surface of {} at these places", model.name),
            None => format!("the {} of {}", task.what.name(), model.name),
        },
        places,
    };
    let count = timing.frames.end - timing.frames.start;
    let progress = progress(count, "files");
    let mut last = String::new();
    for k in timing.frames.clone() {
        interrupt::check()?;
        let when = match task.time {
            Some(seconds) => {
                let seconds = seconds + k as f64 / fps;
                simulation.set_time(seconds);
                finite::at(seconds)
            }
            None => {
                timing.advance_to(k, &mut simulation, steps);
                finite::after(simulation.step())
            }
        };
        let content = wanted.content(&simulation, &when)?;
        target.write(k, &content)?;
        last = format!("{} {when}, {}", wanted.name, content.size());
        progress.inc(1);
    }
    progress.finish_and_clear();
    for range in target.commit()? {
        super::say_after(&out, format_args!("{range}"))?;
    }
    match task.seconds {
        None => super::wrote(&out, last),
        Some(_) => super::wrote(
            &out,
            format_args!("{count} files, {fps} a second; the last is {last}"),
        ),
    }
    Ok(())
}

/// The numbering of the files of a sequence; `None` without a sequence.
fn numbering(task: &arguments::Field, out: &Path) -> Result<Option<Numbering>, WrongUsage> {
    let usage = |message: &str| WrongUsage(format!("--out {}: {message}", named(out)));
    let numbering = Numbering::of(out).map_err(|message| usage(&message))?;
    match (&numbering, task.seconds) {
        (Some(_), None) => Err(usage(
            "numbered files are a sequence: tell its length with --seconds",
        )),
        (None, Some(_)) => Err(usage(
            "--seconds makes a sequence, but this is one file: name numbered ones, as in frames/%04d.npy",
        )),
        _ => Ok(numbering),
    }
}

/// What is written of a water as it is now.
struct Wanted<'a> {
    task: &'a arguments::Field,
    format: target::Format,
    scene: &'a Scene,
    places: Option<Vec<Row>>,
    /// Of the plane of the caustics below a sea.
    depth: Option<f64>,
    /// Its description.
    name: String,
}

impl Wanted<'_> {
    /// The numbers, an error if some are not finite; `when` describes the time.
    fn content(&self, simulation: &Simulation, when: &str) -> Result<Content> {
        let water = water(simulation, self.task.compare)?;
        let check = |field: &Field| {
            let (columns, numbers) = field.numbers();
            finite::check(&self.name, when, columns, numbers)
        };
        let format = match self.format {
            target::Format::Field(format) => format,
            target::Format::Mesh(format) => {
                check(&quantity::of(What::Height, water))?;
                return Ok(Content::Mesh(Mesh::of(water)?, format));
            }
        };
        let field = match self.task.what {
            _ if let Some(places) = &self.places => {
                points::of(water, self.scene.steps_per_second, places)?
            }
            What::Caustics => {
                let texels = self.task.texels.unwrap_or(caustics::TEXELS);
                let seconds = simulation.step() as f64 / simulation.steps_per_second();
                let sun = self.scene.sky.after(seconds).sun();
                let light = caustics::of(water, (self.scene, sun), texels, self.depth);
                Field::Scalar(light, Ends::ZeroHighest)
            }
            What::Bodies => quantity::of_bodies(simulation.bodies(self.task.compare)),
            what => quantity::of(what, water),
        };
        check(&field)?;
        Ok(Content::Field(field, format))
    }
}

const NO_OTHER: &str = "--compare: the scene has one water only; give it another with [compare], or with --set compare.model=NAME";

fn model(scene: &Scene, compared: bool) -> Result<&'static Model> {
    let config = match compared {
        false => Some(&scene.water),
        true => scene.compare.as_ref(),
    };
    config.map(|config| config.model).context(NO_OTHER)
}

fn water(simulation: &Simulation, compared: bool) -> Result<&dyn Water> {
    match compared {
        false => Ok(simulation.water()),
        true => simulation.other().context(NO_OTHER),
    }
}
