//! How fast the spectral sea makes a frame of its eight fields, with what is reckoned from them, against the bare transforms
//! that eight real fields need. These are measured in two ways: as four complex two-dimensional transforms, whose modes lie
//! ready and whose results are left as they come, transposed; and as nothing but the transforms of their lines, again and
//! again of the same one, which never leaves the nearest cache.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use std::hint::black_box;
use waterlab::parameter::{Settings, Value};
use waterlab::sea::{KINDS, Sea};
use waterlab_transform::num_complex::Complex32;
use waterlab_transform::{Fft, inverse_fourier};

const SIDE: usize = 512;
/// Side of the blocks in which rows become columns.
const BLOCK: usize = 16;
/// Frames in a second.
const FRAMES: f64 = 60.0;

/// A plane of modes, two for what becomes of it, and what a transform writes beside them.
struct Plane {
    modes: Vec<Complex32>,
    lines: Vec<Complex32>,
    turned: Vec<Complex32>,
    scratch: Vec<Complex32>,
}

fn planes(plan: &dyn Fft<f32>) -> Vec<Plane> {
    let plane = |_| Plane {
        modes: vec![Complex32::new(0.5, -0.25); SIDE * SIDE],
        lines: vec![Complex32::default(); SIDE * SIDE],
        turned: vec![Complex32::default(); SIDE * SIDE],
        scratch: vec![Complex32::default(); plan.get_immutable_scratch_len()],
    };
    (0..4).map(plane).collect()
}

/// A two-dimensional transform, its result transposed.
fn transform(plan: &dyn Fft<f32>, plane: &mut Plane) {
    let Plane {
        modes,
        lines,
        turned,
        scratch,
    } = plane;
    plan.process_immutable_with_scratch(modes, lines, scratch);
    for top in (0..SIDE).step_by(BLOCK) {
        for left in (0..SIDE).step_by(BLOCK) {
            for row in top..top + BLOCK {
                for column in left..left + BLOCK {
                    turned[column * SIDE + row] = lines[row * SIDE + column];
                }
            }
        }
    }
    plan.process_immutable_with_scratch(turned, lines, scratch);
}

/// The lines of a two-dimensional transform, all of them the same.
fn lines(plan: &dyn Fft<f32>, plane: &mut Plane) {
    for _ in 0..2 * SIDE {
        let (line, result) = (&plane.modes[..SIDE], &mut plane.lines[..SIDE]);
        plan.process_immutable_with_scratch(black_box(line), result, &mut plane.scratch);
    }
}

/// A sea with these values, the others at their defaults.
fn sea(values: &[(&str, Value)]) -> Sea {
    let kind = KINDS[1];
    let mut settings = Settings::new(kind.parameters);
    for (key, value) in values {
        if let Err(error) = settings.set(key, *value) {
            panic!("{error}");
        }
    }
    match kind.create(&settings, SIDE, SIDE) {
        Ok(sea) => sea,
        Err(error) => panic!("{error}"),
    }
}

fn frames(criterion: &mut Criterion) {
    for threads in [1, 2] {
        let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else {
            continue;
        };
        let mut group = criterion.benchmark_group(format!("sea {SIDE}², {threads} threads"));
        group.sample_size(20);
        group.throughput(Throughput::Elements((SIDE * SIDE) as u64));
        let [plan, _] = inverse_fourier([SIDE; 2]);
        let mut planes = planes(&*plan);
        for (name, work) in [
            (
                "bare transforms",
                transform as fn(&dyn Fft<f32>, &mut Plane),
            ),
            ("lines in the cache", lines),
        ] {
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                let each = |plane: &mut Plane| work(&*plan, black_box(plane));
                pool.install(|| bencher.iter(|| planes.par_iter_mut().for_each(each)));
            });
        }
        let sea = sea(&[]);
        let mut state = sea.new_state();
        let mut frame = 0;
        let mut next = || {
            frame += 1;
            f64::from(frame) / FRAMES
        };
        group.bench_function(BenchmarkId::from_parameter("fields and J"), |bencher| {
            pool.install(|| bencher.iter(|| sea.compute(next(), black_box(&mut state))));
        });
        group.bench_function(BenchmarkId::from_parameter("frame with foam"), |bencher| {
            pool.install(|| bencher.iter(|| sea.compute_with_foam(next(), black_box(&mut state))));
        });
        group.finish();
    }
}

criterion_group!(benches, frames);
criterion_main!(benches);
