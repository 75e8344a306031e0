//! Walls are painted, erased, undone, and saved or discarded.

use super::lab::{CALM, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

const PATH: ([usize; 2], [usize; 2]) = ([380, 300], [560, 340]);

#[test]
fn o_paints_walls_that_survive_a_reset_and_shift_o_erases_them() {
    let lab = Lab::scene(CALM);
    let pool = lab.until_still("calm water is still", WATER);
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &pool);
    let calm = lab.until_still("the picture lies still", WATER);

    paint_wall(&lab, &calm);
    let walled = lab.until_still("a wall makes no waves", WATER);
    lab.key("c");
    lab.stays("calm water keeps its walls", WATER, &walled);

    // The wall also stands in the 3D views.
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
    lab.until("a wider brush erases the whole wall", |shot| {
        shot.same(&calm, WATER)
    });

    lab.shift("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("the poke tool is back", WATER, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, WATER));
    lab.quit();
}

/// Paints a wall along [`PATH`].
fn paint_wall(lab: &Lab, calm: &Shot) {
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, calm);
}

/// In the confirmation dialog, left of its labels.
const DIALOG: Area = Area::new(345, 240, 20, 100);

fn is_asked(shot: &Shot) -> bool {
    shot.mean(DIALOG).iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn control_z_undoes_a_wall_and_control_shift_z_redoes_it() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("calm water is still", WATER);
    paint_wall(&lab, &calm);
    let walled = lab.until_still("a wall makes no waves", WATER);
    lab.key("ctrl+z");
    lab.until("the wall is undone", |shot| shot.same(&calm, WATER));
    lab.key("ctrl+shift+z");
    lab.until("the wall is redone", |shot| shot.same(&walled, WATER));
    lab.key("ctrl+z");
    lab.until("the wall is undone again", |shot| shot.same(&calm, WATER));
    // There is nothing to save.
    lab.quit();
}

#[test]
fn quitting_with_unsaved_walls_asks_and_enter_saves_the_scene() {
    let mut lab = Lab::scene(CALM);
    let calm = lab.until_still("calm water is still", WATER);
    paint_wall(&lab, &calm);
    lab.key("Escape");
    let walled = lab.until_still("the poke tool is back", WATER);
    assert!(!is_asked(&walled));
    lab.key("Escape");
    lab.until("the dialog opens", is_asked);
    // Other keys do nothing. Escape closes the dialog.
    lab.key("x");
    lab.key("Tab");
    assert!(lab.runs());
    lab.until("the dialog is still open", is_asked);
    lab.key("Escape");
    lab.until("Escape closes the dialog", |shot| shot.same(&walled, WATER));
    assert!(lab.runs());
    lab.key("Escape");
    lab.until("the dialog opens again", is_asked);
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
    // The saved scene gives the same picture.
    let again = lab.rendered("waterlab-0001.toml", SIZE, &[]);
    let apart = again.difference(&walled, WATER);
    assert!(apart < 0.5, "{apart} apart");
    assert!(apart < 0.2 * calm.difference(&walled, WATER));
    lab.quits_cleanly();
}

#[test]
fn a_scene_saved_with_waves_opens_to_the_same_waves() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("calm water is still", WATER);
    // The pause follows before the waves have spread far.
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.key("space");
    lab.until("the stroke is visible", |shot| {
        shot.difference(&calm, WATER) > 1.0
    });
    let waves = lab.until_still("time is paused", WATER);
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
    lab.quits_cleanly();
}

#[test]
fn control_s_saves_the_scene_and_then_quitting_does_not_ask() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("calm water is still", WATER);
    std::fs::write(lab.path("waterlab-0001.toml"), "mine").expect("written");
    paint_wall(&lab, &calm);
    lab.key("ctrl+s");
    let file = lab.path("waterlab-0002.toml");
    let first = lab.wait("the scene is saved", |_| {
        std::fs::read_to_string(&file).ok()
    });
    lab.key("2");
    lab.key("ctrl+s");
    lab.wait("it is saved again under the same name", |_| {
        let text = std::fs::read_to_string(&file).ok()?;
        (text != first && text.contains("model = \"coarse\"")).then_some(())
    });
    assert!(!lab.path("waterlab-0003.toml").exists());
    let mine = std::fs::read_to_string(lab.path("waterlab-0001.toml")).expect("a file");
    assert_eq!(mine, "mine");
    lab.key("Escape");
    lab.key("Escape");
    lab.quits_cleanly();
}

#[test]
fn only_n_quits_without_saving_the_walls() {
    let mut lab = Lab::scene(CALM);
    let calm = lab.until_still("calm water is still", WATER);
    paint_wall(&lab, &calm);
    lab.key("o");
    for _ in 0..2 {
        lab.key("Escape");
        lab.until("the dialog opens", is_asked);
        assert!(lab.runs());
        lab.key("Escape");
        lab.until("the dialog closes", |shot| !is_asked(shot));
    }
    lab.key("Escape");
    lab.until("the dialog opens", is_asked);
    lab.key("n");
    let folder = lab.quits_and_keeps_folder();
    assert!(!folder.path().join("waterlab-0001.toml").exists());
}
