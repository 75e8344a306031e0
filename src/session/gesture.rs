//! `Gestures`: from what hands do to what the program does.
//!
//! The window translates its events into [`Input`] one to one and carries out the [`Action`]s that come back; which drag
//! belongs to whom, what a second finger means and which key may repeat is decided here, where it can be tested.
//!
//! A press belongs to the panel or to the water for as long as it lasts, wherever the pointer goes meanwhile. At most one
//! pointer pokes at a time: the mouse or a finger.

use glam::{Vec2, Vec3};

use super::camera::{Fly, NEARER};

mod input;
mod pad;

pub use pad::Pad;

pub use input::{Action, Button, Input, Key, Keyboard, Modifiers, PanelWants, Press, TouchPhase};

/// Pixels of a touch pad's scrolling that count as one notch of a wheel.
const PIXELS_PER_NOTCH: f32 = 50.0;

/// Seconds and pixels within which a second press makes a double click.
const DOUBLE_SECONDS: f64 = 0.4;
const DOUBLE_PIXELS: f32 = 5.0;

/// What a drag with another button than the left does with the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turning {
    /// It turns it.
    Round,
    /// It moves it along.
    Along,
}

/// Who pokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    Mouse,
    Finger(u64),
}

/// A finger on the water.
#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    pixel: Vec2,
}

/// The state of all hands.
///
/// ```
/// use glam::Vec2;
/// use waterlab::session::{Action, Button, Gestures, Input, PanelWants};
///
/// let (mut gestures, mut actions) = (Gestures::new(), Vec::new());
/// let place = Vec2::new(40.0, 30.0);
/// for input in [
///     Input::PointerMoved(place),
///     Input::Button { button: Button::Left, pressed: true },
/// ] {
///     gestures.handle(input, PanelWants::default(), &mut actions);
/// }
/// assert_eq!(actions, [Action::PokeStart(place)]);
/// ```
#[derive(Clone, Debug)]
pub struct Gestures {
    pointer: Option<Vec2>,
    /// Who pokes, and the last pixel.
    poke: Option<(Hand, Vec2)>,
    /// What a drag with another button than the left does.
    turning: Option<Turning>,
    /// The last press of the left button: when, in seconds, and where; none since one that was double.
    pressed: Option<(f64, Vec2)>,
    /// Seconds, as told last.
    time: Option<f64>,
    fingers: Vec<Finger>,
    held: Vec<Key>,
    modifiers: Modifiers,
    pad: pad::Held,
}

impl Gestures {
    /// Nothing held, no finger down.
    pub fn new() -> Self {
        Self {
            pointer: None,
            poke: None,
            turning: None,
            pressed: None,
            time: None,
            fingers: Vec::with_capacity(16),
            held: Vec::with_capacity(32),
            modifiers: Modifiers::default(),
            pad: pad::Held::default(),
        }
    }

    /// Takes how a gamepad is held, `elapsed` seconds after it was asked last, and appends what is to be done about it, in order.
    pub fn hold_pad(&mut self, pad: Pad, elapsed: f32, actions: &mut Vec<Action>) {
        self.pad.take(pad, elapsed, actions);
    }

    /// Whether a gamepad wants something as it is held now.
    pub fn holds_pad(&self) -> bool {
        self.pad.is_held()
    }

    /// Tells the time, in seconds since whenever, for what belongs together if it comes quickly: until then, nothing does.
    pub fn set_time(&mut self, seconds: f64) {
        self.time = Some(seconds);
    }

