//! Mouse and keyboard: which actions each input triggers.

use glam::Vec3;
use waterlab::session::TouchPhase::{End, Move, Start};
use waterlab::session::{Action, Input, Key, Keyboard, Modifiers, Press};

use super::user_input::*;

#[test]
fn a_left_drag_pokes_at_every_sample() {
    let mut input = UserInput::new();
    assert_eq!(input.on_water(&[moved(5.0, 5.0)]), []);
    let drag = [LEFT_DOWN, moved(6.0, 5.0), moved(9.0, 7.0), moved(9.0, 7.0)];
    assert_eq!(
        input.on_water(&drag),
        [
            Action::PokeStart(at(5.0, 5.0)),
            Action::PokeTo(at(6.0, 5.0)),
            Action::PokeTo(at(9.0, 7.0)),
        ]
    );
    assert_eq!(
        input.on_water(&[LEFT_UP, moved(1.0, 1.0)]),
        [Action::PokeEnd(at(9.0, 7.0))]
    );
}

#[test]
fn a_right_drag_turns_during_a_left_drag() {
    let mut input = UserInput::new();
    input.on_water(&[moved(10.0, 10.0)]);
    assert_eq!(
        input.on_water(&[RIGHT_DOWN, moved(14.0, 9.0), LEFT_DOWN, moved(15.0, 9.0)]),
        [
            Action::Turn(at(4.0, -1.0)),
            Action::PokeStart(at(14.0, 9.0)),
            Action::PokeTo(at(15.0, 9.0)),
            Action::Turn(at(1.0, 0.0)),
        ]
    );
    assert_eq!(
        input.on_water(&[RIGHT_UP, moved(16.0, 9.0), LEFT_UP]),
        [
            Action::PokeTo(at(16.0, 9.0)),
            Action::PokeEnd(at(16.0, 9.0))
        ]
    );
}

#[test]
fn a_middle_drag_and_a_shifted_right_drag_pan() {
    let mut input = UserInput::new();
    input.on_water(&[moved(10.0, 10.0)]);
    let middle = [MIDDLE_DOWN, moved(14.0, 9.0), MIDDLE_UP, moved(20.0, 9.0)];
    assert_eq!(input.on_water(&middle), [Action::Pan(at(4.0, -1.0))]);
    let shifted = [down(Key::Shift), RIGHT_DOWN, moved(21.0, 9.0)];
    assert_eq!(input.on_water(&shifted), [Action::Pan(at(1.0, 0.0))]);
    // A drag keeps its kind when Shift changes.
    let let_go = [up(Key::Shift), moved(22.0, 9.0), RIGHT_UP];
    assert_eq!(input.on_water(&let_go), [Action::Pan(at(1.0, 0.0))]);
    let plain = [RIGHT_DOWN, down(Key::Shift), moved(23.0, 9.0)];
    assert_eq!(input.on_water(&plain), [Action::Turn(at(1.0, 0.0))]);
}

#[test]
fn a_double_click_flies_to_its_point() {
    let start = |input: &mut UserInput, seconds: f64, x: f32| {
        input.0.set_time(seconds);
        input.on_water(&[moved(x, 5.0), LEFT_DOWN, LEFT_UP])
    };
    let mut input = UserInput::new();
    let poke = |x: f32| vec![Action::PokeStart(at(x, 5.0)), Action::PokeEnd(at(x, 5.0))];
    assert_eq!(start(&mut input, 1.0, 50.0), poke(50.0));
    assert_eq!(start(&mut input, 1.2, 52.0), [Action::GoTo(at(52.0, 5.0))]);
    // A third click starts over.
    assert_eq!(start(&mut input, 1.3, 52.0), poke(52.0));
    assert_eq!(start(&mut input, 1.75, 52.0), poke(52.0), "too late");
    assert_eq!(start(&mut input, 1.8, 72.0), poke(72.0), "elsewhere");
    assert_eq!(start(&mut input, 0.5, 72.0), poke(72.0), "time ran back");
    // Without the time there are no double clicks.
    let mut timeless = UserInput::new();
    let twice = [moved(5.0, 5.0), LEFT_DOWN, LEFT_UP, LEFT_DOWN, LEFT_UP];
    let is_poke = |action: &Action| matches!(action, Action::PokeStart(_) | Action::PokeEnd(_));
    assert!(timeless.on_water(&twice).iter().all(is_poke));
}

