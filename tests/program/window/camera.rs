//! Camera controls.

use super::lab::{CALM, DECK, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use x11rb::protocol::xproto::{ConnectionExt, InputFocus};

/// The window without the panel's button and the hint.
const PICTURE: Area = Area::new(0, 0, 900, 540);

/// The minimal mean difference of pictures from two camera positions.
const MOVED: f64 = 6.0;

#[track_caller]
fn check_far(a: &Shot, b: &Shot) {
    for area in [WATER, DECK] {
        let difference = a.difference(b, area);
        assert!(difference > MOVED, "{area:?} differs by {difference}");
    }
}

#[test]
fn drags_and_the_wheel_move_the_camera_and_home_returns_it() {
    let lab = Lab::scene(CALM);
    let before = lab.at_rest("calm water is still");
    let returns = |what: &str| {
        let difference = lab.at_rest(what).difference(&before, PICTURE);
        assert!(difference < 1.0, "{what}: {difference}");
    };
    lab.drag(Button::Right, [400, 300], [460, 300]);
    let orbited = lab.at_rest("a right drag orbits and pokes nothing");
    check_far(&before, &orbited);
    lab.drag(Button::Right, [460, 300], [400, 300]);
    returns("the drag back returns the camera");

    lab.drag(Button::Middle, [400, 300], [480, 300]);
    let panned = lab.at_rest("a middle drag pans");
    check_far(&before, &panned);
    lab.key("Home");
    returns("Home returns the camera");

    lab.click(Button::WheelUp, [480, 300]);
    lab.click(Button::WheelUp, [480, 300]);
    let near = lab.at_rest("the wheel zooms in");
    check_far(&before, &near);
    // Closer up the pool is larger and covers what was stone.
    let rim = Area::new(20, 440, 80, 60);
    let blueness = |shot: &Shot| shot.mean(rim)[2] - shot.mean(rim)[0];
    assert!(blueness(&near) > blueness(&before), "the wheel zoomed out");
    lab.click(Button::WheelDown, [480, 300]);
    lab.click(Button::WheelDown, [480, 300]);
    returns("the wheel zooms out");

    lab.key("f");
    lab.drag(Button::Right, [400, 300], [460, 300]);
    let looked = lab.at_rest("with F a right drag looks around");
    check_far(&orbited, &looked);
    lab.quit();
}

#[test]
fn a_double_click_flies_to_the_point_and_slow_clicks_do_not() {
    let lab = Lab::scene(CALM);
    let before = lab.at_rest("calm water is still");
    for _ in 0..2 {
        lab.click(Button::Left, [400, 300]);
        lab.until_changed("a click pokes", PICTURE, &before);
        lab.shows("the water calms", PICTURE, &before);
    }
    // On a busy machine a frame between two clicks may make them slow, so try again.
    lab.wait("it flies closer", |lab| {
        lab.double_click([400, 300]);
        let shot = lab.at_rest("the water calms or the camera has moved");
        (shot.difference(&before, DECK) > MOVED).then_some(())
    });
    lab.quit();
}

#[test]
fn the_camera_flies_while_a_key_is_held_and_the_window_has_the_focus() {
    let lab = Lab::scene(CALM);
    let before = lab.at_rest("calm water is still");
    lab.key_down("w");
    lab.until("W flies", |shot| shot.difference(&before, DECK) > MOVED);
    lab.key_up("w");
    let ahead = lab.at_rest("the camera stops without W");
    check_far(&before, &ahead);
    lab.key_down("s");
    lab.until("S flies back past the start", |shot| {
        shot.difference(&ahead, DECK) > MOVED
    });
    let connection = &lab.display.connection;
    let root = lab.display.root();
    let asked = connection.set_input_focus(InputFocus::NONE, root, x11rb::CURRENT_TIME);
    asked
        .expect("asked")
        .check()
        .expect("the root has the focus");
    let stopped = lab.at_rest("the camera stops without the focus");
    lab.key_up("s");
    lab.focus();
    lab.shows("S is up", PICTURE, &stopped);
    lab.key_down("w");
    lab.until_changed("keys work again", PICTURE, &stopped);
    lab.key_up("w");
    lab.quit();
}
