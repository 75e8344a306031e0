//! The main user input on Wayland.

use super::lab::{CALM, LASTING, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// A place for the pointer outside the compared areas.
const ASIDE: [usize; 2] = [240, 560];

#[test]
fn user_input_works_on_wayland() {
    let lab = Lab::on_wayland(LASTING);
    lab.key("space");
    lab.hover(ASIDE);
    let calm = lab.shot();
    lab.drag(Button::Left, [480, 320], [488, 320]);
    let dented = lab.until_changed("a drag dents the water", WATER, &calm);
    let (middle, _) = calm.change(&dented, WATER).expect("a dent");
    assert!(
        (middle[0] - 484.0).abs() < 90.0 && (middle[1] - 320.0).abs() < 90.0,
        "a dent at {middle:?}"
    );
    lab.key("c");
    // The compositor draws the pointer into the picture.
    lab.hover(ASIDE);
    lab.until("C calms it", |shot| shot.same(&calm, WATER));

    lab.drag(Button::Right, [400, 300], [520, 340]);
    lab.until_changed("a right drag turns the camera", WATER, &calm);
    lab.key("Home");
    lab.until("Home returns it", |shot| {
        shot.difference(&calm, WATER) < 1.0
    });
    lab.click(Button::WheelUp, [480, 300]);
    lab.until_changed("the wheel zooms in", WATER, &calm);
    lab.key("Home");
    lab.until("Home returns it", |shot| {
        shot.difference(&calm, WATER) < 1.0
    });

    let panel = Area::new(700, 60, 200, 120);
    let is_dark = |shot: &Shot| shot.mean(panel).iter().sum::<f64>() < 3.0 * 75.0;
    lab.key("F2");
    lab.until("F2 opens the panel", is_dark);
    lab.key("F2");
    lab.until("F2 closes it", |shot| !is_dark(shot));
    lab.key("p");
    let file = lab.path("waterlab-0001.png");
    let saved = lab.wait("a picture is saved", |_| {
        file.exists().then(|| Shot::read(&file))
    });
    assert_eq!(saved.size(), SIZE);
    // At rest the window shows the same, at the quality of a picture.
    lab.until("the window shows what is saved", |shot| {
        saved.difference(shot, WATER) < 2.0
    });
    // The compositor keeps every window full screen, and Escape still quits.
    lab.quit();
}

#[test]
fn losing_the_wayland_compositor_quits_with_an_error() {
    let mut lab = Lab::on_wayland(CALM);
    lab.kill_compositor();
    let (code, stderr) = lab.wait_for_exit();
    assert_eq!(code, Some(1), "{stderr}");
    // The Wayland library prints lines of its own before.
    let last = stderr.lines().last().expect("a line");
    assert!(
        last.starts_with("error: the connection to the Wayland compositor broke"),
        "{stderr}"
    );
    assert!(!stderr.contains("panicked"), "{stderr}");
}
