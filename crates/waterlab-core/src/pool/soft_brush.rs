//! The brush of the float models: a Gaussian dent, and its effect on a surface (docs/models.md §12).
//!
//! The weight at a distance ρ from the stone or stroke is 2^(−4ρ²/r²) for ρ < r and 0 beyond. At r = 2 cells that is
//! iWave's 3 × 3 source brush (§6) to the digit: centre 1, sides 0.5, corners 0.25.
//!
//! A narrower brush covers the same 3 × 3 cells, weaker by r²/4: a change of a single cell creates waves shorter than any grid
//! can represent, which grow when it is repeated.
//!
//! The dent of a stone is 2.957 times as deep as the flat one of the integer models, which displaces as much water.
//!
//! A stone or a stroke pulls the height h toward its bottom b by its weight w, h ← h + w·(b − h), and stops the flow under it, as
//! described in [`super::bulk_viscosity`]. From rest that adds w·b; however often it is repeated, h stays between its old value and b. A
//! swell adds w·b and leaves v alone: in a model that keeps two time levels it is added to both, so that a source in a scene
//! displaces the water without giving it velocity. §6's own source, which is added to the new level only, is
//! [`super::IWave::add_source`].

use super::{Disturbance, METRES_PER_WEIGHT, Size};

/// A disturbance in cells of a grid, ready to be applied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dent {
    from: (f64, f64),
    to: (f64, f64),
    radius: f64,
    /// Height of the bottom, metres.
    bottom: f32,
    /// The weight in the middle: 1, less for narrow brushes.
    strength: f64,
    adds: bool,
}

/// Ratio of the depth of a Gaussian dent to that of the flat one of the integer models, so that both displace as much water:
/// the area of a disc over ∫ 2^(−4ρ²/r²) dA = (1 − 2⁻⁴)/(4 ln 2) of it.
const DISC: f32 = 2.957_428;

/// Radius of the narrowest brush, cells.
const NARROWEST: f64 = 2.0;

impl Dent {
    /// The dent of `disturbance` in a pool of `size` cells whose longer side is twice `half_length`, metres.
    pub(crate) fn new(disturbance: &Disturbance, size: Size, half_length: f32) -> Self {
        let (from, to, radius, weight) = disturbance.as_stroke();
        let narrow = (radius / NARROWEST).clamp(0.0, 1.0);
        let centre = |(column, row): (usize, usize)| (column as f64, row as f64);
        Self {
            from: centre(size.cell(from)),
            to: centre(size.cell(to)),
            radius: if radius > 0.0 {
                radius.max(NARROWEST)
            } else {
                0.0
            },
            bottom: -weight
                * METRES_PER_WEIGHT
                * half_length
                * if disturbance.adds() { 1.0 } else { DISC },
            strength: narrow * narrow,
            adds: disturbance.adds(),
        }
    }

    /// The same dent in a grid with `margin` more cells on every side.
    pub(crate) fn shifted(mut self, margin: usize) -> Self {
        for (x, z) in [&mut self.from, &mut self.to] {
            *x += margin as f64;
            *z += margin as f64;
        }
        self
    }

    /// How far the dent extends beyond the edges of a grid of `size`, cells.
    pub(crate) fn overhang(&self, size: Size) -> f64 {
        let (right, bottom) = (size.columns() as f64 - 1.0, size.rows() as f64 - 1.0);
        let ends = [self.from, self.to];
        let beyond = |&(x, z): &(f64, f64)| [-x, x - right, -z, z - bottom];
        let nearest = ends
            .iter()
            .flat_map(beyond)
            .fold(f64::NEG_INFINITY, f64::max);
        self.radius + nearest
    }

    /// The height toward which a stone pulls the surface, or the height that a swell adds, metres.
    pub(crate) fn bottom(&self) -> f32 {
        self.bottom
    }

    /// Whether it adds to the surface instead of pulling it.
    pub(crate) fn adds(&self) -> bool {
        self.adds
    }

    /// The square of the radius, in cells.
    pub(crate) fn square(&self) -> f64 {
        self.radius * self.radius
    }

    /// A dent twice as wide, for the effect on the flow.
    pub(crate) fn widened(&self) -> Self {
        self.wider(2.0)
    }

    /// A dent this many times as wide.
    pub(crate) fn wider(&self, times: f64) -> Self {
        Self {
            radius: times * self.radius,
            ..*self
        }
    }

    /// The columns that it covers, of `count`, as a half-open range.
    pub(crate) fn columns(&self, count: usize) -> (usize, usize) {
        range(self.from.0, self.to.0, self.radius, count)
    }

    /// The rows that it covers; see [`Dent::columns`].
    pub(crate) fn rows(&self, count: usize) -> (usize, usize) {
        range(self.from.1, self.to.1, self.radius, count)
    }

    /// The weight at a place, inside or outside the grid.
    pub(crate) fn weight(&self, place: (f64, f64)) -> f32 {
        let squared = squared_distance(place, self.from, self.to);
        let square = self.square();
        if squared < square {
            (self.strength * (-4.0 * squared / square).exp2()) as f32
        } else {
            0.0
        }
    }

