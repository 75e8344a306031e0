//! Disturbances of a pool: stones and strokes (docs/models.md §1, §12), and the contributions of sources (§1).
//!
//! A disturbance is given in fractions of the pool and in cells, independently of the model: each model applies it in its own way.

use crate::grid::Grid;

/// A place in a pool, in normalised coordinates: (u, v), each from 0 to 1, u along x and v along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    u: f64,
    v: f64,
}

/// The error for a place outside the pool.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("({u}, {v}) is outside the pool: both numbers must be from 0 to 1")]
pub struct OutsidePool {
    /// Fraction along x, as given.
    pub u: f64,
    /// Fraction along z, as given.
    pub v: f64,
}

impl Fraction {
    /// A place inside the pool; an error if `u` or `v` is not from 0 to 1.
    pub fn new(u: f64, v: f64) -> Result<Self, OutsidePool> {
        let inside = 0.0..=1.0;
        if inside.contains(&u) && inside.contains(&v) {
            Ok(Self { u, v })
        } else {
            Err(OutsidePool { u, v })
        }
    }

    /// The place inside the pool nearest to (u, v); NaN counts as 0.
    pub fn clamped(u: f64, v: f64) -> Self {
        let clamp = |value: f64| {
            if value.is_nan() {
                0.0
            } else {
                value.clamp(0.0, 1.0)
            }
        };
        Self {
            u: clamp(u),
            v: clamp(v),
        }
    }

    /// Fraction along x.
    pub fn u(self) -> f64 {
        self.u
    }

    /// Fraction along z.
    pub fn v(self) -> f64 {
        self.v
    }
}

/// Metres of water over a rectangle of cells: heights, or a pressure as the height of the column of water that exerts it, p / ρg.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// Column of its first cell in the pool; the patch may extend beyond the pool.
    pub column: i64,
    /// Row of its first cell.
    pub row: i64,
    /// Metres at each cell, columns × rows.
    pub metres: Grid<f32>,
}

impl Patch {
    /// Calls `touch` with column, row and metres of every cell of a pool of `columns × rows` that the patch changes.
    pub(crate) fn for_each(
        &self,
        (columns, rows): (usize, usize),
        mut touch: impl FnMut(usize, usize, f32),
    ) {
        let covered = |first: i64, count: usize, all: usize| {
            let start = (-first).clamp(0, count as i64);
            let end = (all as i64 - first).clamp(start, count as i64);
            start as usize..end as usize
        };
        let across = covered(self.column, self.metres.columns(), columns);
        for row in covered(self.row, self.metres.rows(), rows) {
            let first = self.column + across.start as i64;
            let metres = &self.metres.row(row)[across.clone()];
            for (column, &metres) in (first as usize..).zip(metres) {
                if metres != 0.0 {
                    touch(column, (self.row + row as i64) as usize, metres);
                }
            }
        }
    }
}

/// A change of the surface.
///
/// The descriptions below are exact for the integer models. The float models pull with a Gaussian brush of the same radius,
/// never narrower than 2 cells: a smaller radius covers the same 3 × 3 cells, weaker by radius²/4. There a stroke or a swell
/// acts by the distance to the straight line between its ends, on each cell once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// A round dent: every cell whose centre is nearer than `radius` to the cell at `at`.
    Stone {
        /// The centre.
        at: Fraction,
        /// Radius, cells; 0 or less covers nothing.
        radius: f64,
        /// Depth of the dent, in 2048ths of half of the pool's longer side: a dent of 1 is [`super::METRES_PER_WEIGHT`] deep in a pool 2 m
        /// long. Negative raises a hump. Models that count in integers round it.
        weight: f32,
    },
    /// A stone at every cell of the Bresenham line between two places, both ends included.
    Stroke {
        /// One end.
        from: Fraction,
        /// The other end.
        to: Fraction,
        /// As for a stone.
        radius: f64,
        /// As for a stone.
        weight: f32,
    },
    /// A raindrop: a stone, and in a model that accounts for its volume the water of a dent as large.
    Drop {
        /// The centre.
        at: Fraction,
        /// As for a stone.
        radius: f64,
        /// As for a stone.
        weight: f32,
    },
    /// The contribution of a source in one step, along the line between two places: a stone sets the surface, a swell lowers it by
    /// its weight, whatever its height. Repeated, it drives waves and lets others pass.
    Swell {
        /// One end.
        from: Fraction,
        /// The other end.
        to: Fraction,
        /// As for a stone.
        radius: f64,
        /// How much it lowers the surface, in weights; negative raises it.
        weight: f32,
    },
}

