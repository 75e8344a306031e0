//! Carries out actions in a window, with their notices.

use super::{App, Request};
use crate::desktop::window::recorder::SECONDS;
use crate::scene::Tool;
use crate::session::{Action, Notice};
use anyhow::anyhow;
use std::path::PathBuf;
use winit::keyboard::{Key, NamedKey};
use winit::window::Fullscreen;

impl App {
    /// Carries out an action of the user or the panel.
    pub(super) fn perform(&mut self, action: Action) -> Request {
        if self.panel.asking {
            return self.answered(action);
        }
        if !self.guide(action) {
            return Request::GoOn;
        }
        match action {
            Action::SavePicture => self.save_picture(),
            Action::SaveScene => drop(self.save_scene()),
            Action::CopyCommand => self.copy_command(),
            Action::Record => self.record(),
            Action::KeepLast => self.keep_last(!self.recorder.keeps()),
            Action::SaveLast => self.save_last(),
            Action::ToggleSound => match self.sound.toggle() {
                Ok(notice) => self.panel.say(notice.to_owned()),
                Err(why) => self.panel.complain(why),
            },
            Action::ToggleHelp => self.panel.help = !self.panel.help,
            Action::ToggleScenes => self.panel.scenes = !self.panel.scenes,
            Action::TogglePanel => self.panel.open = !self.panel.open,
            Action::EnterPanel => {
                self.panel.open = true;
                self.overlay.take_focus();
            }
            Action::ToggleStatus => self.panel.status = !self.panel.status,
            Action::ToggleFullScreen => {
                self.asked_out = false;
                self.set_full_screen(self.window.fullscreen().is_none());
            }
            Action::Escape => return self.close_one(),
            action => {
                if self.later.take().is_none()
                    && let Some(model) = self.session.slow_model(action)
                {
                    self.panel.say(format!("{}: loading …", model.title));
                    self.later = Some(action);
                    return Request::GoOn;
                }
                self.panel.hint_seen |= matches!(action, Action::PokeEnd(_));
                let rained = self.session.simulation.is_raining();
                self.session.act(action, self.size());
                match self.session.notice(action) {
                    Some(Notice::Done(text)) => self.panel.say(text),
                    Some(Notice::Refused(text)) => self.panel.complain(text),
                    None => {}
                }
                let rains = self.session.simulation.is_raining();
                if rained && !rains && matches!(action, Action::PokeStart(_)) {
                    self.panel
                        .say("The rain has stopped: R restarts it".to_owned());
                }
            }
        }
        Request::GoOn
    }

    /// Carries out an action that waited until its notice was shown.
    pub(super) fn catch_up(&mut self) -> Request {
        match self.later {
            Some(action) => {
                self.refresh();
                self.perform(action)
            }
            None => Request::GoOn,
        }
    }

    /// Closes what is open, one thing at a time, the topmost first.
    fn close_one(&mut self) -> Request {
        let panel = &mut self.panel;
        if panel.help {
            panel.help = false;
        } else if panel.scenes {
            panel.scenes = false;
        } else if panel.open {
            panel.open = false;
        } else if self.tour.is_on() {
            self.guide(Action::TourEnd);
        } else if !matches!(self.session.poke.tool, Tool::Poke | Tool::Source) {
            self.session.put_tool_away();
            self.panel.say("Brush: poke".to_owned());
        } else if self.window.fullscreen().is_some() && !self.asked_out {
            // Some systems show only full-screen windows, and never grant the request.
            self.set_full_screen(false);
            self.asked_out = true;
        } else {
            return self.leave();
        }
        Request::GoOn
    }

    /// Quits, or asks first if painted walls would be lost; asked twice, it quits.
    pub(super) fn leave(&mut self) -> Request {
        if self.panel.asking || !self.session.has_unsaved_walls() {
            return Request::Quit;
        }
        self.panel.asking = true;
        self.refresh();
        Request::GoOn
    }

    /// The answer of a key to the question whether to quit; Escape closes the question like anything else.
    pub(super) fn answered_by_key(&mut self, key: &Key) -> Request {
        self.refresh();
        match key {
            // A button has the focus and handles the key.
            Key::Named(NamedKey::Enter | NamedKey::Space) if self.overlay.wants_keyboard() => {
                Request::GoOn
            }
            Key::Named(NamedKey::Enter) => self.answered(Action::Confirm),
            Key::Character(letter) if letter.eq_ignore_ascii_case("n") => Request::Quit,
            Key::Named(NamedKey::Escape) => self.answered(Action::TogglePanel),
            _ => Request::GoOn,
        }
    }

