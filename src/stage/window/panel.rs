//! The panel: every parameter of the model and the view shown, filled from the one description; help, hints and messages.

use super::super::{FrameTimes, Session};
use super::controls;
use super::look::{self, Place};
use crate::parameter::{Settings, Value};
use crate::pool::MODELS;
use crate::scene::Poke;
use crate::view::VIEWS;
use egui::{Button, CollapsingHeader, RichText, Slider, Ui};
use std::time::{Duration, Instant};

/// How long a message stays.
const MESSAGE: Duration = Duration::from_secs(5);
/// How long the first hint stays, if nobody takes it up.
const HINT: Duration = Duration::from_secs(12);

/// Width of what is on the panel, and on the help, points.
const PANEL_WIDTH: f32 = 304.0;
const HELP_WIDTH: f32 = 262.0;

/// The keys and what they do, for the help.
const KEYS: [(&str, &str); 17] = [
    ("Left drag", "poke the water"),
    ("Right drag", "look around"),
    ("Wheel", "nearer, farther"),
    ("W A S D", "fly; Shift: faster"),
    ("Q E", "down, up"),
    ("Tab", "next view"),
    ("1 – 9", "model"),
    ("Space", "pause"),
    (".", "one step"),
    ("R", "rain"),
    ("C", "calm"),
    ("P", "picture to a file"),
    ("F2", "panel"),
    ("H, F1", "this help"),
    ("F11", "full screen"),
    ("Esc", "leave full screen, quit"),
    ("Drop a file", "it becomes the picture"),
];

/// What the panel shows of itself.
pub(super) struct Panel {
    /// Whether the panel is unfolded.
    pub(super) open: bool,
    /// Whether the help is shown.
    pub(super) help: bool,
    /// Whether the first hint has done its work.
    pub(super) hint_seen: bool,
    /// The button for a picture was pressed.
    pub(super) save_picture: bool,
    message: Option<Message>,
    opened: Instant,
}

struct Message {
    text: String,
    is_error: bool,
    since: Instant,
}

impl Message {
    fn end(&self) -> Instant {
        self.since + MESSAGE
    }
}

impl Panel {
    pub(super) fn new() -> Self {
        Self {
            open: false,
            help: false,
            hint_seen: false,
            save_picture: false,
            message: None,
            opened: Instant::now(),
        }
    }

    /// Shows a line for a while.
    pub(super) fn say(&mut self, text: String) {
        self.message = Some(Message {
            text,
            is_error: false,
            since: Instant::now(),
        });
    }

    /// Shows a line that something went wrong.
    pub(super) fn complain(&mut self, text: String) {
        log::warn!("{text}");
        self.message = Some(Message {
            text,
            is_error: true,
            since: Instant::now(),
        });
    }

    /// When something on it goes away by itself next.
    pub(super) fn next_end(&self) -> Option<Instant> {
        let message = self.message.as_ref().map(Message::end);
        let hint = (!self.hint_seen).then_some(self.opened + HINT);
        [message, hint].into_iter().flatten().min()
    }

    /// Takes away what has been there long enough; whether there was anything.
    pub(super) fn drop_ended(&mut self, now: Instant) -> bool {
        let message_ended = self.message.take_if(|message| message.end() <= now);
        let hint_ended = !self.hint_seen && self.opened + HINT <= now;
        self.hint_seen |= hint_ended;
        message_ended.is_some() || hint_ended
    }

    /// Lays everything out over the window.
    pub(super) fn layout(&mut self, ui: &mut Ui, session: &mut Session, times: &FrameTimes) {
        let context = ui.ctx().clone();
        if self.open {
            self.panel(&context, session, times);
        } else {
            self.open = look::unfold_button(&context);
        }
        if self.help {
            let beside = if self.open { PANEL_WIDTH } else { 0.0 };
            look::card(
                &context,
                Place::MiddleBeside(beside),
                ("Hands", HELP_WIDTH),
                &mut self.help,
                |ui| controls::table(ui, "keys", &KEYS),
            );
        }
        if !self.hint_seen && !self.help {
            look::line(
                &context,
                "hint",
                14.0,
                "Drag the water  ·  right drag to look  ·  H for help",
                false,
            );
        }
        if let Some(message) = &self.message {
            let rise = if self.hint_seen { 14.0 } else { 56.0 };
            look::line(&context, "message", rise, &message.text, message.is_error);
        }
    }

    fn panel(&mut self, context: &egui::Context, session: &mut Session, times: &FrameTimes) {
        let Self {
            open,
            help,
            save_picture,
            ..
        } = self;
        let title = ("waterlab", PANEL_WIDTH);
        look::card(context, Place::Corner, title, open, |ui| {
            views(ui, session);
            buttons(ui, session, save_picture, help);
            ui.separator();
            water(ui, session);
            view(ui, session);
            poke_and_rain(ui, session);
            section(ui, "Frame time", false, |ui| controls::plot(ui, times));
        });
    }
}

