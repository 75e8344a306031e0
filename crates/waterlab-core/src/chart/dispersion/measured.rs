//! The frequency of a wave on a pool, measured by running the pool, independently of its arithmetic.
//!
//! A standing wave is set on the pool, and its amplitude in the middle is recorded. For any scheme that depends on one previous step,
//! the amplitude obeys
//!
//! ```text
//! a⁺ = p·a − q·a⁻        p = 2√q·cos ω, q the factor of a squared amplitude per step due to damping
//! ```
//!
//! and the best fit of p and q gives ω.

use crate::grid::Grid;
use crate::heights::Heights;
use crate::pool::State;
use crate::water::Water;

/// Recorded steps: fewer than an echo takes from the edge to the middle.
const STEPS: usize = 36;

/// Height of the wave: counts in the integer models, far above their rounding, and metres in the others.
const COUNTS: f32 = 8000.0;
const METRES: f32 = 0.001;

/// Width of the middle: the standard deviation of its weights, as a fraction of the pool.
const MIDDLE: f64 = 0.1;

/// The angular frequency in radians per step of a standing wave of `k` radians per cell along x; `None` if it does not oscillate.
pub(super) fn frequency(water: &mut dyn Water, k: f64) -> Option<f64> {
    let (columns, rows) = (water.heights().columns(), water.heights().rows());
    let height = match water.heights() {
        Heights::Counts { unit, .. } => COUNTS * unit,
        Heights::Metres(_) => METRES,
    };
    // A crest at the edge, as free edges require.
    let shape = |column: usize| (k * (column as f64 + 0.5)).cos();
    water.set_state(&State {
        heights: Grid::from_fn(columns, rows, |column, _| height * shape(column) as f32),
        velocity: Grid::new(columns, rows, 0.0),
        length: water.length(),
    });
    let middle = Grid::from_fn(columns, rows, |column, row| {
        let away =
            |index: usize, count: usize| ((index as f64 + 0.5) / count as f64 - 0.5) / MIDDLE;
        let (x, z) = (away(column, columns), away(row, rows));
        (-0.5 * (x * x + z * z)).exp() * shape(column)
    });
    let swing: Vec<f64> = (0..=STEPS)
        .map(|step| {
            if step > 0 {
                water.step();
            }
            amount(&water.heights(), &middle)
        })
        .collect();
    water.reset();
    turn(&swing)
}

/// The amplitude of the wave.
fn amount(heights: &Heights, middle: &Grid<f64>) -> f64 {
    let mut sum = 0.0;
    for row in 0..middle.rows() {
        for (column, weight) in middle.row(row).iter().enumerate() {
            sum += weight * f64::from(heights.metres(column as i64, row as i64));
        }
    }
    sum
}

/// ω in radians per step of a damped oscillation, by least squares.
fn turn(swing: &[f64]) -> Option<f64> {
    let sum = |of: fn(&[f64]) -> f64| swing.windows(3).map(of).sum::<f64>();
    let (now, before, both) = (
        sum(|a| a[1] * a[1]),
        sum(|a| a[0] * a[0]),
        sum(|a| a[0] * a[1]),
    );
    let (next_now, next_before) = (sum(|a| a[2] * a[1]), sum(|a| a[2] * a[0]));
    let determinant = now * before - both * both;
    let p = (next_now * before - next_before * both) / determinant;
    let q = (next_now * both - next_before * now) / determinant;
    let cosine = p / (2.0 * q.sqrt());
    (cosine.abs() <= 1.0).then(|| cosine.acos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decaying_oscillation_has_its_frequency() {
        for (omega, decay) in [(0.1, 1.0), (0.7, 0.97), (2.9, 0.5)] {
            let swing: Vec<f64> = (0..20)
                .map(|step| f64::powi(decay, step) * (omega * f64::from(step) + 0.3).cos())
                .collect();
            let found = turn(&swing).unwrap();
            assert!((found - omega).abs() < 1e-9, "{found} for {omega}");
        }
    }

    #[test]
    fn a_pure_decay_is_no_oscillation() {
        let decay: Vec<f64> = (0..20)
            .map(|step| f64::powi(0.8, step) + f64::powi(0.3, step))
            .collect();
        assert_eq!(turn(&decay), None);
        assert_eq!(turn(&[0.0; 8]), None);
    }
}
