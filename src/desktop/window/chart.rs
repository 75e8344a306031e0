//! A chart on the panel: the same axes, curves and marks as in a file, by egui's painter, panel below panel.

use super::palette::Palette;
use super::widgets;
use crate::chart::{Chart, Curve, Panel, Sign, Stroke as Line};
use egui::{Align2, FontId, Painter, Pos2, Rect, RichText, Sense, Shape, Stroke, Ui, Vec2};

/// Height of a panel's axes, and what their words take to the left, at least, and below, points.
const HEIGHT: f32 = 132.0;
const LEFT: f32 = 46.0;
/// Between a number and its axis.
const GAP: f32 = 4.0;
const BELOW: f32 = 32.0;
/// From the highest tick to the name of the upward axis.
const ABOVE: f32 = 20.0;
const RIGHT: f32 = 10.0;

/// Points that a chart of one panel takes from top to bottom.
pub(super) const TALL: f32 = ABOVE + HEIGHT + BELOW;

/// Most ticks along the axes.
const X_TICKS: usize = 5;
const Y_TICKS: usize = 4;

/// Size of letters, and of signs.
const LETTERS: f32 = 11.0;
const SIGN: f32 = 2.6;

/// Paints all of it, as wide as there is room.
pub(super) fn show(ui: &mut Ui, chart: &Chart) {
    let palette = Palette::of(ui.visuals());
    for panel in &chart.panels {
        if !panel.title.is_empty() {
            ui.label(RichText::new(&panel.title).strong());
        }
        let size = Vec2::new(ui.available_width(), ABOVE + HEIGHT + BELOW);
        let (response, painter) = ui.allocate_painter(size, Sense::hover());
        let around = response.rect;
        let area = Rect::from_min_max(
            around.min + Vec2::new(room_for_numbers(&painter, panel), ABOVE),
            around.max - Vec2::new(RIGHT, BELOW),
        );
        widgets::sunken(ui, area);
        axes(&painter, palette, panel, area);
        for mark in &panel.marks {
            let x = place(panel, area, [mark.x, panel.y.low]).x;
            let ends = [Pos2::new(x, area.top()), Pos2::new(x, area.bottom())];
            painter.extend(Shape::dashed_line(
                &ends,
                Stroke::new(1.0, palette.words),
                3.0,
                3.0,
            ));
            let (side, away) = match x > area.center().x {
                true => (Align2::RIGHT_TOP, -4.0),
                false => (Align2::LEFT_TOP, 4.0),
            };
            let at = Pos2::new(x + away, area.top() + 2.0);
            painter.text(
                at,
                side,
                &mark.name,
                FontId::proportional(LETTERS),
                palette.words,
            );
        }
        for curve in &panel.curves {
            for points in panel.visible(curve) {
                let places: Vec<Pos2> = points
                    .into_iter()
                    .map(|point| place(panel, area, point))
                    .collect();
                paint(&painter, palette, curve, &places);
            }
        }
        if panel.legend.is_some() && panel.curves.len() > 1 {
            names(ui, panel);
        }
    }
}

/// What the numbers along the upward axis take to its left.
fn room_for_numbers(painter: &Painter, panel: &Panel) -> f32 {
    let font = FontId::proportional(LETTERS);
    let ticks = panel.y.ticks(Y_TICKS).into_iter();
    let widths = ticks.map(|tick| {
        let label = panel.y.label(tick);
        let laid_out = painter.layout_no_wrap(label, font.clone(), egui::Color32::WHITE);
        laid_out.size().x + 2.0 * GAP
    });
    widths.fold(LEFT, f32::max)
}

/// Where a point of a panel lies.
fn place(panel: &Panel, area: Rect, [x, y]: [f64; 2]) -> Pos2 {
    Pos2::new(
        area.left() + panel.x.fraction(x) as f32 * area.width(),
        area.bottom() - panel.y.fraction(y) as f32 * area.height(),
    )
}

