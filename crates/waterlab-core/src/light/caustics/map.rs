//! `Map`: flux collected in the texels of a flat receiver.
//!
//! A triangle's flux is divided by the area that it has in each texel, exactly: overlapping images add, and
//! a triangle smaller than a texel loses nothing. The areas follow from Green's theorem: a piece of an edge that rises by dy
//! within a row has
//!
//! ```text
//! dy·(1 − m) of its own texel and dy of every texel after it to its right        m mean distance from the texel's left side
//! ```
//!
//! of which the three edges, in order, leave the area between them. So the cost of a triangle is its rows and the texels it covers.

use super::polygon::{Point, signed_area};
use crate::grid::Grid;

/// Ratio of width to length, and width in texels, below which a triangle counts as a line: its area is dominated by rounding.
const THINNEST: f64 = 1e-9;

/// Flux on a rectangle, per texel.
pub(super) struct Map {
    /// Flux in each texel.
    flux: Grid<f64>,
    /// Position of its first corner, metres.
    origin: Point,
    /// Length of a texel along each side, in metres.
    texel: Point,
    /// The increase of a triangle's coverage from each texel to the next, in the current row; zeros between calls.
    gain: Vec<f64>,
}

impl Map {
    /// A dark map of the rectangle from `origin` on, `size` metres long, in `texels` columns and rows.
    pub(super) fn new(origin: Point, size: Point, texels: (usize, usize)) -> Self {
        let flux = Grid::new(texels.0, texels.1, 0.0);
        let counts = [flux.columns(), flux.rows()];
        Self {
            flux,
            origin,
            texel: [0, 1].map(|axis| size[axis] / counts[axis] as f64),
            gain: vec![0.0; counts[0] + 1],
        }
    }

    /// Flux per area in every texel, and the texel's size in metres.
    pub(super) fn irradiance(self) -> (Grid<f32>, Point) {
        let per_area = 1.0 / (self.texel[0] * self.texel[1]);
        let irradiance = Grid::from_fn(self.flux.columns(), self.flux.rows(), |column, row| {
            (self.flux[(column, row)] * per_area) as f32
        });
        (irradiance, self.texel)
    }

    /// Spreads `flux` evenly over the triangle of `corners` in metres. A point outside the map by rounding counts as on its edge.
    pub(super) fn add(&mut self, corners: [Point; 3], flux: f64) {
        let counts = [self.flux.columns(), self.flux.rows()];
        let texels = corners.map(|corner| {
            [0, 1].map(|axis| {
                let place = (corner[axis] - self.origin[axis]) / self.texel[axis];
                place.clamp(0.0, counts[axis] as f64)
            })
        });
        let [a, b, c] = texels;
        let [first, last] = [f64::min, f64::max].map(|extreme: fn(f64, f64) -> f64| {
            [0, 1].map(|axis| {
                let place = extreme(extreme(a[axis], b[axis]), c[axis]) as usize;
                place.min(counts[axis] - 1)
            })
        });
        if first == last {
            self.flux[(first[0], first[1])] += flux;
            return;
        }
        // Relative coordinates, so that small areas are not lost to rounding.
        let near = texels.map(|point| [0, 1].map(|axis| point[axis] - first[axis] as f64));
        let area = signed_area(near);
        let (longest, ends) = longest_side(near);
        if area.abs() <= THINNEST * longest * longest.max(1.0) {
            self.add_line(first, ends, longest, flux);
        } else {
            self.add_area(first, last, near, flux / area);
        }
    }

    /// Adds `density` times the triangle's area in each texel; `corners` in texels from `first` on. The sign of `density` is
    /// that of the triangle's area.
    fn add_area(&mut self, first: [usize; 2], last: [usize; 2], corners: [Point; 3], density: f64) {
        let [a, b, c] = corners;
        for row in first[1]..=last[1] {
            let start = (row - first[1]) as f64;
            let (mut from, mut to) = (usize::MAX, 0);
            for edge in [[a, b], [b, c], [c, a]] {
                if let Some((lowest, greatest)) = self.add_edge(edge, start, last[0] - first[0]) {
                    (from, to) = (from.min(lowest), to.max(greatest));
                }
            }
            // To the right of all edges the gains cancel.
            let mut covered = 0.0;
            for column in from..=to {
                covered -= std::mem::take(&mut self.gain[column]);
                let share = (density * covered).max(0.0);
                self.flux[(first[0] + column, row)] += share;
            }
            if let Some(rest) = self.gain.get_mut(to + 1) {
                *rest = 0.0;
            }
        }
    }

