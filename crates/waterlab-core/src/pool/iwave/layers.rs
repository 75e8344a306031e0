//! An uneven bottom: kernels for a table of depths, interpolated from cell to cell (docs/models.md §6).
//!
//! The table G_0 = 0, G_1, … G_n belongs to increasing depths D_0 = 0 < D_1 < … < D_n. Linear interpolation in it is the same as
//! a sum of layers,
//!
//! ```text
//! G_D = Σ_t r_t(D)·(G_t − G_(t−1))      r_t(D) = (D − D_(t−1)) / (D_t − D_(t−1)), from 0 to 1
//! ```
//!
//! and here the contribution of a layer from the cell at x to its neighbour at y has the factor √(r_t(x)·r_t(y)). Over an even bottom that
//! is the interpolation itself. On a slope it makes the forces between two cells equal and opposite, so that no wave can gain
//! energy from the bottom: interpolating for the receiving cell alone gives operators with complex eigenvalues, whose waves
//! grow unless they are damped. It also bounds λ of the whole by the sums of the layers' lowest and highest λ.

use super::convolution::convolve;
use super::kernel::{Kernel, TAPS};
use crate::grid::Grid;
use std::ops::RangeInclusive;

/// The depths of the table, metres, up to the deepest cell: dense where tanh(qD) varies for the waves that the kernel
/// represents.
const DEPTHS: [f64; 12] = [
    0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0, 40.0,
];

/// The differences of the table's kernels, from the surface down to `depth` metres, with the lower depth of each.
fn table(depth: f64) -> (Vec<f64>, Vec<Kernel>) {
    let mut depths: Vec<f64> = DEPTHS.into_iter().filter(|&step| step < depth).collect();
    depths.push(depth);
    let kernels = Kernel::of_depths(&depths);
    let mut differences = kernels.clone();
    for (difference, shallower) in differences[1..].iter_mut().zip(&kernels) {
        *difference = difference.less(shallower);
    }
    (depths, differences)
}

/// Bounds of λ over any bottom at most `depth` metres below the surface.
pub(super) fn spectrum(depth: f64) -> RangeInclusive<f64> {
    let (_, differences) = table(depth);
    let (mut low, mut high) = (0.0, 0.0);
    for difference in differences {
        let spectrum = difference.spectrum();
        // The layer is absent at shallower cells.
        low += spectrum.start().min(0.0);
        high += spectrum.end().max(0.0);
    }
    low..=high
}

/// The kernels of a pool whose depth differs from cell to cell.
#[derive(Clone)]
pub(super) struct Layers {
    layers: Vec<Layer>,
    /// Scratch memory: the heights multiplied by √r_t.
    seen: Grid<f32>,
    /// Scratch memory: the convolution of one layer.
    spread: Grid<f32>,
}

#[derive(Clone)]
struct Layer {
    kernel: [[f32; TAPS]; TAPS],
    /// √r_t of each cell; `None` where it is 1 everywhere.
    share: Option<Grid<f32>>,
}

impl Layers {
    /// Layers for these depths, metres. None lies below `deepest`.
    pub(super) fn new(depths: &Grid<f32>, deepest: f64) -> Self {
        let (columns, rows) = (depths.columns(), depths.rows());
        let (steps, differences) = table(deepest);
        let mut whole: Option<Kernel> = None;
        let mut layers = Vec::new();
        let mut above = 0.0;
        for (below, difference) in steps.into_iter().zip(differences) {
            let share = Grid::from_fn(columns, rows, |column, row| {
                let depth = f64::from(depths[(column, row)]);
                ((depth - above) / (below - above)).clamp(0.0, 1.0).sqrt() as f32
            });
            above = below;
            if share.cells().iter().all(|&share| share == 1.0) {
                // Layers that all cells have are summed into one kernel.
                let sum = match whole {
                    Some(sum) => sum.plus(&difference),
                    None => difference,
                };
                whole = Some(sum);
            } else if share.cells().iter().any(|&share| share > 0.0) {
                layers.push(Layer {
                    kernel: difference.single(),
                    share: Some(share),
                });
            }
        }
        layers.extend(whole.map(|kernel| Layer {
            kernel: kernel.single(),
            share: None,
        }));
        Self {
            layers,
            seen: Grid::new(columns, rows, 0.0),
            spread: Grid::new(columns, rows, 0.0),
        }
    }