#[test]
fn a_press_on_the_panel_is_ignored_until_its_release() {
    let mut input = UserInput::new();
    let none: [Action; 0] = [];
    assert_eq!(
        input.on_panel(&[moved(5.0, 5.0), LEFT_DOWN, RIGHT_DOWN]),
        none
    );
    assert_eq!(input.on_water(&[moved(9.0, 9.0), LEFT_UP, RIGHT_UP]), none);
    assert_eq!(input.on_panel(&[Input::WheelLines(1.0)]), none);
    assert_eq!(input.on_panel(&[touch(1, Start, 0.0, 0.0)]), none);
    assert_eq!(
        input.on_water(&[touch(1, Move, 50.0, 0.0), touch(1, End, 50.0, 0.0)]),
        none
    );
}

#[test]
fn a_drag_on_the_water_continues_over_the_panel_and_outside_the_window() {
    let mut input = UserInput::new();
    input.on_water(&[moved(5.0, 5.0), LEFT_DOWN, RIGHT_DOWN]);
    assert_eq!(
        input.on_panel(&[
            moved(6.0, 5.0),
            Input::PointerLeft,
            moved(-8.0, 5.0),
            RIGHT_UP,
            LEFT_UP
        ]),
        [
            Action::PokeTo(at(6.0, 5.0)),
            Action::Turn(at(1.0, 0.0)),
            Action::PokeTo(at(-8.0, 5.0)),
            Action::Turn(at(-14.0, 0.0)),
            Action::PokeEnd(at(-8.0, 5.0)),
        ]
    );
    assert!(!input.0.is_dragging());
    input.on_water(&[moved(5.0, 5.0), RIGHT_DOWN]);
    let wheel = [Input::WheelLines(1.0)];
    assert_eq!(
        input.on_panel(&wheel),
        [Action::Dolly(1.0, Some(at(5.0, 5.0)))]
    );
}

#[test]
fn a_press_without_a_position_pokes_nothing() {
    let mut input = UserInput::new();
    let none: [Action; 0] = [];
    assert_eq!(input.on_water(&[LEFT_DOWN, LEFT_UP]), none);
    let left = [moved(5.0, 5.0), Input::PointerLeft, LEFT_DOWN, LEFT_UP];
    assert_eq!(input.on_water(&left), none);
    let nowhere = [moved(f32::NAN, 5.0), LEFT_DOWN, LEFT_UP];
    assert_eq!(input.on_water(&nowhere), none);
}

#[test]
fn losing_the_focus_releases_everything() {
    let mut input = UserInput::new();
    let control = Modifiers {
        control: true,
        ..Modifiers::default()
    };
    input.on_water(&[
        moved(5.0, 5.0),
        LEFT_DOWN,
        RIGHT_DOWN,
        down(Key::W),
        down(Key::Shift),
    ]);
    assert_eq!(
        input.on_water(&[Input::FocusLost]),
        [Action::PokeEnd(at(5.0, 5.0))]
    );
    assert_eq!(input.0.fly(), Default::default());
    assert_eq!(input.on_water(&[moved(7.0, 7.0), LEFT_UP, RIGHT_UP]), []);
    // Keys that are still held repeat when the focus returns, which is no new press.
    assert_eq!(
        input.on_water(&[repeated(Key::W), repeated(Key::Space)]),
        []
    );
    assert_eq!(input.0.fly(), Default::default());
    // A modifier that is released elsewhere is reset, and so are fingers.
    input.on_water(&[
        Input::Modifiers(control),
        touch(1, Start, 0.0, 0.0),
        Input::FocusLost,
    ]);
    assert_eq!(
        input.on_water(&[down(Key::C), touch(2, Start, 1.0, 1.0)]),
        [Action::Calm, Action::PokeStart(at(1.0, 1.0))]
    );
}

#[test]
fn every_key_does_what_the_help_says() {
    for (key, action) in [
        (Key::U, Action::Surface),
        (Key::Home, Action::Home),
        (Key::Digit(0), Action::Home),
        (Key::Tab, Action::NextView),
        (Key::Digit(1), Action::Model(1)),
        (Key::Digit(9), Action::Model(9)),
        (Key::Space, Action::TogglePause),
        (Key::Period, Action::Step),
        (Key::R, Action::ToggleRain),
        (Key::L, Action::TimeLapse),
        (Key::M, Action::ToggleSound),
        (Key::C, Action::Calm),
        (Key::O, Action::PaintWalls),
        (Key::Plus, Action::Gain(1.0)),
        (Key::Minus, Action::Gain(-1.0)),
        (Key::Backspace, Action::GainBack),
        (Key::BracketLeft, Action::Brush(-1.0)),
        (Key::BracketRight, Action::Brush(1.0)),
        (Key::P, Action::SavePicture),
        (Key::H, Action::ToggleHelp),
        (Key::F1, Action::ToggleHelp),
        (Key::F2, Action::TogglePanel),
        (Key::F11, Action::ToggleFullScreen),
        (Key::Escape, Action::Escape),
    ] {
        let mut input = UserInput::new();
        let held = [down(key), repeated(key), down(key)];
        let repeats = [
            Key::Period,
            Key::Plus,
            Key::Minus,
            Key::BracketLeft,
            Key::BracketRight,
        ];
        let times = if repeats.contains(&key) { 3 } else { 1 };
        assert_eq!(input.on_water(&held), vec![action; times], "{key:?}");
        assert_eq!(
            input.on_water(&[up(key), down(key)]),
            [action],
            "{key:?} again"
        );
    }
}

