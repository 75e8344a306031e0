//! The picture follows the size and the scale factor of the window.

use super::lab::{CALM, DECK, LASTING, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use std::process::Command;

#[test]
fn the_picture_follows_the_window_to_any_size() {
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    for size in [(160, 120), (1400, 900), (300, 900), (1000, 130), SIZE] {
        lab.resize(size);
        let expected = lab.rendered("scene.toml", size, &[]);
        lab.until(&format!("the picture has {size:?} pixels"), |shot| {
            // Without the panel's button in the top right corner, and the hint, which covers the bottom of a small window.
            shot.size() == size
                && shot.parts_apart(&expected, |[i, j]| j >= 4 || (i >= 5 && j <= 1)) < 4.0
        });
    }
    // So do pokes.
    lab.key("space");
    lab.resize((640, 800));
    let calm = lab.wait("the picture has another size", |lab| {
        let shot = lab.at_rest("nothing moves");
        (shot.size() == (640, 800)).then_some(shot)
    });
    lab.drag(Button::Left, [320, 450], [330, 450]);
    let middle = lab.until("a drag dents the water", |shot| {
        shot.change(&calm, Area::new(0, 0, 560, 700)).is_some()
    });
    let (middle, _) = middle
        .change(&calm, Area::new(0, 0, 560, 700))
        .expect("a change");
    assert!(
        (middle[0] - 325.0).abs() < 90.0 && (middle[1] - 450.0).abs() < 90.0,
        "a dent at {middle:?}"
    );
    lab.quit();
}

#[test]
fn at_scale_factor_2_user_input_hits_the_same_pixels_and_the_panel_is_twice_as_large() {
    let lab = Lab::scene_with(LASTING, |command, _| {
        command.env("WINIT_X11_SCALE_FACTOR", "2");
    });
    lab.key("space");
    let calm = lab.at_rest("time is paused");
    assert_eq!(calm.size(), SIZE);
    lab.drag(Button::Left, [480, 320], [488, 320]);
    let dented = lab.changes("a drag dents the water", WATER, &calm);
    let (middle, _) = calm.change(&dented, WATER).expect("a dent");
    assert!(
        (middle[0] - 484.0).abs() < 90.0 && (middle[1] - 320.0).abs() < 90.0,
        "a dent at {middle:?}"
    );
    // The panel covers the right 332 of 480 points.
    let left = Area::new(320, 60, 200, 120);
    let is_dark = |shot: &Shot| shot.mean(left).iter().sum::<f64>() < 3.0 * 75.0;
    assert!(!is_dark(&calm));
    lab.key("F2");
    lab.until("the panel is twice as wide", is_dark);
    // The close button works: the panel uses the same pixels.
    lab.click(Button::Left, [SIZE.0 - 56, 56]);
    lab.until("the close button closes it", |shot| !is_dark(shot));
    lab.quit();
}

#[test]
fn full_screen_without_a_window_manager_does_no_harm() {
    // No window manager runs that could grant full screen.
    let mut lab = Lab::scene(CALM);
    let before = lab.at_rest("calm water is still");
    lab.key("F11");
    lab.shows("no window manager answers", DECK, &before);
    lab.key("F11");
    lab.drag(Button::Left, [420, 320], [540, 340]);
    lab.until_changed("user input still works", WATER, &before);
    assert!(lab.runs());
    lab.key("F11");
    lab.key("Escape");
    lab.at_rest("Escape leaves full screen first");
    assert!(
        lab.runs(),
        "Escape quits from full screen: {}",
        lab.stderr()
    );
    lab.quit();
}

#[test]
fn a_default_window_larger_than_the_screen_is_reduced_to_it() {
    let lab = Lab::scene_with(CALM, |command, folder| {
        // The command as a user types it, without a size.
        let mut bare = Command::new(command.get_program());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => bare.env(name, value),
                None => bare.env_remove(name),
            };
        }
        bare.arg("scene.toml").current_dir(folder);
        bare.env("WINIT_X11_SCALE_FACTOR", "3");
        *command = bare;
    });
    let screen = lab.display.screen();
    let screen = (screen.width_in_pixels, screen.height_in_pixels);
    let (width, height) = lab.shot().size();
    assert_eq!(
        (width as u16, height as u16),
        screen,
        "1280 × 720 points are more"
    );
    lab.quit();
}
