//! The panel and the help: over the picture when asked for, and never letting a poke through.

use super::lab::{CALM, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// Where the panel unfolds.
const PANEL: Area = Area::new(700, 60, 200, 120);
/// The water that the panel leaves free.
const FREE: Area = Area::new(0, 0, 600, 500);
/// The button that unfolds the panel.
const BUTTON: [usize; 2] = [SIZE.0 - 26, 26];
/// On the panel's title, where there is nothing to press.
const TITLE: [usize; 2] = [800, 26];

/// From the first of the panel to the button of the second view.
const TABS: usize = 2;

/// On the line under its buttons.
const RULE: [usize; 2] = [800, 192];

/// How far down the heading of the charts is when all before it is folded.
const CHARTS: usize = 452;

/// The panel's ground is darker than both of the pool's surroundings and the pond.
fn is_dark(mean: [f64; 3]) -> bool {
    mean.iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn the_panel_unfolds_and_folds() {
    let lab = Lab::scene(CALM);
    let folded = lab.until_still("nothing happens in calm water", PANEL);
    assert!(!is_dark(folded.mean(PANEL)), "a panel from the start");
    for _ in 0..2 {
        lab.key("F2");
        lab.until("F2 unfolds the panel", |shot| is_dark(shot.mean(PANEL)));
        lab.key("F2");
        lab.until("F2 folds the panel", |shot| shot.same(&folded, PANEL));
    }
    lab.click(Button::Left, BUTTON);
    lab.until("the button unfolds the panel", |shot| {
        is_dark(shot.mean(PANEL))
    });
    lab.click(Button::Left, BUTTON);
    lab.until("the cross in its place folds it", |shot| {
        shot.same(&folded, PANEL)
    });
    lab.quit();
}

#[test]
fn the_panel_can_be_light() {
    let lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", PANEL);
    // Its own section is the last, below the charts and the frame times; there it is the button in the middle.
    let heading = CHARTS + 60;
    let ground = Area::new(650, CHARTS - 17, 240, 3);
    lab.key("F2");
    lab.until("the panel unfolds", |shot| is_dark(shot.mean(PANEL)));
    let water = Area::new(640, 290, 280, 60);
    let unfolded = lab.until_still("the panel stands", water);
    lab.click(Button::Left, [800, 243]);
    lab.until_changed("the section of the water folds", water, &unfolded);
    let folded = lab.until_still("the panel stands", water);
    lab.click(Button::Left, [800, heading]);
    let chosen = [783, heading + 30];
    let button = Area::new(chosen[0] - 30, chosen[1] - 8, 60, 16);
    lab.until_changed("the section unfolds", button, &folded);
    lab.click(Button::Left, chosen);
    lab.until("the panel is light", |shot| {
        shot.mean(ground).iter().all(|&part| part > 200.0)
    });
    lab.click(Button::Left, [chosen[0] - 100, chosen[1]]);
    lab.until("it is dark again", |shot| is_dark(shot.mean(ground)));
    lab.quit();
}

#[test]
fn by_keyboard_alone_the_panel_is_used_and_the_water_poked() {
    let lab = Lab::scene(CALM);
    let calm = lab.until_still("nothing happens in calm water", FREE);
    lab.key("Return");
    lab.until_changed("Enter pokes the middle", FREE, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, FREE));
    lab.key("F6");
    lab.until("F6 unfolds the panel", |shot| is_dark(shot.mean(PANEL)));
    // The cross has them first, then the first view, then the second.
    let top = Area::new(620, 14, 326, 72);
    for _ in 0..TABS {
        let before = lab.until_still("something has the keys", top);
        lab.key("Tab");
        lab.until_changed("Tab gives them to the next", top, &before);
    }
    lab.stays("Tab is the panel's", FREE, &calm);
    lab.key("space");
    lab.until_changed("Space presses what has the keys", FREE, &calm);
    let picture = lab.until_still("the picture lies still", FREE);
    lab.key("Escape");
    lab.stays(
        "Escape gives the keys back, and does nothing else",
        FREE,
        &picture,
    );
    lab.key("Tab");
    lab.until_changed("so that Tab shows the next view", FREE, &picture);
    lab.key("F2");
    lab.until("F2 folds the panel", |shot| !is_dark(shot.mean(PANEL)));
    lab.quit();
}

#[test]
fn what_is_looked_for_is_all_that_the_panel_shows() {
    let mut lab = Lab::scene(CALM);
    lab.until_still("nothing happens in calm water", PANEL);
    let low = Area::new(640, 400, 240, 60);
    lab.key("F2");
    lab.until("the panel is long", |shot| is_dark(shot.mean(low)));
    lab.click(Button::Left, [780, 213]);
    lab.type_text("damping shift");
    lab.until("one row is left of it", |shot| {
        is_dark(shot.mean(PANEL)) && !is_dark(shot.mean(low))
    });
    // Letters go to the field: C, H and P do nothing else, and Escape leaves the field first.
    assert!(!lab.path("waterlab-0001.png").exists());
    lab.key("Escape");
    assert!(lab.runs());
    lab.quit();
}

#[test]
fn what_begins_on_the_panel_pokes_nothing() {
    let lab = Lab::scene(CALM);
    let pool = lab.until_still("nothing happens in calm water", FREE);
    // In the picture view there is water under the panel.
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", FREE, &pool);
    let calm = lab.until_still("the picture lies still", FREE);
    lab.click(Button::Left, BUTTON);
    lab.until("the button unfolds the panel", |shot| {
        is_dark(shot.mean(PANEL))
    });
    lab.stays("the click was the button's", FREE, &calm);
    lab.click(Button::Left, TITLE);
    lab.drag(Button::Left, RULE, [300, 200]);
    lab.stays("the drag began on the panel", FREE, &calm);
    lab.drag(Button::Left, [300, 200], TITLE);
    lab.until_changed("a drag that began on the water pokes it", FREE, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, FREE));
    lab.key("F2");
    lab.until("F2 folds the panel", |shot| !is_dark(shot.mean(PANEL)));
    lab.drag(Button::Left, TITLE, [300, 200]);
    lab.until_changed("without the panel there is water", FREE, &calm);
    lab.quit();
}

