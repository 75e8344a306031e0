//! `Gestures`: translates user input to actions.
//!
//! The window translates its events to [`Input`] one to one and carries out the [`Action`]s that come back. Which drag acts on what, what a
//! second finger means and which keys repeat is decided here, where it can be tested.
//!
//! A press belongs to the panel or to the water until it is released, wherever the pointer moves meanwhile. At most one pointer pokes at a
//! time: the mouse or a finger.

use glam::{Vec2, Vec3};

use super::camera::{Fly, NEARER};

mod input;
mod pad;

pub use pad::Pad;

pub use input::{Action, Button, Input, Key, Keyboard, Modifiers, PanelWants, Press, TouchPhase};

/// Pixels of touchpad scrolling that count as one notch of a wheel.
const PIXELS_PER_NOTCH: f32 = 50.0;

/// Seconds and pixels within which a second press makes a double click.
const DOUBLE_SECONDS: f64 = 0.4;
const DOUBLE_PIXELS: f32 = 5.0;

/// The effect of a drag with a button other than the left on the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turning {
    /// Orbit or look around.
    Round,
    /// Pan.
    Along,
}

/// The pointer that pokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PokePointer {
    Mouse,
    Finger(u64),
}

/// A finger on the water.
#[derive(Clone, Copy, Debug)]
struct Finger {
    id: u64,
    pixel: Vec2,
}

/// The state of all input devices.
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
    /// The pointer that pokes, and its last pixel.
    poke: Option<(PokePointer, Vec2)>,
    /// The effect of a drag with a button other than the left.
    turning: Option<Turning>,
    /// The last press of the left button: time in seconds, and place; none after a double click.
    pressed: Option<(f64, Vec2)>,
    /// The time set last, seconds.
    time: Option<f64>,
    fingers: Vec<Finger>,
    held: Vec<Key>,
    modifiers: Modifiers,
    pad: pad::Held,
}

impl Gestures {
    /// No button or key pressed, no finger down.
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

    /// Handles the state of a gamepad, `elapsed` seconds after the last call, and appends the resulting actions in order.
    pub fn hold_pad(&mut self, pad: Pad, elapsed: f32, actions: &mut Vec<Action>) {
        self.pad.take(pad, elapsed, actions);
    }

    /// Sets the time, in seconds from any origin, for input that depends on timing, such as double clicks; before the first call there is
    /// none.
    pub fn set_time(&mut self, seconds: f64) {
        self.time = Some(seconds);
    }

