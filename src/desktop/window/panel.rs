//! The panel: all parameters of the current model and view, made from their descriptions; help, hints and messages.

use super::controls;
use super::widgets::{self, Place};
use crate::desktop::Recent;
use crate::desktop::window::recorder::ClipFormat;
use crate::desktop::window::theme::Theme;
use crate::desktop::window::thumbnails::Thumbnails;
use crate::scene::Tool;
use crate::session::{Action, FrameTimes, Pace, PaceSummary, PlaceOf, Session, Steering};
use crate::view::Pass;
use charts::Charts;
use egui::{TextEdit, Ui};
pub(super) use scenes::Picked;
use search::found;
use sections::{
    brush, buttons, camera, clip, level, rain, section, sky, sound, theme, view, views, water,
};
use std::path::PathBuf;
use std::time::{Duration, Instant};

mod bodies;
mod charts;
mod help;
mod scenes;
mod search;
mod sections;

/// Duration of a message.
const MESSAGE: Duration = Duration::from_secs(5);
/// Duration of the first hint.
const HINT: Duration = Duration::from_secs(12);

/// Width of the panel's content, points.
const PANEL_WIDTH: f32 = 304.0;
const ASK_WIDTH: f32 = 264.0;

/// Timings shown on the panel.
pub(super) struct Times<'a> {
    pub(super) frames: &'a FrameTimes,
    pub(super) pace: &'a Pace,
    /// Seconds of the clip being recorded.
    pub(super) recorded: Option<u64>,
    /// Whether the last seconds are kept.
    pub(super) keeps_last: bool,
    /// Each pass of a frame with its milliseconds; empty where they are not measured.
    pub(super) passes: &'a [(Pass, f32)],
    /// The clock that measures passes.
    pub(super) clock: &'static str,
}

impl Times<'_> {
    /// Status line: recording, and pace; either everything, or only that it is slow.
    fn describe(&self, all: bool) -> Option<String> {
        let recorded = self.recorded;
        let recorded =
            recorded.map(|seconds| format!("Recording {}:{:02}", seconds / 60, seconds % 60));
        let parts = recorded.into_iter().chain(self.describe_pace(all));
        parts.reduce(|all, part| format!("{all}  ·  {part}"))
    }

    fn describe_pace(&self, all: bool) -> Option<String> {
        // Slow drawing has its own notice; the cost of the water can be reduced.
        let is_told = |second: PaceSummary| all || second.water > second.drawing;
        let slow = self.pace.slow();
        let slow = slow.filter(|_| self.pace.summary().is_some_and(is_told));
        let slow = slow.map(|part| format!("Slower than real time: {part:.1} ×"));
        let Some(second) = self.pace.summary().filter(|_| all) else {
            return slow.or_else(|| all.then(|| "Idle".to_owned()));
        };
        let percent = |part: f32| (100.0 * part).round();
        let all = format!(
            "{:.0} frames/s  ·  water {} %  ·  drawing {} %",
            second.frames,
            percent(second.water),
            percent(second.drawing)
        );
        Some(match slow {
            Some(slow) => format!("{all}  ·  {slow}"),
            None => all,
        })
    }
}