    /// Adds an edge's contribution to the gains of the row from `start` to `start + 1`; returns `None` if it has none, otherwise its first and
    /// last column. `most` is the last column of the map.
    #[inline]
    fn add_edge(
        &mut self,
        [p, q]: [Point; 2],
        start: f64,
        highest: usize,
    ) -> Option<(usize, usize)> {
        let [from, to] = [p, q].map(|end| end[1].clamp(start, start + 1.0));
        let rise = to - from;
        if rise == 0.0 {
            return None;
        }
        let slope = (q[0] - p[0]) / (q[1] - p[1]);
        let (low, high) = (p[0].min(q[0]), p[0].max(q[0]));
        let [from, to] = [from, to].map(|y| (p[0] + (y - p[1]) * slope).clamp(low, high));
        let (low, high) = (from.min(to), from.max(to));
        let lowest = (low as usize).min(highest);
        let greatest = (high as usize).clamp(lowest, highest);
        if lowest == greatest {
            self.add_gain(lowest, rise, 0.5 * (low + high));
        } else {
            let per_length = rise / (high - low);
            for column in lowest..=greatest {
                let (left, right) = (low.max(column as f64), high.min((column + 1) as f64));
                self.add_gain(column, per_length * (right - left), 0.5 * (left + right));
            }
        }
        Some((lowest, greatest))
    }

    /// Adds a piece of an edge that rises by `rise` in a column, around `middle`.
    #[inline]
    fn add_gain(&mut self, column: usize, rise: f64, middle: f64) {
        let after = rise * (middle - column as f64);
        self.gain[column] += rise - after;
        self.gain[column + 1] += after;
    }

    /// Spreads `flux` along a line, in texels from `first` on, in pieces of at most a quarter of a texel.
    fn add_line(&mut self, first: [usize; 2], [a, b]: [Point; 2], length: f64, flux: f64) {
        let pieces = (4.0 * length).ceil().max(1.0) as usize;
        for piece in 0..pieces {
            let share = (piece as f64 + 0.5) / pieces as f64;
            let [column, row] =
                [0, 1].map(|axis| first[axis] + (a[axis] + share * (b[axis] - a[axis])) as usize);
            let cell = (
                column.min(self.flux.columns() - 1),
                row.min(self.flux.rows() - 1),
            );
            self.flux[cell] += flux / pieces as f64;
        }
    }
}

/// The longest side's length and its ends.
fn longest_side([a, b, c]: [Point; 3]) -> (f64, [Point; 2]) {
    let squared = |[p, q]: [Point; 2]| (q[0] - p[0]).powi(2) + (q[1] - p[1]).powi(2);
    let longer = |one: [Point; 2], other: [Point; 2]| match squared(one) < squared(other) {
        true => other,
        false => one,
    };
    let ends = longer(longer([a, b], [b, c]), [c, a]);
    (squared(ends).sqrt(), ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        Map::new([-1.0, -1.0], [2.0, 2.0], (4, 4))
    }

    fn total(map: &Map) -> f64 {
        map.flux.cells().iter().sum()
    }

    #[test]
    fn a_triangle_over_half_a_map_covers_texels_by_area() {
        let mut map = map();
        map.add([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0]], 8.0);
        for row in 0..4_usize {
            for column in 0..4 {
                let expected = [1.0, 0.5, 0.0][(column + row).saturating_sub(2).min(2)];
                assert!((map.flux[(column, row)] - expected).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn overlapping_sheets_add_in_any_orientation() {
        let mut map = map();
        let corners = [[-0.9, -0.3], [0.7, -0.8], [0.1, 0.9]];
        map.add(corners, 1.0);
        let once = map.flux.clone();
        map.add([corners[2], corners[1], corners[0]], 1.0);
        for (twice, once) in map.flux.cells().iter().zip(once.cells()) {
            assert!((twice - 2.0 * once).abs() < 1e-14);
        }
        assert!((total(&map) - 2.0).abs() < 1e-13);
    }

    #[test]
    fn a_line_and_a_point_keep_their_flux() {
        let mut map = map();
        map.add([[-0.9, -0.75], [0.9, -0.75], [0.0, -0.75]], 1.0);
        assert!((total(&map) - 1.0).abs() < 1e-12);
        assert!(map.flux.row(0).iter().all(|&flux| flux > 0.1));
        assert!(map.flux.cells()[4..].iter().all(|&flux| flux == 0.0));
        // On the line between texels, and in the last corner of the map.
        map.add([[0.0; 2]; 3], 1.0);
        map.add([[1.0; 2]; 3], 1.0);
        map.add([[1.0, -1.0], [1.0, 1.0], [1.0, 1.0]], 1.0);
        assert!((total(&map) - 4.0).abs() < 1e-12);
        assert_eq!(map.flux[(2, 2)], 1.0);
    }

    #[test]
    fn a_sliver_keeps_its_flux() {
        for width in [1e-3, 1e-6, 1e-8, 1e-9, 1e-12] {
            for length in [1.4, 1e-3, 1e-6] {
                let mut map = map();
                let start = [-0.5 - length / 3.0, -0.49];
                let end = [start[0] + length, start[1] + 0.7 * length];
                let side = [end[0], end[1] + width * length];
                map.add([start, end, side], 1.0);
                let found = total(&map);
                assert!((found - 1.0).abs() < 1e-6, "{width}, {length}: {found}");
            }
        }
    }
}
