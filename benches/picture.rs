//! How fast the picture ripple draws on the CPU: a 1920 × 1080 picture into 1280 × 720, over a 256 × 144 pool.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use waterlab::grid::Grid;
use waterlab::heights::{Heights, METRES_PER_WEIGHT};
use waterlab::light::{Fit, Look, PictureFit, PictureRipple, Pyramid, WallLook};

fn draw(criterion: &mut Criterion) {
    let picture = Pyramid::new(Grid::from_fn(1920, 1080, |column, row| {
        [column as u8, row as u8, (column * row / 64) as u8, 255]
    }));
    let counts = Grid::from_fn(256, 144, |column, row| {
        (20.0 * ((column as f32 * 0.3).sin() + (row as f32 * 0.4).cos())) as i16
    });
    let metres = Grid::from_fn(256, 144, |column, row| {
        f32::from(counts[(column, row)]) * METRES_PER_WEIGHT
    });
    let counts = Heights::Counts {
        counts: &counts,
        unit: METRES_PER_WEIGHT,
    };
    let metres = Heights::Metres(&metres);
    let mut output = Grid::new(1280, 720, [0; 4]);
    let mut group = criterion.benchmark_group("picture 1280×720");
    group.sample_size(20);
    group.throughput(Throughput::Elements(1280 * 720));
    for (name, look, heights) in [
        ("nearest, counts", Look::Nearest, counts),
        ("nearest, metres", Look::Nearest, metres),
        ("smooth, counts", Look::Smooth, counts),
        ("smooth, metres", Look::Smooth, metres),
    ] {
        let ripple = PictureRipple {
            displacement: 1.0,
            shine: 0.25,
            look,
            fit: Fit::Cover,
            picture_fit: PictureFit::Cover,
            walls: WallLook::Picture,
            glint: 0.15,
            gain: 12.0,
        };
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| ripple.render(black_box(&picture), heights, black_box(&mut output)));
        });
    }
    group.finish();
}

criterion_group!(benches, draw);
criterion_main!(benches);
