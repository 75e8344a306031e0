//! `Pad`: the state of a gamepad. Sticks fly and look, triggers sink and rise, buttons act like keys. The button that pokes carries a body
//! in the middle of the view while it is held; with the button that calms the water it takes the body out.

use super::{Action, Fly};
use glam::{Vec2, Vec3};

/// Dead zone of a stick.
const DEAD: f32 = 0.15;

/// Pixels of a drag per second of the right stick at full deflection.
const LOOK: f32 = 700.0;

/// Seconds between two pokes while the button is held.
const AGAIN: f32 = 0.12;

/// Maximum time between two calls, seconds; longer ones are clamped.
const LONGEST: f32 = 0.1;

/// The state of a gamepad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pad {
    /// The left stick: right and up, −1 to 1.
    pub left: Vec2,
    /// The right stick.
    pub right: Vec2,
    /// The left and the right trigger, 0 to 1.
    pub triggers: [f32; 2],
    /// Pressed buttons, in the order of the W3C standard gamepad (Gamepad, "Remapping"): right cluster bottom, right, left, top; shoulders,
    /// triggers, centre left and right, sticks; directional pad up, down, left, right.
    pub buttons: [bool; 16],
}

/// The actions of buttons when pressed.
const PRESSES: [(usize, Action); 11] = [
    (2, Action::ToggleRain),
    (3, Action::NextView),
    (4, Action::Gain(-1.0)),
    (5, Action::Gain(1.0)),
    (8, Action::TogglePanel),
    (9, Action::TogglePause),
    (11, Action::Home),
    (12, Action::OrbitOrFly),
    (13, Action::DropBody(None)),
    (14, Action::Undo),
    (15, Action::Redo),
];
/// The button that pokes repeatedly while held, the one that calms the water or takes out what the first one holds, and the one that speeds
/// up flight.
const POKE: usize = 0;
const CALM: usize = 1;
const FAST: usize = 10;

/// The state of a gamepad over time.
#[derive(Clone, Debug, Default)]
pub(super) struct Held {
    pad: Pad,
    /// Seconds since the last repeated poke.
    since: f32,
}

impl Held {
    /// Handles the state `elapsed` seconds later and appends the resulting actions.
    pub(super) fn take(&mut self, pad: Pad, elapsed: f32, actions: &mut Vec<Action>) {
        let elapsed = elapsed.clamp(0.0, LONGEST);
        let before = std::mem::replace(&mut self.pad, pad).buttons;
        let pressed = |button: usize| pad.buttons[button] && !before[button];
        actions.extend(
            PRESSES
                .iter()
                .filter(|(button, _)| pressed(*button))
                .map(|(_, action)| *action),
        );
        if pressed(POKE) {
            actions.extend([Action::Confirm, Action::AimStart]);
        } else if before[POKE] {
            actions.push(match pad.buttons[POKE] {
                true => Action::AimTo,
                false => Action::AimEnd,
            });
        }
        if pressed(CALM) {
            actions.push(match pad.buttons[POKE] {
                true => Action::RemoveBody(None),
                false => Action::Calm,
            });
        }
        self.since += elapsed;
        if pressed(POKE) || !pad.buttons[POKE] {
            self.since = 0.0;
        } else if self.since > AGAIN {
            self.since = 0.0;
            actions.push(Action::Confirm);
        }
        let look = moved(pad.right);
        let drag = Vec2::new(look.x, -look.y) * LOOK * elapsed;
        if drag != Vec2::ZERO && drag.is_finite() {
            actions.push(Action::Turn(drag));
        }
    }

    /// Whether the button is held that pokes, or carries a body.
    pub(super) fn is_poking(&self) -> bool {
        self.pad.buttons[POKE]
    }

    /// The flight input.
    pub(super) fn fly(&self) -> Fly {
        let along = moved(self.pad.left);
        let [sink, rise] = self
            .pad
            .triggers
            .map(|trigger| moved(Vec2::new(trigger, 0.0)).x);
        Fly {
            wish: Vec3::new(along.x, rise - sink, along.y),
            fast: self.pad.buttons[FAST],
        }
    }
}

/// The deflection of a stick outside its dead zone, squared for precision near the centre, up to length 1.
fn moved(stick: Vec2) -> Vec2 {
    let way = stick.length();
    if !way.is_finite() || way <= DEAD {
        return Vec2::ZERO;
    }
    let beyond = ((way - DEAD) / (1.0 - DEAD)).min(1.0);
    stick / way * beyond * beyond
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down(buttons: &[usize]) -> Pad {
        let mut pad = Pad::default();
        for button in buttons {
            pad.buttons[*button] = true;
        }
        pad
    }

    #[test]
    fn a_button_counts_once_and_the_poke_again_and_again() {
        let mut held = Held::default();
        let mut actions = Vec::new();
        for _ in 0..10 {
            held.take(down(&[3, 12]), 0.1, &mut actions);
        }
        assert_eq!(actions, [Action::NextView, Action::OrbitOrFly]);
        actions.clear();
        held.take(Pad::default(), 0.1, &mut actions);
        assert!(actions.is_empty());
        // A second of it: at once, and then every 0.125 s by the clock of these frames.
        for _ in 0..64 {
            held.take(down(&[0]), 1.0 / 64.0, &mut actions);
        }
        let mut pokes = actions.iter().filter(|action| **action != Action::AimTo);
        assert_eq!(pokes.next(), Some(&Action::Confirm));
        assert_eq!(pokes.next(), Some(&Action::AimStart));
        assert_eq!(pokes.copied().collect::<Vec<_>>(), [Action::Confirm; 7]);
    }

    #[test]
    fn the_button_that_pokes_carries_while_it_is_held_and_with_another_takes_out() {
        let mut held = Held::default();
        let mut actions = Vec::new();
        for buttons in [&[0][..], &[0], &[0, 1], &[1], &[], &[1], &[13]] {
            held.take(down(buttons), 0.01, &mut actions);
        }
        let expected = [
            Action::Confirm,
            Action::AimStart,
            Action::AimTo,
            Action::AimTo,
            Action::RemoveBody(None),
            Action::AimEnd,
            Action::Calm,
            Action::DropBody(None),
        ];
        assert_eq!(actions, expected);
    }

    #[test]
    fn sticks_rest_near_their_middle_and_fly_look_rise_and_sink_beyond() {
        let mut held = Held::default();
        let mut actions = Vec::new();
        let rest = Pad {
            left: Vec2::new(0.1, -0.1),
            right: Vec2::new(0.0, 0.14),
            triggers: [0.05, 0.1],
            ..Pad::default()
        };
        held.take(rest, 0.1, &mut actions);
        assert!(actions.is_empty());
        assert_eq!(held.fly(), Fly::default());
        let pad = Pad {
            left: Vec2::new(0.0, 1.0),
            right: Vec2::new(1.0, 0.0),
            triggers: [1.0, 0.0],
            ..down(&[FAST])
        };
        held.take(pad, 0.5, &mut actions);
        // After a long pause it does not jump.
        assert_eq!(actions, [Action::Turn(Vec2::new(70.0, 0.0))]);
        let fly = held.fly();
        assert_eq!((fly.wish, fly.fast), (Vec3::new(0.0, -1.0, 1.0), true));
        // A corner of the stick's frame is no faster than its side, and what is no number is rest.
        held.take(
            Pad {
                left: Vec2::ONE,
                right: Vec2::NAN,
                ..Pad::default()
            },
            0.5,
            &mut actions,
        );
        assert!((held.fly().wish.length() - 1.0).abs() < 1e-6);
        assert_eq!(actions.len(), 1);
    }
}
