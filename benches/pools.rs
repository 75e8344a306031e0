//! How fast the float pools step, beside a plain implementation of the same and the copying speed of the memory.
//!
//! Criterion's GiB/s are the bytes that a step cannot do without: each grid of its state read and written once. A copy reads
//! and writes 4 bytes a cell.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use waterlab::grid::Grid;
use waterlab::pool::{Size, Spring, State};
use waterlab::water::Water;

/// Cells along a side.
const SIDE: usize = 2048;

/// A surface full of waves, in metres.
fn waves() -> State {
    let wave = |column: usize, row: usize| {
        0.05 * (column as f32 * 0.11).sin() * (row as f32 * 0.07 + column as f32 * 0.02).cos()
    };
    State {
        length: 2.0,
        heights: Grid::from_fn(SIDE, SIDE, wave),
        velocity: Grid::from_fn(SIDE, SIDE, |column, row| 0.1 * wave(row, column)),
    }
}

/// Runs `work` on one thread, whatever the machine has.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    #[cfg(feature = "rayon")]
    if let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        return pool.install(work);
    }
    work()
}

/// One array to another of the same footprint as a grid.
fn copy(criterion: &mut Criterion) {
    let cells = SIDE * SIDE;
    let mut group = criterion.benchmark_group(format!("copy {SIDE}²"));
    group.throughput(Throughput::Bytes(8 * cells as u64));
    let source = vec![1.0_f32; cells];
    let mut target = vec![0.0_f32; cells];
    group.bench_function(BenchmarkId::from_parameter("one thread"), |bencher| {
        bencher.iter(|| black_box(&mut target).copy_from_slice(black_box(&source)));
    });
    group.finish();
}

fn spring(criterion: &mut Criterion) {
    let size = match Size::new(SIDE as i64, SIDE as i64) {
        Ok(size) => size,
        Err(error) => panic!("{error}"),
    };
    let mut group = criterion.benchmark_group(format!("spring {SIDE}²"));
    group.sample_size(20);
    group.throughput(Throughput::Bytes(16 * (SIDE * SIDE) as u64));
    let mut plain = waves();
    group.bench_function(BenchmarkId::from_parameter("plain"), |bencher| {
        bencher.iter(|| plain_spring(black_box(&mut plain)));
    });
    let mut pond = Spring::new(size);
    pond.set_state(&waves());
    group.bench_function(
        BenchmarkId::from_parameter("fused, one thread"),
        |bencher| {
            alone(|| bencher.iter(|| black_box(&mut pond).step()));
        },
    );
    group.bench_function(BenchmarkId::from_parameter("fused"), |bencher| {
        bencher.iter(|| black_box(&mut pond).step());
    });
    assert!(!pond.is_calm());
    group.finish();
}

/// A step of the spring pond as one would write it: sweep after sweep over the whole grid, W with each of them.
fn plain_spring(surface: &mut State) {
    let (stiffness, viscosity, spread) = (0.01, 0.02, 0.025);
    let (heights, velocity) = (surface.heights.cells_mut(), surface.velocity.cells_mut());
    for (height, speed) in heights.iter_mut().zip(&mut *velocity) {
        let pull = -stiffness * *height - viscosity * *speed;
        *height += *speed;
        *speed += pull;
    }
    let mut before = heights.to_vec();
    for sweep in 0..8 {
        let along_x = sweep % 2 == 0;
        let stride = if along_x { 1 } else { SIDE };
        before.copy_from_slice(heights);
        for row in 0..SIDE {
            for column in 0..SIDE {
                let place = if along_x { column } else { row };
                let i = row * SIDE + column;
                let mut gain = 0.0;
                if place >= 2 {
                    gain += spread * (before[i - stride] - before[i]);
                }
                if place + 2 < SIDE {
                    gain += spread * (before[i + stride] - before[i]);
                }
                heights[i] += gain;
                velocity[i] += gain;
            }
        }
    }
}

criterion_group!(benches, copy, spring);
criterion_main!(benches);
