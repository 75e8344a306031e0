//! The sections of the panel: buttons, waters, view, walls, brush and rain, each for a part of the session. Bodies are in `bodies`.

use super::Times;
use crate::desktop::window::controls::Offer;
use crate::desktop::window::recorder::{ClipFormat, SECONDS};
use crate::desktop::window::theme::{THEMES, Theme};
use crate::desktop::window::{controls, widgets};
use crate::parameter::{Parameter, ParameterError, Settings};
use crate::scene::Tool;
use crate::scene::keys::SKIES;
use crate::session::{Action, Session, Steering};
use crate::view::{Level, VIEWS};
use crate::water::{MODELS, Model, Water};
use egui::{Button, Checkbox, CollapsingHeader, ComboBox, Label, RichText, Slider, Ui};

/// A collapsible section of the panel.
pub(super) fn section(ui: &mut Ui, title: &str, open: bool, content: impl FnOnce(&mut Ui)) {
    let section = CollapsingHeader::new(RichText::new(title).strong())
        .default_open(open)
        .show_unindented(ui, |ui| {
            content(ui);
            ui.add_space(4.0);
        });
    // A section that was opened is scrolled into view, once it has its full height.
    let id = section.header_response.id.with("opened");
    if section.header_response.clicked() {
        ui.data_mut(|data| data.insert_temp(id, true));
    }
    if section.openness >= 1.0 && ui.data_mut(|data| data.remove_temp(id)) == Some(true) {
        let whole = match &section.body_response {
            Some(body) => section.header_response.rect.union(body.rect),
            None => section.header_response.rect,
        };
        ui.scroll_to_rect(whole, None);
    }
}

/// Buttons for actions that also have keys; clicked ones are added to `wishes`.
pub(super) fn buttons(ui: &mut Ui, session: &Session, is_touring: bool, wishes: &mut Vec<Action>) {
    let paused = session.clock.is_paused();
    let pause = if paused { "Resume" } else { "Pause" };
    let buttons = [
        (pause, "Space", Action::TogglePause),
        ("Step", "Single step (.)", Action::Step),
        ("Calm", "Calm the water (C)", Action::Calm),
        (
            "Restart",
            "Restart the scene; walls are kept",
            Action::Restart,
        ),
        ("Undo", "Undo the last change (Ctrl+Z)", Action::Undo),
        ("Redo", "Redo the last change (Ctrl+Shift+Z)", Action::Redo),
        ("Picture", "Save a picture (P)", Action::SavePicture),
        ("Scenes", "Open a scene (Ctrl+O)", Action::ToggleScenes),
        ("Save", "Save the scene (Ctrl+S)", Action::SaveScene),
        (
            "Command",
            "Save the scene, and copy the command that renders it",
            Action::CopyCommand,
        ),
        ("Tour", "Tour of the scenes (T)", Action::Tour),
        ("Help", "H", Action::ToggleHelp),
    ];
    widgets::even_row(ui, buttons.len(), |ui, index, size| {
        let (word, about, action) = buttons[index];
        let is_possible = match action {
            Action::Undo => session.can_undo(),
            Action::Redo => session.can_redo(),
            Action::Tour => !is_touring,
            _ => true,
        };
        let button = ui.add_enabled_ui(is_possible, |ui| ui.add_sized(size, Button::new(word)));
        let button = button.inner.on_hover_text(about);
        if button.clicked() {
            wishes.push(action);
        }
    });
}

/// The current quality level of the view shown, if it is below the highest.
pub(super) fn level(ui: &mut Ui, session: &Session) {
    let level = session.views.view_set().level();
    if level != Level::HIGH {
        let percent = |part: f32| (100.0 * part).round();
        ui.label(format!(
            "rendered at {} % of the width, lighting at {} %",
            percent(level.pixels),
            percent(level.texels)
        ));
    }
}

pub(super) fn views(ui: &mut Ui, session: &mut Session) {
    widgets::even_row(ui, VIEWS.len(), |ui, index, size| {
        let kind = VIEWS[index];
        let shown = session.views.shown() == index;
        let button = Button::new(kind.title).selected(shown);
        if ui
            .add_sized(size, button)
            .on_hover_text(kind.about)
            .clicked()
        {
            session.views.show(index);
        }
    });
}

pub(super) fn view(ui: &mut Ui, session: &mut Session) {
    section(ui, "View", false, |ui| {
        let (kinds, idle) = (session.simulation.surface_kinds(), session.idle_options());
        let offer = Offer {
            kinds: &kinds,
            idle: &idle,
        };
        let view_set = session.views.view_set_mut();
        let kind = view_set.view().kind();
        let settings = view_set.view_mut().settings_mut();
        if let Some(wanted) =
            controls::settings(ui, kind.name, settings, kind.presets, &offer, |_| true)
        {
            *settings = wanted;
        }
    });
}