    /// Takes one input and appends what is to be done about it, in order. `panel` is what the panel claims for this
    /// very input. Places and amounts that are not finite are ignored.
    pub fn handle(&mut self, input: Input, panel: PanelWants, actions: &mut Vec<Action>) {
        if panel.keyboard {
            // Their releases may go to the text field.
            self.held.clear();
        }
        match input {
            Input::PointerMoved(pixel) => self.pointer_moved(pixel, actions),
            Input::PointerLeft => {
                // A drag goes on outside the window.
                if !self.is_dragging() {
                    self.pointer = None;
                }
            }
            Input::Button { button, pressed } => {
                let ours = pressed && !panel.pointer;
                match button {
                    Button::Left => self.left_button(ours, actions),
                    Button::Right if self.held.contains(&Key::Shift) => {
                        self.turning = ours.then_some(Turning::Along);
                    }
                    Button::Right => self.turning = ours.then_some(Turning::Round),
                    Button::Middle => self.turning = ours.then_some(Turning::Along),
                }
            }
            Input::WheelLines(lines) => self.wheel(lines, panel, actions),
            Input::WheelPixels(pixels) => self.wheel(pixels / PIXELS_PER_NOTCH, panel, actions),
            Input::Key {
                key,
                letter,
                pressed: true,
                repeat,
            } => {
                if !panel.keyboard {
                    // Held down, it takes back more and more.
                    let chord = self.chord(letter);
                    let may = !repeat || matches!(chord, Some(Action::Undo | Action::Redo));
                    actions.extend(chord.filter(|_| may));
                    self.key_pressed(key, repeat, actions);
                }
            }
            Input::Key { key, .. } => self.held.retain(|held| *held != key),
            Input::Modifiers(modifiers) => {
                self.modifiers = modifiers;
                if self.is_chord() {
                    // Some systems never report the release of a key once Super is down.
                    self.held.clear();
                }
            }
            Input::Touch { id, phase, pixel } => match phase {
                TouchPhase::Start => self.finger_down(Finger { id, pixel }, panel, actions),
                TouchPhase::Move => self.finger_moved(Finger { id, pixel }, actions),
                TouchPhase::End => {
                    if self.pokes(Hand::Finger(id)) {
                        self.finger_moved(Finger { id, pixel }, actions);
                    }
                    self.finger_up(id, actions);
                }
                TouchPhase::Cancel => self.finger_up(id, actions),
            },
            Input::FocusLost => {
                self.end_poke(actions);
                self.turning = None;
                self.fingers.clear();
                self.held.clear();
                self.modifiers = Modifiers::default();
            }
        }
    }

    /// Where the keys held down, and a gamepad, would fly.
    pub fn fly(&self) -> Fly {
        let held = |key| self.held.contains(&key);
        let axis = |plus, minus| f32::from(i8::from(held(plus)) - i8::from(held(minus)));
        let keys = Vec3::new(
            axis(Key::D, Key::A),
            axis(Key::E, Key::Q),
            axis(Key::W, Key::S),
        );
        let pad = self.pad.fly();
        Fly {
            wish: (keys + pad.wish).clamp(Vec3::NEG_ONE, Vec3::ONE),
            fast: held(Key::Shift) || pad.fast,
        }
    }

    /// Whether a drag that belongs to the water is going on: the panel should not react to the pointer.
    pub fn is_dragging(&self) -> bool {
        self.turning.is_some() || self.poke.is_some() || self.fingers.len() > 1
    }

    /// Whether the water under the pointer is asked for in numbers: Alt is held.
    pub fn is_probing(&self) -> bool {
        self.modifiers.alt
    }

    /// Whether a poke or a stroke is going on.
    pub fn is_poking(&self) -> bool {
        self.poke.is_some()
    }

    fn pokes(&self, hand: Hand) -> bool {
        self.poke.is_some_and(|(poking, _)| poking == hand)
    }

    fn is_chord(&self) -> bool {
        self.modifiers.control || self.modifiers.alt || self.modifiers.command
    }

    /// What a letter does together with Ctrl, or with Command where that is the custom; Shift is held besides or not.
    fn chord(&self, letter: Option<char>) -> Option<Action> {
        let Modifiers {
            control,
            alt,
            command,
            shift,
        } = self.modifiers;
        if alt || control == command {
            return None;
        }
        match (letter?, shift) {
            ('z', false) => Some(Action::Undo),
            ('z', true) | ('y', false) => Some(Action::Redo),
            ('s', false) => Some(Action::SaveScene),
            ('o', false) => Some(Action::ToggleScenes),
            _ => None,
        }
    }

