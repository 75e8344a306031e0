//! Cuspy waves of both kinds of iWave, against single waves worked out here.

use crate::pools::endurance::pool;
use crate::pools::iwave_pair::stone;
use crate::pools::measure::heights;
use std::f64::consts::PI;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::State;
use waterlab_core::water::Water;

const KINDS: [&str; 2] = ["iwave", "iwave-exact"];

/// A pool longer along x than along z, or the other way round, with a cosine wave along one axis whose crests are at both edges.
struct Wave {
    columns: usize,
    rows: usize,
    along_z: bool,
    /// Half waves in the pool.
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

    /// rad a cell.
    fn k(&self) -> f64 {
        PI * self.halves / self.count() as f64
    }

    /// Cells in a metre of a pool 2 m long.
    fn cells(&self) -> f64 {
        0.5 * self.columns.max(self.rows) as f64
    }

    /// How far a cell's middle is from the first edge.
    fn at(&self, column: usize, row: usize) -> f64 {
        (if self.along_z { row } else { column }) as f64 + 0.5
    }

    fn grid(&self, factor: f64) -> Grid<f32> {
        Grid::from_fn(self.columns, self.rows, |column, row| {
            (factor * self.amplitude * (self.k() * self.at(column, row)).cos()) as f32
        })
    }

    /// A pool of these heights, which rise by `rise` of themselves a step.
    fn pool(&self, name: &str, rise: f64, values: &[(&str, Value)]) -> Box<dyn Water> {
        let mut water = pool(name, self.columns as i64, self.rows as i64, values);
        water.set_state(&State {
            heights: self.grid(1.0),
            velocity: self.grid(rise),
        });
        water
    }
}

/// The heights that a view is shown.
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
fn a_wave_is_shown_where_its_points_have_moved_to() {
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
                    // The point that has moved here, by halving: those to its left lie to the left.
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
            // Half of it is what lies between cells.
            assert!(apart < 0.01 * wave.amplitude, "{name}: {apart}");
        }
    }
}

#[test]
fn crests_are_narrow_and_troughs_wide() {
    let [wave, _] = waves();
    let water = wave.pool("iwave", 0.0, &[("choppiness", Value::Real(2.0))]);
    let shown = shown(&*water);
    let above = shown.row(4).iter().filter(|&&height| height > 0.0).count();
    // A point that is at level 0 moves by 2·kA/k toward the crest: of a half wave of π it leaves π − 4kA, kA = 0.188.
    let expected = 128.0 * (0.5 - 2.0 * wave.k() * wave.cells() * wave.amplitude / PI);
    assert!(
        (above as f64 - expected).abs() <= 4.0,
        "{above} for {expected}"
    );
}

#[test]
fn without_choppiness_the_heights_are_shown_and_with_it_the_water_moves_as_without() {
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
        // What is shown follows the setting at once, and a revision says so.
        let revision = cuspy.revision();
        cuspy.set("choppiness", Value::Real(0.0)).unwrap();
        assert!(cuspy.revision() > revision, "{name}");
        assert!(shown(&*cuspy) == heights(&*cuspy), "{name}");
    }
}

#[test]
fn a_wave_too_steep_for_a_height_field_keeps_one_crest_without_steps() {
    for (name, amplitude) in [("iwave", 0.3), ("iwave-exact", 2.0)] {
        let wave = Wave {
            amplitude,
            ..waves().into_iter().next().expect("a wave")
        };
        let water = wave.pool(name, 0.0, &[("choppiness", Value::Real(4.0))]);
        let shown = shown(&*water);
        // From the crest at the edge down to the trough after a quarter of the pool.
        let slope: Vec<_> = shown.row(4)[..32]
            .windows(2)
            .map(|two| two[0] - two[1])
            .collect();
        assert!(
            slope.iter().all(|&down| down >= -1e-3 * amplitude as f32),
            "{slope:?}"
        );
        // Of a trochoid of steepness 0.9 the steepest part falls by A·0.9/√(1 − 0.81) a unit of phase, 2.1 times a sine's.
        let steepest = 2.3 * (amplitude * wave.k()) as f32;
        assert!(
            slope.iter().all(|&down| down < steepest),
            "{slope:?} {steepest}"
        );
    }
}

#[test]
fn displacement_and_horizontal_velocity_are_those_of_a_linear_wave() {
    for wave in waves() {
        for (name, step, depth) in [("iwave", 0.03, 0.0), ("iwave-exact", 0.1, 6.0)] {
            let water = wave.pool(name, 0.02, &[("depth", Value::Real(depth))]);
            let displacement = water.displacement().expect("known");
            let velocity = water.horizontal_velocity().expect("known");
            let tanh = if depth > 0.0 {
                (wave.k() * depth).tanh()
            } else {
                1.0
            };
            for row in 0..wave.rows {
                for column in 0..wave.columns {
                    let sine = (wave.k() * wave.at(column, row)).sin();
                    // Points lie toward −x of a sine's first half once they are drawn by −D, to the crest at 0; and the water runs there
                    // while that crest rises.
                    let aside = wave.amplitude * sine;
                    let runs = -0.02 * wave.amplitude / step * sine / tanh;
                    let own = usize::from(wave.along_z);
                    for (grids, expected, most) in [
                        (&displacement, aside, wave.amplitude),
                        (&velocity, runs, 0.02 * wave.amplitude / step / tanh),
                    ] {
                        let along = f64::from(grids[own][(column, row)]);
                        let across = f64::from(grids[1 - own][(column, row)]);
                        let place = (name, column, row);
                        assert!((along - expected).abs() < 2e-3 * most, "{place:?}: {along}");
                        assert!(across.abs() < 1e-4 * most, "{place:?}: {across}");
                    }
                }
            }
        }
    }
}
