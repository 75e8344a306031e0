//! The panel: every parameter of the model and the view shown, filled from the one description; help, hints and messages.

use super::controls;
use super::look::{self, Place};
use crate::play::{FrameTimes, Session};
use crate::scene::Tool;
use charts::Charts;
use egui::Ui;
use sections::{buttons, level, poke_and_rain, section, sky, view, views, walls, water};
use std::time::{Duration, Instant};

mod charts;
mod sections;

/// How long a message stays.
const MESSAGE: Duration = Duration::from_secs(5);
/// How long the first hint stays, if nobody takes it up.
const HINT: Duration = Duration::from_secs(12);

/// Width of what is on the panel, and on the help, points.
const PANEL_WIDTH: f32 = 304.0;
const HELP_WIDTH: f32 = 262.0;

/// The keys and what they do, for the help.
const KEYS: [(&str, &str); 23] = [
    ("Left drag", "poke the water"),
    ("Right drag", "look around"),
    ("Wheel", "nearer, farther"),
    ("W A S D", "fly; Shift: faster"),
    ("Q E", "down, up"),
    ("Home, 0", "back to where it began"),
    ("Tab", "next view"),
    ("1 – 8", "model"),
    ("Shift 1 – 8", "a model beside it"),
    ("Space", "pause"),
    (".", "one step"),
    ("R", "rain"),
    ("C", "calm"),
    ("O", "paint walls, or no longer"),
    ("Shift O", "erase walls"),
    ("[ ]", "width of the brush"),
    ("+ −", "higher, lower waves to the eye"),
    ("Backspace", "waves as high as at first"),
    ("P", "picture to a file"),
    ("F2; H, F1", "panel; this help"),
    ("F11", "full screen"),
    ("Esc", "leave full screen, quit"),
    ("Drop a file", "it becomes the picture"),
];

/// How long things took, as the panel tells it.
pub(super) struct Times<'a> {
    pub(super) frames: &'a FrameTimes,
    /// Each pass of a frame with its milliseconds; none where they are not measured.
    pub(super) passes: &'a [(&'static str, f32)],
    /// By what passes are measured.
    pub(super) clock: &'static str,
}

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
    /// Whether the section of times is unfolded.
    times_open: bool,
    charts: Charts,
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
            times_open: false,
            charts: Charts::new(),
        }
    }

    /// Whether the times of passes are to be seen.
    pub(super) fn shows_times(&self) -> bool {
        self.open && self.times_open
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
    pub(super) fn layout(&mut self, ui: &mut Ui, session: &mut Session, times: &Times) {
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
            Tool::Erase => Some("Drag to open walls  ·  [ ] brush  ·  Shift O: no more of it"),
        };
        if let Some(text) = tool {
            look::line(&context, "tool", 14.0, text, false);
        }
        if session.play.other().is_some() {
            // A sea beside a pool is in a scale of its own.
            let titles = session.play.waters().map(|water| {
                let title = water.model().title;
                match session.metre(water) {
                    1.0 => title.to_owned(),
                    metre => format!("{title}, 1 : {metre:.0}"),
                }
            });
            look::split(&context, session.views.split.left() as f32, titles);
        }
        if let Some(message) = &self.message {
            let low = self.hint_seen && tool.is_none();
            let rise = if low { 14.0 } else { 56.0 };
            look::line(&context, "message", rise, &message.text, message.is_error);
        }
    }

    fn panel(&mut self, context: &egui::Context, session: &mut Session, times: &Times) {
        let Self {
            open,
            help,
            save_picture,
            times_open,
            charts,
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
            sky(ui, session);
            walls(ui, session);
            poke_and_rain(ui, session);
            section(ui, "Charts", false, |ui| charts.show(ui, session));
            *times_open = false;
            section(ui, "Frame time", false, |ui| {
                *times_open = true;
                controls::plot(ui, times.frames);
                level(ui, session);
                controls::passes(ui, times.passes, times.clock);
            });
        });
        if let Some(refused) = refused {
            self.complain(refused.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::water::MODELS;

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
