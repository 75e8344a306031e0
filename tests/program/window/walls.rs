//! Walls are painted, erased, undone, and saved or discarded.

use super::lab::{CALM, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

const PATH: ([usize; 2], [usize; 2]) = ([380, 300], [560, 340]);

#[test]
fn o_paints_walls_that_survive_a_reset_and_shift_o_erases_them() {
    let lab = Lab::scene(CALM);
    let pool = lab.at_rest("calm water is still");
    lab.key("Tab");
    let calm = lab.changes("Tab shows the picture", WATER, &pool);

    let walled = paint_wall(&lab, &calm);
    lab.key("c");
    lab.shows("calm water keeps its walls", WATER, &walled);

    // The wall also stands in the 3D views.
    lab.key("Tab");
    let lit = lab.changes("Tab shows the lit pool", WATER, &walled);
    lab.key("Tab");
    let standing = lab.changes("Tab shows the pool", WATER, &lit);
    assert!(!standing.same(&pool, WATER), "the pool has no wall");
    lab.key("Tab");
    lab.shows("Tab shows the picture", WATER, &walled);

    lab.shift("o");
    for _ in 0..4 {
        lab.key("bracketright");
    }
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.shows("a wider brush erases the whole wall", WATER, &calm);

    lab.shift("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("the poke tool is back", WATER, &calm);
    lab.shows("the water calms", WATER, &calm);
    lab.quit();
}

/// Paints a wall along [`PATH`], which makes no waves.
fn paint_wall(lab: &Lab, calm: &Shot) -> Shot {
    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.changes("a drag builds a wall", WATER, calm)
}

/// In the confirmation dialog, left of its labels.
const DIALOG: Area = Area::new(345, 240, 20, 100);

fn is_asked(shot: &Shot) -> bool {
    shot.mean(DIALOG).iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn control_z_undoes_a_wall_and_control_shift_z_redoes_it() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    let walled = paint_wall(&lab, &calm);
    lab.key("ctrl+z");
    lab.shows("the wall is undone", WATER, &calm);
    lab.key("ctrl+shift+z");
    lab.shows("the wall is redone", WATER, &walled);
    lab.key("ctrl+z");
    lab.shows("the wall is undone again", WATER, &calm);
    // There is nothing to save.
    lab.quit();
}

#[test]
fn quitting_with_unsaved_walls_asks_and_enter_saves_the_scene() {
    let mut lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    paint_wall(&lab, &calm);
    lab.key("Escape");
    let walled = lab.at_rest("the poke tool is back");
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
    let calm = lab.at_rest("calm water is still");
    // The pause follows before the waves have spread far.
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.key("space");
    lab.until("the stroke is visible", |shot| {
        shot.difference(&calm, WATER) > 1.0
    });
    let waves = lab.at_rest("time is paused");
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
    let calm = lab.at_rest("calm water is still");
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
    let calm = lab.at_rest("calm water is still");
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
