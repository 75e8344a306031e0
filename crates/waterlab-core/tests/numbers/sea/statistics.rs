//! The statistics of random seas agree with their spectrum.

use super::plain_sea::{at, dft, number, sea_with};
use std::f64::consts::TAU;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::sea::{
    Dispersion, FoamParameters, KINDS, Patch, Relation, Sea, SpectralSea, Spectrum, Spread, Swell,
    WindLaw, WindSea,
};

fn sea(side: usize, values: &[(&str, Value)]) -> Sea {
    sea_with(KINDS[1], side, side, values)
}

fn variance(height: &Grid<f32>) -> f64 {
    let sum: f64 = height.cells().iter().map(|&h| f64::from(h).powi(2)).sum();
    sum / height.cells().len() as f64
}

/// Waves of about 20 m, many of them on a patch.
const MANY: [(&str, Value); 2] = [("wind", Value::Real(5.0)), ("patch", Value::Real(400.0))];

fn seeded(side: usize, seed: i64) -> Sea {
    let [wind, patch] = MANY;
    sea(side, &[wind, patch, ("seed", Value::Integer(seed))])
}

/// Ψ(k)·Δk² of every mode, in the order of the transform.
fn expected(sea: &Sea) -> Grid<f64> {
    let patch = sea.waves().patches()[0];
    let density = sea.waves().density(0).expect("a spectrum");
    let (columns, rows) = (patch.columns, patch.rows);
    let area = TAU / patch.length_x * TAU / patch.length_z;
    Grid::from_fn(columns, rows, |column, row| {
        let cell = ((column + columns / 2) % columns, (row + rows / 2) % rows);
        f64::from(density[cell]) * area
    })
}

#[test]
fn the_mean_variance_of_64_seas_is_the_integral_of_the_spectrum() {
    let wanted: f64 = expected(&seeded(64, 0)).cells().iter().sum();
    let found = (0..64).map(|seed| {
        let state = at(&seeded(64, seed), 100.0 * seed as f64);
        variance(&state.surface().height)
    });
    let found = found.sum::<f64>() / 64.0;
    assert!((found / wanted - 1.0).abs() < 0.03, "{found} for {wanted}");
    let significant = seeded(64, 0).waves().significant_height();
    assert!((significant / (4.0 * wanted.sqrt()) - 1.0).abs() < 1e-3);
}

#[test]
fn waves_of_every_length_have_the_energy_of_the_spectrum() {
    let side = 48;
    // A mode and its opposite share their energy equally.
    let psi = expected(&seeded(side, 0));
    let mut rings = [(0.0, 0.0, 0.0); 6];
    for seed in 0..64 {
        let modes = dft(&at(&seeded(side, seed), 3.0).surface().height);
        for row in 0..side {
            for column in 0..side {
                let radius = (number(column, side) as f64).hypot(number(row, side) as f64);
                let ring = (radius / 4.0).floor();
                if let Some((found, wanted, count)) = rings.get_mut(ring as usize) {
                    let mirrored = ((side - column) % side, (side - row) % side);
                    *found += modes[(column, row)].norm_sqr();
                    *wanted += 0.5 * (psi[(column, row)] + psi[mirrored]);
                    *count += 0.5;
                }
            }
        }
    }
    let all: f64 = rings.iter().map(|ring| ring.1).sum();
    let mut compared = 0;
    for (ring, (found, wanted, count)) in rings.into_iter().enumerate() {
        // Rings with almost no energy contain rounding errors.
        if wanted > 1e-4 * all {
            compared += 1;
            // The standard deviation of a mode's energy is its mean, and about a quarter of the modes of a ring matter.
            let error: f64 = (found / wanted - 1.0).abs();
            assert!(error < 3.0 * f64::sqrt(4.0 / count), "ring {ring}: {error}");
        }
    }
    assert!(compared >= 3, "{compared} rings");
}

