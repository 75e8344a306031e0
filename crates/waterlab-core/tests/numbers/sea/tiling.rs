//! Patches laid so that they do not repeat: the surface keeps its variance and its spectrum, and nothing comes again.

use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustfft::FftPlanner;
use rustfft::num_complex::Complex64;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::SPECTRAL;
use waterlab_core::tiling::Tiling;

/// Cells along a side of the patch.
const SIDE: usize = 128;

/// Metres along it.
const PATCH: f64 = 400.0;

/// A wind sea, and one that is little but swell.
fn seas(seed: i64) -> [(Grid<f32>, Tiling); 2] {
    let swell: &[(&str, Value)] = &[
        ("wind", Value::Real(4.0)),
        ("swell_height", Value::Real(2.0)),
        ("swell_period", Value::Real(8.0)),
    ];
    [&[("wind", Value::Real(7.0))], swell].map(|values| {
        let mut settings = Settings::new(SPECTRAL.parameters);
        settings.set("patch", Value::Real(PATCH)).expect("a value");
        settings.set("seed", Value::Integer(seed)).expect("a value");
        for (key, value) in values {
            settings.set(key, *value).expect("a value");
        }
        let sea = SPECTRAL.create(&settings, SIDE, SIDE).expect("a sea");
        let mut moment = sea.moment();
        sea.compute(50.0, &mut moment);
        let tiling = sea.waves().tiling().expect("a tiling");
        (moment.surface().height.clone(), tiling)
    })
}

/// The patch at a place measured in patches, on one of its cells.
fn of_patch(height: &Grid<f32>, uv: DVec2) -> f64 {
    let cell = |at: f64| (at.rem_euclid(1.0) * SIDE as f64).round() as usize % SIDE;
    f64::from(height[(cell(uv.x), cell(uv.y))])
}

fn laid(height: &Grid<f32>, tiling: &Tiling, uv: DVec2) -> f64 {
    let taps = tiling.taps(uv);
    taps.iter()
        .map(|tap| tap.weight * of_patch(height, uv + tap.shift))
        .sum()
}

#[test]
fn the_variance_of_the_height_is_that_of_the_patch() {
    for (height, tiling) in seas(0) {
        let square = |height: f64| height * height;
        let cells = height.cells();
        let own = cells.iter().map(|&h| square(f64::from(h))).sum::<f64>() / cells.len() as f64;
        let mut chance = Pcg64Mcg::seed_from_u64(1);
        let draws = 400_000;
        let mut sum = 0.0;
        for _ in 0..draws {
            let [x, z] = [(); 2].map(|()| chance.random_range(-500.0..500.0));
            sum += square(laid(&height, &tiling, DVec2::new(x, z)));
        }
        let found = sum / f64::from(draws);
        assert!(
            (found / own - 1.0).abs() < 0.03,
            "{found} for {own}: {tiling:?}"
        );
    }
}

/// Energy along lines of 32 patches, by waves a patch: bands from 6 on that grow by a half each.
fn bands(line: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    const PATCHES: usize = 32;
    const LINES: usize = 48;
    let count = PATCHES * SIDE;
    let transform = FftPlanner::<f64>::new().plan_fft_forward(count);
    let mut bands = vec![0.0; 5];
    for number in 0..LINES {
        // Across lines that lie evenly: fractions of the golden ratio.
        let z = 0.618_033_988_75 * number as f64 * 5.0;
        let mut samples: Vec<Complex64> = (0..count)
            .map(|index| {
                let fade = (std::f64::consts::PI * index as f64 / count as f64).sin();
                Complex64::new(line(index as f64 / SIDE as f64, z) * fade, 0.0)
            })
            .collect();
        transform.process(&mut samples);
        for (index, amplitude) in samples.iter().enumerate().take(count / 2).skip(1) {
            let waves = index as f64 / PATCHES as f64;
            let band = (waves / 6.0).log(1.5).floor();
            if band >= 0.0 && (band as usize) < bands.len() {
                bands[band as usize] += amplitude.norm_sqr();
            }
        }
    }
    bands
}

#[test]
fn every_band_of_the_spectrum_keeps_its_energy() {
    // Of several seas, whose waves do not all lie on the same side of a band's edge.
    let (mut own, mut found) = (vec![0.0; 5], vec![0.0; 5]);
    for seed in 0..8 {
        let [(height, tiling), _] = seas(seed);
        let repeated = bands(|x, z| of_patch(&height, DVec2::new(x, z)));
        let blended = bands(|x, z| laid(&height, &tiling, DVec2::new(x, z)));
        let add = |sum: &mut Vec<f64>, part: Vec<f64>| {
            sum.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += part);
        };
        add(&mut own, repeated);
        add(&mut found, blended);
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
fn nothing_comes_again_a_patch_farther_on() {
    for (height, tiling) in seas(0) {
        let mut chance = Pcg64Mcg::seed_from_u64(2);
        for step in [DVec2::X, DVec2::Y, DVec2::ONE, DVec2::new(7.0, -3.0)] {
            let (mut both, mut square) = (0.0, 0.0);
            for _ in 0..40_000 {
                let [x, z] = [(); 2].map(|()| chance.random_range(-300.0..300.0));
                let here = laid(&height, &tiling, DVec2::new(x, z));
                both += here * laid(&height, &tiling, DVec2::new(x, z) + step);
                square += here * here;
            }
            // One where it repeats.
            let alike: f64 = both / square;
            assert!(alike.abs() < 0.5, "{step}: {alike}");
        }
    }
}
