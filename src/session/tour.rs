//! `Tour`: leads through the bundled scenes, each for as long as its camera path takes, and then from the first again.
//!
//! Any other action interrupts it: the user has the camera and the water, and the tour continues on request. The caller opens the scenes
//! that [`Tour::act`] and [`Tour::advance`] return, and calls [`Tour::shown`] with the first frame of each.

use super::{Action, Session};
use crate::scene::{BUNDLED, BundledScene};

/// Seconds in which a scene fades in from black, and out.
const FADE: f64 = 0.7;

/// A tour, which may be off.
#[derive(Clone, Debug, Default)]
pub struct Tour {
    state: State,
    /// Index of its scene in [`Tour::stops`].
    stop: usize,
    /// Where it continues on the path of that scene, seconds.
    time: f64,
    /// Whether the user has opened another scene.
    is_elsewhere: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Off,
    Running,
    Interrupted,
}

/// What remains to be done for an action.
#[derive(Clone, Copy, Debug)]
pub enum TourStep {
    /// The action itself: it does not concern the tour.
    Act,
    /// Nothing.
    Done,
    /// This scene is to be opened.
    Open(&'static BundledScene),
}

/// What is shown over a scene of a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct TourCard {
    /// Title of the scene.
    pub title: String,
    /// One sentence about it.
    pub caption: String,
    /// What to try; may be empty.
    pub hint: String,
    /// Number of the scene, from 1, and of all scenes.
    pub number: usize,
    /// Number of scenes.
    pub count: usize,
    /// Whether the tour runs; else it is interrupted.
    pub is_running: bool,
    /// Opacity of black over the picture, 0 to 1.
    pub shade: f32,
}

impl Tour {
    /// The scenes of the tour, in order.
    pub fn stops() -> &'static [BundledScene] {
        &BUNDLED
    }

    /// A tour that begins with its first scene, which the caller opens.
    pub fn begun() -> Self {
        Self {
            state: State::Running,
            ..Self::default()
        }
    }

    /// Whether it is running or interrupted.
    pub fn is_on(&self) -> bool {
        self.state != State::Off
    }

    /// Whether it is running.
    pub fn is_running(&self) -> bool {
        self.state == State::Running
    }

    /// Handles an action.
    pub fn act(&mut self, action: Action, session: &mut Session) -> TourStep {
        match (action, self.state) {
            (Action::Tour, State::Off) => {
                *self = Self::begun();
                self.open(0)
            }
            (Action::Tour, State::Interrupted) if self.is_elsewhere => self.open(self.stop + 1),
            // The model is of the other world: a sea in place of a pool, or a pool in place of a sea.
            (Action::Tour, State::Interrupted) if !session.has_path() => self.open(self.stop),
            (Action::Tour, State::Interrupted) => {
                self.state = State::Running;
                session.join_path(self.time);
                TourStep::Done
            }
            (Action::Tour, State::Running) => {
                self.interrupt(session);
                TourStep::Done
            }
            (Action::TourNext, State::Running | State::Interrupted) => self.open(self.stop + 1),
            (Action::TourNext, State::Off) => TourStep::Done,
            (Action::TourEnd, _) => {
                self.interrupt(session);
                self.state = State::Off;
                TourStep::Done
            }
            (action, _) => {
                if interrupts(action) {
                    self.interrupt(session);
                }
                TourStep::Act
            }
        }
    }

    /// Gives the camera to the user.
    pub fn interrupt(&mut self, session: &mut Session) {
        if self.state == State::Running {
            self.state = State::Interrupted;
            self.time = session.leave_path().unwrap_or(0.0);
        }
    }

    /// Records that the user has opened another scene, for which the tour was interrupted.
    pub fn leave(&mut self) {
        self.is_elsewhere |= self.is_on();
    }

    /// Whether an action will open a scene.
    pub fn opens(&self, action: Action, session: &Session) -> bool {
        match (action, self.state) {
            (Action::Tour, State::Off)
            | (Action::TourNext, State::Running | State::Interrupted) => true,
            (Action::Tour, State::Interrupted) => self.is_elsewhere || !session.has_path(),
            _ => false,
        }
    }

    /// Starts along the path of the scene, with its first frame.
    pub fn shown(&mut self, session: &mut Session) {
        if self.is_running() && !self.is_elsewhere {
            session.join_path(0.0);
        }
    }

    /// The next scene to open, at the end of the current one.
    pub fn advance(&mut self, session: &Session) -> Option<&'static BundledScene> {
        let (time, seconds) = session.path_time().filter(|_| self.is_running())?;
        if time < seconds {
            return None;
        }
        match self.open(self.stop + 1) {
            TourStep::Open(scene) => Some(scene),
            _ => None,
        }
    }

    fn open(&mut self, stop: usize) -> TourStep {
        let stops = Self::stops();
        self.stop = stop % stops.len().max(1);
        (self.state, self.time, self.is_elsewhere) = (State::Running, 0.0, false);
        match stops.get(self.stop) {
            Some(scene) => TourStep::Open(scene),
            None => TourStep::Done,
        }
    }

    /// What to show over the picture, if the tour is on. Black while a scene opens.
    pub fn card(&self, session: &Session) -> Option<TourCard> {
        let stops = Self::stops();
        let scene = stops.get(self.stop).filter(|_| self.is_on())?;
        let is_running = self.is_running();
        let shade = match session.path_time() {
            // A pause is for a look.
            _ if !is_running || session.clock.is_paused() => 0.0,
            None => 1.0,
            Some((time, seconds)) => shade(time, seconds),
        };
        let text = session.tour_text().filter(|_| !self.is_elsewhere);
        Some(TourCard {
            title: scene.title(),
            caption: text.map_or_else(String::new, |text| text.caption.clone()),
            hint: text.map_or_else(String::new, |text| text.hint.clone()),
            number: self.stop + 1,
            count: stops.len(),
            is_running,
            shade,
        })
    }
}

/// Opacity of black over a scene of `seconds` at a time: it fades in from black, and out.
pub fn shade(time: f64, seconds: f64) -> f32 {
    let within = (time.min(seconds - time) / FADE).clamp(0.0, 1.0) as f32;
    let seen = within * within * (3.0 - 2.0 * within);
    1.0 - seen
}

/// Whether an action takes the camera or the water, as almost all do: not those of the tour itself, a pause, pictures and clips, and the
/// window.
fn interrupts(action: Action) -> bool {
    !matches!(
        action,
        Action::Tour
            | Action::TourNext
            | Action::TourEnd
            | Action::TogglePause
            | Action::PokeEnd(_)
            | Action::AimEnd
            | Action::SavePicture
            | Action::Record
            | Action::KeepLast
            | Action::SaveLast
            | Action::CopyCommand
            | Action::ToggleStatus
            | Action::ToggleFullScreen
            | Action::ToggleSound
    )
}
