//! The ripple: dispersion relation of its recurrence, edges and walls.

mod properties;
mod reference;

use super::endurance::{pool, rain, settles_within};
use super::measure::{angular_frequency, heights};
use std::f64::consts::PI;
use std::sync::Arc;
use waterlab_core::grid::Grid;
use waterlab_core::parameter::Value;
use waterlab_core::pool::{
    Disturbance, Fraction, METRES_PER_WEIGHT, Obstacle, Obstruction, Ripple, RowKernel, Size, State,
};
use waterlab_core::water::Water;

/// Radians per step of a wave in the damped recurrence: h⁺ = d·(2c·h − h⁻), with d = 1 − 2^−damping and c the mean of cos k_x
/// and cos k_z, has the roots √d·e^(±iω) with cos ω = √d·c.
fn angle_per_step(k: [f64; 2], damping: i64) -> f64 {
    let factor = 1.0 - 0.5_f64.powi(damping as i32);
    (factor.sqrt() * (k[0].cos() + k[1].cos()) / 2.0).acos()
}

/// A ridge on the west side splits, and one half is reflected at the edge. Returns its height relative to the ridge. It is so
/// high that rounding does not matter.
pub fn returning_crest(water: &mut dyn Water, edge: usize) -> f64 {
    let size = water.size();
    let tall = 0.45;
    let ridge = Grid::from_fn(size.columns(), size.rows(), |column, _| {
        let x = (column as f64 - edge as f64 - 24.0) / 4.0;
        (tall * (-0.5 * x * x).exp()) as f32
    });
    let velocity = Grid::new(size.columns(), size.rows(), 0.0);
    water.set_state(&State {
        length: 2.0,
        heights: ridge,
        velocity,
    });
    // 48 columns at 1/√2 per step.
    for _ in 0..68 {
        water.step();
    }
    let heights = heights(water);
    let middle = heights.row(size.rows() / 2);
    // Between the two halves the surface is level.
    f64::from(middle[edge + 24] - middle[edge + 48]) / tall
}

