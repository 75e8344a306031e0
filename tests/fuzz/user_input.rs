//! User input on a session without a window: pointers, wheels, keys, fingers and a gamepad in any order, with time in between, and changes
//! by the panel.

use crate::engine::{Case, Target};
use crate::mutate::one_of;
use crate::scenes;
use glam::Vec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::path::Path;
use waterlab::heights::Heights;
use waterlab::parameter::{Choice, Range, Settings, Value};
use waterlab::pool::{Disturbance, Fraction, Obstacle};
use waterlab::scene::Tool;
use waterlab::session::{
    Action, Button, Gestures, Input, Key, Modifiers, Pad, PanelWants, Session, TouchPhase,
};

const SIZE: (usize, usize) = (96, 64);

/// A scene, and below it the number that its input follows from.
fn mutated(random: &mut Pcg64Mcg, seeds: &[Case]) -> Case {
    let seed = one_of(random, seeds);
    let mut bytes = seed.bytes.clone();
    bytes.extend(format!("\n# {}", random.random::<u64>()).as_bytes());
    Case::new(&*seed.name, bytes)
}

/// A coordinate, mostly inside the window.
fn coordinate(random: &mut Pcg64Mcg) -> f32 {
    match random.random_range(0..20) {
        0 => *one_of(random, &[0.0, -1.0, 1e30, -1e30, f32::NAN, f32::INFINITY]),
        _ => random.random_range(0.0..96.0),
    }
}

fn pixel(random: &mut Pcg64Mcg) -> Vec2 {
    Vec2::new(coordinate(random), coordinate(random))
}

const KEYS: [Key; 40] = [
    Key::W,
    Key::A,
    Key::S,
    Key::D,
    Key::Q,
    Key::E,
    Key::F,
    Key::G,
    Key::Shift,
    Key::Tab,
    Key::Digit(0),
    Key::Digit(1),
    Key::Digit(2),
    Key::Digit(7),
    Key::Digit(8),
    Key::Digit(255),
    Key::Space,
    Key::Period,
    Key::L,
    Key::R,
    Key::T,
    Key::M,
    Key::U,
    Key::V,
    Key::C,
    Key::O,
    Key::P,
    Key::H,
    Key::F1,
    Key::F2,
    Key::Home,
    Key::Backspace,
    Key::Delete,
    Key::B,
    Key::Enter,
    Key::Escape,
    Key::BracketLeft,
    Key::BracketRight,
    Key::Plus,
    Key::Minus,
];

fn input(random: &mut Pcg64Mcg) -> Input {
    match random.random_range(0..12) {
        0 | 1 => Input::PointerMoved(pixel(random)),
        2 => Input::PointerLeft,
        3 | 4 => Input::Button {
            button: *one_of(random, &[Button::Left, Button::Right, Button::Middle]),
            pressed: random.random(),
        },
        5 => Input::WheelLines(coordinate(random) - 48.0),
        6 => Input::WheelPixels(coordinate(random) - 48.0),
        7..=9 => Input::Key {
            key: *one_of(random, &KEYS),
            letter: random
                .random_bool(0.3)
                .then(|| *one_of(random, &['z', 's', 'c', 'o', 'y'])),
            pressed: random.random_bool(0.7),
            repeat: random.random_bool(0.1),
        },
        10 => {
            let modifiers = Modifiers {
                control: random.random(),
                alt: random.random_bool(0.1),
                command: random.random_bool(0.1),
                shift: random.random(),
            };
            Input::Modifiers(modifiers)
        }
        _ if random.random_bool(0.1) => Input::FocusLost,
        _ => {
            let phases = [
                TouchPhase::Start,
                TouchPhase::Move,
                TouchPhase::End,
                TouchPhase::Cancel,
            ];
            Input::Touch {
                id: random.random_range(0..4),
                phase: *one_of(random, &phases),
                pixel: pixel(random),
            }
        }
    }
}

fn fraction(random: &mut Pcg64Mcg) -> Fraction {
    Fraction::clamped(
        random.random_range(-0.1..1.1),
        random.random_range(-0.1..1.1),
    )
}

/// A value of a parameter: a border of its range, or between.
fn value(random: &mut Pcg64Mcg, range: &Range) -> Value {
    match range {
        Range::Integer { min, max, .. } => Value::Integer(*one_of(random, &[*min, *max])),
        Range::Real { min, max, .. } => Value::Real(match random.random_range(0..3) {
            0 => *min,
            1 => *max,
            _ => min + (max - min) * random.random::<f64>(),
        }),
        Range::Switch { .. } => Value::Switch(random.random()),
        Range::Choice { options, .. } => Value::Choice(random.random_range(0..options.len())),
    }
}

