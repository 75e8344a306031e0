//! Touch: one finger pokes, two fingers pan and zoom.

use waterlab::session::TouchPhase::{Cancel, End, Move, Start};
use waterlab::session::{Action, NEARER};

use super::user_input::*;

#[test]
fn one_finger_pokes() {
    let finger = [
        touch(7, Start, 1.0, 1.0),
        touch(7, Move, 2.0, 1.0),
        touch(8, Move, 9.0, 9.0),
        touch(7, End, 3.0, 1.0),
    ];
    assert_eq!(
        UserInput::new().on_water(&finger),
        [
            Action::PokeStart(at(1.0, 1.0)),
            Action::PokeTo(at(2.0, 1.0)),
            Action::PokeTo(at(3.0, 1.0)),
            Action::PokeEnd(at(3.0, 1.0)),
        ]
    );
}

#[test]
fn a_second_finger_ends_the_poke_until_all_fingers_are_up() {
    let mut input = UserInput::new();
    input.on_water(&[touch(1, Start, 0.0, 0.0)]);
    assert_eq!(
        input.on_water(&[touch(2, Start, 100.0, 0.0)]),
        [Action::PokeEnd(at(0.0, 0.0))]
    );
    assert_eq!(input.on_water(&[touch(1, End, 0.0, 0.0)]), []);
    assert_eq!(input.on_water(&[touch(2, Move, 150.0, 0.0)]), []);
    assert_eq!(input.on_water(&[touch(3, Start, 0.0, 50.0)]), []);
    assert_eq!(
        input.on_water(&[touch(3, Cancel, 0.0, 50.0), touch(2, End, 0.0, 0.0)]),
        []
    );
    assert_eq!(
        input.on_water(&[touch(4, Start, 6.0, 6.0)]),
        [Action::PokeStart(at(6.0, 6.0))]
    );
    assert_eq!(
        input.on_water(&[touch(4, Cancel, 7.0, 6.0)]),
        [Action::PokeEnd(at(6.0, 6.0))]
    );
}

#[test]
fn two_fingers_pan_by_their_mean_and_zoom_by_their_distance() {
    let mut input = UserInput::new();
    input.on_water(&[touch(1, Start, 100.0, 0.0), touch(2, Start, 200.0, 0.0)]);
    let actions = input.on_water(&[touch(2, Move, 300.0, 0.0), touch(1, Move, 200.0, 0.0)]);
    // Each finger moved 100 px to the right, and the mean 50.
    let looks: Vec<_> = actions
        .iter()
        .filter(|action| matches!(action, Action::Carry(_)))
        .collect();
    assert_eq!(
        looks,
        [&Action::Carry(at(50.0, 0.0)), &Action::Carry(at(50.0, 0.0))]
    );
    // Twice the finger distance halves the camera distance, and back.
    let zooms: Vec<_> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Dolly(notches, middle) => Some((NEARER.powf(*notches), *middle)),
            _ => None,
        })
        .collect();
    assert_eq!(zooms.len(), 2, "{actions:?}");
    let (ratios, middles): (Vec<_>, Vec<_>) = zooms.into_iter().unzip();
    assert!((ratios[0] - 0.5).abs() < 1e-5 && (ratios[1] - 2.0).abs() < 1e-5);
    assert_eq!(middles, [Some(at(200.0, 0.0)), Some(at(250.0, 0.0))]);
}

#[test]
fn coincident_fingers_zoom_finitely() {
    let mut input = UserInput::new();
    input.on_water(&[touch(1, Start, 5.0, 5.0), touch(2, Start, 5.0, 5.0)]);
    for action in input.on_water(&[touch(2, Move, 9.0, 5.0), touch(2, Move, 5.0, 5.0)]) {
        if let Action::Dolly(notches, _) = action {
            assert!(notches.abs() < 20.0);
        }
    }
}

#[test]
fn mouse_and_finger_do_not_poke_at_the_same_time() {
    let mut input = UserInput::new();
    input.on_water(&[moved(5.0, 5.0), LEFT_DOWN]);
    let finger = [
        touch(1, Start, 50.0, 50.0),
        touch(1, Move, 60.0, 50.0),
        touch(1, End, 60.0, 50.0),
    ];
    assert_eq!(input.on_water(&finger), []);
    assert_eq!(input.on_water(&[LEFT_UP]), [Action::PokeEnd(at(5.0, 5.0))]);
}
