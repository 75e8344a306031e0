//! The search of the panel: every setting and preset that matches a text.

use crate::desktop::window::controls::{self, Offer};
use crate::parameter::{ParameterError, Settings};
use crate::scene::keys::SKIES;
use crate::session::Session;
use crate::view::VIEWS;
use crate::water::MODELS;
use egui::Ui;

/// A button for each preset of the sky and of the water that matches `search`. Returns whether there is any.
fn found_presets(
    ui: &mut Ui,
    session: &mut Session,
    search: &str,
    refused: &mut Option<ParameterError>,
) -> bool {
    let mut is_any = false;
    let mut button = |ui: &mut Ui, kind: &str, title: &str| {
        let is_found = controls::is_named(title, search);
        is_any |= is_found;
        is_found && ui.button(format!("{kind}: {title}")).clicked()
    };
    if VIEWS[session.views.shown()].has_sky {
        for preset in &SKIES {
            if button(ui, "Sky", preset.title) {
                let mut settings = session.sky().settings.clone();
                match settings.apply(preset) {
                    Ok(()) => session.set_sky_settings(settings),
                    Err(error) => *refused = Some(error),
                }
            }
        }
    }
    for preset in session.simulation.water().model().presets {
        if button(ui, "Water", preset.title)
            && let Err(error) = session.apply_preset(false, preset)
        {
            *refused = Some(error);
        }
    }
    is_any
}

/// Every setting that matches `search`. Returns the error of a refused change. `status` says whether the pace is shown.
pub(super) fn found(
    ui: &mut Ui,
    session: &mut Session,
    search: &str,
    status: &mut bool,
) -> Option<ParameterError> {
    let (kinds, idle) = (session.simulation.surface_kinds(), session.idle_options());
    let offer = Offer {
        kinds: &kinds,
        idle: &idle,
    };
    let mut refused = None;
    let mut is_any = false;
    let mut shown = |ui: &mut Ui, id: &str, settings: &Settings, offer: &Offer| {
        let (wanted, found) = controls::matching(ui, id, settings, offer, search);
        is_any |= found;
        wanted
    };
    for compared in [false, true] {
        let water = session.simulation.waters().nth(usize::from(compared));
        let settings = water.map(|water| water.settings().clone());
        let id = if compared {
            "found beside"
        } else {
            "found water"
        };
        if let Some(wanted) =
            settings.and_then(|settings| shown(ui, id, &settings, &Offer::default()))
        {
            refused = session.apply_settings(compared, &wanted).err().or(refused);
        }
    }
    let view = session.views.view_set_mut().view_mut().settings_mut();
    if let Some(wanted) = shown(ui, "found view", view, &offer) {
        *view = wanted;
    }
    let sky = session.sky().settings.clone();
    if VIEWS[session.views.shown()].has_sky
        && let Some(settings) = shown(ui, "found sky", &sky, &Offer::default())
    {
        session.set_sky_settings(settings);
    }
    let sound = session.sound.clone();
    if let Some(wanted) = shown(ui, "found sound", &sound, &Offer::default()) {
        session.sound = wanted;
    }
    let rain = session.simulation.rain_settings().clone();
    if let Some(wanted) = shown(ui, "found rain", &rain, &Offer::default()) {
        session.simulation.apply_rain(&wanted);
    }
    is_any |= found_presets(ui, session, search, &mut refused);
    if controls::is_named("frame rate status", search) {
        is_any = true;
        ui.checkbox(status, "Frame rate, always in the corner (F3)");
    }
    if !is_any {
        ui.weak("No setting of this water or this view matches.");
    }
    let elsewhere = elsewhere(session, search);
    if !elsewhere.is_empty() {
        ui.add_space(6.0);
        ui.weak("Elsewhere:");
        for (owner, titles) in elsewhere {
            ui.label(format!("{owner}: {titles}"));
        }
    }
    refused
}

/// Matches of `search` in views and models that are not shown: their titles and those of the settings.
fn elsewhere(session: &Session, search: &str) -> Vec<(&'static str, String)> {
    let shown = VIEWS[session.views.shown()].parameters;
    let waters: Vec<_> = session
        .simulation
        .waters()
        .map(|water| water.model())
        .collect();
    let here = waters.iter().flat_map(|model| model.parameters);
    let here: Vec<_> = here.chain(shown).map(|parameter| parameter.key).collect();
    let views = VIEWS.iter().map(|view| (view.title, view.parameters));
    let models = MODELS.iter().map(|model| (model.title, model.parameters));
    let owned = views.chain(models).map(|(owner, parameters)| {
        let fits = parameters.iter().filter(|parameter| {
            !here.contains(&parameter.key) && controls::is_about(parameter, search)
        });
        let titles: Vec<_> = fits.map(|parameter| parameter.title).collect();
        (owner, titles.join(", "))
    });
    owned.filter(|(_, titles)| !titles.is_empty()).collect()
}
