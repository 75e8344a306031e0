//! The fields of a spectral sea, compared with direct sums.

use super::plain_sea::{at, dft, eight, factors, modes, noise, omega, sea, sum, wave};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;
use waterlab_core::grid::Grid;
use waterlab_core::sea::{Patch, Relation};
use waterlab_transform::num_complex::{Complex32, Complex64};

const RELATIONS: [Relation; 4] = [
    Relation::Deep,
    Relation::Depth,
    Relation::Small,
    Relation::Both,
];

/// Even, odd and prime sides, square or not.
const SIZES: [(usize, usize); 6] = [(16, 16), (15, 15), (16, 12), (15, 9), (13, 16), (18, 17)];

#[test]
fn the_fast_transforms_equal_the_direct_sum() {
    for (columns, rows) in SIZES {
        let patch = Patch::new(columns, rows, 60.0);
        let amplitudes = noise(columns, rows, 1);
        let sea = sea(patch, &amplitudes, Relation::Both);
        for time in [0.0, 3.7] {
            let state = at(&sea, time);
            let modes = modes(&patch, &amplitudes, Relation::Both, time);
            for (field, grid) in eight(state.surface()).into_iter().enumerate() {
                let expected = sum(&patch, &modes, field);
                for (cell, expected) in grid.cells().iter().zip(expected.cells()) {
                    let error = (f64::from(*cell) - expected).abs();
                    assert!(error < 3e-6, "{columns} × {rows}, field {field}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn every_mode_oscillates_by_its_dispersion_relation() {
    let patch = Patch::new(12, 9, 40.0);
    let amplitudes = noise(12, 9, 2);
    for relation in RELATIONS {
        let sea = sea(patch, &amplitudes, relation);
        for (time, step) in [(1.0, 0.7), (50.0, 0.11)] {
            let [before, now, after] =
                [time - step, time, time + step].map(|time| dft(&at(&sea, time).surface().height));
            for row in 0..9 {
                for column in 0..12 {
                    let (kx, kz) = wave(&patch, column, row);
                    let swing = 2.0 * (omega(relation, kx.hypot(kz)) * step).cos();
                    let both = before[(column, row)] + after[(column, row)];
                    let error = (both - swing * now[(column, row)]).norm();
                    assert!(error < 1e-6, "{relation:?} {column}, {row}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn slopes_displacements_and_strains_follow_from_the_height() {
    for (columns, rows) in SIZES {
        let patch = Patch::new(columns, rows, 25.0);
        let state = at(&sea(patch, &noise(columns, rows, 3), Relation::Deep), 2.5);
        let height = dft(&state.surface().height);
        for (field, grid) in eight(state.surface()).into_iter().enumerate() {
            let found = dft(grid);
            for row in 0..rows {
                for column in 0..columns {
                    let expected = height[(column, row)] * factors(&patch, column, row)[field];
                    let error = (found[(column, row)] - expected).norm();
                    assert!(
                        error < 1e-6,
                        "{columns} × {rows}, field {field}, {column}, {row}: {error:e}"
                    );
                }
            }
        }
    }
}

#[test]
fn phases_are_exact_after_days() {
    let patch = Patch::new(8, 8, 30.0);
    let amplitudes = noise(8, 8, 4);
    let time = 5.0 * 24.0 * 3600.0 + 0.123;
    let state = at(&sea(patch, &amplitudes, Relation::Deep), time);
    let expected = sum(&patch, &modes(&patch, &amplitudes, Relation::Deep, time), 0);
    for (cell, expected) in state.surface().height.cells().iter().zip(expected.cells()) {
        assert!((f64::from(*cell) - expected).abs() < 3e-6);
    }
}

#[test]
fn fields_are_finite_at_any_time() {
    let patch = Patch::new(8, 8, 30.0);
    let sea = sea(patch, &noise(8, 8, 5), Relation::Both);
    for time in [-1e9, 1e15, -1e300, f64::MAX, f64::INFINITY, f64::NAN] {
        for grid in eight(at(&sea, time).surface()) {
            assert!(grid.cells().iter().all(|cell| cell.abs() < 1e3), "{time}");
        }
    }
}

#[test]
fn a_single_mode_is_a_wave_that_runs_against_its_wave_vector() {
    let patch = Patch::new(32, 16, 64.0);
    let mut amplitudes = noise(32, 16, 6);
    amplitudes.fill(Default::default());
    // h̃0(k) with k along +x is a wave toward −x with an amplitude of 2·0.5 = 1 m.
    amplitudes[(2, 0)] = Complex32::new(0.5, 0.0);
    let sea = sea(patch, &amplitudes, Relation::Deep);
    let k = std::f64::consts::TAU * 2.0 / 64.0;
    for time in [0.0, 1.0, 2.0] {
        let state = at(&sea, time);
        for column in 0..32 {
            let phase = k * column as f64 * 2.0 + (9.81 * k).sqrt() * time;
            let height = f64::from(state.surface().height[(column, 5)]);
            assert!((height - phase.cos()).abs() < 1e-6, "{time}, {column}");
        }
    }
}

#[test]
fn a_large_cascade_equals_the_direct_sum_at_its_cells() {
    let patch = Patch::new(1024, 1024, 700.0);
    let mut amplitudes = Grid::new(1024, 1024, Complex32::default());
    // A few waves of every length, among them the shortest along x.
    let mut random = Pcg64Mcg::seed_from_u64(8);
    for wave in 0..40 {
        let mut index = || {
            let reach = 1_i32 << (1 + wave % 9);
            random.random_range(-reach..reach).rem_euclid(1024) as usize
        };
        let place = (index(), index());
        if place != (0, 0) {
            amplitudes[place] = Complex32::from_polar(0.1, wave as f32);
        }
    }
    amplitudes[(512, 3)] = Complex32::new(0.1, 0.05);
    let state = at(&sea(patch, &amplitudes, Relation::Both), 3.7);
    for cell in [
        (0, 0),
        (1, 0),
        (0, 1023),
        (517, 333),
        (1022, 511),
        (256, 768),
    ] {
        let mut expected = [0.0; 8];
        for row in 0..1024 {
            for column in 0..1024 {
                let own = amplitudes[(column, row)];
                if own == Complex32::default() {
                    continue;
                }
                let (kx, kz) = wave(&patch, column, row);
                let own = Complex64::new(f64::from(own.re), f64::from(own.im));
                let turns = (column * cell.0 + row * cell.1) as f64 / 1024.0;
                let phase = TAU * turns + omega(Relation::Both, kx.hypot(kz)) * 3.7;
                // The mode and its conjugate are twice its real part.
                let running = own * Complex64::from_polar(2.0, phase);
                for (sum, factor) in expected.iter_mut().zip(factors(&patch, column, row)) {
                    *sum += (running * factor).re;
                }
            }
        }
        for (field, (grid, expected)) in
            eight(state.surface()).into_iter().zip(expected).enumerate()
        {
            let error = (f64::from(grid[cell]) - expected).abs();
            assert!(
                error < 2e-5,
                "field {field} at {cell:?}: {error:e} of {expected}"
            );
        }
    }
}
