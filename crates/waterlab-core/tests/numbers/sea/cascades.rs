//! Cascades contain every wave once, and their sum is the sea.

use super::plain_sea::{dft, eight, sea_with, wave, with_foam};
use super::plain_spectrum::{GRAVITY, deep, no_swell, variance, wind};
use std::f64::consts::TAU;
use waterlab_core::parameter::Value;
use waterlab_core::sea::{
    Folding, KINDS, OceanState, Patch, Sea, SpectralSea, Spectrum, Swell, Waves, WindSea,
};

fn cascaded(count: i64, ratio: i64, side: usize, values: &[(&str, Value)]) -> Sea {
    let own = [
        ("cascades", Value::Integer(count)),
        ("cascade_ratio", Value::Integer(ratio)),
        ("patch", Value::Real(200.0)),
    ];
    sea_with(KINDS[1], side, side, &[&own[..], values].concat())
}

/// The smallest and the largest |k| of the waves of a cascade.
fn reach(sea: &Sea, state: &OceanState, cascade: usize) -> (f64, f64) {
    let patch = sea.waves().patches()[cascade];
    let modes = dft(&state.patches()[cascade].height);
    let peak = modes
        .cells()
        .iter()
        .map(|mode| mode.norm())
        .fold(0.0, f64::max);
    let (mut lowest, mut greatest) = (f64::INFINITY, 0.0_f64);
    for row in 0..patch.rows {
        for column in 0..patch.columns {
            if modes[(column, row)].norm() > 1e-5 * peak {
                let (kx, kz) = wave(&patch, column, row);
                lowest = lowest.min(kx.hypot(kz));
                greatest = greatest.max(kx.hypot(kz));
            }
        }
    }
    (lowest, greatest)
}

#[test]
fn cascades_meet_at_their_edge_without_a_gap() {
    let sea = cascaded(3, 4, 32, &[]);
    let state = with_foam(&sea, 2.0);
    let patches = sea.waves().patches();
    assert_eq!(patches.len(), 3);
    for cascade in 0..2 {
        assert!((patches[cascade].length_x / patches[cascade + 1].length_x - 4.0).abs() < 1e-9);
        let (_, end) = reach(&sea, &state, cascade);
        let (begin, _) = reach(&sea, &state, cascade + 1);
        // 32 cells resolve waves up to 15½ per side. Six on the smaller cascade would be 24.
        let step = |cascade: usize| TAU / patches[cascade].length_x;
        let edge = 15.5 * step(cascade);
        // A cell of k-space that the edge cuts belongs to both cascades, and its mode is at most half a diagonal away.
        let half = |cascade: usize| 0.5 * 2_f64.sqrt() * step(cascade);
        assert!(
            end < edge + half(cascade) && end > edge - half(cascade),
            "cascade {cascade} ends at {end}, the edge is {edge}"
        );
        assert!(
            begin > edge - half(cascade + 1) && begin < edge + half(cascade + 1),
            "the next begins at {begin}, the edge is {edge}"
        );
    }
}

#[test]
fn cascades_together_have_the_height_of_one_fine_grid() {
    let fine = cascaded(1, 4, 256, &[]);
    let cascades = cascaded(2, 4, 64, &[]);
    let (fine, cascades) = (
        fine.waves().significant_height(),
        cascades.waves().significant_height(),
    );
    assert!(
        (cascades / fine - 1.0).abs() < 0.01,
        "{cascades} for {fine}"
    );
    let alone = cascaded(1, 4, 64, &[("cutoff", Value::Real(0.0))]);
    assert!(alone.waves().significant_height() < fine);
}

/// A swell of 2 m without wind.
fn swell(length: f64, degrees: f64) -> Spectrum {
    let calm = WindSea {
        wind: 0.0,
        ..wind()
    };
    let swell = Swell {
        significant_height: 2.0,
        period: (TAU * length / GRAVITY).sqrt(),
        direction: degrees.to_radians(),
    };
    Spectrum::new(deep(), &calm, &swell, 0.0)
}

/// The variance Σ Ψ·Δkx·Δkz of a cascade.
fn variance_of(sea: &SpectralSea, cascade: usize) -> f64 {
    let patch = sea.patches()[cascade];
    let density = sea.density(cascade).expect("a spectrum");
    let sum: f64 = density.cells().iter().map(|&psi| f64::from(psi)).sum();
    sum * TAU / patch.length_x * TAU / patch.length_z
}

/// The wave number in rad/m between two cascades of `side` cells: six waves per side of the second, or the last cell that the
/// first has on both sides of 0.
fn edge(side: usize, patch: f64, ratio: usize) -> f64 {
    (6.0 * ratio as f64).min(side as f64 / 2.0 - 0.5) * TAU / patch
}

#[test]
fn a_swell_near_the_edge_of_two_cascades_is_counted_once() {
    // 2²/16 m².
    let expected = 0.25;
    for (side, ratio) in [(64, 2), (48, 3), (64, 5), (64, 7), (96, 11), (128, 16)] {
        for patch in [600.0, 2000.0] {
            // Swells at the edge, around it, and so close that most of their energy crosses it.
            for of_edge in [0.6, 0.8, 0.93, 1.0, 1.1, 1.3] {
                for degrees in [0.0, 33.0, 45.0, 90.0] {
                    let k = of_edge * edge(side, patch, ratio);
                    let cascade = Patch::new(side, side, patch);
                    let spectrum = swell(TAU / k, degrees);
                    let sea = SpectralSea::with_cascades(spectrum, cascade, (2, ratio), None, 1);
                    let found = (sea.significant_height() / 4.0).powi(2);
                    let error = found / expected - 1.0;
                    assert!(
                        error.abs() < 0.01,
                        "{side}², {patch} m, ratio {ratio}, {of_edge} of the edge, {degrees}°: {error}"
                    );
                    let cascades = variance_of(&sea, 0) + variance_of(&sea, 1);
                    assert!(
                        (cascades / found - 1.0).abs() < 1e-5,
                        "{cascades} for {found}"
                    );
                }
            }
        }
    }
}

