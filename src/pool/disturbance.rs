//! What can happen to a pool: stones and strokes (reference §1).
//!
//! A disturbance is told in fractions of the pool and in cells, and knows no model: each model applies it in its own way.

/// A place in a pool: (u, v), each from 0 to 1, u along x and v along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fraction {
    u: f64,
    v: f64,
}

/// A place outside the pool was named where one inside was wanted.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("({u}, {v}) is outside the pool: both numbers must be from 0 to 1")]
pub struct OutsidePool {
    /// Fraction along x, as given.
    pub u: f64,
    /// Fraction along z, as given.
    pub v: f64,
}

impl Fraction {
    /// A checked place.
    pub fn new(u: f64, v: f64) -> Result<Self, OutsidePool> {
        let inside = 0.0..=1.0;
        if inside.contains(&u) && inside.contains(&v) {
            Ok(Self { u, v })
        } else {
            Err(OutsidePool { u, v })
        }
    }

    /// The place inside the pool nearest to (u, v); what is not a number counts as 0.
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

/// Something that pushes the surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// A round dent: every cell whose centre is nearer than `radius` to the cell at `at`.
    Stone {
        /// Where it falls.
        at: Fraction,
        /// Cells; 0 or less touches nothing.
        radius: f64,
        /// Depth of the dent; one weight is [`super::METRES_PER_WEIGHT`]. Negative raises a hump.
        weight: i16,
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
        weight: i16,
    },
}

impl Disturbance {
    /// A stone.
    pub fn stone(at: Fraction, radius: f64, weight: i16) -> Self {
        Self::Stone { at, radius, weight }
    }

    /// A stroke.
    pub fn stroke(from: Fraction, to: Fraction, radius: f64, weight: i16) -> Self {
        Self::Stroke {
            from,
            to,
            radius,
            weight,
        }
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
