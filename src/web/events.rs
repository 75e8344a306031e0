//! Page events to input: keys by code, buttons and fingers by number, positions in pixels of the canvas.

use super::Lab;
use super::arguments::{finite, flag, text, whole};
use crate::session::{Action, Button, Input, Key, Modifiers, Press, TouchPhase};
use glam::Vec2;
use wasm_bindgen::prelude::*;

/// Units of a wheel event (`deltaMode`).
const PIXELS: i64 = 0;

#[wasm_bindgen]
impl Lab {
    /// Sets the time in seconds, for input that depends on timing, such as double clicks.
    #[wasm_bindgen(js_name = setTime)]
    pub fn set_time(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] seconds: JsValue,
    ) -> Result<(), JsError> {
        self.gestures
            .set_time(finite("setTime: the seconds", &seconds)?);
        Ok(())
    }

    /// The mouse moved to this position.
    #[wasm_bindgen(js_name = pointerMoved)]
    pub fn pointer_moved(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] x: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: JsValue,
    ) -> Result<(), JsError> {
        self.take(Input::PointerMoved(pixel("pointerMoved", &x, &y)?));
        Ok(())
    }

    /// The mouse left the canvas.
    #[wasm_bindgen(js_name = pointerLeft)]
    pub fn pointer_left(&mut self) {
        self.take(Input::PointerLeft);
    }

    /// A mouse button was pressed or released: 0 is the left one, 1 the middle, 2 the right; others are ignored.
    pub fn button(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] number: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] pressed: JsValue,
    ) -> Result<(), JsError> {
        let button = match whole("button: the number", &number, 0..=i64::from(u8::MAX))? {
            0 => Button::Left,
            1 => Button::Middle,
            2 => Button::Right,
            _ => return Ok(()),
        };
        let pressed = flag("button: whether it is pressed", &pressed)?;
        self.take(Input::Button { button, pressed });
        Ok(())
    }

    /// The wheel turned by this amount, in the unit of the event: 0 is pixels, 1 lines, 2 pages. Toward the user is positive.
    pub fn wheel(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] amount: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] unit: JsValue,
    ) -> Result<(), JsError> {
        let amount = finite("wheel: the amount", &amount)? as f32;
        self.take(match whole("wheel: the unit", &unit, 0..=2)? {
            PIXELS => Input::WheelPixels(-amount),
            _ => Input::WheelLines(-amount),
        });
        Ok(())
    }

    /// A touch event: 0 is start, 1 move, 2 end, 3 cancel.
    pub fn touch(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] phase: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: JsValue,
    ) -> Result<(), JsError> {
        let id = finite("touch: the finger", &id)?.to_bits();
        let phase = match whole("touch: the phase", &phase, 0..=3)? {
            0 => TouchPhase::Start,
            1 => TouchPhase::Move,
            2 => TouchPhase::End,
            _ => TouchPhase::Cancel,
        };
        let pixel = pixel("touch", &x, &y)?;
        self.take(Input::Touch { id, phase, pixel });
        Ok(())
    }

    /// A key was pressed or released: its code and the text it types, as in the event. Returns whether the key has a function.
    pub fn key(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] code: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] typed: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] pressed: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] repeat: JsValue,
    ) -> Result<bool, JsError> {
        let code = text("key: the code", &code)?;
        let place = key(&code);
        let typed = text("key: what it types", &typed)?;
        let pressed = flag("key: whether it is pressed", &pressed)?;
        let repeat = flag("key: whether it repeats", &repeat)?;
        if typed == "AltGraph" {
            self.alt_graph = pressed;
        }
        let mut letters = typed.chars().flat_map(char::to_lowercase);
        let letter = letters.next().filter(|_| letters.next().is_none());
        // Number pads type commas and points depending on the language.
        let typed = letter.filter(|_| !code.starts_with("Numpad"));
        let press = Press {
            place,
            typed,
            alt_graph: self.alt_graph,
        };
        let key = match pressed {
            true => self.keyboard.pressed(code.to_owned(), press),
            false => self.keyboard.released(&code.to_owned(), place),
        };
        self.take(Input::Key {
            key,
            letter,
            pressed,
            repeat,
        });
        Ok(key != Key::Other)
    }

    /// The modifiers that are pressed now.
    pub fn modifiers(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "boolean")] control: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] alt: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] shift: JsValue,
    ) -> Result<(), JsError> {
        // On Windows, AltGr is Ctrl and Alt at once.
        let types = self.alt_graph;
        self.take(Input::Modifiers(Modifiers {
            control: flag("modifiers: control", &control)? && !types,
            alt: flag("modifiers: alt", &alt)? && !types,
            command: flag("modifiers: command", &command)?,
            shift: flag("modifiers: shift", &shift)?,
        }));
        Ok(())
    }

    /// The canvas lost the focus.
    #[wasm_bindgen(js_name = focusLost)]
    pub fn focus_lost(&mut self) {
        self.keyboard.let_go();
        self.alt_graph = false;
        self.take(Input::FocusLost);
    }
}

