//! The panel: every parameter of the model and the view shown, filled from the one description; help, hints and messages.

use super::super::{FrameTimes, Session};
use super::controls;
use super::look::{self, Place};
use crate::parameter::ParameterError;
use crate::pool::{MODELS, Model};
use crate::scene::{Poke, Tool};
use crate::view::VIEWS;
use egui::{Button, CollapsingHeader, ComboBox, RichText, Slider, Ui};
use std::time::{Duration, Instant};

/// How long a message stays.
const MESSAGE: Duration = Duration::from_secs(5);
/// How long the first hint stays, if nobody takes it up.
const HINT: Duration = Duration::from_secs(12);

/// Width of what is on the panel, and on the help, points.
const PANEL_WIDTH: f32 = 304.0;
const HELP_WIDTH: f32 = 262.0;

/// The keys and what they do, for the help.
const KEYS: [(&str, &str); 22] = [
    ("Left drag", "poke the water"),
    ("Right drag", "look around"),
    ("Wheel", "nearer, farther"),
    ("W A S D", "fly; Shift: faster"),
    ("Q E", "down, up"),
    ("Tab", "next view"),
    ("1 – 6", "model"),
    ("Shift 1 – 6", "a model beside it"),
    ("Space", "pause"),
    (".", "one step"),
    ("R", "rain"),
    ("C", "calm"),
    ("O", "paint walls, or no longer"),
    ("Shift O", "erase walls"),
    ("[ ]", "width of the brush"),
    ("+ −", "higher, lower waves to the eye"),
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
        if !self.hint_seen && !self.help && session.poke.tool == Tool::Poke {
            look::line(
                &context,
                "hint",
                14.0,
                "Drag the water  ·  right drag to look  ·  H for help",
                false,
            );
        }
        let tool = match session.poke.tool {
            Tool::Poke | Tool::Source => None,
            Tool::Walls => Some("Drag to build walls  ·  [ ] brush  ·  O: no more walls"),
            Tool::Erase => Some("Drag to open walls  ·  [ ] brush  ·  Shift O: no more walls"),
        };
        if let Some(text) = tool {
            look::line(&context, "tool", 14.0, text, false);
        }
        if session.play.other().is_some() {
            let titles = session.play.waters().map(|water| water.model().title);
            look::split(&context, session.views.split.left() as f32, titles);
        }
        if let Some(message) = &self.message {
            let low = self.hint_seen && tool.is_none();
            let rise = if low { 14.0 } else { 56.0 };
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
        let mut refused = None;
        let title = ("waterlab", PANEL_WIDTH);
        look::card(context, Place::Corner, title, open, |ui| {
            views(ui, session);
            buttons(ui, session, save_picture, help);
            ui.separator();
            for beside in [false, true] {
                refused = water(ui, session, beside).or(refused.take());
            }
            view(ui, session);
            walls(ui, session);
            poke_and_rain(ui, session);
            section(ui, "Frame time", false, |ui| controls::plot(ui, times));
        });
        if let Some(refused) = refused {
            self.complain(refused.to_string());
        }
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
    let pause = if paused { "Go on" } else { "Pause" };
    let buttons = [
        (pause, "Space", Press::Pause),
        ("Step", "One step (.)", Press::Step),
        ("Calm", "Still water at once (C)", Press::Calm),
        ("Restart", "The scene from its beginning", Press::Restart),
        ("Save", "A picture to a file (P)", Press::Save),
        ("Help", "H", Press::Help),
    ];
    look::even_row(ui, buttons.len(), |ui, index, size| {
        let (word, about, press) = buttons[index];
        let button = ui.add_sized(size, Button::new(word)).on_hover_text(about);
        if button.clicked() {
            match press {
                Press::Pause => session.clock.pause(!paused),
                Press::Step => session.clock.step_once(),
                Press::Calm => session.play.calm(),
                Press::Restart => session.restart(),
                Press::Save => *save_picture = true,
                Press::Help => *help = !*help,
            }
        }
    });
}

/// What the buttons do.
#[derive(Clone, Copy)]
enum Press {
    Pause,
    Step,
    Calm,
    Restart,
    Save,
    Help,
}

fn views(ui: &mut Ui, session: &mut Session) {
    look::even_row(ui, VIEWS.len(), |ui, index, size| {
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

fn view(ui: &mut Ui, session: &mut Session) {
    section(ui, "View", false, |ui| {
        let gallery = session.views.gallery_mut();
        let kind = gallery.view().kind();
        let settings = gallery.view_mut().settings_mut();
        if let Some(wanted) = controls::settings(ui, kind.name, settings, kind.presets) {
            *settings = wanted;
        }
    });
}

/// The water, or the one `beside` it; what was refused.
fn water(ui: &mut Ui, session: &mut Session, beside: bool) -> Option<ParameterError> {
    let waters: Vec<_> = session.play.waters().map(|water| water.model()).collect();
    let model = waters.get(usize::from(beside)).copied();
    let title = if beside { "Beside it" } else { "Water" };
    let mut refused = None;
    section(ui, title, !beside || model.is_some(), |ui| {
        if let Some(chosen) = models(ui, model, beside) {
            match (beside, chosen) {
                (false, index) => session.set_model(index.unwrap_or(0)),
                (true, index) => session.compare_with(index.map(|index| MODELS[index])),
            }
            return;
        }
        let Some(water) = session.play.waters().nth(usize::from(beside)) else {
            return;
        };
        let (columns, rows) = (water.size().columns(), water.size().rows());
        ui.label(format!("{columns} × {rows} cells"))
            .on_hover_text(water.model().about);
        let (model, settings) = (water.model(), water.settings());
        let id = if beside { "beside" } else { model.name };
        if let Some(wanted) = controls::settings(ui, id, settings, model.presets) {
            refused = session.adopt(beside, &wanted).err();
        }
    });
    refused
}

/// A list of the models, and of none where it is for the water `beside`; which was chosen.
fn models(ui: &mut Ui, model: Option<&'static Model>, beside: bool) -> Option<Option<usize>> {
    let mut wanted = None;
    let about = if beside {
        "A second water that everything happens to as well (Shift and a number)"
    } else {
        "Which model computes the water (its number)"
    };
    controls::row(ui, "Model", about, |ui| {
        ComboBox::from_id_salt(("model", beside))
            .selected_text(model.map_or("none", |model| model.title))
            .height(400.0)
            .show_ui(ui, |ui| {
                if beside && ui.selectable_label(model.is_none(), "none").clicked() {
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
            });
    });
    wanted
}

fn walls(ui: &mut Ui, session: &mut Session) {
    section(ui, "Walls", false, |ui| {
        let hands = [
            (Tool::Poke, "Poke", "A drag makes waves"),
            (Tool::Source, "Source", "A drag adds to the waves there are"),
            (Tool::Walls, "Paint", "A drag builds a wall (O)"),
            (Tool::Erase, "Erase", "A drag opens walls (Shift O)"),
        ];
        look::even_row(ui, hands.len(), |ui, index, size| {
            let (tool, word, about) = hands[index];
            let button = Button::new(word).selected(session.poke.tool == tool);
            if ui.add_sized(size, button).on_hover_text(about).clicked() {
                session.poke.tool = tool;
            }
        });
        let about = "Half the width of a painted wall, in cells ([ and ])";
        controls::row(ui, "Brush", about, |ui| {
            ui.add(
                Slider::new(&mut session.poke.wall_radius, 0.5..=64.0)
                    .logarithmic(true)
                    .max_decimals(1)
                    .suffix(" cells"),
            )
        });
        if ui.button("Clear walls").clicked() {
            session.play.clear_walls();
        }
    });
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
            session.play.adopt_rain(&wanted);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_tells_the_number_of_every_model() {
        let numbers = format!("1 – {}", MODELS.len());
        for keys in [numbers.clone(), format!("Shift {numbers}")] {
            assert!(KEYS.iter().any(|(key, _)| *key == keys), "{keys}");
        }
    }

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
