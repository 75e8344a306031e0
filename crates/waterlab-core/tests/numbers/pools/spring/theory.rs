//! Waves, energy, level and stability by the matrix of a step.

use super::{Literal, rough};
use crate::pools::endurance::pool;
use crate::pools::measure::{angular_frequency, heights, highest};
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::{ParameterError, Value};
use waterlab_core::pool::State;

/// Determinant and trace of a step for a wave vector, with the default springs.
fn matrix([x, z]: [f64; 2], k: f64, m: f64, f: f64) -> (f64, f64) {
    let factor = |k: f64| 1.0 - 4.0 * f * (k / 2.0).sin().powi(2);
    let s = (factor(x) * factor(z)).powi(4);
    (s * (1.0 + k - m), 2.0 * s - m)
}

#[test]
fn waves_follow_the_matrix_of_a_step() {
    for wavelength in [40.0, 20.0, 12.0] {
        for direction in [[1.0, 0.0], [0.6, 0.8]] {
            let k = direction.map(|part| part * 2.0 * PI / wavelength);
            let (determinant, trace) = matrix(k, 0.01, 0.02, 0.025);
            let theory = (trace / (2.0 * determinant.sqrt())).acos();
            let mut water = pool("spring", 320, 320, &[]);
            // Whole half turns, so that the opposite wave cancels.
            let steps = (3.0 * PI / theory).round() as usize;
            let got = angular_frequency(&mut *water, k, theory, 0.1, steps);
            assert!(
                (got / theory - 1.0).abs() < 1e-3,
                "{wavelength} {direction:?}: {got} for {theory}"
            );
        }
    }
}

/// The cosine modes of the interior nodes, which receive nothing from the border.
fn modes(heights: &Grid<f32>) -> Grid<f64> {
    let (columns, rows) = (heights.columns() - 2, heights.rows() - 2);
    let cosine = |mode: usize, i: usize, count: usize| {
        (PI * mode as f64 * (i as f64 + 0.5) / count as f64).cos()
    };
    Grid::from_fn(columns, rows, |p, q| {
        let mut sum = 0.0;
        for j in 0..rows {
            for i in 0..columns {
                let height = f64::from(heights[(i + 1, j + 1)]);
                sum += height * cosine(p, i, columns) * cosine(q, j, rows);
            }
        }
        sum
    })
}

#[test]
fn no_mode_gains_energy_without_input() {
    // For x(n+1) = t·x(n) − d·x(n−1), E = x(n+1)² − t·x(n+1)·x(n) + d·x(n)² shrinks by d per step. It is positive for
    // t² < 4d, as for every wave with these springs.
    let (columns, rows) = (18, 14);
    let mut water = pool("spring", columns, rows, &[]);
    water.set_state(&rough(18, 14));
    let (mut before, mut energies) = (modes(&heights(&*water)), None);
    for step in 0..150 {
        water.step();
        let now = modes(&heights(&*water));
        let energy = Grid::from_fn(16, 12, |p, q| {
            let k = [PI * p as f64 / 16.0, PI * q as f64 / 12.0];
            let (determinant, trace) = matrix(k, 0.01, 0.02, 0.025);
            assert!(trace * trace < 4.0 * determinant);
            let (x, y) = (before[(p, q)], now[(p, q)]);
            (y * y - trace * x * y + determinant * x * x, determinant)
        });
        if let Some(last) = energies.replace(energy.clone()) {
            let last: Grid<(f64, f64)> = last;
            for ((energy, determinant), (last, _)) in energy.cells().iter().zip(last.cells()) {
                assert!(*energy >= 0.0 && *determinant < 1.0);
                // The error of single precision for waves of 0.1 m on 192 nodes.
                let error = (energy - determinant * last).abs();
                assert!(
                    error < 1e-3 * last + 1e-9,
                    "step {step}: {energy} after {last}"
                );
            }
        }
        before = now;
    }
}

#[test]
fn a_push_lowers_the_level_only_without_springs() {
    let (columns, rows) = (160, 284);
    for (k, m) in [(0.0, 0.0), (0.01, 0.02)] {
        let values = [("stiffness", Value::Real(k)), ("viscosity", Value::Real(m))];
        let mut water = pool("spring", columns, rows, &values);
        let velocity = Grid::from_fn(160, 284, |column, row| {
            let inside = (78..83).contains(&column) && (140..145).contains(&row);
            if inside { -5.0 } else { 0.0 }
        });
        let heights = Grid::new(160, 284, 0.0);
        water.set_state(&State {
            heights,
            velocity,
            length: 2.0,
        });
        for _ in 0..2000 {
            water.step();
        }
        let mean = crate::pools::measure::heights(&*water).mean();
        if k == 0.0 {
            assert!((mean + 5.6).abs() < 0.05, "{mean}");
        } else {
            assert!(mean.abs() < 1e-4, "{mean}");
        }
    }
}

#[test]
fn unstable_settings_are_refused_and_those_at_the_limit_are_stable() {
    let mut water = pool("spring", 24, 20, &[]);
    let error = water.set("stiffness", Value::Real(0.03)).unwrap_err();
    assert!(
        matches!(
            error,
            ParameterError::Unstable {
                key: "stiffness",
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.to_string().contains("at most 0.02"), "{error}");
    assert_eq!(water.settings().real("stiffness"), 0.01);
    assert!(water.set("viscosity", Value::Real(0.005)).is_err());

    // The reference grows beyond the limit, and does not at it.
    for (k, grows) in [(0.021, true), (0.02, false)] {
        let mut literal = Literal::new(9, 8, k, 0.02);
        literal.l.fill(1.0);
        for _ in 0..20_000 {
            literal.step();
        }
        assert_eq!(literal.largest() > 2.0, grows, "{k}: {}", literal.largest());
    }
    for spread in [0.0, 0.1] {
        for m in [0.02, 0.5, 1.0] {
            let values = ["stiffness", "viscosity"].map(|key| (key, Value::Real(m)));
            let mut water = pool("spring", 24, 20, &values);
            water.set("spread", Value::Real(spread)).unwrap();
            water.set_state(&rough(24, 20));
            for _ in 0..5000 {
                water.step();
            }
            let high = highest(&*water);
            assert!(high < 0.5, "{spread}, {m}: {high}");
        }
    }
}
