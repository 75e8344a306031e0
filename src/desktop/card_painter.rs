//! `CardPainter`: the card of a tour over a picture that is rendered without a window.

use super::window::tour_card;
use crate::gl::Gl;
use crate::session::TourCard;
use anyhow::{Result, anyhow};
use egui::{Context, Pos2, RawInput, Rect, Theme, Vec2};

/// Height of a picture, pixels, at which a point of the card is a pixel.
const HEIGHT: f32 = 720.0;

/// Paints cards on a GL context. Its GL objects are deleted with it.
pub struct CardPainter {
    context: Context,
    painter: egui_glow::Painter,
    /// Whether no card has been painted.
    is_new: bool,
}

impl CardPainter {
    /// For the context of the pictures.
    pub fn new(gl: &Gl) -> Result<Self> {
        let painter = egui_glow::Painter::new(gl.raw_to_keep(), "", None, false)
            .map_err(|error| anyhow!("captions can't be drawn: {error}"))?;
        let context = Context::default();
        context.all_styles_mut(tour_card::apply_style);
        context.set_theme(Theme::Dark);
        Ok(Self {
            context,
            painter,
            is_new: true,
        })
    }

    /// Paints a card into the framebuffer that is bound, of `size` pixels. The letters grow with the picture.
    pub fn paint(&mut self, size: (usize, usize), card: &TourCard) {
        let pixels = Vec2::new(size.0 as f32, size.1 as f32);
        let scale = (pixels.y / HEIGHT).max(0.25);
        self.context.set_pixels_per_point(scale);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, pixels / scale)),
            ..RawInput::default()
        };
        // The first layout only measures the card, which is not drawn then.
        let layouts = if std::mem::take(&mut self.is_new) {
            2
        } else {
            1
        };
        for layout in 1..=layouts {
            let mut output = self.context.run_ui(input.clone(), |ui| {
                tour_card::paint(ui.ctx(), card, None);
            });
            let primitives = match layout == layouts {
                true => self
                    .context
                    .tessellate(output.shapes, output.pixels_per_point),
                false => Vec::new(),
            };
            self.painter.paint_and_update_textures(
                [size.0 as u32, size.1 as u32],
                output.pixels_per_point,
                &primitives,
                &mut output.textures_delta,
            );
        }
    }
}

impl Drop for CardPainter {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}