fn pixel(method: &str, x: &JsValue, y: &JsValue) -> Result<Vec2, JsError> {
    let x = finite(&format!("{method}: x"), x)?;
    let y = finite(&format!("{method}: y"), y)?;
    Ok(Vec2::new(x as f32, y as f32))
}

/// The key at this position of a US keyboard.
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
        "KeyG" => Key::G,
        "KeyU" => Key::U,
        "ShiftLeft" | "ShiftRight" => Key::Shift,
        "Tab" => Key::Tab,
        "Home" => Key::Home,
        "Backspace" => Key::Backspace,
        "Delete" => Key::Delete,
        "KeyB" => Key::B,
        "Enter" | "NumpadEnter" => Key::Enter,
        "Space" => Key::Space,
        "Period" | "NumpadDecimal" => Key::Period,
        "KeyL" => Key::L,
        "KeyR" => Key::R,
        "KeyT" => Key::T,
        "KeyC" => Key::C,
        "KeyO" => Key::O,
        "KeyP" => Key::P,
        "KeyV" => Key::V,
        "KeyH" => Key::H,
        "KeyM" => Key::M,
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

/// The name of an action that only the page can carry out.
pub(super) fn wish(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::SavePicture => "picture",
        Action::SaveScene => "save",
        Action::Record => "record",
        Action::ToggleSound => "sound",
        Action::ToggleHelp => "help",
        Action::TogglePanel => "panel",
        Action::ToggleScenes => "scenes",
        Action::ToggleStatus => "status",
        Action::ToggleFullScreen => "full screen",
        Action::Escape => "escape",
        _ => return None,
    })
}

/// The actions of the page's buttons, by name.
pub(super) const ACTIONS: [(&str, Action); 21] = [
    ("pause", Action::TogglePause),
    ("step", Action::Step),
    ("rain", Action::ToggleRain),
    ("time-lapse", Action::TimeLapse),
    ("tour", Action::Tour),
    ("tour next", Action::TourNext),
    ("tour end", Action::TourEnd),
    ("calm", Action::Calm),
    ("restart", Action::Restart),
    ("undo", Action::Undo),
    ("redo", Action::Redo),
    ("home", Action::Home),
    ("surface", Action::Surface),
    ("drop", Action::DropBody(None)),
    ("orbit or fly", Action::OrbitOrFly),
    ("next view", Action::NextView),
    ("paint", Action::PaintWalls),
    ("erase", Action::EraseWalls),
    ("higher", Action::Gain(1.0)),
    ("lower", Action::Gain(-1.0)),
    ("sound", Action::ToggleSound),
];

/// The action of a page's button.
pub(super) fn action(name: &str) -> Option<Action> {
    let known = ACTIONS.iter().find(|(known, _)| *known == name);
    known.map(|(_, action)| *action)
}
