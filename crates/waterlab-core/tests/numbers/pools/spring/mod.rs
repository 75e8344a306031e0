//! The spring pond, compared with a literal implementation of docs/models.md §4 and with the matrix of its step.

mod rest;
mod same;
mod theory;

use waterlab_core::grid::Grid;
use waterlab_core::pool::State;
use waterlab_core::water::Water;

/// A literal implementation of §4 in double precision.
struct Literal {
    columns: usize,
    rows: usize,
    l: Vec<f64>,
    w: Vec<f64>,
    k: Vec<f64>,
    m: Vec<f64>,
    rest: Vec<f64>,
    f: f64,
    solid: Vec<bool>,
}

impl Literal {
    fn new(columns: usize, rows: usize, k: f64, m: f64) -> Self {
        let cells = columns * rows;
        Self {
            columns,
            rows,
            l: vec![0.0; cells],
            w: vec![0.0; cells],
            k: vec![k; cells],
            m: vec![m; cells],
            rest: vec![0.0; cells],
            f: 0.025,
            solid: vec![false; cells],
        }
    }

    fn of(water: &dyn Water, k: f64, m: f64) -> Self {
        let surface = State::of(water);
        let (columns, rows) = (surface.heights.columns(), surface.heights.rows());
        let doubles = |grid: &Grid<f32>| grid.cells().iter().map(|&cell| f64::from(cell)).collect();
        Self {
            l: doubles(&surface.heights),
            w: doubles(&surface.velocity),
            ..Self::new(columns, rows, k, m)
        }
    }

    fn step(&mut self) {
        for i in 0..self.l.len() {
            let a = -self.k[i] * (self.l[i] - self.rest[i]) - self.m[i] * self.w[i];
            self.l[i] += self.w[i];
            self.w[i] += a;
        }
        self.dry();
        let (columns, rows) = (self.columns, self.rows);
        for _ in 0..4 {
            let interior = |count| 1..count - 1;
            let across = (0..rows)
                .flat_map(|row| interior(columns).map(move |column| (row * columns + column, 1)));
            self.sweep(across.collect());
            let along = interior(rows)
                .flat_map(|row| (0..columns).map(move |column| (row * columns + column, columns)));
            self.sweep(along.collect());
        }
    }

    /// Every node passes on to the two nodes `stride` before and after it.
    fn sweep(&mut self, givers: Vec<(usize, usize)>) {
        let mut gained = vec![0.0; self.l.len()];
        for (i, stride) in givers {
            gained[i - stride] += self.f * (self.l[i] - self.l[i - stride]);
            gained[i + stride] += self.f * (self.l[i] - self.l[i + stride]);
        }
        for (i, gain) in gained.into_iter().enumerate() {
            self.w[i] += gain;
            self.l[i] += gain;
        }
        self.dry();
    }

    fn dry(&mut self) {
        for i in 0..self.l.len() {
            if self.solid[i] {
                (self.l[i], self.w[i]) = (0.0, 0.0);
            }
        }
    }

    fn largest(&self) -> f64 {
        self.l.iter().fold(0.0, |max, l| l.abs().max(max))
    }
}

/// Random heights between −0.1 and 0.1 m, and velocities.
fn rough(columns: usize, rows: usize) -> State {
    let number = |column: usize, row: usize| {
        let mixed =
            (column as u32).wrapping_mul(73_856_093) ^ (row as u32).wrapping_mul(19_349_663);
        (mixed.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32 * 0.2 - 0.1
    };
    State {
        length: 2.0,
        heights: Grid::from_fn(columns, rows, number),
        velocity: Grid::from_fn(columns, rows, |column, row| 0.1 * number(row + 7, column)),
    }
}

fn bits(surface: &State) -> Vec<u32> {
    let cells = surface
        .heights
        .cells()
        .iter()
        .chain(surface.velocity.cells());
    cells.map(|cell| cell.to_bits()).collect()
}
