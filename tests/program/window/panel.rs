//! The panel and the help open and close over the picture, and take the input over them.

use super::lab::{CALM, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// An area of the open panel.
const PANEL: Area = Area::new(700, 60, 200, 120);
/// The water beside the panel.
const FREE: Area = Area::new(0, 0, 600, 500);
/// The button that opens the panel.
const BUTTON: [usize; 2] = [SIZE.0 - 26, 26];
/// On the panel's title, beside its buttons.
const TITLE: [usize; 2] = [800, 26];

/// How often Tab is pressed from the panel's first widget to the button of the second view.
const TABS: usize = 2;

/// On the separator under its buttons.
const RULE: [usize; 2] = [800, 192];

/// The y coordinate of the heading of the charts when all sections before it are collapsed.
const CHARTS: usize = 482;

/// The panel's background is darker than the pool's surroundings and the pond.
fn is_dark(mean: [f64; 3]) -> bool {
    mean.iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn the_panel_opens_and_closes() {
    let lab = Lab::scene(CALM);
    let folded = lab.at_rest("calm water is still");
    assert!(
        !is_dark(folded.mean(PANEL)),
        "the panel is open at the start"
    );
    for _ in 0..2 {
        lab.key("F2");
        lab.until("F2 opens the panel", |shot| is_dark(shot.mean(PANEL)));
        lab.key("F2");
        lab.until("F2 closes the panel", |shot| shot.same(&folded, PANEL));
    }
    lab.click(Button::Left, BUTTON);
    lab.until("the button opens the panel", |shot| {
        is_dark(shot.mean(PANEL))
    });
    lab.click(Button::Left, BUTTON);
    lab.until("the close button in its place closes it", |shot| {
        shot.same(&folded, PANEL)
    });
    lab.quit();
}

#[test]
fn the_panel_has_a_light_theme() {
    let lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    // The theme buttons are in the last section, below the charts, the frame times and the sound.
    let heading = CHARTS + 91;
    let ground = Area::new(650, CHARTS - 17, 240, 3);
    lab.key("F2");
    lab.until("the panel opens", |shot| is_dark(shot.mean(PANEL)));
    let water = Area::new(640, 290, 280, 60);
    let expanded = lab.at_rest("the panel is still");
    lab.click(Button::Left, [800, 243]);
    let collapsed = lab.changes("the section of the water collapses", water, &expanded);
    lab.click(Button::Left, [800, heading]);
    // The panel scrolls down to the section.
    let chosen = [783, 551];
    let button = Area::new(chosen[0] - 30, chosen[1] - 8, 60, 16);
    lab.changes("the section expands", button, &collapsed);
    lab.click(Button::Left, chosen);
    lab.until("the panel is light", |shot| {
        shot.mean(ground).iter().all(|&part| part > 200.0)
    });
    lab.click(Button::Left, [chosen[0] - 100, chosen[1]]);
    lab.until("it is dark again", |shot| is_dark(shot.mean(ground)));
    lab.quit();
}

#[test]
fn the_keyboard_alone_operates_the_panel_and_pokes_the_water() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    lab.key("Return");
    lab.until_changed("Enter pokes the middle", FREE, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, FREE));
    lab.key("F6");
    lab.until("F6 unfolds the panel", |shot| is_dark(shot.mean(PANEL)));
    // The close button has the focus first, then the first view, then the second.
    let top = Area::new(620, 14, 326, 72);
    for _ in 0..TABS {
        let before = lab.at_rest("a widget has the focus");
        lab.key("Tab");
        lab.until_changed("Tab moves the focus", top, &before);
    }
    lab.shows("Tab moves the focus only", FREE, &calm);
    lab.key("space");
    let picture = lab.changes("Space presses the focused button", FREE, &calm);
    lab.key("Escape");
    lab.shows("Escape only ends the focus", FREE, &picture);
    lab.key("Tab");
    lab.until_changed("Tab shows the next view again", FREE, &picture);
    lab.key("F2");
    lab.until("F2 closes the panel", |shot| !is_dark(shot.mean(PANEL)));
    lab.quit();
}

#[test]
fn the_search_field_filters_the_panel() {
    let mut lab = Lab::scene(CALM);
    lab.at_rest("calm water is still");
    let low = Area::new(640, 400, 240, 60);
    lab.key("F2");
    lab.until("the panel is long", |shot| is_dark(shot.mean(low)));
    lab.click(Button::Left, [780, 213]);
    lab.type_text("damping shift");
    lab.until("one row remains", |shot| {
        is_dark(shot.mean(PANEL)) && !is_dark(shot.mean(low))
    });
    // Letters go to the search field: C, H and P are no shortcuts there. Escape leaves the field first.
    assert!(!lab.path("waterlab-0001.png").exists());
    lab.key("Escape");
    assert!(lab.runs());
    lab.quit();
}

#[test]
fn a_drag_that_starts_on_the_panel_pokes_nothing() {
    let lab = Lab::scene(CALM);
    let pool = lab.at_rest("calm water is still");
    // In the picture view the water extends under the panel.
    lab.key("Tab");
    let calm = lab.changes("Tab shows the picture", FREE, &pool);
    lab.click(Button::Left, BUTTON);
    lab.until("the button opens the panel", |shot| {
        is_dark(shot.mean(PANEL))
    });
    lab.shows("the click went to the button", FREE, &calm);
    lab.click(Button::Left, TITLE);
    lab.drag(Button::Left, RULE, [300, 200]);
    lab.shows("the drag started on the panel", FREE, &calm);
    lab.drag(Button::Left, [300, 200], TITLE);
    lab.until_changed("a drag that started on the water pokes it", FREE, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, FREE));
    lab.key("F2");
    lab.until("F2 closes the panel", |shot| !is_dark(shot.mean(PANEL)));
    lab.drag(Button::Left, TITLE, [300, 200]);
    lab.until_changed("without the panel the drag pokes", FREE, &calm);
    lab.quit();
}