#[test]
fn shift_and_a_number_compares_and_shift_o_erases() {
    let mut input = UserInput::new();
    assert_eq!(
        input.on_water(&[down(Key::Shift), down(Key::Digit(3)), down(Key::O)]),
        [Action::Compare(3), Action::EraseWalls]
    );
    assert_eq!(
        input.on_water(&[up(Key::O), up(Key::Shift), down(Key::O)]),
        [Action::PaintWalls]
    );
}

#[test]
fn the_keys_that_fly_point_right_up_and_forward() {
    for (key, wish) in [
        (Key::D, Vec3::X),
        (Key::A, Vec3::NEG_X),
        (Key::E, Vec3::Y),
        (Key::Q, Vec3::NEG_Y),
        (Key::W, Vec3::Z),
        (Key::S, Vec3::NEG_Z),
    ] {
        let mut input = UserInput::new();
        assert_eq!(input.on_water(&[down(key), repeated(key)]), []);
        assert_eq!(input.0.fly().wish, wish, "{key:?}");
        assert!(!input.0.fly().fast);
        input.on_water(&[down(Key::Shift)]);
        assert!(input.0.fly().fast);
        input.on_water(&[up(key)]);
        assert_eq!(input.0.fly().wish, Vec3::ZERO);
    }
    let mut input = UserInput::new();
    input.on_water(&[down(Key::W), down(Key::S), down(Key::A)]);
    assert_eq!(input.0.fly().wish, Vec3::NEG_X);
}

#[test]
fn typing_in_the_panel_triggers_no_shortcut() {
    let mut input = UserInput::new();
    input.on_water(&[down(Key::D)]);
    let typed = [
        down(Key::W),
        down(Key::Space),
        down(Key::Period),
        repeated(Key::Period),
    ];
    assert_eq!(input.all(TYPING, &typed), []);
    assert_eq!(input.0.fly().wish, Vec3::ZERO);
    // Nor do keys that are still held when the text field is left.
    assert_eq!(
        input.on_water(&[repeated(Key::Period), repeated(Key::W)]),
        []
    );
    assert_eq!(input.0.fly().wish, Vec3::ZERO);
}

#[test]
fn chords_undo_redo_and_save() {
    let typed = |letter: char, repeat: bool| Input::Key {
        key: Key::Other,
        letter: Some(letter),
        pressed: true,
        repeat,
    };
    let control = Modifiers {
        control: true,
        ..Modifiers::default()
    };
    let shifted = Modifiers {
        shift: true,
        ..control
    };
    let command = Modifiers {
        command: true,
        ..Modifiers::default()
    };
    let with_alt = Modifiers {
        alt: true,
        ..control
    };
    let none: [Action; 0] = [];
    let done = |modifiers: Modifiers, letter: char| {
        UserInput::new().on_water(&[Input::Modifiers(modifiers), typed(letter, false)])
    };
    for held in [control, command] {
        assert_eq!(done(held, 'z'), [Action::Undo]);
        assert_eq!(done(held, 'y'), [Action::Redo]);
        assert_eq!(done(held, 's'), [Action::SaveScene]);
    }
    assert_eq!(done(shifted, 'z'), [Action::Redo]);
    for (modifiers, letter) in [
        (Modifiers::default(), 'z'),
        (with_alt, 'z'),
        (shifted, 's'),
        (control, 'x'),
    ] {
        assert_eq!(done(modifiers, letter), none, "{letter}");
    }
    // A held chord repeats undo, but saves only once.
    let mut input = UserInput::new();
    input.on_water(&[Input::Modifiers(control)]);
    assert_eq!(input.on_water(&[typed('z', true)]), [Action::Undo]);
    assert_eq!(input.on_water(&[typed('s', true)]), none);
    assert_eq!(input.all(TYPING, &[typed('z', false)]), none);
}

/// The key at a position of a US keyboard that types `typed`.
fn meant(place: Key, typed: char, alt_graph: bool) -> Key {
    let press = Press {
        place: Some(place),
        typed: Some(typed),
        alt_graph,
    };
    Keyboard::default().pressed((), press)
}

