//! `waterlab bake`: seamless maps of a sea for other programs.
//!
//! [`plan`] determines the frames and files, [`map`] the contents of each map, [`reach`] the range of its levels; [`canvas`] writes it,
//! [`atlas`] arranges frames, [`manifest`] describes the bake. Every frame is computed from its time alone, so that any number of processes
//! can share a bake. A complete bake replaces the one in its folder: map files of the old manifest that the new bake does not write are
//! removed, and nothing else.

mod atlas;
mod canvas;
mod manifest;
mod map;
mod plan;
mod reach;

use super::arguments::{Bake, Common, MapName, NormalY};
use super::output::is_stdout;
use super::output_folder::OutputFolder;
use super::{finite, interrupt, named, render};
use crate::parameter::Value;
use crate::scene::{Scene, WaterConfig};
use crate::sea::Sea;
use crate::water::MODELS;
use anyhow::{Context, Result, anyhow, bail};
use canvas::Canvas;
use plan::Plan;
use std::cell::Cell;

/// Runs the command.
pub fn bake(task: &Bake, common: &Common) -> Result<()> {
    plan::check(task, common)?;
    let scene = common.scene_or_rest(task.scene.as_ref())?;
    let (config, sea) = sea(&scene, task.period)?;
    let mut plan = Plan::new(task, &sea)?;
    interrupt::listen()?;
    let mut folder = OutputFolder::create(&task.out, "maps")?;
    reach::set(&mut plan.layers, &sea);
    let manifest = manifest::text(&plan, &sea, &config, task.normal_y)?;
    if plan.frames.is_shared() {
        check_same_bake(&folder, &manifest)?;
    } else if let Some(old) = manifest::read(folder.path())? {
        folder.replace(manifest::names(&old))?;
    }
    let clamped = draw(&plan, &sea, task.normal_y, &mut folder)?;
    folder.write(manifest::NAME, |to| {
        Ok(std::io::Write::write_all(to, manifest.as_bytes())?)
    })?;
    if plan.frames.is_shared() {
        // Another process may have started another bake here meanwhile.
        check_same_bake(&folder, &manifest)?;
    }
    let count = folder.count();
    folder.commit()?;
    tell(&plan, &clamped)?;
    let patterns: Vec<_> = plan.patterns(&sea).collect();
    super::wrote(
        &task.out,
        format_args!(
            "{count} files: {} and {}",
            patterns.join(", "),
            manifest::NAME
        ),
    );
    Ok(())
}

/// The water of a scene, optionally with another period, and its sea.
fn sea(scene: &Scene, period: Option<f64>) -> Result<(WaterConfig, Sea)> {
    let mut config = scene.water.clone();
    let model = config.model;
    if !model.is_open() {
        let open = MODELS.iter().filter(|model| model.is_open());
        let names: Vec<_> = open.map(|model| model.name).collect();
        bail!(
            "the model {} is a pool, and only a sea repeats without a seam: use one of these with --model: {}",
            model.name,
            names.join(", ")
        );
    }
    if let Some(period) = period {
        let settings = &mut config.settings;
        settings
            .set("period", Value::Real(period))
            .map_err(|error| anyhow!("--period: {error}"))?;
    }
    if config.settings.get("seamless") == Some(Value::Switch(false)) {
        bail!(
            "the waves do not fit the patch, so that the maps would have seams: --set water.seamless=true"
        );
    }
    let sea = config.sea(scene.size).context("a sea")?;
    Ok((config, sea.context("can't bake this sea")?))
}

/// An error if the folder contains another bake, with which frames would be mixed.
fn check_same_bake(folder: &OutputFolder, manifest: &str) -> Result<()> {
    match manifest::read(folder.path())? {
        Some(old) if old != manifest.as_bytes() => bail!(
            "--frames: {} describes another bake, whose frames would be mixed with these: name another folder, or remove it",
            named(&folder.path().join(manifest::NAME))
        ),
        _ => Ok(()),
    }
}

/// Draws all frames to files in the folder. Returns the number of clamped samples of each layer.
fn draw(plan: &Plan, sea: &Sea, normal_y: NormalY, folder: &mut OutputFolder) -> Result<Vec<u64>> {
    let patches = sea.waves().patches();
    let mut clamped = vec![0; plan.layers.len()];
    let Some(patch) = patches.first() else {
        return Ok(clamped);
    };
    // All tiles have the same number of cells.
    let size = (patch.columns, patch.rows);
    let canvas = |(width, height), layer: &plan::Layer| {
        Canvas::new(width, height, layer.channels(), layer.format, layer.reach)
    };
    let mut atlases = match plan.atlas {
        Some(cells) => {
            let size = atlas::size(cells, size)?;
            plan.layers
                .iter()
                .map(|layer| canvas(size, layer))
                .collect()
        }
        None => Vec::new(),
    };
    let foam = plan.layers.iter().any(|layer| layer.map == MapName::Foam);
    let mut state = sea.new_state();
    let frames = plan.frames.baked();
    let progress = render::progress(frames.len() as u64, "frames");
    for frame in frames {
        let time = plan.frames.time(frame);
        if foam {
            sea.compute_with_foam(time, &mut state);
        } else {
            sea.compute(time, &mut state);
        }
        for (number, layer) in plan.layers.iter().enumerate() {
            let numbers = map::values(layer.map, sea, &state, layer.tile, normal_y);
            let lost = Cell::new(None);
            let values = |at: usize| {
                let numbers = numbers(at);
                if let Some(number) = numbers.into_iter().find(|number| !number.is_finite()) {
                    lost.set(lost.get().or(Some((at, number))));
                }
                numbers
            };
            let check = || match lost.get() {
                None => Ok(()),
                Some((at, number)) => {
                    let what = format!("the {} of the sea", layer.map.name());
                    Err(finite::lost(&what, &finite::at(time), size.0, at, number))
                }
            };
            if let (Some(cells), Some(atlas)) = (plan.atlas, atlases.get_mut(number)) {
                clamped[number] += atlas.draw(atlas::place(cells, frame, size), size, &values);
                check()?;
                continue;
            }
            let mut canvas = canvas(size, layer);
            clamped[number] += canvas.draw((0, 0), size, &values);
            check()?;
            let name = plan.name(layer, patches.len(), frame);
            folder.write(&name, |to| canvas.write(to))?;
        }
        progress.inc(1);
    }
    for (layer, atlas) in plan.layers.iter().zip(&atlases) {
        let name = plan.name(layer, patches.len(), 0);
        folder.write(&name, |to| atlas.write(to))?;
    }
    progress.finish_and_clear();
    Ok(clamped)
}

/// Reports clamped samples.
fn tell(plan: &Plan, clamped: &[u64]) -> Result<()> {
    for (layer, &count) in plan.layers.iter().zip(clamped) {
        let (Some(reach), true) = (layer.reach, count > 0) else {
            continue;
        };
        let name = layer.map.name();
        let of_tile = match layer.tile {
            0 => String::new(),
            tile => format!(" of tile {tile}"),
        };
        super::say(format_args!(
            "{name}{of_tile}: {count} samples lay outside {} to {} and were clamped (--range {name}=LOW..HIGH)",
            reach.low, reach.high
        ))?;
    }
    Ok(())
}
