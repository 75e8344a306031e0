//! How fast iWave convolves: the plain four loops, the same loops the other way round, and the folded convolution inside a
//! whole step; and how fast the exact model steps.
//!
//! The plain convolutions do not even mirror at the edges: their grid is padded beforehand. What they are compared with is
//! a whole step of iWave, update, edges and all.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use waterlab::pool::{Disturbance, Fraction, Size};
use waterlab::water::{Model, Water};

/// Cells to either side of a cell that its convolution takes in.
const REACH: usize = 6;
const SIDE: usize = 2 * REACH + 1;

/// Steps made on a pool before it is filled with fresh waves, long before they die.
const STEPS: u64 = 64;

/// Any symmetric kernel takes the same time.
fn kernel() -> [[f32; SIDE]; SIDE] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let (z, x) = (row as f32 - REACH as f32, column as f32 - REACH as f32);
            (-0.2 * (x * x + z * z)).exp()
        })
    })
}

/// For each cell, for each row and column of the kernel.
#[inline(never)]
fn cell_by_cell(kernel: &[[f32; SIDE]; SIDE], padded: &[f32], side: usize, result: &mut [f32]) {
    let stride = side + 2 * REACH;
    for row in 0..side {
        for column in 0..side {
            let mut sum = 0.0;
            for (dz, weights) in kernel.iter().enumerate() {
                let line = &padded[(row + dz) * stride + column..][..SIDE];
                for dx in 0..SIDE {
                    sum += weights[dx] * line[dx];
                }
            }
            result[row * side + column] = sum;
        }
    }
}

/// For each row and column of the kernel, for each cell of a row: the order that a compiler can vectorise.
#[inline(never)]
fn weight_by_weight(kernel: &[[f32; SIDE]; SIDE], padded: &[f32], side: usize, result: &mut [f32]) {
    let stride = side + 2 * REACH;
    for row in 0..side {
        let sums = &mut result[row * side..][..side];
        sums.fill(0.0);
        for (dz, weights) in kernel.iter().enumerate() {
            for (dx, weight) in weights.iter().enumerate() {
                let line = &padded[(row + dz) * stride + dx..][..side];
                for (sum, height) in sums.iter_mut().zip(line) {
                    *sum += weight * height;
                }
            }
        }
    }
}

fn water(name: &str, side: usize) -> Box<dyn Water> {
    let (Some(model), Ok(size)) = (Model::named(name), Size::new(side as i64, side as i64)) else {
        panic!("no {name} of {side}²");
    };
    model.create(size)
}

/// Stones about every 16 cells.
fn throw_stones(water: &mut dyn Water, side: usize) {
    for row in (4..side).step_by(16) {
        for column in (4..side).step_by(16) {
            let fraction = |cell: usize| (cell as f64 + 0.5) / side as f64;
            let at = Fraction::clamped(fraction(column), fraction(row));
            water.disturb(&Disturbance::stone(at, 3.0, 300.0));
        }
    }
}

/// The time of `count` steps, without that of throwing stones.
fn timed(water: &mut dyn Water, side: usize, count: u64) -> Duration {
    let mut elapsed = Duration::ZERO;
    let mut left = count;
    while left > 0 {
        throw_stones(water, side);
        water.step();
        let start = Instant::now();
        for _ in 0..left.min(STEPS) {
            black_box(&mut *water).step();
        }
        elapsed += start.elapsed();
        assert!(!water.is_calm());
        left -= left.min(STEPS);
    }
    elapsed
}

fn steps(criterion: &mut Criterion) {
    let side = 200;
    let mut group = criterion.benchmark_group(format!("iwave {side}²"));
    group.sample_size(20);
    group.throughput(Throughput::Elements((side * side) as u64));
    let padded = vec![0.5_f32; (side + 2 * REACH) * (side + 2 * REACH)];
    let mut result = vec![0.0_f32; side * side];
    let kernel = kernel();
    group.bench_function(BenchmarkId::from_parameter("four loops"), |bencher| {
        bencher.iter(|| cell_by_cell(black_box(&kernel), &padded, side, black_box(&mut result)));
    });
    let name = "four loops, cells innermost";
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        bencher
            .iter(|| weight_by_weight(black_box(&kernel), &padded, side, black_box(&mut result)));
    });
    let mut pool = water("iwave", side);
    group.bench_function(BenchmarkId::from_parameter("whole step"), |bencher| {
        bencher.iter_custom(|count| timed(&mut *pool, side, count));
    });
    group.finish();

    for (name, side) in [("iwave", 1024), ("iwave-exact", 256), ("iwave-exact", 200)] {
        let mut group = criterion.benchmark_group(format!("{name} {side}²"));
        group.sample_size(20);
        group.throughput(Throughput::Elements((side * side) as u64));
        let mut pool = water(name, side);
        group.bench_function(BenchmarkId::from_parameter("whole step"), |bencher| {
            bencher.iter_custom(|count| timed(&mut *pool, side, count));
        });
        group.finish();
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