/// Settings with one of them changed, if that is allowed.
fn changed(random: &mut Pcg64Mcg, settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    let parameters = settings.parameters();
    if !parameters.is_empty() {
        let parameter = one_of(random, parameters);
        // Large grids take time without showing more.
        if !["cascades", "kernel_radius"].contains(&parameter.key) {
            let _ = settings.set(parameter.key, value(random, &parameter.range));
        }
    }
    settings
}

/// What the panel does, and the pointer where a view finds the water under it.
fn change(random: &mut Pcg64Mcg, session: &mut Session) {
    let (from, to) = (fraction(random), fraction(random));
    let (radius, weight) = (
        random.random_range(0.0..70.0),
        random.random_range(-16_000.0..16_000.0),
    );
    match random.random_range(0..12) {
        0 | 1 => session
            .simulation
            .poke(&Disturbance::stroke(from, to, radius, weight as f32)),
        2 => session
            .simulation
            .build_wall(&Obstacle::Stroke { from, to, radius }),
        3 => session
            .simulation
            .erase_wall(&Obstacle::Disc { at: from, radius }),
        4 => session
            .simulation
            .pour(&Disturbance::stone(from, radius, 1.0), weight / 100.0),
        5 | 6 => {
            let settings = changed(random, session.simulation.water().settings());
            let _ = session.apply_settings(false, &settings);
        }
        7 => {
            if let Some(other) = session.simulation.other() {
                let settings = changed(random, other.settings());
                let _ = session.apply_settings(true, &settings);
            }
        }
        8 => {
            let settings = changed(random, &session.sky().settings.clone());
            session.set_sky_settings(settings);
        }
        9 => {
            let settings = changed(random, session.simulation.rain_settings());
            session.simulation.apply_rain(&settings);
        }
        10 => session.poke.tool = *one_of(random, Tool::ALL),
        _ => {
            let choice = session.body_choice;
            let _ = session.drop_body_at(&choice, (from.u(), from.v()));
        }
    }
}

fn check(case: &Case) {
    let Ok(scene) = scenes::read(case) else {
        // A sea of so few cells has no room for its cascades.
        return;
    };
    let seed = case.bytes.iter().fold(7_u64, |sum, &byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let mut session =
        Session::without_gl(scene, random.random()).unwrap_or_else(|error| panic!("{error}"));
    let (mut gestures, mut actions) = (Gestures::new(), Vec::new());
    let mut time = 0.0;
    for _ in 0..random.random_range(20..200) {
        match random.random_range(0..10) {
            0..=5 => {
                let panel = PanelWants {
                    pointer: random.random_bool(0.1),
                    keyboard: random.random_bool(0.1),
                };
                gestures.handle(input(random), panel, &mut actions);
            }
            6 => {
                let mut pad = Pad {
                    left: Vec2::new(coordinate(random), coordinate(random)) / 48.0 - 1.0,
                    right: Vec2::new(coordinate(random), coordinate(random)) / 48.0 - 1.0,
                    ..Pad::default()
                };
                pad.buttons[random.random_range(0..16)] = true;
                gestures.hold_pad(pad, coordinate(random) / 500.0, &mut actions);
            }
            7 => change(random, &mut session),
            _ => {
                let elapsed = random.random_range(0.0..0.1);
                time += f64::from(elapsed);
                gestures.set_time(time);
                session.clock.allow(4);
                session.advance(elapsed, gestures.fly());
            }
        }
        for action in actions.drain(..) {
            if let Action::Model(number) | Action::Compare(number) = action
                && number > 9
            {
                continue;
            }
            session.act(action, SIZE);
            let _ = session.notice(action);
        }
        let _ = (
            session.is_idle(gestures.fly()),
            session.cursor(pixel(random), SIZE),
        );
    }
    for water in session.simulation.waters() {
        if let Heights::Metres(heights) = water.heights() {
            let is_finite = heights.cells().iter().all(|height| height.is_finite());
            assert!(is_finite, "{}", water.model().name);
        }
    }
    let now = session.scene_now();
    let saved = now.saved("saved", &|file: &Path| file.display().to_string());
    assert!(
        !saved.text.contains("= nan") && !saved.text.contains("= inf"),
        "{}",
        saved.text
    );
}

#[test]
fn user_input() {
    let target = Target {
        name: "user_input",
        count: 8,
        mutate: mutated,
        check,
    };
    // A session of the whole scene takes seconds.
    let mut seeds = scenes::bundled();
    for seed in &mut seeds {
        seed.bytes.splice(..0, *b"# small\n");
    }
    target.run(seeds);
}
