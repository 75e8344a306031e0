//! Draws a chart with plotters: white background, dark lines; curves remain distinguishable in grey by dashes, widths and markers.
//!
//! Plotters only supports integer pixels. A vector file is therefore drawn in tenths of a pixel, and a raster picture with supersampling;
//! all measures are in units of the chart's size, so that it looks the same at any size.

use super::pen::Pen;
use crate::chart::{Axis, Chart, Corner, Panel};
use crate::grid::Grid;
use anyhow::{Context, Result, anyhow};
use image::{DynamicImage, RgbImage};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};
use std::ops::Range;

/// Natural width and height of a panel, and height of title and note, in units; by default a unit is a pixel.
const PANEL: (f64, f64) = (480.0, 384.0);
const TITLE: f64 = 44.0;
const NOTE: f64 = 46.0;

/// Height of the title of a panel.
const PANEL_TITLE: f64 = 32.0;

/// The font of pictures; it has every sign that charts use.
const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

/// Font sizes as plotters counts them, 1.24 times their em.
const LARGE: f64 = 24.0;
const MIDDLE: f64 = 19.0;
const SMALL: f64 = 16.5;

/// Margin at the edge of the chart, and from a panel's axes to its edges.
const MARGIN: f64 = 10.0;
const X_LABELS: f64 = 46.0;
const Y_LABELS: f64 = 66.0;

/// Tolerance for wider fonts in viewers of vector files.
const WIDER: f64 = 1.12;

/// Maximum number of ticks along an axis.
const X_TICKS: usize = 6;
const Y_TICKS: usize = 7;

/// Units of a vector file to a pixel, and of a picture where there is memory for so many.
const SVG_FINE: u32 = 10;
const PICTURE_FINE: u32 = 4;
const MAX_PIXELS: u64 = 1 << 26;

pub(super) const INK: RGBColor = RGBColor(0, 0, 0);
const GREY: RGBColor = RGBColor(90, 90, 90);
const GRID: RGBColor = RGBColor(222, 222, 222);

/// A panel with its axes.
pub(super) type Coordinates<'a, DB> = ChartContext<'a, DB, Cartesian2d<Ruler, Ruler>>;

pub(super) type Outcome<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The natural size of a chart in pixels.
pub(super) fn natural_size(chart: &Chart) -> (u32, u32) {
    let (width, height) = natural(chart);
    (width as u32, height as u32)
}

fn natural(chart: &Chart) -> (f64, f64) {
    let (columns, rows) = table(chart);
    let height = TITLE + NOTE + rows as f64 * PANEL.1;
    (columns as f64 * PANEL.0, height)
}

/// Columns and rows of panels.
fn table(chart: &Chart) -> (usize, usize) {
    let columns = chart.columns.clamp(1, chart.panels.len().max(1));
    (columns, chart.panels.len().div_ceil(columns))
}

/// The chart as a vector file of this size in pixels.
pub(super) fn svg(chart: &Chart, (width, height): (u32, u32)) -> Result<String> {
    let mut text = String::new();
    let fine = (width * SVG_FINE, height * SVG_FINE);
    {
        let root = SVGBackend::with_string(&mut text, fine).into_drawing_area();
        lay_out(chart, &root, fine)
            .map_err(|error| anyhow!("the chart can't be drawn: {error}"))?;
        root.present()
            .map_err(|error| anyhow!("the chart can't be drawn: {error}"))?;
    }
    // Displayed at its size; the tenths are internal.
    let fine = format!("width=\"{}\" height=\"{}\"", fine.0, fine.1);
    let shown = format!("width=\"{width}\" height=\"{height}\"");
    Ok(text.replacen(&fine, &shown, 1))
}

/// The chart as a picture of this size in pixels, each the mean of those that are drawn.
pub(super) fn picture(chart: &Chart, (width, height): (u32, u32)) -> Result<Grid<[u8; 4]>> {
    let pixels = u64::from(width) * u64::from(height);
    let fine = (1..=PICTURE_FINE)
        .rev()
        .find(|&fine| pixels * u64::from(fine * fine) <= MAX_PIXELS)
        .unwrap_or(1);
    let size = (width * fine, height * fine);
    let mut drawn = RgbImage::new(size.0, size.1);
    {
        let root = BitMapBackend::with_buffer(&mut drawn, size).into_drawing_area();
        lay_out(chart, &root, size)
            .and_then(|()| root.present())
            .map_err(|error| anyhow!("the chart can't be drawn: {error}"))?;
    }
    let picture = DynamicImage::ImageRgb8(drawn).thumbnail_exact(width, height);
    let cells = picture.into_rgba8().as_raw().as_chunks().0.to_vec();
    Grid::from_cells(width as usize, height as usize, cells).context("a chart has pixels")
}

