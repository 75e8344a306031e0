//! Choppiness of both kinds of iWave, compared with single waves calculated here.

use crate::pools::endurance::pool;
use crate::pools::iwave_pair::stone;
use crate::pools::measure::heights;
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::State;
use waterlab_core::water::Water;

const KINDS: [&str; 2] = ["iwave", "iwave-exact"];

/// A pool with a cosine wave along one axis that has crests at both edges.
struct Wave {
    columns: usize,
    rows: usize,
    along_z: bool,
    /// Half wavelengths in the pool.
    halves: f64,
    amplitude: f64,
}

impl Wave {
    fn count(&self) -> usize {
        if self.along_z {
            self.rows
        } else {
            self.columns
        }
    }

    /// Wave number in rad per cell.
    fn k(&self) -> f64 {
        PI * self.halves / self.count() as f64
    }

    /// Cells per metre in a pool with a length of 2 m.
    fn cells(&self) -> f64 {
        0.5 * self.columns.max(self.rows) as f64
    }

    /// The distance of a cell centre from the first edge, in cells.
    fn at(&self, column: usize, row: usize) -> f64 {
        (if self.along_z { row } else { column }) as f64 + 0.5
    }

    fn grid(&self, factor: f64) -> Grid<f32> {
        Grid::from_fn(self.columns, self.rows, |column, row| {
            (factor * self.amplitude * (self.k() * self.at(column, row)).cos()) as f32
        })
    }

    /// A pool of these heights, with a velocity of `rise` times the heights per step.
    fn pool(&self, name: &str, rise: f64, values: &[(&str, Value)]) -> Box<dyn Water> {
        let mut water = pool(name, self.columns as i64, self.rows as i64, values);
        water.set_state(&State {
            length: 2.0,
            heights: self.grid(1.0),
            velocity: self.grid(rise),
        });
        water
    }
}

/// The displayed heights.
fn shown(water: &dyn Water) -> Grid<f32> {
    let surface = water.surface();
    let heights = &surface.field().heights;
    Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    })
}

fn waves() -> [Wave; 2] {
    let wave = |columns, rows, along_z| Wave {
        columns,
        rows,
        along_z,
        halves: 4.0,
        amplitude: 0.03,
    };
    [wave(128, 9, false), wave(96, 144, true)]
}

#[test]
fn a_choppy_wave_is_shown_at_its_displaced_points() {
    for wave in waves() {
        for (name, choppiness) in KINDS.into_iter().zip([1.0, 2.0]) {
            let water = wave.pool(name, 0.0, &[("choppiness", Value::Real(choppiness))]);
            let shown = shown(&*water);
            let (k, cells) = (wave.k(), wave.cells());
            assert!(choppiness * k * cells * wave.amplitude < 0.9);
            let mut apart = 0.0_f64;
            for row in 0..wave.rows {
                for column in 0..wave.columns {
                    let x = wave.at(column, row);
                    // Find the point that has moved here by bisection, since points keep their order.
                    let (mut low, mut high) = (x - wave.count() as f64, x + wave.count() as f64);
                    for _ in 0..60 {
                        let middle = 0.5 * (low + high);
                        let moved =
                            middle - choppiness * cells * wave.amplitude * (k * middle).sin();
                        if moved < x {
                            low = middle
                        } else {
                            high = middle
                        }
                    }
                    let expected = wave.amplitude * (k * low).cos();
                    let off = f64::from(shown[(column, row)]) - expected;
                    apart = apart.max(off.abs());
                }
            }
            // Half of it is the interpolation between cells.
            assert!(apart < 0.01 * wave.amplitude, "{name}: {apart}");
        }
    }
}

#[test]
fn choppy_crests_are_narrow_and_troughs_wide() {
    let [wave, _] = waves();
    let water = wave.pool("iwave", 0.0, &[("choppiness", Value::Real(2.0))]);
    let shown = shown(&*water);
    let above = shown.row(4).iter().filter(|&&height| height > 0.0).count();
    // A point at level 0 moves by 2·kA/k toward the crest, so a crest of width π shrinks to π − 4kA, with kA = 0.188.
    let expected = 128.0 * (0.5 - 2.0 * wave.k() * wave.cells() * wave.amplitude / PI);
    assert!(
        (above as f64 - expected).abs() <= 4.0,
        "{above} for {expected}"
    );
}

