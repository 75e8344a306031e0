//! Translates winit events to [`Gestures`](crate::session::Gestures) input.

use crate::session::{Button, Input, Key, Keyboard, Modifiers, Press, TouchPhase};
use glam::Vec2;
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{KeyCode, KeyLocation, NamedKey, PhysicalKey};

/// The state of the keyboard.
#[derive(Default)]
pub(super) struct Keys {
    keyboard: Keyboard<PhysicalKey>,
    alt_graph: bool,
}

impl Keys {
    /// The key of an event.
    fn key(&mut self, event: &KeyEvent) -> Key {
        let is_pressed = event.state == ElementState::Pressed;
        if event.logical_key == winit::keyboard::Key::Named(NamedKey::AltGraph) {
            self.alt_graph = is_pressed;
        }
        let place = key(event.physical_key);
        if !is_pressed {
            return self.keyboard.released(&event.physical_key, place);
        }
        // Number pads type commas and points depending on the language.
        let types = event.location != KeyLocation::Numpad;
        let press = Press {
            place,
            typed: letter(&event.logical_key).filter(|_| types),
            alt_graph: self.alt_graph,
        };
        self.keyboard.pressed(event.physical_key, press)
    }

    fn let_go(&mut self) {
        self.keyboard.let_go();
        self.alt_graph = false;
    }
}

/// The input of an event; `None` for events without a function.
pub(super) fn input(event: &WindowEvent, keys: &mut Keys) -> Option<Input> {
    Some(match event {
        WindowEvent::CursorMoved { position, .. } => {
            Input::PointerMoved(Vec2::new(position.x as f32, position.y as f32))
        }
        WindowEvent::CursorLeft { .. } => Input::PointerLeft,
        WindowEvent::MouseInput { state, button, .. } => Input::Button {
            button: match button {
                MouseButton::Left => Button::Left,
                MouseButton::Right => Button::Right,
                MouseButton::Middle => Button::Middle,
                _ => return None,
            },
            pressed: *state == ElementState::Pressed,
        },
        WindowEvent::MouseWheel { delta, .. } => match delta {
            MouseScrollDelta::LineDelta(_, lines) => Input::WheelLines(*lines),
            MouseScrollDelta::PixelDelta(pixels) => Input::WheelPixels(pixels.y as f32),
        },
        WindowEvent::PinchGesture { delta, .. } => Input::WheelLines(*delta as f32 * 10.0),
        // Synthetic presses when the window gets the focus are not user input.
        WindowEvent::KeyboardInput {
            event,
            is_synthetic: false,
            ..
        } => Input::Key {
            key: keys.key(event),
            letter: letter(&event.logical_key),
            pressed: event.state == ElementState::Pressed,
            repeat: event.repeat,
        },
        WindowEvent::ModifiersChanged(modifiers) => {
            let state = modifiers.state();
            Input::Modifiers(Modifiers {
                control: state.control_key(),
                alt: state.alt_key(),
                command: state.super_key(),
                shift: state.shift_key(),
            })
        }
        WindowEvent::Touch(touch) => Input::Touch {
            id: touch.id,
            phase: match touch.phase {
                winit::event::TouchPhase::Started => TouchPhase::Start,
                winit::event::TouchPhase::Moved => TouchPhase::Move,
                winit::event::TouchPhase::Ended => TouchPhase::End,
                winit::event::TouchPhase::Cancelled => TouchPhase::Cancel,
            },
            pixel: Vec2::new(touch.location.x as f32, touch.location.y as f32),
        },
        WindowEvent::Focused(false) => {
            keys.let_go();
            Input::FocusLost
        }
        _ => return None,
    })
}

/// The letter that a key types, in lower case.
fn letter(logical: &winit::keyboard::Key) -> Option<char> {
    let winit::keyboard::Key::Character(text) = logical else {
        return None;
    };
    let mut letters = text.chars().flat_map(char::to_lowercase);
    letters.next().filter(|_| letters.next().is_none())
}