/// Converts units to integer pixels of the drawing.
#[derive(Clone, Copy)]
pub(super) struct Unit(f64);

impl Unit {
    pub(super) fn of(self, units: f64) -> i32 {
        (units * self.0).round() as i32
    }

    pub(super) fn width(self, units: f64) -> u32 {
        self.of(units).max(1) as u32
    }

    fn text(self, size: f64, colour: RGBColor) -> TextStyle<'static> {
        ("sans-serif", size * self.0).into_font().color(&colour)
    }
}

/// Draws the whole chart on `root`, which has `size` pixels.
fn lay_out<DB: DrawingBackend>(
    chart: &Chart,
    root: &DrawingArea<DB, Shift>,
    size: (u32, u32),
) -> Outcome<DB> {
    // Twice does no harm; a font that can't be read shows when the first word is measured.
    let _ = register_font("sans-serif", FontStyle::Normal, FONT);
    let (width, height) = natural(chart);
    let unit = Unit((f64::from(size.0) / width).min(f64::from(size.1) / height));
    root.fill(&WHITE)?;
    let middle = |style: TextStyle<'static>| style.pos(Pos::new(HPos::Center, VPos::Center));
    let (across, down) = (size.0 as i32, size.1 as i32);
    let title = middle(unit.text(LARGE, INK));
    root.draw_text(&chart.title, &title, (across / 2, unit.of(0.55 * TITLE)))?;
    let note = middle(unit.text(SMALL, GREY));
    let lines = wrapped(root, &chart.note, &note, across - 2 * unit.of(MARGIN))?;
    for (index, line) in lines.iter().enumerate() {
        let rise = (lines.len() - index) as f64 * 17.0 - 3.0;
        root.draw_text(line, &note, (across / 2, down - unit.of(rise)))?;
    }
    let (columns, rows) = table(chart);
    let inner = root.margin(unit.of(TITLE), unit.of(NOTE), 0, 0);
    for (area, panel) in inner
        .split_evenly((rows, columns))
        .iter()
        .zip(&chart.panels)
    {
        draw_panel(panel, area, unit)?;
    }
    Ok(())
}

/// The text wrapped to lines that fit.
fn wrapped<DB: DrawingBackend>(
    root: &DrawingArea<DB, Shift>,
    text: &str,
    style: &TextStyle,
    room: i32,
) -> Result<Vec<String>, DrawingAreaErrorKind<DB::ErrorType>> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            let (width, _) = root.estimate_text_size(&longer, style)?;
            if f64::from(width) * WIDER <= f64::from(room) {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    Ok(lines)
}

/// An axis as plotters asks for it.
pub(super) struct Ruler {
    axis: Axis,
    most: usize,
}

impl Ranged for Ruler {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        from + (self.axis.fraction(*value) * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.axis.ticks(self.most)
    }

    fn range(&self) -> Range<f64> {
        self.axis.low..self.axis.high
    }
}

impl ValueFormatter<f64> for Ruler {
    fn format(value: &f64) -> String {
        value.to_string()
    }

    fn format_ext(&self, value: &f64) -> String {
        self.axis.label(*value)
    }
}

