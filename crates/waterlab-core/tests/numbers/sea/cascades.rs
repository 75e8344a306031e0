//! Cascades of different size hold every wave once, and their sum is the sea.

use super::plain_sea::{dft, eight, wave};
use super::plain_spectrum::{GRAVITY, deep, no_swell, variance, wind};
use std::f64::consts::TAU;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{
    Folding, KINDS, OceanState, Patch, Sea, SpectralSea, Spectrum, Swell, Waves, WindSea,
};

fn cascaded(count: i64, ratio: i64, side: usize, values: &[(&str, Value)]) -> Sea {
    let kind = KINDS[1];
    let mut settings = Settings::new(kind.parameters);
    let own = [
        ("cascades", Value::Integer(count)),
        ("cascade_ratio", Value::Integer(ratio)),
        ("patch", Value::Real(200.0)),
    ];
    for (key, value) in own.iter().chain(values) {
        settings.set(key, *value).expect("a value");
    }
    kind.create(&settings, side, side).expect("a sea")
}

fn at(sea: &Sea, time: f64) -> OceanState {
    let mut moment = sea.moment();
    sea.compute_with_foam(time, &mut moment);
    moment
}

/// The least and the greatest |k| of waves that a cascade has.
fn reach(sea: &Sea, moment: &OceanState, cascade: usize) -> (f64, f64) {
    let patch = sea.waves().patches()[cascade];
    let modes = dft(&moment.patches()[cascade].height);
    let most = modes
        .cells()
        .iter()
        .map(|mode| mode.norm())
        .fold(0.0, f64::max);
    let (mut least, mut greatest) = (f64::INFINITY, 0.0_f64);
    for row in 0..patch.rows {
        for column in 0..patch.columns {
            if modes[(column, row)].norm() > 1e-5 * most {
                let (kx, kz) = wave(&patch, column, row);
                least = least.min(kx.hypot(kz));
                greatest = greatest.max(kx.hypot(kz));
            }
        }
    }
    (least, greatest)
}