#[test]
fn the_panel_is_dragged_by_its_title_and_a_double_click_returns_it() {
    let lab = Lab::scene(CALM);
    let left = Area::new(120, 60, 200, 120);
    let folded = lab.at_rest("calm water is still");
    lab.key("F2");
    lab.until("the panel opens", |shot| is_dark(shot.mean(PANEL)));
    let from = |x: usize, y: usize| [TITLE[0] - 560 + x, TITLE[1] + y];
    // A short move first, since the panel sees the press only in the next frame.
    let grab = || {
        let before = lab.at_rest("the panel is still");
        lab.press(Button::Left, TITLE);
        lab.hover([TITLE[0] - 12, TITLE[1]]);
        lab.until_changed("it follows", PANEL, &before);
    };
    grab();
    lab.hover(from(0, 30));
    lab.until("it follows the pointer", |shot| {
        is_dark(shot.mean(left)) && shot.same(&folded, PANEL)
    });
    lab.release(Button::Left);
    lab.key("F2");
    lab.until("F2 closes it there", |shot| !is_dark(shot.mean(left)));
    lab.key("F2");
    lab.until("F2 opens it there", |shot| is_dark(shot.mean(left)));
    lab.double_click(from(0, 30));
    lab.until("a double click returns it", |shot| {
        is_dark(shot.mean(PANEL)) && !is_dark(shot.mean(left))
    });
    // Outside the window the title could not be dragged back.
    grab();
    lab.hover([2, SIZE.1 - 2]);
    lab.until("it stays in the window", |shot| {
        is_dark(shot.mean(Area::new(60, SIZE.1 - 60, 120, 20)))
    });
    lab.release(Button::Left);
    lab.quit();
}

#[test]
fn help_opens_and_closes_and_escape_closes_one_thing_at_a_time() {
    let mut lab = Lab::scene(CALM);
    let middle = Area::new(240, 200, 100, 200);
    let without = lab.at_rest("calm water is still");
    assert!(!is_dark(without.mean(middle)), "help is open at the start");
    for (show, hide) in [("h", "h"), ("F1", "h"), ("h", "Escape")] {
        lab.key(show);
        lab.until("help is shown", |shot| is_dark(shot.mean(middle)));
        lab.key(hide);
        lab.until("help is hidden", |shot| shot.same(&without, middle));
    }
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
    lab.until("the poke tool is back", |shot| !is_open(shot)[1]);
    assert!(lab.runs(), "Escape closed more than the panels");
    lab.key("Escape");
    lab.quits_cleanly();
}

#[test]
fn keys_show_a_message_which_disappears_like_the_hint_while_nothing_moves() {
    let lab = Lab::scene(CALM);
    let bottom = Area::new(0, 550, 660, 50);
    let hint = lab.at_rest("calm water is still");
    let still = lab.until_changed("the hint disappears", bottom, &hint);
    assert!(still.same(&hint, WATER), "more than the hint disappeared");
    let mut before = still.clone();
    for key in ["p", "space", "r", "r", "c", "f", "Home", "plus", "space"] {
        lab.key(key);
        before = lab.until_changed(&format!("{key} shows a message"), bottom, &before);
    }
    lab.until("the message disappears", |shot| shot.same(&still, bottom));
    lab.quit();
}

#[test]
fn while_the_water_moves_the_hint_disappears_and_f3_toggles_the_frame_rate() {
    let lab = Lab::scene("[water]\n[rain]\ndrops_per_second = 60\n");
    // The hint's background. Beside it is the sunlit floor.
    let ground = Area::new(440, 560, 80, 26);
    lab.until("the hint is shown", |shot| is_dark(shot.mean(ground)));
    lab.until("the hint disappears", |shot| !is_dark(shot.mean(ground)));
    let corner = Area::new(840, 570, 100, 10);
    lab.until("the frame rate is hidden", |shot| {
        !is_dark(shot.mean(corner))
    });
    lab.key("F3");
    let shown = lab.until("the frame rate is shown", |shot| is_dark(shot.mean(corner)));
    lab.until_changed("the frame rate is updated", corner, &shown);
    lab.key("F3");
    lab.until("the frame rate is hidden again", |shot| {
        !is_dark(shot.mean(corner))
    });
    lab.quit();
}

#[test]
fn charts_show_models_and_measurements_of_the_water() {
    let lab = Lab::scene("[water]\nlength = 6\n[view]\nkind = \"lit\"\n");
    lab.at_rest("calm water is still");
    lab.key("F2");
    lab.until("F2 opens the panel", |shot| is_dark(shot.mean(PANEL)));
    // Collapse the time of day and the model's settings, and expand the charts below, which scrolls the panel.
    let chart = Area::new(640, 375, 300, 140);
    for heading in [242, 273] {
        lab.click(Button::Left, [680, heading]);
        lab.at_rest("a section is collapsed");
    }
    let collapsed = lab.at_rest("both are collapsed");
    lab.click(Button::Left, [680, 512]);
    let mut shown = lab.changes("the charts expand", chart, &collapsed);
    let [first, second] = [327, 360];
    for (button, what) in [
        ([780, first], "reflectance"),
        ([880, first], "transmittance"),
        ([680, second], "the spectrum"),
        ([780, second], "a cross-section"),
        ([880, second], "the dispersion relation"),
        ([680, first], "energy again"),
    ] {
        lab.click(Button::Left, button);
        shown = lab.changes(what, chart, &shown);
    }
    lab.click(Button::Left, [300, 350]);
    lab.until_changed("a poke brings energy", chart, &shown);
    lab.quit();
}