fn draw_panel<DB: DrawingBackend>(
    panel: &Panel,
    area: &DrawingArea<DB, Shift>,
    unit: Unit,
) -> Outcome<DB> {
    let ruler = |axis: &Axis, most: usize| Ruler {
        axis: axis.clone(),
        most,
    };
    let mut builder = ChartBuilder::on(area);
    builder
        .margin(unit.of(MARGIN))
        .margin_right(unit.of(2.0 * MARGIN))
        .margin_top(unit.of(PANEL_TITLE))
        .x_label_area_size(unit.of(X_LABELS))
        .y_label_area_size(unit.of(Y_LABELS));
    // Over the axes, not over the words beside them.
    let ends = unit.of(MARGIN + Y_LABELS - 2.0 * MARGIN) + area.dim_in_pixel().0 as i32;
    let title = unit
        .text(MIDDLE, INK)
        .pos(Pos::new(HPos::Center, VPos::Center));
    area.draw_text(
        &panel.title,
        &title,
        (ends / 2, unit.of(0.45 * PANEL_TITLE)),
    )?;
    let (x, y) = (ruler(&panel.x, X_TICKS), ruler(&panel.y, Y_TICKS));
    let mut context = builder.build_cartesian_2d(x, y)?;
    let thin = |colour: RGBColor, width: f64| colour.stroke_width(unit.width(width));
    context
        .configure_mesh()
        .x_labels(X_TICKS)
        .y_labels(Y_TICKS)
        .bold_line_style(thin(GRID, 1.0))
        .light_line_style(TRANSPARENT)
        .axis_style(thin(INK, 1.2))
        .set_all_tick_mark_size(unit.of(5.0))
        .label_style(unit.text(SMALL, INK))
        .axis_desc_style(unit.text(MIDDLE, INK))
        .x_desc(panel.x.title())
        .y_desc(panel.y.title())
        .draw()?;
    for mark in &panel.marks {
        let ends = [panel.y.low, panel.y.high].map(|y| (mark.x, y));
        let (dash, gap) = (unit.of(3.0), unit.of(3.0));
        let line = DashedLineSeries::new(ends, dash, gap, thin(GREY, 1.0));
        context.draw_series(line)?;
        let left = panel.x.fraction(mark.x) > 0.6;
        let (side, away) = match left {
            true => (HPos::Right, -6.0),
            false => (HPos::Left, 6.0),
        };
        let style = unit.text(SMALL, GREY).pos(Pos::new(side, VPos::Center));
        let at = (mark.x, panel.y.value(0.92));
        let name = Text::new(mark.name.clone(), (unit.of(away), 0), style);
        context.draw_series(std::iter::once(EmptyElement::at(at) + name))?;
    }
    for curve in &panel.curves {
        let pen = Pen::of(curve, unit);
        for points in panel.visible(curve) {
            pen.draw(&mut context, points.into_iter().map(|[x, y]| (x, y)))?;
        }
        // An empty series, so that each curve has its name once, in however many parts it lies.
        let nothing = LineSeries::new(std::iter::empty(), pen.line);
        let series = context.draw_series(nothing)?.label(&curve.name);
        pen.sample(series, unit);
    }
    let Some(legend) = panel.legend else {
        return Ok(());
    };
    context
        .configure_series_labels()
        .position(match legend {
            Corner::UpperLeft => SeriesLabelPosition::UpperLeft,
            Corner::UpperRight => SeriesLabelPosition::UpperRight,
            Corner::LowerLeft => SeriesLabelPosition::LowerLeft,
            Corner::LowerRight => SeriesLabelPosition::LowerRight,
        })
        .margin(unit.of(8.0))
        .legend_area_size(unit.of(40.0))
        .background_style(WHITE.mix(0.85))
        .border_style(TRANSPARENT)
        .label_font(unit.text(SMALL, INK))
        .draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::arguments::ChartName;
    use crate::scene::{Edit, Scene};
    use ab_glyph::{Font, FontRef, GlyphId};
    use clap::ValueEnum;

    #[test]
    fn the_font_has_every_sign_that_a_chart_uses() {
        let font = FontRef::try_from_slice(FONT).unwrap();
        for name in ChartName::value_variants() {
            let sea = Edit::name("model", ["water", "model"], "sea");
            let scene = Scene::from_edits(&[sea]).unwrap();
            let depths = &crate::chart::CAUSTIC_DEPTHS;
            let chart = super::super::chart(*name, &scene, depths).unwrap();
            let mut words = vec![chart.title, chart.note];
            for panel in chart.panels {
                for (axis, most) in [(&panel.x, X_TICKS), (&panel.y, Y_TICKS)] {
                    words.push(axis.title());
                    words.extend(axis.ticks(most).into_iter().map(|tick| axis.label(tick)));
                }
                words.push(panel.title);
                words.extend(panel.curves.into_iter().map(|curve| curve.name));
                words.extend(panel.marks.into_iter().map(|mark| mark.name));
            }
            for sign in words.concat().chars() {
                assert_ne!(font.glyph_id(sign), GlyphId(0), "{name:?}: {sign}");
            }
        }
    }

    #[test]
    fn a_note_is_broken_between_words_where_there_is_no_room() {
        let mut pixels = vec![255; 3 * 400 * 300];
        let root = BitMapBackend::with_buffer(&mut pixels, (400, 300)).into_drawing_area();
        let _ = register_font("sans-serif", FontStyle::Normal, FONT);
        let style = Unit(1.0).text(SMALL, INK);
        let text = "all of it has room in three lines or in one";
        assert_eq!(wrapped(&root, text, &style, 1000).unwrap(), [text]);
        let lines = wrapped(&root, text, &style, 150).unwrap();
        assert!(lines.len() > 1 && lines.join(" ") == text, "{lines:?}");
        assert_eq!(wrapped(&root, "", &style, 150).unwrap(), [""; 0]);
    }
}
