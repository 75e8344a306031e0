//! Walls painted and erased by hand, taken back, and saved or not.

use super::lab::{CALM, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

const PATH: ([usize; 2], [usize; 2]) = ([380, 300], [560, 340]);

#[test]
fn o_paints_walls_that_calm_water_keeps_and_shift_o_erases_them() {
    let lab = Lab::scene(CALM);
    let pool = lab.until_still("nothing happens in calm water", WATER);
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &pool);
    let calm = lab.until_still("the picture lies still", WATER);

    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    let walled = lab.until_still("a wall makes no waves", WATER);
    lab.key("c");
    lab.stays("calm water keeps its walls", WATER, &walled);

    // The wall is there in 3D as well.
    lab.key("Tab");
    lab.until_changed("Tab shows the lit pool", WATER, &walled);
    let lit = lab.until_still("the lit pool lies still", WATER);
    lab.key("Tab");
    let standing = lab.until_changed("Tab shows the pool", WATER, &lit);
    let standing = lab.until("the wall stands in the pool", |shot| {
        shot.same(&standing, WATER) && !shot.same(&pool, WATER)
    });
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &standing);

    lab.shift("o");
    for _ in 0..4 {
        lab.key("bracketright");
    }
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until("a wider brush erases it all", |shot| {
        shot.same(&calm, WATER)
    });

    lab.shift("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("the hand pokes again", WATER, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, WATER));
    lab.quit();
}

/// In the card that asks, left of the words on its buttons.
const CARD: Area = Area::new(345, 240, 20, 100);

fn is_asked(shot: &Shot) -> bool {
    shot.mean(CARD).iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn control_z_takes_a_wall_back_and_with_shift_builds_it_again() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    let walled = lab.until_still("a wall makes no waves", WATER);
    lab.key("ctrl+z");
    lab.until("the wall is taken back", |shot| shot.same(&calm, WATER));
    lab.key("ctrl+shift+z");
    lab.until("it is there again", |shot| shot.same(&walled, WATER));
    lab.key("ctrl+z");
    lab.until("and taken back again", |shot| shot.same(&calm, WATER));
    // Nothing is left that would be lost.
    lab.quit();
}

#[test]
fn it_asks_before_walls_are_lost_and_saves_them_for_whoever_wants() {
    let mut lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    lab.key("Escape");
    let walled = lab.until_still("the hand is empty", WATER);
    assert!(!is_asked(&walled));
    lab.key("Escape");
    lab.until("it asks", is_asked);
    // What is no answer changes nothing; Escape closes the question as it closes everything.
    lab.key("x");
    lab.key("Tab");
    assert!(lab.runs());
    lab.until("it still asks", is_asked);
    lab.key("Escape");
    lab.until("Escape stays", |shot| shot.same(&walled, WATER));
    assert!(lab.runs());
    lab.key("Escape");
    lab.until("it asks again", is_asked);
    lab.key("Return");
    let file = lab.path("waterlab-0001.toml");
    let saved = lab.wait("the scene is saved", |_| {
        std::fs::read_to_string(&file).ok()
    });
    assert!(
        saved.contains("mask = \"waterlab-0001-walls.png\""),
        "{saved}"
    );
    assert!(lab.path("waterlab-0001-walls.png").exists());
    // It opens to the same picture.
    let again = lab.rendered("waterlab-0001.toml", SIZE, &[]);
    let apart = again.difference(&walled, WATER);
    assert!(apart < 0.5, "{apart} apart");
    assert!(apart < 0.2 * calm.difference(&walled, WATER));
    lab.ends_well();
}

#[test]
fn a_scene_saved_while_waves_run_opens_to_the_same_waves() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    // The key that follows is heard before the waves have run far.
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.key("space");
    lab.until("the stroke is seen", |shot| {
        shot.difference(&calm, WATER) > 1.0
    });
    let waves = lab.until_still("time stands still", WATER);
    lab.key("ctrl+s");
    let file = lab.path("waterlab-0001.toml");
    let saved = lab.wait("the scene is saved", |_| {
        std::fs::read_to_string(&file).ok()
    });
    assert!(
        saved.contains("heights = \"waterlab-0001-heights.exr\""),
        "{saved}"
    );
    let again = lab.rendered("waterlab-0001.toml", SIZE, &[]);
    let apart = again.difference(&waves, WATER);
    let moved = calm.difference(&waves, WATER);
    assert!(
        apart < 0.5 && apart < 0.2 * moved,
        "{apart} apart, {moved} moved"
    );
    lab.key("Escape");
    lab.ends_well();
}

#[test]
fn control_s_saves_the_scene_and_then_leaving_asks_nothing() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    std::fs::write(lab.path("waterlab-0001.toml"), "mine").expect("written");
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    lab.key("ctrl+s");
    let file = lab.path("waterlab-0002.toml");
    let first = lab.wait("the scene is saved", |_| {
        std::fs::read_to_string(&file).ok()
    });
    lab.key("2");
    lab.key("ctrl+s");
    lab.wait("it is saved again under its name", |_| {
        let text = std::fs::read_to_string(&file).ok()?;
        (text != first && text.contains("model = \"coarse\"")).then_some(())
    });
    assert!(!lab.path("waterlab-0003.toml").exists());
    let mine = std::fs::read_to_string(lab.path("waterlab-0001.toml")).expect("kept");
    assert_eq!(mine, "mine");
    lab.key("Escape");
    lab.key("Escape");
    lab.ends_well();
}

#[test]
fn walls_are_left_behind_by_n_and_by_nothing_else() {
    let mut lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    lab.key("o");
    for _ in 0..2 {
        lab.key("Escape");
        lab.until("it asks", is_asked);
        assert!(lab.runs());
        lab.key("Escape");
        lab.until("it stays", |shot| !is_asked(shot));
    }
    lab.key("Escape");
    lab.until("it asks", is_asked);
    lab.key("n");
    let room = lab.ends_well_and_stays();
    assert!(!room.path().join("waterlab-0001.toml").exists());
}
