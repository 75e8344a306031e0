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
const CHARTS: usize = 452;

/// The panel's background is darker than the pool's surroundings and the pond.
fn is_dark(mean: [f64; 3]) -> bool {
    mean.iter().sum::<f64>() < 3.0 * 75.0
}

#[test]
fn the_panel_opens_and_closes() {
    let lab = Lab::scene(CALM);
    let folded = lab.until_still("calm water is still", PANEL);
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
    lab.until_still("calm water is still", PANEL);
    // The theme buttons are in the last section, below the charts and the frame times.
    let heading = CHARTS + 60;
    let ground = Area::new(650, CHARTS - 17, 240, 3);
    lab.key("F2");
    lab.until("the panel opens", |shot| is_dark(shot.mean(PANEL)));
    let water = Area::new(640, 290, 280, 60);
    let expanded = lab.until_still("the panel is still", water);
    lab.click(Button::Left, [800, 243]);
    lab.until_changed("the section of the water collapses", water, &expanded);
    let collapsed = lab.until_still("the panel is still", water);
    lab.click(Button::Left, [800, heading]);
    let chosen = [783, heading + 30];
    let button = Area::new(chosen[0] - 30, chosen[1] - 8, 60, 16);
    lab.until_changed("the section expands", button, &collapsed);
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
    let calm = lab.until_still("calm water is still", FREE);
    lab.key("Return");
    lab.until_changed("Enter pokes the middle", FREE, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, FREE));
    lab.key("F6");
    lab.until("F6 unfolds the panel", |shot| is_dark(shot.mean(PANEL)));
    // The close button has the focus first, then the first view, then the second.
    let top = Area::new(620, 14, 326, 72);
    for _ in 0..TABS {
        let before = lab.until_still("a widget has the focus", top);
        lab.key("Tab");
        lab.until_changed("Tab moves the focus", top, &before);
    }
    lab.stays("Tab moves the focus only", FREE, &calm);
    lab.key("space");
    lab.until_changed("Space presses the focused button", FREE, &calm);
    let picture = lab.until_still("the picture lies still", FREE);
    lab.key("Escape");
    lab.stays("Escape only ends the focus", FREE, &picture);
    lab.key("Tab");
    lab.until_changed("Tab shows the next view again", FREE, &picture);
    lab.key("F2");
    lab.until("F2 closes the panel", |shot| !is_dark(shot.mean(PANEL)));
    lab.quit();
}

#[test]
fn the_search_field_filters_the_panel() {
    let mut lab = Lab::scene(CALM);
    lab.until_still("calm water is still", PANEL);
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
    let pool = lab.until_still("calm water is still", FREE);
    // In the picture view the water extends under the panel.
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", FREE, &pool);
    let calm = lab.until_still("the picture lies still", FREE);
    lab.click(Button::Left, BUTTON);
    lab.until("the button opens the panel", |shot| {
        is_dark(shot.mean(PANEL))
    });
    lab.stays("the click went to the button", FREE, &calm);
    lab.click(Button::Left, TITLE);
    lab.drag(Button::Left, RULE, [300, 200]);
    lab.stays("the drag started on the panel", FREE, &calm);
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
    let folded = lab.until_still("calm water is still", PANEL);
    lab.key("F2");
    lab.until("the panel opens", |shot| is_dark(shot.mean(PANEL)));
    let from = |x: usize, y: usize| [TITLE[0] - 560 + x, TITLE[1] + y];
    // A short move first, since the panel sees the press only in the next frame.
    let grab = || {
        let before = lab.until_still("the panel is still", PANEL);
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
fn help_opens_and_closes_and_escape_closes_it_first() {
    let mut lab = Lab::scene(CALM);
    let middle = Area::new(360, 200, 200, 200);
    let without = lab.until_still("calm water is still", middle);
    assert!(!is_dark(without.mean(middle)), "help is open at the start");
    for (show, hide) in [("h", "h"), ("F1", "h"), ("h", "Escape")] {
        lab.key(show);
        lab.until("help is shown", |shot| is_dark(shot.mean(middle)));
        lab.key(hide);
        lab.until("help is hidden", |shot| shot.same(&without, middle));
    }
    lab.stays("nothing changes", middle, &without);
    assert!(lab.runs(), "Escape closed more than the help");
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
    lab.until("the poke tool is back", |shot| !is_open(shot)[1]);
    assert!(lab.runs(), "Escape closed more than the panels");
    lab.key("Escape");
    lab.quits_cleanly();
}

#[test]
fn keys_show_a_message_about_what_they_did() {
    let lab = Lab::scene(CALM);
    let still = lab.until_still("calm water is still", WATER);
    let message = Area::new(0, 550, 240, 50);
    let mut before = still.clone();
    for key in ["space", "r", "r", "c", "f", "Home", "plus", "space"] {
        lab.key(key);
        before = lab.until_changed(&format!("{key} shows a message"), message, &before);
    }
    lab.until("the message disappears", |shot| shot.same(&still, message));
    lab.quit();
}

#[test]
fn f3_toggles_the_frame_rate() {
    let lab = Lab::scene("[water]\n[rain]\ndrops_per_second = 60\n");
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
fn hint_and_message_disappear_while_nothing_moves() {
    let lab = Lab::scene(CALM);
    let bottom = Area::new(0, 550, 660, 50);
    let hint = lab.until_still("calm water is still", WATER);
    let bare = lab.until_changed("the hint disappears", bottom, &hint);
    assert!(bare.same(&hint, WATER), "more than the hint disappeared");
    lab.key("p");
    let shown = lab.until_changed("a message names the file", bottom, &bare);
    assert!(shown.same(&bare, WATER), "the water moved");
    lab.until("the message disappears", |shot| shot.same(&bare, bottom));
    lab.quit();
}

#[test]
fn the_hint_disappears_while_the_water_moves() {
    let lab = Lab::scene("[water]\n[rain]\ndrops_per_second = 60\n");
    // The hint's background. Beside it is the sunlit floor.
    let ground = Area::new(440, 560, 80, 26);
    lab.until("the hint is shown", |shot| is_dark(shot.mean(ground)));
    lab.until("the hint disappears", |shot| !is_dark(shot.mean(ground)));
    lab.quit();
}

#[test]
fn charts_show_models_and_measurements_of_the_water() {
    let lab = Lab::scene("[water]\nlength = 6\n[view]\nkind = \"lit\"\n");
    lab.until_still("calm water is still", FREE);
    lab.key("F2");
    lab.until("F2 opens the panel", |shot| is_dark(shot.mean(PANEL)));
    // Collapse the time of day and the model's settings, and expand the charts below, which scrolls the panel.
    let chart = Area::new(640, 375, 300, 140);
    for heading in [242, 273] {
        lab.click(Button::Left, [680, heading]);
        lab.until_still("a section is collapsed", chart);
    }
    let collapsed = lab.until_still("both are collapsed", chart);
    lab.click(Button::Left, [680, 482]);
    lab.until_changed("the charts expand", chart, &collapsed);
    let mut shown = lab.until_still("the energy of calm water", chart);
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
        lab.until_changed(what, chart, &shown);
        shown = lab.until_still(what, chart);
    }
    lab.click(Button::Left, [300, 350]);
    lab.until_changed("a poke brings energy", chart, &shown);
    lab.quit();
}
