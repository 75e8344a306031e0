//! `waterlab field`: writes a field of the water to a file, as numbers.
//!
//! [`quantity`] computes the field, [`format`] writes it.

mod caustics;
mod format;
mod points;
mod quantity;

use super::arguments::{self, Common, What};
use super::output::{self, Output};
use super::{finite, interrupt, render};
use crate::scene::{Scene, Simulation};
use crate::water::{Model, Water};
use anyhow::{Context, Result, bail};
use format::Format;
use quantity::{Ends, Field};

/// Runs the command.
pub fn field(task: &arguments::Field, common: &Common) -> Result<()> {
    let out = output::named_by(&task.out, "npy")?;
    let format = Format::of(&out)?;
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
    if is_table && !matches!(format, Format::Csv | Format::Npy) {
        bail!("--out: a row for each body or place makes a table: name a .csv or .npy file");
    }
    let places = task.points.as_deref().map(points::load).transpose()?;
    interrupt::listen()?;
    let mut output = Output::create(&out)?;
    let mut simulation = Simulation::new(&scene);
    // Checked before the steps, which take long.
    quantity::check_bottom(task.what, water(&simulation, task.compare)?, task.compare)?;
    let depth = match task.what {
        What::Caustics => caustics::depth(water(&simulation, task.compare)?, task.depth)?,
        _ => None,
    };
    match task.time {
        Some(seconds) => simulation.set_time(seconds),
        None => {
            let steps = task.steps.unwrap_or(0);
            render::advance(&mut simulation, steps, &render::progress(steps, "steps"))?;
        }
    }
    let water = water(&simulation, task.compare)?;
    let field = match task.what {
        _ if let Some(places) = &places => points::of(water, scene.steps_per_second, places)?,
        What::Caustics => {
            let texels = task.texels.unwrap_or(caustics::TEXELS);
            Field::Scalar(
                caustics::of(water, &scene, texels, depth),
                Ends::ZeroHighest,
            )
        }
        What::Bodies => quantity::of_bodies(simulation.bodies(task.compare)),
        what => quantity::of(what, water),
    };
    let when = match task.time {
        Some(seconds) => finite::at(seconds),
        None => finite::after(simulation.step()),
    };
    let what = match places {
        Some(_) => format!("the surface of {} at these places", model.name),
        None => format!("the {} of {}", task.what.name(), model.name),
    };
    let (columns, numbers) = field.numbers();
    finite::check(&what, &when, columns, numbers)?;
    let mut range = None;
    output.write(|to| {
        range = format.write(&field, to)?;
        Ok(())
    })?;
    output.commit()?;
    if let Some(range) = range {
        super::say_after(&out, format_args!("{range}"))?;
    }
    let (columns, rows) = field.size();
    super::wrote(&out, format_args!("{what} {when}, {columns} × {rows}"));
    Ok(())
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
