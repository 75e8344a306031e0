//! How the panel looks: colours and spacing, the card that everything stands on, and signs that no font is needed for.

use super::palette::Palette;
use crate::session::Dive;
use egui::{
    Align, Align2, Area, Button, Color32, Context, CornerRadius, CursorIcon, FontId, Frame, Id,
    LayerId, Layout, Margin, Order, Pos2, Rect, Response, RichText, ScrollArea, Sense, Shadow,
    Shape, Stroke, Style, Ui, Vec2,
};

/// From the edge of the window to a card, points.
const EDGE: f32 = 10.0;
/// From the edge of a card to what is on it.
const PADDING: f32 = 14.0;
/// Height of a card's title, and of what else is below it for good looks.
const TITLE: f32 = 34.0;
/// Narrower, what is on a card scrolls to the side.
const NARROWEST: f32 = 220.0;
/// What the scroll bar takes of the padding.
const GUTTER: f32 = 8.0;
/// From the lower edge of the window to a line of words, points, and how wide the longest in the middle is.
const RISE: f32 = 14.0;
const LINE: f32 = 460.0;
/// Width that the line in the lower right corner is given beside that.
const STATUS: f32 = 260.0;
/// Side of a button with a sign on it.
const SIGN: f32 = 30.0;

/// What a button does, as a sign.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    /// Three lines: there is more.
    Unfold,
    /// A cross.
    Close,
}

/// Where a card stands.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In the top right corner, or where it was dragged by its title; a double click there sends it back.
    Corner,
    /// In the middle of the window, less what a card of this width covers at its right.
    MiddleBeside(f32),
}

/// Gives egui the colours and measures of the panel.
pub fn apply(style: &mut Style) {
    let visuals = &mut style.visuals;
    let palette = Palette::of(visuals);
    visuals.window_fill = palette.card;
    visuals.window_stroke = Stroke::new(1.0, (palette.raised)(22));
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.window_shadow = Shadow {
        offset: [0, 4],
        blur: 18,
        spread: 0,
        color: Color32::from_black_alpha(90),
    };
    visuals.popup_shadow = visuals.window_shadow;
    visuals.selection.bg_fill = palette.chosen;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_chosen);
    visuals.collapsing_header_frame = true;
    visuals.slider_trailing_fill = true;
    visuals.extreme_bg_color = palette.sunken;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.fg_stroke.color = palette.text;
    widgets.noninteractive.bg_stroke.color = (palette.raised)(26);
    widgets.inactive.fg_stroke.color = palette.text;
    widgets.hovered.fg_stroke.color = palette.bright;
    for (widget, alpha) in [
        (&mut widgets.inactive, 22),
        (&mut widgets.hovered, 38),
        (&mut widgets.active, 54),
        (&mut widgets.open, 30),
    ] {
        widget.weak_bg_fill = (palette.raised)(alpha);
        widget.bg_fill = (palette.raised)(alpha + 10);
        widget.bg_stroke = Stroke::NONE;
        widget.corner_radius = CornerRadius::same(6);
        widget.expansion = 0.0;
    }
    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(8.0, 7.0);
    spacing.button_padding = Vec2::new(8.0, 4.0);
    spacing.interact_size.y = 22.0;
    spacing.slider_rail_height = 5.0;
    spacing.menu_margin = Margin::same(6);
}

