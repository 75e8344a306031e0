//! Camera controls.

use super::lab::{CALM, DECK, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use x11rb::connection::Connection;
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
fn a_right_drag_turns_the_camera_and_pokes_nothing() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.drag(Button::Right, [400, 300], [520, 340]);
    lab.until_changed("a right drag turns the camera", PICTURE, &before);
    let turned = lab.until_still("the camera stops with the drag", PICTURE);
    check_far(&before, &turned);
    lab.drag(Button::Right, [520, 340], [400, 300]);
    lab.until("the drag back returns it", |shot| {
        shot.difference(&before, PICTURE) < 1.0
    });
    lab.quit();
}

#[test]
fn f_switches_the_right_drag_from_orbit_to_look() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.drag(Button::Right, [400, 300], [460, 300]);
    lab.until_changed("a right drag orbits", PICTURE, &before);
    let orbited = lab.until_still("the camera stops with the drag", PICTURE);
    lab.drag(Button::Right, [460, 300], [400, 300]);
    lab.until("the drag back returns it", |shot| {
        shot.difference(&before, PICTURE) < 1.0
    });
    lab.key("f");
    lab.drag(Button::Right, [400, 300], [460, 300]);
    lab.until_changed("a right drag looks around", PICTURE, &before);
    let looked = lab.until_still("the camera stops with the drag", PICTURE);
    check_far(&orbited, &looked);
    lab.quit();
}

#[test]
fn a_middle_drag_pans_the_camera() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.drag(Button::Middle, [400, 300], [480, 300]);
    lab.until_changed("a middle drag moves the camera", PICTURE, &before);
    let after = lab.until_still("the camera stops with the drag", PICTURE);
    check_far(&before, &after);
    lab.key("Home");
    lab.until("Home returns the camera", |shot| {
        shot.difference(&before, PICTURE) < 1.0
    });
    lab.quit();
}

#[test]
fn a_double_click_flies_to_the_point_and_slow_clicks_do_not() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    for _ in 0..2 {
        lab.click(Button::Left, [400, 300]);
        lab.until_changed("a click pokes", PICTURE, &before);
        lab.until("the water calms", |shot| shot.same(&before, PICTURE));
    }
    // On a busy machine a frame between two clicks may make them slow, so try again.
    lab.wait("it flies closer", |lab| {
        lab.double_click([400, 300]);
        lab.until_changed("a click pokes", PICTURE, &before);
        let shot = lab.until("the water calms or the camera moves", |shot| {
            shot.same(&before, PICTURE) || shot.difference(&before, DECK) > MOVED
        });
        (shot.difference(&before, DECK) > MOVED).then_some(())
    });
    lab.until_still("it rests there", PICTURE);
    lab.quit();
}

#[test]
fn the_wheel_zooms_in_and_out() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.click(Button::WheelUp, [480, 300]);
    lab.click(Button::WheelUp, [480, 300]);
    lab.until_changed("the wheel moves the camera", PICTURE, &before);
    let near = lab.until_still("the camera stops", PICTURE);
    check_far(&before, &near);
    // Closer up the pool is larger and covers what was stone.
    let rim = Area::new(20, 440, 80, 60);
    let blueness = |shot: &Shot| shot.mean(rim)[2] - shot.mean(rim)[0];
    assert!(blueness(&near) > blueness(&before), "the wheel zoomed out");
    lab.click(Button::WheelDown, [480, 300]);
    lab.click(Button::WheelDown, [480, 300]);
    lab.until("the wheel returns it", |shot| {
        shot.difference(&before, PICTURE) < 1.0
    });
    lab.quit();
}

#[test]
fn the_camera_flies_while_a_key_is_held() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.key_down("w");
    lab.until("W flies", |shot| shot.difference(&before, DECK) > MOVED);
    lab.key_up("w");
    let ahead = lab.until_still("the camera stops without W", PICTURE);
    check_far(&before, &ahead);
    lab.key_down("s");
    lab.until("S flies back past the start", |shot| {
        shot.difference(&ahead, DECK) > MOVED
    });
    lab.key_up("s");
    lab.until_still("the camera stops without S", PICTURE);
    lab.quit();
}

#[test]
fn a_held_key_is_released_when_the_window_loses_focus() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.key_down("s");
    lab.until("S flies", |shot| shot.difference(&before, DECK) > MOVED);
    let connection = &lab.display.connection;
    let root = lab.display.root();
    let asked = connection.set_input_focus(InputFocus::NONE, root, x11rb::CURRENT_TIME);
    asked
        .expect("asked")
        .check()
        .expect("the root has the focus");
    connection.flush().expect("sent");
    let stopped = lab.until_still("the camera stops without the focus", PICTURE);
    lab.key_up("s");
    lab.focus();
    lab.stays("S is up", PICTURE, &stopped);
    lab.key_down("w");
    lab.until_changed("keys work again", PICTURE, &stopped);
    lab.key_up("w");
    lab.quit();
}

#[test]
fn home_returns_the_camera_to_its_start() {
    let lab = Lab::scene(CALM);
    let before = lab.until_still("calm water is still", PICTURE);
    lab.drag(Button::Right, [400, 300], [700, 200]);
    lab.key_down("w");
    lab.until_changed("W flies", PICTURE, &before);
    lab.key_up("w");
    let lost = lab.until_still("it rests", PICTURE);
    check_far(&before, &lost);
    lab.key("Home");
    lab.until("Home returns the camera", |shot| {
        shot.difference(&before, PICTURE) < 1.0
    });
    lab.quit();
}
