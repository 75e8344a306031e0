//! How fast shallow water steps: all wet, mostly dry, and a small pool. Throughput is cells times sub-steps, of two stages each;
//! `benches/shallow.c` has a plain loop of the same scheme.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use waterlab::grid::Grid;
use waterlab::parameter::Value;
use waterlab::pool::{Size, State};
use waterlab::shallow::Shallow;
use waterlab::water::Water;

/// Waves over an uneven bed of cells of 10 cm; with dry ground but for an eighth of each side if it is `dry`.
fn waves(side: usize, dry: bool) -> Shallow {
    let size = Size::new(side as i64, side as i64).unwrap_or_else(|error| panic!("{error}"));
    let length = side as f64 * 0.1;
    let mut water = Shallow::new(size);
    let grid = |of: &dyn Fn(f32, f32) -> f32| {
        Grid::from_fn(side, side, |column, row| of(column as f32, row as f32))
    };
    let wet = side as f32 / 8.0;
    let bed = grid(&|x, z| match dry && (x > wet || z > wet) {
        true => 5.0,
        false => -1.0 + 0.3 * (0.02 * x).sin() * (0.03 * z).cos(),
    });
    let heights = grid(&|x, z| 0.2 * (0.05 * x).sin() * (0.04 * z).cos());
    water
        .set("length", Value::Real(length))
        .and_then(|()| water.set_map("bed_map", Some(&bed)))
        .unwrap_or_else(|error| panic!("{error}"));
    water.set_state(&State {
        heights,
        velocity: Grid::new(side, side, 0.0),
        length,
    });
    water.step();
    water
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("shallow");
    group.sample_size(10);
    for (name, side, dry) in [
        ("1024², wet", 1024, false),
        ("1024², dry but for 1/64", 1024, true),
        ("256², wet", 256, false),
    ] {
        let mut water = waves(side, dry);
        let updates = (side * side) as u64 * u64::from(water.sub_steps());
        group.throughput(Throughput::Elements(updates));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(&mut water).step());
        });
    }
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