    /// Writes the sum of all layers to `result`.
    pub(super) fn convolve(&mut self, heights: &Grid<f32>, result: &mut Grid<f32>) {
        result.fill(0.0);
        for Layer { kernel, share } in &self.layers {
            let Some(share) = share else {
                convolve(kernel, heights, &mut self.spread);
                for (sum, spread) in result.cells_mut().iter_mut().zip(self.spread.cells()) {
                    *sum += spread;
                }
                continue;
            };
            let cells = heights.cells().iter().zip(share.cells());
            for (seen, (height, share)) in self.seen.cells_mut().iter_mut().zip(cells) {
                *seen = height * share;
            }
            convolve(kernel, &self.seen, &mut self.spread);
            let cells = self.spread.cells().iter().zip(share.cells());
            for (sum, (spread, share)) in result.cells_mut().iter_mut().zip(cells) {
                *sum += spread * share;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn noise(seed: u64) -> Grid<f32> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Grid::from_fn(24, 17, |_, _| random.random_range(-1.0..1.0))
    }

    fn applied(layers: &mut Layers, heights: &Grid<f32>) -> Grid<f32> {
        let mut result = Grid::new(24, 17, 0.0);
        layers.convolve(heights, &mut result);
        result
    }

    fn dot(a: &Grid<f32>, b: &Grid<f32>) -> f64 {
        let pairs = a.cells().iter().zip(b.cells());
        pairs.map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    }

    #[test]
    fn an_even_bottom_has_the_kernel_of_its_depth_within_two_percent() {
        for depth in [0.3_f32, 0.9, 1.2, 2.6, 5.0, 15.0, 33.0] {
            let mut layers = Layers::new(&Grid::new(24, 17, depth), 40.0);
            let exact = Kernel::of_depths(&[f64::from(depth)])[0].single();
            let heights = noise(1);
            let mut wanted = Grid::new(24, 17, 0.0);
            convolve(&exact, &heights, &mut wanted);
            let got = applied(&mut layers, &heights);
            let pairs = got.cells().iter().zip(wanted.cells());
            let worst = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            let highest = wanted
                .cells()
                .iter()
                .fold(0.0_f32, |most, h| most.max(h.abs()));
            assert!(worst < 0.02 * highest, "{depth} m: {worst} of {highest}");
        }
    }

    #[test]
    fn an_even_bottom_at_a_depth_of_the_table_has_its_kernel() {
        let exact = Kernel::of_depths(&[2.0])[0].single();
        let heights = noise(2);
        let mut wanted = Grid::new(24, 17, 0.0);
        convolve(&exact, &heights, &mut wanted);
        let got = applied(&mut Layers::new(&Grid::new(24, 17, 2.0), 10.0), &heights);
        for (got, wanted) in got.cells().iter().zip(wanted.cells()) {
            assert!((got - wanted).abs() < 2e-6);
        }
    }

    #[test]
    fn cells_act_on_each_other_equally_over_any_bottom_and_within_the_bounds() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let rough = Grid::from_fn(24, 17, |_, _| random.random_range(0.0..8.0));
        let steps = Grid::from_fn(24, 17, |column, _| if column < 12 { 8.0 } else { 0.3 });
        let bounds = spectrum(8.0);
        for depths in [rough, steps] {
            let mut layers = Layers::new(&depths, 8.0);
            for seed in 10..20 {
                let (a, b) = (noise(seed), noise(seed + 100));
                let (to_a, to_b) = (applied(&mut layers, &a), applied(&mut layers, &b));
                assert!((dot(&a, &to_b) - dot(&b, &to_a)).abs() < 1e-3);
                let lambda = dot(&a, &to_a) / dot(&a, &a);
                assert!(bounds.contains(&lambda), "{lambda} in {bounds:?}");
            }
        }
    }

    #[test]
    fn a_cell_without_water_neither_moves_nor_is_felt() {
        let depths = Grid::from_fn(24, 17, |column, _| if column < 8 { 0.0 } else { 3.0 });
        let mut layers = Layers::new(&depths, 3.0);
        let lone = Grid::from_fn(24, 17, |column, _| if column < 8 { 1.0 } else { 0.0 });
        assert!(
            applied(&mut layers, &lone)
                .cells()
                .iter()
                .all(|&cell| cell == 0.0)
        );
    }
}
