//! `Pen`: how a curve is drawn on paper, in a shade and with a stroke that print keeps apart, and the sample beside its name.

use super::draw::{Coordinates, INK, Outcome, Unit};
use crate::chart::{Colour, Curve, Sign, Stroke};
use plotters::chart::SeriesAnno;
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// How a curve is drawn.
#[derive(Clone, Copy)]
pub(super) struct Pen {
    pub(super) line: ShapeStyle,
    /// Length of a dash and of a gap.
    dash: Option<(i32, i32)>,
    sign: Option<(Sign, i32)>,
}

impl Pen {
    pub(super) fn of(curve: &Curve, unit: Unit) -> Self {
        let colour = match curve.colour {
            Colour::Ink => INK,
            Colour::Blue => RGBColor(0, 90, 170),
            Colour::Red => RGBColor(200, 30, 30),
            Colour::Green => RGBColor(20, 125, 60),
            Colour::Orange => RGBColor(225, 130, 0),
            Colour::Violet => RGBColor(130, 70, 170),
        };
        let (width, dash, sign) = match curve.stroke {
            Stroke::Solid => (1.6, None, None),
            Stroke::Heavy => (2.8, None, None),
            Stroke::Dashed => (1.8, Some((9.0, 5.0)), None),
            Stroke::Dotted => (2.2, Some((2.4, 3.4)), None),
            Stroke::Signs(sign) => (1.5, None, Some(sign)),
        };
        Self {
            line: colour.stroke_width(unit.width(width)),
            dash: dash.map(|(dash, gap)| (unit.of(dash).max(1), unit.of(gap).max(1))),
            sign: sign.map(|sign| (sign, unit.of(4.5).max(1))),
        }
    }

    /// The curve, or the signs, through `points`.
    pub(super) fn draw<DB: DrawingBackend>(
        &self,
        context: &mut Coordinates<DB>,
        points: impl Iterator<Item = (f64, f64)> + Clone,
    ) -> Outcome<DB> {
        let Self { line, .. } = *self;
        let filled = line.filled();
        let Some((sign, size)) = self.sign else {
            match self.dash {
                Some((dash, gap)) => {
                    context.draw_series(DashedLineSeries::new(points, dash, gap, line))?
                }
                None => context.draw_series(LineSeries::new(points, line))?,
            };
            return Ok(());
        };
        match sign {
            Sign::Ring => context.draw_series(points.map(|at| Circle::new(at, size, line)))?,
            Sign::Disc => context.draw_series(points.map(|at| Circle::new(at, size, filled)))?,
            Sign::Cross => context.draw_series(points.map(|at| Cross::new(at, size, line)))?,
            Sign::Triangle => {
                context.draw_series(points.map(|at| TriangleMarker::new(at, size, filled)))?
            }
        };
        Ok(())
    }

    /// What stands beside its name.
    pub(super) fn sample<'a, DB: DrawingBackend + 'a>(
        &self,
        series: &mut SeriesAnno<'a, DB>,
        unit: Unit,
    ) {
        let Self { line, .. } = *self;
        let filled = line.filled();
        let ends = move |(x, y)| [(x + unit.of(3.0), y), (x + unit.of(33.0), y)];
        let middle = move |(x, y)| (x + unit.of(18.0), y);
        let Some((sign, size)) = self.sign else {
            match self.dash {
                Some((dash, gap)) => {
                    series.legend(move |at| DashedPathElement::new(ends(at), dash, gap, line))
                }
                None => series.legend(move |at| PathElement::new(ends(at), line)),
            };
            return;
        };
        match sign {
            Sign::Ring => series.legend(move |at| Circle::new(middle(at), size, line)),
            Sign::Disc => series.legend(move |at| Circle::new(middle(at), size, filled)),
            Sign::Cross => series.legend(move |at| Cross::new(middle(at), size, line)),
            Sign::Triangle => {
                series.legend(move |at| TriangleMarker::new(middle(at), size, filled))
            }
        };
    }
}