#[test]
fn choppiness_changes_only_the_displayed_surface() {
    for name in KINDS {
        let mut plain = pool(name, 60, 40, &[]);
        let mut cuspy = pool(name, 60, 40, &[("choppiness", Value::Real(1.5))]);
        for water in [&mut plain, &mut cuspy] {
            water.disturb(&stone(0.4, 0.6, 4.0, 60));
        }
        for _ in 0..40 {
            plain.step();
            cuspy.step();
            let _ = cuspy.surface();
        }
        assert!(heights(&*plain) == heights(&*cuspy), "{name}");
        assert!(shown(&*plain) == heights(&*plain), "{name}");
        assert!(shown(&*cuspy) != heights(&*cuspy), "{name}");
        // The displayed surface follows the setting at once, with a new revision.
        let revision = cuspy.revision();
        cuspy.set("choppiness", Value::Real(0.0)).unwrap();
        assert!(cuspy.revision() > revision, "{name}");
        assert!(shown(&*cuspy) == heights(&*cuspy), "{name}");
    }
}

#[test]
fn a_too_steep_wave_keeps_one_crest_without_steps() {
    for (name, amplitude) in [("iwave", 0.3), ("iwave-exact", 2.0)] {
        let wave = Wave {
            amplitude,
            ..waves().into_iter().next().expect("a wave")
        };
        let water = wave.pool(name, 0.0, &[("choppiness", Value::Real(4.0))]);
        let shown = shown(&*water);
        // From the crest at the edge to the trough after a quarter of the pool.
        let slope: Vec<_> = shown.row(4)[..32]
            .windows(2)
            .map(|two| two[0] - two[1])
            .collect();
        assert!(
            slope.iter().all(|&down| down >= -1e-3 * amplitude as f32),
            "{slope:?}"
        );
        // A trochoid with a steepness of 0.9 falls by at most A·0.9/√(1 − 0.81) per unit of phase, 2.1 times as much as a sine.
        let steepest = 2.3 * (amplitude * wave.k()) as f32;
        assert!(
            slope.iter().all(|&down| down < steepest),
            "{slope:?} {steepest}"
        );
    }
}

#[test]
fn displacement_and_horizontal_velocity_match_linear_theory() {
    for wave in waves() {
        for (name, step, depth) in [("iwave", 0.03, 0.0), ("iwave-exact", 0.1, 6.0)] {
            // In cells.
            let metres = depth * 2.0 / wave.columns.max(wave.rows) as f64;
            let water = wave.pool(name, 0.02, &[("depth", Value::Real(metres))]);
            let flow = water.flow().expect("iWave has it");
            let displacement = flow.displacement.expect("iWave has it");
            let tanh = if depth > 0.0 {
                (wave.k() * depth).tanh()
            } else {
                1.0
            };
            for row in 0..wave.rows {
                for column in 0..wave.columns {
                    let sine = (wave.k() * wave.at(column, row)).sin();
                    // In the first half of the sine, −D displaces points to the crest at 0, and the water flows there while the crest rises.
                    let displaced = wave.amplitude * sine;
                    let expected_velocity = -0.02 * wave.amplitude / step * sine / tanh;
                    let own = usize::from(wave.along_z);
                    for (grids, expected, max) in [
                        (&displacement, displaced, wave.amplitude),
                        (
                            &flow.velocity,
                            expected_velocity,
                            0.02 * wave.amplitude / step / tanh,
                        ),
                    ] {
                        let along = f64::from(grids[own][(column, row)]);
                        let across = f64::from(grids[1 - own][(column, row)]);
                        let place = (name, column, row);
                        assert!((along - expected).abs() < 2e-3 * max, "{place:?}: {along}");
                        assert!(across.abs() < 1e-4 * max, "{place:?}: {across}");
                    }
                }
            }
        }
    }
}