impl Disturbance {
    /// A stone: `radius` in cells, `weight` as in [`Disturbance::Stone`].
    pub fn stone(at: Fraction, radius: f64, weight: f32) -> Self {
        Self::Stone { at, radius, weight }
    }

    /// A stroke; `radius` and `weight` as for a stone.
    pub fn stroke(from: Fraction, to: Fraction, radius: f64, weight: f32) -> Self {
        Self::Stroke {
            from,
            to,
            radius,
            weight,
        }
    }

    /// From, to, radius and weight: a stone is a stroke whose ends are equal.
    pub fn as_stroke(&self) -> (Fraction, Fraction, f64, f32) {
        match *self {
            Self::Stone { at, radius, weight } | Self::Drop { at, radius, weight } => {
                (at, at, radius, weight)
            }
            Self::Stroke {
                from,
                to,
                radius,
                weight,
            }
            | Self::Swell {
                from,
                to,
                radius,
                weight,
            } => (from, to, radius, weight),
        }
    }

    /// Whether it adds to the surface instead of setting it.
    pub fn adds(&self) -> bool {
        matches!(self, Self::Swell { .. })
    }
}

/// The cells of the Bresenham line from `from` to `to`, (column, row), both ends included, each once.
pub fn bresenham(from: (i64, i64), to: (i64, i64)) -> impl Iterator<Item = (i64, i64)> {
    let (dx, dy) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
    let (step_x, step_y) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let mut error = dx + dy;
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let cell = next?;
        next = (cell != to).then(|| {
            let mut ahead = cell;
            let doubled = 2 * error;
            if doubled >= dy {
                error += dy;
                ahead.0 += step_x;
            }
            if doubled <= dx {
                error += dx;
                ahead.1 += step_y;
            }
            ahead
        });
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_outside_the_pool_is_refused_and_clamped_inside_on_request() {
        assert_eq!(
            Fraction::new(1.5, 0.0).unwrap_err().to_string(),
            "(1.5, 0) is outside the pool: both numbers must be from 0 to 1"
        );
        assert!(Fraction::new(f64::NAN, 0.5).is_err());
        assert!(Fraction::new(0.0, 1.0).is_ok());
        let place = Fraction::clamped(f64::NAN, f64::INFINITY);
        assert_eq!((place.u(), place.v()), (0.0, 1.0));
    }

    #[test]
    fn a_line_is_connected_and_as_long_as_its_longer_side_in_every_octant() {
        for dx in -9..=9_i64 {
            for dy in -9..=9_i64 {
                let (from, to) = ((3, -4), (3 + dx, -4 + dy));
                let line: Vec<_> = bresenham(from, to).collect();
                assert_eq!(line.first(), Some(&from));
                assert_eq!(line.last(), Some(&to));
                assert_eq!(line.len() as i64, dx.abs().max(dy.abs()) + 1);
                assert_eq!(line.len(), bresenham(to, from).count());
                for pair in line.windows(2) {
                    let (x, y) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
                    assert!(x.abs() <= 1 && y.abs() <= 1 && (x, y) != (0, 0));
                    assert!(x * dx >= 0 && y * dy >= 0, "never backwards");
                }
                for (x, y) in line {
                    // Distance from the true line along the shorter side, times the longer side: at most half a cell.
                    let off = (x - from.0) * dy - (y - from.1) * dx;
                    assert!(2 * off.abs() <= dx.abs().max(dy.abs()), "{dx}, {dy}");
                }
            }
        }
    }

    #[test]
    fn a_line_between_far_cells_keeps_its_slope() {
        let line: Vec<_> = bresenham((0, 0), (6, 3)).collect();
        assert_eq!(line.len(), 7);
        assert_eq!((line[2], line[4]), ((2, 1), (4, 2)));
        // Halfway between two cells it takes the farther one, along either axis.
        assert_eq!(bresenham((0, 0), (1, 2)).nth(1), Some((1, 1)));
        assert_eq!(bresenham((0, 0), (2, 1)).nth(1), Some((1, 1)));
    }
}
