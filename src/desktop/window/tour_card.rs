//! What a tour shows over the picture: black in which a scene fades in and out, and a card with its title, a caption and a hint.

use super::palette::Palette;
pub use super::widgets::apply as apply_style;
use crate::session::{Action, TourCard};
use egui::{
    Align, Align2, Area, Color32, Context, CornerRadius, Frame, Id, LayerId, Layout, Margin, Order,
    Pos2, RichText, Ui, Vec2,
};

/// Distance of the card from the edges of the window, points.
const EDGE: Vec2 = Vec2::new(28.0, 30.0);
/// Distance from the lower edge of a window, above its messages.
const ABOVE_MESSAGES: f32 = 64.0;
const PADDING: f32 = 20.0;

/// Maximum width of the card's content, points.
const WIDTH: f32 = 460.0;

/// Sizes of the letters, points.
const TITLE: f32 = 25.0;
const CAPTION: f32 = 16.5;
const HINT: f32 = 14.0;

/// The area of the card.
const AREA: &str = "tour";

/// Whether a position in points is on the card.
pub(super) fn is_over(context: &Context, at: Pos2) -> bool {
    let layer = context.layer_id_at(at);
    layer.is_some_and(|layer| layer.id == Id::unique(AREA))
}

/// Whether a button of the card has the keyboard focus.
pub(super) fn has_focus(context: &Context) -> bool {
    let focused = context.memory(|memory| memory.focused());
    let button = focused.and_then(|id| context.read_response(id));
    button.is_some_and(|button| button.layer_id.id == Id::unique(AREA))
}

/// Paints it over the whole picture. With `wishes`, the card has buttons, whose actions are added there; without, as in a film, it has none.
pub fn paint(context: &Context, card: &TourCard, wishes: Option<&mut Vec<Action>>) {
    if card.shade > 0.0 {
        let painter = context.layer_painter(LayerId::background());
        let black = Color32::from_black_alpha((255.0 * card.shade).round() as u8);
        painter.rect_filled(context.content_rect(), CornerRadius::ZERO, black);
    }
    let palette = Palette::now(context);
    let window = context.content_rect().width();
    let rise = match wishes {
        Some(_) => ABOVE_MESSAGES,
        None => EDGE.y,
    };
    let width = WIDTH.min(window - 2.0 * (EDGE.x + PADDING)).max(60.0);
    let shown = Area::new(Id::unique(AREA))
        .anchor(Align2::LEFT_BOTTOM, Vec2::new(EDGE.x, -rise))
        .order(Order::Middle)
        .fade_in(false)
        .show(context, |ui| {
            Frame::new()
                .fill(palette.ground)
                .corner_radius(14)
                .inner_margin(Margin::same(PADDING as i8))
                .show(ui, |ui| {
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 6.0;
                    content(ui, card, palette, wishes);
                });
        });
    // It is placed by its size in the frame before.
    let bottom = context.content_rect().bottom() - rise;
    if (shown.response.rect.bottom() - bottom).abs() > 1.0 {
        context.request_discard("another card");
    }
}

fn content(ui: &mut Ui, card: &TourCard, palette: &Palette, wishes: Option<&mut Vec<Action>>) {
    ui.horizontal(|ui| {
        let title = RichText::new(&card.title).size(TITLE).strong();
        ui.label(title.color(palette.bright));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let number = format!("{} / {}", card.number, card.count);
            ui.label(RichText::new(number).size(HINT).color(palette.words));
        });
    });
    if !card.caption.is_empty() {
        ui.label(
            RichText::new(&card.caption)
                .size(CAPTION)
                .color(palette.text),
        );
    }
    if !card.hint.is_empty() {
        ui.label(RichText::new(&card.hint).size(HINT).color(palette.words));
    }
    let Some(wishes) = wishes else {
        return;
    };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let go_on = match card.is_running {
            true => "Take over  (T)",
            false => "Continue the tour  (T)",
        };
        for (word, action) in [
            (go_on, Action::Tour),
            ("Next scene", Action::TourNext),
            ("End  (Esc)", Action::TourEnd),
        ] {
            if ui.button(word).clicked() {
                wishes.push(action);
            }
        }
    });
}
