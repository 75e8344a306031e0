//! From the page's events to the words of the hands: keys by their code, buttons and fingers by their numbers, pixels of the canvas.

use super::Lab;
use crate::play::{Action, Button, Input, Key, Modifiers, TouchPhase};
use glam::Vec2;
use wasm_bindgen::prelude::*;

/// Units of a wheel's turn, as pages count them.
const PIXELS: u32 = 0;

#[wasm_bindgen]
impl Lab {
    /// Tells the time in seconds, for what belongs together if it comes quickly.
    #[wasm_bindgen(js_name = setTime)]
    pub fn set_time(&mut self, seconds: f64) {
        self.gestures.set_time(seconds);
    }

    /// The mouse is now here.
    #[wasm_bindgen(js_name = pointerMoved)]
    pub fn pointer_moved(&mut self, x: f32, y: f32) {
        self.take(Input::PointerMoved(Vec2::new(x, y)));
    }

    /// The mouse left the canvas.
    #[wasm_bindgen(js_name = pointerLeft)]
    pub fn pointer_left(&mut self) {
        self.take(Input::PointerLeft);
    }

    /// A button of the mouse went down or up: 0 is the left one, 1 the middle, 2 the right.
    pub fn button(&mut self, number: i16, pressed: bool) {
        let button = match number {
            0 => Button::Left,
            1 => Button::Middle,
            2 => Button::Right,
            _ => return,
        };
        self.take(Input::Button { button, pressed });
    }

    /// The wheel turned by so much, in the unit that the page names: 0 are pixels, 1 lines. Toward the hand is positive.
    pub fn wheel(&mut self, amount: f32, unit: u32) {
        self.take(match unit {
            PIXELS => Input::WheelPixels(-amount),
            _ => Input::WheelLines(-amount),
        });
    }

    /// A finger did something: 0 came down, 1 moved, 2 went up, 3 was taken by somebody else.
    pub fn touch(&mut self, id: f64, phase: u32, x: f32, y: f32) {
        let phase = match phase {
            0 => TouchPhase::Start,
            1 => TouchPhase::Move,
            2 => TouchPhase::End,
            _ => TouchPhase::Cancel,
        };
        self.take(Input::Touch {
            id: id.to_bits(),
            phase,
            pixel: Vec2::new(x, y),
        });
    }

    /// A key went down or up: its code and what it types, as the page names them. Whether it means anything here.
    pub fn key(&mut self, code: &str, typed: &str, pressed: bool, repeat: bool) -> bool {
        let key = key(code);
        let mut letters = typed.chars().flat_map(char::to_lowercase);
        let letter = letters.next().filter(|_| letters.next().is_none());
        self.take(Input::Key {
            key: key.unwrap_or(Key::Other),
            letter,
            pressed,
            repeat,
        });
        key.is_some()
    }

    /// The modifiers that are down now.
    pub fn modifiers(&mut self, control: bool, alt: bool, command: bool, shift: bool) {
        self.take(Input::Modifiers(Modifiers {
            control,
            alt,
            command,
            shift,
        }));
    }

    /// Keys and buttons go to somebody else from now on.
    #[wasm_bindgen(js_name = focusLost)]
    pub fn focus_lost(&mut self) {
        self.take(Input::FocusLost);
    }
}

/// By place on the keyboard, so that W A S D stay together on every layout.
fn key(code: &str) -> Option<Key> {
    if let Some(digit) = code.strip_prefix("Digit").or(code.strip_prefix("Numpad"))
        && let Ok(digit @ 0..=9) = digit.parse()
    {
        return Some(Key::Digit(digit));
    }
    Some(match code {
        "KeyW" | "ArrowUp" => Key::W,
        "KeyA" | "ArrowLeft" => Key::A,
        "KeyS" | "ArrowDown" => Key::S,
        "KeyD" | "ArrowRight" => Key::D,
        "KeyQ" | "PageDown" => Key::Q,
        "KeyE" | "PageUp" => Key::E,
        "KeyF" => Key::F,
        "ShiftLeft" | "ShiftRight" => Key::Shift,
        "Tab" => Key::Tab,
        "Home" => Key::Home,
        "Backspace" => Key::Backspace,
        "Enter" | "NumpadEnter" => Key::Enter,
        "Space" => Key::Space,
        "Period" | "NumpadDecimal" => Key::Period,
        "KeyR" => Key::R,
        "KeyC" => Key::C,
        "KeyO" => Key::O,
        "KeyP" => Key::P,
        "KeyV" => Key::V,
        "KeyH" => Key::H,
        "BracketLeft" => Key::BracketLeft,
        "BracketRight" => Key::BracketRight,
        "Minus" | "NumpadSubtract" => Key::Minus,
        "Equal" | "NumpadAdd" => Key::Plus,
        "F1" => Key::F1,
        "F2" => Key::F2,
        "F3" => Key::F3,
        "F11" => Key::F11,
        "Escape" => Key::Escape,
        _ => return None,
    })
}

/// What only the page can do, by its name.
pub(super) fn wish(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::SavePicture => "picture",
        Action::SaveScene => "save",
        Action::Record => "record",
        Action::ToggleHelp => "help",
        Action::TogglePanel => "panel",
        Action::ToggleScenes => "scenes",
        Action::ToggleStatus => "status",
        Action::ToggleFullScreen => "full screen",
        Action::Escape => "escape",
        _ => return None,
    })
}

/// The action that a button of the page names.
pub(super) fn action(name: &str) -> Option<Action> {
    Some(match name {
        "pause" => Action::TogglePause,
        "step" => Action::Step,
        "rain" => Action::ToggleRain,
        "calm" => Action::Calm,
        "restart" => Action::Restart,
        "undo" => Action::Undo,
        "redo" => Action::Redo,
        "home" => Action::Home,
        "orbit or fly" => Action::OrbitOrFly,
        "next view" => Action::NextView,
        "paint" => Action::PaintWalls,
        "erase" => Action::EraseWalls,
        "higher" => Action::Gain(1.0),
        "lower" => Action::Gain(-1.0),
        _ => return None,
    })
}