/// The water, or the `compared` one. Returns the error of a refused change.
pub(super) fn water(ui: &mut Ui, session: &mut Session, compared: bool) -> Option<ParameterError> {
    let waters: Vec<_> = session
        .simulation
        .waters()
        .map(|water| water.model())
        .collect();
    let model = waters.get(usize::from(compared)).copied();
    let title = if compared { "Compare" } else { "Water" };
    let mut refused = None;
    section(ui, title, !compared || model.is_some(), |ui| {
        if let Some(chosen) = models(ui, model, compared) {
            match (compared, chosen) {
                (false, index) => session.set_model(index.unwrap_or(0)),
                (true, index) => session.compare_with(index.map(|index| MODELS[index])),
            }
            return;
        }
        let Some(water) = session.simulation.waters().nth(usize::from(compared)) else {
            return;
        };
        let (columns, rows) = (water.size().columns(), water.size().rows());
        ui.label(format!("{columns} × {rows} cells"))
            .on_hover_text(water.model().about);
        eye_height(ui, session, water);
        let readings = water.open_water().map(|open| open.readings());
        for reading in readings.unwrap_or_default() {
            controls::row(ui, reading.title, "", |ui| {
                ui.add(Label::new(reading.value).wrap())
            });
        }
        if let Some(misfit) = session.misfit(compared) {
            ui.add(Label::new(format!("Warning: {}.", misfit.message)).wrap());
            let fit = format!("Fit the patch: {} m", misfit.patch);
            let can_fit = misfit.patch != water.settings().real("patch");
            if can_fit && ui.button(fit).clicked() {
                refused = session.fit_patch(compared).err();
                return;
            }
        }
        let (model, settings) = (water.model(), water.settings());
        let id = if compared { "beside" } else { model.name };
        let first = |parameter: &Parameter| FIRST.contains(&parameter.key);
        let shown = controls::settings(ui, id, settings, model.presets, &Offer::default(), first);
        let formula = |parameter: &Parameter| !first(parameter);
        let folded = section_of_formula(ui, id, settings, formula);
        if let Some(wanted) = shown.or(folded) {
            // A change of the pool's length alone is no choice of a preset.
            let preset = controls::preset_of(&wanted, model.presets).filter(|preset| {
                let mut applied = settings.clone();
                applied.apply(preset).is_ok() && applied == wanted
            });
            refused = match preset {
                Some(preset) => session.apply_preset(compared, preset).err(),
                None => session.apply_settings(compared, &wanted).err(),
            };
        }
    });
    refused
}

/// Keys of models that set the pool or the sea state, shown before those of the formula.
const FIRST: [&str; 14] = [
    "damping",
    "viscosity",
    "stiffness",
    "length",
    "depth",
    "wind",
    "wind_direction",
    "fetch",
    "significant_height",
    "swell_height",
    "swell_period",
    "swell_direction",
    "choppiness",
    "steepness",
];

/// The other parameters of a model, in a collapsible section. Returns the new settings if any changed.
fn section_of_formula(
    ui: &mut Ui,
    id: &str,
    settings: &Settings,
    wanted: impl Fn(&Parameter) -> bool,
) -> Option<Settings> {
    if !settings
        .relevant(&[])
        .any(|(parameter, _)| wanted(parameter))
    {
        return None;
    }
    let header = CollapsingHeader::new("Formula").id_salt((id, "formula"));
    let shown = header.show_unindented(ui, |ui| {
        controls::each(ui, id, settings, &Offer::default(), wanted)
    });
    shown.body_returned.flatten()
}

/// The camera.
pub(super) fn camera(ui: &mut Ui, session: &mut Session, wishes: &mut Vec<Action>) {
    if !VIEWS[session.views.shown()].has_eye {
        return;
    }
    section(ui, "Camera", false, |ui| {
        let steering = session.camera.steering();
        let buttons = [
            ("Orbit", "A right drag orbits (F)", Some(Steering::Orbit)),
            (
                "Fly",
                "A right drag looks around; W A S D Q E fly (F)",
                Some(Steering::Fly),
            ),
            ("Home", "Reset the camera (Home)", None),
        ];
        widgets::even_row(ui, buttons.len(), |ui, index, size| {
            let (word, about, of) = buttons[index];
            let button = Button::new(word).selected(of == Some(steering));
            if ui.add_sized(size, button).on_hover_text(about).clicked() {
                match of {
                    Some(steering) => session.camera.steer(steering),
                    None => wishes.push(Action::Home),
                }
            }
        });
    });
}

