//! The types of [`super::Gestures`]: inputs and actions.

use glam::Vec2;

/// One input event of the window. Positions are physical pixels from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// The pointer moved to this position.
    PointerMoved(Vec2),
    /// The pointer left the window.
    PointerLeft,
    /// A mouse button went down or up.
    Button {
        /// The button.
        button: Button,
        /// Whether it was pressed or released.
        pressed: bool,
    },
    /// The wheel turned by this many notches, away from the user when positive.
    WheelLines(f32),
    /// A touchpad scrolled by this many pixels; positive is nearer, as for the wheel.
    WheelPixels(f32),
    /// A key went down or up.
    Key {
        /// The key, as identified by [`Keyboard`].
        key: Key,
        /// The letter that it types, in lower case.
        letter: Option<char>,
        /// Whether it was pressed or released.
        pressed: bool,
        /// Whether this is a key repeat of the system.
        repeat: bool,
    },
    /// The modifiers that are pressed now.
    Modifiers(Modifiers),
    /// A touch event.
    Touch {
        /// Identifies the finger from start to end.
        id: u64,
        /// The phase of the touch.
        phase: TouchPhase,
        /// Position.
        pixel: Vec2,
    },
    /// The window lost the focus: all keys and buttons count as released.
    FocusLost,
}

/// The mouse buttons with a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Pokes.
    Left,
    /// Turns the camera.
    Right,
    /// Pans the camera.
    Middle,
}

/// The keys with a function.
#[allow(missing_docs)] // the variants are the keys
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    W,
    A,
    S,
    D,
    Q,
    E,
    F,
    G,
    Shift,
    Tab,
    /// 0 to 9; any other number is ignored.
    Digit(u8),
    Space,
    Period,
    L,
    M,
    R,
    T,
    U,
    V,
    C,
    O,
    P,
    H,
    F1,
    F2,
    F3,
    F6,
    F11,
    Home,
    Backspace,
    Delete,
    B,
    Enter,
    Escape,
    /// `[`
    BracketLeft,
    /// `]`
    BracketRight,
    Plus,
    Minus,
    /// Any key that only acts by its letter.
    Other,
}

/// Identifies the [`Key`] of a key press: by the character that it types, where that has a function; otherwise by its position, so that W A
/// S D stay together on every layout. `Code` identifies a position on the keyboard.
///
/// Digits are identified by position, as AZERTY types them only with Shift; with AltGr by character.
///
/// ```
/// use waterlab::session::{Key, Keyboard, Press};
///
/// let mut german = Keyboard::default();
/// let eight = Press { place: Some(Key::Digit(8)), typed: Some('8'), alt_graph: false };
/// assert_eq!(german.pressed("Digit8", eight), Key::Digit(8));
/// let bracket = Press { typed: Some('['), alt_graph: true, ..eight };
/// assert_eq!(german.pressed("Digit8", bracket), Key::BracketLeft);
/// ```
#[derive(Clone, Debug)]
pub struct Keyboard<Code> {
    /// The pressed keys, each with the [`Key`] that it was when pressed.
    held: Vec<(Code, Key)>,
}

/// A key press.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// The key at this position of a US keyboard, if that has a function.
    pub place: Option<Key>,
    /// The character that it types.
    pub typed: Option<char>,
    /// Whether AltGr is held.
    pub alt_graph: bool,
}

impl<Code> Default for Keyboard<Code> {
    fn default() -> Self {
        Self { held: Vec::new() }
    }
}

impl<Code: PartialEq> Keyboard<Code> {
    /// The key that is pressed or repeated.
    pub fn pressed(&mut self, code: Code, press: Press) -> Key {
        let key = press.key();
        self.held.retain(|(held, _)| *held != code);
        self.held.push((code, key));
        key
    }

    /// The key that is released: the one that was pressed, whatever it would type now; `place` if none was.
    pub fn released(&mut self, code: &Code, place: Option<Key>) -> Key {
        let held = self.held.iter().position(|(held, _)| held == code);
        let held = held.map(|held| self.held.swap_remove(held).1);
        held.or(place).unwrap_or(Key::Other)
    }

    /// Forgets all pressed keys.
    pub fn let_go(&mut self) {
        self.held.clear();
    }
}

impl Press {
    fn key(self) -> Key {
        let is_digit = matches!(self.place, Some(Key::Digit(_)));
        let by_place = self.place.unwrap_or(Key::Other);
        let Some(typed) = self.typed.filter(|_| !is_digit || self.alt_graph) else {
            return by_place;
        };
        let flies = matches!(
            by_place,
            Key::W | Key::A | Key::S | Key::D | Key::Q | Key::E
        );
        match typed.to_ascii_lowercase() {
            'b' => Key::B,
            'f' => Key::F,
            'g' => Key::G,
            'l' => Key::L,
            'm' => Key::M,
            'r' => Key::R,
            't' => Key::T,
            'u' => Key::U,
            'v' => Key::V,
            'c' => Key::C,
            'o' => Key::O,
            'p' => Key::P,
            'h' => Key::H,
            '.' => Key::Period,
            '[' => Key::BracketLeft,
            ']' => Key::BracketRight,
            '+' | '=' => Key::Plus,
            '-' => Key::Minus,
            _ if self.alt_graph => Key::Other,
            ' ' => by_place,
            // In alphabets without these letters, position decides.
            typed if flies || !typed.is_ascii() => by_place,
            _ => Key::Other,
        }
    }
}

