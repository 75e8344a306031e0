//! Gamepads of this machine, by gilrs: the one used last. Without the feature `gamepad` there is none.

#[cfg(feature = "gamepad")]
use crate::session::Pad;
#[cfg(feature = "gamepad")]
use gilrs::{Axis, Button, Gamepad, GamepadId, Gilrs};

/// The connection to the gamepads of this machine.
#[cfg(feature = "gamepad")]
pub(super) struct Gamepads {
    gilrs: Option<Gilrs>,
    touched: Option<GamepadId>,
}

/// In the order of [`Pad::buttons`].
#[cfg(feature = "gamepad")]
const BUTTONS: [Button; 16] = [
    Button::South,
    Button::East,
    Button::West,
    Button::North,
    Button::LeftTrigger,
    Button::RightTrigger,
    Button::LeftTrigger2,
    Button::RightTrigger2,
    Button::Select,
    Button::Start,
    Button::LeftThumb,
    Button::RightThumb,
    Button::DPadUp,
    Button::DPadDown,
    Button::DPadLeft,
    Button::DPadRight,
];

#[cfg(feature = "gamepad")]
impl Gamepads {
    /// Where the system has no support, there are none.
    pub(super) fn new() -> Self {
        let gilrs = Gilrs::new();
        if let Err(error) = &gilrs {
            log::info!("no gamepads: {error}");
        }
        Self {
            gilrs: gilrs.ok(),
            touched: None,
        }
    }

    /// The state of the gamepad used last, if it is connected.
    pub(super) fn held(&mut self) -> Option<Pad> {
        let gilrs = self.gilrs.as_mut()?;
        while let Some(event) = gilrs.next_event() {
            self.touched = Some(event.id);
        }
        let pad: Gamepad = gilrs.connected_gamepad(self.touched?)?;
        let stick = |x, y| glam::Vec2::new(pad.value(x), pad.value(y));
        let pulled = |button| pad.button_data(button).map_or(0.0, |data| data.value());
        Some(Pad {
            left: stick(Axis::LeftStickX, Axis::LeftStickY),
            right: stick(Axis::RightStickX, Axis::RightStickY),
            triggers: [Button::LeftTrigger2, Button::RightTrigger2].map(pulled),
            buttons: BUTTONS.map(|button| pad.is_pressed(button)),
        })
    }
}

/// No gamepads: the program was built without the feature.
#[cfg(not(feature = "gamepad"))]
pub(super) struct Gamepads;

#[cfg(not(feature = "gamepad"))]
impl Gamepads {
    pub(super) fn new() -> Self {
        Self
    }

    pub(super) fn held(&mut self) -> Option<crate::session::Pad> {
        None
    }
}