    fn start_poke(&mut self, hand: Hand, pixel: Vec2, actions: &mut Vec<Action>) {
        if self.poke.is_none() {
            self.poke = Some((hand, pixel));
            actions.push(Action::PokeStart(pixel));
        }
    }

    /// Every sample counts, but a sample in the same place is no stroke.
    fn poke_to(&mut self, hand: Hand, pixel: Vec2, actions: &mut Vec<Action>) {
        if let Some((poking, last)) = &mut self.poke
            && *poking == hand
            && *last != pixel
        {
            *last = pixel;
            actions.push(Action::PokeTo(pixel));
        }
    }

    fn end_poke(&mut self, actions: &mut Vec<Action>) {
        if let Some((_, last)) = self.poke.take() {
            actions.push(Action::PokeEnd(last));
        }
    }

    fn pointer_moved(&mut self, pixel: Vec2, actions: &mut Vec<Action>) {
        if !pixel.is_finite() {
            return;
        }
        self.poke_to(Hand::Mouse, pixel, actions);
        let from = self.pointer.replace(pixel);
        let drag = from.map(|from| pixel - from);
        let drag = drag.filter(|drag| *drag != Vec2::ZERO);
        actions.extend(self.turning.zip(drag).map(|(turning, drag)| match turning {
            Turning::Round => Action::Turn(drag),
            Turning::Along => Action::Pan(drag),
        }));
    }

    fn left_button(&mut self, ours: bool, actions: &mut Vec<Action>) {
        if self.pokes(Hand::Mouse) {
            self.end_poke(actions);
        }
        let Some(pixel) = self.pointer.filter(|_| ours) else {
            return;
        };
        let now = self.time.map(|time| (time, pixel));
        if self.pressed.take().zip(now).is_some_and(is_double) {
            actions.push(Action::GoTo(pixel));
            return;
        }
        self.pressed = now;
        self.start_poke(Hand::Mouse, pixel, actions);
    }

    fn wheel(&mut self, notches: f32, panel: PanelWants, actions: &mut Vec<Action>) {
        let ours = self.is_dragging() || !panel.pointer;
        if ours && notches.is_finite() && notches != 0.0 {
            actions.push(Action::Dolly(notches, self.pointer));
        }
    }

    /// Whether a key that is kept down does its work again and again.
    fn repeats(key: Key) -> bool {
        matches!(
            key,
            Key::Period | Key::BracketLeft | Key::BracketRight | Key::Plus | Key::Minus
        )
    }

    fn key_pressed(&mut self, key: Key, repeat: bool, actions: &mut Vec<Action>) {
        let held = self.held.contains(&key);
        // Brackets are typed with Option on many of Apple's keyboards.
        let Modifiers {
            control, command, ..
        } = self.modifiers;
        let is_bracket = matches!(key, Key::BracketLeft | Key::BracketRight);
        let is_chord = self.is_chord() && (control || command || !is_bracket);
        if is_chord || (repeat && !held) {
            return;
        }
        if !held {
            self.held.push(key);
        } else if !Self::repeats(key) {
            return;
        }
        actions.extend(match key {
            Key::W | Key::A | Key::S | Key::D | Key::Q | Key::E | Key::Shift => None,
            Key::F => Some(Action::OrbitOrFly),
            Key::Tab => Some(Action::NextView),
            Key::Digit(n @ 1..=9) if self.held.contains(&Key::Shift) => {
                Some(Action::Compare(n.into()))
            }
            Key::Digit(n @ 1..=9) => Some(Action::Model(n.into())),
            Key::Digit(0) | Key::Home => Some(Action::Home),
            Key::Digit(_) => None,
            Key::Space => Some(Action::TogglePause),
            Key::Period => Some(Action::Step),
            Key::R => Some(Action::ToggleRain),
            Key::C => Some(Action::Calm),
            Key::O if self.held.contains(&Key::Shift) => Some(Action::EraseWalls),
            Key::O => Some(Action::PaintWalls),
            Key::BracketLeft => Some(Action::Brush(-1.0)),
            Key::BracketRight => Some(Action::Brush(1.0)),
            Key::Minus => Some(Action::Gain(-1.0)),
            Key::Plus => Some(Action::Gain(1.0)),
            Key::Backspace => Some(Action::GainBack),
            Key::P => Some(Action::SavePicture),
            Key::V if self.held.contains(&Key::Shift) => Some(Action::SaveLast),
            Key::V => Some(Action::Record),
            Key::H | Key::F1 => Some(Action::ToggleHelp),
            Key::F2 => Some(Action::TogglePanel),
            Key::F3 => Some(Action::ToggleStatus),
            Key::F6 => Some(Action::EnterPanel),
            Key::F11 => Some(Action::ToggleFullScreen),
            Key::Enter => Some(Action::Confirm),
            Key::Escape => Some(Action::Escape),
            Key::Other => None,
        });
    }

