//! A GL context that is lost, as after a reset of the graphics driver: everything is recreated in the next one, and the water continues.

use super::lab::{LASTING, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// Readings and settings of the panel.
const PANEL: Area = Area::new(690, 20, 250, 560);

/// The first two thumbnails of the scene picker.
const THUMBNAILS: Area = Area::new(100, 70, 420, 110);

/// The line of the log about a lost context.
const LOST: &str = "lost its OpenGL context (a test)";

/// The file whose presence loses the context, and which is then removed.
const FILE: &str = "lose";

fn lab(scene: &str) -> Lab {
    Lab::scene_with(scene, |command, folder| {
        command.env("WATERLAB_LOSE_CONTEXT", folder.join(FILE));
    })
}

/// The number of contexts lost so far.
fn lost(lab: &Lab) -> usize {
    lab.stderr().matches(LOST).count()
}

/// Loses the context with the next frame, and waits for the picture at rest in the next one.
fn lose(lab: &Lab) -> Shot {
    let before = lost(lab);
    std::fs::write(lab.path(FILE), "").expect("written");
    lab.wait("the context is lost", |lab| {
        // A modifier requests a frame.
        lab.key("Shift_L");
        (lost(lab) > before).then_some(())
    });
    lab.at_rest("a new context shows the same")
}

#[test]
fn the_water_and_the_panel_continue_in_a_new_context() {
    for view in ["mesh", "lit"] {
        let scene =
            format!("{LASTING}[sky]\nclouds = 0\n[view]\nkind = '{view}'\nquality = 'low'\n");
        let lab = lab(&scene);
        let calm = lab.at_rest("calm water is still");
        lab.key("F2");
        lab.click(Button::Left, [480, 330]);
        lab.until_changed("waves run", WATER, &calm);
        lab.key("space");
        let paused = lab.changes("waves stand", WATER, &calm);
        let renewed = lose(&lab);
        assert!(renewed.same(&paused, WATER), "{view}: water");
        assert!(renewed.same(&paused, PANEL), "{view}: panel");
        lab.key("space");
        lab.until_changed("waves run on", WATER, &renewed);
        lab.quit();
    }
}

#[test]
fn thumbnails_are_shown_again_in_a_new_context() {
    let lab = lab(LASTING);
    let calm = lab.at_rest("calm water is still");
    lab.key("ctrl+o");
    lab.until_changed("the picker opens", THUMBNAILS, &calm);
    let shown = lab.at_rest("the picker is open");
    assert!(lose(&lab).same(&shown, THUMBNAILS));
    lab.quit();
}

#[test]
fn a_driver_that_is_reset_again_and_again_ends_the_program_with_an_error() {
    let mut lab = lab(LASTING);
    lab.at_rest("calm water is still");
    // A folder with something in it is not removed.
    std::fs::create_dir(lab.path(FILE)).expect("created");
    std::fs::write(lab.path(FILE).join("full"), "").expect("written");
    while lab.runs() {
        lab.key("Shift_L");
    }
    let (code, stderr) = lab.wait_for_exit();
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(stderr.matches(LOST).count(), 4, "{stderr}");
    let last = stderr.lines().last().expect("a line");
    assert!(
        last.starts_with("error: the graphics driver is reset again and again"),
        "{last}"
    );
    assert!(!stderr.contains("panicked"), "{stderr}");
}
