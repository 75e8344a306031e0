//! Cosine modes of a pool with mirrored edges, in double precision by direct sums.

use std::f64::consts::PI;
use waterlab_core::grid::Grid;

/// cos(π p (i+½)/count).
fn wave(p: usize, i: usize, count: usize) -> f64 {
    (PI * p as f64 * (i as f64 + 0.5) / count as f64).cos()
}

/// The amplitudes of the modes (p, q).
pub fn modes(heights: &Grid<f64>) -> Grid<f64> {
    let (columns, rows) = (heights.columns(), heights.rows());
    let part = |mode: usize, count: usize| if mode == 0 { 1.0 } else { 2.0 } / count as f64;
    let along_x = Grid::from_fn(columns, rows, |p, row| {
        let cells = heights.row(row).iter().enumerate();
        part(p, columns) * cells.map(|(i, h)| h * wave(p, i, columns)).sum::<f64>()
    });
    Grid::from_fn(columns, rows, |p, q| {
        let cells = (0..rows).map(|j| along_x[(p, j)] * wave(q, j, rows));
        part(q, rows) * cells.sum::<f64>()
    })
}

/// The heights from the amplitudes of the modes.
pub fn heights(modes: &Grid<f64>) -> Grid<f64> {
    let (columns, rows) = (modes.columns(), modes.rows());
    let along_z = Grid::from_fn(columns, rows, |p, row| {
        (0..rows)
            .map(|q| modes[(p, q)] * wave(q, row, rows))
            .sum::<f64>()
    });
    Grid::from_fn(columns, rows, |column, row| {
        let waves = along_z.row(row).iter().enumerate();
        waves
            .map(|(p, part)| part * wave(p, column, columns))
            .sum::<f64>()
    })
}

/// ω = √(g·k·tanh(kD)) of every mode in rad/s, with cells of a metre and an infinite D without a bottom.
pub fn frequencies(columns: usize, rows: usize, gravity: f64, depth: f64) -> Grid<f64> {
    Grid::from_fn(columns, rows, |p, q| {
        frequency(
            [PI * p as f64 / columns as f64, PI * q as f64 / rows as f64],
            gravity,
            depth,
        )
    })
}

/// ω of a wave of `k` rad/m.
pub fn frequency(k: [f64; 2], gravity: f64, depth: f64) -> f64 {
    let k = k[0].hypot(k[1]);
    if k == 0.0 {
        0.0
    } else {
        (gravity * k * (k * depth).tanh()).sqrt()
    }
}

/// Combines two grids cell by cell.
pub fn combined(a: &Grid<f64>, b: &Grid<f64>, f: impl Fn(f64, f64) -> f64) -> Grid<f64> {
    Grid::from_fn(a.columns(), a.rows(), |x, z| f(a[(x, z)], b[(x, z)]))
}