fn axes(painter: &Painter, palette: &Palette, panel: &Panel, area: Rect) {
    let font = FontId::proportional(LETTERS);
    let line = Stroke::new(1.0, palette.grid);
    for tick in panel.x.ticks(X_TICKS) {
        let x = place(panel, area, [tick, panel.y.low]).x;
        painter.vline(x, area.y_range(), line);
        let at = Pos2::new(x, area.bottom() + 2.0);
        painter.text(
            at,
            Align2::CENTER_TOP,
            panel.x.label(tick),
            font.clone(),
            palette.words,
        );
    }
    for tick in panel.y.ticks(Y_TICKS) {
        let y = place(panel, area, [panel.x.low, tick]).y;
        painter.hline(area.x_range(), y, line);
        let at = Pos2::new(area.left() - GAP, y);
        painter.text(
            at,
            Align2::RIGHT_CENTER,
            panel.y.label(tick),
            font.clone(),
            palette.words,
        );
    }
    let below = Pos2::new(area.center().x, area.bottom() + BELOW - 2.0);
    painter.text(
        below,
        Align2::CENTER_BOTTOM,
        panel.x.title(),
        font.clone(),
        palette.words,
    );
    let above = Pos2::new(area.left(), area.top() - 5.0);
    painter.text(
        above,
        Align2::LEFT_BOTTOM,
        panel.y.title(),
        font,
        palette.words,
    );
}

fn paint(painter: &Painter, palette: &Palette, curve: &Curve, places: &[Pos2]) {
    let colour = palette.curve(curve.colour);
    let line = |width: f32| Stroke::new(width, colour);
    match curve.stroke {
        Line::Solid => {
            painter.add(Shape::line(places.to_vec(), line(1.3)));
        }
        Line::Heavy => {
            painter.add(Shape::line(places.to_vec(), line(2.2)));
        }
        Line::Dashed => painter.extend(Shape::dashed_line(places, line(1.5), 6.0, 4.0)),
        Line::Dotted => painter.extend(Shape::dashed_line(places, line(1.8), 2.0, 3.0)),
        Line::Signs(sign) => {
            for place in places {
                paint_sign(painter, sign, *place, line(1.2));
            }
        }
    }
}

fn paint_sign(painter: &Painter, sign: Sign, place: Pos2, line: Stroke) {
    let corner = |x: f32, y: f32| place + SIGN * Vec2::new(x, y);
    match sign {
        Sign::Ring => {
            painter.circle_stroke(place, SIGN, line);
        }
        Sign::Disc => {
            painter.circle_filled(place, SIGN, line.color);
        }
        Sign::Cross => {
            painter.line_segment([corner(-1.0, -1.0), corner(1.0, 1.0)], line);
            painter.line_segment([corner(-1.0, 1.0), corner(1.0, -1.0)], line);
        }
        Sign::Triangle => {
            let corners = vec![corner(0.0, -1.2), corner(1.1, 0.9), corner(-1.1, 0.9)];
            painter.add(Shape::convex_polygon(corners, line.color, Stroke::NONE));
        }
    }
}

/// Each curve's sample and name, below each other.
fn names(ui: &mut Ui, panel: &Panel) {
    ui.scope(|ui| {
        // Nothing here is to be pressed: lines may be as close as letters allow.
        let spacing = ui.spacing_mut();
        spacing.interact_size.y = 0.0;
        spacing.item_spacing = Vec2::new(6.0, 1.0);
        let palette = Palette::of(ui.visuals());
        for curve in &panel.curves {
            ui.horizontal(|ui| {
                let size = Vec2::new(26.0, LETTERS);
                let (response, painter) = ui.allocate_painter(size, Sense::hover());
                let area = response.rect;
                let places = match curve.stroke {
                    Line::Signs(_) => vec![area.center()],
                    _ => vec![area.left_center(), area.right_center()],
                };
                paint(&painter, palette, curve, &places);
                ui.label(RichText::new(&curve.name).size(LETTERS));
            });
        }
    });
}