fn ripple(columns: i64, rows: i64, values: &[(&'static str, i64)]) -> Box<dyn Water> {
    let integer = |&(key, value): &(&'static str, i64)| (key, Value::Integer(value));
    let values: Vec<_> = values.iter().map(integer).collect();
    pool("ripple", columns, rows, &values)
}

/// A wall with a gap, a post, and a jagged mask.
fn walls(columns: i64, rows: i64) -> Obstruction {
    let mut obstruction = Obstruction::open(Size::new(columns, rows).unwrap());
    obstruction.add(&Obstacle::Wall {
        from: Fraction::new(0.4, 0.0).unwrap(),
        to: Fraction::new(0.4, 0.6).unwrap(),
        thickness: 3.0,
    });
    obstruction.add(&Obstacle::Disc {
        at: Fraction::new(0.8, 0.3).unwrap(),
        radius: 5.0,
    });
    obstruction.add(&Obstacle::Mask(Arc::new(Grid::from_fn(
        columns as usize,
        rows as usize,
        |c, r| if c * r % 17 == 16 { 0.0 } else { 1.0 },
    ))));
    obstruction
}

/// Checks the frequencies of waves in a pool of 512 or 256 cells with the given damping and 4 fraction bits.
pub fn check_frequencies(pool: impl Fn(i64) -> Box<dyn Water>) {
    for damping in [5, 15] {
        for wavelength in [32.0, 12.0, 6.0] {
            for direction in [[1.0, 0.0], [0.6, 0.8]] {
                let k = direction.map(|part| part * 2.0 * PI / wavelength);
                let theory = angle_per_step(k, damping);
                let steps = (2.0 * PI / theory).round().max(20.0) as usize;
                let got = angular_frequency(&mut *pool(damping), k, theory, 0.4, steps);
                assert!(
                    (got / theory - 1.0).abs() < 0.005,
                    "{damping}, {wavelength} {direction:?}: {got} for {theory}"
                );
            }
        }
    }
}

#[test]
fn waves_follow_the_damped_recurrence() {
    check_frequencies(|damping| ripple(256, 256, &[("damping", damping), ("fraction_bits", 4)]));
}

#[test]
fn the_border_and_a_wall_reflect_a_crest_as_a_trough() {
    let values = [("damping", 15), ("fraction_bits", 5)];
    let crest = returning_crest(&mut *ripple(120, 161, &values), 0);
    assert!((crest + 0.5).abs() < 0.1, "{crest}");
    let mut water = ripple(140, 161, &values);
    let mut obstruction = Obstruction::open(water.size());
    obstruction.add(&Obstacle::Mask(Arc::new(Grid::from_fn(
        140,
        161,
        |column, _| {
            if column <= 20 { 0.0 } else { 1.0 }
        },
    ))));
    water.set_obstacles(&obstruction);
    let crest = returning_crest(&mut *water, 20);
    assert!((crest + 0.5).abs() < 0.1, "{crest}");
}

#[test]
fn solid_cells_stay_at_0_under_stones_and_rain() {
    let mut water = ripple(48, 40, &[("damping", 9)]);
    let obstruction = walls(48, 40);
    water.disturb(&Disturbance::stone(
        Fraction::new(0.4, 0.3).unwrap(),
        9.0,
        100.0,
    ));
    water.set_obstacles(&obstruction);
    let solid = || {
        let cells = (0..40).flat_map(|row| (0..48).map(move |column| (column, row)));
        cells.filter(|&(column, row)| obstruction.is_solid(column, row))
    };
    assert!(solid().count() > 100);
    let shown = water.obstruction().into_owned();
    assert!(solid().all(|cell| shown[cell] == 0.0));
    for _ in 0..60 {
        rain(&mut *water, 5);
        let heights = heights(&*water);
        assert!(solid().all(|cell| heights[cell] == 0.0));
    }
    settles_within(&mut *water, 100_000);
}

#[test]
fn all_kernels_agree_between_walls() {
    for (columns, rows) in [(3, 3), (40, 9), (97, 64), (130, 33)] {
        let pools = [RowKernel::Plain, RowKernel::Vector].map(|kernel| {
            let mut water = Ripple::with_kernel(Size::new(columns, rows).unwrap(), kernel);
            water.set_obstacles(&walls(columns, rows));
            let mut trace = Vec::new();
            for round in 0..40_i16 {
                let at = Fraction::clamped(f64::from(round) / 40.0, f64::from(round % 7) / 6.0);
                water.disturb(&Disturbance::stone(at, 5.0, f32::from(round * 700)));
                for _ in 0..5 {
                    water.step();
                    trace.push(heights(&water));
                }
            }
            trace
        });
        assert!(pools[0] == pools[1], "{columns} × {rows}");
    }
}

#[test]
fn setting_a_state_rounds_to_half_a_count() {
    for bits in [0, 5] {
        let mut water = ripple(60, 50, &[("fraction_bits", bits), ("damping", 10)]);
        water.set_obstacles(&walls(60, 50));
        let inside = |column: usize, row: usize| {
            (1..59).contains(&column)
                && (1..49).contains(&row)
                && water.obstruction()[(column, row)] > 0.0
        };
        let wave = |column: usize, row: usize, phase: f32| {
            let open = if inside(column, row) { 0.05 } else { 0.0 };
            open * (column as f32 * 0.3 - row as f32 * 0.2 + phase).sin()
        };
        let surface = State {
            length: 2.0,
            heights: Grid::from_fn(60, 50, |column, row| wave(column, row, 0.0)),
            velocity: Grid::from_fn(60, 50, |column, row| 0.2 * wave(column, row, 1.0)),
        };
        water.set_state(&surface);
        let rounded = State::of(&*water);
        let half = 0.501 * METRES_PER_WEIGHT / (1 << bits) as f32;
        for (found, given) in rounded.heights.cells().iter().zip(surface.heights.cells()) {
            assert!((found - given).abs() <= half, "{found} for {given}");
        }
        // Heights now and a step ago are each rounded to half a count.
        for (found, given) in rounded
            .velocity
            .cells()
            .iter()
            .zip(surface.velocity.cells())
        {
            assert!((found - given).abs() <= 2.0 * half, "{found} for {given}");
        }
        // A rounded state is not rounded again.
        water.set_state(&rounded);
        assert_eq!(State::of(&*water), rounded);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_counts() {
    let run = |threads: usize| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads);
        threads.build().unwrap().install(|| {
            let mut water = ripple(512, 300, &[("damping", 12)]);
            for stone in 0..40 {
                let part = f64::from(stone) / 40.0;
                let at = Fraction::clamped(part, (part * 7.0).fract());
                water.disturb(&Disturbance::stone(at, 6.0, f32::from(500 * stone as i16)));
            }
            for step in 0..60 {
                if step == 30 {
                    water.set_obstacles(&walls(512, 300));
                }
                water.step();
            }
            (heights(&*water), water.is_calm())
        })
    };
    let one = run(1);
    for threads in [2, 3, 7, 400] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

endurance!(
    the_level_of_the_ripple_is_bounded_under_rain,
    5_000,
    100_000
);

fn the_level_of_the_ripple_is_bounded_under_rain(steps: usize) {
    for (damping, bound) in [(4, 96.0), (5, 96.0), (9, 16_384.0)] {
        let mut water = ripple(48, 40, &[("damping", damping)]);
        let (low, high) = rain(&mut *water, steps);
        settles_within(&mut *water, 20_000);
        // The heaviest drop weighs 96. With weak damping the waves grow up to the range of counts, and the mean to less than half
        // of it.
        assert!(low > -bound && high < bound, "{damping}: {low} to {high}");
    }
}