/// A card over the picture with a title, a cross that closes it, and a content that scrolls where the window is too small.
pub(super) fn card(
    context: &Context,
    place: Place,
    (title, width): (&str, f32),
    open: &mut bool,
    content: impl FnOnce(&mut Ui),
) {
    let window = context.content_rect().size();
    let around = 2.0 * (EDGE + PADDING);
    let width = width.min(window.x - around).max(40.0);
    let id = Id::unique(title);
    // How far it was dragged, and had been when the drag began that goes on.
    let (dragged, before): (Vec2, Vec2) =
        context.data(|data| data.get_temp(id)).unwrap_or_default();
    // What of it is beyond the window's edge could not be dragged back.
    let most = (window - Vec2::new(width + around, around + TITLE)).max(Vec2::ZERO);
    let dragged = dragged.clamp(Vec2::new(-most.x, 0.0), Vec2::new(0.0, most.y));
    let height = (window.y - around - TITLE - dragged.y).max(24.0);
    let area = Area::new(id);
    let area = match place {
        Place::Corner => area.anchor(Align2::RIGHT_TOP, Vec2::new(-EDGE, EDGE) + dragged),
        Place::MiddleBeside(other) => {
            let covered = other + around;
            let free = window.x - covered;
            let fits = other > 0.0 && free > width + around;
            let shift = if fits { -covered / 2.0 } else { 0.0 };
            area.anchor(Align2::CENTER_CENTER, Vec2::new(shift, 0.0))
                .order(Order::Foreground)
        }
    };
    area.show(context, |ui| {
        let mut frame = Frame::window(ui.style()).inner_margin(PADDING);
        frame.inner_margin.right -= GUTTER as i8;
        frame.show(ui, |ui| {
            ui.set_width(width + GUTTER);
            // An area starts low, and keeps to how high it was.
            ui.set_max_height(TITLE + height);
            let row = ui.horizontal(|ui| {
                ui.label(RichText::new(title).size(16.0).strong());
                let close = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.add_space(GUTTER);
                    sign(ui, Sign::Close, 22.0)
                });
                *open &= !close.inner.clicked();
                close.inner.rect.left()
            });
            if let Place::Corner = place {
                let handle = row.response.rect.with_max_x(row.inner - GUTTER);
                let handle = ui.interact(handle, id.with("handle"), Sense::CLICK | Sense::DRAG);
                let before = if handle.drag_started() {
                    dragged
                } else {
                    before
                };
                let dragged = match handle.total_drag_delta() {
                    _ if handle.double_clicked() => Vec2::ZERO,
                    Some(way) => before + way,
                    None => dragged,
                };
                context.data_mut(|data| data.insert_temp(id, (dragged, before)));
                handle.on_hover_cursor(CursorIcon::Grab);
            }
            ui.add_space(2.0);
            // Rows of controls keep their width; words wrap.
            let narrowest = match place {
                Place::Corner => NARROWEST,
                Place::MiddleBeside(_) => 0.0,
            };
            ScrollArea::new([width < narrowest, true])
                .id_salt(title)
                .max_height(height)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.set_width(width.max(narrowest));
                    content(ui);
                });
        });
    });
}

/// The button in the corner that stands for the folded panel; whether it was pressed.
pub(super) fn unfold_button(context: &Context) -> bool {
    Area::new(Id::unique("unfold"))
        .anchor(Align2::RIGHT_TOP, Vec2::new(-EDGE, EDGE))
        .show(context, |ui| {
            let frame = Frame::new()
                .fill(Palette::now(context).ground)
                .corner_radius(8);
            let button = frame.show(ui, |ui| sign(ui, Sign::Unfold, SIGN)).inner;
            button.on_hover_text("Panel (F2)").clicked()
        })
        .inner
}

/// Whether a line in the lower middle covers nothing of what is `covered` points wide, half of it on either side.
pub(super) fn has_room_for_line(context: &Context, covered: f32) -> bool {
    covered == 0.0 || context.content_rect().width() > covered + LINE
}

/// One line in the lower middle of the window.
pub(super) fn line(context: &Context, id: &str, text: &str) {
    let widest = context.content_rect().width() - 2.0 * EDGE;
    let place = (Align2::CENTER_BOTTOM, Vec2::new(0.0, -RISE));
    words(
        context,
        id,
        place,
        widest,
        RichText::new(text).color(Palette::now(context).bright),
    );
}

/// A line in the lower left corner; `is_free` says that nothing stands in the lower middle.
pub(super) fn message(context: &Context, is_free: bool, text: &str, is_error: bool) {
    let window = context.content_rect().width();
    // Beside what stands there, or else above it.
    let left = (window - LINE) / 2.0 - 2.0 * EDGE;
    let (widest, rise) = match (is_free, left > NARROWEST) {
        (true, _) => (window - 2.0 * EDGE, RISE),
        (false, true) => (left, RISE),
        (false, false) => (window - 2.0 * EDGE, RISE + 42.0),
    };
    let place = (Align2::LEFT_BOTTOM, Vec2::new(EDGE, -rise));
    let palette = Palette::now(context);
    let colour = if is_error {
        palette.error
    } else {
        palette.bright
    };
    words(
        context,
        "message",
        place,
        widest,
        RichText::new(text).color(colour),
    );
}