#[test]
fn keys_follow_the_typed_character_and_numbers_only_without_alt_gr() {
    // German: AltGr and 8 is a bracket, + is at the position of ], and - at that of /.
    assert_eq!(meant(Key::Digit(8), '[', true), Key::BracketLeft);
    assert_eq!(meant(Key::Digit(9), ']', true), Key::BracketRight);
    assert_eq!(meant(Key::Digit(7), '{', true), Key::Other);
    assert_eq!(meant(Key::BracketRight, '+', false), Key::Plus);
    assert_eq!(meant(Key::Other, '-', false), Key::Minus);
    assert_eq!(meant(Key::BracketLeft, 'ü', false), Key::BracketLeft);
    // French: AltGr and 5 is a bracket, and digits need Shift.
    assert_eq!(meant(Key::Digit(5), '[', true), Key::BracketLeft);
    assert_eq!(meant(Key::Digit(5), '(', false), Key::Digit(5));
    assert_eq!(meant(Key::Digit(6), '-', false), Key::Digit(6));
    // W, A, S and D keep their positions there and on a Russian keyboard.
    assert_eq!(meant(Key::W, 'z', false), Key::W);
    assert_eq!(meant(Key::A, 'q', false), Key::A);
    assert_eq!(meant(Key::R, 'к', false), Key::R);
    // Dvorak: the position of R types P, and that of O types R.
    assert_eq!(meant(Key::R, 'p', false), Key::P);
    assert_eq!(meant(Key::O, 'r', false), Key::R);
    assert_eq!(meant(Key::C, 'j', false), Key::Other);
}

#[test]
fn a_key_is_released_as_the_key_that_was_pressed() {
    let mut keyboard = Keyboard::default();
    let press = Press {
        place: Some(Key::Digit(8)),
        typed: Some('['),
        alt_graph: true,
    };
    let place = press.place;
    assert_eq!(keyboard.pressed("Digit8", press), Key::BracketLeft);
    assert_eq!(keyboard.released(&"Digit8", place), Key::BracketLeft);
    assert_eq!(keyboard.released(&"Digit8", place), Key::Digit(8));
}

#[test]
fn brackets_typed_with_option_set_the_brush() {
    let mut input = UserInput::new();
    let option = Modifiers {
        alt: true,
        ..Modifiers::default()
    };
    let typed = [Input::Modifiers(option), down(Key::BracketRight)];
    assert_eq!(input.on_water(&typed), [Action::Brush(1.0)]);
}

#[test]
fn a_chord_is_not_a_plain_key() {
    for chord in [
        Modifiers {
            control: true,
            ..Modifiers::default()
        },
        Modifiers {
            alt: true,
            ..Modifiers::default()
        },
        Modifiers {
            command: true,
            ..Modifiers::default()
        },
    ] {
        let mut input = UserInput::new();
        input.on_water(&[down(Key::W), Input::Modifiers(chord)]);
        assert_eq!(
            input.on_water(&[down(Key::C), down(Key::Tab), down(Key::D)]),
            []
        );
        assert_eq!(input.0.fly().wish, Vec3::ZERO);
        let after = [
            Input::Modifiers(Modifiers::default()),
            up(Key::C),
            down(Key::C),
        ];
        assert_eq!(input.on_water(&after), [Action::Calm]);
    }
}

#[test]
fn the_wheel_zooms_by_notches() {
    let mut input = UserInput::new();
    let turns = [
        Input::WheelLines(1.0),
        Input::WheelPixels(-100.0),
        Input::WheelLines(0.0),
        Input::WheelLines(f32::NAN),
    ];
    assert_eq!(
        input.on_water(&turns),
        [Action::Dolly(1.0, None), Action::Dolly(-2.0, None)]
    );
}

#[test]
fn a_lost_release_ends_the_poke_at_the_next_press() {
    let mut input = UserInput::new();
    input.on_water(&[moved(5.0, 5.0), LEFT_DOWN, moved(6.0, 5.0)]);
    assert_eq!(
        input.on_water(&[LEFT_DOWN]),
        [
            Action::PokeEnd(at(6.0, 5.0)),
            Action::PokeStart(at(6.0, 5.0))
        ]
    );
    let mut input = UserInput::new();
    input.on_water(&[touch(1, Start, 5.0, 5.0)]);
    assert_eq!(
        input.on_water(&[touch(1, Start, 8.0, 5.0)]),
        [
            Action::PokeEnd(at(5.0, 5.0)),
            Action::PokeStart(at(8.0, 5.0))
        ]
    );
}