    /// Calls `touch` with column, row and weight of every cell of a grid of `columns × rows` that the dent covers, each once.
    pub(crate) fn for_each(
        &self,
        columns: usize,
        rows: usize,
        mut touch: impl FnMut(usize, usize, f32),
    ) {
        let Self {
            from, to, radius, ..
        } = *self;
        if radius == 0.0 {
            return;
        }
        let (top, end) = self.rows(rows);
        for row in top..end {
            // Only the part of the line within the radius of this row can cover its cells.
            let (near, far) = clip(from, to, row as f64, radius);
            let (west, east) = range(near, far, radius, columns);
            for column in west..east {
                let weight = self.weight((column as f64, row as f64));
                if weight > 0.0 {
                    touch(column, row, weight);
                }
            }
        }
    }
}

/// The half-open range of cells, of `count`, within `radius` of the interval between `a` and `b`.
fn range(a: f64, b: f64, radius: f64, count: usize) -> (usize, usize) {
    let first = (a.min(b) - radius).ceil().clamp(0.0, count as f64);
    let end = (a.max(b) + radius + 1.0).floor().clamp(first, count as f64);
    (first as usize, end as usize)
}

/// The columns between which the line from `from` to `to` lies within `radius` rows of `row`.
fn clip(from: (f64, f64), to: (f64, f64), row: f64, radius: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    if dy == 0.0 {
        return (from.0, to.0);
    }
    let along = |y: f64| ((y - from.1) / dy).clamp(0.0, 1.0);
    let column = |y: f64| from.0 + along(y) * dx;
    (column(row - radius), column(row + radius))
}

/// The squared distance of a point from the line segment between two others.
pub(crate) fn squared_distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let along = if length > 0.0 {
        ((px * dx + py * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (x, y) = (px - along * dx, py - along * dy);
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Fraction;
    use std::collections::BTreeMap;

    fn weights(disturbance: &Disturbance, size: Size) -> BTreeMap<(usize, usize), f32> {
        let mut weights = BTreeMap::new();
        Dent::new(disturbance, size, 1.0).for_each(
            size.columns(),
            size.rows(),
            |column, row, weight| {
                assert!(
                    weights.insert((column, row), weight).is_none(),
                    "each cell once"
                );
            },
        );
        weights
    }

    #[test]
    fn at_two_cells_it_is_the_source_brush() {
        let size = Size::new(9, 9).unwrap();
        let stone = Disturbance::stone(Fraction::new(0.5, 0.5).unwrap(), 2.0, 100.0);
        let weights = weights(&stone, size);
        assert_eq!(weights.len(), 9);
        assert_eq!(weights[&(4, 4)], 1.0);
        assert_eq!((weights[&(3, 4)], weights[&(4, 5)]), (0.5, 0.5));
        assert_eq!((weights[&(3, 3)], weights[&(5, 5)]), (0.25, 0.25));
        assert_eq!(
            Dent::new(&stone, size, 1.0).bottom(),
            -100.0 / 2048.0 * DISC
        );
    }

    #[test]
    fn a_dent_takes_as_much_water_as_a_flat_disc_of_its_radius() {
        let size = Size::new(101, 101).unwrap();
        let at = Fraction::new(0.5, 0.5).unwrap();
        for radius in [8.0, 20.0, 40.0] {
            let stone = Disturbance::stone(at, radius, 2048.0);
            let weights: f32 = weights(&stone, size).values().sum();
            let taken = f64::from(weights * DISC) / (std::f64::consts::PI * radius * radius);
            assert!((taken - 1.0).abs() < 0.02, "{radius}: {taken}");
        }
    }

    #[test]
    fn a_narrow_one_is_as_wide_and_weaker() {
        let size = Size::new(9, 9).unwrap();
        let at = Fraction::new(0.5, 0.5).unwrap();
        let narrow = weights(&Disturbance::stone(at, 1.0, 100.0), size);
        for (cell, weight) in weights(&Disturbance::stone(at, 2.0, 100.0), size) {
            assert_eq!(narrow[&cell], weight / 4.0);
        }
    }

    #[test]
    fn a_stroke_touches_every_cell_within_its_radius_of_the_line_and_is_clipped() {
        let size = Size::new(23, 17).unwrap();
        let places = [(0.0, 0.0), (1.0, 1.0), (0.1, 0.9), (0.5, 0.2), (0.5, 0.9)];
        for radius in [2.0, 2.5, 7.0, 1e6, 0.0, -1.0, f64::NAN] {
            for (u, v) in places {
                for (u2, v2) in places {
                    let (from, to) = (Fraction::clamped(u, v), Fraction::clamped(u2, v2));
                    let touched = weights(&Disturbance::stroke(from, to, radius, 1.0), size);
                    let ends = |at| {
                        let (column, row) = size.cell(at);
                        (column as f64, row as f64)
                    };
                    for row in 0..17 {
                        for column in 0..23 {
                            // The nearest of many points along the line.
                            let (a, b) = (ends(from), ends(to));
                            let distance = (0..=4000)
                                .map(|i| f64::from(i) / 4000.0)
                                .map(|t| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)))
                                .map(|(x, y)| (x - column as f64).hypot(y - row as f64))
                                .fold(f64::INFINITY, f64::min);
                            let weight = touched.get(&(column, row));
                            if distance < radius - 0.01 {
                                let wanted = (-4.0 * (distance / radius).powi(2)).exp2() as f32;
                                assert!((weight.expect("touched") - wanted).abs() < 0.01);
                            } else if distance > radius + 0.01 || radius.is_nan() {
                                assert_eq!(weight, None, "{radius}, {column}, {row}");
                            }
                        }
                    }
                }
            }
        }
    }
}