#[test]
fn the_panel_is_dragged_by_its_title_and_a_double_click_there_sends_it_back() {
    let lab = Lab::scene(CALM);
    let left = Area::new(120, 60, 200, 120);
    let folded = lab.until_still("nothing happens in calm water", PANEL);
    lab.key("F2");
    lab.until("the panel unfolds", |shot| is_dark(shot.mean(PANEL)));
    let from = |x: usize, y: usize| [TITLE[0] - 560 + x, TITLE[1] + y];
    // A little first: where a button went down is seen from frame to frame.
    let take = || {
        let before = lab.until_still("the panel stands", PANEL);
        lab.press(Button::Left, TITLE);
        lab.hover([TITLE[0] - 12, TITLE[1]]);
        lab.until_changed("it is held", PANEL, &before);
    };
    take();
    lab.hover(from(0, 30));
    lab.until("it comes along", |shot| {
        is_dark(shot.mean(left)) && shot.same(&folded, PANEL)
    });
    lab.release(Button::Left);
    lab.key("F2");
    lab.until("F2 folds it there", |shot| !is_dark(shot.mean(left)));
    lab.key("F2");
    lab.until("and unfolds it there", |shot| is_dark(shot.mean(left)));
    lab.double_click(from(0, 30));
    lab.until("a double click sends it back", |shot| {
        is_dark(shot.mean(PANEL)) && !is_dark(shot.mean(left))
    });
    // Beyond the edge there is no title to drag it back by.
    take();
    lab.hover([2, SIZE.1 - 2]);
    lab.until("it stays in the window", |shot| {
        is_dark(shot.mean(Area::new(60, SIZE.1 - 60, 120, 20)))
    });
    lab.release(Button::Left);
    lab.quit();
}

#[test]
fn the_help_comes_and_goes_and_escape_leaves_it_first() {
    let mut lab = Lab::scene(CALM);
    let middle = Area::new(360, 200, 200, 200);
    let without = lab.until_still("nothing happens in calm water", middle);
    assert!(!is_dark(without.mean(middle)), "help from the start");
    for (show, hide) in [("h", "h"), ("F1", "h"), ("h", "Escape")] {
        lab.key(show);
        lab.until("help is shown", |shot| is_dark(shot.mean(middle)));
        lab.key(hide);
        lab.until("help is hidden", |shot| shot.same(&without, middle));
    }
    lab.stays("nothing goes on", middle, &without);
    assert!(lab.runs(), "Escape left more than the help");
    lab.quit();
}

