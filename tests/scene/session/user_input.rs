//! Short names for user input.

use glam::Vec2;
use waterlab::session::{Action, Button, Gestures, Input, Key, PanelWants, TouchPhase};

pub const WATER: PanelWants = PanelWants {
    pointer: false,
    keyboard: false,
};
pub const OVER_PANEL: PanelWants = PanelWants {
    pointer: true,
    keyboard: false,
};
pub const TYPING: PanelWants = PanelWants {
    pointer: false,
    keyboard: true,
};

pub struct UserInput(pub Gestures);

impl UserInput {
    pub fn new() -> Self {
        Self(Gestures::new())
    }

    pub fn all(&mut self, panel: PanelWants, inputs: &[Input]) -> Vec<Action> {
        let mut actions = Vec::new();
        for input in inputs {
            self.0.handle(*input, panel, &mut actions);
        }
        actions
    }

    pub fn on_water(&mut self, inputs: &[Input]) -> Vec<Action> {
        self.all(WATER, inputs)
    }

    pub fn on_panel(&mut self, inputs: &[Input]) -> Vec<Action> {
        self.all(OVER_PANEL, inputs)
    }
}

pub fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

pub fn moved(x: f32, y: f32) -> Input {
    Input::PointerMoved(at(x, y))
}

pub const fn button(button: Button, pressed: bool) -> Input {
    Input::Button { button, pressed }
}

pub const LEFT_DOWN: Input = button(Button::Left, true);
pub const LEFT_UP: Input = button(Button::Left, false);
pub const RIGHT_DOWN: Input = button(Button::Right, true);
pub const RIGHT_UP: Input = button(Button::Right, false);

pub const MIDDLE_DOWN: Input = button(Button::Middle, true);
pub const MIDDLE_UP: Input = button(Button::Middle, false);

pub fn down(key: Key) -> Input {
    Input::Key {
        key,
        letter: None,
        pressed: true,
        repeat: false,
    }
}

pub fn repeated(key: Key) -> Input {
    Input::Key {
        key,
        letter: None,
        pressed: true,
        repeat: true,
    }
}

pub fn up(key: Key) -> Input {
    Input::Key {
        key,
        letter: None,
        pressed: false,
        repeat: false,
    }
}

pub fn touch(id: u64, phase: TouchPhase, x: f32, y: f32) -> Input {
    Input::Touch {
        id,
        phase,
        pixel: at(x, y),
    }
}
