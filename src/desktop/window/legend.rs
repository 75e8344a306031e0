//! The legend of a field in colours, over the picture.

use super::palette::Palette;
use crate::session::Legend;
use egui::{Color32, Context, CornerRadius, FontId, LayerId, Pos2, Rect, Vec2};

/// Length and width of a full scale, points; and its margins from the left and the upper edge of its picture, below the name of its water
/// where there are two.
const LENGTH: f32 = 240.0;
const WIDTH: f32 = 12.0;
const AWAY: Vec2 = Vec2::new(14.0, 14.0);
const BELOW_NAME: f32 = 56.0;

/// Padding around it, and between labels and colours.
const PADDING: f32 = 12.0;
const GAP: f32 = 4.0;

/// Number of segments of a scale.
const PIECES: usize = 96;

/// Paints a legend in the upper left of its part of the window.
pub(super) fn legend(context: &Context, legend: &Legend) {
    let palette = Palette::now(context);
    let window = context.content_rect();
    let [left, right] = legend
        .part
        .map(|part| window.left() + window.width() * part);
    let length = LENGTH.min(right - left - 2.0 * (AWAY.x + PADDING));
    if length < 60.0 {
        return;
    }
    let painter = context.layer_painter(LayerId::background());
    let text = |text: &str, size: f32| {
        painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), palette.bright)
    };
    let title = text(&legend.title, 14.0);
    let numbers: Vec<_> = legend
        .ticks
        .iter()
        .map(|(at, label)| (*at, text(label, 12.0)))
        .collect();
    let line = numbers.first().map_or(0.0, |(_, galley)| galley.size().y);
    let height = title.size().y + GAP + WIDTH + GAP + line;
    let size = Vec2::new(length, height) + Vec2::splat(2.0 * PADDING);
    let top = if right - left < window.width() {
        BELOW_NAME
    } else {
        AWAY.y
    };
    let corner = Pos2::new(left + AWAY.x, window.top() + top);
    painter.rect_filled(Rect::from_min_size(corner, size), 10.0, palette.ground);
    let corner = corner + Vec2::splat(PADDING);
    let below = corner.y + title.size().y + GAP;
    painter.galley(corner, title, palette.bright);

    let first = if legend.scale.colours.is_signed() {
        -1.0
    } else {
        0.0
    };
    let along = |part: f32| corner.x + length * (part - first) / (1.0 - first);
    for piece in 0..PIECES {
        let part = |piece: f32| first + (1.0 - first) * piece / PIECES as f32;
        let ends = [part(piece as f32), part(piece as f32 + 1.0)].map(along);
        let area = Rect::from_x_y_ranges(ends[0]..=ends[1] + 0.5, below..=below + WIDTH);
        let colour = legend.scale.colour(part(piece as f32 + 0.5));
        let [red, green, blue] = colour.map(|channel| (255.0 * channel).round() as u8);
        painter.rect_filled(
            area,
            CornerRadius::ZERO,
            Color32::from_rgb(red, green, blue),
        );
    }
    // Labels that would touch the previous one are left out.
    let mut free = f32::NEG_INFINITY;
    for (at, galley) in numbers {
        let width = galley.size().x;
        let from = (along(at) - 0.5 * width).clamp(corner.x, corner.x + length - width);
        if from < free {
            continue;
        }
        free = from + width + GAP;
        painter.galley(Pos2::new(from, below + WIDTH + GAP), galley, palette.bright);
    }
}
