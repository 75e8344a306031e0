//! Tiling by blended patches: the surface keeps its variance and its spectrum and does not repeat.

use super::plain_sea::{at, sea_with};
use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::sea::SPECTRAL;
use waterlab_core::tiling::Tiling;
use waterlab_transform::inverse_fourier;
use waterlab_transform::num_complex::Complex32;

/// Cells along a side of the patch.
const SIDE: usize = 128;

/// Length of the patch in metres.
const PATCH: f64 = 400.0;

/// A wind sea, and a swell with little wind.
fn seas(seed: i64) -> [(Grid<f32>, Tiling); 2] {
    let swell: &[(&str, Value)] = &[
        ("wind", Value::Real(4.0)),
        ("swell_height", Value::Real(2.0)),
        ("swell_period", Value::Real(8.0)),
    ];
    [&[("wind", Value::Real(7.0))], swell].map(|values| {
        let own = [
            ("patch", Value::Real(PATCH)),
            ("seed", Value::Integer(seed)),
        ];
        let sea = sea_with(&SPECTRAL, SIDE, SIDE, &[&own[..], values].concat());
        let state = at(&sea, 50.0);
        let tiling = sea.waves().tiling().expect("a tiling");
        (state.surface().height.clone(), tiling)
    })
}

/// The height of the patch at a position in units of patches, at the nearest cell.
fn of_patch(height: &Grid<f32>, uv: DVec2) -> f64 {
    let cell = |at: f64| (at.rem_euclid(1.0) * SIDE as f64).round() as usize % SIDE;
    f64::from(height[(cell(uv.x), cell(uv.y))])
}

fn blended(height: &Grid<f32>, tiling: &Tiling, uv: DVec2) -> f64 {
    let taps = tiling.taps(uv);
    taps.iter()
        .map(|tap| tap.weight * of_patch(height, uv + tap.shift))
        .sum()
}

#[test]
fn blended_patches_keep_the_variance() {
    for (height, tiling) in seas(0) {
        let square = |height: f64| height * height;
        let cells = height.cells();
        let own = cells.iter().map(|&h| square(f64::from(h))).sum::<f64>() / cells.len() as f64;
        let mut chance = Pcg64Mcg::seed_from_u64(1);
        let draws = 400_000;
        let mut sum = 0.0;
        for _ in 0..draws {
            let [x, z] = [(); 2].map(|()| chance.random_range(-500.0..500.0));
            sum += square(blended(&height, &tiling, DVec2::new(x, z)));
        }
        let found = sum / f64::from(draws);
        assert!(
            (found / own - 1.0).abs() < 0.03,
            "{found} for {own}: {tiling:?}"
        );
    }
}

/// The energy along lines of 32 patches in bands of the wave number. The first starts at 6 waves per patch, and each is 1.5
/// times as wide as the one before.
fn bands(line: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    const PATCHES: usize = 32;
    const LINES: usize = 48;
    let count = PATCHES * SIDE;
    // Of real samples the inverse transform has the same magnitudes.
    let [transform, _] = inverse_fourier([count; 2]);
    let mut bands = vec![0.0; 5];
    for number in 0..LINES {
        // Evenly distributed lines by the golden ratio.
        let z = 0.618_033_988_75 * number as f64 * 5.0;
        let mut samples: Vec<Complex32> = (0..count)
            .map(|index| {
                let fade = (std::f64::consts::PI * index as f64 / count as f64).sin();
                let sample = line(index as f64 / SIDE as f64, z) * fade;
                Complex32::new(sample as f32, 0.0)
            })
            .collect();
        transform.process(&mut samples);
        for (index, amplitude) in samples.iter().enumerate().take(count / 2).skip(1) {
            let waves = index as f64 / PATCHES as f64;
            let band = (waves / 6.0).log(1.5).floor();
            if band >= 0.0 && (band as usize) < bands.len() {
                bands[band as usize] += f64::from(amplitude.norm_sqr());
            }
        }
    }
    bands
}

#[test]
fn blended_patches_keep_the_energy_of_every_band() {
    // Several seas, so that waves near the edge of a band average out.
    let (mut own, mut found) = (vec![0.0; 5], vec![0.0; 5]);
    for seed in 0..8 {
        let [(height, tiling), _] = seas(seed);
        let repeated = bands(|x, z| of_patch(&height, DVec2::new(x, z)));
        let tiled = bands(|x, z| blended(&height, &tiling, DVec2::new(x, z)));
        let add = |sum: &mut Vec<f64>, part: Vec<f64>| {
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += part);
        };
        add(&mut own, repeated);
        add(&mut found, tiled);
    }
    let all: f64 = own.iter().sum();
    for (band, (own, found)) in own.iter().zip(&found).enumerate() {
        assert!(*own > 1e-3 * all, "band {band} is empty");
        assert!(
            (found / own - 1.0).abs() < 0.1,
            "band {band}: {found} for {own}"
        );
    }
}

#[test]
fn blended_patches_do_not_repeat() {
    for (height, tiling) in seas(0) {
        let mut chance = Pcg64Mcg::seed_from_u64(2);
        for step in [DVec2::X, DVec2::Y, DVec2::ONE, DVec2::new(7.0, -3.0)] {
            let (mut both, mut square) = (0.0, 0.0);
            for _ in 0..40_000 {
                let [x, z] = [(); 2].map(|()| chance.random_range(-300.0..300.0));
                let here = blended(&height, &tiling, DVec2::new(x, z));
                both += here * blended(&height, &tiling, DVec2::new(x, z) + step);
                square += here * here;
            }
            // 1 where the surface repeats.
            let correlation: f64 = both / square;
            assert!(correlation.abs() < 0.5, "{step}: {correlation}");
        }
    }
}
