//! The section of bodies: which one is dropped next, and how many there are.

use super::sections::section;
use crate::desktop::window::{controls, thumbnails, widgets};
use crate::scene::shape_names;
use crate::session::{Action, BodyChoice, Session};
use egui::load::SizedTexture;
use egui::{Button, Image, Rect, Slider, Ui};
use waterlab_bodies::{Body, MAX_BODIES};

/// Side of the picture of a shape, points.
const SHAPE_SIDE: f32 = 48.0;

pub(super) fn bodies(ui: &mut Ui, session: &mut Session, wishes: &mut Vec<Action>) {
    section(ui, "Bodies", false, |ui| {
        let count = session.simulation.bodies(false).len();
        let choice = &mut session.body_choice;
        shapes(ui, choice);
        let about = "Length of the longest side.";
        controls::row(ui, "Size", about, |ui| {
            ui.add(
                Slider::new(&mut choice.size, Body::SIZES)
                    .logarithmic(true)
                    .suffix(" m")
                    .custom_parser(controls::number_in),
            )
        });
        let about = "A body floats where it is below 1000 kg/m³, the density of water.";
        controls::row(ui, "Density", about, |ui| {
            ui.add(
                Slider::new(&mut choice.density, Body::DENSITIES)
                    .logarithmic(true)
                    .suffix(" kg/m³")
                    .custom_parser(controls::number_in),
            )
        });
        ui.add_enabled_ui(count < MAX_BODIES, |ui| {
            let about = "Drop it in the middle of the view (B: where the pointer is)";
            if ui.button("Drop").on_hover_text(about).clicked() {
                wishes.push(Action::DropBody(None));
            }
        });
        ui.label(format!("{count} of {MAX_BODIES} in the water"));
        if count > 0 && ui.button("Take all out").clicked() {
            session.simulation.clear_bodies();
        }
    });
}

/// The shapes of bodies, by their pictures.
fn shapes(ui: &mut Ui, choice: &mut BodyChoice) {
    let names = shape_names();
    let pictures = thumbnails::shapes(ui.ctx());
    widgets::even_row(ui, names.len(), |ui, index, size| {
        let name = names[index];
        let button = match &pictures {
            Some(pictures) => {
                let side = egui::Vec2::splat(SHAPE_SIDE);
                let share = |index: usize| index as f32 / names.len() as f32;
                let part = [[share(index), 0.0], [share(index + 1), 1.0]].map(egui::Pos2::from);
                let image = Image::from_texture(SizedTexture::new(pictures, side));
                Button::image(
                    image
                        .uv(Rect::from_min_max(part[0], part[1]))
                        .corner_radius(5.0),
                )
            }
            None => Button::new(name),
        };
        let size = egui::Vec2::new(size.x, SHAPE_SIDE + 10.0);
        let button = button.selected(choice.shape == name);
        let response = ui.add_sized(size, button).on_hover_text(name);
        widgets::call(&response, name);
        if response.clicked() {
            choice.choose(name);
        }
    });
}