#[test]
fn a_finer_grid_has_the_same_waves_and_shorter_ones() {
    let [coarse, fine] = [32, 80].map(|side| dft(&at(&seeded(side, 3), 2.0).surface().height));
    let mut compared = 0;
    for row in 0..32 {
        for column in 0..32 {
            let (n, m) = (number(column, 32), number(row, 32));
            if n == -16 || m == -16 {
                continue;
            }
            let there = (n.rem_euclid(80) as usize, m.rem_euclid(80) as usize);
            let error = (coarse[(column, row)] - fine[there]).norm();
            assert!(error < 1e-6, "{n}, {m}: {error:e}");
            compared += usize::from(fine[there].norm() > 1e-4);
        }
    }
    assert!(compared > 50, "too few such waves: {compared}");
    let (coarse, fine) = (seeded(32, 3), seeded(80, 3));
    assert!(coarse.waves().significant_height() < fine.waves().significant_height());
}

#[test]
fn the_height_of_the_sea_depends_neither_on_the_patch_nor_on_the_grid() {
    let height = |side: usize, patch: f64| {
        let sea = sea(
            side,
            &[("wind", Value::Real(8.0)), ("patch", Value::Real(patch))],
        );
        sea.waves().significant_height()
    };
    let expected = height(128, 400.0);
    // The same shortest wave, or one beyond which there is almost no energy.
    for (side, patch) in [(64, 200.0), (256, 800.0), (192, 400.0), (256, 400.0)] {
        let found = height(side, patch);
        assert!(
            (found / expected - 1.0).abs() < 0.03,
            "{side}, {patch}: {found} for {expected}"
        );
    }
}

#[test]
fn the_sea_propagates_downwind() {
    for direction in [0.0, 90.0, 210.0, -45.0] {
        let values = [
            ("against_wind", Value::Real(0.0)),
            ("wind_direction", Value::Real(direction)),
        ];
        let sea = sea(64, &values);
        let [before, now, after] = [9.9, 10.0, 10.1].map(|time| at(&sea, time));
        let [x, z] = &now.surface().slope;
        let (mut along, mut across, mut rising) = (0.0, 0.0, 0.0);
        let (sine, cosine) = f64::to_radians(direction).sin_cos();
        for cell in 0..64 * 64 {
            let [x, z] = [x, z].map(|grid| f64::from(grid.cells()[cell]));
            let [before, after] =
                [&before, &after].map(|state| f64::from(state.surface().height.cells()[cell]));
            // A wave that runs along x has h_t = −c·h_x.
            along -= (after - before) * (x * cosine + z * sine);
            across -= (after - before) * (z * cosine - x * sine);
            rising += (after - before).abs() * x.hypot(z);
        }
        assert!(along > 0.4 * rising, "{direction}°: {along} of {rising}");
        assert!(across.abs() < 0.3 * along, "{direction}°: {across} across");
    }
}

#[test]
fn without_wind_the_sea_is_flat() {
    let state = at(&sea(32, &[("wind", Value::Real(0.0))]), 12.0);
    assert!(
        state
            .surface()
            .height
            .cells()
            .iter()
            .all(|&height| height == 0.0)
    );
    assert!(
        state
            .jacobian()
            .cells()
            .iter()
            .all(|&jacobian| jacobian == 1.0)
    );
}

#[test]
fn a_grid_that_resolves_every_wave_has_the_variance_of_the_whole_spectrum() {
    let water = Dispersion {
        relation: Relation::Both,
        gravity: 9.81,
        depth: 300.0,
        tension_length: 0.0027,
    };
    let wind = WindSea {
        law: WindLaw::Tma,
        spread: Spread::Hasselmann,
        against_wind: 0.0,
        wind: 7.0,
        direction: 0.6,
        fetch: 60e3,
        significant_height: 0.0,
    };
    let swell = Swell {
        significant_height: 0.8,
        period: 9.0,
        direction: 2.0,
    };
    let spectrum = Spectrum::new(water, &wind, &swell, 0.9);
    let expected = spectrum.variance();
    let mut found = 0.0;
    for seed in 0..24 {
        let waves = SpectralSea::new(spectrum.clone(), Patch::new(128, 128, 360.0), None, seed);
        let sea = Sea::new(Box::new(waves), 0.0, FoamParameters::NONE, None);
        found += variance(&at(&sea, 11.0).surface().height) / 24.0;
    }
    // Several hundred modes carry the energy, averaged over 24 seas.
    assert!(
        (found / expected - 1.0).abs() < 0.06,
        "{found} for {expected}"
    );
}
