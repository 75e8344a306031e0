//! How fast the ripple steps: the plain loop, the vectors of this machine, and the memory bandwidth that bounds both.
//!
//! A step moves 6 bytes a cell (current and previous read, previous written), a copy 2 bytes for each byte copied; criterion's
//! GiB/s are bytes moved. Every figure is taken on water full of waves: no row is calm.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::{Duration, Instant};
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, Ripple, RowKernel, Size};
use waterlab::water::Water;

/// Steps made on a pool before it is filled with fresh waves, long before they die.
const STEPS: u64 = 64;

/// A pool with a stone of about `weight` every 8 cells, some steps later.
fn waves(side: i64, kernel: RowKernel, weight: i16) -> Ripple {
    let mut pool = match Size::new(side, side) {
        Ok(size) => Ripple::with_kernel(size, kernel),
        Err(error) => panic!("{error}"),
    };
    if let Err(error) = pool.set("damping", Value::Integer(15)) {
        panic!("{error}");
    }
    for row in (4..side).step_by(8) {
        for column in (4..side).step_by(8) {
            let fraction = |cell: i64| (cell as f64 + 0.5) / side as f64;
            let at = Fraction::clamped(fraction(column), fraction(row));
            let varied = weight - ((column * 31 + row * 17) % 64) as i16;
            pool.disturb(&Disturbance::stone(at, 3.0, f32::from(varied)));
        }
    }
    for _ in 0..8 {
        pool.step();
    }
    pool
}

/// The time of `count` steps, without that of making the waves.
fn timed(waves: &Ripple, count: u64) -> Duration {
    let mut elapsed = Duration::ZERO;
    let mut left = count;
    while left > 0 {
        let mut pool = waves.clone();
        let start = Instant::now();
        for _ in 0..left.min(STEPS) {
            black_box(&mut pool).step();
        }
        elapsed += start.elapsed();
        assert!(!pool.is_calm());
        left -= left.min(STEPS);
    }
    elapsed
}

fn steps(criterion: &mut Criterion) {
    println!("vectors: {}", RowKernel::Vector.name());
    for side in [256, 512, 1024, 4096] {
        let cells = (side * side) as u64;
        let mut group = criterion.benchmark_group(format!("ripple {side}²"));
        group.sample_size(20);
        group.throughput(Throughput::Bytes(6 * cells));
        for (name, kernel, weight) in [
            ("plain", RowKernel::Plain, 200),
            ("vector", RowKernel::Vector, 200),
            // Too high for 16-bit arithmetic.
            ("vector, high waves", RowKernel::Vector, 32_767),
        ] {
            let waves = waves(side, kernel, weight);
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter_custom(|count| timed(&waves, count));
            });
        }
        // The same footprint as the two grids of a pool.
        let source = vec![1_i16; cells as usize];
        let mut target = vec![0_i16; cells as usize];
        group.throughput(Throughput::Bytes(4 * cells));
        group.bench_function(BenchmarkId::from_parameter("copy"), |bencher| {
            bencher.iter(|| black_box(&mut target).copy_from_slice(black_box(&source)));
        });
        group.finish();
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
