//! The help: every key and drag with what it does, in as many columns as there is room for.

use crate::desktop::window::controls;
use crate::desktop::window::widgets::{self, Place};
use crate::water::MODELS;
use egui::{Context, RichText, Ui};

/// Width of a column, points, and of the gap between two.
const COLUMN: f32 = 286.0;
const GAP: f32 = 24.0;

/// A heading, and what stands below it.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const WATER: Group = (
    "Water",
    &[
        ("Left drag", "poke the water"),
        ("Enter", "poke the middle"),
        ("Alt", "numbers under the pointer"),
        ("R", "rain"),
        ("C", "calm"),
        ("Space", "pause"),
        (".", "one step"),
        ("+ −", "higher, lower waves to the eye"),
        ("Backspace", "waves as high as at first"),
    ],
);

const CAMERA: Group = (
    "Camera",
    &[
        ("Right drag", "turn round, or look about"),
        ("F", "fly; again: turn round"),
        ("Middle drag", "move along; or Shift and right"),
        ("Wheel", "nearer to the pointer, farther"),
        ("Double click", "fly there"),
        ("W A S D", "fly; Shift: faster"),
        ("Q E", "down, up"),
        ("Home, 0", "back to where it began"),
        ("Tab", "next view"),
    ],
);

const WALLS: Group = (
    "Walls",
    &[
        ("O", "paint walls, or no longer"),
        ("Shift O", "erase walls"),
        ("[ ]", "width of the brush"),
    ],
);

const WINDOW: Group = (
    "Window",
    &[
        ("Ctrl Z", "take back; Ctrl Shift Z: again"),
        ("Ctrl O", "another scene"),
        ("Ctrl S", "scene to a file"),
        ("P", "picture to a file"),
        ("V", "begin a clip, and end it"),
        ("Shift V", "keep the last 10 s; then: save them"),
        ("Drop a file", "picture, walls (O), or scene"),
        ("F2", "panel"),
        ("F6", "keys go to it: Tab, arrows, Space; Esc back"),
        ("F3", "how fast it goes"),
        ("F11", "full screen"),
        ("H, F1", "this help"),
        ("Esc", "close what is open; then quit"),
    ],
);

/// The card, less what one of this width at the right covers.
pub(super) fn show(context: &Context, beside: f32, open: &mut bool) {
    let free = context.content_rect().width() - beside;
    let columns = if free > 2.0 * COLUMN + 100.0 { 2 } else { 1 };
    let width = COLUMN * columns as f32 + GAP * (columns - 1) as f32;
    let place = Place::MiddleBeside(beside);
    widgets::card(context, place, ("Hands", width), open, |ui| {
        let left = |ui: &mut Ui| {
            group(ui, &WATER);
            models(ui);
            group(ui, &WALLS);
        };
        let right = |ui: &mut Ui| {
            group(ui, &CAMERA);
            group(ui, &WINDOW);
        };
        if columns == 1 {
            left(ui);
            right(ui);
            return;
        }
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for column in [&left as &dyn Fn(&mut Ui), &right] {
                ui.vertical(|ui| {
                    ui.set_width(COLUMN);
                    column(ui);
                });
            }
        });
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).weak());
}

fn group(ui: &mut Ui, (title, rows): &Group) {
    heading(ui, title);
    controls::table(ui, rows);
}

/// Every model by its number.
fn models(ui: &mut Ui) {
    heading(ui, "Models");
    let numbers: Vec<_> = (1..=MODELS.len())
        .map(|number| number.to_string())
        .collect();
    let numbers = numbers.iter().map(String::as_str);
    let titles = MODELS.iter().map(|model| model.title);
    let rows = numbers
        .zip(titles)
        .chain([("Shift 1 …", "one beside the water")]);
    controls::table(ui, &rows.collect::<Vec<_>>());
}
