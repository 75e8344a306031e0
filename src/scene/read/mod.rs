//! From the tree to a [`Scene`]: every key is checked against its description, and unknown keys are rejected.
//!
//! Pictures that the water needs, masks and maps, are loaded here, so that a scene that was read can be run. Those of a view are loaded by
//! its renderer.

mod body;
mod events;
mod fields;
mod maps;
mod obstacle;
mod start;
mod value;
mod view;
mod warnings;
mod water;
mod wave;

pub(super) use water::Written;

use super::keys::SOUND;
use super::tree::Node;
use super::{Camera, Files, Scene, SceneError};
use crate::pool::RAIN;
use fields::Fields;
use maps::Maps;
use std::sync::Arc;

/// The scene of a tree; `written` are the models that its file names.
pub(super) fn scene(
    root: Node,
    written: &Written,
    files: Arc<dyn Files>,
) -> Result<Scene, SceneError> {
    let mut scene = Scene {
        files: files.clone(),
        ..Scene::default()
    };
    let mut tables = Fields::of(root, "")?;
    let mut maps = Maps::of(files);
    if let Some(node) = tables.take("water") {
        water::water(&mut scene, Fields::of(node, "water")?, written, &mut maps)?;
    }
    if let Some(node) = tables.take("compare") {
        water::compare(&mut scene, Fields::of(node, "compare")?, written, &mut maps)?;
    }
    wave::waves(&mut scene, tables.take_list("wave")?, written)?;
    obstacle::obstacles(
        &mut scene,
        tables.take_list("obstacle")?,
        written,
        &mut maps,
    )?;
    for fields in tables.take_list("drop")? {
        scene.events.push(events::drop(fields)?);
    }
    for fields in tables.take_list("stroke")? {
        scene.events.push(events::stroke(fields)?);
    }
    // Stable: events before the same step keep the order of the scene, stones before strokes.
    scene.events.sort_by_key(|event| event.step);
    for fields in tables.take_list("fill")? {
        scene.fills.push(events::fill(fields)?);
    }
    for fields in tables.take_list("source")? {
        scene.sources.push(events::source(fields)?);
    }
    if let Some(node) = tables.take("start") {
        let fields = Fields::of(node, "start")?;
        scene.start = start::start(fields, &scene, &mut maps)?;
    }
    if let Some(node) = tables.take("rain") {
        let mut fields = Fields::of(node, "rain")?;
        scene.rain = Some(fields.settings(&RAIN)?);
        fields.finish()?;
    }
    scene.bodies = body::bodies(tables.take_list("body")?, &*scene.files)?;
    if let Some(node) = tables.take("view") {
        view::view(&mut scene.view, Fields::of(node, "view")?)?;
    }
    if let Some(node) = tables.take("sky") {
        scene.sky = view::sky(Fields::of(node, "sky")?)?;
    }
    scene.camera = Camera::first(scene.is_at_sea(), scene.pool_length());
    if let Some(node) = tables.take("camera") {
        let fields = Fields::of(node, "camera")?;
        scene.camera_path = view::camera(&mut scene.camera, fields)?;
    }
    if let Some(node) = tables.take("tour") {
        let fields = Fields::of(node, "tour")?;
        scene.tour = Some(view::tour(scene.camera_path.as_ref(), fields)?);
    }
    if let Some(node) = tables.take("sound") {
        let mut fields = Fields::of(node, "sound")?;
        scene.sound = fields.settings(&SOUND)?;
        fields.finish()?;
    }
    if let Some(node) = tables.take("poke") {
        scene.poke = view::poke(Fields::of(node, "poke")?)?;
    }
    tables.finish()?;
    warnings::warn_of_dry_ground(&scene);
    warnings::warn_of_closed_inflow(&scene);
    Ok(scene)
}