/// The modifiers that make a key part of a shortcut. (Shift is a [`Key`].)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Ctrl.
    pub control: bool,
    /// Alt, or Option.
    pub alt: bool,
    /// Super, Windows or Command.
    pub command: bool,
    /// Shift, which selects another shortcut with one of these.
    pub shift: bool,
}

/// The phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchPhase {
    /// The finger touched the screen.
    Start,
    /// It moved.
    Move,
    /// The finger was lifted.
    End,
    /// The system cancelled the touch.
    Cancel,
}

/// What the panel claims at the time of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanelWants {
    /// The pointer is over the panel.
    pub pointer: bool,
    /// A text field has the keyboard focus.
    pub keyboard: bool,
}

/// An action that the program should carry out. Positions as in [`Input`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Drop a stone at this pixel; a poke begins.
    PokeStart(Vec2),
    /// A stroke from the poke's last pixel to this one.
    PokeTo(Vec2),
    /// The poke ends, at its last pixel.
    PokeEnd(Vec2),
    /// Orbit or look around by a drag of this many pixels.
    Turn(Vec2),
    /// Turn the camera by a touch drag of this many pixels, so that the scene follows the fingers.
    Carry(Vec2),
    /// Pan the camera by a drag of this many pixels; see [`crate::session::FlyCamera::pan`].
    Pan(Vec2),
    /// Zoom by this many notches toward a pixel, or ahead; see [`crate::session::FlyCamera::dolly_toward`].
    Dolly(f32, Option<Vec2>),
    /// Fly to the point at this pixel.
    GoTo(Vec2),
    /// Mute the sound, or turn it on again.
    ToggleSound,
    /// Switch right drags between orbiting and looking around.
    OrbitOrFly,
    /// Reset the camera to that of the scene.
    Home,
    /// Fly straight up out of the water.
    Surface,
    /// Show the next view.
    NextView,
    /// Select the n-th model, counted from 1; there may be no such model.
    Model(usize),
    /// Compare with the n-th model, counted from 1; the current one again ends the comparison.
    Compare(usize),
    /// Pause or resume.
    TogglePause,
    /// Make a single step.
    Step,
    /// Start or stop rain.
    ToggleRain,
    /// Start or stop a time-lapse to the next dawn.
    TimeLapse,
    /// Start a tour of the bundled scenes, interrupt it, or continue it.
    Tour,
    /// Show the next scene of the tour.
    TourNext,
    /// End the tour.
    TourEnd,
    /// Take hold of the body in the middle of the view, if there is one.
    AimStart,
    /// Carry the body that is held to the middle of the view.
    AimTo,
    /// Let go of that body.
    AimEnd,
    /// Calm the water.
    Calm,
    /// Drop a body above this pixel, or ahead.
    DropBody(Option<Vec2>),
    /// Take out the body at this pixel; elsewhere the one dropped or held last.
    RemoveBody(Option<Vec2>),
    /// Start or stop painting walls.
    PaintWalls,
    /// Start or stop erasing walls.
    EraseWalls,
    /// Select the next tool for ground, or the one before.
    GroundTool {
        /// The one before.
        backward: bool,
    },
    /// Enlarge the brush for walls or ground by this many notches, shrink it when negative.
    Brush(f32),
    /// Exaggerate waves by this many notches, flatten them when negative.
    Gain(f32),
    /// Reset the exaggeration to that of the scene.
    GainBack,
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Save the scene to a file.
    SaveScene,
    /// Copy the command that renders the scene.
    CopyCommand,
    /// Confirm a question; without one, poke the middle of the view.
    Confirm,
    /// Restart the scene.
    Restart,
    /// Save a picture to a file.
    SavePicture,
    /// Start or stop recording a clip.
    Record,
    /// Start or stop buffering the last seconds.
    KeepLast,
    /// Save a clip of the last seconds; start buffering if that is off.
    SaveLast,
    /// Show or hide help.
    ToggleHelp,
    /// Show or hide the panel.
    TogglePanel,
    /// Move the keyboard focus to the panel.
    EnterPanel,
    /// Show or hide the list of scenes.
    ToggleScenes,
    /// Show or hide the frame rate.
    ToggleStatus,
    /// Enter or leave full screen.
    ToggleFullScreen,
    /// Close what is open, one thing at a time: help, panel, tool, full screen; then quit.
    Escape,
}
