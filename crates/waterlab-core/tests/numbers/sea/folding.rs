//! Folding of the surface.

use super::plain_sea::{at, noise, sea};
use std::f64::consts::TAU;
use waterlab_core::grid::Grid;
use waterlab_core::sea::{Dispersion, FoamParameters, Folding, Patch, Relation, Sea, SpectralSea};
use waterlab_transform::num_complex::Complex32;

/// One wave with n = 2 along x and the steepness λkA.
fn single(steepness: f64) -> Sea {
    let patch = Patch::new(64, 8, 128.0);
    let k = TAU * 2.0 / patch.length_x;
    let amplitude = 0.25;
    let mut amplitudes = Grid::new(64, 8, Complex32::default());
    amplitudes[(2, 0)] = Complex32::new(amplitude as f32 / 2.0, 0.0);
    let water = Dispersion {
        relation: Relation::Deep,
        gravity: 9.81,
        depth: 1.0,
        tension_length: 0.0,
    };
    let waves = SpectralSea::from_amplitudes(patch, &amplitudes, &water, None);
    Sea::new(
        Box::new(waves),
        steepness / (k * amplitude),
        FoamParameters::NONE,
        None,
    )
}

#[test]
fn a_single_wave_folds_exactly_where_its_steepness_exceeds_one() {
    for steepness in [0.3, 0.9, 0.999, 1.001, 1.5, 3.0] {
        let state = at(&single(steepness), 0.0);
        for column in 0..64 {
            // J− = 1 − λkA·cos kx is minimal on the crest.
            let crest = (TAU * 2.0 * column as f64 / 64.0).cos();
            let expected = (1.0 - steepness * crest).min(1.0);
            let error = (f64::from(state.min_stretch()[(column, 3)]) - expected).abs();
            assert!(error < 2e-6, "{steepness}, {column}: {error:e}");
        }
        let folds = state
            .min_stretch()
            .cells()
            .iter()
            .any(|&lowest| lowest < 0.0);
        assert_eq!(folds, steepness > 1.0, "{steepness}");
        assert!(
            state.min_stretch()[(0, 0)] <= state.min_stretch()[(16, 0)],
            "on the crest"
        );
    }
}

#[test]
fn positive_choppiness_sharpens_crests() {
    let state = at(&single(0.9), 0.0);
    let surface = state.surface();
    assert!(surface.height[(0, 0)] > 0.24, "a crest");
    // Points on both sides of the crest move toward it: λD, with λ = −choppiness, points to it.
    assert!(surface.displacement[0][(4, 0)] > 0.1 && surface.displacement[0][(60, 0)] < -0.1);
}

#[test]
fn the_jacobian_is_the_area_of_a_displaced_cell() {
    // Waves so long that differences of neighbours approximate derivatives.
    let side = 128;
    let mut amplitudes = noise(side, side, 8);
    for row in 0..side {
        for column in 0..side {
            let near = |index: usize| index.min(side - index) <= 3;
            if !(near(column) && near(row)) {
                amplitudes[(column, row)] = Complex32::default();
            }
        }
    }
    let patch = Patch::new(side, side, 60.0);
    let state = at(&sea(patch, &amplitudes, Relation::Deep), 1.0);
    let [x, z] = &state.surface().displacement;
    let difference = |grid: &Grid<f32>, i: usize, j: usize, (right, down): (usize, usize)| {
        let at = |i: usize, j: usize| f64::from(grid[(i % side, j % side)]);
        let ahead = at(i + right, j + down);
        let behind = at(i + side - right, j + side - down);
        (ahead - behind) / (2.0 * 60.0 / side as f64)
    };
    let mut smallest: f64 = 1.0;
    for j in 0..side {
        for i in 0..side {
            let [xx, zx] = [x, z].map(|grid| difference(grid, i, j, (1, 0)));
            let [xz, zz] = [x, z].map(|grid| difference(grid, i, j, (0, 1)));
            // λ = −1.
            let area = (1.0 - xx) * (1.0 - zz) - xz * zx;
            let error = (f64::from(state.jacobian()[(i, j)]) - area).abs();
            assert!(error < 2e-2, "{i}, {j}: {error:e}");
            smallest = smallest.min(area);
        }
    }
    assert!(
        smallest < 0.6,
        "the surface is hardly compressed: {smallest}"
    );
}

/// The Jacobian matrix of a strain by its definition, with λ = −1.
fn matrix([xx, zz, xz]: [f32; 3]) -> [[f64; 2]; 2] {
    let [xx, zz, xz] = [xx, zz, xz].map(f64::from);
    [[1.0 - xx, -xz], [-xz, 1.0 - zz]]
}

#[test]
fn the_directions_of_folding_are_eigenvectors_of_the_jacobian() {
    let values = [-3.0, -0.5, -1e-6, 0.0, 1e-20, 0.3, 1.0, 2.0];
    for xx in values {
        for zz in values {
            for xz in values {
                let folding = Folding::new([xx, zz, xz], -1.0);
                let [[a, b], [_, d]] = matrix([xx, zz, xz]);
                let pairs = [
                    (folding.min_stretch, folding.min_along),
                    (folding.max_stretch, folding.max_along),
                ];
                for (stretch, along) in pairs {
                    let [x, z] = along.map(f64::from);
                    assert!((x.hypot(z) - 1.0).abs() < 1e-6, "{along:?}");
                    let stretch = f64::from(stretch);
                    let error = (a * x + b * z - stretch * x).hypot(b * x + d * z - stretch * z);
                    assert!(error < 3e-6, "{xx} {zz} {xz}: {error:e}");
                }
                let [[x, z], [u, w]] = [folding.min_along, folding.max_along];
                assert!((x * u + z * w).abs() < 1e-6, "not perpendicular");
                assert!(x >= 0.0 && u >= 0.0);
                let product = f64::from(folding.min_stretch) * f64::from(folding.max_stretch);
                assert!((product - f64::from(folding.jacobian)).abs() < 2e-5);
                assert!(folding.min_stretch <= folding.max_stretch);
            }
        }
    }
}

#[test]
fn folding_agrees_with_the_reference() {
    // q− = (J− − Jxx)/Jxz with Jxx = 0.9, Jzz = 0.6, Jxz = −0.2: J∓ = 0.75 ∓ 0.25, q− = 2, q+ = −½.
    let folding = Folding::new([0.1, 0.4, 0.2], -1.0);
    let [[x, z], [u, w]] = [folding.min_along, folding.max_along];
    assert!((folding.min_stretch - 0.5).abs() < 1e-6 && (folding.max_stretch - 1.0).abs() < 1e-6);
    assert!((z / x - 2.0).abs() < 1e-5 && (w / u + 0.5).abs() < 1e-5);
    // Flat water is not compressed.
    let flat = Folding::new([0.0; 3], -1.0);
    assert_eq!(
        (flat.jacobian, flat.min_stretch, flat.max_stretch),
        (1.0, 1.0, 1.0)
    );
    assert_eq!((flat.min_along, flat.max_along), ([0.0, 1.0], [1.0, 0.0]));
}

#[test]
fn jacobian_and_minimal_stretch_follow_from_the_strain() {
    let state = at(
        &sea(Patch::new(16, 12, 30.0), &noise(16, 12, 9), Relation::Deep),
        4.0,
    );
    let strain = &state.surface().strain;
    for cell in 0..16 * 12 {
        let folding = Folding::new(strain.each_ref().map(|grid| grid.cells()[cell]), -1.0);
        assert_eq!(state.jacobian().cells()[cell], folding.jacobian);
        assert_eq!(state.min_stretch().cells()[cell], folding.min_stretch);
    }
}