/// A small line in the lower right corner, left of what covers as much there; `is_free` says that nothing stands in the lower middle.
pub(super) fn status(context: &Context, covered: f32, is_free: bool, text: &str) {
    let window = context.content_rect().width();
    let covered = if covered > 0.0 {
        covered + 2.0 * PADDING + EDGE
    } else {
        0.0
    };
    // Beside what stands there, or else above it.
    let has_room = is_free || (window - LINE) / 2.0 - covered - EDGE > STATUS;
    let rise = if has_room { RISE } else { RISE + 42.0 };
    let place = (Align2::RIGHT_BOTTOM, Vec2::new(-EDGE - covered, -rise));
    words(
        context,
        "status",
        place,
        window / 2.0,
        RichText::new(text)
            .size(13.0)
            .color(Palette::now(context).text),
    );
}

/// Words on a dark ground at an edge of the window.
fn words(context: &Context, id: &str, (side, away): (Align2, Vec2), widest: f32, text: RichText) {
    let shown = Area::new(Id::unique(id))
        .anchor(side, away)
        .order(Order::Foreground)
        .interactable(false)
        // The frame after it may be long in coming.
        .fade_in(false)
        .show(context, |ui| {
            ui.set_max_width((widest - 2.0 * PADDING).max(40.0));
            Frame::new()
                .fill(Palette::now(context).ground)
                .corner_radius(10)
                .inner_margin(Margin::symmetric(14, 8))
                .show(ui, |ui| ui.label(text));
        });
    // It is placed by the size of the words before these.
    let bottom = context.content_rect().bottom() + away.y;
    if (shown.response.rect.bottom() - bottom).abs() > 1.0 {
        context.request_discard("other words");
    }
}

/// Lines on the water, in physical pixels: light, with a dark edge that is seen on light ground.
pub(super) fn ring(context: &Context, lines: &[Vec<glam::Vec2>]) {
    let scale = context.pixels_per_point();
    let painter = context.layer_painter(LayerId::background());
    for (width, colour) in [
        (3.5, Color32::from_black_alpha(70)),
        (1.5, Color32::from_white_alpha(190)),
    ] {
        for line in lines {
            // The centre of a pixel is half a pixel from its corner.
            let point = |at: &glam::Vec2| Pos2::new(at.x + 0.5, at.y + 0.5) / scale;
            let points: Vec<Pos2> = line.iter().map(point).collect();
            let stroke = Stroke::new(width, colour);
            painter.add(match points.first() == points.last() {
                true => Shape::closed_line(points[1..].to_vec(), stroke),
                false => Shape::line(points, stroke),
            });
        }
    }
}

/// Names and numbers beside a place in physical pixels.
pub(super) fn probe(context: &Context, at: glam::Vec2, numbers: &[(&str, String)]) {
    let at = Pos2::new(at.x, at.y) / context.pixels_per_point();
    Area::new(Id::unique("probe"))
        .fixed_pos(at + Vec2::new(16.0, 12.0))
        .constrain(true)
        .order(Order::Tooltip)
        .interactable(false)
        .show(context, |ui| {
            let frame = Frame::new()
                .fill(Palette::now(context).ground)
                .corner_radius(8);
            frame.inner_margin(Margin::symmetric(10, 6)).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                egui::Grid::new("probe").show(ui, |ui| {
                    for (name, value) in numbers {
                        ui.label(RichText::new(*name).weak());
                        ui.label(
                            RichText::new(value)
                                .color(Palette::now(context).bright)
                                .monospace(),
                        );
                        ui.end_row();
                    }
                });
            });
        });
}

/// Depth and direction of view of an eye under a sea, at the top of the picture.
pub(super) fn dive(context: &Context, dive: &Dive) {
    let palette = Palette::now(context);
    let window = context.content_rect();
    let painter = context.layer_painter(LayerId::background());
    let text = format!("{dive} · U: to the surface");
    let galley = painter.layout_no_wrap(text, FontId::proportional(14.0), palette.bright);
    let corner = Pos2::new(
        window.center().x - 0.5 * galley.size().x,
        window.top() + RISE + 6.0,
    );
    let around = Rect::from_min_size(corner, galley.size()).expand2(Vec2::new(12.0, 6.0));
    painter.rect_filled(around, 10.0, palette.ground);
    painter.galley(corner, galley, palette.bright);
}