#[test]
fn each_cascade_has_the_variance_of_its_band() {
    for (side, ratio, of_edge, degrees) in [
        (64, 2, 1.0, 45.0),
        (64, 4, 0.9, 20.0),
        (64, 7, 1.1, 0.0),
        (128, 16, 1.0, 70.0),
    ] {
        let edge = edge(side, 1500.0, ratio);
        let spectrum = swell(TAU / (of_edge * edge), degrees);
        let below = variance(&spectrum, [0.3 * edge, edge]);
        let above = variance(&spectrum, [edge, 4.0 * edge]);
        assert!(below > 0.02 && above > 0.02 && (below + above - 0.25).abs() < 1e-3);
        let cascade = Patch::new(side, side, 1500.0);
        let sea = SpectralSea::with_cascades(spectrum, cascade, (2, ratio), None, 1);
        for (cascade, expected) in [below, above].into_iter().enumerate() {
            let found = variance_of(&sea, cascade);
            assert!(
                (found - expected).abs() < 0.01 * 0.25,
                "{side}², ratio {ratio}, cascade {cascade}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn the_variance_of_any_cascades_is_the_integral_of_the_spectrum() {
    for (speed, patch, rows, count, ratio) in [
        (4.0, 60.0, 64, 2, 3),
        (8.0, 300.0, 64, 3, 2),
        (14.0, 700.0, 32, 2, 4),
        (20.0, 1500.0, 64, 3, 7),
        (31.0, 4000.0, 48, 4, 5),
    ] {
        let wind = WindSea {
            wind: speed,
            fetch: 60e3,
            direction: 0.7,
            ..wind()
        };
        let cascade = Patch::new(64, rows, patch);
        // Waves shorter than the finest cells are cut off.
        let finest = cascade.spacing() / (ratio as f64).powi(count as i32 - 1);
        let cutoff = 0.8 * finest;
        let spectrum = Spectrum::new(deep(), &wind, &no_swell(), cutoff);
        let expected = variance(&spectrum, [1e-3, 4.0 / cutoff]);
        let sea = SpectralSea::with_cascades(spectrum, cascade, (count, ratio), None, 1);
        let found = (sea.significant_height() / 4.0).powi(2);
        assert!(
            (found / expected - 1.0).abs() < 0.01,
            "{speed} m/s on {patch} m: {found} for {expected}"
        );
    }
}

#[test]
fn the_surface_is_the_sum_of_all_cascades() {
    for (count, ratio, side) in [(2, 4, 32), (3, 5, 42), (4, 3, 24)] {
        let sea = cascaded(count, ratio, side, &[]);
        let state = with_foam(&sea, 5.0);
        let cascades: Vec<_> = state.patches().iter().map(eight).collect();
        for (field, sum) in eight(state.surface()).into_iter().enumerate() {
            for row in 0..side {
                for column in 0..side {
                    let mut expected = 0.0;
                    let mut times = 1;
                    for cascade in &cascades {
                        let cell = (column * times % side, row * times % side);
                        expected += f64::from(cascade[field][cell]);
                        times *= ratio as usize;
                    }
                    let error = (f64::from(sum[(column, row)]) - expected).abs();
                    assert!(error < 1e-6, "{field}, {column}, {row}");
                }
            }
        }
        for cell in 0..side * side {
            let strain = state
                .surface()
                .strain
                .each_ref()
                .map(|grid| grid.cells()[cell]);
            let folding = Folding::new(strain, -sea.choppiness() as f32);
            assert_eq!(state.jacobian().cells()[cell], folding.jacobian);
            assert_eq!(state.min_stretch().cells()[cell], folding.min_stretch);
        }
    }
}

#[test]
fn foam_of_cascades_is_independent_of_the_previous_time() {
    let storm = [
        ("wind", Value::Real(20.0)),
        ("foam_threshold", Value::Real(0.8)),
    ];
    let sea = cascaded(2, 4, 32, &storm);
    let mut state = sea.new_state();
    for time in [0.0, 0.5, 7.0, 1.0] {
        sea.compute_with_foam(time, &mut state);
        assert!(state.foam().cells().iter().any(|&foam| foam > 0.1));
        assert!(state.foam() == with_foam(&sea, time).foam(), "{time}");
    }
}

#[test]
fn an_additional_cascade_changes_no_other_and_has_its_own_phases() {
    let [two, three] = [2, 3].map(|count| with_foam(&cascaded(count, 2, 32, &[]), 0.0));
    for cascade in 0..2 {
        assert!(cascade == 1 || two.patches()[cascade] == three.patches()[cascade]);
    }
    // With the same random numbers, modes of both cascades would have the same phase.
    let [first, second] = [0, 1].map(|cascade| dft(&three.patches()[cascade].height));
    let (mut both, mut alike) = (0, 0);
    for (first, second) in first.cells().iter().zip(second.cells()) {
        if first.norm() > 1e-6 && second.norm() > 1e-6 {
            both += 1;
            alike += usize::from((first.arg() - second.arg()).abs() < 0.01);
        }
    }
    assert!(both > 20 && alike < both / 5, "{alike} of {both}");
}
