//! `Patch`: the patch of sea that one grid covers and that repeats for ever.

/// A patch of square cells, which repeats along x and along z: a tile, a periodic domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// Cells along x.
    pub columns: usize,
    /// Cells along z.
    pub rows: usize,
    /// Metres along x.
    pub length_x: f64,
    /// Metres along z.
    pub length_z: f64,
}

impl Patch {
    /// `columns × rows` square cells; `length` metres along x.
    pub fn new(columns: usize, rows: usize, length: f64) -> Self {
        Self {
            columns,
            rows,
            length_x: length,
            length_z: length * rows as f64 / columns as f64,
        }
    }

    /// Metres from cell to cell.
    pub fn spacing(&self) -> f64 {
        self.length_x / self.columns as f64
    }
}
