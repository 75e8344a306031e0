//! How fast the wave equation steps: the plain loop, the vectors of this machine, and the memory bandwidth that bounds both.
//!
//! A sub-step moves 16 bytes a cell (height and velocity read and written), a copy 8 bytes for each cell copied; criterion's
//! GiB/s are bytes moved, as if each sub-step went through memory by itself. Every figure is taken on water full of waves.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Fraction, Obstacle, Obstruction, RowKernel, Size, State, Wave};
use waterlab::water::Water;

/// A pool full of standing waves that do not die, which takes so many sub-steps a step.
fn waves(side: i64, kernel: RowKernel, sub_steps: u32) -> Wave {
    let size = Size::new(side, side).unwrap_or_else(|error| panic!("{error}"));
    let mut pool = Wave::with_kernel(size, kernel);
    // At the default depth a sub-step has C = 0.45.
    let length = side as f64 / 64.0 / f64::from(sub_steps);
    for (key, value) in [("length", length), ("damping", 0.0)] {
        pool.set(key, Value::Real(value))
            .unwrap_or_else(|error| panic!("{error}"));
    }
    assert_eq!(pool.sub_steps(), sub_steps);
    let side = side as usize;
    let heights = Grid::from_fn(side, side, |column, row| {
        0.01 * ((column as f32 * 0.3).sin() + (row as f32 * 0.2).cos())
    });
    let velocity = Grid::new(side, side, 0.0);
    pool.set_state(&State {
        heights,
        velocity,
        length: 2.0,
    });
    pool
}

/// A wall across the middle, with a gap.
fn wall(pool: &mut Wave) {
    let at = |u, v| Fraction::clamped(u, v);
    let mut obstruction = Obstruction::open(pool.size());
    for (from, to) in [(0.0, 0.45), (0.55, 1.0)] {
        obstruction.add(&Obstacle::Wall {
            from: at(from, 0.5),
            to: at(to, 0.5),
            thickness: 3.0,
        });
    }
    pool.set_obstacles(&obstruction);
}

fn choose(pool: &mut Wave, key: &str, option: usize) {
    pool.set(key, Value::Choice(option))
        .unwrap_or_else(|error| panic!("{error}"));
}

fn steps(criterion: &mut Criterion) {
    println!("vectors: {}", RowKernel::Vector.name());
    for side in [256, 1024, 2048] {
        let cells = (side * side) as u64;
        let mut group = criterion.benchmark_group(format!("wave {side}²"));
        group.sample_size(20);
        let mut kinds = vec![
            ("plain", waves(side, RowKernel::Plain, 1)),
            ("vector", waves(side, RowKernel::Vector, 1)),
            ("vector, 4 sub-steps", waves(side, RowKernel::Vector, 4)),
        ];
        for kind in ["a wall", "absorbing edges and wall", "a depth map"] {
            let mut pool = waves(side, RowKernel::Vector, 1);
            match kind {
                "a wall" => wall(&mut pool),
                "a depth map" => {
                    let map = Grid::from_fn(64, 64, |column, _| column as f32 / 63.0);
                    pool.set_map("depth_map", Some(&map))
                        .unwrap_or_else(|error| panic!("{error}"));
                }
                _ => {
                    wall(&mut pool);
                    choose(&mut pool, "edges", 2);
                    choose(&mut pool, "walls", 2);
                }
            }
            kinds.push((kind, pool));
        }
        for (name, mut pool) in kinds {
            group.throughput(Throughput::Bytes(16 * cells * u64::from(pool.sub_steps())));
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| black_box(&mut pool).step());
            });
        }
        // The same footprint as the two grids of a pool.
        let source = vec![1_f32; cells as usize];
        let mut target = vec![0_f32; cells as usize];
        group.throughput(Throughput::Bytes(8 * cells));
        group.bench_function(BenchmarkId::from_parameter("copy"), |bencher| {
            bencher.iter(|| black_box(&mut target).copy_from_slice(black_box(&source)));
        });
        group.finish();
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
