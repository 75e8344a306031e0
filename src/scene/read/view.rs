//! View, sky, camera and brush: `[view]`, `[sky]`, `[camera]`, `[poke]`.

use super::fields::{Fields, unknown_name};
use crate::parameter::{Preset, Settings};
use crate::scene::keys::{
    CAMERA, CAMERA_EYE, CAMERA_TARGET, File, POKE, SKIES, SKY, SKY_AZIMUTH, SKY_ELEVATION,
    SKY_PANORAMA, SKY_PRESET, Special, VIEW_FLOOR, VIEW_KIND, VIEW_OVERLAY, VIEW_PICTURE, VIEW_SKY,
};
use crate::scene::{Camera, Poke, SceneError, Sky, View};
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

pub(super) fn camera(camera: &mut Camera, mut fields: Fields) -> Result<(), SceneError> {
    let eye = fields.point(&CAMERA_EYE)?.unwrap_or(camera.eye);
    let target = fields.point(&CAMERA_TARGET)?.unwrap_or(camera.target);
    if eye == target {
        return Err(fields.origin.error(format_args!(
            "the camera's `eye` and `target` are both at {eye:?}: move one of them"
        )));
    }
    let fov = fields.settings(&CAMERA)?.real("fov");
    fields.finish()?;
    *camera = Camera { eye, target, fov };
    Ok(())
}

pub(super) fn poke(mut fields: Fields) -> Result<Poke, SceneError> {
    let settings = fields.settings(&POKE)?;
    fields.finish()?;
    Ok(Poke::of(&settings))
}