/// State of the panel.
pub(super) struct Panel {
    /// Whether the panel is unfolded.
    pub(super) open: bool,
    /// Whether the help is shown.
    pub(super) help: bool,
    /// Whether the first hint has been followed or has expired.
    pub(super) hint_seen: bool,
    /// Whether a tour is on, whose card has buttons of its own.
    pub(super) is_touring: bool,
    /// Whether the list of scenes is shown, and the scene selected there.
    pub(super) scenes: bool,
    pub(super) picked: Option<Picked>,
    /// The error in the scene file, until it is fixed.
    pub(super) trouble: Option<String>,
    thumbnails: Thumbnails,
    recent: Vec<PathBuf>,
    /// The search text.
    search: String,
    /// The format of clips.
    pub(super) clip_format: ClipFormat,
    /// Whether the question about unsaved walls is shown.
    pub(super) asking: bool,
    /// Text for the clipboard.
    pub(super) copied: Option<String>,
    /// Whether the sound is on.
    pub(super) sounds: bool,
    /// Whether the pace is shown.
    pub(super) status: bool,
    /// Actions of buttons, carried out after the layout.
    pub(super) wishes: Vec<Action>,
    message: Option<Message>,
    opened: Instant,
    /// Dark or light theme.
    theme: Theme,
    /// Whether the section of timings is open.
    times_open: bool,
    charts: Charts,
    /// The last position of the pointer on the water.
    pub(super) pointed: Option<PlaceOf>,
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
            is_touring: false,
            scenes: false,
            picked: None,
            trouble: None,
            thumbnails: Thumbnails::new(),
            recent: Vec::new(),
            search: String::new(),
            clip_format: ClipFormat::default(),
            asking: false,
            copied: None,
            sounds: false,
            status: false,
            wishes: Vec::new(),
            message: None,
            opened: Instant::now(),
            theme: Theme::load(),
            times_open: false,
            charts: Charts::new(),
            pointed: None,
        }
    }

    /// Drops the thumbnails, which are in the GL context.
    pub(super) fn leave_context(&mut self) {
        self.thumbnails = Thumbnails::new();
    }

    /// Whether pass times are visible.
    pub(super) fn shows_times(&self) -> bool {
        self.open && self.times_open
    }

    /// Whether charts may be visible.
    pub(super) fn shows_charts(&self) -> bool {
        self.open
    }

    /// Updates the recent files in the list of scenes, while that is open.
    pub(super) fn offer(&mut self, recent: &Recent) {
        if self.scenes {
            self.recent = recent.files().map(PathBuf::from).collect();
        }
    }

    /// Shows a message for a while.
    pub(super) fn say(&mut self, text: String) {
        self.message = Some(Message {
            text,
            is_error: false,
            since: Instant::now(),
        });
    }

    /// Shows an error message.
    pub(super) fn complain(&mut self, text: String) {
        log::warn!("{text}");
        self.message = Some(Message {
            text,
            is_error: true,
            since: Instant::now(),
        });
    }

    /// Shows the error in the scene file, until it is fixed.
    pub(super) fn suffer(&mut self, trouble: String) {
        log::warn!("{trouble}");
        self.message = None;
        self.trouble = Some(trouble);
    }

    /// Time at which the next message or hint expires.
    pub(super) fn next_end(&self) -> Option<Instant> {
        let message = self.message.as_ref().map(Message::end);
        let hint = (!self.hint_seen).then_some(self.opened + HINT);
        [message, hint].into_iter().flatten().min()
    }

    /// Removes expired messages and hints. Returns whether there were any.
    pub(super) fn drop_ended(&mut self, now: Instant) -> bool {
        let message_ended = self.message.take_if(|message| message.end() <= now);
        let hint_ended = !self.hint_seen && self.opened + HINT <= now;
        self.hint_seen |= hint_ended;
        message_ended.is_some() || hint_ended
    }

    /// Lays out everything over the window.
    pub(super) fn layout(&mut self, ui: &mut Ui, session: &mut Session, times: &Times) {
        let context = ui.ctx().clone();
        context.set_theme(self.theme.chosen());
        if self.open {
            self.panel(&context, session, times);
        } else {
            self.open = widgets::unfold_button(&context);
        }
        if self.help {
            let compared = if self.open { PANEL_WIDTH } else { 0.0 };
            help::show(&context, compared, &mut self.help);
        }
        let covered = if self.open { 2.0 * PANEL_WIDTH } else { 0.0 };
        let has_room = widgets::has_room_for_line(&context, covered);
        let is_hint_due = !self.hint_seen && !self.help && has_room;
        if is_hint_due && session.poke.tool == Tool::Poke {
            let right = match session.camera.steering() {
                Steering::Orbit => "orbit",
                Steering::Fly => "look around",
            };
            let water = match session.simulation.bodies(false).is_empty() {
                true => "the water",
                false => "the water or what floats in it",
            };
            let text = format!("Drag {water}  ·  right drag to {right}  ·  H for help");
            widgets::line(&context, "hint", &text);
        }
        let tool = match session.poke.tool {
            Tool::Poke | Tool::Source => None,
            Tool::Walls => Some("Drag to build walls  ·  [ ] brush size  ·  O: stop"),
            Tool::Erase => Some("Drag to erase walls  ·  [ ] brush size  ·  Shift O: stop"),
            Tool::Raise => Some("Hold to raise the ground  ·  [ ] brush size  ·  G: dig"),
            Tool::Dig => Some("Hold to dig  ·  [ ] brush size  ·  G: build dams"),
            Tool::Dam => Some("Drag to build a dam  ·  [ ] brush size  ·  G: pour water"),
            Tool::Pour => Some("Hold to pour water  ·  [ ] brush size  ·  G: drain"),
            Tool::Drain => Some("Hold to drain water  ·  [ ] brush size  ·  G: stop"),
        };
        if let Some(text) = tool {
            widgets::line(&context, "tool", text);
        }
        if session.simulation.other().is_some() {
            // A sea next to a pool has its own scale.
            let titles = session.simulation.waters().map(|water| {
                let title = water.model().title;
                match session.metre(water) {
                    1.0 => title.to_owned(),
                    metre => format!("{title}, 1 : {metre:.0}"),
                }
            });
            let left = session.views.split.left() as f32;
            widgets::split(&context, left, covered / 2.0, titles);
        }
        if self.scenes {
            let (thumbnails, open) = (&mut self.thumbnails, &mut self.scenes);
            self.picked = scenes::show(&context, thumbnails, &self.recent, open);
        }
        if self.asking {
            ask(&context, &mut self.wishes);
        }
        if let Some(text) = self.copied.take() {
            context.copy_text(text);
        }
        let is_free = (self.hint_seen || self.help) && tool.is_none();
        if let Some(message) = &self.message {
            widgets::message(&context, is_free, &message.text, message.is_error);
        } else if let Some(trouble) = &self.trouble {
            widgets::message(&context, is_free, trouble, true);
        } else if session.clock.is_paused() {
            // Shown as long as it is paused.
            widgets::message(&context, is_free, "Paused", false);
        }
        let compared = if self.open { PANEL_WIDTH } else { 0.0 };
        let works = session.views.has_coarse_sky() && !session.sky_passes();
        let works = works.then(|| "Computing the sky …".to_owned());
        if let Some(text) = works.or_else(|| times.describe(self.status)) {
            widgets::status(&context, compared, is_free, &text);
        }
    }

    fn panel(&mut self, context: &egui::Context, session: &mut Session, times: &Times) {
        let Self {
            open,
            sounds,
            status,
            search,
            clip_format,
            wishes,
            times_open,
            charts,
            pointed,
            theme: chosen,
            is_touring,
            ..
        } = self;
        let mut refused = None;
        let title = ("waterlab", PANEL_WIDTH);
        widgets::card(context, Place::Corner, title, open, |ui| {
            views(ui, session);
            buttons(ui, session, *is_touring, wishes);
            ui.separator();
            search_field(ui, search);
            if !search.trim().is_empty() {
                refused = found(ui, session, search, status);
                return;
            }
            sky(ui, session);
            for compared in [false, true] {
                refused = water(ui, session, compared).or(refused.take());
            }
            camera(ui, session, wishes);
            view(ui, session);
            brush(ui, session);
            bodies::bodies(ui, session, wishes);
            rain(ui, session);
            clip(ui, times, clip_format, wishes);
            section(ui, "Charts", false, |ui| charts.show(ui, session, *pointed));
            *times_open = false;
            section(ui, "Frame time", false, |ui| {
                *times_open = true;
                ui.checkbox(status, "Always in the corner (F3)");
                controls::plot(ui, times.frames);
                level(ui, session);
                controls::passes(ui, times.passes, times.clock);
            });
            sound(ui, session, *sounds, wishes);
            theme(ui, chosen);
        });
        if let Some(refused) = refused {
            self.complain(refused.to_string());
        }
    }
}

