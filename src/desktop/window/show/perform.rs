//! What an action does in a window, and the word that is said about it.

use super::{Show, Wish};
use crate::play::{Action, Told};
use crate::scene::Tool;
use anyhow::anyhow;
use winit::window::Fullscreen;

impl Show {
    /// Does what hands or the panel ask for.
    pub(super) fn perform(&mut self, action: Action) -> Wish {
        match action {
            Action::SavePicture => self.save_picture(),
            Action::ToggleHelp => self.panel.help = !self.panel.help,
            Action::TogglePanel => self.panel.open = !self.panel.open,
            Action::ToggleStatus => self.panel.status = !self.panel.status,
            Action::ToggleFullScreen => self.set_full_screen(self.window.fullscreen().is_none()),
            Action::Escape => return self.close_one(),
            action => {
                self.panel.hint_seen |= matches!(action, Action::PokeEnd(_));
                let rained = self.session.play.is_raining();
                self.session.act(action, self.size());
                match self.session.told(action) {
                    Some(Told::Done(text)) => self.panel.say(text),
                    Some(Told::Refused(text)) => self.panel.complain(text),
                    None => {}
                }
                let rains = self.session.play.is_raining();
                if rained && !rains && matches!(action, Action::PokeStart(_)) {
                    self.panel
                        .say("The rain makes way for you: R brings it back".to_owned());
                }
            }
        }
        Wish::GoOn
    }

    /// Closes what is open: one thing, what lies on top first.
    fn close_one(&mut self) -> Wish {
        let panel = &mut self.panel;
        if panel.help {
            panel.help = false;
        } else if panel.open {
            panel.open = false;
        } else if matches!(self.session.poke.tool, Tool::Walls | Tool::Erase) {
            self.session.put_tool_away();
        } else if self.window.fullscreen().is_some() {
            self.set_full_screen(false);
        } else {
            return Wish::Quit;
        }
        Wish::GoOn
    }

    fn set_full_screen(&self, full: bool) {
        self.window
            .set_fullscreen(full.then_some(Fullscreen::Borderless(None)));
    }

    fn save_picture(&mut self) {
        let (width, height) = self.size();
        let saved = self
            .session
            .picture((width.max(1), height.max(1)))
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