/// A part of the panel that unfolds.
fn section(ui: &mut Ui, title: &str, open: bool, content: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(RichText::new(title).strong())
        .default_open(open)
        .show_unindented(ui, |ui| {
            content(ui);
            ui.add_space(4.0);
        });
}

fn buttons(ui: &mut Ui, session: &mut Session, save_picture: &mut bool, help: &mut bool) {
    let paused = session.clock.is_paused();
    let words = [
        (if paused { "Go on" } else { "Pause" }, "Space"),
        ("Step", "One step (.)"),
        ("Calm", "Still water at once (C)"),
        ("Restart", "The scene from its beginning"),
        ("Save", "A picture to a file (P)"),
        ("Help", "H"),
    ];
    look::even_row(ui, words.len(), |ui, index, size| {
        let (word, about) = words[index];
        let pressed = ui
            .add_sized(size, Button::new(word))
            .on_hover_text(about)
            .clicked();
        if pressed {
            match index {
                0 => session.clock.pause(!paused),
                1 => session.clock.step_once(),
                2 => session.play.calm(),
                3 => session.restart(),
                4 => *save_picture = true,
                _ => *help = !*help,
            }
        }
    });
}

fn views(ui: &mut Ui, session: &mut Session) {
    look::even_row(ui, VIEWS.len(), |ui, index, size| {
        let kind = VIEWS[index];
        let shown = session.gallery.shown() == index;
        let button = Button::new(kind.title).selected(shown);
        if ui
            .add_sized(size, button)
            .on_hover_text(kind.about)
            .clicked()
        {
            session.gallery.show(index);
        }
    });
}

fn view(ui: &mut Ui, session: &mut Session) {
    section(ui, "View", false, |ui| {
        let kind = session.gallery.view().kind();
        let settings = session.gallery.view_mut().settings_mut();
        if let Some(wanted) = controls::settings(ui, kind.name, settings, kind.presets) {
            *settings = wanted;
        }
    });
}

fn water(ui: &mut Ui, session: &mut Session) {
    section(ui, "Water", true, |ui| {
        let model = session.play.water().model();
        if MODELS.len() > 1 {
            for (index, other) in MODELS.iter().enumerate() {
                let chosen = std::ptr::eq(*other, model);
                if ui
                    .selectable_label(chosen, other.title)
                    .on_hover_text(other.about)
                    .clicked()
                {
                    session.set_model(index);
                }
            }
        }
        let size = session.play.water().size();
        ui.label(format!(
            "{}, {} × {} cells",
            model.title,
            size.columns(),
            size.rows()
        ))
        .on_hover_text(model.about);
        let settings = session.play.water().settings();
        if let Some(wanted) = controls::settings(ui, model.name, settings, model.presets) {
            for (key, value) in differing(settings, &wanted) {
                // Values from the controls are within what the description allows.
                drop(session.play.set_water(key, value));
            }
        }
    });
}

/// The keys and values of `wanted` that are not those of `settings`.
fn differing(settings: &Settings, wanted: &Settings) -> Vec<(&'static str, Value)> {
    wanted
        .iter()
        .map(|(parameter, value)| (parameter.key, value))
        .filter(|&(key, value)| settings.get(key) != Some(value))
        .collect()
}

fn poke_and_rain(ui: &mut Ui, session: &mut Session) {
    section(ui, "Poke", false, |ui| {
        let Poke { radius, weight, .. } = &mut session.poke;
        let about = "How wide the dent is that a poke makes, in cells.";
        controls::row(ui, "Radius", about, |ui| {
            ui.add(
                Slider::new(radius, 0.5..=32.0)
                    .max_decimals(1)
                    .suffix(" cells"),
            )
        });
        let about = "How deep it is; below zero it is a hump.";
        controls::row(ui, "Weight", about, |ui| {
            ui.add(Slider::new(weight, -400..=400))
        });
    });
    section(ui, "Rain", false, |ui| {
        let mut raining = session.play.is_raining();
        if ui.checkbox(&mut raining, "It rains (R)").clicked() {
            session.play.set_raining(raining);
        }
        let settings = session.play.rain_settings();
        if let Some(wanted) = controls::settings(ui, "rain", settings, &[]) {
            for (key, value) in differing(settings, &wanted) {
                drop(session.play.set_rain(key, value));
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_goes_after_its_time_and_the_hint_after_its_own() {
        let mut panel = Panel::new();
        let start = panel.opened;
        panel.say("saved".into());
        let second = Duration::from_secs(1);
        assert!(!panel.drop_ended(start + 4 * second), "both stay");
        assert!(panel.drop_ended(start + 6 * second), "the message goes");
        assert_eq!(panel.next_end(), Some(start + HINT));
        assert!(panel.drop_ended(start + HINT), "the hint goes");
        assert_eq!(panel.next_end(), None);
        assert!(!panel.drop_ended(start + 2 * HINT), "nothing is left");
    }
}
