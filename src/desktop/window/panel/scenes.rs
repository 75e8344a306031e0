//! The list of scenes: bundled ones with thumbnails, and recent files.

use crate::desktop::window::thumbnails::{SIZE, Thumbnails};
use crate::desktop::window::widgets::{self, Place};
use crate::scene::named;
use crate::scene::{BUNDLED, BundledScene, SceneGroup};
use egui::{
    Align2, Button, Color32, Context, CornerRadius, FontId, Image, Pos2, Rect, RichText, Sense,
    TextureHandle, Ui, Vec2,
};
use std::path::{Path, PathBuf};

/// Width and height of a thumbnail, points, and the gap between two.
const CARD: Vec2 = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
const GAP: f32 = 10.0;
/// Height of title and caption at its bottom.
const BAND: f32 = 40.0;
/// Maximum number in a row.
const COLUMNS: usize = 4;

/// A scene selected by the user.
#[derive(Clone, Debug)]
pub(in crate::desktop::window) enum Picked {
    Bundled(&'static BundledScene),
    File(PathBuf),
}

/// The card with all of them. Returns the selected one.
pub(super) fn show(
    context: &Context,
    thumbnails: &mut Thumbnails,
    recent: &[PathBuf],
    open: &mut bool,
) -> Option<Picked> {
    let mut picked = None;
    let room = context.content_rect().width() - 60.0;
    let columns = (((room + GAP) / (CARD.x + GAP)) as usize).clamp(1, COLUMNS);
    let width = columns as f32 * (CARD.x + GAP) - GAP;
    let place = Place::MiddleBeside(0.0);
    widgets::card(context, place, ("Scenes", width), open, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for group in SceneGroup::ALL {
            ui.label(RichText::new(group.title()).strong());
            let scenes = BUNDLED.iter().enumerate();
            let scenes: Vec<_> = scenes.filter(|(_, scene)| scene.group == group).collect();
            for row in scenes.chunks(columns) {
                ui.horizontal(|ui| {
                    for (index, scene) in row {
                        if scene_card(ui, thumbnails.of(context, *index), scene) {
                            picked = Some(Picked::Bundled(scene));
                        }
                    }
                });
            }
        }
        ui.label(RichText::new("Recent").weak());
        for file in recent {
            if ui
                .add(Button::new(short(file)))
                .on_hover_text(named(file).to_string())
                .clicked()
            {
                picked = Some(Picked::File(file.clone()));
            }
        }
        ui.label("Drop a scene file (.toml) on the window to open it. It is reloaded whenever it is saved.");
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

/// A thumbnail with its title and its caption. Returns whether it was clicked.
fn scene_card(ui: &mut Ui, picture: Option<&TextureHandle>, scene: &BundledScene) -> bool {
    let (area, response) = ui.allocate_exact_size(CARD, Sense::click());
    let response = response.on_hover_text(scene.about());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, scene.title()));
    let corners = CornerRadius::same(6);
    widgets::sunken(ui, area);
    if let Some(picture) = picture {
        Image::from_texture(picture)
            .corner_radius(corners)
            .paint_at(ui, area);
    }
    let band = Rect::from_min_max(Pos2::new(area.left(), area.bottom() - BAND), area.max);
    let lower = CornerRadius {
        nw: 0,
        ne: 0,
        ..corners
    };
    let painter = ui.painter();
    painter.rect_filled(band, lower, Color32::from_black_alpha(150));
    for (text, size, down, alpha) in [
        (scene.title(), 13.0, 11.0, 255),
        (scene.caption.to_owned(), 11.0, 28.0, 215),
    ] {
        let at = Pos2::new(area.left() + 8.0, band.top() + down);
        let (font, colour) = (FontId::proportional(size), Color32::from_white_alpha(alpha));
        painter.text(at, Align2::LEFT_CENTER, text, font, colour);
    }
    if response.hovered() || response.has_focus() {
        let line = ui.visuals().selection.stroke;
        painter.rect_stroke(area, corners, (2.0, line.color), egui::StrokeKind::Inside);
    }
    response.clicked()
}
