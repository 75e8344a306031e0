//! iWave's kernel: the contribution of a cell's height to the acceleration of the cells around it (docs/models.md §6).
//!
//! ```text
//! G(r) = Σ_n q_n² tanh(q_n D) e^(−σ q_n²) J0(r q_n) / G0      G0 = Σ_n q_n² e^(−σ q_n²)      q_n = n·0.01 up to 10, σ = 1
//! ```
//!
//! for offsets of up to 6 cells along either axis; without a bottom the tanh is 1. Its cosine transform
//! λ(k) = Σ G(i, j)·cos(k_x i)·cos(k_z j) takes the place of |k|·tanh(|k|D) in √(−∇²)·tanh(√(−∇²)·D), times a constant: dividing by
//! G0 makes λ about 14.2·|k|·e^(−k²) in the middle of the spectrum. For the shortest waves, and over a shallow bottom for
//! most of them, the cut at 6 cells leaves λ a little below 0.

use std::ops::RangeInclusive;

/// Cells that the kernel extends to either side: P of §6.
pub(super) const REACH: usize = 6;

/// Offsets of 0 to [`REACH`] along one axis.
pub(super) const TAPS: usize = REACH + 1;

/// Step of the wave numbers q, 1/m (§6).
const Q_STEP: f64 = 0.01;

/// Number of the wave numbers (§6).
const Q_COUNT: usize = 1000;

/// σ of §6, m².
const SIGMA: f64 = 1.0;

/// A kernel, by offset along z and along x; the other three quadrants are symmetric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kernel(pub(super) [[f64; TAPS]; TAPS]);

/// The weight q² e^(−σq²) of a wave number in 1/m.
fn weight(q: f64) -> f64 {
    q * q * (-SIGMA * q * q).exp()
}

/// q_n of §6, 1/m.
fn waves() -> impl Iterator<Item = f64> {
    (1..=Q_COUNT).map(|n| n as f64 * Q_STEP)
}

/// G(r) at a `distance` r in metres, without the cut, over `depth` metres of water, which may be infinite.
pub(super) fn value(distance: f64, depth: f64) -> f64 {
    let normal: f64 = waves().map(weight).sum();
    let part = |q: f64| weight(q) * (q * depth).tanh() * libm::j0(q * distance);
    waves().map(part).sum::<f64>() / normal
}

/// The transform λ of a kernel without the cut at the wave number `k` in rad/m, 1/m: as J0 is its own
/// transform, 2πk·tanh(kD)·e^(−σk²)/(G0·step of q).
pub(super) fn endless_transform(k: f64, depth: f64) -> f64 {
    if k <= 0.0 {
        return 0.0;
    }
    let normal: f64 = waves().map(weight).sum();
    std::f64::consts::TAU * k * (k * depth).tanh() * (-SIGMA * k * k).exp() / (normal * Q_STEP)
}

impl Kernel {
    /// One kernel for each depth in metres (one cell is one metre); infinite where there is no bottom.
    pub(super) fn of_depths(depths: &[f64]) -> Vec<Self> {
        let mut kernels = vec![Self([[0.0; TAPS]; TAPS]); depths.len()];
        let normal: f64 = waves().map(weight).sum();
        // Beyond q = 6.5 the weight is below the last bit of the sums.
        for q in waves().filter(|&q| weight(q) > 1e-17 * normal) {
            let mut bessel = [[0.0; TAPS]; TAPS];
            for (row, values) in bessel.iter_mut().enumerate() {
                for (column, value) in values.iter_mut().enumerate().take(row + 1) {
                    *value = libm::j0(((row * row + column * column) as f64).sqrt() * q);
                }
            }
            for (kernel, depth) in kernels.iter_mut().zip(depths) {
                let share = weight(q) * (q * depth).tanh() / normal;
                for (values, bessel) in kernel.0.iter_mut().zip(&bessel) {
                    for (value, bessel) in values.iter_mut().zip(bessel) {
                        *value += share * bessel;
                    }
                }
            }
        }
        for kernel in &mut kernels {
            for row in 0..TAPS {
                for column in row + 1..TAPS {
                    kernel.0[row][column] = kernel.0[column][row];
                }
            }
        }
        kernels
    }

