//! Notices: short messages about the result of an action.

use super::Session;
use crate::rainfall::Rainfall;
use crate::scene::Tool;
use crate::session::{Action, Steering};
use crate::view::VIEWS;
use crate::water::{MODELS, Model};

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The action was carried out.
    Done(String),
    /// The action was refused, and why.
    Refused(String),
}

impl Session {
    /// The model that an action selects, if that may take so long that it should be announced: the first sea needs a complete spectrum and
    /// other shaders.
    pub fn slow_model(&self, action: Action) -> Option<&'static Model> {
        let (Action::Model(number) | Action::Compare(number)) = action else {
            return None;
        };
        let model = *MODELS.get(number.checked_sub(1)?)?;
        let is_at_sea = self
            .simulation
            .waters()
            .any(|water| water.model().is_open());
        (model.is_open() && !is_at_sea).then_some(model)
    }

    /// The notice for an action just carried out; `None` if the picture shows its effect.
    pub fn notice(&self, action: Action) -> Option<Notice> {
        let done = |text: &str| Some(Notice::Done(text.to_owned()));
        if let Some(why) = &self.refused_body {
            return Some(Notice::Refused(why.clone()));
        }
        match action {
            Action::Model(number) | Action::Compare(number) if number > MODELS.len() => {
                Some(Notice::Refused(format!(
                    "There is no model {number}. Choose 1 to {}",
                    MODELS.len()
                )))
            }
            Action::Model(_) | Action::Compare(_) => {
                let titles = self.simulation.waters().map(|water| water.model().title);
                let titles: Vec<_> = titles.collect();
                done(&titles.join("  beside  "))
            }
            Action::PaintWalls | Action::EraseWalls if !self.knows_walls() => {
                let with_walls = MODELS.iter().filter(|model| model.walls).count();
                Some(Notice::Refused(format!(
                    "A sea has no walls: choose a pool, 1 to {with_walls}"
                )))
            }
            Action::EraseWalls
                if self.poke.tool == Tool::Erase && self.simulation.walls().is_open() =>
            {
                done("There are no walls to erase yet: O paints walls")
            }
            // The other tools have a permanent hint.
            Action::PaintWalls | Action::EraseWalls => match self.poke.tool {
                Tool::Poke => done("Brush: poke"),
                _ => None,
            },
            Action::GroundTool { .. } if !self.knows_ground() => {
                let models = MODELS.iter().enumerate().filter(|(_, model)| model.ground);
                let names: Vec<_> = models
                    .map(|(index, model)| format!("{}: {}", index + 1, model.title))
                    .collect();
                Some(Notice::Refused(format!(
                    "This model has no ground to change. Choose {}",
                    names.join(", ")
                )))
            }
            Action::GroundTool { .. } => match self.poke.tool {
                Tool::Poke => done("Brush: poke"),
                _ => None,
            },
            Action::Brush(_) => {
                let width = match self.poke.tool.is_of_ground() {
                    true => 2.0 * self.poke.ground_radius,
                    false => 2.0 * self.poke.wall_radius,
                };
                Some(Notice::Done(format!("Brush {width:.1} cells wide")))
            }
            Action::Gain(_) | Action::GainBack if self.shows_true_heights() => {
                Some(Notice::Refused(
                    "The lit view does not exaggerate waves over uneven ground. Press Tab for the next view."
                        .to_owned(),
                ))
            }
            Action::Gain(_) | Action::GainBack => {
                let first = &self.scene.view.settings[self.views.shown()];
                let times = self.views.gain_over(first);
                Some(Notice::Done(format!("Waves × {times:.2}")))
            }
            Action::OrbitOrFly | Action::Surface if !self.has_eye() => Some(Notice::Refused(
                "This view has no camera: Tab shows the next view".to_owned(),
            )),
            Action::OrbitOrFly => done(match self.camera.steering() {
                Steering::Orbit => "Right drag orbits",
                Steering::Fly => "Right drag looks around",
            }),
            Action::Home => done("Camera reset"),
            Action::NextView => done(VIEWS[self.views.shown()].title),
            Action::TogglePause if self.clock.is_paused() => done("Paused"),
            Action::TogglePause => done("Resumed"),
            Action::Step => done("Single step"),
            Action::ToggleRain if self.simulation.is_raining() => {
                let falls = self.simulation.rainfall() != Rainfall::default();
                match falls && !self.shows_rain() {
                    true => done("Rain on: the lit view shows it, out of doors"),
                    false => done("Rain on"),
                }
            }
            Action::ToggleRain => done("Rain off"),
            Action::TimeLapse if self.is_in_time_lapse() => done("Time-lapse to the next dawn"),
            Action::TimeLapse if !self.shows_sky() => Some(Notice::Refused(
                "Nothing here shows the time of day: it takes the lit view of a pool or a sea under a computed sky.".to_owned(),
            )),
            Action::TimeLapse => done("Time-lapse stopped"),
            Action::Calm => done("Calm water"),
            Action::Undo | Action::Redo => match &self.undone {
                Ok(Some(what)) if action == Action::Undo => {
                    Some(Notice::Done(format!("Undone: {what}")))
                }
                Ok(Some(what)) => Some(Notice::Done(format!("Redone: {what}"))),
                Ok(None) if action == Action::Undo => done("Nothing to undo"),
                Ok(None) => done("Nothing to redo"),
                Err(error) => Some(Notice::Refused(error.to_string())),
            },
            Action::Restart => done("Scene restarted"),
            _ => None,
        }
    }
}
