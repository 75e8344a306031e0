//! View, sky, camera and brush: `[view]`, `[sky]`, `[camera]`, `[poke]`.

use super::fields::{Fields, unknown_name};
use crate::parameter::{Preset, Settings};
use crate::scene::keys::{
    CAMERA, CAMERA_EYE, CAMERA_PATH, CAMERA_TARGET, File, PATH, PATH_EYE, PATH_TARGET, POKE, SKIES,
    SKY, SKY_AZIMUTH, SKY_ELEVATION, SKY_PANORAMA, SKY_PRESET, Special, TOUR, TOUR_CAPTION,
    TOUR_HINT, Text, VIEW_FLOOR, VIEW_KIND, VIEW_OVERLAY, VIEW_PICTURE, VIEW_SKY,
};
use crate::scene::tree::Origin;
use crate::scene::{Camera, CameraPath, Poke, SceneError, Sky, TourText, View, Waypoint};
use crate::view::{VIEWS, ViewKind};

pub(super) fn view(view: &mut View, mut fields: Fields) -> Result<(), SceneError> {
    if let Some(node) = fields.take(VIEW_KIND.name) {
        let name = node.text(VIEW_KIND.name, "the name of a view")?;
        view.kind = ViewKind::named(&name).ok_or_else(|| {
            let names = VIEWS.iter().map(|view| view.name);
            node.origin.error(unknown_name("view", &name, names))
        })?;
    }
    let mut file = |key: &Special<File>| Ok(fields.file(key.name)?.map(|(path, _)| path));
    view.picture = file(&VIEW_PICTURE)?;
    view.overlay = file(&VIEW_OVERLAY)?;
    view.floor = file(&VIEW_FLOOR)?;
    view.sky = file(&VIEW_SKY)?;
    // A key that several views have applies to all of them.
    let before = fields.clone();
    for (kind, settings) in VIEWS.iter().zip(&mut view.settings) {
        *settings = before.clone().settings(kind.parameters)?;
        fields.leave_out(kind.parameters);
    }
    fields.finish()
}

pub(super) fn sky(mut fields: Fields) -> Result<Sky, SceneError> {
    let mut settings = Settings::new(&SKY);
    if let Some(node) = fields.take(SKY_PRESET.name) {
        let name = node.text(SKY_PRESET.name, "the name of a sky")?;
        let preset = SKIES.iter().find(|preset| preset.name() == name);
        let Some(preset) = preset else {
            let names: Vec<_> = SKIES.iter().map(Preset::name).collect();
            let names = names.iter().map(String::as_str);
            return Err(node.origin.error(unknown_name("sky", &name, names)));
        };
        settings
            .apply(preset)
            .map_err(|error| node.origin.error(error))?;
    }
    let sky = Sky {
        elevation: fields.number(&SKY_ELEVATION)?,
        azimuth: fields.number(&SKY_AZIMUTH)?,
        panorama: fields.file(SKY_PANORAMA.name)?.map(|(path, _)| path),
        settings: fields.settings_over(settings)?,
    };
    fields.finish()?;
    Ok(sky)
}

/// Reads the camera; returns its path, if it has one.
pub(super) fn camera(
    camera: &mut Camera,
    mut fields: Fields,
) -> Result<Option<CameraPath>, SceneError> {
    let eye = fields.point(&CAMERA_EYE)?.unwrap_or(camera.eye);
    let target = fields.point(&CAMERA_TARGET)?.unwrap_or(camera.target);
    check_apart(eye, target, &fields.origin)?;
    let fov = fields.settings(&CAMERA)?.real("fov");
    *camera = Camera { eye, target, fov };
    let path = fields.take_list_of(CAMERA_PATH.name, CAMERA_PATH.default.0)?;
    fields.finish()?;
    camera_path(camera, path)
}

/// An error if the camera would look at its own place.
fn check_apart(eye: [f32; 3], target: [f32; 3], origin: &Origin) -> Result<(), SceneError> {
    match eye == target {
        true => Err(origin.error(format_args!(
            "the camera's `eye` and `target` are both at {eye:?}: move one of them"
        ))),
        false => Ok(()),
    }
}

/// The path of a camera, whose own eye and target are the defaults of each waypoint.
fn camera_path(camera: &Camera, tables: Vec<Fields>) -> Result<Option<CameraPath>, SceneError> {
    let Some(last) = tables.last() else {
        return Ok(None);
    };
    let (count, origin) = (tables.len(), last.origin.clone());
    if !(2..=CameraPath::MAX).contains(&count) {
        return Err(origin.error(format_args!(
            "the camera's path has {count} waypoints: it takes 2 to {}",
            CameraPath::MAX
        )));
    }
    let mut waypoints: Vec<Waypoint> = Vec::with_capacity(count);
    for mut fields in tables {
        let eye = fields.point(&PATH_EYE)?.unwrap_or(camera.eye);
        let target = fields.point(&PATH_TARGET)?.unwrap_or(camera.target);
        check_apart(eye, target, &fields.origin)?;
        let origin = fields.origin.clone();
        let time = fields.settings(&PATH)?.real("time");
        if let Some(before) = waypoints.last()
            && before.time >= time
        {
            return Err(origin.error(format_args!(
                "`time` is {time}, but the waypoint before is at {} s: a path needs rising times",
                before.time
            )));
        }
        fields.finish()?;
        waypoints.push(Waypoint { time, eye, target });
    }
    Ok(CameraPath::new(waypoints))
}

/// What a tour shows of a scene with this path.
pub(super) fn tour(path: Option<&CameraPath>, mut fields: Fields) -> Result<TourText, SceneError> {
    if path.is_none() {
        return Err(fields.origin.error(
            "a tour moves the camera along its path: add two [[camera.path]] tables or more",
        ));
    }
    let mut text = |key: &Special<Text>| fields.text(key);
    let (caption, hint) = (text(&TOUR_CAPTION)?, text(&TOUR_HINT)?);
    if caption.is_empty() {
        return Err(fields
            .origin
            .error("`tour` has no `caption`: write one sentence about what is seen"));
    }
    let in_film = fields.settings(&TOUR)?.switch("film");
    fields.finish()?;
    Ok(TourText {
        caption,
        hint,
        in_film,
    })
}

pub(super) fn poke(mut fields: Fields) -> Result<Poke, SceneError> {
    let settings = fields.settings(&POKE)?;
    fields.finish()?;
    Ok(Poke::of(&settings))
}