/// The search field for settings; Escape and a button at its end clear it.
fn search_field(ui: &mut Ui, search: &mut String) {
    ui.horizontal(|ui| {
        let cross = if search.is_empty() { 0.0 } else { 30.0 };
        let field = TextEdit::singleline(search).hint_text("Search the settings");
        let field = ui.add(field.desired_width(ui.available_width() - cross));
        let escaped = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Escape));
        if escaped || cross > 0.0 && widgets::cross(ui).clicked() {
            search.clear();
        }
    });
}

/// Asks whether to quit without saving.
fn ask(context: &egui::Context, wishes: &mut Vec<Action>) {
    let mut stays = true;
    let place = Place::MiddleBeside(0.0);
    widgets::card(context, place, ("Quit?", ASK_WIDTH), &mut stays, |ui| {
        ui.label("The walls you painted have not been saved.");
        ui.add_space(6.0);
        for (word, action) in [
            ("Save the scene and quit  (Enter)", Action::Confirm),
            ("Quit without saving  (N)", Action::Escape),
            ("Cancel  (Esc)", Action::TogglePanel),
        ] {
            let size = egui::Vec2::new(ui.available_width(), 28.0);
            if ui.add_sized(size, egui::Button::new(word)).clicked() {
                wishes.push(action);
            }
        }
    });
    if !stays {
        wishes.push(Action::TogglePanel);
    }
}

#[cfg(test)]
mod tests;
