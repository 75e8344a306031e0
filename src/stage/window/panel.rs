//! The panel: every parameter of the model and the view shown, filled from the one description; help, hints and messages.

use super::super::{FrameTimes, Session};
use super::controls::{self, Change};
use crate::pool::MODELS;
use crate::view::VIEWS;
use egui::{Align2, Area, Color32, Frame, Id, Order, RichText, ScrollArea, Ui, Vec2, Window};
use std::time::{Duration, Instant};

/// How long a message stays.
const MESSAGE: Duration = Duration::from_secs(5);
/// How long the first hint stays, if nobody takes it up.
const HINT: Duration = Duration::from_secs(12);

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
            Area::new(Id::unique("fold"))
                .anchor(Align2::RIGHT_TOP, Vec2::new(-12.0, 12.0))
                .show(&context, |ui| {
                    let button = egui::Button::new(RichText::new("☰").size(18.0)).frame(true);
                    if ui.add(button).on_hover_text("Panel (F2)").clicked() {
                        self.open = true;
                    }
                });
        }
        if self.help {
            Window::new("Hands")
                .collapsible(false)
                .resizable(false)
                .anchor(Align2::CENTER_CENTER, Vec2::ZERO)
                .open(&mut self.help)
                .show(&context, |ui| {
                    controls::table(ui, "keys", &KEYS);
                });
        }
        if !self.hint_seen && !self.help {
            line(
                &context,
                "hint",
                -14.0,
                "Drag the water  ·  right drag to look  ·  H for help",
                false,
            );
        }
        if let Some(message) = &self.message {
            line(&context, "message", -46.0, &message.text, message.is_error);
        }
    }

    fn panel(&mut self, context: &egui::Context, session: &mut Session, times: &FrameTimes) {
        let height = context.content_rect().height();
        Window::new("waterlab")
            .open(&mut self.open)
            .anchor(Align2::RIGHT_TOP, Vec2::new(-8.0, 8.0))
            .resizable(false)
            .default_width(290.0)
            .show(context, |ui| {
                ScrollArea::vertical()
                    .max_height((height - 80.0).max(80.0))
                    .show(ui, |ui| {
                        ui.set_width(290.0);
                        buttons(ui, session, &mut self.save_picture, &mut self.help);
                        view(ui, session);
                        water(ui, session);
                        poke_and_rain(ui, session);
                        ui.collapsing("Frame time", |ui| controls::plot(ui, times));
                    });
            });
    }
}

/// One line at the bottom of the window.
fn line(context: &egui::Context, id: &str, rise: f32, text: &str, is_error: bool) {
    Area::new(Id::unique(id))
        .anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, rise))
        .order(Order::Foreground)
        .interactable(false)
        .show(context, |ui| {
            let ground = Color32::from_black_alpha(150);
            Frame::new()
                .fill(ground)
                .corner_radius(8)
                .inner_margin(8)
                .show(ui, |ui| {
                    let colour = if is_error {
                        Color32::LIGHT_RED
                    } else {
                        Color32::WHITE
                    };
                    ui.label(RichText::new(text).color(colour));
                });
        });
}

fn buttons(ui: &mut Ui, session: &mut Session, save_picture: &mut bool, help: &mut bool) {
    ui.horizontal_wrapped(|ui| {
        let paused = session.clock.is_paused();
        if ui
            .button(if paused { "▶ Go on" } else { "⏸ Pause" })
            .clicked()
        {
            session.clock.pause(!paused);
        }
        if ui.button("Step").on_hover_text("One step (.)").clicked() {
            session.clock.step_once();
        }
        if ui
            .button("Calm")
            .on_hover_text("Still water at once (C)")
            .clicked()
        {
            session.play.calm();
        }
        if ui
            .button("Restart")
            .on_hover_text("The scene from its beginning")
            .clicked()
        {
            session.restart();
        }
        *save_picture |= ui
            .button("Picture")
            .on_hover_text("To a file (P)")
            .clicked();
        *help |= ui.button("?").on_hover_text("Help (H)").clicked();
    });
}

fn view(ui: &mut Ui, session: &mut Session) {
    ui.separator();
    ui.horizontal(|ui| {
        for (index, kind) in VIEWS.iter().enumerate() {
            let shown = session.gallery.shown() == index;
            if ui
                .selectable_label(shown, kind.title)
                .on_hover_text(kind.about)
                .clicked()
            {
                session.gallery.show(index);
            }
        }
    });
    ui.collapsing("View", |ui| {
        let kind = session.gallery.view().kind();
        let settings = session.gallery.view_mut().settings_mut();
        match controls::settings(ui, kind.name, settings, kind.presets) {
            // Values from the controls are within what the description allows.
            Some(Change::Value(key, value)) => drop(settings.set(key, value)),
            Some(Change::Preset(preset)) => drop(settings.apply(preset)),
            Some(Change::Reset) => settings.reset(),
            None => {}
        }
    });
}

fn water(ui: &mut Ui, session: &mut Session) {
    egui::CollapsingHeader::new("Water")
        .default_open(true)
        .show(ui, |ui| {
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
            let settings = session.play.water().settings().clone();
            let mut wanted = settings.clone();
            match controls::settings(ui, model.name, &settings, model.presets) {
                Some(Change::Value(key, value)) => drop(wanted.set(key, value)),
                Some(Change::Preset(preset)) => drop(wanted.apply(preset)),
                Some(Change::Reset) => wanted.reset(),
                None => return,
            }
            for (parameter, value) in wanted.iter() {
                if settings.get(parameter.key) != Some(value) {
                    drop(session.play.set_water(parameter.key, value));
                }
            }
        });
}

fn poke_and_rain(ui: &mut Ui, session: &mut Session) {
    ui.collapsing("Poke", |ui| {
        ui.add(egui::Slider::new(&mut session.poke.radius, 0.5..=32.0).text("Radius, cells"));
        ui.add(egui::Slider::new(&mut session.poke.weight, -400..=400).text("Weight"));
    });
    ui.collapsing("Rain", |ui| {
        let mut raining = session.play.is_raining();
        if ui.checkbox(&mut raining, "It rains (R)").clicked() {
            session.play.set_raining(raining);
        }
        let settings = session.play.rain_settings().clone();
        let mut wanted = settings.clone();
        match controls::settings(ui, "rain", &settings, &[]) {
            Some(Change::Value(key, value)) => drop(wanted.set(key, value)),
            Some(Change::Reset) => wanted.reset(),
            Some(Change::Preset(_)) | None => return,
        }
        for (parameter, value) in wanted.iter() {
            if settings.get(parameter.key) != Some(value) {
                drop(session.play.set_rain(parameter.key, value));
            }
        }
    });
}