    fn finger_down(&mut self, finger: Finger, panel: PanelWants, actions: &mut Vec<Action>) {
        // A finger that comes down twice was lifted unreported.
        self.finger_up(finger.id, actions);
        if panel.pointer || !finger.pixel.is_finite() {
            return;
        }
        self.fingers.push(finger);
        if let [first] = self.fingers[..] {
            self.start_poke(Hand::Finger(first.id), first.pixel, actions);
        } else if matches!(self.poke, Some((Hand::Finger(_), _))) {
            self.end_poke(actions);
        }
    }

    /// One finger pokes. Several carry the scene along with their mean, and spread it apart: the distance shrinks as their mean
    /// distance from their middle grows.
    fn finger_moved(&mut self, to: Finger, actions: &mut Vec<Action>) {
        let place = self.fingers.iter().position(|finger| finger.id == to.id);
        let Some(place) = place.filter(|_| to.pixel.is_finite()) else {
            return;
        };
        let spread = self.spread();
        let from = std::mem::replace(&mut self.fingers[place], to);
        self.poke_to(Hand::Finger(to.id), to.pixel, actions);
        if self.fingers.len() < 2 || from.pixel == to.pixel {
            return;
        }
        let drag = (to.pixel - from.pixel) / self.fingers.len() as f32;
        actions.push(Action::Carry(drag));
        // Fingers do not come within a pixel of each other; whatever says so has no ratio worth following.
        let grown = self.spread().max(1.0) / spread.max(1.0);
        let notches = -grown.ln() / NEARER.ln();
        if notches != 0.0 {
            actions.push(Action::Dolly(notches, Some(self.middle())));
        }
    }

    fn finger_up(&mut self, id: u64, actions: &mut Vec<Action>) {
        if self.pokes(Hand::Finger(id)) {
            self.end_poke(actions);
        }
        // The fingers left over do not begin to poke: only the first to come down does.
        self.fingers.retain(|finger| finger.id != id);
    }

    /// Mean distance of the fingers from their middle, pixels.
    fn spread(&self) -> f32 {
        let middle = self.middle();
        let away = self
            .fingers
            .iter()
            .map(|finger| finger.pixel.distance(middle));
        away.sum::<f32>() / self.fingers.len() as f32
    }

    /// The middle of the fingers.
    fn middle(&self) -> Vec2 {
        let all: Vec2 = self.fingers.iter().map(|finger| finger.pixel).sum();
        all / self.fingers.len() as f32
    }
}

/// Whether two presses, each with its time and place, are a double click.
fn is_double(((before, first), (now, second)): ((f64, Vec2), (f64, Vec2))) -> bool {
    (0.0..DOUBLE_SECONDS).contains(&(now - before)) && first.distance(second) < DOUBLE_PIXELS
}

impl Default for Gestures {
    fn default() -> Self {
        Self::new()
    }
}