/// The key at a position of a US keyboard.
fn key(physical: PhysicalKey) -> Option<Key> {
    let PhysicalKey::Code(code) = physical else {
        return None;
    };
    Some(match code {
        KeyCode::KeyW | KeyCode::ArrowUp => Key::W,
        KeyCode::KeyA | KeyCode::ArrowLeft => Key::A,
        KeyCode::KeyS | KeyCode::ArrowDown => Key::S,
        KeyCode::KeyD | KeyCode::ArrowRight => Key::D,
        KeyCode::KeyQ | KeyCode::PageDown => Key::Q,
        KeyCode::KeyE | KeyCode::PageUp => Key::E,
        KeyCode::KeyF => Key::F,
        KeyCode::KeyG => Key::G,
        KeyCode::KeyU => Key::U,
        KeyCode::ShiftLeft | KeyCode::ShiftRight => Key::Shift,
        KeyCode::Tab => Key::Tab,
        KeyCode::Home => Key::Home,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::KeyB => Key::B,
        KeyCode::Enter | KeyCode::NumpadEnter => Key::Enter,
        KeyCode::Digit0 | KeyCode::Numpad0 => Key::Digit(0),
        KeyCode::Digit1 | KeyCode::Numpad1 => Key::Digit(1),
        KeyCode::Digit2 | KeyCode::Numpad2 => Key::Digit(2),
        KeyCode::Digit3 | KeyCode::Numpad3 => Key::Digit(3),
        KeyCode::Digit4 | KeyCode::Numpad4 => Key::Digit(4),
        KeyCode::Digit5 | KeyCode::Numpad5 => Key::Digit(5),
        KeyCode::Digit6 | KeyCode::Numpad6 => Key::Digit(6),
        KeyCode::Digit7 | KeyCode::Numpad7 => Key::Digit(7),
        KeyCode::Digit8 | KeyCode::Numpad8 => Key::Digit(8),
        KeyCode::Digit9 | KeyCode::Numpad9 => Key::Digit(9),
        KeyCode::Space => Key::Space,
        KeyCode::Period | KeyCode::NumpadDecimal => Key::Period,
        KeyCode::KeyL => Key::L,
        KeyCode::KeyM => Key::M,
        KeyCode::KeyR => Key::R,
        KeyCode::KeyT => Key::T,
        KeyCode::KeyC => Key::C,
        KeyCode::KeyO => Key::O,
        KeyCode::KeyP => Key::P,
        KeyCode::KeyV => Key::V,
        KeyCode::KeyH => Key::H,
        KeyCode::BracketLeft => Key::BracketLeft,
        KeyCode::BracketRight => Key::BracketRight,
        KeyCode::Minus | KeyCode::NumpadSubtract => Key::Minus,
        KeyCode::Equal | KeyCode::NumpadAdd => Key::Plus,
        KeyCode::F1 => Key::F1,
        KeyCode::F2 => Key::F2,
        KeyCode::F3 => Key::F3,
        KeyCode::F6 => Key::F6,
        KeyCode::F11 => Key::F11,
        KeyCode::Escape => Key::Escape,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_fly_as_the_letters_do_and_the_number_pad_counts() {
        let meant = |code| key(PhysicalKey::Code(code));
        assert_eq!(meant(KeyCode::ArrowUp), meant(KeyCode::KeyW));
        assert_eq!(meant(KeyCode::ArrowLeft), meant(KeyCode::KeyA));
        assert_eq!(meant(KeyCode::PageUp), meant(KeyCode::KeyE));
        assert_eq!(meant(KeyCode::Numpad9), Some(Key::Digit(9)));
        assert_eq!(meant(KeyCode::KeyZ), None);
    }

    #[test]
    fn a_window_that_loses_the_focus_lets_go() {
        let mut keys = Keys::default();
        let mut meant = |focused| input(&WindowEvent::Focused(focused), &mut keys);
        assert_eq!(meant(false), Some(Input::FocusLost));
        assert_eq!(meant(true), None);
    }
}
