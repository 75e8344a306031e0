//! The picker of scenes: those that come with the program, with a picture of each, and the files that were opened last.

use crate::desktop::window::look::{self, Place};
use crate::desktop::window::thumbnails::{SIZE, Thumbnails};
use crate::parameter::named;
use crate::scene::{BUNDLED, BundledScene};
use egui::{
    Align2, Button, Color32, Context, CornerRadius, FontId, Image, Pos2, Rect, RichText, Sense, Ui,
    Vec2,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Between two looks for a picture that has been drawn meanwhile.
const LOOK: Duration = Duration::from_millis(200);

/// Width and height of a picture, points, and from one to the next.
const CARD: Vec2 = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
const GAP: f32 = 10.0;
/// Most of them in a row.
const COLUMNS: usize = 4;

/// A scene that somebody has picked.
#[derive(Clone, Debug)]
pub(in crate::desktop::window) enum Picked {
    Bundled(&'static BundledScene),
    File(PathBuf),
}

/// The card with all of them; what was picked.
pub(super) fn show(
    context: &Context,
    thumbnails: &mut Thumbnails,
    recent: &[PathBuf],
    open: &mut bool,
) -> Option<Picked> {
    thumbnails.begin();
    if thumbnails.take(context) {
        context.request_repaint_after(LOOK);
    }
    let mut picked = None;
    let room = context.content_rect().width() - 60.0;
    let columns = (((room + GAP) / (CARD.x + GAP)) as usize).clamp(1, COLUMNS);
    let width = columns as f32 * (CARD.x + GAP) - GAP;
    let place = Place::MiddleBeside(0.0);
    look::card(context, place, ("Scenes", width), open, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        let numbered: Vec<_> = BUNDLED.iter().enumerate().collect();
        for row in numbered.chunks(columns) {
            ui.horizontal(|ui| {
                for (index, scene) in row {
                    if scene_card(ui, thumbnails, *index, scene) {
                        picked = Some(Picked::Bundled(scene));
                    }
                }
            });
        }
        ui.label(RichText::new("Opened last").weak());
        for file in recent {
            if ui
                .add(Button::new(short(file)))
                .on_hover_text(named(file).to_string())
                .clicked()
            {
                picked = Some(Picked::File(file.clone()));
            }
        }
        ui.label("A scene file (.toml) that you drop on the window opens, and is read anew whenever it is saved.");
    });
    if picked.is_some() {
        *open = false;
    }
    picked
}

/// Folder and name of a file.
fn short(file: &Path) -> String {
    let parts: Vec<_> = file.iter().rev().take(2).collect();
    let short: PathBuf = parts.into_iter().rev().collect();
    short.display().to_string()
}

/// A picture with its title; whether it was pressed.
fn scene_card(ui: &mut Ui, thumbnails: &Thumbnails, index: usize, scene: &BundledScene) -> bool {
    let (area, response) = ui.allocate_exact_size(CARD, Sense::click());
    let response = response.on_hover_text(scene.about());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, scene.title()));
    let corners = CornerRadius::same(6);
    look::sunken(ui, area);
    if let Some(picture) = thumbnails.of(index) {
        Image::from_texture(picture)
            .corner_radius(corners)
            .paint_at(ui, area);
    } else {
        let (font, colour) = (FontId::proportional(20.0), ui.visuals().weak_text_color());
        ui.painter()
            .text(area.center(), Align2::CENTER_CENTER, "…", font, colour);
    }
    let band = Rect::from_min_max(Pos2::new(area.left(), area.bottom() - 24.0), area.max);
    let lower = CornerRadius {
        nw: 0,
        ne: 0,
        ..corners
    };
    let painter = ui.painter();
    painter.rect_filled(band, lower, Color32::from_black_alpha(150));
    let at = Pos2::new(area.left() + 8.0, band.center().y);
    let font = FontId::proportional(13.0);
    painter.text(at, Align2::LEFT_CENTER, scene.title(), font, Color32::WHITE);
    if response.hovered() || response.has_focus() {
        let line = ui.visuals().selection.stroke;
        painter.rect_stroke(area, corners, (2.0, line.color), egui::StrokeKind::Inside);
    }
    response.clicked()
}