    /// Handles one input and appends the resulting actions in order. `panel` says what the panel claims for this input. Positions and
    /// amounts that are not finite are ignored.
    pub fn handle(&mut self, input: Input, panel: PanelWants, actions: &mut Vec<Action>) {
        if panel.keyboard {
            // Their releases may go to the text field.
            self.held.clear();
        }
        match input {
            Input::PointerMoved(pixel) => self.pointer_moved(pixel, actions),
            Input::PointerLeft => {
                // A drag continues outside the window.
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
                    // Undo and redo repeat while the keys are held.
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
                    if self.pokes(PokePointer::Finger(id)) {
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

    /// The flight input from keys and gamepad.
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

    /// Whether a drag on the water is in progress: the panel should ignore the pointer.
    pub fn is_dragging(&self) -> bool {
        self.turning.is_some()
            || self.poke.is_some()
            || self.fingers.len() > 1
            || self.pad.is_poking()
    }

    /// Whether the values under the pointer are shown: Alt is held.
    pub fn is_probing(&self) -> bool {
        self.modifiers.alt
    }

    /// Whether a poke or a stroke is in progress.
    pub fn is_poking(&self) -> bool {
        self.poke.is_some()
    }

    fn pokes(&self, pointer: PokePointer) -> bool {
        self.poke.is_some_and(|(poking, _)| poking == pointer)
    }

    fn is_chord(&self) -> bool {
        self.modifiers.control || self.modifiers.alt || self.modifiers.command
    }

    /// The action of a letter with Ctrl, or Command on Apple systems, with or without Shift.
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

    fn start_poke(&mut self, pointer: PokePointer, pixel: Vec2, actions: &mut Vec<Action>) {
        if self.poke.is_none() {
            self.poke = Some((pointer, pixel));
            actions.push(Action::PokeStart(pixel));
        }
    }

    /// Every move counts, except to the same place.
    fn poke_to(&mut self, pointer: PokePointer, pixel: Vec2, actions: &mut Vec<Action>) {
        if let Some((poking, last)) = &mut self.poke
            && *poking == pointer
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
        self.poke_to(PokePointer::Mouse, pixel, actions);
        let from = self.pointer.replace(pixel);
        let drag = from.map(|from| pixel - from);
        let drag = drag.filter(|drag| *drag != Vec2::ZERO);
        actions.extend(self.turning.zip(drag).map(|(turning, drag)| match turning {
            Turning::Round => Action::Turn(drag),
            Turning::Along => Action::Pan(drag),
        }));
    }

    fn left_button(&mut self, ours: bool, actions: &mut Vec<Action>) {
        if self.pokes(PokePointer::Mouse) {
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
        self.start_poke(PokePointer::Mouse, pixel, actions);
    }

    fn wheel(&mut self, notches: f32, panel: PanelWants, actions: &mut Vec<Action>) {
        let ours = self.is_dragging() || !panel.pointer;
        if ours && notches.is_finite() && notches != 0.0 {
            actions.push(Action::Dolly(notches, self.pointer));
        }
    }

    /// Whether a key repeats while it is held.
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
            Key::L => Some(Action::TimeLapse),
            Key::T => Some(Action::Tour),
            Key::M => Some(Action::ToggleSound),
            Key::U => Some(Action::Surface),
            Key::C => Some(Action::Calm),
            Key::O if self.held.contains(&Key::Shift) => Some(Action::EraseWalls),
            Key::O => Some(Action::PaintWalls),
            Key::G => Some(Action::GroundTool {
                backward: self.held.contains(&Key::Shift),
            }),
            Key::BracketLeft => Some(Action::Brush(-1.0)),
            Key::BracketRight => Some(Action::Brush(1.0)),
            Key::Minus => Some(Action::Gain(-1.0)),
            Key::Plus => Some(Action::Gain(1.0)),
            Key::Backspace => Some(Action::GainBack),
            Key::B => Some(Action::DropBody(self.pointer)),
            Key::Delete => Some(Action::RemoveBody(self.pointer)),
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
        // The release of a finger that comes down twice was not reported.
        self.finger_up(finger.id, actions);
        if panel.pointer || !finger.pixel.is_finite() {
            return;
        }
        self.fingers.push(finger);
        if let [first] = self.fingers[..] {
            self.start_poke(PokePointer::Finger(first.id), first.pixel, actions);
        } else if matches!(self.poke, Some((PokePointer::Finger(_), _))) {
            self.end_poke(actions);
        }
    }

    /// One finger pokes. Several pan the scene by their mean and zoom: the distance shrinks as the mean distance of the fingers from their
    /// centroid grows.
    fn finger_moved(&mut self, to: Finger, actions: &mut Vec<Action>) {
        let place = self.fingers.iter().position(|finger| finger.id == to.id);
        let Some(place) = place.filter(|_| to.pixel.is_finite()) else {
            return;
        };
        let spread = self.spread();
        let from = std::mem::replace(&mut self.fingers[place], to);
        self.poke_to(PokePointer::Finger(to.id), to.pixel, actions);
        if self.fingers.len() < 2 || from.pixel == to.pixel {
            return;
        }
        let drag = (to.pixel - from.pixel) / self.fingers.len() as f32;
        actions.push(Action::Carry(drag));
        // Spreads below one pixel are measurement errors: their ratio is ignored.
        let grown = self.spread().max(1.0) / spread.max(1.0);
        let notches = -grown.ln() / NEARER.ln();
        if notches != 0.0 {
            actions.push(Action::Dolly(notches, Some(self.middle())));
        }
    }

    fn finger_up(&mut self, id: u64, actions: &mut Vec<Action>) {
        if self.pokes(PokePointer::Finger(id)) {
            self.end_poke(actions);
        }
        // The remaining fingers do not start to poke: only the first one does.
        self.fingers.retain(|finger| finger.id != id);
    }

    /// Mean distance of the fingers from their centroid, pixels.
    fn spread(&self) -> f32 {
        let middle = self.middle();
        let away = self
            .fingers
            .iter()
            .map(|finger| finger.pixel.distance(middle));
        away.sum::<f32>() / self.fingers.len() as f32
    }

    /// The centroid of the fingers.
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
