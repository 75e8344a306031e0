//! `Patch`: the periodic domain of sea that one grid covers.

/// A patch of square cells, periodic along x and z (a tile).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Cells along x.
    pub columns: usize,
    /// Cells along z.
    pub rows: usize,
    /// Length along x, metres.
    pub length_x: f64,
    /// Length along z, metres.
    pub length_z: f64,
}

impl Patch {
    /// A patch of `columns × rows` square cells with this `length` along x, metres.
    pub fn new(columns: usize, rows: usize, length: f64) -> Self {
        Self {
            columns,
            rows,
            length_x: length,
            length_z: length * rows as f64 / columns as f64,
        }
    }

    /// Distance between neighbouring cells, metres.
    pub fn spacing(&self) -> f64 {
        self.length_x / self.columns as f64
    }
}