    /// Input during the question whether to quit: anything that is not an answer cancels.
    fn answered(&mut self, action: Action) -> Request {
        match action {
            Action::Escape => Request::Quit,
            Action::Confirm => match self.save_scene() {
                Some(_) => Request::Quit,
                None => {
                    self.panel.asking = false;
                    Request::GoOn
                }
            },
            // The end of earlier input.
            Action::PokeEnd(_) => {
                self.session.act(action, self.size());
                Request::GoOn
            }
            _ => {
                self.panel.asking = false;
                Request::GoOn
            }
        }
    }

    /// Saves the current scene; returns the file on success.
    fn save_scene(&mut self) -> Option<PathBuf> {
        match (self.save_scene)(&self.session.scene_from_now(), self.is_saved) {
            Ok(file) => {
                self.is_saved = true;
                self.session.saved();
                if let Some(watched) = &mut self.watched {
                    watched.wrote(&file);
                }
                let file = std::path::absolute(&file).unwrap_or(file);
                self.panel.say(format!("Scene saved: {}", file.display()));
                Some(file)
            }
            Err(error) => {
                self.panel.complain(format!("{error:#}"));
                None
            }
        }
    }

    /// Starts or stops recording a clip.
    fn record(&mut self) {
        if self.recorder.seconds().is_some() {
            self.recorder.stop();
            self.panel.say("Saving the clip …".to_owned());
            return;
        }
        self.recorder
            .start(self.panel.clip_format, self.drawn_size());
        self.panel.say("Recording: V stops".to_owned());
    }

    fn keep_last(&mut self, keeps: bool) {
        self.recorder.keep(keeps, self.drawn_size());
        self.panel.say(match keeps {
            true => format!("Buffering the last {SECONDS} s: Shift V saves them"),
            false => format!("No longer buffering the last {SECONDS} s"),
        });
    }

    fn save_last(&mut self) {
        if !self.recorder.keeps() {
            self.keep_last(true);
        } else if self.recorder.write_past(self.panel.clip_format) {
            self.panel.say(format!("Saving the last {SECONDS} s …"));
        } else {
            self.panel.say("Nothing has been shown yet".to_owned());
        }
    }

    /// Size of the window, at least one pixel.
    fn drawn_size(&self) -> (usize, usize) {
        let (width, height) = self.size();
        (width.max(1), height.max(1))
    }

    /// Shows notices of finished clips. Returns whether there are any.
    pub(super) fn look_at_clips(&mut self) -> bool {
        let recording = self.recorder.seconds();
        let has_news = recording != self.recorded;
        self.recorded = recording;
        match self.recorder.written() {
            None => return has_news,
            Some(Ok(file)) => {
                let file = std::path::absolute(&file).unwrap_or(file);
                self.panel.say(format!("Clip saved: {}", file.display()));
            }
            Some(Err(error)) => self.panel.complain(error.to_string()),
        }
        true
    }

    /// Stops recording, and waits until all clips are written.
    pub(in crate::desktop::window) fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.recorder.finish()?)
    }

    /// Saves the scene, and copies the command that renders it to the clipboard.
    fn copy_command(&mut self) {
        let Some(file) = self.save_scene() else {
            return;
        };
        let (width, height) = self.size();
        let name = file.file_name().unwrap_or(file.as_os_str()).display();
        // The saved scene starts from the current state.
        let command =
            format!("waterlab render {name} --steps 0 --size {width}x{height} --out water.png");
        self.panel
            .say(format!("Scene saved: {name}. Copied: {command}"));
        self.panel.copied = Some(command);
    }

    fn set_full_screen(&self, full: bool) {
        self.window
            .set_fullscreen(full.then_some(Fullscreen::Borderless(None)));
    }

    fn save_picture(&mut self) {
        let saved = self
            .session
            .picture(self.drawn_size())
            .map_err(anyhow::Error::new)
            .and_then(|picture| (self.save_picture)(&picture).map_err(|error| anyhow!("{error}")));
        match saved {
            Ok(file) => {
                let file = std::path::absolute(&file).unwrap_or(file);
                self.panel.say(format!("Picture saved: {}", file.display()));
            }
            Err(error) => self.panel.complain(format!("{error:#}")),
        }
    }
}