    /// The difference of this kernel and `shallower`.
    pub(super) fn less(&self, shallower: &Self) -> Self {
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| self.0[row][column] - shallower.0[row][column])
        }))
    }

    /// The sum of this kernel and another one.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| {
            std::array::from_fn(|column| self.0[row][column] + other.0[row][column])
        }))
    }

    /// The kernel in single precision, for the arithmetic of a step.
    pub(super) fn single(&self) -> [[f32; TAPS]; TAPS] {
        self.0.map(|values| values.map(|value| value as f32))
    }

    /// The lowest and the highest λ of all wave vectors that a grid can represent, 1/m.
    pub(super) fn spectrum(&self) -> RangeInclusive<f64> {
        /// Steps from the longest wave to the shortest: the curvature of λ is so small that values in between are within 1/1000 of its peak.
        const STEPS: usize = 128;
        let cosines: Vec<[f64; TAPS]> = (0..=STEPS)
            .map(|step| {
                let k = step as f64 * std::f64::consts::PI / STEPS as f64;
                // Each offset but 0 occurs on both sides.
                std::array::from_fn(|offset| match offset {
                    0 => 1.0,
                    _ => 2.0 * (k * offset as f64).cos(),
                })
            })
            .collect();
        let dot = |a: &[f64; TAPS], b: &[f64; TAPS]| a.iter().zip(b).map(|(a, b)| a * b).sum();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (step, along_x) in cosines.iter().enumerate() {
            let lines: [f64; TAPS] = self.0.map(|line| dot(&line, along_x));
            // λ(k_x, k_z) = λ(k_z, k_x).
            for along_z in &cosines[..=step] {
                let lambda: f64 = dot(&lines, along_z);
                low = low.min(lambda);
                high = high.max(lambda);
            }
        }
        low..=high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_has_the_check_values_of_the_reference() {
        let kernel = Kernel::of_depths(&[f64::INFINITY])[0].0;
        for ((row, column), value) in [
            ((0, 0), 1.0),
            ((0, 1), 0.678276606),
            ((1, 1), 0.444564895),
            ((0, 2), 0.156420803),
            ((0, 3), -0.065327391),
            ((0, 4), -0.064447811),
            ((0, 5), -0.031433210),
            ((3, 4), -0.031433210),
            ((0, 6), -0.014956820),
            ((6, 6), -0.004262207),
        ] {
            for got in [kernel[row][column], kernel[column][row]] {
                assert!((got - value).abs() < 6e-10, "{row}, {column}: {got}");
            }
        }
        let mut sum = 0.0;
        for row in -6..=6_i32 {
            for column in -6..=6_i32 {
                sum += kernel[row.unsigned_abs() as usize][column.unsigned_abs() as usize];
            }
        }
        assert!((sum - 2.097912289).abs() < 6e-10, "{sum}");
    }

    #[test]
    fn the_taps_are_the_kernel_at_their_distance() {
        for depth in [0.5, 3.0, f64::INFINITY] {
            let taps = Kernel::of_depths(&[depth])[0].0;
            for (row, taps) in taps.iter().enumerate() {
                for (column, tap) in taps.iter().enumerate() {
                    let distance = ((row * row + column * column) as f64).sqrt();
                    assert!((value(distance, depth) - tap).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn without_an_end_the_transform_is_the_law_of_deep_water_for_long_waves() {
        // λ/|k| → 2π/(44.3113463·0.01) = 14.18, and with a bottom k² takes the place of |k|.
        assert!((endless_transform(1e-3, f64::INFINITY) / 1e-3 - 14.1796).abs() < 1e-3);
        assert!((endless_transform(1e-3, 2.0) / 2e-6 - 14.1796).abs() < 1e-3);
    }

    #[test]
    fn a_deep_bottom_is_no_bottom_and_a_shallow_one_slows_the_waves() {
        let depths = [0.0, 0.5, 1.0, 4.0, 1e4, f64::INFINITY];
        let kernels = Kernel::of_depths(&depths);
        assert_eq!(kernels[0], Kernel([[0.0; TAPS]; TAPS]));
        for (deep, none) in kernels[4].0.iter().zip(&kernels[5].0) {
            for (deep, none) in deep.iter().zip(none) {
                assert!((deep - none).abs() < 1e-12);
            }
        }
        let heights: Vec<f64> = kernels
            .iter()
            .map(|kernel| *kernel.spectrum().end())
            .collect();
        assert!(heights[..4].is_sorted() && heights[0] == 0.0, "{heights:?}");
    }

    #[test]
    fn the_spectrum_holds_every_transform_of_the_kernel() {
        for kernel in Kernel::of_depths(&[0.7, 3.0, f64::INFINITY]) {
            let spectrum = kernel.spectrum();
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for step in 0..5000 {
                // A walk that comes near every wave vector, none of them on the grid of `spectrum`.
                let (x, z) = (
                    (step as f64 * 0.618034).fract(),
                    (step as f64 * 0.754878).fract(),
                );
                let (x, z) = (x * std::f64::consts::PI, z * std::f64::consts::PI);
                let mut lambda = 0.0;
                for row in -6..=6_i32 {
                    for column in -6..=6_i32 {
                        let value =
                            kernel.0[row.unsigned_abs() as usize][column.unsigned_abs() as usize];
                        lambda += value * (x * f64::from(column) + z * f64::from(row)).cos();
                    }
                }
                low = low.min(lambda);
                high = high.max(lambda);
            }
            let within = 1e-3 * spectrum.end();
            assert!(low > spectrum.start() - within && low < spectrum.start() + 0.01);
            assert!(high < spectrum.end() + within && high > spectrum.end() - 0.01);
        }
    }
}
