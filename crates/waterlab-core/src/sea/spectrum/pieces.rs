//! `Pieces`: a piecewise cubic through the values of a smooth function at four Gauss-Legendre nodes, so that the samples for fast look-up
//! also integrate it. Nothing is sampled on a border, where the function may jump.

/// The nodes in a piece of length 1, and their weights in its integral.
pub(super) const NODES: [f64; 4] = [
    0.069_431_844_202_973_71,
    0.330_009_478_207_571_87,
    0.669_990_521_792_428_1,
    0.930_568_155_797_026_3,
];
pub(super) const WEIGHTS: [f64; 4] = [
    0.173_927_422_568_726_93,
    0.326_072_577_431_273_07,
    0.326_072_577_431_273_07,
    0.173_927_422_568_726_93,
];

/// Borders of equally long pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Borders {
    /// Start of the first piece.
    pub(super) start: f64,
    /// Length of each piece.
    pub(super) length: f64,
    /// Number of pieces.
    pub(super) count: usize,
}

impl Borders {
    /// The nodes of piece number `piece`.
    pub(super) fn nodes(&self, piece: usize) -> [f64; 4] {
        NODES.map(|node| self.start + (piece as f64 + node) * self.length)
    }

    /// The piece that contains `x`, and the position in it, from 0 to 1; an index of at least the number of pieces after their end.
    pub(super) fn find(&self, x: f64) -> Option<(usize, f64)> {
        let place = (x - self.start) / self.length;
        (place >= 0.0).then(|| (place as usize, place.fract()))
    }
}

/// A cubic in Newton's form.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cubic([f64; 4]);

impl Cubic {
    /// The cubic through `values` at the nodes.
    pub(super) fn through(values: [f64; 4]) -> Self {
        let mut differences = values;
        for order in 1..4 {
            for index in (order..4).rev() {
                differences[index] = (differences[index] - differences[index - 1])
                    / (NODES[index] - NODES[index - order]);
            }
        }
        Self(differences)
    }

    /// A constant, which may be −∞.
    pub(super) fn constant(value: f64) -> Self {
        Self([value, 0.0, 0.0, 0.0])
    }

    /// The value at `t` from 0 to 1.
    pub(super) fn at(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.0;
        a + (t - NODES[0]) * (b + (t - NODES[1]) * (c + (t - NODES[2]) * d))
    }
}