#[test]
fn cascades_meet_at_the_edge_and_leave_nothing_between() {
    let sea = cascaded(3, 4, 32, &[]);
    let moment = at(&sea, 2.0);
    let patches = sea.waves().patches();
    assert_eq!(patches.len(), 3);
    for cascade in 0..2 {
        assert!((patches[cascade].length_x / patches[cascade + 1].length_x - 4.0).abs() < 1e-9);
        let (_, end) = reach(&sea, &moment, cascade);
        let (begin, _) = reach(&sea, &moment, cascade + 1);
        // 32 cells have all waves up to 15½ of them a side; six on the smaller cascade would be 24.
        let step = |cascade: usize| TAU / patches[cascade].length_x;
        let edge = 15.5 * step(cascade);
        // A cell that the edge cuts lies on both, half a diagonal from its mode at most; whoever has a part of it has that.
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
fn cascades_together_hold_as_much_as_one_fine_grid() {
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

/// A swell of 2 m and no wind.
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

/// Σ Ψ·Δkx·Δkz of a cascade.
fn held(sea: &SpectralSea, cascade: usize) -> f64 {
    let patch = sea.patches()[cascade];
    let density = sea.density(cascade).expect("a spectrum");
    let sum: f64 = density.cells().iter().map(|&psi| f64::from(psi)).sum();
    sum * TAU / patch.length_x * TAU / patch.length_z
}

/// The wave number in rad/m at which the second of cascades of `side` cells takes over: six waves on its side, or the last cell
/// that the first has on both sides of 0.
fn edge(side: usize, patch: f64, ratio: usize) -> f64 {
    (6.0 * ratio as f64).min(side as f64 / 2.0 - 0.5) * TAU / patch
}

#[test]
fn a_swell_near_the_edge_of_two_cascades_is_there_once() {
    // 2²/16 m².
    let wanted = 0.25;
    for (side, ratio) in [(64, 2), (48, 3), (64, 5), (64, 7), (96, 11), (128, 16)] {
        for patch in [600.0, 2000.0] {
            // Waves at the edge itself, about it, and as near as makes most of a swell cross it.
            for of_edge in [0.6, 0.8, 0.93, 1.0, 1.1, 1.3] {
                for degrees in [0.0, 33.0, 45.0, 90.0] {
                    let k = of_edge * edge(side, patch, ratio);
                    let cascade = Patch::new(side, side, patch);
                    let spectrum = swell(TAU / k, degrees);
                    let sea = SpectralSea::with_cascades(spectrum, cascade, (2, ratio), None, 1);
                    let found = (sea.significant_height() / 4.0).powi(2);
                    let error = found / wanted - 1.0;
                    assert!(
                        error.abs() < 0.01,
                        "{side}², {patch} m, ratio {ratio}, {of_edge} of the edge, {degrees}°: {error}"
                    );
                    let cascades = held(&sea, 0) + held(&sea, 1);
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
fn each_cascade_has_what_lies_in_its_own_band() {
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
        for (cascade, wanted) in [below, above].into_iter().enumerate() {
            let found = held(&sea, cascade);
            assert!(
                (found - wanted).abs() < 0.01 * 0.25,
                "{side}², ratio {ratio}, cascade {cascade}: {found} for {wanted}"
            );
        }
    }
}

#[test]
fn a_wind_sea_on_any_cascades_is_the_integral_of_its_spectrum() {
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
        // Waves past the finest cells are cut off.
        let finest = cascade.spacing() / (ratio as f64).powi(count as i32 - 1);
        let cutoff = 0.8 * finest;
        let spectrum = Spectrum::new(deep(), &wind, &no_swell(), cutoff);
        let wanted = variance(&spectrum, [1e-3, 4.0 / cutoff]);
        let sea = SpectralSea::with_cascades(spectrum, cascade, (count, ratio), None, 1);
        let found = (sea.significant_height() / 4.0).powi(2);
        assert!(
            (found / wanted - 1.0).abs() < 0.01,
            "{speed} m/s on {patch} m: {found} for {wanted}"
        );
    }
}

#[test]
fn the_surface_is_the_sum_at_the_points_of_the_largest_cascade() {
    for (count, ratio, side) in [(2, 4, 32), (3, 5, 42), (4, 3, 24)] {
        let sea = cascaded(count, ratio, side, &[]);
        let moment = at(&sea, 5.0);
        let cascades: Vec<_> = moment.patches().iter().map(eight).collect();
        for (field, sum) in eight(moment.surface()).into_iter().enumerate() {
            for row in 0..side {
                for column in 0..side {
                    let mut wanted = 0.0;
                    let mut times = 1;
                    for cascade in &cascades {
                        let cell = (column * times % side, row * times % side);
                        wanted += f64::from(cascade[field][cell]);
                        times *= ratio as usize;
                    }
                    let error = (f64::from(sum[(column, row)]) - wanted).abs();
                    assert!(error < 1e-6, "{field}, {column}, {row}");
                }
            }
        }
        for cell in 0..side * side {
            let strain = moment
                .surface()
                .strain
                .each_ref()
                .map(|grid| grid.cells()[cell]);
            let folding = Folding::new(strain, -sea.choppiness() as f32);
            assert_eq!(moment.jacobian().cells()[cell], folding.jacobian);
            assert_eq!(moment.least().cells()[cell], folding.least);
        }
    }
}

#[test]
fn cascades_foam_together() {
    let storm = [
        ("wind", Value::Real(20.0)),
        ("foam_threshold", Value::Real(0.8)),
    ];
    let sea = cascaded(2, 4, 32, &storm);
    let mut moment = sea.moment();
    for time in [0.0, 0.5, 7.0, 1.0] {
        sea.compute_with_foam(time, &mut moment);
        assert!(moment.foam().cells().iter().any(|&foam| foam > 0.1));
        assert!(moment.foam() == at(&sea, time).foam(), "{time}");
    }
}

#[test]
fn a_further_cascade_changes_no_other_and_repeats_none() {
    let [two, three] = [2, 3].map(|count| at(&cascaded(count, 2, 32, &[]), 0.0));
    for cascade in 0..2 {
        assert!(cascade == 1 || two.patches()[cascade] == three.patches()[cascade]);
    }
    // From the same draws, modes that two cascades both have would have the same phase.
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
