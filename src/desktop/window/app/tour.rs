//! The tour in a window: opens its scenes, and gives the camera to the user on any input.

use super::App;
use crate::desktop::window::panel::Picked;
use crate::scene::BundledScene;
use crate::session::{Action, Input, TouchPhase, TourCard, TourStep};
use glam::Vec3;

/// Maximum opacity of black over a thumbnail.
const OPENING_SHADE: f32 = 0.5;

impl App {
    /// Lets the tour handle an action. Returns whether the action remains to be carried out.
    pub(super) fn guide(&mut self, action: Action) -> bool {
        let this = match action {
            Action::TourNext => "press “Next scene”",
            _ => "press T",
        };
        if self.tour.opens(action, &self.session) && !self.may_discard_walls(this) {
            return false;
        }
        match self.tour.act(action, &mut self.session) {
            TourStep::Act => return true,
            TourStep::Done => {}
            TourStep::Open(scene) => self.open_stop(scene, true),
        }
        self.refresh();
        false
    }

    /// Opens the next scene of the tour at the end of the current one, unless that would discard painted walls. Flying interrupts the tour.
    pub(super) fn advance_tour(&mut self) {
        if self.gestures.fly().wish != Vec3::ZERO {
            self.tour.interrupt(&mut self.session);
        }
        let is_over = |(time, seconds)| time >= seconds;
        if !self.tour.is_running() || !self.session.path_time().is_some_and(is_over) {
            return;
        }
        if !self.may_discard_walls("press T") {
            self.tour.interrupt(&mut self.session);
        } else if let Some(scene) = self.tour.advance(&self.session) {
            self.open_stop(scene, false);
        }
    }

    /// Interrupts the tour at a press on the panel, and at a key for it. The buttons of the card decide for themselves.
    pub(super) fn notice_input_of_panel(&mut self, input: Input) {
        let is_for_panel = match input {
            Input::Button { pressed: true, .. }
            | Input::Touch {
                phase: TouchPhase::Start,
                ..
            } => self.overlay.is_over(self.pointer) && !self.overlay.is_over_tour(self.pointer),
            Input::Key { pressed: true, .. } => {
                self.overlay.wants_keyboard() && !self.overlay.tour_has_focus()
            }
            _ => false,
        };
        if is_for_panel {
            self.tour.interrupt(&mut self.session);
        }
    }

    /// The card of the tour. A scene fades in from its thumbnail, which is shown while it opens.
    pub(super) fn tour_card(&self) -> Option<TourCard> {
        let card = self.tour.card(&self.session)?;
        let ends = |(time, seconds): (f64, f64)| 2.0 * time > seconds;
        let lightest = match self.session.path_time().is_some_and(ends) {
            true => 1.0,
            false => OPENING_SHADE,
        };
        Some(TourCard {
            shade: card.shade.min(lightest),
            ..card
        })
    }

    fn open_stop(&mut self, scene: &'static BundledScene, shows_splash: bool) {
        if !self.open_scene(Picked::Bundled(scene), shows_splash) {
            let _ = self.tour.act(Action::TourEnd, &mut self.session);
        }
    }
}
