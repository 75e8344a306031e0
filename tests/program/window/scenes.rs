//! Other scenes in the window: picked, dropped, and reloaded when an editor saves them.

use super::drop::Dragged;
use super::lab::{CALM, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use std::path::Path;
use x11rb::protocol::xproto::AtomEnum;

/// The lower left corner, where messages are shown.
const MESSAGE: Area = Area::new(14, 560, 60, 20);
/// The first two thumbnails of the scene picker.
const FIRST: [usize; 2] = [200, 130];
const SECOND: [usize; 2] = [420, 130];
const CARD: Area = Area::new(140, 10, 40, 20);

/// The picker is darker than any scene there, the studio of the tank included.
fn is_picker(shot: &Shot) -> bool {
    shot.mean(CARD).iter().sum::<f64>() < 3.0 * 50.0
}

fn is_dark(shot: &Shot, area: Area) -> bool {
    shot.mean(area).iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn a_saved_scene_file_or_picture_is_reloaded_and_errors_are_shown() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    let file = lab.path("scene.toml");
    let save = |text: &str| std::fs::write(&file, text).expect("saved");
    save("[water]\nmodle = 'ripple'\n");
    lab.until("the error is shown", |shot| {
        let [red, green, _] = shot.mean(Area::new(24, 566, 250, 10));
        is_dark(shot, MESSAGE) && red > green
    });
    // The error stays, over unchanged water.
    assert!(lab.shot().same(&calm, WATER));
    save("[water]\n[view]\nkind = 'picture'\n");
    lab.until_changed("the picture is shown", WATER, &calm);
    lab.until("the error disappears", |shot| !is_dark(shot, MESSAGE));
    std::fs::remove_file(&file).expect("removed");
    lab.until("the missing file is reported", |shot| {
        is_dark(shot, MESSAGE)
    });
    save(CALM);
    lab.until("the pool is back", |shot| shot.same(&calm, WATER));

    // So are its pictures.
    let picture = |colour: [u8; 3]| {
        let picture = image::RgbImage::from_pixel(40, 30, image::Rgb(colour));
        picture.save(lab.path("under.png")).expect("saved");
    };
    picture([200, 20, 20]);
    let scene = "[water]\n[view]\nkind = 'picture'\npicture = 'under.png'\n";
    save(scene);
    let is = |shot: &Shot, channel: usize| {
        let mean = shot.mean(WATER);
        (0..3).all(|other| other == channel || mean[other] < 0.5 * mean[channel])
    };
    lab.until("it is red", |shot| is(shot, 0));
    picture([20, 20, 200]);
    lab.until("it is blue", |shot| is(shot, 2));
    lab.quit();
}

#[test]
fn a_parameter_map_is_reloaded_when_it_is_saved() {
    // White on the left half or nowhere. Springs raise the surface where the map is white.
    let save = |folder: &Path, grey: u8| {
        let map = |x: u32, _| image::Luma([if x < 32 { grey } else { 0 }]);
        image::ImageBuffer::from_fn(64, 64, map)
            .save(folder.join("rest.png"))
            .expect("saved");
    };
    let scene = "[water]\nmodel = 'spring'\nrest_length = 0.2\nrest_length_map = 'rest.png'\nviscosity = 0.05\n";
    let lab = Lab::scene_with(scene, |_, folder| save(folder, 0));
    let level = lab.at_rest("the rest length is 0");
    save(&lab.path(""), 255);
    lab.until("the left half rises", |shot| {
        shot.difference(&level, WATER) > 2.0
    });
    save(&lab.path(""), 0);
    lab.until("it is level again", |shot| shot.same(&level, WATER));
    lab.quit();
}

#[test]
fn reloading_a_scene_keeps_a_camera_that_the_user_moved() {
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    lab.drag(Button::Right, [400, 300], [520, 340]);
    let turned = lab.at_rest("the camera stops with the drag");
    let text = format!("{CALM}damping = 8\n[[drop]]\nradius = 9\nweight = 200\n");
    std::fs::write(lab.path("scene.toml"), text).expect("saved");
    lab.until_changed("a stone is dropped", WATER, &turned);
    lab.key("c");
    lab.until("the camera is unchanged", |shot| {
        shot.difference(&turned, WATER) < 0.5
    });
    lab.quit();
}

#[test]
fn the_scene_picker_opens_a_scene_by_its_thumbnail() {
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    assert_eq!(lab.title(), "scene - Ripple - waterlab");
    assert_eq!(lab.text(AtomEnum::WM_CLASS.into()), "waterlab\0waterlab\0");
    lab.key("ctrl+o");
    lab.until("the picker is open", is_picker);
    let picture = Area::new(SECOND[0] - 60, SECOND[1] - 40, 120, 60);
    // That of the tank is turquoise; the card has no colour.
    lab.until("a thumbnail appears", |shot| {
        let [red, _, blue] = shot.mean(picture);
        blue > red + 20.0
    });
    lab.click(Button::Left, SECOND);
    lab.wait("the title changes", |lab| {
        (lab.title() == "Tank - Ripple - waterlab").then_some(())
    });
    lab.until("the picker is closed", |shot| !is_picker(shot));
    lab.key("2");
    lab.wait("the title names the model", |lab| {
        (lab.title() == "Tank - Coarse ripple - waterlab").then_some(())
    });
    // The first file is now a recent one. Escape closes the picker.
    lab.key("ctrl+o");
    lab.until("the picker is open", is_picker);
    lab.key("Escape");
    lab.until("the picker is closed", |shot| !is_picker(shot));
    let recent = std::fs::read_to_string(lab.path("state/waterlab/recent")).expect("recent files");
    assert!(recent.trim_end().ends_with("scene.toml"), "{recent}");
    lab.quit();
}

#[test]
fn opening_another_scene_over_painted_walls_asks_first() {
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    lab.key("o");
    lab.drag(Button::Left, [380, 300], [560, 340]);
    lab.key("o");
    for turn in 0..2 {
        lab.key("ctrl+o");
        lab.until("the picker is open", is_picker);
        lab.click(Button::Left, FIRST);
        lab.until("the picker is closed", |shot| !is_picker(shot));
        let title = ["scene - Ripple - waterlab", "Pool - Ripple - waterlab"][turn];
        lab.wait("the title changes", |lab| {
            (lab.title() == title).then_some(())
        });
    }
    lab.quit();
}

#[test]
fn a_dropped_scene_opens_and_with_the_wall_tool_a_dropped_picture_becomes_walls() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    let file = lab.path("other.toml");
    let text = format!("{CALM}model = 'coarse'\n[poke]\ntool = 'walls'\n");
    std::fs::write(&file, text).expect("written");
    Dragged::new(&lab, &file).release();
    lab.wait("the title changes", |lab| {
        (lab.title() == "other - Coarse ripple - waterlab").then_some(())
    });
    let mask = lab.path("mask.png");
    let black_bar = |x: u32, _| image::Luma([if (28..36).contains(&x) { 0_u8 } else { 255 }]);
    image::ImageBuffer::from_fn(64, 64, black_bar)
        .save(&mask)
        .expect("written");
    Dragged::new(&lab, &mask).release();
    lab.until("a wall stands across the pool", |shot| {
        shot.difference(&calm, WATER) > 2.0
    });
    lab.key("ctrl+z");
    lab.until("the wall is undone", |shot| shot.same(&calm, WATER));
    // An invalid scene is reported and changes nothing.
    let bad = lab.path("bad.toml");
    std::fs::write(&bad, "[watre]\n").expect("written");
    Dragged::new(&lab, &bad).release();
    lab.until("the error is shown", |shot| is_dark(shot, MESSAGE));
    assert_eq!(lab.title(), "other - Coarse ripple - waterlab");
    lab.quit();
}

#[test]
fn t_starts_a_tour_which_a_drag_interrupts_and_escape_ends() {
    let card = Area::new(40, 480, 200, 20);
    let sky = Area::new(200, 20, 400, 120);
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    lab.key("t");
    lab.wait("the first scene opens", |lab| {
        lab.title().starts_with("Pool - ").then_some(())
    });
    let seen = lab.until("the scene fades in, with a card", |shot| {
        shot.mean(sky).iter().sum::<f64>() > 250.0 && is_dark(shot, card)
    });
    lab.until("the camera moves", |shot| shot.difference(&seen, sky) > 3.0);
    lab.drag(Button::Right, [400, 200], [440, 200]);
    // The camera stays where the drag left it, but for what moves by itself: clouds and water.
    lab.wait("the tour is interrupted", |lab| {
        let before = lab.shot();
        std::thread::sleep(std::time::Duration::from_millis(500));
        (lab.shot().difference(&before, sky) < 1.0).then_some(())
    });
    lab.key("Escape");
    lab.until("the card disappears", |shot| !is_dark(shot, card));
    lab.quit();
}