#[test]
fn escape_closes_one_thing_at_a_time_and_then_the_window() {
    let mut lab = Lab::scene(CALM);
    let middle = Area::new(240, 200, 100, 200);
    let tool = Area::new(440, 560, 80, 26);
    let is_open = |shot: &Shot| [middle, PANEL, tool].map(|area| is_dark(shot.mean(area)));
    for key in ["o", "F2", "h"] {
        lab.key(key);
    }
    for open in [
        [true, true, true],
        [false, true, true],
        [false, false, true],
    ] {
        lab.until(&format!("{open:?} are open"), |shot| is_open(shot) == open);
        lab.key("Escape");
    }
    lab.until("the hand pokes again", |shot| !is_open(shot)[1]);
    assert!(lab.runs(), "Escape left more than what was open");
    lab.key("Escape");
    lab.ends_well();
}

#[test]
fn keys_tell_in_a_word_what_they_have_done() {
    let lab = Lab::scene(CALM);
    let still = lab.until_still("nothing happens in calm water", WATER);
    let word = Area::new(0, 550, 240, 50);
    let mut before = still.clone();
    for key in ["space", "r", "r", "c", "f", "Home", "plus", "space"] {
        lab.key(key);
        before = lab.until_changed(&format!("{key} is told"), word, &before);
    }
    lab.until("and no longer after a while", |shot| {
        shot.same(&still, word)
    });
    lab.quit();
}

#[test]
fn f3_tells_how_fast_it_goes_until_pressed_again() {
    let lab = Lab::scene("[water]\n[rain]\ndrops_per_second = 60\n");
    let corner = Area::new(840, 570, 100, 10);
    lab.until("nothing is told", |shot| !is_dark(shot.mean(corner)));
    lab.key("F3");
    let told = lab.until("it is told", |shot| is_dark(shot.mean(corner)));
    lab.until_changed("and counted anew every second", corner, &told);
    lab.key("F3");
    lab.until("it is no longer", |shot| !is_dark(shot.mean(corner)));
    lab.quit();
}

#[test]
fn hint_and_message_go_away_by_themselves_while_nothing_moves() {
    let lab = Lab::scene(CALM);
    let bottom = Area::new(0, 550, 660, 50);
    let hint = lab.until_still("nothing happens in calm water", WATER);
    let bare = lab.until_changed("the hint goes away", bottom, &hint);
    assert!(bare.same(&hint, WATER), "more went than the hint");
    lab.key("p");
    let told = lab.until_changed("a message tells of the file", bottom, &bare);
    assert!(told.same(&bare, WATER), "the water moved");
    lab.until("the message goes away", |shot| shot.same(&bare, bottom));
    lab.quit();
}

#[test]
fn the_hint_goes_away_while_the_water_moves_too() {
    let lab = Lab::scene("[water]\n[rain]\ndrops_per_second = 60\n");
    // The hint's ground; beside it is the sunlit floor.
    let ground = Area::new(440, 560, 80, 26);
    lab.until("the hint is there", |shot| is_dark(shot.mean(ground)));
    lab.until("the hint goes away", |shot| !is_dark(shot.mean(ground)));
    lab.quit();
}

#[test]
fn charts_show_laws_and_what_the_water_does() {
    let lab = Lab::scene("[water]\n[view]\nkind = \"lit\"\n");
    lab.until_still("nothing happens in calm water", FREE);
    lab.key("F2");
    lab.until("F2 unfolds the panel", |shot| is_dark(shot.mean(PANEL)));
    // The model's settings fold away, and the charts unfold below all that is folded.
    let chart = Area::new(640, 440, 300, 140);
    lab.click(Button::Left, [680, 242]);
    let folded = lab.until_still("the settings are folded", chart);
    lab.click(Button::Left, [680, CHARTS]);
    lab.until_changed("charts unfold", chart, &folded);
    let mut shown = lab.until_still("the energy of calm water", chart);
    for (button, what) in [
        ([770, CHARTS + 32], "what water mirrors"),
        ([860, CHARTS + 32], "what it leaves of daylight"),
        ([680, CHARTS + 65], "which waves there are"),
        ([770, CHARTS + 65], "a cut through them"),
        ([860, CHARTS + 65], "how fast which of them swing"),
        ([680, CHARTS + 32], "back to energy"),
    ] {
        lab.click(Button::Left, button);
        lab.until_changed(what, chart, &shown);
        shown = lab.until_still(what, chart);
    }
    // The window has no room for all of it.
    for _ in 0..20 {
        lab.click(Button::WheelDown, [780, CHARTS]);
    }
    lab.until_changed("the panel scrolls", chart, &shown);
    let before = lab.until_still("calm water has none", chart);
    lab.click(Button::Left, [300, 350]);
    lab.until_changed("a poke brings energy", chart, &before);
    lab.quit();
}
