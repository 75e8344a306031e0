//! The words of [`super::Gestures`]: what hands do, and what it asks for.

use glam::Vec2;

/// One thing that happened at the window. Places are physical pixels from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// The pointer is now here.
    PointerMoved(Vec2),
    /// The pointer left the window.
    PointerLeft,
    /// A mouse button went down or up.
    Button {
        /// Which.
        button: Button,
        /// Down.
        pressed: bool,
    },
    /// The wheel turned by this many notches, away from the hand when positive.
    WheelLines(f32),
    /// A touch pad scrolled by this many pixels, what is under it down when positive: nearer, as for the wheel.
    WheelPixels(f32),
    /// A key went down or up.
    Key {
        /// Which, as a [`Keyboard`] tells it.
        key: Key,
        /// The letter that it types, as a small one.
        letter: Option<char>,
        /// Down.
        pressed: bool,
        /// Whether the system repeats a key that is kept down.
        repeat: bool,
    },
    /// These modifiers are down now.
    Modifiers(Modifiers),
    /// A finger did something.
    Touch {
        /// The same for one finger from start to end.
        id: u64,
        /// What it did.
        phase: TouchPhase,
        /// Where.
        pixel: Vec2,
    },
    /// Keys and buttons go to another window from now on: whatever is held counts as let go.
    FocusLost,
}

/// The mouse buttons that do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Pokes.
    Left,
    /// Turns the camera.
    Right,
    /// Moves it along.
    Middle,
}

/// The keys that do something.
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
    Shift,
    Tab,
    /// 0 to 9; any other number is ignored.
    Digit(u8),
    Space,
    Period,
    R,
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
    Enter,
    Escape,
    /// `[`
    BracketLeft,
    /// `]`
    BracketRight,
    Plus,
    Minus,
    /// Any that does something as a letter alone.
    Other,
}

/// Tells which [`Key`] a key of the keyboard is: by the character that it types, where that means something; else by its place, so
/// that W A S D stay together on every layout. `Code` names a place on the keyboard.
///
/// Digits go by their place, as AZERTY types them with Shift alone; with AltGr they go by the character.
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
    /// The keys that are down, with what they were when they went down.
    held: Vec<(Code, Key)>,
}

/// A key that goes down.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// What is at its place of an American keyboard, if that does something.
    pub place: Option<Key>,
    /// The one character that it types.
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
    /// Which key it is that goes down, or is repeated.
    pub fn pressed(&mut self, code: Code, press: Press) -> Key {
        let key = press.key();
        self.held.retain(|(held, _)| *held != code);
        self.held.push((code, key));
        key
    }

    /// Which key it is that goes up: the one that went down, whatever it would type now; `place` where none did.
    pub fn released(&mut self, code: &Code, place: Option<Key>) -> Key {
        let held = self.held.iter().position(|(held, _)| held == code);
        let held = held.map(|held| self.held.swap_remove(held).1);
        held.or(place).unwrap_or(Key::Other)
    }

    /// Forgets which keys are down.
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
            'f' => Key::F,
            'r' => Key::R,
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
            // What an alphabet without these letters types goes by its place.
            typed if flies || !typed.is_ascii() => by_place,
            _ => Key::Other,
        }
    }
}

/// The modifiers that make a key part of a chord, of which few are ours. (Shift is a [`Key`].)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Ctrl.
    pub control: bool,
    /// Alt, or Option.
    pub alt: bool,
    /// Super, Windows or Command.
    pub command: bool,
    /// Shift, which makes another chord of one of these.
    pub shift: bool,
}

/// What a finger did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchPhase {
    /// It came down.
    Start,
    /// It moved.
    Move,
    /// It was lifted.
    End,
    /// The system took it away.
    Cancel,
}

/// What the panel claims at the moment of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PanelWants {
    /// The place of the input is over the panel.
    pub pointer: bool,
    /// A text field takes the keys.
    pub keyboard: bool,
}

/// One thing that the program should do. Places as in [`Input`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// A stone at this pixel; a poke begins.
    PokeStart(Vec2),
    /// A stroke from the poke's last pixel to this one.
    PokeTo(Vec2),
    /// The poke is over, at its last pixel.
    PokeEnd(Vec2),
    /// Turn the camera by a drag of this many pixels: round what is looked at, or where it looks.
    Turn(Vec2),
    /// Have the scene follow a drag of this many pixels by turning the camera.
    Carry(Vec2),
    /// Move the camera along by a drag of this many pixels, for [`crate::session::FlyCamera::pan`].
    Pan(Vec2),
    /// Move nearer by this many notches to what is at a pixel, or else ahead, for [`crate::session::FlyCamera::dolly_toward`].
    Dolly(f32, Option<Vec2>),
    /// Fly to what is at this pixel.
    GoTo(Vec2),
    /// Have right drags do the other of turning round and looking about.
    OrbitOrFly,
    /// Back to where the scene is seen from at its beginning.
    Home,
    /// The next view.
    NextView,
    /// The n-th model, counted from 1; there may be no such model.
    Model(usize),
    /// The n-th model, counted from 1, beside the water; the one that is there already leaves.
    Compare(usize),
    /// Stop time or let it go on.
    TogglePause,
    /// One step.
    Step,
    /// Begin or end rain.
    ToggleRain,
    /// Bring the water to rest.
    Calm,
    /// Begin or end painting walls.
    PaintWalls,
    /// Begin or end erasing walls.
    EraseWalls,
    /// A wider brush for walls by this many notches, a narrower one when negative.
    Brush(f32),
    /// Show waves higher by this many notches, lower when negative.
    Gain(f32),
    /// Show waves as high as the scene does at its beginning.
    GainBack,
    /// Take back what was changed last.
    Undo,
    /// Do again what was taken back last.
    Redo,
    /// Save the scene to a file.
    SaveScene,
    /// Copy the command that renders the scene.
    CopyCommand,
    /// Yes, to what is asked; where nothing is, a poke in the middle of what is shown.
    Confirm,
    /// The scene from its beginning.
    Restart,
    /// Save a picture to a file.
    SavePicture,
    /// Begin or end a clip.
    Record,
    /// Keep the last seconds of what is shown from now on, or no longer.
    KeepLast,
    /// Make a clip of the last seconds; keep them from now on, where they are not.
    SaveLast,
    /// Show or hide help.
    ToggleHelp,
    /// Show or hide the panel.
    TogglePanel,
    /// Have the keys go to the panel.
    EnterPanel,
    /// Show or hide the scenes that there are.
    ToggleScenes,
    /// Show or hide how fast it goes.
    ToggleStatus,
    /// Enter or leave full screen.
    ToggleFullScreen,
    /// Close what is open, one thing at a time: help, panel, what is in the hand, full screen; and then quit.
    Escape,
}