/// Height of the camera over a sea; next to a pool, the scale of the sea.
fn eye_height(ui: &mut Ui, session: &Session, water: &dyn Water) {
    if !water.model().is_open() || !VIEWS[session.views.shown()].has_eye {
        return;
    }
    let metre = session.metre(water);
    let height = session.camera.position().y * metre;
    let about = "Height of the camera above the rest level of the sea";
    controls::row(ui, "Eye", about, |ui| ui.label(format!("{height:.1} m up")));
    if metre != 1.0 {
        let about = "Next to a pool, a sea is scaled so that its patch is as long as the pool";
        controls::row(ui, "Scale", about, |ui| ui.label(format!("1 : {metre:.0}")));
    }
}

/// A list of the models, with none for the `compared` water. Returns the selected one.
fn models(ui: &mut Ui, model: Option<&'static Model>, compared: bool) -> Option<Option<usize>> {
    let mut wanted = None;
    let about = if compared {
        "A second water that receives the same input (Shift and a number)"
    } else {
        "The model that computes the water (number key)"
    };
    controls::row(ui, "Model", about, |ui| {
        ComboBox::from_id_salt(("model", compared))
            .selected_text(model.map_or("none", |model| model.title))
            .height(400.0)
            .show_ui(ui, |ui| {
                if compared && ui.selectable_label(model.is_none(), "none").clicked() {
                    wanted = Some(None);
                }
                for (index, other) in MODELS.iter().enumerate() {
                    let chosen = model.is_some_and(|model| std::ptr::eq(*other, model));
                    let label = format!("{}  {}", index + 1, other.title);
                    let response = ui.selectable_label(chosen, label);
                    if response.on_hover_text(other.about).clicked() {
                        wanted = Some(Some(index));
                    }
                }
            })
    });
    wanted
}

/// Time of day and weather, if they light the view shown.
pub(super) fn sky(ui: &mut Ui, session: &mut Session) {
    if !VIEWS[session.views.shown()].has_sky {
        return;
    }
    section(ui, "Time of day", true, |ui| {
        let sky = session.sky();
        if sky.panorama.is_some() {
            ui.weak("The scene's panorama replaces clouds and sky.");
        }
        let place = sky.sun().to_string();
        let about = "The azimuth runs clockwise seen from above";
        controls::row(ui, "The sun is", about, |ui| {
            ui.add(Label::new(place).wrap())
        });
        if let Some(settings) =
            controls::settings(ui, "sky", &sky.settings, &SKIES, &Offer::default(), |_| {
                true
            })
        {
            session.set_sky_settings(settings);
        }
        let word = match session.is_in_time_lapse() {
            true => "Stop the time-lapse",
            false => "Time-lapse to dawn",
        };
        let button = Button::new(word).selected(session.is_in_time_lapse());
        let size = [ui.available_width(), 0.0];
        let about = "Shows the time from now to the next dawn in 40 s (L)";
        if ui.add_sized(size, button).on_hover_text(about).clicked() {
            session.act(Action::TimeLapse, (1, 1));
        }
    });
}

