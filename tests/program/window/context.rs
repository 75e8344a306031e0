//! A GL context that is lost, as after a reset of the graphics driver: everything is made anew in the next one, and the water goes on.

use super::lab::{LASTING, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// Text of the panel.
const PANEL: Area = Area::new(690, 20, 250, 100);

/// The line of the log about a lost context.
const LOST: &str = "lost its OpenGL context (a test)";

fn losing(count: &str) -> Lab {
    Lab::scene_with(LASTING, |command, _| {
        command.env("WATERLAB_LOST_CONTEXTS", count);
    })
}

/// Pokes the water with the panel open, until `count` contexts are lost, and then calms it.
fn calmed(lab: &Lab, count: usize) -> Shot {
    let calm = lab.at_rest("calm water is still");
    lab.key("F2");
    lab.click(Button::Left, [480, 330]);
    lab.until_changed("waves run", WATER, &calm);
    lab.wait("the contexts are lost", |lab| {
        (lab.stderr().matches(LOST).count() == count).then_some(())
    });
    let waves = lab.shot();
    lab.until_changed("they run on", WATER, &waves);
    lab.key("c");
    lab.at_rest("the water is calm")
}

#[test]
fn the_water_goes_on_in_a_new_context() {
    let lab = losing("0");
    let whole = calmed(&lab, 0);
    lab.quit();
    let lab = losing("2");
    let renewed = calmed(&lab, 2);
    assert!(renewed.same(&whole, WATER), "water");
    assert!(renewed.same(&whole, PANEL), "panel");
    // Thumbnails as well.
    lab.key("F3");
    lab.quit();
}

#[test]
fn a_driver_that_is_always_reset_ends_it_with_one_line() {
    // Its water moves, so that frames go on.
    let lab = Lab::start_scene_with(|command, _| {
        command.env("WATERLAB_LOST_CONTEXTS", "100");
    });
    let (code, stderr) = lab.wait_for_exit();
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(stderr.matches(LOST).count(), 4, "{stderr}");
    let last = stderr.lines().last().expect("a line");
    assert!(last.starts_with("error: the window lost"), "{last}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}
