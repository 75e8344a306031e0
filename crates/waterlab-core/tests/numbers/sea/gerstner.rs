//! Gerstner waves, compared with their formula (docs/models.md §7).

use super::plain_sea::at;
use std::f64::consts::{PI, TAU};
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{
    Dispersion, Gerstner, GerstnerWave, KINDS, OceanState, Patch, Period, Relation, STEEPEST, Waves,
};

const DEEP: Dispersion = Dispersion {
    relation: Relation::Deep,
    gravity: 9.81,
    depth: 1.0,
    tension_length: 0.0,
};

fn wave(length: f64, amplitude: f64, degrees: f64, phase: f64) -> GerstnerWave {
    GerstnerWave {
        length,
        amplitude,
        direction: degrees.to_radians(),
        phase,
    }
}

fn near<const N: usize>(got: [f64; N], expected: [f64; N], tolerance: f64) {
    for (got, expected) in got.into_iter().zip(expected) {
        assert!((got - expected).abs() <= tolerance, "{got} for {expected}");
    }
}

pub fn settings(values: &[(&str, Value)]) -> Settings {
    let mut settings = Settings::new(KINDS[0].parameters);
    for (key, value) in values {
        settings.set(key, *value).unwrap();
    }
    settings
}

/// Height, slopes, displacements and strains of a state.
fn grids(state: &OceanState) -> Vec<Grid<f32>> {
    let fields = state.surface();
    let mut grids = vec![fields.height.clone()];
    grids.extend(fields.slope.iter().chain(&fields.displacement).cloned());
    grids.extend(fields.strain.iter().cloned());
    grids
}

#[test]
fn a_single_gerstner_wave_matches_its_formula() {
    // Length 20 m, amplitude 1 m, along +x, phase π/2: k = π/10, ω = √(9.81·π/10).
    let patch = Patch::new(64, 64, 100.0);
    let sea = Gerstner::new(&[wave(20.0, 1.0, 0.0, PI / 2.0)], patch, DEEP, None, true);
    let (k, omega) = (PI / 10.0, (9.81 * PI / 10.0).sqrt());
    near(sea.point(0.0, 0.0, 0.0), [-1.0, 0.0, 0.0], 1e-12);
    near(sea.point(15.0, 7.0, 0.0), [15.0, 1.0, 7.0], 1e-12);
    near(sea.normal(15.0, 7.0, 0.0), [0.0, 1.0, 0.0], 1e-12);
    for (x0, time) in [(3.0, 1.5), (41.0, -7.25), (-5.0, 100.0)] {
        let angle = k * x0 - omega * time + PI / 2.0;
        let expected = [x0 - angle.sin(), angle.cos(), 2.0];
        near(sea.point(x0, 2.0, time), expected, 1e-9);
    }
    // Perpendicular to the tangent (1 − k·cos, −k·sin) of the trochoid.
    let (sin, cos) = (k * 3.0 + PI / 2.0).sin_cos();
    let (rise, run) = (-k * sin, 1.0 - k * cos);
    let size = rise.hypot(run);
    near(
        sea.normal(3.0, 50.0, 0.0),
        [-rise / size, run / size, 0.0],
        1e-12,
    );
}

#[test]
fn two_gerstner_waves_add_up_along_their_directions() {
    let patch = Patch::new(32, 32, 120.0);
    let waves = [wave(30.0, 1.5, 0.0, 0.0), wave(12.0, -0.4, 90.0, 0.7)];
    let sea = Gerstner::new(&waves, patch, DEEP, None, true);
    let (k, l) = (TAU / 30.0, TAU / 12.0);
    for (x0, z0, time) in [(4.0_f64, 9.0_f64, 2.0_f64), (77.0, 3.0, 31.0)] {
        let a = k * x0 - (9.81 * k).sqrt() * time;
        let b = l * z0 - (9.81 * l).sqrt() * time + 0.7;
        let expected = [
            x0 - 1.5 * a.sin(),
            1.5 * a.cos() - 0.4 * b.cos(),
            z0 + 0.4 * b.sin(),
        ];
        near(sea.point(x0, z0, time), expected, 1e-9);
        // The normal is perpendicular to differences of nearby points.
        let away = 1e-5;
        let difference = |dx: f64, dz: f64| {
            let (to, from) = (
                sea.point(x0 + dx, z0 + dz, time),
                sea.point(x0 - dx, z0 - dz, time),
            );
            [0, 1, 2].map(|axis| (to[axis] - from[axis]) / (2.0 * away))
        };
        let normal = sea.normal(x0, z0, time);
        for tangent in [difference(away, 0.0), difference(0.0, away)] {
            let along: f64 = normal.iter().zip(tangent).map(|(n, t)| n * t).sum();
            assert!(along.abs() < 1e-9, "{along}");
        }
        assert!(normal[1] > 0.0);
    }
}