pub(super) fn brush(ui: &mut Ui, session: &mut Session) {
    section(ui, "Brush", false, |ui| {
        let rows: [&[(Tool, &str, &str)]; 2] = [
            &[
                (Tool::Poke, "Poke", "A drag makes waves"),
                (Tool::Source, "Source", "A drag adds to the existing waves"),
                (Tool::Walls, "Wall", "A drag builds a wall (O)"),
                (Tool::Erase, "Erase", "A drag erases walls (Shift O)"),
            ],
            &[
                (Tool::Raise, "Raise", "Raises the ground while held (G)"),
                (Tool::Dig, "Dig", "Lowers the ground while held (G)"),
                (Tool::Dam, "Dam", "A drag builds a dam of earth (G)"),
                (Tool::Pour, "Pour", "Pours water while held (G)"),
                (Tool::Drain, "Drain", "Takes water away while held (G)"),
            ],
        ];
        let usable: Vec<_> = session.tools().collect();
        for tools in rows {
            if tools[0].0.is_of_ground() && !session.knows_ground() {
                continue;
            }
            widgets::even_row(ui, tools.len(), |ui, index, size| {
                let (tool, word, about) = tools[index];
                let button = Button::new(word).selected(session.poke.tool == tool);
                let is_usable = usable.contains(&tool);
                let response = ui
                    .add_enabled_ui(is_usable, |ui| ui.add_sized(size, button))
                    .inner;
                let response = response.on_hover_text(about);
                if response
                    .on_disabled_hover_text("A sea has no walls")
                    .clicked()
                {
                    session.poke.tool = tool;
                }
            });
        }
        let poke = &mut session.poke;
        if poke.tool.is_of_walls() || poke.tool.is_of_ground() {
            let about = "Half the width of a painted wall, or the radius of a ground tool, in cells ([ and ])";
            controls::row(ui, "Brush", about, |ui| {
                ui.add(
                    Slider::new(poke.tool_radius_mut(), 0.5..=64.0)
                        .logarithmic(true)
                        .max_decimals(1)
                        .suffix(" cells")
                        .custom_parser(controls::number_in),
                )
            });
        } else {
            let about = "Radius of the dent that a poke makes, in cells.";
            controls::row(ui, "Radius", about, |ui| {
                ui.add(
                    Slider::new(&mut poke.radius, 0.5..=32.0)
                        .max_decimals(1)
                        .suffix(" cells")
                        .custom_parser(controls::number_in),
                )
            });
            let about = "Depth of the dent; a negative weight raises a hump.";
            controls::row(ui, "Weight", about, |ui| {
                ui.add(Slider::new(&mut poke.weight, -400..=400).custom_parser(controls::number_in))
            });
        }
        let about = "Shows a ring on the water at the position and size of the brush.";
        controls::row(ui, "Ring", about, |ui| {
            ui.add(Checkbox::without_text(&mut session.poke.ring))
        });
        let has_walls = !session.simulation.walls().is_open();
        if has_walls && ui.button("Clear walls").clicked() {
            session.simulation.clear_walls();
        }
        if session.has_other_ground() && ui.button("Restore the ground").clicked() {
            session.restore_ground();
        }
    });
}

/// The volume, and whether there is sound.
pub(super) fn sound(ui: &mut Ui, session: &mut Session, is_on: bool, wishes: &mut Vec<Action>) {
    section(ui, "Sound", false, |ui| {
        let mut wanted = is_on;
        if ui.checkbox(&mut wanted, "Sound (M)").changed() {
            wishes.push(Action::ToggleSound);
        }
        let settings = session.sound.clone();
        if let Some(settings) = controls::each(ui, "sound", &settings, &Offer::default(), |_| true)
        {
            session.sound = settings;
        }
    });
}

/// The format of a clip, and a button that starts or stops it.
pub(super) fn clip(ui: &mut Ui, times: &Times, format: &mut ClipFormat, wishes: &mut Vec<Action>) {
    section(ui, "Clip", false, |ui| {
        ui.add_enabled_ui(times.recorded.is_none(), |ui| {
            let all = ClipFormat::ALL;
            widgets::even_row(ui, all.len(), |ui, index, size| {
                let (each, title) = all[index];
                let button = Button::new(title).selected(*format == each);
                if ui.add_sized(size, button).clicked() {
                    *format = each;
                }
            });
        });
        let word = if times.recorded.is_some() {
            "Stop  (V)"
        } else {
            "Record  (V)"
        };
        let size = egui::Vec2::new(ui.available_width(), 26.0);
        if ui.add_sized(size, Button::new(word)).clicked() {
            wishes.push(Action::Record);
        }
        let mut keeps = times.keeps_last;
        let about = "Keeps recent frames in memory, so that they can be saved as a clip. Takes 1 to 2 MB for each frame.";
        let word = format!("Always keep the last {SECONDS} s");
        if ui.checkbox(&mut keeps, word).on_hover_text(about).changed() {
            wishes.push(Action::KeepLast);
        }
        let button = Button::new(format!("Save the last {SECONDS} s  (Shift V)"));
        let saved = ui.add_enabled_ui(times.keeps_last, |ui| ui.add_sized(size, button));
        if saved.inner.clicked() {
            wishes.push(Action::SaveLast);
        }
    });
}

/// Dark or light.
pub(super) fn theme(ui: &mut Ui, theme: &mut Theme) {
    section(ui, "Panel", false, |ui| {
        widgets::even_row(ui, THEMES.len(), |ui, index, size| {
            let (each, _, title) = THEMES[index];
            let button = Button::new(title).selected(theme.chosen() == each);
            if ui.add_sized(size, button).clicked() {
                theme.choose(each);
            }
        });
    });
}

pub(super) fn rain(ui: &mut Ui, session: &mut Session) {
    section(ui, "Rain", false, |ui| {
        let mut raining = session.simulation.is_raining();
        if ui.checkbox(&mut raining, "Rain (R)").clicked() {
            session.simulation.set_raining(raining);
        }
        let settings = session.simulation.rain_settings();
        if let Some(wanted) =
            controls::settings(ui, "rain", settings, &[], &Offer::default(), |_| true)
        {
            session.simulation.apply_rain(&wanted);
        }
    });
}
