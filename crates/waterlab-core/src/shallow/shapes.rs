//! Shapes of the ground that need no map (docs/models.md §17).

use super::parameters::Bed;
use crate::grid::Grid;
use crate::pool::Size;

/// Heights of the ground above the rest level, metres, from `low` up to `high`.
pub(super) fn shape(bed: Bed, size: Size, low: f32, high: f32) -> Grid<f32> {
    let (columns, rows) = (size.columns(), size.rows());
    let longer = columns.max(rows) as f64;
    let relief = high - low;
    Grid::from_fn(columns, rows, |column, row| {
        // From −1 to 1 along the longer side; u from 0 to 1 along x.
        let x = (2.0 * column as f64 + 1.0 - columns as f64) / longer;
        let z = (2.0 * row as f64 + 1.0 - rows as f64) / longer;
        let u = (column as f64 + 0.5) / columns as f64;
        let across = (2.0 * row as f64 + 1.0) / rows as f64 - 1.0;
        let part = match bed {
            Bed::Flat => 0.0,
            Bed::Beach => ramp(u, 0.35, 0.95),
            Bed::Island => hill(x.hypot(z) / 0.5),
            Bed::Channel => ramp(across.abs(), 0.25, 0.55),
            Bed::Bowl => x.hypot(z).powi(2).min(1.0),
            Bed::Sill => hill(x.abs() / 0.25),
            Bed::Valley => (0.4 * (1.0 - u) + 0.6 * across * across).min(1.0),
        };
        low + relief * part as f32
    })
}

/// 0 up to `from`, 1 from `to` on, straight between them.
fn ramp(value: f64, from: f64, to: f64) -> f64 {
    ((value - from) / (to - from)).clamp(0.0, 1.0)
}

/// 1 at 0, 0 from 1 on, level at both.
fn hill(distance: f64) -> f64 {
    let distance = distance.min(1.0);
    0.5 + 0.5 * (std::f64::consts::PI * distance).cos()
}
