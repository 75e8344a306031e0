//! The cells that a stone or a stroke covers: the union of the discs along a line, row by row (docs/models.md §1).
//!
//! A disc of radius r holds the cells with dx² + dy² < r². On any row, the discs around neighbouring cells of a Bresenham
//! line overlap or touch, so that a stroke covers one span of every row. Its cost is the area it covers plus the line's rows
//! times the disc's, not the line's length times the disc's area.

use super::{Size, bresenham};
use std::ops::Range;

/// No two cells of a pool are farther apart than this.
const FARTHEST: i64 = 2 * Size::MAX;

/// Computes the covered cells, in scratch memory that is allocated once, because rain needs it in every frame.
#[derive(Clone)]
pub(super) struct Brush {
    columns: usize,
    rows: usize,
    /// Width of the border of rows and columns that are never covered.
    margin: usize,
    /// Half width of the disc on each row, by distance from its centre.
    widths: Vec<i64>,
    /// First and last covered column per row from the top; empty where the first is greater than the last.
    spans: Vec<(i64, i64)>,
}

impl Brush {
    /// A brush for a grid whose outermost `margin` cells are never covered.
    pub(super) fn new(columns: usize, rows: usize, margin: usize) -> Self {
        Self {
            columns,
            rows,
            margin,
            widths: Vec::with_capacity(rows),
            spans: Vec::with_capacity(rows),
        }
    }

    /// The cells within the margin that are nearer than `radius` to a cell of the line between two cells, both ends included: each row once,
    /// with its span of columns. A radius that is not positive covers nothing.
    pub(super) fn swept(
        &mut self,
        from: (usize, usize),
        to: (usize, usize),
        radius: f64,
    ) -> impl Iterator<Item = (usize, Range<usize>)> {
        let (columns, rows) = (self.columns as i64, self.rows as i64);
        let margin = self.margin as i64;
        let (from, to) = (signed(from), signed(to));
        let (widths, spans) = (&mut self.widths, &mut self.spans);
        widths.clear();
        widths.extend((0..rows).map_while(|dy| half_width(radius, dy)));
        let reach = widths.len() as i64 - 1;
        let top = (from.1.min(to.1) - reach).max(margin);
        let end = (from.1.max(to.1) + reach + 1).min(rows - margin);
        spans.clear();
        spans.resize((end - top).max(0) as usize, (i64::MAX, i64::MIN));
        for (row, west, east) in runs(from, to) {
            for touched in (row - reach).max(top)..(row + reach + 1).min(end) {
                let width = widths[(touched - row).unsigned_abs() as usize];
                let (first, last) = &mut spans[(touched - top) as usize];
                *first = (*first).min(west - width);
                *last = (*last).max(east + width);
            }
        }
        (top..)
            .zip(spans.iter())
            .filter_map(move |(row, &(first, last))| {
                let first = first.max(margin);
                let end = last.min(columns - margin - 1).saturating_add(1);
                (first < end).then_some((row as usize, first as usize..end as usize))
            })
    }
}

/// The largest k with k² + dy² < radius²; `None` if not even 0 satisfies it.
fn half_width(radius: f64, dy: i64) -> Option<i64> {
    let limit = radius * radius;
    let inside = |dx: i64| ((dx * dx + dy * dy) as f64) < limit;
    (radius > 0.0 && inside(0)).then(|| {
        let root = (limit - (dy * dy) as f64).sqrt();
        // The root is rounded: the exact answer is this or next to it.
        let mut width = (root as i64).min(FARTHEST);
        while !inside(width) {
            width -= 1;
        }
        while width < FARTHEST && inside(width + 1) {
            width += 1;
        }
        width
    })
}

/// The rows of the Bresenham line, each with its first and last column.
fn runs(from: (i64, i64), to: (i64, i64)) -> impl Iterator<Item = (i64, i64, i64)> {
    let mut line = bresenham(from, to).peekable();
    std::iter::from_fn(move || {
        let (start, row) = line.next()?;
        let mut end = start;
        while let Some((column, _)) = line.next_if(|&(_, next)| next == row) {
            end = column;
        }
        Some((row, start.min(end), start.max(end)))
    })
}

fn signed((column, row): (usize, usize)) -> (i64, i64) {
    (column as i64, row as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Disc after disc, cell after cell.
    fn one_by_one(
        size: Size,
        from: (usize, usize),
        to: (usize, usize),
        radius: f64,
        margin: usize,
    ) -> BTreeSet<(usize, usize)> {
        let mut cells = BTreeSet::new();
        for centre in bresenham(signed(from), signed(to)) {
            for row in margin..size.rows() - margin {
                for column in margin..size.columns() - margin {
                    let (dx, dy) = (column as i64 - centre.0, row as i64 - centre.1);
                    let squared = (dx * dx + dy * dy) as f64;
                    if radius > 0.0 && squared < radius * radius {
                        cells.insert((column, row));
                    }
                }
            }
        }
        cells
    }

    #[test]
    fn a_stroke_covers_what_stones_along_its_line_cover() {
        let size = Size::new(23, 17).unwrap();
        let corners = [(0, 0), (22, 16), (0, 16), (5, 3), (18, 4), (9, 15), (11, 8)];
        let radii = [0.5, 1.0, 1.5, 2.0, 2.236, 3.0, 4.7, 5.0, 12.0, 40.0, 1e9];
        let every = radii.into_iter().chain([f64::MAX, f64::INFINITY]);
        for (radius, margin) in every.flat_map(|radius| [(radius, 0), (radius, 1)]) {
            for from in corners {
                for to in corners {
                    let mut rows = BTreeSet::new();
                    let cells = Brush::new(23, 17, margin)
                        .swept(from, to, radius)
                        .inspect(|(row, _)| assert!(rows.insert(*row), "a row comes once"))
                        .flat_map(|(row, span)| span.map(move |column| (column, row)))
                        .collect::<BTreeSet<_>>();
                    assert_eq!(
                        cells,
                        one_by_one(size, from, to, radius, margin),
                        "{from:?} to {to:?}, {radius}, {margin}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_radius_that_is_not_positive_touches_nothing() {
        for radius in [0.0, -0.0, -3.0, f64::NAN, f64::NEG_INFINITY, -1e300] {
            assert_eq!(
                Brush::new(9, 9, 0).swept((4, 4), (6, 4), radius).count(),
                0,
                "{radius}"
            );
        }
    }

    #[test]
    fn a_disc_ends_just_before_its_radius() {
        let widths = |radius| {
            (0..6)
                .map_while(|dy| half_width(radius, dy))
                .collect::<Vec<_>>()
        };
        assert_eq!(widths(1.0), [0]);
        assert_eq!(widths(2.0), [1, 1]);
        assert_eq!(widths(5.0), [4, 4, 4, 3, 2], "3² + 4² is not below 5²");
        assert_eq!(widths(5.000_001), [5, 4, 4, 4, 3, 0]);
    }

    #[test]
    fn the_longest_stroke_with_the_largest_radius_ends_soon() {
        let side = Size::MAX as usize;
        let far = side - 1;
        let covered: usize = Brush::new(side, side, 1)
            .swept((0, 0), (far, far), 1000.0)
            .map(|(_, span)| span.len())
            .sum();
        // A strip 2000 wide along the diagonal, less the corners of the pool.
        let strip = 2000.0 * (far as f64) * 2_f64.sqrt() - 1000.0 * 1000.0 * 2.0;
        assert!(
            (covered as f64 / strip - 1.0).abs() < 0.01,
            "{covered} for {strip}"
        );
    }
}