/// The handle of the line at a fraction `left` of the width, and the name of what is on either side of it, beside what covers as much
/// at the right.
pub(super) fn split(
    context: &Context,
    left: f32,
    covered: f32,
    titles: impl Iterator<Item = String>,
) {
    let palette = Palette::now(context);
    let window = context.content_rect();
    let line = window.left() + window.width() * left;
    let painter = context.layer_painter(LayerId::background());
    let middle = Pos2::new(line, window.center().y);
    let handle = Rect::from_center_size(middle, Vec2::new(8.0, 44.0));
    painter.rect_filled(handle, 4.0, palette.ground);
    for side in [-1.5, 1.5] {
        let [top, bottom] = [-10.0, 10.0].map(|y| middle + Vec2::new(side, y));
        painter.line_segment([top, bottom], Stroke::new(1.0, palette.bright));
    }
    let right = window.right() - covered;
    let parts = [(window.left(), line.min(right)), (line, right)];
    for (title, (from, to)) in titles.zip(parts) {
        let font = FontId::proportional(15.0);
        let text = painter.layout_no_wrap(title, font, palette.bright);
        let middle = (from + to) / 2.0;
        // A name that the panel would hide is left out.
        if to - from < text.size().x + 24.0 {
            continue;
        }
        let corner = Pos2::new(middle - text.size().x / 2.0, window.top() + 16.0);
        let around = Rect::from_min_size(corner, text.size()).expand2(Vec2::new(12.0, 6.0));
        painter.rect_filled(around, 10.0, palette.ground);
        painter.galley(corner, text, palette.bright);
    }
}

/// Gives what has no words on it some to be heard by.
pub(super) fn call(response: &Response, name: &str) {
    response
        .ctx
        .accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// A small button that takes something away.
pub(super) fn cross(ui: &mut Ui) -> Response {
    sign(ui, Sign::Close, 22.0)
}

/// A square button with a sign on it.
fn sign(ui: &mut Ui, sign: Sign, side: f32) -> Response {
    let response = ui.add_sized([side, side], Button::new(""));
    call(
        &response,
        match sign {
            Sign::Unfold => "Panel",
            Sign::Close => "Close",
        },
    );
    let stroke = Stroke::new(1.8, ui.style().interact(&response).fg_stroke.color);
    let middle = response.rect.center();
    let reach = side * 0.22;
    let stroke_between = |from: Vec2, to: Vec2| {
        let ends: [Pos2; 2] = [middle + from * reach, middle + to * reach];
        ui.painter().line_segment(ends, stroke);
    };
    match sign {
        Sign::Unfold => {
            for y in [-0.9, 0.0, 0.9] {
                stroke_between(Vec2::new(-1.2, y), Vec2::new(1.2, y));
            }
        }
        Sign::Close => {
            stroke_between(Vec2::new(-1.0, -1.0), Vec2::new(1.0, 1.0));
            stroke_between(Vec2::new(-1.0, 1.0), Vec2::new(1.0, -1.0));
        }
    }
    response
}

/// Buttons of one width, in as many rows as it takes; `shown` paints and handles each in turn.
pub(super) fn even_row(ui: &mut Ui, count: usize, mut shown: impl FnMut(&mut Ui, usize, Vec2)) {
    let (width, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    let narrowest = 66.0;
    let fit = ((width + gap) / (narrowest + gap)).floor().max(1.0) as usize;
    let columns = count.div_ceil(count.div_ceil(fit));
    let button = (width + gap) / columns as f32 - gap;
    for row in 0..count.div_ceil(columns) {
        ui.horizontal(|ui| {
            for index in row * columns..((row + 1) * columns).min(count) {
                shown(ui, index, Vec2::new(button, 26.0));
            }
        });
    }
}

/// The ground of a plot.
pub(super) fn sunken(ui: &Ui, area: Rect) {
    let fill = ui.visuals().extreme_bg_color;
    ui.painter().rect_filled(area, 4.0, fill);
}
