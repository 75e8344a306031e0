//! The splash screen until the first frame of a scene: its thumbnail, or a sky.

use crate::desktop::window::gui::Gui;
use crate::desktop::window::{thumbnails, widgets};
use crate::gl::WindowContext;
use crate::scene::BundledScene;
use anyhow::Result;
use egui::{Color32, LayerId, Mesh, Pos2, Rect, TextureHandle, Ui, Vec2};
use winit::window::Window;

/// Zenith, horizon and ground, from the top of the window down.
const SKY: [(f32, Color32); 4] = [
    (0.0, Color32::from_rgb(72, 120, 178)),
    (0.55, Color32::from_rgb(190, 210, 224)),
    (0.56, Color32::from_rgb(66, 104, 120)),
    (1.0, Color32::from_rgb(24, 58, 76)),
];

/// Shows it immediately.
pub(super) fn show(
    overlay: &mut Gui,
    context: &WindowContext,
    window: &Window,
    scene: Option<&BundledScene>,
) -> Result<()> {
    let size = window.inner_size();
    if size.width == 0 || size.height == 0 {
        return Ok(());
    }
    context
        .gl()
        .draw_to_window(size.width as usize, size.height as usize);
    // Kept until it has been painted.
    let mut picture = None;
    overlay.draw(window, (size.width, size.height), |ui: &mut Ui| {
        picture = paint(ui, scene);
        widgets::line(ui.ctx(), "hint", "Loading …");
    });
    window.pre_present_notify();
    context.swap()?;
    Ok(())
}

/// Paints it over the whole window. Returns its picture, which is to be kept until it has been painted.
pub(super) fn paint(ui: &Ui, scene: Option<&BundledScene>) -> Option<TextureHandle> {
    let area = ui.ctx().content_rect();
    let painter = ui.ctx().layer_painter(LayerId::background());
    let picture = scene.and_then(|scene| thumbnails::texture(ui.ctx(), scene));
    match &picture {
        Some(picture) => {
            let part = covering(picture.size_vec2(), area.size());
            painter.image(picture.id(), area, part, Color32::WHITE);
        }
        None => {
            painter.add(sky(area));
        }
    }
    picture
}

/// The part of a picture of one size that covers an area of another, uniformly scaled.
fn covering(picture: Vec2, area: Vec2) -> Rect {
    let scale = (area / picture).max_elem();
    let part = area / (picture * scale);
    Rect::from_center_size(Pos2::new(0.5, 0.5), part)
}

fn sky(area: Rect) -> Mesh {
    let mut mesh = Mesh::default();
    for (part, colour) in SKY {
        let y = area.top() + part * area.height();
        mesh.colored_vertex(Pos2::new(area.left(), y), colour);
        mesh.colored_vertex(Pos2::new(area.right(), y), colour);
    }
    for row in 0..SKY.len() as u32 - 1 {
        let first = 2 * row;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 3, first + 2);
    }
    mesh
}
