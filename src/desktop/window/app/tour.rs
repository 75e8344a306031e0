//! The tour in a window: opens its scenes, and gives the camera to whoever touches the controls.

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
        let may_open = matches!(action, Action::Tour | Action::TourNext);
        if may_open && !self.tour.is_running() && !self.may_discard_walls("press T") {
            return false;
        }
        match self.tour.act(action, &mut self.session) {
            TourStep::Act => return true,
            TourStep::Done => {}
            TourStep::Open(scene) => self.open_stop(scene),
        }
        self.refresh();
        false
    }

    /// Opens the next scene of the tour at the end of the current one. Flying, and presses on the panel but for the tour's own buttons,
    /// interrupt it: see [`App::guide`] for the rest.
    pub(super) fn advance_tour(&mut self) {
        if self.gestures.fly().wish != Vec3::ZERO {
            self.tour.interrupt(&mut self.session);
        }
        if let Some(scene) = self.tour.advance(&self.session) {
            self.open_stop(scene);
        }
    }

    /// Interrupts the tour at a press on the panel.
    pub(super) fn notice_press(&mut self, input: Input) {
        let is_press = matches!(
            input,
            Input::Button { pressed: true, .. }
                | Input::Touch {
                    phase: TouchPhase::Start,
                    ..
                }
        );
        if is_press
            && self.overlay.is_over(self.pointer)
            && !self.overlay.is_over_tour(self.pointer)
        {
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

    fn open_stop(&mut self, scene: &'static BundledScene) {
        if !self.open_scene(Picked::Bundled(scene)) {
            let _ = self.tour.act(Action::TourEnd, &mut self.session);
        }
    }
}
