//! A straightforward implementation of iWave (docs/models.md §6) in double precision.

use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::pool::State;

pub const GRAVITY: f64 = 9.8;

/// 13 × 13 weights with the centre at (6, 6).
pub type Kernel = [[f64; 13]; 13];

/// The Bessel function J0, as the mean of cos(x·sin θ) over half a turn.
fn bessel(x: f64) -> f64 {
    let angle = |i: i32| (f64::from(i) + 0.5) * PI / 256.0;
    (0..256).map(|i| (x * angle(i).sin()).cos()).sum::<f64>() / 256.0
}

/// The kernel for `depth` metres.
pub fn kernel(depth: f64) -> Kernel {
    let waves = || (1..=1000).map(|n| f64::from(n) * 0.01);
    let normal: f64 = waves().map(|q| q * q * (-q * q).exp()).sum();
    let mut kernel = [[0.0; 13]; 13];
    for z in 0..=6_usize {
        for x in 0..=z {
            let r = ((x * x + z * z) as f64).sqrt();
            let sum: f64 = waves()
                .map(|q| q * q * (q * depth).tanh() * (-q * q).exp() * bessel(r * q))
                .sum();
            for (x, z) in [(x, z), (z, x)] {
                for (x, z) in [
                    (6 - x, 6 - z),
                    (6 + x, 6 - z),
                    (6 - x, 6 + z),
                    (6 + x, 6 + z),
                ] {
                    kernel[z][x] = sum / normal;
                }
            }
        }
    }
    kernel
}

/// The transform of the kernel at `k` rad per cell.
pub fn transform(kernel: &Kernel, k: [f64; 2]) -> f64 {
    let mut sum = 0.0;
    for (z, line) in kernel.iter().enumerate() {
        for (x, weight) in line.iter().enumerate() {
            sum += weight * (k[0] * (x as f64 - 6.0) + k[1] * (z as f64 - 6.0)).cos();
        }
    }
    sum
}

/// Real and imaginary parts of both multipliers of a wave in a step of the scheme.
pub fn multipliers(lambda: f64, time_step: f64, damping: f64, gravity: f64) -> [[f64; 2]; 2] {
    let a = damping * time_step;
    let b = 2.0 - a - gravity * time_step * time_step * lambda;
    let root = b * b - 4.0 * (1.0 + a);
    let (real, imaginary) = if root > 0.0 {
        (root.sqrt(), 0.0)
    } else {
        (0.0, (-root).sqrt())
    };
    let divisor = 2.0 * (1.0 + a);
    [
        [(b + real) / divisor, imaginary / divisor],
        [(b - real) / divisor, -imaginary / divisor],
    ]
}

/// The cell of an index that is mirrored at the edges.
pub fn mirrored(mut index: i64, count: usize) -> usize {
    let count = count as i64;
    while !(0..count).contains(&index) {
        index = if index < 0 {
            -1 - index
        } else {
            2 * count - 1 - index
        };
    }
    index as usize
}

/// The convolution of the heights with the kernel.
pub fn convolved(kernel: &Kernel, heights: &Grid<f64>) -> Grid<f64> {
    Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        let mut sum = 0.0;
        for (z, line) in kernel.iter().enumerate() {
            let row = mirrored(row as i64 + z as i64 - 6, heights.rows());
            for (x, weight) in line.iter().enumerate() {
                let column = mirrored(column as i64 + x as i64 - 6, heights.columns());
                sum += weight * heights[(column, row)];
            }
        }
        sum
    })
}

pub struct PlainIWave {
    pub now: Grid<f64>,
    pub before: Grid<f64>,
    pub source: Grid<f64>,
    pub open: Grid<f64>,
    pub kernel: Kernel,
    pub time_step: f64,
    pub damping: f64,
    /// −1 for 2 − αΔt, 1 for the published listing with 2 + αΔt.
    pub sign: f64,
}

impl PlainIWave {
    /// A calm pool without a bottom and walls, with Δt = 0.03 s and α = 0.3 /s.
    pub fn new(columns: usize, rows: usize) -> Self {
        let flat = Grid::new(columns, rows, 0.0);
        Self {
            now: flat.clone(),
            before: flat.clone(),
            source: flat,
            open: Grid::new(columns, rows, 1.0),
            kernel: kernel(f64::INFINITY),
            time_step: 0.03,
            damping: 0.3,
            sign: -1.0,
        }
    }

    pub fn step(&mut self) {
        let a = self.damping * self.time_step;
        for (height, open) in self.now.cells_mut().iter_mut().zip(self.open.cells()) {
            *height *= open;
        }
        let spread = convolved(&self.kernel, &self.now);
        let pull = GRAVITY * self.time_step * self.time_step;
        let next = Grid::from_fn(self.now.columns(), self.now.rows(), |column, row| {
            let at = (column, row);
            let wave = self.now[at] * (2.0 + self.sign * a) - self.before[at] - pull * spread[at];
            (wave / (1.0 + a) + self.source[at]) * self.open[at]
        });
        self.before = std::mem::replace(&mut self.now, next);
        self.source.fill(0.0);
    }
}

/// Converts to double precision.
pub fn double(grid: &Grid<f32>) -> Grid<f64> {
    Grid::from_fn(grid.columns(), grid.rows(), |column, row| {
        f64::from(grid[(column, row)])
    })
}

/// Deterministic noise between −1 and 1.
pub fn noise(columns: usize, rows: usize, seed: u64) -> Grid<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    Grid::from_fn(columns, rows, |_, _| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    })
}

/// A state of these heights without velocity.
pub fn lifted(heights: Grid<f32>) -> State {
    let velocity = Grid::new(heights.columns(), heights.rows(), 0.0);
    State {
        heights,
        velocity,
        length: 2.0,
    }
}
