//! Other scenes in the window: picked, dropped, and saved anew by an editor.

use super::drop::Dragged;
use super::lab::{CALM, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use std::path::Path;
use x11rb::protocol::xproto::AtomEnum;

/// In the lower left corner, where words are.
const WORDS: Area = Area::new(14, 560, 60, 20);
/// The first picture of the picker, and the next.
const FIRST: [usize; 2] = [200, 130];
const SECOND: [usize; 2] = [420, 130];
const CARD: Area = Area::new(140, 10, 40, 20);

fn is_dark(shot: &Shot, area: Area) -> bool {
    shot.mean(area).iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn a_file_is_read_anew_when_it_is_saved_and_what_is_wrong_with_it_is_told() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    let file = lab.path("scene.toml");
    let save = |text: &str| std::fs::write(&file, text).expect("saved");
    save("[water]\nmodle = 'ripple'\n");
    lab.until("what is wrong is told", |shot| {
        let [red, green, _] = shot.mean(Area::new(24, 566, 250, 10));
        is_dark(shot, WORDS) && red > green
    });
    // For as long as it is wrong, over the water as it was.
    let told = lab.shot();
    assert!(told.same(&calm, WATER));
    save("[water]\n[view]\nkind = 'picture'\n");
    lab.until_changed("the picture is shown", WATER, &calm);
    lab.until("nothing more is told", |shot| !is_dark(shot, WORDS));
    std::fs::remove_file(&file).expect("removed");
    lab.until("that it is gone is told", |shot| is_dark(shot, WORDS));
    save(CALM);
    lab.until("the pool is back", |shot| shot.same(&calm, WATER));
    lab.quit();
}

#[test]
fn a_picture_that_the_scene_names_is_read_anew_when_it_is_saved() {
    let lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", WATER);
    let picture = |colour: [u8; 3]| {
        let picture = image::RgbImage::from_pixel(40, 30, image::Rgb(colour));
        picture.save(lab.path("under.png")).expect("saved");
    };
    picture([200, 20, 20]);
    let scene = "[water]\n[view]\nkind = 'picture'\npicture = 'under.png'\n";
    std::fs::write(lab.path("scene.toml"), scene).expect("saved");
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
fn a_map_of_the_model_is_read_anew_when_it_is_saved() {
    // White on the left or nowhere: springs there pull the surface up.
    let save = |room: &Path, left: u8| {
        let map = |x: u32, _| image::Luma([if x < 32 { left } else { 0 }]);
        image::ImageBuffer::from_fn(64, 64, map)
            .save(room.join("rest.png"))
            .expect("saved");
    };
    let scene = "[water]\nmodel = 'spring'\nrest_length = 0.2\nrest_length_map = 'rest.png'\nviscosity = 0.05\n";
    let lab = Lab::scene_with(scene, |_, room| save(room, 0));
    let level = lab.until_still("nothing pulls at the water", WATER);
    save(&lab.path(""), 255);
    lab.until("the left half rises", |shot| {
        shot.difference(&level, WATER) > 2.0
    });
    save(&lab.path(""), 0);
    lab.until("it is level again", |shot| shot.same(&level, WATER));
    lab.quit();
}

#[test]
fn hands_camera_stays_where_it_is_when_the_file_is_saved() {
    let lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", WATER);
    lab.drag(Button::Right, [400, 300], [520, 340]);
    let turned = lab.until_still("the camera stops with the drag", WATER);
    let text = format!("{CALM}damping = 8\n[[drop]]\nradius = 9\nweight = 200\n");
    std::fs::write(lab.path("scene.toml"), text).expect("saved");
    lab.until_changed("a stone falls", WATER, &turned);
    lab.key("c");
    lab.until("seen from where it was", |shot| {
        shot.difference(&turned, WATER) < 0.5
    });
    lab.quit();
}

#[test]
fn a_scene_is_picked_by_its_picture() {
    let lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", WATER);
    assert_eq!(lab.title(), "scene - Ripple - waterlab");
    assert_eq!(lab.text(AtomEnum::WM_CLASS.into()), "waterlab\0waterlab\0");
    lab.key("ctrl+o");
    let picker = lab.until("the picker is there", |shot| is_dark(shot, CARD));
    let picture = Area::new(SECOND[0] - 60, SECOND[1] - 40, 120, 60);
    lab.until_changed("a picture comes", picture, &picker);
    lab.click(Button::Left, SECOND);
    lab.wait("it is named", |lab| {
        (lab.title() == "Tank - Ripple - waterlab").then_some(())
    });
    lab.until("the picker has gone", |shot| !is_dark(shot, CARD));
    lab.key("2");
    lab.wait("another model is named", |lab| {
        (lab.title() == "Tank - Coarse ripple - waterlab").then_some(())
    });
    // The file that was opened first is offered again; Escape closes the picker.
    lab.key("ctrl+o");
    lab.until("the picker is there", |shot| is_dark(shot, CARD));
    lab.key("Escape");
    lab.until("it has gone", |shot| !is_dark(shot, CARD));
    let recent = std::fs::read_to_string(lab.path("state/waterlab/recent")).expect("kept");
    assert!(recent.trim_end().ends_with("scene.toml"), "{recent}");
    lab.quit();
}

#[test]
fn walls_by_hand_are_not_lost_to_another_scene_without_a_word() {
    let lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", WATER);
    lab.key("o");
    lab.drag(Button::Left, [380, 300], [560, 340]);
    lab.key("o");
    for turn in 0..2 {
        lab.key("ctrl+o");
        lab.until("the picker is there", |shot| is_dark(shot, CARD));
        lab.click(Button::Left, FIRST);
        lab.until("the picker has gone", |shot| !is_dark(shot, CARD));
        let title = ["scene - Ripple - waterlab", "Pool - Ripple - waterlab"][turn];
        lab.wait("it is named", |lab| (lab.title() == title).then_some(()));
    }
    lab.quit();
}

#[test]
fn a_scene_that_is_dropped_opens_and_a_picture_becomes_walls_where_they_are_in_the_hand() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    let file = lab.path("other.toml");
    std::fs::write(&file, "[water]\nmodel = 'coarse'\n[poke]\ntool = 'walls'\n").expect("written");
    Dragged::new(&lab, &file).let_go();
    lab.wait("it is named", |lab| {
        (lab.title() == "other - Coarse ripple - waterlab").then_some(())
    });
    let mask = lab.path("mask.png");
    let black_bar = |x: u32, _| image::Luma([if (28..36).contains(&x) { 0_u8 } else { 255 }]);
    image::ImageBuffer::from_fn(64, 64, black_bar)
        .save(&mask)
        .expect("written");
    Dragged::new(&lab, &mask).let_go();
    lab.until("a wall stands across the pool", |shot| {
        shot.difference(&calm, WATER) > 2.0
    });
    lab.key("ctrl+z");
    lab.until("it is taken back", |shot| shot.same(&calm, WATER));
    // What is no scene is told, and changes nothing.
    let bad = lab.path("bad.toml");
    std::fs::write(&bad, "[watre]\n").expect("written");
    Dragged::new(&lab, &bad).let_go();
    lab.until("what is wrong is told", |shot| is_dark(shot, WORDS));
    assert_eq!(lab.title(), "other - Coarse ripple - waterlab");
    lab.quit();
}
