//! A chart on the panel, by egui_plot: the same axes, ticks, curves and marks as in a file, panel below panel.
//!
//! A plot's coordinates are the fractions of [`Axis`], 0 to 1, so that logarithmic axes need nothing of their own.

use super::palette::Palette;
use crate::chart::{Axis, Chart, Curve, Panel, Sign, Stroke};
use egui::{Align2, FontId, RichText, Sense, Ui, Vec2};
use egui_plot::{
    AxisHints, GridInput, GridMark, HoverPosition, Line, LineStyle, MarkerShape, Plot, PlotPoint,
    PlotUi, Points, Text, VLine,
};

/// Points that a chart of one panel takes from top to bottom.
pub(super) const TALL: f32 = 184.0;

/// Most ticks along the axes.
const X_TICKS: usize = 5;
const Y_TICKS: usize = 4;

/// Size of letters, and of a curve's sample beside its name.
const LETTERS: f32 = 11.0;
const SAMPLE: Vec2 = Vec2::new(26.0, LETTERS);

/// Paints all of it, as wide as there is room.
pub(super) fn show(ui: &mut Ui, chart: &Chart) {
    for (index, panel) in chart.panels.iter().enumerate() {
        if !panel.title.is_empty() {
            ui.label(RichText::new(&panel.title).strong());
        }
        axes(ui, index, panel);
        if panel.legend.is_some() && panel.curves.len() > 1 {
            names(ui, panel);
        }
    }
}

fn axes(ui: &mut Ui, index: usize, panel: &Panel) {
    let palette = Palette::of(ui.visuals());
    let value = |axis: &Axis, at: f64| format!("{} {}", axis.label(axis.value(at)), axis.unit);
    let plot = plain(index, Vec2::new(ui.available_width(), TALL))
        .grid_color(palette.grid)
        .x_grid_spacer(|_: GridInput| grid(&panel.x, X_TICKS))
        .y_grid_spacer(|_: GridInput| grid(&panel.y, Y_TICKS))
        .custom_x_axes(vec![hints(AxisHints::new_x(), &panel.x, palette)])
        .custom_y_axes(vec![hints(AxisHints::new_y(), &panel.y, palette)])
        .label_formatter(|at| {
            let (name, PlotPoint { x, y }) = match at {
                HoverPosition::NearDataPoint {
                    plot_name,
                    position,
                    ..
                } => (*plot_name, position),
                HoverPosition::Elsewhere { position } => ("", position),
            };
            let text = format!("{name}\n{}\n{}", value(&panel.x, *x), value(&panel.y, *y));
            Some(text.trim_start().to_owned())
        });
    plot.show(ui, |plot| {
        for mark in &panel.marks {
            let x = panel.x.fraction(mark.x);
            let line = VLine::new("", x).color(palette.words).width(1.0);
            plot.vline(
                line.style(LineStyle::Dashed { length: 3.0 })
                    .allow_hover(false),
            );
            let (side, name) = match x > 0.5 {
                true => (Align2::RIGHT_TOP, format!("{} ", mark.name)),
                false => (Align2::LEFT_TOP, format!(" {}", mark.name)),
            };
            let name = RichText::new(name).size(LETTERS);
            let text = Text::new("", PlotPoint::new(x, 0.98), name).anchor(side);
            plot.text(text.color(palette.words).allow_hover(false));
        }
        for curve in &panel.curves {
            for points in panel.visible(curve) {
                let place = |[x, y]: [f64; 2]| [panel.x.fraction(x), panel.y.fraction(y)];
                draw(
                    plot,
                    palette,
                    curve,
                    points.into_iter().map(place).collect(),
                );
            }
        }
    });
}

/// A plot of the square from 0 to 1 that the pointer does not move.
fn plain<'a>(name: impl egui::AsIdSalt, size: Vec2) -> Plot<'a> {
    Plot::new(name)
        .min_size(Vec2::ZERO)
        .width(size.x)
        .height(size.y)
        .default_x_bounds(0.0, 1.0)
        .default_y_bounds(0.0, 1.0)
        .sense(Sense::hover())
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_drag(false)
        .allow_axis_zoom_drag(false)
}

/// The ticks of an axis as lines of equal strength.
fn grid(axis: &Axis, most: usize) -> Vec<GridMark> {
    let mark = |tick| GridMark {
        value: axis.fraction(tick),
        step_size: 1.0,
    };
    axis.ticks(most).into_iter().map(mark).collect()
}

/// Name, unit and labels of an axis.
fn hints<'a>(hints: AxisHints<'a>, axis: &'a Axis, palette: &Palette) -> AxisHints<'a> {
    hints
        .label(
            RichText::new(axis.title())
                .size(LETTERS)
                .color(palette.words),
        )
        .formatter(|mark, _| axis.label(axis.value(mark.value)))
        .tick_label_font(FontId::proportional(LETTERS))
        .tick_label_color(palette.words)
}

/// Draws a curve through these points, fractions of the axes.
fn draw<'a>(plot: &mut PlotUi<'a>, palette: &Palette, curve: &Curve, points: Vec<[f64; 2]>) {
    let colour = palette.curve(curve.colour);
    let (width, style) = match curve.stroke {
        Stroke::Solid => (1.3, LineStyle::Solid),
        Stroke::Heavy => (2.2, LineStyle::Solid),
        Stroke::Dashed => (1.5, LineStyle::Dashed { length: 6.0 }),
        Stroke::Dotted => (1.8, LineStyle::Dashed { length: 2.5 }),
        Stroke::Signs(sign) => {
            let (shape, filled) = match sign {
                Sign::Ring => (MarkerShape::Circle, false),
                Sign::Disc => (MarkerShape::Circle, true),
                Sign::Cross => (MarkerShape::Cross, false),
                Sign::Triangle => (MarkerShape::Up, true),
            };
            let points = Points::new(&*curve.name, points)
                .shape(shape)
                .filled(filled);
            return plot.points(points.radius(2.8).color(colour));
        }
    };
    let line = Line::new(&*curve.name, points).style(style);
    plot.line(line.width(width).color(colour));
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
                let sample = plain(&curve.name, SAMPLE).show_axes(false).show_grid(false);
                let points = match curve.stroke {
                    Stroke::Signs(_) => vec![[0.5, 0.5]],
                    _ => vec![[0.0, 0.5], [1.0, 0.5]],
                };
                let sample = sample.show_background(false).label_formatter(|_| None);
                sample
                    .show_crosshair(false)
                    .show(ui, |plot| draw(plot, palette, curve, points));
                ui.label(RichText::new(&curve.name).size(LETTERS));
            });
        }
    });
}