#[test]
fn a_gerstner_wave_has_the_phase_speed_of_each_dispersion_relation() {
    let patch = Patch::new(16, 16, 8.0);
    let k = TAU / 0.5;
    for (relation, squared) in [
        (Relation::Deep, 9.81 * k),
        (Relation::Depth, 9.81 * k * (0.05 * k).tanh()),
        (Relation::Small, 9.81 * k * (1.0 + (0.03 * k).powi(2))),
        (
            Relation::Both,
            9.81 * k * (1.0 + (0.03 * k).powi(2)) * (0.05 * k).tanh(),
        ),
    ] {
        let dispersion = Dispersion {
            relation,
            gravity: 9.81,
            depth: 0.05,
            tension_length: 0.03,
        };
        let sea = Gerstner::new(&[wave(0.5, 0.01, 0.0, 0.0)], patch, dispersion, None, true);
        let speed = squared.sqrt() / k;
        // The crest at 0 moves this far in 0.1 s.
        near(
            sea.point(speed * 0.1, 0.0, 0.1),
            [speed * 0.1, 0.01, 0.0],
            1e-12,
        );
        let omega = sea.frequencies().next().unwrap();
        assert!((omega * omega / squared - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_point_moves_on_a_circle_and_the_surface_is_a_trochoid() {
    let patch = Patch::new(16, 16, 60.0);
    let sea = Gerstner::new(&[wave(20.0, 2.0, 0.0, 0.0)], patch, DEEP, None, true);
    for step in 0..50 {
        let [x, y, z] = sea.point(7.0, 3.0, 0.13 * f64::from(step));
        assert!(((x - 7.0).hypot(y) - 2.0).abs() < 1e-12);
        assert_eq!(z, 3.0);
    }
    // Crests are narrow and troughs wide: the surface is above the rest level on half its length minus 2A.
    let rising = sea.point(15.0, 0.0, 0.0);
    let falling = sea.point(5.0, 0.0, 0.0);
    near([rising[1], falling[1]], [0.0, 0.0], 1e-12);
    near([rising[0], falling[0]], [17.0, 3.0], 1e-12);
}

#[test]
fn the_fields_of_gerstner_waves_are_sums_of_the_formula() {
    let patch = Patch::new(48, 24, 96.0);
    let waves: Vec<_> = (0..9)
        .map(|i| {
            let i = f64::from(i);
            wave(40.0 / (1.0 + i), 0.1 + 0.02 * i, 37.0 * i, i)
        })
        .collect();
    for seamless in [true, false] {
        let sea = Gerstner::new(&waves, patch, DEEP, None, seamless);
        let running: Vec<_> = sea.waves().zip(sea.frequencies()).collect();
        let (lowest, time) = (sea.steepness(), 1234.5);
        assert!(lowest < 1.0);
        let points = Gerstner::new(&waves, patch, DEEP, None, seamless);
        let state = at(&sea.into_sea(&settings(&[])), time);
        let grids = grids(&state);
        for (column, row) in [(0, 0), (1, 0), (47, 23), (13, 17), (0, 23)] {
            let (x, z) = (2.0 * column as f64, 2.0 * row as f64);
            let mut expected = [0.0; 8];
            for (wave, omega) in &running {
                let k = TAU / wave.length;
                let (ahead_z, ahead_x) = wave.direction.sin_cos();
                let angle = k * (ahead_x * x + ahead_z * z) - omega * time + wave.phase;
                let (sin, cos) = (wave.amplitude * angle.sin(), wave.amplitude * angle.cos());
                let terms = [
                    cos,
                    -k * ahead_x * sin,
                    -k * ahead_z * sin,
                    ahead_x * sin,
                    ahead_z * sin,
                    k * ahead_x * ahead_x * cos,
                    k * ahead_z * ahead_z * cos,
                    k * ahead_x * ahead_z * cos,
                ];
                for (sum, term) in expected.iter_mut().zip(terms) {
                    *sum += term;
                }
            }
            let got: Vec<_> = grids
                .iter()
                .map(|grid| f64::from(grid[(column, row)]))
                .collect();
            near(got.try_into().unwrap(), expected, 2e-6);
            // The displayed surface is at x + λD with λ = −1.
            let [px, py, pz] = points.point(x, z, time);
            let drawn = [3, 4].map(|field| f64::from(grids[field][(column, row)]));
            near([x - drawn[0], z - drawn[1]], [px, pz], 2e-6);
            near([f64::from(grids[0][(column, row)])], [py], 2e-6);
        }
    }
}

#[test]
fn seamless_gerstner_waves_tile() {
    let patch = Patch::new(40, 60, 50.0);
    let waves = [
        wave(17.3, 0.5, 33.0, 0.4),
        wave(6.1, 0.1, 250.0, 2.0),
        wave(400.0, 1.0, 80.0, 0.0),
    ];
    let seam = |seamless| {
        let sea = Gerstner::new(&waves, patch, DEEP, None, seamless);
        let mut worst = 0.0_f64;
        for step in 0..20 {
            let z = 3.7 * f64::from(step);
            let [left, right] = [sea.point(0.0, z, 9.0), sea.point(50.0, z, 9.0)];
            let [near, far] = [sea.point(z, 0.0, 9.0), sea.point(z, 75.0, 9.0)];
            worst = worst
                .max((left[1] - right[1]).abs())
                .max((left[2] - right[2]).abs())
                .max((near[0] - far[0]).abs())
                .max((near[1] - far[1]).abs());
        }
        (worst, sea.waves().collect::<Vec<_>>())
    };
    let (worst, rounded) = seam(true);
    assert!(worst < 1e-9, "a seam of {worst} m");
    // 17.3 m at 33° are 2.424 and 2.361 waves on 50 m and 75 m, which become 2 and 2.
    let k = [2.0 / 50.0, 2.0 / 75.0];
    near(
        [rounded[0].length, rounded[0].direction],
        [1.0 / f64::hypot(k[0], k[1]), f64::atan2(k[1], k[0])],
        1e-9,
    );
    // The longest wave is kept: it fits once along its main direction.
    near(
        [rounded[2].length, rounded[2].direction],
        [75.0, PI / 2.0],
        1e-9,
    );
    let (worst, free) = seam(false);
    assert!(worst > 0.1, "the requested waves fit");
    near(
        [free[0].length, free[0].direction, free[0].phase],
        [17.3, 33_f64.to_radians(), 0.4],
        1e-12,
    );
}

#[test]
fn looping_waves_are_scaled_down_together() {
    let patch = Patch::new(16, 16, 100.0);
    let waves = |factor: f64| {
        [
            wave(20.0, factor * 1.0, 0.0, 0.0),
            wave(10.0, factor * -0.5, 90.0, 0.0),
        ]
    };
    // 2π/20 + 0.5·2π/10 = 0.2π.
    let fine = Gerstner::new(&waves(1.0), patch, DEEP, None, true);
    near(
        [fine.asked_steepness(), fine.steepness()],
        [0.2 * PI; 2],
        1e-12,
    );
    near(
        [0, 1].map(|i| fine.waves().nth(i).unwrap().amplitude),
        [1.0, -0.5],
        0.0,
    );
    let steep = Gerstner::new(&waves(3.0), patch, DEEP, None, true);
    near(
        [steep.asked_steepness(), steep.steepness()],
        [0.6 * PI, STEEPEST],
        1e-12,
    );
    let factor = STEEPEST / (0.6 * PI);
    near(
        [0, 1].map(|i| steep.waves().nth(i).unwrap().amplitude),
        [3.0 * factor, -1.5 * factor],
        1e-12,
    );
    // Then nothing folds, even where all crests meet.
    let lowest = at(&steep.into_sea(&settings(&[])), 0.0)
        .min_stretch()
        .clone();
    assert!(lowest.cells().iter().all(|&lowest| lowest > 0.0));
    let broken = [wave(0.0, 1.0, 0.0, 0.0), wave(f64::NAN, 1.0, 0.0, 0.0)];
    let none = Gerstner::new(&broken, patch, DEEP, None, true);
    assert_eq!(none.waves().count(), 0);
    let flat = at(&none.into_sea(&settings(&[])), 1.0);
    assert!(flat.surface().height.cells().iter().all(|&h| h == 0.0));
}

#[test]
fn crests_loop_only_if_allowed() {
    for (may_loop, steepness) in [(false, 0.999), (true, 1.5)] {
        let settings = settings(&[
            ("waves", Value::Integer(1)),
            ("steepness", Value::Real(1.5)),
            ("direction", Value::Real(0.0)),
            ("length", Value::Real(20.0)),
            ("allow_loops", Value::Switch(may_loop)),
        ]);
        let sea = Gerstner::from_settings(&settings, &[], 16, 16);
        assert!((sea.steepness() - steepness).abs() < 1e-12);
        // With kA above 1 the surface turns back at the crest: x falls while x0 grows.
        let [before, after] = [-0.1, 0.1].map(|x0| sea.point(x0, 0.0, 0.0)[0]);
        assert_eq!(after < before, may_loop, "{before} to {after}");
    }
}

#[test]
fn gerstner_waves_repeat_exactly_after_their_period() {
    let settings = settings(&[("period", Value::Real(7.0))]);
    let sea = KINDS[0].create(&settings, 32, 32).unwrap();
    let now = grids(&at(&sea, 2.5));
    for time in [9.5, -4.5, 2.5 + 7e6] {
        for (now, then) in now.iter().zip(grids(&at(&sea, time))) {
            for (now, then) in now.cells().iter().zip(then.cells()) {
                assert!((now - then).abs() < 1e-5, "{now} and {then} at {time}");
            }
        }
    }
    let other = grids(&at(&sea, 6.0));
    let moved = now[0].cells().iter().zip(other[0].cells());
    assert!(moved.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) > 0.1);
    // Each wave completes a whole number of cycles, rounded down, and at least one.
    let free = Gerstner::from_settings(&self::settings(&[]), &[], 32, 32);
    let looping = Gerstner::from_settings(&settings, &[], 32, 32);
    for (looping, free) in looping.frequencies().zip(free.frequencies()) {
        let (swings, own) = (looping * 7.0 / TAU, free * 7.0 / TAU);
        near([swings], [own.floor().max(1.0)], 1e-9);
    }
    let slow = Period::new(0.5).unwrap();
    let slow = Gerstner::new(
        &[wave(50.0, 1.0, 0.0, 0.0)],
        Patch::new(8, 8, 50.0),
        DEEP,
        Some(slow),
        true,
    );
    near([slow.frequencies().next().unwrap()], [TAU / 0.5], 1e-9);
}

#[test]
fn the_significant_height_of_gerstner_waves_is_that_of_the_surface() {
    let sets: [&[GerstnerWave]; 3] = [
        &[wave(20.0, 1.0, 0.0, 0.3)],
        &[wave(20.0, 1.0, 0.0, 0.3), wave(25.0, 0.5, 90.0, 0.0)],
        // Rounded, these are the same wave in phase.
        &[wave(20.0, 0.5, 0.0, 0.0), wave(20.2, 0.5, 1.0, 0.0)],
    ];
    for waves in sets {
        let sea = Gerstner::new(waves, Patch::new(64, 64, 100.0), DEEP, None, true);
        let found = sea.significant_height();
        let state = at(&sea.into_sea(&settings(&[])), 3.0);
        let heights = state.surface().height.cells();
        let squares: f64 = heights.iter().map(|&h| f64::from(h).powi(2)).sum();
        let expected = 4.0 * (squares / heights.len() as f64).sqrt();
        assert!(
            (found / expected - 1.0).abs() < 1e-5,
            "{found} for {expected}"
        );
    }
}

#[test]
fn the_variances_of_50_000_waves_add_up() {
    // Different directions, so that no two waves coincide: Σ A²/2 = 50,000·(1e-5)²/2.
    let waves: Vec<_> = (0..50_000)
        .map(|number| wave(20.0, 1e-5, 0.007 * f64::from(number), 40.0))
        .collect();
    let sea = Gerstner::new(&waves, Patch::new(3, 3, 100.0), DEEP, None, false);
    let expected = 4.0 * (50_000.0 * 1e-10 / 2.0_f64).sqrt();
    assert!((sea.significant_height() / expected - 1.0).abs() < 1e-9);
    // All of one direction: (Σ A)²/2.
    let waves = vec![wave(20.0, 1e-5, 30.0, 40.0); 50_000];
    let sea = Gerstner::new(&waves, Patch::new(3, 3, 100.0), DEEP, None, true);
    let expected = 4.0 * (0.5 * 0.5 / 2.0_f64).sqrt();
    assert!((sea.significant_height() / expected - 1.0).abs() < 1e-9);
}

#[test]
fn gerstner_waves_are_finite_at_any_time() {
    let sea = KINDS[0].create(&settings(&[]), 32, 32).unwrap();
    for time in [0.0, -1e9, 1e9, 1e12] {
        for grid in grids(&at(&sea, time)) {
            assert!(grid.cells().iter().all(|cell| cell.is_finite()));
            assert!(grid.cells().iter().any(|&cell| cell != 0.0));
        }
    }
}
