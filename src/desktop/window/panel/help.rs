//! The help: every key and drag with its effect, in as many columns as fit.

use crate::desktop::window::controls;
use crate::desktop::window::widgets::{self, Place};
use crate::water::MODELS;
use egui::{Context, RichText, Ui};

/// Width of a column, points, and of the gap between two.
const COLUMN: f32 = 286.0;
const GAP: f32 = 24.0;

/// A heading and its rows.
type Group = (&'static str, &'static [(&'static str, &'static str)]);

const WATER: Group = (
    "Water",
    &[
        ("Left drag", "poke the water"),
        ("Enter", "poke the middle"),
        ("Alt", "values under the pointer"),
        ("R", "rain"),
        ("L", "time-lapse to dawn"),
        ("T", "tour of the scenes; again: take over"),
        ("C", "calm the water"),
        ("B", "drop a body; a drag carries it"),
        ("Delete", "take a body out"),
        ("Space", "pause"),
        (".", "single step"),
        ("+ −", "exaggerate waves more, less"),
        ("Backspace", "reset the exaggeration"),
    ],
);

const CAMERA: Group = (
    "Camera",
    &[
        ("Right drag", "orbit, or look around"),
        ("F", "fly; again: orbit"),
        ("Middle drag", "pan; or Shift and right drag"),
        ("Wheel", "zoom to the pointer"),
        ("Double click", "fly to that point"),
        ("W A S D", "fly; Shift: faster"),
        ("Q E", "down, up"),
        ("U", "come up out of the water"),
        ("Home, 0", "reset the camera"),
        ("Tab", "next view"),
    ],
);

const WALLS: Group = (
    "Walls and ground",
    &[
        ("O", "paint walls; again: stop"),
        ("Shift O", "erase walls"),
        ("G", "ground: raise, dig, dam, pour, drain"),
        ("[ ]", "brush size"),
    ],
);

const WINDOW: Group = (
    "Window",
    &[
        ("Ctrl Z", "undo; Ctrl Shift Z: redo"),
        ("Ctrl O", "open a scene"),
        ("Ctrl S", "save the scene"),
        ("P", "save a picture"),
        ("M", "mute the sound; again: on"),
        ("V", "start or stop recording a clip"),
        ("Shift V", "buffer the last 10 s; again: save"),
        ("Drop a file", "picture, walls (O), or scene"),
        ("F2", "panel"),
        ("F6", "use the panel by keyboard; Esc: leave"),
        ("F3", "frame rate"),
        ("F11", "full screen"),
        ("H, F1", "help"),
        ("Esc", "close; then quit"),
    ],
);

#[cfg(feature = "gamepad")]
const GAMEPAD: Group = (
    "Gamepad",
    &[
        ("Sticks", "fly, look; triggers: down, up"),
        ("A", "poke; carry the body in the middle"),
        ("A and B", "take that body out"),
        ("Down", "drop a body"),
    ],
);

/// The card, next to a panel of width `beside` at the right.
pub(super) fn show(context: &Context, beside: f32, open: &mut bool) {
    let free = context.content_rect().width() - beside;
    let columns = if free > 2.0 * COLUMN + 100.0 { 2 } else { 1 };
    let width = COLUMN * columns as f32 + GAP * (columns - 1) as f32;
    let place = Place::MiddleBeside(beside);
    widgets::card(context, place, ("Controls", width), open, |ui| {
        let left = |ui: &mut Ui| {
            group(ui, &WATER);
            models(ui);
            group(ui, &WALLS);
            #[cfg(feature = "gamepad")]
            group(ui, &GAMEPAD);
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

/// Every model with its number.
fn models(ui: &mut Ui) {
    heading(ui, "Models");
    let numbers: Vec<_> = (1..=MODELS.len())
        .map(|number| number.to_string())
        .collect();
    let numbers = numbers.iter().map(String::as_str);
    let titles = MODELS.iter().map(|model| model.title);
    let rows = numbers
        .zip(titles)
        .chain([("Shift 1 …", "compare with another")]);
    controls::table(ui, &rows.collect::<Vec<_>>());
}
